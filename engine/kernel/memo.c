#include <stdlib.h>
#include <string.h>

#include "engine/kernel/grouping.h"
#include "engine/base/heap.h"
#include "engine/kernel/memo.h"
#include "engine/kernel/quasi.h"

#define MEMO_ENTRIES	8192
#define MEMO_SLOTS	(2 * MEMO_ENTRIES)

struct entry {
	uint64_t hash;
	int n_key;
	const int64_t *key;
	double value[MEMO_VALUES];
};

struct memo {
	struct quasi_pool *pool;
	int n;
	int64_t number;
	struct entry *slot[MEMO_SLOTS];
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
		hash = grouping_mix(hash, key[i]);
	return hash;
}

/* Where the entry of a key is, or belongs. */
static size_t slot_of(const struct memo *memo, uint64_t hash, int n_key,
	const int64_t *key)
{
	size_t i = hash % MEMO_SLOTS;

	for (; memo->slot[i]; i = (i + 1) % MEMO_SLOTS) {
		const struct entry *e = memo->slot[i];

		if (e->hash == hash && e->n_key == n_key && memcmp(e->key,
		    key, (size_t) n_key * sizeof(*key)) == 0)
			break;
	}
	return i;
}

const double *memo_find(const struct memo *memo, int n_key,
	const int64_t *key)
{
	const struct entry *e = NULL;

	if (memo)
		e = memo->slot[slot_of(memo, hash_key(n_key, key), n_key,
			key)];
	return e ? e->value : NULL;
}

static void start_anew(struct memo *memo)
{
	struct quasi_pool *pool = quasi_pool_new();

	if (!pool)
		return;
	quasi_pool_free(memo->pool);
	memo->pool = pool;
	memo->n = 0;
	memset(memo->slot, 0, sizeof(memo->slot));
}

void memo_add(struct memo *memo, int n_key, const int64_t *key,
	const double value[MEMO_VALUES])
{
	size_t key_B = (size_t) n_key * sizeof(*key);
	uint64_t hash = hash_key(n_key, key);
	struct entry *e;
	int64_t *copy;

	if (!memo)
		return;
	if (memo->n == MEMO_ENTRIES)
		start_anew(memo);
	e = quasi_pool_alloc(memo->pool, sizeof(*e));
	copy = quasi_pool_alloc(memo->pool, key_B);
	if (!e || !copy || memo->n == MEMO_ENTRIES)
		return;
	memcpy(copy, key, key_B);
	*e = (struct entry) { .hash = hash, .n_key = n_key, .key = copy };
	memcpy(e->value, value, sizeof(e->value));
	memo->slot[slot_of(memo, hash, n_key, key)] = e;
	++memo->n;
}

int64_t memo_number(struct memo *memo)
{
	return ++memo->number;
}
