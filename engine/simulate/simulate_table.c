/* A hash table of pages of lines: open addressing, linear probing, at most
 * half full.  Pages are allocated in chunks and never move.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/simulate/simulate_table.h"

#define CHUNK_PAGES   64 /* allocated at once: 9 kB */
#define FIRST_BUCKETS 1024

static bool take(struct simulate_table *t, size_t bytes)
{
	*t->left_B -= (int64_t) bytes;
	return *t->left_B >= 0;
}

bool simulate_table_init(struct simulate_table *t, int64_t *left_B)
{
	*t = (struct simulate_table) {
		.left_B = left_B,
		.n_bucket = FIRST_BUCKETS,
	};
	if (!take(t, FIRST_BUCKETS * sizeof(*t->bucket)))
		return false;
	t->bucket = heap_clear(FIRST_BUCKETS, sizeof(*t->bucket));
	return t->bucket != NULL;
}

void simulate_table_clear(struct simulate_table *t)
{
	for (size_t i = 0; i < t->n_chunk; ++i)
		free(t->chunk[i]);
	free(t->chunk);
	free(t->bucket);
	*t = (struct simulate_table) { 0 };
}

static void insert(struct simulate_table *t, struct simulate_page *page)
{
	size_t i = simulate_table_bucket(t, page->id);

	while (t->bucket[i])
		i = (i + 1) & (t->n_bucket - 1);
	t->bucket[i] = page;
}

static bool grow(struct simulate_table *t)
{
	size_t n = t->n_bucket;
	struct simulate_page **old = t->bucket, **bucket;

	if (!take(t, 4 * n * sizeof(*bucket)))
		return false;
	bucket = heap_clear(4 * n, sizeof(*bucket));
	if (!bucket)
		return false;
	t->bucket = bucket;
	t->n_bucket = 4 * n;
	for (size_t i = 0; i < n; ++i)
		if (old[i])
			insert(t, old[i]);
	*t->left_B += (int64_t) (n * sizeof(*bucket));
	free(old);
	return true;
}

static bool add_chunk(struct simulate_table *t)
{
	struct simulate_page **list, *chunk;
	size_t bytes = CHUNK_PAGES * sizeof(*chunk);

	if (!take(t, bytes))
		return false;
	list = heap_resize(t->chunk, (t->n_chunk + 1) * sizeof(*list));
	if (!list)
		return false;
	t->chunk = list;
	chunk = heap_clear(1, bytes);
	if (!chunk)
		return false;
	t->chunk[t->n_chunk++] = chunk;
	return true;
}

static struct simulate_page *add_page(struct simulate_table *t, int64_t id)
{
	struct simulate_page *page;

	if (2 * t->n_page >= t->n_bucket && !grow(t))
		return NULL;
	if (t->n_page % CHUNK_PAGES == 0 && !add_chunk(t))
		return NULL;
	page = &t->chunk[t->n_chunk - 1][t->n_page % CHUNK_PAGES];
	++t->n_page;
	page->id = id;
	insert(t, page);
	return page;
}

struct simulate_page *simulate_table_page(struct simulate_table *t, int64_t id)
{
	size_t i = simulate_table_bucket(t, id);
	struct simulate_page *page = t->bucket[i];

	while (page && page->id != id) {
		i = (i + 1) & (t->n_bucket - 1);
		page = t->bucket[i];
	}
	if (!page)
		page = add_page(t, id);
	i = simulate_table_recent(id);
	t->recent[i].id = id;
	t->recent[i].page = page;
	return page;
}

int64_t simulate_table_count(const struct simulate_table *t)
{
	int64_t n = 0;

	for (size_t i = 0; i < t->n_page; ++i) {
		const struct simulate_page *page =
			&t->chunk[i / CHUNK_PAGES][i % CHUNK_PAGES];

		for (int j = 0; j < SIMULATE_PAGE; ++j)
			n += page->line[j].seen != 0;
	}
	return n;
}
