/* Time: doc/MODEL.md, chapter 7. */

#include <math.h>
#include <string.h>

#include "engine/model/fit.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "engine/model/incore.h"
#include "engine/model/instruction.h"
#include "engine/model/interval.h"
#include "engine/model/limiter.h"

/* Bandwidth of L2, which loads and stores share.
 *
 *	t = N (V_load + V_store) / (c b)			  (7.3)
 *
 *	b  bandwidth of a kernel that streams	dev->l2_B_per_s
 *	c  what that kernel loses to latency	fit "l2_ceiling"
 */
static void limit_l2(struct workings *m)
{
	const double *v = m->report->metric;
	double c = fit_value(m->dev, FIT_l2_ceiling);
	double t = m->lup * (v[METRIC_l2_load_B] + v[METRIC_l2_store_B]) /
		(c * m->dev->l2_B_per_s);
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "V_load", "B/LUP", "loaded", v[METRIC_l2_load_B] },
		{ "V_store", "B/LUP", "stored", v[METRIC_l2_store_B] },
		{ "bandwidth", "B/s", "bandwidth, as measured",
		  m->dev->l2_B_per_s },
		{ "c", "", "share of latency in that measurement", c },
	};

	report_limit(m->report, "l2", "L2 bandwidth", t);
	report_derive(m->report, "limits.l2", "7.3",
		"n_lup * (V_load + V_store) / (c * bandwidth)", "s", t, NULL,
		REPORT_INPUTS(in));
}

/* Share of a line that requests to DRAM leave out, by what fields load. */
static double broken_lines(const struct workings *m)
{
	double load = 0, broken = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].loads;
		double V = m->report->field[f].dram_load_B;

		if (!(r->lines > 0))
			continue;
		load += V;
		broken += V * fmax(0, 1 - r->sectors * m->dev->l1_sector_B /
			(r->lines * m->dev->l1_line_B));
	}
	return load > 0 ? broken / load : 0;
}

/* Bytes side by side that a block touches. */
static double run_B(const struct workings *m)
{
	double elem_B = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		elem_B = fmax(elem_B, m->kernel->field[f].elem_B);
	return (double) m->launch->block[0] * (double) m->launch->fold[0] *
		elem_B;
}

/* Bandwidth of DRAM.  Pages of DRAM are opened more often where requests
 * are short or in short runs, and the more of them are under way; granules
 * written in part are read, changed and written.
 *
 *	t = N (V_load (1 + g O u + e r) + V_store (1 + e r) + k V_part) /
 *	    (c b)						  (7.10)
 *
 *	u  share of a line that requests leave out	broken_lines()
 *	O  loads of a wave over L2
 *	r  line over run, at most 1			run_B()
 */
static void limit_dram(struct workings *m)
{
	const double *v = m->report->metric;
	const struct device *dev = m->dev;
	double c = fit_value(m->dev, FIT_dram_ceiling);
	double g = fit_value(dev, FIT_dram_broken);
	double e = fit_value(dev, FIT_dram_run);
	double k = fit_value(dev, FIT_dram_partial), u = broken_lines(m);
	double O = v[METRIC_dram_load_B] * m->wave_lup / dev->l2_size_B;
	double r = fmin(1, dev->l1_line_B / run_B(m));
	double t = m->lup * (v[METRIC_dram_load_B] * (1 + g * O * u + e * r) +
		v[METRIC_dram_store_B] * (1 + e * r) +
		k * v[METRIC_dram_store_partial_B]) / (c * dev->dram_B_per_s);
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "V_load", "B/LUP", "loaded", v[METRIC_dram_load_B] },
		{ "V_store", "B/LUP", "stored", v[METRIC_dram_store_B] },
		{ "V_part", "B/LUP", "stored in part",
		  v[METRIC_dram_store_partial_B] },
		{ "u", "", "share of a line that requests leave out", u },
		{ "O", "", "loads of a wave over L2", O },
		{ "r", "", "line over the run of a block", r },
		{ "g", "", "cost of broken lines", g },
		{ "e", "", "cost of short runs", e },
		{ "k", "", "cost of stores in part", k },
		{ "bandwidth", "B/s", "bandwidth, as measured",
		  dev->dram_B_per_s },
		{ "c", "", "share of latency in that measurement", c },
	};

	report_limit(m->report, "dram", "DRAM bandwidth", t);
	report_derive(m->report, "limits.dram", "7.10",
		"n_lup * (V_load * (1 + g * O * u + e * r) + "
		"V_store * (1 + e * r) + k * V_part) / (c * bandwidth)",
		"s", t, NULL, REPORT_INPUTS(in));
}

/* Sectors that store requests fill only in part. */
static double partial_sectors(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].stores;

		n += fmax(0, r->sectors - r->filled);
	}
	return n / m->lup;
}

/* Lines that L2 looks up.  Sectors of which a store fills a part are read,
 * changed and written, unless the rest comes at once: the more stores are
 * under way, the later it comes.
 *
 *	t = N (R + p P O^2 / (O^2 + h^2)) / r			  (7.11)
 *
 *	R  lines that are looked up		(5.7)
 *	P  sectors stored in part		partial_sectors()
 *	p  lookups that one of them takes	fit "l2_partial_lookups"
 *	O  stores of a wave over L2		m->over_stores
 *	h  where half of the rests is late	fit "l2_partial_half"
 *	r  lookups in a second			dev->l2_requests_per_s
 */
static void limit_requests(struct workings *m)
{
	double R = m->report->metric[METRIC_l2_requests];
	double P = partial_sectors(m);
	double p = fit_value(m->dev, FIT_l2_partial_lookups);
	double h = fit_value(m->dev, FIT_l2_partial_half);
	double O = m->over_stores, rate = m->dev->l2_requests_per_s;
	double t = m->lup * (R + p * P * O * O / (O * O + h * h)) / rate;
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "R", "txn/LUP", "lines that L2 looks up", R },
		{ "P", "txn/LUP", "sectors that stores fill in part", P },
		{ "p", "", "lookups more for each of them", p },
		{ "O", "", "stores of a wave over L2", O },
		{ "h", "", "where half of them come too late", h },
		{ "rate", "txn/s", "lines that it can in a second", rate },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, "requests", "L2 requests", t);
	report_derive(m->report, "limits.requests", "7.11",
		"n_lup * (R + p * P * O^2 / (O^2 + h^2)) / rate", "s", t,
		NULL, REPORT_INPUTS(in));
}

/* Pages that the TLB does not hold.
 *
 *	t = N X O^2 / (1 + O^2) / r, O = P / P_TLB		  (7.12)
 */
static void limit_tlb(struct workings *m)
{
	const double *v = m->report->metric;
	double X = v[METRIC_tlb_lookups];
	double O = v[METRIC_tlb_pages] / m->dev->tlb_pages;
	double t = m->lup * X * O * O / (1 + O * O) / m->dev->tlb_per_s;
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "X", "page/LUP", "pages that warps look up", X },
		{ "O", "", "pages of a wave over those that the TLB holds",
		  O },
		{ "rate", "page/s", "pages that it can fetch in a second",
		  m->dev->tlb_per_s },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, "tlb", "TLB misses", t);
	report_derive(m->report, "limits.tlb", "7.12",
		"n_lup * X * O^2 / (1 + O^2) / rate", "s", t, NULL,
		REPORT_INPUTS(in));
}

/* Requests whose lines take as many cycles to be found as their words to be
 * delivered.
 */
static double stalls(const struct workings *m)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		n += m->count[f].loads.stalls + m->count[f].stores.stalls;
	return n / m->lup;
}

/* L1 delivers, and is shared memory as well.
 *
 *	t = N (c_L1 + c_t S + c_shared) / (m f)			  (7.4)
 *
 *	S    requests that wait for tags	stalls()
 *	c_t  cycles of that			fit "l1_stall_cycles"
 */
static void limit_l1(struct workings *m)
{
	const double *v = m->report->metric;
	double shared = (m->shared_loads.cycles + m->shared_stores.cycles) /
		m->lup;
	double c_t = fit_value(m->dev, FIT_l1_stall_cycles), S = stalls(m);
	double t = m->lup * (v[METRIC_l1_wavefronts] + c_t * S + shared) /
		(m->n_sm * m->dev->clock_Hz);
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "cycles", "cyc/LUP", "cycles for loads and stores",
		  v[METRIC_l1_wavefronts] },
		{ "S", "cyc/LUP", "requests that wait for tags", S },
		{ "c_t", "", "cycles that each waits", c_t },
		{ "shared_mem", "cyc/LUP", "cycles of shared memory", shared },
		{ "n_sm", "", "SMs at work", m->n_sm },
		{ "clock", "Hz", "clock", m->dev->clock_Hz },
	};

	report_limit(m->report, "l1", "L1 throughput", t);
	report_derive(m->report, "limits.l1", "7.4",
		"n_lup * (cycles + c_t * S + shared_mem) / (n_sm * clock)",
		"s", t, NULL, REPORT_INPUTS(in));
}

/* Lines that the loads of an update hold, neighbours in a row together, and
 * how many of these come from DRAM.
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

/* L1 serves loads in their order, so that those that hit wait as well, and
 * a line is held until it is served: no more loads are under way than L1 has
 * lines (Little's law).
 *
 *	t = N c (F l_2 + D (l_3 - l_2)) / (n m f)		  (7.13)
 *
 *	F, D  lines that loads hold, from DRAM	held_lines()
 *	l_j   latency of L2 and DRAM		dev->l2_latency_cyc..
 *	c     how much longer under load	fit "fill_latency"
 *	n     lines of L1			m->l1_B / dev->l1_line_B
 */
static void limit_fills(struct workings *m)
{
	const struct device *dev = m->dev;
	double c = fit_value(dev, FIT_fill_latency);
	double n = m->l1_B / dev->l1_line_B, D, F = held_lines(m, &D);
	/* a device that does not say how long DRAM takes has L2's */
	double dram = fmax(dev->l2_latency_cyc, dev->dram_latency_cyc);
	double t = m->lup * c * (F * dev->l2_latency_cyc +
		D * (dram - dev->l2_latency_cyc)) /
		(n * m->n_sm * dev->clock_Hz);
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "F", "txn/LUP", "lines that loads hold", F },
		{ "D", "txn/LUP", "of these: from DRAM", D },
		{ "l2", "cyc", "latency of L2", dev->l2_latency_cyc },
		{ "dram", "cyc", "latency of DRAM", dram },
		{ "c", "", "times longer under load", c },
		{ "n_line", "txn", "lines of L1, one for each", n },
		{ "n_sm", "", "SMs at work", m->n_sm },
		{ "clock", "Hz", "clock", dev->clock_Hz },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, "fills", "lines of L1 under way", t);
	report_derive(m->report, "limits.fills", "7.13",
		"n_lup * c * (F * l2 + D * (dram - l2)) / "
		"(n_line * n_sm * clock)", "s", t, NULL, REPORT_INPUTS(in));
}

/* Trips of a loop whose loads are under way together: compilers unroll
 * loops that often.
 */
#define UNROLLED	4

static bool is_same_condition(const void *user, int i, int j)
{
	const struct kernel *kernel = user;

	return kernel->access[i].is_store == kernel->access[j].is_store &&
		predicate_equal(kernel->access[i].predicate, kernel->access[j].predicate);
}

/* Conditions of loads, each counted once: a warp with lanes on both sides
 * goes through them one after the other.
 */
static int load_conditions(const struct kernel *kernel,
	struct quasi_pool *pool)
{
	int n = 0, n_access = kernel->n_access;
	uint64_t *hash;
	struct grouping g;

	while (n < n_access && kernel->access[n].predicate ==
	       kernel->access[0].predicate)
		++n;
	if (n == n_access)
		return 1;
	hash = quasi_pool_alloc(pool, (size_t) n_access * sizeof(*hash));
	for (int i = 0; hash && i < n_access; ++i)
		hash[i] = grouping_mix(predicate_hash(kernel->access[i].predicate),
			kernel->access[i].is_store);
	if (!hash || !grouping_make(&g, pool, n_access, hash,
			is_same_condition, kernel))
		return 1;
	n = 0;
	for (int i = 0; i < n_access; ++i)
		n += !kernel->access[i].is_store && g.first[i] == i;
	return n;
}

/* Steps in which the loads of a thread wait one after another. */
static double load_phases(const struct kernel *kernel,
	struct quasi_pool *pool)
{
	double phases = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		double trips = 1;
		int loop = kernel->access[i].loop;

		if (kernel->access[i].is_store)
			continue;
		for (; loop >= 0; loop = kernel->loop[loop].parent)
			trips *= (double) kernel->loop[loop].trips;
		phases = fmax(phases, ceil(trips / UNROLLED));
	}
	return phases > 0 ? phases + load_conditions(kernel, pool) - 1 : 0;
}

/* Fetches of "granule_B" that a warp waits for in one phase, at most 1. */
static double waits(const struct workings *m, double load, double granule_B,
	double phases)
{
	double per_warp_B = load * m->lup / (m->warps * phases);

	return fmin(1, per_warp_B / granule_B);
}

/* The share of a thread's instructions that runs in loops, as its accesses
 * do.
 */
static double looped_share(const struct kernel *kernel)
{
	double all = 0, looped = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		double trips = 1;
		int loop = kernel->access[i].loop;

		for (; loop >= 0; loop = kernel->loop[loop].parent)
			trips *= (double) kernel->loop[loop].trips;
		all += trips;
		looped += kernel->access[i].loop >= 0 ? trips : 0;
	}
	return all > 0 ? looped / all : 0;
}

/* Cycles from an instruction to the next: those of a loop are unrolled and
 * at hand, and follow each other as soon as a result is there.
 */
static double cycles_each(const struct workings *m)
{
	double straight = fit_value(m->dev, FIT_inst_cycles);
	double share = looped_share(m->kernel);
	double looped = m->dev->fp32_latency_cyc;

	if (!(looped > 0 && looped < straight))
		return straight;
	return straight * (1 - share) + looped * share;
}

/* Latency: rounds of blocks follow each other, and each lasts as long as
 * one warp has to wait.
 *
 *	t = q (p (l_1 + a (l_2 - l_1) + b (l_3 - l_2)) + s w + d i) / f
 *								  (7.5)
 *
 *	q    rounds of blocks on the fullest SM		rounds
 *	p    loads a warp waits for in turn		phases
 *	l_j  latency of L1, L2 and DRAM			dev->l1_latency_cyc..
 *	a,b  share of them that goes to L2, to DRAM	waits()
 *	w    warps of a block, s cycles to start each	fit "warp_start"
 *	i    instructions of a warp, d cycles each	cycles_each()
 */
static void limit_latency(struct workings *m)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;
	double phases = load_phases(m->kernel, m->pool);
	double p = fmax(1, phases);
	double n = instruction_all(&m->warp_work) / m->warps;
	double rounds = ceil(ceil(m->n_block / dev->sm_count) /
		m->occupancy.blocks_per_sm);
	double a = waits(m, v[METRIC_l2_load_B], dev->l1_sector_B, p);
	double b = waits(m, v[METRIC_dram_load_B], dev->dram_fetch_B, p);
	double warps = ceil((double) launch_threads_per_block(m->launch) /
		dev->warp_size);
	double start = fit_value(m->dev, FIT_warp_start);
	double each = cycles_each(m);
	double t = rounds * (phases * (dev->l1_latency_cyc +
		a * (dev->l2_latency_cyc - dev->l1_latency_cyc) +
		b * (dev->dram_latency_cyc - dev->l2_latency_cyc)) +
		start * warps + each * n) / dev->clock_Hz;
	const struct derivation_input in[] = {
		{ "rounds", "", "rounds of blocks on an SM", rounds },
		{ "phases", "", "loads a warp waits for in turn", phases },
		{ "l1", "cyc", "latency of L1", dev->l1_latency_cyc },
		{ "l2", "cyc", "latency of L2", dev->l2_latency_cyc },
		{ "dram", "cyc", "latency of DRAM", dev->dram_latency_cyc },
		{ "a", "", "share that waits for L2", a },
		{ "b", "", "share that waits for DRAM", b },
		{ "n_warp", "", "warps of a block", warps },
		{ "start", "cyc", "time to start a warp", start },
		{ "instructions", "", "instructions of a warp", n },
		{ "each", "cyc", "time of an instruction", each },
		{ "clock", "Hz", "clock", dev->clock_Hz },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, "latency", "latency", t);
	report_derive(m->report, "limits.latency", "7.5",
		"rounds * (phases * (l1 + a * (l2 - l1) + b * (dram - l2)) + "
		"start * n_warp + each * instructions) / clock", "s", t, NULL, REPORT_INPUTS(in));
}

/*	t = n / r, n blocks, r of which start in a second	  (7.6) */
static void limit_launch(struct workings *m)
{
	double t = m->n_block / m->dev->launch_per_s;
	const struct derivation_input in[] = {
		{ "n_block", "", "blocks of the launch", m->n_block },
		{ "rate", "Hz", "blocks that start in a second",
		  m->dev->launch_per_s },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, "launch", "block launch rate", t);
	report_derive(m->report, "limits.launch", "7.6", "n_block / rate",
		"s", t, NULL, REPORT_INPUTS(in));
}

/* Time that passes before and after, t_0 in (7.7). */
static void limit_overhead(struct workings *m)
{
	double t = m->dev->launch_s;
	const struct derivation_input in[] = {
		{ "overhead", "s", "a launch that does nothing", t },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, "overhead", "launch overhead", t);
	report_derive(m->report, "limits.overhead", "7.7", "overhead", "s", t,
		NULL, REPORT_INPUTS(in));
}

/* Limits that (7.7) names by themselves. */
static bool is_apart(const char *name)
{
	static const char *const apart[] = {
		"dram", "latency", "fills", "launch", "overhead",
	};

	for (size_t i = 0; i < sizeof(apart) / sizeof(apart[0]); ++i)
		if (strcmp(name, apart[i]) == 0)
			return true;
	return false;
}

static double seconds_of(const struct report *r, const char *name)
{
	for (int i = 0; i < r->n_limit; ++i)
		if (strcmp(r->limit[i].name, name) == 0)
			return r->limit[i].seconds;
	return 0;
}

/* What passes L1, and shared memory where it is a part of it. */
static double l1_seconds(const struct workings *m)
{
	const struct roofs *f = &m->report->roofs;
	double shared_B = (m->shared_loads.cycles + m->shared_stores.cycles) *
		f->shared_txn_B, l1_B = 0;

	for (int i = 0; i < m->kernel->n_field; ++i)
		l1_B += m->count[i].loads.sectors * f->sector_B +
			m->count[i].stores.sectors * f->store_B;
	if (isnan(shared_B))
		shared_B = 0;
	return f->shared_is_l1 ? (l1_B + shared_B) / f->l1_B_per_s :
		fmax(l1_B / f->l1_B_per_s, shared_B / f->shared_B_per_s);
}

/* No kernel moves more than those that bandwidths were measured with. */
static double least_s(const struct workings *m)
{
	const double *v = m->report->metric;
	double t = m->lup * fmax((v[METRIC_dram_load_B] +
		v[METRIC_dram_store_B]) / m->dev->dram_B_per_s,
		(v[METRIC_l2_load_B] + v[METRIC_l2_store_B]) /
		m->dev->l2_B_per_s);

	return fmax(t, l1_seconds(m));
}

/* The time of the launch.  Parts of the device work side by side, so that
 * the longest limit counts; DRAM is not hidden fully.  Waiting is hidden as
 * far as there are warps: N customers go round between a wait of t_w and a
 * server that is busy for t_b (Schweitzer's mean value analysis).  Where
 * blocks start too slowly nobody waits for anything else.
 *
 *	t_b = (max t_i^4 + t_dram^4)^(1/4),  t_w = max(t_latency, t_fills)
 *	T = t_0 + max(t_least, t_launch,
 *	    (t_b + t_w + sqrt((t_b - t_w)^2 + 4 t_b t_w / N)) / 2) (7.7)
 *	N = 1 + c w, w warps on an SM		fit "overlap"
 */
static void report_time(struct workings *m)
{
	struct report *r = m->report;
	double dram = seconds_of(r, "dram"), core = 0, busy;
	double wait = fmax(seconds_of(r, "latency"), seconds_of(r, "fills"));
	double overhead = seconds_of(r, "overhead");
	double least = fmax(least_s(m), seconds_of(r, "launch"));
	double warps = m->occupancy.warps_per_sm;
	double N = 1 + fit_value(m->dev, FIT_overlap) * warps;
	const char *longest = "none";

	for (int i = 0; i < r->n_limit; ++i)
		if (!is_apart(r->limit[i].name) &&
		    r->limit[i].seconds > core) {
			core = r->limit[i].seconds;
			longest = r->limit[i].name;
		}
	busy = sqrt(sqrt(pow(core, 4) + pow(dram, 4)));
	r->time_s = overhead + fmax(least, (busy + wait +
		sqrt(pow(busy - wait, 2) + 4 * busy * wait / N)) / 2);
	{
		const struct derivation_input in[] = {
			{ "t_dram", "s", "DRAM bandwidth", dram },
			{ "t_core", "s", report_text(r, "longest of the other "
			  "limits: %s", longest), core },
			{ "t_busy", "s", "both, the longer counts most: "
			  "sqrt(sqrt(t_dram^4 + t_core^4))", busy },
			{ "t_wait", "s", "the longer of latency and fills",
			  wait },
			{ "t_overhead", "s", "launch overhead", overhead },
			{ "N", "", "how far warps hide waiting", N },
			{ "t_least", "s", "at the bandwidths as measured, "
			  "and until all blocks have started", least },
		};

		report_derive(r, "time", "7.7", "t_overhead + max(t_least, "
			"(t_busy + t_wait + sqrt((t_busy - t_wait)^2 + "
			"4 * t_busy * t_wait / N)) / 2)", "s", r->time_s,
			"the longest limit counts most, and waiting as far "
			"as there are too few warps to hide it",
			REPORT_INPUTS(in));
	}
}

static void report_performance(struct workings *m)
{
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "time", "s", "time of the launch", m->report->time_s },
	};

	report_derive(m->report, "performance", "7.8", "n_lup / time",
		"LUP/s", m->report->lup_per_s, NULL, REPORT_INPUTS(in));
}

/* SMs at work on average until the last one is done.
 *
 *	m = n / ceil(n / M), n blocks, M SMs			  (2.6)
 */
static double busy_sms(const struct workings *m)
{
	return m->n_block / ceil(m->n_block / m->dev->sm_count);
}

void limiter_report(struct workings *m)
{
	m->n_sm = busy_sms(m);
	limit_dram(m);
	limit_l2(m);
	limit_requests(m);
	limit_l1(m);
	limit_fills(m);
	limit_tlb(m);
	incore_limits(m);
	limit_latency(m);
	limit_launch(m);
	limit_overhead(m);
	report_time(m);
	report_rates(m->report, m->kernel, m->dev);
	interval_report(m);
	report_performance(m);
}
