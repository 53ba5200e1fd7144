/* Persistent launches: "grid" blocks run through all blocks of the order,
 *
 *	for (b = blockIdx.x; b < n; b += gridDim.x)
 *
 * The kernel was lowered for one block after the other.  Here blockIdx.x
 * becomes blockIdx.x + grid * trip, and all of the kernel the body of a loop.
 */

#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* Per trip: the next block, the comparison and the branch. */
#define LOOP_INTEGER 1
#define LOOP_CONTROL 2
/* The number of the block and its end stay in registers. */
#define LOOP_REGISTERS 2

struct persist {
	struct lowering *l;
	const struct quasi *value[N_QUASI_VAR];
	const struct predicate *inside; /* trips that have a cell; NULL: all */
	bool failed;
};

static const struct quasi *put_in(struct persist *p, const struct quasi *e)
{
	const struct quasi *made = e ? quasi_compose(p->l->pool, e, p->value) :
				       NULL;

	p->failed |= e && !made;
	return made;
}

static const struct predicate *replaced(struct persist *p,
	const struct predicate *g)
{
	if (!g)
		return NULL;
	return lower_predicate_new(p->l, g->op, put_in(p, g->e),
		replaced(p, g->a), replaced(p, g->b));
}

static const struct predicate *within(struct persist *p,
	const struct predicate *g)
{
	const struct predicate *made = replaced(p, g);

	if (!p->inside || !made)
		return made ? made : p->inside;
	return lower_predicate_new(p->l, PREDICATE_AND, NULL, p->inside, made);
}

/* Trips that would pass the last cell, or block, do nothing. */
static void find_inside(struct persist *p, int64_t n_block)
{
	struct lowering *l = p->l;
	int64_t block = l->by_blocks ? 1 : l->launch->block[0];
	int64_t n = l->by_blocks ? n_block : l->kernel->domain[0];
	const struct quasi *i = quasi_scale(l->pool, p->value[VAR_BX], -block);

	if (n % (block * l->launch->grid[0]) == 0)
		return;
	if (!l->by_blocks)
		i = quasi_add(l->pool, i,
			quasi_scale(l->pool, quasi_variable(l->pool, VAR_TX),
				-1));
	i = quasi_add(l->pool, i, quasi_constant(l->pool, n - 1));
	p->failed |= !i;
	p->inside = lower_predicate_new(l, PREDICATE_GE, i, NULL, NULL);
}

/* Branches by chance, in one loop more. */
static struct chance wrap_chance(const struct persist *p, struct chance c)
{
	struct chance *outer;

	++c.loop;
	if (!c.outer)
		return c;
	outer = quasi_pool_alloc(p->l->pool, sizeof(*outer));
	if (!outer)
		memory_failed();
	*outer = wrap_chance(p, *c.outer);
	c.outer = outer;
	return c;
}

static void wrap_accesses(struct persist *p)
{
	struct kernel *k = p->l->kernel;

	for (int i = 0; i < k->n_access; ++i) {
		struct access *a = &k->access[i];

		a->address = put_in(p, a->address);
		for (int d = 0; d < 3; ++d)
			a->index[d] = put_in(p, a->index[d]);
		a->predicate = within(p, a->predicate);
		++a->loop;
		++a->draw.loop;
		a->chance = wrap_chance(p, a->chance);
	}
	for (int i = 0; i < k->n_shared_access; ++i) {
		struct shared_access *a = &k->shared_access[i];

		a->address = put_in(p, a->address);
		a->predicate = within(p, a->predicate);
		++a->loop;
		a->chance = wrap_chance(p, a->chance);
	}
}

/* Loop 0 is the one over blocks. */
static void wrap_loops(struct persist *p, int64_t trips)
{
	struct kernel *k = p->l->kernel;
	size_t n = (size_t) k->n_loop;
	struct loop *loop = quasi_pool_alloc(k->pool, (n + 1) * sizeof(*loop));
	struct chain *chain = quasi_pool_alloc(k->pool,
		(n + 2) * sizeof(*chain));

	if (!loop || !chain)
		memory_failed();
	loop[0] = (struct loop) { .trips = trips, .parent = -1 };
	for (size_t i = 0; i < n; ++i) {
		loop[i + 1] = k->loop[i];
		++loop[i + 1].parent;
	}
	k->loop = loop;
	k->is_persistent = true;
	k->n_loop = (int) n + 1;
	if (k->chain) {
		chain[0].joined = 1;
		memcpy(chain + 1, k->chain, (n + 1) * sizeof(*chain));
		k->chain = chain;
	}
	for (int l = 0; l < N_LOADS; ++l)
		for (int i = 0; i < k->n_stall[l]; ++i) {
			++k->stall[l][i].loop;
			k->stall[l][i].turns *= (double) trips;
		}
}

static void wrap_work(struct persist *p, int64_t trips)
{
	struct kernel *k = p->l->kernel;
	double *total = (double *) &k->work;
	bool is_charged = false;

	for (int i = 0; i < k->n_part; ++i) {
		struct work_part *part = &k->part[i];

		if (!is_charged && part->loop < 0) {
			part->work.integer += LOOP_INTEGER;
			part->work.control += LOOP_CONTROL;
			is_charged = true;
		}
		++part->loop;
		part->predicate = within(p, part->predicate);
	}
	k->work.integer += LOOP_INTEGER;
	k->work.control += LOOP_CONTROL;
	for (size_t i = 0; i < sizeof(k->work) / sizeof(*total); ++i)
		total[i] *= (double) trips;
	k->need.wanted += k->need.wanted ? LOOP_REGISTERS : 0;
	k->need.least += k->need.least ? LOOP_REGISTERS : 0;
}

bool lower_persist(struct lowering *l)
{
	struct persist p = { .l = l };
	struct kernel *k = l->kernel;
	int64_t n = l->launch->grid[0], grid = l->o->grid, trips, threads;

	if (grid > n)
		return diag_error(l->env->diag, l->loc, NULL,
			"grid = %lld, but the order has %lld blocks: the others "
			"would find nothing to do",
			(long long) grid, (long long) n);
	if (grid == n)
		return true;
	for (int i = 0; i < k->n_loop; ++i)
		if (kernel_loops(k, i) >= QUASI_LOOPS)
			return diag_error(l->env->diag, l->loc, NULL,
				"with 'grid', a kernel has at most %d loops "
				"inside of each other",
				QUASI_LOOPS - 1);
	if (k->n_product > 0)
		return diag_error(l->env->diag, l->loc, NULL,
			"with 'grid', a kernel has no matrix products");
	trips = (n - 1) / grid + 1;
	for (int i = VAR_LOOP0; i + 1 < N_QUASI_VAR; ++i)
		p.value[i] = quasi_variable(l->pool, (enum quasi_var)(i + 1));
	p.value[VAR_BX] = quasi_add(l->pool, quasi_variable(l->pool, VAR_BX),
		quasi_scale(l->pool, quasi_variable(l->pool, VAR_LOOP0), grid));
	l->launch->grid[0] = grid;
	find_inside(&p, n);
	wrap_accesses(&p);
	wrap_loops(&p, trips);
	wrap_work(&p, trips);
	threads = grid * l->launch->block[0];
	k->updates *= (double) k->domain[0] / (double) threads;
	k->domain[0] = threads;
	return !p.failed || lower_fail_range(l, l->loc);
}
