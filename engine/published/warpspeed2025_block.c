/* Traffic of blocks through L1, for a sample of blocks at the start of the
 * grid: doc/MODEL.md, section 8.2.
 */

#include <stdlib.h>

#include "engine/published/warpspeed2025_case.h"

#define BLOCK_PAGE_B  (512 * 1024)
#define WAVE_PAGE_B   (2 * 1024 * 1024)
#define WARP_SECTOR_B 32

/* Distance of blocks that run on the same SM (the 108 SMs of an A100, in the
 * tool for every device), and how many earlier ones count.
 */
#define SM_DISTANCE 108
#define SM_HISTORY  40

static struct linear granules_of(const struct stream *s, int64_t granule_B)
{
	struct linear f = { s->n_access, s->address, granule_B };

	return f;
}

/* The sample, in tiles of one block. */
static struct linear_tiling sample_of_blocks(const struct warpspeed2025_case *c)
{
	struct linear_tiling t;

	for (int d = 0; d < 3; ++d) {
		t.inner[d] = c->launch->block[d];
		t.outer[d] = c->sample[d];
	}
	return t;
}

/* The sample in tiles of one warp; threads that do not fill a tile are left
 * out.
 */
static struct linear_tiling sample_of_warps(const struct warpspeed2025_case *c,
	int64_t width)
{
	struct linear_tiling t;

	warpspeed2025_warp(c, width, t.inner);
	for (int d = 0; d < 3; ++d)
		t.outer[d] = c->sample[d] * c->launch->block[d] / t.inner[d];
	return t;
}

/* Sum over the sample of the granules of each block. */
static enum footprint_status block_granules(const struct warpspeed2025_case *c,
	const struct stream *s, int64_t granule_B, double *n)
{
	struct linear f = granules_of(s, granule_B);
	struct linear_tiling t = sample_of_blocks(c);
	enum footprint_status status;
	int64_t sum = 0;

	status = linear_tiles(&f, &t, &sum);
	*n = (double) sum;
	return status;
}

/* Sum over the sample of the granules of each access of each warp. */
static enum footprint_status
request_granules(const struct warpspeed2025_case *c, const struct stream *s,
	int64_t granule_B, double *n)
{
	struct linear f = granules_of(s, granule_B);
	struct linear_tiling t = sample_of_warps(c, c->dev.warp_size);
	enum footprint_status status;
	int64_t sum = 0;

	status = linear_tiles_apart(&f, &t, &sum);
	*n = (double) sum;
	return status;
}

static void block_at(const struct launch *launch, int64_t id, int64_t at[3])
{
	const int64_t *grid = launch->grid;

	at[0] = id % grid[0] * launch->block[0];
	at[1] = id / grid[0] % grid[1] * launch->block[1];
	at[2] = id / grid[0] / grid[1] * launch->block[2];
}

/* Sectors that a block in the middle of the grid has in common with those
 * that ran on its SM before, on average:
 *
 *	|S(b) & S(q)|, q = b - 108, b - 216, ...		  (8.8)
 */
static enum footprint_status
overlap_granules(const struct warpspeed2025_case *c, const struct stream *s,
	double *mean)
{
	const int64_t *grid = c->launch->grid;
	int64_t other[SM_HISTORY][3], at[3], sum = 0;
	int64_t id = grid[0] / 2 + grid[1] / 2 * grid[0] +
		grid[2] / 2 * grid[0] * grid[1];
	struct linear f = granules_of(s, c->dev.l1_sector_B);
	enum footprint_status status;
	int n = 0;

	block_at(c->launch, id, at);
	while (id > 0 && n < SM_HISTORY) {
		id = id > SM_DISTANCE ? id - SM_DISTANCE : 0;
		block_at(c->launch, id, other[n++]);
	}
	status = linear_common(&f, c->launch->block, at, n,
		(const int64_t(*)[3]) other, &sum);
	*mean = n > 0 ? (double) sum / n : 0;
	return status;
}

/* Loads of one field:
 *
 *	L1 lines	U(128 B) * 128 B / n			  (8.4)
 *	L2 to L1	U(32 B) * mult * 32 B / n		  (8.5)
 *	L1 requests	W(32 B) * mult * 32 B / n		  (8.6)
 *
 * where U counts what each block of the sample touches, W what each access
 * of each warp does, and n blocks are in the sample.
 */
static enum footprint_status add_loads(struct warpspeed2025_case *c, int i)
{
	const struct stream *s = &c->streams.stream[i];
	struct warpspeed2025_part *part = &c->out->part[i];
	double sector = (double) c->dev.l1_sector_B;
	double line = (double) c->dev.l1_line_B;
	double mult = warpspeed2025_multiplicity(c, s);
	double n_sample = (double) c->n_sample;
	enum footprint_status status;
	double n;

	c->out->basic.block_l1_alloc_B += c->block_lines[i] * line / n_sample;
	status = block_granules(c, s, c->dev.l1_sector_B, &n);
	part->block_l2_load_B = n * mult * sector / n_sample;
	if (status == FOOTPRINT_OK)
		status = request_granules(c, s, c->dev.l1_sector_B, &n);
	part->block_l1_load_B = n * mult * sector / n_sample;
	c->out->basic.block_l1_load_B += part->block_l1_load_B;
	if (status == FOOTPRINT_OK)
		status = overlap_granules(c, s, &n);
	part->block_overlap_B = mult * sector * n;
	return status;
}

/* Stores of one field, every one of which goes through to L2:
 *
 *	W(32 B) * mult * 32 B / n				  (8.7)
 */
static enum footprint_status add_stores(struct warpspeed2025_case *c, int i)
{
	const struct stream *s = &c->streams.stream[i];
	double mult = warpspeed2025_multiplicity(c, s);
	enum footprint_status status;
	double n;

	status = request_granules(c, s, c->dev.l1_store_B, &n);
	c->out->part[i].block_l2_store_B = n * mult *
		(double) c->dev.l1_store_B / (double) c->n_sample;
	return status;
}

/* The sectors that each warp of the first block touches with all accesses
 * to a field.
 */
static enum footprint_status add_warp_loads(struct warpspeed2025_case *c,
	const struct stream *s)
{
	struct linear f = granules_of(s, WARP_SECTOR_B);
	enum footprint_status status;
	struct linear_tiling t;
	int64_t n = 0;

	warpspeed2025_warp(c, 32, t.inner);
	for (int d = 0; d < 3; ++d)
		t.outer[d] = c->launch->block[d] / t.inner[d];
	status = linear_tiles(&f, &t, &n);
	c->out->basic.warp_l1_load_B += (double) n *
		warpspeed2025_multiplicity(c, s) * (double) c->dev.l1_sector_B;
	return status;
}

/* Pages of a block, and of a wave at the start of the grid:
 *
 *	U(512 KiB) * mult / n,	|A(2 MiB)| * mult		  (8.9)
 */
static enum footprint_status add_pages(struct warpspeed2025_case *c,
	const struct stream *s)
{
	struct linear f = granules_of(s, WAVE_PAGE_B);
	double mult = warpspeed2025_multiplicity(c, s);
	struct linear_tiling t = { .outer = { 1, 1, 1 } };
	enum footprint_status status;
	int64_t in_wave = 0;
	double n;

	status = block_granules(c, s, BLOCK_PAGE_B, &n);
	c->out->basic.block_pages += n * mult / (double) c->n_sample;
	if (status != FOOTPRINT_OK)
		return status;
	for (int d = 0; d < 3; ++d)
		t.inner[d] = c->launch->block[d] *
			(int64_t) c->out->launch.wave_size[d];
	status = linear_tiles(&f, &t, &in_wave);
	c->out->basic.wave_pages += (double) in_wave * mult;
	return status;
}

static void add_totals(struct warpspeed2025 *w)
{
	for (int i = 0; i < w->n_part; ++i) {
		w->total.block_l2_load_B += w->part[i].block_l2_load_B;
		w->total.block_overlap_B += w->part[i].block_overlap_B;
		w->total.block_l2_store_B += w->part[i].block_l2_store_B;
	}
	w->basic.block_l2_load_B = w->total.block_l2_load_B;
	w->basic.block_l2_store_B = w->total.block_l2_store_B;
}

static double at_least_1(double x)
{
	return x < 1 ? 1 : x;
}

enum footprint_status warpspeed2025_block(struct warpspeed2025_case *c)
{
	enum footprint_status status = FOOTPRINT_OK;
	struct warpspeed2025 *w = c->out;

	for (int i = 0; status == FOOTPRINT_OK && i < w->n_part; ++i) {
		const struct stream *s = &c->streams.stream[i];

		status = block_granules(c, s, c->dev.l1_line_B,
			&c->block_lines[i]);
		if (status == FOOTPRINT_OK)
			status = s->is_store ? add_stores(c, i) :
					       add_loads(c, i);
		if (status == FOOTPRINT_OK && !s->is_store)
			status = add_warp_loads(c, s);
		if (status == FOOTPRINT_OK)
			status = add_pages(c, s);
	}
	add_totals(w);
	w->basic.block_l1_alloc_B = at_least_1(w->basic.block_l1_alloc_B);
	w->basic.block_l1_load_B = at_least_1(w->basic.block_l1_load_B);
	w->basic.warp_l1_load_B = at_least_1(w->basic.warp_l1_load_B);
	w->basic.block_l2_load_B = at_least_1(w->basic.block_l2_load_B);
	w->basic.block_pages = at_least_1(w->basic.block_pages);
	return status;
}
