/* The table of figures: names and units from metric.def and figure.def, and
 * the place of each in a report.
 */

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/model/mdm.h"
#include "lang/ask/figure.h"

const struct figure_info figures[N_FIGURE] = {
#define METRIC(member, path, unit, what) { path, unit },
#include "engine/report/metric.def"
#define FIGURE(name, path, unit, of, member) { path, unit },
#include "lang/ask/figure.def"
};

int figure_find(const char *path)
{
	for (int i = 0; i < N_FIGURE; ++i)
		if (strcmp(figures[i].path, path) == 0)
			return i;
	return -1;
}

double figure_of(const struct report *report, int figure)
{
	const struct mdm *mdm = report->mdm;

	if (figure < N_METRIC)
		return report->metric[figure];
	if (!mdm && strncmp(figures[figure].path, "mdm.", 4) == 0)
		return NAN;
#define FIGURE(name, path, unit, of, member) \
	if (figure == FIGURE_##name)         \
		return of->member;
#include "lang/ask/figure.def"
	return NAN;
}

void figure_suggest(struct diag *diag, const char *path)
{
	const char *names[N_FIGURE];

	for (int i = 0; i < N_FIGURE; ++i)
		names[i] = figures[i].path;
	diag_suggest(diag, path, names, N_FIGURE);
}

#define FLOW(from, what)                                                     \
	.level = #from, .kind = #what, .metric = METRIC_##from##_##what##_B, \
	.field = offsetof(struct field_volume, from##_##what##_B)

const struct flow flows[N_FLOW] = {
	[FLOW_DRAM_LOAD] = {
		FLOW(dram, load),
		.n_part = 7,
		.part = {
		{ "compulsory", METRIC_dram_load_compulsory_B, 1 },
		{ "saved by rows", METRIC_dram_saved_y_B, -1 },
		{ "saved by layers", METRIC_dram_saved_z_B, -1 },
		{ "warm", METRIC_dram_saved_warm_B, -1 },
		{ "first waves", METRIC_dram_load_start_B, 1 },
		{ "capacity", METRIC_dram_load_capacity_B, 1 },
		{ "for partial lines", METRIC_dram_load_partial_B, 1 },
		},
	},
	[FLOW_DRAM_STORE] = {
		FLOW(dram, store),
		.n_part = 3,
		.part = {
		{ "compulsory", METRIC_dram_store_compulsory_B, 1 },
		{ "partial lines", METRIC_dram_store_partial_B, 1 },
		{ "still in L2", METRIC_dram_store_kept_B, -1 },
		},
	},
	[FLOW_L2_LOAD] = {
		FLOW(l2, load),
		.n_part = 3,
		.part = {
		{ "compulsory", METRIC_l2_load_compulsory_B, 1 },
		{ "capacity", METRIC_l2_load_capacity_B, 1 },
		{ "shared by blocks", METRIC_l2_saved_blocks_B, -1 },
		},
	},
	[FLOW_L2_STORE] = { FLOW(l2, store) },
};

const int figure_columns[FIGURE_COLUMNS] = {
	FIGURE_performance,
	FIGURE_time,
	METRIC_dram_load_B,
	METRIC_dram_store_B,
	METRIC_l2_load_B,
	METRIC_l2_store_B,
	METRIC_l1_wavefronts,
	FIGURE_mdm_base,
	FIGURE_mdm_mshr,
	FIGURE_mdm_noc,
	FIGURE_mdm_dram,
};

bool figure_is_column(const char *name)
{
	size_t len = strlen(name);

	for (int i = 0; i < FIGURE_COLUMN_MDM; ++i) {
		const char *path = figures[figure_columns[i]].path;

		if (strncmp(path, name, len) == 0 &&
			(path[len] == '\0' || path[len] == '.'))
			return true;
	}
	return strcmp(name, "limiter") == 0 || strcmp(name, "index") == 0 ||
		strcmp(name, "tie") == 0 || strcmp(name, "notes") == 0;
}
