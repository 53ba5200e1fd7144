/* Loads of cells that lanes draw.  A warp waits as soon as one lane misses, and
 * cells that are missed for the first time are missed at the start: the more have
 * been loaded, the fewer are left.
 */

#include <math.h>

#include "engine/model/late.h"

/* Draws of a cell after which hardly any is left, and parts of the integral. */
#define DRAWN_MOST 16.
#define PARTS	   256

/* The draws of each cell, in the mean, that find it new with the chance p:
 *
 *	(1 - exp(-x)) / x = p
 */
static double draws_of_cell(double p)
{
	double low = 0, high = 1 / p;

	for (int i = 0; i < 60; ++i) {
		double x = (low + high) / 2;

		if (-expm1(-x) > p * x)
			low = x;
		else
			high = x;
	}
	return (low + high) / 2;
}

/* The share of warps with a lane that misses after t draws of each cell. */
static double late_after(double t, double again, double lanes)
{
	return 1 - pow(-expm1(-t) * (1 - again), lanes);
}

/*	1 / x integral from 0 to x of 1 - ((1 - s) (1 - exp(-t)))^k dt	 (20.61)
 *
 *	x  draws_of_cell() of the share of draws that are the first of a cell
 *	s  chance that a cell misses again
 *	k  lanes
 */
double late_draws(double missed, double first, double lanes)
{
	double p = missed * first, again, x, end, sum = 0;

	if (!(missed > 0))
		return 0;
	if (missed >= 1)
		return 1;
	again = fmax(0, (missed - p) / (1 - p));
	if (!(p > 1e-9))
		return 1 - pow(1 - missed, lanes);
	x = draws_of_cell(p);
	end = fmin(x, DRAWN_MOST);
	for (int i = 0; i < PARTS; ++i)
		sum += late_after(end * (i + 0.5) / PARTS, again, lanes);
	return (end * sum / PARTS +
		       (x - end) * late_after(DRAWN_MOST, again, lanes)) /
		x;
}
