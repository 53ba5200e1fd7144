#ifndef LANG_CLI_QUESTION_H
#define LANG_CLI_QUESTION_H

/* Questions on the command line: `wsp estimate KERNEL --block 256x2` is
 * translated to a program of the language, which is then run.
 */

#include "lang/cli/session.h"

/* True for a command that asks a question. */
bool question_is_command(enum cli_command command);

/* Asks the question of the command line; returns the exit status. */
int question_ask(struct session *s, const struct cli *cli);

/* True, with a message that says what to do, if the name of a file is that of
 * CUDA, machine code or a document.
 */
bool question_is_foreign(const char *path);

/* True if "path" names a PTX file, by its ending. */
bool question_is_compiled(const char *path);

/* Reports the errors of a PTX file; returns the status of the program. */
int question_check_compiled(struct session *s, const char *path);

#endif
