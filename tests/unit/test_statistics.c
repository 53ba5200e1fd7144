/* lang/base/statistics.c against figures worked out by hand. */

#include <math.h>
#include <stdbool.h>

#include "lang/base/statistics.h"
#include "tests/unit/check.h"

static bool near(double a, double b)
{
	return fabs(a - b) < 1e-12;
}

static void check_quantiles(void)
{
	double v[] = { 4, 1, 3, 2 }, one[] = { 7 };

	CHECK(near(statistics_median(v, 4), 2.5));
	CHECK(v[0] == 4);
	statistics_sort(v, 4);
	CHECK(v[0] == 1 && v[3] == 4);
	CHECK(near(statistics_quantile(v, 4, 0), 1));
	CHECK(near(statistics_quantile(v, 4, 0.5), 2.5));
	CHECK(near(statistics_quantile(v, 4, 0.9), 3.7));
	CHECK(near(statistics_quantile(v, 4, 1), 4));
	CHECK(near(statistics_quantile(v, 3, 0.9), 2.8));
	CHECK(near(statistics_quantile(one, 1, 0.9), 7));
}

static void check_spearman(void)
{
	const double up[] = { 1, 2, 3, 4 }, far[] = { 1, 20, 300, 4000 };
	const double down[] = { 4, 3, 2, 1 }, tied[] = { 1, 2, 2, 3 };
	const double equal[] = { 5, 5, 5, 5 };
	const double close[] = { 1, 2, 2 + 1e-12, 3 };
	const double mixed[] = { 2, 1, 4, 3 };

	CHECK(near(statistics_spearman(up, far, 4), 1));
	CHECK(near(statistics_spearman(up, down, 4), -1));
	/* ranks 0 1 2 3 and 0 1.5 1.5 3: 4.5 / sqrt(5 * 4.5) */
	CHECK(near(statistics_spearman(up, tied, 4), sqrt(0.9)));
	CHECK(near(statistics_spearman(up, close, 4), sqrt(0.9)));
	CHECK(near(statistics_spearman(tied, tied, 4), 1));
	/* 1 - 6 * (1 + 1 + 1 + 1) / (4 * 15) */
	CHECK(near(statistics_spearman(up, mixed, 4), 0.6));
	CHECK(isnan(statistics_spearman(up, equal, 4)));
	CHECK(isnan(statistics_spearman(up, up, 1)));
}

static void check_pick(void)
{
	const double measured[] = { 4, 2, 8, 1, 5, 16 };
	const double good[] = { 4, 2, 8, 1, 5, 16 };
	const double bad[] = { 2, 3, 4, 5, 6, 1 };
	const double last[] = { 2, 3, 4, 6, 5, 1 };
	const double equal[] = { 7, 7, 7, 7, 7, 7 };
	const double pair[] = { 3, 1, 3, 2, 1, 3 };

	CHECK(near(statistics_pick(good, measured, 6, 1), 1));
	CHECK(near(statistics_pick(bad, measured, 6, 1), 1.0 / 16));
	CHECK(near(statistics_pick(bad, measured, 6, 5), 1));
	CHECK(near(statistics_pick(last, measured, 6, 5), 0.5));
	CHECK(near(statistics_pick(last, measured, 6, 9), 1));
	/* all tie: the mean of 1 / measured */
	CHECK(near(statistics_pick(equal, measured, 6, 1),
		(1 / 4.0 + 1 / 2.0 + 1 / 8.0 + 1 + 1 / 5.0 + 1 / 16.0) / 6));
	/* five of six: 1 is among them in 5 of 6 choices, else it is 2 */
	CHECK(near(statistics_pick(equal, measured, 6, 5), 5 / 6.0 + 0.5 / 6));
	/* 2 and 5 tie for the first place */
	CHECK(near(statistics_pick(pair, measured, 6, 1),
		(1 / 2.0 + 1 / 5.0) / 2));
	/* the first two are sure, the third is 1, three tie behind it */
	CHECK(near(statistics_pick(pair, measured, 6, 2), 0.5));
	CHECK(near(statistics_pick(pair, measured, 6, 3), 1));
}

int main(void)
{
	check_quantiles();
	check_spearman();
	check_pick();
	return check_done();
}
