#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/count/items.h"

/* Which sets have an item in both masks. */
static int common_sets(const struct items *it, const uint64_t *a,
	const uint64_t *b)
{
	int sets = 0;

	for (int s = 0; s < it->n_set; ++s) {
		uint64_t any = 0;

		for (int w = it->first_word[s]; w < it->first_word[s + 1];
		     ++w)
			any |= a[w] & b[w];
		sets |= (any != 0) << s;
	}
	return sets;
}

/* Count in the rows whose starts are "phase" past a granule boundary. */
static bool count_rows(const struct items *it, const struct signature *rows,
	int64_t phase, int64_t *n)
{
	const struct lattice *l = &it->lattice;
	int64_t g = l->granule_B, from = floor_mod(l->origin + phase, g);
	struct row_run *run = heap_take(l->n_item * sizeof(*run));
	struct signature inner = { 0 };
	bool ok = run && signature_init(&inner, it->n_word, 1);

	for (int i = 0; ok && i < l->n_item; ++i) {
		run[i].start = floor_div(from + l->item[i].lo, g);
		run[i].length = floor_div(from + l->item[i].hi, g) + 1 -
			run[i].start;
		run[i].bit = it->bit[i];
	}
	ok = ok && signature_axis(&inner, l->n_item, run, 0);
	for (int r = 0; ok && r < rows->n_kind; ++r) {
		if (rows->phase[r] != phase)
			continue;
		for (int i = 0; i < inner.n_kind; ++i) {
			int m = common_sets(it,
				rows->mask + (size_t) r * it->n_word,
				inner.mask + (size_t) i * it->n_word);

			n[m] += rows->count[r] * inner.count[i];
		}
	}
	signature_clear(&inner);
	free(run);
	return ok;
}

static bool count_phases(const struct items *it, int64_t *n)
{
	struct signature rows = { 0 };
	int64_t *phase = NULL;
	bool ok = items_rows(it, &rows);

	if (ok) {
		phase = heap_take((rows.n_kind + 1) * sizeof(*phase));
		ok = phase != NULL;
	}
	if (ok) {
		memcpy(phase, rows.phase, rows.n_kind * sizeof(*phase));
		signature_sort(phase, rows.n_kind);
	}
	for (int i = 0; ok && i < rows.n_kind; ++i)
		if (i == 0 || phase[i] != phase[i - 1])
			ok = count_rows(it, &rows, phase[i], n);
	n[0] = 0;
	free(phase);
	signature_clear(&rows);
	return ok;
}

enum footprint_status linear_count(const struct linear *f, int n_set,
	const struct thread_set *set, int64_t *n)
{
	enum footprint_status status;
	struct items it;

	memset(n, 0, sizeof(*n) << n_set);
	status = items_make(&it, f, n_set, set);
	if (status != FOOTPRINT_OK)
		return status;
	it.lattice.stays = true;
	if (it.lattice.n_item > 0) {
		if (items_lattice(&it, &status))
			status = count_phases(&it, n) ?
				FOOTPRINT_OK : FOOTPRINT_MEMORY;
		else if (status == FOOTPRINT_OK)
			status = items_enumerate(f, n_set, set, n);
	}
	items_clear(&it);
	return status;
}
