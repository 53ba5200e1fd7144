#ifndef LANG_MEASURE_INTERVALS_H
#define LANG_MEASURE_INTERVALS_H

/* Intervals of predicted times, from the errors of kernels that were left
 * out of the fit.
 *
 * An end of an interval is a quantile of ln(measured / predicted) over the
 * rows of a regime, shrunk towards that of wider regimes where few kernels
 * were measured.  One factor then widens all intervals until they leave out a
 * tenth of the rows, each tested against a table made without its kernel.
 */

#include "engine/model/interval.h"
#include "lang/measure/validate.h"

/* Share of the left-out rows that lie in intervals made without their
 * kernel, by row and as the mean over kernels; and the median of
 * high / low - 1.  NaN where there are no intervals: with fewer than three
 * kernels, or with times that are not finite.
 */
struct intervals_coverage {
	double rows, kernels, width;
};
struct intervals_coverage intervals_check(const struct validation *v);

/* The text of engine/model/interval.def; false where there are no intervals. */
bool intervals_print(const struct validation *v, struct buffer *out);

#endif
