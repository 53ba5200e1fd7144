#ifndef ENGINE_MODEL_CAPACITY_H
#define ENGINE_MODEL_CAPACITY_H

/* Which share of the data that a cache could serve again it has lost in
 * the meantime.  Chapter 3 of doc/MODEL.md.
 *
 * A curve of the oversubscription O (what should be kept over what fits):
 * 0 at O = 0, one half at O = half, 1 for O without bounds, and never
 * falling.
 */

#include <stdint.h>

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

/* A cache before DRAM.  Blocks go to its parts, dies with an L2 of their own,
 * in turn; "size_B" is that of one part.  "launch" is the curve of what a launch
 * finds of the one before it.
 */
struct capacity_level {
	const char *name;
	double size_B, n_part;
	struct capacity_curve curve, launch;
};

struct capacity_level capacity_level_l2(const struct device *dev);
struct capacity_level capacity_level_l3(const struct device *dev);

/* The last of them. */
struct capacity_level capacity_level_of(const struct device *dev);

/* The share that is lost between two uses that are "distance" blocks apart,
 * with data of "over" times the size of a part in between.
 */
double capacity_lost_after(const struct capacity_level *level, double over,
	int64_t distance);

/* The share that is lost, and the share that is kept, for "over" >= 0.
 * Each is exact where it is small.  Formulas that call them are spelled with
 * the powers of (3.2).
 */
double capacity_miss(double over, double half, double steepness);
double capacity_hit(double over, double half, double steepness);

/* capacity_miss() of a curve. */
double capacity_lost(struct capacity_curve curve, double over);

#endif
