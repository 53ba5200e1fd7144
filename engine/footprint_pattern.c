#include <string.h>

#include "engine/footprint_pattern.h"

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

static bool is_full(const struct pattern_index *x)
{
	return 2 * x->n >= x->size;
}

/* Twice the slots, all of them free. */
static bool index_grow(struct pattern_index *x, struct quasi_pool *pool)
{
	x->size = x->size ? 2 * x->size : 64;
	x->slot = quasi_pool_alloc(pool,
		(size_t) x->size * sizeof(x->slot[0]));
	if (!x->slot)
		return false;
	memset(x->slot, 0xff, (size_t) x->size * sizeof(x->slot[0]));
	return true;
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

static bool grow_patterns(struct patterns *p)
{
	struct pattern_index *x = &p->by_pattern;
	uint64_t **new;

	if (!index_grow(x, p->pool))
		return false;
	new = quasi_pool_alloc(p->pool, (size_t) x->size * sizeof(new[0]));
	if (!new)
		return false;
	for (int i = 0; i < x->n; ++i) {
		new[i] = p->covered[i];
		index_put(x, hash_words(new[i], n_words(p)), i);
	}
	p->covered = new;
	return true;
}

uint64_t *pattern_draft(struct patterns *p)
{
	struct pattern_index *x = &p->by_pattern;
	uint64_t *draft;

	if (is_full(x) && !grow_patterns(p))
		return NULL;
	draft = p->covered[x->n];
	if (!draft)
		draft = quasi_pool_alloc(p->pool,
			(size_t) n_words(p) * sizeof(draft[0]));
	p->covered[x->n] = draft;
	for (int i = 0; draft && i < n_words(p); ++i)
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
	const uint64_t *draft = p->covered[x->n];
	int words = n_words(p);
	int i = first_slot(x, hash_words(draft, words));

	for (; x->slot[i] >= 0; i = next_slot(x, i))
		if (same_words(p->covered[x->slot[i]], draft, words))
			return x->slot[i];
	x->slot[i] = x->n;
	return x->n++;
}

static uint64_t hash_pair(int row, int next)
{
	return hash_words((uint64_t[]) { (uint64_t) row, (uint64_t) next }, 2);
}

static bool grow_pairs(struct patterns *p)
{
	struct pattern_index *x = &p->by_pair;
	struct pattern_pair *new;

	if (!index_grow(x, p->pool))
		return false;
	new = quasi_pool_alloc(p->pool, (size_t) x->size * sizeof(new[0]));
	if (!new)
		return false;
	for (int i = 0; i < x->n; ++i) {
		new[i] = p->pair[i];
		index_put(x, hash_pair(new[i].row, new[i].next), i);
	}
	p->pair = new;
	return true;
}

int64_t *pattern_rows(struct patterns *p, int row, int next)
{
	struct pattern_index *x = &p->by_pair;
	struct pattern_pair *pair;
	int i;

	if (is_full(x) && !grow_pairs(p))
		return NULL;
	i = first_slot(x, hash_pair(row, next));
	for (; x->slot[i] >= 0; i = next_slot(x, i)) {
		pair = &p->pair[x->slot[i]];
		if (pair->row == row && pair->next == next)
			return pair->n_row;
	}
	pair = &p->pair[x->n];
	pair->row = row;
	pair->next = next;
	pair->n_row = quasi_pool_alloc(p->pool,
		(size_t) p->n_phase * sizeof(pair->n_row[0]));
	if (pair->n_row)
		x->slot[i] = x->n++;
	return pair->n_row;
}

/* Granules of a row as they come by. */
struct sweep {
	int64_t phase, granule_B;
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

/* The bytes from .. to-1 of the row are touched by "sets". */
static void put_bytes(struct sweep *w, int64_t from, int64_t to, unsigned sets)
{
	int64_t a = (from + w->phase) / w->granule_B;
	int64_t b = (to - 1 + w->phase) / w->granule_B;

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
	const uint64_t *covered = p->covered[pattern];
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

/* Count the granules of rows of one kind that have one phase.  If it
 * matters what follows, a granule belongs to the row in which it begins.
 */
static void sweep_rows(const struct patterns *p,
	const struct pattern_pair *pair, int64_t phase, int64_t times,
	int64_t *n)
{
	struct sweep w = {
		.phase = phase, .granule_B = p->granule_B, .granule = -1,
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
