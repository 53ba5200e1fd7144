#ifndef LANG_CLI_QUESTION_H
#define LANG_CLI_QUESTION_H

/* Questions from the command line: `wsp estimate KERNEL --block 256x2`
 * becomes a program of the language, and that is run.
 */

#include "lang/cli/session.h"

/* Ask what the command line asks; the exit status of the program. */
int question_ask(struct session *s, const struct cli *cli);

#endif
