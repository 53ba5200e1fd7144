#include <string.h>

#include "engine/count/footprint_pattern.h"

#define FEW	16	/* items that are looked through */

static uint64_t hash_words(const uint64_t *word, int n)
{
	uint64_t h = 0;

	for (int i = 0; i < n; ++i) {
		h = (h ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
	}
	return h;
}

static int first_slot(const struct pattern_index *x, uint64_t hash)
{
	return (int) (hash & (uint64_t) (x->size - 1));
}

static int next_slot(const struct pattern_index *x, int i)
{
	return (i + 1) & (x->size - 1);
}

/* Room for one more of items of "item_B" bytes; slots, all of them free, as
 * soon as items are too many to look through: *is_new.
 */
static void *index_grow(struct pattern_index *x, struct quasi_pool *pool,
	void *items, size_t item_B, bool *is_new)
{
	void *new = items;

	*is_new = false;
	if (x->n < x->room)
		return items;
	x->room = x->room ? 4 * x->room : FEW;
	new = quasi_pool_take(pool, (size_t) x->room * item_B);
	if (new && x->n > 0)
		memcpy(new, items, (size_t) x->n * item_B);
	if (!new || x->room == FEW)
		return new;
	x->size = 2 * x->room;
	x->slot = quasi_pool_take(pool,
		(size_t) x->size * sizeof(x->slot[0]));
	if (!x->slot)
		return NULL;
	memset(x->slot, 0xff, (size_t) x->size * sizeof(x->slot[0]));
	*is_new = true;
	return new;
}

static void index_put(struct pattern_index *x, uint64_t hash, int item)
{
	int i = first_slot(x, hash);

	while (x->slot[i] >= 0)
		i = next_slot(x, i);
	x->slot[i] = item;
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
	bool is_new;

	p->covered = index_grow(x, p->pool, p->covered,
		(size_t) words * sizeof(p->covered[0]), &is_new);
	if (!p->covered)
		return NULL;
	for (int i = 0; is_new && i < x->n; ++i)
		index_put(x, hash_words(words_of(p, i), words), i);
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
	int words = n_words(p), i = 0;

	if (!x->slot) {
		while (i < x->n && !same_words(words_of(p, i), draft, words))
			++i;
		x->n += i == x->n;
		return i;
	}
	i = first_slot(x, hash_words(draft, words));
	for (; x->slot[i] >= 0; i = next_slot(x, i))
		if (same_words(words_of(p, x->slot[i]), draft, words))
			return x->slot[i];
	x->slot[i] = x->n;
	return x->n++;
}

static uint64_t hash_pair(int row, int next)
{
	return hash_words((uint64_t[]) { (uint64_t) row, (uint64_t) next }, 2);
}

static bool is_pair(const struct pattern_pair *pair, int row, int next)
{
	return pair->row == row && pair->next == next;
}

/* The number of a pair, or of all pairs if it is not among them. */
static int find_pair(const struct patterns *p, int row, int next)
{
	const struct pattern_index *x = &p->by_pair;
	int i = 0;

	/* rows alone come in the order of their patterns */
	if (next < 0)
		return row;
	if (!x->slot) {
		while (i < x->n && !is_pair(&p->pair[i], row, next))
			++i;
		return i;
	}
	i = first_slot(x, hash_pair(row, next));
	for (; x->slot[i] >= 0; i = next_slot(x, i))
		if (is_pair(&p->pair[x->slot[i]], row, next))
			return x->slot[i];
	return x->n;
}

int64_t *pattern_rows(struct patterns *p, int row, int next)
{
	struct pattern_index *x = &p->by_pair;
	int found = find_pair(p, row, next);
	struct pattern_pair *pair;
	bool is_new;

	if (found < x->n)
		return p->pair[found].n_row;
	p->pair = index_grow(x, p->pool, p->pair, sizeof(p->pair[0]),
		&is_new);
	if (!p->pair)
		return NULL;
	for (int i = 0; is_new && i < x->n; ++i)
		index_put(x, hash_pair(p->pair[i].row, p->pair[i].next), i);
	pair = &p->pair[x->n];
	pair->row = row;
	pair->next = next;
	pair->n_row = quasi_pool_alloc(p->pool,
		(size_t) p->n_phase * sizeof(pair->n_row[0]));
	if (!pair->n_row)
		return NULL;
	if (x->slot)
		index_put(x, hash_pair(row, next), x->n);
	++x->n;
	return pair->n_row;
}

/* Granules of a row as they come by. */
struct sweep {
	int64_t phase, granule_B;
	int bits;			/* granule_B is 1 << bits, or -1 */
	int64_t granule;		/* the last one seen, so far for ... */
	unsigned sets;			/* ... these sets */
	int64_t first, last;		/* those that count */
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

/* The segments of a pattern, "shift" bytes on, up to the last granule. */
static void put_pattern(const struct patterns *p, struct sweep *w, int pattern,
	int64_t shift)
{
	const uint64_t *covered = words_of(p, pattern);
	int64_t end = (w->last + 1) * w->granule_B - w->phase - shift;

	for (int k = 0; k < p->n_word; ++k) {
		uint64_t left = 0;

		for (int s = 0; s < p->n_set; ++s)
			left |= covered[s * p->n_word + k];
		for (; left; left &= left - 1) {
			int bit = __builtin_ctzll(left), i = 64 * k + bit;

			if (p->edge[i] >= end)
				return;
			put_bytes(w, p->edge[i] + shift,
				p->edge[i + 1] + shift,
				sets_at(p, covered, k, bit));
		}
	}
}

static int log_of(int64_t granule_B)
{
	return granule_B & (granule_B - 1) ? -1 :
		__builtin_ctzll((unsigned long long) granule_B);
}

/* Count the granules of rows of one kind that have one phase.  If it
 * matters what follows, a granule belongs to the row in which it begins.
 */
static void sweep_rows(const struct patterns *p,
	const struct pattern_pair *pair, int64_t phase, int64_t times,
	int64_t *n)
{
	struct sweep w = {
		.phase = phase, .granule_B = p->granule_B, .granule = -1,
		.bits = log_of(p->granule_B),
		.first = 0, .last = INT64_MAX / p->granule_B - 1,
		.times = times, .n = n,
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
				sweep_rows(p, pair, (p->origin +
					k * p->phase_B) % p->granule_B,
					pair->n_row[k], n);
	}
}
