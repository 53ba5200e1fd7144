#ifndef LANG_EVAL_CHECK_H
#define LANG_EVAL_CHECK_H

/* Errors of meaning that are visible before a program runs: undefined names,
 * calls with wrong arguments, unknown settings and options.
 *
 * All are reported at once; a program with such an error does not run.
 */

#include "lang/eval/eval.h"

bool check_source(struct eval *ev, struct source *source);

#endif
