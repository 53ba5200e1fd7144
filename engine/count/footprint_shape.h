#ifndef ENGINE_COUNT_FOOTPRINT_SHAPE_H
#define ENGINE_COUNT_FOOTPRINT_SHAPE_H

/* Accesses of a bundle that cover one interval of bytes.
 *
 * Strides up to a granule leave no granule out: such addresses touch the same
 * granules as all bytes from the first to the last.  So a shape is the bytes
 * offset .. offset + width, repeated at 0 .. times[l]-1 times radix[l] for
 * each level l; the first "n_inner" dimensions of its bundle only lengthen
 * the interval.
 */

#include <stdint.h>

#include "engine/count/footprint_bundle.h"

#define SHAPE_LEVELS 4

struct shape {
	int64_t offset, width;
	int64_t times[SHAPE_LEVELS + 1]; /* from 1 on */
	int n_inner;
};

/* The shapes of a bundle, not yet repeated; "shape" has room for n_offset
 * shapes.
 */
int footprint_shapes(const struct bundle *bundle, int64_t granule_B,
	struct shape *shape);

/* Join shapes that follow each other along a level; returns how many remain.
 * Fast if the offsets ascend, and they ascend afterwards.
 */
int footprint_join(struct shape *shape, int n, int level, int64_t radix);

/* The distance from the first to the last byte of a shape under a cast. */
int64_t footprint_run(const struct bundle *bundle, const struct cast *cast,
	const struct shape *shape);

#endif
