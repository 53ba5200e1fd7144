/* Distinct granules of single blocks under conditions, for granules of several
 * sizes at once.  Blocks touch the same memory but for where it begins, so each
 * row of threads of each access has its place in one bitmap, found once for all
 * blocks; a block only shifts it by its phase in the largest granule.
 */

#include "engine/base/bits.h"
#include "engine/base/integer.h"
#include "engine/model/conditions.h"

/* Larger tables are not worth it. */
#define MOST_PLACES (1 << 17)

struct conditions_dense {
	struct masks *masks;
	const struct quasi *first; /* the address of an access */
	int64_t start_B;	   /* of it in block 0 */
	int64_t stride_B, most_slots;
	int n_granule;
	int64_t n_slot[CONDITIONS_GRANULES]; /* of a granule of each size */
	int n_access, n_row, n_word;
	int *node;	  /* of the predicate of each access */
	int per_row;	  /* words that a row may touch */
	int *shift;	  /* the bit that a row begins at, in phase 0 */
	int *place;	  /* of these words in the bitmap */
	uint64_t *bits;	  /* the bitmap */
	uint64_t *active; /* threads of the block at hand */
};

/* The words that rows touch, numbered as they are met. */
struct places {
	int64_t *key;
	int *number;
	size_t size; /* a power of two */
	int n;
};

static int number_of(struct places *p, int64_t key)
{
	size_t i = (size_t) map_mix(0, key) & (p->size - 1);

	while (p->number[i] > 0 && p->key[i] != key)
		i = (i + 1) & (p->size - 1);
	if (p->number[i] == 0) {
		p->key[i] = key;
		p->number[i] = ++p->n;
	}
	return p->number[i] - 1;
}

/* Do all accesses move alike from block to block, in whole slots? */
static bool is_alike(const struct kernel *kernel,
	const struct access_list *list, int64_t stride)
{
	const struct quasi *first = kernel->access[list->access[0]].address;

	for (int i = 0; i < list->n; ++i) {
		const struct access *a = &kernel->access[list->access[i]];
		const struct quasi *e = a->address;

		if (a->draw.kind || a->loop >= 0 || !quasi_is_affine(e) ||
			e->coef[VAR_TX] != stride ||
			e->coef[VAR_TY] % stride != 0 ||
			e->coef[VAR_TZ] % stride != 0 ||
			(e->constant - first->constant) % stride != 0)
			return false;
		for (int v = VAR_BX; v <= VAR_BZ; ++v)
			if (e->coef[v] != first->coef[v])
				return false;
	}
	return true;
}

/* Give each row of each access its places. */
static void find_places(struct conditions_dense *d, const struct kernel *kernel,
	const struct access_list *list, struct places *p)
{
	const int64_t *shape = d->masks->shape;

	for (int i = 0, at = 0; i < list->n; ++i) {
		const struct quasi *e = kernel->access[list->access[i]].address;

		for (int r = 0; r < d->n_row; ++r, ++at) {
			int64_t slot =
				(e->constant - d->first->constant +
					e->coef[VAR_TY] * (r % shape[1]) +
					e->coef[VAR_TZ] * (r / shape[1])) /
				d->stride_B;
			int64_t word = integer_floor(slot, 64);

			d->shift[at] = (int) (slot - word * 64);
			for (int j = 0; j < d->per_row; ++j)
				d->place[at * d->per_row + j] = number_of(p,
					word + j);
		}
	}
}

static bool take_memory(struct conditions_dense *d, struct quasi_pool *pool,
	struct places *p)
{
	size_t n = (size_t) d->n_access * (size_t) d->n_row;
	size_t n_place = n * (size_t) d->per_row;

	p->size = 64;
	while (p->size < 2 * n_place)
		p->size *= 2;
	p->key = quasi_pool_take(pool, p->size * sizeof(p->key[0]));
	p->number = quasi_pool_alloc(pool, p->size * sizeof(p->number[0]));
	d->node = quasi_pool_take(pool,
		(size_t) d->n_access * sizeof(d->node[0]));
	d->shift = quasi_pool_take(pool, n * sizeof(d->shift[0]));
	d->place = quasi_pool_take(pool, n_place * sizeof(d->place[0]));
	d->active = quasi_pool_take(pool,
		((size_t) d->masks->n_word + 1) * sizeof(uint64_t));
	return p->key && p->number && d->node && d->shift && d->place &&
		d->active;
}

static bool add_predicates(struct conditions_dense *d,
	const struct kernel *kernel, const struct access_list *list)
{
	for (int i = 0; i < list->n; ++i) {
		const struct predicate *g =
			kernel->access[list->access[i]].predicate;

		d->node[i] = -1;
		if (g && !masks_add(d->masks, g, &d->node[i]))
			return false;
	}
	return true;
}

struct conditions_dense *conditions_dense_new(const struct workings *m,
	const struct kernel *kernel, const struct access_list *list,
	int n_granule, const int64_t *granule_B)
{
	const struct access *first = &kernel->access[list->access[0]];
	int64_t stride = first->address->coef[VAR_TX];
	struct conditions_dense *d;
	struct places p = { 0 };

	if (stride <= 0 || !is_alike(kernel, list, stride))
		return NULL;
	d = quasi_pool_alloc(m->pool, sizeof(*d));
	if (!d)
		return NULL;
	d->masks = &m->conditions->masks;
	d->first = first->address;
	d->start_B = kernel->field[first->field].base_B +
		first->address->constant;
	d->stride_B = stride;
	d->n_granule = n_granule;
	for (int i = 0; i < n_granule; ++i) {
		d->n_slot[i] = conditions_slots(stride, granule_B[i]);
		if (d->n_slot[i] == 0)
			return NULL;
		d->most_slots = integer_max(d->most_slots, d->n_slot[i]);
	}
	d->n_access = list->n;
	d->n_row = (int) (d->masks->shape[1] * d->masks->shape[2]);
	d->per_row = (int) ((63 + d->most_slots - 1 + d->masks->shape[0] - 1) /
			64 +
		1);
	if ((double) d->n_access * d->n_row * d->per_row > MOST_PLACES ||
		!take_memory(d, m->pool, &p) ||
		!add_predicates(d, kernel, list))
		return NULL;
	find_places(d, kernel, list, &p);
	d->n_word = p.n;
	d->bits = quasi_pool_take(m->pool, (size_t) p.n * sizeof(uint64_t));
	return d->bits ? d : NULL;
}

/* Mark what the active threads of an access touch. */
static void mark_rows(struct conditions_dense *d, int access, int phase)
{
	int n = (int) d->masks->shape[0];
	const int *shift = &d->shift[access * d->n_row];
	const int *place = &d->place[access * d->n_row * d->per_row];

	if (n == 1) {
		for (int w = 0; w < d->masks->n_word; ++w)
			for (uint64_t left = d->active[w]; left;
				left &= left - 1) {
				int r = w * 64 + __builtin_ctzll(left);
				int bit = shift[r] + phase;

				d->bits[place[r * d->per_row + bit / 64]] |=
					UINT64_C(1) << bit % 64;
			}
		return;
	}
	for (int r = 0; r < d->n_row; ++r, place += d->per_row)
		for (int x = 0, k; x < n; x += k) {
			int bit = shift[r] + phase + x;

			k = n - x < 64 - bit % 64 ? n - x : 64 - bit % 64;
			d->bits[place[bit / 64]] |=
				masks_bits(d->active, (int64_t) r * n + x, k)
				<< bit % 64;
		}
}

static void count_granules(const struct conditions_dense *d, double *n)
{
	for (int i = 0; i < d->n_granule; ++i) {
		int64_t n_slot = d->n_slot[i], sum = 0;
		uint64_t firsts = conditions_firsts(n_slot);

		for (int w = 0; w < d->n_word; ++w)
			if (d->bits[w])
				sum += bits_sum(conditions_fold(d->bits[w],
					n_slot, firsts));
		n[i] = (double) sum;
	}
}

bool conditions_dense_count(struct conditions_dense *d, const int64_t at[3],
	const int64_t limit[3], double *n)
{
	int64_t start = d->start_B;
	const uint64_t *last = NULL;
	int phase;

	for (int i = 0; i < 3; ++i)
		start += d->first->coef[VAR_BX + i] * at[i];
	phase = (int) integer_mod(integer_floor(start, d->stride_B),
		d->most_slots);
	masks_limit(d->masks, limit);
	masks_go(d->masks, at);
	for (int w = 0; w < d->n_word; ++w)
		d->bits[w] = 0;
	for (int i = 0; i < d->n_access; ++i) {
		const uint64_t *bits = masks_find(d->masks, d->node[i]);

		if (!bits)
			return false;
		for (int w = 0; bits != last && w < d->masks->n_word; ++w)
			d->active[w] = bits[w] & d->masks->domain[w];
		last = bits;
		mark_rows(d, i, phase);
	}
	count_granules(d, n);
	return true;
}
