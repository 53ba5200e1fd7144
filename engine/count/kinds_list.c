/* The predicates and addresses that make blocks differ, each once, in an
 * order that does not depend on the order of statements.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/kinds_finder.h"
#include "engine/kernel/predicate.h"

static bool depends_on_loops(const struct predicate *g)
{
	static const struct quasi nothing;

	return g && footprint_variables(&nothing, g) >> VAR_LOOP0;
}

static bool tells_blocks_apart(const struct predicate *g)
{
	static const struct quasi nothing;
	const unsigned blocks = 1u << VAR_BX | 1u << VAR_BY | 1u << VAR_BZ;

	return g && (footprint_variables(&nothing, g) & blocks);
}

bool kinds_are_any(const struct kernel *kernel)
{
	for (int i = 0; i < kernel->n_access; ++i)
		if (tells_blocks_apart(kernel->access[i].predicate))
			return true;
	for (int i = 0; i < kernel->n_shared_access; ++i)
		if (tells_blocks_apart(kernel->shared_access[i].predicate))
			return true;
	for (int i = 0; i < kernel->n_part; ++i)
		if (tells_blocks_apart(kernel->part[i].predicate))
			return true;
	return false;
}

int kinds_predicate(const struct kinds *k, const struct predicate *predicate,
	int loop)
{
	if (!depends_on_loops(predicate))
		loop = -1;
	for (int i = 0; i < k->n_predicate; ++i)
		if (k->predicate[i].loop == loop &&
			predicate_equal(k->predicate[i].predicate, predicate))
			return i;
	return -1;
}

/* Whether "address" and "predicate" can be computed for all threads. */
static bool check(struct kinds_finder *f, const struct quasi *address,
	const struct predicate *predicate, int loop, int64_t trips[QUASI_LOOPS])
{
	struct thread_box hull = footprint_hull(f->q->set);

	footprint_trips(f->q->kernel, loop, trips);
	if (footprint_check(f->q->launch, &hull, trips, address, predicate,
		    4096) != FOOTPRINT_OK)
		return kinds_fail(f, KINDS_OVERFLOW);
	return true;
}

static bool add_predicate(struct kinds_finder *f,
	const struct predicate *predicate, int loop, bool is_of_access)
{
	static const struct quasi nothing;
	struct kinds *k = f->k;
	int64_t trips[QUASI_LOOPS];

	if (!footprint_trips(f->q->kernel, loop, trips) ||
		kinds_predicate(k, predicate, loop) >= 0)
		return true;
	if (!depends_on_loops(predicate))
		loop = -1;
	k->predicate[k->n_predicate] = (struct kinds_predicate) {
		.predicate = predicate,
		.loop = loop,
		.is_of_access = is_of_access
	};
	return check(f, &nothing, predicate, loop, f->trips[k->n_predicate++]);
}

static bool add_shape(struct kinds_finder *f, const struct access *a)
{
	int64_t trips[QUASI_LOOPS];
	struct quasi e = *a->address;

	if (a->draw.kind || !footprint_trips(f->q->kernel, a->loop, trips))
		return true;
	if (!check(f, a->address, NULL, a->loop, trips))
		return false;
	e.constant = 0;
	for (int i = 0; i < f->n_shape; ++i) {
		struct quasi other = *f->shape[i].address;

		other.constant = 0;
		if (f->shape[i].field != a->field ||
			memcmp(trips, f->shape[i].trips, sizeof(trips)) != 0 ||
			!quasi_equal(&e, &other))
			continue;
		if (a->address->constant < f->shape[i].address->constant)
			f->shape[i].address = a->address;
		f->shape[i].highest = integer_max(f->shape[i].highest,
			a->address->constant);
		return true;
	}
	f->shape[f->n_shape] = (struct kinds_shape) {
		.field = a->field,
		.address = a->address,
		.highest = a->address->constant,
		.hash = map_mix(quasi_hash(&e), a->field),
		.is_affine = quasi_is_affine(a->address),
	};
	memcpy(f->shape[f->n_shape++].trips, trips, sizeof(trips));
	return true;
}

static int compare_predicates(const void *p, const void *q)
{
	const struct kinds_predicate *a = p, *b = q;
	uint64_t x = predicate_hash(a->predicate);
	uint64_t y = predicate_hash(b->predicate);

	return x != y ? (x > y) - (x < y) :
			(a->loop > b->loop) - (a->loop < b->loop);
}

static int compare_shapes(const void *p, const void *q)
{
	const struct kinds_shape *a = p, *b = q;

	return (a->hash > b->hash) - (a->hash < b->hash);
}

/* Sort by hash: the order of examination must not depend on the order of
 * statements in a kernel.
 */
static void put_in_order(struct kinds_finder *f)
{
	qsort(f->k->predicate, (size_t) f->k->n_predicate,
		sizeof(f->k->predicate[0]), compare_predicates);
	for (int i = 0; i < f->k->n_predicate; ++i)
		footprint_trips(f->q->kernel, f->k->predicate[i].loop,
			f->trips[i]);
	if (f->n_shape > 0)
		qsort(f->shape, (size_t) f->n_shape, sizeof(f->shape[0]),
			compare_shapes);
}

static bool find_known(struct kinds_finder *f)
{
	size_t n = (size_t) f->q->masks->n_node + 1;

	f->known = quasi_pool_alloc(f->pool, n * sizeof(f->known[0]));
	if (f->known)
		kinds_find_residues(f);
	return f->known != NULL;
}

/* The predicate of each access, and the masks of each predicate. */
static bool number(struct kinds_finder *f)
{
	const struct kernel *kernel = f->q->kernel;
	struct masks *masks = f->q->masks;

	for (int i = 0; i < kernel->n_access; ++i)
		f->k->access[i] = kinds_predicate(f->k,
			kernel->access[i].predicate, kernel->access[i].loop);
	for (int g = 0; g < f->k->n_predicate; ++g) {
		struct kinds_predicate *p = &f->k->predicate[g];

		p->node = -1;
		if (p->predicate && p->loop < 0 &&
			!masks_add(masks, p->predicate, &p->node))
			return false;
	}
	return find_known(f);
}

/* The predicates of others of the same launch, not yet counted. */
static bool take_list(struct kinds_finder *f, const struct kinds *like)
{
	struct kinds *k = f->k;
	size_t n = (size_t) like->n_predicate + 1;

	k->access = like->access;
	k->predicate = quasi_pool_alloc(f->pool, n * sizeof(k->predicate[0]));
	f->trips = quasi_pool_alloc(f->pool, n * sizeof(f->trips[0]));
	f->answer = quasi_pool_alloc(f->pool, n);
	if (!k->predicate || !f->trips || !f->answer)
		return kinds_fail(f, KINDS_MEMORY);
	k->n_predicate = like->n_predicate;
	for (int g = 0; g < like->n_predicate; ++g) {
		const struct kinds_predicate *p = &like->predicate[g];

		k->predicate[g] = (struct kinds_predicate) {
			.predicate = p->predicate,
			.loop = p->loop,
			.node = p->node,
			.is_of_access = p->is_of_access,
		};
		footprint_trips(f->q->kernel, p->loop, f->trips[g]);
	}
	return find_known(f) || kinds_fail(f, KINDS_MEMORY);
}

/* List all predicates and address shapes of the kernel. */
bool kinds_list(struct kinds_finder *f)
{
	const struct kernel *kernel = f->q->kernel;
	size_t n = (size_t) kernel->n_access + 1,
	       n_predicate = n + (size_t) kernel->n_shared_access +
		(size_t) kernel->n_part;
	bool fits = true;

	if (f->q->like)
		return take_list(f, f->q->like);
	f->k->access = quasi_pool_alloc(f->pool, n * sizeof(int));
	f->k->predicate = quasi_pool_alloc(f->pool,
		n_predicate * sizeof(f->k->predicate[0]));
	f->trips = quasi_pool_alloc(f->pool, n_predicate * sizeof(f->trips[0]));
	f->answer = quasi_pool_alloc(f->pool, n_predicate);
	f->shape = quasi_pool_alloc(f->pool, n * sizeof(f->shape[0]));
	if (!f->k->access || !f->k->predicate || !f->trips || !f->answer ||
		!f->shape)
		return kinds_fail(f, KINDS_MEMORY);
	for (int i = 0; fits && i < kernel->n_access; ++i) {
		fits = add_predicate(f, kernel->access[i].predicate,
			kernel->access[i].loop, true);
		if (f->q->period_B > 0 && fits)
			fits = add_shape(f, &kernel->access[i]);
	}
	for (int i = 0; fits && i < kernel->n_shared_access; ++i)
		fits = add_predicate(f, kernel->shared_access[i].predicate,
			kernel->shared_access[i].loop, true);
	for (int i = 0; fits && i < kernel->n_part; ++i)
		fits = add_predicate(f, kernel->part[i].predicate,
			kernel->part[i].loop, false);
	f->form = quasi_pool_alloc(f->pool,
		(size_t) (f->n_shape + 1) * sizeof(f->form[0]));
	put_in_order(f);
	return fits && ((f->form && number(f)) || kinds_fail(f, KINDS_MEMORY));
}
