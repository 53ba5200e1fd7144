/* When blocks run: simulate_schedule.h.  SMs do the same; one is followed, block
 * by block.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/simulate/simulate_schedule.h"

/* Blocks of an SM that are followed: some 0.1 ms. */
#define FOLLOWED 4096

/* Durations of blocks in one slot differ by so much. */
#define JITTER 0.1

double schedule_chance(uint64_t n)
{
	uint64_t z = n * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (double) ((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* The sum of four that are uniform. */
double schedule_deviation(uint64_t n)
{
	double sum = -2;

	for (unsigned i = 0; i < 4; ++i)
		sum += schedule_chance(4 * n + i);
	return sum * sqrt(3);
}

/* Rounds until the blocks of a slot have made their first, second ... part of
 * the requests.  What none of them has made goes on as before.
 */
static void find_stages(const struct simulate_stage *of, double *stage)
{
	for (int i = 0; i < SIMULATE_STAGES; ++i)
		stage[i] = of[i].n > 0 ? of[i].rounds / of[i].n :
			i > 0	       ? stage[i - 1] * (i + 1) / i :
					 0;
}

/* Curves of all slots, of the first wave and later:  a slot in which no block
 * has ended goes on like in the first wave, or like the slot before.
 */
static void find_curves(struct simulate_schedule *s, const struct simulation *r)
{
	double rate = 0;
	int last = 0;

	for (int later = 0; later < 2; ++later)
		for (int64_t i = 0; i < s->slots; ++i) {
			double *to = s->curve[later][i];

			if (i < SIMULATE_SLOTS)
				find_stages(r->stage[later][i], to);
			if (i < SIMULATE_SLOTS && to[0] > 0)
				continue;
			if (later)
				memcpy(to, s->curve[0][i],
					sizeof(s->curve[0][i]));
			else if (i > 0)
				memcpy(to, s->curve[0][i - 1],
					sizeof(s->curve[0][i]));
			else
				for (int j = 0; j < SIMULATE_STAGES; ++j)
					to[j] = j + 1;
		}
	last = SIMULATE_STAGES - 1;
	for (int64_t i = 0; i < s->slots; ++i)
		rate += 1 / fmax(1, s->curve[1][i][last]) / (double) s->slots;
	for (int later = 0; later < 2; ++later)
		for (int64_t i = 0; i < s->slots; ++i)
			for (int j = 0; j <= last; ++j)
				s->curve[later][i][j] *= rate;
}

static int64_t first_free(const double *until, int64_t slots)
{
	int64_t first = 0;

	for (int64_t i = 1; i < slots; ++i)
		if (until[i] < until[first])
			first = i;
	return first;
}

bool schedule_init(struct simulate_schedule *s, const struct simulation *r,
	int64_t n_block, int64_t n_sm, int64_t slots)
{
	int64_t all = (n_block - 1) / n_sm + 1;
	double *until = heap_clear((size_t) slots, sizeof(*until));

	*s = (struct simulate_schedule) {
		.n_sm = n_sm,
		.slots = slots,
		.n = integer_min(all, slots + FOLLOWED),
	};
	s->start = heap_clear((size_t) s->n, sizeof(*s->start));
	s->slot = heap_clear((size_t) s->n, sizeof(*s->slot));
	for (int i = 0; i < 2; ++i)
		s->curve[i] = heap_clear((size_t) slots, sizeof(*s->curve[i]));
	if (!until || !s->start || !s->slot || !s->curve[0] || !s->curve[1]) {
		free(until);
		return false;
	}
	find_curves(s, r);
	for (int64_t i = 0; i < s->n; ++i) {
		int64_t slot = i < slots ? i : first_free(until, slots);

		s->start[i] = until[slot];
		s->slot[i] = (int) slot;
		until[slot] += s->curve[i >= slots][slot][SIMULATE_STAGES - 1] *
			(1 + JITTER * (schedule_chance(i) - 0.5));
	}
	free(until);
	return true;
}

void schedule_clear(struct simulate_schedule *s)
{
	free(s->start);
	free(s->slot);
	free(s->curve[0]);
	free(s->curve[1]);
	*s = (struct simulate_schedule) { 0 };
}

/* Blocks of all SMs start one after the other, but for those of the first
 * wave.
 */
double schedule_start(const struct simulate_schedule *s, int64_t block)
{
	int64_t i = block / s->n_sm;
	double part = (double) (block % s->n_sm) / (double) s->n_sm;

	if (i < s->slots)
		return 0;
	if (i + 1 < s->n)
		return s->start[i] + part * (s->start[i + 1] - s->start[i]);
	return s->start[s->n - 1] +
		((double) (i + 1 - s->n) + part) / (double) s->slots;
}

double schedule_after(const struct simulate_schedule *s, int64_t block,
	double part)
{
	int64_t i = block / s->n_sm, stage;
	const double *curve;
	double before, at = fmax(0, part) * SIMULATE_STAGES;

	if (i >= s->n)
		i = s->n - 1 -
			(int64_t) (schedule_chance(block) *
				(double) integer_min(s->n, FOLLOWED));
	curve = s->curve[i >= s->slots][s->slot[i]];
	stage = integer_min((int64_t) at, SIMULATE_STAGES - 1);
	before = stage > 0 ? curve[stage - 1] : 0;
	return before + (at - (double) stage) * (curve[stage] - before);
}

double schedule_start_in_step(const struct simulate_schedule *s, int64_t block,
	bool is_held)
{
	double n = (double) block / (double) (s->n_sm * s->slots);
	double wave = floor(n);

	if (is_held)
		return wave;
	return wave + fmin(1, wave / 4) * (n - wave);
}
