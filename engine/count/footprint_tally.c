/* Granules under bricks: the edges of bricks cut each level into slabs; all
 * rows of a slab are of one kind, and rows of one kind and phase are counted
 * together.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_pattern.h"
#include "engine/count/footprint_tally.h"

#define MOST_PHASES 1024
#define MOST_WORDS  (INT64_C(1) << 24) /* to look at, at most */

/* The distinct ends of bricks along one level; the same bricks cover all of
 * edge[i] .. edge[i+1]-1.
 */
struct edges {
	int n;
	int last; /* where the last one was found */
	int64_t *edge;
	uint64_t *over; /* bricks over slab i: n_word words */
};

/* Segments first .. end-1. */
struct span {
	int first, end;
};

struct tally {
	const struct bricks *bricks;
	const struct lattice *lattice;
	struct quasi_pool *pool;
	int64_t granule_B;
	int n_word; /* of bits of bricks */
	/* Do granules lie in two rows? */
	bool is_coupled;
	/* How the phase changes by level, and after how many steps it
	 * repeats.
	 */
	int64_t step[LATTICE_LEVELS + 1], round[LATTICE_LEVELS + 1];
	struct edges edges[LATTICE_LEVELS + 1];
	struct span *span; /* segments of each brick, and its set */
	unsigned char *set;
	uint64_t *bits; /* two sets of bricks per level */
	struct patterns patterns;
	int64_t from[LATTICE_LEVELS + 1], n_unit[LATTICE_LEVELS + 1];
};

/* Where "at" is among the edges, or would be. */
static int find_edge(const struct edges *e, int64_t at)
{
	const int64_t *from = e->edge;
	int n = e->n;

	while (n > 0) {
		int half = n - n / 2;

		from += from[half - 1] < at ? half : 0;
		n /= 2;
	}
	return (int) (from - e->edge);
}

/* Consecutive bricks often share an end or are neighbours, so look there
 * first.
 */
static bool is_at_hand(struct edges *e, int64_t at)
{
	for (int i = e->last; i < e->n && i <= e->last + 1; ++i)
		if (e->edge[i] == at) {
			e->last = i;
			return true;
		}
	return false;
}

static void add_edge(struct edges *e, int64_t at)
{
	int i;

	if (is_at_hand(e, at))
		return;
	i = find_edge(e, at);
	e->last = i;
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

/* Do units of level "l" follow each other without a gap? */
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

	e->edge = quasi_pool_take(t->pool,
		(size_t) (2 * bricks->n_brick + 2) * sizeof(e->edge[0]));
	if (!e->edge)
		return false;
	for (int i = 0; i < bricks->n_brick; ++i)
		add_edge(e, bricks->brick[i].lo[l]);
	for (int i = 0; i < bricks->n_brick; ++i)
		add_edge(e, bricks->brick[i].hi[l]);
	if (l > 0 && t->is_coupled)
		add_empty(t, e, l);
	return true;
}

/* Find the bricks that cover each slab of level "l". */
static bool find_bricks(struct tally *t, int l)
{
	const struct bricks *bricks = t->bricks;
	struct edges *e = &t->edges[l];
	int from = -1;

	e->over = quasi_pool_alloc(t->pool,
		(size_t) n_slab(e) * (size_t) t->n_word * sizeof(e->over[0]));
	if (!e->over)
		return false;
	for (int i = 0; i < bricks->n_brick; ++i) {
		int64_t hi = bricks->brick[i].hi[l];

		if (from < 0 || e->edge[from] != bricks->brick[i].lo[l])
			from = find_edge(e, bricks->brick[i].lo[l]);
		for (int s = from; e->edge[s] < hi; ++s)
			e->over[s * t->n_word + i / 64] |= UINT64_C(1)
				<< i % 64;
	}
	return true;
}

/* The inverse for level 0: the segments that each brick covers. */
static bool find_segments(struct tally *t)
{
	const struct bricks *bricks = t->bricks;
	struct edges *e = &t->edges[0];
	int from = -1;

	t->patterns.edge = e->edge;
	t->patterns.n_word = (n_slab(e) + 63) / 64;
	t->span = quasi_pool_take(t->pool,
		(size_t) bricks->n_brick * sizeof(t->span[0]));
	t->set = quasi_pool_take(t->pool, (size_t) bricks->n_brick);
	if (!t->span || !t->set)
		return false;
	for (int i = 0; i < bricks->n_brick; ++i) {
		t->set[i] = (unsigned char) bricks->brick[i].set;
		if (from < 0 || e->edge[from] != bricks->brick[i].lo[0])
			from = find_edge(e, bricks->brick[i].lo[0]);
		t->span[i] = (struct span) { from,
			find_edge(e, bricks->brick[i].hi[0]) };
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
		common = integer_gcd(common, lattice->radix[l]);
		is_aligned = is_aligned && !lattice->is_apart[l];
	}
	if (t->granule_B / common > MOST_PHASES)
		return false;
	t->patterns.phase_B = common;
	t->patterns.n_phase = (int) (t->granule_B / common);
	for (int l = 1; l <= lattice->n_level && t->patterns.n_phase > 1; ++l) {
		t->step[l] = lattice->radix[l] / common % t->patterns.n_phase;
		t->round[l] = t->patterns.n_phase /
			integer_gcd(t->patterns.n_phase, t->step[l]);
	}
	is_aligned = is_aligned && t->patterns.n_phase == 1;
	t->is_coupled = !is_aligned && !rows_are_apart(t);
	return true;
}

/* Set the bits of a span.  Bricks may be thousands, of a segment each and one in
 * each row (loops that end elsewhere in every thread), so that words outside of
 * the span are not looked at.
 */
static void cover(uint64_t *bits, struct span span)
{
	int w = span.first / 64, last = (span.end - 1) / 64;
	uint64_t head = ~UINT64_C(0) << span.first % 64;
	uint64_t tail = ~UINT64_C(0) >> (63 - (span.end - 1) % 64);

	if (w == last) {
		bits[w] |= head & tail;
		return;
	}
	bits[w] |= head;
	while (++w < last)
		bits[w] = ~UINT64_C(0);
	bits[last] |= tail;
}

/* The number of the pattern that the bricks "over" make: the segments that they
 * cover, for each set; -1 when memory runs out.
 */
static int find_pattern(struct tally *t, const uint64_t *over)
{
	uint64_t *covered = pattern_draft(&t->patterns);

	if (!covered)
		return -1;
	for (int w = 0; w < t->n_word; ++w)
		for (uint64_t left = over[w]; left; left &= left - 1) {
			int b = 64 * w + __builtin_ctzll(left);

			if (t->span[b].first < t->span[b].end)
				cover(covered + t->set[b] * t->patterns.n_word,
					t->span[b]);
		}
	return pattern_find(&t->patterns);
}

/* Add to n_row[i] how often phase i occurs among the rows from[l] .. from[l]
 * + n_unit[l] - 1 of the levels up to "l", where the levels above have phase
 * "phase"; counts are multiplied by "times".
 */
static void add_phases(const struct tally *t, int64_t *n_row, int l,
	int64_t phase, int64_t times)
{
	int64_t n_phase = t->patterns.n_phase;
	int64_t n = t->n_unit[l], step, round;

	if (l == 0) {
		n_row[phase] += times;
		return;
	}
	if (n_phase == 1) {
		add_phases(t, n_row, l - 1, 0, times * n);
		return;
	}
	step = t->step[l];
	round = t->round[l];
	phase = (phase + integer_mod(t->from[l], round) * step) % n_phase;
	for (int64_t i = 0; i < round && i < n; ++i) {
		add_phases(t, n_row, l - 1, phase,
			times * (n / round + (i < n % round)));
		phase = (phase + step) % n_phase;
	}
}

static bool add_rows(struct tally *t, const uint64_t *over,
	const uint64_t *next)
{
	int row = find_pattern(t, over);
	int next_row = next ? find_pattern(t, next) : 0;
	int64_t *n_row;

	if (row < 0 || next_row < 0)
		return false;
	n_row = pattern_rows(&t->patterns, row, next ? next_row : -1);
	if (!n_row)
		return false;
	add_phases(t, n_row, t->lattice->n_level, 0, 1);
	return true;
}

/* Can all combinations of slabs be enumerated? */
static bool slabs_are_few(const struct tally *t)
{
	int64_t words = t->n_word;

	for (int l = 1; l <= t->lattice->n_level; ++l)
		if (__builtin_mul_overflow(words, n_slab(&t->edges[l]), &words))
			return false;
	return words <= MOST_WORDS;
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

/* The first slab after "s" whose bricks of "over" are not "here". */
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

/* Enumerate the slabs of level "l" in a unit under the bricks "over"; the
 * next unit is under the bricks "next".
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
		if (any &&
			!visit_units(t, l, e->edge[s],
				e->edge[end] - e->edge[s], here, NULL))
			return false;
	}
	return true;
}

bool footprint_tally(const struct bricks *bricks, struct quasi_pool *pool,
	int64_t granule_B, int n_set, int64_t *n)
{
	struct tally t = {
		.bricks = bricks, .lattice = &bricks->lattice, .pool = pool,
		.granule_B = granule_B,
		.n_word = (bricks->n_brick + 63) / 64,
		.patterns = {
			.pool = pool, .n_set = n_set, .granule_B = granule_B,
			.row_B = bricks->lattice.radix[1],
			.origin = integer_mod(bricks->lattice.origin,
				granule_B),
		},
	};
	int top = bricks->lattice.n_level;
	uint64_t *all;

	if (bricks->n_brick == 0)
		return true;
	if (!find_phases(&t))
		return false;
	for (int l = 0; l <= top; ++l)
		if (!find_edges(&t, l))
			return false;
	if (!slabs_are_few(&t))
		return false;
	for (int l = 1; l <= top; ++l)
		if (!find_bricks(&t, l))
			return false;
	t.bits = quasi_pool_alloc(pool,
		2 * (size_t) (top + 2) * (size_t) t.n_word * sizeof(t.bits[0]));
	if (!t.bits || !find_segments(&t))
		return false;
	all = t.bits + 2 * (top + 1) * t.n_word;
	memset(all, 0xff, (size_t) t.n_word * sizeof(all[0]));
	if (bricks->n_brick % 64 != 0)
		all[t.n_word - 1] >>= 64 - bricks->n_brick % 64;
	if (!visit(&t, top, all, all + t.n_word))
		return false;
	pattern_sweep(&t.patterns, n);
	return true;
}
