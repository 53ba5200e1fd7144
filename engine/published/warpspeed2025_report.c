/* The report of the published tool's figures, by version V3 of its model,
 * which is that of the paper.
 */

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/published/published.h"
#include "engine/published/warpspeed2025_case.h"

static const char *const equations[N_PUBLISHED_EQUATION] = {
	[PUBLISHED_WAVES] = "8.1",
	[PUBLISHED_CYCLES] = "8.11",
	[PUBLISHED_L1_LOAD] = "8.6",
	[PUBLISHED_L1_OVER] = "8.15",
	[PUBLISHED_L2_COMPULSORY] = "8.17",
	[PUBLISHED_L2_CAPACITY] = "8.18",
	[PUBLISHED_L2_LOAD] = "8.18",
	[PUBLISHED_L2_STORE] = "8.7",
	[PUBLISHED_L2_OVER] = "8.22",
	[PUBLISHED_DRAM_COMPULSORY] = "8.13",
	[PUBLISHED_OVER_Y] = "8.19",
	[PUBLISHED_OVER_Z] = "8.19",
	[PUBLISHED_SAVED] = "8.20",
	[PUBLISHED_DRAM_STORE] = "8.13",
	[PUBLISHED_PARTIAL] = "8.23",
	[PUBLISHED_STORED] = "8.24",
	[PUBLISHED_DRAM_LOAD] = "8.25",
	[PUBLISHED_PAGES] = "8.9",
	[PUBLISHED_FP] = "8.27",
	[PUBLISHED_L1] = "8.28",
	[PUBLISHED_L2] = "8.29",
	[PUBLISHED_DRAM] = "8.30",
	[PUBLISHED_TIME] = "8.31",
	[PUBLISHED_PERFORMANCE] = "8.32",
};

#define L1_REFERENCE_B 131072.0
#define L2_REFERENCE_B 4194304.0

static void set_device(struct published *p, const struct device *dev,
	const struct warpspeed2025_device *tool)
{
	p->dev = *dev;
	p->dev.clock_Hz = tool->clock_GHz * 1e9;
	p->dev.sm_count = tool->sm_count;
	p->dev.l1_size_B = tool->l1_size_B;
	p->dev.l2_size_B = tool->l2_size_B;
	p->dev.l2_B_per_s = tool->l2_GB_per_s * 1e9;
	p->dev.dram_B_per_s = tool->dram_GB_per_s * 1e9;
	p->dev.fp32_per_cyc = tool->fp32_per_cyc;
	p->dev.fp64_per_cyc = tool->fp64_per_cyc;
}

static void set_figures(struct published *p, const struct warpspeed2025 *w)
{
	p->thread_lup = w->launch.lup;
	p->block_lup = w->launch.threads * w->launch.lup;
	p->wave_lup = w->basic.wave_threads * w->launch.lup;
	p->wave_blocks = w->launch.blocks_per_sm * p->dev.sm_count;
	p->l1_cyc = w->derived.l1_cyc;
	p->l1_load_B = w->derived.l1_load_B;
	p->l1_over = w->derived.l1_over;
	p->l2_first_B = w->derived.l2_load_v1_B;
	p->l2_compulsory_B = w->total.l2_load_v2_B;
	p->l2_store_B = w->derived.l2_store_B;
	p->l2_over = w->derived.l2_over;
	p->dram_compulsory_B = w->derived.dram_load_v1_B;
	p->dram_store_B = w->derived.dram_store_v1_B;
	p->partial_B = w->derived.store_evicts_B;
	p->pages = w->derived.wave_pages;
	for (int i = 0; i < 2; ++i) {
		p->overlap_B[i] = w->derived.overlap_B[i];
		p->over[i] = w->derived.overlap_over[i];
	}
	p->before_B = p->before_over = 0;
	p->fp_inst = w->launch.flins;
}

/* Distribute capacity misses, which the tool gives as a sum, over the fields
 * in proportion to what each can cause.
 */
static void set_part(const struct published *p,
	const struct warpspeed2025_part *from, struct published_part *to)
{
	double y = from->wave_overlap_x_B + from->wave_overlap_y_B;

	to->field = from->field;
	to->is_store = from->is_store;
	if (from->is_store) {
		to->l2_B = from->l2_store_B;
		to->dram_B = from->dram_load_v1_B;
		return;
	}
	to->l2_B = from->l2_load_v2_B +
		rover_miss(ROVER_L1, p->l1_over) *
			(from->block_l1_load_B / p->block_lup -
				from->l2_load_v1_B);
	to->dram_B = from->dram_load_v1_B -
		y / p->wave_lup * (1 - rover_miss(ROVER_WAVE_Y, p->over[0])) -
		from->overlap_z_B * (1 - rover_miss(ROVER_WAVE_Z, p->over[1]));
}

static bool set_fields(struct published *p, const struct warpspeed2025 *w)
{
	struct published_part *part = heap_take(
		(w->n_part + 1) * sizeof(*part));

	if (!part)
		return false;
	for (int i = 0; i < w->n_part; ++i)
		set_part(p, &w->part[i], &part[i]);
	published_fields(p, w->n_part, part);
	free(part);
	return true;
}

static void set_occupancy(struct report *r, const struct launch *launch,
	const struct device *dev, const struct warpspeed2025 *w)
{
	int64_t threads = launch->block[0] * launch->block[1] *
		launch->block[2];
	int64_t warp = (int64_t) dev->warp_size;
	struct occupancy *o = &r->occupancy;

	o->blocks_per_sm = (int) w->launch.blocks_per_sm;
	o->warps_per_block = (int) ((threads + warp - 1) / warp);
	o->warps_per_sm = o->blocks_per_sm * o->warps_per_block;
	for (int i = 0; i < N_OCCUPANCY_LIMIT; ++i)
		o->allows[i] = INT_MAX;
	o->allows[OCCUPANCY_BLOCKS] = WARPSPEED2025_SM_BLOCKS;
	o->allows[OCCUPANCY_REGISTERS] = (int) (WARPSPEED2025_SM_REGISTERS /
		(threads * warpspeed2025_registers(r->registers.n)));
	o->limiter = occupancy_limits[o->allows[OCCUPANCY_REGISTERS] <=
				WARPSPEED2025_SM_BLOCKS ?
			OCCUPANCY_REGISTERS :
			OCCUPANCY_BLOCKS];
}

static void derive_l1_over(struct published *p, const struct warpspeed2025 *w)
{
	FORMULA_METRIC(p->report, METRIC_l1_over, equations[PUBLISHED_L1_OVER],
		NULL, lines / l1 * sqrt(l1 / reference),
		(lines, "B", "lines that a block allocates",
			w->derived.l1_alloc_B),
		(l1, "B", "L1", p->dev.l1_size_B),
		(reference, "B", "L1 that the curve was fitted for",
			L1_REFERENCE_B));
	FORMULA_METRIC(p->report, METRIC_l2_load_compulsory_B,
		equations[PUBLISHED_L2_COMPULSORY], NULL,
		first - overlap * (1 - PUBLISHED_MISS(2 * load / l1)),
		(first, "B/LUP", "each sector of a block once", p->l2_first_B),
		(overlap, "B/LUP",
			"of these, in a block that ran on the same "
			"SM earlier",
			w->derived.l2_overlap_B),
		(load, "B", "what a block loads", w->total.block_l2_load_B),
		(l1, "B", "L1", p->dev.l1_size_B), PUBLISHED_CURVE(ROVER_L1));
}

static void derive_l2_over(struct published *p, const struct warpspeed2025 *w)
{
	static const enum metric metric[2] = { METRIC_l2_over_y,
		METRIC_l2_over_z };

	FORMULA_METRIC(p->report, METRIC_l2_over, equations[PUBLISHED_L2_OVER],
		NULL, data / l2 * sqrt(l2 / reference),
		(data, "B", "what a wave loads and stores",
			w->derived.l2_alloc_B),
		(l2, "B", "L2", p->dev.l2_size_B),
		(reference, "B", "L2 that the curve was fitted for",
			L2_REFERENCE_B));
	for (int i = 0; i < 2; ++i)
		FORMULA_METRIC(p->report, metric[i],
			equations[PUBLISHED_OVER_Y], NULL,
			(old + new - overlap) / l2,
			(old, "B",
				i ? "what the previous layer of blocks touches" :
				    "what the previous row of blocks touches",
				w->basic.wave_old_B[i]),
			(new, "B", "what the wave loads", w->basic.wave_load_B),
			(overlap, "B", "of these, touched before",
				w->basic.wave_load_overlap_B[i]),
			(l2, "B", "L2", p->dev.l2_size_B));
}

/* (8.18), (8.21) and what follows from them may be below 0. */
static bool has_negative(const struct report *r)
{
	for (int i = 0; i < N_METRIC; ++i)
		if (r->metric[i] < 0)
			return true;
	return false;
}

static void add_notes(struct report *r, const struct kernel *kernel)
{
	if (has_negative(r))
		report_note(r, NULL,
			"the published tool assumes more reuse than "
			"there is: it does not hold here, and gives volumes "
			"below 0");
	if (kernel->work.flops == 0)
		report_note(r, NULL,
			"the published tool answers 0 for kernels "
			"without floating-point operations; that limit is "
			"left out here");
	if (r->grid[0] == 1 && r->grid[1] == 1 && r->grid[2] == 1)
		report_note(r, NULL,
			"the published tool stops with an error for a "
			"grid of one block; nothing is reused in L1 here");
}

enum estimate_status warpspeed2025_estimate(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256])
{
	struct published p = {
		.report = report,
		.kernel = kernel,
		.equation = equations,
	};
	struct warpspeed2025_device tool;
	enum estimate_status status;
	struct warpspeed2025 w;

	status = warpspeed2025_device(dev, &tool, why);
	if (status == ESTIMATE_OK)
		status = warpspeed2025_metrics(kernel, launch, dev, NULL, &w,
			why);
	if (status != ESTIMATE_OK)
		return status;
	report_init(report, kernel, launch, dev);
	p.lup = report_lup(kernel);
	p.fp_per_cyc = warpspeed2025_fp_rate(&tool, kernel);
	set_device(&p, dev, &tool);
	set_figures(&p, &w);
	if (!report->is_broken && set_fields(&p, &w)) {
		set_occupancy(report, launch, dev, &w);
		published_start(&p);
		derive_l1_over(&p, &w);
		published_l2(&p);
		derive_l2_over(&p, &w);
		published_finish(&p, launch);
		add_notes(report, kernel);
		status = report->is_broken ? ESTIMATE_MEMORY : ESTIMATE_OK;
	} else {
		status = ESTIMATE_MEMORY;
	}
	warpspeed2025_clear(&w);
	if (status == ESTIMATE_OK)
		return ESTIMATE_OK;
	snprintf(why, 256, "out of memory");
	report_clear(report);
	return ESTIMATE_MEMORY;
}
