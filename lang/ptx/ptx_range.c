/* Bounds of numbers, narrowed by the conditions that are known to hold. */

#include "engine/base/integer.h"
#include "lang/ptx/ptx_value.h"

/* Products below this do not overflow in sums. */
#define FAR ((int64_t) 1 << 60)

/* Terms inside each other that conditions are looked up for. */
#define NARROW_DEPTH 2
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

/* A remainder, times n:
 *
 *	n (a - d floor(a / d)) + constant
 */
static void narrow_remainder(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi)
{
	const struct quasi_term *t = &e->term[0];
	const struct quasi *rest;
	int64_t n, last;

	if (t->op != QUASI_FLOOR || t->divisor > NEAR ||
		t->coef % t->divisor != 0)
		return;
	n = -t->coef / t->divisor;
	if (n > NEAR || n < -NEAR)
		return;
	/* e = n a + constant - n d floor(a / d) */
	for (int i = 0; i < N_QUASI_VAR; ++i)
		if (t->a->coef[i] > NEAR || t->a->coef[i] < -NEAR ||
			e->coef[i] != n * t->a->coef[i])
			return;
	if (t->a->n_term > 0)
		return;
	rest = quasi_add(v->pool, quasi_constant(v->pool, e->constant),
		quasi_scale(v->pool, quasi_constant(v->pool, t->a->constant),
			-n));
	if (!rest || rest->constant > FAR || rest->constant < -FAR)
		return;
	last = rest->constant + n * (t->divisor - 1);
	*lo = n > 0 && rest->constant > *lo ? rest->constant :
		n < 0 && last > *lo	    ? last :
					      *lo;
	*hi = n > 0 && last < *hi	      ? last :
		n < 0 && rest->constant < *hi ? rest->constant :
						*hi;
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

/* Narrows the range of "e" by the conditions that are known to hold. */
static void narrow(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi, int depth)
{
	const struct quasi *d;

	if (e->n_term == 1)
		narrow_remainder(v, e, lo, hi);
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
	}
	if (v->n_known > 0 && e->n_term == 1 && depth < NARROW_DEPTH &&
		*lo < *hi)
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
		a->e->n_term + b->e->n_term < 1 ||
		(a->kind != VALUE_IS_INT &&
			(a->kind != VALUE_IS_POINTER || a->base != b->base)))
		return false;
	d = quasi_add(v->pool, a->e, quasi_scale(v->pool, b->e, -1));
	if (d && c->op == COND_EQ)
		return is_multiple(v, d, c->e);
	if (!d || c->op != COND_GE || d->n_term != 1 || n >= PTX_KNOWN ||
		!quasi_bounds(d, v->lo, v->hi, &lo, &hi))
		return false;
	v->known[v->n_known++] = c;
	narrow(v, d, &lo, &hi, 0);
	v->n_known = n;
	return lo == 0 && hi == 0;
}
