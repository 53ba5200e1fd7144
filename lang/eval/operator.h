#ifndef LANG_EVAL_OPERATOR_H
#define LANG_EVAL_OPERATOR_H

/* Operators of expressions: what their operands are, in which order, and
 * whether the right one is looked at; what comes of values is arith.h.
 *
 * In the body of a kernel operands may be symbolic, as only a running
 * thread knows them; then the result is symbolic, too.
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
