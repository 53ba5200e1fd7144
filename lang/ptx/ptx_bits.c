/* Bits of numbers: masks, unions, and bits that are put into another number. */

#include "engine/base/integer.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx_value.h"

/* Numbers beyond are none of a register. */
#define FAR ((int64_t) 1 << 60)

/* Runs of ones that a mask may have. */
#define MASK_RUNS 6

static int lowest_bit(int64_t n)
{
	return n ? __builtin_ctzll((unsigned long long) n) : 63;
}

/* The lowest ones of a mask that follow each other. */
static int64_t lowest_run(int64_t mask)
{
	uint64_t m = (uint64_t) mask, least = m & (~m + 1), above = m + least;

	return (int64_t) (m & ~above);
}

/* x & mask, for a mask of adjacent bits from a to b - 1:
 *
 *	2^a (floor(x / 2^a) mod 2^(b - a))
 *
 * A negative mask has all bits from a on.
 */
static const struct ptx_value *mask_run(struct ptx_values *v,
	const struct ptx_value *x, int64_t mask)
{
	int a = lowest_bit(mask);
	int64_t bits = mask >> a;
	const struct ptx_value *q;

	if (a > 61)
		return NULL;
	q = ptx_value_div(v, x, (int64_t) 1 << a);
	if (q && bits > 0 && bits < FAR)
		q = ptx_value_mod(v, q, bits + 1);
	return q ? ptx_value_mul(v, q, ptx_value_int(v, (int64_t) 1 << a)) :
		   NULL;
}

/* x & mask, by the runs of ones of the mask.  Of a number below 2^k that is not
 * negative only the lowest k bits count.
 */
static const struct ptx_value *mask_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t mask)
{
	const struct ptx_value *all = NULL, *part;
	int64_t lo, hi, run;
	int k = 0;

	(void) y;
	if (x->kind != VALUE_IS_INT)
		return NULL;
	ptx_value_range(v, x, &lo, &hi);
	while (k < 61 && hi >> k > 0)
		++k;
	if (lo >= 0 && k < 61 &&
		((mask & (((int64_t) 1 << k) - 1)) == 0 ||
			lowest_run(mask) != mask))
		mask &= ((int64_t) 1 << k) - 1;
	if (mask == 0)
		return ptx_value_int(v, 0);
	for (int i = 0; i < MASK_RUNS && mask != 0; ++i) {
		run = lowest_run(mask);
		mask &= ~run;
		part = mask_run(v, x, run);
		all = all && part ? ptx_value_add(v, all, part, 1) : part;
		if (!all)
			return NULL;
	}
	return mask == 0 ? all : NULL;
}

const struct ptx_value *ptx_value_mask(struct ptx_values *v,
	const struct ptx_value *x, int64_t mask)
{
	return ptx_value_each(v, x, NULL, mask, mask_leaf);
}

/* The largest power of two that divides all values of "e", as an exponent. */
static int alignment(const struct quasi *e)
{
	int64_t m = e->constant;

	for (int i = 0; i < N_QUASI_VAR; ++i)
		m |= e->coef[i];
	for (int i = 0; i < e->n_term; ++i)
		m |= e->term[i].coef;
	return lowest_bit(m);
}

/* "n" without the multiples of "unit" in it, or, if "nearest", what is nearest to
 * 0.
 */
static int64_t without(int64_t n, int64_t unit, bool nearest)
{
	if (!nearest)
		return n % unit == 0 ? 0 : n;
	n = integer_mod(n, unit);
	return n > unit / 2 ? n - unit : n;
}

static bool has_low_zeros(struct ptx_values *v, const struct quasi *e, int j,
	int64_t unit, bool nearest)
{
	struct quasi low = *e;
	struct quasi_term *term = quasi_pool_alloc(v->pool,
		((size_t) e->n_term + 1) * sizeof(*term));
	int64_t lo, hi;

	if (!term)
		memory_failed();
	low.constant = integer_mod(e->constant, unit);
	for (int i = 0; i < N_QUASI_VAR; ++i)
		low.coef[i] = without(e->coef[i], unit, nearest);
	low.n_term = 0;
	low.term = term;
	for (int i = 0; i < e->n_term; ++i) {
		term[low.n_term] = e->term[i];
		term[low.n_term].coef = without(e->term[i].coef, unit, nearest);
		low.n_term += term[low.n_term].coef != 0;
	}
	return ptx_value_bounds(v, &low, &lo, &hi) && lo >= 0 &&
		hi < ((int64_t) 1 << j);
}

/* True if bits j to k - 1 of "e" are 0: what is left of it without multiples of
 * 2^k lies in 0 .. 2^j - 1.
 */
static bool has_zeros(struct ptx_values *v, const struct quasi *e, int j, int k)
{
	int64_t unit = (int64_t) 1 << k;

	return has_low_zeros(v, e, j, unit, false) ||
		has_low_zeros(v, e, j, unit, true);
}

/* True if "e" has no bit of "n", each run of ones of which is looked at by
 * itself.
 */
static bool is_disjoint(struct ptx_values *v, const struct quasi *e, int64_t n)
{
	while (n != 0) {
		int j = lowest_bit(n), k = j;

		while (k < 62 && (n >> k & 1))
			n &= ~((int64_t) 1 << k++);
		if (!has_zeros(v, e, j, k))
			return false;
	}
	return true;
}

/* True if "e" has no bit of "of", which is 0 .. hi. */
static bool has_no_bit(struct ptx_values *v, const struct quasi *e,
	const struct quasi *of, int64_t hi)
{
	int j = alignment(of), k = j;

	while (k < 61 && hi >> k > 0)
		++k;
	return j > 0 && k < 61 && has_zeros(v, e, j, k);
}

/* x | y and x ^ y are x + y if no bit is set in both.  Of a constant n with
 * adjacent bits:
 *
 *	x | n = x + n - (x & n)		x ^ n = x + n - 2 (x & n)
 */
static const struct ptx_value *bits_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t is_xor)
{
	int64_t lo, hi, n;

	if (x->kind != VALUE_IS_INT || y->kind != VALUE_IS_INT)
		return NULL;
	for (int i = 0; i < 2; ++i) {
		const struct ptx_value *z = x;

		ptx_value_range(v, y, &lo, &hi);
		if (lo >= 0 && (hi >> alignment(x->e)) == 0)
			return ptx_value_add(v, x, y, 1);
		if (lo >= 0 && hi > 0 && has_no_bit(v, x->e, y->e, hi))
			return ptx_value_add(v, x, y, 1);
		x = y;
		y = z;
	}
	if (ptx_value_is_const(x, &n)) {
		const struct ptx_value *z = x;

		x = y;
		y = z;
	}
	if (ptx_value_is_const(y, &n) && n > 0 && n < ((int64_t) 1 << 60) &&
		is_disjoint(v, x->e, n))
		return ptx_value_add(v, x, y, 1);
	if (is_xor && ptx_value_is_const(y, &n) && n == -1)
		return ptx_value_add(v, ptx_value_int(v, -1), x, -1);
	if (ptx_value_is_const(y, &n) && n > 0) {
		const struct ptx_value *bits = mask_leaf(v, x, NULL, n);

		bits = bits ? ptx_value_mul(v, bits,
				      ptx_value_int(v, is_xor ? -2 : -1)) :
			      NULL;
		x = bits ? ptx_value_add(v, x, bits, 1) : NULL;
		return x ? ptx_value_add(v, x, y, 1) : NULL;
	}
	return NULL;
}

const struct ptx_value *ptx_value_bits(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, bool is_xor)
{
	return ptx_value_each(v, x, y, is_xor, bits_leaf);
}

const struct ptx_value *ptx_bits_mask(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y)
{
	int64_t n;

	x = ptx_value_beside(x, y, &n);
	if (!x)
		return NULL;
	/* all bits above those of a bounded number */
	if (x->kind == VALUE_IS_DATA && x->lo >= 0 && x->lo <= x->hi && n < 0 &&
		(x->hi & n) == 0)
		return ptx_value_int(v, 0);
	return ptx_value_mask(v, x, n);
}

/* bfi: the lowest "len" bits of a number become bits pos .. pos + len - 1 of
 * another one,
 *
 *	y - y mod 2^(pos + len) + y mod 2^pos + 2^pos (x mod 2^len)
 */
const struct ptx_value *ptx_bits_insert(struct ptx_values *v,
	const struct ptx_opcode *op, const struct ptx_value *const *arg,
	int64_t pos, int64_t len)
{
	int64_t bits = 8 * ptx_type_bytes(op->type[0]);
	const struct ptx_value *x = arg[0], *y = arg[1], *high = NULL, *low;

	if (pos < 0 || len < 1 || pos > 60 || len > 60)
		return NULL;
	/* what is shifted out is taken to be 0, as in a sum */
	if (pos + len < bits) {
		x = ptx_value_mod(v, x, (int64_t) 1 << len);
		high = ptx_value_mod(v, y, (int64_t) 1 << (pos + len));
		high = high ? ptx_value_add(v, y, high, -1) : NULL;
		if (!high)
			return NULL;
	}
	low = ptx_value_mod(v, y, (int64_t) 1 << pos);
	x = x ? ptx_value_mul(v, x, ptx_value_int(v, (int64_t) 1 << pos)) :
		NULL;
	x = x && low ? ptx_value_add(v, x, low, 1) : NULL;
	return x && high ? ptx_value_add(v, x, high, 1) : x;
}
