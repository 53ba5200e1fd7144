#ifndef ENGINE_COUNT_WITNESS_H
#define ENGINE_COUNT_WITNESS_H

/* The first point of a launch at which a predicate holds.
 *
 * Points are [threadIdx, blockIdx, loop counters] as in quasi.h, ordered as
 * the launch starts them: blockIdx.z, .y, .x, threadIdx.z, .y, .x, then the
 * counters, the outermost first.  All threads of the grid count, those
 * outside of the domain too.
 */

#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

enum witness_answer {
	WITNESS_NONE, /* it holds nowhere */
	WITNESS_FOUND,
	WITNESS_UNKNOWN /* that takes more operations than the launch allows */
};

/* Search the threads of "launch" and the trips of "loop" (-1: none) and of
 * those around it.
 */
enum witness_answer witness_find(const struct kernel *kernel,
	const struct launch *launch, const struct predicate *predicate,
	int loop, int64_t point[N_QUASI_VAR]);

/* Bounds of "e" over all these points, made in "pool", which is as it was
 * afterwards; false if they reach 2^61.
 */
bool witness_bounds(const struct kernel *kernel, const struct launch *launch,
	struct quasi_pool *pool, const struct quasi *e, int loop, int64_t *min,
	int64_t *max);

#endif
