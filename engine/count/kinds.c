/* Kinds of blocks under predicates: doc/MODEL.md, chapter 4.  The grid is
 * split into boxes until the same threads of each block in a box take every
 * predicate.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/kinds_finder.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"

/* Limit of the phases modulo the period that the blocks of a box may have. */
#define MOST_PHASES 256

/* Boxes of at most this many blocks are examined at once, not queued. */
#define FEW_BLOCKS 64

bool kinds_fail(struct kinds_finder *f, enum kinds_status status)
{
	if (f->status == KINDS_OK)
		f->status = status;
	return false;
}

/* Room for one more in an array of the pool. */
static bool has_room(struct kinds_finder *f, void *array, int n, int *size,
	size_t each)
{
	void **at = array, *more;

	if (n < *size)
		return true;
	*size = *size ? 2 * *size : 32;
	more = quasi_pool_alloc(f->pool, (size_t) *size * each);
	if (!more)
		return kinds_fail(f, KINDS_MEMORY);
	if (n > 0)
		memcpy(more, *at, (size_t) n * each);
	*at = more;
	return true;
}

static void copy_node(struct kinds_node *to, const struct kinds_node *from)
{
	to->cut = from->cut;
	to->all = from->all;
	to->none = from->none;
	blocks_copy(&to->blocks, &from->blocks);
}

bool kinds_add_node(struct kinds_finder *f, struct kinds_node **array,
	size_t *n, size_t *size, const struct kinds_node *node)
{
	if (*n == *size) {
		size_t n_more = *size ? 2 * *size : 64;
		struct kinds_node *more = heap_take(n_more * sizeof(*more));

		if (!more)
			return kinds_fail(f, KINDS_MEMORY);
		if (*n > 0)
			memcpy(more, *array, *n * sizeof(*more));
		free(*array);
		*array = more;
		*size = n_more;
	}
	copy_node(&(*array)[(*n)++], node);
	return true;
}

static bool add_node(struct kinds_finder *f, const struct kinds_node *node)
{
	return kinds_add_node(f, &f->node, &f->n_node, &f->size, node);
}

/* The blocks of "box" that the domain cuts along the axes in "cut" (bits)
 * and leaves whole along the others.
 */
static bool add_cut(struct kinds_finder *f, const struct thread_box *box,
	unsigned cut)
{
	const struct launch *launch = f->q->launch;
	struct kinds_node node = { .cut = cut };

	for (int i = 0; i < 3; ++i) {
		int64_t block = launch->block[i];
		int64_t threads = (f->q->kernel->domain[i] - 1) /
				launch->fold[i] +
			1;
		int64_t whole = threads / block, n;
		int64_t lo = box->lo[i] / block, hi = box->hi[i] / block;
		bool is_cut = cut >> i & 1;

		f->threads[cut].most[VAR_TX + i] = block - 1;
		if (is_cut) {
			if (threads % block == 0)
				return true;
			f->threads[cut].most[VAR_TX + i] = threads % block - 1;
		}
		lo = is_cut && lo < whole ? whole : lo;
		hi = !is_cut && hi > whole	 ? whole :
			is_cut && hi > whole + 1 ? whole + 1 :
						   hi;
		n = hi - lo;
		if (n <= 0)
			return true;
		node.blocks.at[i] = lo;
		if (n > 1)
			node.blocks.span[node.blocks.n_span++] =
				(struct blocks_span) { i, 1, n };
	}
	return add_node(f, &node);
}

/* The item with "hash", which names it: -1 if there is none yet.  False
 * when there is no memory for one more.
 */
static bool look_up(struct kinds_finder *f, struct map *map, uint64_t hash,
	int *item)
{
	size_t at = 0;

	*item = (int) map_next(map, hash, &at);
	return *item >= 0 || grouping_reserve(map, f->pool, 0) ||
		kinds_fail(f, KINDS_MEMORY);
}

static void add_weight(const struct kinds_finder *f, struct kinds_pattern *p,
	double weight)
{
	p->weight += weight;
	if (!f->is_sampling)
		return;
	p->sampled += weight;
	p->square += weight * weight;
}

/* Patterns that others have counted share their lanes and warps. */
static bool take_known(const struct kinds_finder *f, struct kinds_pattern *p)
{
	const struct kinds *like = f->q->like;
	size_t at = 0;
	int i = like ? (int) map_next(&like->patterns, p->hash, &at) : -1;

	if (i < 0 || i >= like->n_known)
		return false;
	p->lanes = like->pattern[i].lanes;
	p->warps = like->pattern[i].warps;
	p->answer = like->pattern[i].answer;
	p->is_shared = true;
	return true;
}

static bool take_memory(struct kinds_finder *f, struct kinds_pattern *p)
{
	size_t n = (size_t) f->k->n_predicate + 1;

	p->lanes = quasi_pool_alloc(f->pool, 2 * n * sizeof(double));
	p->answer = quasi_pool_take(f->pool, n);
	if (!p->lanes || !p->answer)
		return false;
	p->warps = p->lanes + n;
	memcpy(p->answer, f->answer, n);
	return true;
}

static int add_pattern(struct kinds_finder *f, const struct kinds_node *node,
	uint64_t hash, double weight)
{
	struct kinds *k = f->k;
	struct kinds_pattern *p;
	int i;

	if (!look_up(f, &k->patterns, hash, &i) ||
		(i < 0 &&
			!has_room(f, &k->pattern, k->n_pattern,
				&f->pattern_size, sizeof(*p))))
		return -1;
	if (i >= 0) {
		add_weight(f, &k->pattern[i], weight);
		return i;
	}
	p = &k->pattern[k->n_pattern];
	*p = (struct kinds_pattern) { .weight = 0 };
	add_weight(f, p, weight);
	p->hash = hash;
	if (!take_known(f, p) && !take_memory(f, p)) {
		kinds_fail(f, KINDS_MEMORY);
		return -1;
	}
	for (int d = 0; d < 3; ++d) {
		p->at[d] = node->blocks.at[d];
		p->limit[d] = f->threads[node->cut].most[VAR_TX + d] + 1;
	}
	map_put(&k->patterns, hash, k->n_pattern);
	return k->n_pattern++;
}

static bool add_kind(struct kinds_finder *f, int pattern, uint64_t hash,
	const int64_t at[3], double weight)
{
	struct kinds *k = f->k;
	int i;

	if (!look_up(f, &f->kinds, hash, &i) ||
		(i < 0 &&
			!has_room(f, &k->kind, k->n_kind, &f->kind_size,
				sizeof(struct kinds_kind))))
		return false;
	if (i < 0) {
		i = k->n_kind++;
		k->kind[i] = (struct kinds_kind) { pattern,
			{ at[0], at[1], at[2] }, 0 };
		map_put(&f->kinds, hash, i);
	}
	k->kind[i].weight += weight;
	return true;
}

/* Blocks with the same phase. */
struct phase {
	int64_t phase, at[3];
	double weight;
};

/* Past MOST_PHASES, further phases count as the last one. */
static bool add_phase(struct phase *phase, int *n, const struct phase *more)
{
	int i = 0;

	while (i < *n && phase[i].phase != more->phase)
		++i;
	if (i == *n && *n < MOST_PHASES) {
		phase[(*n)++] = *more;
		return true;
	}
	phase[i < *n ? i : *n - 1].weight += more->weight;
	return i < *n;
}

/* Extend phase[0 .. *n-1] along a span. */
static bool spread(struct phase *phase, int *n, const struct blocks_span *s,
	int64_t by, int64_t period)
{
	struct phase before[MOST_PHASES];
	int64_t round = period / integer_gcd(by, period);
	int n_before = *n;
	bool fits = true;

	memcpy(before, phase, (size_t) n_before * sizeof(before[0]));
	*n = 0;
	for (int64_t j = 0; j < round && j < s->n; ++j)
		for (int i = 0; i < n_before; ++i) {
			struct phase more = before[i];
			int64_t turns = (s->n - j - 1) / round + 1;

			more.at[s->axis] += j * s->step;
			more.weight *= (double) turns;
			more.phase = integer_mod(more.phase +
					integer_mod(by, period) * j,
				period);
			fits = add_phase(phase, n, &more) && fits;
		}
	return fits;
}

/* The kinds of a box whose addresses move as f->form[0] does. */
static bool add_phases(struct kinds_finder *f, const struct kinds_node *node,
	int pattern, uint64_t hash)
{
	const struct blocks *b = &node->blocks;
	int64_t period = f->q->period_B;
	struct phase phase[MOST_PHASES];
	int n = 1;

	phase[0] = (struct phase) {
		.at = { b->at[0], b->at[1], b->at[2] },
		.weight = 1,
	};
	if (f->n_shape > 0)
		phase[0].phase = integer_mod(f->form[0].at, period);
	for (int i = 0; i < b->n_span; ++i)
		if (!spread(phase, &n, &b->span[i],
			    f->n_shape > 0 ? f->form[0].by[i] : 0, period))
			f->k->is_exact = false;
	for (int i = 0; i < n; ++i)
		if (!add_kind(f, pattern,
			    blocks_mix(hash, (uint64_t) phase[i].phase),
			    phase[i].at, phase[i].weight))
			return false;
	return true;
}

/* The block in the middle of a box. */
int64_t kinds_middle_of(const struct kinds_finder *f, const struct blocks *b)
{
	const int64_t *grid = f->q->launch->grid;
	int64_t at[3] = { b->at[0], b->at[1], b->at[2] };
	double half[BLOCKS_SPANS];

	for (int i = 0; i < b->n_span; ++i)
		half[i] = 0.5;
	blocks_move(b->n_span, b->span, half, at);
	return at[0] + grid[0] * (at[1] + grid[1] * at[2]);
}

static bool add_box(struct kinds_finder *f, const struct kinds_node *node,
	int pattern, double weight)
{
	const struct blocks *b = &node->blocks;
	struct kinds *k = f->k;
	struct kinds_box *box;

	if (!has_room(f, &k->box, k->n_box, &f->box_size,
		    sizeof(struct kinds_box)))
		return false;
	box = &k->box[k->n_box++];
	*box = (struct kinds_box) { pattern, b->n_span, weight,
		{ b->at[0], b->at[1], b->at[2] }, f->middle, NULL };
	if (f->middle < 0)
		box->middle = kinds_middle_of(f, b);
	if (b->n_span > 0) {
		size_t size = (size_t) b->n_span * sizeof(box->span[0]);

		box->span = quasi_pool_alloc(f->pool, size);
		if (!box->span)
			return kinds_fail(f, KINDS_MEMORY);
		memcpy(box->span, b->span, size);
	}
	return true;
}

/* Examine the parts of a split box at once if they are small, and queue the
 * others.
 */
static bool look_later(struct kinds_finder *f, const struct kinds_node *node,
	double weight)
{
	if (blocks_number(&node->blocks) <= FEW_BLOCKS)
		return kinds_look_at(f, node, weight);
	return add_node(f, node);
}

/* Examine a box, each of whose blocks represents "weight" blocks. */
bool kinds_look_at(struct kinds_finder *f, const struct kinds_node *box,
	double weight)
{
	struct blocks_split split;
	struct kinds_node node, head;
	struct kinds_lines lines;
	enum blocks_answer answer;
	uint64_t hash, places;
	int pattern;

	copy_node(&node, box);
	++f->n_looked;
	for (;;) {
		bool repeats;

		answer = kinds_ask_predicates(f, &node, &hash, &split);
		if (answer == BLOCKS_NONE)
			return true;
		repeats = answer == BLOCKS_SPLIT && split.span < 0;
		places = hash;
		if ((repeats || answer != BLOCKS_SPLIT) &&
			kinds_ask_shapes(f, &node, &places, &split)) {
			if (!repeats)
				break;
			f->middle = kinds_middle_of(f, &node.blocks);
			if (!kinds_look_at_classes(f, &node))
				return false;
			f->middle = -1;
			return true;
		}
		if (answer == BLOCKS_SPLIT && !repeats && f->has_masks &&
			kinds_are_lines(f, &node, &lines))
			return kinds_look_at_lines(f, &node, &lines, weight);
		if (!blocks_part(&node.blocks, &split, &head.blocks))
			continue;
		head.cut = node.cut;
		head.all = node.all;
		head.none = node.none;
		return look_later(f, &head, weight) &&
			look_later(f, &node, weight);
	}
	weight *= blocks_number(&node.blocks);
	pattern = add_pattern(f, &node, hash, weight);
	if (pattern < 0 || !add_box(f, &node, pattern, weight))
		return false;
	if (f->q->period_B == 0)
		return true;
	if (node.blocks.n_span == 0)
		return add_kind(f, pattern,
			blocks_mix(places,
				f->n_shape == 0 ? 0 :
						  integer_mod(f->form[0].at,
							  f->q->period_B)),
			node.blocks.at, weight);
	return add_phases(f, &node, pattern, places);
}

bool kinds_look_at_one(struct kinds_finder *f, const struct kinds_node *box,
	const int64_t at[3], double weight)
{
	struct kinds_node one;

	one.cut = box->cut;
	one.all = box->all;
	one.none = box->none;
	one.blocks.n_span = 0;
	memcpy(one.blocks.at, at, sizeof(one.blocks.at));
	return kinds_look_at(f, &one, weight);
}

/* Is it worthwhile to split boxes further? */
static bool goes_on(const struct kinds_finder *f)
{
	int n = f->q->period_B > 0 ? f->k->n_kind : f->k->n_pattern;

	return f->done < f->n_node && f->n_looked < f->q->most_boxes &&
		n < f->q->most_kinds;
}

/* Boxes are examined in the order in which they are made, large ones first. */
static bool look_at_all(struct kinds_finder *f)
{
	while (goes_on(f)) {
		struct kinds_node node = f->node[f->done++];

		if (!kinds_look_at(f, &node, 1))
			return false;
	}
	return (f->done == f->n_node && f->n_vast == 0) || kinds_draw(f);
}

enum kinds_status kinds_find(struct kinds *k, const struct kinds_question *q,
	struct quasi_pool *pool)
{
	struct kinds_finder f = {
		.q = q,
		.pool = pool,
		.k = k,
		.middle = -1,
	};
	size_t n_first;
	bool fits;

	*k = (struct kinds) {
		.kernel = q->kernel,
		.launch = q->launch,
		.warp_size = q->warp_size,
		.is_exact = true,
	};
	if (q->set->n_box == 0)
		return KINDS_OK;
	fits = kinds_list(&f);
	for (int i = 0; fits && i < q->set->n_box; ++i)
		for (unsigned cut = 0; fits && cut < 8; ++cut)
			fits = add_cut(&f, &q->set->box[i], cut);
	n_first = f.n_node;
	if (fits && look_at_all(&f)) {
		fits = kinds_count_lanes(k, q->masks) && kinds_draw_more(&f);
		if (fits && !k->is_exact && kinds_find_missed(&f, n_first))
			fits = kinds_count_lanes(k, q->masks);
		if (!fits)
			kinds_fail(&f, KINDS_MEMORY);
	}
	k->is_vast = f.n_vast > 0;
	free(f.node);
	free(f.vast);
	return f.status;
}
