#ifndef LANG_BASE_LEAST_H
#define LANG_BASE_LEAST_H

/* Bounded robust least squares: the parameters that make residuals small.
 *
 * Levenberg's and Marquardt's method with differences for derivatives and
 * Huber's weights: residuals beyond LEAST_HUBER, which should be scaled to
 * about 1, count by their size and not by its square.  Residuals are
 * compared entry by entry, so their number and order must not change.
 */

#include <stdbool.h>

#define LEAST_HUBER 1.5

struct least {
	int n_param, n_residual;
	const double *lo, *hi; /* bounds of each parameter */
	double step;	       /* of differences, as a share of hi - lo */
	/* the residuals at x, all finite; false: stop */
	bool (*residuals)(void *user, const double *x, double *r);
	void *user;
};

/* Half the sum of squares, those of large residuals cut to the straight
 * line that continues them.
 */
double least_cost(const double *r, int n);

/* Improve x, within its bounds, in at most "rounds" rounds.  False if it was
 * stopped; x is the best found in any case.
 */
bool least_solve(const struct least *p, double *x, int rounds);

#endif
