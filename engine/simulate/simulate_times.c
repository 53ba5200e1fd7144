/* The times of touches: simulate_times.h. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
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

static bool is_burst(const struct times *s, const struct find_touch *t)
{
	return !s->is_late && find_is_burst(s->find, t->access);
}

/* When a warp stores, in accesses of a thread: a wait of it may end at any time of
 * its share of the life of the block, and what it stores then comes at once.
 */
static double burst_of(const struct times *s, const struct find_touch *t)
{
	double wait = s->find->access[t->access].wait;
	uint64_t key = ((uint64_t) t->block * 8191 + (uint64_t) wait) * 64 +
		(uint64_t) t->warp;

	return (wait + schedule_chance(key)) / s->find->waits * s->find->steps;
}

static double time_of(const struct times *s, const struct find_touch *t)
{
	uint64_t block = (uint64_t) t->block;
	double drift = 0.05 * (schedule_chance(block) - 0.5);
	double at = t->step - s->find->access[t->access].behind;
	double step = is_burst(s, t) ? burst_of(s, t) :
				       at + late_by(s, t) +
			schedule_chance(block * 31 + (uint64_t) at);

	step /= s->find->steps;
	if (s->is_apart)
		step = schedule_after(s->schedule, t->block, step);
	return times_start(s, t->block) + step * (1 + drift);
}

/* Blocks of the first wave start together, and their SM makes requests as fast as
 * each of them does then; later ones are anywhere.
 */
double times_kept(const struct times *s, const struct find_touch *t,
	double part)
{
	const struct simulate_schedule *of = s->schedule;
	double at = t->step / s->find->steps;

	if (!s->is_apart || t->block / of->n_sm >= of->slots)
		return part;
	return schedule_after(of, t->block, at + part) -
		schedule_after(of, t->block, at);
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

static int compare_times(const void *x, const void *y)
{
	const struct find_touch *a = x, *b = y;

	if (a->time != b->time)
		return a->time > b->time ? 1 : -1;
	return compare_steps(x, y);
}

static bool is_sorted(const struct find_touch *t, int64_t n,
	int (*compare)(const void *, const void *))
{
	for (int64_t i = 1; i < n; ++i)
		if (compare(&t[i - 1], &t[i]) > 0)
			return false;
	return true;
}

/* Touches that compare equal stay in order: qsort() of glibc merges, where memory
 * allows, and others sort the few that are out of order.
 */
static void sort(struct find_touch *t, int64_t n,
	int (*compare)(const void *, const void *))
{
	if (!is_sorted(t, n, compare))
		qsort(t, (size_t) n, sizeof(*t), compare);
}

/* Touches are sorted by a key of 64 bits, DIGIT bits at a time, the lowest first:
 * each pass keeps the order of those that are equal in its bits.
 */
#define DIGIT	 11
#define DIGITS	 6
#define BUCKETS	 (1 << DIGIT)
#define FEW_KEYS 256

struct keyed {
	uint64_t key;
	int64_t at;
};

/* In the order of times, which are numbers. */
static uint64_t key_of_time(double time)
{
	uint64_t bits;

	time += 0.0; /* -0 is 0 */
	memcpy(&bits, &time, sizeof(bits));
	return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

/* False if "count" has all keys in one bucket; else where buckets begin. */
static bool begin_buckets(int64_t *count, int64_t n)
{
	int64_t at = 0;

	for (int i = 0; i < BUCKETS; ++i) {
		int64_t of = count[i];

		if (of == n)
			return false;
		count[i] = at;
		at += of;
	}
	return true;
}

/* The sorted keys are in one of the two rooms. */
static struct keyed *sort_keys(struct keyed *a, struct keyed *b, int64_t n,
	int64_t (*count)[BUCKETS])
{
	for (int64_t i = 0; i < n; ++i)
		for (int d = 0; d < DIGITS; ++d)
			++count[d][a[i].key >> d * DIGIT & (BUCKETS - 1)];
	for (int d = 0; d < DIGITS; ++d) {
		struct keyed *from = a;

		if (!begin_buckets(count[d], n))
			continue;
		for (int64_t i = 0; i < n; ++i)
			b[count[d][from[i].key >> d * DIGIT &
				(BUCKETS - 1)]++] = from[i];
		a = b;
		b = from;
	}
	return a;
}

/* In the order of keys; those with the same key by "compare".  False when memory
 * runs out.
 */
static bool sort_by_key(struct find_touch *t, int64_t n, struct keyed *key,
	int (*compare)(const void *, const void *))
{
	struct keyed *other = heap_clear((size_t) n, sizeof(*other)), *sorted;
	int64_t(*count)[BUCKETS] = heap_clear(DIGITS, sizeof(*count));
	struct find_touch *moved = heap_clear((size_t) n, sizeof(*moved));
	bool ok = other && count && moved;

	if (ok) {
		sorted = sort_keys(key, other, n, count);
		for (int64_t i = 0; i < n; ++i)
			moved[i] = t[sorted[i].at];
		memcpy(t, moved, (size_t) n * sizeof(*t));
		for (int64_t i = 0, j = 0; i < n; i = j) {
			while (j < n && sorted[j].key == sorted[i].key)
				++j;
			if (j > i + 1)
				sort(t + i, j - i, compare);
		}
	}
	free(other);
	free(count);
	free(moved);
	return ok;
}

static void sort_fast(struct find_touch *t, int64_t n,
	int (*compare)(const void *, const void *), bool by_time)
{
	struct keyed *key = NULL;
	bool ok = false;

	if (n > FEW_KEYS)
		key = heap_clear((size_t) n, sizeof(*key));
	for (int64_t i = 0; key && i < n; ++i)
		key[i] = (struct keyed) { by_time ? key_of_time(t[i].time) :
						    (uint64_t) t[i].line,
			i };
	if (key)
		ok = sort_by_key(t, n, key, compare);
	free(key);
	if (!ok)
		sort(t, n, compare);
}

void times_sort(struct find_touch *t, int64_t n)
{
	sort_fast(t, n, compare_times, true);
}

void times_set(const struct times *s, struct find_touch *t, int64_t n)
{
	double last = 0, burst = 0; /* of the block's touches of the line */

	if (n > 0 && t[0].line == t[n - 1].line)
		sort(t, n, compare_steps);
	else
		sort_fast(t, n, compare_steps, false);
	for (int64_t i = 0; i < n; ++i) {
		if (i == 0 || t[i].line != t[i - 1].line ||
			t[i].block != t[i - 1].block)
			last = burst = 0;
		t[i].time = fmax(time_of(s, &t[i]), last);
		if (is_burst(s, &t[i]))
			burst = fmax(burst, t[i].time);
		else
			last = t[i].time = fmax(t[i].time, burst);
	}
}
