#ifndef ENGINE_CONDITIONS_H
#define ENGINE_CONDITIONS_H

/* Counts of a launch whose conditions hold in some of its blocks and not in
 * others: sums over kinds of blocks (kinds.h).
 *
 * There are none, and m->conditions is NULL, where no condition depends on
 * blocks; all functions but the first want one.
 */

#include "engine/kinds.h"
#include "engine/workings.h"

struct conditions {
	struct kinds kinds;
	struct kinds_sample sample;
	bool is_exact;		/* all kinds are looked at */
};

void conditions_find(struct workings *m);

/* Distinct granules of each block, summed over all blocks of the launch. */
double conditions_sum(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B);

/* How often warps execute what stands under "guard" in "loop", and with how
 * many lanes in all; false where this is not known for sure.
 */
bool conditions_lanes(const struct workings *m, const struct guard *guard,
	int loop, double *warps, double *lanes);

#endif
