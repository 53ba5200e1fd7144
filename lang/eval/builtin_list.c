/* Functions that split and join lists, tuples and strings. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/find.h"
#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/value/arith.h"

DEFINE_BUILTIN(len)
{
	int64_t n = value_length(&call->arg[0]);

	if (n < 0)
		return call_wrong(call, 0, "a list or a string");
	*result = value_int(n);
	return true;
}

static bool convert(struct call *call, enum value_kind kind,
	struct value *result)
{
	struct value items;
	bool ok;

	if (!call_items(call, 0, &items))
		return false;
	if (items.kind == kind) {
		*result = items;
		return true;
	}
	ok = call_sequence(call, kind, items.u.sequence->n, result);
	for (int64_t i = 0; ok && i < items.u.sequence->n; ++i)
		result->u.sequence->item[i] = value_item(&items, i);
	value_free(&items);
	return ok;
}

DEFINE_BUILTIN(list)
{
	return convert(call, VALUE_LIST, result);
}

DEFINE_BUILTIN(tuple)
{
	return convert(call, VALUE_TUPLE, result);
}

/* Byte offset of character i of a string. */
static size_t offset_of(const struct string *s, int64_t i)
{
	size_t at = 0;

	while (at < s->len && i > 0)
		i -= ((unsigned char) s->text[++at] & 0xc0) != 0x80;
	return at;
}

/* Elements [from, to) of argument 0, as a value of the same kind. */
static bool part(struct call *call, int64_t from, int64_t to,
	struct value *result)
{
	const struct value *v = &call->arg[0];

	if (v->kind == VALUE_STRING) {
		size_t begin = offset_of(v->u.string, from);

		*result = value_string(v->u.string->text + begin,
			offset_of(v->u.string, to) - begin);
		return true;
	}
	if (!call_sequence(call,
		    v->kind == VALUE_TUPLE ? VALUE_TUPLE : VALUE_LIST,
		    to - from, result))
		return false;
	for (int64_t i = from; i < to; ++i)
		result->u.sequence->item[i - from] = value_item(v, i);
	return true;
}

/* The length of argument 0, and argument 1 as a position in it. */
static bool cut_at(struct call *call, int64_t *n, int64_t *at)
{
	*n = value_length(&call->arg[0]);
	if (*n < 0)
		return call_wrong(call, 0, "a list or a string");
	if (!call_int(call, 1, at))
		return false;
	if (*at < 0)
		return diag_error(call->diag, call_loc(call, 1), NULL,
			"%s needs a count that is not negative",
			call->row->name);
	if (*at > *n)
		*at = *n;
	return true;
}

DEFINE_BUILTIN(take)
{
	int64_t n, at;

	return cut_at(call, &n, &at) && part(call, 0, at, result);
}

DEFINE_BUILTIN(drop)
{
	int64_t n, at;

	return cut_at(call, &n, &at) && part(call, at, n, result);
}

static bool end_item(struct call *call, bool first, struct value *result)
{
	int64_t n = value_length(&call->arg[0]);

	if (n < 0)
		return call_wrong(call, 0, "a list or a string");
	if (n == 0)
		return call_empty(call, 0);
	*result = value_item(&call->arg[0], first ? 0 : n - 1);
	return true;
}

DEFINE_BUILTIN(first)
{
	return end_item(call, true, result);
}

DEFINE_BUILTIN(last)
{
	return end_item(call, false, result);
}

static struct value reverse_string(const struct string *s)
{
	struct value v = value_string_room(s->len);
	size_t at = 0, n;

	while (at < s->len) {
		for (n = 1; at + n < s->len &&
			((unsigned char) s->text[at + n] & 0xc0) == 0x80;
			++n)
			;
		memcpy(v.u.string->text + s->len - at - n, s->text + at, n);
		at += n;
	}
	return v;
}

DEFINE_BUILTIN(reverse)
{
	const struct value *v = &call->arg[0];
	int64_t n = value_length(v);

	if (n < 0)
		return call_wrong(call, 0, "a list or a string");
	if (v->kind == VALUE_STRING) {
		*result = reverse_string(v->u.string);
		return true;
	}
	if (!call_sequence(call,
		    v->kind == VALUE_TUPLE ? VALUE_TUPLE : VALUE_LIST, n,
		    result))
		return false;
	for (int64_t i = 0; i < n; ++i)
		result->u.sequence->item[n - 1 - i] = value_item(v, i);
	return true;
}

DEFINE_BUILTIN(append)
{
	struct value items;
	int64_t n;

	if (!call_items(call, 0, &items))
		return false;
	n = items.u.sequence->n;
	if (!call_sequence(call, items.kind, n + call->n_arg - 1, result)) {
		value_free(&items);
		return false;
	}
	for (int64_t i = 0; i < n; ++i)
		result->u.sequence->item[i] = value_item(&items, i);
	for (int64_t i = 1; i < call->n_arg; ++i)
		result->u.sequence->item[n + i - 1] = value_copy(&call->arg[i]);
	value_free(&items);
	return true;
}

/* A list being traversed, and the current position. */
struct place {
	const struct value *list;
	int64_t next;
};

/* Visit all elements that are not lists, in order: append them to "out", or
 * only count them if "out" is NULL. A loop with an explicit stack, since lists
 * may nest arbitrarily deep.
 */
static bool walk(struct call *call, const struct value *list, struct value *out,
	int64_t *n)
{
	struct place *place = memory_grow(NULL, 0, sizeof(*place));
	size_t depth = 1;
	bool ok = true;

	*n = 0;
	place[0] = (struct place) { list, 0 };
	while (ok && depth > 0) {
		struct place *p = &place[depth - 1];
		const struct value *item;

		if (p->next == p->list->u.sequence->n) {
			--depth;
			continue;
		}
		item = &p->list->u.sequence->item[p->next++];
		ok = eval_step(call->eval, 1, call->loc);
		if (item->kind == VALUE_LIST) {
			place = memory_grow(place, depth, sizeof(*place));
			place[depth++] = (struct place) { item, 0 };
			continue;
		}
		if (out)
			out[*n] = value_copy(item);
		++*n;
	}
	free(place);
	return ok;
}

DEFINE_BUILTIN(flatten)
{
	struct value items;
	int64_t n;
	bool ok;

	if (!call_items(call, 0, &items))
		return false;
	ok = walk(call, &items, NULL, &n) &&
		call_sequence(call, VALUE_LIST, n, result) &&
		walk(call, &items, result->u.sequence->item, &n);
	value_free(&items);
	if (!ok)
		value_free(result);
	return ok;
}

/* The index of the first character of "x" in "s", or -1. */
static int64_t find_in_string(const struct string *s, const struct string *x)
{
	const char *found = find_bytes(s->text, s->len, x->text, x->len);
	int64_t n = 0;

	for (const char *c = s->text; found && c < found; ++c)
		n += ((unsigned char) c[1] & 0xc0) != 0x80;
	return found ? n : -1;
}

/* The index of argument 1 in argument 0, or -1. */
static bool find(struct call *call, int64_t *index)
{
	const struct value *v = &call->arg[0], *x = &call->arg[1];
	int64_t n = value_length(v);

	*index = -1;
	if (n < 0)
		return call_wrong(call, 0, "a list or a string");
	if (v->kind == VALUE_STRING) {
		if (x->kind != VALUE_STRING)
			return call_wrong(call, 1, "a string");
		*index = find_in_string(v->u.string, x->u.string);
		return true;
	}
	for (int64_t i = 0; *index < 0 && i < n; ++i) {
		struct value item;

		if (!eval_step(call->eval, 1, call->loc))
			return false;
		item = value_item(v, i);
		if (value_equal(&item, x))
			*index = i;
		value_free(&item);
	}
	return true;
}

DEFINE_BUILTIN(contains)
{
	int64_t index;

	if (!find(call, &index))
		return false;
	*result = value_bool(index >= 0);
	return true;
}

DEFINE_BUILTIN(indexof)
{
	int64_t index;

	if (!find(call, &index))
		return false;
	*result = value_int(index);
	return true;
}

static struct value pair_of(int64_t i, struct value v)
{
	struct value pair = value_sequence(VALUE_TUPLE, 2);

	pair.u.sequence->item[0] = value_int(i);
	pair.u.sequence->item[1] = v;
	return pair;
}

DEFINE_BUILTIN(enumerate)
{
	const struct value *v = &call->arg[0];
	int64_t n = value_length(v), start = 0;

	if (n < 0)
		return call_wrong(call, 0, "a list or a string");
	if ((call_has(call, 1) && !call_int(call, 1, &start)) ||
		!call_reserve(call, n, 3 * sizeof(struct value)) ||
		!call_sequence(call, VALUE_LIST, n, result))
		return false;
	if (start > INT64_MAX - n) {
		value_free(result);
		return call_check(call, 1, NUMBER_TOO_BIG);
	}
	for (int64_t i = 0; i < n; ++i)
		result->u.sequence->item[i] = pair_of(start + i,
			value_item(v, i));
	return true;
}

DEFINE_BUILTIN(range)
{
	const struct number *lo, *hi, *step;
	struct value range;
	struct number one;
	bool ok;

	if (!call_number(call, 0, &lo) || !call_number(call, 1, &hi))
		return false;
	one = number_one_like(lo);
	step = &one;
	if (call_has(call, 2) && !call_number(call, 2, &step))
		return false;
	if (!dim_equal(lo->dim, hi->dim))
		return arith_fail(call->diag, call->loc, NUMBER_DIMENSION,
			OP_LT, &call->arg[0], &call->arg[1]);
	if (!dim_equal(lo->dim, step->dim))
		return arith_fail(call->diag, call->loc, NUMBER_DIMENSION,
			OP_ADD, &call->arg[0], &call->arg[2]);
	if (number_sign(step) == 0)
		return diag_error(call->diag, call_loc(call, 2), NULL,
			"the step of a range must not be 0");
	if (!call_check(call, 0, value_range_by(lo, hi, step, &range)))
		return false;
	ok = call_sequence(call, VALUE_LIST, range.u.range->n, result);
	for (int64_t i = 0; ok && i < range.u.range->n; ++i)
		result->u.sequence->item[i] = value_item(&range, i);
	value_free(&range);
	return ok;
}

/* lo + (hi - lo) * i / (n - 1) */
static bool between(struct call *call, int64_t i, int64_t n,
	struct value *result)
{
	struct value ratio = value_number(number_ratio(i, n > 1 ? n - 1 : 1));
	struct value span, offset;
	bool ok;

	if (!call_binary(call, OP_SUB, &call->arg[1], &call->arg[0], &span))
		return false;
	ok = call_binary(call, OP_MUL, &span, &ratio, &offset);
	value_free(&span);
	if (!ok)
		return false;
	ok = call_binary(call, OP_ADD, &call->arg[0], &offset, result);
	value_free(&offset);
	return ok;
}

DEFINE_BUILTIN(linspace)
{
	const struct number *end;
	int64_t n;
	bool ok;

	if (!call_number(call, 0, &end) || !call_number(call, 1, &end) ||
		!call_int(call, 2, &n))
		return false;
	if (n < 1)
		return diag_error(call->diag, call_loc(call, 2), NULL,
			"linspace needs a positive count");
	ok = call_sequence(call, VALUE_LIST, n, result);
	for (int64_t i = 0; ok && i < n; ++i)
		ok = between(call, i, n, &result->u.sequence->item[i]);
	if (!ok)
		value_free(result);
	return ok;
}

static bool repeat_string(struct call *call, const struct string *s, int64_t n,
	struct value *result)
{
	if (s->len == 0)
		n = 0;
	if (!call_reserve(call, n, s->len > 0 ? (int64_t) s->len : 1))
		return false;
	*result = value_string_room(s->len * (size_t) n);
	for (int64_t i = 0; i < n; ++i)
		memcpy(result->u.string->text + (size_t) i * s->len, s->text,
			s->len);
	return true;
}

DEFINE_BUILTIN(repeat)
{
	int64_t n;

	if (!call_int(call, 1, &n))
		return false;
	if (n < 0)
		return diag_error(call->diag, call_loc(call, 1), NULL,
			"repeat needs a count that is not negative");
	if (call->arg[0].kind == VALUE_STRING)
		return repeat_string(call, call->arg[0].u.string, n, result);
	if (!call_sequence(call, VALUE_LIST, n, result))
		return false;
	for (int64_t i = 0; i < n; ++i)
		result->u.sequence->item[i] = value_copy(&call->arg[0]);
	return true;
}
