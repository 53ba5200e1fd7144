#ifndef LANG_EVAL_CALL_H
#define LANG_EVAL_CALL_H

/* A call of a built-in function: its arguments, and helpers that check them and
 * report errors.
 *
 * Arguments are in the order of the row's parameters; an omitted optional one
 * is VALUE_NONE. The last parameter of a variadic row receives all remaining
 * arguments. The caller owns the arguments.
 */

#include "lang/value/value.h"

struct call {
	const struct builtin *row;
	struct eval *eval;
	struct diag *diag;
	struct loc loc; /* location of the whole call */
	int n_arg;
	const struct value *arg;
	const struct loc *arg_loc;   /* NULL: locations unknown */
	const char *const *arg_name; /* for rows that take any name; or NULL */
};

bool call_has(const struct call *call, int i);

/* Source location of argument i. */
struct loc call_loc(const struct call *call, int i);

/* Report that argument i is not "what" (such as "a number"); returns false. */
bool call_wrong(struct call *call, int i, const char *what);

/* Report a failed number operation on argument i; returns true for NUMBER_OK.
 */
bool call_check(struct call *call, int i, enum number_status status);

/* Argument i as the given type; false after reporting a mismatch. */
bool call_number(struct call *call, int i, const struct number **n);
bool call_int(struct call *call, int i, int64_t *value);
bool call_string(struct call *call, int i, const struct string **s);
bool call_function(struct call *call, int i);
bool call_bool(struct call *call, int i, bool fallback, bool *value);

/* Read the file that string argument i names, a "what" (such as "a table"). The
 * caller frees path and text. False after reporting an error.
 */
bool call_file(struct call *call, int i, const char *what, char **path,
	struct buffer *text);

/* The elements of argument i as a list or tuple: the argument itself, or a new
 * list of the elements of a range, string or record. The caller frees it.
 */
bool call_items(struct call *call, int i, struct value *items);

/* True if one of the n values is unknown, which happens in the checker. */
bool call_any_unknown(const struct value *item, int64_t n);

/* All arguments, or the elements of the only argument. */
struct gathered {
	struct value items; /* owns the elements, or NONE */
	const struct value *first;
	int64_t n;
};

bool call_gather(struct call *call, struct gathered *g);

/* Report that argument i is an empty list; returns false. */
bool call_empty(struct call *call, int i);

/* A list or tuple of n unset elements, if the memory budget allows it. */
bool call_sequence(struct call *call, enum value_kind kind, int64_t n,
	struct value *result);

/* True if n elements of "each" bytes fit in the memory budget. */
bool call_reserve(struct call *call, int64_t n, int64_t each);

/* Call the method of this name if one of the n values is an object that has it.
 * Returns false if none has; "ok" says whether the method succeeded.
 */
bool call_object(struct call *call, int n, const struct value *arg,
	struct value *result, bool *ok);

/* a op b; errors point at the call. */
bool call_binary(struct call *call, int op, const struct value *a,
	const struct value *b, struct value *result);

/* Call the function in argument i with n arguments. */
bool call_apply(struct call *call, int i, int n, const struct value *arg,
	struct value *result);

/* Test f(item), where f is argument i; without an f, test the item itself. */
bool call_test(struct call *call, int i, const struct value *item, bool *holds);

#endif
