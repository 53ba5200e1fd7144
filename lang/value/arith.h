#ifndef LANG_VALUE_ARITH_H
#define LANG_VALUE_ARITH_H

/* Operators on values: numbers with units, tuples element by element,
 * comparison, and dispatch to the methods of objects.
 *
 * A tuple combines with a scalar or with a tuple of equal length; `+` joins
 * lists and strings. An unknown operand gives an unknown result without a
 * message. Errors go to "diag" at the operator and describe both operands.
 */

#include "lang/syntax/ast.h"
#include "lang/value/value.h"

/* Largest joined string or list, 256 MiB. It bounds one allocation; the budget
 * "memory" bounds the sum of all values.
 */
#define ARITH_MAX_BYTES (INT64_C(1) << 28)

/* a op b; the caller frees the result. "and" and "or" are missing: they need
 * not evaluate both operands.
 */
bool arith_binary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, const struct value *b, struct value *result);
bool arith_unary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, struct value *result);

/* Compare numbers, strings, and lists or tuples of them. "order" becomes -1, 0
 * or 1 as a is less than, equal to or greater than b, and 2 if the deciding
 * elements include NaN.
 */
bool arith_compare(struct diag *diag, struct loc op_loc, const struct value *a,
	const struct value *b, int *order);

/* v in UNIT: the number, or each number of a list or tuple, printed in that
 * unit from now on.
 */
bool arith_convert(struct diag *diag, struct loc loc, const struct value *v,
	const char *unit_text, struct value *result);

/* Report the status of a failed number operation at "loc". */
bool arith_fail(struct diag *diag, struct loc loc, enum number_status status,
	int op, const struct value *a, const struct value *b);

#endif
