#ifndef ENGINE_COUNT_FOOTPRINT_BUNDLE_H
#define ENGINE_COUNT_FOOTPRINT_BUNDLE_H

/* The addresses of a task as affine images of boxes.
 *
 * A bundle holds accesses of equal strides; a cast is the image of one box of
 * threads under a bundle: the addresses
 *
 *	{ shift + offset[j] + sum_i stride[i] * k_i : 0 <= k_i < n[i] }
 *
 * for all j.  Strides are positive and ascend with i.  Addresses include the
 * base of the field.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/footprint_region.h"

struct bundle {
	int n_dim;
	int64_t stride[REGION_DIMS];
	int n_offset, size;
	int64_t *offset; /* rising */
};

struct cast {
	int bundle, set;
	int64_t shift;
	int64_t n[REGION_DIMS];
};

struct bundles {
	struct effort *effort; /* of the estimate; or NULL */
	struct quasi_pool *pool;
	int n_bundle, bundle_size;
	struct bundle *bundle;
	int n_cast, cast_size;
	struct cast *cast;
	struct map casts; /* those of single regions */
};

/* Bundle the accesses of "task"; all memory comes from "pool".  False,
 * with *status FOOTPRINT_OK, when that takes too many parts.
 */
bool footprint_bundle(const struct footprint_task *task,
	struct quasi_pool *pool, struct bundles *b,
	enum footprint_status *status);

/* The same addresses with "times" casts in place of one wherever a dimension
 * has the stride "stride": point k along it goes to cast k modulo "times",
 * whose stride is "times" as long.  False if memory runs out, or the strides
 * of a bundle would no longer ascend.
 */
bool footprint_widen(const struct bundles *b, int64_t stride, int64_t times,
	struct bundles *wide);

#endif
