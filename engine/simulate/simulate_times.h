#ifndef ENGINE_SIMULATE_SIMULATE_TIMES_H
#define ENGINE_SIMULATE_SIMULATE_TIMES_H

/* When the touches of a sample of lines are made: doc/MODEL.md, chapter 19. */

#include "engine/simulate/simulate_find.h"
#include "engine/simulate/simulate_schedule.h"

struct times {
	const struct find *find;
	const struct simulate_schedule *schedule;
	bool is_apart; /* blocks run as in "schedule"; else in step */
	bool is_held;  /* in step: what blocks share keeps them there */
	bool is_late; /* stores come behind all loads before them, not at any time */
};

double times_start(const struct times *s, int64_t block);

/* How long L1 keeps what "t" touches, which is as long as its block makes "part" of
 * its requests, where blocks of an SM are where this one is; "part" in the mean.
 */
double times_kept(const struct times *s, const struct find_touch *t,
	double part);

/* Sets the times of "n" touches, and sorts them by line, block and step.  Trips
 * come early or late, but what a thread loads before a loop, or in the trip
 * before, does not come after what it stores in it.
 */
void times_set(const struct times *s, struct find_touch *t, int64_t n);

/* Sorts touches by time; those of a block stay in order. */
void times_sort(struct find_touch *t, int64_t n);

#endif
