/* Quantiles, Spearman's rank correlation, and the performance of the launches
 * that a prediction picks. Tied values share a rank.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/base/statistics.h"

static int compare(const void *a, const void *b)
{
	double x = *(const double *) a, y = *(const double *) b;

	return x < y ? -1 : x > y;
}

void statistics_sort(double *v, int n)
{
	qsort(v, (size_t) n, sizeof(*v), compare);
}

double statistics_quantile(const double *sorted, int n, double p)
{
	double at = p * (n - 1);
	int below = (int) floor(at);

	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] +
		(at - below) * (sorted[below + 1] - sorted[below]);
}

double statistics_median(const double *v, int n)
{
	double *sorted = memory_new((size_t) n * sizeof(*sorted)), median;

	memcpy(sorted, v, (size_t) n * sizeof(*sorted));
	statistics_sort(sorted, n);
	median = statistics_quantile(sorted, n, 0.5);
	free(sorted);
	return median;
}

struct item {
	double v;
	int index;
};

static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->v != y->v)
		return x->v < y->v ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

static struct item *sorted_items(const double *v, int n)
{
	struct item *item = memory_new((size_t) n * sizeof(*item));

	for (int i = 0; i < n; ++i)
		item[i] = (struct item) { v[i], i };
	qsort(item, (size_t) n, sizeof(*item), compare_items);
	return item;
}

/* End (exclusive) of the run of tied items that starts at i. */
static int tie_end(const struct item *item, int n, int i)
{
	int end = i + 1;

	while (end < n &&
		item[end].v - item[i].v <= STATISTICS_TIE * fabs(item[i].v))
		++end;
	return end;
}

static double *ranks(const double *v, int n)
{
	double *rank = memory_new((size_t) n * sizeof(*rank));
	struct item *item = sorted_items(v, n);
	int j;

	for (int i = 0; i < n; i = j) {
		j = tie_end(item, n, i);
		for (int k = i; k < j; ++k)
			rank[item[k].index] = (i + j - 1) / 2.0;
	}
	free(item);
	return rank;
}

/*	r = sum (a - A) (b - B) / sqrt(sum (a - A)^2 sum (b - B)^2)
 *
 * where A and B are the mean ranks, both (n - 1) / 2.
 */
double statistics_spearman(const double *a, const double *b, int n)
{
	double *x = ranks(a, n), *y = ranks(b, n);
	double mean = (n - 1) / 2.0, xx = 0, yy = 0, xy = 0;

	for (int i = 0; i < n; ++i) {
		xx += (x[i] - mean) * (x[i] - mean);
		yy += (y[i] - mean) * (y[i] - mean);
		xy += (x[i] - mean) * (y[i] - mean);
	}
	free(x);
	free(y);
	return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

static double least(const double *v, const struct item *item, int from, int to)
{
	double m = INFINITY;

	for (; from < to; ++from)
		m = fmin(m, v[item[from].index]);
	return m;
}

/* The mean of 1 / min(sure, smallest of s) over all subsets of size s of the t
 * values of "tied". The j-th smallest value is the minimum of the share
 *
 *	C(t-1-j, s-1) / C(t, s)
 *
 * of all subsets, which is s / t for j = 0.
 */
static double mean_over_choices(double *tied, int t, int s, double sure)
{
	double share = (double) s / t, mean = 0;

	statistics_sort(tied, t);
	for (int j = 0; j + s <= t; ++j) {
		mean += share / fmin(sure, tied[j]);
		share *= (double) (t - j - s) / (t - 1 - j);
	}
	return mean;
}

double statistics_pick(const double *predicted, const double *measured, int n,
	int first)
{
	struct item *item = sorted_items(predicted, n);
	double *tied = memory_new((size_t) n * sizeof(*tied)), pick;
	int begin = 0, end = 0;

	if (first > n)
		first = n;
	while (end < first) {
		begin = end;
		end = tie_end(item, n, begin);
	}
	for (int i = begin; i < end; ++i)
		tied[i - begin] = measured[item[i].index];
	pick = least(measured, item, 0, n) *
		mean_over_choices(tied, end - begin, first - begin,
			least(measured, item, 0, begin));
	free(item);
	free(tied);
	return pick;
}
