/* Fits the constants of model wsp by nonlinear least squares, in stages.
 *
 * Unknowns are logarithms of constants; residuals are logarithms of predicted
 * over measured.
 */

#include <math.h>
#include <stdlib.h>

#include "lang/base/least.h"
#include "lang/base/memory.h"
#include "lang/base/statistics.h"
#include "lang/measure/refit.h"

/* Bounds of the search: a constant stays within this factor of its value in
 * fit.def.  A wider range lets constants that compensate each other drift.
 */
#define RANGE 4

/* Most iterations.  Each estimates all rows once per constant, so the time of
 * a fit is proportional to it.
 */
#define ROUNDS 12

/* Times that volumes and then times are fitted.  Wavefronts of L1 depend on the
 * time a little, so once is not enough.
 */
#define PASSES 2

/* Relative errors below 1 % are measurement noise: the weight of a figure is
 * at most 1 over this.  A smaller value overweights figures that fit well.
 */
#define LEAST_SCALE 0.01

/* A constant is undetermined if changing it by a tenth changes no figure by
 * more than this fraction.
 */
#define MOVES 1e-3

struct problem {
	const struct validation *v;
	int64_t without; /* kernel to leave out; -1: none */
	enum refit_stage stage;
	struct refit at;
	int param[N_FIT];    /* the unknowns */
	double start[N_FIT]; /* their initial logarithms */
	int n_param, n_row, n_residual;
	const struct validate_row **row;
	double *weight; /* of each residual */
};

void refit_init(struct refit *f, const struct device *dev)
{
	for (int i = 0; i < N_FIT; ++i) {
		f->value[i] = fit_value(dev, i);
		f->stage[i] = REFIT_UNKNOWN;
	}
}

struct device refit_device(const struct refit *f, const struct device *dev)
{
	struct device copy = *dev;

	for (int i = 0; i < N_FIT; ++i)
		device_set(&copy, fit_field(i), f->value[i]);
	return copy;
}

/* ------------------------------------------------------------ residuals */

/* The range [first, last) of figures that a stage is fitted to. */
static int first_of(enum refit_stage stage)
{
	return stage == REFIT_VOLUMES ? 0 : MEASURED_TIME;
}

static int last_of(enum refit_stage stage)
{
	return stage == REFIT_VOLUMES ? MEASURED_TIME : MEASURED_TIME + 1;
}

/* ln(predicted / measured); both are at least the unit of measurement. */
static double log_error(const struct validate_row *row, int m, double figure)
{
	if (isnan(row->measured[m]) || isnan(figure))
		return 0;
	return log(fmax(figure, row->unit[m]) /
		fmax(row->measured[m], row->unit[m]));
}

static bool row_errors(const struct problem *p, const struct validate_row *row,
	const struct device *dev, double *r)
{
	const struct measured_table *t = p->v->table;
	bool is_time = p->stage == REFIT_TIME;
	struct report report;
	char why[256];

	if (!launched_estimate(row->launched, dev,
		    is_time ? t->time_is_cold : t->is_cold, NULL, &report, why))
		return false;
	for (int m = first_of(p->stage); m < last_of(p->stage); ++m)
		*r++ = log_error(row, m,
			is_time ? validate_timed(row, &report) :
				  report.metric[measured_info[m].metric]);
	report_clear(&report);
	return true;
}

/* The errors of all rows, without weights. */
static bool all_errors(const struct problem *p, double *r)
{
	struct device dev = refit_device(&p->at, &p->v->subject.device->dev);
	int n = last_of(p->stage) - first_of(p->stage);

	for (int i = 0; i < p->n_row; ++i)
		if (!row_errors(p, p->row[i], &dev, r + i * n))
			return false;
	return eval_step(p->v->ev, p->n_row, p->v->loc);
}

/* Weighted errors, then one regularizing residual per constant: constants that
 * the rows barely determine stay at their initial value.
 */
static bool residuals(void *user, const double *x, double *r)
{
	struct problem *p = user;
	int n = p->n_residual - p->n_param;

	for (int i = 0; i < p->n_param; ++i)
		p->at.value[p->param[i]] = exp(x[i]);
	if (!all_errors(p, r))
		return false;
	for (int i = 0; i < n; ++i)
		r[i] *= p->weight[i];
	for (int i = 0; i < p->n_param; ++i)
		r[n + i] = x[i] - p->start[i];
	return true;
}

static int n_rows_like(const struct problem *p, const struct validate_row *r)
{
	int n = 0;

	for (int i = 0; i < p->n_row; ++i)
		n += p->row[i]->kernel == r->kernel;
	return n;
}

/* A figure has weight 1 over its typical error, and a row 1 over the fourth
 * root of the number of rows of its kernel, so that a kernel with half of the
 * rows does not dominate.
 */
static bool find_weights(struct problem *p)
{
	int first = first_of(p->stage), n = last_of(p->stage) - first;
	double *r = memory_new((size_t) (n * p->n_row + 1) * sizeof(*r));
	double *size = memory_new((size_t) (p->n_row + 1) * sizeof(*size));
	bool ok = all_errors(p, r);

	for (int m = 0; ok && m < n; ++m) {
		double scale;

		for (int i = 0; i < p->n_row; ++i)
			size[i] = fabs(r[i * n + m]);
		scale = fmax(LEAST_SCALE,
			1.5 * statistics_median(size, p->n_row));
		for (int i = 0; i < p->n_row; ++i)
			p->weight[i * n + m] = 1 /
				(scale * sqrt(sqrt(n_rows_like(p, p->row[i]))));
	}
	free(r);
	free(size);
	return ok;
}

/* ---------------------------------------------------------------- search */

static void select_rows(struct problem *p)
{
	p->row = memory_new((size_t) (p->v->n_row + 1) * sizeof(*p->row));
	for (int64_t i = 0; i < p->v->n_row; ++i)
		if (p->v->row[i].kernel != p->without)
			p->row[p->n_row++] = &p->v->row[i];
}

static bool search(struct problem *p)
{
	double x[N_FIT], lo[N_FIT], hi[N_FIT];
	struct least least = {
		.n_param = p->n_param,
		.lo = lo,
		.hi = hi,
		.step = 0.005,
		.residuals = residuals,
		.user = p,
	};
	bool ok;

	for (int i = 0; i < p->n_param; ++i) {
		double start = fits[p->param[i]].value;

		x[i] = p->start[i] = log(p->at.value[p->param[i]]);
		lo[i] = fmin(x[i], log(start / RANGE));
		hi[i] = fmax(x[i], log(start * RANGE));
	}
	p->n_residual = p->n_row * (last_of(p->stage) - first_of(p->stage)) +
		p->n_param;
	least.n_residual = p->n_residual;
	ok = least_solve(&least, x, ROUNDS);
	for (int i = 0; i < p->n_param; ++i)
		p->at.value[p->param[i]] = exp(x[i]);
	return ok;
}

static void select_params(struct problem *p, bool with_exponents)
{
	p->n_param = 0;
	for (int i = 0; i < N_FIT; ++i)
		if (p->at.stage[i] == p->stage &&
			(with_exponents || !fits[i].is_whole))
			p->param[p->n_param++] = i;
}

/* Integer exponents are first fitted as real numbers, then rounded, and the
 * other constants are fitted again.
 */
static bool solve_stage(struct problem *p)
{
	bool ok;
	int n;

	select_params(p, true);
	n = p->n_param;
	if (n == 0)
		return true;
	ok = find_weights(p) && search(p);
	for (int i = 0; i < N_FIT; ++i)
		if (p->at.stage[i] == p->stage && fits[i].is_whole)
			p->at.value[i] = fmax(1, round(p->at.value[i]));
	select_params(p, false);
	return ok && (p->n_param == n || search(p));
}

static struct problem problem_of(const struct validation *v, int64_t without,
	const struct refit *f)
{
	struct problem p = { .v = v, .without = without, .at = *f };

	select_rows(&p);
	p.weight = memory_new(
		(size_t) (p.n_row * N_MEASURED + 1) * sizeof(*p.weight));
	return p;
}

static void problem_clear(struct problem *p)
{
	free(p->row);
	free(p->weight);
}

bool refit_solve(const struct validation *v, int64_t without, struct refit *f)
{
	struct problem p = problem_of(v, without, f);
	bool ok = true;

	for (int pass = 0; ok && pass < PASSES; ++pass)
		for (p.stage = REFIT_VOLUMES; ok && p.stage <= REFIT_TIME;
			++p.stage)
			ok = solve_stage(&p);
	*f = p.at;
	problem_clear(&p);
	return ok;
}

/* --------------------------------------------------------------- stages */

/* The most that a tenth more of "constant" changes any figure of the stage. */
static bool change_of(struct problem *p, int constant, const double *before,
	double *after, double *most)
{
	int n = p->n_row * (last_of(p->stage) - first_of(p->stage));
	double value = p->at.value[constant];
	bool ok;

	p->at.value[constant] = 1.1 * value;
	ok = all_errors(p, after);
	p->at.value[constant] = value;
	*most = 0;
	for (int i = 0; ok && i < n; ++i)
		*most = fmax(*most, fabs(after[i] - before[i]));
	return ok;
}

/* Wavefronts of L1 depend on the time a little, as writes wait for fills: what
 * changes volumes by less than half as much as the time is of the time.
 */
static enum refit_stage stage_of(const double most[])
{
	if (most[REFIT_VOLUMES] > MOVES &&
		most[REFIT_VOLUMES] >= most[REFIT_TIME] / 2)
		return REFIT_VOLUMES;
	return most[REFIT_TIME] > MOVES ? REFIT_TIME : REFIT_UNKNOWN;
}

bool refit_stages(const struct validation *v, struct refit *f)
{
	struct problem p = problem_of(v, -1, f);
	size_t n = (size_t) p.n_row * N_MEASURED + 1;
	double *before = memory_new(n * sizeof(*before));
	double *after = memory_new(n * sizeof(*after));
	double most[N_FIT][REFIT_TIME + 1] = { 0 };
	bool ok = true;

	for (p.stage = REFIT_VOLUMES; ok && p.stage <= REFIT_TIME; ++p.stage) {
		ok = all_errors(&p, before);
		for (int i = 0; ok && i < N_FIT; ++i)
			ok = change_of(&p, i, before, after, &most[i][p.stage]);
	}
	for (int i = 0; ok && i < N_FIT; ++i)
		f->stage[i] = stage_of(most[i]);
	free(before);
	free(after);
	problem_clear(&p);
	return ok;
}
