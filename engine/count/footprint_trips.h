#ifndef ENGINE_COUNT_FOOTPRINT_TRIPS_H
#define ENGINE_COUNT_FOOTPRINT_TRIPS_H

#include "engine/count/footprint_walk.h"

/* Add the warps of a single block, and their active lanes, for a predicate that
 * depends on one loop counter.  False, and "sum" as it was, where the trips of
 * lanes are no few intervals.
 */
bool footprint_trips_count(struct warp_walk *w, struct warp_sum *sum);

#endif
