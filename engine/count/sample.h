#ifndef ENGINE_COUNT_SAMPLE_H
#define ENGINE_COUNT_SAMPLE_H

/* A few blocks that represent all blocks of a launch.
 *
 * Blocks that start at the same phase of a granule and that the domain cuts
 * in the same way touch equally many granules: one of them represents all,
 * and the weighted sum over the sample is exact.  Where accesses are not that
 * regular, or there are too many kinds, the sample is an estimate.  The
 * weights add up to the number of blocks.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

#define SAMPLE_BLOCKS 64

struct sample_block {
	int64_t at[3]; /* blockIdx */
	double weight; /* blocks it represents */
	int64_t phase; /* of its first byte within a granule */
};

struct sample {
	int n;
	bool is_exact;
	struct sample_block block[SAMPLE_BLOCKS];
};

/* The change of "e" from one block of a one-dimensional launch to the next,
 * ignoring minima, maxima and rounding.
 */
int64_t sample_step(const struct quasi *e);

/* Is "launch" one-dimensional over a domain of more dimensions, as "address"
 * shows?  Then it has a thread order.
 */
bool sample_is_ordered(const struct launch *launch,
	const struct quasi *address);

/* For the accesses kernel->access[access[i]], all of one field. */
void sample_blocks(const struct kernel *kernel, const struct launch *launch,
	int n_access, const int *access, int64_t granule_B,
	struct sample *sample);

#endif
