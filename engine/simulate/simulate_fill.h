#ifndef ENGINE_SIMULATE_SIMULATE_FILL_H
#define ENGINE_SIMULATE_SIMULATE_FILL_H

/* The SMs and blocks of a sample of L1, and how long an L1 takes to hold what
 * it will where addresses are drawn.
 */

#include "engine/simulate/simulate.h"

/* Blocks of an SM that draw so often that L1 holds what it will: all sectors
 * of tables that fit (the share e^-8 is missing), or four times as many as it
 * has; and twice the lines of L1 of what streams by.
 */
double simulate_fill_blocks(const struct kernel *kernel,
	const struct launch *launch, int warp_size,
	const struct simulate_cache *l1);

/* Choose SMs and blocks of the launch for "one", which has a level, with about
 * "budget" requests, of which a block makes "per_block".
 */
void simulate_fill_choose(const struct kernel *kernel,
	const struct launch *launch, int64_t budget, double per_block,
	struct simulate_setup *one);

#endif
