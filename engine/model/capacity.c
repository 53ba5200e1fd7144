/* The curve of lost reuse: doc/MODEL.md, chapter 3. */

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

struct capacity_curve capacity_of_wave(const struct device *dev)
{
	return (struct capacity_curve) {
		fit_value(dev, FIT_wave_half),
		fit_value(dev, FIT_wave_steepness),
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
static double odds_of(struct capacity_curve curve, double over)
{
	return over > 0 ? pow(over / curve.half, curve.steepness) : 0;
}

/* Share of the reuse that is lost.
 *
 *	R(O) = O^k / (O^k + h^k)				  (3.2)
 *
 *	O  oversubscription			over
 *	h  where half is lost			curve->half
 *	k  steepness				curve->steepness
 */
double capacity_miss(struct capacity_curve curve, double over)
{
	double odds = odds_of(curve, over);

	return isinf(odds) ? 1 : odds / (1 + odds);
}

double capacity_hit(struct capacity_curve curve, double over)
{
	return 1 / (1 + odds_of(curve, over));
}
