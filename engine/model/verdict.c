/* What a report comes to, in words. */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/conditions.h"
#include "engine/model/dram.h"
#include "engine/model/verdict.h"

#define MiB	1048576.0

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

int verdict_second(const struct report *r)
{
	int second = -1;

	for (int i = 0; i < r->n_limit; ++i)
		if (i != r->limiter && (second < 0 ||
		    r->limit[i].seconds > r->limit[second].seconds))
			second = i;
	return second;
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
			return report_text(m->report, "%s of %s B/LUP would "
				"not be loaded if the %s MiB between two %s "
				"of blocks fitted into %s MiB of L2",
				digits(lost).text, digits(load).text,
				digits(set_B(m, is_layer) / MiB).text,
				is_layer ? "layers" : "rows",
				digits(m->dev->l2_size_B / MiB).text);
	}
	if (m->sum.incomplete > 0.05 * all)
		return report_text(m->report, "%s B/LUP are loaded only to "
			"complete lines that no store fills",
			digits(m->sum.incomplete).text);
	lost = v[METRIC_dram_load_capacity_B] + 2 * m->sum.stored_partial;
	if (lost > 0.05 * all)
		return report_text(m->report, "%s B/LUP move because the "
			"blocks of a wave share lines that L2 cannot keep: "
			"a block wider in x would help", digits(lost).text);
	return report_text(m->report, "%s B/LUP are moved for the first "
		"time in the launch: only less data would help",
		digits(m->cold_share * m->sum.first +
		m->left_share * m->sum.stored).text);
}

static char *advise_l2(struct workings *m)
{
	double capacity = m->sum.l2_capacity;
	double all = m->sum.l2_compulsory + capacity + m->sum.l2_store;

	if (capacity > 0.2 * all)
		return report_text(m->report, "%s of %s B/LUP are loaded "
			"again because %d blocks want %s times the L1 of "
			"an SM", digits(capacity).text, digits(all).text,
			m->occupancy.blocks_per_sm, digits(m->over_l1).text);
	if (m->sum.l2_store > 0.5 * all)
		return report_text(m->report, "%s of %s B/LUP are "
			"stores, which L1 does not collect",
			digits(m->sum.l2_store).text, digits(all).text);
	return report_text(m->report, "%s of %s B/LUP are the footprint "
		"of single blocks: a block closer to a cube, or folding, has "
		"less halo", digits(m->sum.l2_compulsory).text,
		digits(all).text);
}

static char *advise_latency(struct workings *m)
{
	const struct occupancy *o = &m->occupancy;
	double most = floor(m->dev->sm_threads / m->dev->warp_size);
	double waves = m->report->metric[METRIC_waves];

	if (waves < 1)
		return report_text(m->report, "the launch fills %.0f %% of "
			"the device: its blocks wait once, all at the same "
			"time", 100 * waves);
	if (o->warps_per_sm < most)
		return report_text(m->report, "%d of %.0f warps run on an "
			"SM, limited by %s: more of them would hide the "
			"latency", o->warps_per_sm, most, o->limiter);
	return report_text(m->report, "all %.0f warps of an SM wait: only "
		"loads that do not wait for each other would help", most);
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
		return report_text(m->report, "an update takes %.3g cycles "
			"of L1 in a warp: lanes side by side in memory, or "
			"fewer loads, take less", m->dev->warp_size *
			m->report->metric[METRIC_l1_wavefronts]);
	if (strcmp(name, "requests") == 0)
		return report_text(m->report, "an update asks L2 for %.3g "
			"lines: a block wider in x asks for fewer",
			m->report->metric[METRIC_l2_requests]);
	if (strcmp(name, "fills") == 0)
		return report_text(m->report, "L1 has %.0f lines that may "
			"wait for data: less shared memory leaves it more",
			m->l1_B / m->dev->l1_line_B);
	if (strcmp(name, "tlb") == 0)
		return report_text(m->report, "a wave touches %.0f pages, and "
			"the TLB holds %.0f: blocks less deep in z touch fewer",
			m->report->metric[METRIC_tlb_pages],
			m->dev->tlb_pages);
	if (strcmp(name, "latency") == 0)
		return advise_latency(m);
	if (strcmp(name, "overhead") == 0)
		return report_text(m->report, "the launch is too short to "
			"matter: more updates in one launch would help");
	if (strcmp(name, "launch") == 0)
		return report_text(m->report, "%.0f blocks of %lld threads "
			"are to be started: larger blocks, or folding, start "
			"fewer", m->n_block, (long long) threads);
	return report_text(m->report, "%s instructions an update: only "
		"fewer of them would help",
		digits(m->report->metric[METRIC_instructions]).text);
}

static void report_notes(struct workings *m)
{
	double data_B = m->over_launch * m->dev->l2_size_B;

	if (m->guards_ignored)
		report_note(m->report, "conditions were too involved to "
			"count: a few blocks stand for all");
	if (m->conditions && conditions_never_hold(m))
		report_note(m->report, "a condition holds for no thread: what "
			"stands under it is never done");
	if (m->is_rough)
		report_note(m->report, "accesses were too involved to count: "
			"what blocks share in L2 is left out");
	if (data_B > m->dev->dram_size_B)
		report_note(m->report, "%s GB of data are more than the "
			"%s GB of the device", digits(data_B / 1e9).text,
			digits(m->dev->dram_size_B / 1e9).text);
	if (m->dev->vendor && strcmp(m->dev->vendor, "nvidia") == 0 &&
	    (m->launch->grid[1] > 65535 || m->launch->grid[2] > 65535))
		report_note(m->report, "CUDA starts at most 65535 blocks in "
			"y and z: this grid needs another mapping");
	if (isfinite(m->dev->l3_size_B))
		report_note(m->report, "the cache on the side of the memory "
			"is not modelled: DRAM volumes are those it is asked "
			"for");
}

/* "units" do what "bandwidth" does. */
static bool is_plural(const char *what)
{
	size_t n = strlen(what);

	return n > 0 && what[n - 1] == 's';
}

void verdict_report(struct workings *m)
{
	struct report *r = m->report;
	const struct limit *first = &r->limit[r->limiter], *next;
	const char *verb = is_plural(first->what) ? "decide" : "decides";
	int second = verdict_second(r);

	if (r->figures_only)
		return;
	if (second < 0) {
		r->verdict = report_text(r, "%s %s", first->what, verb);
	} else {
		next = &r->limit[second];
		r->verdict = report_text(r, "%s %s; %s %s at %.0f %% of "
			"its time", first->what, verb, next->what,
			is_plural(next->what) ? "follow" : "follows", 100 * next->seconds / first->seconds);
	}
	if (r->verdict)
		r->verdict[0] = (char) toupper((unsigned char) r->verdict[0]);
	r->advice = advise(m);
	report_notes(m);
}
