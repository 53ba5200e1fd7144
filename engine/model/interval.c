/* Prediction intervals of times (doc/MODEL.md, chapter 14): the tables that
 * `wsp fit --intervals` and `make calibrate` make, looked up by the kind of
 * the kernel and the regime of the launch.
 */

#include <math.h>
#include <string.h>

#include "engine/kernel/threads.h"
#include "engine/model/capacity.h"
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

const char *const interval_limiters[] = { "dram", "l2", "sm", "fixed" };
const char *const interval_widths[] = { "narrow", "medium", "wide" };
const char *const interval_sizes[] = { "small", "large" };
const char *const interval_kinds[] = { "plain", "irregular", "loop", "shared",
	"scattered" };
const char *const interval_ranges[] = { "threads", "updates", "fields",
	"element", "registers", "warps", "stores" };

/* What a report calls a kind that is not plain. */
static const char *const kind_words[INTERVAL_KINDS] = {
	[INTERVAL_irregular] = "structures, strides, floors or orders",
	[INTERVAL_loop] = "a loop in the thread",
	[INTERVAL_shared] = "shared memory",
	[INTERVAL_scattered] = "scattered addresses",
};

/* A launch is outside of a range that it misses by more than a factor, "below"
 * or "above".
 */
static const struct {
	const char *one, *many;
	double below, above;
} range_words[] = {
	{ "thread in a block", "threads in a block", 1, 1 },
	{ "update in a launch", "updates in a launch", 2, 2 },
	{ "field", "fields", 1, 1 },
	/* float4 as other types: 26 launches of vectors, 1 %, 6 and 8 off */
	{ "byte in an element", "bytes in an element", 1, 2 },
	{ "register", "registers", 2, 1 },
	{ "warp in a launch", "warps in a launch", 2, 2 },
	{ "% stores", "% stores", 2, 1 },
};

struct cell {
	double low, high;
	int n_row;
};

static const struct cell cells[INTERVAL_LIMITERS][INTERVAL_WIDTHS]
			      [INTERVAL_SIZES] = {
#define INTERVAL(limiter, width, size, low, high, rows, kernels)               \
	[INTERVAL_##limiter][INTERVAL_##width][INTERVAL_##size] = { low, high, \
		rows },
#define FROM(device)
#define RANGE(name, lo, hi)
#include "engine/model/interval.def"
			      };

static const struct cell kind_cells[INTERVAL_KINDS][INTERVAL_LIMITERS] = {
#define FAR(group, factor)
#define KIND_RANGE(kind, name, lo, hi)
#define KIND(kind, limiter, low, high, rows, families) \
	[INTERVAL_##kind][INTERVAL_##limiter] = { low, high, rows },
#include "engine/model/interval_kind.def"
};

static const struct range {
	double lo, hi;
} ranges[INTERVAL_KINDS][INTERVAL_RANGES] = {
#define FROM(device)
#define INTERVAL(limiter, width, size, low, high, rows, kernels)
#define RANGE(name, lo, hi) [INTERVAL_plain][INTERVAL_##name] = { lo, hi },
#include "engine/model/interval.def"
#define FAR(group, factor)
#define KIND(kind, limiter, low, high, rows, families)
#define KIND_RANGE(kind, name, lo, hi) \
	[INTERVAL_##kind][INTERVAL_##name] = { lo, hi },
#include "engine/model/interval_kind.def"
};

/* How much wider an interval is outside of these ranges: of plain stencils,
 * of others.
 */
enum { FAR_plain, FAR_other };

static const double far_factor[] = {
#define FAR(group, factor) [FAR_##group] = factor,
#define KIND(kind, limiter, low, high, rows, families)
#define KIND_RANGE(kind, name, lo, hi)
#include "engine/model/interval_kind.def"
};

/* The device of the table. */
static const char from[] =
#define FROM(device) #device
#define INTERVAL(limiter, width, size, low, high, rows, kernels)
#define RANGE(name, lo, hi)
#include "engine/model/interval.def"
	;

static double element_B(const struct kernel *kernel)
{
	double elem_B = 0;

	for (int f = 0; f < kernel->n_field; ++f)
		elem_B = fmax(elem_B, kernel->field[f].elem_B);
	return elem_B;
}

/* In whole percent, and 1 at least: ranges are told by ratios.  NaN, which is in
 * all ranges, where there is no traffic.  What blocks find in L1 by chance makes
 * no launch unlike others.
 */
static double stored_percent(const struct workings *m)
{
	const double *v = m->report->metric;
	double all_B = v[METRIC_l2_load_B] + v[METRIC_l2_store_B] +
		(m->sampled ? 0 : m->sum.l2_shared);

	return all_B > 0 ? fmax(1, round(100 * v[METRIC_l2_store_B] / all_B)) :
			   NAN;
}

static void measure(const struct workings *m)
{
	double *v = m->report->measure;

	v[INTERVAL_threads] = (double) launch_threads_per_block(m->launch);
	v[INTERVAL_updates] = m->lup;
	v[INTERVAL_fields] = m->kernel->n_field;
	v[INTERVAL_element] = element_B(m->kernel);
	v[INTERVAL_registers] = m->report->registers.n;
	v[INTERVAL_warps] = m->n_block *
		(double) threads_warps_per_block(m->launch, m->dev->warp_size);
	v[INTERVAL_stores] = stored_percent(m);
}

static int kind_of(const struct workings *m)
{
	int kind = proven_is_sweep(m) ? INTERVAL_plain : INTERVAL_irregular;

	if (m->kernel->n_loop > 0)
		kind = INTERVAL_loop;
	if (m->kernel->n_shared_access > 0)
		kind = INTERVAL_shared;
	for (int i = 0; i < m->kernel->n_access; ++i)
		if (m->kernel->access[i].draw.kind ||
			m->kernel->access[i].atomic)
			kind = INTERVAL_scattered;
	return kind;
}

static int limiter_class(const char *name)
{
	static const char *const l2[] = { "l2", "crossing", "requests",
		"in_place", "tlb" };
	static const char *const fixed[] = { "latency", "longest", "front",
		"spills", "code", "gaps", "launch", "overhead" };

	if (strcmp(name, "dram") == 0)
		return INTERVAL_dram;
	if (limiter_is_one_of(name, l2, sizeof(l2) / sizeof(l2[0])))
		return INTERVAL_l2;
	if (limiter_is_one_of(name, fixed, sizeof(fixed) / sizeof(fixed[0])))
		return INTERVAL_fixed;
	return INTERVAL_sm;
}

/* Narrow blocks touch less than a sector side by side, medium ones less
 * than a line.
 */
static int width_class(const struct workings *m)
{
	double run_B = (double) m->launch->block[0] *
		(double) m->launch->fold[0] * element_B(m->kernel);

	if (run_B < m->dev->l1_sector_B)
		return INTERVAL_narrow;
	return run_B < m->dev->l1_line_B ? INTERVAL_medium : INTERVAL_wide;
}

/* One more thing that was not validated; NULL where texts are not wanted. */
static void add_outside(struct report *r, char *what)
{
	++r->n_outside;
	r->outside = r->outside ? report_text(r, "%s, %s", r->outside, what) :
				  what;
}

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

/* What doubts about volumes, registers and derived figures do to the time: ln
 * of the time that each would change it to, summed as independent errors are.
 *
 *	D = sqrt(sum_i ln(T(u_i t_i) / T)^2)			  (14.3)
 */
struct doubts {
	double low, high; /* D for 1 / u_i and for u_i */
	const char *names;
};

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

/* A share of the loads from L2 that a report names. */
#define ROW_NOTABLE 0.1

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
static double row_share(const struct workings *m)
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
	double share = fmin(1, row_share(m));

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

/* Where nobody measured it, units may be met and keep the scheduler for nothing:
 * (7.20) and (7.27) are from an H200.
 */
static void add_met(const struct workings *m, struct doubts *d)
{
	if (!requests_are_measured(m->dev))
		add_bounds(m, "issue", 1 - incore_met_share(m), 1, d);
}

/* What the events around a launch see besides its blocks, which differs from
 * run to run: 90 % of the 13 launches below 12 us of users_fit.csv.
 */
#define OVERHEAD_LEAST 0.8
#define OVERHEAD_MOST  1.12

/* How errors of this kind of kernel spread on the device, over those on the
 * board of the tables, and whether that was measured.  Plain kernels that the SM
 * limits count with loops and shared memory: streams, which is what most boards
 * were measured with, say nothing of them.
 */
static double spread_of(const struct workings *m, bool *is_measured)
{
	const struct device *dev = m->dev;
	const struct report *r = m->report;
	int limiter = limiter_class(r->limit[r->limiter].name);
	int field = r->kind == INTERVAL_plain && limiter != INTERVAL_sm ?
		DEVICE_fit_spread :
		DEVICE_fit_spread_kinds;
	double s = device_get(dev, field);

	*is_measured = !isnan(s) && !(dev->doubt[field] > 0);
	return isnan(s) ? INTERVAL_TRANSFERRED : s;
}

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
 * side by side may all reach L2.
 */
static void add_store_parts(const struct workings *m, struct doubts *d)
{
	const struct report *r = m->report;
	const double *v = r->metric;
	double in_place_s = report_limit_s(r, "in_place");
	double stored_B = v[METRIC_l2_store_B], joined_B = requests_joined_B(m);

	add_partial(m, d);
	if (requests_are_measured(m->dev)) {
		add_doubt(m, "in_place", IN_PLACE_DOUBT, d);
		return;
	}
	if (in_place_s > 0)
		add_bounds(m, "in_place",
			report_limit_s(r, "requests") / in_place_s,
			IN_PLACE_DOUBT, d);
	if (joined_B > 0) {
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

static struct doubts find_doubts(const struct workings *m)
{
	struct report *r = m->report;
	struct doubts d = { 0, 0, NULL };
	bool is_named[N_DEVICE_FIELD] = { false };
	bool is_measured;

	spread_of(m, &is_measured);
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

/* Independent errors, of the model and of derived figures.
 *
 *	w = sqrt(1 + (D / (s f ln a))^2)				  (14.2)
 */
static double widened(double doubt, double end)
{
	return sqrt(1 + pow(doubt / end, 2));
}

/* "for a loop in the thread with 96 registers" */
static void add_range(struct report *r, int range, const struct range *known)
{
	double v = r->measure[range];
	const char *word = v == 1 ? range_words[range].one :
				    range_words[range].many;

	if (r->kind == INTERVAL_plain)
		add_outside(r, report_text(r, "for %.4g %s", v, word));
	else
		add_outside(r,
			report_text(r, "for %s with %.4g %s (%.4g to %.4g)",
				kind_words[r->kind], v, word, known->lo,
				known->hi));
	report_caveat(r, "not validated for %s%sso %s %s",
		r->kind == INTERVAL_plain ? "" : kind_words[r->kind],
		r->kind == INTERVAL_plain ? "" : " with ",
		v < known->lo ? "few" : "many",
		range == INTERVAL_stores ? "stores" : range_words[range].many);
}

static void find_outside(struct workings *m, const struct cell *cell,
	const struct doubts *d)
{
	struct report *r = m->report;
	bool is_measured;

	spread_of(m, &is_measured);
	if (!is_measured)
		report_caveat(r,
			"not validated on %s (the interval is that of %s, "
			"widened)",
			m->dev->id ? m->dev->id : "it", from);
	if (cell->n_row == 0)
		report_caveat(r, "not validated for the limit '%s'%s%s",
			r->limit[r->limiter].name,
			r->kind == INTERVAL_plain ? "" : " with ",
			r->kind == INTERVAL_plain ? "" : kind_words[r->kind]);
	if (!is_measured)
		add_outside(r,
			report_text(r,
				"on %s (the interval is that of "
				"%s, widened%s%s)",
				m->dev->id ? m->dev->id : "it", from,
				d->names ? "; derived: " : "",
				d->names ? d->names : ""));
	if (m->launch->spilled_B > 0) {
		report_caveat(r, "not validated for spilled registers");
		add_outside(r,
			report_text(r, "for %.4g B of spilled registers",
				m->launch->spilled_B));
	}
	if (report_limit_s(r, "fetch") > 0) {
		report_caveat(r,
			"not validated for code beyond the instruction cache");
		add_outside(r,
			report_text(r,
				"for about %.0f kB of code (the instruction "
				"cache of an SM has %.0f)",
				fetch_code_B(m) / 1000,
				m->dev->icache_B / 1000));
	}
	if (row_share(m) > ROW_NOTABLE) {
		report_caveat(r,
			"not validated for what L1 keeps of long rows");
		add_outside(r,
			report_text(r,
				"for long rows of loads, of which L1 may keep "
				"more"));
	}
	if (cell->n_row == 0 && r->kind == INTERVAL_plain)
		add_outside(r,
			report_text(r,
				"for the limit '%s' with %s "
				"blocks and %s data",
				r->limit[r->limiter].name,
				interval_widths[r->regime / INTERVAL_SIZES %
					INTERVAL_WIDTHS],
				interval_sizes[r->regime % INTERVAL_SIZES]));
	else if (cell->n_row == 0)
		add_outside(r,
			report_text(r, "for the limit '%s' with %s",
				r->limit[r->limiter].name,
				kind_words[r->kind]));
}

/* How much wider the interval is as the launch is unlike those of its kind
 * that were measured.
 */
static double find_far(struct report *r)
{
	const struct range *range = ranges[r->kind];
	int n = r->n_outside;

	for (int i = 0; i < INTERVAL_RANGES; ++i)
		if (r->measure[i] * range_words[i].below < range[i].lo ||
			r->measure[i] > range_words[i].above * range[i].hi)
			add_range(r, i, &range[i]);
	if (r->n_outside == n)
		return 1;
	return far_factor[r->kind == INTERVAL_plain ? FAR_plain : FAR_other];
}

/* A figure that may be so much larger if it was derived. */
static double at_most(const struct device *dev, int field)
{
	return device_get(dev, field) * derive_doubt(dev, field);
}

/* The time below which no launch of the kernel can be: what it touches beyond
 * all caches, as predicted at most, passes the pins of the memory, twice where it is
 * loaded and stored, and its arithmetic the units at the highest clock.
 *
 *	T_min = max(V_min / dram.peak, t_fp clock / (1.2 boost.clock))	  (14.7)
 */
static double least_s(const struct workings *m)
{
	const struct device *dev = m->dev;
	const double *v = m->report->metric;
	double least_B = -fmax(dev->l2_size_B, dev->l2_total_B);
	double peak = at_most(dev, DEVICE_dram_peak_B_per_s);
	double boost_Hz = fmax(dev->clock_Hz, dev->boost_clock_Hz);
	double fp_s = report_limit_s(m->report, "fp") * dev->clock_Hz /
		(DEVICE_ABOVE_BOOST * boost_Hz);

	if (dev->l3_size_B > 0)
		least_B -= at_most(dev, DEVICE_l3_size_B);
	for (int f = 0; f < m->kernel->n_field; ++f)
		least_B += m->count[f].launch_load * dev->dram_fetch_B +
			m->count[f].launch_store * dev->dram_write_B;
	least_B = fmin(least_B,
		m->lup * (v[METRIC_dram_load_B] + v[METRIC_dram_store_B]));
	return fmax(fp_s, peak > 0 ? least_B / peak : 0);
}

/* No interval holds what physics forbids. */
static void bound_low(struct workings *m)
{
	struct report *r = m->report;
	double least_time = fmin(r->time_s, least_s(m));

	if (!(least_time > r->time_low_s))
		return;
	report_forget(r, "time_low");
	FORMULA(r, r->time_low_s, "time_low", "s", "14.7", NULL,
		max(low, least),
		(low, "s", "by errors of other launches, (14.1)",
			r->time_low_s),
		(least, "s", "what the pins of the memory and the units allow",
			least_time));
}

void interval_report(struct workings *m)
{
	struct report *r = m->report;
	int limiter = limiter_class(r->limit[r->limiter].name);
	int width = width_class(m);
	int size = m->over_launch * m->level.size_B <=
			fmax(m->dev->l2_size_B, m->dev->l2_total_B) ?
		INTERVAL_small :
		INTERVAL_large;
	const struct cell *cell;
	struct doubts doubts;
	bool is_measured;
	double spread;

	measure(m);
	r->kind = kind_of(m);
	spread = spread_of(m, &is_measured);
	doubts = find_doubts(m);
	r->regime = (limiter * INTERVAL_WIDTHS + width) * INTERVAL_SIZES + size;
	cell = r->kind == INTERVAL_plain ? &cells[limiter][width][size] :
					   &kind_cells[r->kind][limiter];
	find_outside(m, cell, &doubts);
	r->far = find_far(r);
	r->doubt[0] = doubts.low;
	r->doubt[1] = doubts.high;
	FORMULA(r, r->time_low_s, "time_low", "s", "14.1", NULL,
		time * pow(a, s * f * w),
		(time, "s", "time of the launch", r->time_s),
		(a, "",
			"measured over predicted time; 5 % of launches are "
			"below",
			cell->low),
		(s, "", "spread of errors on the device", spread),
		(f, "", "distance from what was measured", r->far),
		(w, "", "widening by samples, registers and derived figures",
			widened(doubts.low, s * f * log(a))));
	bound_low(m);
	FORMULA(r, r->time_high_s, "time_high", "s", "14.1", NULL,
		time * pow(b, s * f * w),
		(time, "s", "time of the launch", r->time_s),
		(b, "",
			"measured over predicted time; 5 % of launches are "
			"above",
			cell->high),
		(s, "", "spread of errors on the device", spread),
		(f, "", "distance from what was measured", r->far),
		(w, "", "widening by samples, registers and derived figures",
			widened(doubts.high, s * f * log(b))));
}
