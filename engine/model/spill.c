/* Spilled registers.  A thread stores them to memory of its own and loads them
 * again; L1 writes through, and what the threads that run hold may exceed L1
 * and L2.
 */

#include <math.h>

#include "engine/model/spill.h"
#include "engine/report/formula.h"

#define WORD_B 4

/* Shares of what is loaded that L1 and L2 have lost, and of what is stored that
 * leaves L2, by what the threads that run hold over the size of the cache:
 * counters of 86 convolutions on an RTX 2080 Ti, of which every third was
 * looked at (tests/measured/public/convolution_rtx2080ti.csv).
 */
static const struct capacity_curve lost_by_l1 = { 0.3, 2 };
static const struct capacity_curve lost_by_l2 = { 2.2, 4 };
static const struct capacity_curve left_l2 = { 0.5, 4 };

static double words(const struct workings *m)
{
	return m->launch->spilled_B / WORD_B;
}

void spill_count(struct workings *m)
{
	m->warp_work.load += m->warps * words(m);
	m->warp_work.store += m->warps * words(m);
	m->lane_work.load += m->lanes * words(m);
	m->lane_work.store += m->lanes * words(m);
}

/* Bytes that the threads of a block hold. */
static double block_B(const struct workings *m)
{
	const int64_t *block = m->launch->block;

	return (double) (block[0] * block[1] * block[2]) * m->launch->spilled_B;
}

static void add(struct workings *m, int metric, const char *reason,
	double spilled_B, double share)
{
	FORMULA_METRIC(m->report, metric, "5.9", reason, others + R * spilled,
		(others, "B/LUP", "of fields", m->report->metric[metric]),
		(spilled, "B/LUP", "spilled by threads", spilled_B),
		(R, "", "share of it that passes here", share));
}

/* Cycles of requests of a word for each lane of a warp. */
static void add_cycles(struct workings *m)
{
	const struct device *dev = m->dev;
	double row_B = fmax(dev->l1_bank_B, 1);

	FORMULA_METRIC(m->report, METRIC_l1_wavefronts, "5.9", NULL,
		others + 2 * w * c * n_warp / n_lup,
		(others, "cyc/LUP", "of fields and shared memory",
			m->report->metric[METRIC_l1_wavefronts]),
		(w, "", "words that a thread spills", words(m)),
		(c, "cyc", "of a request for a word of each lane",
			(isnan(dev->l1_row_cyc) ? 1 : dev->l1_row_cyc) *
				ceil(dev->warp_size * WORD_B / row_B)),
		(n_warp, "", "warps of the launch", m->warps),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

void spill_report(struct workings *m)
{
	double V = m->launch->spilled_B * m->lanes / m->lup;
	double sms = fmax(1, fmin(m->dev->sm_count, m->n_block));
	double here = fmin(m->occupancy.blocks_per_sm, ceil(m->n_block / sms));
	double l1 = m->l1_B > 0 ? here * block_B(m) / m->l1_B : INFINITY;
	double l2 = here * sms * block_B(m) /
		(m->level.size_B * fmax(1, m->level.n_part));
	double from_l2, from_dram;

	if (!(V > 0))
		return;
	from_l2 = isfinite(l1) ? capacity_lost(lost_by_l1, l1) : 1;
	from_dram = fmin(from_l2, capacity_lost(lost_by_l2, l2));
	add_cycles(m);
	add(m, METRIC_l1_load_B, NULL, V, 1);
	add(m, METRIC_l2_load_B, "what the threads of an SM hold exceeds L1", V,
		from_l2);
	add(m, METRIC_l2_store_B, "L1 writes through", V, 1);
	add(m, METRIC_dram_load_B, "what all threads that run hold exceeds L2",
		V, from_dram);
	add(m, METRIC_dram_store_B, "L2 writes back what is stored next to it",
		V, capacity_lost(left_l2, l2));
	m->dram_load_B = m->report->metric[METRIC_dram_load_B];
}
