/* The curve of lost reuse (doc/MODEL.md, chapter 3): its constants for each
 * cache, which are fitted, and its value.
 */

#include <math.h>

#include "engine/model/capacity.h"
#include "hw/fit.h"

struct capacity_curve capacity_of_l1(const struct device *dev)
{
	return (struct capacity_curve) {
		fit_value(dev, FIT_l1_half),
		fit_value(dev, FIT_l1_steepness),
	};
}

struct capacity_curve capacity_of_near(const struct device *dev)
{
	return (struct capacity_curve) {
		fit_value(dev, FIT_near_half),
		fit_value(dev, FIT_near_steepness),
	};
}

struct capacity_curve capacity_of_l2(const struct device *dev)
{
	return (struct capacity_curve) {
		fit_value(dev, FIT_l2_half),
		fit_value(dev, FIT_l2_steepness),
	};
}

struct capacity_curve capacity_of_partial(const struct device *dev)
{
	return (struct capacity_curve) {
		fit_value(dev, FIT_partial_half),
		fit_value(dev, FIT_partial_steepness),
	};
}

/* Less than this share of the data is none: of a billion bytes, not one. */
#define NONE 1e-9

/* What is lost over what is kept. */
static double odds_of(double over, double half, double steepness)
{
	double odds = over > 0 ? pow(over / half, steepness) : 0;

	return odds < NONE ? 0 : odds;
}

/*	R(O) = O^k / (O^k + h^k)				  (3.2) */
double capacity_miss(double over, double half, double steepness)
{
	double odds = odds_of(over, half, steepness);

	return isinf(odds) ? 1 : odds / (1 + odds);
}

double capacity_hit(double over, double half, double steepness)
{
	return 1 / (1 + odds_of(over, half, steepness));
}

double capacity_lost(struct capacity_curve curve, double over)
{
	return capacity_miss(over, curve.half, curve.steepness);
}

/* Between two uses in successive launches all data of the launch pass by, the
 * same for each line; between layers of a wave it may be more or less.
 */
static struct capacity_curve over_launches(const struct device *dev,
	struct capacity_curve curve)
{
	curve.steepness = fmax(curve.steepness,
		fit_value(dev, FIT_launch_steepness));
	return curve;
}

struct capacity_level capacity_level_l2(const struct device *dev)
{
	struct capacity_curve curve = capacity_of_l2(dev);

	return (struct capacity_level) { "L2", dev->l2_size_B,
		dev->n_die > 1 ? dev->n_die : 1, curve,
		over_launches(dev, curve) };
}

struct capacity_level capacity_level_l3(const struct device *dev)
{
	struct capacity_curve curve = {
		fit_value(dev, FIT_l3_half),
		fit_value(dev, FIT_l3_steepness),
	};

	return (struct capacity_level) { "L3", dev->l3_size_B, 1, curve,
		over_launches(dev, curve) };
}

struct capacity_level capacity_level_of(const struct device *dev)
{
	return dev->l3_size_B > 0 ? capacity_level_l3(dev) :
				    capacity_level_l2(dev);
}

/* A part sees one block of n: it keeps the data of D / n blocks, and a block
 * finds there only what another of the same part left.
 */
double capacity_lost_after(const struct capacity_level *level, double over,
	int64_t distance)
{
	if (level->n_part > 1 && fmod((double) distance, level->n_part) != 0)
		return 1;
	return capacity_lost(level->curve, over / level->n_part);
}
