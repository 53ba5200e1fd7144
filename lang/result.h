#ifndef LANG_RESULT_H
#define LANG_RESULT_H

/* Results of calls of the library: made here, looked at through wsp.h. */

#include "lang/eval/eval.h"

struct wsp_result;

/* What came of a program that ran in "ev": takes its output and the messages
 * of "diag", and copies its last value (NULL if it has none).
 */
struct wsp_result *result_new(struct eval *ev, struct diag *diag, bool ok,
	const struct value *last);

/* The error "out of memory", which takes none. */
struct wsp_result *result_no_memory(void);

#endif
