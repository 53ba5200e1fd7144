/* Assignments that extend a list in place when no other reference can observe
 * it.
 */

#include <string.h>

#include "lang/eval/builtin.h"
#include "lang/eval/extend.h"
#include "lang/value/arith.h"

static bool is_local(const struct eval *ev, const char *name)
{
	return locals_find(&ev->locals, name, ev->base) >= 0;
}

static bool is_name(const struct node *node, const char *name)
{
	return node->kind == NODE_NAME && strcmp(node->text, name) == 0;
}

/* append(name, ...) by position, where append is the built-in one */
static bool is_append(struct eval *ev, const struct node *node,
	const char *name)
{
	if (node->kind != NODE_CALL || node->n_kid < 3 ||
		!is_name(node->kid[0], "append") ||
		!is_name(node->kid[1]->kid[0], name) ||
		is_local(ev, "append") || scope_find(&ev->globals, "append"))
		return false;
	for (int i = 1; i < node->n_kid; ++i)
		if (node->kid[i]->text)
			return false;
	return true;
}

static bool is_sum(const struct node *node, const char *name)
{
	return node->kind == NODE_BINARY && node->op == OP_ADD &&
		is_name(node->kid[0], name);
}

bool extend_applies(struct eval *ev, const struct node *assign)
{
	const struct value *held = scope_find(&ev->globals, assign->text);
	const struct node *e = assign->kid[0];

	if (!held || held->kind != VALUE_LIST || held->u.sequence->refs > 1 ||
		ev->in_library || is_local(ev, assign->text))
		return false;
	if (assign->op >= 0)
		return assign->op == OP_ADD;
	return is_append(ev, e, assign->text) || is_sum(e, assign->text);
}

/* Evaluate the values to append: the arguments, or the right-hand side. */
static bool eval_more(struct eval *ev, const struct node *assign,
	struct value *more)
{
	const struct node *e = assign->kid[0];

	if (assign->op >= 0)
		return eval_node(ev, e, more);
	if (e->kind == NODE_BINARY)
		return eval_node(ev, e->kid[1], more);
	*more = value_sequence(VALUE_LIST, e->n_kid - 2);
	for (int i = 2; i < e->n_kid; ++i)
		if (!eval_node(ev, e->kid[i]->kid[0],
			    &more->u.sequence->item[i - 2])) {
			more->u.sequence->item[i - 2] = (struct value) { 0 };
			value_free(more);
			return false;
		}
	return true;
}

/* The general case: a sum that makes a new list, or an error. */
static bool add_anew(struct eval *ev, const struct node *assign,
	const struct value *more)
{
	const struct node *at = assign->op >= 0 ? assign : assign->kid[0];
	struct value sum;

	if (!arith_binary(ev->diag, at->at, OP_ADD,
		    scope_find(&ev->globals, assign->text), more, &sum))
		return false;
	scope_set(&ev->globals, assign->text, sum);
	return true;
}

bool extend_assign(struct eval *ev, const struct node *assign)
{
	struct value *held, more;
	int64_t n;
	bool ok;

	if (!eval_more(ev, assign, &more))
		return false;
	held = scope_find(&ev->globals, assign->text);
	if (more.kind != VALUE_LIST || held->u.sequence->refs > 1) {
		ok = add_anew(ev, assign, &more);
		value_free(&more);
		return ok;
	}
	n = value_length(&more);
	ok = eval_step(ev, n, assign->loc) &&
		eval_reserve(ev, value_growth(held, n), assign->loc) &&
		eval_has_room(ev,
			(int64_t) sizeof(struct value) *
					held->u.sequence->room +
				value_growth(held, n),
			assign->loc);
	if (ok)
		value_grow(held, n);
	for (int64_t i = 0; ok && i < n; ++i)
		held->u.sequence->item[held->u.sequence->n++] =
			value_item(&more, i);
	value_free(&more);
	return ok;
}
