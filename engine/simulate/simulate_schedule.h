#ifndef ENGINE_SIMULATE_SIMULATE_SCHEDULE_H
#define ENGINE_SIMULATE_SIMULATE_SCHEDULE_H

/* When the blocks of a launch run: those of a sample of SMs tell how long a
 * block takes in each slot of an SM, and a block starts where another has
 * ended.  Times are in durations of a block, the mean.
 */

#include "engine/simulate/simulate.h"

struct simulate_schedule {
	int64_t n_sm, slots;
	int64_t n; /* blocks of an SM that are known; others go on like these */
	double *start;
	int *slot;
	/* when a block of slot i, in the first wave and later, has made j + 1
	 * of SIMULATE_STAGES parts of its requests, after its start
	 */
	double (*curve[2])[SIMULATE_STAGES];
};

/* A schedule of "n_block" blocks on "n_sm" SMs with "slots" slots, as "r" ran
 * some of them.  False when memory runs out.
 */
bool schedule_init(struct simulate_schedule *s, const struct simulation *r,
	int64_t n_block, int64_t n_sm, int64_t slots);
void schedule_clear(struct simulate_schedule *s);

double schedule_start(const struct simulate_schedule *s, int64_t block);
/* How long after its start it has made a part of its requests, 0 to 1. */
double schedule_after(const struct simulate_schedule *s, int64_t block,
	double part);

/* Those of blocks in step: the first wave starts together, and blocks drift
 * apart with every further one, unless something holds them together.
 */
double schedule_start_in_step(const struct simulate_schedule *s, int64_t block,
	bool is_held);

/* A number from 0 to 1 that "n" decides.  Keys may wrap around. */
double schedule_chance(uint64_t n);

/* One with the mean 0 and the standard deviation 1, near a normal one. */
double schedule_deviation(uint64_t n);

#endif
