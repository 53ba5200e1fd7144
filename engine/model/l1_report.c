/* What L1 is asked for, as the report has it: doc/MODEL.md, chapter 4. */

#include "engine/model/fit.h"
#include "engine/model/l1.h"

static void add_cycles(struct requests *sum, const struct requests *more)
{
	sum->n += more->n;
	sum->sectors += more->sectors;
	sum->cycles += more->cycles;
	sum->beyond += more->beyond;
}

/* Besides their words, warps cost a little on NVIDIA GPUs, and so do lines
 * that banks could deliver together, and lines that come from L2.
 *
 *	(sum c + c_l B + c_f F + c_w w) / N			  (4.3)
 *
 *	B  lines beyond cycles			load->beyond, store->beyond
 *	F  lines loaded from L2			(5.5)
 *	w  warps of the launch			m->warps
 */
static void report_wavefronts(struct workings *m, const struct requests *load,
	const struct requests *store)
{
	double on = l1_has_tag_banks(m->dev) ? 0 : 1;
	double c_w = on * fit_value(m->dev, FIT_l1_warp_cycles);
	double c_l = on * fit_value(m->dev, FIT_l1_line_cycles);
	double c_f = on * fit_value(m->dev, FIT_l1_fill_cycles);
	double beyond = load->beyond + store->beyond;
	double fills = (m->sum.l2_compulsory + m->sum.l2_capacity) * m->lup /
		m->dev->l1_line_B;
	const struct derivation_input in[] = {
		{ "load_cycles", "cyc", "cycles of all load requests",
		  load->cycles },
		{ "store_cycles", "cyc", "cycles of all store requests",
		  store->cycles },
		{ "n_line", "", "lines beyond one a cycle", beyond },
		{ "n_fill", "", "lines loaded from L2", fills },
		{ "n_warp", "", "warps of the launch", m->warps },
		{ "c_line", "cyc", "cycles more for each of these lines",
		  c_l },
		{ "c_fill", "cyc", "for each line from L2", c_f },
		{ "c_warp", "cyc", "and for each warp", c_w },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_l1_wavefronts, "4.3",
		"(load_cycles + store_cycles + c_line * n_line + "
		"c_fill * n_fill + c_warp * n_warp) / n_lup",
		(load->cycles + store->cycles + c_l * beyond + c_f * fills +
		c_w * m->warps) / m->lup,
		report_text(m->report, "%.4g cycles for each of %.4g load "
			"requests, %.4g for each of %.4g store requests",
			load->n > 0 ? load->cycles / load->n : 0, load->n,
			store->n > 0 ? store->cycles / store->n : 0,
			store->n),
		REPORT_INPUTS(in));
}

static void report_volume(struct workings *m, const struct requests *load)
{
	const struct derivation_input in[] = {
		{ "n_sector", "", "sectors that all load requests touch",
		  load->sectors },
		{ "sector", "B", "bytes of a sector", m->dev->l1_sector_B },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_l1_load_B, "4.4",
		"n_sector * sector / n_lup",
		load->sectors * m->dev->l1_sector_B / m->lup, NULL,
		REPORT_INPUTS(in));
}

static void report_shared(struct workings *m)
{
	double cycles = m->shared_loads.cycles + m->shared_stores.cycles;
	const struct derivation_input in[] = {
		{ "cycles", "cyc", "cycles of all requests to shared memory",
		  cycles },
		{ "n_lup", "LUP", "updates of the launch", m->lup },
	};

	report_metric(m->report, METRIC_shared_wavefronts, "4.5",
		"cycles / n_lup", cycles / m->lup, NULL,
		REPORT_INPUTS(in));
}

void l1_report(struct workings *m)
{
	struct requests load = { 0 }, store = { 0 };

	for (int f = 0; f < m->kernel->n_field; ++f) {
		add_cycles(&load, &m->count[f].loads);
		add_cycles(&store, &m->count[f].stores);
	}
	report_wavefronts(m, &load, &store);
	report_volume(m, &load);
	if (m->kernel->n_shared_access > 0)
		report_shared(m);
}
