#ifndef LANG_EVAL_NAMES_H
#define LANG_EVAL_NAMES_H

/* Names that are there before a program starts, and what is near to a name
 * that is not.
 */

#include "lang/eval/eval.h"

/* The value of a predefined name: true, pi, rows, float, sqrt, ... */
bool names_predefined(const struct eval *ev, const char *name,
	struct value *result);

/* Whether a program must not bind "name" anew (true, rows, float, ...). */
bool names_is_fixed(const char *name);

/* The same, reported at "loc"; true if it may be bound. */
bool names_check(struct eval *ev, const char *name, struct loc loc);

/* Note a name near to "name" among all that can be seen here. */
void names_suggest(struct eval *ev, const char *name);
void names_suggest_member(struct diag *diag, const char *name,
	const struct value *record);

/* The one nearest to "name" of all that are shown to it (a visitor for
 * names_each and its like).
 */
struct nearest {
	const char *name, *best;
};

void names_keep_nearest(void *nearest, const char *name);

/* Call visit for every name that can be seen here. */
void names_each(struct eval *ev, void (*visit)(void *user, const char *name),
	void *user);

#endif
