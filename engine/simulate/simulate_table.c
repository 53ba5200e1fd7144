/* A hash table of pages of lines: open addressing, linear probing, at most
 * half full.  Pages are allocated in chunks and never move.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/simulate/simulate_table.h"

#define CHUNK_PAGES   128 /* allocated at once: 8 kB */
#define FIRST_BUCKETS 1024

/* Pages begin where a line of the processor's cache does. */
#define ALIGNED_B 64

struct simulate_chunk {
	char room[CHUNK_PAGES * sizeof(struct simulate_page) + ALIGNED_B];
};

static struct simulate_page *pages_of(struct simulate_chunk *chunk)
{
	uintptr_t at = (uintptr_t) chunk->room;

	return (struct simulate_page *) (chunk->room +
		(ALIGNED_B - at % ALIGNED_B) % ALIGNED_B);
}

static bool take(struct simulate_table *t, size_t bytes)
{
	*t->left_B -= (int64_t) bytes;
	return *t->left_B >= 0;
}

bool simulate_table_init(struct simulate_table *t, int64_t n_numbered,
	int64_t *left_B)
{
	*t = (struct simulate_table) {
		.left_B = left_B,
		.n_bucket = n_numbered > 0 ? 0 : FIRST_BUCKETS,
		.n_numbered = n_numbered,
	};
	if (!take(t,
		    t->n_bucket * sizeof(*t->bucket) +
			    (size_t) n_numbered * sizeof(*t->numbered)))
		return false;
	if (n_numbered > 0) {
		t->numbered = heap_clear((size_t) n_numbered,
			sizeof(*t->numbered));
		return t->numbered != NULL;
	}
	t->bucket = heap_clear(FIRST_BUCKETS, sizeof(*t->bucket));
	return t->bucket != NULL;
}

void simulate_table_clear(struct simulate_table *t)
{
	for (size_t i = 0; i < t->n_chunk; ++i)
		free(t->chunk[i]);
	free(t->chunk);
	free(t->bucket);
	free(t->numbered);
	*t = (struct simulate_table) { 0 };
}

static void insert(struct simulate_table *t, int64_t id,
	struct simulate_page *page)
{
	size_t i = simulate_table_bucket(t, id);

	while (t->bucket[i].page)
		i = (i + 1) & (t->n_bucket - 1);
	t->bucket[i] = (struct simulate_bucket) { id, page };
}

static bool grow(struct simulate_table *t)
{
	size_t n = t->n_bucket;
	struct simulate_bucket *old = t->bucket, *bucket;

	if (!take(t, 4 * n * sizeof(*bucket)))
		return false;
	bucket = heap_clear(4 * n, sizeof(*bucket));
	if (!bucket)
		return false;
	t->bucket = bucket;
	t->n_bucket = 4 * n;
	for (size_t i = 0; i < n; ++i)
		if (old[i].page)
			insert(t, old[i].id, old[i].page);
	*t->left_B += (int64_t) (n * sizeof(*bucket));
	free(old);
	return true;
}

static bool add_chunk(struct simulate_table *t)
{
	struct simulate_chunk **list, *chunk;

	if (!take(t, sizeof(*chunk)))
		return false;
	list = heap_resize(t->chunk, (t->n_chunk + 1) * sizeof(*list));
	if (!list)
		return false;
	t->chunk = list;
	chunk = heap_clear(1, sizeof(*chunk));
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
	page = pages_of(t->chunk[t->n_chunk - 1]) + t->n_page % CHUNK_PAGES;
	++t->n_page;
	insert(t, id, page);
	return page;
}

struct simulate_page *simulate_table_page(struct simulate_table *t, int64_t id)
{
	size_t i = simulate_table_bucket(t, id);
	struct simulate_page *page;

	while (t->bucket[i].page && t->bucket[i].id != id)
		i = (i + 1) & (t->n_bucket - 1);
	page = t->bucket[i].page;
	if (!page)
		page = add_page(t, id);
	t->recent[simulate_table_recent(id)] = (struct simulate_bucket) { id,
		page };
	return page;
}

/* Buckets first, which say where pages are.  (In an inline function of their own,
 * gcc 12 takes prefetches for nothing and drops them.)
 */
void simulate_table_expect(const struct simulate_table *t, const int64_t *line,
	int n)
{
	if (t->numbered)
		return;
	for (int i = 0; i < n; ++i) {
		int64_t id = (int64_t) ((uint64_t) line[i] / SIMULATE_PAGE);

		__builtin_prefetch(&t->bucket[simulate_table_bucket(t, id)]);
	}
	for (int i = 0; i < n; ++i) {
		int64_t id = (int64_t) ((uint64_t) line[i] / SIMULATE_PAGE);
		const struct simulate_bucket *b =
			&t->bucket[simulate_table_bucket(t, id)];

		if (b->page && b->id == id)
			__builtin_prefetch(b->page);
	}
}

int64_t simulate_table_count(const struct simulate_table *t)
{
	int64_t n = 0;

	for (int64_t i = 0; i < t->n_numbered; ++i)
		n += t->numbered[i].seen != 0;
	for (size_t i = 0; i < t->n_page; ++i) {
		const struct simulate_page *page =
			pages_of(t->chunk[i / CHUNK_PAGES]) + i % CHUNK_PAGES;

		for (int j = 0; j < SIMULATE_PAGE; ++j)
			n += page->line[j].seen != 0;
	}
	return n;
}

void simulate_table_forget(struct simulate_table *t)
{
	if (t->numbered)
		memset(t->numbered, 0,
			(size_t) t->n_numbered * sizeof(*t->numbered));
	for (size_t i = 0; i < t->n_bucket; ++i)
		if (t->bucket[i].page)
			memset(t->bucket[i].page, 0,
				sizeof(*t->bucket[i].page));
}
