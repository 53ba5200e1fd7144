#ifndef LANG_CLI_MPI_H
#define LANG_CLI_MPI_H

/* The program in many processes, as mpirun starts them: all run the same
 * commands, rank and sweep split their work, and the first one prints.
 *
 * Without MPI (configure --with-mpi), and without mpirun, there is one
 * process.
 */

#include "lang/wsp.h"

void mpi_start(void);
int mpi_size(void);

/* Share the questions of "wsp" with the other processes. */
void mpi_join(struct wsp *wsp);

/* A process that ends "alone", before its time, ends the others as well:
 * they may wait for it.
 */
void mpi_end(bool alone);

#endif
