/* The published tool: samples, the order of its steps, and memory.  The
 * figures are in warpspeed2025_{block,cycles,wave,derive}.c.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/registers.h"
#include "engine/published/warpspeed2025_case.h"

#define REGISTERS_LEAST 32
#define REGISTERS_UNIT	8
#define SAMPLE_BLOCKS	8 /* along each axis */

/* Larger blocks are an error of the caller. */
#define BLOCK_THREADS (1 << 20)

int warpspeed2025_multiplicity(const struct warpspeed2025_case *c,
	const struct stream *s)
{
	return c->hint ? c->hint[s->field].multiplicity : 1;
}

/*	( min(w, b0), min(b1, max(1, w / b0)),
 *	  min(b2, max(1, w / b0 / b1)) )			  (8.3)
 */
void warpspeed2025_warp(const struct warpspeed2025_case *c, int64_t width,
	int64_t warp[3])
{
	const int64_t *block = c->launch->block;

	for (int d = 0; d < 3; ++d) {
		int64_t n = width > 1 ? width : 1;

		warp[d] = n < block[d] ? n : block[d];
		width /= block[d];
	}
}

int64_t warpspeed2025_registers(int registers)
{
	int n = registers > REGISTERS_LEAST ? registers : REGISTERS_LEAST;

	return ((n - 1) / REGISTERS_UNIT + 1) * REGISTERS_UNIT;
}

/* Blocks that run at once, and the samples.
 *
 *	R = ceil(max(registers, 32) / 8) * 8
 *	blocks per SM = min(32, floor(65536 / (T R)))		  (8.1)
 *	sample = min(8, grid)					  (8.2)
 */
static bool set_launch(struct warpspeed2025_case *c, const struct device *dev)
{
	const struct launch *l = c->launch;
	const int64_t *grid = l->grid;
	struct warpspeed2025 *w = c->out;
	int64_t registers = warpspeed2025_registers(
		registers_on(c->kernel, l, dev).n);
	int64_t blocks, n;
	double lup = (double) l->fold[0] * (double) l->fold[1] *
		(double) l->fold[2] * c->kernel->updates;

	c->threads = l->block[0] * l->block[1] * l->block[2];
	blocks = integer_min(WARPSPEED2025_SM_BLOCKS,
		WARPSPEED2025_SM_REGISTERS / (c->threads * registers));
	if (blocks == 0)
		return false;
	c->wave_blocks = blocks * (int64_t) c->dev.sm_count;
	c->n_sample = 1;
	n = c->wave_blocks;
	for (int d = 0; d < 3; ++d) {
		c->sample[d] = integer_min(SAMPLE_BLOCKS, grid[d]);
		c->n_sample *= c->sample[d];
		w->launch.grid[d] = (double) grid[d];
		w->launch.sample[d] = (double) c->sample[d];
		w->launch.wave_size[d] = (double) integer_min(grid[d],
			n > 1 ? n : 1);
		n /= grid[d];
	}
	w->launch.blocks_per_sm = (double) blocks;
	w->launch.threads = (double) c->threads;
	w->launch.lup = lup;
	w->launch.flops = c->kernel->work.flops / lup;
	w->launch.flins = ceil(c->kernel->work.flops / 2) / lup;
	return true;
}

static bool case_parts(struct warpspeed2025_case *c)
{
	const struct streams *s = &c->streams;
	struct warpspeed2025 *w = c->out;

	c->access_B = heap_take((s->n_access + 1) * sizeof(*c->access_B));
	c->block_lines = heap_clear(s->n_stream + 1, sizeof(*c->block_lines));
	w->part = heap_clear(s->n_stream + 1, sizeof(*w->part));
	if (!c->access_B || !c->block_lines || !w->part)
		return false;
	w->n_part = s->n_stream;
	w->total.name = "total";
	for (int i = 0; i < s->n_stream; ++i) {
		const struct stream *from = &s->stream[i];

		w->part[i].field = from->field;
		w->part[i].is_store = from->is_store;
		w->part[i].name = from->name;
		for (int a = 0; a < from->n_access; ++a)
			c->access_B[from->access - s->access + a] =
				from->elem_B;
	}
	return true;
}

static enum estimate_status check_case(const struct warpspeed2025_case *c,
	char why[256])
{
	const int64_t *block = c->launch->block;

	for (int d = 0; d < 3; ++d) {
		if (block[d] < 1 || block[d] > BLOCK_THREADS ||
			c->launch->grid[d] < 1 || c->launch->fold[d] < 1) {
			snprintf(why, 256,
				"a block of %lldx%lldx%lld threads "
				"cannot be launched",
				(long long) block[0], (long long) block[1],
				(long long) block[2]);
			return ESTIMATE_IMPOSSIBLE;
		}
	}
	for (int f = 0; f < c->kernel->n_field; ++f) {
		int size = c->kernel->field[f].elem_B;

		if (size < 1 || size > 16) {
			snprintf(why, 256,
				"elements of %s have %d B; this "
				"model knows 1 to 16",
				c->kernel->field[f].name, size);
			return ESTIMATE_IMPOSSIBLE;
		}
	}
	return ESTIMATE_OK;
}

static enum footprint_status run_case(struct warpspeed2025_case *c)
{
	enum footprint_status status;

	status = warpspeed2025_wave(c);
	if (c->dev.l1_model != L1_NV)
		warpspeed2025_fuse(c);
	if (status == FOOTPRINT_OK)
		status = warpspeed2025_block(c);
	if (status == FOOTPRINT_OK)
		status = warpspeed2025_cycles(c);
	if (status == FOOTPRINT_OK)
		warpspeed2025_derive(c);
	return status;
}

void warpspeed2025_clear(struct warpspeed2025 *w)
{
	free(w->part);
	memset(w, 0, sizeof(*w));
}

enum estimate_status warpspeed2025_metrics(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	const struct warpspeed2025_hint *hint, struct warpspeed2025 *out,
	char why[256])
{
	struct warpspeed2025_case c = {
		.kernel = kernel,
		.launch = launch,
		.hint = hint,
		.out = out,
	};
	enum estimate_status status;

	memset(out, 0, sizeof(*out));
	status = check_case(&c, why);
	if (status == ESTIMATE_OK)
		status = warpspeed2025_device(dev, &c.dev, why);
	if (status == ESTIMATE_OK && !set_launch(&c, dev)) {
		snprintf(why, 256,
			"a block needs more than the %d registers "
			"that this model gives an SM",
			WARPSPEED2025_SM_REGISTERS);
		status = ESTIMATE_IMPOSSIBLE;
	}
	if (status == ESTIMATE_OK)
		status = stream_estimate(streams_make(&c.streams, kernel,
						 launch, why),
			why);
	if (status == ESTIMATE_OK)
		status = stream_failure(case_parts(&c) ? run_case(&c) :
							 FOOTPRINT_MEMORY,
			why);
	streams_clear(&c.streams);
	free(c.access_B);
	free(c.block_lines);
	if (status != ESTIMATE_OK)
		warpspeed2025_clear(out);
	return status;
}
