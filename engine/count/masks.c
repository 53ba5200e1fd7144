/* Masks of blocks: each comparison is evaluated once for every residue that
 * blocks have, and the masks of a block are put together from these.
 */

#include <string.h>

#include "engine/base/bits.h"
#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/masks.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"

/* Bytes of masks that are kept for reuse; further ones are evaluated anew. */
#define KEPT_B (1 << 22)

#define WORD   64

static uint64_t *new_words(struct masks *m)
{
	return quasi_pool_take(m->pool, (size_t) m->n_word * sizeof(uint64_t));
}

static int64_t threads_of(const struct masks *m)
{
	return m->shape[0] * m->shape[1] * m->shape[2];
}

static bool init(struct masks *m)
{
	m->n_word = (int) ((threads_of(m) - 1) / WORD + 1);
	m->domain = new_words(m);
	m->all = new_words(m);
	for (int i = 0; i < MASKS_BLOCKS; ++i)
		m->at[i][0] = -1;
	m->n_visit = 0;
	if (m->all)
		memset(m->all, 0xff, (size_t) m->n_word * sizeof(uint64_t));
	return m->domain && m->all;
}

bool masks_init(struct masks *m, const struct launch *launch,
	struct quasi_pool *pool)
{
	*m = (struct masks) { .launch = launch, .pool = pool, .axis = -1 };
	memcpy(m->shape, launch->block, sizeof(m->shape));
	for (int i = 0; i < 3; ++i)
		m->threads.most[VAR_TX + i] = m->shape[i] - 1;
	return init(m);
}

bool masks_init_rows(struct masks *m, const struct launch *launch, int axis,
	int64_t n, struct quasi_pool *pool)
{
	*m = (struct masks) { .launch = launch, .pool = pool, .axis = axis };
	m->shape[0] = m->shape[1] = m->shape[2] = 1;
	/* of threadIdx and blockIdx, the one that is not 0 everywhere */
	for (int i = 0; i < 3; ++i)
		m->index[i] = (launch->block[i] == 1 ? VAR_BX : VAR_TX) + i;
	m->shape[axis] = n;
	return init(m);
}

static bool has_node(struct masks *m)
{
	struct masks_node *more;

	if (m->n_node < m->size)
		return true;
	m->size = m->size ? 2 * m->size : 16;
	more = quasi_pool_alloc(m->pool, (size_t) m->size * sizeof(*more));
	if (more && m->n_node > 0)
		memcpy(more, m->node, (size_t) m->n_node * sizeof(*more));
	m->node = more;
	return more != NULL;
}

/* Units that differ along other axes alone share their masks. */
static void tell_apart(struct masks *m, const struct predicate *g)
{
	static const struct quasi nothing;
	unsigned vars = footprint_variables(&nothing, g);

	for (int d = 0; d < 3; ++d) {
		bool is_told = vars >> (VAR_BX + d) & 1 ||
			(m->axis >= 0 && vars >> (VAR_TX + d) & 1);

		if (!is_told || m->tells_apart[d])
			continue;
		m->tells_apart[d] = true;
		for (int i = 0; i < MASKS_BLOCKS; ++i)
			m->at[i][0] = -1;
	}
}

/* The axis of runs of threads. */
static int run_axis(const struct masks *m)
{
	return m->shape[0] > 1 ? 0 : m->shape[1] > 1 ? 1 : 2;
}

bool masks_add(struct masks *m, const struct predicate *g, int *node)
{
	struct masks_node new = { .predicate = g, .a = -1, .b = -1 };
	uint64_t hash = predicate_hash(g);
	size_t at = 0;

	while ((*node = (int) map_next(&m->nodes, hash, &at)) >= 0)
		if (predicate_equal(m->node[*node].predicate, g))
			return true;
	if ((g->a && !masks_add(m, g->a, &new.a)) ||
		(g->b && !masks_add(m, g->b, &new.b)))
		return false;
	if (g->e && m->axis >= 0)
		masks_row_add(m, &new);
	else if (g->e)
		masks_mod_add(&new, VAR_TX + run_axis(m));
	if (!has_node(m) || !grouping_reserve(&m->nodes, m->pool, 0))
		return false;
	if (g->e)
		tell_apart(m, g);
	m->node[m->n_node] = new;
	*node = m->n_node++;
	map_put(&m->nodes, hash, *node);
	return true;
}

void masks_put(uint64_t *word, int64_t first, int n, uint64_t bits)
{
	int shift = (int) (first % WORD);

	word += first / WORD;
	word[0] |= bits << shift;
	if (shift + n > WORD)
		word[1] |= bits >> (WORD - shift);
}

void masks_repeat(uint64_t *word, int64_t period, int64_t n)
{
	for (int64_t done = period, more; done < n; done += more) {
		more = integer_min(done, n - done);
		for (int64_t i = 0; i < more; i += WORD) {
			int k = (int) integer_min(WORD, more - i);

			masks_put(word, done + i, k,
				word[i / WORD] & ~UINT64_C(0) >> (WORD - k));
		}
	}
}

static void limit_to_domain(struct masks *m)
{
	const int64_t *block = m->shape;

	memset(m->domain, 0, (size_t) m->n_word * sizeof(uint64_t));
	for (int64_t z = 0; z < m->limit[2]; ++z)
		for (int64_t y = 0; y < m->limit[1]; ++y)
			for (int64_t x = 0, n; x < m->limit[0]; x += n) {
				n = integer_min(WORD, m->limit[0] - x);
				masks_put(m->domain,
					x + block[0] * (y + block[1] * z),
					(int) n, ~UINT64_C(0) >> (WORD - n));
			}
}

void masks_limit(struct masks *m, const int64_t limit[3])
{
	if (memcmp(m->limit, limit, sizeof(m->limit)) == 0)
		return;
	memcpy(m->limit, limit, sizeof(m->limit));
	limit_to_domain(m);
}

/* Where masks of the unit "at" are remembered: rows side by side in places of
 * their own.
 */
static int place_of(const struct masks *m, const int64_t at[3])
{
	uint64_t sum = 0;

	if (m->axis < 0)
		return (int) (map_mix(map_mix(map_mix(0, at[0]), at[1]),
				      at[2]) >>
			       32) &
			(MASKS_BLOCKS - 1);
	for (int d = 0; d < 3; ++d)
		sum = 61 * sum + (uint64_t) (at[d] + 29 * (at[d] >> 8));
	return (int) (sum & (MASKS_BLOCKS - 1));
}

void masks_go(struct masks *m, const int64_t at[3])
{
	int64_t told[3];
	int b;

	for (int d = 0; d < 3; ++d)
		told[d] = m->tells_apart[d] ? at[d] : 0;
	for (int i = 0; m->axis >= 0 && i < 3; ++i)
		m->start[m->index[i]] = at[i];
	b = m->current = place_of(m, told);
	if (m->at[b][0] == told[0] && m->at[b][1] == told[1] &&
		m->at[b][2] == told[2])
		return;
	memcpy(m->at[b], told, sizeof(m->at[b]));
	m->visit[b] = ++m->n_visit;
}

/* Evaluate a comparison for all threads of the current block. */
static bool evaluate(const struct masks *m, struct masks_node *node,
	uint64_t *word)
{
	int64_t threads = threads_of(m), point[N_QUASI_VAR] = { 0 };

	if (m->axis >= 0)
		return masks_row_evaluate(m, node, word);
	for (int i = 0; i < 3; ++i)
		point[VAR_BX + i] = m->at[m->current][i];
	if (node->mod.inner) {
		memset(word, 0, (size_t) m->n_word * sizeof(word[0]));
		return masks_mod_block(m->pool, node, point, m->shape,
			run_axis(m), word);
	}
	if (quasi_is_affine(node->predicate->e)) {
		memset(word, 0, (size_t) m->n_word * sizeof(word[0]));
		masks_affine_block(m, node->predicate, run_axis(m), word);
		return true;
	}
	for (int64_t t = 0; t < threads; t += WORD) {
		point[VAR_TX] = t % m->shape[0];
		point[VAR_TY] = t / m->shape[0] % m->shape[1];
		point[VAR_TZ] = t / m->shape[0] / m->shape[1];
		*word++ = predicate_lanes(node->predicate, m->shape, point,
			(int) integer_min(WORD, threads - t));
	}
	return true;
}

static bool has_key(struct masks *m)
{
	uint64_t **more;

	if (m->n_kept < m->kept_size)
		return true;
	m->kept_size = m->kept_size ? 2 * m->kept_size : 64;
	more = quasi_pool_alloc(m->pool, (size_t) m->kept_size * sizeof(*more));
	if (more && m->n_kept > 0)
		memcpy(more, m->kept, (size_t) m->n_kept * sizeof(*more));
	m->kept = more;
	return more != NULL;
}

/* A comparison that holds for some threads of a block. */
static bool find_kept(struct masks *m, struct masks_node *node, uint64_t hash,
	struct masks_bits *of)
{
	size_t at = 0;
	int64_t i = hash ? map_next(&m->keys, hash, &at) : -1;

	of->bits = of->own;
	if (hash == 0 ||
		(i < 0 &&
			(int64_t) m->n_kept * m->n_word *
					(int64_t) sizeof(uint64_t) >
				KEPT_B)) {
		return evaluate(m, node, of->own);
	}
	if (i < 0) {
		if (!has_key(m) || !grouping_reserve(&m->keys, m->pool, 0))
			return false;
		i = m->n_kept;
		m->kept[i] = new_words(m);
		if (!m->kept[i])
			return false;
		++m->n_kept;
		if (!evaluate(m, node, m->kept[i]))
			return false;
		map_put(&m->keys, hash, i);
	}
	of->bits = m->kept[i];
	return true;
}

/* The bits of a comparison of one residue in the current block. */
static bool compare_residue(struct masks *m, struct masks_node *node,
	struct masks_bits *of)
{
	struct masks_mod *mod = &node->mod;
	uint64_t **kept;

	of->bits = of->own;
	if (!masks_mod_is_kept(mod, m->n_word))
		return evaluate(m, node, of->own);
	if (!mod->row)
		mod->row = quasi_pool_alloc(m->pool,
			(size_t) mod->divisor * sizeof(mod->row[0]));
	if (!mod->row)
		return false;
	kept = &mod->row[masks_mod_of_block(mod, m->at[m->current])];
	if (!*kept) {
		uint64_t *bits = new_words(m);

		if (!bits || !evaluate(m, node, bits))
			return false;
		*kept = bits;
	}
	of->bits = *kept;
	return true;
}

static bool compare(struct masks *m, int i, struct masks_bits *of)
{
	struct blocks_known known;
	struct blocks b;

	if (m->axis >= 0) {
		known = masks_row_known(m, i);
	} else if (m->node[i].mod.inner) {
		return compare_residue(m, &m->node[i], of);
	} else {
		b.n_span = 0;
		memcpy(b.at, m->at[m->current], sizeof(b.at));
		blocks_predicate(&b, &m->threads, m->node[i].predicate, &known);
	}
	if (known.answer == BLOCKS_SOME)
		return find_kept(m, &m->node[i],
			known.hash ? blocks_mix((uint64_t) i + 1, known.hash) :
				     0,
			of);
	memset(of->own, known.answer == BLOCKS_ALL ? 0xff : 0,
		(size_t) m->n_word * sizeof(uint64_t));
	of->bits = of->own;
	return true;
}

static void join(const struct masks *m, enum predicate_op op, const uint64_t *a,
	const uint64_t *b, uint64_t *bits)
{
	switch (op) {
	case PREDICATE_AND:
		for (int w = 0; w < m->n_word; ++w)
			bits[w] = a[w] & b[w];
		break;
	case PREDICATE_OR:
		for (int w = 0; w < m->n_word; ++w)
			bits[w] = a[w] | b[w];
		break;
	default:
		for (int w = 0; w < m->n_word; ++w)
			bits[w] = ~a[w];
	}
}

static bool is_found(const struct masks *m, const struct masks_node *node)
{
	return node->of && node->of[m->current].found == m->visit[m->current];
}

/* AND the bits of node i to "word".  Conjunctions of rows are gone through
 * comparison by comparison, as few parts of them are asked for.
 */
static bool and_row(struct masks *m, int i, struct masks_part *part,
	uint64_t *word)
{
	struct masks_node *node = &m->node[i];
	const uint64_t *bits;

	while (node->a >= 0 && node->predicate->op == PREDICATE_AND &&
		!is_found(m, node)) {
		if (!and_row(m, node->b, part, word))
			return false;
		i = node->a;
		node = &m->node[i];
	}
	if (node->a < 0 && masks_row_is_direct(node))
		return masks_row_and(m, node, part, word);
	bits = masks_find(m, i);
	if (bits)
		masks_and(word, bits, 0, m->n_word, part->is_empty);
	part->is_empty = false;
	return bits != NULL;
}

/* A conjunction along a row, or one comparison of it. */
static bool find_row(struct masks *m, int i, uint64_t *word)
{
	struct masks_part part = { true, 0, m->shape[m->axis] };

	if (!and_row(m, i, &part, word))
		return false;
	if (part.is_empty) {
		memset(word, 0, (size_t) m->n_word * sizeof(word[0]));
		masks_set(word, part.from, part.to);
	} else if (part.from > 0 || part.to < m->shape[m->axis]) {
		masks_clear(word, 0, part.from);
		masks_clear(word, part.to, (int64_t) m->n_word * WORD);
	}
	return true;
}

static bool find(struct masks *m, int i, struct masks_bits *of)
{
	const struct masks_node *node = &m->node[i];
	const uint64_t *a, *b;

	if (m->axis >= 0 &&
		(node->a < 0 ? masks_row_is_direct(node) :
			       node->predicate->op == PREDICATE_AND)) {
		of->bits = of->own;
		return find_row(m, i, of->own);
	}
	if (node->a < 0)
		return compare(m, i, of);
	a = b = masks_find(m, node->a);
	if (a && node->b >= 0)
		b = masks_find(m, node->b);
	if (!a || !b)
		return false;
	join(m, node->predicate->op, a, b, of->own);
	of->bits = of->own;
	return true;
}

const uint64_t *masks_find(struct masks *m, int i)
{
	struct masks_node *node;
	struct masks_bits *of;

	if (i < 0)
		return m->all;
	node = &m->node[i];
	if (!node->of)
		node->of = quasi_pool_alloc(m->pool,
			MASKS_BLOCKS * sizeof(node->of[0]));
	if (!node->of)
		return NULL;
	of = &node->of[m->current];
	if (of->found == m->visit[m->current])
		return of->bits;
	if (!of->own && !(of->own = new_words(m)))
		return NULL;
	if (!find(m, i, of))
		return NULL;
	of->found = m->visit[m->current];
	return of->bits;
}

/* Warps with a bit of "left", word w; "last" is the last one that was met. */
static int64_t count_warps(uint64_t left, int w, int warp_size, int64_t *last)
{
	int64_t first = (int64_t) w * WORD, n = 0;

	while (left) {
		int64_t warp = (first + __builtin_ctzll(left)) / warp_size;
		int64_t end = (warp + 1) * warp_size - first;

		n += warp != *last;
		*last = warp;
		left = end >= WORD ? 0 : left >> end << end;
	}
	return n;
}

void masks_count(const struct masks *m, const uint64_t *bits, int warp_size,
	int64_t *lanes, int64_t *warps)
{
	int64_t last = -1;

	*lanes = *warps = 0;
	for (int w = 0; w < m->n_word; ++w) {
		uint64_t left = bits[w] & m->domain[w];

		*lanes += bits_sum(left);
		*warps += warp_size == WORD / 2 ?
			((uint32_t) left != 0) + (left >> WORD / 2 != 0) :
			count_warps(left, w, warp_size, &last);
	}
}

int64_t masks_lanes(const struct masks *m, const uint64_t *bits)
{
	int64_t n = bits_sum_all(bits, m->n_word - 1);

	return n + bits_sum(bits[m->n_word - 1] & m->domain[m->n_word - 1]);
}
