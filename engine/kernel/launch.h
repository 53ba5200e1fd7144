#ifndef ENGINE_KERNEL_LAUNCH_H
#define ENGINE_KERNEL_LAUNCH_H

/* How a kernel is launched: block, fold, and what follows from them.
 *
 * The thread with global index g computes the cells
 *
 *	{ [c] : g[d] * fold[d] <= c[d] < (g[d] + 1) * fold[d] }
 *
 * A thread whose first cell lies outside of the domain does nothing.  Blocks
 * start in the order x, y, z.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/effort.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/memo.h"

enum model {
	MODEL_WSP,
	MODEL_ERNST2022,
	MODEL_WARPSPEED2025,
	MODEL_SIMULATION /* simulate.h; gives no estimate */
};

/* How volumes are found: chapter 19 of doc/MODEL.md. */
enum counting {
	COUNTING_AUTO,	   /* in closed form where that is proven */
	COUNTING_CLOSED,   /* always in closed form */
	COUNTING_SIMULATED /* always by simulation */
};

/* Measured volumes per lattice update, in the units of metric.def; NaN where
 * there is no measurement.
 */
struct volumes {
	double dram_load_B, dram_store_B, l2_load_B, l2_store_B;
	double l1_wavefronts, l2_requests;
};

struct launch {
	int64_t block[3];
	int64_t fold[3];
	bool apart[3];	 /* cells of a thread lie a block apart */
	int64_t grid[3]; /* blocks: ceil(domain / (block * fold)) */
	int64_t dynamic_shared_B;
	double spilled_B;  /* of registers, by each thread */
	bool has_clusters; /* of blocks that start together */
	bool cache_is_cold;
	bool figures_only; /* a report without texts and derivations */
	enum model model;
	enum counting counting;
	int divergence;	       /* of enum mdm_kind: how mdm is solved */
	enum load_order loads; /* whose stall intervals mdm has */
	int64_t requests;      /* of a sample; 0: default */
	/* operations that the counts of one estimate may use; 0: default */
	int64_t operations;
	/* Results kept from launch to launch, or NULL. Launches with the same
	 * family, a number above 0, differ in their blocks only, and their
	 * kernel does not depend on the block.
	 */
	struct memo *memo;
	int64_t family;
	/* the time is computed from these volumes instead of predicted ones;
	 * or NULL
	 */
	const struct volumes *measured;
	struct effort *effort; /* of one estimate; or NULL: any */
	/* Polled by long computations, which stop when it returns true; or
	 * NULL.
	 */
	bool (*is_stopped)(void *user);
	void *user;
};

static inline bool launch_is_stopped(const struct launch *launch)
{
	return launch->is_stopped && launch->is_stopped(launch->user);
}

/* Initialise a launch of "block" threads and "fold" cells per thread over
 * "domain"; everything else has its default.  False, with a sentence in
 * "why", if a number is not positive or there are too many cells or blocks to
 * count.
 */
bool launch_init(struct launch *launch, const int64_t domain[3],
	const int64_t block[3], const int64_t fold[3], char why[256]);

/* Does "launch" fit "kernel"?  If not, "why" says what is wrong. */
bool launch_check(const struct launch *launch, const struct kernel *kernel,
	char why[256]);

int64_t launch_blocks(const struct launch *launch);
int64_t launch_threads_per_block(const struct launch *launch);

/* The address "e" of thread "thread" of the first block, numbered with x first;
 * false if it overflows.
 */
bool launch_address(const struct launch *launch, const struct quasi *e,
	int64_t thread, int64_t *address);

#endif
