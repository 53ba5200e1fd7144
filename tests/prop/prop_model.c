/* Laws that model wsp keeps for any kernel, launch and device.
 *
 * Random stencils, strides, components, conditions and loops in random
 * blocks, on random devices that make sense.  The seed is printed, and can
 * be given as the first argument to see a failure again; the second is the
 * number of rounds.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/layers.h"
#include "engine/report/report.h"
#include "engine/roofline/roofline.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"
#include "tests/unit/formula.h"
#include "tests/unit/kernels.h"

#define N_ROUND 300

static int64_t below(int64_t n)
{
	return (int64_t) random_below((uint64_t) n);
}

static double pick_real(const double *of, int n)
{
	return of[below(n)];
}

static struct device random_device(void)
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

static bool random_launch(struct test_case *c)
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
static const struct predicate *parity(struct test_case *c)
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

static void random_accesses(struct test_case *c, int f, bool is_store)
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

static void random_strided(struct test_case *c, int f)
{
	int64_t elem_B = c->field[f].elem_B;
	const int64_t cell_B[3] = { elem_B * pick(0, 9), elem_B * pick(0, 3000),
		elem_B * pick(0, 100000) };

	case_add(c, f, false, cell_B, elem_B * pick(-50, 50));
}

static void random_kernel(struct test_case *c)
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

static bool predict(const struct test_case *c, const struct device *dev,
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

static bool at_most(double a, double b)
{
	return a <= b * (1 + 1e-9) + 1e-12;
}

static void check_volumes(const struct report *r, const struct device *dev)
{
	const double *m = r->metric;
	double fetch = fmax(1, dev->dram_fetch_B / dev->l1_sector_B);
	double write = fmax(1, dev->dram_write_B / dev->l1_store_B);

	for (int i = 0; i < N_METRIC; ++i)
		CHECK(isnan(m[i]) || (isfinite(m[i]) && m[i] >= 0));
	CHECK(isfinite(m[METRIC_dram_load_B]) && isfinite(m[METRIC_l2_load_B]));
	CHECK(at_most(m[METRIC_l2_load_B], m[METRIC_l1_load_B]));
	CHECK(at_most(m[METRIC_dram_load_B] - m[METRIC_dram_load_partial_B],
		fetch * m[METRIC_l2_load_B]));
	CHECK(at_most(m[METRIC_dram_store_B], write * m[METRIC_l2_store_B]));
	CHECK(at_most(m[METRIC_dram_load_partial_B],
		2 * write * m[METRIC_l2_store_B]));
	CHECK(m[METRIC_lanes] > 0 && at_most(m[METRIC_lanes], 1));
}

static void check_time(const struct report *r)
{
	CHECK(isfinite(r->time_s) && r->time_s > 0);
	CHECK(at_most(r->dram_share, 1) && at_most(r->l2_share, 1));
	CHECK(isfinite(r->flop_share));
	CHECK(r->n_limit >= 4 && r->n_limit < REPORT_LIMITS);
	for (int i = 0; i < r->n_limit; ++i)
		CHECK(r->limit[i].seconds >= 0 &&
			at_most(r->limit[i].seconds, r->time_s));
	for (int i = 0; i < r->n_derivation; ++i) {
		const struct derivation *d = &r->derivation[i];

		CHECK(formula_holds(d));
		if (!formula_holds(d))
			printf("  %s = %s: %.17g, not %.17g\n", d->path,
				d->formula, formula_value(d), d->value);
	}
}

/* No level moves more than its bandwidth, and no lane works outside of a
 * warp.
 */
static void check_roofline(const struct report *r)
{
	static struct roof_point point[ROOFLINE_POINTS];
	struct roof_case c = roofline_case(r);
	struct roofline line = { .point = point };

	CHECK(at_most(c.thread_inst, c.warp_inst * r->roofs.lanes));
	roofline_make(&line, ROOFLINE_INSTRUCTION, &r->roofs, 1, &c);
	for (int i = 0; i < line.n_point; ++i) {
		const struct roof_point *p = &point[i];

		CHECK(at_most(p->performance, p->slope * p->intensity));
		CHECK(p->of == POINT_ALL || at_most(p->intensity, 1));
	}
}

/* Doubling one figure of the device may not make the answer worse. */
static void check_better(const struct test_case *c, struct device dev,
	double *figure, struct device *copy, const struct report *r)
{
	size_t at = (size_t) ((char *) figure - (char *) copy);
	double *mine = (double *) ((char *) &dev + at);
	struct report better;

	*mine *= 2;
	if (!predict(c, &dev, &better))
		return;
	CHECK(at_most(better.time_s, r->time_s));
	CHECK(at_most(better.metric[METRIC_dram_load_B],
		r->metric[METRIC_dram_load_B]));
	CHECK(at_most(better.metric[METRIC_dram_store_B],
		r->metric[METRIC_dram_store_B]));
	CHECK(at_most(better.metric[METRIC_l2_load_B],
		r->metric[METRIC_l2_load_B]));
	report_clear(&better);
}

static bool same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* Shifting fields by whole pages changes nothing in any cache. */
static void check_shift(struct test_case *c, const struct device *dev,
	const struct report *r)
{
	struct report moved;

	for (int i = 0; i < c->kernel.n_access; ++i)
		((struct quasi *) c->access[i].address)->constant += (int64_t) 6
			<< 20;
	if (!predict(c, dev, &moved))
		return;
	for (int i = 0; i < N_METRIC; ++i)
		CHECK(same(moved.metric[i], r->metric[i]));
	CHECK(moved.time_s == r->time_s);
	report_clear(&moved);
}

static void check_layers(const struct test_case *c, const struct device *dev)
{
	struct layers l;
	char why[256];

	CHECK(layers_find(&c->kernel, &c->launch, dev, &l, why) == ESTIMATE_OK);
	for (int i = 0; i < l.n_layer; ++i) {
		CHECK(l.layer[i].sequential_B >= 0);
		CHECK(at_most(l.layer[i].load_B, l.layer[i].load_missed_B));
		CHECK(l.layer[i].load_B >= -1e-9);
		CHECK(isnan(l.layer[i].lost) ||
			(l.layer[i].lost >= 0 && l.layer[i].lost <= 1));
	}
}

static void round_of_laws(void)
{
	struct device dev = random_device();
	double *figures[] = { &dev.l2_size_B, &dev.dram_B_per_s,
		&dev.l2_B_per_s, &dev.l1_size_B, &dev.fp64_per_cyc };
	struct test_case c;
	struct report r, again;

	CHECK(random_launch(&c));
	random_kernel(&c);
	if (!predict(&c, &dev, &r)) {
		case_clear(&c);
		return;
	}
	check_volumes(&r, &dev);
	check_time(&r);
	check_roofline(&r);
	if (predict(&c, &dev, &again)) {
		CHECK(again.time_s == r.time_s);
		report_clear(&again);
	}
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); ++i)
		check_better(&c, dev, figures[i], &dev, &r);
	check_layers(&c, &dev);
	check_shift(&c, &dev, &r);
	report_clear(&r);
	case_clear(&c);
}

int main(int argc, char **argv)
{
	unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	int n_round = argc > 2 ? atoi(argv[2]) : (int) check_cases(N_ROUND);

	printf("seed %lu\n", seed);
	state = seed * 0x9E3779B97F4A7C15ULL + 1;
	for (int i = 0; i < n_round; ++i) {
		int before = n_failed;

		round_of_laws();
		if (n_failed > before)
			printf("  in round %d\n", i);
	}
	return check_done();
}
