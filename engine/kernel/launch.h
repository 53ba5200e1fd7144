#ifndef ENGINE_KERNEL_LAUNCH_H
#define ENGINE_KERNEL_LAUNCH_H

/* How a kernel is started: block, fold, and what follows from them.
 *
 * A thread with global index g computes the cells g*fold .. g*fold+fold-1
 * of each dimension; a thread whose first cell lies outside of the domain
 * does nothing.  Blocks start in the order x, y, z.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/memo.h"

enum model {
	MODEL_WSP, MODEL_ERNST2022, MODEL_WARPSPEED2025,
	MODEL_SIMULATION	/* of simulate.h: no estimate */
};

/* Volumes of an update that were measured, in the units of metric.def; NaN
 * where none was.
 */
struct volumes {
	double dram_load_B, dram_store_B, l2_load_B, l2_store_B;
	double l1_wavefronts, l2_requests;
};

struct launch {
	int64_t block[3];
	int64_t fold[3];
	int64_t grid[3];	/* blocks: ceil(domain / (block * fold)) */
	int64_t dynamic_shared_B;
	bool cache_is_cold;
	bool figures_only;	/* a report without texts and derivations */
	enum model model;
	/* that the counts of an estimate may spend; 0: the default */
	int64_t operations;
	/* Kept from launch to launch, or NULL.  Launches of one family, a
	 * number above 0, differ in their blocks alone, and the kernel
	 * knows cells, not blocks.
	 */
	struct memo *memo;
	int64_t family;
	/* the time follows from these instead of predicted ones; or NULL */
	const struct volumes *measured;
	/* Asked now and then by what may take long, which gives up when the
	 * answer is true; or NULL.
	 */
	bool (*is_stopped)(void *user);
	void *user;
};

static inline bool launch_is_stopped(const struct launch *launch)
{
	return launch->is_stopped && launch->is_stopped(launch->user);
}

/* A launch of "block" threads and "fold" cells a thread over "domain", with
 * the defaults of the rest.  False, with a sentence in "why", when a figure
 * is not positive or the cells or blocks are too many to count.
 */
bool launch_init(struct launch *launch, const int64_t domain[3],
	const int64_t block[3], const int64_t fold[3], char why[256]);

/* Whether "launch" is a launch of "kernel"; if not, "why" says what is
 * amiss.
 */
bool launch_check(const struct launch *launch, const struct kernel *kernel,
	char why[256]);

int64_t launch_blocks(const struct launch *launch);
int64_t launch_threads_per_block(const struct launch *launch);

#endif
