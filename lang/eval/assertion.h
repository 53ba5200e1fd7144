#ifndef LANG_EVAL_ASSERTION_H
#define LANG_EVAL_ASSERTION_H

/* assert as a test: a failed assertion notes the figures that it was computed
 * from.
 *
 * With a listener (ev->on_assert), every assertion is reported to it and the
 * program continues after a failure; without one, a failure ends the program.
 */

#include "lang/eval/eval.h"

/* An assertion as the listener sees it. The texts are valid during the callback
 * only.
 */
struct assertion {
	const char *name; /* its message, or the condition as written */
	const char *file;
	int line;
	bool holds;
	bool is_error;	  /* the condition could not be evaluated */
	const char *text; /* why it failed, or "" */
	double seconds;
};

bool assertion_run(struct eval *ev, const struct node *node);

#endif
