/* Predicates as trees: equality, hashes, evaluation at a point, and whether
 * they hold equally often everywhere in the grid.
 */

#include <math.h>

#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"

bool predicate_equal(const struct predicate *a, const struct predicate *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->op != b->op)
		return false;
	if (a->op == PREDICATE_GE || a->op == PREDICATE_EQ)
		return quasi_equal(a->e, b->e);
	return predicate_equal(a->a, b->a) && predicate_equal(a->b, b->b);
}

uint64_t predicate_hash(const struct predicate *g)
{
	uint64_t hash;

	if (!g)
		return 0;
	hash = map_mix(1, (int64_t) g->op);
	if (g->e)
		hash = map_mix(hash, (int64_t) quasi_hash(g->e));
	hash = map_mix(hash, (int64_t) predicate_hash(g->a));
	return map_mix(hash, (int64_t) predicate_hash(g->b));
}

/* The slope of "e" in variable "v" for large v; minima and maxima count as if
 * they did not limit it.
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

bool predicate_is_uneven(const struct predicate *g)
{
	if (!g)
		return false;
	for (int v = VAR_BX; g->e && v <= VAR_BZ; ++v)
		if (fabs(slope(g->e, v)) > 1e-9)
			return true;
	return predicate_is_uneven(g->a) || predicate_is_uneven(g->b);
}

bool predicate_holds(const struct predicate *g, const int64_t *point)
{
	int64_t value = 0;

	if (!g)
		return true;
	switch (g->op) {
	case PREDICATE_GE: quasi_eval(g->e, point, &value); return value >= 0;
	case PREDICATE_EQ: quasi_eval(g->e, point, &value); return value == 0;
	case PREDICATE_NOT: return !predicate_holds(g->a, point);
	case PREDICATE_AND:
		return predicate_holds(g->a, point) &&
			predicate_holds(g->b, point);
	case PREDICATE_OR:
		return predicate_holds(g->a, point) ||
			predicate_holds(g->b, point);
	}
	return false;
}
