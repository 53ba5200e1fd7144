/* The ceilings of a device (doc/MODEL.md, chapter 16), from its figures. */

#include <math.h>
#include <stddef.h>

#include "engine/report/roofs.h"

const char *const precision_names[N_PRECISION + 1] = { "fp64", "fp32", "fp16",
	"tensor" };

/* Floating-point operations of "per_cyc" fmas a cycle and SM.
 *
 *	P = 2 r m f						  (16.5)
 */
static double peak(const struct device *dev, double per_cyc)
{
	return 2 * per_cyc * dev->sm_count * dev->clock_Hz;
}

/* Warp instructions of a pipe that takes "per_cyc" lanes a cycle and SM.
 *
 *	P_p = r m f / l						  (16.13)
 */
static double pipe(const struct device *dev, double per_cyc)
{
	return per_cyc * dev->sm_count * dev->clock_Hz / dev->warp_size;
}

/* Where shared memory is carved from L1, they are one set of banks.  A
 * bandwidth that was not measured is what the banks deliver:
 *
 *	b = l1.bank m f						  (16.8)
 *
 * Where LSUs take longer for loads of L1 than its banks, that is what l1.bw was
 * measured with, and shared memory has the banks:
 *
 *	b_shared = l1.bw max(1, (l1.bank / l1.row) / (4 B lsu.count))  (16.25)
 */
static double shared_B_per_s(const struct device *dev, const struct roofs *r)
{
	double bank_B = dev->l1_bank_B /
		(dev->l1_row_cyc > 0 ? dev->l1_row_cyc : 1);

	if (!r->shared_is_l1)
		return r->shared_txn_B * dev->sm_count * dev->clock_Hz;
	return r->l1_is_derived || isnan(dev->lsu_count) ?
		r->l1_B_per_s :
		r->l1_B_per_s * fmax(1, bank_B / (4 * dev->lsu_count));
}

/* Warp instructions that all schedulers issue.
 *
 *	P_i = m s r f						  (16.6)
 *
 *	m  SMs, s  schedulers of each, r  issued in a cycle, f  clock
 *
 * and of matrix instructions those that their peak comes to:
 *
 *	P_t = s_t tensor.peak / (w_t tensor.work)		  (16.7)
 *
 *	s_t, w_t  rate and work of type t over those of FP16
 */
struct roofs roofs_of(const struct device *dev)
{
	struct roofs r = {
		.fp64_FLOP_per_s = peak(dev, dev->fp64_per_cyc),
		.fp32_FLOP_per_s = peak(dev, dev->fp32_per_cyc),
		.fp16_FLOP_per_s = peak(dev, dev->fp16_per_cyc),
		.inst_per_s = dev->sm_count * dev->sm_schedulers *
			dev->issue_per_cyc * dev->clock_Hz,
		.fp64_inst_per_s = pipe(dev, dev->fp64_per_cyc),
		.fp32_inst_per_s = pipe(dev, dev->fp32_per_cyc),
		.int_inst_per_s = pipe(dev, dev->int_per_cyc),
		.sfu_inst_per_s = pipe(dev, dev->sfu_per_cyc),
		.lsu_inst_per_s = pipe(dev, dev->lsu_count),
		.dram_B_per_s = dev->dram_B_per_s,
		.dram_peak_B_per_s = dev->dram_peak_B_per_s,
		.l1_peak_B_per_s = dev->l1_bank_B * dev->sm_count *
			dev->clock_Hz,
		.clock_Hz = dev->clock_Hz,
		.l2_B_per_s = dev->l2_B_per_s,
		.l1_B_per_s = dev->l1_B_per_s,
		.txn_B = dev->l1_sector_B,
		.shared_txn_B = dev->shared_banks * dev->shared_bank_B,
		.sector_B = dev->l1_sector_B,
		.store_B = dev->l1_store_B,
		.lanes = dev->warp_size,
		.shared_is_l1 = dev->carveouts != NULL,
	};

	for (int t = 0; t < N_TENSOR; ++t) {
		r.tensor_FLOP_per_s[t] = tensor_peak(dev, t);
		r.tensor_inst_per_s[t] = tensor_peak(dev, t) /
			tensor_work(dev, t);
	}
	if (isnan(r.l1_B_per_s)) {
		r.l1_B_per_s = dev->l1_bank_B * dev->sm_count * dev->clock_Hz;
		r.l1_is_derived = true;
	}
	r.shared_B_per_s = shared_B_per_s(dev, &r);
	return r;
}

/* A figure x of the clock f at another clock f': x f' / f.  (16.14) */
struct roofs roofs_at(const struct roofs *r, double clock_Hz)
{
	struct roofs at = *r;
	double *const scaled[] = { &at.fp64_FLOP_per_s, &at.fp32_FLOP_per_s,
		&at.fp16_FLOP_per_s, &at.inst_per_s, &at.fp64_inst_per_s,
		&at.fp32_inst_per_s, &at.int_inst_per_s, &at.sfu_inst_per_s,
		&at.lsu_inst_per_s, &at.l1_B_per_s, &at.shared_B_per_s,
		&at.l1_peak_B_per_s };

	for (size_t i = 0; i < sizeof(scaled) / sizeof(scaled[0]); ++i)
		*scaled[i] *= clock_Hz / r->clock_Hz;
	for (int t = 0; t < N_TENSOR; ++t) {
		at.tensor_FLOP_per_s[t] *= clock_Hz / r->clock_Hz;
		at.tensor_inst_per_s[t] *= clock_Hz / r->clock_Hz;
	}
	at.clock_Hz = clock_Hz;
	return at;
}

/* Two unknown figures are equal. */
static bool is_same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

bool roofs_equal(const struct roofs *a, const struct roofs *b)
{
	const double *x = (const double *) a, *y = (const double *) b;
	size_t n = offsetof(struct roofs, l1_is_derived) / sizeof(*x);

	for (size_t i = 0; i < n; ++i)
		if (!is_same(x[i], y[i]))
			return false;
	return a->l1_is_derived == b->l1_is_derived &&
		a->shared_is_l1 == b->shared_is_l1;
}
