/* Model wsp on kernels small enough to count by hand. */

#include <math.h>
#include <string.h>

#include "engine/model/capacity.h"
#include "engine/report/report.h"
#include "hw/fit.h"
#include "tests/unit/check.h"
#include "tests/unit/formula.h"
#include "tests/unit/kernels.h"

#define MiB (1024.0 * 1024)

static const int64_t unfolded[3] = { 1, 1, 1 };

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* What holds for every report. */
static void check_report(const struct report *r)
{
	double load = 0, store = 0, l2_load = 0, l2_store = 0;

	for (int i = 0; i < r->n_derivation; ++i) {
		CHECK(formula_holds(&r->derivation[i]));
		if (!formula_holds(&r->derivation[i]))
			printf("  %s = %s: %g, not %g\n", r->derivation[i].path,
				r->derivation[i].formula,
				formula_own(&r->derivation[i]),
				r->derivation[i].value);
	}
	for (int i = 0; i < N_METRIC; ++i) {
		bool is_derived = false;

		for (int j = 0; j < r->n_derivation; ++j)
			is_derived = is_derived ||
				strcmp(metrics[i].path,
					r->derivation[j].path) == 0;
		CHECK(is_derived == !isnan(r->metric[i]));
		CHECK(isnan(r->metric[i]) || r->metric[i] >= 0);
	}
	for (int i = 0; i < r->n_limit; ++i)
		CHECK(r->limit[i].seconds >= 0 &&
			r->limit[i].seconds <= r->time_s &&
			r->limit[i].seconds <= r->limit[r->limiter].seconds);
	for (int i = 0; i < r->n_field; ++i) {
		load += r->field[i].dram_load_B;
		store += r->field[i].dram_store_B;
		l2_load += r->field[i].l2_load_B;
		l2_store += r->field[i].l2_store_B;
	}
	CHECK(fabs(load - r->metric[METRIC_dram_load_B]) < 1e-9);
	CHECK(fabs(store - r->metric[METRIC_dram_store_B]) < 1e-9);
	CHECK(fabs(l2_load - r->metric[METRIC_l2_load_B]) < 1e-9);
	CHECK(fabs(l2_store - r->metric[METRIC_l2_store_B]) < 1e-9);
	CHECK(isfinite(r->time_s) && r->time_s > 0);
	CHECK(isfinite(r->lup_per_s));
	/* but for rounding */
	CHECK(r->dram_share <= 1 + 1e-12 && r->l2_share <= 1 + 1e-12 &&
		r->flop_share <= 1);
	CHECK(r->verdict && r->advice);
}

static struct report run(struct test_case *c, const struct device *dev)
{
	struct report r;
	char why[256];
	enum estimate_status status = estimate(&c->kernel, &c->launch, dev, &r,
		why);

	CHECK(status == ESTIMATE_OK);
	if (status != ESTIMATE_OK)
		printf("  %s\n", why);
	else
		check_report(&r);
	return r;
}

/* out[i] = in[stride * i], one-dimensional. */
static struct report stream(int64_t n, int64_t threads, int elem_B,
	int64_t stride, int64_t base_B, bool is_cold)
{
	const int64_t domain[3] = { n, 1, 1 }, block[3] = { threads, 1, 1 };
	const int64_t cell_B[3] = { elem_B * stride, 0, 0 };
	struct device dev = test_device(20 * MiB);
	struct test_case c;
	struct report r;
	int in, out;

	CHECK(case_init(&c, 1, domain, block, unfolded));
	in = case_field(&c, "in", elem_B, (int) stride);
	out = case_field(&c, "out", elem_B, 1);
	case_add(&c, in, false, cell_B, 0);
	case_access(&c, out, true, 0, 0, 0, 0);
	c.field[in].base_B = c.field[out].base_B = base_B;
	c.launch.cache_is_cold = is_cold;
	r = run(&c, &dev);
	case_clear(&c);
	return r;
}

/* Wavefronts of "n_warp" warps besides their words (4.3): one reads threadIdx,
 * and those that write, "n_write" words among them, wait for "n_fill" sectors.
 */
static double extra_cycles(const struct report *r, double n_warp,
	double n_write, double n_fill)
{
	struct device dev = test_device(20 * MiB);
	double cycles = dev.sm_count * dev.clock_Hz * r->kernel_s;

	return n_warp + fits[FIT_l1_fill_cycles].value * n_fill / 4 +
		fits[FIT_l1_write_waits].value * (n_warp + n_write) * n_fill /
		cycles;
}

static void test_streams(void)
{
	static const struct {
		int elem_B;
		int64_t stride;
		double l1, l2, dram, cycles, beyond;
	} cases[] = {
		/* requests of a warp: 256 B in 2 cycles and 2 for the store */
		{ 8, 1, 8, 8, 8, 4 / 32.0, 0 },
		{ 4, 1, 4, 4, 4, 2 / 32.0, 0 },
		/* two words in each bank of a half warp */
		{ 8, 2, 16, 16, 16, 6 / 32.0, 0 },
		{ 8, 4, 32, 32, 32, 10 / 32.0, 0 },
		/* a sector each, half of what DRAM delivers */
		{ 8, 8, 32, 32, 64, 18 / 32.0, 0 },
		{ 8, 32, 32, 32, 64, 34 / 32.0, 0 },
		/* no conflict, but 17 lines: 5 cycles of tags; words of 4
		 * lines want the same place of a sector */
		{ 4, 17, 32, 32, 64, 6 / 32.0, 3 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		const double n = 1 << 26;
		struct report r = stream(1 << 26, 256, cases[i].elem_B,
			cases[i].stride, 0, true);
		const double *m = r.metric;

		CHECK(near(m[METRIC_l1_load_B], cases[i].l1));
		CHECK(near(m[METRIC_l2_load_B], cases[i].l2));
		CHECK(near(m[METRIC_l2_store_B], cases[i].elem_B));
		CHECK(near(m[METRIC_dram_load_B], cases[i].dram));
		CHECK(near(m[METRIC_dram_store_compulsory_B], cases[i].elem_B));
		CHECK(near(m[METRIC_l1_wavefronts],
			cases[i].cycles +
				extra_cycles(&r, n / 32,
					n / 128 * cases[i].elem_B,
					n * cases[i].l2 / 32) /
					n +
				cases[i].beyond *
					fits[FIT_l1_line_cycles].value / 32));
		CHECK(near(m[METRIC_lanes], 1));
		report_clear(&r);
	}
}

/* 8 B past a boundary of 32 B: 9 sectors for 8 in each warp, and in a block
 * of 256 threads 65 for 64.
 */
static void test_alignment(void)
{
	struct report r = stream(1 << 20, 256, 8, 1, 8, true);

	CHECK(near(r.metric[METRIC_l1_load_B], 9.0));
	CHECK(near(r.metric[METRIC_l2_load_compulsory_B], 8 * 65 / 64.0));
	CHECK(near(r.metric[METRIC_l2_store_B], 9.0));
	report_clear(&r);
	r = stream(1 << 20, 256, 8, 1, 32, true);
	CHECK(near(r.metric[METRIC_l1_load_B], 8.0));
	report_clear(&r);
}

/* 100 cells, blocks of 64: warps of 32, 32, 32 and 4. */
static void test_partial_block(void)
{
	struct report r = stream(100, 64, 8, 1, 0, true);

	CHECK(r.grid[0] == 2);
	CHECK(near(r.metric[METRIC_lanes], 100 / 128.0));
	CHECK(near(r.metric[METRIC_l2_load_B], 8.0));
	CHECK(near(r.metric[METRIC_dram_load_B], 64 * 13 / 100.0));
	/* 7 half warps of loads and stores, a cycle each */
	CHECK(near(r.metric[METRIC_l1_wavefronts],
		(2 * 7 + extra_cycles(&r, 4, 7, 100 * 8 / 32.0)) / 100.0));
	/* nothing has left L2 when it ends */
	CHECK(near(r.metric[METRIC_dram_store_kept_B],
		r.metric[METRIC_dram_store_compulsory_B]));
	CHECK(r.metric[METRIC_waves] < 1 && r.n_note > 0);
	report_clear(&r);
}

static void test_warm(void)
{
	struct report cold = stream(1 << 18, 256, 8, 1, 0, true);
	struct report warm = stream(1 << 18, 256, 8, 1, 0, false);
	struct report large = stream(1 << 27, 256, 8, 1, 0, false);

	CHECK(near(cold.metric[METRIC_dram_load_B], 8));
	CHECK(warm.metric[METRIC_dram_load_B] < 0.01);
	CHECK(warm.metric[METRIC_dram_store_B] < 0.01);
	CHECK(warm.time_s < cold.time_s);
	CHECK(near(large.metric[METRIC_dram_load_B], 8));
	report_clear(&cold);
	report_clear(&warm);
	report_clear(&large);
}

/* A star of range 1 in two dimensions, block 32x8 on 4096x4096: rows of 8
 * sectors with one more at each end in 8 rows, and two rows of 8.
 */
static void test_star(void)
{
	static const int64_t domain[3] = { 4096, 4096, 1 };
	static const int64_t block[3] = { 32, 8, 1 };
	struct device dev = test_device(20 * MiB);
	struct test_case c;
	struct report r;

	CHECK(case_init(&c, 2, domain, block, unfolded));
	case_star(&c, 8, 1);
	c.launch.cache_is_cold = true;
	r = run(&c, &dev);
	CHECK(near(r.metric[METRIC_l2_load_compulsory_B],
		32 * (8 * 10 + 2 * 8) / 256.0));
	/* three aligned loads of 8 sectors, two of 9 */
	CHECK(near(r.metric[METRIC_l1_load_B], 32 * (3 * 8 + 2 * 9) / 32.0));
	/* all rows come from DRAM once, and one above and below the field */
	CHECK(near(r.metric[METRIC_dram_load_B],
		8 * 4098 / 4096.0 + r.metric[METRIC_dram_load_capacity_B]));
	CHECK(r.metric[METRIC_dram_load_capacity_B] < 0.01);
	CHECK(near(r.metric[METRIC_flops], 5));
	/* rows 2015 to 2072, of 32 KiB each: pages 31 and 32 of each field */
	CHECK(near(r.metric[METRIC_tlb_pages], 4));
	report_clear(&r);
	case_clear(&c);
}

/* A three-dimensional star in a one-dimensional launch: rows of 256 and
 * planes of 65536 cells are 1 and 256 blocks.  The wave of 864 blocks has
 * both before it, and each byte is loaded once.
 */
static void test_distances(void)
{
	static const int64_t domain[3] = { 1 << 24, 1, 1 };
	static const int64_t block[3] = { 256, 1, 1 };
	static const int offset[] = { -65536, -256, 0, 256, 65536 };
	struct device dev = test_device(20 * MiB);
	struct test_case c;
	struct report r;
	int in, out;

	CHECK(case_init(&c, 1, domain, block, unfolded));
	in = case_field(&c, "in", 8, 1);
	out = case_field(&c, "out", 8, 1);
	for (int i = 0; i < 5; ++i)
		case_access(&c, in, false, 0, offset[i], 0, 0);
	case_access(&c, out, true, 0, 0, 0, 0);
	c.launch.cache_is_cold = true;
	r = run(&c, &dev);
	/* (5.11): 40 / 12.7 blocks load a granule, one of them on this SM of
	 * 108 with a chance of 2.9 %
	 */
	CHECK(near(r.metric[METRIC_l2_load_B] +
			r.metric[METRIC_l2_saved_blocks_B],
		40));
	CHECK(r.metric[METRIC_l2_saved_blocks_B] > 0 &&
		r.metric[METRIC_l2_saved_blocks_B] < 40 * 0.029);
	CHECK(near(r.metric[METRIC_dram_load_compulsory_B],
		8 * (864 + 2 * 256) / 864.0));
	CHECK(fabs(r.metric[METRIC_dram_load_B] -
		      8 * (1 + 2.0 * 65536 / (1 << 24))) < 1e-3);
	report_clear(&r);
	case_clear(&c);
}

/* Per cell nothing changes that a thread computes two of them, but for the
 * loads that they share.
 */
static void test_fold(void)
{
	static const int64_t domain[3] = { 640, 512, 64 };
	static const int64_t block[3] = { 64, 2, 2 }, fold[3] = { 1, 1, 2 };
	static const int64_t same[3] = { 64, 2, 4 };
	struct device dev = test_device(20 * MiB);
	struct test_case c;
	struct report r, plain;

	CHECK(case_init(&c, 3, domain, block, fold));
	case_star(&c, 8, 4);
	CHECK(c.kernel.n_access == 42 + 2);
	r = run(&c, &dev);
	case_clear(&c);
	CHECK(case_init(&c, 3, domain, same, unfolded));
	case_star(&c, 8, 4);
	plain = run(&c, &dev);
	case_clear(&c);
	CHECK(near(r.metric[METRIC_flops], plain.metric[METRIC_flops]));
	CHECK(near(r.metric[METRIC_l2_load_compulsory_B],
		plain.metric[METRIC_l2_load_compulsory_B]));
	/* sectors of a warp: x arms 6 * 9 + 2 * 8, all others 8; two x arms,
	 * 16 loads along y and 10 along z for two cells
	 */
	CHECK(near(r.metric[METRIC_l1_load_B], 32 * (2 * 70 + 26 * 8) / 64.0));
	CHECK(near(plain.metric[METRIC_l1_load_B], 32 * (70 + 17 * 8) / 32.0));
	report_clear(&r);
	report_clear(&plain);
}

/* A kernel may lack loads, stores, flops or all of them. */
static void test_lacking(void)
{
	static const int64_t domain[3] = { 4096, 512, 1 };
	static const int64_t block[3] = { 128, 2, 1 };
	struct device dev = test_device(20 * MiB);

	for (int what = 0; what < 8; ++what) {
		struct test_case c;
		struct report r;

		CHECK(case_init(&c, 2, domain, block, unfolded));
		if (what & 1)
			case_access(&c, case_field(&c, "in", 8, 1), false, 0, 0,
				0, 0);
		if (what & 2)
			case_access(&c, case_field(&c, "out", 8, 1), true, 0, 0,
				0, 0);
		if (what & 4)
			c.kernel.work.flops = c.kernel.work.fp64 = 1000;
		r = run(&c, &dev);
		CHECK(near(r.metric[METRIC_l2_load_B], what & 1 ? 8 : 0));
		CHECK(near(r.metric[METRIC_l2_store_B], what & 2 ? 8 : 0));
		if (what & 4)
			CHECK(strcmp(r.limit[r.limiter].name, "fp") == 0);
		report_clear(&r);
		case_clear(&c);
	}
}

/* c[x,y] += a[k,y] b[x,k]: footprints over the loop, requests times trips. */
static void test_loop(void)
{
	static const int64_t domain[3] = { 512, 512, 1 };
	static const int64_t block[3] = { 32, 8, 1 };
	static const int64_t row[3] = { 0, 4 * 512, 0 };
	static const int64_t column[3] = { 4, 0, 0 };
	struct device dev = test_device(20 * MiB);
	struct test_case c;
	struct report r;
	struct access *a;

	CHECK(case_init(&c, 2, domain, block, unfolded));
	c.loop[0] = (struct loop) { .trips = 512, .parent = -1 };
	c.kernel.n_loop = 1;
	a = case_add(&c, case_field(&c, "a", 4, 1), false, row, 0);
	a->loop = 0;
	((struct quasi *) a->address)->coef[VAR_LOOP0] = 4;
	a = case_add(&c, case_field(&c, "b", 4, 1), false, column, 0);
	a->loop = 0;
	((struct quasi *) a->address)->coef[VAR_LOOP0] = 4 * 512;
	case_access(&c, case_field(&c, "c", 4, 1), true, 0, 0, 0, 0);
	c.kernel.work.flops = 1024;
	c.kernel.work.fp32 = 512;
	c.launch.cache_is_cold = true;
	r = run(&c, &dev);
	/* a warp: one sector of a, four of b, in each of 512 trips */
	CHECK(near(r.metric[METRIC_l1_load_B], 512 * 32 * 5 / 32.0));
	/* a block: 8 rows of a, 32 columns of b */
	CHECK(near(r.metric[METRIC_l2_load_compulsory_B],
		4 * (8 * 512 + 32 * 512) / 256.0));
	CHECK(r.metric[METRIC_l2_load_B] <
		1.1 * r.metric[METRIC_l2_load_compulsory_B]);
	/* each matrix is loaded once */
	CHECK(r.metric[METRIC_dram_load_B] < 1.1 * 8);
	CHECK(r.metric[METRIC_dram_load_B] > 0.99 * 8);
	report_clear(&r);
	case_clear(&c);
}

/* if (x + y) % 2 == 0: half of the lanes, of all sectors, and no sector is
 * ever filled.
 */
static void test_predicate(void)
{
	static const int64_t domain[3] = { 4096, 4096, 1 };
	static const int64_t block[3] = { 64, 4, 1 };
	struct device dev = test_device(20 * MiB);
	struct predicate even = { .op = PREDICATE_EQ };
	const struct quasi *sum;
	struct quasi_pool *pool;
	struct test_case c;
	struct report r;
	int in, out;

	CHECK(case_init(&c, 2, domain, block, unfolded));
	pool = c.kernel.pool;
	in = case_field(&c, "in", 8, 1);
	out = case_field(&c, "out", 8, 1);
	case_access(&c, in, false, 0, 0, 0, 0);
	case_access(&c, out, true, 0, 0, 0, 0);
	sum = quasi_add(pool, quasi_variable(pool, VAR_TX),
		quasi_variable(pool, VAR_TY));
	even.e = quasi_mod(pool, sum, 2);
	c.access[0].predicate = c.access[1].predicate = &even;
	c.launch.cache_is_cold = true;
	r = run(&c, &dev);
	CHECK(near(r.metric[METRIC_l1_load_B], 8));
	CHECK(near(r.metric[METRIC_l2_load_B], 8));
	CHECK(near(r.metric[METRIC_l2_store_B], 8));
	CHECK(near(r.metric[METRIC_dram_store_compulsory_B], 8));
	CHECK(near(r.metric[METRIC_dram_load_B],
		8 + r.metric[METRIC_dram_store_B]));
	CHECK(near(r.metric[METRIC_lanes], 1));
	report_clear(&r);
	/* a field that is loaded has what its stores leave out */
	c.access[0].field = out;
	c.field[out].is_loaded = true;
	r = run(&c, &dev);
	CHECK(near(r.metric[METRIC_dram_load_B], 8));
	report_clear(&r);
	case_clear(&c);
}

/* Says stop when it is asked for the last time. */
static bool is_last(void *user)
{
	int *left = user;

	return --*left == 0;
}

/* Whenever an estimate is told to stop it does, and the next one is as if
 * nothing had been.
 */
static void test_stopped(void)
{
	static const int64_t domain[3] = { 512, 512, 64 };
	static const int64_t block[3] = { 32, 4, 1 };
	struct device dev = test_device(20 * MiB);
	struct test_case c;
	struct report r;
	char why[256];
	double time_s;
	int left, asked, in, out;

	CHECK(case_init(&c, 3, domain, block, unfolded));
	in = case_field(&c, "in", 8, 1);
	out = case_field(&c, "out", 8, 1);
	case_access(&c, in, false, 0, 0, 0, 0);
	case_access(&c, in, false, 0, 1, 0, 0);
	case_access(&c, out, true, 0, 0, 0, 0);
	r = run(&c, &dev);
	time_s = r.time_s;
	report_clear(&r);
	c.launch.is_stopped = is_last;
	c.launch.user = &left;
	for (asked = 1; asked < 1000; ++asked) {
		left = asked;
		if (estimate(&c.kernel, &c.launch, &dev, &r, why) !=
			ESTIMATE_STOPPED)
			break;
		CHECK(left == 0 && strcmp(why, "interrupted") == 0);
	}
	CHECK(asked > 5 && asked < 1000 && left > 0);
	CHECK(r.time_s == time_s);
	report_clear(&r);
	case_clear(&c);
}

/* t[tx][ty] in shared memory: rows of 32 floats lie in one bank, rows of 33
 * in all.
 */
static void test_shared(void)
{
	static const int64_t domain[3] = { 4096, 4096, 1 };
	static const int64_t block[3] = { 32, 8, 1 };

	for (int row = 32; row <= 33; ++row) {
		struct device dev = test_device(20 * MiB);
		struct quasi address = { .coef = { 4 * row, 4 } };
		struct shared_access access = {
			.elem_B = 4,
			.address = &address,
			.loop = -1,
		};
		struct test_case c;
		struct report r;

		CHECK(case_init(&c, 2, domain, block, unfolded));
		case_star(&c, 8, 1);
		c.kernel.shared_access = &access;
		c.kernel.n_shared_access = 1;
		r = run(&c, &dev);
		CHECK(near(r.metric[METRIC_shared_wavefronts],
			row == 32 ? 1 : 1 / 32.0));
		report_clear(&r);
		case_clear(&c);
	}
}

/* What shared memory takes, L1 lacks: 3 blocks with 49 KiB take all 164. */
static void test_carveout(void)
{
	static const int64_t domain[3] = { 640, 512, 64 };
	static const int64_t block[3] = { 32, 4, 2 };
	static const double kept_KiB[] = { 192 - 8, 192 - 164 };
	struct device dev = test_device(20 * MiB);
	double lines_B[2], left_B;

	for (int i = 0; i < 2; ++i) {
		struct test_case c;
		struct report r;

		CHECK(case_init(&c, 3, domain, block, unfolded));
		case_star(&c, 8, 4);
		c.launch.dynamic_shared_B = i * (49 << 10);
		r = run(&c, &dev);
		CHECK(r.occupancy.blocks_per_sm == (i ? 3 : 8));
		left_B = kept_KiB[i] * 1024;
		left_B /= 1 + fit_value(&dev, FIT_l1_in_flight) / left_B;
		lines_B[i] = r.metric[METRIC_l1_over] * left_B /
			r.occupancy.blocks_per_sm;
		report_clear(&r);
		case_clear(&c);
	}
	CHECK(near(lines_B[0], lines_B[1]));
}

/* a[0] = a[0]: what is loaded and stored lies in L2 once. */
static void test_in_place(void)
{
	static const int64_t domain[3] = { 1 << 24, 1, 1 };
	static const int64_t block[3] = { 256, 1, 1 };
	struct device dev = test_device(20 * MiB);
	double over[2];

	for (int fields = 1; fields <= 2; ++fields) {
		struct test_case c;
		struct report r;
		int f;

		CHECK(case_init(&c, 1, domain, block, unfolded));
		f = case_field(&c, "a", 8, 1);
		case_access(&c, f, false, 0, 0, 0, 0);
		if (fields == 2)
			f = case_field(&c, "b", 8, 1);
		case_access(&c, f, true, 0, 0, 0, 0);
		r = run(&c, &dev);
		over[fields - 1] = r.metric[METRIC_l2_over];
		report_clear(&r);
		case_clear(&c);
	}
	CHECK(near(2 * over[0], over[1]));
}

/* No limit is left out: a device that lacks a figure of one is refused.  What
 * no limit rests on makes no trouble.
 */
static void test_unknown(void)
{
	static const int needed[] = { DEVICE_dram_latency_cyc,
		DEVICE_launch_per_s, DEVICE_launch_s, DEVICE_page_B,
		DEVICE_int_per_cyc, DEVICE_l2_requests_per_s,
		DEVICE_tlb_pages };
	struct device dev = test_device(20 * MiB);
	static const int64_t domain[3] = { 4096, 512, 1 };
	static const int64_t block[3] = { 128, 2, 1 };
	struct test_case c;
	struct report r;
	char why[256];

	CHECK(case_init(&c, 2, domain, block, unfolded));
	case_star(&c, 8, 1);
	dev.lsu_count = dev.shared_banks = dev.fp16_per_cyc = NAN;
	r = run(&c, &dev);
	CHECK(r.n_limit >= 11);
	report_clear(&r);
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); ++i) {
		struct device lacking = dev;

		device_set(&lacking, needed[i], NAN);
		CHECK(estimate(&c.kernel, &c.launch, &lacking, &r, why) ==
			ESTIMATE_MISSING);
		CHECK(strstr(why, device_fields[needed[i]].path) != NULL);
	}
	case_clear(&c);
}

static void test_errors(void)
{
	static const int64_t domain[3] = { 4096, 512, 1 };
	static const int64_t block[3] = { 512, 4, 1 };
	struct device dev = test_device(20 * MiB);
	struct test_case c;
	struct report r;
	char why[256];

	CHECK(case_init(&c, 2, domain, block, unfolded));
	case_star(&c, 8, 1);
	CHECK(estimate(&c.kernel, &c.launch, &dev, &r, why) ==
		ESTIMATE_IMPOSSIBLE);
	CHECK(strstr(why, "1024") && !r.pool && !r.n_limit);
	c.launch.grid[0] = 3;
	CHECK(estimate(&c.kernel, &c.launch, &dev, &r, why) ==
		ESTIMATE_IMPOSSIBLE);
	CHECK(strstr(why, "grid"));
	dev.l2_size_B = NAN;
	CHECK(estimate(&c.kernel, &c.launch, &dev, &r, why) ==
		ESTIMATE_MISSING);
	CHECK(strstr(why, "l2.size"));
	report_clear(&r);
	case_clear(&c);
}

/* One cell, one thread a block, and more cells than addresses. */
static void test_extremes(void)
{
	static const int64_t one[3] = { 1, 1, 1 }, wide[3] = { 1024, 1, 1 };
	static const int64_t large[3] = { (int64_t) 1 << 59, 1, 1 };
	static const int64_t huge[3] = { (int64_t) 1 << 60, 1, 1 };
	static const int64_t long_row[3] = { (int64_t) 1 << 40, 1, 1 };
	static const struct {
		const int64_t *domain, *block;
		enum estimate_status status;
	} cases[] = {
		{ one, one, ESTIMATE_OK },
		{ one, wide, ESTIMATE_OK },
		{ wide, one, ESTIMATE_OK },
		{ long_row, wide, ESTIMATE_OK },
		{ long_row, one, ESTIMATE_OK },
		{ large, wide, ESTIMATE_OK },
		{ huge, wide, ESTIMATE_OVERFLOW },
	};
	struct device dev = test_device(20 * MiB);

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		struct test_case c;
		struct report r;
		char why[256];

		CHECK(case_init(&c, 1, cases[i].domain, cases[i].block,
			unfolded));
		case_star(&c, 8, 2);
		CHECK(estimate(&c.kernel, &c.launch, &dev, &r, why) ==
			cases[i].status);
		if (r.pool)
			check_report(&r);
		else
			CHECK(why[0]);
		report_clear(&r);
		case_clear(&c);
	}
}

static void test_curves(void)
{
	struct device dev = test_device(20 * MiB);
	const struct capacity_curve curve[] = { capacity_of_l1(&dev),
		capacity_of_l2(&dev), capacity_of_partial(&dev) };

	for (size_t i = 0; i < sizeof(curve) / sizeof(curve[0]); ++i) {
		double before = 0;

		CHECK(capacity_lost(curve[i], 0) == 0);
		CHECK(near(capacity_lost(curve[i], curve[i].half), 0.5));
		CHECK(capacity_lost(curve[i], 1e300) == 1);
		CHECK(capacity_lost(curve[i], INFINITY) == 1);
		for (double over = 1e-3; over < 1e3; over *= 1.1) {
			CHECK(capacity_lost(curve[i], over) >= before);
			before = capacity_lost(curve[i], over);
		}
		CHECK(before > 0.999);
	}
	for (int i = 0; i < N_FIT; ++i)
		CHECK(strlen(fits[i].origin) > 5);
}

int main(void)
{
	test_streams();
	test_alignment();
	test_partial_block();
	test_warm();
	test_star();
	test_distances();
	test_fold();
	test_lacking();
	test_loop();
	test_predicate();
	test_stopped();
	test_shared();
	test_carveout();
	test_in_place();
	test_unknown();
	test_errors();
	test_extremes();
	test_curves();
	return check_done();
}
