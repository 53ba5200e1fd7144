/* Expressions. */

#include <stdlib.h>
#include <string.h>

#include "lang/arith.h"
#include "lang/build.h"
#include "lang/builtin.h"
#include "lang/cell.h"
#include "lang/board.h"
#include "lang/eval.h"
#include "lang/evidence.h"
#include "lang/memory.h"
#include "lang/names.h"
#include "lang/ask.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

/* ------------------------------------------------------------ budgets */

bool eval_step(struct eval *ev, int64_t n, struct loc loc)
{
	ev->steps += n;
	if (ev->steps > ev->budget.steps)
		return eval_exhausted(ev, loc, "steps", ev->budget.steps);
	if (ev->account->live_B > ev->memory_B)
		return eval_exhausted(ev, loc, "memory", ev->budget.memory_B);
	if (atomic_load_explicit(&ev->interrupted, memory_order_relaxed))
		return diag_error(ev->diag, loc, NULL, "interrupted");
	return true;
}

bool eval_is_exhausted(const struct eval *ev)
{
	return ev->steps > ev->budget.steps ||
		ev->account->live_B > ev->memory_B;
}

bool eval_reserve(struct eval *ev, int64_t bytes, struct loc loc)
{
	if (bytes > ev->memory_B - ev->account->live_B)
		return eval_exhausted(ev, loc, "memory", ev->budget.memory_B);
	return true;
}

static bool check_stack(struct eval *ev, struct loc loc)
{
	uintptr_t here = (uintptr_t) __builtin_frame_address(0);
	uintptr_t used = here > ev->stack_top ? here - ev->stack_top :
		ev->stack_top - here;

	if ((int64_t) used <= ev->budget.stack_B)
		return true;
	eval_exhausted(ev, loc, "stack", ev->budget.stack_B);
	diag_note(ev->diag, "does a function call itself without end?");
	return false;
}

/* ------------------------------------------------------------- locals */

void eval_bind(struct eval *ev, const char *name, struct value v)
{
	ev->stack = memory_grow(ev->stack, (size_t) ev->n_stack,
		sizeof(*ev->stack));
	ev->stack[ev->n_stack++] = (struct local) { name, v };
}

void eval_unbind(struct eval *ev, int mark)
{
	while (ev->n_stack > mark)
		value_free(&ev->stack[--ev->n_stack].value);
}

bool eval_bind_names(struct eval *ev, const struct node *node, int from,
	struct value item)
{
	int n = node->n_kid - from, i;
	int64_t length = value_length(&item);

	if (n == 1) {
		eval_bind(ev, node->kid[from]->text, item);
		return true;
	}
	if (item.kind != VALUE_UNKNOWN && length != n) {
		diag_error(ev->diag, node->kid[from]->loc, NULL,
			"%d names for a %s", n, value_kind_name(&item));
		if (length >= 0)
			diag_note(ev->diag, "it has %lld part%s",
				(long long) length, length == 1 ? "" : "s");
		value_free(&item);
		return false;
	}
	for (i = 0; i < n; ++i)
		eval_bind(ev, node->kid[from + i]->text,
			item.kind == VALUE_UNKNOWN ? unknown :
			value_item(&item, i));
	value_free(&item);
	return true;
}

bool eval_lookup(struct eval *ev, const char *name, struct value *result)
{
	const struct value *global;
	int i;

	for (i = ev->n_stack - 1; i >= ev->base; --i)
		if (strcmp(ev->stack[i].name, name) == 0) {
			*result = value_copy(&ev->stack[i].value);
			return true;
		}
	for (i = 0; ev->callee && i < ev->callee->n_captured; ++i)
		if (strcmp(ev->callee->captured[i].name, name) == 0) {
			*result = value_copy(&ev->callee->captured[i].value);
			return true;
		}
	/* a library means its own names, whatever the user calls things */
	if (ev->callee && ev->callee->is_library) {
		global = scope_find(&ev->library, name);
		if (global) {
			*result = value_copy(global);
			return true;
		}
		if (names_predefined(name, result))
			return true;
	}
	global = scope_find(&ev->globals, name);
	if (global) {
		*result = value_copy(global);
		return true;
	}
	return names_predefined(name, result) ||
		board_lookup(ev, name, result);
}

static bool eval_name(struct eval *ev, const struct node *node,
	struct value *result)
{
	int errors = ev->diag->n_error;

	if (eval_lookup(ev, node->text, result))
		return true;
	if (ev->diag->n_error > errors)
		return false;
	diag_error(ev->diag, node->loc, NULL, "undefined name '%s'",
		node->text);
	names_suggest(ev, node->text);
	return false;
}

/* ---------------------------------------------------------- operators */

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
	struct number n;

	if (ev->in_index && node->op == OP_DIV) {
		if (both_integers(a, b) && number_floor_div(&a->u.number,
		    &b->u.number, &n) == NUMBER_OK) {
			*result = value_number(n);
			return true;
		}
		if ((cell_of(a) || cell_of(b)) &&
		    (cell_of(a) || a->kind == VALUE_NUMBER) &&
		    (cell_of(b) || b->kind == VALUE_NUMBER))
			return cell_floor_div(ev->diag, node->at, a, b,
				result);
	}
	return arith_binary(ev->diag, node->at, node->op, a, b, result);
}

/* Chains such as a + b + c + ... can be a million terms long: go down the
 * left side in a loop.
 */
static bool eval_binary(struct eval *ev, const struct node *node,
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
	const struct cell *cell = cell_of(v);

	return v->kind == VALUE_BOOL || (cell &&
		cell->graph->node[cell->node].type == TYPE_BOOL);
}

static bool expect_truth(struct eval *ev, const struct node *node,
	const struct value *v)
{
	if (is_truth(v) || v->kind == VALUE_UNKNOWN)
		return true;
	return diag_error(ev->diag, node->loc, NULL,
		"expected true or false, got a %s", value_kind_name(v));
}

static bool combine_truths(struct eval *ev, const struct node *node,
	const struct value *a, const struct value *b, struct value *result)
{
	struct graph *g = cell_of(a) ? cell_of(a)->graph : cell_of(b)->graph;
	int x = cell_node(g, ev->diag, node->loc, a);
	int y = cell_node(g, ev->diag, node->loc, b);

	*result = cell_value(g, graph_binary(g, node->kind == NODE_AND ?
		GRAPH_AND : GRAPH_OR, x, y));
	return true;
}

/* a and b, a or b; takes "a". */
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
	} else if (cell_of(&a) && cell_of(&b)) {
		combine_truths(ev, node, &a, &b, result);
	} else if (b.kind == VALUE_BOOL && cell_of(&a)) {
		*result = b.u.boolean == stop_at ? value_bool(stop_at) :
			value_copy(&a);
	} else {
		*result = value_copy(&b);
	}
	value_free(&a);
	value_free(&b);
	return true;
}

/* and, or: the right side only if it matters; chains as in eval_binary. */
static bool eval_logic(struct eval *ev, const struct node *node,
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

static bool eval_unary(struct eval *ev, const struct node *node,
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

static bool select_cells(struct eval *ev, const struct node *node, int cond,
	struct graph *g, struct value *result)
{
	struct value a, b;
	int x, y = -1;

	if (!eval_node(ev, node->kid[1], &a))
		return false;
	if (!eval_node(ev, node->kid[2], &b)) {
		value_free(&a);
		return false;
	}
	x = cell_node(g, ev->diag, node->kid[1]->loc, &a);
	if (x >= 0)
		y = cell_node(g, ev->diag, node->kid[2]->loc, &b);
	value_free(&a);
	value_free(&b);
	if (y < 0)
		return false;
	*result = cell_value(g, graph_select(g, cond, x, y));
	return true;
}

static bool eval_choice(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value cond, dummy;
	const struct cell *cell;
	bool ok;

	if (!eval_node(ev, node->kid[0], &cond))
		return false;
	ok = expect_truth(ev, node->kid[0], &cond);
	cell = cell_of(&cond);
	if (ok && cond.kind == VALUE_UNKNOWN) {
		/* both sides are looked at, but not inside of a function:
		 * it might call itself without end
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
	} else if (ok && cell) {
		ok = select_cells(ev, node, cell->node, cell->graph, result);
	} else if (ok) {
		ok = eval_node(ev, node->kid[cond.u.boolean ? 1 : 2], result);
	}
	value_free(&cond);
	return ok;
}

/* -------------------------------------------------------------- lists */

static bool eval_sequence(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value seq;
	int i;

	if (!eval_reserve(ev, (int64_t) (sizeof(struct value) *
	    (size_t) node->n_kid), node->loc))
		return false;
	seq = value_sequence(node->kind == NODE_LIST ? VALUE_LIST :
		VALUE_TUPLE, node->n_kid);
	for (i = 0; i < node->n_kid; ++i)
		if (!eval_node(ev, node->kid[i], &seq.u.sequence->item[i])) {
			seq.u.sequence->item[i] = (struct value) { 0 };
			value_free(&seq);
			return false;
		}
	*result = seq;
	return true;
}

static bool make_range(struct eval *ev, const struct node *node,
	const struct value *lo, const struct value *hi, struct value *result)
{
	enum number_status status;

	if (lo->kind != VALUE_NUMBER || hi->kind != VALUE_NUMBER)
		return diag_error(ev->diag, node->loc, NULL,
			"the bounds of a range are numbers, got a %s",
			value_kind_name(lo->kind != VALUE_NUMBER ? lo : hi));
	status = value_range(&lo->u.number, &hi->u.number, result);
	if (status == NUMBER_OK)
		return true;
	return diag_error(ev->diag, node->loc, NULL,
		status == NUMBER_DIMENSION ? "the bounds of a range must have "
		"the same unit" : "this range has too many elements, or a "
		"bound that is not finite");
}

static bool eval_range(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value lo, hi;
	bool ok;

	if (!eval_node(ev, node->kid[0], &lo))
		return false;
	if (!eval_node(ev, node->kid[1], &hi)) {
		value_free(&lo);
		return false;
	}
	if (lo.kind == VALUE_UNKNOWN || hi.kind == VALUE_UNKNOWN) {
		*result = unknown;
		ok = true;
	} else if (cell_of(&lo) || cell_of(&hi)) {
		ok = diag_error(ev->diag, node->loc, NULL, "the bounds of "
			"this range are known only when a thread runs");
		diag_note(ev->diag, "'for' unrolls a known range; 'loop k in "
			"0..nx-1 { ... }' is a loop inside of the thread");
	} else {
		ok = make_range(ev, node, &lo, &hi, result);
	}
	value_free(&lo);
	value_free(&hi);
	return ok;
}

struct collector {
	struct value *item;
	int64_t n, bytes;
};

static bool collect(struct eval *ev, const struct node *node, int clause,
	struct collector *c);

static bool collect_for(struct eval *ev, const struct node *node, int clause,
	struct collector *c)
{
	const struct node *f = node->kid[clause];
	struct value items;
	int64_t n, i;
	bool ok = true;

	if (!eval_node(ev, f->kid[0], &items))
		return false;
	n = value_length(&items);
	if (items.kind == VALUE_UNKNOWN)
		n = 1;
	if (n < 0) {
		diag_error(ev->diag, f->kid[0]->loc, NULL,
			"'for' goes through a list or range, got a %s",
			value_kind_name(&items));
		value_free(&items);
		return false;
	}
	for (i = 0; ok && i < n; ++i) {
		int mark = ev->n_stack;

		ok = eval_step(ev, 1, f->loc) && eval_bind_names(ev, f, 1,
			items.kind == VALUE_UNKNOWN ? unknown :
			value_item(&items, i)) &&
			collect(ev, node, clause + 1, c);
		eval_unbind(ev, mark);
	}
	if (items.kind == VALUE_UNKNOWN && c->n >= 0) {
		/* how many there are is not known */
		for (i = 0; i < c->n; ++i)
			value_free(&c->item[i]);
		c->n = -1;
	}
	value_free(&items);
	return ok;
}

static bool collect(struct eval *ev, const struct node *node, int clause,
	struct collector *c)
{
	struct value v;

	if (clause < node->n_kid && node->kid[clause]->kind == NODE_FOR_CLAUSE)
		return collect_for(ev, node, clause, c);
	if (clause < node->n_kid) {
		const struct node *test = node->kid[clause]->kid[0];

		if (!eval_node(ev, test, &v))
			return false;
		if (v.kind != VALUE_BOOL && v.kind != VALUE_UNKNOWN) {
			diag_error(ev->diag, test->loc, NULL,
				"'if' needs true or false, got a %s",
				value_kind_name(&v));
			value_free(&v);
			return false;
		}
		if (v.kind == VALUE_BOOL && !v.u.boolean)
			return true;
		return collect(ev, node, clause + 1, c);
	}
	if (!eval_node(ev, node->kid[0], &v))
		return false;
	if (c->n < 0) {
		value_free(&v);
		return true;
	}
	account_add(sizeof(v));
	c->bytes += (int64_t) sizeof(v);
	c->item = memory_grow(c->item, (size_t) c->n, sizeof(v));
	c->item[c->n++] = v;
	return true;
}

static bool eval_comprehension(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct collector c = { 0 };
	bool ok = collect(ev, node, 1, &c);
	int64_t i;

	account_add(-c.bytes);
	if (ok && c.n < 0) {
		*result = unknown;
	} else if (ok) {
		*result = value_sequence(VALUE_LIST, c.n);
		if (c.n > 0)
			memcpy(result->u.sequence->item, c.item,
				(size_t) c.n * sizeof(*c.item));
	} else {
		for (i = 0; i < c.n; ++i)
			value_free(&c.item[i]);
	}
	free(c.item);
	return ok;
}

/* -------------------------------------------------------------- index */

static bool pick_slice(struct eval *ev, const struct node *at,
	const struct value *base, const struct value *range,
	struct value *result);

/* base[index] for what has elements. */
static bool pick_item(struct eval *ev, const struct node *at,
	const struct node *base_at, const struct value *base,
	const struct value *index, struct value *result)
{
	int64_t n = value_length(base), i;
	const struct value *member;

	if (base->kind == VALUE_UNKNOWN || index->kind == VALUE_UNKNOWN) {
		*result = unknown;
		return true;
	}
	if (base->kind == VALUE_RECORD && index->kind == VALUE_STRING) {
		member = value_get(base, index->u.string->text);
		if (!member)
			return diag_error(ev->diag, at->loc, NULL,
				"there is no member '%s'",
				index->u.string->text);
		*result = value_copy(member);
		return true;
	}
	if (n < 0)
		return diag_error(ev->diag, base_at->loc, NULL,
			"a %s has no elements to choose from",
			value_kind_name(base));
	if (index->kind == VALUE_RANGE)
		return pick_slice(ev, at, base, index, result);
	if (index->kind != VALUE_NUMBER ||
	    !dim_is_none(index->u.number.dim) ||
	    !number_to_int(&index->u.number, &i))
		return diag_error(ev->diag, at->loc, NULL, cell_of(index) ?
			"the index of a list must be known when the kernel "
			"is built" : "an index must be a whole number");
	if (i < 0 || i >= n) {
		diag_error(ev->diag, at->loc, NULL,
			"index %lld is out of range", (long long) i);
		if (n > 0)
			diag_note(ev->diag, "the %s has %lld elements, 0 to "
				"%lld", value_kind_name(base), (long long) n,
				(long long) n - 1);
		else
			diag_note(ev->diag, "the %s is empty",
				value_kind_name(base));
		return false;
	}
	*result = value_item(base, i);
	return true;
}

/* The string of a list of letters, which it takes. */
static struct value join_letters(struct value *list)
{
	struct buffer text = { 0 };
	struct value v;
	int64_t i;

	for (i = 0; i < value_length(list); ++i)
		value_print(&list->u.sequence->item[i], &text);
	v = value_text(buffer_text(&text));
	buffer_free(&text);
	value_free(list);
	return v;
}

static bool pick_slice(struct eval *ev, const struct node *at,
	const struct value *base, const struct value *range,
	struct value *result)
{
	int64_t n = value_length(range), bytes, i;
	struct value list;

	if (__builtin_mul_overflow(n, (int64_t) sizeof(struct value), &bytes))
		bytes = INT64_MAX;
	if (!eval_reserve(ev, bytes, at->loc))
		return false;
	list = value_sequence(base->kind == VALUE_TUPLE ? VALUE_TUPLE :
		VALUE_LIST, n);
	for (i = 0; i < n; ++i) {
		struct value index = value_item(range, i);
		bool ok = pick_item(ev, at, at, base, &index,
			&list.u.sequence->item[i]);

		value_free(&index);
		if (!ok) {
			list.u.sequence->item[i] = (struct value) { 0 };
			value_free(&list);
			return false;
		}
	}
	*result = base->kind == VALUE_STRING ? join_letters(&list) : list;
	return true;
}

static bool eval_index(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct node *base_node = node->kid[0];
	struct value base, index, item;
	bool was_index = ev->in_index, ok;
	int i;

	if (ev->build)
		build_infer_components(ev->build, node);
	ok = base_node->kind == NODE_NAME && build_implicit(ev, base_node,
		&base);
	if (!ok && !eval_node(ev, base_node, &base))
		return false;
	if (field_value_of(&base)) {
		ok = build_load(ev, node, &base, result);
		value_free(&base);
		return ok;
	}
	if (cell_of(&base) && ev->build &&
	    build_is_scalar(ev->build, base_node)) {
		value_free(&base);
		return false;
	}
	for (i = 1; i < node->n_kid; ++i) {
		ev->in_index = true;
		ok = eval_node(ev, node->kid[i], &index);
		ev->in_index = was_index;
		if (ok) {
			ok = pick_item(ev, node->kid[i], i == 1 ? base_node :
				node->kid[i], &base, &index, &item);
			value_free(&index);
		}
		value_free(&base);
		if (!ok)
			return false;
		base = item;
	}
	*result = base;
	return true;
}

/* ------------------------------------------------------------ members */

static bool eval_dot(struct eval *ev, const struct node *node,
	struct value *result)
{
	const char *const *names = NULL;
	const struct object_type *type;
	const struct value *member;
	struct value base;
	int n = 0;
	bool ok = false;

	if (!eval_node(ev, node->kid[0], &base))
		return false;
	if (base.kind == VALUE_UNKNOWN) {
		*result = unknown;
		return true;
	}
	if (base.kind == VALUE_RECORD) {
		member = value_get(&base, node->text);
		ok = member != NULL;
		if (ok)
			*result = value_copy(member);
	} else if (base.kind == VALUE_OBJECT && base.u.object->type->get) {
		type = base.u.object->type;
		ok = type->get(base.u.object, node->text, result);
		if (!ok && type->names)
			n = type->names(base.u.object, &names);
	}
	if (!ok) {
		diag_error(ev->diag, node->at, NULL,
			"a %s has no member '%s'", value_kind_name(&base),
			node->text);
		if (base.kind == VALUE_RECORD)
			names_suggest_member(ev->diag, node->text, &base);
		else
			diag_suggest(ev->diag, node->text, names, n);
	}
	if (ok && ev->evidence)
		evidence_member(ev->evidence, node, &base, result);
	value_free(&base);
	return ok;
}

static bool eval_with(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value base;
	bool ok;

	if (!eval_node(ev, node->kid[0], &base))
		return false;
	if (base.kind == VALUE_UNKNOWN) {
		*result = unknown;
		return true;
	}
	ok = board_with(ev, &base, node, result);
	value_free(&base);
	return ok;
}

/* -------------------------------------------------------------- node  */

bool eval_node(struct eval *ev, const struct node *node, struct value *result)
{
	if (!eval_step(ev, 1, node->loc) || !check_stack(ev, node->loc))
		return false;
	switch (node->kind) {
	case NODE_NUMBER:
		*result = value_number(number_copy(&node->number));
		return true;
	case NODE_STRING:
		*result = value_text(node->text);
		return true;
	case NODE_NAME:		return eval_name(ev, node, result);
	case NODE_LIST:
	case NODE_TUPLE:	return eval_sequence(ev, node, result);
	case NODE_RANGE:	return eval_range(ev, node, result);
	case NODE_COMPREHENSION: return eval_comprehension(ev, node, result);
	case NODE_UNARY:	return eval_unary(ev, node, result);
	case NODE_BINARY:	return eval_binary(ev, node, result);
	case NODE_AND:
	case NODE_OR:		return eval_logic(ev, node, result);
	case NODE_CHOICE:	return eval_choice(ev, node, result);
	case NODE_CALL:		return eval_call(ev, node, result);
	case NODE_INDEX:	return eval_index(ev, node, result);
	case NODE_DOT:		return eval_dot(ev, node, result);
	case NODE_WITH:		return eval_with(ev, node, result);
	case NODE_LAMBDA:	return eval_lambda(ev, node, result);
	case NODE_CONVERT: {
		struct value v;
		bool ok;

		if (!eval_node(ev, node->kid[0], &v))
			return false;
		ok = arith_convert(ev->diag, node->at, &v, node->text, result);
		value_free(&v);
		return ok;
	}
	case NODE_QUESTION:
	case NODE_SEARCH:
	case NODE_CROSSOVER:	return ask_question(ev, node, result);
	case NODE_BROKEN:	return false;
	default:
		return diag_error(ev->diag, node->loc, NULL,
			"'%s' has no value", node_kind_name(node->kind));
	}
}

bool eval_int(struct eval *ev, const struct node *node, const char *what,
	int64_t *value)
{
	struct value v;
	bool ok;

	if (!eval_node(ev, node, &v))
		return false;
	if (v.kind == VALUE_UNKNOWN) {
		*value = 1;
		return true;
	}
	ok = v.kind == VALUE_NUMBER && dim_is_none(v.u.number.dim) &&
		number_to_int(&v.u.number, value);
	value_free(&v);
	if (!ok)
		diag_error(ev->diag, node->loc, NULL,
			"%s must be a whole number", what);
	return ok;
}
