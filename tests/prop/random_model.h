#ifndef TESTS_RANDOM_MODEL_H
#define TESTS_RANDOM_MODEL_H

/* Random stencils, strides, components, conditions and loops in random
 * blocks, on random devices that make sense.
 */

#include <math.h>
#include <stdio.h>

#include "engine/report/report.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

static inline int64_t below(int64_t n)
{
	return (int64_t) random_below((uint64_t) n);
}

static inline double pick_real(const double *of, int n)
{
	return of[below(n)];
}

static inline struct device random_device(void)
{
	static const double l2[] = { 1 << 18, 1 << 20, 6 << 20, 20 << 20,
		96 << 20 };
	static const double l1[] = { 16 << 10, 128 << 10, 256 << 10 };
	static const double sms[] = { 1, 4, 20, 108, 304 };
	static const double granule[] = { 32, 64, 128 };
	struct device d = test_device(pick_real(l2, 5));

	d.sm_count = pick_real(sms, 5);
	if (chance(30)) {
		d.vendor = "amd";
		d.l1_model = chance(50) ? "cdna" : "rdna";
		d.carveouts = NULL;
		d.warp_size = 64;
		d.warp_unit = 1;
		d.l1_line_B = d.l1_sector_B = d.l1_bank_B = 64;
		d.l1_store_B = 64;
		d.dram_write_B = 64;
		d.lsu_count = NAN;
	}
	d.l1_size_B = pick_real(l1, 3);
	if (d.carveouts)
		d.l1_size_B = 192 << 10;
	d.dram_fetch_B = fmax(d.l1_sector_B, pick_real(granule, 3));
	d.dram_B_per_s = 1e11 * (double) pick(1, 50);
	d.l2_B_per_s = d.dram_B_per_s * (double) pick(1, 8);
	if (chance(20))
		d.dram_latency_cyc = 2000;
	if (chance(20))
		d.launch_per_s = 1e8;
	if (chance(20))
		d.page_B = 4096;
	if (chance(20)) {
		d.l2_requests_per_s = d.l2_B_per_s / 128;
		d.tlb_pages = 16;
		d.tlb_per_s = 1e10;
	}
	return d;
}

static inline bool random_launch(struct test_case *c)
{
	int dims = (int) pick(1, 3);
	int64_t domain[3] = { 1, 1, 1 }, block[3] = { 1, 1, 1 };
	int64_t fold[3] = { 1, 1, 1 }, threads = 1;

	for (int i = 0; i < dims; ++i) {
		domain[i] = dims == 1 ? pick(1, 300000) :
			dims == 2     ? pick(1, 900) :
					pick(1, 150);
		block[i] = chance(60) ? (int64_t) 1 << below(6) : pick(1, 24);
		while (threads * block[i] > 1024 || (i == 2 && block[i] > 64))
			block[i] = (block[i] + 1) / 2;
		threads *= block[i];
		if (chance(20))
			fold[i] = pick(2, 3);
	}
	return case_init(c, dims, domain, block, fold);
}

/* Condition of the lanes: (x + y + z) % 2 == 0, of global indices. */
static inline const struct predicate *parity(struct test_case *c)
{
	struct quasi_pool *pool = c->kernel.pool;
	struct predicate *g = quasi_pool_alloc(pool, sizeof(*g));
	const struct quasi *sum = quasi_constant(pool, 0);

	for (int i = 0; i < 3; ++i) {
		sum = quasi_add(pool, sum,
			quasi_variable(pool, (enum quasi_var)(VAR_TX + i)));
		sum = quasi_add(pool, sum,
			quasi_scale(pool,
				quasi_variable(pool,
					(enum quasi_var)(VAR_BX + i)),
				c->launch.block[i]));
	}
	*g = (struct predicate) { .op = PREDICATE_EQ,
		.e = quasi_mod(pool, sum, 2) };
	return g;
}

static inline void random_accesses(struct test_case *c, int f, bool is_store)
{
	int reach = (int) pick(0, 5);
	int n = is_store ? 1 : (int) pick(1, 9);
	int first = c->kernel.n_access;

	for (int i = 0; i < n; ++i) {
		int x = (int) pick(-reach, reach);
		int y = c->kernel.dims > 1 ? (int) pick(-reach, reach) : 0;
		int z = c->kernel.dims > 2 ? (int) pick(-reach, reach) : 0;
		int q = (int) below(c->field[f].n_component);

		if (is_store)
			x = y = z = 0;
		case_access(c, f, is_store, q, x, y, z);
	}
	if (chance(10))
		for (int i = first; i < c->kernel.n_access; ++i) {
			c->access[i].loop = 0;
			((struct quasi *) c->access[i].address)
				->coef[VAR_LOOP0] = 8 * below(3);
		}
}

static inline void random_strided(struct test_case *c, int f)
{
	int64_t elem_B = c->field[f].elem_B;
	const int64_t cell_B[3] = { elem_B * pick(0, 9), elem_B * pick(0, 3000),
		elem_B * pick(0, 100000) };

	case_add(c, f, false, cell_B, elem_B * pick(-50, 50));
}

static inline void random_kernel(struct test_case *c)
{
	static const int elem[] = { 2, 4, 4, 8, 8, 8, 16 };
	static const char *const name[] = { "a", "b", "c" };
	int n = (int) pick(1, 3);

	c->loop[0] = (struct loop) { pick(1, 5), -1 };
	c->kernel.n_loop = 1;
	for (int i = 0; i < n; ++i) {
		int f = case_field(c, name[i], elem[below(7)],
			(int) pick(1, 2));

		if (chance(40))
			c->field[f].base_B = c->field[f].elem_B * below(64);
		if (chance(20))
			random_strided(c, f);
		else if (chance(80))
			random_accesses(c, f, false);
		if (chance(50))
			random_accesses(c, f, true);
	}
	if (chance(5))
		for (int i = 0; i < c->kernel.n_access; ++i)
			c->access[i].predicate = parity(c);
	c->kernel.work.fp64 = (double) below(100);
	c->kernel.work.fp32 = (double) below(100);
	/* an instruction makes two at most */
	c->kernel.work.flops = (double) below(
		1 + 2 * (int64_t) (c->kernel.work.fp64 + c->kernel.work.fp32));
	c->kernel.work.special = (double) below(4);
	c->kernel.work.integer = (double) below(50);
	c->kernel.registers = (int) pick(16, 64);
	c->launch.cache_is_cold = chance(50);
}

static inline bool predict(const struct test_case *c, const struct device *dev,
	struct report *r)
{
	char why[256];
	enum estimate_status status = estimate(&c->kernel, &c->launch, dev, r,
		why);

	CHECK(status == ESTIMATE_OK);
	if (status != ESTIMATE_OK)
		printf("  status %d: %s\n", status, why);
	return status == ESTIMATE_OK;
}

#endif
