#ifndef ENGINE_MODEL_INTERVAL_H
#define ENGINE_MODEL_INTERVAL_H

/* How far a time may be off: an interval that holds 90 % of what is measured,
 * from the errors of kernels that took no part in the fit.  Chapter 14 of
 * doc/MODEL.md.
 *
 * Launches are classified by kind of kernel.  Those of plain stencils have
 * regimes: what limits them, how wide their blocks are, and whether their data
 * stays in L2; the table is interval.def, which `wsp fit --intervals` makes.
 * Those of other kinds are classified by what limits them; the table is
 * interval_kind.def, which `make calibrate` makes.
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

/* Kinds of kernels.  A kernel of several is of the last one. */
enum interval_kind {
	INTERVAL_plain,	    /* one sweep: proven_lacks() finds nothing */
	INTERVAL_irregular, /* it does: structures, strides, floors, orders */
	INTERVAL_loop,
	INTERVAL_shared,
	INTERVAL_scattered,
	INTERVAL_KINDS
};

extern const char *const interval_kinds[INTERVAL_KINDS];

/* What a launch is compared by with those of its kind that were measured. */
enum interval_range {
	INTERVAL_threads,
	INTERVAL_updates,
	INTERVAL_fields,
	INTERVAL_element,
	INTERVAL_registers,
	INTERVAL_warps,	 /* of the launch */
	INTERVAL_stores, /* percent of what passes between L1 and L2 */
	INTERVAL_RANGES
};

extern const char *const interval_ranges[INTERVAL_RANGES];

/* How much wider intervals are where nothing was measured. */
#define INTERVAL_TRANSFERRED 1.5

/* Set the interval, the kind, the regime, what the launch is compared by and
 * what is outside of the tables.
 */
void interval_report(struct workings *m);

#endif
