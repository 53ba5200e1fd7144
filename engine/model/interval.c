/* Prediction intervals of times (doc/MODEL.md, chapter 14): the table that
 * `wsp fit --intervals` makes, looked up by the regime of the launch.
 */

#include <math.h>
#include <string.h>

#include "engine/model/interval.h"
#include "engine/report/formula.h"

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

static void find_outside(struct workings *m, const struct cell *cell)
{
	struct report *r = m->report;

	if (isnan(m->dev->fit_spread))
		add_outside(r,
			report_text(r,
				"on %s (the interval is that of "
				"%s, widened)",
				m->dev->id ? m->dev->id : "it", from));
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

	r->regime = (limiter * INTERVAL_WIDTHS + width) * INTERVAL_SIZES + size;
	FORMULA(r, r->time_low_s, "time_low", "s", "14.1", NULL,
		time * pow(a, s), (time, "s", "time of the launch", r->time_s),
		(a, "",
			"measured over predicted time; 5 % of launches are "
			"below",
			cell->low),
		(s, "", "spread of errors on the device", spread));
	FORMULA(r, r->time_high_s, "time_high", "s", "14.1", NULL,
		time * pow(b, s), (time, "s", "time of the launch", r->time_s),
		(b, "",
			"measured over predicted time; 5 % of launches are "
			"above",
			cell->high),
		(s, "", "spread of errors on the device", spread));
	find_outside(m, cell);
}
