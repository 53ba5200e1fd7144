#ifndef LANG_EVAL_CALL_H
#define LANG_EVAL_CALL_H

/* A call of a built-in function: its arguments, and what the functions
 * use to look at them and to complain.
 *
 * Arguments stand in the order of the row's parameters; an optional one
 * that was not given is VALUE_NONE.  Of a variadic row, the last parameter
 * takes all that is left.  They belong to the caller.
 */

#include "lang/value/value.h"

struct call {
	const struct builtin *row;
	struct eval *eval;
	struct diag *diag;
	struct loc loc; /* of the whole call */
	int n_arg;
	const struct value *arg;
	const struct loc *arg_loc;   /* NULL: not known */
	const char *const *arg_name; /* rows that take any name; or NULL */
};

bool call_has(const struct call *call, int i);

/* Where argument i stands. */
struct loc call_loc(const struct call *call, int i);

/* Report that argument i is not "what" ("a number"); false. */
bool call_wrong(struct call *call, int i, const char *what);

/* Report a status of number.h for argument i; true if it is NUMBER_OK. */
bool call_check(struct call *call, int i, enum number_status status);

/* Argument i as what it has to be; or reported, and false. */
bool call_number(struct call *call, int i, const struct number **n);
bool call_int(struct call *call, int i, int64_t *value);
bool call_string(struct call *call, int i, const struct string **s);
bool call_function(struct call *call, int i);
bool call_bool(struct call *call, int i, bool fallback, bool *value);

/* The file that the string argument i names, which is "what" ("a table"): its
 * path and its text, both given; or reported, and false.
 */
bool call_file(struct call *call, int i, const char *what, char **path,
	struct buffer *text);

/* The elements of argument i in one piece, given: the list or tuple
 * itself, or a new list of what a range, string or record holds.
 */
bool call_items(struct call *call, int i, struct value *items);

/* Whether one of n values is unknown: while checking, lists hold such. */
bool call_any_unknown(const struct value *item, int64_t n);

/* The arguments, or the elements of the only one. */
struct gathered {
	struct value items; /* kept alive; NONE: the arguments */
	const struct value *first;
	int64_t n;
};

bool call_gather(struct call *call, struct gathered *g);

/* Report that argument i has nothing to take the function of; false. */
bool call_empty(struct call *call, int i);

/* An empty list or tuple of n, within the budget. */
bool call_sequence(struct call *call, enum value_kind kind, int64_t n,
	struct value *result);

/* A list or string that is not longer than a budget allows. */
bool call_reserve(struct call *call, int64_t n, int64_t each);

/* Whether one of the n values is an object that knows this function; it
 * has then given the result, or reported why not ("ok").
 */
bool call_object(struct call *call, int n, const struct value *arg,
	struct value *result, bool *ok);

/* a op b at the place of the call. */
bool call_binary(struct call *call, int op, const struct value *a,
	const struct value *b, struct value *result);

/* f(arg...), of which the argument "f" is number i. */
bool call_apply(struct call *call, int i, int n, const struct value *arg,
	struct value *result);

/* Whether f(item) holds; without an f, whether the item does. */
bool call_test(struct call *call, int i, const struct value *item, bool *holds);

#endif
