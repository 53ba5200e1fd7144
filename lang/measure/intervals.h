#ifndef LANG_MEASURE_INTERVALS_H
#define LANG_MEASURE_INTERVALS_H

/* Intervals of predicted times, from the errors of kernels that were left
 * out of the fit.
 *
 * An end of an interval is a quantile of ln(measured / predicted) among the
 * rows of a regime, drawn towards that of wider regimes where few kernels
 * stand behind it, and then widened by one factor until a tenth of the rows
 * lie outside whose kernel took no part in the table either.
 */

#include "engine/model/interval.h"
#include "lang/measure/validate.h"

struct intervals {
	struct interval_cell {
		double low, high;	/* measured over predicted */
		int n_row, n_kernel;
	} cell[INTERVAL_REGIMES];
	double widen;
};

/* From the rows of "v", which must have been left out.
 * False where they make none: with less than three kernels, or with times
 * that are absurd.
 */
bool intervals_make(const struct validation *v, struct intervals *result);

/* Share of the left-out rows that lie in intervals made without their
 * kernel, by row and as the mean over kernels; and the median of
 * high / low - 1.  NaN where there are no intervals.
 */
struct intervals_coverage {
	double rows, kernels, width;
};
struct intervals_coverage intervals_check(const struct validation *v);

/* The text of engine/model/interval.def; false where there are no intervals. */
bool intervals_print(const struct validation *v, struct buffer *out);

#endif
