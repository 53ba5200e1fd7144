/* Volumes between L2 and L1: doc/MODEL.md, chapter 5. */

#include <math.h>

#include "engine/fit.h"
#include "engine/l2.h"
#include "engine/sample.h"

/* Distinct granules of each block, summed over all blocks of the launch,
 * which are told apart by where they start in "phase_B" bytes.
 */
static double sum_over_blocks(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, double phase_B)
{
	struct sample sample;
	double sum = 0;

	if (list->n == 0)
		return 0;
	sample_blocks(kernel, m->launch, list->n, list->access,
		(int64_t) phase_B, &sample);
	for (int i = 0; i < sample.n; ++i) {
		const struct sample_block *b = &sample.block[i];
		int64_t end[3];
		struct thread_set set;

		for (int j = 0; j < 3; ++j)
			end[j] = b->at[j] + 1;
		threads_of_block_box(m->launch, b->at, end, &set);
		sum += b->weight *
			workings_count_one(m, kernel, list, granule_B, &set);
	}
	return sum;
}

void l2_count(struct workings *m)
{
	const struct device *dev = m->dev;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		struct field_counts *c = &m->count[f];

		c->block_sectors = sum_over_blocks(m, m->kernel, &c->load,
			dev->l1_sector_B, dev->l1_sector_B);
		c->block_lines = sum_over_blocks(m, &m->once, &c->load,
			dev->l1_line_B, dev->l1_sector_B);
		c->block_fetches = c->block_sectors;
		if (dev->dram_fetch_B != dev->l1_sector_B)
			c->block_fetches = sum_over_blocks(m, m->kernel,
				&c->load, dev->dram_fetch_B,
				dev->dram_fetch_B);
	}
}

/* Blocks that share an L1: as many as fit, or as there are. */
static double blocks_on_sm(const struct workings *m)
{
	return fmin(m->occupancy.blocks_per_sm,
		ceil(m->n_block / m->dev->sm_count));
}

/* Lines of a block that are worth keeping: those of each field, by the
 * share of its requests that meet a sector again.
 *
 *	A = sum_f A_f (1 - S_f / Q_f)				  (5.3)
 *
 *	A_f  lines of field f			count->block_lines
 *	S_f  sectors of all blocks		count->block_sectors
 *	Q_f  sectors of all requests		count->loads.sectors
 */
static double lines_per_block_B(const struct workings *m)
{
	double lines = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];

		if (c->loads.sectors > c->block_sectors)
			lines += c->block_lines *
				(1 - c->block_sectors / c->loads.sectors);
	}
	return lines * m->dev->l1_line_B / m->n_block;
}

/* The terms of a field, all per update.
 *
 *	V_comp = s S / n					  (5.1)
 *	V_cap  = max(0, V_req - V_comp) R_L1(O)			  (5.4)
 *	V_st   = s' S' / n					  (5.6)
 *
 *	s, s'  sector of loads, granule of stores
 *	S      sectors of all blocks		count->block_sectors
 *	S'     granules of all store requests	count->stores.sectors
 *	n      updates of the launch		m->lup
 *	V_req  bytes requested			count->loads.sectors
 *	R_L1   lost share			capacity_miss()
 *	O      oversubscription (5.3)		m->over_l1
 */
void l2_terms(struct workings *m)
{
	const struct device *dev = m->dev;
	double lost;

	m->over_l1 = blocks_on_sm(m) * lines_per_block_B(m) / m->l1_B;
	lost = capacity_miss(capacity_of_l1(m->dev), m->over_l1);
	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];
		struct field_terms *t = &m->term[f];
		double requested = c->loads.sectors * dev->l1_sector_B / m->lup;

		t->l2_compulsory = fmin(requested,
			c->block_sectors * dev->l1_sector_B / m->lup);
		t->l2_capacity = (requested - t->l2_compulsory) * lost;
		t->l2_store = c->stores.sectors * dev->l1_store_B / m->lup;
		m->sum.l2_compulsory += t->l2_compulsory;
		m->sum.l2_capacity += t->l2_capacity;
		m->sum.l2_store += t->l2_store;
		m->report->field[f].l2_load_B =
			t->l2_compulsory + t->l2_capacity;
		m->report->field[f].l2_store_B = t->l2_store;
	}
}

static void report_compulsory(struct workings *m)
{
	double V = m->sum.l2_compulsory, s = m->dev->l1_sector_B;
	const struct derivation_input in[] = {
		{ "n_sector", "",
		  "distinct sectors of each block, all blocks together",
		  V * m->lup / s },
		{ "sector", "B", "bytes of a sector", s },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_l2_load_compulsory_B, "5.1",
		"n_sector * sector / n_lup", V, NULL, REPORT_INPUTS(in));
}

static void report_oversubscription(struct workings *m)
{
	double n = blocks_on_sm(m), line_B = lines_per_block_B(m);
	const struct derivation_input in[] = {
		{ "n_block", "", "blocks that share an L1", n },
		{ "lines", "B", "lines of a block that are used again",
		  line_B },
		{ "l1", "B", "L1 that shared memory leaves", m->l1_B },
	};

	report_metric(m->report, METRIC_l1_over, "5.3",
		"n_block * lines / l1", m->over_l1, NULL, REPORT_INPUTS(in));
}

static void report_capacity(struct workings *m)
{
	struct capacity_curve curve = capacity_of_l1(m->dev);
	double lost = capacity_miss(curve, m->over_l1);
	const struct derivation_input in[] = {
		{ "requested", "B/LUP", "bytes that loads request",
		  m->report->metric[METRIC_l1_load_B] },
		{ "compulsory", "B/LUP", "first touched by a block",
		  m->sum.l2_compulsory },
		{ "O", "", "oversubscription of L1", m->over_l1 },
		{ "h", "", "where half is lost", curve.half },
		{ "k", "", "steepness", curve.steepness },
	};

	report_metric(m->report, METRIC_l2_load_capacity_B, "5.4",
		"(requested - compulsory) * O^k / (O^k + h^k)",
		m->sum.l2_capacity,
		report_text(m->report, "L1 loses %.3g %% of what it could "
			"serve again", 100 * lost), REPORT_INPUTS(in));
}

static void report_load(struct workings *m)
{
	const struct derivation_input in[] = {
		{ "compulsory", "B/LUP", "first touched by a block",
		  m->sum.l2_compulsory },
		{ "capacity", "B/LUP", "loaded again", m->sum.l2_capacity },
	};

	report_metric(m->report, METRIC_l2_load_B, "5.5",
		"compulsory + capacity",
		m->sum.l2_compulsory + m->sum.l2_capacity, NULL,
		REPORT_INPUTS(in));
}

static void report_store(struct workings *m)
{
	double V = m->sum.l2_store, s = m->dev->l1_store_B;
	const struct derivation_input in[] = {
		{ "n_granule", "", "granules that all store requests touch",
		  V * m->lup / s },
		{ "granule", "B", "bytes of a granule", s },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_l2_store_B, "5.6",
		"n_granule * granule / n_lup", V,
		"L1 writes through: every store request counts",
		REPORT_INPUTS(in));
}

/* Lines that L2 looks up.  L1 asks for the sectors of a line in one go.
 *
 *	R = sum_f (V_f + m D_f) / (s S_f / L_f) + w L'_f / N	  (5.7)
 *
 *	V_f, D_f  bytes loaded from L2, from DRAM
 *	S_f, L_f  sectors and lines of all load requests
 *	L'_f      lines of all store requests
 */
static void report_requests(struct workings *m)
{
	double s = m->dev->l1_sector_B, load = 0, miss = 0, store = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];
		const struct field_volume *v = &m->report->field[f];
		double request_B = c->loads.lines > 0 ?
			s * c->loads.sectors / c->loads.lines : s;

		load += v->l2_load_B / request_B;
		miss += v->dram_load_B /
			fmax(request_B, m->dev->dram_fetch_B);
		store += c->stores.lines / m->lup;
	}
	{
		const struct derivation_input in[] = {
			{ "load", "txn/LUP", "lines that L1 asks for", load },
			{ "miss", "txn/LUP", "of these: not in L2", miss },
			{ "store", "txn/LUP", "lines that are stored", store },
			{ "m", "", "more lookups for a miss",
			  fit_value(m->dev, FIT_l2_miss_lookups) },
			{ "w", "", "lookups for a store",
			  fit_value(m->dev, FIT_l2_store_lookups) },
		};

		report_metric(m->report, METRIC_l2_requests, "5.7",
			"load + m * miss + w * store",
			load + fit_value(m->dev, FIT_l2_miss_lookups) * miss +
			fit_value(m->dev, FIT_l2_store_lookups) * store, NULL,
			REPORT_INPUTS(in));
	}
}

/* Shares that a cache serves itself, 0 where nothing is asked for.
 *
 *	max(0, (above - below) / above)			  (5.8)
 */
static void report_hits(struct workings *m, enum metric metric, double above,
	double below, const char *asked, const char *missed)
{
	double hits = above > 0 ? fmax(0, (above - below) / above) : 0;
	const struct derivation_input in[] = {
		{ "asked", "B/LUP", asked, above },
		{ "missed", "B/LUP", missed, below },
	};

	report_metric(m->report, metric, "5.8",
		above > 0 ? "max(0, (asked - missed) / asked)" : "0", hits, NULL,
		REPORT_INPUTS(in));
}

static void report_hit_rates(struct workings *m)
{
	const double *v = m->report->metric;
	double l2 = m->sum.l2_compulsory + m->sum.l2_capacity, dram = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		if (m->count[f].load.n > 0)
			dram += m->report->field[f].dram_load_B;
	report_hits(m, METRIC_l1_hit_rate, v[METRIC_l1_load_B], l2,
		"bytes that loads request", "of these: loaded from L2");
	report_hits(m, METRIC_l2_hit_rate, l2, dram, "bytes loaded from L2",
		"loaded from DRAM for them");
}

void l2_report(struct workings *m)
{
	report_compulsory(m);
	report_oversubscription(m);
	report_capacity(m);
	report_load(m);
	report_store(m);
	report_requests(m);
	report_hit_rates(m);
}
