/* Distinct granules of single blocks under conditions: the masks of a block
 * say which threads are active, a hash set keeps what they touch.
 */

#include "engine/base/integer.h"
#include "engine/kernel/grouping.h"
#include "engine/model/conditions.h"

/* Larger blocks are left to workings_count(). */
#define MOST_ADDRESSES (1 << 16)

struct slot {
	int64_t granule;
	uint32_t block; /* that put it here; 0: none */
};

struct conditions_block {
	struct masks *masks;
	const struct kernel *kernel;
	const struct access_list *list;
	int *node; /* of the predicate of each access */
	int64_t granule_B, base_B;
	int64_t *offset; /* of a thread in the block, in bytes */
	size_t n_slot;	 /* a power of two */
	struct slot *slot;
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
	while (c->n_slot < 2 * threads * (size_t) list->n)
		c->n_slot *= 2;
	c->node = quasi_pool_alloc(m->pool,
		(size_t) list->n * sizeof(c->node[0]));
	c->offset = quasi_pool_alloc(m->pool, threads * sizeof(c->offset[0]));
	c->slot = quasi_pool_alloc(m->pool, c->n_slot * sizeof(c->slot[0]));
	if (!c->node || !c->offset || !c->slot)
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

/* Is "granule" new in this block? */
static bool add(struct conditions_block *c, int64_t granule)
{
	size_t at = (size_t) map_mix(0, granule);
	struct slot *s = &c->slot[at & (c->n_slot - 1)];

	while (s->block == c->block) {
		if (s->granule == granule)
			return false;
		s = &c->slot[++at & (c->n_slot - 1)];
	}
	*s = (struct slot) { granule, c->block };
	return true;
}

static double count_access(struct conditions_block *c, const uint64_t *word,
	int64_t start)
{
	int64_t last = INT64_MIN;
	double n = 0;

	for (int w = 0; w < c->masks->n_word; ++w)
		for (uint64_t bits = word[w] & c->masks->domain[w]; bits;
			bits &= bits - 1) {
			int64_t thread = (int64_t) w * 64 +
				__builtin_ctzll(bits);
			int64_t granule = integer_floor(start +
					c->offset[thread],
				c->granule_B);

			if (granule == last)
				continue;
			last = granule;
			n += add(c, granule);
		}
	return n;
}

bool conditions_block_count(struct conditions_block *c,
	const struct workings *m, const int64_t at[3], const int64_t limit[3],
	double *n)
{
	const struct quasi *first = NULL;

	*n = 0;
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
		if (!first || !same_threads(e, first))
			find_offsets(m, e, c->offset);
		first = e;
		for (int d = 0; d < 3; ++d)
			start += e->coef[VAR_BX + d] * at[d];
		*n += count_access(c, bits, start);
	}
	return true;
}
