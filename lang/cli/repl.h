#ifndef LANG_CLI_REPL_H
#define LANG_CLI_REPL_H

/* The prompt: statements are read and run one after the other, on a
 * terminal with editing, history and completion, from a pipe without.
 *
 * An error never ends it.  On a terminal, Ctrl-C drops the line or stops
 * what runs.  While it reads from a terminal it owns the signals of the
 * process, so there is one at a time.
 */

#include "lang/cli/session.h"

/* Read and run until the input ends; the exit status of the program. */
int repl_run(struct session *s);

#endif
