/* The model of Ernst et al. 2022 (doc/MODEL.md, chapter 9): from counts of a
 * wave and of sampled blocks to volumes.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/published/ernst2022.h"
#include "engine/published/ernst2022_case.h"

#define SAMPLE_BLOCKS 8 /* along each axis */
#define PAGE_B	      2097152.0

static const char *const equations[N_PUBLISHED_EQUATION] = {
	[PUBLISHED_WAVES] = "9.1",
	[PUBLISHED_CYCLES] = "9.3",
	[PUBLISHED_L1_LOAD] = "9.5",
	[PUBLISHED_L1_OVER] = "9.6",
	[PUBLISHED_L2_COMPULSORY] = "9.4",
	[PUBLISHED_L2_CAPACITY] = "9.7",
	[PUBLISHED_L2_LOAD] = "9.8",
	[PUBLISHED_L2_STORE] = "9.9",
	[PUBLISHED_L2_OVER] = "9.14",
	[PUBLISHED_DRAM_COMPULSORY] = "9.10",
	[PUBLISHED_OVER_Y] = "9.12",
	[PUBLISHED_OVER_Z] = "9.12",
	[PUBLISHED_SAVED] = "9.13",
	[PUBLISHED_DRAM_STORE] = "9.15",
	[PUBLISHED_PARTIAL] = "9.16",
	[PUBLISHED_STORED] = "9.17",
	[PUBLISHED_DRAM_LOAD] = "9.18",
	[PUBLISHED_PAGES] = "9.19",
	[PUBLISHED_FP] = "9.20",
	[PUBLISHED_L1] = "9.21",
	[PUBLISHED_L2] = "9.22",
	[PUBLISHED_DRAM] = "9.23",
	[PUBLISHED_TIME] = "9.24",
	[PUBLISHED_PERFORMANCE] = "9.25",
};

static double sum_of(const double *n, int with, int without)
{
	double sum = 0;

	for (int m = 1; m < 1 << N_ERNST2022_SET; ++m)
		if ((m & with) == with && !(m & without))
			sum += n[m];
	return sum;
}

enum {
	W = 1 << ERNST2022_WAVE,
	X = 1 << ERNST2022_X,
	Y = 1 << ERNST2022_Y,
	Z = 1 << ERNST2022_Z
};

/* The granules that all fields touch in a set, relative to L2. */
static double oversubscription(const struct ernst2022_case *c, int set)
{
	double granules = 0;

	for (int i = 0; i < c->streams.n_stream; ++i)
		granules += sum_of(c->count[i].wave, set, 0);
	return granules * c->sector_B / c->dev->l2_size_B;
}

/* Of L1: every access of every half warp costs c cycles, (9.2), so
 *
 *	c_LUP = sum c / (threads * LUP per thread)		  (9.3)
 */
static void set_l1(struct published *p, const struct ernst2022_case *c)
{
	double n = c->sample_threads * p->thread_lup;

	for (int i = 0; i < c->streams.n_stream; ++i)
		p->l1_cyc += c->count[i].cycles / n;
}

/* Between L2 and L1, n updates in a sample of b blocks:
 *
 *	V_comp = sectors * 32 B / n				  (9.4)
 *	V_up   = requests * 32 B / n				  (9.5)
 *	O      = blocks per SM * lines * 128 B / b / l1.size	  (9.6)
 *	V_store = requests * 32 B / n				  (9.9)
 */
static void set_l2(struct published *p, const struct ernst2022_case *c)
{
	double n = c->sample_threads * p->thread_lup;
	double blocks = (double) (c->sample[0] * c->sample[1] * c->sample[2]),
	       lines = 0;

	for (int i = 0; i < c->streams.n_stream; ++i) {
		const struct ernst2022_counts *count = &c->count[i];

		if (c->streams.stream[i].is_store) {
			p->l2_store_B += count->requests * c->store_B / n;
			continue;
		}
		p->l1_load_B += count->requests * c->sector_B / n;
		p->l2_first_B += count->sectors * c->sector_B / n;
		lines += count->lines;
	}
	p->l1_over = c->occupancy.blocks_per_sm * lines * c->line_B / blocks /
		c->dev->l1_size_B;
	p->l2_compulsory_B = p->l2_first_B;
}

static double hit(enum rover curve, double over)
{
	return 1 - rover_miss(curve, over);
}

/* Between DRAM and L2, m updates in the wave; S_A is what set A touches:
 *
 *	V_comp = |S_W| 32 B / m					  (9.10)
 *	O_A    = |S_A| 32 B / l2.size, all fields		  (9.12)
 *	saved  = sum_A |S_W & S_A - S_B..| 32 B / m (1 - m_A(O_A))
 *								  (9.13)
 *	O      = lines of W * 128 B / l2.size, all fields	  (9.14)
 *	V_st   = |S_W| 32 B / m					  (9.15)
 *	V_part = max(0, V_L2store - V_st) m_store(O)		  (9.16)
 *
 * with A = X, Y, Z and B the sets before A in that order.
 */
static void set_dram(struct published *p, const struct ernst2022_case *c)
{
	double scale = c->sector_B / p->wave_lup, lines = 0;

	p->before_over = oversubscription(c, X);
	p->over[0] = oversubscription(c, Y);
	p->over[1] = oversubscription(c, Z);
	for (int i = 0; i < c->streams.n_stream; ++i) {
		const struct ernst2022_counts *count = &c->count[i];

		lines += count->wave_lines;
		p->pages += count->pages;
		if (c->streams.stream[i].is_store) {
			p->dram_store_B += sum_of(count->wave, W, 0) * scale;
			continue;
		}
		p->dram_compulsory_B += sum_of(count->wave, W, 0) * scale;
		p->before_B += sum_of(count->wave, W | X, 0) * scale;
		p->overlap_B[0] += sum_of(count->wave, W | Y, X) * scale;
		p->overlap_B[1] += sum_of(count->wave, W | Z, X | Y) * scale;
	}
	p->l2_over = lines * c->line_B / c->dev->l2_size_B;
	p->partial_B = fmax(0, p->l2_store_B - p->dram_store_B) *
		rover_miss(ROVER_L2_STORE, p->l2_over);
}

/* The type whose pipe is busy longest; without instruction counts, an
 * instruction is two flops.
 */
static void set_fp(struct published *p, const struct ernst2022_case *c)
{
	const struct work *work = &c->kernel->work;
	const double n[3] = { work->fp64, work->fp32, work->fp16 };
	const double rate[3] = { c->dev->fp64_per_cyc, c->dev->fp32_per_cyc,
		c->dev->fp16_per_cyc };

	p->fp_inst = 0;
	p->fp_per_cyc = rate[0];
	for (int i = 0; i < 3; ++i) {
		if (!(n[i] > 0 && rate[i] > 0) ||
			n[i] / rate[i] <= p->fp_inst / p->fp_per_cyc)
			continue;
		p->fp_inst = n[i];
		p->fp_per_cyc = rate[i];
	}
	if (p->fp_inst == 0)
		p->fp_inst = ceil(work->flops / 2);
	p->fp_inst /= p->thread_lup;
}

static void set_part(const struct published *p, const struct ernst2022_case *c,
	int i, struct published_part *part)
{
	const struct ernst2022_counts *count = &c->count[i];
	double n = c->sample_threads * p->thread_lup;
	double scale = c->sector_B / p->wave_lup, first;

	part->field = c->streams.stream[i].field;
	part->is_store = c->streams.stream[i].is_store;
	part->dram_B = sum_of(count->wave, W, 0) * scale;
	part->l2_B = count->requests * c->store_B / n;
	if (part->is_store)
		return;
	first = count->sectors * c->sector_B / n;
	part->l2_B = first +
		(count->requests * c->sector_B / n - first) *
			rover_miss(ROVER_L1, p->l1_over);
	part->dram_B -= scale *
		(sum_of(count->wave, W | X, 0) *
				hit(ROVER_WAVE_Y, p->before_over) +
			sum_of(count->wave, W | Y, X) *
				hit(ROVER_WAVE_Y, p->over[0]) +
			sum_of(count->wave, W | Z, X | Y) *
				hit(ROVER_WAVE_Z, p->over[1]));
}

static bool set_fields(struct published *p, const struct ernst2022_case *c)
{
	int n = c->streams.n_stream;
	struct published_part *part = heap_take((n + 1) * sizeof(*part));

	if (!part)
		return false;
	for (int i = 0; i < n; ++i)
		set_part(p, c, i, &part[i]);
	published_fields(p, n, part);
	free(part);
	return true;
}

static void derive_l1(struct published *p, const struct ernst2022_case *c)
{
	FORMULA_METRIC(p->report, METRIC_l1_over, equations[PUBLISHED_L1_OVER],
		NULL, n_block * lines / l1,
		(n_block, "", "blocks that share an L1",
			c->occupancy.blocks_per_sm),
		(lines, "B", "lines that a block allocates",
			p->l1_over * c->dev->l1_size_B / n_block),
		(l1, "B", "L1", c->dev->l1_size_B));
	FORMULA_METRIC(p->report, METRIC_l2_load_compulsory_B,
		equations[PUBLISHED_L2_COMPULSORY], NULL, bytes / n_lup,
		(bytes, "B", "sectors of a block, each one once",
			p->l2_first_B * p->block_lup),
		(n_lup, "LUP", "updates of a block", p->block_lup));
}

static void derive_over(struct published *p, const struct ernst2022_case *c,
	enum metric metric, enum published_equation equation, double over,
	const char *what)
{
	FORMULA_METRIC(p->report, metric, equations[equation], NULL, data / l2,
		(data, "B", what, over * c->dev->l2_size_B),
		(l2, "B", "L2", c->dev->l2_size_B));
}

static void derive_l2(struct published *p, const struct ernst2022_case *c)
{
	derive_over(p, c, METRIC_l2_over, PUBLISHED_L2_OVER, p->l2_over,
		"lines of a wave");
	derive_over(p, c, METRIC_l2_over_y, PUBLISHED_OVER_Y, p->over[0],
		"what the row of blocks before the wave touches");
	derive_over(p, c, METRIC_l2_over_z, PUBLISHED_OVER_Z, p->over[1],
		"what the layer of blocks before the wave touches");
}

static enum estimate_status fill_report(struct published *p,
	const struct ernst2022_case *c, char why[256])
{
	struct report *r = p->report;

	report_init(r, c->kernel, c->launch, c->dev);
	p->lup = report_lup(c->kernel);
	set_l1(p, c);
	set_l2(p, c);
	set_dram(p, c);
	set_fp(p, c);
	if (!r->is_broken && set_fields(p, c)) {
		r->occupancy = c->occupancy;
		published_start(p);
		derive_l1(p, c);
		published_l2(p);
		derive_l2(p, c);
		published_finish(p, c->launch);
		if (!r->is_broken)
			return ESTIMATE_OK;
	}
	report_clear(r);
	return stream_failure(FOOTPRINT_MEMORY, why);
}

static double either(double first, double second)
{
	return isnan(first) ? second : first;
}

static enum estimate_status case_init(struct ernst2022_case *c, char why[256])
{
	const struct {
		const char *path;
		double value;
	} need[] = {
		{ "l1.sector", c->sector_B },
		{ "l1.line", c->line_B },
		{ "l1.store", c->store_B },
		{ "tlb.page", c->page_B },
	};

	for (size_t i = 0; i < sizeof(need) / sizeof(need[0]); ++i) {
		if (need[i].value >= 1 && need[i].value < 1e12)
			continue;
		snprintf(why, 256, "this model needs %s of the device",
			need[i].path);
		return ESTIMATE_MISSING;
	}
	if (c->dev->warp_size < 1 || c->dev->warp_size > 64) {
		snprintf(why, 256, "this model needs warp.size of the device");
		return ESTIMATE_MISSING;
	}
	for (int f = 0; f < c->kernel->n_field; ++f) {
		if (c->kernel->field[f].elem_B > 0)
			continue;
		snprintf(why, 256, "elements of %s have no size",
			c->kernel->field[f].name);
		return ESTIMATE_IMPOSSIBLE;
	}
	return ESTIMATE_OK;
}

static enum estimate_status case_count(struct ernst2022_case *c, char why[256])
{
	enum estimate_status status;

	status = stream_estimate(streams_make(&c->streams, c->kernel, c->launch,
					 why),
		why);
	if (status != ESTIMATE_OK)
		return status;
	c->count = heap_clear(c->streams.n_stream + 1, sizeof(*c->count));
	return stream_failure(c->count ? ernst2022_count(c) : FOOTPRINT_MEMORY,
		why);
}

enum estimate_status ernst2022_estimate(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256])
{
	struct ernst2022_case c = {
		.kernel = kernel,
		.launch = launch,
		.dev = dev,
		.line_B = dev->l1_line_B,
		.store_B = dev->l1_store_B,
		.sector_B = either(dev->l2_sector_B, dev->l1_sector_B),
		.page_B = either(dev->page_B, PAGE_B),
	};
	struct published p = {
		.report = report,
		.kernel = kernel,
		.dev = *dev,
		.equation = equations,
	};
	enum estimate_status status = case_init(&c, why);

	if (status != ESTIMATE_OK)
		return status;
	status = report_check(kernel, launch, dev, &c.occupancy, why);
	if (status != ESTIMATE_OK)
		return status;
	p.thread_lup = (double) launch->fold[0] * (double) launch->fold[1] *
		(double) launch->fold[2] * kernel->updates;
	p.block_lup = p.thread_lup * (double) launch_threads_per_block(launch);
	c.sample_threads = (double) launch_threads_per_block(launch);
	for (int d = 0; d < 3; ++d) {
		c.sample[d] = launch->grid[d] < SAMPLE_BLOCKS ?
			launch->grid[d] :
			SAMPLE_BLOCKS;
		c.sample_threads *= (double) c.sample[d];
	}
	ernst2022_sets(&c);
	p.wave_blocks = (double) c.wave_blocks;
	p.wave_lup = c.wave_cells * kernel->updates;
	status = case_count(&c, why);
	if (status == ESTIMATE_OK)
		status = fill_report(&p, &c, why);
	streams_clear(&c.streams);
	free(c.count);
	return status;
}
