#ifndef ENGINE_MODEL_CAPACITY_H
#define ENGINE_MODEL_CAPACITY_H

/* Which share of the data that a cache could serve again it has lost in
 * the meantime.  Chapter 3 of doc/MODEL.md.
 *
 * A curve of the oversubscription O (what should be kept over what fits):
 * 0 at O = 0, one half at O = half, 1 for O without bounds, and never
 * falling.
 */

#include "hw/device.h"

struct capacity_curve {
	double half;	  /* O at which half is lost */
	double steepness; /* exponent, a whole number */
};

/* What the blocks of an SM share in L1, of it what neighbouring loads of a
 * warp share, blocks in L2, and the stores of a wave that fill a granule
 * together.
 */
struct capacity_curve capacity_of_l1(const struct device *dev);
struct capacity_curve capacity_of_near(const struct device *dev);
struct capacity_curve capacity_of_l2(const struct device *dev);
struct capacity_curve capacity_of_partial(const struct device *dev);

/* The share that is lost, and the share that is kept, for "over" >= 0.
 * Each is exact where it is small.  Formulas that call them are spelled with
 * the powers of (3.2).
 */
double capacity_miss(double over, double half, double steepness);
double capacity_hit(double over, double half, double steepness);

/* capacity_miss() of a curve. */
double capacity_lost(struct capacity_curve curve, double over);

#endif
