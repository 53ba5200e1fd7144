/* Pointers that compilers move along lines of rows.
 *
 * With run-time strides, rows y-1, y-2, y-3 of a star are not constants apart.
 * LLVM's straight-line strength reduction makes each address from the one
 * before it by a step; from three rows on, a pointer of two registers then
 * stays live between the first load of the line and the last.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/live.h"

/* Fewer rows are indices of one register (CUDA 13.0: a star of range 2 has no
 * such pointer, one of range 4 has).
 */
#define LEAST_ROWS 3

/* Rows that are searched for the one before: bounds the cost of large folds. */
#define MOST_ROWS 256

/* Loads through one pointer: of a whole row, or of the cells of a row that
 * threads load once for each of their cells.
 */
struct row {
	int access;	 /* its first */
	bool is_whole;	 /* loads at several x */
	int first, last; /* loads, as places in the schedule */
	int before;	 /* the row that its address comes from, or -1 */
	int n_next;	 /* rows whose addresses come from this one */
	int line;	 /* the first row of its line */
};

/* True if one step along y or z leads from "p" to "q". */
static bool is_step(const struct live *v, const struct row *p,
	const struct row *q)
{
	const struct access *a = &v->l->kernel->access[p->access];
	const struct access *b = &v->l->kernel->access[q->access];
	int steps = 0;

	if (a->field != b->field || a->component != b->component)
		return false;
	for (int d = 0; d <= 2; ++d) {
		const struct quasi *i = a->index[d], *j = b->index[d];

		if (d == 0 && (p->is_whole || q->is_whole))
			continue;
		if (!i || !j)
			return false;
		if (quasi_equal(i, j))
			continue;
		if (d == 0 || i->n_term || j->n_term ||
			memcmp(i->coef, j->coef, sizeof(i->coef)) != 0 ||
			llabs(i->constant - j->constant) != 1)
			return false;
		++steps;
	}
	return steps == 1;
}

/* The rows that a schedule loads from, in its order. */
static int find_rows(const struct live *v, const int *schedule, int n,
	struct row *row)
{
	int n_access = v->l->kernel->n_access, n_row = 0;
	int *at = memory_new(((size_t) n_access + 1) * sizeof(int));

	for (int i = 0; i < n; ++i) {
		int access = v->value[schedule[i]].access, key;
		bool is_whole;

		if (access < 0 || access >= n_access)
			continue;
		is_whole = v->loads[v->base_of[access]] > v->l->fold[0];
		key = is_whole ? v->base[v->base_of[access]] : access;
		if (at[key] == 0) {
			row[n_row] = (struct row) { access, is_whole, i, i, -1,
				0, n_row };
			at[key] = ++n_row;
		}
		row[at[key] - 1].last = i;
	}
	free(at);
	return n_row;
}

/* The nearest row before "i" that is one step away. */
static int row_before(const struct live *v, const struct row *row, int i)
{
	for (int j = i - 1; j >= 0 && j > i - MOST_ROWS; --j)
		if (is_step(v, &row[j], &row[i]))
			return j;
	return -1;
}

/* A pointer moves on from a row that needs it no more. */
static void join_rows(struct row *row, int n)
{
	for (int i = 0; i < n; ++i) {
		int j = row[i].before;

		if (j >= 0 && row[j].n_next == 1 && row[j].last < row[i].first)
			row[i].line = row[j].line;
	}
}

/* The most pointers that are live at once, 0 if none moves. */
static int pointers(const struct row *row, int n, int n_place)
{
	int *rows = memory_new(((size_t) n + 1) * sizeof(int));
	int *last = memory_new(((size_t) n + 1) * sizeof(int));
	int *change = memory_new(((size_t) n_place + 1) * sizeof(int));
	int live = 0, most = 0;
	bool moves = false;

	for (int i = 0; i < n; ++i) {
		moves |= ++rows[row[i].line] >= LEAST_ROWS;
		last[row[i].line] = row[i].last;
	}
	for (int i = 0; i < n; ++i)
		if (row[i].line == i) {
			++change[row[i].first];
			--change[last[i]];
		}
	for (int i = 0; i < n_place; ++i) {
		live += change[i];
		most = live > most ? live : most;
	}
	free(rows);
	free(last);
	free(change);
	return moves ? most : 0;
}

int live_ray_registers(const struct live *v, const int *schedule, int n)
{
	struct row *row = memory_new(((size_t) n + 1) * sizeof(*row));
	int n_row = find_rows(v, schedule, n, row), most;

	for (int i = 0; i < n_row; ++i) {
		row[i].before = row_before(v, row, i);
		if (row[i].before >= 0)
			++row[row[i].before].n_next;
	}
	join_rows(row, n_row);
	most = pointers(row, n_row, n);
	free(row);
	/* steps to both sides along y and z, indices to store to, the size of
	 * an element
	 */
	return most > 0 ? 2 * most + 2 * (v->k->dims - 1) + v->cells + 1 : 0;
}
