/* What the blocks of a wave have in common: simulate_share.h. */

#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/simulate/simulate_share.h"

struct pair {
	int line;
	int64_t block;
};

static int compare_pairs(const void *x, const void *y)
{
	const struct pair *a = x, *b = y;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->block > b->block) - (a->block < b->block);
}

bool simulate_share(const struct kernel *kernel, const struct find_list *list,
	int64_t wave, double *share)
{
	struct pair *pair = heap_clear((size_t) list->n + 1, sizeof(*pair));
	int64_t n = 0, blocks = 0, waves = 0;

	*share = 0;
	if (!pair)
		return false;
	for (int64_t i = 0; i < list->n; ++i) {
		const struct find_touch *t = &list->touch[i];
		const struct access *a = &kernel->access[t->access];

		if (!a->is_store && !a->draw.kind)
			pair[n++] = (struct pair) { t->line, t->block };
	}
	qsort(pair, (size_t) n, sizeof(*pair), compare_pairs);
	for (int64_t i = 0; i < n; ++i) {
		bool is_first = i == 0 || pair[i].line != pair[i - 1].line;

		blocks += is_first || pair[i].block != pair[i - 1].block;
		waves += is_first ||
			pair[i].block / wave != pair[i - 1].block / wave;
	}
	free(pair);
	if (blocks > 0)
		*share = 1 - (double) waves / (double) blocks;
	return true;
}
