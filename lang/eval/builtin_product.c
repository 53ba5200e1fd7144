/* The function product: the Cartesian product of lists, as tuples. */

#include "lang/eval/builtin.h"

/* The factors of a product: the arguments, or the elements of a single argument
 * if all of them are lists.
 */
static bool find_lists(struct call *call, struct value *lists)
{
	const struct value *only = &call->arg[0];
	int64_t n = call->n_arg;
	bool nested = n == 1 && only->kind == VALUE_LIST;

	for (int64_t i = 0; nested && i < only->u.sequence->n; ++i)
		nested = value_length(&only->u.sequence->item[i]) >= 0;
	if (nested)
		n = only->u.sequence->n;
	if (!call_sequence(call, VALUE_LIST, n, lists))
		return false;
	for (int64_t i = 0; i < n; ++i) {
		const struct value *v = nested ? &only->u.sequence->item[i] :
						 &call->arg[i];

		lists->u.sequence->item[i] = value_copy(v);
		if (value_length(v) >= 0)
			continue;
		value_free(lists);
		return call_wrong(call, nested ? 0 : (int) i, "lists");
	}
	return true;
}

/* Number of tuples, saturated at INT64_MAX. */
static int64_t count_tuples(const struct sequence *lists)
{
	int64_t n = 1;

	for (int64_t i = 0; i < lists->n; ++i) {
		int64_t len = value_length(&lists->item[i]);

		if (len == 0)
			return 0;
		if (__builtin_mul_overflow(n, len, &n))
			n = INT64_MAX;
	}
	return n;
}

/* Tuple number i; the last list varies fastest. */
static struct value tuple_at(const struct sequence *lists, int64_t i)
{
	struct value tuple = value_sequence(VALUE_TUPLE, lists->n);
	int64_t len;

	for (int64_t k = lists->n - 1; k >= 0; --k) {
		len = value_length(&lists->item[k]);
		tuple.u.sequence->item[k] = value_item(&lists->item[k],
			i % len);
		i /= len;
	}
	return tuple;
}

DEFINE_BUILTIN(product)
{
	struct value lists;
	int64_t n;
	bool ok;

	if (!find_lists(call, &lists))
		return false;
	n = count_tuples(lists.u.sequence);
	ok = call_reserve(call, n,
		     (lists.u.sequence->n + 1) *
			     (int64_t) sizeof(struct value)) &&
		call_sequence(call, VALUE_LIST, n, result);
	for (int64_t i = 0; ok && i < n; ++i)
		result->u.sequence->item[i] = tuple_at(lists.u.sequence, i);
	value_free(&lists);
	return ok;
}
