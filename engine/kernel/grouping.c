/* Groups of equal items, found with a hash map. */

#include "engine/kernel/grouping.h"

bool grouping_reserve(struct map *m, struct quasi_pool *pool, size_t n)
{
	return (!map_is_full(m) && 2 * n <= m->size) ||
		map_grow(m, n, quasi_pool_take(pool, map_grown_B(m, n)));
}

bool grouping_make(struct grouping *g, struct quasi_pool *pool, int n,
	const uint64_t *hash, bool (*is_equal)(const void *user, int i, int j),
	const void *user)
{
	size_t bytes = (size_t) n * sizeof(int);
	struct map map = { 0 };
	int *last;

	g->first = quasi_pool_alloc(pool, bytes);
	g->next = quasi_pool_alloc(pool, bytes);
	last = quasi_pool_alloc(pool, bytes);
	if (!g->first || !g->next || !last ||
		!grouping_reserve(&map, pool, (size_t) n))
		return false;
	for (int i = 0; i < n; ++i) {
		size_t at = 0;
		int first;

		do
			first = (int) map_next(&map, hash[i], &at);
		while (first >= 0 && !is_equal(user, first, i));
		if (first >= 0) {
			g->next[last[first]] = i;
		} else {
			map_put(&map, hash[i], i);
			first = i;
		}
		g->first[i] = first;
		g->next[i] = -1;
		last[first] = i;
	}
	return true;
}

bool grouping_of_all(struct grouping *g, struct quasi_pool *pool, int n)
{
	size_t bytes = (size_t) n * sizeof(int);

	g->first = quasi_pool_alloc(pool, bytes);
	g->next = quasi_pool_take(pool, bytes);
	if (!g->first || !g->next)
		return false;
	for (int i = 0; i < n; ++i)
		g->next[i] = i + 1 < n ? i + 1 : -1;
	return true;
}
