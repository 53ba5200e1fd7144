#include <stdlib.h>
#include <string.h>

#include "engine/count/granules.h"
#include "engine/base/heap.h"

struct word {
	int64_t index;
	uint64_t bits[GRANULES_SETS];	/* all zero: the place is free */
};

struct granules {
	int n_used, log2_size;
	bool is_short;			/* memory ran out */
	struct word *word;
};

struct granules *granules_new(void)
{
	struct granules *g = heap_take(sizeof(*g));

	if (!g)
		return NULL;
	g->n_used = 0;
	g->log2_size = 8;
	g->is_short = false;
	g->word = heap_clear((size_t) 1 << g->log2_size, sizeof(*g->word));
	if (!g->word) {
		free(g);
		return NULL;
	}
	return g;
}

void granules_free(struct granules *g)
{
	if (!g)
		return;
	free(g->word);
	free(g);
}

static bool word_is_free(const struct word *w)
{
	return !(w->bits[0] | w->bits[1] | w->bits[2] | w->bits[3]);
}

/* The place of word "index" in a table: where it is, or where it goes. */
static struct word *word_place(struct word *table, int log2_size,
	int64_t index)
{
	uint64_t mask = ((uint64_t) 1 << log2_size) - 1;
	uint64_t at = (uint64_t) index * 0x9E3779B97F4A7C15u;

	at >>= 64 - log2_size;
	while (!word_is_free(&table[at]) && table[at].index != index)
		at = (at + 1) & mask;
	return &table[at];
}

static bool granules_grow(struct granules *g)
{
	int log2_size = g->log2_size + 1;
	struct word *table;

	if (g->n_used >= GRANULES_WORDS)
		return false;
	table = heap_clear((size_t) 1 << log2_size, sizeof(*table));
	if (!table) {
		g->is_short = true;
		return false;
	}
	for (size_t i = 0; i < (size_t) 1 << g->log2_size; ++i)
		if (!word_is_free(&g->word[i]))
			*word_place(table, log2_size, g->word[i].index) =
				g->word[i];
	free(g->word);
	g->word = table;
	g->log2_size = log2_size;
	return true;
}

static bool add_bits(struct granules *g, int set, int64_t index,
	uint64_t bits)
{
	struct word *w;

	if (2 * (int64_t) g->n_used >= (int64_t) 1 << g->log2_size &&
	    !granules_grow(g))
		return false;
	w = word_place(g->word, g->log2_size, index);
	if (word_is_free(w)) {
		w->index = index;
		++g->n_used;
	}
	w->bits[set] |= bits;
	return true;
}

/* Word of a granule: floor(granule / 64). */
static int64_t word_of(int64_t granule)
{
	return granule >= 0 ? granule / 64 : -((63 - granule) / 64);
}

bool granules_add(struct granules *g, int set, int64_t first, int64_t last)
{
	int64_t lo = word_of(first), hi = word_of(last);

	for (int64_t i = lo; i <= hi; ++i) {
		uint64_t bits = ~(uint64_t) 0;

		if (i == lo)
			bits &= ~(uint64_t) 0 << (first - 64 * i);
		if (i == hi)
			bits &= ~(uint64_t) 0 >> (63 - (last - 64 * i));
		if (!add_bits(g, set, i, bits))
			return false;
	}
	return true;
}

bool granules_is_short(const struct granules *g)
{
	return g->is_short;
}

static int count_bits(uint64_t x)
{
	return __builtin_popcountll(x);
}

void granules_count(const struct granules *g, int64_t n[1 << GRANULES_SETS])
{
	memset(n, 0, sizeof(*n) << GRANULES_SETS);
	for (size_t i = 0; i < (size_t) 1 << g->log2_size; ++i) {
		const struct word *w = &g->word[i];

		if (word_is_free(w))
			continue;
		for (int m = 1; m < 1 << GRANULES_SETS; ++m) {
			uint64_t in = ~(uint64_t) 0;

			for (int s = 0; s < GRANULES_SETS; ++s)
				in &= m >> s & 1 ? w->bits[s] : ~w->bits[s];
			n[m] += count_bits(in);
		}
	}
}
