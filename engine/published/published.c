#include <math.h>
#include <string.h>

#include "engine/published/published.h"

#define MOST_INPUTS	8
#define MISS		"a * exp(-b * exp(-c * O))"

struct derivation_input published_input(const char *name, const char *unit,
	const char *what, double value)
{
	return (struct derivation_input) { name, unit, what, value };
}

int published_curve(struct derivation_input *in, enum rover curve)
{
	const struct rover_fit *f = &rovers[curve];

	in[0] = published_input("a", "", "constant of the curve", f->a);
	in[1] = published_input("b", "", "constant of the curve", f->b);
	in[2] = published_input("c", "", "constant of the curve", f->c);
	return 3;
}

static void set_metric(struct published *p, enum metric metric,
	enum published_equation equation, const char *formula, double value,
	int n, const struct derivation_input *in)
{
	report_metric(p->report, metric, p->equation[equation], formula,
		value, NULL, n, in);
}

/* A volume that was counted in bytes for so many updates. */
static void set_counted(struct published *p, enum metric metric,
	enum published_equation equation, const char *what, double value,
	double lup)
{
	const struct derivation_input in[] = {
		{ "bytes", "B", what, value * lup },
		{ "n_lup", "LUP", "updates it was counted for", lup },
	};

	set_metric(p, metric, equation, "bytes / n_lup", value, 2, in);
}

static void report_launch(struct published *p)
{
	const int64_t *grid = p->report->grid;
	double n = (double) grid[0] * (double) grid[1] * (double) grid[2];
	const struct derivation_input waves[] = {
		{ "n_block", "", "blocks of the launch", n },
		{ "at_once", "", "blocks that run at the same time",
		  p->wave_blocks },
	};
	const struct derivation_input flops[] = {
		{ "flops", "FLOP", "floating-point operations of a thread",
		  p->kernel->work.flops },
		{ "n_lup", "LUP", "updates of a thread", p->thread_lup },
	};
	const struct derivation_input pages[] = {
		{ "n_page", "page", "pages that a wave touches", p->pages },
	};

	set_metric(p, METRIC_waves, PUBLISHED_WAVES, "n_block / at_once",
		n / p->wave_blocks, 2, waves);
	set_metric(p, METRIC_tlb_pages, PUBLISHED_PAGES, "n_page", p->pages,
		1, pages);
	set_metric(p, METRIC_flops, PUBLISHED_FP, "flops / n_lup",
		p->kernel->work.flops / p->thread_lup, 2, flops);
}

static void report_l1(struct published *p)
{
	const struct derivation_input in[] = {
		{ "cycles", "cyc", "cycles of L1 for a thread",
		  p->l1_cyc * p->thread_lup },
		{ "n_lup", "LUP", "updates of a thread", p->thread_lup },
	};

	set_metric(p, METRIC_l1_wavefronts, PUBLISHED_CYCLES,
		"cycles / n_lup", p->l1_cyc, 2, in);
	set_counted(p, METRIC_l1_load_B, PUBLISHED_L1_LOAD,
		"sectors that the loads of a block's warps ask for",
		p->l1_load_B, p->block_lup);
}

void published_l2(struct published *p)
{
	struct derivation_input in[MOST_INPUTS] = {
		{ "requested", "B/LUP", "what loads ask of L1",
		  p->l1_load_B },
		{ "first", "B/LUP", "of these, each sector of a block once",
		  p->l2_first_B },
		{ "O", "", "oversubscription of L1", p->l1_over },
	};
	const struct derivation_input load[] = {
		{ "compulsory", "B/LUP", "touched for the first time",
		  p->l2_compulsory_B },
		{ "capacity", "B/LUP", "loaded again", p->l2_capacity_B },
	};
	int n = 3 + published_curve(in + 3, ROVER_L1);

	set_metric(p, METRIC_l2_load_capacity_B, PUBLISHED_L2_CAPACITY,
		"(requested - first) * " MISS, p->l2_capacity_B, n, in);
	set_metric(p, METRIC_l2_load_B, PUBLISHED_L2_LOAD,
		"compulsory + capacity",
		p->l2_compulsory_B + p->l2_capacity_B, 2, load);
	set_counted(p, METRIC_l2_store_B, PUBLISHED_L2_STORE,
		"sectors that the stores of a block's warps write through",
		p->l2_store_B, p->block_lup);
}

static void report_saved(struct published *p, int i)
{
	static const enum metric metric[2] = {
		METRIC_dram_saved_y_B, METRIC_dram_saved_z_B
	};
	static const enum rover curve[2] = { ROVER_WAVE_Y, ROVER_WAVE_Z };
	struct derivation_input in[MOST_INPUTS] = {
		{ "overlap", "B/LUP", "also loaded by earlier threads",
		  p->overlap_B[i] },
		{ "O", "", "data that L2 must keep until then, over its size",
		  p->over[i] },
	};
	int n = 2 + published_curve(in + 2, curve[i]);
	const char *formula = "overlap * (1 - " MISS ")";

	if (i == 0 && p->before_B > 0) {
		in[n++] = published_input("before", "B/LUP",
			"loaded by earlier threads of the same row",
			p->before_B);
		in[n++] = published_input("O_before", "",
			"what these touch, over the L2 size",
			p->before_over);
		formula = "overlap * (1 - " MISS ") + "
			"before * (1 - a * exp(-b * exp(-c * O_before)))";
	}
	set_metric(p, metric[i], PUBLISHED_SAVED, formula, p->saved_B[i], n,
		in);
}

static double dram_load(const struct published *p)
{
	return p->dram_compulsory_B - p->saved_B[0] - p->saved_B[1] +
		p->partial_B;
}

static void report_dram_load(struct published *p)
{
	const struct derivation_input partial[] = {
		{ "evicted", "B/LUP", "lines evicted before they were full",
		  p->partial_B },
	};
	const struct derivation_input load[] = {
		{ "compulsory", "B/LUP", "footprint of a wave",
		  p->dram_compulsory_B },
		{ "saved_y", "B/LUP", "found in L2 thanks to earlier rows",
		  p->saved_B[0] },
		{ "saved_z", "B/LUP", "found in L2 thanks to earlier layers",
		  p->saved_B[1] },
		{ "partial", "B/LUP", "loaded to fill lines that are stored "
		  "in part",
		  p->partial_B },
	};

	set_counted(p, METRIC_dram_load_compulsory_B,
		PUBLISHED_DRAM_COMPULSORY, "granules that a wave loads",
		p->dram_compulsory_B, p->wave_lup);
	report_saved(p, 0);
	report_saved(p, 1);
	set_metric(p, METRIC_dram_load_partial_B, PUBLISHED_DRAM_LOAD,
		"evicted", p->partial_B, 1, partial);
	set_metric(p, METRIC_dram_load_B, PUBLISHED_DRAM_LOAD,
		"compulsory - saved_y - saved_z + partial", dram_load(p), 4,
		load);
}

static void report_dram_store(struct published *p)
{
	struct derivation_input in[MOST_INPUTS] = {
		{ "again", "B/LUP", "stored into L2 more than once",
		  fmax(0, p->l2_store_B - p->dram_store_B) },
		{ "O", "", "oversubscription of L2", p->l2_over },
	};
	const struct derivation_input store[] = {
		{ "once", "B/LUP", "footprint of a wave's stores",
		  p->dram_store_B },
		{ "partial", "B/LUP", "evicted before they were full",
		  p->partial_B },
	};
	int n = 2 + published_curve(in + 2, ROVER_L2_STORE);

	set_counted(p, METRIC_dram_store_compulsory_B, PUBLISHED_DRAM_STORE,
		"granules that a wave stores", p->dram_store_B, p->wave_lup);
	set_metric(p, METRIC_dram_store_partial_B, PUBLISHED_PARTIAL,
		"again * " MISS, p->partial_B, n, in);
	set_metric(p, METRIC_dram_store_B, PUBLISHED_STORED,
		"once + partial", p->dram_store_B + p->partial_B, 2, store);
}

static void limit_bandwidth(struct published *p, const char *name,
	const char *path, const char *what,
	enum published_equation equation, const enum metric metric[2],
	double B_per_s)
{
	double load = p->report->metric[metric[0]];
	double store = p->report->metric[metric[1]];
	double t = p->lup * (load + store) / B_per_s;
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", p->lup },
		{ "V_load", "B/LUP", "loaded", load },
		{ "V_store", "B/LUP", "stored", store },
		{ "bandwidth", "B/s", "bandwidth", B_per_s },
	};

	report_limit(p->report, name, what, t);
	report_derive(p->report, path, p->equation[equation],
		"n_lup * (V_load + V_store) / bandwidth", "s", t, NULL, 4,
		in);
}

static void limit_l1(struct published *p)
{
	double t = p->lup * p->l1_cyc / (p->dev.sm_count * p->dev.clock_Hz);
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", p->lup },
		{ "cycles", "cyc/LUP", "cycles of L1", p->l1_cyc },
		{ "n_sm", "", "SMs", p->dev.sm_count },
		{ "clock", "Hz", "clock", p->dev.clock_Hz },
	};

	report_limit(p->report, "l1", "L1 throughput", t);
	report_derive(p->report, "limits.l1", p->equation[PUBLISHED_L1],
		"n_lup * cycles / (n_sm * clock)", "s", t, NULL, 4, in);
}

static void limit_fp(struct published *p)
{
	double t = p->lup * p->fp_inst / (p->fp_per_cyc * p->dev.sm_count *
		p->dev.clock_Hz);
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", p->lup },
		{ "per_lup", "inst/LUP", "floating-point instructions",
		  p->fp_inst },
		{ "rate", "inst", "instructions that an SM executes in a cycle",
		  p->fp_per_cyc },
		{ "n_sm", "", "SMs", p->dev.sm_count },
		{ "clock", "Hz", "clock", p->dev.clock_Hz },
	};

	report_limit(p->report, "fp", "FP units", t);
	report_derive(p->report, "limits.fp", p->equation[PUBLISHED_FP],
		"n_lup * per_lup / (rate * n_sm * clock)", "s", t, NULL, 5,
		in);
}

/* The longest limit is the time. */
static void report_time(struct published *p)
{
	static const char *const names[] = {
		"t_dram", "t_l2", "t_l1", "t_fp"
	};
	struct report *r = p->report;
	struct derivation_input in[4];

	r->time_s = r->limit[r->limiter].seconds;
	for (int i = 0; i < r->n_limit && i < 4; ++i)
		in[i] = published_input(names[i], "s", r->limit[i].what,
			r->limit[i].seconds);
	if (r->n_limit == 4)
		report_derive(r, "time", p->equation[PUBLISHED_TIME],
			"max(max(t_dram, t_l2), max(t_l1, t_fp))", "s",
			r->time_s, "the limits do not slow each other down", 4,
			in);
}

static void report_performance(struct published *p)
{
	const struct derivation_input in[] = {
		{ "n_lup", "LUP", "updates of the launch", p->lup },
		{ "time", "s", "time of the launch", p->report->time_s },
	};

	report_derive(p->report, "performance",
		p->equation[PUBLISHED_PERFORMANCE], "n_lup / time", "LUP/s",
		p->report->lup_per_s, NULL, 2, in);
}

static void report_limits(struct published *p)
{
	limit_bandwidth(p, "dram", "limits.dram", "DRAM bandwidth",
		PUBLISHED_DRAM, (const enum metric []) {
		METRIC_dram_load_B, METRIC_dram_store_B },
		p->dev.dram_B_per_s);
	limit_bandwidth(p, "l2", "limits.l2", "L2 bandwidth", PUBLISHED_L2,
		(const enum metric []) { METRIC_l2_load_B,
		METRIC_l2_store_B }, p->dev.l2_B_per_s);
	limit_l1(p);
	limit_fp(p);
	report_time(p);
	report_rates(p->report, p->kernel, &p->dev);
	report_performance(p);
}

static char *advise_dram(struct published *p)
{
	double lost[2] = { p->overlap_B[0] - p->saved_B[0],
		p->overlap_B[1] - p->saved_B[1] };
	int i = lost[1] > lost[0];

	if (lost[i] > 0.05 * dram_load(p))
		return report_text(p->report, "%.3g of %.3g B/LUP would not "
			"be loaded if L2 kept the earlier %s of blocks, which "
			"are %.3g times its size", lost[i], dram_load(p),
			i ? "layers" : "rows", p->over[i]);
	if (p->partial_B > 0.05 * (dram_load(p) + p->dram_store_B))
		return report_text(p->report, "%.3g B/LUP are written and "
			"read again because lines are evicted half full: a "
			"block wider in x would help", p->partial_B);
	return report_text(p->report, "%.3g B/LUP are the footprint of a "
		"wave: a wave of another shape has less surface",
		p->dram_compulsory_B + p->dram_store_B);
}

static char *advise_l2(struct published *p)
{
	double all = p->l2_compulsory_B + p->l2_capacity_B + p->l2_store_B;

	if (p->l2_capacity_B > 0.2 * all)
		return report_text(p->report, "%.3g of %.3g B/LUP are loaded "
			"again because the blocks of an SM need %.3g times "
			"its L1",
			p->l2_capacity_B, all, p->l1_over);
	return report_text(p->report, "%.3g of %.3g B/LUP are the footprint "
		"of single blocks: a block closer to a cube, or folding, has "
		"less halo", p->l2_compulsory_B, all);
}

static char *advise(struct published *p)
{
	const char *name = p->report->limit[p->report->limiter].name;

	if (!strcmp(name, "dram"))
		return advise_dram(p);
	if (!strcmp(name, "l2"))
		return advise_l2(p);
	if (!strcmp(name, "l1"))
		return report_text(p->report, "one update of each lane of a "
			"warp takes %.3g cycles of L1: coalesced accesses, or "
			"fewer of them, take less",
			p->dev.warp_size * p->l1_cyc);
	return report_text(p->report, "an update takes %.3g instructions: "
		"only fewer of them would be faster", p->fp_inst);
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
		report_note(r, "the model's curves were fitted on an A100 and "
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
			p->partial_B * again_B(&part[i]) / again : 0;

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
	p->l1_cyc = p->report->metric[METRIC_l1_wavefronts];
	report_limits(p);
	report_words(p);
}
