/* Layer conditions: the figures of the paper, and laws that always hold. */

#include <math.h>

#include "engine/model/layers.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

#define MiB (1024.0 * 1024)

static const int64_t unfolded[3] = { 1, 1, 1 };

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static struct layers layers_of(const int64_t *domain, const int64_t *block,
	const int64_t *fold, int range, double l2_B)
{
	struct device dev = test_device(l2_B);
	struct layers layers;
	struct test_case c;
	char why[256];

	CHECK(case_init(&c, 3, domain, block, fold));
	case_star(&c, 8, range);
	CHECK(layers_find(&c.kernel, &c.launch, &dev, &layers, why) ==
		ESTIMATE_OK);
	case_clear(&c);
	return layers;
}

/* Ernst et al. 2022, section 5.7: waves of 1, 2, 4 ... layers, rows that
 * stay, and planes far larger than L2.
 */
static void test_depth(void)
{
	static const double load_B[] = { 72, 40, 24, 16, 12, 10 };
	static const int64_t domain[3] = { 4096, 4096, 128 };

	for (int i = 0; i < 6; ++i) {
		const int64_t block[3] = { 32, 32 >> i, 1 << i };
		struct layers l = layers_of(domain, block, unfolded, 4,
			20 * MiB);

		CHECK(l.n_layer == 3);
		CHECK(near(l.layer[2].load_missed_B, load_B[i]));
		CHECK(near(l.layer[2].load_B, 8));
		CHECK(l.layer[1].fits && !l.layer[2].fits);
		/* the first waves have no layers before them to lose */
		CHECK(fabs(l.layer[2].lost - (1 - (1 << i) / 128.0)) < 0.01);
		CHECK(l.layer[1].lost < 0.01);
		CHECK(near(l.layer[2].load_here_B,
			l.layer[1].load_here_B -
				(1 - l.layer[2].lost) * (load_B[i] - 8)));
	}
}

/* 9 layers of 381 x 381 doubles fit into 10 MiB, of 382 x 382 not. */
static void test_sequential(void)
{
	static const int64_t block[3] = { 128, 2, 1 };

	for (int64_t n = 380; n < 384; ++n) {
		const int64_t domain[3] = { n, n, 64 };
		struct layers l = layers_of(domain, block, unfolded, 4,
			10 * MiB);

		CHECK(near(l.layer[2].n_layer, 9));
		CHECK(near(l.layer[2].sequential_B, 9.0 * 8 * n * n));
		CHECK(l.layer[2].sequential_fits == (n <= 381));
		CHECK(l.layer[2].sequential_extent == 381);
		CHECK(near(l.layer[1].n_layer, 17));
	}
}

/* 3 layers of 640 x 512 doubles are 7.5 MiB. */
static void test_volume(void)
{
	static const int64_t domain[3] = { 640, 512, 512 };
	static const int64_t block[3] = { 128, 2, 1 }, fold[3] = { 1, 1, 2 };
	struct layers l = layers_of(domain, block, unfolded, 1, 20 * MiB);

	CHECK(near(l.layer[2].n_layer, 3));
	CHECK(near(l.layer[2].sequential_B, 7.5 * MiB));
	CHECK(l.layer[2].sequential_fits);
	/* a wave one layer deep: 3 planes loaded, 1 stored */
	CHECK(l.layer[2].set_B >= 4 * 2.5 * MiB * 0.999);
	CHECK(l.layer[2].set_B <= 4 * 2.5 * MiB * 1.01);
	CHECK(l.layer[2].fits);
	CHECK(near(l.layer[2].load_B, 8));
	CHECK(fabs(l.layer[2].load_missed_B - 24) < 0.01);
	/* folding changes the wave, not what a loop nest would keep */
	l = layers_of(domain, block, fold, 1, 20 * MiB);
	CHECK(near(l.layer[2].n_layer, 3));
	CHECK(near(l.layer[1].n_layer, 3 + 2));
	CHECK(fabs(l.layer[2].load_missed_B - 16) < 0.01);
}

/* Conditions are about size alone: a larger L2 fulfils more, and the extent
 * that is told is the one at which they turn.
 */
static void test_extent(void)
{
	static const int64_t block[3] = { 64, 4, 4 };
	int64_t domain[3] = { 512, 512, 512 };
	struct layers l = layers_of(domain, block, unfolded, 4, 20 * MiB);
	double extent = l.layer[2].extent;

	CHECK(extent > 64 && extent < 512);
	domain[0] = domain[1] = (int64_t) extent / 64 * 64;
	l = layers_of(domain, block, unfolded, 4, 20 * MiB);
	CHECK(l.layer[2].fits);
	domain[0] = domain[1] = (int64_t) extent / 64 * 64 + 64;
	l = layers_of(domain, block, unfolded, 4, 20 * MiB);
	CHECK(!l.layer[2].fits);
	l = layers_of(domain, block, unfolded, 4, 200 * MiB);
	CHECK(l.layer[2].fits);
	CHECK(l.layer[0].load_missed_B >= l.layer[0].load_B);
	CHECK(l.layer[0].load_B >= l.layer[1].load_B);
	CHECK(l.layer[1].load_B >= l.layer[2].load_B);
}

static void test_errors(void)
{
	static const int64_t domain[3] = { 64, 64, 64 };
	static const int64_t block[3] = { 64, 4, 64 };
	struct device dev = test_device(20 * MiB);
	struct layers layers;
	struct test_case c;
	char why[256] = "";

	CHECK(case_init(&c, 3, domain, block, unfolded));
	case_star(&c, 8, 1);
	CHECK(layers_find(&c.kernel, &c.launch, &dev, &layers, why) ==
		ESTIMATE_IMPOSSIBLE);
	CHECK(why[0]);
	case_clear(&c);
}

int main(void)
{
	test_depth();
	test_sequential();
	test_volume();
	test_extent();
	test_errors();
	return check_done();
}
