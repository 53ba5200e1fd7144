/* The figures, limits and words that the two published models share.  Each
 * numbers the equations itself, so that the formulas stand here once.
 */

#include <math.h>
#include <string.h>

#include "engine/published/published.h"

/* Set a figure by an equation that each model numbers itself. */
#define SET(p, metric, equation_id, formula, ...)                             \
	FORMULA_METRIC((p)->report, metric, (p)->equation[equation_id], NULL, \
		formula, __VA_ARGS__)

/* A volume in bytes that was counted for "lup" updates. */
static void set_counted(struct published *p, enum metric metric,
	enum published_equation equation, const char *what, double value,
	double lup)
{
	SET(p, metric, equation, bytes / n_lup, (bytes, "B", what, value * lup),
		(n_lup, "LUP", "updates it was counted for", lup));
}

static void report_launch(struct published *p)
{
	const int64_t *grid = p->report->grid;

	SET(p, METRIC_waves, PUBLISHED_WAVES, n_block / at_once,
		(n_block, "", "blocks of the launch",
			(double) grid[0] * (double) grid[1] * (double) grid[2]),
		(at_once, "", "blocks that run at the same time",
			p->wave_blocks));
	SET(p, METRIC_tlb_pages, PUBLISHED_PAGES, n_page,
		(n_page, "page", "pages that a wave touches", p->pages));
	SET(p, METRIC_flops, PUBLISHED_FP, flops / n_lup,
		(flops, "FLOP", "floating-point operations of a thread",
			p->kernel->work.flops),
		(n_lup, "LUP", "updates of a thread", p->thread_lup));
}

static void report_l1(struct published *p)
{
	SET(p, METRIC_l1_wavefronts, PUBLISHED_CYCLES, cycles / n_lup,
		(cycles, "cyc", "cycles of L1 for a thread",
			p->l1_cyc * p->thread_lup),
		(n_lup, "LUP", "updates of a thread", p->thread_lup));
	set_counted(p, METRIC_l1_load_B, PUBLISHED_L1_LOAD,
		"sectors that the loads of a block's warps ask for",
		p->l1_load_B, p->block_lup);
}

void published_l2(struct published *p)
{
	double *v = p->report->metric;

	SET(p, METRIC_l2_load_capacity_B, PUBLISHED_L2_CAPACITY,
		(requested - first) * PUBLISHED_MISS(O),
		(requested, "B/LUP", "what loads ask of L1", p->l1_load_B),
		(first, "B/LUP", "of these, each sector of a block once",
			p->l2_first_B),
		(O, "", "oversubscription of L1", p->l1_over),
		PUBLISHED_CURVE(ROVER_L1));
	SET(p, METRIC_l2_load_B, PUBLISHED_L2_LOAD, compulsory + capacity,
		(compulsory, "B/LUP", "touched for the first time",
			p->l2_compulsory_B),
		(capacity, "B/LUP", "loaded again",
			v[METRIC_l2_load_capacity_B]));
	set_counted(p, METRIC_l2_store_B, PUBLISHED_L2_STORE,
		"sectors that the stores of a block's warps write through",
		p->l2_store_B, p->block_lup);
}

/* What rows save, those before in the same row apart, and layers. */
static void report_saved(struct published *p)
{
	if (p->before_B > 0)
		SET(p, METRIC_dram_saved_y_B, PUBLISHED_SAVED,
			overlap * (1 - PUBLISHED_MISS(O)) +
				before * (1 - PUBLISHED_MISS(O_before)),
			(overlap, "B/LUP", "also loaded by earlier threads",
				p->overlap_B[0]),
			(O, "",
				"data that L2 must keep until then, over its "
				"size",
				p->over[0]),
			PUBLISHED_CURVE(ROVER_WAVE_Y),
			(before, "B/LUP",
				"loaded by earlier threads of the same row",
				p->before_B),
			(O_before, "", "what these touch, over the L2 size",
				p->before_over));
	else
		SET(p, METRIC_dram_saved_y_B, PUBLISHED_SAVED,
			overlap * (1 - PUBLISHED_MISS(O)),
			(overlap, "B/LUP", "also loaded by earlier threads",
				p->overlap_B[0]),
			(O, "",
				"data that L2 must keep until then, over its "
				"size",
				p->over[0]),
			PUBLISHED_CURVE(ROVER_WAVE_Y));
	SET(p, METRIC_dram_saved_z_B, PUBLISHED_SAVED,
		overlap * (1 - PUBLISHED_MISS(O)),
		(overlap, "B/LUP", "also loaded by earlier threads",
			p->overlap_B[1]),
		(O, "", "data that L2 must keep until then, over its size",
			p->over[1]),
		PUBLISHED_CURVE(ROVER_WAVE_Z));
}

static void report_dram_load(struct published *p)
{
	const double *v = p->report->metric;

	set_counted(p, METRIC_dram_load_compulsory_B, PUBLISHED_DRAM_COMPULSORY,
		"granules that a wave loads", p->dram_compulsory_B,
		p->wave_lup);
	report_saved(p);
	SET(p, METRIC_dram_load_partial_B, PUBLISHED_DRAM_LOAD, evicted,
		(evicted, "B/LUP", "lines evicted before they were full",
			p->partial_B));
	SET(p, METRIC_dram_load_B, PUBLISHED_DRAM_LOAD,
		compulsory - saved_y - saved_z + partial,
		(compulsory, "B/LUP", "footprint of a wave",
			p->dram_compulsory_B),
		(saved_y, "B/LUP", "found in L2 thanks to earlier rows",
			v[METRIC_dram_saved_y_B]),
		(saved_z, "B/LUP", "found in L2 thanks to earlier layers",
			v[METRIC_dram_saved_z_B]),
		(partial, "B/LUP",
			"loaded to fill lines that are stored in part",
			p->partial_B));
	p->dram_load_B = v[METRIC_dram_load_B];
}

static void report_dram_store(struct published *p)
{
	set_counted(p, METRIC_dram_store_compulsory_B, PUBLISHED_DRAM_STORE,
		"granules that a wave stores", p->dram_store_B, p->wave_lup);
	SET(p, METRIC_dram_store_partial_B, PUBLISHED_PARTIAL,
		again * PUBLISHED_MISS(O),
		(again, "B/LUP", "stored into L2 more than once",
			fmax(0, p->l2_store_B - p->dram_store_B)),
		(O, "", "oversubscription of L2", p->l2_over),
		PUBLISHED_CURVE(ROVER_L2_STORE));
	SET(p, METRIC_dram_store_B, PUBLISHED_STORED, once + partial,
		(once, "B/LUP", "footprint of a wave's stores",
			p->dram_store_B),
		(partial, "B/LUP", "evicted before they were full",
			p->partial_B));
}

/* Add a limit by an equation that each model numbers itself. */
#define LIMIT(p, name, what, equation_id, formula, ...)                    \
	FORMULA_LIMIT((p)->report, name, what, (p)->equation[equation_id], \
		formula, __VA_ARGS__)

static void report_limits(struct published *p)
{
	const double *v = p->report->metric;

	LIMIT(p, "dram", "DRAM bandwidth", PUBLISHED_DRAM,
		n_lup * (V_load + V_store) / bandwidth,
		(n_lup, "LUP", "updates of the launch", p->lup),
		(V_load, "B/LUP", "loaded", v[METRIC_dram_load_B]),
		(V_store, "B/LUP", "stored", v[METRIC_dram_store_B]),
		(bandwidth, "B/s", "bandwidth", p->dev.dram_B_per_s));
	LIMIT(p, "l2", "L2 bandwidth", PUBLISHED_L2,
		n_lup * (V_load + V_store) / bandwidth,
		(n_lup, "LUP", "updates of the launch", p->lup),
		(V_load, "B/LUP", "loaded", v[METRIC_l2_load_B]),
		(V_store, "B/LUP", "stored", v[METRIC_l2_store_B]),
		(bandwidth, "B/s", "bandwidth", p->dev.l2_B_per_s));
	LIMIT(p, "l1", "L1 throughput", PUBLISHED_L1,
		n_lup * cycles / (n_sm * clock),
		(n_lup, "LUP", "updates of the launch", p->lup),
		(cycles, "cyc/LUP", "cycles of L1", v[METRIC_l1_wavefronts]),
		(n_sm, "", "SMs", p->dev.sm_count),
		(clock, "Hz", "clock", p->dev.clock_Hz));
	LIMIT(p, "fp", "FP units", PUBLISHED_FP,
		n_lup * per_lup / (rate * n_sm * clock),
		(n_lup, "LUP", "updates of the launch", p->lup),
		(per_lup, "inst/LUP", "floating-point instructions",
			p->fp_inst),
		(rate, "inst", "instructions that an SM executes in a cycle",
			p->fp_per_cyc),
		(n_sm, "", "SMs", p->dev.sm_count),
		(clock, "Hz", "clock", p->dev.clock_Hz));
}

/* The longest limit is the time. */
static void report_time(struct published *p)
{
	struct report *r = p->report;
	const struct limit *limit = r->limit;

	if (r->n_limit == 4)
		FORMULA(r, r->time_s, "time", "s", p->equation[PUBLISHED_TIME],
			"the limits do not slow each other down",
			max(max(t_dram, t_l2), max(t_l1, t_fp)),
			(t_dram, "s", limit[0].what, limit[0].seconds),
			(t_l2, "s", limit[1].what, limit[1].seconds),
			(t_l1, "s", limit[2].what, limit[2].seconds),
			(t_fp, "s", limit[3].what, limit[3].seconds));
	else
		r->time_s = limit[r->limiter].seconds;
	report_rates(r, p->kernel, &p->dev);
	FORMULA(r, r->lup_per_s, "performance", "LUP/s",
		p->equation[PUBLISHED_PERFORMANCE], NULL, n_lup / time,
		(n_lup, "LUP", "updates of the launch", p->lup),
		(time, "s", "time of the launch", r->time_s));
}

static char *advise_dram(struct published *p)
{
	const double *v = p->report->metric;
	double lost[2] = { p->overlap_B[0] - v[METRIC_dram_saved_y_B],
		p->overlap_B[1] - v[METRIC_dram_saved_z_B] };
	int i = lost[1] > lost[0];

	if (lost[i] > 0.05 * p->dram_load_B)
		return report_text(p->report,
			"%.3g of %.3g B/LUP would not "
			"be loaded if L2 kept the earlier %s of blocks, which "
			"are %.3g times its size",
			lost[i], p->dram_load_B, i ? "layers" : "rows",
			p->over[i]);
	if (p->partial_B > 0.05 * (p->dram_load_B + p->dram_store_B))
		return report_text(p->report,
			"%.3g B/LUP are written and "
			"read again because lines are evicted half full: a "
			"block wider in x would help",
			p->partial_B);
	return report_text(p->report,
		"%.3g B/LUP are the footprint of a "
		"wave: a wave of another shape has less surface",
		p->dram_compulsory_B + p->dram_store_B);
}

static char *advise_l2(struct published *p)
{
	double capacity = p->report->metric[METRIC_l2_load_capacity_B];
	double all = p->l2_compulsory_B + capacity + p->l2_store_B;

	if (capacity > 0.2 * all)
		return report_text(p->report,
			"%.3g of %.3g B/LUP are loaded "
			"again because the blocks of an SM need %.3g times "
			"its L1",
			capacity, all, p->l1_over);
	return report_text(p->report,
		"%.3g of %.3g B/LUP are the footprint "
		"of single blocks: a block closer to a cube, or folding, has "
		"less halo",
		p->l2_compulsory_B, all);
}

static char *advise(struct published *p)
{
	const char *name = p->report->limit[p->report->limiter].name;

	if (strcmp(name, "dram") == 0)
		return advise_dram(p);
	if (strcmp(name, "l2") == 0)
		return advise_l2(p);
	if (strcmp(name, "l1") == 0)
		return report_text(p->report,
			"one update of each lane of a "
			"warp takes %.3g cycles of L1: coalesced accesses, or "
			"fewer of them, take less",
			p->dev.warp_size *
				p->report->metric[METRIC_l1_wavefronts]);
	return report_text(p->report,
		"an update takes %.3g instructions: "
		"only fewer of them would be faster",
		p->fp_inst);
}

static void report_words(struct published *p)
{
	struct report *r = p->report;

	report_verdict(r);
	if (!(r->time_s > 0))
		return;
	r->advice = advise(p);
	if (p->dev.arch && strcmp(p->dev.arch, "ampere") &&
		strcmp(p->dev.arch, "volta"))
		report_note(r, NULL,
			"the model's curves were fitted on an A100 and "
			"a V100");
}

static double again_B(const struct published_part *part)
{
	return part->is_store ? fmax(0, part->l2_B - part->dram_B) : 0;
}

void published_fields(struct published *p, int n_part,
	const struct published_part *part)
{
	double again = 0;

	for (int f = 0; f < p->report->n_field; ++f) {
		p->report->field[f].l2_load_B = 0;
		p->report->field[f].l2_store_B = 0;
		p->report->field[f].dram_load_B = 0;
		p->report->field[f].dram_store_B = 0;
	}
	for (int i = 0; i < n_part; ++i)
		again += again_B(&part[i]);
	for (int i = 0; i < n_part; ++i) {
		struct field_volume *f = &p->report->field[part[i].field];
		double partial = again > 0 ?
			p->partial_B * again_B(&part[i]) / again :
			0;

		if (part[i].is_store) {
			f->l2_store_B += part[i].l2_B;
			f->dram_store_B += part[i].dram_B + partial;
			f->dram_load_B += partial;
		} else {
			f->l2_load_B += part[i].l2_B;
			f->dram_load_B += part[i].dram_B;
		}
	}
}

void published_start(struct published *p)
{
	report_launch(p);
	report_l1(p);
}

void published_finish(struct published *p, const struct launch *launch)
{
	report_dram_store(p);
	report_dram_load(p);
	report_measured(p->report, launch);
	report_limits(p);
	report_time(p);
	report_words(p);
}
