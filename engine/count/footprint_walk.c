/* Requests of the warps of blocks that are alike.  Where sizes are powers of
 * two, every warp is the first one, moved; otherwise lanes are evaluated on
 * regions where they move together.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_region.h"
#include "engine/count/footprint_walk.h"
#include "engine/kernel/predicate.h"

#define MOST_RESIDUES (INT64_C(1) << 20)
#define FEW_RESIDUES  64 /* need no allocation */

/* Steps that a lane of a request takes: struct effort. */
#define PHASE_STEPS 2

/* Steps for each term of a predicate or an address on a region, some 60 ns. */
#define REGION_STEPS 6

static void axes_copy(struct warp_axes *to, const struct warp_axes *from)
{
	to->n_axis = from->n_axis;
	for (int i = 0; i < from->n_axis; ++i) {
		to->step[i] = from->step[i];
		to->n[i] = from->n[i];
	}
}

static bool fail(struct warp_walk *w, enum footprint_status status)
{
	w->status = status;
	return false;
}

static void next_lane(const struct warp_walk *w, int64_t at[3])
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
static bool is_active(const struct warp_walk *w, const int64_t at[3])
{
	return at[0] < w->limit[0] && at[1] < w->limit[1] &&
		at[2] < w->limit[2];
}

bool footprint_walk_lane(const struct warp_walk *w, int lane, int64_t at[3])
{
	const int64_t *block = w->a->launch->block;
	int64_t thread = w->warp * w->width + lane;

	at[0] = thread % block[0];
	at[1] = thread / block[0] % block[1];
	at[2] = thread / block[0] / block[1];
	return is_active(w, at);
}

/* Subtract the lowest address from all, and return it. */
static int64_t from_lowest(struct warp_lanes *l)
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

/* Convolve n[0 .. size-1], a ring, with a comb:
 *
 *	n[i] becomes sum_j n[i - j * step],   0 <= j < times
 *
 * Along each cycle of "step" through the ring, that is a sliding sum.
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
static bool emit(struct warp_walk *w, const struct warp_lanes *lanes,
	int64_t start, int64_t step_B, int64_t *n, const struct warp_axes *axes)
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
			convolve(n, old, size,
				integer_mod(axes->step[i] / step_B, size),
				axes->n[i]);
		if (old != few)
			free(old);
	}
	phase.n_lane = lanes->n;
	memcpy(phase.lane, lanes->lane,
		(size_t) lanes->n * sizeof(phase.lane[0]));
	for (int64_t i = 0; i < size;
		++i, at = next_in_ring(at, step_B, w->period_B)) {
		if (n[i] == 0)
			continue;
		effort_spend(w->a->launch->effort, PHASE_STEPS * lanes->n);
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

/* The axes along which the whole request moves: blocks and loops. */
static void plain_axes(const struct warp_walk *w, struct warp_axes *axes)
{
	const struct quasi *e = w->a->address;

	axes->n_axis = 0;
	for (int v = VAR_BX; v < N_QUASI_VAR; ++v) {
		int64_t n = v < VAR_LOOP0 ? w->n_block[v - VAR_BX] :
					    w->trips[v - VAR_LOOP0];

		if (n == 1 || (v >= VAR_LOOP0 && !(w->vars >> v & 1)))
			continue;
		axes->step[axes->n_axis] = e->coef[v];
		axes->n[axes->n_axis++] = n;
	}
}

static bool plain_lanes(struct warp_walk *w, struct warp_lanes *l)
{
	const int64_t *coef = w->a->address->coef;
	int64_t at[3];

	l->n = 0;
	footprint_walk_lane(w, 0, at);
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

bool footprint_walk_extent(const struct launch *launch, int width,
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

bool footprint_walk_tile(struct warp_walk *w)
{
	const int64_t *coef = w->a->address->coef;
	struct warp_tile *tile = &w->tile;
	int64_t at[3] = { 0, 0, 0 };

	if (!footprint_walk_extent(w->a->launch, w->width, tile->extent))
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

static bool same_lanes(const struct warp_lanes *a, const struct warp_lanes *b)
{
	size_t n = (size_t) a->n;

	return a->n == b->n &&
		memcmp(a->lane, b->lane, n * sizeof(a->lane[0])) == 0 &&
		memcmp(a->address, b->address, n * sizeof(a->address[0])) == 0;
}

static struct warp_shape *find_shape(struct warp_walk *w,
	const struct warp_lanes *l, int64_t size)
{
	struct warp_shape *s;

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

static bool add_warp(struct warp_walk *w, int64_t step_B)
{
	struct warp_lanes lanes;
	struct warp_shape *s;
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
static bool cut_tile(const struct warp_walk *w, const int64_t at[3],
	struct warp_lanes *l)
{
	const struct warp_tile *tile = &w->tile;

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

/* Whole tiles within the limit along each axis, and threads left over. */
struct tiles {
	int64_t whole[3], left[3];
};

static struct tiles find_tiles(const struct warp_walk *w)
{
	struct tiles t;

	for (int i = 0; i < 3; ++i) {
		t.whole[i] = w->limit[i] / w->tile.extent[i];
		t.left[i] = w->limit[i] % w->tile.extent[i];
	}
	return t;
}

/* The warps that the limit cuts along the axes in "cut" (bits) and leaves
 * whole along the others: each of them is one warp, moved.
 */
static bool walk_tiles(struct warp_walk *w, const struct tiles *t, unsigned cut,
	int64_t start, int64_t step_B, const struct warp_axes *blocks)
{
	const int64_t *coef = w->a->address->coef;
	const struct warp_tile *tile = &w->tile;
	int64_t at[3] = { 0, 0, 0 }, *n;
	const struct warp_lanes *lanes = &tile->lanes;
	struct warp_axes axes;
	struct warp_lanes left;

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
			axes.step[axes.n_axis] = coef[VAR_TX + i] *
				tile->extent[i];
			axes.n[axes.n_axis++] = t->whole[i];
		}
	}
	if (cut) {
		if (!cut_tile(w, at, &left))
			return true;
		start += from_lowest(&left);
		lanes = &left;
	}
	n = quasi_pool_alloc(w->pool,
		(size_t) (w->period_B / step_B) * sizeof(*n));
	if (!n)
		return fail(w, FOOTPRINT_MEMORY);
	n[0] = 1;
	return emit(w, lanes, start, step_B, n, &axes);
}

/* All warps of blocks that are alike, for an affine address without
 * predicate.
 */
bool footprint_walk_plain(struct warp_walk *w)
{
	const struct quasi *e = w->a->address;
	int64_t n_warp = threads_warps_per_block(w->a->launch, w->width);
	int64_t step_B = w->period_B, start = e->constant + w->a->base_B;
	struct warp_axes axes;

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

/* Request a split where two lanes do not move together. */
static bool move_alike(const struct region *r, const struct affine *a,
	const struct affine *b, struct region_split *split)
{
	for (int i = 0; i < r->n_dim; ++i)
		if (a->by[i] != b->by[i]) {
			*split = (struct region_split) {
				.dim = i,
				.at = r->n[i] / 2,
			};
			return false;
		}
	return true;
}

/* Addresses of the lanes of "bits", which are a row that starts at "point". */
static void add_row(const struct warp_walk *w, int64_t point[N_QUASI_VAR],
	int lane, uint64_t bits, struct warp_lanes *l)
{
	int64_t value[QUASI_RUN], start = point[VAR_TX];
	bool is_run = (bits & (bits - 1)) != 0 &&
		quasi_run(w->a->address, point, VAR_TX,
			64 - __builtin_clzll(bits), value);

	for (; bits; bits &= bits - 1) {
		int i = __builtin_ctzll(bits);

		point[VAR_TX] = start + i;
		l->lane[l->n] = lane + i;
		if (is_run)
			l->address[l->n++] = value[i];
		else
			quasi_eval(w->a->address, point, &l->address[l->n++]);
	}
}

/* The active lanes of a single block and trip, whose addresses do not move. */
static enum region_answer lanes_at(const struct warp_walk *w,
	const struct region *r, struct warp_lanes *l)
{
	int64_t point[N_QUASI_VAR], row[N_QUASI_VAR];
	uint64_t bits, active = 0;
	int first = 0;

	memcpy(point, r->at, sizeof(point));
	footprint_walk_lane(w, 0, &point[VAR_TX]);
	bits = predicate_lanes(w->a->predicate, w->a->launch->block, point,
		w->width);
	l->n = 0;
	memcpy(row, point, sizeof(row));
	for (int i = 0; i < w->width; ++i) {
		if (bits >> i & 1 && is_active(w, &point[VAR_TX]))
			active |= UINT64_C(1) << (i - first);
		next_lane(w, &point[VAR_TX]);
		if (point[VAR_TX] != 0 && i + 1 < w->width)
			continue;
		add_row(w, row, first, active, l);
		memcpy(row, point, sizeof(row));
		first = i + 1;
		active = 0;
	}
	return REGION_YES;
}

/* Is lane i, whose threads are "r", active?  What is found is kept in "r". */
static enum region_answer is_on(const struct warp_walk *w, struct region *r,
	int i, struct region_split *split)
{
	enum region_answer holds;

	if (r->active >> i & 1)
		return REGION_YES;
	if (r->idle >> i & 1 || !is_active(w, &r->at[VAR_TX]))
		return REGION_NO;
	holds = region_predicate(r, w->a->predicate, split);
	if (holds != REGION_SPLIT)
		*(holds == REGION_YES ? &r->active : &r->idle) |= UINT64_C(1)
			<< i;
	return holds;
}

/* The active lanes on a region; "form" is their common motion. */
static enum region_answer lanes_on(const struct warp_walk *w,
	const struct region *blocks, struct warp_lanes *l, struct affine *form,
	struct region_split *split)
{
	struct region r;

	if (blocks->n_dim == 0) {
		effort_spend(w->a->launch->effort,
			REGION_STEPS * w->each * w->width / 2);
		return lanes_at(w, blocks, l);
	}
	r = *blocks;
	l->n = 0;
	footprint_walk_lane(w, 0, &r.at[VAR_TX]);
	for (int i = 0; i < w->width; ++i, next_lane(w, &r.at[VAR_TX])) {
		enum region_answer holds = is_on(w, &r, i, split);
		struct affine f;

		effort_spend(w->a->launch->effort, REGION_STEPS * w->each);
		if (holds == REGION_NO)
			continue;
		if (holds == REGION_SPLIT ||
			region_affine(&r, w->a->address, &f, split) ==
				REGION_SPLIT ||
			(l->n > 0 && !move_alike(&r, &f, form, split))) {
			split->active = r.active;
			split->idle = r.idle;
			return REGION_SPLIT;
		}
		*form = f;
		l->lane[l->n] = i;
		l->address[l->n++] = f.at;
	}
	return REGION_YES;
}

static enum region_answer visit_region(const struct region *r, void *user,
	struct region_split *split)
{
	struct warp_walk *w = user;
	struct affine form;
	struct warp_lanes lanes;
	struct warp_axes axes = { .n_axis = r->n_dim };
	int64_t step_B = w->period_B, start, *n;
	bool goes_on;

	if (launch_is_stopped(w->a->launch)) {
		fail(w, FOOTPRINT_STOPPED);
		return REGION_NO;
	}
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

/* All warps of blocks that are alike, for any address. */
bool footprint_walk_any(struct warp_walk *w)
{
	int64_t n_warp = threads_warps_per_block(w->a->launch, w->width);
	struct region r = region_origin(), copy;

	for (int i = 0; i < 3; ++i) {
		r.at[VAR_BX + i] = w->first[i];
		region_extend(&r, VAR_BX + i, 1, w->n_block[i]);
	}
	for (int d = 0; d < QUASI_LOOPS; ++d)
		if (w->a->trip && w->a->trip[d] >= 0)
			r.at[VAR_LOOP0 + d] = w->a->trip[d];
		else if (w->vars >> (VAR_LOOP0 + d) & 1)
			region_extend(&r, VAR_LOOP0 + d, 1, w->trips[d]);
	for (w->warp = 0; w->warp < n_warp; ++w->warp) {
		if (w->only && w->warp != w->only - 1)
			continue;
		copy = r;
		if (region_refine(&copy, &w->n_part, visit_region, w))
			continue;
		if (w->status == FOOTPRINT_OK && !w->is_stopped)
			w->status = FOOTPRINT_BUDGET;
		return false;
	}
	return true;
}
