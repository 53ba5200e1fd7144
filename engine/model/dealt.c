#include "engine/model/dealt.h"

#include <math.h>

#include "engine/kernel/predicate.h"

/* Blocks in a row go to two SMs of each cluster of an H200, and the next ones to
 * the next two: h200/deal.csv.
 */
#define DEALT_ROW 16

/* Blocks of one wave that are looked at. */
#define DEALT_MOST 8192

static bool has_conditions(const struct kernel *kernel)
{
	bool any = false;

	for (int i = 0; i < kernel->n_access; ++i) {
		if (!kernel->access[i].predicate)
			return false;
		any |= predicate_is_uneven(kernel->access[i].predicate);
	}
	return any;
}

/* Does any thread of the block access anything, as far as bounds show? */
static bool is_at_work(const struct workings *m, const int64_t at[3])
{
	const struct kernel *kernel = m->kernel;
	const struct predicate *last = NULL;
	int64_t lo[N_QUASI_VAR] = { 0 }, hi[N_QUASI_VAR] = { 0 };

	for (int d = 0; d < 3; ++d) {
		hi[VAR_TX + d] = m->launch->block[d] - 1;
		lo[VAR_BX + d] = hi[VAR_BX + d] = at[d];
	}
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->predicate == last)
			continue;
		last = a->predicate;
		for (int loop = a->loop; loop >= 0;
			loop = kernel->loop[loop].parent)
			hi[VAR_LOOP0 + kernel_loops(kernel, loop) - 1] =
				kernel->loop[loop].trips - 1;
		if (predicate_may_be(last, lo, hi, true))
			return true;
	}
	return false;
}

/* The SM that block b goes to, where "load" are dealt on each so far: none gets a
 * block more than another before all have as many.
 */
static int sm_of(const int *load, int sms, int b)
{
	int row = sms < DEALT_ROW ? sms : DEALT_ROW;
	int sm = b % (sms / row * row);

	if (load[sm] <= b / sms)
		return sm;
	for (int i = 0; i < sms; ++i)
		sm = load[i] <= load[sm] ? i : sm;
	return sm;
}

/* Of a launch in one wave, each SM keeps the blocks that it was dealt, whether
 * they have anything to do or not.
 *
 *	m = a / max_s a_s					  (2.15)
 *
 *	a_s  blocks at work that SM s was dealt, of all a
 */
static double at_work(const struct workings *m)
{
	const int64_t *grid = m->launch->grid;
	int sms = (int) fmin(DEALT_MOST, fmax(1, m->dev->sm_count));
	int load[DEALT_MOST] = { 0 }, n[DEALT_MOST] = { 0 };
	int most = 0, b = 0;
	double all = 0;

	for (int64_t z = 0; z < grid[2]; ++z)
		for (int64_t y = 0; y < grid[1]; ++y)
			for (int64_t x = 0; x < grid[0]; ++x, ++b) {
				int sm = sm_of(load, sms, b);

				++load[sm];
				if (!is_at_work(m, (int64_t[]) { x, y, z }))
					continue;
				++all;
				++n[sm];
				most = n[sm] > most ? n[sm] : most;
			}
	return most > 0 ? all / most : 0;
}

/* Where all blocks work alike,
 *
 *	m = n / ceil(n / M), n blocks, M SMs			  (2.6)
 */
double dealt_sms(const struct workings *m)
{
	double sms = m->n_block / ceil(m->n_block / m->dev->sm_count);
	double dealt = 0;

	if (m->n_block <= DEALT_MOST &&
		m->n_block <= m->dev->sm_count * m->occupancy.blocks_per_sm &&
		has_conditions(m->kernel))
		dealt = at_work(m);
	if (!(dealt > 0 && dealt < sms))
		return sms;
	if (sms > 1.05 * dealt)
		report_note(m->report, NULL,
			"whole blocks have nothing to do: the busiest SM has "
			"%.2g times the work of the mean, if blocks are dealt "
			"out as on an H200",
			sms / dealt);
	return dealt;
}
