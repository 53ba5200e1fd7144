#ifndef LANG_EVAL_NAMES_H
#define LANG_EVAL_NAMES_H

/* Names that exist before a program starts, and suggestions for misspelt names.
 */

#include "lang/eval/eval.h"

/* Where predefined names are found, for a new session. */
void names_index(struct eval *ev);

/* The built-in function of that name, or NULL. */
const struct builtin *names_builtin(const struct eval *ev, const char *name);

/* The value of a predefined name: true, pi, rows, float, sqrt, ... */
bool names_predefined(const struct eval *ev, const char *name,
	struct value *result);

/* True if a program must not rebind "name" (true, rows, float, ...). */
bool names_is_fixed(const char *name);

/* True for the types of elements: float, int32, ... */
bool names_is_type(const char *name);

/* Returns true if "name" may be bound; otherwise reports it at "loc". */
bool names_check(struct eval *ev, const char *name, struct loc loc);

/* Note the visible name nearest to "name". */
void names_suggest(struct eval *ev, const char *name);
/* Note what to write instead of a name that people bring from elsewhere, used at
 * "loc"; false if it is none of these.
 */
bool names_hint(struct diag *diag, const char *name, struct loc loc);

void names_suggest_member(struct diag *diag, const char *name,
	const struct value *record);

/* State of a visitor that finds the name nearest to "name", for names_each and
 * similar functions.
 */
struct nearest {
	const char *name, *best;
};

void names_keep_nearest(void *nearest, const char *name);

/* Call visit for every visible name. */
void names_each(struct eval *ev, void (*visit)(void *user, const char *name),
	void *user);

#endif
