#ifndef LANG_EVAL_BUILTIN_H
#define LANG_EVAL_BUILTIN_H

/* The functions that are there from the start: rows of builtin.def, from
 * which calls, completion, `help` and the manual are made.
 */

#include "lang/eval/call.h"
#include "lang/value/value.h"

struct builtin {
	const char *name;
	const char *params;		/* "x, digits = 0" or "f, items..." */
	bool (*run)(struct call *call, struct value *result);
	const char *help;		/* one or two sentences */
	const char *example;		/* "sort([3, 1, 2])" or NULL */
	const char *gives;		/* what the example prints */
};

extern const struct builtin builtins[];
extern const int n_builtin;

/* The row called "name", or NULL. */
const struct builtin *builtin_find(const char *name);

/* Bind n arguments (name[i] is NULL for positional ones; "name" or
 * "arg_loc" may be NULL) to the row's parameters, report misfits, run.
 */
bool builtin_call(const struct builtin *b, struct eval *eval,
	struct diag *diag, struct loc loc, int n, const char *const *name,
	const struct value *arg, const struct loc *arg_loc,
	struct value *result);

/* Whether n positional and the given named arguments fit "params" of a
 * row; reports what does not.  For the checker, before anything runs.
 */
bool builtin_check(const struct builtin *b, struct diag *diag, struct loc loc,
	int n, const char *const *name, const struct loc *arg_loc);

#define BUILTIN(name, params, help, example, gives)		\
	bool builtin_##name(struct call *call, struct value *result);
#include "lang/eval/builtin.def"

#endif
