/* Pointers that march with the cells of a folded thread.
 *
 * With run-time strides every row has an address of its own.  Compilers make it
 * from that of the row before along the fold, and a thread with many cells has
 * only the rows at once that its present cell loads from: a row is needed from
 * the first cell that loads from it to the last one that loads what no cell
 * before it had.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/live.h"

/* A row: the cells that load from it or store to it, and the line that it is
 * of.
 */
struct march {
	uint64_t line;
	int first, last;
};

static int compare(const void *a, const void *b)
{
	const struct march *p = a, *q = b;

	if (p->line != q->line)
		return p->line < q->line ? -1 : 1;
	return (p->first > q->first) - (p->first < q->first);
}

/* The first cell that has each access. */
static int *first_cells(const struct live *v)
{
	int n = v->k->n_access, n_access = v->l->kernel->n_access;
	int *cell = memory_new(((size_t) n_access + 1) * sizeof(*cell));

	for (int c = v->cells - 1; c >= 0; --c)
		for (int i = 0; i < n; ++i) {
			int at = v->l->place[c * n + i];

			if (at >= 0 && at < n_access)
				cell[at] = c;
		}
	return cell;
}

/* Equal for rows of a line along "axis": those of an array that differ in
 * nothing else.
 */
static uint64_t line_of(const struct access *a, int axis)
{
	uint64_t hash = map_mix(map_mix(a->field, a->component), a->is_store);

	return a->index[3 - axis] ?
		map_mix(hash, (int64_t) quasi_hash(a->index[3 - axis])) :
		hash;
}

/* The rows of "loop" by line, of loads or of all accesses. */
static int find_rows(const struct live *v, int loop, bool has_stores,
	struct march *row)
{
	const struct kernel *kernel = v->l->kernel;
	int axis = v->l->fold[2] > 1 ? 2 : 1, n = 0;
	int *cell = first_cells(v);
	int *at = memory_new(((size_t) v->n_base + 1) * sizeof(*at));

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		int b = v->base_of[i];

		if (a->loop != loop || (a->is_store && !has_stores))
			continue;
		if (at[b] == 0) {
			row[n] = (struct march) { line_of(a, axis), cell[i],
				cell[i] };
			at[b] = ++n;
		}
		if (cell[i] < row[at[b] - 1].first)
			row[at[b] - 1].first = cell[i];
		if (cell[i] > row[at[b] - 1].last)
			row[at[b] - 1].last = cell[i];
	}
	qsort(row, (size_t) n, sizeof(*row), compare);
	free(cell);
	free(at);
	return n;
}

/* Adds the registers of a line, rows [0, n), at each cell: of its rows that
 * several cells need, or of one that moves on from row to row.
 */
static void add_line(const struct march *row, int n, int cells, int *words,
	int *needed)
{
	int end = 0, live = 0;

	memset(needed, 0, ((size_t) cells + 1) * sizeof(*needed));
	for (int i = 0; i < n; ++i) {
		end = row[i].last > end ? row[i].last : end;
		if (row[i].first == row[i].last)
			continue;
		++needed[row[i].first];
		--needed[row[i].last + 1];
	}
	for (int c = 0; c <= end; ++c) {
		live += needed[c];
		if (c >= row[0].first)
			words[c] += 2 * (live > 1 ? live : 1);
	}
}

/* Adds the results of earlier cells that wait to be stored. */
static void add_results(const struct live *v, int loop, int *words)
{
	int *more = memory_new(((size_t) v->cells + 1) * sizeof(*more));
	int kept = 0;

	for (int i = 0; i < v->n_target; ++i)
		if (v->target[i].loop == loop)
			more[v->target[i].cell] +=
				v->value[v->target[i].value].words;
	for (int c = 0; c < v->cells; ++c) {
		words[c] += kept;
		kept += more[c];
	}
	free(more);
}

/* The most words of pointers and, if the thread keeps them, results. */
static int most_words(const struct live *v, int loop, bool keeps)
{
	struct march *row = memory_new(((size_t) v->n_base + 1) * sizeof(*row));
	int *words = memory_new(((size_t) v->cells + 1) * sizeof(*words));
	int *needed = memory_new(((size_t) v->cells + 2) * sizeof(*needed));
	int n = find_rows(v, loop, !keeps, row), most = 0;

	for (int i = 0, end; i < n; i = end) {
		end = i + 1;
		while (end < n && row[end].line == row[i].line)
			++end;
		add_line(row + i, end - i, v->cells, words, needed);
	}
	if (keeps)
		add_results(v, loop, words);
	for (int c = 0; c < v->cells; ++c)
		most = words[c] > most ? words[c] : most;
	free(row);
	free(words);
	free(needed);
	return most;
}

/* The first and the last cell that loads from each base address of "loop";
 * last is -1 where a single load uses it.
 */
static void find_spans(const struct live *v, int loop, int *first, int *last)
{
	int *cell = first_cells(v);

	for (int b = 0; b < v->n_base; ++b) {
		first[b] = v->cells;
		last[b] = -1;
	}
	for (int i = 0; i < v->l->kernel->n_access; ++i) {
		const struct access *a = &v->l->kernel->access[i];
		int b = v->base_of[i];

		if (a->loop != loop || a->is_store ||
			v->loads[b] + v->stores[b] < 2)
			continue;
		first[b] = cell[i] < first[b] ? cell[i] : first[b];
		last[b] = cell[i] > last[b] ? cell[i] : last[b];
	}
	free(cell);
}

/* Adds the registers of the bases of a field at each cell.  The first base is
 * an argument plus the index, a single instruction that compilers repeat; the
 * others stay in registers while cells load from them.
 */
static void add_bases(const struct live *v, int field, const int *first,
	const int *last, int *words)
{
	int *change = memory_new(((size_t) v->cells + 2) * sizeof(*change));
	int live = 0;

	for (int b = 0; b < v->n_base; ++b) {
		if (last[b] < 0 ||
			v->l->kernel->access[v->base[b]].field != field)
			continue;
		++change[first[b]];
		--change[last[b] + 1];
	}
	for (int c = 0; c < v->cells; ++c) {
		live += change[c];
		words[c] += live > 1 ? 2 * (live - 1) : 0;
	}
	free(change);
}

int live_march_far(const struct live *v, int loop)
{
	int *first = memory_new(((size_t) v->n_base + 1) * sizeof(*first));
	int *last = memory_new(((size_t) v->n_base + 1) * sizeof(*last));
	int *words = memory_new(((size_t) v->cells + 1) * sizeof(*words));
	int most = 0;

	find_spans(v, loop, first, last);
	for (int f = 0; f < v->l->kernel->n_field; ++f)
		add_bases(v, f, first, last, words);
	for (int c = 0; c < v->cells; ++c)
		most = words[c] > most ? words[c] : most;
	free(first);
	free(last);
	free(words);
	return most;
}

/* The index that pointers of all arrays start from. */
#define INDEX_WORDS 2

int live_march(const struct live *v, int loop)
{
	return most_words(v, loop, false) + INDEX_WORDS;
}

int live_march_kept(const struct live *v, int loop)
{
	return most_words(v, loop, true) + INDEX_WORDS;
}

int live_march_results(const struct live *v, int loop)
{
	int *words = memory_new(((size_t) v->cells + 1) * sizeof(*words));
	int most;

	add_results(v, loop, words);
	most = words[v->cells - 1];
	free(words);
	return most;
}
