/* Bounds of numbers, narrowed by the conditions that are known to hold. */

#include "engine/base/integer.h"
#include "lang/ptx/ptx_value.h"

/* Products below this do not overflow in sums. */
#define FAR ((int64_t) 1 << 60)

/* Terms inside each other that conditions are looked up for. */
#define NARROW_DEPTH 2
/* Minima and maxima of an expression that are bounded together, and the most
 * terms of one.
 */
#define EXTREMES      4
#define EXTREME_NODES 32
/* Products of numbers up to this are below FAR. */
#define NEAR ((int64_t) 1 << 29)

static void narrow(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi, int depth);

/* Conditions bound what a floor is taken of as well.  Multiples of its factor
 * go into it, so that the range is that of
 *
 *	constant + coef floor(a / d)
 */
static void narrow_floor(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi, int depth)
{
	const struct quasi_term *t = &e->term[0];
	const struct quasi *a = t->a;
	struct quasi rest = { 0 };
	int64_t from, to;

	if (t->op != QUASI_FLOOR || t->coef == 0)
		return;
	for (int i = 0; i < N_QUASI_VAR; ++i) {
		if (e->coef[i] % t->coef != 0)
			return;
		rest.coef[i] = e->coef[i] / t->coef;
	}
	a = quasi_add(v->pool, a, quasi_scale(v->pool, &rest, t->divisor));
	if (!a || !quasi_bounds(a, v->lo, v->hi, &from, &to))
		return;
	narrow(v, a, &from, &to, depth + 1);
	from = integer_floor(from, t->divisor);
	to = integer_floor(to, t->divisor);
	if (from < -NEAR || to > NEAR || t->coef > NEAR || t->coef < -NEAR ||
		e->constant > FAR || e->constant < -FAR)
		return;
	from = e->constant + t->coef * from;
	to = e->constant + t->coef * to;
	if (t->coef < 0) {
		int64_t swap = from;

		from = to;
		to = swap;
	}
	*lo = from > *lo ? from : *lo;
	*hi = to < *hi ? to : *hi;
}

/* Coefficients and terms: what is left to bound. */
static int parts_of(const struct quasi *e)
{
	int n = e->n_term;

	for (int i = 0; i < N_QUASI_VAR; ++i)
		n += e->coef[i] != 0;
	return n;
}

/* "e" without its term i. */
static const struct quasi *without(struct quasi_pool *pool,
	const struct quasi *e, int i)
{
	struct quasi one = { .n_term = 1, .term = &e->term[i] };

	return quasi_add(pool, e, quasi_scale(pool, &one, -1));
}

/* A remainder, times n, and a rest:
 *
 *	e = n (a - d floor(a / d)) + rest
 *
 * of which the remainder is 0 to d - 1.  This is of use if the rest has fewer
 * parts than e.
 */
static void narrow_remainders(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi, int depth)
{
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		const struct quasi *rest;
		int64_t n, width, from, to;

		if (t->op != QUASI_FLOOR || t->divisor > NEAR ||
			t->coef % t->divisor != 0)
			continue;
		n = -t->coef / t->divisor;
		if (n > NEAR || n < -NEAR)
			continue;
		rest = without(v->pool, e, i);
		rest = rest ? quasi_add(v->pool, rest,
				      quasi_scale(v->pool, t->a, -n)) :
			      NULL;
		if (!rest || parts_of(rest) >= parts_of(e) ||
			!quasi_bounds(rest, v->lo, v->hi, &from, &to))
			continue;
		if (rest->n_term > 0 && depth < NARROW_DEPTH)
			narrow_remainders(v, rest, &from, &to, depth + 1);
		if (from < -FAR || to > FAR)
			continue;
		width = n * (t->divisor - 1);
		from += width < 0 ? width : 0;
		to += width > 0 ? width : 0;
		*lo = from > *lo ? from : *lo;
		*hi = to < *hi ? to : *hi;
	}
}

/* Two quotients of numbers that add up to a constant, times n, and a rest.  The
 * trips of lanes that take every d-th element are such a sum:
 *
 *	floor(c / d) - 1 <= floor(a / d) + floor((c - a) / d) <= floor(c / d)
 */
static void narrow_pair(const struct ptx_values *v, const struct quasi *e,
	const struct quasi_term *t, const struct quasi_term *u, int64_t *lo,
	int64_t *hi)
{
	struct quasi one = { .n_term = 1, .term = t };
	struct quasi other = { .n_term = 1, .term = u };
	const struct quasi *sum = quasi_add(v->pool, t->a, u->a), *rest;
	int64_t most, from, to;

	if (!sum || !quasi_is_constant(sum))
		return;
	rest = quasi_add(v->pool, e, quasi_scale(v->pool, &one, -1));
	rest = rest ?
		quasi_add(v->pool, rest, quasi_scale(v->pool, &other, -1)) :
		NULL;
	most = integer_floor(sum->constant, t->divisor);
	if (!rest || !quasi_bounds(rest, v->lo, v->hi, &from, &to) ||
		from < -FAR || to > FAR || most > NEAR || most <= -NEAR ||
		t->coef > NEAR || t->coef < -NEAR)
		return;
	from += t->coef * (t->coef > 0 ? most - 1 : most);
	to += t->coef * (t->coef > 0 ? most : most - 1);
	*lo = from > *lo ? from : *lo;
	*hi = to < *hi ? to : *hi;
}

static void narrow_pairs(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi)
{
	for (int i = 0; i < e->n_term; ++i)
		for (int j = i + 1; j < e->n_term; ++j) {
			const struct quasi_term *t = &e->term[i];
			const struct quasi_term *u = &e->term[j];

			if (t->op == QUASI_FLOOR && u->op == QUASI_FLOOR &&
				t->divisor == u->divisor && t->coef == u->coef)
				narrow_pair(v, e, t, u, lo, hi);
		}
}

/* Quotients of one number by several divisors.  With floor(a / d) = (a - r) / d
 * and 0 <= r < d in all of them at once, over one denominator,
 *
 *	floor(t / 32) - 4 floor(t / 128) = (4 t - 4 r - 4 t + 4 r') / 128
 *
 * is 0 to 3: the trips of a loop that an unrolled one leaves to warp t / 32.
 */
static void narrow_quotients(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi)
{
	struct quasi plain = *e;
	const struct quasi *sum;
	int64_t over = 1, below = 0, above = 0, from, to;

	if (e->n_term < 2)
		return;
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];

		if (t->op != QUASI_FLOOR || t->divisor > NEAR ||
			t->coef > NEAR || t->coef < -NEAR)
			return;
		over *= t->divisor / integer_gcd(over, t->divisor);
		if (over > NEAR)
			return;
	}
	plain.n_term = plain.n_node = 0;
	plain.term = NULL;
	sum = quasi_scale(v->pool, &plain, over);
	for (int i = 0; i < e->n_term && sum; ++i) {
		const struct quasi_term *t = &e->term[i];
		int64_t n = t->coef * (over / t->divisor);

		if (n > NEAR || n < -NEAR)
			return;
		sum = quasi_add(v->pool, sum, quasi_scale(v->pool, t->a, n));
		*(n > 0 ? &below : &above) += n * (t->divisor - 1);
	}
	if (!sum || sum->n_term >= e->n_term ||
		!quasi_bounds(sum, v->lo, v->hi, &from, &to) || from < -FAR ||
		to > FAR)
		return;
	from = -integer_floor(below - from, over);
	to = integer_floor(to - above, over);
	*lo = from > *lo ? from : *lo;
	*hi = to < *hi ? to : *hi;
}

/* "e" with minima and maxima as max(a, 0), so that those of one pair cancel:
 *
 *	max(a, b) = b + max(a - b, 0),  min(a, b) = b - max(b - a, 0)
 *
 * "b" is the one that is constant.  NULL on overflow.
 */
static const struct quasi *as_maxima(struct quasi_pool *pool,
	const struct quasi *e)
{
	struct quasi plain = *e;
	const struct quasi *sum;

	plain.n_term = plain.n_node = 0;
	plain.term = NULL;
	sum = quasi_add(pool, &plain, quasi_constant(pool, 0));
	for (int i = 0; i < e->n_term && sum; ++i) {
		const struct quasi_term *t = &e->term[i];
		struct quasi one = { .n_term = 1,
			.n_node = e->n_node,
			.term = t };
		const struct quasi *x = &one, *a = t->a, *b = t->b;

		if (t->op == QUASI_FLOOR) {
			x = quasi_scale(pool,
				quasi_floor(pool, as_maxima(pool, a),
					t->divisor),
				t->coef);
		} else if (t->op != QUASI_TABLE) {
			int sign = t->op == QUASI_MAX ? 1 : -1;

			if (quasi_is_constant(a)) {
				a = t->b;
				b = t->a;
			}
			x = quasi_max(pool,
				quasi_scale(pool,
					quasi_add(pool, a,
						quasi_scale(pool, b, -1)),
					sign),
				quasi_constant(pool, 0));
			x = quasi_scale(pool,
				quasi_add(pool, b, quasi_scale(pool, x, sign)),
				t->coef);
		}
		sum = quasi_add(pool, sum, x);
	}
	return sum;
}

/* The most that "e" can be: a maximum that is taken away is at least each of
 * its operands, whichever makes that least.
 */
static int64_t most_of(const struct ptx_values *v, const struct quasi *e,
	int64_t most, int depth)
{
	int64_t from, to;

	if (quasi_bounds(e, v->lo, v->hi, &from, &to) && to < most)
		most = to;
	for (int i = 0; i < e->n_term && depth < EXTREMES; ++i) {
		const struct quasi_term *t = &e->term[i];
		const struct quasi *rest = without(v->pool, e, i);

		if (t->op == QUASI_FLOOR && t->coef > 0 && depth == 0) {
			/* floor(a / d) of a known most */
			to = integer_floor(most_of(v, t->a, FAR, depth + 1),
				t->divisor);
			if (rest && to < NEAR && t->coef < NEAR)
				rest = quasi_add(v->pool, rest,
					quasi_constant(v->pool, t->coef * to));
			else
				rest = NULL;
			if (rest)
				most = most_of(v, rest, most, depth + 1);
		}
		if (t->op != QUASI_MAX || t->coef > 0 || !rest)
			continue;
		for (int k = 0; k < 2; ++k) {
			const struct quasi *with = quasi_add(v->pool, rest,
				quasi_scale(v->pool, k ? t->b : t->a, t->coef));

			if (with)
				most = most_of(v, with, most, depth + 1);
		}
	}
	return most;
}

/* Windows: min(x + w, n) - max(x - w, 0) is at most 2 w. */
static void narrow_extremes(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi)
{
	const struct quasi *x;
	int n = 0;

	for (int i = 0; i < e->n_term; ++i)
		n += e->term[i].op == QUASI_MIN || e->term[i].op == QUASI_MAX ||
			(e->term[i].op == QUASI_FLOOR &&
				e->term[i].a->n_term > 1);
	if (n == 0 || e->n_node > EXTREME_NODES)
		return;
	x = as_maxima(v->pool, e);
	if (!x)
		return;
	*hi = most_of(v, x, *hi, 0);
	x = quasi_scale(v->pool, x, -1);
	if (x && *lo > -FAR)
		*lo = -most_of(v, x, -*lo, 0);
}

/* "other" is not 0: e = other + d is not d. */
static void narrow_other(const struct ptx_values *v, const struct quasi *e,
	const struct quasi *other, int64_t *lo, int64_t *hi)
{
	for (int sign = -1; sign <= 1; sign += 2) {
		const struct quasi *d = quasi_add(v->pool, e,
			quasi_scale(v->pool, other, sign));

		if (!d || !quasi_is_constant(d))
			continue;
		*lo += d->constant == *lo;
		*hi -= d->constant == *hi;
	}
}

/* What "e" is a multiple of "of" by, besides a constant; 0: there is none. */
static int64_t multiple(const struct quasi *e, const struct quasi *of)
{
	for (int i = 0; i < N_QUASI_VAR; ++i)
		if (of->coef[i] != 0)
			return e->coef[i] % of->coef[i] == 0 ?
				e->coef[i] / of->coef[i] :
				0;
	return 0;
}

/* c >= 0: e = n c + d is at least d, or at most d if n is negative. */
static void narrow_multiple(const struct ptx_values *v, const struct quasi *e,
	const struct quasi *c, int64_t *lo, int64_t *hi)
{
	int64_t n = multiple(e, c);
	const struct quasi *d = n != 0 && n != 1 && n != -1 ?
		quasi_add(v->pool, e, quasi_scale(v->pool, c, -n)) :
		NULL;

	if (!d || !quasi_is_constant(d))
		return;
	if (n > 0 && d->constant > *lo)
		*lo = d->constant;
	if (n < 0 && d->constant < *hi)
		*hi = d->constant;
}

/* Narrows the range of "e" by the conditions that are known to hold. */
static void narrow(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi, int depth)
{
	const struct quasi *d;

	narrow_remainders(v, e, lo, hi, 0);
	narrow_pairs(v, e, lo, hi);
	narrow_quotients(v, e, lo, hi);
	narrow_extremes(v, e, lo, hi);
	for (int i = 0; i < v->n_known && *lo < *hi; ++i) {
		const struct ptx_cond *c = v->known[i];

		/* c->e >= 0: e = c->e + d is at least d, e = d - c->e at most
		 */
		if (c->op == COND_NOT)
			narrow_other(v, e, c->a->e, lo, hi);
		if (c->op != COND_GE)
			continue;
		d = quasi_add(v->pool, e, quasi_scale(v->pool, c->e, -1));
		if (d && quasi_is_constant(d) && d->constant > *lo)
			*lo = d->constant;
		d = quasi_add(v->pool, e, c->e);
		if (d && quasi_is_constant(d) && d->constant < *hi)
			*hi = d->constant;
		narrow_multiple(v, e, c->e, lo, hi);
	}
	if (e->n_term == 1 && depth < NARROW_DEPTH && *lo < *hi)
		narrow_floor(v, e, lo, hi, depth);
}

void ptx_value_range(const struct ptx_values *v, const struct ptx_value *x,
	int64_t *lo, int64_t *hi)
{
	struct quasi_mark mark = quasi_pool_mark(v->pool);

	*lo = x->lo;
	*hi = x->hi;
	if (x->e)
		narrow(v, x->e, lo, hi, 0);
	quasi_pool_release(v->pool, mark);
}

bool ptx_value_bounds(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi)
{
	struct quasi_mark mark = quasi_pool_mark(v->pool);
	bool ok = quasi_bounds(e, v->lo, v->hi, lo, hi);

	if (ok)
		narrow(v, e, lo, hi, 0);
	quasi_pool_release(v->pool, mark);
	return ok;
}

/* True if "a" is a multiple of "e". */
static bool is_multiple(struct ptx_values *v, const struct quasi *a,
	const struct quasi *e)
{
	const struct quasi *d;
	int64_t n = 0;

	if (e->n_term > 0 && a->n_term > 0 && e->term[0].coef != 0)
		n = a->term[0].coef / e->term[0].coef;
	d = n != 0 ? quasi_add(v->pool, a, quasi_scale(v->pool, e, -n)) : NULL;
	return d && quasi_is_constant(d) && d->constant == 0;
}

bool ptx_value_same_where(struct ptx_values *v, const struct ptx_cond *c,
	const struct ptx_value *a, const struct ptx_value *b)
{
	const struct quasi *d;
	int64_t lo, hi;
	int n = v->n_known;

	if (a->kind != b->kind || !a->e || !b->e ||
		(a->kind != VALUE_IS_INT &&
			(a->kind != VALUE_IS_POINTER || a->base != b->base)))
		return false;
	d = quasi_add(v->pool, a->e, quasi_scale(v->pool, b->e, -1));
	if (d && c->op == COND_EQ)
		return is_multiple(v, d, c->e);
	if (!d || c->op != COND_GE || d->n_term > 1 || n >= PTX_KNOWN ||
		!quasi_bounds(d, v->lo, v->hi, &lo, &hi))
		return false;
	v->known[v->n_known++] = c;
	narrow(v, d, &lo, &hi, 0);
	v->n_known = n;
	return lo == 0 && hi == 0;
}
