#ifndef ENGINE_SIMULATE_SIMULATE_SPREAD_H
#define ENGINE_SIMULATE_SIMULATE_SPREAD_H

/* Which SMs of a launch a sample has: some all over those that have a block, or
 * all over those of each kind, neighbours an odd number of SMs apart.
 */

#include "engine/simulate/simulate_run.h"

/* SM "i" of "sampled" ones, of the n that have a block. */
int64_t simulate_spread(const struct simulate_kinds *kinds, int64_t i,
	int64_t sampled, int64_t n);

#endif
