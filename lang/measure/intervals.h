#ifndef LANG_MEASURE_INTERVALS_H
#define LANG_MEASURE_INTERVALS_H

/* Intervals of predicted times, from the errors of kernels that were left out
 * of the fit.
 *
 * An end of an interval is a quantile of ln(measured / predicted) over the
 * rows of a regime, shrunk towards wider regimes if few kernels were
 * measured.  One factor then widens all intervals until a tenth of the rows
 * lies outside; each row is tested against a table made without its kernel.
 */

#include "engine/model/interval.h"
#include "lang/measure/validate.h"

/* The farthest an end may be from the prediction, as a factor.  The table has
 * three digits behind the point, and an interval from 0 to 1e22 tells nothing.
 */
#define INTERVALS_FARTHEST 1000

/* Fraction of the left-out rows inside intervals made without their kernel, by
 * row and as the mean over kernels; and the median of high / low - 1.  NaN if
 * there are no intervals: with fewer than three kernels, or with an end beyond
 * INTERVALS_FARTHEST.
 */
struct intervals_coverage {
	double rows, kernels, width;
};
struct intervals_coverage intervals_check(const struct validation *v);

/* Prints the text of engine/model/interval.def; false if there are no
 * intervals.
 */
bool intervals_print(const struct validation *v, struct buffer *out);

#endif
