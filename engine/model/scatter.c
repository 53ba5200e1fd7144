/* Accesses whose index is random (doc/MODEL.md, chapter 13): granules that are
 * touched in expectation, from the chance that one draw hits a granule.
 */

#include <math.h>
#include <string.h>

#include "engine/model/scatter.h"

/* "n" granules, each of which a draw hits with chance "hit". */
struct share {
	double n, hit;
};

#define MAX_SHARES 3

/* Cells of "elem_B" bytes, "cells" of them from "base_B" on: the first
 * granule and the last may hold fewer than the others.
 */
static int shares_of_cells(double base_B, double elem_B, double cells,
	double granule_B, struct share share[MAX_SHARES])
{
	double first_B = fmin(granule_B - fmod(base_B, granule_B),
		cells * elem_B);
	double rest_B = cells * elem_B - first_B;
	double whole = floor(rest_B / granule_B);
	double last_B = rest_B - whole * granule_B;
	double bytes = cells * elem_B;
	int n = 0;

	share[n++] = (struct share) { 1, first_B / bytes };
	if (whole > 0)
		share[n++] = (struct share) { whole, granule_B / bytes };
	if (last_B > 0)
		share[n++] = (struct share) { 1, last_B / bytes };
	return n;
}

static double lines_of(const struct field *f, double line_B)
{
	return ceil(((double) f->base_B + (double) f->size_B) / line_B) -
		floor((double) f->base_B / line_B);
}

/* Lines that a warp gathers from: no more than it has lanes, or the field
 * has lines.
 */
static double gathered_lines(const struct device *dev, const struct field *f,
	const struct access *a, double lanes)
{
	return fmin(fmin(a->scatter_n, lanes), lines_of(f, dev->l1_line_B));
}

/* Granules of a line that the lanes sharing it touch. */
static double touched_in_line(const struct device *dev, const struct field *f,
	const struct access *a, double lanes, double granule_B)
{
	double k = gathered_lines(dev, f, a, lanes);
	double run_B = fmin(ceil(lanes / k) * f->elem_B, dev->l1_line_B);

	return fmin(dev->l1_line_B / granule_B, ceil(run_B / granule_B));
}

/* Granules of the field and the chance that a warp touches one of them.
 *
 *	k t / G			granules of a line or less
 *	1 - (1 - 1/G)^k		larger ones			  (13.13)
 *
 *	k  lines a warp gathers, t granules it touches in each
 *	G  granules of the field
 */
static struct share share_of_gather(const struct device *dev,
	const struct field *f, const struct access *a, double granule_B)
{
	double k = gathered_lines(dev, f, a, dev->warp_size);
	double n = lines_of(f, granule_B);
	struct share share = { .n = n };

	if (granule_B <= dev->l1_line_B)
		share.hit = fmin(1,
			k / n *
				touched_in_line(dev, f, a, dev->warp_size,
					granule_B));
	else
		share.hit = 1 - pow(1 - 1 / n, k);
	return share;
}

static double draws_of(const struct workings *m, const struct kernel *kernel,
	const struct access *a, const struct thread_set *set)
{
	struct thread_set inside = *set;
	double draws = 0;
	int64_t n = 0;

	threads_clip(kernel, m->launch, &inside);
	if (threads_number(&inside, &n))
		draws = (double) n;
	if (a->scatter == SCATTER_GATHER)
		draws /= m->dev->warp_size;
	for (int loop = a->loop; loop >= 0; loop = kernel->loop[loop].parent)
		draws *= (double) kernel->loop[loop].trips;
	return draws;
}

/* Add the granules of one kind by which sets hit them.
 *
 *	n prod_{s in M} (1 - q_s) prod_{s not in M} q_s
 *	q_s = (1 - h)^{N_s}					  (13.12)
 *
 *	h    chance that a draw hits the granule	share->hit
 *	N_s  draws of set s
 */
static void add_share(const struct share *share, int n_set, const double *draws,
	double *n)
{
	double missed[FOOTPRINT_SETS];

	for (int s = 0; s < n_set; ++s)
		missed[s] = share->hit < 1 ?
			exp(draws[s] * log1p(-share->hit)) :
			draws[s] <= 0;
	for (int mask = 0; mask < 1 << n_set; ++mask) {
		double p = share->n;

		for (int s = 0; s < n_set; ++s)
			p *= mask >> s & 1 ? 1 - missed[s] : missed[s];
		n[mask] += p;
	}
}

/* Granules by which sets the accesses of "more" hit as well, where "n" has
 * those of others; both add up to all granules.
 */
static void merge(int n_set, const double *more, double *n)
{
	double both[1 << FOOTPRINT_SETS] = { 0 }, sum = 0;

	for (int i = 0; i < 1 << n_set; ++i)
		sum += more[i];
	for (int i = 0; i < 1 << n_set; ++i)
		for (int j = 0; j < 1 << n_set; ++j)
			both[i | j] += n[i] * more[j] / sum;
	memcpy(n, both, sizeof(double) << n_set);
}

void scatter_merge(int n_set, const double *chance, double *n)
{
	double all = 0, touched = 0;

	for (int i = 0; i < 1 << n_set; ++i) {
		all += chance[i];
		touched += i > 0 ? n[i] : 0;
	}
	n[0] = fmax(0, all - touched);
	merge(n_set, chance, n);
	n[0] = 0;
}

static void count_access(const struct workings *m, const struct kernel *kernel,
	const struct access *a, double granule_B, int n_set,
	const struct thread_set *set, double *n)
{
	const struct field *f = &kernel->field[a->field];
	double draws[FOOTPRINT_SETS], granules = lines_of(f, granule_B);
	struct share share[MAX_SHARES];
	int n_share = 1;

	for (int s = 0; s < n_set; ++s)
		draws[s] = draws_of(m, kernel, a, &set[s]);
	if (a->scatter == SCATTER_GATHER)
		share[0] = share_of_gather(m->dev, f, a, granule_B);
	else
		n_share = shares_of_cells((double) f->base_B, f->elem_B,
			a->scatter_n, granule_B, share);
	for (int i = 0; i < n_share; ++i) {
		add_share(&share[i], n_set, draws, n);
		granules -= share[i].n;
	}
	n[0] += fmax(0, granules);
}

void scatter_count(const struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int n_set,
	const struct thread_set *set, double *n)
{
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = 0;
	for (int i = 0; i < list->n; ++i) {
		double more[1 << FOOTPRINT_SETS] = { 0 };

		count_access(m, kernel, &kernel->access[list->access[i]],
			granule_B, n_set, set, i == 0 ? n : more);
		if (i > 0)
			merge(n_set, more, n);
	}
}

/* Granules that a request of "lanes" lanes touches. */
static double granules_of_request(const struct device *dev,
	const struct field *f, const struct access *a, double lanes,
	double granule_B)
{
	struct share share[MAX_SHARES];
	double sum = 0;
	int n;

	if (a->scatter == SCATTER_GATHER)
		return gathered_lines(dev, f, a, lanes) *
			touched_in_line(dev, f, a, lanes,
				fmin(granule_B, dev->l1_line_B));
	n = shares_of_cells((double) f->base_B, f->elem_B, a->scatter_n,
		granule_B, share);
	for (int i = 0; i < n; ++i)
		sum += share[i].n * (1 - pow(1 - share[i].hit, lanes));
	return sum;
}

struct requests scatter_request(const struct device *dev,
	const struct kernel *kernel, const struct access *a, double lanes)
{
	const struct field *f = &kernel->field[a->field];
	struct requests r = { .n = 1 };

	r.sectors = granules_of_request(dev, f, a, lanes,
		a->is_store ? dev->l1_store_B : dev->l1_sector_B);
	r.granules = granules_of_request(dev, f, a, lanes,
		a->is_store ? dev->dram_write_B : dev->dram_fetch_B);
	r.lines = granules_of_request(dev, f, a, lanes, dev->l1_line_B);
	return r;
}

#define MAX_BALLS 64

/* c = a b, of series up to x^n */
static void multiply(const double *a, const double *b, int n, double *c)
{
	for (int i = 0; i <= n; ++i) {
		c[i] = 0;
		for (int j = 0; j <= i; ++j)
			c[i] += a[j] * b[i - j];
	}
}

/* P(no bin has more than m balls) = n! / b^n [x^n] (sum_{j<=m} x^j/j!)^b;
 * x is scaled by b, which keeps the numbers near 1.
 */
static double chance_of_most(int most, int balls, int bins)
{
	double base[MAX_BALLS + 1] = { 1 }, power[MAX_BALLS + 1] = { 1 };
	double next[MAX_BALLS + 1], p;

	for (int j = 1; j <= balls; ++j)
		base[j] = j <= most ? base[j - 1] / j / bins : 0;
	for (int b = bins; b > 0; b >>= 1) {
		if (b & 1) {
			multiply(power, base, balls, next);
			memcpy(power, next, sizeof(next));
		}
		multiply(base, base, balls, next);
		memcpy(base, next, sizeof(next));
	}
	p = power[balls];
	for (int j = 2; j <= balls; ++j)
		p *= j;
	return fmin(1, p);
}

double scatter_fullest(int balls, int bins)
{
	double sum = 0;

	if (balls > MAX_BALLS)
		balls = MAX_BALLS;
	for (int most = 0; most < balls; ++most) {
		double above = most ? 1 - chance_of_most(most, balls, bins) : 1;

		sum += above;
		if (above < 1e-9)
			break;
	}
	return sum;
}
