#ifndef LANG_CLI_REPL_H
#define LANG_CLI_REPL_H

/* The prompt: reads and runs statements, on a terminal with editing, history
 * and completion, from a pipe without.
 *
 * An error never ends it.  On a terminal, Ctrl-C drops the line or stops the
 * computation.  While it reads from a terminal it owns the signal handlers of
 * the process, so only one can run at a time.
 */

#include "lang/cli/session.h"

/* Reads and runs until the input ends; returns the exit status. */
int repl_run(struct session *s);

/* The library of the prompt, with its version. */
const char *repl_library(void);

#endif
