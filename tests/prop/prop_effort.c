/* The work of an estimate stays within its budget, whatever the kernel: random ones
 * that are made to take long, with many accesses and conditions in loops in loops,
 * with modulos of sums, over millions of threads.  Steps are counted, not timed.
 */

#include <stdio.h>
#include <stdlib.h>

#include "engine/model/prepared.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

#define N_ROUND 12

/* What the least samples of all accesses may take beyond the budget, over it. */
#define BEYOND 0.25

/* constant + a sum of indices and counters of "depth" loops, modulo m. */
static const struct quasi *residue(struct test_case *c, int depth, int64_t m)
{
	struct quasi_pool *pool = c->kernel.pool;
	const struct quasi *sum = quasi_constant(pool, pick(0, 99));

	for (int v = 0; v < VAR_LOOP0 + depth; ++v)
		sum = quasi_add(pool, sum,
			quasi_scale(pool, quasi_variable(pool, v),
				pick(1, 97)));
	return quasi_add(pool, sum,
		quasi_scale(pool, quasi_floor(pool, sum, m), -m));
}

static const struct predicate *condition(struct test_case *c, int depth)
{
	struct quasi_pool *pool = c->kernel.pool;
	struct predicate *g = quasi_pool_alloc(pool, sizeof(*g));
	int64_t m = pick(3, 40);

	*g = (struct predicate) {
		.op = PREDICATE_GE,
		.e = quasi_add(pool, residue(c, depth, m),
			quasi_constant(pool, -pick(1, m - 1))),
	};
	return g;
}

static void hostile(struct test_case *c)
{
	static const int64_t step[3] = { 8, 8 * 2048, 0 };
	int n = (int) pick(4, 48);
	int depth = (int) pick(0, 2);
	int f = case_field(c, "a", 8, 1), to = case_field(c, "o", 8, 1);

	for (int i = 0; i < depth; ++i)
		c->loop[i] = (struct loop) { pick(8, 200), i - 1 };
	c->kernel.n_loop = depth;
	for (int i = 0; i < n; ++i) {
		struct access *a = case_add(c, f, false, step, 8 * i);

		a->loop = depth - 1;
		if (!chance(30))
			a->address = quasi_scale(c->kernel.pool,
				residue(c, depth, 1 << pick(10, 20)), 8);
		if (!chance(30))
			a->predicate = condition(c, depth);
	}
	case_add(c, to, true, step, 0);
}

static void round_of_budget(void)
{
	int64_t domain[3] = { 2048, 2048, 1 }, fold[3] = { 1, 1, 1 };
	int64_t block[3] = { INT64_C(1) << pick(5, 9), 1, 1 };
	struct device dev = test_device(20 << 20);
	struct prepared p;
	struct test_case c;
	char why[256];

	CHECK(case_init(&c, 2, domain, block, fold));
	hostile(&c);
	if (prepared_init(&p, &c.kernel, &c.launch, &dev, why) == ESTIMATE_OK) {
		const struct effort *e = &p.counted.effort;

		CHECK(e->made > 0);
		CHECK((double) e->made <= (1 + BEYOND) * (double) e->most);
		prepared_clear(&p);
	}
	case_clear(&c);
}

/* What fits is as it was, and says nothing. */
static void check_star(void)
{
	int64_t domain[3] = { 512, 512, 64 }, fold[3] = { 1, 1, 1 };
	int64_t block[3] = { 32, 4, 2 };
	struct device dev = test_device(20 << 20);
	struct prepared p;
	struct test_case c;
	char why[256];

	CHECK(case_init(&c, 3, domain, block, fold));
	case_star(&c, 8, 4);
	CHECK(prepared_init(&p, &c.kernel, &c.launch, &dev, why) ==
		ESTIMATE_OK);
	CHECK(!p.counted.effort.is_cut);
	prepared_clear(&p);
	case_clear(&c);
}

/* Units of random costs and sizes: a sample that is thinned keeps its sum, and
 * passes its budget by one unit at most.
 */
static void check_sample(void)
{
	struct effort e = { .most = 1000000, .limit = 1000000 };
	struct effort_sample s = effort_sample(&e);
	int n = (int) pick(50, 2000);
	int64_t most = pick(1, 100000);
	double all = 0, sum = 0;

	for (int i = 0; i < n; ++i) {
		double size = (double) pick(1, 9), weight = 1;
		int64_t cost = pick(1, most);

		all += size;
		if (!effort_takes(&s, n - i, size, &weight))
			continue;
		effort_spend(&e, (double) cost);
		sum += weight * size;
	}
	CHECK((double) e.made <= s.fits + 2 * (double) most);
	CHECK(fabs(sum * effort_scale(&s) - all) <= 1e-9 * all);
}

int main(int argc, char **argv)
{
	unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	int n_round = argc > 2 ? atoi(argv[2]) : (int) check_cases(N_ROUND);

	printf("seed %lu\n", seed);
	random_seed(seed);
	check_star();
	for (int i = 0; i < n_round; ++i) {
		int before = n_failed;

		check_sample();
		round_of_budget();
		if (n_failed > before)
			printf("  in round %d\n", i);
	}
	return check_done();
}
