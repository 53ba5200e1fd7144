#ifndef ENGINE_SIMULATE_SIMULATE_DOUBT_H
#define ENGINE_SIMULATE_SIMULATE_DOUBT_H

/* What is not known of the traffic between L2 and DRAM that a sample has
 * (19.3): each a variance over the square of the volume, of all traffic, of
 * loads and of stores.
 */

#include "engine/simulate/simulate_cache.h"

struct simulate_doubt {
	double all, load, store;
};

/* The traffic of all fields. */
struct simulate_traffic
simulate_doubt_traffic(const struct simulate_counts *field, int n_field);

/* Half of the difference between "a" and "b", over "of", where that is more
 * than "d" has.
 */
void simulate_doubt_apart(struct simulate_doubt *d, struct simulate_traffic a,
	struct simulate_traffic b, struct simulate_traffic of);

void simulate_doubt_add(struct simulate_doubt *d,
	const struct simulate_doubt *more);

/* The spread over the "n" lines of a sample. */
struct simulate_doubt
simulate_doubt_of_lines(const struct simulate_traffic *line, int64_t n);

/* Traffic of a launch that finds L2 empty, and of one that follows it. */
struct simulate_launches {
	bool is_known; /* memory did not run out */
	struct simulate_traffic cold, warm;
};

/* What two answers differ by, of the first launch or of those that follow,
 * whichever is more; over that of "of".
 */
struct simulate_doubt simulate_doubt_between(const struct simulate_launches *a,
	const struct simulate_launches *b, const struct simulate_launches *of);

/* What the first launch moves, or those that follow. */
double simulate_doubt_most(const struct simulate_launches *a);

/* Launches that move no more than "once", nor more than "is". */
struct simulate_launches simulate_doubt_least(struct simulate_traffic once,
	const struct simulate_launches *is);

/* Half of the difference in bytes, of the warm launch or of the cold one. */
double simulate_doubt_B(const struct simulate_launches *a,
	const struct simulate_launches *b, bool is_warm);

#endif
