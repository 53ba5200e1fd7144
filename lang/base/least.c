/* Levenberg-Marquardt with numeric derivatives, Huber weights and bounds. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/least.h"
#include "lang/base/memory.h"

/* Damping factor: Marquardt's usual start, and the value at which a step is too
 * short to matter. Each failed step multiplies it by 10, each good step divides
 * it.
 */
#define DAMPING	     1e-3
#define DAMPING_MOST 1e6

/* Relative decrease of the cost below which the search stops. A smaller value
 * costs rounds and moves parameters by less than their uncertainty.
 */
#define GAIN 1e-4

double least_cost(const double *r, int n)
{
	double sum = 0;

	for (int i = 0; i < n; ++i) {
		double a = fabs(r[i]);

		sum += a <= LEAST_HUBER ? a * a / 2 :
					  LEAST_HUBER * (a - LEAST_HUBER / 2);
	}
	return sum;
}

struct solver {
	const struct least *p;
	double *r, *moved;	 /* residuals at x and at the trial point */
	double *slope;		 /* [param][residual] */
	double *normal, *factor; /* J^T W J and its Cholesky factor */
	double *gradient, *delta, *trial;
	double cost;
};

static double clamp(const struct least *p, int i, double v)
{
	return fmin(p->hi[i], fmax(p->lo[i], v));
}

/* Finite differences, each towards the interior of the bounds. */
static bool find_slopes(struct solver *s, const double *x)
{
	const struct least *p = s->p;

	memcpy(s->trial, x, (size_t) p->n_param * sizeof(*x));
	for (int i = 0; i < p->n_param; ++i) {
		double h = p->step * (p->hi[i] - p->lo[i]);
		double *slope = s->slope + (size_t) i * (size_t) p->n_residual;

		if (x[i] + h > p->hi[i])
			h = -h;
		s->trial[i] = x[i] + h;
		if (!p->residuals(p->user, s->trial, s->moved))
			return false;
		s->trial[i] = x[i];
		for (int k = 0; k < p->n_residual; ++k)
			slope[k] = (s->moved[k] - s->r[k]) / h;
	}
	return true;
}

static double weight(double r)
{
	return fabs(r) <= LEAST_HUBER ? 1 : LEAST_HUBER / fabs(r);
}

static void find_normal(struct solver *s)
{
	const struct least *p = s->p;
	size_t n = (size_t) p->n_residual;

	for (int i = 0; i < p->n_param; ++i) {
		const double *a = s->slope + (size_t) i * n;

		s->gradient[i] = 0;
		for (int k = 0; k < p->n_residual; ++k)
			s->gradient[i] -= weight(s->r[k]) * a[k] * s->r[k];
		for (int j = 0; j <= i; ++j) {
			const double *b = s->slope + (size_t) j * n;
			double sum = 0;

			for (int k = 0; k < p->n_residual; ++k)
				sum += weight(s->r[k]) * a[k] * b[k];
			s->normal[i * p->n_param + j] = sum;
			s->normal[j * p->n_param + i] = sum;
		}
	}
}

/* Freeze parameters that lie on a bound and whose step points outside. */
static void hold_bounds(struct solver *s, const double *x)
{
	const struct least *p = s->p;
	int n = p->n_param;

	for (int i = 0; i < n; ++i) {
		if (!(x[i] <= p->lo[i] && s->gradient[i] < 0) &&
			!(x[i] >= p->hi[i] && s->gradient[i] > 0))
			continue;
		s->gradient[i] = 0;
		for (int j = 0; j < n; ++j)
			s->normal[i * n + j] = s->normal[j * n + i] = 0;
	}
}

/* Solve (N + damping diag N) delta = gradient by Cholesky factorization.
 * Parameters without influence on any residual do not move.
 */
static void solve(struct solver *s, double damping)
{
	int n = s->p->n_param;
	double *f = s->factor, *d = s->delta;

	for (int i = 0; i < n; ++i) {
		for (int j = 0; j <= i; ++j) {
			double sum = s->normal[i * n + j];

			if (i == j)
				sum += damping * sum + 1e-12;
			for (int k = 0; k < j; ++k)
				sum -= f[i * n + k] * f[j * n + k];
			f[i * n + j] = i == j ? sqrt(fmax(sum, 1e-12)) :
						sum / f[j * n + j];
		}
	}
	for (int i = 0; i < n; ++i) {
		d[i] = s->gradient[i];
		for (int k = 0; k < i; ++k)
			d[i] -= f[i * n + k] * d[k];
		d[i] /= f[i * n + i];
	}
	for (int i = n - 1; i >= 0; --i) {
		for (int k = i + 1; k < n; ++k)
			d[i] -= f[k * n + i] * d[k];
		d[i] /= f[i * n + i];
	}
}

/* One round: increase the damping until a step lowers the cost. Returns the
 * relative decrease of the cost, or -1 if the callback stopped the search.
 */
static double improve(struct solver *s, double *x, double *damping)
{
	const struct least *p = s->p;
	double before = s->cost, *swap;

	if (!find_slopes(s, x))
		return -1;
	find_normal(s);
	hold_bounds(s, x);
	while (*damping < DAMPING_MOST) {
		double cost;

		solve(s, *damping);
		for (int i = 0; i < p->n_param; ++i)
			s->trial[i] = clamp(p, i, x[i] + s->delta[i]);
		if (!p->residuals(p->user, s->trial, s->moved))
			return -1;
		cost = least_cost(s->moved, p->n_residual);
		if (!(cost < s->cost)) {
			*damping *= 10;
			continue;
		}
		memcpy(x, s->trial, (size_t) p->n_param * sizeof(*x));
		swap = s->r;
		s->r = s->moved;
		s->moved = swap;
		s->cost = cost;
		*damping /= 10;
		return 1 - cost / before;
	}
	return 0;
}

bool least_solve(const struct least *p, double *x, int rounds)
{
	size_t n = (size_t) p->n_param, m = (size_t) p->n_residual;
	struct solver s = { .p = p };
	double damping = DAMPING, gain = 1;
	bool ok;

	s.r = memory_new(
		(2 * m + n * m + 2 * n * n + 3 * n + 1) * sizeof(double));
	double *const memory = s.r;
	s.moved = s.r + m;
	s.slope = s.moved + m;
	s.normal = s.slope + n * m;
	s.factor = s.normal + n * n;
	s.gradient = s.factor + n * n;
	s.delta = s.gradient + n;
	s.trial = s.delta + n;
	ok = p->residuals(p->user, x, s.r);
	s.cost = least_cost(s.r, p->n_residual);
	for (; ok && n > 0 && rounds > 0 && gain > GAIN; --rounds) {
		gain = improve(&s, x, &damping);
		ok = gain >= 0;
	}
	free(memory);
	return ok;
}
