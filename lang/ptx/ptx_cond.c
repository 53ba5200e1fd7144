/* Conditions on symbolic values, simplified as they are made: constants are
 * folded by bounds, negations move inwards.
 */

#include "engine/base/integer.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx_value.h"

const struct ptx_cond ptx_cond_true = { .op = COND_TRUE, .size = 1 };
const struct ptx_cond ptx_cond_false = { .op = COND_FALSE, .size = 1 };

static struct ptx_cond *cond_take(struct ptx_values *v)
{
	struct ptx_cond *c = quasi_pool_alloc(v->pool, sizeof(*c));

	if (!c)
		memory_failed();
	return c;
}

static const struct ptx_cond *cond_new(struct ptx_values *v,
	enum ptx_cond_op op, const struct quasi *e, const struct ptx_cond *a,
	const struct ptx_cond *b)
{
	struct ptx_cond *c = cond_take(v);

	*c = (struct ptx_cond) { .op = op, .e = e, .a = a, .b = b, .node = -1 };
	c->size = (a ? a->size : 0) + (b ? b->size : 0) + (a ? 0 : 1);
	return c;
}

/* A condition on a quotient is one on what it is taken of, if all else is a
 * multiple of its factor: for whole numbers k
 *
 *	floor(a / d) >= k	a >= d k
 *	floor(a / d) <= k	a <= d k + d - 1
 */
static const struct quasi *without_floor(struct ptx_values *v,
	const struct quasi *e)
{
	const struct quasi_term *t = e->n_term == 1 ? &e->term[0] : NULL;
	const struct quasi *made;
	struct quasi rest = { 0 };
	int64_t n;

	if (!t || t->op != QUASI_FLOOR || t->coef == 0)
		return e;
	n = t->coef < 0 ? -t->coef : t->coef;
	for (int i = 0; i < N_QUASI_VAR; ++i) {
		if (e->coef[i] % n != 0)
			return e;
		rest.coef[i] = e->coef[i] / n;
	}
	rest.constant = integer_floor(e->constant, n);
	made = quasi_add(v->pool,
		quasi_scale(v->pool, t->a, t->coef < 0 ? -1 : 1),
		quasi_scale(v->pool, &rest, t->divisor));
	if (made && t->coef < 0)
		made = quasi_add(v->pool, made,
			quasi_constant(v->pool, t->divisor - 1));
	return made ? made : e;
}

/* Does an expression depend on the thread, and on no loop? */
static bool is_of_thread(const struct quasi *e)
{
	unsigned all = 0;

	for (int i = 0; i < N_QUASI_VAR; ++i)
		all |= (unsigned) (e->coef[i] != 0) << i;
	for (int i = 0; i < e->n_term; ++i)
		if (!is_of_thread(e->term[i].a) ||
			(e->term[i].b && !is_of_thread(e->term[i].b)))
			return false;
	return (all != 0 || e->n_term > 0) && !(all >> VAR_LOOP0);
}

/* A condition on the larger of two coordinates, which compilers make of two on
 * each of them (max(x, y) < n), is those two again; NULL: it is another.  With
 * r for the rest of e
 *
 *	r + min(a, b) >= 0	r + a >= 0 and r + b >= 0
 *	r + max(a, b) >= 0	r + a >= 0 or r + b >= 0
 *
 * and the other way round for -min and -max.
 */
static const struct ptx_cond *split(struct ptx_values *v, const struct quasi *e)
{
	const struct quasi_term *t = e->n_term == 1 ? &e->term[0] : NULL;
	const struct quasi *x, *y;
	struct quasi rest = *e;

	if (!t || (t->op != QUASI_MIN && t->op != QUASI_MAX) ||
		!is_of_thread(t->a) || !is_of_thread(t->b))
		return NULL;
	rest.n_term = 0;
	x = quasi_add(v->pool, &rest, quasi_scale(v->pool, t->a, t->coef));
	y = quasi_add(v->pool, &rest, quasi_scale(v->pool, t->b, t->coef));
	if (!x || !y)
		return NULL;
	return ptx_cond_both(v,
		(t->op == QUASI_MIN) == (t->coef > 0) ? COND_AND : COND_OR,
		ptx_cond_ge(v, x), ptx_cond_ge(v, y));
}

const struct ptx_cond *ptx_cond_ge(struct ptx_values *v, const struct quasi *e)
{
	const struct ptx_cond *two;
	int64_t lo, hi;
	const struct ptx_value *x = ptx_value_quasi(v, e = without_floor(v, e));

	ptx_value_range(v, x, &lo, &hi);
	if (lo >= 0)
		return &ptx_cond_true;
	if (hi < 0)
		return &ptx_cond_false;
	two = split(v, e);
	return two ? two : cond_new(v, COND_GE, e, NULL, NULL);
}

const struct ptx_cond *ptx_cond_eq(struct ptx_values *v, const struct quasi *e)
{
	int64_t lo, hi;
	const struct ptx_value *x = ptx_value_quasi(v, e);

	ptx_value_range(v, x, &lo, &hi);
	if (lo == 0 && hi == 0)
		return &ptx_cond_true;
	if (lo > 0 || hi < 0)
		return &ptx_cond_false;
	return cond_new(v, COND_EQ, e, NULL, NULL);
}

const struct ptx_cond *ptx_cond_data(struct ptx_values *v, int node,
	const struct ptx_instruction *made_by)
{
	struct ptx_cond *c = cond_take(v);

	*c = (struct ptx_cond) {
		.op = COND_DATA,
		.node = node,
		.size = 1,
		.made_by = made_by,
	};
	return c;
}

const struct ptx_cond *ptx_cond_not(struct ptx_values *v,
	const struct ptx_cond *a)
{
	if (a->op == COND_TRUE)
		return &ptx_cond_false;
	if (a->op == COND_FALSE)
		return &ptx_cond_true;
	if (a->op == COND_NOT)
		return a->a;
	if (a->op == COND_GE) {
		/* e < 0 is -e - 1 >= 0 */
		const struct quasi *e = quasi_add(v->pool,
			quasi_scale(v->pool, a->e, -1),
			quasi_constant(v->pool, -1));

		if (e)
			return cond_new(v, COND_GE, e, NULL, NULL);
	}
	/* by De Morgan, so that conjunctions show */
	if (a->op == COND_OR)
		return ptx_cond_both(v, COND_AND, ptx_cond_not(v, a->a),
			ptx_cond_not(v, a->b));
	return cond_new(v, COND_NOT, NULL, a, NULL);
}

bool ptx_cond_equal(const struct ptx_cond *a, const struct ptx_cond *b)
{
	if (a == b)
		return true;
	if (a->op != b->op || a->size != b->size)
		return false;
	switch (a->op) {
	case COND_TRUE:
	case COND_FALSE: return true;
	case COND_GE:
	case COND_EQ: return quasi_equal(a->e, b->e);
	case COND_DATA:
		return a->node >= 0 && a->node == b->node &&
			a->made_by == b->made_by;
	case COND_NOT: return ptx_cond_equal(a->a, b->a);
	case COND_AND:
	case COND_OR:
		return ptx_cond_equal(a->a, b->a) && ptx_cond_equal(a->b, b->b);
	}
	return false;
}

bool ptx_cond_opposite(const struct ptx_cond *a, const struct ptx_cond *b)
{
	if (a->op == COND_NOT)
		return ptx_cond_equal(a->a, b);
	if (b->op == COND_NOT)
		return ptx_cond_equal(b->a, a);
	if (a->op == COND_GE && b->op == COND_GE) {
		/* e >= 0 and -e - 1 >= 0 */
		for (int i = 0; i < N_QUASI_VAR; ++i)
			if (a->e->coef[i] != -b->e->coef[i])
				return false;
		return a->e->n_term == 0 && b->e->n_term == 0 &&
			a->e->constant == -b->e->constant - 1;
	}
	if ((a->op == COND_AND && b->op == COND_OR) ||
		(a->op == COND_OR && b->op == COND_AND))
		return (ptx_cond_opposite(a->a, b->a) &&
			       ptx_cond_opposite(a->b, b->b)) ||
			(ptx_cond_opposite(a->a, b->b) &&
				ptx_cond_opposite(a->b, b->a));
	return false;
}

/* True if "one" is a conjunct (or disjunct, by "op") of "all". */
static bool is_part(const struct ptx_cond *all, const struct ptx_cond *one,
	enum ptx_cond_op op)
{
	if (ptx_cond_equal(all, one))
		return true;
	return all->op == op &&
		(is_part(all->a, one, op) || is_part(all->b, one, op));
}

/* "all" without its conjunct "one"; NULL if nothing is left of it. */
static const struct ptx_cond *without_part(struct ptx_values *v,
	const struct ptx_cond *all, const struct ptx_cond *one)
{
	const struct ptx_cond *a, *b;

	if (all == one)
		return NULL;
	if (all->op != COND_AND)
		return all;
	a = without_part(v, all->a, one);
	b = without_part(v, all->b, one);
	return a && b ? ptx_cond_both(v, COND_AND, a, b) : a ? a : b;
}

/* A conjunct of "all" whose opposite is one of "of"; NULL if there is none. */
static const struct ptx_cond *opposite_part(const struct ptx_cond *all,
	const struct ptx_cond *of)
{
	const struct ptx_cond *part;

	if (all->op == COND_AND) {
		part = opposite_part(all->a, of);
		return part ? part : opposite_part(all->b, of);
	}
	if (of->op == COND_AND) {
		part = opposite_part(all, of->a);
		return part ? part : opposite_part(all, of->b);
	}
	return ptx_cond_opposite(all, of) ? all : NULL;
}

static bool has_parts(const struct ptx_cond *all, const struct ptx_cond *of)
{
	return of->op == COND_AND ?
		has_parts(all, of->a) && has_parts(all, of->b) :
		is_part(all, of, COND_AND);
}

/* The sides of a branch meet again:
 *
 *	c and p or c and not p is c
 *
 * where (c and p) is one of the ways of "all".  NULL if it is none.
 */
static const struct ptx_cond *join_sides(struct ptx_values *v,
	const struct ptx_cond *all, const struct ptx_cond *one)
{
	const struct ptx_cond *part, *a, *b;

	if (all->op == COND_OR) {
		a = join_sides(v, all->a, one);
		if (a)
			return ptx_cond_both(v, COND_OR, a, all->b);
		b = join_sides(v, all->b, one);
		return b ? ptx_cond_both(v, COND_OR, all->a, b) : NULL;
	}
	if (all->op != COND_AND || one->op != COND_AND ||
		all->size != one->size)
		return NULL;
	part = opposite_part(all, one);
	a = part ? without_part(v, all, part) : NULL;
	part = part ? opposite_part(one, all) : NULL;
	b = part ? without_part(v, one, part) : NULL;
	return a && b && has_parts(a, b) && has_parts(b, a) ? a : NULL;
}

const struct ptx_cond *ptx_cond_both(struct ptx_values *v, enum ptx_cond_op op,
	const struct ptx_cond *a, const struct ptx_cond *b)
{
	const struct ptx_cond *joined;
	const struct ptx_cond *zero = op == COND_AND ? &ptx_cond_false :
						       &ptx_cond_true;
	const struct ptx_cond *one = op == COND_AND ? &ptx_cond_true :
						      &ptx_cond_false;

	if (a->op == zero->op || b->op == zero->op || ptx_cond_opposite(a, b))
		return zero;
	if (a->op == one->op || is_part(b, a, op))
		return b;
	if (b->op == one->op || is_part(a, b, op))
		return a;
	/* a or (not a and b) is a or b */
	if (op == COND_OR && b->op == COND_AND) {
		if (ptx_cond_opposite(a, b->a))
			return ptx_cond_both(v, op, a, b->b);
		if (ptx_cond_opposite(a, b->b))
			return ptx_cond_both(v, op, a, b->a);
	}
	if (op == COND_OR && a->op == COND_AND &&
		(ptx_cond_opposite(b, a->a) || ptx_cond_opposite(b, a->b)))
		return ptx_cond_both(v, op, b, a);
	joined = op == COND_OR ? join_sides(v, a, b) : NULL;
	if (joined)
		return joined;
	if (a->size + b->size > PTX_COND_SIZE)
		return ptx_cond_data(v, -1, NULL);
	return cond_new(v, op, NULL, a, b);
}

bool ptx_cond_has_data(const struct ptx_cond *c)
{
	return c->op == COND_DATA || (c->a && ptx_cond_has_data(c->a)) ||
		(c->b && ptx_cond_has_data(c->b));
}

bool ptx_cond_has_open(const struct ptx_cond *c)
{
	return (c->op == COND_DATA && !c->is_said) ||
		(c->a && ptx_cond_has_open(c->a)) ||
		(c->b && ptx_cond_has_open(c->b));
}

/* The leaves of selections in a comparison become a condition of their own. */
static const struct ptx_cond *compare_select(struct ptx_values *v,
	enum ptx_compare compare, bool is_unsigned, const struct ptx_value *x,
	const struct ptx_value *y)
{
	const struct ptx_value *s = x->kind == VALUE_IS_SELECT ? x : y;
	const struct ptx_cond *a, *b;

	a = ptx_cond_compare(v, compare, is_unsigned, s == x ? s->a : x,
		s == y ? s->a : y);
	b = ptx_cond_compare(v, compare, is_unsigned, s == x ? s->b : x,
		s == y ? s->b : y);
	if (!a || !b)
		return NULL;
	return ptx_cond_both(v, COND_OR, ptx_cond_both(v, COND_AND, s->c, a),
		ptx_cond_both(v, COND_AND, ptx_cond_not(v, s->c), b));
}

/* A literal of 32 bits beside a number that may be negative: 4294967280 is -16
 * there, as compilers write i - n > -16 of unsigned numbers.
 */
static const struct ptx_value *as_signed(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *beside)
{
	int64_t n, lo, hi;

	if (!ptx_value_is_const(x, &n) || n <= INT32_MAX || n > UINT32_MAX)
		return x;
	ptx_value_range(v, beside, &lo, &hi);
	if (lo >= 0 || lo < INT32_MIN || hi > INT32_MAX)
		return x;
	return ptx_value_int(v, n - ((int64_t) 1 << 32));
}

/* Literals beyond what registers hold, as tests for overflow have them: one that
 * is as far beyond all numbers, so that differences do not overflow.
 */
#define BEYOND (QUASI_LARGEST / 4)

static const struct ptx_value *within(struct ptx_values *v,
	const struct ptx_value *x)
{
	int64_t n;

	if (!ptx_value_is_const(x, &n) || (n >= -BEYOND && n <= BEYOND))
		return x;
	return ptx_value_int(v, n < 0 ? -BEYOND : BEYOND);
}

/* x < y of unsigned numbers, with "c" for that of signed ones.  A negative
 * number is a large unsigned one, so
 *
 *	x >= 0 > y, or x < y unless x < 0 <= y
 */
static const struct ptx_cond *less_unsigned(struct ptx_values *v,
	const struct quasi *x, const struct quasi *y, const struct ptx_cond *c)
{
	const struct ptx_cond *plain = ptx_cond_ge(v, x);
	const struct ptx_cond *large = ptx_cond_not(v, ptx_cond_ge(v, y));

	return ptx_cond_both(v, COND_OR,
		ptx_cond_both(v, COND_AND, plain, large),
		ptx_cond_both(v, COND_AND,
			ptx_cond_both(v, COND_OR, plain, large), c));
}

const struct ptx_cond *ptx_cond_compare(struct ptx_values *v,
	enum ptx_compare compare, bool is_unsigned, const struct ptx_value *x,
	const struct ptx_value *y)
{
	const struct ptx_value *d;
	const struct ptx_cond *c;
	const struct quasi *e;
	int64_t x_lo, x_hi, y_lo, y_hi;

	if (!x || !y)
		return NULL;
	if (is_unsigned && x->kind == VALUE_IS_INT && y->kind == VALUE_IS_INT) {
		const struct ptx_value *was = x;

		x = as_signed(v, x, y);
		y = as_signed(v, y, was);
	}
	if (x->kind == VALUE_IS_DATA && y->kind == VALUE_IS_INT &&
		x->lo <= x->hi && compare == COMPARE_EQ &&
		(x->lo > y->hi || x->hi < y->lo))
		return &ptx_cond_false;
	if (x->kind == VALUE_IS_SELECT || y->kind == VALUE_IS_SELECT)
		return compare_select(v, compare, is_unsigned, x, y);
	switch (compare) {
	case COMPARE_NONE: return NULL;
	case COMPARE_NE:
		c = ptx_cond_compare(v, COMPARE_EQ, is_unsigned, x, y);
		return c ? ptx_cond_not(v, c) : NULL;
	case COMPARE_GT:
		return ptx_cond_compare(v, COMPARE_LT, is_unsigned, y, x);
	case COMPARE_GE:
		return ptx_cond_compare(v, COMPARE_LE, is_unsigned, y, x);
	case COMPARE_LE:
		c = ptx_cond_compare(v, COMPARE_LT, is_unsigned, y, x);
		return c ? ptx_cond_not(v, c) : NULL;
	case COMPARE_EQ:
		d = ptx_value_add(v, within(v, x), within(v, y), -1);
		return d && d->kind == VALUE_IS_INT ? ptx_cond_eq(v, d->e) :
						      NULL;
	case COMPARE_LT: break;
	}
	d = ptx_value_add(v, within(v, y), within(v, x), -1);
	if (!d || d->kind != VALUE_IS_INT)
		return NULL;
	e = quasi_add(v->pool, d->e, quasi_constant(v->pool, -1));
	if (!e)
		return NULL;
	c = ptx_cond_ge(v, e);
	if (!is_unsigned || x->kind != VALUE_IS_INT || y->kind != VALUE_IS_INT)
		return c;
	ptx_value_range(v, x, &x_lo, &x_hi);
	ptx_value_range(v, y, &y_lo, &y_hi);
	if (x_lo >= 0 && y_lo >= 0)
		return c;
	return less_unsigned(v, x->e, y->e, c);
}
