/* A cache of lowered kernels.  Launches that differ only in their blocks share
 * an entry: only the coefficients of the block indices change.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* Entries: combinations of options, other than the block, that one space
 * alternates between.  With more of them, kernels are lowered again.
 */
#define CACHE_ENTRIES 16

struct entry {
	const struct kernel_def *k;
	struct options key;
	bool scales;	/* its addresses scale with the block */
	int64_t family; /* of the launch: see engine/kernel/launch.h */
	int registers;	/* if not given by the options */
	bool is_given;	/* by the kernel */
	struct kernel kernel;
};

struct lower_cache {
	struct entry entry[CACHE_ENTRIES];
	int next; /* entry to replace next */
	struct memo *memo;
};

struct lower_cache *lower_cache_new(void)
{
	struct lower_cache *cache = memory_new(sizeof(*cache));

	cache->memo = memo_new();
	if (!cache->memo)
		memory_failed();
	return cache;
}

void lower_cache_free(struct lower_cache *cache)
{
	for (int i = 0; i < CACHE_ENTRIES; ++i)
		if (cache->entry[i].k)
			lower_clear(&cache->entry[i].kernel);
	memo_free(cache->memo);
	free(cache);
}

/* The options without those that lower_launch() and set_registers() read: the
 * rest determines the addresses.
 */
static void find_key(const struct options *o, struct options *key)
{
	memcpy(key, o, sizeof(*key));
	key->block_is_auto = false;
	key->order_is_auto = false;
	key->n_block = 0;
	memset(key->block, 0, sizeof(key->block));
	key->registers = 0;
	key->shared_B = 0;
	key->spilled_B = 0;
	key->is_cold = false;
	key->model = MODEL_WSP;
	key->counting = COUNTING_AUTO;
	key->divergence = 0;
	key->loads = LOADS_INLINE;
	key->requests = 0;
}

static bool uses_block(const struct graph *g, int node)
{
	const struct graph_node *n = node < 0 ? NULL : &g->node[node];

	return n &&
		((n->op == GRAPH_COORD && n->aux >= COORD_DX) ||
			uses_block(g, n->a) || uses_block(g, n->b) ||
			uses_block(g, n->c));
}

/* True if the size of a field or a loop depends on that of a block. */
static bool has_block_sizes(const struct kernel_def *k)
{
	for (int i = 0; i < k->n_loop; ++i)
		if (uses_block(&k->graph, k->loop[i].lo) ||
			uses_block(&k->graph, k->loop[i].hi))
			return true;
	for (int i = 0; i < k->n_field; ++i)
		for (int d = 0; d < k->field[i].n_dim; ++d)
			if (uses_block(&k->graph, k->field[i].extent[d]) ||
				uses_block(&k->graph, k->field[i].pitch))
				return true;
	return false;
}

/* True if the body uses cell coordinates only, not thread or block indices. */
static bool is_of_cells(const struct kernel_def *k)
{
	struct lowering l = { .k = k };
	bool of_cells = !k->by_address && !has_block_sizes(k);

	l.needed = memory_new((size_t) k->graph.n_node + 1);
	lower_mark(&l);
	for (int i = 0; i < k->graph.n_node; ++i)
		if (l.needed[i] && k->graph.node[i].op == GRAPH_COORD &&
			k->graph.node[i].aux > COORD_Z)
			of_cells = false;
	free(l.needed);
	return of_cells;
}

/* True if addresses depend on the block, as cells lie a block apart. */
static bool is_apart(const struct options *o)
{
	return options_is_apart(o, 0) || options_is_apart(o, 1) ||
		options_is_apart(o, 2);
}

/* True if every block coefficient is the thread coefficient times the extent
 * of the block.
 */
static bool steps_by_blocks(const struct quasi *e, const int64_t block[3])
{
	int64_t step;

	for (int d = 0; d < 3; ++d)
		if (__builtin_mul_overflow(e->coef[VAR_TX + d], block[d],
			    &step) ||
			e->coef[VAR_BX + d] != step)
			return false;
	return quasi_is_affine(e);
}

static bool scales(const struct kernel_def *k, const struct kernel *kernel,
	const int64_t block[3])
{
	if (!is_of_cells(k) || kernel->n_shared_access > 0)
		return false;
	for (int i = 0; i < kernel->n_part; ++i)
		if (kernel->part[i].predicate)
			return false;
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->predicate || !steps_by_blocks(a->address, block))
			return false;
		for (int d = 0; d < 3; ++d)
			if (!a->index[d] ||
				!steps_by_blocks(a->index[d], block))
				return false;
	}
	return true;
}

/* Sets the block coefficients.  The cache owns the expressions, so the cast is
 * safe.
 */
static bool set_steps(const struct quasi *e, const int64_t block[3])
{
	struct quasi *own = (struct quasi *) e;

	for (int d = 0; d < 3; ++d)
		if (__builtin_mul_overflow(e->coef[VAR_TX + d], block[d],
			    &own->coef[VAR_BX + d]))
			return false;
	return true;
}

static bool set_block(struct lowering *l, struct kernel *kernel)
{
	const int64_t *block = l->launch->block;

	for (int i = 0; i < kernel->n_access; ++i) {
		bool ok = set_steps(kernel->access[i].address, block);

		for (int d = 0; d < 3; ++d)
			ok = ok && set_steps(kernel->access[i].index[d], block);
		if (!ok)
			return lower_fail_range(l, l->loc);
	}
	return true;
}

static void set_registers(struct entry *e, const struct options *o)
{
	e->kernel.registers_given = o->registers > 0 || e->is_given;
	e->kernel.registers = o->registers > 0 ? o->registers : e->registers;
}

/* Keys are compared as bytes.  A difference in padding costs a miss, never a
 * wrong hit.
 */
static bool is_same_key(const struct options *a, const struct options *b)
{
	/* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) */
	return memcmp(a, b, sizeof(*a)) == 0;
}

static struct entry *find(struct lower_cache *cache, const struct kernel_def *k,
	const struct options *key)
{
	for (int i = 0; i < CACHE_ENTRIES; ++i)
		if (cache->entry[i].k == k && cache->entry[i].scales &&
			is_same_key(&cache->entry[i].key, key))
			return &cache->entry[i];
	return NULL;
}

static struct entry *add(struct lower_cache *cache, const struct lower_env *env,
	const struct kernel_def *k, const struct options *o, struct loc loc,
	struct launch *launch)
{
	struct entry *e = &cache->entry[cache->next];
	struct options open, key;
	bool is_known;

	find_key(o, &key);
	is_known = e->k == k && is_same_key(&e->key, &key);
	if (e->k)
		lower_clear(&e->kernel);
	e->k = NULL;
	open = *o;
	open.registers = 0;
	if (!lower_kernel(env, k, &open, loc, &e->kernel, launch))
		return NULL;
	e->k = k;
	if (!is_known)
		e->family = is_of_cells(k) && !is_apart(o) ?
			memo_number(cache->memo) :
			0;
	memcpy(&e->key, &key, sizeof(key));
	e->registers = e->kernel.registers;
	e->is_given = e->kernel.registers_given;
	e->scales = scales(k, &e->kernel, launch->block);
	if (e->scales)
		cache->next = (cache->next + 1) % CACHE_ENTRIES;
	return e;
}

const struct kernel *lower_cached(struct lower_cache *cache,
	const struct lower_env *env, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct launch *launch)
{
	struct lowering l = {
		.env = env,
		.k = k,
		.o = o,
		.loc = loc,
		.launch = launch,
	};
	struct options key;
	struct entry *e;

	find_key(o, &key);
	e = find(cache, k, &key);
	if (e) {
		memcpy(l.extent, e->kernel.domain, sizeof(e->kernel.domain));
		if (!lower_launch(&l) || !set_block(&l, &e->kernel))
			return NULL;
	} else {
		e = add(cache, env, k, o, loc, launch);
		if (!e)
			return NULL;
	}
	set_registers(e, o);
	launch->memo = cache->memo;
	launch->family = e->family;
	return &e->kernel;
}
