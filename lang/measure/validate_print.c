/* Prints a validation for people: errors by metric, groups, worst rows. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/finding.h"
#include "lang/base/memory.h"
#include "lang/measure/intervals.h"
#include "lang/measure/validate.h"

double validate_real(const struct value *record, const char *name)
{
	const struct value *v = value_get(record, name);

	return v && v->kind == VALUE_NUMBER ? number_to_double(&v->u.number) :
					      NAN;
}

static const char *text_at(const struct value *record, const char *name)
{
	return value_get(record, name)->u.string->text;
}

/* Adds a number, right-aligned after two blanks; a dash for NaN. */
static void add_number(struct buffer *out, int width, int digits, double v)
{
	if (isnan(v))
		buffer_printf(out, "  %*s", width, "-");
	else if (fabs(v) >= 1e6)
		buffer_printf(out, "  %*.1e", width, v);
	else
		buffer_printf(out, "  %*.*f", width, digits, v);
}

/* --------------------------------------------------------------- errors */

static void add_errors(struct buffer *out, const char *name,
	const struct value *all, const struct value *groups)
{
	buffer_printf(out, "%-24s", name);
	add_number(out, 7, 1, validate_real(all, "median"));
	add_number(out, 7, 1, validate_real(all, "p90"));
	add_number(out, 8, 1, validate_real(all, "max"));
	add_number(out, 6, 0, validate_real(all, "line"));
	add_number(out, 6, 0, validate_real(all, "n"));
	add_number(out, 9, 1, validate_real(groups, "median"));
	add_number(out, 7, 1, validate_real(groups, "p90"));
	add_number(out, 8, 1, validate_real(groups, "max"));
	buffer_add_char(out, '\n');
}

/* "below 1 % of the launch's traffic, left out: dram.store of 12 rows" */
static void add_small(struct buffer *out, const struct value *all)
{
	const char *before = "below 1 % of the launch's traffic, left out: ";

	for (int i = 0; i < all->u.record->n; ++i) {
		const struct member *m = &all->u.record->member[i];
		double n = validate_real(&m->value, "n_small");

		if (!(n > 0))
			continue;
		buffer_printf(out, "%s%s of %.0f row%s", before, m->name, n,
			n == 1 ? "" : "s");
		before = ", ";
	}
	if (*before == ',')
		buffer_add_char(out, '\n');
}

static void add_metrics(struct buffer *out, const struct value *record)
{
	const struct value *all = value_get(record, "metrics");
	const struct value *groups = value_get(record, "metrics_over_groups");
	const struct value *given = value_get(record, "time_from_measured");

	buffer_printf(out, "%-24s  %-42s    %s\n", "", "all rows",
		"medians of groups");
	buffer_printf(out, "%-24s  %7s  %7s  %8s  %6s  %6s  %9s  %7s  %8s\n",
		"error in %", "median", "90 %", "worst", "line", "rows",
		"median", "90 %", "worst");
	for (int i = 0; i < all->u.record->n; ++i) {
		const char *path = all->u.record->member[i].name;

		add_errors(out, path, value_get(all, path),
			value_get(groups, path));
	}
	if (validate_real(given, "n") > 0)
		add_errors(out, "time, volumes measured", given,
			value_get(record, "time_from_measured_over_groups"));
	add_small(out, all);
}

/* --------------------------------------------------------------- groups */

static void add_extents(struct buffer *out, const struct value *extents)
{
	const struct sequence *s = extents->u.sequence;

	for (int64_t i = 0; i < s->n; ++i)
		buffer_printf(out, "%s%.0f", i ? "x" : "",
			number_to_double(&s->item[i].u.number));
}

static bool is_folded(const struct value *record)
{
	const struct sequence *s = value_get(record, "fold")->u.sequence;

	for (int64_t i = 0; i < s->n; ++i)
		if (number_to_double(&s->item[i].u.number) != 1)
			return true;
	return false;
}

/* "star3d_r4 double 640x512x512 fold 1x1x2 shared 28672" */
static char *launch_text(const struct value *r)
{
	struct buffer out = { 0 };

	buffer_printf(&out, "%s %s ", text_at(r, "kernel"), text_at(r, "type"));
	if (value_get(r, "device"))
		buffer_printf(&out, "%s ", text_at(r, "device"));
	add_extents(&out, value_get(r, "domain"));
	if (value_get(r, "block")) {
		buffer_add(&out, " block ");
		add_extents(&out, value_get(r, "block"));
	}
	if (value_get(r, "order"))
		buffer_printf(&out, " %s", text_at(r, "order"));
	if (is_folded(r)) {
		buffer_add(&out, " fold ");
		add_extents(&out, value_get(r, "fold"));
	}
	if (validate_real(r, "offset") > 0)
		buffer_printf(&out, " offset %.0f", validate_real(r, "offset"));
	if (validate_real(r, "shared") > 0)
		buffer_printf(&out, " shared %.0f", validate_real(r, "shared"));
	return buffer_take(&out);
}

static int launch_width(const struct value *list)
{
	const struct sequence *s = list->u.sequence;
	int width = 8;

	for (int64_t i = 0; i < s->n; ++i) {
		char *text = launch_text(&s->item[i]);

		if ((int) strlen(text) > width)
			width = (int) strlen(text);
		free(text);
	}
	return width;
}

static void add_launch(struct buffer *out, int width, const struct value *r)
{
	char *text = launch_text(r);

	buffer_printf(out, "%-*s", width, text);
	free(text);
}

/* Characters of the column of a metric. */
static int metric_width(const struct member *m)
{
	int n = (int) strlen(m->name);

	return n > 6 ? n : 6;
}

/* One group: the median error of every metric, and the quality of its ranking.
 */
static void add_group(struct buffer *out, int width, const struct value *r)
{
	const struct value *metrics = value_get(r, "metrics");
	const struct value *time = value_get(r, "time");

	add_launch(out, width, r);
	add_number(out, 4, 0, validate_real(r, "n"));
	for (int i = 0; i < metrics->u.record->n; ++i) {
		const struct member *m = &metrics->u.record->member[i];

		if (strcmp(m->name, "time") != 0)
			add_number(out, metric_width(m), 1,
				validate_real(&m->value, "median"));
	}
	add_number(out, 6, 1, validate_real(time, "median"));
	add_number(out, 6, 1, validate_real(time, "p90"));
	add_number(out, 6, 1, validate_real(time, "max"));
	add_number(out, 8, 2, validate_real(r, "spearman"));
	add_number(out, 5, 2, validate_real(r, "pick"));
	add_number(out, 5, 2, validate_real(r, "pick5"));
	buffer_add_char(out, '\n');
}

static void add_groups(struct buffer *out, const struct value *record)
{
	const struct value *groups = value_get(record, "groups");
	const struct value *metrics = value_get(record, "metrics");
	const struct sequence *s = groups->u.sequence;
	int width = launch_width(groups);

	buffer_printf(out, "\n%-*s  %4s", width, "medians of groups, in %",
		"rows");
	for (int i = 0; i < metrics->u.record->n; ++i) {
		const struct member *m = &metrics->u.record->member[i];

		if (strcmp(m->name, "time") != 0)
			buffer_printf(out, "  %*s", metric_width(m), m->name);
	}
	buffer_printf(out, "  %6s  %6s  %6s  %8s  %5s  %5s\n", "time", "90 %",
		"worst", "spearman", "pick", "pick5");
	for (int64_t k = 0; k < s->n; ++k)
		add_group(out, width, &s->item[k]);
}

/* Of kernels that were measured with several folds. */
static void add_pooled(struct buffer *out, const struct value *record)
{
	const struct value *r = value_get(record, "pooled");
	const struct sequence *pools = value_get(r, "pools")->u.sequence;

	if (pools->n == 0)
		return;
	buffer_printf(out,
		"\nall blocks and folds together, registers estimated (%lld "
		"kernel%s): pick mean %.3f, worst %.3f\n",
		(long long) pools->n, pools->n == 1 ? "" : "s",
		validate_real(r, "mean"), validate_real(r, "worst"));
	for (int64_t i = 0; i < pools->n; ++i) {
		const struct value *p = &pools->item[i];

		buffer_printf(out, "  %s %s, %.0f rows: %.3f\n",
			text_at(p, "kernel"), text_at(p, "type"),
			validate_real(p, "rows"), validate_real(p, "pick"));
	}
}

static void add_ranking(struct buffer *out, const struct value *record)
{
	const struct value *r = value_get(record, "ranking");

	if (!(validate_real(r, "groups") > 0))
		return;
	buffer_printf(out,
		"\nranking, groups of six rows or more (%.0f): "
		"pick mean %.3f, worst %.3f; pick5 mean %.3f",
		validate_real(r, "groups"), validate_real(r, "pick_mean"),
		validate_real(r, "pick_min"), validate_real(r, "pick5_mean"));
	if (!isnan(validate_real(r, "spearman_median")))
		buffer_printf(out, "; Spearman median %.3f",
			validate_real(r, "spearman_median"));
	buffer_add_char(out, '\n');
}

/* ---------------------------------------------------------------- worst */

static void add_figure(struct buffer *out, int width, const struct value *v)
{
	struct buffer text = { 0 };
	struct number rounded;
	char digits[32];

	snprintf(digits, sizeof(digits), "%.4g",
		number_to_double(&v->u.number));
	rounded = number_real(strtod(digits, NULL), v->u.number.dim);
	number_print(&rounded, &text);
	buffer_printf(out, "  %*s", width, buffer_text(&text));
	buffer_free(&text);
}

static void add_worst(struct buffer *out, const struct value *record)
{
	const struct value *list = value_get(record, "worst");
	const struct sequence *s = list->u.sequence;
	int width = launch_width(list);

	if (s->n == 0)
		return;
	buffer_printf(out, "\n%-*s  %6s  %10s  %10s  %7s  %8s  %-8s  %s\n",
		width, "worst rows", "line", "measured", "predicted", "error %",
		"volumes*", "limiter", "at fault");
	for (int64_t i = 0; i < s->n; ++i) {
		const struct value *r = &s->item[i];

		add_launch(out, width, r);
		add_number(out, 6, 0, validate_real(r, "line"));
		add_figure(out, 10, value_get(r, "measured"));
		add_figure(out, 10, value_get(r, "predicted"));
		add_number(out, 7, 1, validate_real(r, "error"));
		add_number(out, 8, 1, validate_real(r, "from_measured"));
		buffer_printf(out, "  %-8s  %s", text_at(r, "limiter"),
			text_at(r, "cause"));
		if (!isnan(validate_real(r, "cause_error")))
			buffer_printf(out, " by %+.1f %%",
				validate_real(r, "cause_error"));
		buffer_add_char(out, '\n');
	}
	buffer_add(out,
		"* error % with measured volumes; 'limits' are at "
		"fault where that does not help\n");
}

static void add_reasons(struct buffer *out, const struct value *record)
{
	const struct sequence *s = value_get(record, "reasons")->u.sequence;

	for (int64_t i = 0; i < s->n; ++i) {
		double n = validate_real(&s->item[i], "n");

		buffer_printf(out, "left out: %.0f row%s line %.0f%s: %s\n", n,
			n == 1 ? " in" : "s from",
			validate_real(&s->item[i], "line"), n == 1 ? "" : " on",
			text_at(&s->item[i], "reason"));
	}
}

/* By kind of kernel, if there are several. */
static void add_kinds(struct buffer *out, const struct value *kinds)
{
	const struct record *all = kinds->u.record;
	int n_kind = 0;

	for (int i = 0; i < all->n; ++i)
		n_kind += validate_real(&all->member[i].value, "n") > 0;
	if (n_kind < 2)
		return;
	buffer_printf(out, "%-24s  %6s  %8s  %8s  %7s\n", "kind of kernel",
		"rows", "inside %", "high/low", "outside");
	for (int i = 0; i < all->n; ++i) {
		const struct value *r = &all->member[i].value;

		if (!(validate_real(r, "n") > 0))
			continue;
		buffer_printf(out, "%-24s", all->member[i].name);
		add_number(out, 6, 0, validate_real(r, "n"));
		add_number(out, 8, 1, validate_real(r, "coverage"));
		add_number(out, 8, 2, 1 + validate_real(r, "width") / 100);
		add_number(out, 7, 0, validate_real(r, "outside"));
		buffer_add_char(out, '\n');
	}
}

static void add_intervals(struct buffer *out, const struct value *record)
{
	const struct value *r = value_get(record, "intervals");

	if (!r)
		return;
	if (isnan(validate_real(r, "coverage"))) {
		if (value_get(r, "coverage_over_kernels"))
			buffer_printf(out,
				"\nno 90 %% intervals: they need three kernels "
				"or more, and reach no farther than a factor "
				"of %d\n",
				INTERVALS_FARTHEST);
		return;
	}
	buffer_printf(out, "\n90 %% intervals hold %.1f %% of the rows",
		validate_real(r, "coverage"));
	if (value_get(r, "coverage_over_kernels"))
		buffer_printf(out, ", %.1f %% as the mean over kernels",
			validate_real(r, "coverage_over_kernels"));
	buffer_printf(out, "; median of high over low %.2f",
		1 + validate_real(r, "width") / 100);
	if (value_get(r, "outside"))
		buffer_printf(out,
			"; rows outside the validated ranges: "
			"%.0f",
			validate_real(r, "outside"));
	buffer_add_char(out, '\n');
	if (value_get(r, "kinds"))
		add_kinds(out, value_get(r, "kinds"));
}

/* Predictions of each kernel with constants fitted without it. */
static void add_left_out(struct buffer *out, const struct value *record)
{
	const struct value *r = value_get(record, "leave_one_out");

	if (!r)
		return;
	buffer_add(out,
		"\nleave one kernel out: constants fitted without "
		"the kernel of the row\n\n");
	add_metrics(out, r);
	add_ranking(out, r);
	add_intervals(out, r);
}

/* By device, if the table names them. */
static void add_devices(struct buffer *out, const struct value *record)
{
	const struct value *list = value_get(record, "devices");
	const struct sequence *s = list ? list->u.sequence : NULL;

	if (!s)
		return;
	buffer_printf(out, "\n%-24s  %6s  %6s  %6s  %6s  %5s  %5s  %8s  %8s\n",
		"by device, time in %", "rows", "median", "90 %", "worst",
		"pick", "pick8", "spearman", "inside %");
	for (int64_t i = 0; i < s->n; ++i) {
		const struct value *r = &s->item[i];
		const struct value *time = value_get(r, "time");

		buffer_printf(out, "%-24s", text_at(r, "device"));
		add_number(out, 6, 0, validate_real(r, "n"));
		add_number(out, 6, 1, validate_real(time, "median"));
		add_number(out, 6, 1, validate_real(time, "p90"));
		add_number(out, 6, 1, validate_real(time, "max"));
		add_number(out, 5, 2, validate_real(r, "pick"));
		add_number(out, 5, 2, validate_real(r, "pick8"));
		add_number(out, 8, 2, validate_real(r, "spearman"));
		add_number(out, 8, 1, validate_real(r, "inside"));
		buffer_add_char(out, '\n');
	}
}

static void print(const struct object *o, struct buffer *out)
{
	const struct value *r = finding_record((const struct finding *) o);

	buffer_printf(out, "rows: %.0f, groups: %lld, device %s, model %s\n",
		validate_real(r, "rows"),
		(long long) value_length(value_get(r, "groups")),
		text_at(r, "device"), text_at(r, "model"));
	if (strcmp(text_at(r, "timed"), "events") != 0)
		buffer_printf(out, "times are those of the kernel alone%s\n",
			strcmp(text_at(r, "timed"), "both") == 0 ?
				", where the table says so" :
				"");
	add_reasons(out, r);
	buffer_add_char(out, '\n');
	add_metrics(out, r);
	add_intervals(out, r);
	add_devices(out, r);
	add_left_out(out, r);
	add_groups(out, r);
	add_ranking(out, r);
	add_pooled(out, r);
	add_worst(out, r);
	buffer_trim(out, '\n');
}

/* ---------------------------------------------------------------- object */

static void release(struct object *o)
{
	finding_free((struct finding *) o);
}

static const struct value *rows(const struct object *o)
{
	return finding_member((const struct finding *) o, "points");
}

static bool picture(struct diag *diag, struct loc loc, const struct object *o,
	struct picture *p)
{
	(void) diag;
	(void) loc;
	validate_picture(finding_record((const struct finding *) o), rows(o), 0,
		NULL, p);
	return true;
}

static const struct object_type validation_type = {
	.name = "validation",
	.release = release,
	.print = print,
	.rows = rows,
	.picture = picture,
	FINDING_METHODS,
};

struct value validate_value(struct value summary, struct value points)
{
	struct finding *f = memory_new(sizeof(*f));

	finding_init(f, &validation_type, NULL, NULL);
	f->record = summary;
	f->beside = value_record();
	value_set(&f->beside, "points", points);
	return value_object(&f->object);
}
