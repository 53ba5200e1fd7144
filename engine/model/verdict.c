/* The words of a report: what decides, the advice and the notes. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/advice.h"
#include "engine/model/conditions.h"
#include "engine/model/instruction.h"
#include "engine/model/meet.h"
#include "engine/model/proven.h"
#include "engine/model/requests.h"
#include "engine/model/spill.h"
#include "engine/model/verdict.h"

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

/* Share of the data from which on it is said. */
#define LITTLE_EARLY  0.05

#define LITTLE_JOINED 0.1

static void report_notes(struct workings *m)
{
	double data_B = m->over_launch * m->level.size_B;
	double early_B = proven_early_B(m);
	double joined_B = requests_joined_B(m);

	for (int i = 0; i < m->kernel->n_assumed; ++i)
		report_note(m->report, NULL, "%s", m->kernel->assumed[i]);
	if (m->is_sampled)
		report_note(m->report,
			"conditions are too complex to count exactly",
			"conditions are too complex to count exactly: figures "
			"come from a sample of the blocks (standard error of "
			"volumes about %s %%, of instructions about %s %%)",
			digits(fmax(0.1, 100 * m->sample_error)).text,
			digits(fmax(0.1, 100 * m->warp_error)).text);
	if (m->conditions && conditions_never_hold(m))
		report_note(m->report, NULL,
			"a condition holds for no thread: the "
			"code under it never runs");
	if (m->ends_early)
		report_note(m->report, NULL,
			"loops end earlier in some threads than in others: "
			"nine of ten such launches took 0.8 to 2.4 times as "
			"long as predicted on an H200");
	if (m->is_rough && !m->has_dram)
		report_note(m->report, NULL,
			"accesses are too complex to count "
			"exactly: reuse between blocks in L2 is left out");
	if (early_B > LITTLE_EARLY * data_B / m->lup)
		report_note(m->report,
			"L2 may lose parts of sectors before they are complete",
			"lanes write parts of sectors in rows far apart: L2 may "
			"lose some before they are complete, which adds up to "
			"%s B/LUP to what DRAM loads and to what it stores",
			digits(early_B).text);
	meet_note(m);
	if (joined_B > LITTLE_JOINED * m->report->metric[METRIC_l2_store_B])
		report_note(m->report, "L1 joins stores before L2 sees them",
			"L1 joins stores that lie side by side: L2 sees about "
			"%s of the %s B/LUP%s",
			digits(m->report->metric[METRIC_l2_store_B] - joined_B)
				.text,
			digits(m->report->metric[METRIC_l2_store_B]).text,
			requests_join_is_proven(m) ?
				"" :
				requests_are_measured(m->dev) ?
				", if it does as in code without loops" :
				", if it does as on an H200");
	if (!requests_are_measured(m->dev) &&
		strcmp(m->report->limit[m->report->limiter].name, "in_place") ==
			0)
		report_note(m->report, "in-place parts of lines: not measured",
			"that parts of lines stored in place wait for DRAM was "
			"measured on an H200 only");
	if (m->crowded > 0)
		report_note(m->report, "warps crowd the cache of constants",
			"more than 32 warps of an SM walk through constant "
			"memory: a line of 64 B took each of them 7 to 150 "
			"cycles on an H200, where fewer warps share one wait");
	if (spill_is_likely(m))
		report_note(m->report, "compilers may spill registers",
			"compilers spill registers of some kernels as long as "
			"this, which may take many times as long: say "
			"registers and spilled if you know them");
	if (data_B > m->dev->dram_size_B)
		report_note(m->report,
			"the data is larger than the memory of the device",
			"the data takes %s GB, and the device "
			"has %s GB",
			digits(data_B / 1e9).text,
			digits(m->dev->dram_size_B / 1e9).text);
	if (m->dev->vendor && strcmp(m->dev->vendor, "nvidia") == 0 &&
		(m->launch->grid[1] > 65535 || m->launch->grid[2] > 65535))
		report_note(m->report, NULL,
			"CUDA allows at most 65535 blocks in y "
			"and in z: this grid needs another mapping");
}

void verdict_report(struct workings *m)
{
	if (!m->report->figures_only) {
		report_verdict(m->report);
		advice_report(m);
	}
	report_notes(m);
}
