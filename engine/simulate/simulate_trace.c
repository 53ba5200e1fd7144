/* The data of a spatial-temporal diagram: doc/MODEL.md, chapter 15.
 *
 * The room for cells is bounded: a row is as many lines as it takes, and when
 * the columns are full, two become one.  A cell is a set of bits, so merging
 * is their union.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_run.h"

#define MAX_CELLS  (INT64_C(1) << 24)
#define MAX_ROWS   4096
#define MIN_COLUMN 64

struct simulate_tracing {
	int level;
	int *rows_of_field; /* into trace.rows; -1: none */
	int64_t max_column, column_room;
	int64_t in_column; /* requests that the last column has */
	int32_t *held;	   /* lines of each row that the cache holds */
	bool is_waiting;   /* for the second of two launches, which counts */
};

/* ------------------------------------------------------------------ spans */

static void widen(struct simulate_span *span, const struct walk_access *access,
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
	struct simulate_span *span)
{
	const struct simulate_setup *s = run->setup;
	bool has_last = s->view.level > 0 || s->view.has_moment;
	const struct simulate_cache *c =
		&s->level[has_last ? s->n_level - 1 : 0];
	bool stores = !c->is_through || c->allocates;
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
static bool find_spans(struct simulate_run *run, struct simulate_span *span)
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
		span[i] = (struct simulate_span) { INT64_MAX, INT64_MIN };
	for (int64_t i = 0; i < n_block * n_warp; ++i) {
		int64_t block[3];

		simulate_run_block(l, i / n_warp, block);
		if (simulate_walk_start(&run->walk, block, i % n_warp, &warp) &&
			!widen_warp(run, &warp, span))
			break;
		if (!simulate_run_goes_on(run, run->walk.width))
			break;
	}
	free(warp.early);
	return run->status == SIMULATE_OK;
}

/* ------------------------------------------------------------------- rows */

static struct simulate_level *level_of(struct simulate_run *run)
{
	return run->tracing->level > 0 ? &run->last : &run->first[0];
}

/* The lines of each field that lie in the window. */
static void add_rows(struct simulate_run *run, const struct simulate_span *span)
{
	const struct simulate_view *v = &run->setup->view;
	struct simulate_trace *t = &run->result->trace;
	int shift = level_of(run)->line_shift;
	int64_t end = v->n_line > 0 ? v->first_line + v->n_line : INT64_MAX;

	for (int i = 0; i < run->walk.kernel->n_field; ++i) {
		int64_t first, n, skip;

		run->tracing->rows_of_field[i] = -1;
		if (span[i].lo >= span[i].hi)
			continue;
		first = span[i].lo >> shift;
		n = ((span[i].hi - 1) >> shift) - first + 1;
		skip = v->first_line > t->n_line ? v->first_line - t->n_line :
						   0;
		t->n_line += n;
		if (t->n_line > end)
			n -= t->n_line - end;
		if (n - skip <= 0)
			continue;
		run->tracing->rows_of_field[i] = t->n_rows;
		t->rows[t->n_rows++] = (struct simulate_rows) { .field = i,
			.first = first + skip,
			.n = n - skip };
	}
}

/* As many lines to a row as it takes, and rows to each field. */
static void number_rows(struct simulate_trace *t)
{
	int64_t n = 0;

	for (int i = 0; i < t->n_rows; ++i)
		n += t->rows[i].n;
	t->row_lines = n > MAX_ROWS ? (n - 1) / MAX_ROWS + 1 : 1;
	for (int i = 0; i < t->n_rows; ++i) {
		t->rows[i].row = t->n_row;
		t->rows[i].n_row = (t->rows[i].n - 1) / t->row_lines + 1;
		t->n_row += t->rows[i].n_row;
	}
	t->column_requests = 1;
}

/* Row of a line, or -1. */
static int64_t row_of(const struct simulate_run *run, int field, int64_t line)
{
	const struct simulate_trace *t = &run->result->trace;
	int i = run->tracing->rows_of_field[field];

	if (i < 0 || line < t->rows[i].first ||
		line >= t->rows[i].first + t->rows[i].n)
		return -1;
	return t->rows[i].row + (line - t->rows[i].first) / t->row_lines;
}

/* A line comes into the cache or goes. */
static void watch(void *user, int field, int64_t line, int by)
{
	struct simulate_run *run = user;
	int64_t row = row_of(run, field, line);

	if (row >= 0)
		run->tracing->held[row] += by;
}

static void count_held(struct simulate_run *run)
{
	const struct simulate_level *c = level_of(run);

	memset(run->tracing->held, 0,
		(size_t) run->result->trace.n_row * sizeof(int32_t));
	for (int64_t i = 0; i < c->n_frame; ++i)
		if (c->frame[i].is_used)
			watch(run, c->frame[i].field, c->frame[i].line, 1);
}

static bool start_watch(struct simulate_run *run)
{
	struct simulate_level *c = level_of(run);

	run->tracing->held = heap_clear((size_t) run->result->trace.n_row + 1,
		sizeof(int32_t));
	c->watch = watch;
	c->watcher = run;
	return run->tracing->held != NULL;
}

static bool make_tracing(struct simulate_run *run)
{
	size_t n = (size_t) run->walk.kernel->n_field + 1;
	struct simulate_tracing *tracing = heap_clear(1, sizeof(*tracing));

	run->tracing = tracing;
	if (!tracing)
		return false;
	tracing->level = run->setup->view.level;
	tracing->is_waiting = run->setup->is_warm;
	tracing->rows_of_field = heap_clear(n, sizeof(int));
	run->result->trace.rows = heap_clear(n,
		sizeof(*run->result->trace.rows));
	return tracing->rows_of_field && run->result->trace.rows;
}

bool simulate_trace_init(struct simulate_run *run, char why[256])
{
	struct simulate_trace *t = &run->result->trace;
	size_t n_field = (size_t) run->walk.kernel->n_field;
	struct simulate_span *span = heap_clear(n_field + 1, sizeof(*span));

	if (!span || !make_tracing(run)) {
		free(span);
		run->status = SIMULATE_MEMORY;
		return false;
	}
	if (find_spans(run, span)) {
		add_rows(run, span);
		number_rows(t);
		if (!start_watch(run) || !simulate_snapshot_init(run, span))
			run->status = SIMULATE_MEMORY;
	}
	free(span);
	if (run->status != SIMULATE_OK)
		return false;
	if (t->n_row == 0 && run->setup->view.first_line > 0) {
		snprintf(why, 256,
			"the window starts at line %lld: there are "
			"%lld lines",
			(long long) run->setup->view.first_line,
			(long long) t->n_line);
		run->status = SIMULATE_IMPOSSIBLE;
		return false;
	}
	run->tracing->max_column = MAX_CELLS / (t->n_row + 1) / 2 * 2;
	if (run->tracing->max_column < MIN_COLUMN)
		run->tracing->max_column = MIN_COLUMN;
	return true;
}

void simulate_trace_clear(struct simulate_run *run)
{
	if (run->tracing) {
		free(run->tracing->rows_of_field);
		free(run->tracing->held);
	}
	free(run->tracing);
}

/* ---------------------------------------------------------------- columns */

/* Is the current request in the window? */
static bool is_in_window(const struct simulate_run *run)
{
	const struct simulate_view *v = &run->setup->view;
	int64_t at = run->result->trace.n_request;

	return at >= v->first &&
		(v->n_request == 0 || at - v->first < v->n_request);
}

/* Two columns become one. */
static void merge_columns(struct simulate_trace *t)
{
	int64_t n = t->n_row;

	for (int64_t i = 0; i < t->n_column; ++i) {
		uint8_t *to = t->cell + i / 2 * n, *from = t->cell + i * n;

		for (int64_t j = 0; j < n; ++j)
			to[j] = i % 2 ? to[j] | from[j] : from[j];
	}
	t->n_column /= 2;
	memset(t->cell + t->n_column * n, 0, (size_t) (t->n_column * n));
	t->column_requests *= 2;
}

/* The current column is the one after the last; NULL when memory runs out. */
static uint8_t *column(struct simulate_run *run)
{
	struct simulate_trace *t = &run->result->trace;
	struct simulate_tracing *tracing = run->tracing;

	if (t->n_column == tracing->max_column)
		merge_columns(t);
	if (t->n_column == tracing->column_room) {
		int64_t had = tracing->column_room;
		int64_t n = had ? 2 * had : MIN_COLUMN;
		uint8_t *cell;

		if (n > tracing->max_column)
			n = tracing->max_column;
		cell = heap_resize(t->cell, (size_t) (n * t->n_row + 1));
		if (!cell)
			return NULL;
		memset(cell + had * t->n_row, 0,
			(size_t) ((n - had) * t->n_row));
		t->cell = cell;
		tracing->column_room = n;
	}
	return t->cell + t->n_column * t->n_row;
}

static void mark_cell(struct simulate_run *run, int field, int64_t line,
	int what)
{
	int64_t row = row_of(run, field, line);
	uint8_t *cell = row >= 0 ? column(run) : NULL;

	if (cell)
		cell[row] |= (uint8_t) what;
}

/* The bytes of the sectors, for the moment that is kept. */
static void touch_sectors(struct simulate_run *run, int level, int field,
	int64_t line, uint32_t sectors, bool is_fetched)
{
	const struct simulate_level *c = level > 0 ? &run->last :
						     &run->first[0];

	for (; sectors; sectors &= sectors - 1)
		simulate_snapshot_touch(run, field,
			(line << c->line_shift) +
				((int64_t) __builtin_ctz(sectors)
					<< c->sector_shift),
			c->shape.sector_B, is_fetched);
}

void simulate_trace_mark(struct simulate_run *run, int level, int field,
	int64_t line, uint32_t sectors, int what)
{
	const struct simulate_view *v = &run->setup->view;

	if (level != run->tracing->level || run->tracing->is_waiting)
		return;
	if (v->has_moment && run->result->trace.n_request == v->moment)
		touch_sectors(run, level, field, line, sectors,
			what & (SIMULATE_FETCHED | SIMULATE_FROM_DRAM));
	if (is_in_window(run))
		mark_cell(run, field, line, what);
}

/* What is resident after any request of a column is resident after its first,
 * or a later one accesses it.
 */
static bool mark_resident(struct simulate_run *run)
{
	int64_t n_row = run->result->trace.n_row;
	uint8_t *cell = column(run);

	if (!cell) {
		run->status = SIMULATE_MEMORY;
		return false;
	}
	for (int64_t row = 0; row < n_row; ++row)
		if (run->tracing->held[row] > 0)
			cell[row] |= SIMULATE_RESIDENT;
	return simulate_run_goes_on(run, n_row);
}

bool simulate_trace_request(struct simulate_run *run, int64_t sm)
{
	struct simulate_trace *t = &run->result->trace;
	struct simulate_tracing *tracing = run->tracing;
	const struct simulate_view *v = &run->setup->view;

	if ((sm > 0 && tracing->level == 0) || tracing->is_waiting)
		return true;
	if (v->has_moment && t->n_request == v->moment)
		simulate_snapshot_take(run);
	if (is_in_window(run)) {
		if (tracing->in_column == 0 && !mark_resident(run))
			return false;
		if (++tracing->in_column >= t->column_requests) {
			tracing->in_column = 0;
			++t->n_column;
		}
	}
	++t->n_request;
	return true;
}

void simulate_trace_end(struct simulate_run *run)
{
	if (run->tracing && run->tracing->in_column > 0)
		++run->result->trace.n_column;
}

/* The second of two launches begins. */
void simulate_trace_again(struct simulate_run *run)
{
	if (!run->tracing)
		return;
	run->tracing->is_waiting = false;
	count_held(run);
}
