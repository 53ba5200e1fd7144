/* The cost of an estimate by the published models, in microseconds: the
 * range-4 star on 640x512x512 with all 56 block shapes of 1024 threads, on an
 * A100.
 */

#include <stdio.h>
#include <time.h>

#include "engine/published/ernst2022.h"
#include "engine/published/warpspeed2025.h"
#include "tests/unit/indexed.h"

#define N_REPEAT 20

typedef enum estimate_status model(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256]);

static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e6 + (double) t.tv_nsec * 1e-3;
}

/* Microseconds for one estimate; -1 if the model refuses the launch. */
static double time_model(model *estimate_by, const struct test_case *c,
	const struct device *dev)
{
	double start = now_us();
	char why[256];

	for (int i = 0; i < N_REPEAT; ++i) {
		struct report r;

		if (estimate_by(&c->kernel, &c->launch, dev, &r, why) !=
			ESTIMATE_OK) {
			printf("%s\n", why);
			return -1;
		}
		report_clear(&r);
	}
	return (now_us() - start) / N_REPEAT;
}

/* Sum, longest and number of the times of one model. */
struct times {
	double sum, most;
	int n;
};

static void add_time(struct times *t, double us)
{
	t->sum += us;
	t->most = us > t->most ? us : t->most;
	++t->n;
}

static bool bench_shape(const int64_t block[3], const int64_t fold[3],
	bool is_indexed, struct times *t)
{
	static const int64_t domain[3] = { 640, 512, 512 };
	struct device dev = test_device(20 * 1024.0 * 1024);
	static struct test_case c;
	double tool, paper;

	dev.warpspeed_l2_B_per_s = 4e12;
	case_init(&c, 3, domain, block, fold);
	case_star(&c, 8, 4);
	if (is_indexed)
		indexed_accesses(&c);
	tool = time_model(warpspeed2025_estimate, &c, &dev);
	paper = time_model(ernst2022_estimate, &c, &dev);
	case_clear(&c);
	if (is_indexed && fold[1] * fold[2] == 1)
		printf("%4d %4d %4d %14.1f %14.1f\n", (int) block[0],
			(int) block[1], (int) block[2], tool, paper);
	add_time(&t[0], tool);
	add_time(&t[1], paper);
	return tool >= 0 && paper >= 0;
}

static bool bench_shapes(const int64_t fold[3], bool is_indexed,
	const char *what)
{
	struct times t[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	bool ok = true;

	for (int64_t x = 1; x <= 1024; x *= 2)
		for (int64_t z = 1; z <= 64 && x * z <= 1024; z *= 2)
			ok = bench_shape((int64_t[]) { x, 1024 / x / z, z },
				     fold, is_indexed, t) &&
				ok;
	printf("%s, %d shapes, us: warpspeed2025 mean %.1f most %.1f, "
	       "ernst2022 mean %.1f most %.1f\n",
		what, t[0].n, t[0].sum / t[0].n, t[0].most, t[1].sum / t[1].n,
		t[1].most);
	return ok;
}

int main(void)
{
	static const int64_t none[3] = { 1, 1, 1 }, y2[3] = { 1, 2, 1 },
			     z2[3] = { 1, 1, 2 };
	bool ok;

	printf("block          warpspeed2025 us   ernst2022 us\n");
	ok = bench_shapes(none, true, "unfolded");
	ok = bench_shapes(y2, true, "folded 2y") && ok;
	ok = bench_shapes(z2, true, "folded 2z") && ok;
	ok = bench_shapes(none, false, "by addresses") && ok;
	return ok ? 0 : 1;
}
