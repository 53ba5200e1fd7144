#ifndef LANG_EVAL_ASSERTION_H
#define LANG_EVAL_ASSERTION_H

/* assert as a test: when it fails, the figures that went in are notes of
 * the error.
 *
 * If somebody listens (ev->on_assert), all asserts are told about, and a
 * program goes on after one that failed; otherwise it ends there.
 */

#include "lang/eval/eval.h"

/* What a listener is told; the texts live while it is told. */
struct assertion {
	const char *name; /* its message, or its condition */
	const char *file;
	int line;
	bool holds;
	bool is_error;	  /* it could not be evaluated */
	const char *text; /* why it does not hold; or "" */
	double seconds;
};

bool assertion_run(struct eval *ev, const struct node *node);

#endif
