/* Least squares: known minima, bounds, outliers, parameters without effect. */

#include <math.h>

#include "lang/base/least.h"
#include "tests/unit/check.h"

/* y = a exp(-b t) at t = 0, 1, ..., 9, with a residual that is off. */
struct decay {
	double outlier;
	int calls, most;
};

static bool decay(void *user, const double *x, double *r)
{
	struct decay *d = user;

	for (int i = 0; i < 10; ++i)
		r[i] = 100 * (x[0] * exp(-x[1] * i) - 3 * exp(-0.4 * i));
	r[4] += d->outlier;
	return ++d->calls < d->most;
}

static struct least problem(struct decay *d, const double *lo, const double *hi,
	int n)
{
	return (struct least) {
		.n_param = n,
		.n_residual = 10,
		.lo = lo,
		.hi = hi,
		.step = 1e-6,
		.residuals = decay,
		.user = d,
	};
}

static const double lo[3] = { 0.1, 0.01, 0 }, hi[3] = { 10, 2, 1 };

static void test_minimum(void)
{
	struct decay d = { .most = 10000 };
	struct least p = problem(&d, lo, hi, 2);
	double x[2] = { 1, 1 };

	CHECK(least_solve(&p, x, 100));
	CHECK(fabs(x[0] - 3) < 1e-3 && fabs(x[1] - 0.4) < 1e-3);
}

/* One residual that is far off moves the minimum little. */
static void test_outlier(void)
{
	struct decay d = { .outlier = 1000, .most = 10000 };
	struct least p = problem(&d, lo, hi, 2);
	double x[2] = { 1, 1 };

	CHECK(least_solve(&p, x, 100));
	CHECK(fabs(x[0] - 3) < 0.05 && fabs(x[1] - 0.4) < 0.02);
}

static void test_bounds(void)
{
	const double low[2] = { 0.1, 0.5 };
	struct decay d = { .most = 10000 };
	struct least p = problem(&d, low, hi, 2);
	double x[2] = { 1, 1 };

	CHECK(least_solve(&p, x, 100));
	CHECK(x[1] == 0.5 && x[0] > 3.1 && x[0] < 4);
}

/* The third parameter moves nothing and stays. */
static void test_idle(void)
{
	struct decay d = { .most = 10000 };
	struct least p = problem(&d, lo, hi, 3);
	double x[3] = { 1, 1, 0.25 };

	CHECK(least_solve(&p, x, 100));
	CHECK(fabs(x[0] - 3) < 1e-3 && x[2] == 0.25);
}

/* Stopped: the best so far is kept, and never worse than the start. */
static void test_stopped(void)
{
	for (int most = 1; most < 30; ++most) {
		struct decay d = { .most = most }, again = { .most = 100 };
		struct least p = problem(&d, lo, hi, 2);
		double x[2] = { 1, 1 }, start[2] = { 1, 1 }, r[10], before;

		CHECK(!least_solve(&p, x, 100) || most > 10);
		decay(&again, start, r);
		before = least_cost(r, 10);
		decay(&again, x, r);
		CHECK(least_cost(r, 10) <= before);
	}
}

static void test_cost(void)
{
	const double r[3] = { 1, -1, LEAST_HUBER + 1 };

	CHECK(least_cost(r, 0) == 0);
	CHECK(least_cost(r, 2) == 1);
	CHECK(fabs(least_cost(r + 2, 1) - LEAST_HUBER * (LEAST_HUBER / 2 + 1)) <
		1e-12);
}

int main(void)
{
	test_minimum();
	test_outlier();
	test_bounds();
	test_idle();
	test_stopped();
	test_cost();
	return check_done();
}
