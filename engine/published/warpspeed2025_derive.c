/* Volumes per update and the limits of performance: doc/MODEL.md,
 * sections 8.5 and 8.6.
 *
 * The order of the operations is the tool's, since differences of nearly
 * equal numbers are among its figures.
 */

#include <math.h>

#include "engine/published/rover.h"
#include "engine/published/warpspeed2025_case.h"

#define L1_REFERENCE_B 131072.0
#define L2_REFERENCE_B 2048.0 /* root of 4 MiB */

static void derive_l1(struct warpspeed2025_case *c)
{
	struct warpspeed2025 *w = c->out;
	double lup = w->launch.lup;

	w->derived.l1_data_cyc = w->basic.l1_data_cyc / lup;
	w->derived.l1_tag_cyc = w->basic.l1_tag_cyc / lup;
	w->derived.l1_cyc = w->basic.l1_cyc / lup;
	w->derived.wave_pages = w->basic.wave_pages;
	w->derived.sm_pages = w->basic.block_pages * w->launch.blocks_per_sm;
	for (int i = 0; i <= w->n_part; ++i) {
		struct warpspeed2025_part *p = i < w->n_part ? &w->part[i] :
							       &w->total;

		p->lup_l1_data_cyc = p->l1_data_cyc / lup;
		p->lup_l1_tag_cyc = p->l1_tag_cyc / lup;
		p->lup_l1_cyc = p->l1_cyc / lup;
		p->lup_l1_lines = p->l1_lines / lup;
	}
}

/* Between L2 and L1, n updates in a block.
 *
 *	O    = alloc / sqrt(l1.size * 128 KiB)			  (8.15)
 *	O'   = load of a block / l1.size
 *	V1   = load of a block / n				  (8.16)
 *	V2   = V1 - overlap (1 - m(2 O'))			  (8.17)
 *	     + (V_L1 - V1) m(O)					  (8.18)
 */
static void derive_l2(struct warpspeed2025_case *c)
{
	struct warpspeed2025 *w = c->out;
	double n = (double) c->threads * w->launch.lup, hit;

	w->derived.l1_alloc_B = w->basic.block_l1_alloc_B;
	w->derived.l1_over = w->derived.l1_alloc_B /
		sqrt(c->dev.l1_size_B * L1_REFERENCE_B);
	w->derived.l1_load_B = w->basic.block_l1_load_B / n;
	w->derived.l1_overlap_over = w->total.block_l2_load_B /
		c->dev.l1_size_B;
	hit = 1 - rover_miss(ROVER_L1, 2 * w->derived.l1_overlap_over);
	w->total.l2_load_v2_B = 0;
	for (int i = 0; i < w->n_part; ++i) {
		struct warpspeed2025_part *p = &w->part[i];

		p->l2_load_v1_B = p->block_l2_load_B / n;
		p->l2_overlap_B = p->block_overlap_B / n;
		p->l2_load_v2_B = p->l2_load_v1_B - p->l2_overlap_B * hit;
		p->l2_store_B = p->block_l2_store_B / n;
	}
	w->total.l2_load_v1_B = w->total.block_l2_load_B / n;
	w->total.l2_overlap_B = w->total.block_overlap_B / n;
	w->total.l2_load_v2_B = w->total.l2_load_v1_B -
		w->total.l2_overlap_B * hit;
	w->total.l2_store_B = w->total.block_l2_store_B / n;
	w->derived.l2_load_v1_B = w->total.l2_load_v1_B;
	w->derived.l2_overlap_B = w->total.l2_overlap_B;
	w->derived.l1_evicts_B = (w->derived.l1_load_B -
					 w->derived.l2_load_v1_B) *
		rover_miss(ROVER_L1, w->derived.l1_over);
	w->derived.l2_load_v2_B = w->total.l2_load_v2_B +
		w->derived.l1_evicts_B;
	w->derived.l2_store_B = w->basic.block_l2_store_B / n;
	w->derived.l2_total_v1_B = w->derived.l2_load_v1_B +
		w->derived.l2_store_B;
	w->derived.l2_total_v2_B = w->derived.l2_load_v2_B +
		w->derived.l2_store_B;
}

/* What earlier waves save, m updates in a wave, i is y or z.
 *
 *	O_i = (old_i + new - overlap_i) / l2.size		  (8.19)
 *	H_i = overlap_i / m (1 - m_i(O_i))			  (8.20)
 *	V2  = V1 - H_y - H_z					  (8.21)
 */
static void derive_overlap(struct warpspeed2025_case *c, double m)
{
	static const enum rover curve[2] = { ROVER_WAVE_Y, ROVER_WAVE_Z };
	struct warpspeed2025 *w = c->out;
	double size = c->dev.l2_size_B > 1 ? c->dev.l2_size_B : 1;
	double keep[2];

	for (int i = 0; i < 2; ++i) {
		w->derived.overlap_B[i] = w->basic.wave_load_overlap_B[i] / m;
		w->derived.overlap_over[i] =
			(w->basic.wave_old_B[i] + w->basic.wave_load_B -
				w->basic.wave_load_overlap_B[i]) /
			size;
		keep[i] = 1 - rover_miss(curve[i], w->derived.overlap_over[i]);
		w->derived.overlap_hit_B[i] = w->derived.overlap_B[i] * keep[i];
	}
	w->derived.dram_load_v2_B = w->derived.dram_load_v1_B -
		w->derived.overlap_hit_B[0] - w->derived.overlap_hit_B[1];
	for (int i = 0; i < w->n_part; ++i) {
		struct warpspeed2025_part *p = &w->part[i];

		p->dram_load_v1_B = p->wave_B / m;
		p->overlap_y_B = p->wave_overlap_y_B / m;
		p->overlap_z_B = p->wave_overlap_z_B / m;
		p->dram_load_v2_B = p->dram_load_v1_B -
			p->overlap_y_B * keep[0] - p->overlap_z_B * keep[1];
	}
}

/* Between DRAM and L2.
 *
 *	O        = (load + store of a wave) / sqrt(l2.size) / 2048  (8.22)
 *	partial  = max(0, V_L2store - V_store) m_store(O)	    (8.23)
 *	store V2 = store V1 + partial				    (8.24)
 *	load V3  = load V2 + partial				    (8.25)
 *	load V4  = load V3 + (V_L2load - load V2) m_load(O)	    (8.26)
 */
static void derive_dram(struct warpspeed2025_case *c)
{
	struct warpspeed2025 *w = c->out;
	double m = w->basic.wave_threads * w->launch.lup, again;

	w->derived.dram_load_v1_B = w->basic.wave_load_B / m;
	w->derived.dram_store_v1_B = w->basic.wave_store_B / m;
	derive_overlap(c, m);
	w->derived.l2_alloc_B = w->basic.wave_load_B + w->basic.wave_store_B;
	w->derived.l2_over = w->derived.l2_alloc_B / sqrt(c->dev.l2_size_B) /
		L2_REFERENCE_B;
	again = w->derived.l2_store_B - w->derived.dram_store_v1_B;
	w->derived.store_evicts_B = (again > 0 ? again : 0) *
		rover_miss(ROVER_L2_STORE, w->derived.l2_over);
	w->derived.load_evicts_B = (w->derived.l2_load_v2_B -
					   w->derived.dram_load_v2_B) *
		rover_miss(ROVER_L2_LOAD, w->derived.l2_over);
	w->derived.dram_store_v2_B = w->derived.dram_store_v1_B +
		w->derived.store_evicts_B;
	w->derived.dram_load_v3_B = w->derived.dram_load_v2_B +
		w->derived.store_evicts_B;
	w->derived.dram_load_v4_B = w->derived.dram_load_v3_B +
		w->derived.load_evicts_B;
}

/* The least of four limits and which it is: FP, L1, L2, DRAM. */
static double least(const double limit[4], double *which)
{
	int at = 0;

	for (int i = 1; i < 4; ++i)
		if (limit[i] < limit[at])
			at = i;
	*which = at;
	return limit[at];
}

/* Updates per second if each were alone, and the least of them.
 *
 *	FP	clock * SMs * rate / instructions; 0 without flops  (8.27)
 *	L1	clock * SMs / cycles				    (8.28)
 *	L2	bandwidth / (load + store)			    (8.29)
 *	DRAM	bandwidth / (load + store)			    (8.30)
 */
static void derive_limits(struct warpspeed2025_case *c)
{
	const struct warpspeed2025_device *dev = &c->dev;
	struct warpspeed2025 *w = c->out;
	double rate = warpspeed2025_fp_rate(dev, c->kernel);
	double fp = 0, l1, l2, l2_v2;

	w->derived.flops = w->launch.flops;
	if (c->kernel->work.flops > 0)
		fp = dev->clock_GHz * dev->sm_count * rate / w->launch.flins;
	l1 = dev->sm_count * dev->clock_GHz / w->derived.l1_cyc;
	l2 = dev->l2_GB_per_s / w->derived.l2_total_v1_B;
	l2_v2 = dev->l2_GB_per_s / w->derived.l2_total_v2_B;
	w->derived.perf_fp = fp;
	w->derived.perf_l1 = l1;
	w->derived.perf_l2_v1 = l2;
	w->derived.perf_l2_v2 = l2_v2;
	w->derived.perf_dram_v1 = dev->dram_GB_per_s /
		(w->derived.dram_load_v1_B + w->derived.dram_store_v1_B);
	w->derived.perf_dram_v2 = dev->dram_GB_per_s /
		(w->derived.dram_load_v2_B + w->derived.dram_store_v1_B);
	w->derived.perf_dram_v3 = dev->dram_GB_per_s /
		(w->derived.dram_load_v3_B + w->derived.dram_store_v2_B);
	w->derived.perf_dram_v4 = dev->dram_GB_per_s /
		(w->derived.dram_load_v4_B + w->derived.dram_store_v2_B);
	w->derived.perf_v1 = least((double[]) { fp, l1, l2,
					   w->derived.perf_dram_v1 },
		&w->derived.limit_v1);
	w->derived.perf_v2 = least((double[]) { fp, l1, l2,
					   w->derived.perf_dram_v2 },
		&w->derived.limit_v2);
	w->derived.perf_v3 = least((double[]) { fp, l1, l2_v2,
					   w->derived.perf_dram_v3 },
		&w->derived.limit_v3);
	w->derived.perf_v4 = least((double[]) { fp, l1, l2_v2,
					   w->derived.perf_dram_v4 },
		&w->derived.limit_v4);
	w->derived.perf_2_v4 = w->derived.perf_dram_v4;
	w->derived.limit_2_v4 = 0;
}

void warpspeed2025_derive(struct warpspeed2025_case *c)
{
	derive_l1(c);
	derive_l2(c);
	derive_dram(c);
	derive_limits(c);
}
