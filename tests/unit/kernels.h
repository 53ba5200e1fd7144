#ifndef TESTS_KERNELS_H
#define TESTS_KERNELS_H

/* Kernels, launches and devices for tests, built without the language.
 *
 * A case is a launch over a domain and the kernel that launch mapping would
 * make for it: cell (x, y, z) of a field lies at x + nx (y + ny z)
 * elements.
 */

#include <math.h>
#include <string.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "hw/device.h"

#define CASE_ACCESSES 512
#define CASE_FIELDS   8

struct test_case {
	struct kernel kernel;
	struct launch launch;
	struct field field[CASE_FIELDS];
	struct access access[CASE_ACCESSES];
	struct loop loop[2];
	char why[256];
};

static inline bool case_init(struct test_case *c, int dims,
	const int64_t *domain, const int64_t *block, const int64_t *fold)
{
	memset(c, 0, sizeof(*c));
	c->kernel = (struct kernel) {
		.name = "k",
		.dims = dims,
		.updates = 1,
		.registers = 32,
		.field = c->field,
		.access = c->access,
		.loop = c->loop,
		.pool = quasi_pool_new(),
	};
	memcpy(c->kernel.domain, domain, sizeof(c->kernel.domain));
	if (!launch_init(&c->launch, domain, block, fold, c->why))
		return false;
	c->launch.counting = COUNTING_CLOSED;
	return true;
}

static inline void case_clear(struct test_case *c)
{
	quasi_pool_free(c->kernel.pool);
}

/* No memory has room for more. */
static inline int64_t case_times(int64_t a, int64_t b)
{
	return __builtin_mul_overflow(a, b, &a) ? INT64_MAX : a;
}

static inline int case_field(struct test_case *c, const char *name, int elem_B,
	int n_component)
{
	const int64_t *n = c->kernel.domain;
	int f = c->kernel.n_field++;

	c->field[f] = (struct field) {
		.name = name,
		.elem_B = elem_B,
		.n_component = n_component,
		.size_B = case_times(case_times(case_times(case_times(elem_B,
								   n[0]),
							n[1]),
					     n[2]),
			n_component),
		.extent = { n[0], n[1], n[2] },
	};
	return f;
}

/* An access whose address is that of "coef" bytes per cell and axis. */
static inline struct access *case_add(struct test_case *c, int f, bool is_store,
	const int64_t *cell_B, int64_t constant)
{
	struct quasi *q = quasi_pool_alloc(c->kernel.pool, sizeof(*q));
	struct access *a = &c->access[c->kernel.n_access];

	memset(q, 0, sizeof(*q));
	q->constant = constant;
	for (int i = 0; i < 3; ++i) {
		q->coef[VAR_TX + i] = cell_B[i] * c->launch.fold[i];
		q->coef[VAR_BX + i] = q->coef[VAR_TX + i] * c->launch.block[i];
	}
	for (int i = 0; i < c->kernel.n_access; ++i)
		if (c->access[i].field == f &&
			c->access[i].is_store == is_store && !is_store &&
			quasi_equal(c->access[i].address, q))
			return &c->access[i];
	*a = (struct access) {
		.field = f,
		.is_store = is_store,
		.address = q,
		.loop = -1,
		.label = c->kernel.n_access,
	};
	++c->kernel.n_access;
	if (is_store) {
		c->field[f].is_stored = true;
		c->kernel.work.store += 1;
	} else {
		c->field[f].is_loaded = true;
		c->kernel.work.load += 1;
	}
	return a;
}

/* The access f[q][x,y,z] relative to each cell of a thread. */
static inline void case_access(struct test_case *c, int f, bool is_store, int q,
	int x, int y, int z)
{
	const int64_t *n = c->kernel.domain, *fold = c->launch.fold;
	int64_t elem_B = c->field[f].elem_B;
	const int64_t cell_B[3] = { elem_B, case_times(elem_B, n[0]),
		case_times(case_times(elem_B, n[0]), n[1]) };

	for (int64_t k = 0; k < fold[0] * fold[1] * fold[2]; ++k) {
		int64_t i = k % fold[0], j = k / fold[0] % fold[1];
		int64_t l = k / fold[0] / fold[1];

		case_add(c, f, is_store, cell_B,
			q * cell_B[2] * n[2] + (x + i) * cell_B[0] +
				(y + j) * cell_B[1] + (z + l) * cell_B[2])
			->component = q;
	}
}

/* out[0] = sum of in[o] over the star of "range" */
static inline void case_star(struct test_case *c, int elem_B, int range)
{
	int in = case_field(c, "in", elem_B, 1);
	int out = case_field(c, "out", elem_B, 1);
	double cells = (double) (c->launch.fold[0] * c->launch.fold[1] *
		c->launch.fold[2]);
	double points = 1 + 2 * range * c->kernel.dims;

	case_access(c, in, false, 0, 0, 0, 0);
	for (int i = -range; i <= range; ++i) {
		if (i == 0)
			continue;
		case_access(c, in, false, 0, i, 0, 0);
		if (c->kernel.dims > 1)
			case_access(c, in, false, 0, 0, i, 0);
		if (c->kernel.dims > 2)
			case_access(c, in, false, 0, 0, 0, i);
	}
	case_access(c, out, true, 0, 0, 0, 0);
	c->kernel.work.flops = points * cells;
	*(elem_B == 8 ? &c->kernel.work.fp64 : &c->kernel.work.fp32) = points *
		cells;
	c->kernel.work.integer = 8;
	c->kernel.work.control = 2;
}

/* A GPU much like an A100, with the L2 that tests choose. */
static inline struct device test_device(double l2_B)
{
	struct device d;

	device_init(&d, "test");
	d.vendor = "nvidia";
	d.l1_model = "nv";
	d.carveouts = "0 8 16 32 64 100 132 164";
	d.sm_count = 108;
	d.clock_Hz = 1.41e9;
	d.warp_size = 32;
	d.subwarp_size = 32;
	d.sm_threads = 2048;
	d.sm_blocks = 32;
	d.sm_registers = 65536;
	d.sm_shared_B = 164 * 1024;
	d.block_threads = 1024;
	d.block_shared_B = 163 * 1024;
	d.thread_registers = 255;
	d.register_unit = 256;
	d.warp_unit = 4;
	d.shared_unit_B = 128;
	d.shared_reserved_B = 1024;
	d.sm_schedulers = 4;
	d.issue_per_cyc = 1;
	d.fp64_per_cyc = 32;
	d.fp32_per_cyc = 64;
	d.fp16_per_cyc = 256;
	d.int_per_cyc = 64;
	d.sfu_per_cyc = 16;
	d.lsu_count = 32;
	d.shared_banks = 32;
	d.shared_bank_B = 4;
	d.l1_size_B = 192 * 1024;
	d.l1_line_B = 128;
	d.l1_sector_B = 32;
	d.l1_store_B = 32;
	d.l1_bank_B = 128;
	d.l1_latency_cyc = 36;
	d.l2_size_B = l2_B;
	d.l2_total_B = 2 * l2_B;
	d.l2_line_B = 128;
	d.l2_sector_B = 32;
	d.l2_B_per_s = 5e12;
	d.l2_latency_cyc = 213;
	d.dram_B_per_s = 1.4e12;
	d.dram_fetch_B = 64;
	d.dram_write_B = 32;
	d.dram_latency_cyc = 570;
	d.page_B = 2 * 1024 * 1024;
	/* neither lookups of L2 nor the TLB limit it */
	d.l2_requests_per_s = 1e13;
	d.tlb_pages = 1e6;
	d.tlb_per_s = 1e13;
	d.launch_s = 2.6e-6;
	d.launch_per_s = 1.34e9;
	return d;
}

#endif
