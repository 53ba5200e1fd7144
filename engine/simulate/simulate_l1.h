#ifndef ENGINE_SIMULATE_SIMULATE_L1_H
#define ENGINE_SIMULATE_SIMULATE_L1_H

/* The part of a sample that tells what L1 misses: a few SMs with all of their
 * L1.  doc/MODEL.md, chapter 19.
 */

#include "engine/simulate/simulate_sample.h"

/* Simulate SMs of "one", which gets the blocks that they run, with about
 * "budget" of the "all" requests of the launch.  Fills what "sample" has of L1;
 * "run" is to be cleared if the status is SIMULATE_OK.
 */
enum simulate_status simulate_l1(const struct kernel *kernel,
	const struct launch *launch, int64_t budget, double all,
	struct simulate_setup *one, struct simulate_sample *sample,
	struct simulation *run, char why[256]);

/* One standard deviation of what L1 misses over it (19.4), as the blocks that "run"
 * has simulated of "n_block" tell it, or its SMs, if these differ more.
 */
double simulate_l1_error(const struct simulate_setup *one,
	const struct simulation *run, double n_block);

/* How far what L1 misses is not known (19.7): half of the difference to "other",
 * an L1 an eighth smaller whose warps chance alone chooses, over what "run"
 * misses; 0 where neither can matter.  "one" is the setup of "run".
 */
enum simulate_status simulate_l1_doubt(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *one,
	const struct simulation *run, double *doubt, char why[256]);

#endif
