#ifndef ENGINE_COUNT_SAMPLE_H
#define ENGINE_COUNT_SAMPLE_H

/* A few blocks that stand for all blocks of a launch.
 *
 * Blocks whose accesses lie alike within granules, and which the domain
 * cuts alike, touch equally many granules: one of them stands for all, and
 * the weighted sum over the sample is exact.  Where accesses are not so
 * regular, or the kinds are too many, the sample is only representative.
 * The weights add up to the number of blocks.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

#define SAMPLE_BLOCKS	64

struct sample_block {
	int64_t at[3];		/* blockIdx */
	double weight;		/* blocks it stands for */
	int64_t phase;		/* of its first byte within a granule */
};

struct sample {
	int n;
	bool is_exact;
	struct sample_block block[SAMPLE_BLOCKS];
};

/* How far "e" moves from a block of a line to the next, minima, maxima and
 * what is rounded left aside.
 */
int64_t sample_step(const struct quasi *e);

/* Whether the blocks of "launch" are a line that is laid over a domain of
 * more dimensions, as "address" shows: launches in an order.
 */
bool sample_is_ordered(const struct launch *launch,
	const struct quasi *address);

/* For the accesses kernel->access[access[i]], all of one field. */
void sample_blocks(const struct kernel *kernel, const struct launch *launch,
	int n_access, const int *access, int64_t granule_B,
	struct sample *sample);

#endif
