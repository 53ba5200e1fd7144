/* Layer conditions (doc/MODEL.md, chapter 10): which data must stay in L2 for
 * reuse along each axis, for waves of blocks and for a loop over cells.
 */

#include <math.h>
#include <stdio.h>

#include "engine/count/offsets.h"
#include "engine/model/capacity.h"
#include "engine/model/layers.h"
#include "engine/model/prepared.h"

static int64_t lowest(const int64_t *of, int n)
{
	int64_t low = of[0];

	for (int i = 1; i < n; ++i)
		low = of[i] < low ? of[i] : low;
	return low;
}

static int64_t highest(const int64_t *of, int n)
{
	int64_t high = of[0];

	for (int i = 1; i < n; ++i)
		high = of[i] > high ? of[i] : high;
	return high;
}

/* Pieces along "axis" that the stencil of one cell spans.  Folding widens
 * what a thread loads by the cells it has more than one of.
 */
static double span(const struct offsets *offsets, const struct launch *launch,
	int axis)
{
	const int64_t *of = offsets->of[axis];

	return fmax(1,
		(double) (highest(of, offsets->n) - lowest(of, offsets->n) + 2 -
			launch->fold[axis]));
}

/* Rows that the stencil spans in its layer "z"; 0 if it has none there. */
static double rows_of_layer(const struct offsets *offsets,
	const struct launch *launch, int64_t z)
{
	int64_t low = INT64_MAX, high = INT64_MIN;

	for (int i = 0; i < offsets->n; ++i) {
		int64_t y = offsets->of[1][i];

		if (offsets->of[2][i] != z)
			continue;
		low = y < low ? y : low;
		high = y > high ? y : high;
	}
	if (low > high)
		return 0;
	return fmax(1, (double) (high - low + 2 - launch->fold[1]));
}

/* Rows that the stencil spans in all its layers: those between its first
 * and last in each of them, as many of the widest as folding adds left out.
 */
static double span_rows(const struct offsets *offsets,
	const struct launch *launch)
{
	double rows = 0, widest = 0;

	for (int i = 0; i < offsets->n; ++i) {
		double here = 0;
		bool is_first = true;

		for (int j = 0; j < i; ++j)
			is_first = is_first &&
				offsets->of[2][j] != offsets->of[2][i];
		if (is_first)
			here = rows_of_layer(offsets, launch,
				offsets->of[2][i]);
		rows += here;
		widest = fmax(widest, here);
	}
	return fmax(widest, rows - widest * (double) (launch->fold[2] - 1));
}

/* What a loop nest has to keep, pieces and bytes of a cell of a piece. */
static void add_sequential(const struct kernel *kernel,
	const struct launch *launch, const struct offsets *offsets, int elem_B,
	struct layers *layers)
{
	for (int i = 0; i < layers->n_layer; ++i) {
		struct layer *l = &layers->layer[i];
		double n = i == 1 ? span_rows(offsets, launch) :
				    span(offsets, launch, i);
		double piece_B = elem_B;

		for (int j = 0; j < i; ++j)
			piece_B *= (double) kernel_stated(kernel, j);
		l->n_layer += n;
		l->sequential_B += n * piece_B;
	}
}

/* The largest extent that fits: volumes grow with x, or with x y.
 *
 *	X = floor((L2 / (V / E))^(1/a)), E = x or x y		  (10.3)
 */
static double largest_extent(const struct kernel *kernel, int axis,
	double volume_B, double cache_B)
{
	double piece = 1;

	if (axis == 0 || !(volume_B > 0))
		return NAN;
	for (int i = 0; i < axis; ++i)
		piece *= (double) kernel_stated(kernel, i);
	return floor(pow(cache_B / (volume_B / piece), 1.0 / axis));
}

static bool find_sequential(const struct kernel *kernel,
	const struct launch *launch, struct layers *layers)
{
	struct offsets offsets;

	if (!offsets_init(&offsets, kernel, launch))
		return false;
	while (offsets_next(&offsets))
		if (offsets.n > 0)
			add_sequential(kernel, launch, &offsets,
				kernel->field[offsets.field].elem_B, layers);
	offsets_clear(&offsets);
	for (int i = 0; i < layers->n_layer; ++i) {
		struct layer *l = &layers->layer[i];

		l->sequential_fits = l->sequential_B <= layers->cache.size_B;
		l->sequential_extent = largest_extent(kernel, i,
			l->sequential_B, layers->cache.size_B);
	}
	return true;
}

/* A condition holds where at most this part of the reuse is lost. */
#define FITS 0.05

/* The oversubscription at which FITS is lost: (3.2) turned around.
 *
 *	O = h (R / (1 - R))^(1/k)				  (10.5)
 */
static double over_that_fits(struct capacity_curve curve)
{
	return curve.half * pow(FITS / (1 - FITS), 1 / curve.steepness);
}

static void set_condition(const struct workings *m, struct layers *layers,
	int i, double over, struct capacity_curve curve)
{
	struct layer *l = &layers->layer[i];

	l->oversubscription = over;
	l->set_B = over * layers->cache.size_B;
	l->fits = over <= over_that_fits(curve);
	l->extent = largest_extent(m->kernel, i, l->set_B,
		over_that_fits(curve) * layers->cache.size_B);
}

/* The set is all data of a wave.  The steps of a long fold may keep the reuse of
 * one that does not fit: then it is not the set that decides.
 */
static void follow_lost(struct layer *l)
{
	bool fits = l->lost <= FITS;

	if (l->fits == fits)
		return;
	l->fits = fits;
	l->set_B = l->oversubscription = l->extent = NAN;
}

/* Along x a wave shares data in itself, along y and z with its windows.  What
 * is lost is that of (6.4) and (6.7), which the time is made of.
 */
static void find_parallel(const struct workings *m, struct layers *layers)
{
	const struct field_terms *sum = &m->sum;
	double load = sum->compulsory;
	double here = load + sum->again_lost;

	for (int i = 0; i < layers->n_layer; ++i) {
		struct layer *l = &layers->layer[i];
		double shared = 0, lost = 0;

		l->load_missed_B = i == 0 ? load + sum->again : load;
		if (i == 0) {
			set_condition(m, layers, i, m->over_wave,
				m->level.curve);
			l->lost = sum->again > 0 ?
				sum->again_lost / sum->again :
				0;
			follow_lost(l);
		}
		for (int w = 0; i > 0 && w < m->wave.n_window; ++w) {
			if (m->wave.window[w].is_layer != (i == 2))
				continue;
			set_condition(m, layers, i, m->over[w], m->level.curve);
			shared += sum->overlap[w];
			lost += sum->overlap[w] * m->lost[w];
			l->lost = shared > 0 ? lost / shared : m->lost[w];
		}
		load -= shared;
		here -= shared - lost;
		l->load_B = load;
		l->load_here_B = here;
	}
}

/* A sample follows lines, and does not tell along which axis they are used
 * again.
 */
static void find_sampled(const struct workings *m, struct layers *layers)
{
	layers->is_sampled = true;
	for (int i = 0; i < layers->n_layer; ++i) {
		struct layer *l = &layers->layer[i];

		l->load_B = m->sum.first;
		l->load_here_B = l->load_missed_B = m->sum.first +
			m->sum.again_lost;
	}
}

static enum estimate_status find_layers(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, struct layers *layers, char why[256])
{
	enum estimate_status status;
	struct workings m;

	status = prepared_count(&m, kernel, launch, dev, report, report->pool,
		why);
	if (status != ESTIMATE_OK)
		return status;
	if (!find_sequential(kernel, launch, layers))
		return ESTIMATE_MEMORY;
	status = prepared_report(&m, why);
	if (status != ESTIMATE_OK)
		return status;
	if (m.has_dram)
		find_sampled(&m, layers);
	else
		find_parallel(&m, layers);
	layers->load_B = report->metric[METRIC_dram_load_B];
	layers->warm_B = report->metric[METRIC_dram_saved_warm_B];
	layers->wave_blocks = (long long) m.wave.n_block;
	return ESTIMATE_OK;
}

enum estimate_status layers_find(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct layers *layers, char why[256])
{
	enum estimate_status status;
	struct report report;

	*layers = (struct layers) {
		.n_layer = kernel->dims,
		.cache = capacity_level_of(dev),
	};
	for (int i = 0; i < kernel->dims; ++i)
		layers->layer[i] = (struct layer) {
			.axis = i,
			.set_B = NAN,
			.oversubscription = NAN,
			.lost = NAN,
			.extent = NAN,
		};
	why[0] = '\0';
	report_init(&report, kernel, launch, dev);
	status = report.is_broken ?
		ESTIMATE_MEMORY :
		find_layers(kernel, launch, dev, &report, layers, why);
	report_clear(&report);
	return status;
}
