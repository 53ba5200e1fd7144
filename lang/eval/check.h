#ifndef LANG_EVAL_CHECK_H
#define LANG_EVAL_CHECK_H

/* Errors of meaning that can be seen before a program runs: names nobody
 * defined, calls that do not fit, settings and options that do not exist.
 *
 * All are reported in one go; a program with any does not run.
 */

#include "lang/eval/eval.h"

bool check_source(struct eval *ev, struct source *source);

#endif
