#ifndef LANG_CLI_MPI_H
#define LANG_CLI_MPI_H

/* The program in many processes, as mpirun starts them: all run the same
 * commands, rank and sweep divide their work, and the first process prints.
 *
 * Without MPI (configure --with-mpi) or without mpirun there is one process.
 */

#include "lang/wsp.h"

void mpi_start(void);
int mpi_size(void);

/* Shares the questions of "wsp" with the other processes. */
void mpi_join(struct wsp *wsp);

/* If a process ends "alone", before the others, it aborts them: they may be
 * waiting for it.
 */
void mpi_end(bool alone);

#endif
