#ifndef LANG_BASE_LEAST_H
#define LANG_BASE_LEAST_H

/* Bounded robust least squares.
 *
 * Levenberg-Marquardt with finite differences and Huber weights: the cost of a
 * residual is quadratic up to LEAST_HUBER and linear beyond, so residuals
 * should be scaled to about 1. The number and order of the residuals must not
 * change between calls.
 */

#include <stdbool.h>

/* In standard deviations; the usual range is 1 to 2.  A larger value lets
 * outliers pull the fit.
 */
#define LEAST_HUBER 1.5

struct least {
	int n_param, n_residual;
	const double *lo, *hi; /* bounds of each parameter */
	double step; /* finite-difference step, as a share of hi - lo */
	/* compute the residuals at x, all finite; false stops the search */
	bool (*residuals)(void *user, const double *x, double *r);
	void *user;
};

/* The Huber cost: half the sum of squares, with the squares of large residuals
 * replaced by their tangent.
 */
double least_cost(const double *r, int n);

/* Improve x within its bounds, in at most "rounds" rounds. Returns false if the
 * callback stopped the search; x is the best point found in either case.
 */
bool least_solve(const struct least *p, double *x, int rounds);

#endif
