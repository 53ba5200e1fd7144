/* Prediction intervals of times (doc/MODEL.md, chapter 14): the table that
 * `wsp fit --intervals` makes, looked up by the regime of the launch.
 */

#include <math.h>
#include <string.h>

#include "engine/model/interval.h"
#include "engine/model/limiter.h"
#include "engine/report/formula.h"
#include "hw/derive.h"

const char *const interval_limiters[] = { "dram", "l2", "sm", "fixed" };
const char *const interval_widths[] = { "narrow", "medium", "wide" };
const char *const interval_sizes[] = { "small", "large" };
const char *const interval_ranges[] = { "threads", "updates", "fields",
	"element" };

static const struct {
	const char *one, *many;
} range_words[] = {
	{ "thread in a block", "threads in a block" },
	{ "update in a launch", "updates in a launch" },
	{ "field", "fields" },
	{ "byte in an element", "bytes in an element" },
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

static const struct {
	double lo, hi;
} ranges[INTERVAL_RANGES] = {
#define FROM(device)
#define INTERVAL(limiter, width, size, low, high, rows, kernels)
#define RANGE(name, lo, hi) [INTERVAL_##name] = { lo, hi },
#include "engine/model/interval.def"
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

double interval_measure(const struct kernel *kernel,
	const struct launch *launch, enum interval_range range)
{
	switch (range) {
	case INTERVAL_threads: return (double) launch_threads_per_block(launch);
	case INTERVAL_updates:
		return (double) kernel->domain[0] * (double) kernel->domain[1] *
			(double) kernel->domain[2] * kernel->updates;
	case INTERVAL_fields: return kernel->n_field;
	case INTERVAL_element: return element_B(kernel);
	case INTERVAL_RANGES: break;
	}
	return NAN;
}

static int limiter_class(const char *name)
{
	static const char *const l2[] = { "l2", "requests", "tlb" };
	static const char *const fixed[] = { "latency", "launch", "overhead" };

	if (strcmp(name, "dram") == 0)
		return INTERVAL_dram;
	for (int i = 0; i < 3; ++i) {
		if (strcmp(name, l2[i]) == 0)
			return INTERVAL_l2;
		if (strcmp(name, fixed[i]) == 0)
			return INTERVAL_fixed;
	}
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
	{ "requests", DEVICE_l2_requests_per_s },
	{ "l1", DEVICE_clock_Hz },
	{ "fills", DEVICE_l2_latency_cyc },
	{ "fills", DEVICE_dram_latency_cyc },
	{ "tlb", DEVICE_tlb_pages },
	{ "tlb", DEVICE_tlb_per_s },
	{ "special", DEVICE_sfu_per_cyc },
	{ "integer", DEVICE_int_per_cyc },
	{ "latency", DEVICE_l2_latency_cyc },
	{ "latency", DEVICE_dram_latency_cyc },
	{ "launch", DEVICE_launch_per_s },
	{ "overhead", DEVICE_launch_s },
};

#define N_REST ((int) (sizeof(rests) / sizeof(rests[0])))

/* What the doubts about derived figures do to the time: ln of the time that
 * each would change it to, summed as independent errors are.
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

static struct doubts find_doubts(const struct workings *m)
{
	struct report *r = m->report;
	struct doubts d = { 0, 0, NULL };
	int last = -1;

	if (m->sampled && m->has_dram)
		add_doubt(m, "dram", 1 + 1.645 * m->sample.error, &d);
	for (int i = 0; isnan(m->dev->fit_spread) && i < N_REST; ++i) {
		double u = derive_doubt(m->dev, rests[i].field);

		if (!add_doubt(m, rests[i].limit, u, &d) ||
			rests[i].field == last)
			continue;
		last = rests[i].field;
		d.names = d.names ? report_text(r, "%s, %s", d.names,
					    device_fields[last].path) :
				    device_fields[last].path;
	}
	d.low = sqrt(d.low);
	d.high = sqrt(d.high);
	return d;
}

/* Independent errors, of the model and of derived figures.
 *
 *	w = sqrt(1 + (D / (s ln a))^2)				  (14.2)
 */
static double widened(double doubt, double end)
{
	return sqrt(1 + pow(doubt / end, 2));
}

static void find_outside(struct workings *m, const struct cell *cell,
	const struct doubts *d)
{
	struct report *r = m->report;

	if (isnan(m->dev->fit_spread))
		add_outside(r,
			report_text(r,
				"on %s (the interval is that of "
				"%s, widened%s%s)",
				m->dev->id ? m->dev->id : "it", from,
				d->names ? "; derived: " : "",
				d->names ? d->names : ""));
	for (int i = 0; i < INTERVAL_RANGES; ++i) {
		double v = interval_measure(m->kernel, m->launch, i);

		if (v < ranges[i].lo || v > ranges[i].hi)
			add_outside(r,
				report_text(r, "for %.4g %s", v,
					v == 1 ? range_words[i].one :
						 range_words[i].many));
	}
	if (cell->n_row == 0)
		add_outside(r,
			report_text(r,
				"for the limit '%s' with %s "
				"blocks and %s data",
				r->limit[r->limiter].name,
				interval_widths[r->regime / INTERVAL_SIZES %
					INTERVAL_WIDTHS],
				interval_sizes[r->regime % INTERVAL_SIZES]));
}

void interval_report(struct workings *m)
{
	struct report *r = m->report;
	int limiter = limiter_class(r->limit[r->limiter].name);
	int width = width_class(m);
	int size = m->over_launch * m->dev->l2_size_B <=
			fmax(m->dev->l2_size_B, m->dev->l2_total_B) ?
		INTERVAL_small :
		INTERVAL_large;
	const struct cell *cell = &cells[limiter][width][size];
	double spread = isnan(m->dev->fit_spread) ? INTERVAL_TRANSFERRED :
						    m->dev->fit_spread;
	struct doubts doubts = find_doubts(m);

	r->regime = (limiter * INTERVAL_WIDTHS + width) * INTERVAL_SIZES + size;
	FORMULA(r, r->time_low_s, "time_low", "s", "14.1", NULL,
		time * pow(a, s * w),
		(time, "s", "time of the launch", r->time_s),
		(a, "",
			"measured over predicted time; 5 % of launches are "
			"below",
			cell->low),
		(s, "", "spread of errors on the device", spread),
		(w, "", "widening by figures that were derived",
			widened(doubts.low, s * log(a))));
	FORMULA(r, r->time_high_s, "time_high", "s", "14.1", NULL,
		time * pow(b, s * w),
		(time, "s", "time of the launch", r->time_s),
		(b, "",
			"measured over predicted time; 5 % of launches are "
			"above",
			cell->high),
		(s, "", "spread of errors on the device", spread),
		(w, "", "widening by figures that were derived",
			widened(doubts.high, s * log(b))));
	find_outside(m, cell, &doubts);
}
