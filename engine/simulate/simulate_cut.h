#ifndef ENGINE_SIMULATE_SIMULATE_CUT_H
#define ENGINE_SIMULATE_SIMULATE_CUT_H

/* Blocks of a sample that did not run to their end: what the part that ran
 * tells of all of it.  doc/MODEL.md, chapter 19.
 */

#include "engine/simulate/simulate.h"

/* The share of the sectors that loads of each field miss in the first level, as
 * "missed" by field, and "doubt" about that of all, over the share.  False, with
 * nothing set, where the counts of "run" are those of whole blocks.
 */
bool simulate_cut(const struct kernel *kernel, const struct launch *launch,
	const struct simulate_setup *setup, const struct simulation *run,
	double *missed, double *doubt);

#endif
