/* Results by key, found with a hash map.  Keys live in a pool that is dropped
 * as a whole when the memo is full.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/memo.h"
#include "engine/kernel/quasi.h"

#define MEMO_ENTRIES 8192 /* then the memo is emptied */

struct entry {
	int n_key;
	const int64_t *key;
	double value[MEMO_VALUES];
};

struct memo {
	struct quasi_pool *pool; /* keys and slots of the map */
	int64_t number;
	struct map map;
	struct entry entry[MEMO_ENTRIES];
};

struct memo *memo_new(void)
{
	struct memo *memo = heap_clear(1, sizeof(*memo));

	if (memo)
		memo->pool = quasi_pool_new();
	if (memo && !memo->pool) {
		free(memo);
		return NULL;
	}
	return memo;
}

void memo_free(struct memo *memo)
{
	if (!memo)
		return;
	quasi_pool_free(memo->pool);
	free(memo);
}

static uint64_t hash_key(int n_key, const int64_t *key)
{
	uint64_t hash = 1;

	for (int i = 0; i < n_key; ++i)
		hash = map_mix(hash, key[i]);
	return hash;
}

const double *memo_find(const struct memo *memo, int n_key, const int64_t *key)
{
	size_t key_B = (size_t) n_key * sizeof(*key), at = 0;
	uint64_t hash = hash_key(n_key, key);
	int64_t i;

	while (memo && (i = map_next(&memo->map, hash, &at)) >= 0) {
		const struct entry *e = &memo->entry[i];

		if (e->n_key == n_key && memcmp(e->key, key, key_B) == 0)
			return e->value;
	}
	return NULL;
}

static void start_anew(struct memo *memo)
{
	struct quasi_pool *pool = quasi_pool_new();

	if (!pool)
		return;
	quasi_pool_free(memo->pool);
	memo->pool = pool;
	memo->map = (struct map) { 0 };
}

void memo_add(struct memo *memo, int n_key, const int64_t *key,
	const double value[MEMO_VALUES])
{
	size_t key_B = (size_t) n_key * sizeof(*key);
	struct entry *e;
	int64_t *copy;

	if (!memo)
		return;
	if (memo->map.n == MEMO_ENTRIES)
		start_anew(memo);
	copy = quasi_pool_take(memo->pool, key_B);
	if (!copy || memo->map.n == MEMO_ENTRIES ||
		!grouping_reserve(&memo->map, memo->pool, 0))
		return;
	memcpy(copy, key, key_B);
	e = &memo->entry[memo->map.n];
	*e = (struct entry) { .n_key = n_key, .key = copy };
	memcpy(e->value, value, sizeof(e->value));
	map_put(&memo->map, hash_key(n_key, key), (int64_t) memo->map.n);
}

int64_t memo_number(struct memo *memo)
{
	return ++memo->number;
}
