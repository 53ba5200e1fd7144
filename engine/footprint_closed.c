/* Footprints by closed forms: bundle the accesses, lay the bundles out on a
 * lattice, tally the granules by kinds of rows.
 */

#include "engine/footprint_bundle.h"
#include "engine/footprint_lattice.h"
#include "engine/footprint_rows.h"
#include "engine/footprint_tally.h"

bool footprint_closed(const struct footprint_task *task, int64_t *n,
	enum footprint_status *status)
{
	struct quasi_pool *pool = quasi_pool_new();
	struct bundles bundles;
	struct bricks bricks;
	bool counted = false;

	*status = FOOTPRINT_MEMORY;
	if (pool && footprint_bundle(task, pool, &bundles, status))
		counted = (footprint_lay(&bundles, task->granule_B,
				task->base_B, &bricks) &&
			   footprint_tally(&bricks, pool, task->granule_B,
				task->n_set, n)) ||
			  footprint_rows(&bundles, task->granule_B,
				task->n_set, n, status);
	quasi_pool_free(pool);
	return counted;
}
