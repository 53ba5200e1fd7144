/* What a report says would be faster, and why one is slower than another,
 * against the model itself: the named cause is changed in the input of
 * estimate(), and the time moves as claimed.
 *
 * Random kernels, launches and devices.  The seed is printed, and can be given
 * as the first argument; the second is the number of rounds.
 */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/cause.h"
#include "tests/prop/random_model.h"

#define N_ROUND 200

static int n_checked; /* causes that estimate() confirmed */
static int n_advised; /* and advice */
static int n_longest; /* pairs of launches that have a longest warp each */

static bool is_near(double a, double b, double within)
{
	return fabs(a - b) <= within * fmax(fabs(a), fabs(b));
}

/* Two launches of one kernel on one device, or of two. */
struct pair {
	struct device dev[2];
	struct test_case c[2];
	struct report r[2];
};

/* The longest of rows of different lengths, in the loop of some kernels: the time
 * of one warp, which no launch divides.
 */
static bool give_rows(struct test_case *c)
{
	struct chain *chain = quasi_pool_alloc(c->kernel.pool,
		2 * sizeof(*chain));

	if (!chain)
		return false;
	chain[0] = chain[1] = (struct chain) { .joined = 1, .waits = 1 };
	chain[1].most_joined = 1;
	chain[1].most_waits = (double) pick(2, 400);
	chain[1].longest_rows = (double) pick(0, 3);
	c->kernel.chain = chain;
	return true;
}

static bool random_pair(struct pair *p)
{
	uint64_t seed = next_random();

	p->dev[0] = p->dev[1] = random_device();
	if (chance(20))
		p->dev[1] = random_device();
	for (int i = 0; i < 2; ++i) {
		CHECK(random_launch(&p->c[i]));
		if (chance(70))
			state = seed; /* the same accesses */
		random_kernel(&p->c[i]);
		if (chance(20))
			CHECK(give_rows(&p->c[i]));
		if (!predict(&p->c[i], &p->dev[i], &p->r[i])) {
			case_clear(&p->c[i]);
			if (i == 1) {
				report_clear(&p->r[0]);
				case_clear(&p->c[0]);
			}
			return false;
		}
	}
	state = seed + 1;
	return true;
}

static void clear_pair(struct pair *p)
{
	for (int i = 0; i < 2; ++i) {
		report_clear(&p->r[i]);
		case_clear(&p->c[i]);
	}
}

/* The time that estimate() gives with these volumes and this device. */
static double time_with(const struct test_case *c, const struct device *dev,
	const struct volumes *v)
{
	struct launch launch = c->launch;
	struct report r;
	char why[256];
	double time_s;

	launch.measured = v;
	if (estimate(&c->kernel, &launch, dev, &r, why) != ESTIMATE_OK)
		return NAN;
	time_s = r.time_s;
	report_clear(&r);
	return time_s;
}

/* Put the cause of the fast launch into the input of the slow one; false if
 * estimate() has no such input.
 */
static bool apply(enum cause_kind cause, const struct report *fast,
	const struct device *fast_dev, struct device *dev, struct volumes *v)
{
	*v = (struct volumes) { NAN, NAN, NAN, NAN, NAN, NAN };
	switch (cause) {
	case CAUSE_dram_volume:
		v->dram_load_B = fast->metric[METRIC_dram_load_B];
		v->dram_store_B = fast->metric[METRIC_dram_store_B];
		return true;
	case CAUSE_l2_volume:
		v->l2_load_B = fast->metric[METRIC_l2_load_B];
		v->l2_store_B = fast->metric[METRIC_l2_store_B];
		return true;
	case CAUSE_dram_bandwidth:
		dev->dram_B_per_s = fast_dev->dram_B_per_s;
		return true;
	case CAUSE_l2_bandwidth:
		dev->l2_B_per_s = fast_dev->l2_B_per_s;
		return true;
	case CAUSE_block_rate:
		dev->launch_per_s = fast_dev->launch_per_s;
		return true;
	default: return false;
	}
}

static void check_causes(const struct pair *p)
{
	int slow = p->r[0].lup_per_s > p->r[1].lup_per_s;
	const struct report *a = &p->r[slow], *b = &p->r[!slow];
	struct cause_pair cp;
	double sum, difference;

	CHECK(cause_find(&cp, a, b));
	n_longest += report_limit_s(a, "longest") > 0 &&
		report_limit_s(b, "longest") > 0;
	difference = a->time_s - b->time_s * cp.scale;
	CHECK(is_near(cause_time(&cp, 0), a->time_s, 1e-6));
	CHECK(is_near(cause_time(&cp, (1UL << N_CAUSE) - 1),
		b->time_s * cp.scale, 1e-6));
	sum = cp.rest_s;
	for (int i = 0; i < cp.n; ++i) {
		const struct cause *c = &cp.cause[i];
		struct device dev = p->dev[slow];
		struct volumes v;

		sum += c->share_s;
		CHECK(i == 0 || c->share_s <= cp.cause[i - 1].share_s);
		if (!apply(c->kind, b, &p->dev[!slow], &dev, &v))
			continue;
		/* the misses of the longest warp stay as they are in (18.1) */
		if (report_limit_s(a, "longest") > 0 &&
			(isfinite(v.dram_load_B) || isfinite(v.l2_load_B)))
			continue;
		CHECK(is_near(time_with(&p->c[slow], &dev, &v), c->alone_s,
			1e-6));
		++n_checked;
	}
	CHECK(fabs(sum - difference) <= 1e-6 * a->time_s);
}

/* Changing one figure of the device is changing the inputs that it is. */
static void check_whatif(const struct pair *p)
{
	static const struct {
		size_t at;
		double factor;
		const char *limit[4], *input;
	} change[] = {
		{ offsetof(struct device, dram_B_per_s), 1.7, { "dram" },
			"bandwidth" },
		{ offsetof(struct device, l2_B_per_s), 0.4, { "l2" },
			"bandwidth" },
		{ offsetof(struct device, dram_latency_cyc), 1.5,
			{ "latency", "fills", "gaps", "longest" }, "dram" },
		{ offsetof(struct device, launch_per_s), 0.01, { "launch" },
			"rate" },
		{ offsetof(struct device, launch_s), 30, { "overhead" },
			"overhead" },
	};
	const struct volumes own = { NAN, NAN, NAN, NAN, NAN, NAN };

	for (size_t i = 0; i < sizeof(change) / sizeof(change[0]); ++i) {
		struct device dev = p->dev[0];
		struct whatif w;

		*(double *) ((char *) &dev + change[i].at) *= change[i].factor;
		CHECK(whatif_init(&w, &p->r[0]));
		for (int k = 0; k < 4 && change[i].limit[k]; ++k)
			whatif_scale(&w, change[i].limit[k], change[i].input,
				change[i].factor);
		CHECK(is_near(time_with(&p->c[0], &dev, &own), whatif_time(&w),
			1e-6));
	}
}

static double input_of(const struct report *r, const char *path,
	const char *name)
{
	for (int i = 0; i < r->n_derivation; ++i)
		for (int k = 0; strcmp(r->derivation[i].path, path) == 0 &&
			k < r->derivation[i].n_input;
			++k)
			if (strcmp(r->derivation[i].input[k].name, name) == 0)
				return r->derivation[i].input[k].value;
	return 0;
}

/* Advice promises a shorter time; where it is about a volume, estimate() gives
 * that time for the volume that is left.
 */
static void check_advice(const struct pair *p)
{
	const struct report *r = &p->r[0];
	struct volumes v = { NAN, NAN, NAN, NAN, NAN, NAN };
	double lost = 0;

	CHECK(r->advice && isfinite(r->advice_s));
	CHECK(r->advice_s > 0 && r->advice_s <= r->time_s);
	if (!(r->advice_s <= r->time_s))
		printf("  %.17g s of %.17g s: %s\n", r->advice_s, r->time_s,
			r->advice);
	if (strstr(r->advice, "two layers of blocks"))
		lost = input_of(r, "dram.load", "lost_z");
	else if (strstr(r->advice, "two rows of blocks"))
		lost = input_of(r, "dram.load", "lost_y");
	v.dram_load_B = fmax(0, r->metric[METRIC_dram_load_B] - lost);
	if (strstr(r->advice, "are the halo of blocks"))
		v.l2_load_B = input_of(r, "dram.load", "touched");
	else if (strstr(r->advice, "loaded from L2 again"))
		v.l2_load_B = r->metric[METRIC_l2_load_B] -
			r->metric[METRIC_l2_load_capacity_B];
	if (report_limit_s(r, "longest") > 0)
		return; /* as in check_causes() */
	if (lost > 0 || isfinite(v.l2_load_B)) {
		CHECK(is_near(time_with(&p->c[0], &p->dev[0], &v), r->advice_s,
			1e-6));
		++n_advised;
	}
}

int main(int argc, char **argv)
{
	unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	int n_round = argc > 2 ? atoi(argv[2]) : (int) check_cases(N_ROUND);

	printf("seed %lu\n", seed);
	for (int i = 0; i < n_round; ++i) {
		int before = n_failed;
		struct pair p;

		state = seed * 0x9E3779B97F4A7C15ULL + (uint64_t) i;
		if (!random_pair(&p))
			continue;
		check_causes(&p);
		check_whatif(&p);
		check_advice(&p);
		clear_pair(&p);
		if (n_failed > before)
			printf("  in round %d\n", i);
	}
	printf("%d causes and %d pieces of advice confirmed\n", n_checked,
		n_advised);
	CHECK(n_checked > n_round / 4 && n_advised > 0 &&
		n_longest > n_round / 100);
	return check_done();
}
