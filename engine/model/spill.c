/* Spilled registers.  A thread stores them to memory of its own and loads them
 * again; L1 writes through, and what the threads that run hold may exceed L1
 * and L2.
 */

#include <math.h>

#include "engine/model/instruction.h"
#include "engine/model/spill.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

#define WORD_B 4

/* Shares of what is loaded that L2 has lost, and of what is stored that leaves
 * L2, by what the threads that run hold over the size of the cache: counters of
 * 86 convolutions on an RTX 2080 Ti, of which every third was looked at
 * (tests/measured/public/convolution_rtx2080ti.csv), and of 15 on an H200
 * (those of h200/convolution.csv with read_only = 0), November 2026.
 */
static const struct capacity_curve lost_by_l2 = { 1.8, 4 };
static const struct capacity_curve left_l2 = { 0.5, 4 };

/* The same of L1, which differs by architecture. */
static struct capacity_curve lost_by_l1(const struct device *dev)
{
	return (struct capacity_curve) { fit_value(dev, FIT_spill_half), 2 };
}

/* Words that a thread stores, and that it loads. */
static double stored(const struct workings *m)
{
	return m->launch->spilled_B / WORD_B;
}

static double loaded(const struct workings *m)
{
	return fit_value(m->dev, FIT_spill_loads) * stored(m);
}

double spill_instructions(const struct workings *m)
{
	return loaded(m) + stored(m);
}

void spill_count(struct workings *m)
{
	m->warp_work.load += m->warps * loaded(m);
	m->warp_work.store += m->warps * stored(m);
	m->lane_work.load += m->lanes * loaded(m);
	m->lane_work.store += m->lanes * stored(m);
}

/* Adds the requests of warps for "words" of every lane. */
static void add_requests(const struct workings *m, double words,
	struct requests *r)
{
	const struct device *dev = m->dev;
	double n = m->warps * words;
	double row_B = fmax(dev->l1_bank_B, 1);
	double request_B = dev->warp_size * WORD_B;

	r->n += n;
	r->sectors += n * request_B / dev->l1_sector_B;
	r->cycles += n * (isnan(dev->l1_row_cyc) ? 1 : dev->l1_row_cyc) *
		ceil(request_B / row_B);
}

void spill_requests(const struct workings *m, struct requests *load,
	struct requests *store)
{
	add_requests(m, loaded(m), load);
	add_requests(m, stored(m), store);
}

/* Bytes that the threads of a block hold. */
static double block_B(const struct workings *m)
{
	const int64_t *block = m->launch->block;

	return (double) (block[0] * block[1] * block[2]) * m->launch->spilled_B;
}

/* Bytes of the last cache.  One SM loads what it stored there itself, so that
 * sections of L2 hold no copies of it.
 */
static double level_B(const struct workings *m)
{
	return fmax(m->level.size_B * fmax(1, m->level.n_part),
		m->dev->l2_total_B);
}

static void add(struct workings *m, int metric, const char *reason,
	double spilled_B, double share)
{
	FORMULA_METRIC(m->report, metric, "5.9", reason, others + R * spilled,
		(others, "B/LUP", "of fields", m->report->metric[metric]),
		(spilled, "B/LUP", "spilled by threads", spilled_B),
		(R, "", "share of it that passes here", share));
}

/* Bytes of an update. */
static double per_update_B(const struct workings *m, double words)
{
	return WORD_B * words * m->lanes / m->lup;
}

double spill_l2_load_B(const struct workings *m)
{
	return m->spill_from_l2 * per_update_B(m, loaded(m));
}

double spill_dram_load_B(const struct workings *m)
{
	return m->spill_from_dram * per_update_B(m, loaded(m));
}

void spill_report(struct workings *m)
{
	double load_B = per_update_B(m, loaded(m));
	double store_B = per_update_B(m, stored(m));
	double sms = fmax(1, fmin(m->dev->sm_count, m->n_block));
	double here = fmin(m->occupancy.blocks_per_sm, ceil(m->n_block / sms));
	double l1 = m->l1_B > 0 ? here * block_B(m) / m->l1_B : INFINITY;
	double l2 = here * sms * block_B(m) / level_B(m);

	if (!(store_B > 0))
		return;
	m->spill_from_l2 = isfinite(l1) ?
		capacity_lost(lost_by_l1(m->dev), l1) :
		1;
	m->spill_from_dram = fmin(m->spill_from_l2,
		capacity_lost(lost_by_l2, l2));
	add(m, METRIC_l2_load_B, "what the threads of an SM hold exceeds L1",
		load_B, m->spill_from_l2);
	add(m, METRIC_l2_store_B, "L1 writes through", store_B, 1);
	add(m, METRIC_dram_load_B, "what all threads that run hold exceeds L2",
		load_B, m->spill_from_dram);
	add(m, METRIC_dram_store_B, "L2 writes back what is stored next to it",
		store_B, capacity_lost(left_l2, l2));
	m->dram_load_B = m->report->metric[METRIC_dram_load_B];
}

void spill_limit(struct workings *m)
{
	const struct device *dev = m->dev;
	double B = fit_value(dev, FIT_batch), n_wait = loaded(m) / B;

	if (!(n_wait > 0))
		return;
	/* threads that wait for what they spilled wait many times, as in loops */
	m->spread = (m->spread * m->waits + n_wait) / (m->waits + n_wait);
	FORMULA_LIMIT(m->report, "spills", "waits for spilled registers",
		"5.12",
		rounds * waits * c * (l1 + a * (l2 - l1) + b * (dram - l2)) /
			clock,
		(rounds, "", "rounds of blocks on an SM", workings_rounds(m)),
		(waits, "", "waits of a warp for what it spilled", n_wait),
		(l1, "cyc", "latency of L1", dev->l1_latency_cyc),
		(l2, "cyc", "latency of L2", fmax(l1, dev->l2_latency_cyc)),
		(dram, "cyc", "latency of DRAM",
			fmax(l2, dev->dram_latency_cyc)),
		(a, "", "share of the waits with a load from L2",
			fmin(1, B * m->spill_from_l2)),
		(b, "", "share of the waits with a load from DRAM",
			fmin(1, B * m->spill_from_dram)),
		(c, "", "latency under load over that of one load",
			fit_value(dev, FIT_fill_latency)),
		(clock, "Hz", "clock", dev->clock_Hz));
}

/* Instructions of straight code from which on compilers have spilled registers
 * where several results use what is loaded: convolutions of 8 outputs on an
 * H200 (CUDA 13.0), and of 14 on an RTX 2080 Ti, a fifth of the launches.
 */
#define SPILLED_FROM 2500

bool spill_is_likely(const struct workings *m)
{
	const struct kernel *kernel = m->kernel;

	return !m->report->registers_given && !(m->launch->spilled_B > 0) &&
		kernel->n_loop == 0 && kernel->chain &&
		kernel->chain[0].uses > 1 &&
		instruction_all(&kernel->work) >= SPILLED_FROM;
}
