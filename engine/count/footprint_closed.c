/* Footprints by closed forms: bundle the accesses, lay the bundles out on a
 * lattice, count the granules of each kind of row once.
 */

#include "engine/count/footprint_bundle.h"
#include "engine/count/footprint_grid.h"
#include "engine/count/footprint_lattice.h"
#include "engine/count/footprint_line.h"
#include "engine/count/footprint_rows.h"
#include "engine/count/footprint_tally.h"

static bool count(const struct footprint_task *task, struct quasi_pool *pool,
	int64_t *n, enum footprint_status *status)
{
	struct bundles bundles;
	struct bricks bricks;

	if (!footprint_bundle(task, pool, &bundles, status))
		return false;
	return (footprint_lay(&bundles, task->granule_B, task->base_B,
			&bricks) &&
		       footprint_tally(&bricks, pool, task->granule_B,
			       task->n_set, n)) ||
		footprint_rows(&bundles, task->granule_B, task->n_set, n,
			status);
}

bool footprint_closed(const struct footprint_task *task, int64_t *n,
	enum footprint_status *status)
{
	struct quasi_pool *pool = task->scratch;
	struct quasi_mark mark;
	bool counted;

	*status = FOOTPRINT_OK;
	if (task->uniform &&
		(footprint_line(task, n) || footprint_grid(task, n)))
		return true;
	*status = FOOTPRINT_MEMORY;
	if (!pool)
		pool = quasi_pool_new();
	if (!pool)
		return false;
	mark = quasi_pool_mark(pool);
	counted = count(task, pool, n, status);
	if (pool == task->scratch)
		quasi_pool_release(pool, mark);
	else
		quasi_pool_free(pool);
	return counted;
}
