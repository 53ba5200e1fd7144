/* Lists, tuples, ranges and comprehensions, and base[index]. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/rooms.h"
#include "lang/eval/sequence.h"

static const struct value unknown = { .kind = VALUE_UNKNOWN };

/* -------------------------------------------------------------- lists */

bool sequence_literal(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value seq;

	if (!eval_reserve(ev,
		    (int64_t) (sizeof(struct value) * (size_t) node->n_kid),
		    node->loc))
		return false;
	seq = value_sequence(node->kind == NODE_LIST ? VALUE_LIST : VALUE_TUPLE,
		node->n_kid);
	for (int i = 0; i < node->n_kid; ++i)
		if (!eval_node(ev, node->kid[i], &seq.u.sequence->item[i])) {
			seq.u.sequence->item[i] = (struct value) { 0 };
			value_free(&seq);
			return false;
		}
	*result = seq;
	return true;
}

/* lo, lo + step, ...: a list, as of range(). */
static bool make_steps(struct eval *ev, const struct node *node,
	const struct number *lo, const struct number *hi,
	const struct value *step, struct value *result)
{
	enum number_status status;
	struct value range;
	int64_t n;

	if (step->kind != VALUE_NUMBER || number_sign(&step->u.number) == 0)
		return diag_error(ev->diag, node->kid[2]->loc, NULL,
			"the step of a range is a number other than 0");
	if (!dim_equal(lo->dim, hi->dim) ||
		!dim_equal(lo->dim, step->u.number.dim))
		return diag_error(ev->diag, node->loc, NULL,
			"the bounds and the step of a range must have the "
			"same unit");
	status = value_range_by(lo, hi, &step->u.number, &range);
	n = status == NUMBER_OK ? range.u.range->n : 0;
	if (status != NUMBER_OK || n > INT32_MAX)
		return diag_error(ev->diag, node->loc, NULL,
			"this range has too many elements, or a bound that is "
			"not finite");
	if (!eval_reserve(ev, n * (int64_t) sizeof(struct value), node->loc)) {
		value_free(&range);
		return false;
	}
	*result = value_sequence(VALUE_LIST, n);
	for (int64_t i = 0; i < n; ++i)
		result->u.sequence->item[i] = value_item(&range, i);
	value_free(&range);
	return true;
}

static bool make_range(struct eval *ev, const struct node *node,
	const struct value *lo, const struct value *hi,
	const struct value *step, struct value *result)
{
	enum number_status status;

	if (lo->kind != VALUE_NUMBER || hi->kind != VALUE_NUMBER)
		return diag_error(ev->diag, node->loc, NULL,
			"the bounds of a range must be numbers, got a %s",
			value_kind_name(lo->kind != VALUE_NUMBER ? lo : hi));
	if (step->kind != VALUE_NONE)
		return make_steps(ev, node, &lo->u.number, &hi->u.number, step,
			result);
	status = value_range(&lo->u.number, &hi->u.number, result);
	if (status == NUMBER_OK)
		return true;
	return diag_error(ev->diag, node->loc, NULL,
		status == NUMBER_DIMENSION ?
			"the bounds of a range must have "
			"the same unit" :
			"this range has too many elements, or a "
			"bound that is not finite");
}

bool sequence_range(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct value v[3] = { { 0 }, { 0 }, { 0 } }; /* lo, hi, step or none */
	bool ok = true, is_unknown = false, is_symbolic = false;

	for (int i = 0; ok && i < node->n_kid; ++i) {
		ok = eval_node(ev, node->kid[i], &v[i]);
		if (!ok)
			v[i] = (struct value) { 0 };
		is_unknown |= v[i].kind == VALUE_UNKNOWN;
		is_symbolic |= value_symbolic(&v[i]) != NULL;
	}
	if (ok && is_unknown) {
		*result = unknown;
	} else if (ok && is_symbolic) {
		ok = diag_error(ev->diag, node->loc, NULL,
			"the bounds of "
			"this range are known only when a thread runs");
		diag_note(ev->diag,
			"'for' unrolls a known range; 'loop k in "
			"0..nx-1 { ... }' is a loop inside of the thread");
	} else if (ok) {
		ok = make_range(ev, node, &v[0], &v[1], &v[2], result);
	}
	for (int i = 0; i < 3; ++i)
		value_free(&v[i]);
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
	int64_t n;
	bool ok = true;

	if (!eval_node(ev, f->kid[0], &items))
		return false;
	n = value_length(&items);
	if (items.kind == VALUE_UNKNOWN)
		n = 1;
	if (n < 0) {
		diag_error(ev->diag, f->kid[0]->loc, NULL,
			"'for' enumerates a list or range, got a %s",
			value_kind_name(&items));
		value_free(&items);
		return false;
	}
	for (int64_t i = 0; ok && i < n; ++i) {
		int mark = ev->locals.n;

		ok = eval_step(ev, 1, f->loc) &&
			eval_bind_names(ev, f, 1,
				items.kind == VALUE_UNKNOWN ?
					unknown :
					value_item(&items, i)) &&
			collect(ev, node, clause + 1, c);
		eval_unbind(ev, mark);
	}
	if (items.kind == VALUE_UNKNOWN && c->n >= 0) {
		/* the number of elements is unknown */
		for (int64_t i = 0; i < c->n; ++i)
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
	if ((c->n & (c->n - 1)) == 0 &&
		!eval_has_room(ev, 2 * c->n * (int64_t) sizeof(v), node->loc)) {
		value_free(&v);
		return false;
	}
	account_add(sizeof(v));
	c->bytes += (int64_t) sizeof(v);
	c->item = memory_grow(c->item, (size_t) c->n, sizeof(v));
	c->item[c->n++] = v;
	return true;
}

bool sequence_comprehension(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct collector c = { 0 };
	bool ok = collect(ev, node, 1, &c);

	account_add(-c.bytes);
	if (ok && c.n < 0) {
		*result = unknown;
	} else if (ok) {
		*result = value_sequence(VALUE_LIST, c.n);
		if (c.n > 0)
			memcpy(result->u.sequence->item, c.item,
				(size_t) c.n * sizeof(*c.item));
	} else {
		for (int64_t i = 0; i < c.n; ++i)
			value_free(&c.item[i]);
	}
	free(c.item);
	return ok;
}

/* -------------------------------------------------------------- index */

static bool pick_slice(struct eval *ev, const struct node *at,
	const struct value *base, const struct value *range,
	struct value *result);

/* base[index] for values that have elements. */
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
	if (n < 0) {
		diag_error(ev->diag, base_at->loc, NULL,
			"a %s cannot be indexed", value_kind_name(base));
		if (value_symbolic(base))
			diag_note(ev->diag,
				"brackets twice are a component: declare how "
				"many the field has, as in double[4][nx]");
		if (base->kind == VALUE_FUNCTION)
			diag_note(ev->diag,
				"parameters of functions and kernels are given "
				"in parentheses: k(32, 8)");
		return false;
	}
	if (index->kind == VALUE_RANGE)
		return pick_slice(ev, at, base, index, result);
	if (index->kind != VALUE_NUMBER || !dim_is_none(index->u.number.dim) ||
		!number_to_int(&index->u.number, &i))
		return diag_error(ev->diag, at->loc, NULL,
			value_symbolic(index) ?
				"the index of a list must be "
				"known when the kernel is built" :
				"an index must be a whole number");
	if (i < 0 || i >= n) {
		diag_error(ev->diag, at->loc, NULL,
			"index %lld is out of range", (long long) i);
		if (n > 0)
			diag_note(ev->diag,
				"the %s has %lld elements, 0 to "
				"%lld",
				value_kind_name(base), (long long) n,
				(long long) n - 1);
		else
			diag_note(ev->diag, "the %s is empty",
				value_kind_name(base));
		return false;
	}
	*result = value_item(base, i);
	return true;
}

/* Join a list of characters into a string; takes ownership of the list. */
static struct value join_letters(struct value *list)
{
	struct buffer text = { 0 };
	struct value v;

	for (int64_t i = 0; i < value_length(list); ++i)
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
	int64_t n = value_length(range), bytes;
	struct value list;

	if (__builtin_mul_overflow(n, (int64_t) sizeof(struct value), &bytes))
		bytes = INT64_MAX;
	if (!eval_reserve(ev, bytes, at->loc))
		return false;
	list = value_sequence(base->kind == VALUE_TUPLE ? VALUE_TUPLE :
							  VALUE_LIST,
		n);
	for (int64_t i = 0; i < n; ++i) {
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

bool sequence_index(struct eval *ev, const struct node *node,
	struct value *result)
{
	const struct node *base_node = node->kid[0];
	struct value base, index, item;
	bool was_index = ev->in_index, ok;

	if (ev->build ? !ev->rooms->body_base(ev, node, &base) :
			!eval_node(ev, base_node, &base))
		return false;
	if (base.kind == VALUE_OBJECT && base.u.object->type->index) {
		ok = base.u.object->type->index(node, base.u.object, result);
		value_free(&base);
		return ok;
	}
	for (int i = 1; i < node->n_kid; ++i) {
		ev->in_index = true;
		ok = eval_node(ev, node->kid[i], &index);
		ev->in_index = was_index;
		if (ok) {
			ok = pick_item(ev, node->kid[i],
				i == 1 ? base_node : node->kid[i], &base,
				&index, &item);
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
