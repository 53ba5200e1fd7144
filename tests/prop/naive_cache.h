#ifndef TESTS_NAIVE_CACHE_H
#define TESTS_NAIVE_CACHE_H

/* The reference for the simulator: caches and threads in the plainest form,
 * with lines in arrays, a time stamp on each, every byte on its own, and linear
 * search.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/simulate/simulate.h"

struct naive_place {
	bool is_used;
	int64_t line, used_at, filled_at;
	bool valid[SIMULATE_LINE_B], written[SIMULATE_LINE_B];
};

struct naive_cache {
	struct simulate_cache shape;
	int64_t n_set, ways, now;
	struct naive_place *place;
	uint64_t random;
	bool *held;		   /* bytes of memory that were here */
	struct naive_cache *ideal; /* fully associative, LRU */
	struct simulate_counts n;
};

static inline struct naive_cache *naive_new(const struct simulate_cache *c,
	uint64_t random, int64_t memory_B, bool has_ideal)
{
	struct naive_cache *n = calloc(1, sizeof(*n));
	int64_t lines = c->size_B / c->line_B;

	n->shape = *c;
	n->ways = c->ways ? c->ways : lines;
	n->n_set = lines / n->ways;
	n->place = calloc((size_t) lines, sizeof(*n->place));
	n->held = calloc((size_t) memory_B, 1);
	n->random = random;
	if (has_ideal) {
		struct simulate_cache ideal = *c;

		ideal.ways = 0;
		ideal.policy = SIMULATE_LRU;
		ideal.evict = 1;
		n->ideal = naive_new(&ideal, 0, memory_B, false);
	}
	return n;
}

static inline void naive_free(struct naive_cache *n)
{
	if (!n)
		return;
	naive_free(n->ideal);
	free(n->place);
	free(n->held);
	free(n);
}

static inline struct naive_place *naive_find(struct naive_cache *n,
	int64_t line)
{
	struct naive_place *set = n->place + line % n->n_set * n->ways;

	for (int64_t i = 0; i < n->ways; ++i)
		if (set[i].is_used && set[i].line == line)
			return &set[i];
	return NULL;
}

/* Bytes of the granules of "granule_B" that have a byte of "which". */
static inline int64_t naive_granules(const struct naive_cache *n,
	const bool *which, int64_t granule_B)
{
	int64_t bytes = 0;

	for (int64_t g = 0; g < n->shape.line_B; g += granule_B) {
		bool any = false;

		for (int64_t i = g; i < g + granule_B; ++i)
			any |= i < n->shape.line_B && which[i];
		bytes += any ? granule_B : 0;
	}
	return bytes;
}

static inline int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static inline void naive_write_back(struct naive_cache *n,
	struct naive_place *p)
{
	bool partial[SIMULATE_LINE_B] = { false };
	int64_t sector_B = n->shape.sector_B, B;

	for (int64_t s = 0; s < n->shape.line_B; s += sector_B) {
		bool any = false, all = true;

		for (int64_t i = s; i < s + sector_B; ++i) {
			any |= p->written[i];
			all &= p->written[i] || p->valid[i];
		}
		partial[s] = any && !all;
	}
	B = naive_granules(n, partial, sector_B);
	n->n.load_B += B;
	n->n.partial_B += B;
	n->n.store_B += naive_granules(n, p->written,
		larger(sector_B, n->shape.write_B));
	memset(p->written, 0, sizeof(p->written));
}

static inline uint64_t naive_random(struct naive_cache *n)
{
	uint64_t z = n->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static inline int64_t naive_victim(struct naive_cache *n,
	const struct naive_place *set)
{
	int64_t best = 0;

	if (n->shape.policy == SIMULATE_RANDOM)
		return (int64_t) (naive_random(n) % (uint64_t) n->ways);
	for (int64_t i = 1; i < n->ways; ++i) {
		bool is_lru = n->shape.policy == SIMULATE_LRU;

		if (is_lru ? set[i].used_at < set[best].used_at :
			     set[i].filled_at < set[best].filled_at)
			best = i;
	}
	return best;
}

static inline struct naive_place *naive_take(struct naive_cache *n,
	int64_t line)
{
	struct naive_place *set = n->place + line % n->n_set * n->ways;
	int64_t at = 0;

	while (at < n->ways && set[at].is_used)
		++at;
	if (at == n->ways) {
		at = naive_victim(n, set) / n->shape.evict * n->shape.evict;
		for (int64_t i = at; i < at + n->shape.evict; ++i) {
			naive_write_back(n, &set[i]);
			set[i].is_used = false;
		}
	}
	memset(&set[at], 0, sizeof(set[at]));
	set[at].is_used = true;
	set[at].line = line;
	set[at].filled_at = set[at].used_at = ++n->now;
	return &set[at];
}

/* Load sectors (a bool for each byte of the line); fetched[] are the bytes
 * that come from below.  Gives what was missing.
 */
static inline void naive_load(struct naive_cache *n, int64_t line,
	const bool *want, bool *missing, bool *fetched)
{
	int64_t B = n->shape.sector_B, unit = larger(B, n->shape.fetch_B);
	bool elsewhere[SIMULATE_LINE_B], ignored[SIMULATE_LINE_B];
	struct naive_place *p = naive_find(n, line);
	bool any = false;

	memset(missing, 0, SIMULATE_LINE_B);
	memset(fetched, 0, SIMULATE_LINE_B);
	memset(elsewhere, 0, sizeof(elsewhere));
	if (n->ideal)
		naive_load(n->ideal, line, want, elsewhere, ignored);
	if (p)
		p->used_at = ++n->now;
	for (int64_t s = 0; s < n->shape.line_B; s += B) {
		if (!want[s])
			continue;
		++n->n.requests;
		if (p && p->valid[s]) {
			++n->n.hits;
			continue;
		}
		any = missing[s] = true;
		++n->n.misses;
		if (!n->held[line * n->shape.line_B + s])
			++n->n.compulsory;
		else if (!n->ideal || elsewhere[s])
			++n->n.capacity;
		else
			++n->n.conflict;
	}
	if (!any)
		return;
	if (!p)
		p = naive_take(n, line);
	n->n.load_B += naive_granules(n, missing, unit);
	for (int64_t i = 0; i < n->shape.line_B; ++i) {
		int64_t g = i / unit * unit;
		bool in = false;

		for (int64_t j = g; j < g + unit && j < n->shape.line_B; ++j)
			in |= missing[j];
		if (!in)
			continue;
		fetched[i] = p->valid[i] = true;
		n->held[line * n->shape.line_B + i] = true;
	}
}

static inline void naive_store(struct naive_cache *n, int64_t line,
	const bool *bytes)
{
	struct naive_place *p = naive_find(n, line);
	int64_t B = n->shape.sector_B;

	if (n->ideal)
		naive_store(n->ideal, line, bytes);
	if (p)
		p->used_at = ++n->now;
	else
		p = naive_take(n, line);
	for (int64_t i = 0; i < n->shape.line_B; ++i)
		p->written[i] |= bytes[i];
	for (int64_t s = 0; s < n->shape.line_B; s += B) {
		bool all = true;

		for (int64_t i = s; i < s + B; ++i)
			all &= p->written[i];
		for (int64_t i = s; all && i < s + B; ++i)
			n->held[line * n->shape.line_B + i] = p->valid[i] =
				true;
	}
}

/* A store to sectors that a write-through cache keeps. */
static inline void naive_pass(struct naive_cache *n, int64_t line,
	const bool *sectors)
{
	struct naive_place *p = naive_find(n, line);

	if (n->ideal)
		naive_pass(n->ideal, line, sectors);
	if (p)
		p->used_at = ++n->now;
	else
		p = naive_take(n, line);
	for (int64_t i = 0; i < n->shape.line_B; ++i)
		if (sectors[i])
			n->held[line * n->shape.line_B + i] = p->valid[i] =
				true;
}

static inline void naive_flush(struct naive_cache *n)
{
	for (int64_t i = 0; i < n->n_set * n->ways; ++i)
		if (n->place[i].is_used)
			naive_write_back(n, &n->place[i]);
}

static inline void naive_forget(struct naive_cache *n, int64_t memory_B)
{
	if (n->ideal)
		naive_forget(n->ideal, memory_B);
	memset(n->place, 0, (size_t) (n->n_set * n->ways) * sizeof(*n->place));
	memset(n->held, 0, (size_t) memory_B);
}

#endif
