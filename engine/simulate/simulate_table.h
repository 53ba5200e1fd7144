#ifndef ENGINE_SIMULATE_SIMULATE_TABLE_H
#define ENGINE_SIMULATE_SIMULATE_TABLE_H

/* All lines of memory that a cache has seen: where they lie now, and which
 * of their sectors it has ever held.
 *
 * Consecutive lines share a page, so that a neighbour needs no search.  A page
 * fills one line of the processor's cache, and its id is in the bucket: a line
 * drawn from a large table is found with two misses of that cache.  Lines that
 * are few and numbered from 0 on need no search at all.
 *
 * Pointers to lines stay valid until the table is cleared.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIMULATE_PAGE	8 /* lines: 64 B */
#define SIMULATE_RECENT 1024

struct simulate_line {
	int32_t frame; /* in the cache, from 1 on; 0: none */
	uint32_t seen; /* sectors that were valid once */
};

struct simulate_page {
	struct simulate_line line[SIMULATE_PAGE];
};

struct simulate_bucket {
	int64_t id;
	struct simulate_page *page; /* or NULL */
};

struct simulate_table {
	int64_t *left_B; /* of the memory budget */
	size_t n_bucket, n_page;
	struct simulate_bucket *bucket;
	struct simulate_bucket
		recent[SIMULATE_RECENT]; /* by simulate_table_recent() */
	struct simulate_chunk **chunk;
	size_t n_chunk;
	struct simulate_line *numbered; /* lines 0 .. n_numbered-1; or NULL */
	int64_t n_numbered;
};

/* "n_numbered": all lines that will be asked for are below; 0: any may be. */
bool simulate_table_init(struct simulate_table *t, int64_t n_numbered,
	int64_t *left_B);
void simulate_table_clear(struct simulate_table *t);

/* The page "id", added if it is new; NULL when memory runs out. */
struct simulate_page *simulate_table_page(struct simulate_table *t, int64_t id);

/* These lines will be asked for soon.  Drawn from a large table, they are far from
 * each other: the processor fetches what is known of them side by side.
 */
void simulate_table_expect(const struct simulate_table *t, const int64_t *line,
	int n);

/* How many lines had a valid sector. */
int64_t simulate_table_count(const struct simulate_table *t);

/* Forget all lines. */
void simulate_table_forget(struct simulate_table *t);

static inline uint64_t simulate_table_hash(int64_t id)
{
	return (uint64_t) id * UINT64_C(0x9e3779b97f4a7c15);
}

/* Rows of fields are mostly powers of two apart: their pages must not all have the
 * same place.
 */
static inline size_t simulate_table_recent(int64_t id)
{
	return (size_t) (simulate_table_hash(id) >> 40) % SIMULATE_RECENT;
}

static inline size_t simulate_table_bucket(const struct simulate_table *t,
	int64_t id)
{
	return (size_t) (simulate_table_hash(id) >> 20) & (t->n_bucket - 1);
}

/* What is known of "line", which is not negative. */
static inline struct simulate_line *
simulate_table_find(struct simulate_table *t, int64_t line)
{
	int64_t id = (int64_t) ((uint64_t) line / SIMULATE_PAGE);
	struct simulate_page *page;
	size_t i;

	if (t->numbered)
		return &t->numbered[line];
	i = simulate_table_recent(id);
	page = t->recent[i].page;
	if (!page || t->recent[i].id != id)
		page = simulate_table_page(t, id);
	return page ? &page->line[(uint64_t) line % SIMULATE_PAGE] : NULL;
}

#endif
