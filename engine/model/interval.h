#ifndef ENGINE_MODEL_INTERVAL_H
#define ENGINE_MODEL_INTERVAL_H

/* How far a time may be off: an interval that holds 90 % of what is measured,
 * from the errors of kernels that took no part in the fit.  Chapter 14 of
 * doc/MODEL.md.
 *
 * Launches are classified by regime: what limits them, how wide their blocks
 * are, and whether their data stays in L2.  The table is interval.def, which
 * `wsp fit --intervals` makes.
 */

#include "engine/model/workings.h"

enum {
	INTERVAL_dram,
	INTERVAL_l2,
	INTERVAL_sm,
	INTERVAL_fixed,
	INTERVAL_LIMITERS
};
enum { INTERVAL_narrow, INTERVAL_medium, INTERVAL_wide, INTERVAL_WIDTHS };
enum { INTERVAL_small, INTERVAL_large, INTERVAL_SIZES };

#define INTERVAL_REGIMES (INTERVAL_LIMITERS * INTERVAL_WIDTHS * INTERVAL_SIZES)

/* The words of interval.def. */
extern const char *const interval_limiters[INTERVAL_LIMITERS];
extern const char *const interval_widths[INTERVAL_WIDTHS];
extern const char *const interval_sizes[INTERVAL_SIZES];

/* What a launch is compared by with those that were measured. */
enum interval_range {
	INTERVAL_threads,
	INTERVAL_updates,
	INTERVAL_fields,
	INTERVAL_element,
	INTERVAL_RANGES
};

extern const char *const interval_ranges[INTERVAL_RANGES];
double interval_measure(const struct kernel *kernel,
	const struct launch *launch, enum interval_range range);

/* How much wider intervals are where nothing was measured. */
#define INTERVAL_TRANSFERRED 1.5

/* Set the interval, the regime and what is outside of the table. */
void interval_report(struct workings *m);

#endif
