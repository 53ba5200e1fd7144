/* The summary of a validation: errors over all rows and over groups, how well
 * groups are ranked, and the worst rows with what causes their error.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/base/statistics.h"
#include "lang/measure/intervals.h"
#include "lang/measure/validate.h"

/* Smaller groups are not ranked: the rank correlation of a handful of times is
 * chance.
 */
#define RANKED_ROWS 6

/* Index after the measured figures: the time with measured volumes. */
#define GIVEN N_MEASURED

static struct value plain(double v)
{
	return validate_figure(v, NULL);
}

/* --------------------------------------------------------------- errors */

/* Absolute errors, and the row of the largest one. */
struct errors {
	double *v; /* in percent */
	int n, n_small;
	double worst;
	const struct measured_row *at;
};

static void add_error(struct errors *e, double error,
	const struct measured_row *row)
{
	error = 100 * fabs(error);
	if (isnan(error))
		return;
	if (e->n == 0 || error > e->worst) {
		e->worst = error;
		e->at = row;
	}
	e->v = memory_grow(e->v, (size_t) e->n, sizeof(*e->v));
	e->v[e->n++] = error;
}

/* {median, p90, max, mean, n, line}; frees the errors. */
static struct value errors_record(struct errors *e, double *median)
{
	struct value r = value_record();
	double sum = 0;

	if (e->n > 0)
		statistics_sort(e->v, e->n);
	for (int i = 0; i < e->n; ++i)
		sum += e->v[i];
	*median = e->n ? statistics_quantile(e->v, e->n, 0.5) : NAN;
	value_set(&r, "median", plain(*median));
	value_set(&r, "p90",
		plain(e->n ? statistics_quantile(e->v, e->n, 0.9) : NAN));
	value_set(&r, "max", plain(e->n ? e->worst : NAN));
	value_set(&r, "mean", plain(e->n ? sum / e->n : NAN));
	value_set(&r, "n", value_int(e->n));
	if (e->n_small > 0)
		value_set(&r, "n_small", value_int(e->n_small));
	if (e->at)
		value_set(&r, "line", value_int(e->at->line));
	free(e->v);
	return r;
}

/* The rows of a group, or of all. */
struct rows {
	struct validate_row *const *row;
	int64_t n;
};

static double error_of(const struct validate_row *r, int measured)
{
	return measured == GIVEN ?
		validate_error(r, MEASURED_TIME, r->predicted.time_given_s) :
		validate_error(r, measured, r->predicted.figure[measured]);
}

/* Volumes below this share of a launch's traffic have no error: they change
 * no time, and what a counter of one launch has of them is chance.
 */
#define SMALL 0.01

/* Is a volume small, as measured and as predicted? */
static bool is_small(const struct validate_row *r, int measured)
{
	const double *m = r->measured;
	double dram = m[MEASURED_DRAM_LOAD] + m[MEASURED_DRAM_STORE];
	double l2 = m[MEASURED_L2_LOAD] + m[MEASURED_L2_STORE];

	return measured <= MEASURED_L2_STORE &&
		fmax(m[measured], r->predicted.figure[measured]) <
		SMALL * fmax(dram, l2);
}

static struct value errors_of(struct rows rows, int measured, double *median)
{
	struct errors e = { 0 };

	for (int64_t i = 0; i < rows.n; ++i)
		if (is_small(rows.row[i], measured))
			++e.n_small;
		else
			add_error(&e, error_of(rows.row[i], measured),
				rows.row[i]->row);
	return errors_record(&e, median);
}

/* --------------------------------------------------------------- groups */

/* Medians and rankings of all groups. */
struct gathered {
	struct errors median[N_MEASURED + 1];
	double *spearman, *pick, *pick5, *pick8;
	int n_spearman, n;
};

static void add_to(double **list, int n, double v)
{
	*list = memory_grow(*list, (size_t) n, sizeof(**list));
	(*list)[n] = v;
}

static void set_ranking(struct rows rows, struct value *r, struct gathered *all)
{
	double *predicted = memory_new((size_t) rows.n * sizeof(double));
	double *measured = memory_new((size_t) rows.n * sizeof(double));
	double spearman = NAN, pick = NAN, pick5 = NAN, pick8 = NAN;
	int n = 0;

	for (int64_t i = 0; i < rows.n; ++i) {
		double t = rows.row[i]->measured[MEASURED_TIME];

		if (!(t > 0))
			continue;
		measured[n] = t;
		predicted[n++] = rows.row[i]->predicted.figure[MEASURED_TIME];
	}
	if (n >= RANKED_ROWS) {
		spearman = statistics_spearman(predicted, measured, n);
		pick = statistics_pick(predicted, measured, n, 1);
		pick5 = statistics_pick(predicted, measured, n, 5);
		pick8 = statistics_pick(predicted, measured, n, 8);
	}
	if (!isnan(spearman))
		add_to(&all->spearman, all->n_spearman++, spearman);
	if (n >= RANKED_ROWS) {
		add_to(&all->pick, all->n, pick);
		add_to(&all->pick5, all->n, pick5);
		add_to(&all->pick8, all->n, pick8);
		++all->n;
	}
	value_set(r, "spearman", plain(spearman));
	value_set(r, "pick", plain(pick));
	value_set(r, "pick5", plain(pick5));
	free(predicted);
	free(measured);
}

static struct value group_record(const struct validation *v, struct rows rows,
	struct gathered *all)
{
	const struct measured_row *first = rows.row[0]->row;
	struct value r = value_record(), metrics = value_record();
	double median;

	validate_set_group(v, &r, rows.row[0]);
	value_set(&r, "n", value_int(rows.n));
	set_ranking(rows, &r, all);
	value_set(&r, "time", errors_of(rows, MEASURED_TIME, &median));
	for (int i = 0; i < N_MEASURED; ++i) {
		if (!v->table->has[i])
			continue;
		value_set(&metrics, measured_info[i].path,
			errors_of(rows, i, &median));
		add_error(&all->median[i], median / 100, first);
	}
	value_set(&r, "metrics", metrics);
	value_set(&r, "time_from_measured", errors_of(rows, GIVEN, &median));
	add_error(&all->median[GIVEN], median / 100, first);
	return r;
}

static int compare_groups(const void *a, const void *b)
{
	const struct validate_row *x = *(struct validate_row *const *) a;
	const struct validate_row *y = *(struct validate_row *const *) b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x < y ? -1 : 1;
}

static struct value groups_list(struct validation *v, struct validate_row **row,
	struct gathered *all)
{
	struct value list = value_sequence(VALUE_LIST, v->n_group);
	int64_t end;

	qsort(row, (size_t) v->n_row, sizeof(*row), compare_groups);
	for (int64_t i = 0; i < v->n_row; i = end) {
		struct rows rows = { .row = row + i };

		for (end = i;
			end < v->n_row && row[end]->group == row[i]->group;
			++end)
			;
		rows.n = end - i;
		list.u.sequence->item[row[i]->group] = group_record(v, rows,
			all);
	}
	return list;
}

static double mean(const double *v, int n)
{
	double sum = 0;

	for (int i = 0; i < n; ++i)
		sum += v[i];
	return sum / n;
}

static struct value ranking_record(struct gathered *all)
{
	struct value r = value_record();
	double least = NAN;

	for (int i = 0; i < all->n; ++i)
		if (isnan(least) || all->pick[i] < least)
			least = all->pick[i];
	value_set(&r, "groups", value_int(all->n));
	value_set(&r, "spearman_median",
		plain(all->n_spearman ? statistics_median(all->spearman,
						all->n_spearman) :
					NAN));
	value_set(&r, "pick_mean", plain(mean(all->pick, all->n)));
	value_set(&r, "pick_min", plain(least));
	value_set(&r, "pick5_mean", plain(mean(all->pick5, all->n)));
	free(all->spearman);
	free(all->pick);
	free(all->pick5);
	free(all->pick8);
	return r;
}

/* ------------------------------------------------------------- devices */

static bool is_inside(const struct validate_row *r)
{
	double t = r->measured[MEASURED_TIME];

	return t >= r->predicted.low_s && t <= r->predicted.high_s;
}

/* The rows of one device: errors of the time, the mean over its groups of how
 * well they are ranked, and the share of times inside their intervals.
 */
static struct value device_record(struct rows rows)
{
	struct value r = value_record(), group = value_record();
	struct gathered all = { 0 };
	double median, inside = 0, timed = 0;
	int64_t end;

	for (int64_t i = 0; i < rows.n; i = end) {
		for (end = i; end < rows.n &&
			rows.row[end]->group == rows.row[i]->group;
			++end) {
			timed += !isnan(rows.row[end]->measured[MEASURED_TIME]);
			inside += is_inside(rows.row[end]);
		}
		set_ranking((struct rows) { rows.row + i, end - i }, &group,
			&all);
	}
	value_set(&r, "device", value_text(rows.row[0]->dev->id));
	value_set(&r, "n", value_int(rows.n));
	value_set(&r, "time", errors_of(rows, MEASURED_TIME, &median));
	value_set(&r, "pick", plain(mean(all.pick, all.n)));
	value_set(&r, "pick8", plain(mean(all.pick8, all.n)));
	value_set(&r, "spearman",
		plain(all.n_spearman ? statistics_median(all.spearman,
					       all.n_spearman) :
				       NAN));
	value_set(&r, "inside", plain(timed > 0 ? 100 * inside / timed : NAN));
	value_free(&group);
	free(all.spearman);
	free(all.pick);
	free(all.pick5);
	free(all.pick8);
	return r;
}

static int compare_devices(const void *a, const void *b)
{
	const struct validate_row *x = *(struct validate_row *const *) a;
	const struct validate_row *y = *(struct validate_row *const *) b;
	int order = strcmp(x->dev->id, y->dev->id);

	return order ? order : compare_groups(a, b);
}

/* The end of the rows that are launched on the device of row "i". */
static int64_t end_of_device(const struct validation *v,
	struct validate_row *const *row, int64_t i)
{
	int64_t end = i;

	while (end < v->n_row &&
		strcmp(row[end]->dev->id, row[i]->dev->id) == 0)
		++end;
	return end;
}

/* Sorts "row". */
static struct value devices_list(const struct validation *v,
	struct validate_row **row)
{
	struct value list;
	int64_t n = 0;

	qsort(row, (size_t) v->n_row, sizeof(*row), compare_devices);
	for (int64_t i = 0; i < v->n_row; i = end_of_device(v, row, i))
		++n;
	list = value_sequence(VALUE_LIST, n);
	n = 0;
	for (int64_t i = 0, end; i < v->n_row; i = end) {
		end = end_of_device(v, row, i);
		list.u.sequence->item[n++] = device_record(
			(struct rows) { row + i, end - i });
	}
	return list;
}

/* ---------------------------------------------------------------- worst */

static double *volume_at(struct volumes *v, int measured)
{
	double *const member[] = { &v->dram_load_B, &v->dram_store_B,
		&v->l2_load_B, &v->l2_store_B, &v->l1_wavefronts,
		&v->l2_requests };

	return member[measured];
}

/* The volume that causes an error of the time: using its measured value brings
 * the predicted time closest to the measured one. -1 if all measured volumes
 * together leave more than half of the error.
 */
static int find_cause(struct validation *v, struct validate_row *r)
{
	double least = fabs(error_of(r, MEASURED_TIME));
	struct volumes measured = validate_volumes(r);
	char why[256];
	int cause = -1;

	if (!(fabs(error_of(r, GIVEN)) < least / 2) ||
		!validate_launch(v, r, why))
		return -1;
	for (int i = 0; i <= MEASURED_L2_REQUESTS; ++i) {
		struct volumes one = { NAN, NAN, NAN, NAN, NAN, NAN };
		double error;

		*volume_at(&one, i) = *volume_at(&measured, i);
		if (isnan(*volume_at(&one, i)))
			continue;
		error = fabs(validate_error(r, MEASURED_TIME,
			validate_time(v, r, r->dev, &one)));
		if (error < least) {
			least = error;
			cause = i;
		}
	}
	validate_drop(v, r);
	return cause;
}

static struct value percent(double error)
{
	return plain(100 * error);
}

static struct value worst_record(struct validation *v, struct validate_row *r,
	int by)
{
	struct value record = value_record();
	int cause = by == MEASURED_TIME ? find_cause(v, r) : by;
	bool is_time = by == MEASURED_TIME;
	const char *unit = is_time ? "s" : NULL;

	value_set(&record, "line", value_int(r->row->line));
	validate_set_launch(v, &record, r);
	value_set(&record, "measured", validate_figure(r->measured[by], unit));
	value_set(&record, "predicted",
		validate_figure(r->predicted.figure[by], unit));
	value_set(&record, "error", percent(error_of(r, by)));
	value_set(&record, "from_measured",
		is_time ? percent(error_of(r, GIVEN)) : plain(NAN));
	value_set(&record, "limiter", value_text(r->predicted.limiter));
	value_set(&record, "cause",
		value_text(cause >= 0 ? measured_info[cause].path : "limits"));
	value_set(&record, "cause_error",
		cause >= 0 ? percent(error_of(r, cause)) :
			     percent(error_of(r, GIVEN)));
	return record;
}

struct place {
	double error;
	struct validate_row *row;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->error != y->error)
		return x->error > y->error ? -1 : 1;
	return x->row < y->row ? -1 : 1;
}

/* Sorted by the error of the time or, without times, of the first figure in
 * measured.def.
 */
static struct value worst_list(struct validation *v)
{
	struct place *order = memory_new((size_t) v->n_row * sizeof(*order));
	int by = MEASURED_TIME;
	int64_t n = 0;
	struct value list;

	for (int i = 0; i < N_MEASURED && !v->table->has[by]; ++i)
		if (v->table->has[i])
			by = i;
	for (int64_t k = 0; k < v->n_row; ++k) {
		double error = fabs(error_of(&v->row[k], by));

		if (!isnan(error))
			order[n++] = (struct place) { error, &v->row[k] };
	}
	qsort(order, (size_t) n, sizeof(*order), compare_places);
	if (n > v->worst)
		n = v->worst;
	list = value_sequence(VALUE_LIST, n);
	for (int64_t k = 0; k < n; ++k)
		list.u.sequence->item[k] = worst_record(v, order[k].row, by);
	free(order);
	return list;
}

/* ------------------------------------------------------------------ all */

static struct value reasons_list(const struct validation *v)
{
	struct value list = value_sequence(VALUE_LIST, v->n_reason);

	for (int i = 0; i < v->n_reason; ++i) {
		struct value r = value_record();

		value_set(&r, "n", value_int(v->reason[i].n));
		value_set(&r, "line", value_int(v->reason[i].line));
		value_set(&r, "reason", value_text(v->reason[i].why));
		list.u.sequence->item[i] = r;
	}
	return list;
}

static struct value metrics_record(const struct validation *v, struct rows rows)
{
	struct value r = value_record();
	double median;

	for (int i = 0; i < N_MEASURED; ++i)
		if (v->table->has[i])
			value_set(&r, measured_info[i].path,
				errors_of(rows, i, &median));
	return r;
}

static struct value over_groups(const struct validation *v,
	struct gathered *all)
{
	struct value r = value_record();
	double median;

	for (int i = 0; i < N_MEASURED; ++i)
		if (v->table->has[i])
			value_set(&r, measured_info[i].path,
				errors_record(&all->median[i], &median));
	return r;
}

/* Sets errors, groups and ranking of the current predictions. */
static void set_errors(struct validation *v, struct value *r)
{
	struct validate_row **row = memory_new(
		(size_t) v->n_row * sizeof(*row));
	struct rows rows = { .row = row, .n = v->n_row };
	struct gathered all = { 0 };
	struct value groups;
	double median;

	for (int64_t i = 0; i < v->n_row; ++i)
		row[i] = &v->row[i];
	value_set(r, "metrics", metrics_record(v, rows));
	value_set(r, "time_from_measured", errors_of(rows, GIVEN, &median));
	groups = groups_list(v, row, &all);
	value_set(r, "metrics_over_groups", over_groups(v, &all));
	value_set(r, "time_from_measured_over_groups",
		errors_record(&all.median[GIVEN], &median));
	value_set(r, "groups", groups);
	value_set(r, "ranking", ranking_record(&all));
	if (v->table->has_device)
		value_set(r, "devices", devices_list(v, row));
	free(row);
}

static void swap_left_out(struct validation *v)
{
	for (int64_t i = 0; i < v->n_row; ++i) {
		struct prediction p = v->row[i].predicted;

		v->row[i].predicted = v->row[i].left_out;
		v->row[i].left_out = p;
	}
}

/* The percentage of times inside their intervals, and how wide these are, of
 * rows of one kind, or of all (-1).
 */
static struct value coverage_record(const struct validation *v, int kind)
{
	double *width = memory_new((size_t) v->n_row * sizeof(*width));
	struct value r = value_record();
	int n = 0, inside = 0;
	int64_t outside = 0;

	for (int64_t i = 0; i < v->n_row; ++i) {
		const struct prediction *p = &v->row[i].predicted;
		double t = v->row[i].measured[MEASURED_TIME];

		if (kind >= 0 && p->kind != kind)
			continue;
		outside += p->n_outside > 0;
		if (isnan(t) || isnan(p->low_s))
			continue;
		inside += t >= p->low_s && t <= p->high_s;
		width[n++] = 100 * (p->high_s / p->low_s - 1);
	}
	value_set(&r, "coverage", plain(n ? 100.0 * inside / n : NAN));
	value_set(&r, "width", plain(n ? statistics_median(width, n) : NAN));
	value_set(&r, "n", value_int(n));
	value_set(&r, "outside", value_int(outside));
	free(width);
	return r;
}

static struct value intervals_record(const struct validation *v)
{
	struct value r = coverage_record(v, -1), kinds = value_record();

	for (int kind = 0; kind < INTERVAL_KINDS; ++kind)
		value_set(&kinds, interval_kinds[kind],
			coverage_record(v, kind));
	value_set(&r, "kinds", kinds);
	return r;
}

static struct value left_out_intervals(const struct validation *v)
{
	struct intervals_coverage c = intervals_check(v);
	struct value r = value_record();

	value_set(&r, "coverage", percent(c.rows));
	value_set(&r, "coverage_over_kernels", percent(c.kernels));
	value_set(&r, "width", percent(c.width));
	return r;
}

/* The same for the predictions of left-out kernels. */
static struct value left_out_record(struct validation *v)
{
	struct value r = value_record();

	swap_left_out(v);
	set_errors(v, &r);
	swap_left_out(v);
	value_set(&r, "intervals", left_out_intervals(v));
	return r;
}

struct value validate_summary(struct validation *v)
{
	struct value r = value_record();

	value_set(&r, "rows", value_int(v->n_row));
	value_set(&r, "timed",
		value_text(v->table->n_kernel == 0 ? "events" :
				v->table->n_kernel == v->table->n_row ?
						     "kernel" :
						     "both"));
	value_set(&r, "left_out", value_int(v->n_left_out));
	value_set(&r, "device",
		value_text(v->table->has_device ? "of each row" :
						  v->subject.device->dev.id));
	value_set(&r, "model",
		value_text(model_names[v->subject.options.model]));
	set_errors(v, &r);
	value_set(&r, "pooled", validate_pooled(v));
	if (v->subject.options.model == MODEL_WSP)
		value_set(&r, "intervals", intervals_record(v));
	if (v->has_left_out)
		value_set(&r, "leave_one_out", left_out_record(v));
	value_set(&r, "worst", worst_list(v));
	value_set(&r, "reasons", reasons_list(v));
	return r;
}
