/* Prediction intervals of times (doc/MODEL.md, chapter 14): the tables that
 * `wsp fit --intervals` and `make calibrate` make, looked up by the kind of
 * the kernel and the regime of the launch.
 */

#include <math.h>
#include <string.h>

#include "engine/kernel/threads.h"
#include "engine/model/doubt.h"
#include "engine/model/fetch.h"
#include "engine/model/interval.h"
#include "engine/model/l1.h"
#include "engine/model/limiter.h"
#include "engine/model/proven.h"
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

/* A share of the loads from L2 that a report names. */
#define ROW_NOTABLE 0.1

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
	if (doubt_rows(m) > ROW_NOTABLE) {
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
	doubts = doubt_find(m, is_measured);
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
