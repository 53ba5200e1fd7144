/* Time: doc/MODEL.md, chapter 7. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/incore.h"
#include "engine/limiter.h"

/* A bandwidth that loads and stores share.
 *
 *	t = N (V_load + V_store) / b				  (7.3)
 */
static void limit_of_bandwidth(struct workings *m, const char *name,
	const char *path, const char *what, double load, double store,
	double B_per_s)
{
	double t = m->lup * (load + store) / B_per_s;
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "V_load", "B/LUP", "loaded", load },
		{ "V_store", "B/LUP", "stored", store },
		{ "bandwidth", "B/s", "bandwidth", B_per_s },
	};

	report_limit(m->report, name, what, t);
	report_derive(m->report, path, "7.3",
		"n_lup * (V_load + V_store) / bandwidth", "s", t, NULL,
		REPORT_INPUTS(in));
}

/* L1 delivers, takes in what L2 sends, and is shared memory as well.
 *
 *	t = N (c_L1 + c_shared + V_L2 / r) / (m f)		  (7.4)
 *
 *	r  bytes of a row of banks		dev->l1_bank_B
 */
static void limit_l1(struct workings *m)
{
	const double *v = m->report->metric;
	double shared = m->shared_cycles / m->lup;
	double fill = v[METRIC_l2_load_B] / m->dev->l1_bank_B;
	double t = m->lup * (v[METRIC_l1_wavefronts] + shared + fill) /
		(m->n_sm * m->dev->clock_Hz);
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", m->lup },
		{ "cycles", "cyc/LUP", "cycles for loads and stores",
		  v[METRIC_l1_wavefronts] },
		{ "shared_mem", "cyc/LUP", "cycles of shared memory", shared },
		{ "V_load", "B/LUP", "loaded from L2", v[METRIC_l2_load_B] },
		{ "row", "B", "bytes that L1 takes in a cycle",
		  m->dev->l1_bank_B },
		{ "n_sm", "", "SMs at work", m->n_sm },
		{ "clock", "Hz", "clock", m->dev->clock_Hz },
	};

	report_limit(m->report, "l1", "L1 throughput", t);
	report_derive(m->report, "limits.l1", "7.4",
		"n_lup * (cycles + shared_mem + V_load / row) / "
		"(n_sm * clock)", "s", t, NULL, REPORT_INPUTS(in));
}

/* Trips of a loop whose loads are under way together: compilers unroll
 * loops that often.
 */
#define UNROLLED	4

/* Steps in which the loads of a thread wait one after another. */
static double load_phases(const struct kernel *kernel)
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
	return phases;
}

/* Fetches of "granule_B" that a warp waits for in one phase, at most 1. */
static double waits(const struct workings *m, double load, double granule_B,
	double phases)
{
	double per_warp_B = load * m->lup / (m->warps * phases);

	return fmin(1, per_warp_B / granule_B);
}

/* Latency: rounds of blocks follow each other, and each lasts as long as
 * one warp has to wait.
 *
 *	t = q (p (l_1 + a (l_2 - l_1) + b (l_3 - l_2)) + i) / f	  (7.5)
 *
 *	q    rounds of blocks on the fullest SM		rounds
 *	p    loads a warp waits for in turn		phases
 *	l_j  latency of L1, L2 and DRAM			dev->l1_latency_cyc..
 *	a,b  share of them that goes to L2, to DRAM	waits()
 *	i    instructions of a warp			instructions
 */
static void limit_latency(struct workings *m)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;
	double phases = load_phases(m->kernel);
	double p = fmax(1, phases);
	double n = incore_instructions(m->kernel);
	double rounds = ceil(ceil(m->n_block / dev->sm_count) /
		m->occupancy.blocks_per_sm);
	double a = waits(m, v[METRIC_l2_load_B], dev->l1_sector_B, p);
	double b = waits(m, v[METRIC_dram_load_B], dev->dram_fetch_B, p);
	double t = rounds * (phases * (dev->l1_latency_cyc +
		a * (dev->l2_latency_cyc - dev->l1_latency_cyc) +
		b * (dev->dram_latency_cyc - dev->l2_latency_cyc)) + n) /
		dev->clock_Hz;
	const struct derivation_input in[] = {
		{ "rounds", "", "rounds of blocks on an SM", rounds },
		{ "phases", "", "loads a warp waits for in turn", phases },
		{ "l1", "cyc", "latency of L1", dev->l1_latency_cyc },
		{ "l2", "cyc", "latency of L2", dev->l2_latency_cyc },
		{ "dram", "cyc", "latency of DRAM", dev->dram_latency_cyc },
		{ "a", "", "share that waits for L2", a },
		{ "b", "", "share that waits for DRAM", b },
		{ "instructions", "", "instructions of a thread", n },
		{ "clock", "Hz", "clock", dev->clock_Hz },
	};

	if (!isfinite(t))
		return;
	report_limit(m->report, "latency", "latency", t);
	report_derive(m->report, "limits.latency", "7.5",
		"rounds * (phases * (l1 + a * (l2 - l1) + b * (dram - l2)) + "
		"instructions) / clock", "s", t, NULL, REPORT_INPUTS(in));
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

/* The time of the launch: limits overlap, but not fully, and the overhead
 * does not at all.
 *
 *	T = t_0 + (sum_i t_i^4)^(1/4)				  (7.7)
 */
static void report_time(struct workings *m)
{
	struct report *r = m->report;
	struct derivation_input in[REPORT_LIMITS];
	double sum = 0, overhead = 0;
	char formula[256] = "", outside[32] = "";

	for (int i = 0; i < r->n_limit; ++i) {
		const struct limit *l = &r->limit[i];
		size_t used = strlen(formula);

		in[i] = (struct derivation_input) {
			report_text(r, "t_%s", l->name), "s", l->what,
			l->seconds
		};
		if (strcmp(l->name, "overhead") == 0) {
			overhead = l->seconds;
			strcpy(outside, "t_overhead + ");
			continue;
		}
		sum += pow(l->seconds, 4);
		snprintf(formula + used, sizeof(formula) - used, "%st_%s^4",
			used ? " + " : "", l->name);
	}
	r->time_s = overhead + sqrt(sqrt(sum));
	report_derive(r, "time", "7.7",
		report_text(r, "%ssqrt(sqrt(%s))", outside, formula), "s",
		r->time_s, "the longest limit counts most, and others that "
		"come close count as well", r->n_limit, in);
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
	const double *v = m->report->metric;

	m->n_sm = busy_sms(m);
	limit_of_bandwidth(m, "dram", "limits.dram", "DRAM bandwidth",
		v[METRIC_dram_load_B], v[METRIC_dram_store_B],
		m->dev->dram_B_per_s);
	limit_of_bandwidth(m, "l2", "limits.l2", "L2 bandwidth",
		v[METRIC_l2_load_B], v[METRIC_l2_store_B],
		m->dev->l2_B_per_s);
	limit_l1(m);
	incore_limits(m);
	limit_latency(m);
	limit_launch(m);
	limit_overhead(m);
	report_time(m);
	report_rates(m->report, m->kernel, m->dev);
	report_performance(m);
}
