/* Indices drawn by chance: draw.h. */

#include <math.h>

#include "engine/base/integer.h"
#include "engine/kernel/draw.h"

/* The finisher of splitmix64: every bit of "z" reaches every bit of the
 * result.
 */
static uint64_t finish(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint64_t mix(uint64_t key, int64_t value)
{
	return finish(
		key + UINT64_C(0x9e3779b97f4a7c15) * ((uint64_t) value + 1));
}

/* A number of 0 .. 1, less than 1. */
static double chance(uint64_t key, int64_t value)
{
	return (double) (mix(key, value) >> 11) * 0x1p-53;
}

bool draw_is_any(const struct kernel *kernel)
{
	for (int i = 0; i < kernel->n_access; ++i)
		if (kernel->access[i].draw.kind)
			return true;
	return false;
}

uint64_t draw_key(const struct draw *draw, uint64_t seed, int64_t block,
	const int64_t *counter, int depth)
{
	uint64_t key = mix(mix(finish(seed), draw->id), block);

	for (int i = 0; i < depth; ++i)
		key = mix(key, counter[i]);
	return key;
}

uint64_t draw_chance_key(const struct chance *c, uint64_t seed, int64_t block,
	const int64_t *counter, int depth)
{
	const struct draw draw = { .id = -c->id };

	return draw_key(&draw, seed, block, counter, depth);
}

bool draw_takes(const struct chance *c, uint64_t key, int64_t thread)
{
	double u = chance(key, c->together > 1 ? thread / c->together : thread);

	return c->is_not ? 1 - u <= c->own : u < c->own;
}

int draw_depth(const struct kernel *kernel, const struct draw *draw)
{
	int depth = 0;

	for (int l = draw->loop; l >= 0; l = kernel->loop[l].parent)
		++depth;
	return depth;
}

bool draw_reach(const struct draw *draw, int64_t *max)
{
	int64_t most;

	return !__builtin_mul_overflow(draw->cells - 1, draw->step_B, &most) &&
		!__builtin_add_overflow(*max, most, max);
}

double draw_moved_B(const struct kernel *kernel, const struct launch *launch,
	const struct access *a, const struct thread_box *box)
{
	int64_t lo[N_QUASI_VAR] = { 0 }, hi[N_QUASI_VAR] = { 0 }, min, max;
	int depth = draw_depth(kernel, &a->draw);

	for (int i = 0; i < 3; ++i) {
		lo[VAR_BX + i] = box->lo[i] / launch->block[i];
		hi[VAR_BX + i] = (box->hi[i] - 1) / launch->block[i];
		hi[VAR_TX + i] = launch->block[i] - 1;
		if (lo[VAR_BX + i] < hi[VAR_BX + i])
			continue;
		lo[VAR_TX + i] = box->lo[i] % launch->block[i];
		hi[VAR_TX + i] = (box->hi[i] - 1) % launch->block[i];
	}
	for (int l = a->draw.loop; l >= 0; l = kernel->loop[l].parent)
		hi[VAR_LOOP0 + --depth] = kernel->loop[l].trips - 1;
	return quasi_bounds(a->address, lo, hi, &min, &max) ?
		(double) max - (double) min :
		INFINITY;
}

/* No cache has longer lines. */
#define LONGEST_LINE 128

/* True if the launch goes once or twice through the places between two cells,
 * so that hardly two blocks draw at the same ones.
 */
static bool sweeps(const struct launch *launch, const struct access *a)
{
	double blocks = 1, all = 1;

	for (int i = 0; i < 3; ++i) {
		all *= (double) launch->grid[i];
		if (a->address->coef[VAR_BX + i] != 0)
			blocks *= (double) launch->grid[i];
	}
	return 2 * blocks >= all;
}

bool draw_moves(const struct kernel *kernel, const struct launch *launch,
	const struct access *a)
{
	struct thread_box all;
	double moved_B;

	if (!a->draw.kind)
		return false;
	for (int i = 0; i < 3; ++i) {
		all.lo[i] = 0;
		all.hi[i] = launch->grid[i] * launch->block[i];
	}
	moved_B = draw_moved_B(kernel, launch, a, &all);
	if (moved_B > (double) a->draw.cells * (double) a->draw.step_B)
		return true;
	return moved_B >= LONGEST_LINE && a->draw.step_B > LONGEST_LINE &&
		(a->draw.kind == SCATTER_RANDOM || sweeps(launch, a));
}

int64_t draw_per_line(const struct draw *draw, int64_t line_B)
{
	return draw->step_B > 0 && draw->step_B < line_B ?
		line_B / draw->step_B :
		1;
}

bool draw_lines(const struct draw *draw, int i, double *lines, double *share)
{
	double whole = floor(draw->lines), rest = draw->lines - whole;

	if (draw->n_each > 0) {
		if (i == draw->n_each)
			return false;
		*lines = draw->each[i];
		*share = 1. / draw->n_each;
		return true;
	}
	*lines = whole + i;
	*share = i == 0 ? 1 - rest : rest;
	return i == 0 || (i == 1 && rest > 0);
}

int64_t draw_run(const struct draw *draw, int64_t line_B, double n_lane,
	double lines)
{
	return draw->together > 0 ? 1 :
				    integer_min(draw_per_line(draw, line_B),
					    (int64_t) ceil(n_lane / lines));
}

double draw_below(const struct draw *draw, double cell)
{
	double part = fmin(1, fmax(0, cell / (double) draw->cells));

	return draw->power > 1 ? pow(part, 1 / draw->power) : part;
}

/* Cells that start in the first granule; a cell may start in front of the
 * granule's end and reach over it.
 */
static double cells_in_first(double base_B, double step_B, double granule_B)
{
	return granule_B > step_B ?
		ceil((granule_B - fmod(base_B, granule_B)) / step_B) :
		1;
}

/* The first granule and the last may hold fewer cells than the others.  Cells
 * as long as a granule, or longer, have one each.
 */
static int even_shares(double base_B, double step_B, double cells,
	double granule_B, struct draw_share *share)
{
	double each = fmax(1, granule_B / step_B);
	double first = fmin(cells, cells_in_first(base_B, step_B, granule_B));
	double whole = floor((cells - first) / each);
	double last = cells - first - whole * each;
	int n = 0;

	share[n++] = (struct draw_share) { 1, first / cells };
	if (whole > 0)
		share[n++] = (struct draw_share) { whole, each / cells };
	if (last > 0)
		share[n++] = (struct draw_share) { 1, last / cells };
	return n;
}

/* Granules of a group are so much further from the start than those of the
 * group before: their chances differ by a tenth or less.
 */
#define WIDER 1.17

int draw_shares(const struct draw *draw, double base_B, double granule_B,
	struct draw_share share[DRAW_SHARES])
{
	double step_B = (double) draw->step_B, cells = (double) draw->cells;
	double each = fmax(1, granule_B / step_B);
	double first = cells_in_first(base_B, step_B, granule_B);
	double whole = 1 + floor(fmax(0, cells - first) / each);
	double all = 1 + ceil(fmax(0, cells - first) / each), at = 0, to;
	int n = 0;

	if (!(draw->power > 1))
		return even_shares(base_B, step_B, cells, granule_B, share);
	for (; at < all && n < DRAW_SHARES; at = to) {
		double from = at > 0 ? first + (at - 1) * each : 0;

		to = n == DRAW_SHARES - 1 ? all : floor(at * WIDER);
		/* the last one, which may have fewer cells, is a group */
		to = fmin(at < whole && n < DRAW_SHARES - 1 ? whole : all,
			fmax(at + 1, to));
		share[n++] = (struct draw_share) { to - at,
			(draw_below(draw, first + (to - 1) * each) -
				draw_below(draw, from)) /
				(to - at) };
	}
	return n;
}

static int64_t lines_of_warp(const struct draw *draw, uint64_t key)
{
	if (draw->n_each > 0)
		return draw->each[mix(key, -2) % (uint64_t) draw->n_each];
	return (int64_t) (draw->lines + chance(key, -2));
}

/* The line that group "g" of k takes of "all".  A k-th of the lines may end
 * within one.  Where that matters, parts are of whole lines, and start somewhere
 * else in each warp: lines of a warp are distinct, and each has the chance
 * k / all.
 */
#define LARGE_PART 64

static int64_t gathered_line(uint64_t key, int64_t g, int64_t k, int64_t all)
{
	double u = chance(key, g), part = (double) all / (double) k, v;
	int64_t from, to;

	if (all % k == 0 || all > LARGE_PART * k)
		return integer_min(all - 1,
			(int64_t) (((double) g + u) * part));
	v = chance(key, -3);
	from = (int64_t) (((double) g + v) * part);
	to = g + 1 < k ? (int64_t) (((double) (g + 1) + v) * part) :
			 (int64_t) (v * part) + all;
	return (from + (int64_t) (u * (double) (to - from))) % all;
}

static void gather(const struct draw *draw, uint64_t key, int n_lane,
	int64_t line_B, int from, int to, int64_t *index)
{
	int64_t per = draw_per_line(draw, line_B), run;
	int64_t all = (draw->cells + per - 1) / per;
	int64_t k = integer_min(lines_of_warp(draw, key),
		integer_min(all, n_lane));

	k = k > 1 ? k : 1;
	run = draw_run(draw, line_B, n_lane, (double) k);
	for (int l = from; l < to; ++l) {
		int64_t group = l * k / n_lane;
		int64_t first = (group * n_lane + k - 1) / k;
		int64_t line = gathered_line(key, group, k, all);
		int64_t cells = integer_min(per, draw->cells - line * per);
		int64_t slots = integer_min(per / run, (cells + run - 1) / run);
		int64_t slot = (int64_t) (chance(key, ~group) * (double) slots);

		index[l] = line * per +
			integer_min(cells - 1, slot * run + (l - first) % per);
	}
}

void draw_indices(const struct draw *draw, uint64_t key, int64_t first,
	int n_lane, int64_t line_B, int from, int to, int64_t *index)
{
	if (draw->kind == SCATTER_GATHER && draw->together == 0) {
		gather(draw, mix(key, first), n_lane, line_B, from, to, index);
		return;
	}
	for (int l = from; l < to; ++l) {
		double u = chance(key,
			draw->together > 0 ? (first + l) / draw->together :
					     first + l);

		if (draw->power > 1)
			u = pow(u, draw->power);
		index[l] = (int64_t) (u * (double) draw->cells);
	}
}
