/* Requests of a launch: blocks that lie wholly in the domain are alike, those
 * that it cuts are a kind for each axis, and each kind is walked once.
 */

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/footprint_trips.h"
#include "engine/count/footprint_walk.h"
#include "engine/count/footprint_warp.h"

/* Limits of the parts that predicates and floors make: where requests are
 * visited, and where lanes are only counted.
 */
#define MOST_PARTS   8192
#define MOST_COUNTED (1 << 20)

struct warp_access warp_access_global(const struct kernel *kernel,
	const struct launch *launch, int access)
{
	const struct access *a = &kernel->access[access];

	return (struct warp_access) {
		.kernel = kernel,
		.launch = launch,
		.address = a->address,
		.predicate = a->predicate,
		.loop = a->loop,
		.base_B = kernel->field[a->field].base_B,
	};
}

struct warp_access warp_access_shared(const struct kernel *kernel,
	const struct launch *launch, int access)
{
	const struct shared_access *a = &kernel->shared_access[access];

	return (struct warp_access) {
		.kernel = kernel,
		.launch = launch,
		.address = a->address,
		.predicate = a->predicate,
		.loop = a->loop,
	};
}

bool warp_access_is_plain(const struct warp_access *a)
{
	return !a->predicate && quasi_is_affine(a->address);
}

/* Parts that a walk may have however much was done before.  Who walks samples trips
 * where there are too many, and knows the error of that.
 */
#define FEWEST_PARTS 32

/* Lanes that one takes: most end where a lane asks for a split. */
#define LANES 8

static int nodes_of(const struct predicate *g)
{
	return !g ?
		0 :
		(g->e ? 1 + g->e->n_node : 0) + nodes_of(g->a) + nodes_of(g->b);
}

static bool add_lane_count(const struct warp_phase *phase, void *user)
{
	struct warp_sum *sum = user;

	sum->n_request += phase->n_request;
	sum->n_lane += phase->n_request * phase->n_lane;
	return true;
}

static bool walk_alike(struct warp_walk *w)
{
	if (w->visit == add_lane_count && footprint_trips_count(w, w->user))
		return true;
	return warp_access_is_plain(w->a) ? footprint_walk_plain(w) :
					    footprint_walk_any(w);
}

/* Blocks from .. to-1 along "axis": those wholly in the domain are alike, the
 * one that it cuts is another kind.
 */
static bool walk_axis(struct warp_walk *w, const int64_t *from,
	const int64_t *to, int axis)
{
	const struct launch *launch = w->a->launch;
	int64_t cells, threads, block, whole;

	if (axis == 3)
		return walk_alike(w);
	cells = w->a->kernel->domain[axis];
	threads = integer_ceil(cells, launch->fold[axis]);
	block = launch->block[axis];
	whole = threads / block;
	w->first[axis] = from[axis];
	w->n_block[axis] = (to[axis] < whole ? to[axis] : whole) - from[axis];
	w->limit[axis] = block;
	if (w->n_block[axis] > 0 && !walk_axis(w, from, to, axis + 1))
		return false;
	w->first[axis] = whole;
	w->n_block[axis] = 1;
	w->limit[axis] = threads % block;
	return w->limit[axis] == 0 || whole < from[axis] || whole >= to[axis] ||
		walk_axis(w, from, to, axis + 1);
}

static bool walk_box(struct warp_walk *w, const struct thread_box *box)
{
	const int64_t *block = w->a->launch->block;
	int64_t from[3], to[3];

	for (int i = 0; i < 3; ++i) {
		from[i] = box->lo[i] / block[i];
		to[i] = box->hi[i] / block[i];
	}
	return walk_axis(w, from, to, 0);
}

/* Does the number of requests of all blocks fit in 63 bits? */
static bool requests_fit(const struct warp_walk *w,
	const struct thread_set *set)
{
	int64_t n;

	if (!threads_number(set, &n) ||
		__builtin_mul_overflow(n, w->repeat, &n))
		return false;
	for (int d = 0; d < QUASI_LOOPS; ++d)
		if (w->vars >> (VAR_LOOP0 + d) & 1 &&
			__builtin_mul_overflow(n, w->trips[d], &n))
			return false;
	return true;
}

static bool count_repeats(struct warp_walk *w)
{
	int depth = kernel_loops(w->a->kernel, w->a->loop);

	w->repeat = 1;
	for (int l = w->a->loop; l >= 0; l = w->a->kernel->loop[l].parent)
		if (--depth >= QUASI_LOOPS ||
			!(w->vars >> (VAR_LOOP0 + depth) & 1))
			if (__builtin_mul_overflow(w->repeat,
				    w->a->kernel->loop[l].trips, &w->repeat))
				return false;
	return true;
}

/* Steps of a lane, which evaluates address and condition.  Of a thread order with
 * very many terms a part mostly evaluates few, until one asks for a split.
 */
#define MOST_TERMS 16

static double steps_of(const struct warp_access *a)
{
	int n = a->address->n_node + nodes_of(a->predicate);

	return 1 + 2. * (n < MOST_TERMS ? n : MOST_TERMS);
}

static int parts_within(struct effort *e, int most, double each)
{
	double n = effort_left(e) / (each * LANES);

	if (n >= most || most <= FEWEST_PARTS)
		return most;
	return n > FEWEST_PARTS ? (int) n : FEWEST_PARTS;
}

static enum footprint_status walk_all(const struct warp_access *a,
	const struct warp_range *range, int64_t period_B, int most_parts,
	bool (*visit)(const struct warp_phase *phase, void *user), void *user)
{
	/* a single block must not fail for want of budget */
	int most = range->n_block > 1 ?
		footprint_parts(a->left, FOOTPRINT_WARP_PART, most_parts) :
		most_parts;
	struct warp_walk w = {
		.a = a,
		.period_B = period_B,
		.width = range->width,
		.only = range->only,
		.visit = visit,
		.user = user,
		.n_part = most,
	};
	struct thread_set set;
	struct thread_box hull;
	struct quasi_mark mark;

	w.n_part = most = footprint_affordable(most, a->address);
	w.each = steps_of(a);
	w.n_part = most = parts_within(a->launch->effort, most, w.each);
	threads_of_blocks(a->launch, range->first_block, range->n_block, &set);
	if (!footprint_trips(a->kernel, a->loop, w.trips) || set.n_box == 0)
		return FOOTPRINT_OK;
	hull = footprint_hull(&set);
	w.status = footprint_check(a->launch, &hull, w.trips, a->address,
		a->predicate, a->base_B);
	if (w.status != FOOTPRINT_OK)
		return w.status;
	w.vars = footprint_variables(a->address, a->predicate);
	if (!count_repeats(&w) || !requests_fit(&w, &set))
		return FOOTPRINT_OVERFLOW;
	w.pool = a->scratch ? a->scratch : quasi_pool_new();
	if (!w.pool)
		return FOOTPRINT_MEMORY;
	mark = quasi_pool_mark(w.pool);
	w.is_tiled = warp_access_is_plain(a) && footprint_walk_tile(&w);
	for (int i = 0; i < set.n_box; ++i)
		if (!walk_box(&w, &set.box[i]))
			break;
	if (a->scratch)
		quasi_pool_release(w.pool, mark);
	else
		quasi_pool_free(w.pool);
	footprint_spend(a->left, w.n_part < 0 ? most : most - w.n_part,
		FOOTPRINT_WARP_PART);
	return w.status;
}

enum footprint_status footprint_warp_phases(const struct warp_access *a,
	const struct warp_range *range, int64_t period_B,
	bool (*visit)(const struct warp_phase *phase, void *user), void *user)
{
	return walk_all(a, range, period_B, MOST_PARTS, visit, user);
}

enum footprint_status footprint_warp_phases_within(const struct warp_access *a,
	const struct warp_range *range, int64_t period_B, int most_parts,
	bool (*visit)(const struct warp_phase *phase, void *user), void *user)
{
	return walk_all(a, range, period_B,
		most_parts < MOST_PARTS ? most_parts : MOST_PARTS, visit, user);
}

/* Are these all blocks, and does the number of their threads fit? */
static bool is_all(const struct launch *launch, const struct warp_range *r)
{
	double threads = (double) launch_threads_per_block(launch);

	return r->first_block == 0 && r->n_block == launch_blocks(launch) &&
		threads * (double) r->n_block < 0x1p62;
}

/* All warps of a launch without predicates where every warp is the first one,
 * moved: tiles along each axis, of which the last may be cut.
 */
static void count_tiles(const struct kernel *kernel,
	const struct launch *launch, const int64_t extent[3],
	struct warp_sum *sum)
{
	*sum = (struct warp_sum) { .n_request = 1, .n_lane = 1 };
	for (int i = 0; i < 3; ++i) {
		int64_t block = launch->block[i];
		int64_t n = integer_ceil(kernel->domain[i], launch->fold[i]);

		sum->n_lane *= n;
		sum->n_request *= n / block * integer_ceil(block, extent[i]) +
			integer_ceil(n % block, extent[i]);
	}
}

/* Limit of the parts of one launch in a search over many. */
#define MOST_OF_MANY (1 << 13)

enum footprint_status footprint_lanes_within(const struct kernel *kernel,
	const struct launch *launch, const struct predicate *predicate,
	int loop, const int64_t *trip, const struct warp_range *range,
	int most_parts, struct warp_sum *sum)
{
	static const struct quasi zero;
	struct warp_access a = {
		.kernel = kernel,
		.launch = launch,
		.address = &zero,
		.predicate = predicate,
		.loop = loop,
		.trip = trip,
	};

	*sum = (struct warp_sum) { .n_request = 0 };
	return walk_all(&a, range, 1, most_parts, add_lane_count, sum);
}

enum footprint_status footprint_lanes(const struct kernel *kernel,
	const struct launch *launch, const struct predicate *predicate,
	int loop, const struct warp_range *range, struct warp_sum *sum)
{
	int64_t extent[3];

	if (!predicate && loop < 0 && is_all(launch, range) &&
		footprint_walk_extent(launch, range->width, extent)) {
		count_tiles(kernel, launch, extent, sum);
		return FOOTPRINT_OK;
	}
	return footprint_lanes_within(kernel, launch, predicate, loop, NULL,
		range, launch->figures_only ? MOST_OF_MANY : MOST_COUNTED, sum);
}
