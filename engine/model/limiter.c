/* The limits of a launch (doc/MODEL.md, chapter 7).  Each limit is the time that
 * one part of the device needs if nothing else is in its way.
 */

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/model/atomics.h"
#include "engine/model/chain.h"
#include "engine/model/dealt.h"
#include "engine/model/fetch.h"
#include "engine/model/incore.h"
#include "engine/model/instruction.h"
#include "engine/model/interval.h"
#include "engine/model/l1.h"
#include "engine/model/limiter.h"
#include "engine/model/limiter_crossing.h"
#include "engine/model/limiter_dram.h"
#include "engine/model/limiter_time.h"
#include "engine/model/meet.h"
#include "engine/model/misses.h"
#include "engine/model/requests.h"
#include "engine/model/shares.h"
#include "engine/model/spill.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* Bandwidth of L2, which loads and stores share; it takes stores slower than
 * it gives loads.
 */
static void limit_l2(struct workings *m)
{
	const double *v = m->report->metric;

	FORMULA_LIMIT(m->report, "l2", "L2 bandwidth", "7.3",
		n_lup *
			max(V_load + V_store - V_joined,
				q * (V_store - V_joined + e * V_part)) /
			(c * bandwidth),
		(n_lup, "LUP", "updates of the launch", m->lup),
		(V_load, "B/LUP", "loaded", v[METRIC_l2_load_B]),
		(V_store, "B/LUP", "stored", v[METRIC_l2_store_B]),
		(V_joined, "B/LUP", "of these: joined in L1",
			requests_joined_B(m)),
		(V_part, "B/LUP", "of these: sectors filled in part",
			requests_partial_B(m)),
		(e, "", "what such a sector takes longer",
			fit_value(m->dev, FIT_l2_partial_stores)),
		(q, "", "bandwidth over that of stores alone",
			fit_value(m->dev, FIT_l2_stores)),
		(bandwidth, "B/s", "bandwidth, as measured",
			m->dev->l2_B_per_s),
		(c, "", "peak over that measurement, which loses to latency",
			fit_value(m->dev, FIT_l2_ceiling)));
}

/* Bandwidth of the cache on the side of the memory. */
static void limit_l3(struct workings *m)
{
	const double *v = m->report->metric;

	if (!(m->dev->l3_size_B > 0 && m->dev->l3_B_per_s > 0))
		return;
	FORMULA_LIMIT(m->report, "l3", "L3 bandwidth", "7.14",
		n_lup * (V_load + V_store) / bandwidth,
		(n_lup, "LUP", "updates of the launch", m->lup),
		(V_load, "B/LUP", "loaded", v[METRIC_l3_load_B]),
		(V_store, "B/LUP", "stored", v[METRIC_l3_store_B]),
		(bandwidth, "B/s", "bandwidth, as measured",
			m->dev->l3_B_per_s));
}

/* Pages that the TLB does not hold. */
static void limit_tlb(struct workings *m)
{
	const double *v = m->report->metric;

	FORMULA_LIMIT(m->report, "tlb", "TLB misses", "7.12",
		n_lup * X * pow(O, 2) / (1 + pow(O, 2)) / rate,
		(n_lup, "LUP", "updates of the launch", m->lup),
		(X, "page/LUP", "pages that warps look up",
			v[METRIC_tlb_lookups]),
		(O, "", "pages of a wave over those that fit into the TLB",
			v[METRIC_tlb_pages] / m->dev->tlb_pages),
		(rate, "page/s", "TLB misses served in a second",
			m->dev->tlb_per_s));
}

/* Requests whose tag lookups take as many cycles as their data. */
static double stalls(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		n += m->count[f].loads.stalls + m->count[f].stores.stalls;
	return n / m->lup;
}

/* Loads that L1 serves in one cycle each: in loops they come so fast that it
 * does not keep up.
 */
static double quick_loads(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].loads;

		n += fmin(r->n, fmax(0, 2 * r->n - r->cycles));
	}
	return m->looped * n / m->lup;
}

/* Cycles of L1 for fields, of which the metric has shared memory as well where
 * that is a part of L1.
 */
static double l1_cycles(const struct workings *m)
{
	const double *v = m->report->metric;
	double measured = v[METRIC_l1_wavefronts];
	double shared = m->report->roofs.shared_is_l1 &&
			m->kernel->n_shared_access > 0 ?
		v[METRIC_shared_wavefronts] :
		0;

	return fmax(0,
		(isnan(measured) ? l1_busy(m) / m->lup : measured) - shared);
}

/* Shared memory that is a part of L1 has its banks, and is as wide. */
static double shared_row(const struct workings *m)
{
	return m->report->roofs.shared_is_l1 && m->dev->l1_row_cyc > 0 ?
		m->dev->l1_row_cyc :
		1;
}

/* L1 delivers, and is shared memory as well. */
static void limit_l1(struct workings *m)
{
	FORMULA_LIMIT(m->report, "l1", "L1 throughput", "7.4",
		n_lup * (cycles + c_t * S + c_r * R + row * shared_mem) /
			(n_sm * clock),
		(n_lup, "LUP", "updates of the launch", m->lup),
		(cycles, "cyc/LUP", "cycles for loads and stores",
			l1_cycles(m)),
		(S, "cyc/LUP", "requests that tag lookups slow down",
			stalls(m)),
		(c_t, "", "extra cycles of each",
			fit_value(m->dev, FIT_l1_stall_cycles)),
		(R, "cyc/LUP", "loads in loops that take one cycle",
			quick_loads(m)),
		(c_r, "", "extra cycles of each",
			fit_value(m->dev, FIT_l1_quick_cycles)),
		(shared_mem, "cyc/LUP", "cycles of shared memory",
			(m->shared_loads.cycles + m->shared_stores.cycles) /
				m->lup),
		(row, "", "cycles of the banks for each of them",
			shared_row(m)),
		(n_sm, "", "busy SMs, on average", m->n_sm),
		(clock, "Hz", "clock", m->dev->clock_Hz));
}

/* Lines that the loads of an update occupy in L1, loads of neighbouring cells
 * merged, and how many of these come from DRAM.
 */
static double held_lines(const struct workings *m, double *from_dram)
{
	double held = 0, dram = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].loads;

		if (!(r->sectors > 0))
			continue;
		held += r->near * r->lines / (r->sectors * m->lup);
		dram += m->report->field[f].dram_load_B * r->lines /
			(r->sectors * m->dev->l1_sector_B);
	}
	*from_dram = fmin(dram, held);
	return held;
}

/* Loads that miss leave L1 in order, and those that find their line on its way
 * with them, so that lines are held longer: the lines of L1 bound the loads in
 * flight (Little's law).  A device without a latency of DRAM has that of L2.
 */
static void limit_fills(struct workings *m)
{
	const struct device *dev = m->dev;
	double from_dram, held = held_lines(m, &from_dram);

	FORMULA_LIMIT(m->report, "fills", "outstanding L1 misses", "7.13",
		n_lup * c * (F * l2 + D * (dram - l2)) /
			(n_line * n_sm * clock),
		(n_lup, "LUP", "updates of the launch", m->lup),
		(F, "txn/LUP", "lines that loads occupy in L1", held),
		(D, "txn/LUP", "of these: from DRAM", from_dram),
		(l2, "cyc", "latency of L2", dev->l2_latency_cyc),
		(dram, "cyc", "latency of DRAM",
			fmax(dev->l2_latency_cyc, dev->dram_latency_cyc)),
		(c, "", "latency under load over that of one load",
			fit_value(dev, FIT_fill_latency)),
		(n_line, "txn", "lines of L1, one for each outstanding miss",
			m->l1_B / dev->l1_line_B),
		(n_sm, "", "busy SMs, on average", m->n_sm),
		(clock, "Hz", "clock", dev->clock_Hz));
}

/* All loads of the launch. */
static struct requests all_loads(const struct workings *m)
{
	struct requests sum = { 0 };

	for (int f = 0; f < m->kernel->n_field; ++f) {
		sum.n += m->count[f].loads.n;
		sum.sectors += m->count[f].loads.sectors;
		sum.lines += m->count[f].loads.lines;
		sum.cycles += m->count[f].loads.cycles;
	}
	return sum;
}

/* Bytes that a warp would load if each of its waits missed, or 0. */
static double missing_B(const struct workings *m, double load, double misses)
{
	return misses > 0 ? load * m->lup / (m->warps * misses) : 0;
}

/* Bytes of the lines that a warp would load in all its waits if each had one:
 * see report_queue().
 */
static double queue_B(const struct workings *m, double phases)
{
	struct requests loads = all_loads(m);

	return fmax(1, phases) *
		(loads.lines > 0 ? m->dev->l1_sector_B * loads.sectors /
					loads.lines :
				   m->dev->l1_line_B);
}

/* Latency of a hit: that of the first words, and a cycle for each further
 * wavefront of the request.
 */
static double hit_cycles(const struct workings *m)
{
	struct requests loads = all_loads(m);

	return m->dev->l1_latency_cyc +
		(loads.n > 0 ? fmax(0, loads.cycles / loads.n - 1) : 0);
}

/* True if a matrix product has one barrier a trip, which takes two buffers:
 * the loads of a trip run beside the product of the trip before.
 */
static bool is_pipelined(const struct workings *m)
{
	double barriers = 0;

	for (int i = 0; i < m->kernel->n_part; ++i)
		if (m->kernel->part[i].loop >= 0)
			barriers = fmax(barriers,
				m->kernel->part[i].work.barrier);
	return m->kernel->n_product > 0 && barriers == 1;
}

static bool are_blocks_customers(const struct workings *m)
{
	return m->warp_work.barrier > 0 && !is_pipelined(m);
}

/* Who takes turns at loads, shared memory and matrix units.  With two barriers
 * a trip a block does one after the other, and other blocks fill the gaps;
 * else its warps go their own ways.
 *
 *	N = n or n w						  (22.5)
 *
 *	n  blocks at work on an SM, w  warps of a block
 */
double limiter_customers(const struct workings *m)
{
	double blocks = fmin(m->occupancy.blocks_per_sm,
		ceil(m->n_block / m->dev->sm_count));

	return are_blocks_customers(m) ? blocks :
					 blocks * m->occupancy.warps_per_block;
}

static void find_turns(struct workings *m)
{
	double busy = report_limit_s(m->report, "l1") * m->n_sm *
		m->dev->clock_Hz;

	m->report->turns.factors = busy > 0 ?
		fmin(1, shared_row(m) * m->factor_cycles / busy) :
		0;
	m->report->turns.warps = are_blocks_customers(m) ?
		m->occupancy.warps_per_block :
		1;
}

/* A block makes room when its last warp ends.  Warps that wait for batches, in
 * layers of their own, end at different times, and so do those that enter loops
 * by chance (20.24).
 *
 *	1 + z (1 - 1 / b_z)					  (20.21)
 */
static double ends_apart(const struct workings *m,
	const struct warp_chain *chain)
{
	double z = fit_value(m->dev, FIT_layers_apart);

	return chain->held *
		(chain->batches ? 1 + z * (1 - 1. / m->launch->block[2]) : 1);
}

/* A formula of the latency with its inputs.  What waits for DRAM waits for L2
 * as well.
 */
#define LATENCY(equation, formula)                                             \
	FORMULA_LIMIT(m->report, "latency", "latency", equation, formula,      \
		(rounds, "", "rounds of blocks on an SM", workings_rounds(m)), \
		(phases, "", "dependent loads that a warp waits for",          \
			chain->waits),                                         \
		(l1, "cyc", "latency of L1, for all wavefronts",               \
			hit_cycles(m)),                                        \
		(l2, "cyc", "latency of L2", fmax(l1, dev->l2_latency_cyc)),   \
		(dram, "cyc", "latency of DRAM",                               \
			fmax(l2, dev->dram_latency_cyc)),                      \
		(a, "", "share of them that waits for L2",                     \
			report_missing(chain->batches,                         \
				fmax(l2_misses, dram_misses))),                \
		(b, "", "share of them that waits for DRAM",                   \
			report_missing(chain->batches, dram_misses)),          \
		(q, "", "the last of several lines over the first",            \
			report_queue(m->report->queue, m->report->queue_B,     \
				v[METRIC_dram_load_B] * m->lup / m->warps,     \
				b)),                                           \
		(ends, "", "warps of a block end apart",                       \
			ends_apart(m, chain)),                                 \
		(n_warp, "", "warps of a block",                               \
			ceil((double) launch_threads_per_block(m->launch) /    \
				dev->warp_size)),                              \
		(start, "cyc", "time to start a warp",                         \
			fit_value(dev, FIT_warp_start)),                       \
		(sync, "cyc", "time at barriers", chain->sync),                \
		(instructions, "", "instructions of a warp",                   \
			(instruction_all(&m->warp_work) -                      \
				m->warp_work.matrix) /                         \
				m->warps),                                     \
		(each, "cyc", "time of an instruction", chain->each),          \
		(clock, "Hz", "clock", dev->clock_Hz))

/* Where one block fills an SM, nothing runs beside its first loads, and the
 * parts of the SM are idle from one block to the next.
 */
static void limit_gaps(struct workings *m, double waits, double l2_share,
	double dram_share)
{
	const struct device *dev = m->dev;

	if (m->occupancy.blocks_per_sm > 1 || !(workings_rounds(m) > 1))
		return;
	FORMULA_LIMIT(m->report, "gaps", "first loads of lone blocks", "7.26",
		max(0, rounds - 1) * max(0, 2 - n) * min(1, phases) *
			(l1 + a * (l2 - l1) + b * (dram - l2)) / clock,
		(rounds, "", "rounds of blocks on an SM", workings_rounds(m)),
		(n, "", "blocks on an SM", m->occupancy.blocks_per_sm),
		(phases, "", "dependent loads that a warp waits for", waits),
		(l1, "cyc", "latency of L1, for all wavefronts", hit_cycles(m)),
		(l2, "cyc", "latency of L2", fmax(l1, dev->l2_latency_cyc)),
		(dram, "cyc", "latency of DRAM",
			fmax(l2, dev->dram_latency_cyc)),
		(a, "", "share of them that waits for L2", l2_share),
		(b, "", "share of them that waits for DRAM", dram_share),
		(clock, "Hz", "clock", dev->clock_Hz));
}

/* Latency: rounds of blocks follow each other, and each lasts as long as one
 * warp has to wait.
 */
static void limit_latency(struct workings *m, const struct warp_chain *chain)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;

	double l2_misses = misses_find(m, chain, WARP_MEAN,
		offsetof(struct field_volume, l2_load_B), v[METRIC_l2_load_B],
		dev->l1_sector_B);
	double dram_misses = misses_find(m, chain, WARP_MEAN,
		offsetof(struct field_volume, dram_load_B),
		v[METRIC_dram_load_B], dev->dram_fetch_B);

	m->report->l2_missing_B = missing_B(m, v[METRIC_l2_load_B], l2_misses);
	m->report->dram_missing_B = missing_B(m, v[METRIC_dram_load_B],
		dram_misses);
	m->report->batches = chain->batches;
	m->report->queue = fit_value(dev, FIT_queue);
	m->report->queue_B = queue_B(m, chain->waits);
	limit_gaps(m, chain->waits,
		report_missing(chain->batches, fmax(l2_misses, dram_misses)),
		report_missing(chain->batches, dram_misses));
	if (is_pipelined(m))
		LATENCY("22.6",
			rounds * ends *
				(max(phases *
						 (l1 + a * (l2 - l1) +
							 b * q * (dram - l2)),
					 each * instructions) +
					sync + start * n_warp) /
				clock);
	else
		LATENCY("7.5",
			rounds * ends *
				(phases *
						(l1 + a * (l2 - l1) +
							b * q * (dram - l2)) +
					sync + start * n_warp +
					each * instructions) /
				clock);
}

/* The longest warp, where loops are entered by chance, or end earlier in some
 * threads than in others: no launch ends before it.  Where chance decides, one
 * of its lanes is left: what it loads at a time is rarely all in L1, but DRAM
 * keeps it waiting for its own misses only.  Of n rows as long as the longest,
 * anywhere in a matrix, the last one starts when
 *
 *	n / (n + 1)						 (20.33)
 *
 * of the others have.
 */
static void limit_longest(struct workings *m, const struct warp_chain *chain)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;
	struct warp_chain longest = *chain;

	if (!(chain->longest > 1.01 * chain->waits))
		return;
	if (m->kernel->n_product == 0)
		m->report->began = chain->longest_rows /
			(1 + chain->longest_rows);
	longest.part = chain->longest_part;
	longest.load = chain->longest_load;
	longest.waits = chain->longest;
	FORMULA_LIMIT(m->report, "longest", "the longest warp", "20.10",
		(waits * (l1 + a * (l2 - l1) + b * (dram - l2)) + cycles) /
			clock,
		(waits, "", "dependent loads that it waits for",
			chain->longest),
		(l1, "cyc", "latency of L1, for all wavefronts", hit_cycles(m)),
		(l2, "cyc", "latency of L2", fmax(l1, dev->l2_latency_cyc)),
		(dram, "cyc", "latency of DRAM",
			fmax(l2, dev->dram_latency_cyc)),
		(a, "", "share of them that waits for L2",
			fmin(1,
				misses_find(m, &longest, WARP_LONGEST,
					offsetof(struct field_volume,
						l2_load_B),
					v[METRIC_l2_load_B],
					dev->l1_sector_B))),
		(b, "", "share of them that waits for DRAM",
			fmin(1,
				misses_find(m, &longest, WARP_LONGEST,
					offsetof(struct field_volume,
						dram_load_B),
					v[METRIC_dram_load_B],
					dev->dram_fetch_B) /
					chain->longest_lanes)),
		(cycles, "cyc", "its instructions", chain->longest_cycles),
		(clock, "Hz", "clock", dev->clock_Hz));
}

static bool has_draws(const struct kernel *kernel)
{
	for (int i = 0; i < kernel->n_access; ++i)
		if (kernel->access[i].draw.kind)
			return true;
	return false;
}

/* The warp in front, where the blocks of an SM go through the same data in one
 * wave: it waits for what the others find in L1 then.  They hide none of it from
 * each other, as they follow it.
 *
 *	t_f = (p (l_1 + a (l_2 - l_1) + b (l_3 - l_2)) + d i + s) / f  (20.34)
 *
 * What data draw comes in another order to each warp, and has no front.
 */
static void limit_front(struct workings *m, const struct warp_chain *chain)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;
	double l1_cyc = hit_cycles(m), from_l2, from_dram, cycles, waits;
	double l2_cyc = fmax(l1_cyc, dev->l2_latency_cyc);
	double dram_cyc = fmax(l2_cyc, dev->dram_latency_cyc);

	if (!(m->sum.l2_shared > 0) || !misses_in_one_wave(m) ||
		m->kernel->n_product > 0 || chain->batches ||
		has_draws(m->kernel))
		return;
	from_dram = fmin(1,
		misses_find(m, chain, WARP_IN_FRONT,
			offsetof(struct field_volume, dram_load_B),
			v[METRIC_dram_load_B], dev->dram_fetch_B));
	from_l2 = fmin(1,
		misses_find(m, chain, WARP_IN_FRONT,
			offsetof(struct field_volume, l2_load_B),
			v[METRIC_l2_load_B], dev->l1_sector_B));
	from_l2 = fmax(from_l2, from_dram);
	cycles = chain->sync +
		chain->each *
			(instruction_all(&m->warp_work) - m->warp_work.matrix) /
			m->warps;
	waits = chain->waits *
		(l1_cyc + from_l2 * (l2_cyc - l1_cyc) +
			from_dram * (dram_cyc - l2_cyc));
	if (waits + cycles <
		report_limit_s(m->report, "latency") * dev->clock_Hz)
		return;
	FORMULA_LIMIT(m->report, "front", "the warp in front", "20.34",
		(phases * (l1 + a * (l2 - l1) + b * (dram - l2)) + issued) /
			clock,
		(phases, "", "dependent loads that it waits for", chain->waits),
		(l1, "cyc", "latency of L1, for all wavefronts", l1_cyc),
		(l2, "cyc", "latency of L2", l2_cyc),
		(dram, "cyc", "latency of DRAM", dram_cyc),
		(a, "", "share of them that waits for L2", from_l2),
		(b, "", "share of them that waits for DRAM", from_dram),
		(issued, "cyc", "its instructions and barriers", cycles),
		(clock, "Hz", "clock", dev->clock_Hz));
}

static void limit_launch(struct workings *m)
{
	FORMULA_LIMIT(m->report, "launch", "block launch rate", "7.6",
		n_block / rate,
		(n_block, "", "blocks of the launch", m->n_block),
		(rate, "Hz", "blocks that start in a second",
			m->dev->launch_per_s));
}

/* Time that passes before and after, t_0 in (7.7). */
static void limit_overhead(struct workings *m, const struct warp_chain *chain)
{
	FORMULA_LIMIT(m->report, "overhead", "launch overhead", "7.7",
		overhead + fetch,
		(overhead, "s", "time of an empty launch", m->dev->launch_s),
		(fetch, "s", "time until its code runs",
			chain->code * fit_value(m->dev, FIT_code_cycles) /
				m->dev->clock_Hz));
}

/* Profilers see the kernel from the start of its first block to the end of its
 * last; events see the launch as well.
 */
static void report_kernel(struct workings *m)
{
	struct report *r = m->report;

	FORMULA(r, r->kernel_s, "kernel_time", "s", "7.16", NULL,
		max(time - (1 - i) * overhead, i * overhead),
		(time, "s", "time between two events around the launch",
			r->time_s),
		(overhead, "s", "time of an empty launch", m->dev->launch_s),
		(i, "", "share of it that a profile of an empty kernel has",
			fit_value(m->dev, FIT_launch_inside)));
}

static void report_performance(struct workings *m)
{
	struct report *r = m->report;

	FORMULA(r, r->lup_per_s, "performance", "LUP/s", "7.8", NULL,
		n_lup / time, (n_lup, "LUP", "updates of the launch", m->lup),
		(time, "s", "time of the launch", r->time_s));
}

/* What the busiest SM has to do, over the mean of all, where the blocks of a
 * launch have more and more to do: with r blocks on an SM,
 *
 *	I = 1 + (i_most / i_mean - 1) / max(1, r)		  (20.15)
 */
static double imbalance(const struct workings *m, const struct warp_chain *c)
{
	double each = c->mean_cycles > 0 ? c->longest_cycles / c->mean_cycles :
					   1;

	return 1 + fmax(0, each - 1) / fmax(1, m->n_block / m->dev->sm_count);
}

void limiter_report(struct workings *m)
{
	struct warp_chain chain;

	m->n_sm = dealt_sms(m);
	chain_find(m, &chain);
	if (m->rises)
		m->n_sm /= imbalance(m, &chain);
	m->waits = chain.waits;
	m->looped = chain.looped;
	m->spread = chain.spread;
	m->met = chain.met;
	m->crowded = chain.mean_cycles > 0 ? chain.crowded / chain.mean_cycles :
					     0;
	limiter_dram(m);
	limit_l2(m);
	limiter_crossing(m);
	limit_l3(m);
	requests_limits(m);
	atomics_limit(m);
	limit_l1(m);
	find_turns(m);
	limit_fills(m);
	limit_tlb(m);
	incore_limits(m);
	limit_latency(m, &chain);
	limit_longest(m, &chain);
	limit_front(m, &chain);
	spill_limit(m);
	fetch_limits(m, workings_rounds(m));
	limit_launch(m);
	limit_overhead(m, &chain);
	limiter_time_report(m);
	limiter_settle(m->report);
	report_kernel(m);
	l1_report_wavefronts(m);
	m->report->joined_B = requests_joined_B(m);
	meet_report(m);
	report_rates(m->report, m->kernel, m->dev);
	interval_report(m);
	report_performance(m);
}
