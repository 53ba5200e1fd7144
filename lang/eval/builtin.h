#ifndef LANG_EVAL_BUILTIN_H
#define LANG_EVAL_BUILTIN_H

/* Built-in functions: rows of lang/builtin.def, from which calls, completion,
 * `help` and the manual are generated.
 */

#include "lang/eval/call.h"
#include "lang/value/function.h"

/* Opens the definition of the built-in function of that name. Only the table of
 * lang/builtin.def, which also declares it, refers to it.
 */
#define DEFINE_BUILTIN(name)                                          \
	bool builtin_##name(struct call *call, struct value *result); \
	bool builtin_##name(struct call *call, struct value *result)

/* Match n arguments to the parameters of the row, report mismatches, and run
 * the function. name[i] is NULL for a positional argument; "name" or "arg_loc"
 * may be NULL.
 */
bool builtin_call(const struct builtin *b, struct eval *eval, struct diag *diag,
	struct loc loc, int n, const char *const *name, const struct value *arg,
	const struct loc *arg_loc, struct value *result);

/* True if n positional arguments and the given named ones match the parameters
 * of the row; mismatches are reported. For the checker, before a program runs.
 */
bool builtin_check(const struct builtin *b, struct diag *diag, struct loc loc,
	int n, const char *const *name, const struct loc *arg_loc);

#endif
