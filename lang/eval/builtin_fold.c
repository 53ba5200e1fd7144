/* Functions that reduce or map lists: sum, mean, dot, zip, map, reduce, count,
 * ...
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/value/arith.h"

/* x0 op x1 op x2 ..., from left to right; "none" for an empty list. */
static bool fold(struct call *call, const struct value *items, int op,
	int64_t none, struct value *result)
{
	int64_t n = value_length(items);
	struct value item, next;

	if (n < 0)
		return call_wrong(call, 0, "a list");
	*result = n == 0 ? value_int(none) : value_item(items, 0);
	for (int64_t i = 1; i < n; ++i) {
		bool ok;

		item = value_item(items, i);
		ok = call_binary(call, op, result, &item, &next);
		value_free(&item);
		value_free(result);
		if (!ok)
			return false;
		*result = next;
	}
	return true;
}

DEFINE_BUILTIN(sum)
{
	return fold(call, &call->arg[0], OP_ADD, 0, result);
}

DEFINE_BUILTIN(prod)
{
	return fold(call, &call->arg[0], OP_MUL, 1, result);
}

DEFINE_BUILTIN(mean)
{
	struct value n = value_int(value_length(&call->arg[0])), sum;
	bool ok;

	if (number_sign(&n.u.number) == 0)
		return call_empty(call, 0);
	if (!fold(call, &call->arg[0], OP_ADD, 0, &sum))
		return false;
	ok = call_binary(call, OP_DIV, &sum, &n, result);
	value_free(&sum);
	return ok;
}

/* (x - mean)^2 of each element */
static bool squares(struct call *call, const struct sequence *s,
	const struct value *mean, struct value *list)
{
	struct value two = value_int(2), distance;
	bool ok = call_sequence(call, VALUE_LIST, s->n, list);

	for (int64_t i = 0; ok && i < s->n; ++i) {
		ok = call_binary(call, OP_SUB, &s->item[i], mean, &distance);
		if (!ok)
			break;
		ok = call_binary(call, OP_POW, &distance, &two,
			&list->u.sequence->item[i]);
		value_free(&distance);
	}
	return ok;
}

static bool root(struct call *call, const struct value *variance,
	struct value *result)
{
	struct number n;

	if (variance->kind != VALUE_NUMBER)
		return call_wrong(call, 0, "numbers");
	if (!call_check(call, 0, number_sqrt(&variance->u.number, &n)))
		return false;
	*result = value_number(n);
	return true;
}

/* sqrt(sum((x - mean)^2) / (n - 1)) */
static bool deviation(struct call *call, const struct sequence *s,
	struct value *result)
{
	struct value mean = { .kind = VALUE_NONE }, list = mean, sum = mean;
	struct value variance = mean, rest = value_int(s->n - 1);
	bool ok;

	if (s->n < 2)
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"stdev needs at least two numbers");
	ok = builtin_mean(call, &mean) && squares(call, s, &mean, &list) &&
		fold(call, &list, OP_ADD, 0, &sum) &&
		call_binary(call, OP_DIV, &sum, &rest, &variance) &&
		root(call, &variance, result);
	value_free(&mean);
	value_free(&list);
	value_free(&sum);
	value_free(&variance);
	return ok;
}

DEFINE_BUILTIN(stdev)
{
	struct value items;
	bool ok;

	if (!call_items(call, 0, &items))
		return false;
	ok = deviation(call, items.u.sequence, result);
	value_free(&items);
	return ok;
}

DEFINE_BUILTIN(cumsum)
{
	struct value items, *out;
	int64_t n;
	bool ok;

	if (!call_items(call, 0, &items))
		return false;
	n = items.u.sequence->n;
	ok = call_sequence(call, VALUE_LIST, n, result);
	for (int64_t i = 0; ok && i < n; ++i) {
		out = result->u.sequence->item;
		if (i == 0)
			out[i] = value_copy(&items.u.sequence->item[i]);
		else
			ok = call_binary(call, OP_ADD, &out[i - 1],
				&items.u.sequence->item[i], &out[i]);
	}
	value_free(&items);
	if (!ok)
		value_free(result);
	return ok;
}

/* a[i] * b[i] for each i */
static bool products(struct call *call, const struct sequence *a,
	const struct sequence *b, struct value *list)
{
	bool ok;

	if (a->n != b->n)
		return diag_error(call->diag, call->loc, NULL,
			"dot needs lists of equal length, got %lld and %lld "
			"elements",
			(long long) a->n, (long long) b->n);
	ok = call_sequence(call, VALUE_LIST, a->n, list);
	for (int64_t i = 0; ok && i < a->n; ++i)
		ok = call_binary(call, OP_MUL, &a->item[i], &b->item[i],
			&list->u.sequence->item[i]);
	return ok;
}

DEFINE_BUILTIN(dot)
{
	struct value a, b, list = { .kind = VALUE_NONE };
	bool ok;

	if (!call_items(call, 0, &a))
		return false;
	ok = call_items(call, 1, &b) &&
		products(call, a.u.sequence, b.u.sequence, &list) &&
		fold(call, &list, OP_ADD, 0, result);
	value_free(&a);
	value_free(&b);
	value_free(&list);
	return ok;
}

/* The arguments from "first" on as lists, and the length of the shortest one.
 */
static bool all_items(struct call *call, int first, struct value *lists,
	int64_t *shortest)
{
	int n = call->n_arg - first;

	if (n == 0)
		return diag_error(call->diag, call->loc, NULL,
			"%s needs a list", call->row->name);
	if (!call_sequence(call, VALUE_LIST, n, lists))
		return false;
	*shortest = INT64_MAX;
	for (int i = 0; i < n; ++i) {
		struct value *list = &lists->u.sequence->item[i];

		if (!call_items(call, first + i, list)) {
			value_free(lists);
			return false;
		}
		if (list->u.sequence->n < *shortest)
			*shortest = list->u.sequence->n;
	}
	return true;
}

DEFINE_BUILTIN(zip)
{
	struct value lists;
	int64_t n;
	bool ok;

	if (!all_items(call, 0, &lists, &n))
		return false;
	ok = call_sequence(call, VALUE_LIST, n, result);
	for (int64_t i = 0; ok && i < n; ++i) {
		struct value *tuple = &result->u.sequence->item[i];

		ok = call_sequence(call, VALUE_TUPLE, call->n_arg, tuple);
		for (int64_t k = 0; ok && k < call->n_arg; ++k)
			tuple->u.sequence->item[k] =
				value_item(&lists.u.sequence->item[k], i);
	}
	value_free(&lists);
	if (!ok)
		value_free(result);
	return ok;
}

/* Apply f to the i-th elements of all lists; "arg" is scratch space for them.
 */
static bool map_one(struct call *call, const struct sequence *lists, int64_t i,
	struct value *arg, struct value *result)
{
	bool ok;

	for (int k = 0; k < lists->n; ++k)
		arg[k] = value_item(&lists->item[k], i);
	ok = call_apply(call, 0, (int) lists->n, arg, result);
	for (int k = 0; k < lists->n; ++k)
		value_free(&arg[k]);
	return ok;
}

DEFINE_BUILTIN(map)
{
	struct value lists, *arg;
	int64_t n;
	bool ok;

	if (!call_function(call, 0) || !all_items(call, 1, &lists, &n))
		return false;
	arg = memory_new((size_t) lists.u.sequence->n * sizeof(*arg));
	ok = call_sequence(call, VALUE_LIST, n, result);
	for (int64_t i = 0; ok && i < n; ++i)
		ok = map_one(call, lists.u.sequence, i, arg,
			&result->u.sequence->item[i]);
	free(arg);
	value_free(&lists);
	if (!ok)
		value_free(result);
	return ok;
}

DEFINE_BUILTIN(filter)
{
	int64_t n, n_kept = 0;
	struct value items;
	bool ok, keep;

	if (!call_function(call, 0) || !call_items(call, 1, &items))
		return false;
	n = items.u.sequence->n;
	ok = call_sequence(call, VALUE_LIST, n, result);
	for (int64_t i = 0; ok && i < n; ++i) {
		const struct value *item = &items.u.sequence->item[i];

		ok = call_test(call, 0, item, &keep);
		if (ok && keep)
			result->u.sequence->item[n_kept++] = value_copy(item);
	}
	value_free(&items);
	if (!ok)
		value_free(result);
	else
		result->u.sequence->n = n_kept;
	return ok;
}

static bool reduce(struct call *call, const struct sequence *s,
	struct value *result)
{
	bool has_start = call_has(call, 2), ok = true;
	struct value pair[2];

	if (!has_start && s->n == 0) {
		call_empty(call, 1);
		diag_note(call->diag,
			"give a start value: reduce(f, items, start)");
		return false;
	}
	pair[0] = value_copy(has_start ? &call->arg[2] : &s->item[0]);
	for (int64_t i = has_start ? 0 : 1; ok && i < s->n; ++i) {
		pair[1] = s->item[i];
		ok = call_apply(call, 0, 2, pair, result);
		value_free(&pair[0]);
		pair[0] = *result;
	}
	*result = pair[0];
	return ok;
}

DEFINE_BUILTIN(reduce)
{
	struct value items;
	bool ok;

	if (!call_function(call, 0) || !call_items(call, 1, &items))
		return false;
	ok = reduce(call, items.u.sequence, result);
	value_free(&items);
	return ok;
}

/* Count the elements that pass the test; stop at the first whose truth equals
 * "until".
 */
static bool count(struct call *call, int until, int64_t *n_true,
	int64_t *n_seen)
{
	int64_t n = value_length(&call->arg[0]);
	bool holds = false;

	*n_true = *n_seen = 0;
	if (n < 0)
		return call_wrong(call, 0, "a list");
	if (call_has(call, 1) && !call_function(call, 1))
		return false;
	for (int64_t i = 0; i < n; ++i) {
		struct value item = value_item(&call->arg[0], i);
		bool ok = eval_step(call->eval, 1, call->loc) &&
			call_test(call, 1, &item, &holds);

		value_free(&item);
		if (!ok)
			return false;
		*n_true += holds;
		++*n_seen;
		if (holds == until)
			return true;
	}
	return true;
}

DEFINE_BUILTIN(any)
{
	int64_t n_true, n_seen;

	if (!count(call, true, &n_true, &n_seen))
		return false;
	*result = value_bool(n_true > 0);
	return true;
}

DEFINE_BUILTIN(all)
{
	int64_t n_true, n_seen;

	if (!count(call, false, &n_true, &n_seen))
		return false;
	*result = value_bool(n_true == n_seen);
	return true;
}

DEFINE_BUILTIN(count)
{
	int64_t n_true, n_seen;

	if (!count(call, -1, &n_true, &n_seen))
		return false;
	*result = value_int(n_true);
	return true;
}
