#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/memory.h"
#include "lang/statistics.h"

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
	return sorted[below] + (at - below) *
		(sorted[below + 1] - sorted[below]);
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
	int i;

	for (i = 0; i < n; ++i)
		item[i] = (struct item) { v[i], i };
	qsort(item, (size_t) n, sizeof(*item), compare_items);
	return item;
}

static double *ranks(const double *v, int n)
{
	double *rank = memory_new((size_t) n * sizeof(*rank));
	struct item *item = sorted_items(v, n);
	int i, j, k;

	for (i = 0; i < n; i = j) {
		for (j = i + 1; j < n && item[j].v == item[i].v; ++j)
			;
		for (k = i; k < j; ++k)
			rank[item[k].index] = (i + j - 1) / 2.0;
	}
	free(item);
	return rank;
}

/*	r = sum (a - A) (b - B) / sqrt(sum (a - A)^2 sum (b - B)^2)
 *
 * with A and B, the means, both (n - 1) / 2.
 */
double statistics_spearman(const double *a, const double *b, int n)
{
	double *x = ranks(a, n), *y = ranks(b, n);
	double mean = (n - 1) / 2.0, xx = 0, yy = 0, xy = 0;
	int i;

	for (i = 0; i < n; ++i) {
		xx += (x[i] - mean) * (x[i] - mean);
		yy += (y[i] - mean) * (y[i] - mean);
		xy += (x[i] - mean) * (y[i] - mean);
	}
	free(x);
	free(y);
	return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

double statistics_pick(const double *predicted, const double *measured,
	int n, int first)
{
	struct item *item = sorted_items(predicted, n);
	double best = INFINITY, picked = INFINITY;
	int i;

	for (i = 0; i < n; ++i) {
		best = fmin(best, measured[i]);
		if (i < first)
			picked = fmin(picked, measured[item[i].index]);
	}
	free(item);
	return best / picked;
}
