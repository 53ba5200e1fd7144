/* The curve of lost reuse (doc/MODEL.md, chapter 3): its constants for each
 * cache, which are fitted, and its value.
 */

#include <math.h>

#include "engine/model/fit.h"

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

/* What is lost over what is kept. */
static double odds_of(double over, double half, double steepness)
{
	return over > 0 ? pow(over / half, steepness) : 0;
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
