#ifndef ENGINE_PUBLISHED_ERNST2022_H
#define ENGINE_PUBLISHED_ERNST2022_H

/* The model of Ernst et al. 2022 as their paper states it: doc/MODEL.md,
 * chapter 9.
 *
 * Half warps on 16 banks of 8 B, sectors of 32 B, waves of consecutive
 * blocks in the middle of the grid, and oversubscription by all that shares
 * a cache.  The paper gives no constants for its curves; those of the
 * authors' tool stand in (engine/published/rover.def).
 */

#include "engine/report/report.h"

/* estimate() by this model. */
enum estimate_status ernst2022_estimate(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256]);

#endif
