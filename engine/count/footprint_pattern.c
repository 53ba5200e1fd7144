/* Kinds of rows: patterns and pairs of patterns, each kept once and found
 * by its hash, and the granules that rows of each kind hold.
 */

#include <string.h>

#include "engine/count/footprint_pattern.h"
#include "engine/kernel/grouping.h"

#define FIRST_ROOM 16 /* items; most counts need no more */

/* Room for one more of items of "item_B" bytes; NULL when memory runs out. */
static void *index_grow(struct pattern_index *x, struct quasi_pool *pool,
	void *items, size_t item_B)
{
	void *new = items;

	if (x->n == x->room) {
		x->room = x->room ? 4 * x->room : FIRST_ROOM;
		new = quasi_pool_take(pool, (size_t) x->room * item_B);
		if (new && x->n > 0)
			memcpy(new, items, (size_t) x->n * item_B);
	}
	return grouping_reserve(&x->map, pool, 0) ? new : NULL;
}

static int n_words(const struct patterns *p)
{
	return p->n_set * p->n_word;
}

static uint64_t *words_of(const struct patterns *p, int i)
{
	return p->covered + (size_t) i * (size_t) n_words(p);
}

uint64_t *pattern_draft(struct patterns *p)
{
	struct pattern_index *x = &p->by_pattern;
	int words = n_words(p);
	uint64_t *draft;

	p->covered = index_grow(x, p->pool, p->covered,
		(size_t) words * sizeof(p->covered[0]));
	if (!p->covered)
		return NULL;
	draft = words_of(p, x->n);
	for (int i = 0; i < words; ++i)
		draft[i] = 0;
	return draft;
}

static bool same_words(const uint64_t *a, const uint64_t *b, int n)
{
	while (n > 0 && *a++ == *b++)
		--n;
	return n == 0;
}

int pattern_find(struct patterns *p)
{
	struct pattern_index *x = &p->by_pattern;
	const uint64_t *draft = words_of(p, x->n);
	int words = n_words(p), i;
	uint64_t hash = 0;
	size_t at = 0;

	for (int k = 0; k < words; ++k)
		hash = map_mix(hash, (int64_t) draft[k]);
	while ((i = (int) map_next(&x->map, hash, &at)) >= 0)
		if (same_words(words_of(p, i), draft, words))
			return i;
	map_put(&x->map, hash, x->n);
	return x->n++;
}

/* Find a pair, or NULL.  Pairs without a next row are in the order of their
 * patterns.
 */
static const struct pattern_pair *find_pair(const struct patterns *p,
	uint64_t hash, int row, int next)
{
	size_t at = 0;
	int i;

	if (next < 0)
		return row < p->by_pair.n ? &p->pair[row] : NULL;
	while ((i = (int) map_next(&p->by_pair.map, hash, &at)) >= 0)
		if (p->pair[i].row == row && p->pair[i].next == next)
			return &p->pair[i];
	return NULL;
}

int64_t *pattern_rows(struct patterns *p, int row, int next)
{
	struct pattern_index *x = &p->by_pair;
	uint64_t hash = map_mix(map_mix(0, row), next);
	const struct pattern_pair *found = find_pair(p, hash, row, next);
	struct pattern_pair *pair;

	if (found)
		return found->n_row;
	p->pair = index_grow(x, p->pool, p->pair, sizeof(p->pair[0]));
	if (!p->pair)
		return NULL;
	pair = &p->pair[x->n];
	pair->row = row;
	pair->next = next;
	pair->n_row = quasi_pool_alloc(p->pool,
		(size_t) p->n_phase * sizeof(pair->n_row[0]));
	if (!pair->n_row)
		return NULL;
	map_put(&x->map, hash, x->n++);
	return pair->n_row;
}

/* Granules of a row during a sweep. */
struct sweep {
	int64_t phase, granule_B;
	int bits;	     /* granule_B is 1 << bits, or -1 */
	int64_t granule;     /* the last one seen, so far for ... */
	unsigned sets;	     /* ... these sets */
	int64_t first, last; /* those that count */
	int64_t times;
	int64_t *n;
};

static void put_granules(struct sweep *w, int64_t from, int64_t to,
	unsigned sets)
{
	if (from < w->first)
		from = w->first;
	if (to > w->last)
		to = w->last;
	if (from <= to)
		w->n[sets] += (to - from + 1) * w->times;
}

/* The granule of byte "at" of the row; no byte lies before its phase. */
static int64_t granule_of(const struct sweep *w, int64_t at)
{
	return w->bits < 0 ? (at + w->phase) / w->granule_B :
			     (at + w->phase) >> w->bits;
}

/* The bytes from .. to-1 of the row are touched by "sets". */
static void put_bytes(struct sweep *w, int64_t from, int64_t to, unsigned sets)
{
	int64_t a = granule_of(w, from), b = granule_of(w, to - 1);

	if (a != w->granule) {
		put_granules(w, w->granule, w->granule, w->sets);
		w->granule = a;
		w->sets = 0;
	}
	w->sets |= sets;
	if (b > a) {
		put_granules(w, a, a, w->sets);
		put_granules(w, a + 1, b - 1, sets);
		w->granule = b;
		w->sets = sets;
	}
}

static unsigned sets_at(const struct patterns *p, const uint64_t *covered,
	int word, int bit)
{
	unsigned sets = 0;

	for (int s = 0; s < p->n_set; ++s)
		sets |= (covered[s * p->n_word + word] >> bit & 1) << s;
	return sets;
}

/* Sweep over the segments of a pattern, those that follow each other and are alike
 * at once, moved by "shift" bytes, up to the last granule.
 */
static void put_pattern(const struct patterns *p, struct sweep *w, int pattern,
	int64_t shift)
{
	const uint64_t *covered = words_of(p, pattern);
	int64_t end = (w->last + 1) * w->granule_B - w->phase - shift;

	for (int k = 0; k < p->n_word; ++k) {
		/* covered by a set; by others than the segment behind it */
		uint64_t left = 0, last = UINT64_C(1) << 63;

		for (int s = 0; s < p->n_set; ++s) {
			uint64_t c = covered[s * p->n_word + k];

			left |= c;
			last |= c ^ c >> 1;
		}
		while (left) {
			int bit = __builtin_ctzll(left), i = 64 * k + bit;
			int n = __builtin_ctzll(last >> bit) + 1;

			if (p->edge[i] >= end)
				return;
			put_bytes(w, p->edge[i] + shift, p->edge[i + n] + shift,
				sets_at(p, covered, k, bit));
			left &= ~UINT64_C(0) << bit << (n - 1) << 1;
		}
	}
}

static int log_of(int64_t granule_B)
{
	return granule_B & (granule_B - 1) ?
		-1 :
		__builtin_ctzll((unsigned long long) granule_B);
}

/* Count the granules of rows of one kind and phase.  A granule that extends
 * into the next row belongs to the row in which it starts.
 */
static void sweep_rows(const struct patterns *p,
	const struct pattern_pair *pair, int64_t phase, int64_t times,
	int64_t *n)
{
	struct sweep w = {
		.phase = phase,
		.granule_B = p->granule_B,
		.granule = -1,
		.bits = log_of(p->granule_B),
		.first = 0,
		.last = INT64_MAX / p->granule_B - 1,
		.times = times,
		.n = n,
	};

	if (pair->next >= 0) {
		w.first = phase > 0;
		w.last = (p->row_B - 1 + phase) / p->granule_B;
	}
	put_pattern(p, &w, pair->row, 0);
	if (pair->next >= 0)
		put_pattern(p, &w, pair->next, p->row_B);
	put_granules(&w, w.granule, w.granule, w.sets);
}

void pattern_sweep(const struct patterns *p, int64_t *n)
{
	for (int i = 0; i < p->by_pair.n; ++i) {
		const struct pattern_pair *pair = &p->pair[i];

		for (int k = 0; k < p->n_phase; ++k)
			if (pair->n_row[k] > 0)
				sweep_rows(p, pair,
					(p->origin + k * p->phase_B) %
						p->granule_B,
					pair->n_row[k], n);
	}
}
