#ifndef LANG_BASE_STATISTICS_H
#define LANG_BASE_STATISTICS_H

/* Statistics of prediction errors and of rankings.
 *
 * All take n > 0 finite numbers; what is not defined is NaN.
 */

/* The value below which a share "p" of the sorted values lies, drawn
 * straight between two neighbours.
 */
double statistics_quantile(const double *sorted, int n, double p);
void statistics_sort(double *v, int n);
double statistics_median(const double *v, int n);

/* Values that differ by less than this share of them are equal. */
#define STATISTICS_TIE 1e-9

/* Spearman's rank correlation; equal values share the mean of their
 * ranks.  NaN if all of a, or of b, are equal.
 */
double statistics_spearman(const double *a, const double *b, int n);

/* The least of "measured" over the least of it among the "first" items
 * that "predicted" puts first; where several tie for the last place, the
 * mean over all choices among them.
 */
double statistics_pick(const double *predicted, const double *measured, int n,
	int first);

#endif
