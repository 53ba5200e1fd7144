#include <string.h>

#include "engine/kernel/grouping.h"

/* The slot with the first of the items equal to "i", or a free one. */
static int *find_slot(int *slot, int n_slot, const uint64_t *hash, int i,
	bool (*is_equal)(const void *user, int i, int j), const void *user)
{
	uint64_t at = hash[i];

	for (;; ++at) {
		int *s = &slot[at & (uint64_t) (n_slot - 1)];

		if (*s < 0 || (hash[*s] == hash[i] && is_equal(user, *s, i)))
			return s;
	}
}

bool grouping_make(struct grouping *g, struct quasi_pool *pool, int n,
	const uint64_t *hash,
	bool (*is_equal)(const void *user, int i, int j), const void *user)
{
	size_t bytes = (size_t) n * sizeof(int);
	int n_slot = 16;
	int *slot, *last;

	while (n_slot < 2 * n)
		n_slot *= 2;
	g->first = quasi_pool_alloc(pool, bytes);
	g->next = quasi_pool_alloc(pool, bytes);
	last = quasi_pool_alloc(pool, bytes);
	slot = quasi_pool_alloc(pool, (size_t) n_slot * sizeof(*slot));
	if (!g->first || !g->next || !last || !slot)
		return false;
	memset(slot, 0xff, (size_t) n_slot * sizeof(*slot));
	for (int i = 0; i < n; ++i) {
		int *s = find_slot(slot, n_slot, hash, i, is_equal, user);
		int first = *s < 0 ? i : *s;

		if (first != i)
			g->next[last[first]] = i;
		*s = first;
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
