#ifndef ENGINE_REPORT_ROOFS_H
#define ENGINE_REPORT_ROOFS_H

/* The most that a device can do of each thing in a second: the ceilings of
 * every roofline.  Chapter 16 of doc/MODEL.md.
 *
 * NaN where the device does not say.
 */

#include <stdbool.h>

#include "hw/tensor.h"

/* Which floating-point units do most of the work.  Matrix units are not a
 * precision of a kernel's arithmetic: N_PRECISION is that of vectors.
 */
enum precision {
	PRECISION_FP64,
	PRECISION_FP32,
	PRECISION_FP16,
	N_PRECISION,
	PRECISION_TENSOR = N_PRECISION
};

extern const char *const precision_names[N_PRECISION + 1];

struct roofs {
	double fp64_FLOP_per_s, fp32_FLOP_per_s, fp16_FLOP_per_s; /* fma */
	/* matrix units, by type of the factors */
	double tensor_FLOP_per_s[N_TENSOR], tensor_inst_per_s[N_TENSOR];
	double inst_per_s; /* warp instructions; then those of each pipe */
	double fp64_inst_per_s, fp32_inst_per_s, int_inst_per_s;
	double sfu_inst_per_s, lsu_inst_per_s;
	double dram_B_per_s, l2_B_per_s, l1_B_per_s, shared_B_per_s;
	/* what data sheets promise, beside the measured ones */
	double dram_peak_B_per_s, l1_peak_B_per_s;
	double clock_Hz;	    /* that the figures hold for */
	double txn_B, shared_txn_B; /* bytes of a transaction */
	double sector_B, store_B;   /* what L1 counts loads, stores in */
	double lanes;		    /* of a warp */
	/* figures end here: roofs_equal() */
	bool l1_is_derived; /* not measured, but banks and clock */
	bool shared_is_l1;  /* the same banks serve both */
};

struct roofs roofs_of(const struct device *dev);
bool roofs_equal(const struct roofs *a, const struct roofs *b);

/* The ceilings at another clock of the SMs: peaks, issue, L1 and shared memory
 * follow it; L2 and DRAM have clocks of their own.
 */
struct roofs roofs_at(const struct roofs *r, double clock_Hz);

#endif
