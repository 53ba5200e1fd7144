#ifndef ENGINE_COUNT_FOOTPRINT_SHAPE_H
#define ENGINE_COUNT_FOOTPRINT_SHAPE_H

/* Accesses of a bundle that go together.
 *
 * Strides up to a granule leave no granule out: a run of such addresses
 * touches the same granules as all bytes from its first to its last.  So a
 * shape is the bytes offset .. offset + width, moved by radix[l] times
 * 0 .. times[l]-1 for each level, and the first "n_inner" dimensions of its
 * bundle only make the run longer.
 */

#include <stdint.h>

#include "engine/count/footprint_bundle.h"

#define SHAPE_LEVELS	4

struct shape {
	int64_t offset, width;
	int64_t times[SHAPE_LEVELS + 1];	/* from 1 on */
	int n_inner;
};

/* The shapes of a bundle, none of them moved; "shape" has room for as many
 * as there are offsets.
 */
int footprint_shapes(const struct bundle *bundle, int64_t granule_B,
	struct shape *shape);

/* Make one of shapes that follow each other along a level; how many are
 * left.  Quick where their offsets rise, and then they rise still.
 */
int footprint_join(struct shape *shape, int n, int level, int64_t radix);

/* From the first to the last byte of a run that a cast makes. */
int64_t footprint_run(const struct bundle *bundle, const struct cast *cast,
	const struct shape *shape);

#endif
