#ifndef LANG_BASE_STATISTICS_H
#define LANG_BASE_STATISTICS_H

/* Statistics of prediction errors and of rankings.
 *
 * All functions take n > 0 finite numbers and return NaN where the result is
 * undefined.
 */

/* The p-quantile, with linear interpolation between neighbours. */
double statistics_quantile(const double *sorted, int n, double p);
void statistics_sort(double *v, int n);
double statistics_median(const double *v, int n);

/* Relative difference below which two values tie. Rounding in the model is some
 * 1e-15; measured values differ by far more.
 */
#define STATISTICS_TIE 1e-9

/* Spearman's rank correlation; equal values share the mean of their
 * ranks.  NaN if all of a, or of b, are equal.
 */
double statistics_spearman(const double *a, const double *b, int n);

/* The smallest value of "measured", divided by its smallest value among the
 * "first" items that "predicted" ranks best. Where items tie for the last
 * place, the mean over all choices among them.
 */
double statistics_pick(const double *predicted, const double *measured, int n,
	int first);

#endif
