#include <math.h>

#include "engine/kernel/grouping.h"
#include "engine/kernel/guard.h"

bool guard_equal(const struct guard *a, const struct guard *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->op != b->op)
		return false;
	if (a->op == GUARD_GE || a->op == GUARD_EQ)
		return quasi_equal(a->e, b->e);
	return guard_equal(a->a, b->a) && guard_equal(a->b, b->b);
}

uint64_t guard_hash(const struct guard *g)
{
	uint64_t hash;

	if (!g)
		return 0;
	hash = grouping_mix(1, (int64_t) g->op);
	if (g->e)
		hash = grouping_mix(hash, (int64_t) quasi_hash(g->e));
	hash = grouping_mix(hash, (int64_t) guard_hash(g->a));
	return grouping_mix(hash, (int64_t) guard_hash(g->b));
}

/* How fast "e" grows with variable "v" in the long run; what minima and
 * maxima may hold back grows.
 */
static double slope(const struct quasi *e, int v)
{
	double sum = (double) e->coef[v];

	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		double inner = slope(t->a, v);

		if (t->op == QUASI_FLOOR)
			inner /= (double) t->divisor;
		else if (inner == 0)
			inner = slope(t->b, v);
		sum += (double) t->coef * inner;
	}
	return sum;
}

bool guard_is_uneven(const struct guard *g)
{
	if (!g)
		return false;
	for (int v = VAR_BX; g->e && v <= VAR_BZ; ++v)
		if (fabs(slope(g->e, v)) > 1e-9)
			return true;
	return guard_is_uneven(g->a) || guard_is_uneven(g->b);
}

bool guard_holds(const struct guard *g, const int64_t *point)
{
	int64_t value = 0;

	if (!g)
		return true;
	switch (g->op) {
	case GUARD_GE:
		quasi_eval(g->e, point, &value);
		return value >= 0;
	case GUARD_EQ:
		quasi_eval(g->e, point, &value);
		return value == 0;
	case GUARD_NOT:
		return !guard_holds(g->a, point);
	case GUARD_AND:
		return guard_holds(g->a, point) && guard_holds(g->b, point);
	case GUARD_OR:
		return guard_holds(g->a, point) || guard_holds(g->b, point);
	}
	return false;
}
