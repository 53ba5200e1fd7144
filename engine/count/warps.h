#ifndef ENGINE_COUNT_WARPS_H
#define ENGINE_COUNT_WARPS_H

/* The warps of a sample of blocks, classified by the distances between their
 * lanes.
 *
 * A warp is "width" consecutive threads of a block, x fastest.  Warps whose
 * lanes have the same distances are of one shape; the cost of a request
 * depends only on the shape and on its start modulo "modulus".
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/linear.h"

#define WARPS_LANES 64
#define WARPS_COSTS 2

struct warps_shape {
	int n_lane;
	int64_t lane[WARPS_LANES]; /* from the lowest; ascending */
	int64_t *count;		   /* warps by their start */
	double *cost[WARPS_COSTS]; /* of a request; NaN: not known */
};

struct warps {
	int64_t coef[3], modulus;
	int width, n_shape, n_max;
	struct warps_shape *shape;
};

/* What one request costs whose lowest address is "start". */
typedef double warps_cost(const struct warps_shape *shape, int64_t start,
	const void *user);

/* The warps of sample[0] x sample[1] x sample[2] blocks at the start of the
 * grid, for addresses that step by "coef".
 */
enum footprint_status warps_make(struct warps *w, const int64_t coef[3],
	const int64_t block[3], const int64_t sample[3], int width,
	int64_t modulus);
void warps_clear(struct warps *w);

/* The sum over all warps for an access that starts at "constant".  Costs are
 * kept by "which" < WARPS_COSTS: always pass the same function and "user"
 * with it.
 */
double warps_sum(const struct warps *w, int64_t constant, int which,
	warps_cost *cost, const void *user);

#endif
