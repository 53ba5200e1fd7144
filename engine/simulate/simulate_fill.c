/* Blocks that fill an L1 with drawn data: simulate_fill.h. */

#include <math.h>

#include "engine/kernel/draw.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_fill.h"

double simulate_fill_blocks(const struct kernel *kernel,
	const struct launch *launch, int warp_size,
	const struct simulate_cache *l1)
{
	double drawn = 0, tables_B = 0, sectors;
	double warps = (double) threads_warps_per_block(launch, warp_size);

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		const struct draw *d = &a->draw;

		if (!d->kind || a->is_store)
			continue;
		tables_B += (double) d->cells * (double) d->step_B;
		drawn += kernel_turns(kernel, a->loop) * warps *
			(d->kind == SCATTER_GATHER ?
					d->lines :
					fmin((double) d->cells, warp_size));
	}
	sectors = tables_B <= (double) l1->size_B ?
		8 * tables_B / (double) l1->sector_B :
		4 * (double) (l1->size_B / l1->sector_B);
	return drawn > 0 ? ceil(sectors / drawn) : 0;
}
