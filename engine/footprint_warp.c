#include <stdlib.h>
#include <string.h>

#include "engine/footprint_paths.h"
#include "engine/footprint_region.h"
#include "engine/footprint_warp.h"
#include "engine/heap.h"
#include "engine/integer.h"

/* Into which guards and floors may split: where requests are looked at,
 * where lanes are only counted.
 */
#define MOST_PARTS	8192
#define MOST_COUNTED	(1 << 20)
#define MOST_RESIDUES	(INT64_C(1) << 20)
#define FEW_RESIDUES	64		/* need no allocation */
#define MOST_AXES	REGION_DIMS	/* of blocks, loops and warps: 10 */

struct warp_access warp_access_global(const struct kernel *kernel,
	const struct launch *launch, int access)
{
	const struct access *a = &kernel->access[access];

	return (struct warp_access) {
		.kernel = kernel, .launch = launch, .address = a->address,
		.guard = a->guard, .loop = a->loop,
		.base_B = kernel->field[a->field].base_B,
	};
}

struct warp_access warp_access_shared(const struct kernel *kernel,
	const struct launch *launch, int access)
{
	const struct shared_access *a = &kernel->shared_access[access];

	return (struct warp_access) {
		.kernel = kernel, .launch = launch, .address = a->address,
		.guard = a->guard, .loop = a->loop,
	};
}

/* Lanes that are active together, their addresses from the lowest on. */
struct lanes {
	int n;
	int lane[WARP_LANES];
	int64_t address[WARP_LANES];
};

/* All lanes of the first warp of a block, and where its lowest begins. */
struct tile {
	struct lanes lanes;
	int64_t least, extent[3];
};

/* Warps with the same lanes: how many there are by address of the lowest
 * lane, modulo the period, in steps.
 */
struct shape {
	struct lanes lanes;
	int64_t *n_warp;
};

/* One request moved along axes, by step[i] each of n[i] times. */
struct axes {
	int n_axis;
	int64_t step[MOST_AXES], n[MOST_AXES];
};

static void axes_copy(struct axes *to, const struct axes *from)
{
	to->n_axis = from->n_axis;
	for (int i = 0; i < from->n_axis; ++i) {
		to->step[i] = from->step[i];
		to->n[i] = from->n[i];
	}
}

struct walk {
	const struct warp_access *a;
	int64_t period_B;
	int width;
	bool (*visit)(const struct warp_phase *phase, void *user);
	void *user;
	int64_t trips[QUASI_LOOPS];
	unsigned vars;
	int64_t repeat;			/* trips of loops it does not see */
	struct quasi_pool *pool;
	/* Blocks alike: how many of their threads are in the domain, along
	 * each axis, and which they are.
	 */
	int64_t limit[3], first[3], n_block[3];
	bool is_tiled;
	struct tile tile;
	int n_shape, shape_size;
	struct shape *shape;
	int64_t warp;
	int n_part;
	bool is_stopped;
	enum footprint_status status;
};

static bool fail(struct walk *w, enum footprint_status status)
{
	w->status = status;
	return false;
}

/* The place in its block of the first lane of the current warp. */
static void first_lane(const struct walk *w, int64_t at[3])
{
	const int64_t *block = w->a->launch->block;
	int64_t thread = w->warp * w->width;

	at[0] = thread % block[0];
	at[1] = thread / block[0] % block[1];
	at[2] = thread / block[0] / block[1];
}

static void next_lane(const struct walk *w, int64_t at[3])
{
	const int64_t *block = w->a->launch->block;

	for (int i = 0; i < 2; ++i) {
		if (++at[i] < block[i])
			return;
		at[i] = 0;
	}
	++at[2];
}

/* Is the thread there, and in the domain? */
static bool is_active(const struct walk *w, const int64_t at[3])
{
	return at[0] < w->limit[0] && at[1] < w->limit[1] &&
	       at[2] < w->limit[2];
}

/* Let the addresses begin at 0; what they began at. */
static int64_t from_lowest(struct lanes *l)
{
	int64_t least = l->address[0];

	for (int i = 1; i < l->n; ++i)
		if (l->address[i] < least)
			least = l->address[i];
	for (int i = 0; i < l->n; ++i)
		l->address[i] -= least;
	return least;
}

static int64_t next_in_ring(int64_t at, int64_t step, int64_t size)
{
	return at + step < size ? at + step : at + step - size;
}

/* Move what is in n[0 .. size-1], a ring, 0 .. times-1 times by "step" and
 * add it up:
 *
 *	n[i] becomes  sum_j n[i - j * step],   0 <= j < times
 *
 * Along each round of the ring by steps that is a sum over a window.
 */
static void convolve(int64_t *n, int64_t *old, int64_t size, int64_t step,
	int64_t times)
{
	int64_t rounds = integer_gcd(size, step), length = size / rounds;
	int64_t whole = times / length, rest = times % length;

	memcpy(old, n, (size_t) size * sizeof(n[0]));
	for (int64_t c = 0; c < rounds; ++c) {
		int64_t sum = 0, window = 0, head = c, tail = c;

		for (int64_t k = 0; k < length; ++k)
			sum += old[c + k * rounds];
		for (int64_t k = 0; k < rest; ++k) {
			window += old[tail];
			tail -= tail < step ? step - size : step;
		}
		for (int64_t k = 0; k < length; ++k) {
			n[head] = whole * sum + window;
			head = next_in_ring(head, step, size);
			tail = next_in_ring(tail, step, size);
			window += old[head] - old[tail];
		}
	}
}

/* Visit "lanes" with the lowest at start + step_B * i modulo the period,
 * n[i] times, moved along "axes".
 */
static bool emit(struct walk *w, const struct lanes *lanes, int64_t start,
	int64_t step_B, int64_t *n, const struct axes *axes)
{
	int64_t size = w->period_B / step_B, few[FEW_RESIDUES], *old = few;
	int64_t at = integer_mod(start, w->period_B);
	struct warp_phase phase;

	if (size == 1) {
		for (int i = 0; i < axes->n_axis; ++i)
			n[0] *= axes->n[i];
	} else {
		if (size > FEW_RESIDUES)
			old = heap_take((size_t) size * sizeof(old[0]));
		if (!old)
			return fail(w, FOOTPRINT_MEMORY);
		for (int i = 0; i < axes->n_axis; ++i)
			convolve(n, old, size, integer_mod(
				axes->step[i] / step_B, size), axes->n[i]);
		if (old != few)
			free(old);
	}
	phase.n_lane = lanes->n;
	memcpy(phase.lane, lanes->lane,
		(size_t) lanes->n * sizeof(phase.lane[0]));
	for (int64_t i = 0; i < size; ++i,
	     at = next_in_ring(at, step_B, w->period_B)) {
		if (n[i] == 0)
			continue;
		phase.n_request = n[i] * w->repeat;
		for (int k = 0; k < lanes->n; ++k)
			phase.address[k] = lanes->address[k] + at;
		if (!w->visit(&phase, w->user)) {
			w->is_stopped = true;
			return false;
		}
	}
	return true;
}

/* The axes along which all of the address moves: blocks, and loops. */
static void plain_axes(const struct walk *w, struct axes *axes)
{
	const struct quasi *e = w->a->address;

	axes->n_axis = 0;
	for (int v = VAR_BX; v < N_QUASI_VAR; ++v) {
		int64_t n = v < VAR_LOOP0 ? w->n_block[v - VAR_BX]
					  : w->trips[v - VAR_LOOP0];

		if (n == 1 || (v >= VAR_LOOP0 && !(w->vars >> v & 1)))
			continue;
		axes->step[axes->n_axis] = e->coef[v];
		axes->n[axes->n_axis++] = n;
	}
}

static bool plain_lanes(struct walk *w, struct lanes *l)
{
	const int64_t *coef = w->a->address->coef;
	int64_t at[3];

	l->n = 0;
	first_lane(w, at);
	for (int i = 0; i < w->width; ++i, next_lane(w, at))
		if (is_active(w, at)) {
			l->lane[l->n] = i;
			l->address[l->n++] = coef[VAR_TX] * at[0] +
				coef[VAR_TY] * at[1] + coef[VAR_TZ] * at[2];
		}
	return l->n > 0;
}

static bool is_power(int64_t n)
{
	return (n & (n - 1)) == 0;
}

/* Where all are powers of two, every warp is the first one moved: thread
 * indices add up without a carry.  How far its lanes reach, then.
 */
static bool find_extent(const struct launch *launch, int width,
	int64_t extent[3])
{
	const int64_t *block = launch->block;
	int64_t left = width;

	if (!is_power(block[0]) || !is_power(block[1]) || !is_power(left))
		return false;
	for (int i = 0; i < 3; ++i) {
		extent[i] = i == 2 || left < block[i] ? left : block[i];
		left /= extent[i];
	}
	return true;
}

static bool find_tile(struct walk *w)
{
	const int64_t *coef = w->a->address->coef;
	struct tile *tile = &w->tile;
	int64_t at[3] = { 0, 0, 0 };

	if (!find_extent(w->a->launch, w->width, tile->extent))
		return false;
	tile->lanes.n = w->width;
	for (int i = 0; i < w->width; ++i, next_lane(w, at)) {
		tile->lanes.lane[i] = i;
		tile->lanes.address[i] = coef[VAR_TX] * at[0] +
			coef[VAR_TY] * at[1] + coef[VAR_TZ] * at[2];
	}
	tile->least = from_lowest(&tile->lanes);
	return true;
}

static bool same_lanes(const struct lanes *a, const struct lanes *b)
{
	size_t n = (size_t) a->n;

	return a->n == b->n &&
	       memcmp(a->lane, b->lane, n * sizeof(a->lane[0])) == 0 &&
	       memcmp(a->address, b->address, n * sizeof(a->address[0])) == 0;
}

static struct shape *find_shape(struct walk *w, const struct lanes *l,
	int64_t size)
{
	struct shape *s;

	for (int i = w->n_shape - 1; i >= 0; --i)
		if (same_lanes(&w->shape[i].lanes, l))
			return &w->shape[i];
	if (w->n_shape == w->shape_size) {
		int more = w->shape_size ? 2 * w->shape_size : 8;

		s = quasi_pool_alloc(w->pool, (size_t) more * sizeof(s[0]));
		if (!s)
			return NULL;
		if (w->n_shape > 0)
			memcpy(s, w->shape, (size_t) w->n_shape * sizeof(s[0]));
		w->shape = s;
		w->shape_size = more;
	}
	s = &w->shape[w->n_shape];
	s->lanes = *l;
	s->n_warp = quasi_pool_alloc(w->pool,
		(size_t) size * sizeof(s->n_warp[0]));
	if (!s->n_warp)
		return NULL;
	++w->n_shape;
	return s;
}

static bool add_warp(struct walk *w, int64_t step_B)
{
	struct lanes lanes;
	struct shape *s;
	int64_t least;

	if (!plain_lanes(w, &lanes))
		return true;
	least = from_lowest(&lanes);
	s = find_shape(w, &lanes, w->period_B / step_B);
	if (!s)
		return fail(w, FOOTPRINT_MEMORY);
	++s->n_warp[integer_mod(least, w->period_B) / step_B];
	return true;
}

/* The lanes of "tile" that are active where it begins at thread "at". */
static bool cut_tile(const struct walk *w, const int64_t at[3],
	struct lanes *l)
{
	const struct tile *tile = &w->tile;

	l->n = 0;
	for (int i = 0; i < tile->lanes.n; ++i) {
		const int64_t here[3] = {
			at[0] + i % tile->extent[0],
			at[1] + i / tile->extent[0] % tile->extent[1],
			at[2] + i / tile->extent[0] / tile->extent[1],
		};

		if (!is_active(w, here))
			continue;
		l->lane[l->n] = i;
		l->address[l->n++] = tile->lanes.address[i];
	}
	return l->n > 0;
}

/* Whole tiles within the limit along each axis, and threads that are left. */
struct tiles {
	int64_t whole[3], left[3];
};

static struct tiles find_tiles(const struct walk *w)
{
	struct tiles t;

	for (int i = 0; i < 3; ++i) {
		t.whole[i] = w->limit[i] / w->tile.extent[i];
		t.left[i] = w->limit[i] % w->tile.extent[i];
	}
	return t;
}

/* The warps that the limit cuts along the axes in "cut" (bits) and leaves
 * whole along the others: all of them are one of them, moved.
 */
static bool walk_tiles(struct walk *w, const struct tiles *t, unsigned cut,
	int64_t start, int64_t step_B, const struct axes *blocks)
{
	const int64_t *coef = w->a->address->coef;
	const struct tile *tile = &w->tile;
	int64_t at[3] = { 0, 0, 0 }, *n;
	const struct lanes *lanes = &tile->lanes;
	struct axes axes;
	struct lanes left;

	for (int i = 0; i < 3; ++i)
		if ((cut >> i & 1 ? t->left[i] : t->whole[i]) == 0)
			return true;
	axes_copy(&axes, blocks);
	start += tile->least;
	for (int i = 0; i < 3; ++i) {
		if (cut >> i & 1) {
			at[i] = t->whole[i] * tile->extent[i];
			start += coef[VAR_TX + i] * at[i];
		} else if (t->whole[i] > 1) {
			axes.step[axes.n_axis] =
				coef[VAR_TX + i] * tile->extent[i];
			axes.n[axes.n_axis++] = t->whole[i];
		}
	}
	if (cut) {
		if (!cut_tile(w, at, &left))
			return true;
		start += from_lowest(&left);
		lanes = &left;
	}
	n = quasi_pool_alloc(w->pool, (size_t) (w->period_B / step_B) *
		sizeof(*n));
	if (!n)
		return fail(w, FOOTPRINT_MEMORY);
	n[0] = 1;
	return emit(w, lanes, start, step_B, n, &axes);
}

/* All warps of blocks alike, where the address is affine and unguarded. */
static bool walk_plain(struct walk *w)
{
	const struct quasi *e = w->a->address;
	int64_t n_warp = threads_warps_per_block(w->a->launch, w->width);
	int64_t step_B = w->period_B, start = e->constant + w->a->base_B;
	struct axes axes;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		step_B = integer_gcd(step_B, e->coef[v]);
	if (w->period_B / step_B > MOST_RESIDUES)
		return fail(w, FOOTPRINT_BUDGET);
	plain_axes(w, &axes);
	for (int i = 0; i < 3; ++i)
		start += e->coef[VAR_BX + i] * w->first[i];
	if (w->is_tiled) {
		struct tiles tiles = find_tiles(w);

		for (unsigned cut = 0; cut < 8; ++cut)
			if (!walk_tiles(w, &tiles, cut, start, step_B, &axes))
				return false;
		return true;
	}
	w->n_shape = 0;
	for (w->warp = 0; w->warp < n_warp; ++w->warp)
		if (!add_warp(w, step_B))
			return false;
	for (int i = 0; i < w->n_shape; ++i)
		if (!emit(w, &w->shape[i].lanes, start, step_B,
			w->shape[i].n_warp, &axes))
			return false;
	return true;
}

/* Ask for a split where two lanes do not move alike. */
static bool move_alike(const struct region *r, const struct affine *a,
	const struct affine *b, struct region_split *split)
{
	for (int i = 0; i < r->n_dim; ++i)
		if (a->by[i] != b->by[i]) {
			*split = (struct region_split) {
				.dim = i, .at = r->n[i] / 2,
			};
			return false;
		}
	return true;
}

/* The active lanes on a region, and in "form" how they move. */
static enum region_answer lanes_on(const struct walk *w,
	const struct region *blocks, struct lanes *l, struct affine *form,
	struct region_split *split)
{
	struct region r = *blocks;

	l->n = 0;
	first_lane(w, &r.at[VAR_TX]);
	for (int i = 0; i < w->width; ++i, next_lane(w, &r.at[VAR_TX])) {
		enum region_answer holds;
		struct affine f;

		if (!is_active(w, &r.at[VAR_TX]))
			continue;
		holds = region_guard(&r, w->a->guard, split);
		if (holds == REGION_NO)
			continue;
		if (holds == REGION_SPLIT ||
		    region_affine(&r, w->a->address, &f, split) ==
			REGION_SPLIT)
			return REGION_SPLIT;
		if (l->n > 0 && !move_alike(&r, &f, form, split))
			return REGION_SPLIT;
		*form = f;
		l->lane[l->n] = i;
		l->address[l->n++] = f.at;
	}
	return REGION_YES;
}

static enum region_answer visit_region(const struct region *r, void *user,
	struct region_split *split)
{
	struct walk *w = user;
	struct affine form;
	struct lanes lanes;
	struct axes axes = { .n_axis = r->n_dim };
	int64_t step_B = w->period_B, start, *n;
	bool goes_on;

	if (lanes_on(w, r, &lanes, &form, split) == REGION_SPLIT)
		return REGION_SPLIT;
	if (lanes.n == 0)
		return REGION_YES;
	for (int i = 0; i < r->n_dim; ++i) {
		axes.step[i] = form.by[i];
		axes.n[i] = r->n[i];
		step_B = integer_gcd(step_B, form.by[i]);
	}
	if (w->period_B / step_B > MOST_RESIDUES) {
		fail(w, FOOTPRINT_BUDGET);
		return REGION_NO;
	}
	n = heap_clear((size_t) (w->period_B / step_B), sizeof(n[0]));
	if (!n) {
		fail(w, FOOTPRINT_MEMORY);
		return REGION_NO;
	}
	n[0] = 1;
	start = from_lowest(&lanes) + w->a->base_B;
	goes_on = emit(w, &lanes, start, step_B, n, &axes);
	free(n);
	return goes_on ? REGION_YES : REGION_NO;
}

/* All warps of blocks alike, whatever the address. */
static bool walk_any(struct walk *w)
{
	int64_t n_warp = threads_warps_per_block(w->a->launch, w->width);
	struct region r = region_origin(), copy;

	for (int i = 0; i < 3; ++i) {
		r.at[VAR_BX + i] = w->first[i];
		region_extend(&r, VAR_BX + i, 1, w->n_block[i]);
	}
	for (int d = 0; d < QUASI_LOOPS; ++d)
		if (w->vars >> (VAR_LOOP0 + d) & 1)
			region_extend(&r, VAR_LOOP0 + d, 1, w->trips[d]);
	for (w->warp = 0; w->warp < n_warp; ++w->warp) {
		copy = r;
		if (region_refine(&copy, &w->n_part, visit_region, w))
			continue;
		if (w->status == FOOTPRINT_OK && !w->is_stopped)
			w->status = FOOTPRINT_BUDGET;
		return false;
	}
	return true;
}

static bool is_plain(const struct warp_access *a)
{
	return !a->guard && quasi_is_affine(a->address);
}

static bool walk_alike(struct walk *w)
{
	return is_plain(w->a) ? walk_plain(w) : walk_any(w);
}

/* Blocks from .. to-1 along "axis": those that lie in the domain as a whole
 * are alike, the one that lies there in part is another kind.
 */
static bool walk_axis(struct walk *w, const int64_t *from, const int64_t *to,
	int axis)
{
	const struct launch *launch = w->a->launch;
	int64_t cells, threads, block, whole;

	if (axis == 3)
		return walk_alike(w);
	cells = w->a->kernel->domain[axis];
	threads = cells / launch->fold[axis] +
		  (cells % launch->fold[axis] > 0);
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
	return w->limit[axis] == 0 || whole < from[axis] ||
	       whole >= to[axis] || walk_axis(w, from, to, axis + 1);
}

static bool walk_box(struct walk *w, const struct thread_box *box)
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
static bool requests_fit(const struct walk *w, const struct thread_set *set)
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

static bool count_repeats(struct walk *w)
{
	int depth = 0;

	w->repeat = 1;
	for (int l = w->a->loop; l >= 0; l = w->a->kernel->loop[l].parent)
		++depth;
	for (int l = w->a->loop; l >= 0; l = w->a->kernel->loop[l].parent)
		if (--depth >= QUASI_LOOPS ||
		    !(w->vars >> (VAR_LOOP0 + depth) & 1))
			if (__builtin_mul_overflow(w->repeat,
				w->a->kernel->loop[l].trips, &w->repeat))
				return false;
	return true;
}

static enum footprint_status walk_all(const struct warp_access *a,
	const struct warp_range *range, int64_t period_B, int most_parts,
	bool (*visit)(const struct warp_phase *phase, void *user), void *user)
{
	/* one block is what there must be in any case */
	int most = range->n_block > 1 ? footprint_parts(a->left,
		FOOTPRINT_WARP_PART, most_parts) : most_parts;
	struct walk w = {
		.a = a, .period_B = period_B, .width = range->width,
		.visit = visit, .user = user, .n_part = most,
	};
	struct thread_set set;
	struct thread_box hull;
	struct quasi_mark mark;

	threads_of_blocks(a->launch, range->first_block, range->n_block, &set);
	if (!footprint_trips(a->kernel, a->loop, w.trips) || set.n_box == 0)
		return FOOTPRINT_OK;
	hull = footprint_hull(&set);
	w.status = footprint_check(a->launch, &hull, w.trips, a->address,
		a->guard, a->base_B);
	if (w.status != FOOTPRINT_OK)
		return w.status;
	w.vars = footprint_variables(a->address, a->guard);
	if (!count_repeats(&w) || !requests_fit(&w, &set))
		return FOOTPRINT_OVERFLOW;
	w.pool = a->scratch ? a->scratch : quasi_pool_new();
	if (!w.pool)
		return FOOTPRINT_MEMORY;
	mark = quasi_pool_mark(w.pool);
	w.is_tiled = is_plain(a) && find_tile(&w);
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

struct counter {
	int64_t granule_B;
	struct warp_sum *sum;
};

static int compare(const void *p, const void *q)
{
	int64_t a = *(const int64_t *) p, b = *(const int64_t *) q;

	return (a > b) - (a < b);
}

static bool add_phase(const struct warp_phase *phase, void *user)
{
	struct counter *c = user;
	int64_t granule[WARP_LANES], n = 1;
	bool is_sorted = true;

	for (int i = 0; i < phase->n_lane; ++i) {
		granule[i] = phase->address[i] / c->granule_B;
		if (i > 0 && granule[i] < granule[i - 1])
			is_sorted = false;
	}
	if (!is_sorted)
		qsort(granule, (size_t) phase->n_lane, sizeof(granule[0]),
			compare);
	for (int i = 1; i < phase->n_lane; ++i)
		n += granule[i] != granule[i - 1];
	c->sum->n_request += phase->n_request;
	c->sum->n_lane += phase->n_request * phase->n_lane;
	c->sum->n_granule += phase->n_request * n;
	return true;
}

enum footprint_status footprint_warps(const struct warp_access *a,
	const struct warp_range *range, int64_t granule_B,
	struct warp_sum *sum)
{
	struct counter c = { .granule_B = granule_B, .sum = sum };

	*sum = (struct warp_sum) { .n_request = 0 };
	return footprint_warp_phases(a, range, granule_B, add_phase, &c);
}

static bool add_lane_count(const struct warp_phase *phase, void *user)
{
	struct warp_sum *sum = user;

	sum->n_request += phase->n_request;
	sum->n_lane += phase->n_request * phase->n_lane;
	return true;
}

/* Are these all blocks, and few enough to multiply their threads? */
static bool is_all(const struct launch *launch, const struct warp_range *r)
{
	double threads = (double) launch_threads_per_block(launch);

	return r->first_block == 0 && r->n_block == launch_blocks(launch) &&
	       threads * (double) r->n_block < 0x1p62;
}

/* All warps of a launch without conditions, where every warp is the first
 * one, moved: tiles along each axis, of which the last may be cut.
 */
static void count_tiles(const struct kernel *kernel,
	const struct launch *launch, const int64_t extent[3],
	struct warp_sum *sum)
{
	sum->n_request = sum->n_lane = 1;
	for (int i = 0; i < 3; ++i) {
		int64_t block = launch->block[i];
		int64_t n = (kernel->domain[i] - 1) / launch->fold[i] + 1;

		sum->n_lane *= n;
		sum->n_request *= n / block * ((block - 1) / extent[i] + 1) +
			(n % block + extent[i] - 1) / extent[i];
	}
}

/* Pieces into which conditions may split a launch that is one of many. */
#define MOST_OF_MANY	(1 << 13)

enum footprint_status footprint_lanes(const struct kernel *kernel,
	const struct launch *launch, const struct guard *guard, int loop,
	const struct warp_range *range, struct warp_sum *sum)
{
	static const struct quasi zero;
	struct warp_access a = {
		.kernel = kernel, .launch = launch, .address = &zero,
		.guard = guard, .loop = loop,
	};
	int64_t extent[3];

	*sum = (struct warp_sum) { .n_request = 0 };
	if (!guard && loop < 0 && is_all(launch, range) &&
	    find_extent(launch, range->width, extent)) {
		count_tiles(kernel, launch, extent, sum);
		return FOOTPRINT_OK;
	}
	return walk_all(&a, range, 1, launch->figures_only ? MOST_OF_MANY :
		MOST_COUNTED, add_lane_count, sum);
}
