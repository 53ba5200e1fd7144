/* Bounds of expressions with remainders: remainder.h.
 *
 * For each floor of e, with c its coefficient, and b = floor(a / d') a floor of
 * the same a in e, or a itself (d' = 1), such that d = q d',
 *
 *	m e  =  r + k (b - q floor(a / d)),	0 <= b - q floor(a / d) < q
 *
 * where m c = -k q.  r has one floor less, and those of a.  The bounds of e are
 * within those that each pair gives in this way.
 */

#include "engine/base/integer.h"
#include "engine/kernel/remainder.h"

#define MOST_EFFORT 200 /* expressions to bound */

struct box {
	struct quasi_pool *pool;
	const int64_t *lo, *hi;
	int left;
};

static bool bound(struct box *b, const struct quasi *e, int64_t *min,
	int64_t *max);

/* With floor(a / d) as the i-th term, and b as floor(a / by). */
static void narrow(struct box *b, const struct quasi *e, int i, int64_t by,
	int64_t *min, int64_t *max)
{
	const struct quasi_term *t = &e->term[i];
	int64_t q = t->divisor / by, m = q / integer_gcd(t->coef, q);
	int64_t k = -t->coef / (q / m), most, lo, hi;
	const struct quasi *floor = quasi_floor(b->pool, t->a, t->divisor);
	const struct quasi *rest = quasi_add(b->pool,
		quasi_scale(b->pool,
			quasi_add(b->pool, e,
				quasi_scale(b->pool, floor, -t->coef)),
			m),
		quasi_scale(b->pool, quasi_floor(b->pool, t->a, by), -k));

	--b->left;
	if (!rest || !bound(b, rest, &lo, &hi) ||
		__builtin_mul_overflow(k, q - 1, &most) ||
		__builtin_add_overflow(lo, integer_min(most, 0), &lo) ||
		__builtin_add_overflow(hi, integer_max(most, 0), &hi))
		return;
	*min = integer_max(*min, integer_ceil(lo, m));
	*max = integer_min(*max, integer_floor(hi, m));
}

static bool is_part(const struct quasi_term *t, const struct quasi_term *of)
{
	return t->op == QUASI_FLOOR && t->divisor < of->divisor &&
		of->divisor % t->divisor == 0 && quasi_equal(t->a, of->a);
}

static bool bound(struct box *b, const struct quasi *e, int64_t *min,
	int64_t *max)
{
	if (!quasi_bounds(e, b->lo, b->hi, min, max))
		return false;
	for (int i = 0; i < e->n_term && b->left > 0; ++i) {
		if (e->term[i].op != QUASI_FLOOR)
			continue;
		for (int j = 0; j < e->n_term && b->left > 0; ++j)
			if (is_part(&e->term[j], &e->term[i]))
				narrow(b, e, i, e->term[j].divisor, min, max);
		narrow(b, e, i, 1, min, max);
	}
	return true;
}

bool remainder_bounds(struct quasi_pool *pool, const struct quasi *e,
	const int64_t *lo, const int64_t *hi, int64_t *min, int64_t *max)
{
	struct quasi_mark mark = quasi_pool_mark(pool);
	struct box b = { pool, lo, hi, MOST_EFFORT };
	bool ok = bound(&b, e, min, max);

	quasi_pool_release(pool, mark);
	return ok;
}
