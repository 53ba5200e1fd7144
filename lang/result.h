#ifndef LANG_RESULT_H
#define LANG_RESULT_H

/* Results of library calls: created here, read through wsp.h. */

#include "lang/eval/eval.h"

struct wsp_result;

/* The result of a program that ran in "ev": takes over its output and the
 * messages of "diag", and copies its last value (NULL if there is none).
 */
struct wsp_result *result_new(struct eval *ev, struct diag *diag, bool ok,
	const struct value *last);

/* Errors that need no memory: "out of memory", and that the context is busy. */
struct wsp_result *result_no_memory(void);
struct wsp_result *result_busy(void);

#endif
