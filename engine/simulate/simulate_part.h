#ifndef ENGINE_SIMULATE_SIMULATE_PART_H
#define ENGINE_SIMULATE_SIMULATE_PART_H

/* A launch of which a few SMs are simulated, all of their blocks from the first
 * to the last, where simulating all would take too long.  Counts of L1 are
 * scaled to the launch; what L2 keeps is known where that is all, else a sample
 * of lines tells it.  doc/MODEL.md, chapter 15.
 */

#include "engine/simulate/simulate.h"

struct simulate_part {
	int64_t sms;  /* that were simulated; 0: all, and nothing was sampled */
	bool is_held; /* L2 keeps all that a launch before has left */
	double stride; /* one line of L2 of so many was followed */
	/* one standard deviation over the volume: of what L1 misses, and of
	 * the traffic of DRAM
	 */
	double l1_error, dram_error;
};

/* Simulate "sms" of the SMs of "setup", which is SHUFFLED and has two levels.
 * Misses of L2 are not classified.  SIMULATE_IMPOSSIBLE if lines of L2 cannot be
 * followed.  If the status is not SIMULATE_OK, there is nothing to clear.
 */
enum simulate_status simulate_part(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	int64_t sms, struct simulate_part *part, struct simulation *result,
	char why[256]);

#endif
