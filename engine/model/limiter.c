/* The limits of a launch and its time (doc/MODEL.md, chapter 7).  Each limit is
 * the time that one part of the device needs if nothing else is in its way.
 */

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/model/atomics.h"
#include "engine/model/chain.h"
#include "engine/model/dealt.h"
#include "engine/model/fetch.h"
#include "engine/model/fit.h"
#include "engine/model/incore.h"
#include "engine/model/instruction.h"
#include "engine/model/interval.h"
#include "engine/model/l1.h"
#include "engine/model/limiter.h"
#include "engine/model/limiter_dram.h"
#include "engine/model/requests.h"
#include "engine/model/shares.h"
#include "engine/model/spill.h"
#include "engine/report/formula.h"

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

/* L1 serves loads in order, so that a hit waits as well, and a load holds its
 * line until it is served: the lines of L1 bound the loads in flight
 * (Little's law).  A device without a latency of DRAM has that of L2.
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

/* Blocks that wait for a fetch together.  Of one wave the block in front stays
 * in front, and the others, which find in L2 what it has loaded, catch up with
 * it.  Where blocks start as others end, each comes to the front in its turn,
 * and only those wait together that load the same in a trip.
 */
static double blocks_in_step(const struct workings *m, int f)
{
	return m->n_block > m->occupancy.blocks_per_sm * m->dev->sm_count ?
		shares_of_trip(m, f) :
		shares_of_wave(m, f);
}

/* What warps wait for of what field f loads from DRAM, B/LUP: warps that load
 * the same in a loop go in step, and all of them wait for the one fetch.
 *
 *	min(k u D, u V)						 (20.19)
 *
 *	D, V  loaded from DRAM, from L2
 *	k     blocks of a wave in step		blocks_in_step()
 *	u     warps of a block			shares_of_block()
 */
static double awaited_B(const struct workings *m, int f)
{
	const struct field_volume *v = &m->report->field[f];
	double warps = shares_of_block(m, f);

	return warps > 0 ? fmax(v->dram_load_B,
				   fmin(warps * v->l2_load_B,
					   blocks_in_step(m, f) * warps *
						   v->dram_load_B)) :
			   v->dram_load_B;
}

/* Misses that a warp waits for at a time, on average, if fields load "load"
 * bytes an update each from below L1, fetched in granules.
 *
 *	M = sum_f A_f m_f / p					  (20.5)
 *
 *	A_f  chain->apart
 *	m_f  share of what loads of field f request that misses
 *	p    chain->waits
 */
static double misses(const struct workings *m, const struct warp_chain *chain,
	size_t member, double total, double granule_B)
{
	bool is_dram = member == offsetof(struct field_volume, dram_load_B);
	double n = 0, sum = 0;

	for (int f = 0; chain->apart && f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].loads;
		const char *field = (const char *) &m->report->field[f];
		double load = *(const double *) (field + member);
		double line_B = m->dev->l1_sector_B *
			(r->lines > 0 ? r->sectors / r->lines : 1);

		sum += load;
		if (r->sectors > 0)
			n += chain->apart[f] *
				(is_dram ? awaited_B(m, f) : load) * m->lup /
				(r->sectors * m->dev->l1_sector_B) *
				fmin(1, line_B / granule_B);
	}
	/* "total" may have been measured */
	return chain->waits > 0 && sum > 0 ? n * total / (sum * chain->waits) :
					     0;
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
static double product_customers(const struct workings *m)
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

/* Latency: rounds of blocks follow each other, and each lasts as long as one
 * warp has to wait.
 */
static void limit_latency(struct workings *m, const struct warp_chain *chain)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;

	double l2_misses = misses(m, chain,
		offsetof(struct field_volume, l2_load_B), v[METRIC_l2_load_B],
		dev->l1_sector_B);
	double dram_misses = misses(m, chain,
		offsetof(struct field_volume, dram_load_B),
		v[METRIC_dram_load_B], dev->dram_fetch_B);

	m->report->l2_missing_B = missing_B(m, v[METRIC_l2_load_B], l2_misses);
	m->report->dram_missing_B = missing_B(m, v[METRIC_dram_load_B],
		dram_misses);
	m->report->batches = chain->batches;
	m->report->queue = fit_value(dev, FIT_queue);
	m->report->queue_B = queue_B(m, chain->waits);
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
 * keeps it waiting for its own misses only.
 */
static void limit_longest(struct workings *m, const struct warp_chain *chain)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;

	if (!(chain->longest > 1.01 * chain->waits))
		return;
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
				misses(m, chain,
					offsetof(struct field_volume,
						l2_load_B),
					v[METRIC_l2_load_B],
					dev->l1_sector_B))),
		(b, "", "share of them that waits for DRAM",
			fmin(1,
				misses(m, chain,
					offsetof(struct field_volume,
						dram_load_B),
					v[METRIC_dram_load_B],
					dev->dram_fetch_B) /
					chain->longest_lanes)),
		(cycles, "cyc", "its instructions", chain->longest_cycles),
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

/* Limits that (7.7) names by themselves. */
static bool is_apart(const char *name)
{
	static const char *const apart[] = {
		"dram",
		"latency",
		"longest",
		"spills",
		"code",
		"fills",
		"launch",
		"overhead",
	};

	for (size_t i = 0; i < sizeof(apart) / sizeof(apart[0]); ++i)
		if (strcmp(name, apart[i]) == 0)
			return true;
	return false;
}

/* The limits, some of them stretched: what if they take longer? */
struct stretch {
	const struct limiter_factor *of;
	int n;
};

static const struct stretch as_it_is = { NULL, 0 };

static double stretched(struct stretch s, const char *name, double seconds)
{
	for (int i = 0; i < s.n; ++i)
		if (strcmp(s.of[i].limit, name) == 0)
			seconds *= s.of[i].factor;
	return seconds;
}

static double seconds_of(const struct report *r, const char *name,
	struct stretch s)
{
	return stretched(s, name, report_limit_s(r, name));
}

/* What passes L1, and shared memory where it is a part of it. */
static double l1_seconds(const struct workings *m)
{
	const struct roofs *f = &m->report->roofs;
	double shared_B = (m->shared_loads.cycles + m->shared_stores.cycles) *
		f->shared_txn_B,
	       l1_B = 0;

	for (int i = 0; i < m->kernel->n_field; ++i)
		l1_B += m->count[i].loads.sectors * f->sector_B +
			m->count[i].stores.sectors * f->store_B;
	if (isnan(shared_B))
		shared_B = 0;
	return f->shared_is_l1 ?
		(l1_B + shared_B) / f->l1_B_per_s :
		fmax(l1_B / f->l1_B_per_s, shared_B / f->shared_B_per_s);
}

/* No kernel moves more than those that bandwidths were measured with, and none
 * is done before its blocks have started.
 */
static double least_s(const struct workings *m, struct stretch s)
{
	const double *v = m->report->metric;
	double dram_s = m->lup *
		(v[METRIC_dram_load_B] + v[METRIC_dram_store_B]) /
		m->dev->dram_B_per_s;
	double l2_s = m->lup *
		(v[METRIC_l2_load_B] + v[METRIC_l2_store_B] -
			requests_joined_B(m)) /
		m->dev->l2_B_per_s;
	double t = fmax(stretched(s, "dram", dram_s), stretched(s, "l2", l2_s));

	return fmax(fmax(t, stretched(s, "l1", l1_seconds(m))),
		seconds_of(m->report, "launch", s));
}

/* Limits of a part of the device that all SMs share, besides DRAM. */
bool limiter_is_shared(const char *name)
{
	static const char *const shared[] = { "l2", "requests", "in_place",
		"l3", "tlb", "atomics" };

	for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); ++i)
		if (strcmp(name, shared[i]) == 0)
			return true;
	return false;
}

enum core { ALL_CORES, OF_SM, SHARED };

/* The longest limit of those that (7.7) does not name by themselves. */
static struct limit longest_core(const struct workings *m, struct stretch s,
	enum core which)
{
	const struct report *r = m->report;
	struct limit longest = { "none", "", 0 };

	for (int i = 0; i < r->n_limit; ++i) {
		struct limit l = r->limit[i];

		if (is_apart(l.name) ||
			(which != ALL_CORES &&
				limiter_is_shared(l.name) != (which == SHARED)))
			continue;
		if (strcmp(l.name, "in_place") == 0)
			l.seconds = requests_in_place_s(m,
				seconds_of(r, "requests", s),
				seconds_of(r, "dram", s));
		l.seconds = stretched(s, l.name, l.seconds);
		if (l.seconds > longest.seconds)
			longest = l;
	}
	return longest;
}

/* How far the warps of an SM hide latency.  Where warps wait many times, their
 * waits spread over time.
 *
 *	N = 1 + o_1 w (1 - s) + o_2 s				  (20.6)
 */
static double hidden(const struct workings *m)
{
	double s = m->spread;

	if (m->kernel->n_product > 0)
		return product_customers(m);
	return 1 +
		fit_value(m->dev, FIT_overlap) * m->occupancy.warps_per_sm *
		(1 - s) +
		fit_value(m->dev, FIT_loop_overlap) * s;
}

/* What a warp waits for besides the part of the device that is busy longest:
 * loads, what it spilled, code from L2 and, where matrix units and L1 take
 * turns, what report_turns_s() has.
 */
static double wait_s(const struct workings *m, struct stretch s)
{
	const struct report *r = m->report;
	double loads = fmax(fmax(seconds_of(r, "latency", s),
				    seconds_of(r, "fills", s)),
		seconds_of(r, "longest", s));

	return loads + seconds_of(r, "spills", s) + seconds_of(r, "code", s) +
		report_turns_s(&r->turns, seconds_of(r, "l1", s),
			seconds_of(r, "tensor", s)) /
		hidden(m);
}

/* (7.7), for report_time() and limiter_time(). */
#define TIME                                                        \
	t_overhead +                                                \
		max(t_least,                                        \
			(t_busy + t_wait +                          \
				sqrt(pow(t_busy - t_wait, 2) +      \
					4 * t_busy * t_wait / N)) / \
				2)

/* Products: blocks of one SM wait for each other at its own parts, those of all
 * SMs, which drift apart, at what they share.
 */
#define TIME_OF_PRODUCT                                                      \
	t_overhead +                                                         \
		max(t_least,                                                 \
			(t_shared + t_sm +                                   \
				sqrt(pow(t_shared - t_sm, 2) +               \
					4 * t_shared * t_sm / (N * n_sm))) / \
				2)

/* The time of one SM by itself. */
static double sm_s(const struct workings *m, struct stretch s)
{
	double core = longest_core(m, s, OF_SM).seconds, wait = wait_s(m, s);

	return (core + wait +
		       sqrt(pow(core - wait, 2) +
			       4 * core * wait / hidden(m))) /
		2;
}

/* DRAM overlaps less well than the parts of an SM and L2. */
static double together(double dram_s, double core_s)
{
	return sqrt(sqrt(pow(core_s, 4) + pow(dram_s, 4)));
}

double limiter_time(const struct workings *m, const char *limit, double factor)
{
	struct limiter_factor one = { limit, factor };

	return limiter_times(m, &one, 1);
}

double limiter_times(const struct workings *m, const struct limiter_factor *of,
	int n)
{
	const struct report *r = m->report;
	struct stretch s = { of, n };
	double t_dram = seconds_of(r, "dram", s);
	double N = hidden(m), t_least = least_s(m, s);
	double t_overhead = seconds_of(r, "overhead", s);

	if (m->kernel->n_product > 0) {
		double t_shared = together(t_dram,
			longest_core(m, s, SHARED).seconds);
		double t_sm = sm_s(m, s), n_sm = m->n_sm;

		return TIME_OF_PRODUCT;
	} else {
		double t_busy = together(t_dram,
			longest_core(m, s, ALL_CORES).seconds);
		double t_wait = wait_s(m, s);

		return TIME;
	}
}

static void report_time_of_product(struct workings *m)
{
	struct report *r = m->report;
	struct limit shared = longest_core(m, as_it_is, SHARED);
	struct limit of_sm = longest_core(m, as_it_is, OF_SM);

	FORMULA(r, r->time_s, "time", "s", "22.8",
		"blocks of all SMs share DRAM and L2, those of one its own "
		"parts",
		TIME_OF_PRODUCT,
		(t_shared, "s",
			report_text(r, "DRAM and %s together", shared.name),
			together(seconds_of(r, "dram", as_it_is),
				shared.seconds)),
		(t_sm, "s",
			report_text(r,
				"an SM: %s, latency and the shorter of l1 and "
				"tensor",
				of_sm.name),
			sm_s(m, as_it_is)),
		(t_overhead, "s", "launch overhead",
			seconds_of(r, "overhead", as_it_is)),
		(N, "", "blocks of an SM that take turns", hidden(m)),
		(n_sm, "", "SMs at work", m->n_sm),
		(t_least, "s",
			"no launch is faster: measured bandwidths, "
			"start of all blocks",
			least_s(m, as_it_is)));
}

/* The time of the launch.  The parts of a device work side by side, so that
 * the longest limit counts; DRAM is not hidden fully.  Waiting is hidden as
 * far as there are warps: N customers alternate between a wait of t_wait and
 * a server that is busy for t_busy (Schweitzer's mean value analysis).  A
 * launch whose blocks start too slowly waits for nothing else.
 */
static void report_time(struct workings *m)
{
	struct report *r = m->report;
	struct limit core = longest_core(m, as_it_is, ALL_CORES);

	if (m->kernel->n_product > 0) {
		report_time_of_product(m);
		return;
	}
	FORMULA(r, r->time_s, "time", "s", "7.7",
		"the longest limit counts most; latency counts as far as "
		"warps do not hide it",
		TIME,
		(t_dram, "s", "DRAM bandwidth",
			seconds_of(r, "dram", as_it_is)),
		(t_core, "s",
			report_text(r, "longest of the other limits: %s",
				core.name),
			core.seconds),
		(t_busy, "s", "both together: sqrt(sqrt(t_dram^4 + t_core^4))",
			together(seconds_of(r, "dram", as_it_is),
				core.seconds)),
		(t_wait, "s",
			report_limit_s(r, "spills") +
						report_limit_s(r, "code") >
					0 ?
				"the longer of the limits latency and fills, "
				"with spills and code" :
				"the longer of the limits latency and fills",
			wait_s(m, as_it_is)),
		(t_overhead, "s", "launch overhead",
			seconds_of(r, "overhead", as_it_is)),
		(N, "", "how far the warps of an SM hide latency", hidden(m)),
		(t_least, "s",
			"no launch is faster: measured bandwidths, "
			"start of all blocks",
			least_s(m, as_it_is)));
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
	if (m->ends_early)
		m->n_sm /= imbalance(m, &chain);
	m->waits = chain.waits;
	m->looped = chain.looped;
	m->spread = chain.spread;
	limiter_dram(m);
	limit_l2(m);
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
	spill_limit(m);
	fetch_limits(m, workings_rounds(m));
	limit_launch(m);
	limit_overhead(m, &chain);
	report_time(m);
	report_kernel(m);
	l1_report_wavefronts(m);
	m->report->joined_B = requests_joined_B(m);
	report_rates(m->report, m->kernel, m->dev);
	interval_report(m);
	report_performance(m);
}
