/* A device with the figures of the published tool: "warpspeed.P" where the
 * device has it, else P.
 */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/published/warpspeed2025_case.h"

double warpspeed2025_fp_rate(const struct warpspeed2025_device *dev,
	const struct kernel *kernel)
{
	const struct work *work = &kernel->work;
	bool is_single = work->fp64 == 0 && work->fp32 + work->fp16 > 0;

	return is_single ? dev->fp32_per_cyc : dev->fp64_per_cyc;
}

static double first_of(double tool, double own)
{
	return isnan(tool) ? own : tool;
}

static enum estimate_status l1_model_of(const struct device *dev,
	enum warpspeed2025_l1 *model, char why[256])
{
	static const char *const names[] = { "nv", "cdna", "rdna" };

	if (!dev->l1_model) {
		*model = L1_NV;
		return ESTIMATE_OK;
	}
	for (int i = 0; i < 3; ++i) {
		if (strcmp(dev->l1_model, names[i]) == 0) {
			*model = (enum warpspeed2025_l1) i;
			return ESTIMATE_OK;
		}
	}
	snprintf(why, 256,
		"l1.model is %s; this model knows nv, cdna and "
		"rdna",
		dev->l1_model);
	return ESTIMATE_MISSING;
}

static enum estimate_status check_figures(const struct device *dev,
	const struct warpspeed2025_device *to, char why[256])
{
	const struct {
		const char *path;
		double value, most;
	} need[] = {
		{ "clock", to->clock_GHz, INFINITY },
		{ "sm.count", to->sm_count, 1e6 },
		{ "l1.size", to->l1_size_B, INFINITY },
		{ "l2.size", to->l2_size_B, INFINITY },
		{ "l2.bw", to->l2_GB_per_s, INFINITY },
		{ "dram.bw", to->dram_GB_per_s, INFINITY },
		{ "fp32.rate", to->fp32_per_cyc, INFINITY },
		{ "fp64.rate", to->fp64_per_cyc, INFINITY },
		{ "lsu.count", to->l1_model == L1_NV ? to->lsu_count : 1,
			INFINITY },
		{ "l1.bank", dev->l1_bank_B, 4096 },
		{ "l1.line", first_of(dev->warpspeed_l1_line_B, dev->l1_line_B),
			4096 },
		{ "l1.sector",
			first_of(dev->warpspeed_l1_sector_B, dev->l1_sector_B),
			4096 },
		{ "l1.store", dev->l1_store_B, 4096 },
		{ "dram.fetch",
			first_of(dev->warpspeed_dram_fetch_B,
				dev->dram_fetch_B),
			4096 },
		{ "warp.size", dev->warp_size, 64 },
		{ "subwarp.size", dev->subwarp_size, 64 },
	};

	for (size_t i = 0; i < sizeof(need) / sizeof(need[0]); ++i) {
		if (need[i].value > 0 && need[i].value <= need[i].most)
			continue;
		snprintf(why, 256, "%s needs %s of the device", "this model",
			need[i].path);
		return ESTIMATE_MISSING;
	}
	return ESTIMATE_OK;
}

enum estimate_status warpspeed2025_device(const struct device *dev,
	struct warpspeed2025_device *to, char why[256])
{
	enum estimate_status status = l1_model_of(dev, &to->l1_model, why);

	if (status != ESTIMATE_OK)
		return status;
	to->clock_GHz = first_of(dev->warpspeed_clock_Hz, dev->clock_Hz) / 1e9;
	to->sm_count = first_of(dev->warpspeed_sm_count, dev->sm_count);
	to->l1_size_B = first_of(dev->warpspeed_l1_size_B, dev->l1_size_B);
	to->l2_size_B = first_of(dev->warpspeed_l2_size_B, dev->l2_size_B);
	to->l2_GB_per_s = first_of(dev->warpspeed_l2_B_per_s, dev->l2_B_per_s) /
		1e9;
	to->dram_GB_per_s = first_of(dev->warpspeed_dram_B_per_s,
				    dev->dram_B_per_s) /
		1e9;
	to->lsu_count = dev->lsu_count;
	to->fp32_per_cyc = first_of(dev->warpspeed_fp32_per_cyc,
		dev->fp32_per_cyc);
	to->fp64_per_cyc = first_of(dev->warpspeed_fp64_per_cyc,
		dev->fp64_per_cyc);
	status = check_figures(dev, to, why);
	if (status != ESTIMATE_OK)
		return status;
	to->l1_bank_B = (int64_t) dev->l1_bank_B;
	to->l1_line_B = (int64_t) first_of(dev->warpspeed_l1_line_B,
		dev->l1_line_B);
	to->l1_sector_B = (int64_t) first_of(dev->warpspeed_l1_sector_B,
		dev->l1_sector_B);
	to->l1_store_B = (int64_t) dev->l1_store_B;
	to->dram_fetch_B = (int64_t) first_of(dev->warpspeed_dram_fetch_B,
		dev->dram_fetch_B);
	to->warp_size = (int64_t) dev->warp_size;
	to->subwarp_size = (int64_t) dev->subwarp_size;
	return ESTIMATE_OK;
}
