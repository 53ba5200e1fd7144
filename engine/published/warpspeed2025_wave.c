/* DRAM granules of a wave and of the waves before it: doc/MODEL.md, section
 * 8.4.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/published/warpspeed2025_case.h"

enum { CURRENT, BEFORE_X, BEFORE_Y, BEFORE_Z, N_SET };

static int64_t smaller(int64_t a, double b)
{
	return b < (double) a ? (int64_t) b : a;
}

/* The box of blocks that the tool uses in place of a wave of n blocks:
 *
 *	w0 = min(g0, n)
 *	w1 = min(g1, ceil(n / (D0 / b0)))			  (8.12)
 *	w2 = min(g2, ceil(n / (D0 D1 / b0 / b1)))
 */
static void wave_box(const struct warpspeed2025_case *c, int64_t wide[3])
{
	const int64_t *grid = c->launch->grid;
	double n = (double) c->wave_blocks;
	double d0 = (double) c->kernel->domain[0];
	double d1 = (double) c->kernel->domain[1];
	double b0 = (double) c->launch->block[0];
	double b1 = (double) c->launch->block[1];

	wide[0] = smaller(grid[0], n);
	wide[1] = smaller(grid[1], ceil(n / (d0 / b0)));
	wide[2] = smaller(grid[2], ceil(n / (d0 * d1 / b0 / b1)));
}

/* Blocks lo .. hi-1 along each axis, as threads in the domain. */
static void set_blocks(const struct warpspeed2025_case *c, const int64_t lo[3],
	const int64_t hi[3], struct thread_set *set)
{
	struct thread_box *box = &set->box[0];

	set->n_box = 1;
	for (int d = 0; d < 3; ++d) {
		int64_t n = c->launch->block[d];
		int64_t end = c->kernel->domain[d];

		box->lo[d] = lo[d] > 0 ? lo[d] * n : 0;
		box->hi[d] = hi[d] > 0 ? hi[d] * n : 0;
		box->hi[d] = box->hi[d] < end ? box->hi[d] : end;
		if (box->lo[d] >= box->hi[d])
			set->n_box = 0;
	}
}

/* The wave at the end of the rows and columns, halfway through the layers,
 * and what ran before it along each axis.
 */
static void make_sets(const struct warpspeed2025_case *c,
	struct thread_set *set)
{
	const int64_t *g = c->launch->grid;
	double b1 = (double) c->launch->block[1], left;
	int64_t w[3], h = g[2] / 2, shift, y0, y1;

	wave_box(c, w);
	left = ((double) c->kernel->domain[1] - (double) (g[1] - w[1]) * b1) /
		b1;
	shift = g[1] > 1 && left < 0.1;
	y1 = g[1] - shift;
	y0 = y1 - w[1];
	set_blocks(c, (int64_t[]) { g[0] - w[0], y0, h },
		(int64_t[]) { g[0], y1, h + w[2] }, &set[CURRENT]);
	set_blocks(c, (int64_t[]) { g[0] - 2 * w[0], y0, h },
		(int64_t[]) { g[0] - w[0], y1, h + w[2] }, &set[BEFORE_X]);
	set_blocks(c, (int64_t[]) { 0, y0 - 1, h },
		(int64_t[]) { g[0], y0, h + w[2] }, &set[BEFORE_Y]);
	set_blocks(c, (int64_t[]) { 0, 0, h - 1 },
		(int64_t[]) { g[0], g[1], h }, &set[BEFORE_Z]);
}

static double threads_in(const struct thread_set *set)
{
	const struct thread_box *box = &set->box[0];

	return set->n_box ? (double) (box->hi[0] - box->lo[0]) *
			(double) (box->hi[1] - box->lo[1]) *
			(double) (box->hi[2] - box->lo[2]) :
			    0;
}

/* Granules in the sets "with" and not in those "without". */
static double sum_of(const int64_t *n, int with, int without)
{
	double sum = 0;

	for (int m = 1; m < 1 << N_SET; ++m)
		if ((m & with) == with && !(m & without))
			sum += (double) n[m];
	return sum;
}

/* Volumes of one field; q is the ratio of the box to a true wave.
 *
 *	new		|C| G / q
 *	overlap x	|C & X| G / q
 *	overlap y	|C - X & Y| G / q			  (8.13)
 *	overlap z	|C - X - Y & Z| G / q
 *	old y, old z	|Y| G, |Z| G
 */
static void add_volumes(struct warpspeed2025_case *c, int i, const int64_t *n,
	double q)
{
	const struct stream *s = &c->streams.stream[i];
	struct warpspeed2025_part *part = &c->out->part[i];
	const int C = 1 << CURRENT, X = 1 << BEFORE_X, Y = 1 << BEFORE_Y,
		  Z = 1 << BEFORE_Z;
	double g = (double) c->dev.dram_fetch_B *
		warpspeed2025_multiplicity(c, s);
	double *overlap = s->is_store ? c->out->basic.wave_store_overlap_B :
					c->out->basic.wave_load_overlap_B;

	part->wave_B = sum_of(n, C, 0) * g / q;
	part->wave_overlap_x_B = sum_of(n, C | X, 0) * g / q;
	part->wave_overlap_y_B = sum_of(n, C | Y, X) * g / q;
	part->wave_overlap_z_B = sum_of(n, C | Z, X | Y) * g / q;
	overlap[0] += part->wave_overlap_x_B + part->wave_overlap_y_B;
	overlap[1] += part->wave_overlap_z_B;
	c->out->basic.wave_old_B[0] += sum_of(n, Y, 0) * g;
	c->out->basic.wave_old_B[1] += sum_of(n, Z, 0) * g;
	if (s->is_store)
		c->out->basic.wave_store_B += part->wave_B;
	else
		c->out->basic.wave_load_B += part->wave_B;
}

static enum footprint_status count_stream(const struct warpspeed2025_case *c,
	const struct stream *s, const struct thread_set *set, int64_t *n)
{
	struct linear_access *place = heap_take(s->n_access * sizeof(*place));
	struct linear f = { s->n_access, place, c->dev.dram_fetch_B };
	enum footprint_status status;
	int64_t threads[3];

	if (!place)
		return FOOTPRINT_MEMORY;
	for (int d = 0; d < 3; ++d)
		threads[d] = c->launch->grid[d] * c->launch->block[d];
	status = stream_spread(s, threads, c->dev.dram_fetch_B, place) ?
		linear_count(&f, N_SET, set, n) :
		FOOTPRINT_OVERFLOW;
	free(place);
	return status;
}

enum footprint_status warpspeed2025_wave(struct warpspeed2025_case *c)
{
	double wave = (double) c->wave_blocks * (double) c->threads;
	enum footprint_status status = FOOTPRINT_OK;
	struct thread_set set[N_SET];
	double q;

	make_sets(c, set);
	q = threads_in(&set[CURRENT]) / wave;
	c->out->basic.wave_threads = wave;
	for (int i = 0; status == FOOTPRINT_OK && i < c->out->n_part; ++i) {
		int64_t n[1 << N_SET];

		status = count_stream(c, &c->streams.stream[i], set, n);
		if (status == FOOTPRINT_OK && q > 0)
			add_volumes(c, i, n, q);
	}
	return status;
}
