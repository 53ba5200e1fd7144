/* Footprints by isl: the image of the threads under the accesses. */

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/count.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/lines.h"
#include "engine/count/val.h"
#include "engine/kernel/predicate.h"

#define DEFAULT_BUDGET INT64_C(100000)
#define MOST_RADICES   3
#define N_DIM	       (3 + QUASI_LOOPS) /* axes, then loops */

/* A granule is written in digits, each radix a multiple of the granule, so
 * that rows and planes of a field are dimensions to isl and the union of
 * accesses has few pieces. radix[0] is the granule itself.
 */
struct image {
	const struct footprint_task *task;
	isl_ctx *ctx;
	int64_t base_B; /* the lowest granule is at 0 */
	int n_radix;
	int64_t radix[1 + MOST_RADICES];
};

/* Put the strides above a granule into "stride", rising. */
static int find_strides(const struct footprint_task *task, int64_t *stride,
	int size)
{
	int n = 0;

	for (int a = 0; a < task->n_access; ++a)
		for (int v = 0; v < 3; ++v) {
			int64_t s = 0;
			int i = n;

			footprint_stride(task->launch, task->access[a]->address,
				v, &s);
			s = s < 0 ? -s : s;
			while (i > 0 && stride[i - 1] > s)
				--i;
			if (s <= task->granule_B || n == size ||
				(i > 0 && stride[i - 1] == s))
				continue;
			for (int k = n++; k > i; --k)
				stride[k] = stride[k - 1];
			stride[i] = s;
		}
	return n;
}

/* Choose radices: the strides, rounded up to multiples of the granule, as far
 * as each divides the next.
 */
static void choose_radices(struct image *m)
{
	int64_t granule_B = m->task->granule_B;
	int64_t stride[16], found[MOST_RADICES];
	int n = find_strides(m->task, stride, 16), n_found = 0;

	for (int i = n - 1; i >= 0 && n_found < MOST_RADICES; --i) {
		int64_t times = granule_B / integer_gcd(granule_B, stride[i]);
		int64_t radix;

		if (times > 64 ||
			__builtin_mul_overflow(times, stride[i], &radix))
			continue;
		if (n_found == 0 ||
			(found[n_found - 1] % radix == 0 &&
				radix < found[n_found - 1]))
			found[n_found++] = radix;
	}
	m->radix[0] = granule_B;
	m->n_radix = 1;
	while (n_found > 0)
		m->radix[m->n_radix++] = found[--n_found];
}

/* Count granules from the lowest constant on: the address of a field must not
 * affect the time isl takes.
 */
static void choose_base(struct image *m)
{
	const struct footprint_task *task = m->task;
	int64_t least = INT64_MAX;

	for (int a = 0; a < task->n_access; ++a)
		if (task->access[a]->address->constant < least)
			least = task->access[a]->address->constant;
	m->base_B = task->base_B;
	if (task->n_access > 0)
		m->base_B -= task->granule_B *
			integer_floor(task->base_B + least, task->granule_B);
}

/* { [g, loops] -> [v] } for variable "var": the global index of its axis, its
 * block, or its index in the block.
 */
static __isl_give isl_aff *variable(const struct image *m,
	__isl_keep isl_local_space *local, const bool by_index[3], int var)
{
	isl_local_space *domain = isl_local_space_copy(local);
	int axis = var % 3;
	isl_val *block;
	isl_aff *g, *b;

	if (var >= VAR_LOOP0)
		return isl_aff_var_on_domain(domain, isl_dim_set,
			3 + var - VAR_LOOP0);
	block = val_of(m->ctx, m->task->launch->block[axis]);
	if (isl_val_is_one(block) == isl_bool_true || by_index[axis]) {
		bool is_seen = (isl_val_is_one(block) == isl_bool_true) ==
			(var >= VAR_BX);

		isl_val_free(block);
		if (!is_seen)
			return isl_aff_zero_on_domain(domain);
		return isl_aff_var_on_domain(domain, isl_dim_set, axis);
	}
	g = isl_aff_var_on_domain(domain, isl_dim_set, axis);
	b = isl_aff_scale_down_val(isl_aff_copy(g), isl_val_copy(block));
	b = isl_aff_floor(b);
	if (var >= VAR_BX) {
		isl_aff_free(g);
		isl_val_free(block);
		return b;
	}
	return isl_aff_sub(g, isl_aff_scale_val(b, block));
}

static __isl_give isl_multi_aff *variables(const struct image *m,
	const struct access *a)
{
	isl_space *space = isl_space_set_alloc(m->ctx, 0, N_DIM);
	isl_local_space *local;
	isl_multi_aff *vars;
	bool by_index[3];

	footprint_by_index(m->task->launch, a, by_index);
	local = isl_local_space_from_space(isl_space_copy(space));
	space = isl_space_from_domain(space);
	space = isl_space_add_dims(space, isl_dim_out, N_QUASI_VAR);
	vars = isl_multi_aff_zero(space);
	for (int v = 0; v < N_QUASI_VAR; ++v)
		vars = isl_multi_aff_set_aff(vars, v,
			variable(m, local, by_index, v));
	isl_local_space_free(local);
	return vars;
}

static __isl_give isl_set *bound(__isl_take isl_set *set, int dim, int64_t lo,
	int64_t hi)
{
	isl_ctx *ctx = isl_set_get_ctx(set);

	set = isl_set_lower_bound_val(set, isl_dim_set, dim, val_of(ctx, lo));
	return isl_set_upper_bound_val(set, isl_dim_set, dim,
		val_of(ctx, hi - 1));
}

/* The threads of "set" and the trips of the loops around "a". */
static __isl_give isl_set *points(const struct image *m, const struct access *a,
	const struct thread_set *set)
{
	isl_space *space = isl_space_set_alloc(m->ctx, 0, N_DIM);
	unsigned vars = footprint_variables(a->address, a->predicate);
	isl_set *all = isl_set_empty(isl_space_copy(space));
	int64_t trips[QUASI_LOOPS];

	footprint_trips(m->task->kernel, a->loop, trips);
	for (int i = 0; i < set->n_box; ++i) {
		isl_set *box = isl_set_universe(isl_space_copy(space));

		for (int d = 0; d < 3; ++d)
			box = bound(box, d, set->box[i].lo[d],
				set->box[i].hi[d]);
		for (int d = 0; d < QUASI_LOOPS; ++d)
			box = bound(box, 3 + d, 0,
				vars >> (VAR_LOOP0 + d) & 1 ? trips[d] : 1);
		all = isl_set_union(all, box);
	}
	isl_space_free(space);
	return all;
}

/* The digits of the granules of "a", the longest last. */
static __isl_give isl_map *digits(const struct image *m, const struct access *a,
	__isl_keep isl_multi_aff *vars)
{
	isl_pw_aff *rest, *digit;
	isl_map *map = NULL;

	rest = lines_expression(a->address, vars);
	rest = isl_pw_aff_add_constant_val(rest, val_of(m->ctx, m->base_B));
	for (int i = m->n_radix - 1; i >= 0; --i) {
		isl_map *more;
		isl_val *radix = val_of(m->ctx, m->radix[i]);

		digit = lines_of(isl_pw_aff_copy(rest), m->radix[i]);
		more = isl_map_from_pw_aff(isl_pw_aff_copy(digit));
		map = map ? isl_map_flat_range_product(map, more) : more;
		digit = isl_pw_aff_scale_val(digit, radix);
		rest = isl_pw_aff_sub(rest, digit);
	}
	isl_pw_aff_free(rest);
	return map;
}

static __isl_give isl_set *touched_by(const struct image *m,
	const struct access *a, const struct thread_set *set)
{
	isl_multi_aff *vars = variables(m, a);
	isl_set *where;
	isl_map *map;

	where = isl_set_intersect(points(m, a, set),
		lines_condition(a->predicate, vars));
	map = isl_map_intersect_domain(digits(m, a, vars), where);
	isl_multi_aff_free(vars);
	return count_coalesce(isl_map_range(map));
}

static __isl_give isl_set *touched(const struct image *m,
	const struct thread_set *set)
{
	isl_set *all = isl_set_empty(
		isl_space_set_alloc(m->ctx, 0, (unsigned) m->n_radix));

	for (int a = 0; a < m->task->n_access; ++a)
		all = isl_set_union(all,
			touched_by(m, m->task->access[a], set));
	return count_coalesce(all);
}

/* Count the points of "part", which "sets" of the first "next" sets touch, by
 * which of the other sets touch them.
 */
static isl_stat count_parts(const struct image *m, isl_set **set, int next,
	__isl_take isl_set *part, unsigned sets, int64_t *n)
{
	isl_set *in, *out;

	if (isl_set_is_empty(part) == isl_bool_true) {
		isl_set_free(part);
		return isl_stat_ok;
	}
	if (next == m->task->n_set)
		return count_points(part, &n[sets]);
	in = isl_set_intersect(isl_set_copy(part), isl_set_copy(set[next]));
	out = isl_set_subtract(part, isl_set_copy(set[next]));
	if (count_parts(m, set, next + 1, in, sets | 1u << next, n) < 0) {
		isl_set_free(out);
		return isl_stat_error;
	}
	return count_parts(m, set, next + 1, out, sets, n);
}

static isl_stat count_sets(const struct image *m, int64_t *n)
{
	isl_set *set[FOOTPRINT_SETS];
	isl_set *all = isl_set_empty(
		isl_space_set_alloc(m->ctx, 0, (unsigned) m->n_radix));
	isl_stat stat;

	for (int s = 0; s < m->task->n_set; ++s) {
		set[s] = touched(m, &m->task->set[s]);
		all = isl_set_union(all, isl_set_copy(set[s]));
	}
	stat = count_parts(m, set, 0, all, 0, n);
	for (int s = 0; s < m->task->n_set; ++s)
		isl_set_free(set[s]);
	return stat;
}

enum footprint_status footprint_isl(const struct footprint_task *task,
	int64_t *n)
{
	struct image m = { .task = task };
	int64_t budget = task->budget ? task->budget : DEFAULT_BUDGET;
	enum footprint_status status = FOOTPRINT_OK;

	if (task->left && *task->left < budget)
		budget = *task->left;
	for (int i = 0; i < task->n_access; ++i)
		if (quasi_has_table(task->access[i]->address) ||
			predicate_has_table(task->access[i]->predicate))
			budget = 0;
	if (budget <= 0)
		return FOOTPRINT_BUDGET;
	m.ctx = count_ctx_new(budget);
	if (!m.ctx)
		return FOOTPRINT_MEMORY;
	choose_radices(&m);
	choose_base(&m);
	/* Some functions of isl return a result in spite of an earlier error.
	 */
	if (count_sets(&m, n) < 0 ||
		isl_ctx_last_error(m.ctx) != isl_error_none)
		status = isl_ctx_last_error(m.ctx) == isl_error_alloc ?
			FOOTPRINT_MEMORY :
			FOOTPRINT_BUDGET;
	if (status == FOOTPRINT_MEMORY)
		heap_failed();
	/* isl does not say how many it took */
	footprint_spend(task->left,
		status == FOOTPRINT_OK ? budget / 2 : budget, 1);
	isl_ctx_free(m.ctx);
	return status;
}
