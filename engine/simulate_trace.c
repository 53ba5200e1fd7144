/* What a spatial-temporal diagram shows: doc/MODEL.md, chapter 18. */

#include <stdio.h>
#include <stdlib.h>

#include "engine/simulate_run.h"

#define MAX_CELLS	(INT64_C(1) << 26)

/* The lines of a field that the first level can hold. */
static int64_t lines_of(const struct simulate_run *run, int field,
	int64_t *first)
{
	const struct simulate_level *c = &run->first[0];
	const struct walk_place *p = &run->walk.place[field];
	bool stores = !c->shape.is_through;
	int64_t lo = stores ? p->lo : p->load_lo;
	int64_t hi = stores ? p->hi : p->load_hi;

	if (lo >= hi)
		return 0;
	*first = (lo + p->origin) >> c->line_shift;
	return ((hi - 1 + p->origin) >> c->line_shift) - *first + 1;
}

bool simulate_trace_init(struct simulate_run *run, char why[256])
{
	struct simulate_trace *t = &run->result->trace;
	int n_field = run->walk.kernel->n_field;

	t->rows = calloc((size_t) n_field + 1, sizeof(*t->rows));
	run->row_of_field = calloc((size_t) n_field + 1, sizeof(int));
	if (!t->rows || !run->row_of_field) {
		run->status = SIMULATE_MEMORY;
		return false;
	}
	for (int i = 0; i < n_field; ++i) {
		int64_t first = 0, n = lines_of(run, i, &first);

		run->row_of_field[i] = -1;
		if (n == 0)
			continue;
		run->row_of_field[i] = t->n_rows;
		t->rows[t->n_rows++] = (struct simulate_rows) { i, first, n };
		t->n_row += n;
	}
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

/* The column under way is the one behind the last. */
static uint8_t *column(struct simulate_run *run)
{
	struct simulate_trace *t = &run->result->trace;

	if (t->n_column == run->column_room) {
		int64_t n = run->column_room ? 2 * run->column_room : 64;
		uint8_t *cell;

		if ((n - 1) * t->n_row > MAX_CELLS)
			return NULL;
		cell = realloc(t->cell, (size_t) (n * t->n_row + 1));
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
	for (int64_t i = 0; i < c->n_place; ++i) {
		const struct simulate_place *p = &c->place[i];
		int64_t row = p->is_used ? row_of(run, p->field, p->line) : -1;

		if (row >= 0)
			cell[row] |= SIMULATE_RESIDENT;
	}
	++run->result->trace.n_column;
	return true;
}
