/* Reports of the published models, on kernels small enough to count by hand
 * and on extreme ones.
 */

#include <math.h>
#include <string.h>

#include "engine/published/ernst2022.h"
#include "engine/published/rover.h"
#include "tests/unit/check.h"
#include "tests/unit/figures.h"
#include "tests/unit/formula.h"
#include "tests/unit/indexed.h"

#define MiB (1024.0 * 1024)

typedef enum estimate_status model(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256]);

static model *const models[2] = { warpspeed2025_estimate, ernst2022_estimate };
static const int64_t unfolded[3] = { 1, 1, 1 };

static bool near(double a, double b, double tolerance)
{
	return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

static void check_derivations(const struct report *r)
{
	for (int i = 0; i < r->n_derivation; ++i) {
		const struct derivation *d = &r->derivation[i];

		CHECK(formula_holds(d));
		CHECK(d->equation && *d->equation);
		if (!formula_holds(d))
			printf("  %s = %s: %g, not %g\n", d->path, d->formula,
				formula_own(d), d->value);
	}
	for (int i = 0; i < N_METRIC; ++i) {
		bool is_derived = false;

		for (int j = 0; j < r->n_derivation; ++j)
			is_derived = is_derived ||
				strcmp(metrics[i].path,
					r->derivation[j].path) == 0;
		CHECK(is_derived == !isnan(r->metric[i]));
	}
}

/* Fields add up to the whole. */
static void check_fields(const struct report *r)
{
	double load = 0, store = 0, l2_load = 0, l2_store = 0;

	for (int i = 0; i < r->n_field; ++i) {
		load += r->field[i].dram_load_B;
		store += r->field[i].dram_store_B;
		l2_load += r->field[i].l2_load_B;
		l2_store += r->field[i].l2_store_B;
	}
	CHECK(fabs(load - r->metric[METRIC_dram_load_B]) < 1e-9 + 1e-9 * load);
	CHECK(near(store, r->metric[METRIC_dram_store_B], 1e-9));
	CHECK(near(l2_store, r->metric[METRIC_l2_store_B], 1e-9));
	CHECK(l2_load == 0 || near(l2_load, r->metric[METRIC_l2_load_B], 1e-9));
}

/* Do the boxes that the tool takes for warps fill the block?  If not it
 * leaves out threads, and fewer sectors may be requested than loaded.
 */
static bool fills_boxes(const struct report *r)
{
	int64_t n = 32;

	for (int d = 0; d < 3; ++d) {
		int64_t wide = n < r->block[d] ? n : r->block[d];

		if (r->block[d] % (wide > 1 ? wide : 1) != 0)
			return false;
		n /= r->block[d];
	}
	return true;
}

/* Figures that every report has. */
static void check_report(const struct report *r, bool is_tool)
{
	static const enum metric mandatory[] = {
		METRIC_waves,
		METRIC_l1_wavefronts,
		METRIC_l1_load_B,
		METRIC_l2_load_B,
		METRIC_l2_load_compulsory_B,
		METRIC_l2_load_capacity_B,
		METRIC_l2_store_B,
		METRIC_dram_load_B,
		METRIC_dram_load_compulsory_B,
		METRIC_dram_saved_y_B,
		METRIC_dram_saved_z_B,
		METRIC_dram_store_B,
		METRIC_dram_store_partial_B,
		METRIC_tlb_pages,
		METRIC_flops,
	};

	for (size_t i = 0; i < sizeof(mandatory) / sizeof(mandatory[0]); ++i) {
		CHECK(isfinite(r->metric[mandatory[i]]));
		CHECK(r->metric[mandatory[i]] > -1e-9 ||
			(mandatory[i] == METRIC_l2_load_capacity_B && is_tool &&
				!fills_boxes(r)));
	}
	CHECK(r->n_limit == 4);
	for (int i = 0; i < r->n_limit; ++i)
		CHECK(r->limit[i].seconds >= 0 &&
			r->limit[i].seconds <= r->time_s);
	CHECK(isfinite(r->time_s) && r->time_s > 0);
	CHECK(isfinite(r->lup_per_s) && r->lup_per_s > 0);
	CHECK(r->dram_share <= 1 + 1e-9 && r->l2_share <= 1 + 1e-9);
	CHECK(isfinite(r->flop_per_s));
	CHECK(r->occupancy.blocks_per_sm > 0 && r->occupancy.limiter);
	CHECK(r->occupancy.warps_per_sm > 0);
	CHECK(r->verdict && r->advice);
	check_derivations(r);
	check_fields(r);
}

static struct device a100(void)
{
	struct device dev = test_device(20 * MiB);

	dev.arch = "ampere";
	dev.warpspeed_l2_B_per_s = 4e12;
	return dev;
}

/* Ask both models; false when one refuses. */
static bool run_both(const struct test_case *c, const struct device *dev,
	struct report r[2])
{
	char why[256];

	for (int m = 0; m < 2; ++m) {
		enum estimate_status status = models[m](&c->kernel, &c->launch,
			dev, &r[m], why);

		CHECK(status == ESTIMATE_OK);
		if (status != ESTIMATE_OK) {
			printf("  %s\n", why);
			if (m == 1)
				report_clear(&r[0]);
			return false;
		}
		check_report(&r[m], m == 0);
	}
	return true;
}

static void clear_both(struct report r[2])
{
	report_clear(&r[0]);
	report_clear(&r[1]);
}

static void star(struct test_case *c, const int64_t domain[3],
	const int64_t block[3], const int64_t fold[3], int range)
{
	case_init(c, 3, domain, block, fold);
	case_star(c, 8, range);
	indexed_accesses(c);
}

/* Names are not repeated, and performance comes in TFLOP/s as well. */
struct seen {
	int n;
	char name[512][64];
	double perf, tflops;
};

static void see(const char *name, double value, void *user)
{
	struct seen *s = user;

	for (int i = 0; i < s->n; ++i)
		CHECK(strcmp(s->name[i], name));
	snprintf(s->name[s->n++], sizeof(s->name[0]), "%s", name);
	if (strcmp(name, "derived.perfV3") == 0)
		s->perf = value;
	if (strcmp(name, "derived.perfTFlopsV3") == 0)
		s->tflops = value;
}

static void check_names(const struct warpspeed2025 *w)
{
	static struct seen s;

	s.n = 0;
	figures_visit(w, see, &s);
	CHECK(s.n > 100);
	CHECK(near(s.tflops, s.perf * w->launch.flops / 1000, 1e-12));
}

/* All shapes: reports are whole, and the tool's is its version V3. */
static void test_stars(void)
{
	static const int64_t domain[3] = { 640, 512, 512 };
	static const int64_t folds[3][3] = { { 1, 1, 1 }, { 1, 2, 1 },
		{ 2, 1, 2 } };
	static struct test_case c;
	struct device dev = a100();

	for (int64_t x = 1; x <= 1024; x *= 4) {
		for (int f = 0; f < 3; ++f) {
			const int64_t block[3] = { x, 1024 / x, 1 };
			struct warpspeed2025 w;
			struct report r[2];
			char why[256];

			star(&c, domain, block, folds[f], 4);
			if (!run_both(&c, &dev, r))
				continue;
			CHECK(warpspeed2025_metrics(&c.kernel, &c.launch, &dev,
				      NULL, &w, why) == ESTIMATE_OK);
			CHECK(near(r[0].lup_per_s, 1e9 * w.derived.perf_v3,
				1e-12));
			CHECK(near(r[0].metric[METRIC_dram_load_B],
				w.derived.dram_load_v3_B, 1e-12));
			CHECK(near(r[0].metric[METRIC_l2_load_B],
				w.derived.l2_load_v2_B, 1e-12));
			check_names(&w);
			warpspeed2025_clear(&w);
			clear_both(r);
			case_clear(&c);
		}
	}
}

/* Cycles of L1 for one load of "stride" elements in the paper's model, a
 * half warp at a time: section 4.2 of the paper, figure 4.
 */
static void test_wavefronts(void)
{
	static const struct {
		int stride;
		double per_half_warp;
	} cases[] = { { 1, 1 }, { 2, 2 }, { 4, 4 }, { 16, 16 }, { 3, 1 },
		{ 17, 2 }, { 0, 1 } };
	static const int64_t domain[3] = { 1 << 20, 1, 1 };
	static const int64_t block[3] = { 256, 1, 1 };
	static struct test_case c;
	struct device dev = a100();

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		const int64_t step[3] = { 8 * cases[i].stride, 0, 0 };
		struct report r[2];

		case_init(&c, 1, domain, block, unfolded);
		case_add(&c, case_field(&c, "a", 8, 1), false, step, 0);
		c.kernel.work.flops = c.kernel.work.fp64 = 1;
		if (run_both(&c, &dev, r)) {
			CHECK(near(r[1].metric[METRIC_l1_wavefronts],
				cases[i].per_half_warp / 16, 1e-12));
			clear_both(r);
		}
		case_clear(&c);
	}
}

/* Lanes in rows far apart do not share a wavefront even if their banks do
 * not collide.
 */
static void test_far_rows(void)
{
	static const int64_t domain[3] = { 641, 512, 1 };
	static const int64_t block[3] = { 1, 128, 1 };
	static struct test_case c;
	struct device dev = a100();
	struct report r[2];

	case_init(&c, 2, domain, block, unfolded);
	case_access(&c, case_field(&c, "a", 8, 1), false, 0, 0, 0, 0);
	if (run_both(&c, &dev, r)) {
		CHECK(near(r[1].metric[METRIC_l1_wavefronts], 1, 1e-12));
		clear_both(r);
	}
	case_clear(&c);
}

/* Waves 1, 2, .. 32 layers deep in a plane that L2 cannot hold load
 * 72, 40, 24, 16, 12 and 10 B for each update: section 5.7 of the paper.
 */
static void test_depths(void)
{
	static const int64_t domain[3] = { 2048, 4096, 1024 };
	static const int64_t blocks[6][3] = { { 512, 2, 1 }, { 256, 2, 2 },
		{ 128, 2, 4 }, { 64, 2, 8 }, { 32, 2, 16 }, { 16, 2, 32 } };
	static const double want[6] = { 72, 40, 24, 16, 12, 10 };
	static struct test_case c;
	struct device dev = a100();

	for (int i = 0; i < 6; ++i) {
		struct report r[2];

		star(&c, domain, blocks[i], unfolded, 4);
		if (run_both(&c, &dev, r)) {
			const double *m = r[1].metric;

			CHECK(near(m[METRIC_dram_load_compulsory_B] -
					m[METRIC_dram_saved_y_B],
				want[i], 0.05));
			CHECK(m[METRIC_dram_saved_z_B] < 0.01);
			if (!near(m[METRIC_dram_load_B], want[i], 0.05))
				printf("  depth %d: %g - %g - %g\n", 1 << i,
					m[METRIC_dram_load_compulsory_B],
					m[METRIC_dram_saved_y_B],
					m[METRIC_dram_saved_z_B]);
			clear_both(r);
		}
		case_clear(&c);
	}
}

/* Sections 5.6 and 5.8 of the paper: the lowest DRAM volume is around
 * 9 B/LUP, (32, 1, 32) has the lowest but for that of folded ones and is
 * limited by L2, blocks short in x are limited by L1, flat ones by
 * DRAM; a block 16 x 2 x 32 is the best.
 */
static void test_paper(void)
{
	static const int64_t domain[3] = { 640, 512, 512 };
	static const int64_t folds[3][3] = { { 1, 1, 1 }, { 1, 2, 1 },
		{ 1, 1, 2 } };
	static const struct {
		int64_t block[3];
		const char *limiter;
	} cases[] = {
		{ { 32, 1, 32 }, "l2" },
		{ { 512, 2, 1 }, "dram" },
		{ { 32, 32, 1 }, "dram" },
		{ { 1, 16, 64 }, "l1" },
		{ { 16, 2, 32 }, "dram" },
		{ { 8, 8, 16 }, "l1" },
	};
	static struct test_case c;
	struct device dev = a100();
	double least_B = INFINITY, best[6] = { 0 };

	for (int i = 0; i < 18; ++i) {
		struct report r;
		char why[256];

		star(&c, domain, cases[i / 3].block, folds[i % 3], 4);
		CHECK(ernst2022_estimate(&c.kernel, &c.launch, &dev, &r, why) ==
			ESTIMATE_OK);
		least_B = fmin(least_B, r.metric[METRIC_dram_load_B]);
		best[i / 3] = fmax(best[i / 3], r.lup_per_s);
		if (i % 3 == 0)
			CHECK(strcmp(r.limit[r.limiter].name,
				      cases[i / 3].limiter) == 0);
		report_clear(&r);
		case_clear(&c);
	}
	CHECK(least_B > 8.5 && least_B < 9.5);
	for (int i = 0; i < 6; ++i)
		CHECK(best[i] <= best[4]);
}

/* A stream of doubles moves 8 B at every level. */
static void test_stream(void)
{
	static const int64_t domain[3] = { 1 << 22, 1, 1 };
	static const int64_t block[3] = { 256, 1, 1 };
	static struct test_case c;
	struct device dev = a100();
	struct report r[2];

	case_init(&c, 1, domain, block, unfolded);
	case_star(&c, 8, 0);
	indexed_accesses(&c);
	if (run_both(&c, &dev, r)) {
		for (int m = 0; m < 2; ++m) {
			CHECK(r[m].metric[METRIC_l2_load_B] == 8);
			CHECK(r[m].metric[METRIC_l2_store_B] == 8);
			CHECK(r[m].metric[METRIC_dram_load_B] == 8);
			CHECK(r[m].metric[METRIC_dram_store_B] == 8);
			CHECK(strcmp(r[m].limit[r[m].limiter].name, "dram") ==
				0);
			CHECK(near(r[m].lup_per_s, 1.4e12 / 16, 1e-12));
			CHECK(near(r[m].dram_share, 1, 1e-12));
		}
		clear_both(r);
	}
	case_clear(&c);
}

/* What is odd about a kernel. */
enum oddity { NO_LOAD = 1, NO_STORE = 2, NO_FLOP = 4 };

static void test_odd(const int64_t domain[3], const int64_t block[3],
	const int64_t fold[3], int oddity)
{
	static struct test_case c;
	struct device dev = a100();
	struct report r[2];
	int f;

	case_init(&c, 3, domain, block, fold);
	f = case_field(&c, "a", 8, 1);
	if (!(oddity & NO_LOAD)) {
		case_access(&c, f, false, 0, 0, 0, 0);
		case_access(&c, f, false, 0, 1, -1, 1);
	}
	if (!(oddity & NO_STORE))
		case_access(&c, case_field(&c, "b", 4, 1), true, 0, 0, 0, 0);
	if (!(oddity & NO_FLOP))
		c.kernel.work.flops = c.kernel.work.fp64 = 7;
	if (run_both(&c, &dev, r))
		clear_both(r);
	case_clear(&c);
}

static void test_oddities(void)
{
	static const int64_t domains[][3] = {
		{ 1, 1, 1 },
		{ 100, 100, 100 },
		{ 7, 1, 1 },
		{ 1, 3000, 1 },
		{ 1, 1, 5000 },
		{ 1 << 20, 1 << 12, 1 << 10 },
		{ 1000003, 3, 1 },
	};
	static const int64_t blocks[][3] = {
		{ 1, 1, 1 },
		{ 24, 10, 3 },
		{ 1024, 1, 1 },
		{ 1, 1, 64 },
		{ 48, 3, 1 },
		{ 3, 5, 7 },
	};
	static const int64_t folds[][3] = { { 1, 1, 1 }, { 3, 2, 1 } };

	for (int d = 0; d < 7; ++d)
		for (int b = 0; b < 6; ++b)
			for (int f = 0; f < 2; ++f)
				for (int o = 0; o < 8; ++o)
					if ((o & 3) != 3)
						test_odd(domains[d], blocks[b],
							folds[f], o);
}

static void check_refused(const struct test_case *c, const struct device *dev,
	enum estimate_status want)
{
	for (int m = 0; m < 2; ++m) {
		char why[256] = "";
		struct report r;

		CHECK(models[m](&c->kernel, &c->launch, dev, &r, why) == want);
		CHECK(*why);
	}
}

/* What the models cannot answer, they refuse with a reason. */
static void test_refusals(void)
{
	static const int64_t domain[3] = { 640, 512, 512 };
	static const int64_t block[3] = { 1024, 1, 1 };
	static const int64_t vast[3] = { 1000000, 1000000, 700000 };
	struct device dev = a100(), bare = a100();
	static struct test_case c;
	struct predicate predicate = { .op = PREDICATE_GE };
	struct quasi_pool *pool;

	star(&c, domain, block, unfolded, 1);
	c.kernel.registers = 255;
	check_refused(&c, &dev, ESTIMATE_IMPOSSIBLE);
	c.kernel.registers = 32;
	bare.l1_store_B = NAN;
	check_refused(&c, &bare, ESTIMATE_MISSING);
	predicate.e = c.access[0].address;
	c.access[0].predicate = &predicate;
	check_refused(&c, &dev, ESTIMATE_IMPOSSIBLE);
	c.access[0].predicate = NULL;
	pool = c.kernel.pool;
	c.access[0].address = quasi_floor(pool, c.access[0].address, 3);
	check_refused(&c, &dev, ESTIMATE_IMPOSSIBLE);
	case_clear(&c);
	case_init(&c, 3, vast, block, unfolded);
	case_star(&c, 8, 1);
	check_refused(&c, &dev, ESTIMATE_OVERFLOW);
	case_clear(&c);
}

/* A loop is its accesses one after the other. */
static void test_loop(void)
{
	static const int64_t domain[3] = { 4096, 64, 1 };
	static const int64_t block[3] = { 128, 2, 1 };
	static const int64_t step[3] = { 8, 8 * 4096, 0 };
	static struct test_case looped, listed;
	struct device dev = a100();
	struct report a[2], b[2];
	struct access *access;
	int f;

	case_init(&looped, 2, domain, block, unfolded);
	access = case_add(&looped, case_field(&looped, "a", 8, 1), false, step,
		0);
	access->loop = 0;
	((struct quasi *) access->address)->coef[VAR_LOOP0] = 16;
	looped.loop[0] = (struct loop) { 5, -1 };
	looped.kernel.n_loop = 1;
	case_init(&listed, 2, domain, block, unfolded);
	f = case_field(&listed, "a", 8, 1);
	for (int i = 0; i < 5; ++i)
		case_add(&listed, f, false, step, 16 * i);
	if (run_both(&looped, &dev, a)) {
		if (run_both(&listed, &dev, b)) {
			for (int m = 0; m < 2; ++m)
				CHECK(!memcmp(a[m].metric, b[m].metric,
					sizeof(a[m].metric)));
			clear_both(b);
		}
		clear_both(a);
	}
	case_clear(&looped);
	case_clear(&listed);
}

/* The curves rise from near 0 to their ends. */
static void test_rovers(void)
{
	for (int i = 0; i < N_ROVER; ++i) {
		double last = 0;

		for (double over = 0; over < 50; over += 0.25) {
			double miss = rover_miss(i, over);

			CHECK(miss >= last && miss <= 1);
			last = miss;
		}
		CHECK(near(rover_miss(i, 100), rovers[i].a, 1e-9));
		CHECK(rover_miss(i, 0) < 0.01);
		CHECK(*rovers[i].device && *rovers[i].data &&
			*rovers[i].origin);
	}
}

int main(void)
{
	test_rovers();
	test_stream();
	test_stars();
	test_wavefronts();
	test_far_rows();
	test_depths();
	test_paper();
	test_loop();
	test_oddities();
	test_refusals();
	return check_done();
}
