/* Branches that data decide and compilers predicate instead of jumping over
 * (doc/MODEL.md, (16.42)): warps with no lane in them issue them, too.
 */

#include <math.h>

#include "engine/model/chain.h"
#include "engine/model/instruction.h"
#include "lang/launch/lower_parts.h"

/* What stands in a region: accesses, and whether global memory is loaded from or
 * stored to.
 */
struct content {
	int n, last, drawn; /* drawn: of global memory */
	bool loads, stores, updates;
	bool is_placed; /* addresses of global memory that no draw finds */
};

static struct content content_of(const struct kernel_def *k, int region)
{
	struct content c = { .last = -1 };

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		bool is_global = !k->field[a->field].is_shared;

		if (a->region != region)
			continue;
		++c.n;
		c.last = i;
		c.updates |= a->is_atomic;
		c.loads |= is_global && !a->is_store;
		c.stores |= is_global && a->is_store;
		c.is_placed |= is_global && a->draw.scatter < 0;
		c.drawn += is_global && a->draw.scatter >= 0;
	}
	return c;
}

static bool has_inner(const struct kernel_def *k, int region)
{
	for (int i = region + 1; i < k->n_region; ++i)
		if (k->region[i].parent == region)
			return true;
	return false;
}

bool lower_is_predicated(const struct lowering *l, int region)
{
	const struct kernel_def *k = l->k;
	const struct kernel_region *r = &k->region[region];
	struct content c;
	struct work work = { 0 };

	if (k->by_address || has_inner(k, region) || r->n_barrier > 0 ||
		r->kind != REGION_THEN || r->other >= 0)
		return false;
	c = content_of(k, region);
	/* lanes that store last of all end in place of others */
	if (c.updates || (c.stores && c.last == k->n_access - 1))
		return false;
	lower_arithmetic(l, &r->work, 1, &work);
	return !(work.slow_paths > 0) &&
		instruction_all(&work) + c.n <=
		(c.loads ? CHAIN_PREDICATED_LOADS : CHAIN_PREDICATED);
}

double lower_pointers(const struct lowering *l, int region)
{
	struct content c = content_of(l->k, region);

	return !lower_is_predicated(l, region) || c.is_placed ? INFINITY :
								c.drawn;
}

struct chance lower_issue(struct lowering *l, int region)
{
	struct chance own = lower_chance(l, region);

	return own.id && lower_is_predicated(l, region) ?
		lower_chance(l, l->k->region[region].parent) :
		own;
}
