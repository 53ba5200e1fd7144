/* Operators of expressions.  Chains of one operator are walked in a loop, so
 * that a sum of a million terms needs no stack.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/eval/operator.h"
#include "lang/value/arith.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

static bool both_integers(const struct value *a, const struct value *b)
{
	return a->kind == VALUE_NUMBER && b->kind == VALUE_NUMBER &&
		number_is_integer(&a->u.number) &&
		number_is_integer(&b->u.number) &&
		dim_is_none(a->u.number.dim) && dim_is_none(b->u.number.dim);
}

static bool apply_binary(struct eval *ev, const struct node *node,
	const struct value *a, const struct value *b, struct value *result)
{
	const struct symbolic *x, *y;
	struct number n;

	if (ev->in_index && node->op == OP_DIV) {
		if (both_integers(a, b) &&
			number_floor_div(&a->u.number, &b->u.number, &n) ==
				NUMBER_OK) {
			*result = value_number(n);
			return true;
		}
		x = value_symbolic(a);
		y = value_symbolic(b);
		if ((x || y) && (x || a->kind == VALUE_NUMBER) &&
			(y || b->kind == VALUE_NUMBER))
			return (x ? x : y)->floor_div(ev->diag, node->at, a, b,
				result);
	}
	if (a->kind == VALUE_STRING && b->kind == VALUE_STRING &&
		!eval_reserve(ev,
			(int64_t) (a->u.string->len + b->u.string->len),
			node->at))
		return false;
	return arith_binary(ev->diag, node->at, node->op, a, b, result);
}

/* a + b + c + ... can have a million terms: descend the left side in a loop. */
bool operator_binary(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct node *bottom = node;
	const struct node **chain;
	struct value left, right, value;
	int n = 0, i;
	bool ok;

	for (; bottom->kind == NODE_BINARY; bottom = bottom->kid[0])
		++n;
	chain = memory_new((size_t) n * sizeof(*chain));
	for (i = n - 1, bottom = node; i >= 0; --i, bottom = bottom->kid[0])
		chain[i] = bottom;
	ok = eval_node(ev, bottom, &left);
	for (i = 0; ok && i < n; ++i) {
		ok = eval_node(ev, chain[i]->kid[1], &right);
		if (!ok) {
			value_free(&left);
			break;
		}
		ok = eval_step(ev, 1, chain[i]->at) &&
			apply_binary(ev, chain[i], &left, &right, &value);
		value_free(&left);
		value_free(&right);
		left = value;
	}
	free(chain);
	if (ok)
		*result = left;
	return ok;
}

static bool is_truth(const struct value *v)
{
	const struct symbolic *symbolic = value_symbolic(v);

	return v->kind == VALUE_BOOL ||
		(symbolic && symbolic->is_truth(v->u.object));
}

static bool expect_truth(struct eval *ev, const struct node *node,
	const struct value *v)
{
	if (is_truth(v) || v->kind == VALUE_UNKNOWN)
		return true;
	return diag_error(ev->diag, node->loc, NULL,
		"expected true or false, got a %s", value_kind_name(v));
}

/* a and b, a or b; takes ownership of "a". */
static bool apply_logic(struct eval *ev, const struct node *node,
	struct value a, struct value *result)
{
	bool stop_at = node->kind == NODE_OR;
	struct value b;

	if (!expect_truth(ev, node->kid[0], &a)) {
		value_free(&a);
		return false;
	}
	if (a.kind == VALUE_BOOL && a.u.boolean == stop_at) {
		*result = a;
		return true;
	}
	if (!eval_node(ev, node->kid[1], &b)) {
		value_free(&a);
		return false;
	}
	if (!expect_truth(ev, node->kid[1], &b)) {
		value_free(&a);
		value_free(&b);
		return false;
	}
	if (a.kind == VALUE_UNKNOWN || b.kind == VALUE_UNKNOWN) {
		*result = unknown;
	} else if (value_symbolic(&a) && value_symbolic(&b)) {
		value_symbolic(&a)->logic(stop_at, a.u.object, b.u.object,
			result);
	} else if (b.kind == VALUE_BOOL && value_symbolic(&a)) {
		*result = b.u.boolean == stop_at ? value_bool(stop_at) :
						   value_copy(&a);
	} else {
		*result = value_copy(&b);
	}
	value_free(&a);
	value_free(&b);
	return true;
}

/* and, or: the right side is evaluated only if it matters. Chains are handled
 * as in operator_binary.
 */
bool operator_logic(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct node *bottom = node;
	const struct node **chain;
	struct value left;
	int n = 0, i;
	bool ok;

	for (; bottom->kind == node->kind; bottom = bottom->kid[0])
		++n;
	chain = memory_new((size_t) n * sizeof(*chain));
	for (i = n - 1, bottom = node; i >= 0; --i, bottom = bottom->kid[0])
		chain[i] = bottom;
	ok = eval_node(ev, bottom, &left);
	for (i = 0; ok && i < n; ++i)
		ok = eval_step(ev, 1, chain[i]->loc) &&
			apply_logic(ev, chain[i], left, &left);
	free(chain);
	if (ok)
		*result = left;
	return ok;
}

bool operator_unary(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value v;
	bool ok;

	if (!eval_node(ev, node->kid[0], &v))
		return false;
	ok = arith_unary(ev->diag, node->at.source ? node->at : node->loc,
		node->op, &v, result);
	value_free(&v);
	return ok;
}

/* If the condition is symbolic, the value contains both sides. */
static bool select_side(struct eval *ev, const struct node *node,
	const struct value *condition, struct value *result)
{
	const struct loc loc[2] = { node->kid[1]->loc, node->kid[2]->loc };
	struct value a, b;
	bool ok;

	if (!eval_node(ev, node->kid[1], &a))
		return false;
	if (!eval_node(ev, node->kid[2], &b)) {
		value_free(&a);
		return false;
	}
	ok = value_symbolic(condition)->select(ev->diag, condition->u.object,
		loc, &a, &b, result);
	value_free(&a);
	value_free(&b);
	return ok;
}

bool operator_choice(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value cond, dummy;
	bool ok;

	if (!eval_node(ev, node->kid[0], &cond))
		return false;
	ok = expect_truth(ev, node->kid[0], &cond);
	if (ok && cond.kind == VALUE_UNKNOWN) {
		/* check both sides, but not inside a function, which might
		 * recurse without end
		 */
		if (!ev->callee) {
			ok = eval_node(ev, node->kid[1], &dummy);
			if (ok)
				value_free(&dummy);
			if (ok)
				ok = eval_node(ev, node->kid[2], &dummy);
			if (ok)
				value_free(&dummy);
		}
		*result = unknown;
	} else if (ok && value_symbolic(&cond)) {
		ok = select_side(ev, node, &cond, result);
	} else if (ok) {
		ok = eval_node(ev, node->kid[cond.u.boolean ? 1 : 2], result);
	}
	value_free(&cond);
	return ok;
}
