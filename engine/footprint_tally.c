#include <string.h>

#include "engine/footprint_tally.h"

#define MOST_PHASES	1024

/* The distinct ends of bricks along one level; between edge[i] and
 * edge[i+1] the bricks are the same.
 */
struct edges {
	int n;
	int64_t *edge;
	uint64_t *over;			/* bricks over slab i: n_word words */
};

/* Bits of the segments (slabs of level 0) that each set covers. */
struct pattern {
	uint64_t *covered;		/* n_set times n_seg_word words */
};

/* Rows of one pattern followed by rows of another: how many, by phase. */
struct pair {
	int row, next;			/* next: -1 if it is all the same */
	int64_t *n_row;
};

/* A hash of numbers that index an array of n items. */
struct index {
	int n, size;			/* size: a power of two */
	int *slot;			/* -1: free */
};

struct tally {
	const struct bricks *bricks;
	const struct lattice *lattice;
	struct quasi_pool *pool;
	int64_t granule_B;
	int n_set, n_word, n_seg_word;
	/* Do granules lie in two rows? */
	bool is_coupled;
	/* A row lies at origin + phase_B * i modulo the granule. */
	int n_phase;
	int64_t phase_B;
	int64_t step[LATTICE_LEVELS + 1];	/* of i, with each level */
	struct edges edges[LATTICE_LEVELS + 1];
	uint64_t *segments;		/* of each brick */
	uint64_t *bits;			/* two sets of bricks per level */
	struct pattern *pattern;
	struct pair *pair;
	struct index by_pattern, by_pair;
	int64_t from[LATTICE_LEVELS + 1], n_unit[LATTICE_LEVELS + 1];
};

static int64_t gcd(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

static int64_t floor_mod(int64_t a, int64_t b)
{
	int64_t r = a % b;

	return r < 0 ? r + b : r;
}

/* Where "at" is among the edges, or would be. */
static int find_edge(const struct edges *e, int64_t at)
{
	int lo = 0, hi = e->n;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (e->edge[mid] < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void add_edge(struct edges *e, int64_t at)
{
	int i = find_edge(e, at);

	if (i < e->n && e->edge[i] == at)
		return;
	memmove(e->edge + i + 1, e->edge + i,
		(size_t) (e->n - i) * sizeof(e->edge[0]));
	e->edge[i] = at;
	++e->n;
}

static int n_slab(const struct edges *e)
{
	return e->n - 1;
}

/* Does a unit of level "l" follow directly on the last one below it? */
static bool runs_on(const struct lattice *lattice, int l)
{
	return l <= lattice->n_level && !lattice->is_apart[l];
}

/* Coupled rows need slabs for empty rows, too: all of a unit, or the one
 * row before the first.
 */
static void add_empty(const struct tally *t, struct edges *e, int l)
{
	const struct lattice *lattice = t->lattice;

	if (runs_on(lattice, l + 1)) {
		add_edge(e, 0);
		add_edge(e, lattice->radix[l + 1] / lattice->radix[l]);
	} else {
		add_edge(e, e->edge[0] - 1);
	}
}

static bool find_edges(struct tally *t, int l)
{
	const struct bricks *bricks = t->bricks;
	struct edges *e = &t->edges[l];

	e->edge = quasi_pool_alloc(t->pool, (size_t) (2 * bricks->n_brick + 2) *
		sizeof(e->edge[0]));
	if (!e->edge)
		return false;
	for (int i = 0; i < bricks->n_brick; ++i) {
		add_edge(e, bricks->brick[i].lo[l]);
		add_edge(e, bricks->brick[i].hi[l]);
	}
	if (l > 0 && t->is_coupled)
		add_empty(t, e, l);
	return true;
}

/* Fill in which bricks lie over the slabs of level "l". */
static bool find_bricks(struct tally *t, int l)
{
	const struct bricks *bricks = t->bricks;
	struct edges *e = &t->edges[l];

	e->over = quasi_pool_alloc(t->pool, (size_t) n_slab(e) *
		(size_t) t->n_word * sizeof(e->over[0]));
	if (!e->over)
		return false;
	for (int i = 0; i < bricks->n_brick; ++i) {
		int from = find_edge(e, bricks->brick[i].lo[l]);
		int64_t hi = bricks->brick[i].hi[l];

		for (int s = from; e->edge[s] < hi; ++s)
			e->over[s * t->n_word + i / 64] |=
				UINT64_C(1) << i % 64;
	}
	return true;
}

/* The same the other way round for level 0: the segments of each brick. */
static bool find_segments(struct tally *t)
{
	const struct bricks *bricks = t->bricks;
	struct edges *e = &t->edges[0];

	t->n_seg_word = (n_slab(e) + 63) / 64;
	t->segments = quasi_pool_alloc(t->pool, (size_t) bricks->n_brick *
		(size_t) t->n_seg_word * sizeof(t->segments[0]));
	if (!t->segments)
		return false;
	for (int i = 0; i < bricks->n_brick; ++i) {
		uint64_t *bits = t->segments + i * t->n_seg_word;
		int from = find_edge(e, bricks->brick[i].lo[0]);
		int64_t hi = bricks->brick[i].hi[0];

		for (int s = from; e->edge[s] < hi; ++s)
			bits[s / 64] |= UINT64_C(1) << s % 64;
	}
	return true;
}

/* Do the bricks leave so much of each row free that no granule lies in two
 * rows?
 */
static bool rows_are_apart(const struct tally *t)
{
	const struct bricks *bricks = t->bricks;
	int64_t lo = bricks->brick[0].lo[0], hi = bricks->brick[0].hi[0];

	if (t->lattice->n_level == 0)
		return true;
	for (int i = 1; i < bricks->n_brick; ++i) {
		if (bricks->brick[i].lo[0] < lo)
			lo = bricks->brick[i].lo[0];
		if (bricks->brick[i].hi[0] > hi)
			hi = bricks->brick[i].hi[0];
	}
	return lo + t->lattice->radix[1] - hi >= t->granule_B - 1;
}

static bool find_phases(struct tally *t)
{
	const struct lattice *lattice = t->lattice;
	bool is_aligned = lattice->origin % t->granule_B == 0;
	int64_t common = t->granule_B;

	for (int l = 1; l <= lattice->n_level; ++l) {
		common = gcd(common, lattice->radix[l]);
		is_aligned = is_aligned && !lattice->is_apart[l];
	}
	if (t->granule_B / common > MOST_PHASES)
		return false;
	t->phase_B = common;
	t->n_phase = (int) (t->granule_B / common);
	for (int l = 1; l <= lattice->n_level; ++l)
		t->step[l] = lattice->radix[l] / common % t->n_phase;
	is_aligned = is_aligned && t->n_phase == 1;
	t->is_coupled = !is_aligned && !rows_are_apart(t);
	return true;
}

static uint64_t hash_words(const uint64_t *word, int n)
{
	uint64_t h = 0;

	for (int i = 0; i < n; ++i) {
		h = (h ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
	}
	return h;
}

/* The slot of the index from which to look for an item of hash "h"; the
 * index is made larger when it is half full, and then must be filled anew.
 */
static bool index_is_full(const struct index *x)
{
	return 2 * x->n >= x->size;
}

static bool index_grow(struct index *x, struct quasi_pool *pool)
{
	x->size = x->size ? 2 * x->size : 64;
	x->slot = quasi_pool_alloc(pool,
		(size_t) x->size * sizeof(x->slot[0]));
	if (!x->slot)
		return false;
	for (int i = 0; i < x->size; ++i)
		x->slot[i] = -1;
	return true;
}

static void index_put(struct index *x, uint64_t hash, int item)
{
	int i = (int) (hash & (uint64_t) (x->size - 1));

	while (x->slot[i] >= 0)
		i = (i + 1) & (x->size - 1);
	x->slot[i] = item;
}

static int pattern_words(const struct tally *t)
{
	return t->n_set * t->n_seg_word;
}

static bool grow_patterns(struct tally *t)
{
	struct index *x = &t->by_pattern;
	struct pattern *new;

	if (!index_grow(x, t->pool))
		return false;
	new = quasi_pool_alloc(t->pool, (size_t) x->size * sizeof(new[0]));
	if (!new)
		return false;
	for (int i = 0; i < x->n; ++i) {
		new[i] = t->pattern[i];
		index_put(x, hash_words(new[i].covered, pattern_words(t)), i);
	}
	t->pattern = new;
	return true;
}

/* The number of the pattern that the bricks "over" make; -1 when memory
 * runs out.
 */
static int find_pattern(struct tally *t, const uint64_t *over)
{
	struct index *x = &t->by_pattern;
	int words = pattern_words(t), i;
	uint64_t *covered, hash;

	if (index_is_full(x) && !grow_patterns(t))
		return -1;
	if (!t->pattern[x->n].covered)
		t->pattern[x->n].covered = quasi_pool_alloc(t->pool,
			(size_t) words * sizeof(covered[0]));
	covered = t->pattern[x->n].covered;
	if (!covered)
		return -1;
	memset(covered, 0, (size_t) words * sizeof(covered[0]));
	for (int w = 0; w < t->n_word; ++w)
		for (uint64_t left = over[w]; left; left &= left - 1) {
			int b = 64 * w + __builtin_ctzll(left);
			int set = t->bricks->brick[b].set;

			for (int k = 0; k < t->n_seg_word; ++k)
				covered[set * t->n_seg_word + k] |=
					t->segments[b * t->n_seg_word + k];
		}
	hash = hash_words(covered, words);
	i = (int) (hash & (uint64_t) (x->size - 1));
	for (; x->slot[i] >= 0; i = (i + 1) & (x->size - 1))
		if (memcmp(t->pattern[x->slot[i]].covered, covered,
			(size_t) words * sizeof(covered[0])) == 0)
			return x->slot[i];
	x->slot[i] = x->n;
	return x->n++;
}

static uint64_t hash_pair(int row, int next)
{
	return hash_words((uint64_t[]) { (uint64_t) row, (uint64_t) next }, 2);
}

static bool grow_pairs(struct tally *t)
{
	struct index *x = &t->by_pair;
	struct pair *new;

	if (!index_grow(x, t->pool))
		return false;
	new = quasi_pool_alloc(t->pool, (size_t) x->size * sizeof(new[0]));
	if (!new)
		return false;
	for (int i = 0; i < x->n; ++i) {
		new[i] = t->pair[i];
		index_put(x, hash_pair(new[i].row, new[i].next), i);
	}
	t->pair = new;
	return true;
}

static struct pair *find_pair(struct tally *t, int row, int next)
{
	struct index *x = &t->by_pair;
	struct pair *p;
	int i;

	if (index_is_full(x) && !grow_pairs(t))
		return NULL;
	i = (int) (hash_pair(row, next) & (uint64_t) (x->size - 1));
	for (; x->slot[i] >= 0; i = (i + 1) & (x->size - 1)) {
		p = &t->pair[x->slot[i]];
		if (p->row == row && p->next == next)
			return p;
	}
	p = &t->pair[x->n];
	p->row = row;
	p->next = next;
	p->n_row = quasi_pool_alloc(t->pool,
		(size_t) t->n_phase * sizeof(p->n_row[0]));
	if (!p->n_row)
		return NULL;
	x->slot[i] = x->n++;
	return p;
}

/* Add to n_row[i] how often phase i occurs among the rows
 * from[l] .. from[l] + n_unit[l] - 1 of the levels up to "l", "times" over,
 * where those above have phase "phase".
 */
static void add_phases(const struct tally *t, int64_t *n_row, int l,
	int64_t phase, int64_t times)
{
	int64_t n = t->n_unit[l], step, round;

	if (l == 0) {
		n_row[phase] += times;
		return;
	}
	step = t->step[l];
	round = t->n_phase / gcd(t->n_phase, step);
	phase = (phase + floor_mod(t->from[l], round) * step) % t->n_phase;
	for (int64_t i = 0; i < round && i < n; ++i) {
		add_phases(t, n_row, l - 1, phase,
			times * (n / round + (i < n % round)));
		phase = (phase + step) % t->n_phase;
	}
}

static bool add_rows(struct tally *t, const uint64_t *over,
	const uint64_t *next)
{
	int row = find_pattern(t, over);
	int next_row = next ? find_pattern(t, next) : 0;
	struct pair *p;

	if (row < 0 || next_row < 0)
		return false;
	p = find_pair(t, row, next ? next_row : -1);
	if (!p)
		return false;
	add_phases(t, p->n_row, t->lattice->n_level, 0, 1);
	return true;
}

/* to = a & b; is anything left? */
static bool intersect(const struct tally *t, uint64_t *to, const uint64_t *a,
	const uint64_t *b)
{
	uint64_t any = 0;

	for (int w = 0; w < t->n_word; ++w) {
		to[w] = a[w] & b[w];
		any |= to[w];
	}
	return any != 0;
}

static bool visit(struct tally *t, int l, const uint64_t *over,
	const uint64_t *next);

static bool visit_units(struct tally *t, int l, int64_t from, int64_t n,
	const uint64_t *over, const uint64_t *next)
{
	t->from[l] = from;
	t->n_unit[l] = n;
	return n == 0 || visit(t, l - 1, over, next);
}

/* Behind the last slab from "s" on that has the bricks "here" of "over". */
static int end_of_run(const struct tally *t, const struct edges *e, int s,
	const uint64_t *over, const uint64_t *here)
{
	bool same = true;

	while (same && ++s < n_slab(e)) {
		const uint64_t *slab = e->over + s * t->n_word;

		for (int w = 0; same && w < t->n_word; ++w)
			same = (over[w] & slab[w]) == here[w];
	}
	return s;
}

/* Go through the slabs of level "l" in a unit under the bricks "over"; the
 * unit behind it is under the bricks "next".
 */
static bool visit_coupled(struct tally *t, int l, const uint64_t *over,
	const uint64_t *next)
{
	const struct edges *e = &t->edges[l];
	uint64_t *here = t->bits + 2 * l * t->n_word;
	uint64_t *then = here + t->n_word;
	bool follows = runs_on(t->lattice, l + 1);

	for (int s = 0, end; s < n_slab(e); s = end) {
		bool any = intersect(t, here, over, e->over + s * t->n_word);
		bool any_then = false;
		int64_t from = e->edge[s], to;

		end = end_of_run(t, e, s, over, here);
		to = e->edge[end];
		if (end < n_slab(e))
			any_then = intersect(t, then, over,
				e->over + end * t->n_word);
		else if (follows)
			any_then = intersect(t, then, next, e->over);
		else
			memset(then, 0, (size_t) t->n_word * sizeof(*then));
		if (any && !visit_units(t, l, from, to - from - 1, here, here))
			return false;
		if ((any || any_then) &&
		    !visit_units(t, l, to - 1, 1, here, then))
			return false;
	}
	return true;
}

static bool visit(struct tally *t, int l, const uint64_t *over,
	const uint64_t *next)
{
	const struct edges *e = &t->edges[l];
	uint64_t *here = t->bits + 2 * l * t->n_word;

	if (l == 0)
		return add_rows(t, over, t->is_coupled ? next : NULL);
	if (t->is_coupled)
		return visit_coupled(t, l, over, next);
	for (int s = 0, end; s < n_slab(e); s = end) {
		bool any = intersect(t, here, over, e->over + s * t->n_word);

		end = end_of_run(t, e, s, over, here);
		if (any && !visit_units(t, l, e->edge[s],
			e->edge[end] - e->edge[s], here, NULL))
			return false;
	}
	return true;
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

static void put_pattern(const struct tally *t, struct sweep *w, int pattern,
	int64_t shift)
{
	const uint64_t *covered = t->pattern[pattern].covered;
	const int64_t *edge = t->edges[0].edge;

	for (int k = 0; k < t->n_seg_word; ++k) {
		uint64_t left = 0;

		for (int s = 0; s < t->n_set; ++s)
			left |= covered[s * t->n_seg_word + k];
		for (; left; left &= left - 1) {
			int bit = __builtin_ctzll(left), i = 64 * k + bit;
			unsigned sets = 0;

			if (edge[i] + shift + w->phase >=
			    (w->last + 1) * w->granule_B)
				return;
			for (int s = 0; s < t->n_set; ++s)
				sets |= (covered[s * t->n_seg_word + k] >> bit
					& 1) << s;
			put_bytes(w, edge[i] + shift, edge[i + 1] + shift,
				sets);
		}
	}
}

/* Count the granules of rows of one kind that have one phase.  When rows
 * are coupled, a granule belongs to the row in which it begins.
 */
static void sweep_rows(const struct tally *t, const struct pair *p,
	int64_t phase, int64_t times, int64_t *n)
{
	struct sweep w = {
		.phase = phase, .granule_B = t->granule_B, .granule = -1,
		.first = 0, .last = INT64_MAX / t->granule_B - 1,
		.times = times, .n = n,
	};

	if (p->next >= 0) {
		w.first = phase > 0;
		w.last = (t->lattice->radix[1] - 1 + phase) / t->granule_B;
	}
	put_pattern(t, &w, p->row, 0);
	if (p->next >= 0)
		put_pattern(t, &w, p->next, t->lattice->radix[1]);
	put_granules(&w, w.granule, w.granule, w.sets);
}

static void sweep_all(const struct tally *t, int64_t *n)
{
	int64_t origin = floor_mod(t->lattice->origin, t->granule_B);

	for (int i = 0; i < t->by_pair.n; ++i) {
		const struct pair *p = &t->pair[i];

		for (int k = 0; k < t->n_phase; ++k)
			if (p->n_row[k] > 0)
				sweep_rows(t, p, (origin + k * t->phase_B) %
					t->granule_B, p->n_row[k], n);
	}
}

bool footprint_tally(const struct bricks *bricks, struct quasi_pool *pool,
	int64_t granule_B, int n_set, int64_t *n)
{
	struct tally t = {
		.bricks = bricks, .lattice = &bricks->lattice, .pool = pool,
		.granule_B = granule_B, .n_set = n_set,
		.n_word = (bricks->n_brick + 63) / 64,
	};
	int top = bricks->lattice.n_level;
	uint64_t *all;

	if (bricks->n_brick == 0)
		return true;
	if (!find_phases(&t))
		return false;
	for (int l = 0; l <= top; ++l)
		if (!find_edges(&t, l) || (l > 0 && !find_bricks(&t, l)))
			return false;
	t.bits = quasi_pool_alloc(pool, 2 * (size_t) (top + 2) *
		(size_t) t.n_word * sizeof(t.bits[0]));
	if (!t.bits || !find_segments(&t))
		return false;
	all = t.bits + 2 * (top + 1) * t.n_word;
	memset(all, 0xff, (size_t) t.n_word * sizeof(all[0]));
	if (bricks->n_brick % 64 != 0)
		all[t.n_word - 1] >>= 64 - bricks->n_brick % 64;
	if (!visit(&t, top, all, all + t.n_word))
		return false;
	sweep_all(&t, n);
	return true;
}
