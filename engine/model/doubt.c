/* Doubts about the time of a launch (doc/MODEL.md, chapter 14): one function for
 * each source, which changes the limits that it may move and sees what the time
 * becomes.
 */

#include <math.h>
#include <string.h>

#include "engine/model/capacity.h"
#include "engine/model/doubt.h"
#include "engine/model/fetch.h"
#include "engine/model/incore.h"
#include "engine/model/instruction.h"
#include "engine/model/interval.h"
#include "engine/model/l1.h"
#include "engine/model/limiter.h"
#include "engine/model/proven.h"
#include "engine/model/requests.h"
#include "engine/model/spill.h"
#include "engine/report/formula.h"
#include "hw/derive.h"
#include "hw/fit.h"

/* The figures that limits rest on, which a device may have derived. */
static const struct {
	const char *limit;
	int field;
} rests[] = {
	{ "dram", DEVICE_dram_B_per_s },
	{ "l2", DEVICE_l2_B_per_s },
	{ "crossing", DEVICE_l2_crossing_B_per_s },
	{ "l3", DEVICE_l3_B_per_s },
	{ "requests", DEVICE_l2_requests_per_s },
	{ "l1", DEVICE_clock_Hz },
	{ "fills", DEVICE_l2_latency_cyc },
	{ "fills", DEVICE_dram_latency_cyc },
	{ "tlb", DEVICE_tlb_pages },
	{ "tlb", DEVICE_tlb_per_s },
	{ "special", DEVICE_sfu_per_cyc },
	{ "tensor", DEVICE_tensor_FLOP_per_s },
	{ "integer", DEVICE_int_per_cyc },
	{ "latency", DEVICE_l2_latency_cyc },
	{ "latency", DEVICE_dram_latency_cyc },
	{ "longest", DEVICE_l2_latency_cyc },
	{ "longest", DEVICE_dram_latency_cyc },
	{ "gaps", DEVICE_l2_latency_cyc },
	{ "gaps", DEVICE_dram_latency_cyc },
	{ "spills", DEVICE_l2_latency_cyc },
	{ "spills", DEVICE_dram_latency_cyc },
	{ "fetch", DEVICE_fetch_cyc },
	{ "code", DEVICE_fetch_far_cyc },
	{ "launch", DEVICE_launch_per_s },
	{ "overhead", DEVICE_launch_s },
};

#define N_REST ((int) (sizeof(rests) / sizeof(rests[0])))

/* Doubts below this change no digit of an interval that is shown. */
#define NOTABLE 0.01

/* One more figure that may be "u" times as large, or as small. */
static bool add_doubt(const struct workings *m, const char *limit, double u,
	struct doubts *d)
{
	double high, low;

	if (!(u > 1))
		return false;
	high = log(limiter_time(m, limit, u) / m->report->time_s);
	low = log(limiter_time(m, limit, 1 / u) / m->report->time_s);
	d->high += high * high;
	d->low += low * low;
	return fmax(high, -low) >= NOTABLE;
}

static void add_name(struct report *r, struct doubts *d, int field)
{
	const char *path = device_fields[field].path;

	d->names = d->names ? report_text(r, "%s, %s", d->names, path) : path;
}

/* A limit that may take "low" to "high" times as long. */
static void add_bounds(const struct workings *m, const char *limit, double low,
	double high, struct doubts *d)
{
	double t = m->report->time_s;

	if (low >= 0 && low < 1)
		d->low += pow(log(limiter_time(m, limit, low) / t), 2);
	if (high > 1 && isfinite(high))
		d->high += pow(log(limiter_time(m, limit, high) / t), 2);
}

/* Volumes of DRAM in a closed form that is not proven are at least what the
 * launch touches beyond L2, and at most what L2 is asked for.
 */
static void add_unproven(const struct workings *m, struct doubts *d)
{
	const double *v = m->report->metric;
	double dram_B = v[METRIC_dram_load_B] + v[METRIC_dram_store_B];
	double l2_B = v[METRIC_l2_load_B] + v[METRIC_l2_store_B];
	double least_B = -fmax(m->dev->l2_size_B, m->dev->l2_total_B);

	for (int f = 0; f < m->kernel->n_field; ++f)
		least_B += m->count[f].launch_B;
	if (dram_B > 0)
		add_bounds(m, "dram", fmax(0, least_B) / (m->lup * dram_B),
			l2_B / dram_B, d);
}

/* Parts of sectors that leave L2 early are stored, and loaded to complete them.
 * Where a sample counts them, when warps store is a guess: half of them may be too
 * many or too few, and in structures, whose pace is not known, all too many.
 */
static void add_early(const struct workings *m, struct doubts *d)
{
	const double *v = m->report->metric;
	double dram_B = v[METRIC_dram_load_B] + v[METRIC_dram_store_B];
	double part = m->sample.pace > 0 ? 1 : 0.5, lost;

	if (dram_B > 0)
		add_bounds(m, "dram", 1, 1 + 2 * proven_early_B(m) / dram_B, d);
	if (!(m->sampled && m->has_dram && dram_B > 0))
		return;
	lost = part * 2 * m->sum.stored_partial / dram_B;
	add_bounds(m, "dram", 1 - lost, 1 + lost, d);
	lost = part * requests_late_share(m);
	add_bounds(m, "requests", 1 - lost, 1 + lost, d);
}

/* Estimated registers may leave room for more or fewer blocks on an SM, which
 * hide more or less latency.
 */
static void add_registers(const struct workings *m, struct doubts *d)
{
	const struct report *r = m->report;
	double blocks = r->occupancy.blocks_per_sm;

	if (!r->registers_given && r->blocks_high > 0)
		add_bounds(m, "latency", blocks / r->blocks_low,
			blocks / r->blocks_high, d);
}

/* The limit latency, over what it is, if each warp waited "wait_cyc" longer. */
static double waited_longer(const struct workings *m, double wait_cyc)
{
	double wait_s = workings_rounds(m) * wait_cyc / m->dev->clock_Hz;

	return 1 + wait_s / fmax(1e-12, report_limit_s(m->report, "latency"));
}

/* The time if L1 missed "u" times as much: L2 has more to deliver, and warps
 * wait for it more often (7.5).
 */
static double time_of_misses(const struct workings *m, double u)
{
	const struct report *r = m->report;
	double load = r->metric[METRIC_l2_load_B];
	double more = 1 +
		(u - 1) * load / (load + r->metric[METRIC_l2_store_B]);
	double a = r->l2_missing_B > 0 ?
		load * m->lup / (m->warps * r->l2_missing_B) :
		0;
	double wait_cyc = fmax(0,
				  m->dev->l2_latency_cyc -
					  m->dev->l1_latency_cyc) *
		(report_missing(r->batches, u * a) -
			report_missing(r->batches, a));
	const struct limiter_factor of[] = {
		{ "l2", more },
		{ "requests", more },
		{ "fills", more },
		{ "latency", waited_longer(m, m->waits * wait_cyc) },
	};

	return limiter_times(m, of, 4);
}

static void add_l1(const struct workings *m, struct doubts *d)
{
	double u = 1 + 1.645 * m->sample.l1_error, t = m->report->time_s;

	if (!m->sampled || !(u > 1) ||
		!(m->report->metric[METRIC_l2_load_B] > 0))
		return;
	d->high += pow(log(time_of_misses(m, u) / t), 2);
	d->low += pow(log(time_of_misses(m, 1 / u) / t), 2);
}

/* Loads of a row whose requests were counted on AMD's boards. */
#define ROW_COUNTED 3

/* Loads of one row: what they request over what they request together. */
static double row_loads(const struct workings *m)
{
	double near = m->sum.l2_near;

	return near > 0 ? m->report->metric[METRIC_l1_load_B] / near : 0;
}

/* The share of the loads from L2 that a longer row may find in L1 after all.  On
 * CDNA all three loads of a row of the MI250X's stencil ask L2, which is why
 * (5.4) loses neighbours there.  Later loads of a long row may find the line.
 */
double doubt_rows(const struct workings *m)
{
	const struct report *r = m->report;
	double row = row_loads(m), load = r->metric[METRIC_l2_load_B];
	double lost = capacity_lost(capacity_of_near(m->dev), m->over_l1) *
		(r->metric[METRIC_l1_load_B] - m->sum.l2_near);

	if (!l1_has_tag_banks(m->dev) || m->sampled || !(row > ROW_COUNTED) ||
		!(load > 0))
		return 0;
	return lost / load * (row - ROW_COUNTED) / (row - 1);
}

static void add_rows(const struct workings *m, struct doubts *d)
{
	double share = fmin(1, doubt_rows(m));

	if (share > 0)
		d->low += pow(log(time_of_misses(m, 1 - share) /
				      m->report->time_s),
			2);
}

/* Quotients of 0 and roots of 0 take a path of their own, which data decide. */
static void add_slow_paths(const struct workings *m, struct doubts *d)
{
	const struct work *w = &m->warp_work;
	double latency_s = report_limit_s(m->report, "latency");
	double slow_s = workings_rounds(m) *
		fit_value(m->dev, FIT_long_inst_cycles) * w->slow_paths /
		m->warps / m->dev->clock_Hz;
	const struct limiter_factor of[] = {
		{ "issue", 1 + w->slow_paths / instruction_all(w) },
		{ "integer", 1 + w->slow_paths / fmax(1e-9, w->integer) },
		{ "latency", 1 + slow_s / fmax(1e-12, latency_s) },
	};

	if (w->slow_paths > 0)
		d->high += pow(log(limiter_times(m, of, 3) / m->report->time_s),
			2);
}

/* On boards that nobody measured, units may not hold up the scheduler as (7.20) and
 * (7.27) say, and kinds of instructions may be issued one after the other instead
 * of side by side, (7.30).
 */
static void add_met(const struct workings *m, struct doubts *d)
{
	if (!requests_are_measured(m->dev))
		add_bounds(m, "issue", 1 - incore_met_share(m), 1, d);
	add_bounds(m, "issue", 1, incore_in_turn(m), d);
}

/* What the events around a launch see besides its blocks, which differs from
 * run to run: 90 % of the 13 launches below 12 us of users_fit.csv; and from one
 * server to the next: an empty launch of one program took 5.79 us on one H200 and
 * 7.74 on another (sixteenth.csv), where launch.overhead is 5.8.
 */
#define OVERHEAD_LEAST 0.8
#define OVERHEAD_MOST  1.33

/* 90 % of the launches in place of in_place.csv lie within this factor. */
#define IN_PLACE_DOUBT 1.23

/* Bytes that one stored in part counts for: the D3Q19 of lbm.sh fits alike with
 * all of these, and the H200's rows with all up to PARTIAL_MOST_MEASURED.
 */
#define PARTIAL_LEAST	      1
#define PARTIAL_MOST	      8
#define PARTIAL_MOST_MEASURED 13

/* k of (7.10) between these ends, the more the larger the share of lines stored
 * in part in the time of DRAM.
 */
static void add_partial(const struct workings *m, struct doubts *d)
{
	double k = fit_value(m->dev, FIT_dram_partial);
	double most = requests_are_measured(m->dev) ? PARTIAL_MOST_MEASURED :
						      PARTIAL_MOST;
	double dram_s = report_limit_s(m->report, "dram");
	double share = k * m->lup *
		m->report->metric[METRIC_dram_store_partial_B] /
		(fit_value(m->dev, FIT_dram_ceiling) * m->dev->dram_B_per_s) /
		dram_s;

	if (dram_s > 0)
		add_bounds(m, "dram", 1 - share * (1 - PARTIAL_LEAST / k),
			1 + share * (most / k - 1), d);
}

/* Where nobody measured it, stores in place may cost nothing more, and stores
 * side by side may all reach L2, behind loops of loads on an H200, too.
 */
static void add_store_parts(const struct workings *m, struct doubts *d)
{
	const struct report *r = m->report;
	const double *v = r->metric;
	double in_place_s = report_limit_s(r, "in_place");
	double stored_B = v[METRIC_l2_store_B], joined_B = requests_joined_B(m);

	add_partial(m, d);
	if (requests_are_measured(m->dev))
		add_doubt(m, "in_place", IN_PLACE_DOUBT, d);
	else if (in_place_s > 0)
		add_bounds(m, "in_place",
			report_limit_s(r, "requests") / in_place_s,
			IN_PLACE_DOUBT, d);
	if (joined_B > 0 && !requests_join_is_proven(m)) {
		add_bounds(m, "l2", 1, stored_B / (stored_B - joined_B), d);
		add_bounds(m, "requests", 1, stored_B / (stored_B - joined_B),
			d);
	}
}

/* How often a loop waits whose ends and strides are arguments: 34 of 38 such
 * loops of fresh.cu and kin.cu wait within this factor of what is predicted.
 */
#define WAITS_DOUBT 2

/* How often a loop of compiled code waits, which the assembler may put into
 * another order.  With this factor 58 of 59 launches of fresh.cu and kin.cu that
 * wait most are in their interval, with 1.2 51, without it 42.
 */
#define CODE_WAITS_DOUBT 1.5

static void add_waits(const struct workings *m, struct doubts *d)
{
	bool varies = false, is_compiled = false;
	double u;

	for (int i = 0; m->kernel->chain && i < m->kernel->n_loop; ++i) {
		varies |= m->kernel->chain[i + 1].of_strides;
		is_compiled |= chain_is_compiled(&m->kernel->chain[i + 1]);
	}
	if (!varies && !is_compiled)
		return;
	u = varies ? WAITS_DOUBT : CODE_WAITS_DOUBT;
	add_doubt(m, "latency", u, d);
	add_doubt(m, "longest", u, d);
}

/* Three kernels of h200/constants.csv whose warps crowd the cache of constants
 * take this much less and more than fit.constant_crowd.  Nobody knows whether
 * those of other boards do.
 */
#define CROWD_SHORTER 5
#define CROWD_LONGER  4.3

static void add_constants(const struct workings *m, struct doubts *d)
{
	static const char *const limit[] = { "latency", "longest" };
	double least = requests_are_measured(m->dev) ? 1. / CROWD_SHORTER : 0;

	for (int i = 0; m->crowded > 0 && i < 2; ++i)
		add_bounds(m, limit[i], 1 - m->crowded * (1 - least),
			1 + m->crowded * (CROWD_LONGER - 1), d);
}

/* Code may be this much longer or shorter than estimated: instructions of 90 %
 * of the 50 launches of h200/convolution.csv without spilled registers.
 */
#define CODE_DOUBT 1.25

/* Of the 15 launches of h200/convolution.csv with spilled registers and
 * read_only = 0: how often a spilled word is loaded at most, over
 * fit.spill_loads, and how much longer their code is than estimated in 90 %.
 */
#define SPILL_RELOADS 1.6
#define SPILL_CODE    1.75

/* How much longer 90 % of the 15 launches of h200/convolution.csv with
 * spill_is_likely() and read_only = 0 take than predicted where neither
 * registers nor spills are said.
 */
#define SPILL_UNKNOWN 8.7

/* The time if the code were "u" times as long, what is spilled were loaded "v"
 * times as often, or both.
 */
static double time_of_code(const struct workings *m, double u, double v)
{
	const struct report *r = m->report;
	double dram_B = r->metric[METRIC_dram_load_B] +
		r->metric[METRIC_dram_store_B];
	double fetch, wait_cyc;

	fetch_if_longer(m, u, &fetch, &wait_cyc);
	const struct limiter_factor of[] = {
		{ "spills", v },
		{ "dram",
			1 +
				(v - 1) * spill_dram_load_B(m) /
					fmax(1e-12, dram_B) },
		{ "fetch", fetch },
		{ "latency", waited_longer(m, wait_cyc) },
	};

	return limiter_times(m, of, 4);
}

/* What is not known of long code and of spilled registers. */
static void add_code(const struct workings *m, struct doubts *d)
{
	double t = m->report->time_s;
	bool spills = m->launch->spilled_B > 0;

	if (spill_is_likely(m))
		d->high += pow(log(SPILL_UNKNOWN), 2);
	if (!spills && !(report_limit_s(m->report, "fetch") > 0))
		return;
	d->high += pow(log(time_of_code(m, spills ? SPILL_CODE : CODE_DOUBT,
				   spills ? SPILL_RELOADS : 1) /
			       t),
		2);
	d->low += pow(log(time_of_code(m, 1 / CODE_DOUBT, 1) / t), 2);
}

/* Loops that end earlier in some threads: 90 % of the first half of
 * triangles.csv.
 */
#define TRIANGLE_LONGER	 2.1
#define TRIANGLE_SHORTER 1.2

/* A launch waits for instructions at its start, (7.25).  The longest start that was
 * measured is that of a stencil with 25 loads, 128 + 4 * 25 instructions; a longer
 * one may take no more time.
 */
#define CODE_MEASURED 228

static void add_start(const struct workings *m, struct doubts *d)
{
	double all_s = report_limit_s(m->report, "overhead");
	double least_s = m->dev->launch_s +
		CODE_MEASURED * fit_value(m->dev, FIT_code_cycles) /
			m->dev->clock_Hz;

	add_bounds(m, "overhead", fmin(1, least_s / all_s), 1, d);
}

struct doubts doubt_find(const struct workings *m, bool is_measured)
{
	struct report *r = m->report;
	struct doubts d = { 0, 0, NULL };
	bool is_named[N_DEVICE_FIELD] = { false };

	add_registers(m, &d);
	for (int i = 0; m->is_sampled && i < 3; ++i) {
		static const char *const limit[3] = { "dram", "l2", "l1" };

		add_doubt(m, limit[i], 1 + 1.645 * m->sample_error, &d);
	}
	for (int i = 0; i < 2; ++i)
		add_doubt(m, i == 0 ? "issue" : "fp", 1 + 1.645 * m->warp_error,
			&d);
	if (m->sampled && m->has_dram)
		add_doubt(m, "dram", 1 + 1.645 * m->sample.error, &d);
	else if (proven_leaves_dram(m) && r->kind != INTERVAL_scattered)
		add_unproven(m, &d);
	add_l1(m, &d);
	add_rows(m, &d);
	add_early(m, &d);
	add_store_parts(m, &d);
	add_slow_paths(m, &d);
	add_met(m, &d);
	add_waits(m, &d);
	add_constants(m, &d);
	add_code(m, &d);
	add_bounds(m, "overhead", OVERHEAD_LEAST, OVERHEAD_MOST, &d);
	add_start(m, &d);
	if (m->launch->fold[1] * m->launch->fold[2] > 1)
		d.high += pow(log(fit_value(m->dev, FIT_fold_doubt)), 2);
	if (m->ends_early) {
		d.high += pow(log(TRIANGLE_LONGER), 2);
		d.low += pow(log(TRIANGLE_SHORTER), 2);
	}
	for (int i = 0; !is_measured && i < N_REST; ++i) {
		double u = derive_doubt(m->dev, rests[i].field);

		if (!add_doubt(m, rests[i].limit, u, &d) ||
			is_named[rests[i].field])
			continue;
		is_named[rests[i].field] = true;
		add_name(r, &d, rests[i].field);
	}
	if (!is_measured && derive_doubt(m->dev, DEVICE_l3_size_B) > 1)
		add_name(r, &d, DEVICE_l3_size_B);
	d.low = sqrt(d.low);
	d.high = sqrt(d.high);
	return d;
}
