#ifndef ENGINE_SIMULATE_SIMULATE_MADE_H
#define ENGINE_SIMULATE_SIMULATE_MADE_H

/* What the requests of each access ask L1 for and miss, while the order of a GPU
 * (simulate_shuffle) counts them: struct simulate_made.
 */

#include "engine/simulate/simulate_run.h"

/* "access" has made one more request, for "asked" sectors, of which it missed
 * "missed"; "is_first": as the first load of its trip that misses.
 */
void simulate_made_add(struct simulate_run *run,
	const struct walk_access *access, int64_t asked, int64_t missed,
	bool is_first);

#endif
