/* Volumes between L2 and L1 (doc/MODEL.md, chapter 5): what blocks touch first,
 * and what L1 has evicted when they ask for it again.
 */

#include <math.h>

#include "engine/count/sample.h"
#include "engine/model/conditions.h"
#include "engine/model/l2.h"
#include "engine/model/shares.h"
#include "engine/report/formula.h"
#include "hw/fit.h"

/* Launches of at most this many blocks are counted whole. */
#define FEW_BLOCKS 256

static double count_block(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, const int64_t at[3])
{
	const int64_t end[3] = { at[0] + 1, at[1] + 1, at[2] + 1 };
	struct thread_set set;

	threads_of_block_box(m->launch, at, end, &set);
	return workings_count_one(m, kernel, list, granule_B, &set);
}

double l2_sum_blocks(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, double phase_B)
{
	struct sample sample;
	double sum = 0;

	if (list->n == 0)
		return 0;
	if (m->conditions)
		return conditions_sum(m, kernel, list, granule_B);
	sample_blocks(kernel, m->launch, list->n, list->access,
		(int64_t) phase_B, &sample);
	if (!sample.is_exact && m->n_block <= FEW_BLOCKS &&
		!m->kernel->is_persistent) {
		const int64_t *grid = m->launch->grid;

		for (int64_t i = 0; i < (int64_t) m->n_block; ++i) {
			const int64_t at[3] = { i % grid[0],
				i / grid[0] % grid[1], i / grid[0] / grid[1] };

			sum += count_block(m, kernel, list, granule_B, at);
		}
		return sum;
	}
	for (int i = 0; i < sample.n; ++i)
		sum += sample.block[i].weight *
			count_block(m, kernel, list, granule_B,
				sample.block[i].at);
	return sum;
}

double l2_load_of(const struct field_terms *t)
{
	return t->l2_compulsory + t->l2_capacity - t->l2_shared;
}

void l2_count(struct workings *m)
{
	const struct device *dev = m->dev;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		struct field_counts *c = &m->count[f];

		c->block_sectors = l2_sum_blocks(m, m->kernel, &c->load,
			dev->l1_sector_B, dev->l1_sector_B);
		c->block_lines = l2_sum_blocks(m, &m->once, &c->load,
			dev->l1_line_B, dev->l1_sector_B);
		c->block_fetches = c->block_sectors;
		if (dev->dram_fetch_B != dev->l1_sector_B)
			c->block_fetches = l2_sum_blocks(m, m->kernel, &c->load,
				dev->dram_fetch_B, dev->dram_fetch_B);
		if (m->kernel->n_loop > 0)
			c->trip_fetches = l2_sum_blocks(m, &m->once, &c->load,
				dev->dram_fetch_B, dev->dram_fetch_B);
	}
}

/* Blocks that share an L1: as many as fit, or as there are. */
static double blocks_on_sm(const struct workings *m)
{
	return fmin(m->occupancy.blocks_per_sm,
		ceil(m->n_block / m->dev->sm_count));
}

/* Lines of a block that are used again: those of each field, weighted with
 * the share of its loads that touch a sector again.
 *
 *	A = sum_f A_f (1 - S_f / B_f)				  (5.3)
 *
 *	A_f  lines of field f			count->block_lines
 *	S_f  sectors of all blocks		count->block_sectors
 *	B_f  sectors of all loads		count->loads.near
 */
static double lines_per_block_B(const struct workings *m)
{
	double lines = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];

		if (c->loads.near > c->block_sectors)
			lines += c->block_lines *
				(1 - c->block_sectors / c->loads.near);
	}
	return lines * m->dev->l1_line_B / m->n_block;
}

/* What is left of L1 while lines wait for their data. */
static double l1_left_B(const struct workings *m)
{
	double c = fit_value(m->dev, FIT_l1_in_flight);

	return m->l1_B / (1 + c / m->l1_B);
}

/* A folded thread uses the lines of one cell again for the next, after all
 * other loads of both.
 */
static double cells_between(const struct workings *m)
{
	const int64_t *f = m->launch->fold;

	return fmin(2, (double) f[0] * (double) f[1] * (double) f[2]);
}

/* Bytes that loads of field f request, neighbours together, and one by one.
 */
static double near_B(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];

	return fmin(c->loads.near, c->loads.sectors) * m->dev->l1_sector_B /
		m->lup;
}

static double requested_B(const struct workings *m, int f)
{
	return m->count[f].loads.sectors * m->dev->l1_sector_B / m->lup;
}

/* A sample tells what L1 misses; blocks of an SM may share lines, too. */
static void take_sampled(struct field_terms *t, double load)
{
	t->l2_shared = fmax(0, t->l2_compulsory - load);
	t->l2_capacity = fmax(0, load - t->l2_compulsory);
}

/* The terms of each field, which the formulas of l2_report() sum up. */
void l2_terms(struct workings *m)
{
	const struct device *dev = m->dev;
	double lost, lost_near;

	m->over_l1 = blocks_on_sm(m) * cells_between(m) * lines_per_block_B(m) /
		l1_left_B(m);
	lost = capacity_lost(capacity_of_l1(dev), m->over_l1);
	lost_near = capacity_lost(capacity_of_near(dev), m->over_l1);
	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];
		struct field_terms *t = &m->term[f];
		double requested = requested_B(m, f);

		t->l2_compulsory = fmin(requested,
			c->block_sectors * dev->l1_sector_B / m->lup);
		t->l2_near = fmax(near_B(m, f), t->l2_compulsory);
		t->l2_capacity = (t->l2_near - t->l2_compulsory) * lost +
			(requested - t->l2_near) * lost_near;
		if (m->sampled)
			take_sampled(t,
				(requested +
					c->loads.kept * dev->l1_sector_B /
						m->lup) *
					m->sampled[f].l1_misses);
		else if (!m->lacks)
			t->l2_shared = fmin(t->l2_compulsory,
				shares_by_chance_B(m, f));
		t->l2_store = c->stores.sectors * dev->l1_store_B / m->lup;
		m->report->field[f].l2_load_B = l2_load_of(t);
		m->report->field[f].l2_store_B = t->l2_store;
	}
}

static void report_compulsory(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_l2_load_compulsory_B, "5.1", NULL,
		n_sector * sector / n_lup,
		(n_sector, "",
			"distinct sectors of each block, all blocks together",
			m->sum.l2_compulsory * m->lup / m->dev->l1_sector_B),
		(sector, "B", "bytes of a sector", m->dev->l1_sector_B),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

static void report_oversubscription(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_l1_over, "5.3", NULL,
		n_block * cells * lines / (l1 / (1 + c / l1)),
		(n_block, "", "blocks that share an L1", blocks_on_sm(m)),
		(cells, "", "cells of a thread between two uses of a line",
			cells_between(m)),
		(lines, "B", "lines of a block that are used again",
			lines_per_block_B(m)),
		(l1, "B", "L1 that shared memory leaves", m->l1_B),
		(c, "B", "lines reserved for loads in flight",
			fit_value(m->dev, FIT_l1_in_flight)));
}

/* Where a sample tells what L1 misses. */
static void report_sampled(struct workings *m)
{
	double asked = m->report->metric[METRIC_l1_load_B];

	FORMULA_METRIC(m->report, METRIC_l2_load_capacity_B, "19.1",
		report_text(m->report,
			"simulated L1s missed %.3g %% of what loads request",
			asked > 0 ? 100 * l2_load_of(&m->sum) / asked : 0),
		again,
		(again, "B/LUP", "missed, less what a block touches first",
			m->sum.l2_capacity));
	FORMULA_METRIC(m->report, METRIC_l2_saved_blocks_B, "19.1", NULL,
		shared,
		(shared, "B/LUP", "found in L1 thanks to other blocks",
			m->sum.l2_shared));
}

static void report_capacity(struct workings *m)
{
	struct capacity_curve l1 = capacity_of_l1(m->dev);
	struct capacity_curve neighbours = capacity_of_near(m->dev);

	FORMULA_METRIC(m->report, METRIC_l2_load_capacity_B, "5.4",
		report_text(m->report,
			"L1 loses %.3g %% of the possible "
			"reuse",
			100 * capacity_lost(l1, m->over_l1)),
		(near - compulsory) * capacity_miss(O, h, k) +
			(requested - near) * capacity_miss(O, h_near, k_near),
		(requested, "B/LUP", "bytes that loads request",
			m->report->metric[METRIC_l1_load_B]),
		(near, "B/LUP", "the same, loads of neighbouring cells merged",
			m->sum.l2_near),
		(compulsory, "B/LUP", "touched by a block for the first time",
			m->sum.l2_compulsory),
		(O, "", "oversubscription of L1", m->over_l1),
		(h, "", "oversubscription at which half of the reuse is lost",
			l1.half),
		(k, "", "steepness", l1.steepness),
		(h_near, "", "the same for neighbouring cells",
			neighbours.half),
		(k_near, "", "steepness", neighbours.steepness));
}

static void report_by_chance(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_l2_saved_blocks_B, "5.11", NULL,
		shared,
		(shared, "B/LUP",
			"found in L1, as other blocks ran on the SM by chance",
			m->sum.l2_shared));
}

static void report_load(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_l2_load_B, m->sampled ? "19.1" : "5.5",
		NULL, compulsory + capacity - shared,
		(compulsory, "B/LUP", "touched by a block for the first time",
			m->sum.l2_compulsory),
		(capacity, "B/LUP", "loaded again", m->sum.l2_capacity),
		(shared, "B/LUP", "found in L1 thanks to other blocks",
			m->sum.l2_shared));
}

static void report_store(struct workings *m)
{
	FORMULA_METRIC(m->report, METRIC_l2_store_B, "5.6",
		"L1 writes through: every store request counts",
		n_granule * granule / n_lup,
		(n_granule, "", "granules that all store requests touch",
			m->sum.l2_store * m->lup / m->dev->l1_store_B),
		(granule, "B", "bytes of a granule", m->dev->l1_store_B),
		(n_lup, "LUP", "updates of the launch", m->lup));
}

/* Lookups of L2 for an atomic update of a line: l2_tag_requests of bins_16 to
 * bins_16384 in tests/measured/h200/updates_fit.csv.
 */
#define ATOMIC_LOOKUPS 1.5

/* Lines that L2 looks up.  L1 asks for all sectors of a line at once. */
static void report_requests(struct workings *m)
{
	struct report *r = m->report;
	const struct device *dev = m->dev;
	double s = dev->l1_sector_B, loads = 0, misses = 0, stores = 0;
	double atomics = 0, passes = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];
		double request_B = c->loads.lines > 0 ?
			s * c->loads.sectors / c->loads.lines :
			s;

		loads += r->field[f].l2_load_B / request_B;
		misses += r->field[f].dram_load_B /
			fmax(request_B, dev->dram_fetch_B);
		stores += c->stores.lines / m->lup;
		atomics += c->atomics.packets / m->lup;
		passes += c->atomics.passes / m->lup;
	}
	if (atomics > 0)
		FORMULA_METRIC(r, METRIC_l2_atomics, "21.1", NULL, packets,
			(packets, "txn/LUP", "updates of a sector", atomics));
	FORMULA_METRIC(r, METRIC_l2_requests, "5.7", NULL,
		load + m * miss + w * store + a * atomic,
		(load, "txn/LUP", "lines that L1 requests", loads),
		(miss, "txn/LUP", "of these: misses of L2", misses),
		(store, "txn/LUP", "lines that are stored", stores),
		(atomic, "txn/LUP", "atomic updates of a line", passes),
		(a, "", "lookups for one of them", ATOMIC_LOOKUPS),
		(m, "", "extra lookups for a miss",
			fit_value(dev, FIT_l2_miss_lookups)),
		(w, "", "lookups for a store",
			fit_value(dev, FIT_l2_store_lookups)));
}

/* Share of what a cache is asked for that it serves itself, 0 where that is
 * nothing or no more than rounding leaves.
 */
static void report_hits(struct workings *m, enum metric metric, double above,
	double below, const char *what, const char *what_missed)
{
	if (above - below > 1e-9 * above)
		FORMULA_METRIC(m->report, metric, "5.8", NULL,
			(asked - missed) / asked, (asked, "B/LUP", what, above),
			(missed, "B/LUP", what_missed, below));
	else
		FORMULA_METRIC(m->report, metric, "5.8", NULL, 0,
			(asked, "B/LUP", what, above),
			(missed, "B/LUP", what_missed, below));
}

static void report_hit_rates(struct workings *m)
{
	const double *v = m->report->metric;
	double l2 = l2_load_of(&m->sum), dram = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		if (m->count[f].load.n > 0)
			dram += m->report->field[f].dram_load_B;
	report_hits(m, METRIC_l1_hit_rate, v[METRIC_l1_load_B], l2,
		"bytes that loads request", "of these: loaded from L2");
	report_hits(m, METRIC_l2_hit_rate, l2, dram, "bytes loaded from L2",
		"loaded from DRAM for these");
}

void l2_report(struct workings *m)
{
	report_compulsory(m);
	report_oversubscription(m);
	if (m->sampled)
		report_sampled(m);
	else
		report_capacity(m);
	if (!m->sampled && m->sum.l2_shared > 0)
		report_by_chance(m);
	report_load(m);
	report_store(m);
	report_requests(m);
	report_hit_rates(m);
}
