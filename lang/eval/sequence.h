#ifndef LANG_EVAL_SEQUENCE_H
#define LANG_EVAL_SEQUENCE_H

/* Lists, tuples and ranges as programs write them, and their elements.
 *
 * The bounds of ranges and the number of elements are known when a kernel
 * is defined; the elements themselves may be symbolic.
 */

#include "lang/eval/eval.h"

/* The value of a LIST or TUPLE, RANGE, COMPREHENSION or INDEX node. */
bool sequence_literal(struct eval *ev, const struct node *node,
	struct value *result);
bool sequence_range(struct eval *ev, const struct node *node,
	struct value *result);
bool sequence_comprehension(struct eval *ev, const struct node *node,
	struct value *result);
bool sequence_index(struct eval *ev, const struct node *node,
	struct value *result);

#endif
