/* Predicates as trees: equality, hashes, evaluation at a point or at a run of
 * points, and whether they hold equally often everywhere in the grid.
 */

#include <math.h>
#include <string.h>

#include "engine/base/integer.h"

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

bool predicate_has_table(const struct predicate *g)
{
	return g &&
		(quasi_has_table(g->e) || predicate_has_table(g->a) ||
			predicate_has_table(g->b));
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
		else if (t->b && inner == 0)
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

bool predicate_may_be(const struct predicate *g, const int64_t *lo,
	const int64_t *hi, bool truth)
{
	int64_t min, max;

	if (!g)
		return truth;
	switch (g->op) {
	case PREDICATE_GE:
		if (!quasi_bounds(g->e, lo, hi, &min, &max))
			return true;
		return truth ? max >= 0 : min < 0;
	case PREDICATE_EQ:
		if (!quasi_bounds(g->e, lo, hi, &min, &max))
			return true;
		return truth ? min <= 0 && max >= 0 : min < 0 || max > 0;
	case PREDICATE_NOT: return predicate_may_be(g->a, lo, hi, !truth);
	case PREDICATE_AND:
	case PREDICATE_OR:
		if ((g->op == PREDICATE_AND) == truth)
			return predicate_may_be(g->a, lo, hi, truth) &&
				predicate_may_be(g->b, lo, hi, truth);
		return predicate_may_be(g->a, lo, hi, truth) ||
			predicate_may_be(g->b, lo, hi, truth);
	}
	return true;
}

static uint64_t compare_run(const struct predicate *g, const int64_t *point,
	enum quasi_var var, int n)
{
	int64_t value[PREDICATE_RUN], at[N_QUASI_VAR];
	uint64_t bits = 0;

	if (quasi_run(g->e, point, var, n, value)) {
		for (int i = 0; i < n; ++i)
			bits |= (uint64_t) (g->op == PREDICATE_GE ?
						value[i] >= 0 :
						value[i] == 0)
				<< i;
		return bits;
	}
	memcpy(at, point, sizeof(at));
	for (int i = 0; i < n; ++i, ++at[var])
		bits |= (uint64_t) predicate_holds(g, at) << i;
	return bits;
}

uint64_t predicate_run(const struct predicate *g, const int64_t *point,
	enum quasi_var var, int n)
{
	uint64_t all = ~UINT64_C(0) >> (PREDICATE_RUN - n), bits;

	if (!g)
		return all;
	if (g->op == PREDICATE_GE || g->op == PREDICATE_EQ)
		return compare_run(g, point, var, n);
	bits = predicate_run(g->a, point, var, n);
	if (g->op == PREDICATE_NOT)
		return all & ~bits;
	if (bits == (g->op == PREDICATE_AND ? 0 : all))
		return bits;
	return g->op == PREDICATE_AND ?
		bits & predicate_run(g->b, point, var, n) :
		bits | predicate_run(g->b, point, var, n);
}

uint64_t predicate_lanes(const struct predicate *g, const int64_t block[3],
	const int64_t *point, int n)
{
	int axis = block[0] > 1 ? 0 : block[1] > 1 ? 1 : 2;
	int64_t at[N_QUASI_VAR];
	uint64_t bits = 0;

	memcpy(at, point, sizeof(at));
	for (int i = 0, run; i < n; i += run) {
		int64_t *t = &at[VAR_TX];

		run = (int) integer_min(block[axis] - t[axis], n - i);
		if (run <= 0)
			break;
		bits |= predicate_run(g, at, VAR_TX + axis, run) << i;
		t[axis] += run;
		for (int d = axis; d < 2 && t[d] == block[d]; ++d) {
			t[d] = 0;
			++t[d + 1];
		}
	}
	return bits;
}
