/* The advice and the notes of a report: one sentence for what decides, with the
 * figures that would have to change.
 */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/conditions.h"
#include "engine/model/dram.h"
#include "engine/model/verdict.h"

#define MiB 1048576.0

/* A few digits of a figure, and no powers of ten. */
struct digits {
	char text[32];
};

static struct digits digits(double v)
{
	struct digits d;

	snprintf(d.text, sizeof(d.text), fabs(v) >= 1000 ? "%.0f" : "%.3g", v);
	return d;
}

/* Data between the farthest window of one kind and the wave. */
static double set_B(const struct workings *m, bool is_layer)
{
	double set = 0;

	for (int i = 0; i < m->wave.n_window; ++i)
		if (m->wave.window[i].is_layer == is_layer)
			set = m->over[i] * m->dev->l2_size_B;
	return set;
}

static char *advise_dram(struct workings *m)
{
	const double *v = m->report->metric;
	double load = m->dram_load_B, all = load + m->sum.stored, lost;

	for (int is_layer = 1; is_layer >= 0; --is_layer) {
		lost = dram_lost_B(m, is_layer);
		if (lost > 0.05 * all)
			return report_text(m->report,
				"%s of %s B/LUP would "
				"not be loaded if the %s MiB between two %s "
				"of blocks fitted into the %s MiB of L2",
				digits(lost).text, digits(load).text,
				digits(set_B(m, is_layer) / MiB).text,
				is_layer ? "layers" : "rows",
				digits(m->dev->l2_size_B / MiB).text);
	}
	if (m->sum.incomplete > 0.05 * all)
		return report_text(m->report,
			"%s B/LUP are loaded only to "
			"fill lines that are stored in part",
			digits(m->sum.incomplete).text);
	lost = v[METRIC_dram_load_capacity_B] + 2 * m->sum.stored_partial;
	if (lost > 0.05 * all)
		return report_text(m->report,
			"%s B/LUP are moved again "
			"because the blocks of a wave share lines that L2 "
			"cannot keep: a block wider in x would help",
			digits(lost).text);
	return report_text(m->report,
		"each byte is moved once already (%s "
		"B/LUP): only a smaller data set%s would be faster",
		digits(m->cold_share * m->sum.first +
			m->left_share * m->sum.stored)
			.text,
		m->report->elem_B > 4 ? ", such as float," : "");
}

static char *advise_l2(struct workings *m)
{
	double capacity = m->sum.l2_capacity;
	double all = m->sum.l2_compulsory + capacity + m->sum.l2_store;

	if (capacity > 0.2 * all)
		return report_text(m->report,
			"%s of %s B/LUP are loaded "
			"again because the blocks of an SM (%d) need %s times "
			"its L1",
			digits(capacity).text, digits(all).text,
			m->occupancy.blocks_per_sm, digits(m->over_l1).text);
	if (m->sum.l2_store > 0.5 * all)
		return report_text(m->report,
			"%s of %s B/LUP are stores, "
			"which L1 passes on without merging them",
			digits(m->sum.l2_store).text, digits(all).text);
	return report_text(m->report,
		"%s of %s B/LUP are the footprint "
		"of single blocks: a block closer to a cube, or folding, has "
		"less halo",
		digits(m->sum.l2_compulsory).text, digits(all).text);
}

static char *advise_latency(struct workings *m)
{
	const struct occupancy *o = &m->occupancy;
	double most = floor(m->dev->sm_threads / m->dev->warp_size);
	double waves = m->report->metric[METRIC_waves];

	if (waves < 1)
		return report_text(m->report,
			"the launch fills %.0f %% of "
			"the device: too few warps to hide latency",
			100 * waves);
	if (o->warps_per_sm < most)
		return report_text(m->report,
			"an SM runs %d of at most %.0f "
			"warps, limited by %s: more warps would hide the "
			"latency",
			o->warps_per_sm, most, o->limiter);
	return report_text(m->report,
		"all %.0f warps of an SM wait for "
		"loads: only independent loads would help",
		most);
}

static char *advise(struct workings *m)
{
	const char *name = m->report->limit[m->report->limiter].name;
	int64_t threads = launch_threads_per_block(m->launch);

	if (strcmp(name, "dram") == 0)
		return advise_dram(m);
	if (strcmp(name, "l2") == 0)
		return advise_l2(m);
	if (strcmp(name, "l1") == 0)
		return report_text(m->report,
			"one update of each lane of a "
			"warp takes %.3g cycles of L1: coalesced accesses, or "
			"fewer of them, take less",
			m->dev->warp_size *
				m->report->metric[METRIC_l1_wavefronts]);
	if (strcmp(name, "requests") == 0)
		return report_text(m->report,
			"an update requests %.3g lines "
			"from L2: a block wider in x requests fewer",
			m->report->metric[METRIC_l2_requests]);
	if (strcmp(name, "fills") == 0)
		return report_text(m->report,
			"L1 has lines for %.0f "
			"outstanding misses: less shared memory leaves it more",
			m->l1_B / m->dev->l1_line_B);
	if (strcmp(name, "tlb") == 0)
		return report_text(m->report,
			"a wave touches %.0f pages, but "
			"the TLB holds %.0f: blocks thinner in z touch fewer",
			m->report->metric[METRIC_tlb_pages], m->dev->tlb_pages);
	if (strcmp(name, "latency") == 0)
		return advise_latency(m);
	if (strcmp(name, "overhead") == 0)
		return report_text(m->report,
			"starting the launch takes "
			"longer than its work: more updates in one launch "
			"would help");
	if (strcmp(name, "launch") == 0)
		return report_text(m->report,
			"starting %.0f blocks of %lld "
			"threads takes longer than their work: larger blocks, "
			"or folding, would help",
			m->n_block, (long long) threads);
	return report_text(m->report,
		"an update takes %s instructions: only "
		"fewer of them would be faster",
		digits(m->report->metric[METRIC_instructions]).text);
}

static void report_notes(struct workings *m)
{
	double data_B = m->over_launch * m->dev->l2_size_B;

	if (m->is_sampled)
		report_note(m->report,
			"conditions are too complex to count exactly: figures "
			"come from a sample of the blocks (standard error of "
			"volumes about %s %%)",
			digits(fmax(0.1, 100 * m->sample_error)).text);
	if (m->conditions && conditions_never_hold(m))
		report_note(m->report,
			"a condition holds for no thread: the "
			"code under it never runs");
	if (m->is_rough)
		report_note(m->report,
			"accesses are too complex to count "
			"exactly: reuse between blocks in L2 is left out");
	if (data_B > m->dev->dram_size_B)
		report_note(m->report,
			"the data takes %s GB, and the device "
			"has %s GB",
			digits(data_B / 1e9).text,
			digits(m->dev->dram_size_B / 1e9).text);
	if (m->dev->vendor && strcmp(m->dev->vendor, "nvidia") == 0 &&
		(m->launch->grid[1] > 65535 || m->launch->grid[2] > 65535))
		report_note(m->report,
			"CUDA allows at most 65535 blocks in y "
			"and in z: this grid needs another mapping");
	if (isfinite(m->dev->l3_size_B))
		report_note(m->report,
			"the memory-side cache is not "
			"modelled: DRAM volumes are what is requested from it");
}

void verdict_report(struct workings *m)
{
	if (m->report->figures_only)
		return;
	report_verdict(m->report);
	m->report->advice = advise(m);
	report_notes(m);
}
