#ifndef ENGINE_KERNEL_REMAINDER_H
#define ENGINE_KERNEL_REMAINDER_H

/* Bounds of expressions with remainders, closer than those of quasi_bounds,
 * to which a and floor(a / d) are two numbers that have nothing to do with
 * each other: the columns of an order lie within the domain here.
 */

#include "engine/kernel/quasi.h"

/* As quasi_bounds; "pool" is as it was afterwards. */
bool remainder_bounds(struct quasi_pool *pool, const struct quasi *e,
	const int64_t *lo, const int64_t *hi, int64_t *min, int64_t *max);

#endif
