/* The times of touches: simulate_times.h. */

#include <math.h>
#include <stdlib.h>

#include "engine/simulate/simulate_times.h"

/* Standard deviation of the time of a trip, over the mean: 0.23 to 0.42 in
 * l2_trips.csv, after the first trip.  With 0.6 DRAM loads of tensor.csv are 0.1
 * points worse at the median, others alike.
 */
#define TRIP_SPREAD 0.35

double times_start(const struct times *s, int64_t block)
{
	if (s->is_apart)
		return schedule_start(s->schedule, block);
	return schedule_start_in_step(s->schedule, block, s->is_held);
}

/* Accesses by which a trip comes late.  The threads of a block that touch a
 * line are mostly of one warp.
 */
static double late_by(const struct times *s, const struct find_touch *t)
{
	double trip = find_trip(s->find, t->access);
	uint64_t key;

	if (!(trip > 0))
		return 0;
	key = ((uint64_t) t->block * 1000003 + (uint64_t) t->line) * 8191 +
		(uint64_t) (t->step / trip);
	return TRIP_SPREAD * schedule_deviation(key) * trip;
}

static double time_of(const struct times *s, const struct find_touch *t)
{
	uint64_t block = (uint64_t) t->block;
	double drift = 0.05 * (schedule_chance(block) - 0.5);
	double step = (t->step + late_by(s, t) +
			      schedule_chance(
				      block * 31 + (uint64_t) t->step)) /
		s->find->steps;

	if (s->is_apart)
		step = schedule_after(s->schedule, t->block, step);
	return times_start(s, t->block) + step * (1 + drift);
}

static int compare_steps(const void *x, const void *y)
{
	const struct find_touch *a = x, *b = y;

	return a->line != b->line ?
		a->line - b->line :
		a->block != b->block ?
		(a->block > b->block) - (a->block < b->block) :
		(a->step > b->step) - (a->step < b->step);
}

int times_compare(const void *x, const void *y)
{
	const struct find_touch *a = x, *b = y;

	if (a->time != b->time)
		return a->time > b->time ? 1 : -1;
	return compare_steps(x, y);
}

void times_set(const struct times *s, struct find_touch *t, int64_t n)
{
	if (n > 0)
		qsort(t, (size_t) n, sizeof(*t), compare_steps);
	for (int64_t i = 0; i < n; ++i) {
		t[i].time = time_of(s, &t[i]);
		if (i > 0 && t[i].line == t[i - 1].line &&
			t[i].block == t[i - 1].block)
			t[i].time = fmax(t[i].time, t[i - 1].time);
	}
}
