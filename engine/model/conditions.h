#ifndef ENGINE_MODEL_CONDITIONS_H
#define ENGINE_MODEL_CONDITIONS_H

/* Counts of a launch whose conditions hold in some of its blocks and not in
 * others: sums over kinds of blocks (kinds.h).
 *
 * There are none, and m->conditions is NULL, where no condition depends on
 * blocks; all functions but the first want one.
 */

#include "engine/count/kinds.h"
#include "engine/model/workings.h"

struct conditions {
	struct kinds kinds;		/* of the launch */
	struct kinds_sample sample;
	bool is_exact;			/* all kinds are looked at */
	int64_t middle;			/* block, as kinds_middle() has it */
	struct kinds wave[FOOTPRINT_SETS];	/* of the wave's sets */
};

void conditions_find(struct workings *m);

/* How much of what is usual may be looked at. */
double conditions_effort(const struct workings *m);

/* Once the wave is known. */
void conditions_find_wave(struct workings *m);

/* Lanes of the accesses of "list", each counted: in a block of "pattern", or
 * if that is NULL, in all blocks.
 */
double conditions_of_list(const struct workings *m, const struct kinds *k,
	const struct access_list *list, const struct kinds_pattern *pattern);

/* How many times as many lanes of "list" an update has in the launch as it
 * has in the wave.
 */
double conditions_density(const struct workings *m,
	const struct access_list *list);

/* Distinct granules that the sets touch, as workings_count() has them, from
 * accesses looked at one by one here and there.  False where it cannot be
 * told who else touches a granule.
 */
bool conditions_granules(struct workings *m, const struct access_list *list,
	double granule_B, int n_set, const struct thread_set *set,
	const struct kinds *by_set, double *n);

/* Whether some access is never made, as its condition holds for no thread. */
bool conditions_never_hold(const struct workings *m);

/* Distinct granules of each block, summed over all blocks of the launch. */
double conditions_sum(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B);

/* How often warps execute what stands under "predicate" in "loop", and with how
 * many lanes in all; false where this is not known.
 */
bool conditions_lanes(const struct workings *m, const struct predicate *predicate,
	int loop, double *warps, double *lanes);

#endif
