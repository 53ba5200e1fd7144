#ifndef LANG_ARITH_H
#define LANG_ARITH_H

/* Operators on values: numbers with their units, tuples element by
 * element, comparison, and dispatch to objects that know their own.
 *
 * Errors go to "diag" at the operator, with what stands on both sides.
 */

#include "lang/value.h"

enum arith_op {
	OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_POW,
	OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE,
	OP_NEG, OP_NOT
};

/* "+", "==", "not", ... */
const char *arith_op_text(int op);

/* a op b, given.  "and" and "or" are not here: they do not evaluate both. */
bool arith_binary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, const struct value *b, struct value *result);
bool arith_unary(struct diag *diag, struct loc op_loc, int op,
	const struct value *a, struct value *result);

/* v in UNIT: the number, that will print in that unit.  (A quantity that
 * was converted keeps the unit for printing: see arith_convert.)
 */
bool arith_convert(struct diag *diag, struct loc loc, const struct value *v,
	const char *unit_text, struct value *result);

/* Report a status of number.h at "loc". */
bool arith_fail(struct diag *diag, struct loc loc, enum number_status status,
	int op, const struct value *a, const struct value *b);

#endif
