#ifndef LANG_VALUE_ARITH_H
#define LANG_VALUE_ARITH_H

/* Operators on values: numbers with their units, tuples element by
 * element, comparison, and dispatch to objects that know their own.
 *
 * A tuple meets a tuple of equal length or a scalar; `+` joins lists and
 * strings.  An unknown operand makes the result unknown, silently.  Errors
 * go to "diag" at the operator, with what stands on both sides.
 */

#include "lang/syntax/ast.h"
#include "lang/value/value.h"

/* Joined strings and lists may take this many bytes. */
#define ARITH_MAX_BYTES (INT64_C(1) << 28)

/* a op b, given.  "and" and "or" are not here: they do not evaluate both. */
bool arith_binary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, const struct value *b, struct value *result);
bool arith_unary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, struct value *result);

/* -1, 0 or 1 in "order" as a is less than, equal to or more than b, and 2
 * if one of them is NaN: of numbers, strings, and lists or tuples of such,
 * of which the first difference decides.
 */
bool arith_compare(struct diag *diag, struct loc op_loc, const struct value *a,
	const struct value *b, int *order);

/* v in UNIT: the number, or each number of a list or tuple, that will
 * print in that unit.
 */
bool arith_convert(struct diag *diag, struct loc loc, const struct value *v,
	const char *unit_text, struct value *result);

/* Report a status of number.h at "loc". */
bool arith_fail(struct diag *diag, struct loc loc, enum number_status status,
	int op, const struct value *a, const struct value *b);

#endif
