/* The time of DRAM (doc/MODEL.md, chapter 7): its bandwidth, and what short
 * requests, runs and pages of their own lose of it.
 */

#include <math.h>

#include "engine/model/dram.h"
#include "engine/model/limiter.h"
#include "engine/model/limiter_dram.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* The share of the loads, or stores, of a field whose index is drawn. */
static double drawn_share(const struct kernel *kernel, int field, bool is_store)
{
	double all = 0, drawn = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		double turns = kernel_turns(kernel, a->loop);

		if (a->field != field || a->is_store != is_store)
			continue;
		all += turns;
		drawn += a->draw.kind ? turns : 0;
	}
	return all > 0 ? drawn / all : 0;
}

/* Bytes that DRAM could move while it opens pages for data that lie anywhere,
 * besides those that it moves.  Data that are only stored are filled up by
 * sectors.
 *
 *	sum_f V_f max(0, h - s_f) / s_f				  (7.18)
 *
 *	V_f  drawn bytes of field f, s_f bytes that lie together
 *	h    bytes in the time of one access
 */
static double opened_B(const struct workings *m, bool is_store, double h)
{
	const struct device *dev = m->dev;
	double sum = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_volume *v = &m->report->field[f];
		double loads = drawn_share(m->kernel, f, false);
		double stores = drawn_share(m->kernel, f, true);
		bool is_filled = !(loads > 0);
		const struct requests *r = is_store || is_filled ?
			&m->count[f].stores :
			&m->count[f].loads;
		double share = is_store || is_filled ? stores : loads;
		double V = is_store ? v->dram_store_B : v->dram_load_B;
		double s = dev->l1_sector_B *
			(r->lines > 0 ? r->sectors / r->lines : 1);

		if (!is_store && !is_filled)
			s = fmax(s, dev->dram_fetch_B);
		sum += share * V * fmax(0, h - s) / s;
	}
	return sum;
}

/* Unused part of each line that is loaded from DRAM, the mean over volumes. */
static double broken_lines(const struct workings *m)
{
	double load = 0, broken = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *r = &m->count[f].loads;
		double V = m->report->field[f].dram_load_B;

		/* fills of lines that are stored in part are whole sectors;
		 * (7.18) has those that are drawn
		 */
		load += V;
		if (!(r->lines > 0) || drawn_share(m->kernel, f, false) > 0)
			continue;
		broken += V *
			fmax(0,
				1 -
					r->sectors * m->dev->l1_sector_B /
						(r->lines * m->dev->l1_line_B));
	}
	return load > 0 ? broken / load : 0;
}

/* A simulation counts both kinds in "incomplete". */
double limiter_part_B(const struct workings *m)
{
	double evicted = m->report->metric[METRIC_dram_store_partial_B];
	double never = m->sum.incomplete;

	if (m->sampled && m->has_dram)
		never = fmax(0, never - evicted);
	return evicted +
		(1 - dram_fill(m->dev)) * (1 - dram_mask(m->dev)) * never;
}

double limiter_run_B(const struct workings *m)
{
	double elem_B = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		elem_B = fmax(elem_B, m->kernel->field[f].elem_B);
	return (double) m->launch->block[0] * (double) m->launch->fold[0] *
		elem_B;
}

/* The share of a thread's stores that are in loops. */
static double looped_stores(const struct kernel *kernel)
{
	double all = 0, looped = 0;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		double turns = kernel_turns(kernel, a->loop);

		all += a->is_store ? turns : 0;
		looped += a->is_store && a->loop >= 0 ? turns : 0;
	}
	return all > 0 ? looped / all : 0;
}

/* Arrays beyond two that DRAM is asked for side by side, at most two.  One that
 * is loaded again counts as often; tables beside the rest of the traffic do
 * not count.
 */
static double many_streams(const struct workings *m)
{
	const double *v = m->report->metric;
	double first = m->sum.fresh + m->sum.start, n = 0;
	double times = first > 0 ? fmax(1, v[METRIC_dram_load_B] / first) : 1;
	double least = 0.02 * (first + m->sum.stored);

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_terms *t = &m->term[f];
		int arrays = m->kernel->field[f].is_interleaved ?
			1 :
			m->kernel->field[f].n_component;

		n += t->fresh + t->start > least ? arrays * times : 0;
		n += t->stored > least ? arrays : 0;
	}
	return fmin(2, fmax(0, n - 2));
}

/* None on most boards: fit.def has no 0. */
static double stream_cost(const struct workings *m)
{
	double cost = fit_value(m->dev, FIT_dram_streams);

	return cost > 1e-6 ? cost * many_streams(m) : 0;
}

/* Bandwidth of DRAM.  Short requests and short runs open more pages of DRAM,
 * the more so the more of them are in flight, and so do streams; a granule
 * written in part is read, changed and written.
 */
void limiter_dram(struct workings *m)
{
	const double *v = m->report->metric;
	const struct device *dev = m->dev;

	m->report->wave_over = m->wave_lup / dev->l2_size_B;
	FORMULA_LIMIT(m->report, "dram", "DRAM bandwidth", "7.10",
		n_lup *
			(V_load * (1 + g * O * u + e * r) +
				V_store * (1 + e * r + w * s) + k * V_part +
				V_open) *
			(1 + a) / (c * bandwidth),
		(n_lup, "LUP", "updates of the launch", m->lup),
		(V_load, "B/LUP", "loaded", v[METRIC_dram_load_B]),
		(V_store, "B/LUP", "stored", v[METRIC_dram_store_B]),
		(V_part, "B/LUP", "of these: lines stored in part",
			limiter_part_B(m)),
		(u, "", "unused part of each line", broken_lines(m)),
		(O, "", "loads of a wave over the L2 size",
			fmin(1, V_load * m->report->wave_over)),
		(r, "", "line over the bytes of a block row",
			fmin(1, dev->l1_line_B / limiter_run_B(m))),
		(s, "", "share of the stores that are in loops",
			looped_stores(m->kernel)),
		(w, "", "cost of stores in loops",
			fit_value(dev, FIT_dram_walk)),
		(g, "", "cost of lines used in part",
			fit_value(dev, FIT_dram_broken)),
		(e, "", "cost of short contiguous runs",
			fit_value(dev, FIT_dram_run)),
		(k, "", "cost of lines stored in part",
			fit_value(dev, FIT_dram_partial) + 1 - dram_fill(dev)),
		(V_open, "B/LUP", "what it could move while it opens pages",
			opened_B(m, false, fit_value(dev, FIT_dram_open_load)) +
				opened_B(m, true,
					fit_value(dev, FIT_dram_open_store))),
		(a, "", "cost of arrays side by side beyond two",
			stream_cost(m)),
		(bandwidth, "B/s", "bandwidth, as measured", dev->dram_B_per_s),
		(c, "", "peak over that measurement, which loses to latency",
			fit_value(dev, FIT_dram_ceiling)));
}
