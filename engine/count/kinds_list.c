/* The conditions and addresses by which blocks are told apart. */

#include <stdlib.h>
#include <string.h>

#include "engine/count/footprint_paths.h"
#include "engine/kernel/guard.h"
#include "engine/count/kinds_finder.h"

static bool depends_on_loops(const struct guard *g)
{
	static const struct quasi nothing;

	return g && footprint_variables(&nothing, g) >> VAR_LOOP0;
}

static bool tells_blocks_apart(const struct guard *g)
{
	static const struct quasi nothing;
	const unsigned blocks = 1u << VAR_BX | 1u << VAR_BY | 1u << VAR_BZ;

	return g && (footprint_variables(&nothing, g) & blocks);
}

bool kinds_are_any(const struct kernel *kernel)
{
	for (int i = 0; i < kernel->n_access; ++i)
		if (tells_blocks_apart(kernel->access[i].guard))
			return true;
	for (int i = 0; i < kernel->n_shared_access; ++i)
		if (tells_blocks_apart(kernel->shared_access[i].guard))
			return true;
	for (int i = 0; i < kernel->n_part; ++i)
		if (tells_blocks_apart(kernel->part[i].guard))
			return true;
	return false;
}

int kinds_guard(const struct kinds *k, const struct guard *guard, int loop)
{
	if (!depends_on_loops(guard))
		loop = -1;
	for (int i = 0; i < k->n_guard; ++i)
		if (k->guard[i].loop == loop &&
		    guard_equal(k->guard[i].guard, guard))
			return i;
	return -1;
}

/* Whether "address" and "guard" can be computed for all threads. */
static bool check(struct kinds_finder *f, const struct quasi *address,
	const struct guard *guard, int loop, int64_t trips[QUASI_LOOPS])
{
	struct thread_box hull = footprint_hull(f->q->set);

	footprint_trips(f->q->kernel, loop, trips);
	if (footprint_check(f->q->launch, &hull, trips, address, guard,
	    4096) != FOOTPRINT_OK)
		return kinds_fail(f, KINDS_OVERFLOW);
	return true;
}

static bool add_guard(struct kinds_finder *f, const struct guard *guard, int loop)
{
	static const struct quasi nothing;
	struct kinds *k = f->k;
	int64_t trips[QUASI_LOOPS];

	if (!footprint_trips(f->q->kernel, loop, trips) ||
	    kinds_guard(k, guard, loop) >= 0)
		return true;
	if (!depends_on_loops(guard))
		loop = -1;
	k->guard[k->n_guard] = (struct kinds_guard) {
		.guard = guard, .loop = loop
	};
	return check(f, &nothing, guard, loop, f->trips[k->n_guard++]);
}

static bool add_shape(struct kinds_finder *f, const struct access *a)
{
	int64_t trips[QUASI_LOOPS];
	struct quasi e = *a->address;

	if (a->scatter || !footprint_trips(f->q->kernel, a->loop, trips))
		return true;
	if (!check(f, a->address, NULL, a->loop, trips))
		return false;
	e.constant = 0;
	for (int i = 0; i < f->n_shape; ++i) {
		struct quasi other = *f->shape[i].address;

		other.constant = 0;
		if (memcmp(trips, f->shape[i].trips, sizeof(trips)) != 0 ||
		    !quasi_equal(&e, &other))
			continue;
		if (a->address->constant < f->shape[i].address->constant)
			f->shape[i].address = a->address;
		return true;
	}
	f->shape[f->n_shape] = (struct kinds_shape) {
		.address = a->address, .hash = quasi_hash(&e)
	};
	memcpy(f->shape[f->n_shape++].trips, trips, sizeof(trips));
	return true;
}

static int compare_guards(const void *p, const void *q)
{
	const struct kinds_guard *a = p, *b = q;
	uint64_t x = guard_hash(a->guard), y = guard_hash(b->guard);

	return x != y ? (x > y) - (x < y) : (a->loop > b->loop) -
		(a->loop < b->loop);
}

static int compare_shapes(const void *p, const void *q)
{
	const struct kinds_shape *a = p, *b = q;

	return (a->hash > b->hash) - (a->hash < b->hash);
}

/* What is looked at first does not depend on the order in which a kernel has
 * its statements.
 */
static void put_in_order(struct kinds_finder *f)
{
	qsort(f->k->guard, (size_t) f->k->n_guard, sizeof(f->k->guard[0]),
		compare_guards);
	for (int i = 0; i < f->k->n_guard; ++i)
		footprint_trips(f->q->kernel, f->k->guard[i].loop,
			f->trips[i]);
	if (f->n_shape > 0)
		qsort(f->shape, (size_t) f->n_shape, sizeof(f->shape[0]),
			compare_shapes);
}

/* All conditions and shapes of addresses of the kernel. */
bool kinds_list(struct kinds_finder *f)
{
	const struct kernel *kernel = f->q->kernel;
	size_t n = (size_t) kernel->n_access + 1, n_guard = n +
		(size_t) kernel->n_shared_access + (size_t) kernel->n_part;
	bool fits = true;

	f->k->guard = quasi_pool_alloc(f->pool,
		n_guard * sizeof(f->k->guard[0]));
	f->trips = quasi_pool_alloc(f->pool, n_guard * sizeof(f->trips[0]));
	f->answer = quasi_pool_alloc(f->pool, n_guard);
	f->shape = quasi_pool_alloc(f->pool, n * sizeof(f->shape[0]));
	if (!f->k->guard || !f->trips || !f->answer || !f->shape)
		return kinds_fail(f, KINDS_MEMORY);
	for (int i = 0; fits && i < kernel->n_access; ++i) {
		fits = add_guard(f, kernel->access[i].guard,
			kernel->access[i].loop);
		if (f->q->period_B > 0 && fits)
			fits = add_shape(f, &kernel->access[i]);
	}
	for (int i = 0; fits && i < kernel->n_shared_access; ++i)
		fits = add_guard(f, kernel->shared_access[i].guard,
			kernel->shared_access[i].loop);
	for (int i = 0; fits && i < kernel->n_part; ++i)
		fits = add_guard(f, kernel->part[i].guard,
			kernel->part[i].loop);
	f->form = quasi_pool_alloc(f->pool,
		(size_t) (f->n_shape + 1) * sizeof(f->form[0]));
	put_in_order(f);
	return fits && (f->form || kinds_fail(f, KINDS_MEMORY));
}
