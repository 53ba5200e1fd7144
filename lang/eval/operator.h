#ifndef LANG_EVAL_OPERATOR_H
#define LANG_EVAL_OPERATOR_H

/* Operators of expressions: evaluate the operands in order, the right one only
 * if needed. The operations on values are in arith.h.
 *
 * In the body of a kernel an operand may be symbolic, because only a running
 * thread knows its value; the result is then symbolic, too.
 */

#include "lang/eval/eval.h"

/* The value of a BINARY, AND or OR, UNARY or CHOICE node. */
bool operator_binary(struct eval *ev, const struct node *node,
	struct value *result);
bool operator_logic(struct eval *ev, const struct node *node,
	struct value *result);
bool operator_unary(struct eval *ev, const struct node *node,
	struct value *result);
bool operator_choice(struct eval *ev, const struct node *node,
	struct value *result);

#endif
