/* Sets of threads and what they touch: doc/MODEL.md, sections 9.3 and 9.4. */

#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/published/ernst2022_case.h"

static void set_blocks(const struct ernst2022_case *c, int64_t first,
	int64_t end, struct thread_set *set)
{
	if (first < 0)
		first = 0;
	set->n_box = 0;
	if (first >= end)
		return;
	threads_of_blocks(c->launch, first, end - first, set);
	threads_clip(c->kernel, c->launch, set);
}

/* Cells of the domain that the threads of "set" compute. */
static double cells_of(const struct ernst2022_case *c,
	const struct thread_set *set)
{
	double sum = 0;

	for (int b = 0; b < set->n_box; ++b) {
		double n = 1;

		for (int d = 0; d < 3; ++d) {
			int64_t fold = c->launch->fold[d];
			int64_t end = set->box[b].hi[d] * fold;

			if (end > c->kernel->domain[d])
				end = c->kernel->domain[d];
			n *= (double) (end - set->box[b].lo[d] * fold);
		}
		sum += n;
	}
	return sum;
}

/* The first of "n" blocks in the middle of the grid: in the middle of a row,
 * of a layer, of the layers, as far as they fit.
 */
static int64_t middle_of(const int64_t g[3], int64_t n)
{
	int64_t row = g[0], layer = g[0] * g[1], all = layer * g[2];
	int64_t at = g[2] / 2 * layer;

	if (n < row)
		return at + g[1] / 2 * row + (row - n) / 2;
	if (n < layer)
		return at + (layer - n) / 2;
	return (all - n) / 2 / layer * layer;
}

/* The wave is n = blocks per SM * SMs consecutive blocks in the middle of
 * the grid,
 *
 *	W = [f, f + n),	f = middle_of(n)			  (9.1)
 *
 * and before it ran, as far as the wave does not fill that dimension,
 *
 *	X = [f - n, f) in the row of f		if n < g0
 *	Y = [f - g0, f) in the layer of f	if n < g0 g1	  (9.11)
 *	Z = [f - g0 g1, f)
 */
void ernst2022_sets(struct ernst2022_case *c)
{
	const int64_t *g = c->launch->grid;
	int64_t all = launch_blocks(c->launch), row = g[0];
	int64_t layer = g[0] * g[1], n, f, x, y;

	c->wave_blocks = (int64_t) c->dev->sm_count *
		c->occupancy.blocks_per_sm;
	n = c->wave_blocks < all ? c->wave_blocks : all;
	f = middle_of(g, n);
	x = n < row ? integer_max(f - n, f / row * row) : f;
	y = n < layer ? integer_max(f - row, f / layer * layer) : f;
	set_blocks(c, f, f + n, &c->set[ERNST2022_WAVE]);
	set_blocks(c, x, f, &c->set[ERNST2022_X]);
	set_blocks(c, y, f, &c->set[ERNST2022_Y]);
	set_blocks(c, f - layer, f, &c->set[ERNST2022_Z]);
	c->wave_cells = cells_of(c, &c->set[ERNST2022_WAVE]);
}

/* Granules of the wave and the sets before it, with each row in a memory of
 * its own.
 */
static enum footprint_status count_wave(const struct ernst2022_case *c,
	const struct stream *s, struct ernst2022_counts *count)
{
	struct linear_access *place = heap_take(s->n_access * sizeof(*place));
	struct linear f = { s->n_access, place, (int64_t) c->sector_B };
	int64_t n[1 << N_ERNST2022_SET], threads[3], lines[2] = { 0, 0 };
	enum footprint_status status = FOOTPRINT_OVERFLOW;

	if (!place)
		return FOOTPRINT_MEMORY;
	for (int d = 0; d < 3; ++d)
		threads[d] = c->launch->grid[d] * c->launch->block[d];
	if (stream_spread(s, threads, f.granule_B, place))
		status = linear_count(&f, N_ERNST2022_SET, c->set, n);
	for (int m = 0; status == FOOTPRINT_OK && m < 1 << N_ERNST2022_SET; ++m)
		count->wave[m] = (double) n[m];
	f.granule_B = (int64_t) c->line_B;
	if (status == FOOTPRINT_OK)
		status = stream_spread(s, threads, f.granule_B, place) ?
			linear_count(&f, 1, c->set, lines) :
			FOOTPRINT_OVERFLOW;
	count->wave_lines = (double) lines[1];
	free(place);
	return status;
}

/* Granules of each block of the sample, each granule once. */
static enum footprint_status count_blocks(const struct ernst2022_case *c,
	const struct stream *s, struct ernst2022_counts *count)
{
	struct linear f = { s->n_access, s->address, (int64_t) c->sector_B };
	enum footprint_status status;
	struct linear_tiling t;
	int64_t n = 0;

	for (int d = 0; d < 3; ++d) {
		t.inner[d] = c->launch->block[d];
		t.outer[d] = c->sample[d];
	}
	status = linear_tiles(&f, &t, &n);
	count->sectors = (double) n;
	f.granule_B = (int64_t) c->line_B;
	if (status == FOOTPRINT_OK)
		status = linear_tiles(&f, &t, &n);
	count->lines = (double) n;
	return status;
}

static enum footprint_status count_pages(const struct ernst2022_case *c,
	const struct stream *s, struct ernst2022_counts *count)
{
	struct linear f = { s->n_access, s->address, (int64_t) c->page_B };
	enum footprint_status status;
	int64_t n[2] = { 0, 0 };

	status = linear_count(&f, 1, c->set, n);
	count->pages = (double) n[1];
	return status;
}

enum footprint_status ernst2022_count(struct ernst2022_case *c)
{
	enum footprint_status status = ernst2022_warps(c);

	for (int i = 0; status == FOOTPRINT_OK && i < c->streams.n_stream;
		++i) {
		const struct stream *s = &c->streams.stream[i];

		if (!s->is_store)
			status = count_blocks(c, s, &c->count[i]);
		if (status == FOOTPRINT_OK)
			status = count_wave(c, s, &c->count[i]);
		if (status == FOOTPRINT_OK)
			status = count_pages(c, s, &c->count[i]);
	}
	return status;
}
