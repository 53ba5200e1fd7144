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

/* Larger expressions are evaluated point by point: a run of a floor in a floor
 * needs memory for each of them.
 */
#define FEW_NODES 16

static void eval_run(const struct quasi *e, const int64_t *point,
	enum quasi_var var, int n, int64_t *value);

/* floor(value[i] / d) for the values first + i * step, without dividing */
static void floor_run(int64_t first, int64_t step, int64_t d, int n,
	int64_t *value)
{
	int64_t whole = integer_floor(first, d), rest = first - whole * d;
	int64_t by = integer_floor(step, d), more = step - by * d;

	for (int i = 0; i < n; ++i) {
		value[i] = whole;
		whole += by;
		rest += more;
		if (rest >= d) {
			rest -= d;
			++whole;
		}
	}
}

static int64_t affine_at(const struct quasi *e, const int64_t *point)
{
	int64_t sum = e->constant;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		sum += e->coef[v] * point[v];
	return sum;
}

static void term_run(const struct quasi_term *t, const int64_t *point,
	enum quasi_var var, int n, int64_t *value)
{
	int64_t other[PREDICATE_RUN];

	if (t->op == QUASI_FLOOR && t->a->n_term == 0) {
		floor_run(affine_at(t->a, point), t->a->coef[var], t->divisor,
			n, value);
		return;
	}
	eval_run(t->a, point, var, n, value);
	if (t->b)
		eval_run(t->b, point, var, n, other);
	for (int i = 0; i < n; ++i)
		if (t->op == QUASI_FLOOR)
			value[i] = integer_floor(value[i], t->divisor);
		else if (t->op == QUASI_TABLE)
			value[i] = quasi_entry(t->table, value[i]);
		else if ((other[i] < value[i]) == (t->op == QUASI_MIN))
			value[i] = other[i];
}

/* value[i] = e at point[var] + i */
static void eval_run(const struct quasi *e, const int64_t *point,
	enum quasi_var var, int n, int64_t *value)
{
	int64_t first = affine_at(e, point), step = e->coef[var];
	int64_t term[PREDICATE_RUN];

	for (int i = 0; i < n; ++i)
		value[i] = first + i * step;
	for (int k = 0; k < e->n_term; ++k) {
		term_run(&e->term[k], point, var, n, term);
		for (int i = 0; i < n; ++i)
			value[i] += e->term[k].coef * term[i];
	}
}

static uint64_t compare_run(const struct predicate *g, const int64_t *point,
	enum quasi_var var, int n)
{
	int64_t value[PREDICATE_RUN], at[N_QUASI_VAR];
	uint64_t bits = 0;

	if (g->e->n_node <= FEW_NODES) {
		eval_run(g->e, point, var, n, value);
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
