#ifndef LANG_EVAL_BUILTIN_H
#define LANG_EVAL_BUILTIN_H

/* The functions that are there from the start: rows of lang/builtin.def, from
 * which calls, completion, `help` and the manual are made.
 */

#include "lang/eval/call.h"
#include "lang/value/function.h"

struct rooms;

/* Opens the definition of the function that a row of lang/builtin.def names.
 * Only the table calls it, which declares it from the same row.
 */
#define DEFINE_BUILTIN(name)                                          \
	bool builtin_##name(struct call *call, struct value *result); \
	bool builtin_##name(struct call *call, struct value *result)

/* The row called "name", or NULL. */
const struct builtin *builtin_find(const struct rooms *rooms, const char *name);

/* Bind n arguments (name[i] is NULL for positional ones; "name" or
 * "arg_loc" may be NULL) to the row's parameters, report misfits, run.
 */
bool builtin_call(const struct builtin *b, struct eval *eval, struct diag *diag,
	struct loc loc, int n, const char *const *name, const struct value *arg,
	const struct loc *arg_loc, struct value *result);

/* Whether n positional and the given named arguments fit "params" of a
 * row; reports what does not.  For the checker, before anything runs.
 */
bool builtin_check(const struct builtin *b, struct diag *diag, struct loc loc,
	int n, const char *const *name, const struct loc *arg_loc);

#endif
