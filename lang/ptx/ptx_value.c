/* Symbolic values and conditions: arithmetic on quasi-affine expressions, with
 * the bit tricks of compilers turned back into sums, quotients and remainders.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx_value.h"

/* Bounds that no number in a register exceeds. */
#define FAR ((int64_t) 1 << 60)

static int64_t clipped(int64_t n)
{
	return n > FAR ? FAR : n < -FAR ? -FAR : n;
}

static void *take(struct ptx_values *v, size_t size)
{
	void *p = quasi_pool_alloc(v->pool, size);

	if (!p)
		memory_failed();
	return p;
}

/* --------------------------------------------------------------- values */

const struct ptx_value *ptx_value_bounded(struct ptx_values *v,
	const struct quasi *e, int64_t lo, int64_t hi)
{
	struct ptx_value *x;
	int64_t min, max;

	if (!e)
		return NULL;
	x = take(v, sizeof(*x));
	*x = (struct ptx_value) { .kind = VALUE_IS_INT, .e = e };
	if (!quasi_bounds(e, v->lo, v->hi, &min, &max)) {
		min = -FAR;
		max = FAR;
	}
	x->lo = clipped(min > lo ? min : lo);
	x->hi = clipped(max < hi ? max : hi);
	/* a mask of 64 bits is beyond */
	if (quasi_is_constant(e))
		x->lo = x->hi = e->constant;
	return x;
}

const struct ptx_value *ptx_value_quasi(struct ptx_values *v,
	const struct quasi *e)
{
	return ptx_value_bounded(v, e, -FAR, FAR);
}

const struct ptx_value *ptx_value_int(struct ptx_values *v, int64_t n)
{
	return ptx_value_quasi(v, quasi_constant(v->pool, n));
}

const struct ptx_value *ptx_value_pointer(struct ptx_values *v, int base,
	const struct quasi *e)
{
	struct ptx_value *x = take(v, sizeof(*x));

	*x = (struct ptx_value) {
		.kind = VALUE_IS_POINTER,
		.base = base,
		.e = e,
		.node = -1,
	};
	return x;
}

const struct ptx_value *ptx_value_widened(struct ptx_values *v,
	const struct ptx_value *x, uint64_t wide)
{
	struct ptx_value *y;

	if (x->wide == wide)
		return x;
	y = take(v, sizeof(*y));
	*y = *x;
	y->wide = wide;
	return y;
}

const struct ptx_value *ptx_value_taken(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *number)
{
	struct ptx_value *y = take(v, sizeof(*y));

	*y = *x;
	y->taken = number;
	return y;
}

const struct ptx_value *ptx_value_cond(struct ptx_values *v,
	const struct ptx_cond *c)
{
	struct ptx_value *x = take(v, sizeof(*x));

	*x = (struct ptx_value) { .kind = VALUE_IS_COND, .c = c };
	return x;
}

int ptx_value_leaves(const struct ptx_value *x)
{
	return x->kind == VALUE_IS_SELECT ?
		ptx_value_leaves(x->a) + ptx_value_leaves(x->b) :
		1;
}

/* select(e == 0, b + n, b), where b = L is its lowest value and e = +-(b - L), is
 * a remainder:
 *
 *	(b - L - 1) mod n + L + 1   for b < L + n
 *
 * and so is its mirror image: periodic boundaries, as programmers write them.
 */
static const struct quasi *as_remainder(struct ptx_values *v,
	const struct ptx_cond *c, const struct ptx_value *a,
	const struct ptx_value *b)
{
	const struct quasi *d, *at, *e;
	int64_t n, from;

	if (c->op != COND_EQ || a->kind != VALUE_IS_INT ||
		b->kind != VALUE_IS_INT)
		return NULL;
	for (int sign = -1; sign <= 1; sign += 2) {
		e = quasi_scale(v->pool, c->e, sign);
		/* a - b is n where e is 0 */
		d = quasi_add(v->pool,
			quasi_add(v->pool, a->e,
				quasi_scale(v->pool, b->e, -1)),
			e);
		at = quasi_add(v->pool, b->e, quasi_scale(v->pool, e, -1));
		if (!d || !at || !quasi_is_constant(d) ||
			!quasi_is_constant(at))
			continue;
		n = d->constant;
		if (n < -FAR || n > FAR || b->lo > FAR || b->hi < -FAR)
			continue;
		if (n > 0 && at->constant == b->lo && b->hi < b->lo + n)
			from = b->lo + 1;
		else if (n < 0 && at->constant == b->hi && b->lo >= b->hi + n)
			from = b->hi + n;
		else
			continue;
		e = quasi_add(v->pool, b->e, quasi_constant(v->pool, -from));
		e = quasi_mod(v->pool, e, n < 0 ? -n : n);
		return quasi_add(v->pool, e, quasi_constant(v->pool, from));
	}
	return NULL;
}

/* select(e >= 0, a, b) is the larger of both if a - b is e or e + 1, and the
 * smaller if it is -e or -e - 1: clamped indices.
 */
static const struct ptx_value *as_extreme(struct ptx_values *v,
	const struct ptx_cond *c, const struct ptx_value *a,
	const struct ptx_value *b)
{
	const struct quasi *d, *rest;

	if (c->op != COND_GE || a->kind != VALUE_IS_INT ||
		b->kind != VALUE_IS_INT)
		return NULL;
	d = quasi_add(v->pool, a->e, quasi_scale(v->pool, b->e, -1));
	if (!d)
		return NULL;
	rest = quasi_add(v->pool, d, quasi_scale(v->pool, c->e, -1));
	if (rest && quasi_is_constant(rest) &&
		(rest->constant == 0 || rest->constant == 1))
		return ptx_value_min(v, a, b, true);
	rest = quasi_add(v->pool, d, c->e);
	if (rest && quasi_is_constant(rest) &&
		(rest->constant == 0 || rest->constant == -1))
		return ptx_value_min(v, a, b, false);
	return NULL;
}

/* select(c, b + n, b), where c is a test of an expression e that has two
 * neighbouring values, is affine in e:
 *
 *	b + n (1 - |e|)   for e == 0,   b + n (1 + e)   for e >= 0
 *
 * The first trip of a loop that is unrolled by two runs where the number of
 * trips is odd.
 */
static const struct quasi *as_step(struct ptx_values *v,
	const struct ptx_cond *c, const struct ptx_value *a,
	const struct ptx_value *b)
{
	const struct quasi *d, *e = c->e;
	int64_t lo, hi;

	if ((c->op != COND_EQ && c->op != COND_GE) || a->kind != VALUE_IS_INT ||
		b->kind != VALUE_IS_INT)
		return NULL;
	d = quasi_add(v->pool, a->e, quasi_scale(v->pool, b->e, -1));
	if (!d || !quasi_is_constant(d) || !ptx_value_bounds(v, e, &lo, &hi) ||
		lo < -FAR || lo > FAR || hi != lo + 1 ||
		(lo != -1 && (lo != 0 || c->op == COND_GE)))
		return NULL;
	if (lo == 0)
		e = quasi_scale(v->pool, e, -1);
	e = quasi_add(v->pool, e, quasi_constant(v->pool, 1));
	return quasi_add(v->pool, b->e, quasi_scale(v->pool, e, d->constant));
}

/* Does an expression have a loop counter? */
static bool has_counter(const struct quasi *e)
{
	for (int i = VAR_LOOP0; i < N_QUASI_VAR; ++i)
		if (ptx_value_uses(e, i))
			return true;
	return false;
}

/* select(c, b + n, b) is one place where c is a test of the thread:
 *
 *	b + n - n min(|e|, 1)   for e == 0, where e has one sign
 *	b + n min(e + 1, 1)     for e >= 0, where e is at least -1
 *	b + n max(e + 1, 0)     for e >= 0, where e is at most 0
 *
 * A neighbour, or the cell itself at a boundary (x > 0 ? i - 1 : i), is one
 * access then, as it is in the machine, and not two under conditions.
 */
static const struct quasi *as_neighbour(struct ptx_values *v,
	const struct ptx_cond *c, const struct ptx_value *a,
	const struct ptx_value *b)
{
	struct quasi_pool *pool = v->pool;
	const struct quasi *d, *e = c->e, *step = NULL;
	const struct quasi *zero = quasi_constant(pool, 0);
	const struct quasi *one = quasi_constant(pool, 1);
	int64_t lo, hi;

	if ((c->op != COND_EQ && c->op != COND_GE) || a->kind != VALUE_IS_INT ||
		b->kind != VALUE_IS_INT || has_counter(e) || !zero || !one)
		return NULL;
	d = quasi_add(pool, a->e, quasi_scale(pool, b->e, -1));
	for (int i = 0; i < VAR_LOOP0 && d && c->op == COND_EQ; ++i)
		if (d->coef[i] != 0 && e->coef[i] != 0) {
			/* e is 0 there */
			d = quasi_add(pool, d,
				quasi_scale(pool, e, -d->coef[i] / e->coef[i]));
			break;
		}
	if (!d || !quasi_is_constant(d) || !ptx_value_bounds(v, e, &lo, &hi) ||
		lo < -FAR || hi > FAR)
		return NULL;
	if (c->op == COND_EQ && (lo >= 0 || hi <= 0)) {
		e = quasi_scale(pool, e, lo >= 0 ? -1 : 1);
		step = quasi_max(pool, quasi_add(pool, e, one), zero);
	} else if (c->op == COND_GE && (lo >= -1 || hi <= 0)) {
		e = quasi_add(pool, e, one);
		step = lo >= -1 ? quasi_min(pool, e, one) :
				  quasi_max(pool, e, zero);
	}
	return quasi_add(pool, b->e, quasi_scale(pool, step, d->constant));
}

/* True if select(p and q, a, select(p and not q, x, y)) is "a": x where q does not
 * hold, and y where p does not.  So ends a loop that is unrolled, with its last
 * trips in another one, in a branch of its own: 0 .. i - 1 of which i is left.
 */
static bool is_same_else(struct ptx_values *v, const struct ptx_cond *c,
	const struct ptx_value *a, const struct ptx_value *b)
{
	const struct ptx_cond *d = b->c;

	if (b->kind != VALUE_IS_SELECT || c->op != COND_AND ||
		d->op != COND_AND)
		return false;
	for (int i = 0; i < 4; ++i) {
		const struct ptx_cond *p = i & 1 ? c->b : c->a;
		const struct ptx_cond *q = i & 1 ? c->a : c->b;
		const struct ptx_cond *other = i & 2 ? d->a : d->b;

		if (ptx_cond_equal(p, i & 2 ? d->b : d->a) &&
			ptx_cond_opposite(q, other) &&
			ptx_value_same_where(v, other, b->a, a) &&
			ptx_value_same_where(v, ptx_cond_not(v, p), b->b, a))
			return true;
	}
	return false;
}

const struct ptx_value *ptx_value_select(struct ptx_values *v,
	const struct ptx_cond *c, const struct ptx_value *a,
	const struct ptx_value *b)
{
	const struct quasi *e;
	struct ptx_value *x;

	if (c->op == COND_TRUE || ptx_value_equal(a, b))
		return a;
	if (c->op == COND_FALSE)
		return b;
	if (c->op == COND_NOT)
		return ptx_value_select(v, c->a, b, a);
	if (a->kind == VALUE_IS_COND && b->kind == VALUE_IS_COND)
		return ptx_value_cond(v,
			ptx_cond_both(v, COND_OR,
				ptx_cond_both(v, COND_AND, c, a->c),
				ptx_cond_both(v, COND_AND, ptx_cond_not(v, c),
					b->c)));
	if (ptx_value_same_where(v, ptx_cond_not(v, c), a, b) ||
		is_same_else(v, c, a, b))
		return a;
	if (ptx_value_same_where(v, c, b, a))
		return b;
	/* the same place on two of three ways */
	if (b->kind == VALUE_IS_SELECT && ptx_value_equal(a, b->a) &&
		c->size + b->c->size <= PTX_COND_SIZE)
		return ptx_value_select(v, ptx_cond_both(v, COND_OR, c, b->c),
			a, b->b);
	if (b->kind == VALUE_IS_SELECT && ptx_value_equal(a, b->b) &&
		c->size + b->c->size <= PTX_COND_SIZE)
		return ptx_value_select(v,
			ptx_cond_both(v, COND_OR, c, ptx_cond_not(v, b->c)), a,
			b->a);
	e = as_remainder(v, c, a, b);
	if (!e)
		e = as_step(v, c, a, b);
	if (e)
		return ptx_value_quasi(v, e);
	x = (struct ptx_value *) as_extreme(v, c, a, b);
	if (x)
		return x;
	x = take(v, sizeof(*x));
	*x = (struct ptx_value) {
		.kind = VALUE_IS_SELECT,
		.c = c,
		.a = a,
		.b = b,
		.lo = 1,
	};
	e = ptx_value_affine(v, x);
	if (!e)
		e = as_neighbour(v, c, a, b);
	if (e)
		return ptx_value_quasi(v, e);
	return ptx_value_leaves(x) <= PTX_SELECT_SIZE ? x : NULL;
}

bool ptx_value_is_const(const struct ptx_value *x, int64_t *n)
{
	if (!x || x->kind != VALUE_IS_INT || !quasi_is_constant(x->e))
		return false;
	*n = x->e->constant;
	return true;
}

const struct ptx_value *ptx_value_beside(const struct ptx_value *x,
	const struct ptx_value *y, int64_t *n)
{
	if (ptx_value_is_const(y, n))
		return x;
	return ptx_value_is_const(x, n) ? y : NULL;
}

bool ptx_value_equal(const struct ptx_value *x, const struct ptx_value *y)
{
	if (x == y)
		return true;
	if (x->kind != y->kind)
		return false;
	switch (x->kind) {
	case VALUE_IS_UNSET: return true;
	case VALUE_IS_INT: return quasi_equal(x->e, y->e);
	case VALUE_IS_POINTER:
		return x->base == y->base && x->e && y->e &&
			quasi_equal(x->e, y->e);
	case VALUE_IS_COND: return ptx_cond_equal(x->c, y->c);
	case VALUE_IS_SELECT:
		return ptx_cond_equal(x->c, y->c) &&
			ptx_value_equal(x->a, y->a) &&
			ptx_value_equal(x->b, y->b);
	case VALUE_IS_DATA: return x->node == y->node && x->node >= 0;
	}
	return false;
}

bool ptx_value_uses(const struct quasi *e, enum quasi_var var)
{
	if (e->coef[var] != 0)
		return true;
	for (int i = 0; i < e->n_term; ++i)
		if (ptx_value_uses(e->term[i].a, var) ||
			(e->term[i].b && ptx_value_uses(e->term[i].b, var)))
			return true;
	return false;
}

const struct quasi *ptx_value_replace_quasi(struct ptx_values *v,
	const struct quasi *e, enum quasi_var var, const struct quasi *by)
{
	const struct quasi *sum, *a, *b;
	struct quasi *plain;

	if (!e || !by)
		return NULL;
	if (!ptx_value_uses(e, var))
		return e;
	plain = take(v, sizeof(*plain));
	*plain = *e;
	plain->n_term = 0;
	plain->n_node = 0;
	plain->term = NULL;
	plain->coef[var] = 0;
	sum = quasi_add(v->pool, plain, quasi_scale(v->pool, by, e->coef[var]));
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];

		a = ptx_value_replace_quasi(v, t->a, var, by);
		b = t->b ? ptx_value_replace_quasi(v, t->b, var, by) : NULL;
		a = t->op == QUASI_FLOOR ? quasi_floor(v->pool, a, t->divisor) :
			t->op == QUASI_MIN ? quasi_min(v->pool, a, b) :
					     quasi_max(v->pool, a, b);
		sum = quasi_add(v->pool, sum, quasi_scale(v->pool, a, t->coef));
	}
	return sum;
}

static const struct ptx_cond *replace_cond(struct ptx_values *v,
	const struct ptx_cond *c, enum quasi_var var, const struct quasi *by)
{
	const struct ptx_cond *a, *b;
	const struct quasi *e;

	switch (c->op) {
	case COND_TRUE:
	case COND_FALSE:
	case COND_DATA: return c;
	case COND_GE:
	case COND_EQ:
		e = ptx_value_replace_quasi(v, c->e, var, by);
		return !e		 ? NULL :
			c->op == COND_GE ? ptx_cond_ge(v, e) :
					   ptx_cond_eq(v, e);
	case COND_NOT:
		a = replace_cond(v, c->a, var, by);
		return a ? ptx_cond_not(v, a) : NULL;
	case COND_AND:
	case COND_OR:
		a = replace_cond(v, c->a, var, by);
		b = replace_cond(v, c->b, var, by);
		return a && b ? ptx_cond_both(v, c->op, a, b) : NULL;
	}
	return NULL;
}

const struct ptx_value *ptx_value_replace(struct ptx_values *v,
	const struct ptx_value *x, enum quasi_var var, const struct quasi *by)
{
	const struct ptx_value *a, *b;
	const struct ptx_cond *c;
	const struct quasi *e;

	switch (x->kind) {
	case VALUE_IS_UNSET:
	case VALUE_IS_DATA: return x;
	case VALUE_IS_INT:
		if (!ptx_value_uses(x->e, var))
			return x;
		return ptx_value_quasi(v,
			ptx_value_replace_quasi(v, x->e, var, by));
	case VALUE_IS_POINTER:
		if (!x->e || !ptx_value_uses(x->e, var))
			return x;
		e = ptx_value_replace_quasi(v, x->e, var, by);
		return e ? ptx_value_pointer(v, x->base, e) : NULL;
	case VALUE_IS_COND:
		c = replace_cond(v, x->c, var, by);
		return c ? ptx_value_cond(v, c) : NULL;
	case VALUE_IS_SELECT:
		c = replace_cond(v, x->c, var, by);
		a = ptx_value_replace(v, x->a, var, by);
		b = ptx_value_replace(v, x->b, var, by);
		return c && a && b ? ptx_value_select(v, c, a, b) : NULL;
	}
	return NULL;
}

/* ----------------------------------------------------------- arithmetic */

const struct ptx_value *ptx_value_each(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t n,
	ptx_leaf_function *f)
{
	const struct ptx_value *a, *b;

	if (!x || (y && y->kind == VALUE_IS_DATA) || x->kind == VALUE_IS_DATA)
		return NULL;
	if (x->kind == VALUE_IS_SELECT) {
		bool both = y && y->kind == VALUE_IS_SELECT &&
			ptx_cond_equal(x->c, y->c);

		a = ptx_value_each(v, x->a, both ? y->a : y, n, f);
		b = ptx_value_each(v, x->b, both ? y->b : y, n, f);
		return a && b ? ptx_value_select(v, x->c, a, b) : NULL;
	}
	if (y && y->kind == VALUE_IS_SELECT) {
		a = ptx_value_each(v, x, y->a, n, f);
		b = ptx_value_each(v, x, y->b, n, f);
		return a && b ? ptx_value_select(v, y->c, a, b) : NULL;
	}
	return f(v, x, y, n);
}

static int lowest_bit(int64_t n)
{
	return n ? __builtin_ctzll((unsigned long long) n) : 63;
}

/* a + b, a - b and a b, clipped */
static int64_t sum(int64_t a, int64_t b)
{
	int64_t n;

	return __builtin_add_overflow(a, b, &n) ? (a > 0 ? FAR : -FAR) :
						  clipped(n);
}

static int64_t difference(int64_t a, int64_t b)
{
	int64_t n;

	return __builtin_sub_overflow(a, b, &n) ? (a > 0 ? FAR : -FAR) :
						  clipped(n);
}

static int64_t product(int64_t a, int64_t b)
{
	int64_t n;

	if (__builtin_mul_overflow(a, b, &n))
		return (a < 0) == (b < 0) ? FAR : -FAR;
	return clipped(n);
}

/* Compilers divide by a constant d with a product and a shift:
 *
 *	floor(x M / 2^p) = floor(x / d)   for  0 <= x and x e < 2^p,
 *
 * where d is 2^p / M, rounded, and e = M d - 2^p >= 0.  "num" is x M.  NULL if
 * this is no such fraction.
 */
static const struct quasi *undo_fraction(struct ptx_values *v,
	const struct quasi *num, int p)
{
	int64_t m = integer_gcd(0, num->constant), d, e, lo, hi;
	const struct quasi *x;
	struct quasi *whole;
	struct quasi_term *term;

	for (int i = 0; i < N_QUASI_VAR; ++i)
		m = integer_gcd(m, num->coef[i]);
	for (int i = 0; i < num->n_term; ++i)
		m = integer_gcd(m, num->term[i].coef);
	if (m < 2 || p > 61)
		return NULL;
	/* the gcd may be a multiple of M: x itself may have a factor */
	for (int64_t f = 1; f <= 4096 && m / f >= 2; f *= 2) {
		if (m % f != 0)
			break;
		d = (((int64_t) 1 << p) + m / f / 2) / (m / f);
		if (d < 2 || __builtin_mul_overflow(m / f, d, &e))
			continue;
		e -= (int64_t) 1 << p;
		if (e < 0 || e > d)
			continue;
		whole = take(v, sizeof(*whole));
		*whole = *num;
		term = take(v, ((size_t) num->n_term + 1) * sizeof(*term));
		if (num->n_term > 0)
			memcpy(term, num->term,
				(size_t) num->n_term * sizeof(*term));
		whole->term = term;
		whole->constant /= m / f;
		for (int i = 0; i < N_QUASI_VAR; ++i)
			whole->coef[i] /= m / f;
		for (int i = 0; i < num->n_term; ++i)
			term[i].coef /= m / f;
		x = whole;
		if (ptx_value_bounds(v, x, &lo, &hi) && lo >= 0 &&
			(e == 0 || hi < ((int64_t) 1 << p) / e))
			return quasi_floor(v->pool, x, d);
	}
	return NULL;
}

/* floor(num / 2^p), as a quotient by a small number where it is one. */
static const struct ptx_value *fraction(struct ptx_values *v,
	const struct quasi *num, int p, int64_t lo, int64_t hi)
{
	const struct quasi *e = num && p < 62 ? undo_fraction(v, num, p) : NULL;
	struct ptx_value *x;

	if (!num || p > 61)
		return NULL;
	if (e)
		return ptx_value_bounded(v, e, lo, hi);
	e = quasi_floor(v->pool, num, (int64_t) 1 << p);
	x = (struct ptx_value *) ptx_value_bounded(v, e, lo, hi);
	if (x) {
		x->num = num;
		x->shift = p;
	}
	return x;
}

static const struct ptx_value *high_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t p)
{
	int64_t n;

	if (x->kind != VALUE_IS_INT || !ptx_value_is_const(y, &n))
		return NULL;
	return fraction(v, quasi_scale(v->pool, x->e, n), (int) p,
		integer_floor(product(n < 0 ? x->hi : x->lo, n),
			(int64_t) 1 << p),
		integer_floor(product(n < 0 ? x->lo : x->hi, n),
			(int64_t) 1 << p));
}

const struct ptx_value *ptx_value_mul_high(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int bits)
{
	int64_t n;

	return ptx_value_is_const(x, &n) ?
		ptx_value_each(v, y, x, bits, high_leaf) :
		ptx_value_each(v, x, y, bits, high_leaf);
}

/* A pointer to where data say, "by" bytes on. */
static const struct ptx_value *moved(struct ptx_values *v,
	const struct ptx_value *x, const struct quasi *by, int64_t sign)
{
	struct ptx_value *z = quasi_pool_alloc(v->pool, sizeof(*z));

	if (!z)
		memory_failed();
	*z = *x;
	z->rest = quasi_add(v->pool, x->rest, quasi_scale(v->pool, by, sign));
	if (!z->rest)
		z->root = NULL;
	return z;
}

static const struct ptx_value *add_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t sign)
{
	const struct quasi *e;
	struct ptx_value *z;

	if (y->num && sign > 0 && x->kind == VALUE_IS_INT && !x->num)
		return add_leaf(v, y, x, 1);
	if (sign < 0 && x->kind == VALUE_IS_POINTER &&
		y->kind == VALUE_IS_POINTER && x->base == y->base && x->e &&
		y->e)
		return ptx_value_quasi(v,
			quasi_add(v->pool, x->e,
				quasi_scale(v->pool, y->e, -1)));
	if (y->kind == VALUE_IS_POINTER && sign > 0 && x->kind == VALUE_IS_INT)
		return add_leaf(v, y, x, 1);
	if (y->kind != VALUE_IS_INT ||
		(x->kind != VALUE_IS_INT && x->kind != VALUE_IS_POINTER))
		return NULL;
	if (x->kind == VALUE_IS_POINTER && !x->e)
		return x->root ? moved(v, x, y->e, sign) : x;
	e = quasi_add(v->pool, x->e,
		sign < 0 ? quasi_scale(v->pool, y->e, -1) : y->e);
	if (!e)
		return NULL;
	if (x->kind == VALUE_IS_POINTER)
		return ptx_value_pointer(v, x->base, e);
	z = (struct ptx_value *) ptx_value_bounded(v, e,
		sign < 0 ? difference(x->lo, y->hi) : sum(x->lo, y->lo),
		sign < 0 ? difference(x->hi, y->lo) : sum(x->hi, y->hi));
	if (sign > 0 && x->num) {
		z->num = quasi_add(v->pool, x->num,
			quasi_scale(v->pool, y->e, (int64_t) 1 << x->shift));
		z->shift = x->shift;
	}
	return z;
}

const struct ptx_value *ptx_value_add(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int sign)
{
	return ptx_value_each(v, x, y, sign, add_leaf);
}

static const struct ptx_value *mul_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t n)
{
	const struct quasi *e;

	x = ptx_value_beside(x, y, &n);
	if (!x || x->kind != VALUE_IS_INT)
		return NULL;
	e = quasi_scale(v->pool, x->e, n);
	return ptx_value_bounded(v, e, product(n < 0 ? x->hi : x->lo, n),
		product(n < 0 ? x->lo : x->hi, n));
}

const struct ptx_value *ptx_value_mul(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y)
{
	return ptx_value_each(v, x, y, 0, mul_leaf);
}

static const struct ptx_value *div_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t d)
{
	int64_t lo, hi;

	(void) y;
	if (x->kind != VALUE_IS_INT || d <= 0)
		return NULL;
	if (d == 1)
		return x;
	ptx_value_range(v, x, &lo, &hi);
	lo = integer_floor(lo, d);
	hi = integer_floor(hi, d);
	if (lo == hi)
		return ptx_value_int(v, lo);
	if ((d & (d - 1)) == 0 && (x->num || d >= ((int64_t) 1 << 31)))
		return fraction(v, x->num ? x->num : x->e,
			x->shift + lowest_bit(d), lo, hi);
	return ptx_value_bounded(v, quasi_floor(v->pool, x->e, d), lo, hi);
}

const struct ptx_value *ptx_value_div(struct ptx_values *v,
	const struct ptx_value *x, int64_t d)
{
	return ptx_value_each(v, x, NULL, d, div_leaf);
}

static const struct ptx_value *mod_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t d)
{
	int64_t lo, hi;

	(void) y;
	if (x->kind != VALUE_IS_INT || d <= 0)
		return NULL;
	ptx_value_range(v, x, &lo, &hi);
	if (lo >= 0 && hi < d)
		return x;
	return ptx_value_bounded(v, quasi_mod(v->pool, x->e, d), 0, d - 1);
}

const struct ptx_value *ptx_value_mod(struct ptx_values *v,
	const struct ptx_value *x, int64_t d)
{
	return ptx_value_each(v, x, NULL, d, mod_leaf);
}

static const struct ptx_value *min_leaf(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t is_max)
{
	int64_t x_lo, x_hi, y_lo, y_hi;

	if (x->kind != VALUE_IS_INT || y->kind != VALUE_IS_INT)
		return NULL;
	ptx_value_range(v, x, &x_lo, &x_hi);
	ptx_value_range(v, y, &y_lo, &y_hi);
	if (x_hi <= y_lo)
		return is_max ? y : x;
	if (y_hi <= x_lo)
		return is_max ? x : y;
	if (is_max)
		return ptx_value_bounded(v, quasi_max(v->pool, x->e, y->e),
			x_lo > y_lo ? x_lo : y_lo, x_hi > y_hi ? x_hi : y_hi);
	return ptx_value_bounded(v, quasi_min(v->pool, x->e, y->e),
		x_lo < y_lo ? x_lo : y_lo, x_hi < y_hi ? x_hi : y_hi);
}

const struct ptx_value *ptx_value_min(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, bool is_max)
{
	return ptx_value_each(v, x, y, is_max, min_leaf);
}
