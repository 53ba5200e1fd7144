/* Functions based on comparison: min, max, clip, argmin, argmax, sort, median,
 * unique.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/value/arith.h"

/* The index of the smallest (sign 1) or largest (-1) of n values. */
static bool find_extreme(struct call *call, const struct value *item, int64_t n,
	int sign, int64_t *best)
{
	int order;

	*best = 0;
	if (n == 0)
		return call_empty(call, 0);
	for (int64_t i = 1; i < n; ++i) {
		if (!eval_step(call->eval, 1, call->loc) ||
			!arith_compare(call->diag, call->loc, &item[i],
				&item[*best], &order))
			return false;
		if (order == -sign)
			*best = i;
	}
	return true;
}

static bool extreme(struct call *call, int sign, struct value *result)
{
	struct gathered g;
	int64_t best;
	bool ok;

	if (!call_gather(call, &g))
		return false;
	if (call_any_unknown(g.first, g.n)) {
		result->kind = VALUE_UNKNOWN;
		ok = true;
	} else if (g.n > INT32_MAX ||
		!call_object(call, (int) g.n, g.first, result, &ok)) {
		ok = find_extreme(call, g.first, g.n, sign, &best);
		if (ok)
			*result = value_copy(&g.first[best]);
	}
	value_free(&g.items);
	return ok;
}

DEFINE_BUILTIN(min)
{
	return extreme(call, 1, result);
}

DEFINE_BUILTIN(max)
{
	return extreme(call, -1, result);
}

DEFINE_BUILTIN(clip)
{
	const struct value *x = &call->arg[0];
	int below, above;
	bool ok;

	if (call_object(call, 3, call->arg, result, &ok))
		return ok;
	if (!arith_compare(call->diag, call->loc, x, &call->arg[1], &below) ||
		!arith_compare(call->diag, call->loc, x, &call->arg[2], &above))
		return false;
	if (below == -1)
		x = &call->arg[1];
	else if (above == 1)
		x = &call->arg[2];
	*result = value_copy(x);
	return true;
}

/* by(x) of each element, or the elements themselves. */
static bool make_keys(struct call *call, int by, const struct value *items,
	struct value *keys)
{
	int64_t n = items->u.sequence->n;

	*keys = (struct value) { .kind = VALUE_NONE };
	if (!call_has(call, by)) {
		*keys = value_copy(items);
		return true;
	}
	if (!call_function(call, by) ||
		!call_sequence(call, VALUE_LIST, n, keys))
		return false;
	for (int64_t i = 0; i < n; ++i) {
		if (call_apply(call, by, 1, &items->u.sequence->item[i],
			    &keys->u.sequence->item[i]))
			continue;
		value_free(keys);
		return false;
	}
	return true;
}

static bool arg_extreme(struct call *call, int sign, struct value *result)
{
	struct value items, keys;
	int64_t best;
	bool ok;

	if (!call_items(call, 0, &items))
		return false;
	ok = make_keys(call, 1, &items, &keys) &&
		find_extreme(call, keys.u.sequence->item, keys.u.sequence->n,
			sign, &best);
	if (ok)
		*result = value_int(best);
	value_free(&keys);
	value_free(&items);
	return ok;
}

DEFINE_BUILTIN(argmin)
{
	return arg_extreme(call, 1, result);
}

DEFINE_BUILTIN(argmax)
{
	return arg_extreme(call, -1, result);
}

/* A stable merge sort of indices, which stops at the first pair of keys that
 * cannot be compared.
 */
struct sorter {
	struct call *call;
	const struct value *key;
	int sign;
	int64_t *index, *spare;
};

static bool merge(struct sorter *s, int64_t lo, int64_t mid, int64_t hi)
{
	int64_t i = lo, j = mid;
	int order;

	if (!eval_step(s->call->eval, hi - lo, s->call->loc))
		return false;
	memcpy(s->spare + lo, s->index + lo,
		(size_t) (hi - lo) * sizeof(int64_t));
	for (int64_t k = lo; k < hi; ++k) {
		order = i == mid ? 1 : -1;
		if (i < mid && j < hi) {
			if (!eval_step(s->call->eval, 0, s->call->loc) ||
				!arith_compare(s->call->diag, s->call->loc,
					&s->key[s->spare[i]],
					&s->key[s->spare[j]], &order))
				return false;
			order = order == s->sign;
		}
		s->index[k] = order == 1 ? s->spare[j++] : s->spare[i++];
	}
	return true;
}

static bool sort_part(struct sorter *s, int64_t lo, int64_t hi)
{
	int64_t mid = lo + (hi - lo) / 2;

	if (hi - lo < 2)
		return true;
	return sort_part(s, lo, mid) && sort_part(s, mid, hi) &&
		merge(s, lo, mid, hi);
}

/* The elements sorted by their keys. */
static bool sort_items(struct call *call, const struct value *items,
	const struct value *keys, bool descending, struct value *result)
{
	int64_t n = items->u.sequence->n;
	size_t bytes = (size_t) n * sizeof(int64_t);
	struct sorter s = { call, keys->u.sequence->item, descending ? -1 : 1,
		NULL, NULL };
	bool ok;

	if (!call_reserve(call, n, sizeof(int64_t)))
		return false;
	s.index = memory_new(bytes);
	s.spare = memory_new(bytes);
	for (int64_t i = 0; i < n; ++i)
		s.index[i] = i;
	ok = sort_part(&s, 0, n) && call_sequence(call, VALUE_LIST, n, result);
	for (int64_t i = 0; ok && i < n; ++i)
		result->u.sequence->item[i] = value_copy(
			&items->u.sequence->item[s.index[i]]);
	free(s.index);
	free(s.spare);
	return ok;
}

DEFINE_BUILTIN(sort)
{
	struct value items, keys;
	bool descending, ok;

	if (!call_bool(call, 2, false, &descending) ||
		!call_items(call, 0, &items))
		return false;
	ok = make_keys(call, 1, &items, &keys) &&
		sort_items(call, &items, &keys, descending, result);
	value_free(&keys);
	value_free(&items);
	return ok;
}

/* (x[(n - 1) / 2] + x[n / 2]) / 2 of the sorted list */
static bool middle(struct call *call, const struct sequence *s,
	struct value *result)
{
	struct value two = value_int(2), sum;
	bool ok;

	if (s->n == 0)
		return call_empty(call, 0);
	if (!call_binary(call, OP_ADD, &s->item[(s->n - 1) / 2],
		    &s->item[s->n / 2], &sum))
		return false;
	ok = call_binary(call, OP_DIV, &sum, &two, result);
	value_free(&sum);
	return ok;
}

DEFINE_BUILTIN(median)
{
	struct value items, sorted = { .kind = VALUE_NONE };
	bool ok;

	if (!call_items(call, 0, &items))
		return false;
	ok = sort_items(call, &items, &items, false, &sorted) &&
		middle(call, sorted.u.sequence, result);
	value_free(&sorted);
	value_free(&items);
	return ok;
}

/* Find out if item i differs from all before it; false if the budget ends. */
static bool find_new(struct call *call, const struct value *item, int64_t i,
	struct map *seen, bool *is_new)
{
	uint64_t hash = value_hash(&item[i]);
	size_t at = 0;
	int64_t j;

	*is_new = false;
	while ((j = map_next(seen, hash, &at)) >= 0) {
		if (!eval_step(call->eval, 1, call->loc))
			return false;
		if (value_equal(&item[j], &item[i]))
			return true;
	}
	map_add(seen, hash, i);
	*is_new = true;
	return true;
}

DEFINE_BUILTIN(unique)
{
	int64_t n, n_kept = 0;
	const struct value *item;
	struct map seen = { 0 };
	struct value items;
	bool ok = true, is_new;

	if (!call_items(call, 0, &items))
		return false;
	n = items.u.sequence->n;
	item = items.u.sequence->item;
	/* reserve the hash map: at most four slots per entry */
	if (!call_reserve(call, 4 * n, sizeof(struct map_slot)) ||
		!call_sequence(call, VALUE_LIST, n, result)) {
		value_free(&items);
		return false;
	}
	for (int64_t i = 0; ok && i < n; ++i) {
		ok = eval_step(call->eval, 1, call->loc) &&
			find_new(call, item, i, &seen, &is_new);
		if (ok && is_new)
			result->u.sequence->item[n_kept++] = value_copy(
				&item[i]);
	}
	result->u.sequence->n = n_kept;
	map_clear(&seen);
	value_free(&items);
	if (!ok)
		value_free(result);
	return ok;
}
