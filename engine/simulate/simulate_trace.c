/* The data of a spatial-temporal diagram: doc/MODEL.md, chapter 15. */

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_run.h"

#define MAX_CELLS (INT64_C(1) << 26)

/* The bytes lo .. hi-1 of a field that the first level can hold. */
struct span {
	int64_t lo, hi;
};

static void widen(struct span *span, const struct walk_access *access,
	uint64_t lanes, const int64_t *address)
{
	for (; lanes; lanes &= lanes - 1) {
		int64_t at = address[__builtin_ctzll(lanes)];

		if (at < span->lo)
			span->lo = at;
		if (at + access->elem_B > span->hi)
			span->hi = at + access->elem_B;
	}
}

static bool widen_warp(struct simulate_run *run, struct walk_warp *warp,
	struct span *span)
{
	bool stores = !run->setup->level[0].is_through;
	const struct walk_access *access;
	int64_t address[WALK_LANES];

	while ((access = simulate_walk_next(&run->walk, warp))) {
		if (stores || !access->is_store)
			widen(&span[access->field], access,
				simulate_walk_lanes(&run->walk, warp, access, 0,
					warp->n_lane, address),
				address);
		if (!simulate_run_goes_on(run, warp->n_lane))
			return false;
	}
	return true;
}

/* Find the range by running all accesses once: bounds of expressions would
 * leave empty rows.
 */
static bool find_spans(struct simulate_run *run, struct span *span)
{
	const struct launch *l = run->walk.launch;
	size_t early = (size_t) run->walk.n_early * (size_t) run->walk.width;
	struct walk_warp warp = { .early = heap_clear(early + 1, 8) };
	int64_t n_block = launch_blocks(l);
	int64_t n_warp = threads_warps_per_block(l, run->walk.width);

	if (!warp.early) {
		run->status = SIMULATE_MEMORY;
		return false;
	}
	for (int i = 0; i < run->walk.kernel->n_field; ++i)
		span[i] = (struct span) { INT64_MAX, INT64_MIN };
	for (int64_t i = 0; i < n_block * n_warp; ++i) {
		int64_t b = i / n_warp;
		int64_t block[3] = { b % l->grid[0],
			b / l->grid[0] % l->grid[1],
			b / l->grid[0] / l->grid[1] };

		if (simulate_walk_start(&run->walk, block, i % n_warp, &warp) &&
			!widen_warp(run, &warp, span))
			break;
		if (!simulate_run_goes_on(run, run->walk.width))
			break;
	}
	free(warp.early);
	return run->status == SIMULATE_OK;
}

bool simulate_trace_init(struct simulate_run *run, char why[256])
{
	struct simulate_trace *t = &run->result->trace;
	int n_field = run->walk.kernel->n_field;
	int shift = run->first[0].line_shift;
	struct span *span;

	if (simulate_accesses(run->walk.kernel, run->walk.launch) >
		2 * (double) MAX_CELLS) {
		run->status = SIMULATE_IMPOSSIBLE;
		return false;
	}
	span = heap_clear((size_t) n_field + 1, sizeof(*span));
	t->rows = heap_clear((size_t) n_field + 1, sizeof(*t->rows));
	run->row_of_field = heap_clear((size_t) n_field + 1, sizeof(int));
	if (!span || !t->rows || !run->row_of_field)
		run->status = SIMULATE_MEMORY;
	if (run->status != SIMULATE_OK || !find_spans(run, span)) {
		free(span);
		return false;
	}
	for (int i = 0; i < n_field; ++i) {
		int64_t first, n;

		run->row_of_field[i] = -1;
		if (span[i].lo >= span[i].hi)
			continue;
		first = span[i].lo >> shift;
		n = ((span[i].hi - 1) >> shift) - first + 1;
		run->row_of_field[i] = t->n_rows;
		t->rows[t->n_rows++] = (struct simulate_rows) { i, first, n };
		t->n_row += n;
	}
	free(span);
	if (t->n_row < MAX_CELLS)
		return true;
	snprintf(why, 256, "a diagram of %lld lines is too large to draw",
		(long long) t->n_row);
	run->status = SIMULATE_IMPOSSIBLE;
	return false;
}

/* Row of a line, or -1. */
static int64_t row_of(const struct simulate_run *run, int field, int64_t line)
{
	const struct simulate_trace *t = &run->result->trace;
	int rows = run->row_of_field[field];
	int64_t row = 0;

	if (rows < 0 || line < t->rows[rows].first ||
		line >= t->rows[rows].first + t->rows[rows].n)
		return -1;
	for (int i = 0; i < rows; ++i)
		row += t->rows[i].n;
	return row + line - t->rows[rows].first;
}

/* The current column is the one after the last. */
static uint8_t *column(struct simulate_run *run)
{
	struct simulate_trace *t = &run->result->trace;

	if (t->n_column == run->column_room) {
		int64_t n = run->column_room ? 2 * run->column_room : 64;
		uint8_t *cell;

		if ((n - 1) * t->n_row > MAX_CELLS)
			return NULL;
		cell = heap_resize(t->cell, (size_t) (n * t->n_row + 1));
		if (!cell)
			return NULL;
		for (int64_t i = t->n_column * t->n_row; i < n * t->n_row; ++i)
			cell[i] = 0;
		t->cell = cell;
		run->column_room = n;
	}
	return t->cell + t->n_column * t->n_row;
}

void simulate_trace_mark(struct simulate_run *run, int field, int64_t line,
	bool is_fetched)
{
	int64_t row = row_of(run, field, line);
	uint8_t *cell = column(run);

	if (row < 0 || !cell)
		return;
	cell[row] |= SIMULATE_ACCESSED;
	if (is_fetched)
		cell[row] |= SIMULATE_FETCHED;
}

bool simulate_trace_column(struct simulate_run *run)
{
	const struct simulate_level *c = &run->first[0];
	uint8_t *cell = column(run);

	if (!cell) {
		run->status = SIMULATE_IMPOSSIBLE;
		return false;
	}
	for (int64_t i = 0; i < c->n_frame; ++i) {
		const struct simulate_frame *p = &c->frame[i];
		int64_t row = p->is_used ? row_of(run, p->field, p->line) : -1;

		if (row >= 0)
			cell[row] |= SIMULATE_RESIDENT;
	}
	++run->result->trace.n_column;
	return simulate_run_goes_on(run, c->n_frame);
}
