/* Selections that are affine: trips that are peeled off a loop leave
 *
 *	r == 0 ? i : r == 1 ? i + 1 : r == 2 ? i + 2 : i + 3
 *
 * for a remainder r of 0 to 3, which is i + r.
 */

#include "lang/ptx/ptx_value.h"

/* Numbers beyond are none of a register. */
#define FAR ((int64_t) 1 << 60)

/* Values of the tested number that are tried. */
#define MOST_VALUES 8

/* The first test of a condition; NULL if there is none. */
static const struct quasi *tested(const struct ptx_cond *c)
{
	const struct quasi *e;

	if (c->op == COND_EQ || c->op == COND_GE)
		return c->e;
	e = c->a ? tested(c->a) : NULL;
	return e || !c->b ? e : tested(c->b);
}

/* Whether "c" holds where "of" is n; false in *known if that is not all that
 * it depends on.
 */
static bool holds(struct ptx_values *v, const struct ptx_cond *c,
	const struct quasi *of, int64_t n, bool *known)
{
	const struct quasi *d;
	bool a;

	switch (c->op) {
	case COND_TRUE: return true;
	case COND_FALSE: return false;
	case COND_NOT: return !holds(v, c->a, of, n, known);
	case COND_AND:
		a = holds(v, c->a, of, n, known);
		return holds(v, c->b, of, n, known) && a;
	case COND_OR:
		a = holds(v, c->a, of, n, known);
		return holds(v, c->b, of, n, known) || a;
	case COND_EQ:
	case COND_GE:
		for (int sign = -1; sign <= 1; sign += 2) {
			d = quasi_add(v->pool, c->e,
				quasi_scale(v->pool, of, -sign));
			if (d && quasi_is_constant(d) && d->constant > -FAR &&
				d->constant < FAR)
				return c->op == COND_EQ ?
					d->constant + sign * n == 0 :
					d->constant + sign * n >= 0;
		}
		break;
	case COND_DATA: break;
	}
	*known = false;
	return false;
}

/* The number that a selection is where "of" is n; NULL if it is not known. */
static const struct quasi *chosen(struct ptx_values *v,
	const struct ptx_value *x, const struct quasi *of, int64_t n)
{
	bool known = true, is_first;

	while (x->kind == VALUE_IS_SELECT) {
		is_first = holds(v, x->c, of, n, &known);
		if (!known)
			return NULL;
		x = is_first ? x->a : x->b;
	}
	return x->kind == VALUE_IS_INT ? x->e : NULL;
}

const struct quasi *ptx_value_affine(struct ptx_values *v,
	const struct ptx_value *x)
{
	const struct quasi *of = tested(x->c), *first, *last, *next;
	int64_t lo, hi, step = 0;

	if (!of || !ptx_value_bounds(v, of, &lo, &hi) || hi <= lo ||
		lo < -FAR || lo > FAR || hi >= lo + MOST_VALUES)
		return NULL;
	first = last = chosen(v, x, of, lo);
	for (int64_t n = lo + 1; n <= hi && last; ++n) {
		const struct quasi *d;

		next = chosen(v, x, of, n);
		d = next ? quasi_add(v->pool, next,
				   quasi_scale(v->pool, last, -1)) :
			   NULL;
		if (!d || !quasi_is_constant(d) ||
			(n > lo + 1 && d->constant != step))
			return NULL;
		step = d->constant;
		last = next;
	}
	if (!last)
		return NULL;
	/* first + step (of - lo) */
	of = quasi_add(v->pool, of, quasi_constant(v->pool, -lo));
	return quasi_add(v->pool, first, quasi_scale(v->pool, of, step));
}
