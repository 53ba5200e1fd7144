/* Distinct granules of single blocks under conditions: the masks of a block
 * say which threads are active, a hash map of words of bits keeps what they
 * touch.
 */

#include "engine/base/bits.h"
#include "engine/base/integer.h"
#include "engine/kernel/grouping.h"
#include "engine/model/conditions.h"

/* Larger blocks are left to workings_count(). */
#define MOST_ADDRESSES (1 << 16)

/* 64 slots, each a stride of the threads of a row; or 64 granules. */
struct slot {
	int64_t at;
	uint64_t bits;
	uint32_t block; /* that put it here; 0: none */
};

struct conditions_block {
	struct masks *masks;
	const struct kernel *kernel;
	const struct access_list *list;
	int *node; /* of the predicate of each access */
	int64_t granule_B, base_B;
	int shift;	 /* granule_B = 2^shift; -1: it is no power of two */
	int64_t *offset; /* of a thread in the block, in bytes */
	const struct quasi *last;      /* whose offsets they are */
	int64_t stride_B, per_granule; /* slots; 0: granules */
	size_t n_slot;		       /* a power of two */
	struct slot *slot;
	size_t n_used, *used; /* by this block */
	uint32_t block;
};

static bool same_threads(const struct quasi *a, const struct quasi *b)
{
	return a->coef[VAR_TX] == b->coef[VAR_TX] &&
		a->coef[VAR_TY] == b->coef[VAR_TY] &&
		a->coef[VAR_TZ] == b->coef[VAR_TZ];
}

static void find_offsets(const struct workings *m, const struct quasi *e,
	int64_t *offset)
{
	const int64_t *block = m->launch->block, *coef = &e->coef[VAR_TX];

	for (int64_t z = 0; z < block[2]; ++z)
		for (int64_t y = 0; y < block[1]; ++y)
			for (int64_t x = 0; x < block[0]; ++x)
				*offset++ = coef[0] * x + coef[1] * y +
					coef[2] * z;
}

/* Rows of threads of all accesses have the same stride, or do not count. */
static void find_slots(struct conditions_block *c)
{
	const struct access *access = c->kernel->access;

	c->stride_B = access[c->list->access[0]].address->coef[VAR_TX];
	for (int i = 1; i < c->list->n; ++i)
		if (access[c->list->access[i]].address->coef[VAR_TX] !=
			c->stride_B)
			return;
	if (c->stride_B > 0)
		c->per_granule = conditions_slots(c->stride_B, c->granule_B);
}

/* Words of bits that an access may touch. */
static size_t words_of(const struct conditions_block *c)
{
	const int64_t *shape = c->masks->shape;
	int64_t in_row = c->per_granule > 0 ? (shape[0] + 62) / 64 + 1 :
					      shape[0];

	return (size_t) (in_row * shape[1] * shape[2]);
}

int64_t conditions_slots(int64_t stride, int64_t granule_B)
{
	int64_t n = granule_B / stride;

	return n < 1 || n > 64 || n * stride != granule_B || (n & (n - 1)) ? 0 :
									     n;
}

struct conditions_block *conditions_block_new(const struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	double granule_B)
{
	size_t threads = (size_t) launch_threads_per_block(m->launch);
	struct conditions_block *c;

	if (list->n == 0 || threads * (size_t) list->n > MOST_ADDRESSES)
		return NULL;
	for (int i = 0; i < list->n; ++i) {
		const struct access *a = &kernel->access[list->access[i]];

		if (a->draw.kind || a->loop >= 0 ||
			!quasi_is_affine(a->address))
			return NULL;
	}
	c = quasi_pool_alloc(m->pool, sizeof(*c));
	if (!c)
		return NULL;
	*c = (struct conditions_block) {
		.masks = &m->conditions->masks,
		.kernel = kernel,
		.list = list,
		.granule_B = (int64_t) granule_B,
		.base_B = kernel->field[kernel->access[list->access[0]].field]
				  .base_B,
		.n_slot = 64,
	};
	c->shift = __builtin_ctzll((uint64_t) c->granule_B);
	if (c->granule_B != INT64_C(1) << c->shift)
		c->shift = -1;
	find_slots(c);
	while (c->n_slot < 2 * (size_t) list->n * words_of(c))
		c->n_slot *= 2;
	c->node = quasi_pool_alloc(m->pool,
		(size_t) list->n * sizeof(c->node[0]));
	c->offset = quasi_pool_alloc(m->pool, threads * sizeof(c->offset[0]));
	c->slot = quasi_pool_alloc(m->pool, c->n_slot * sizeof(c->slot[0]));
	c->used = quasi_pool_take(m->pool, c->n_slot * sizeof(c->used[0]));
	if (!c->node || !c->offset || !c->slot || !c->used)
		return NULL;
	for (int i = 0; i < list->n; ++i) {
		const struct access *a = &kernel->access[list->access[i]];

		c->node[i] = -1;
		if (a->predicate &&
			!masks_add(c->masks, a->predicate, &c->node[i]))
			return NULL;
	}
	return c;
}

/* Add bits to the 64 slots "at". */
static void add(struct conditions_block *c, int64_t at, uint64_t bits)
{
	size_t i = (size_t) map_mix(0, at) & (c->n_slot - 1);

	while (c->slot[i].block == c->block && c->slot[i].at != at)
		i = (i + 1) & (c->n_slot - 1);
	if (c->slot[i].block == c->block) {
		c->slot[i].bits |= bits;
		return;
	}
	c->slot[i] = (struct slot) { at, bits, c->block };
	c->used[c->n_used++] = i;
}

/* The threads of rows, by slots. */
static void add_rows(struct conditions_block *c, const uint64_t *word,
	int64_t start)
{
	int64_t n = c->masks->shape[0];
	int64_t threads = n * c->masks->shape[1] * c->masks->shape[2];

	for (int64_t t = 0, k; t < threads; t += k) {
		int64_t slot = integer_floor(start + c->offset[t], c->stride_B);
		uint64_t bits;

		k = integer_min(n - t % n, 64 - t % 64);
		k = integer_min(k, 64 - (slot & 63));
		bits = masks_bits(word, t, k) &
			masks_bits(c->masks->domain, t, k);
		if (bits)
			add(c, slot >> 6, bits << (slot & 63));
	}
}

static void add_threads(struct conditions_block *c, const uint64_t *word,
	int64_t start)
{
	for (int w = 0; w < c->masks->n_word; ++w)
		for (uint64_t bits = word[w] & c->masks->domain[w]; bits;
			bits &= bits - 1) {
			int64_t thread = (int64_t) w * 64 +
				__builtin_ctzll(bits);
			int64_t address = start + c->offset[thread];
			int64_t granule = c->shift >= 0 ?
				address >> c->shift :
				integer_floor(address, c->granule_B);

			add(c, granule >> 6, UINT64_C(1) << (granule & 63));
		}
}

static double count_used(const struct conditions_block *c)
{
	uint64_t firsts = c->per_granule > 1 ?
		conditions_firsts(c->per_granule) :
		0;
	double n = 0;

	for (size_t i = 0; i < c->n_used; ++i) {
		uint64_t bits = c->slot[c->used[i]].bits;

		if (c->per_granule > 1)
			bits = conditions_fold(bits, c->per_granule, firsts);
		n += bits_sum(bits);
	}
	return n;
}

bool conditions_block_count(struct conditions_block *c,
	const struct workings *m, const int64_t at[3], const int64_t limit[3],
	double *n)
{
	c->n_used = 0;
	++c->block;
	masks_limit(c->masks, limit);
	masks_go(c->masks, at);
	for (int i = 0; i < c->list->n; ++i) {
		const struct quasi *e =
			c->kernel->access[c->list->access[i]].address;
		const uint64_t *bits = masks_find(c->masks, c->node[i]);
		int64_t start = c->base_B + e->constant;

		if (!bits)
			return false;
		if (!c->last || !same_threads(e, c->last))
			find_offsets(m, e, c->offset);
		c->last = e;
		for (int d = 0; d < 3; ++d)
			start += e->coef[VAR_BX + d] * at[d];
		if (c->per_granule > 0)
			add_rows(c, bits, start);
		else
			add_threads(c, bits, start);
	}
	*n = count_used(c);
	return true;
}
