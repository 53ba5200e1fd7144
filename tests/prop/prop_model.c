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
#include "tests/prop/random_model.h"
#include "tests/unit/check.h"
#include "tests/unit/formula.h"

#define N_ROUND 300

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
				d->formula, formula_own(d), d->value);
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

static void check_layers(const struct test_case *c, const struct device *dev,
	const struct report *r)
{
	struct layers l;
	char why[256];

	CHECK(layers_find(&c->kernel, &c->launch, dev, &l, why) == ESTIMATE_OK);
	CHECK(l.load_B == r->metric[METRIC_dram_load_B]);
	for (int i = 0; i < l.n_layer; ++i) {
		CHECK(l.layer[i].sequential_B >= 0);
		CHECK(at_most(l.layer[i].load_B, l.layer[i].load_missed_B));
		CHECK(l.layer[i].load_B >= -1e-9);
		CHECK(at_most(l.layer[i].load_B, l.layer[i].load_here_B));
		CHECK(at_most(l.layer[i].load_here_B,
			i > 0 ? l.layer[i - 1].load_here_B :
				l.layer[i].load_missed_B));
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
	check_layers(&c, &dev, &r);
	check_shift(&c, &dev, &r);
	report_clear(&r);
	case_clear(&c);
}

int main(int argc, char **argv)
{
	unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	int n_round = argc > 2 ? atoi(argv[2]) : (int) check_cases(N_ROUND);

	printf("seed %lu\n", seed);
	random_seed(seed);
	for (int i = 0; i < n_round; ++i) {
		int before = n_failed;

		round_of_laws();
		if (n_failed > before)
			printf("  in round %d\n", i);
	}
	return check_done();
}
