/* The first point at which a predicate holds: bounds of its expressions rule
 * most predicates out, and isl finds the lexicographic minimum of the rest.
 */

#include <isl/aff.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include "engine/count/count.h"
#include "engine/count/lines.h"
#include "engine/count/val.h"
#include "engine/count/witness.h"
#include "engine/kernel/predicate.h"
#include "engine/kernel/remainder.h"

/* Operations that isl may use, unless the launch says otherwise. */
#define OPERATIONS 40000

struct search {
	const struct kernel *kernel;
	const struct launch *launch;
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR];
};

/* The position of a variable in the order of the launch. */
static const int order[N_QUASI_VAR] = { VAR_BZ, VAR_BY, VAR_BX, VAR_TZ, VAR_TY,
	VAR_TX, VAR_LOOP0, VAR_LOOP1, VAR_LOOP2, VAR_LOOP3 };

static void find_box(struct search *s, int loop)
{
	int depth = kernel_loops(s->kernel, loop);

	for (int d = 0; d < 3; ++d) {
		s->hi[VAR_TX + d] = s->launch->block[d] - 1;
		s->hi[VAR_BX + d] = s->launch->grid[d] - 1;
	}
	for (; loop >= 0; loop = s->kernel->loop[loop].parent)
		if (--depth < QUASI_LOOPS)
			s->hi[VAR_LOOP0 + depth] = s->kernel->loop[loop].trips -
				1;
}

/* Can all expressions of "g" be evaluated in the box without overflow? */
static bool is_bounded(const struct search *s, const struct predicate *g)
{
	int64_t min, max;

	if (g->e)
		return quasi_bounds(g->e, s->lo, s->hi, &min, &max);
	return is_bounded(s, g->a) && (!g->b || is_bounded(s, g->b));
}

/* { [order] -> [variables] } */
static __isl_give isl_multi_aff *variables(isl_ctx *ctx)
{
	isl_space *space = isl_space_alloc(ctx, 0, N_QUASI_VAR, N_QUASI_VAR);
	isl_multi_aff *same = isl_multi_aff_identity(isl_space_copy(space));
	isl_multi_aff *vars = isl_multi_aff_zero(space);

	for (int i = 0; i < N_QUASI_VAR; ++i)
		vars = isl_multi_aff_set_aff(vars, order[i],
			isl_multi_aff_get_aff(same, i));
	isl_multi_aff_free(same);
	return vars;
}

/* { [order] : the box, and "g" holds } */
static __isl_give isl_set *points(const struct search *s, isl_ctx *ctx,
	const struct predicate *g)
{
	isl_multi_aff *vars = variables(ctx);
	isl_set *set = lines_condition(g, vars);

	for (int i = 0; i < N_QUASI_VAR; ++i) {
		set = isl_set_lower_bound_si(set, isl_dim_set, (unsigned) i, 0);
		set = isl_set_upper_bound_val(set, isl_dim_set, (unsigned) i,
			val_of(ctx, s->hi[order[i]]));
	}
	isl_multi_aff_free(vars);
	return set;
}

/* isl is not trusted: "g" is evaluated at the point that it returns. */
static enum witness_answer read_point(__isl_keep isl_point *at,
	const struct predicate *g, int64_t point[N_QUASI_VAR])
{
	for (int i = 0; i < N_QUASI_VAR; ++i) {
		isl_val *v = isl_point_get_coordinate_val(at, isl_dim_set, i);
		isl_bool is_read = val_read(v, &point[order[i]]);

		isl_val_free(v);
		if (is_read != isl_bool_true)
			return WITNESS_UNKNOWN;
	}
	return predicate_holds(g, point) ? WITNESS_FOUND : WITNESS_UNKNOWN;
}

static enum witness_answer search_set(__isl_take isl_set *set,
	const struct predicate *g, int64_t point[N_QUASI_VAR])
{
	enum witness_answer answer = WITNESS_UNKNOWN;
	isl_bool is_empty = isl_set_is_empty(set);
	isl_point *at;

	if (is_empty != isl_bool_false) {
		isl_set_free(set);
		return is_empty == isl_bool_true ? WITNESS_NONE :
						   WITNESS_UNKNOWN;
	}
	at = isl_set_sample_point(isl_set_lexmin(set));
	if (at && isl_point_is_void(at) == isl_bool_false)
		answer = read_point(at, g, point);
	isl_point_free(at);
	return answer;
}

enum witness_answer witness_find(const struct kernel *kernel,
	const struct launch *launch, const struct predicate *g, int loop,
	int64_t point[N_QUASI_VAR])
{
	struct search s = { .kernel = kernel, .launch = launch };
	enum witness_answer answer;
	isl_ctx *ctx;

	find_box(&s, loop);
	if (!is_bounded(&s, g))
		return WITNESS_UNKNOWN;
	if (!predicate_may_be(g, s.lo, s.hi, true))
		return WITNESS_NONE;
	ctx = count_ctx_new(
		launch->operations > 0 ? launch->operations : OPERATIONS);
	if (!ctx)
		return WITNESS_UNKNOWN;
	answer = search_set(points(&s, ctx, g), g, point);
	/* some functions of isl return a result in spite of an earlier error */
	if (isl_ctx_last_error(ctx) != isl_error_none)
		answer = WITNESS_UNKNOWN;
	isl_ctx_free(ctx);
	return answer;
}

bool witness_bounds(const struct kernel *kernel, const struct launch *launch,
	struct quasi_pool *pool, const struct quasi *e, int loop, int64_t *min,
	int64_t *max)
{
	struct search s = { .kernel = kernel, .launch = launch };

	find_box(&s, loop);
	return remainder_bounds(pool, e, s.lo, s.hi, min, max);
}
