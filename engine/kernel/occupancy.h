#ifndef ENGINE_KERNEL_OCCUPANCY_H
#define ENGINE_KERNEL_OCCUPANCY_H

/* How many blocks run on one SM at the same time, and which resource limits
 * them: chapter 2 of doc/MODEL.md.
 *
 * An occupancy has at least one block, or there is a reason why it is
 * impossible: no caller has to guard against division by zero.
 */

#include <stdbool.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "hw/device.h"

/* What can limit the blocks of an SM. */
enum occupancy_limit {
	OCCUPANCY_THREADS,
	OCCUPANCY_BLOCKS,
	OCCUPANCY_REGISTERS,
	OCCUPANCY_SHARED,
	N_OCCUPANCY_LIMIT
};

struct occupancy {
	int blocks_per_sm, warps_per_sm;
	const char *limiter; /* "registers", "threads", "blocks", ... */
	/* blocks that each of these would allow; INT_MAX: any number */
	int allows[N_OCCUPANCY_LIMIT];
	int warps_per_block;
	double shared_B_per_block; /* as allocated */
};

extern const char *const occupancy_limits[N_OCCUPANCY_LIMIT];

/* False, with a sentence in "why", when not even one block can run. */
bool occupancy_find(const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, struct occupancy *occupancy, char why[256]);

/* The part of L1 that is shared memory where these blocks run; 0 where it is
 * apart.
 */
double occupancy_carved_B(const struct occupancy *o, const struct device *dev);

#endif
