/* fit(): fits the constants of model wsp to a table of measurements and shows
 * them with the errors before and after; or makes the table of intervals.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/finding.h"
#include "lang/base/memory.h"
#include "lang/base/statistics.h"
#include "lang/eval/builtin.h"
#include "lang/measure/intervals.h"
#include "lang/measure/refit.h"
#include "lang/measure/validate_question.h"

/* The parameters of the row in builtin.def. */
enum { INTERVALS = 4, FIRST_OPTION };

/* Significant digits of a constant: measurements do not determine more. */
#define DIGITS 3

static double rounded(double v)
{
	char text[32];

	snprintf(text, sizeof(text), "%.*g", DIGITS, v);
	return strtod(text, NULL);
}

/* --------------------------------------------------------------- record */

static const char *const stage_names[] = { "volumes", "time", "none" };

static struct value constants_list(const struct refit *before,
	const struct refit *after)
{
	struct value list = value_sequence(VALUE_LIST, N_FIT);

	for (int i = 0; i < N_FIT; ++i) {
		struct value r = value_record();

		value_set(&r, "name", value_text(fits[i].name));
		value_set(&r, "before",
			validate_figure(before->value[i], NULL));
		value_set(&r, "after", validate_figure(after->value[i], NULL));
		value_set(&r, "fitted_to",
			value_text(stage_names[after->stage[i]]));
		value_set(&r, "what", value_text(fits[i].what));
		list.u.sequence->item[i] = r;
	}
	return list;
}

/* Median and 90th percentile of the absolute errors, in percent. */
static void set_errors(struct value *r, const char *when, double *error, int n)
{
	struct value e = value_record();

	if (n > 0)
		statistics_sort(error, n);
	value_set(&e, "median",
		validate_figure(n ? statistics_quantile(error, n, 0.5) : NAN,
			NULL));
	value_set(&e, "p90",
		validate_figure(n ? statistics_quantile(error, n, 0.9) : NAN,
			NULL));
	value_set(r, when, e);
}

static bool errors_record(const struct validation *v, const struct refit *f,
	struct value *result)
{
	struct device dev = refit_device(f, &v->subject.device->dev);
	struct prediction *p = memory_new((size_t) v->n_row * sizeof(*p));
	double *before = memory_new((size_t) v->n_row * sizeof(double));
	double *after = memory_new((size_t) v->n_row * sizeof(double));
	char why[256];
	bool ok = true;

	for (int64_t i = 0; ok && i < v->n_row; ++i)
		ok = validate_row_predict(v, &v->row[i], &dev, &p[i], why) ||
			diag_error(v->ev->diag, v->loc, NULL, "%s", why);
	*result = value_record();
	for (int m = 0; ok && m < N_MEASURED; ++m) {
		struct value r;
		int n = 0;

		if (!v->table->has[m])
			continue;
		for (int64_t i = 0; i < v->n_row; ++i) {
			const struct validate_row *row = &v->row[i];

			if (isnan(row->measured[m]))
				continue;
			before[n] = 100 *
				fabs(validate_error(row, m,
					row->predicted.figure[m]));
			after[n++] = 100 *
				fabs(validate_error(row, m, p[i].figure[m]));
		}
		r = value_record();
		set_errors(&r, "before", before, n);
		set_errors(&r, "after", after, n);
		value_set(result, measured_info[m].path, r);
	}
	free(p);
	free(before);
	free(after);
	return ok;
}

static int n_determined(const struct refit *f)
{
	int n = 0;

	for (int i = 0; i < N_FIT; ++i)
		n += f->stage[i] != REFIT_UNKNOWN;
	return n;
}

static void add_constants(const struct refit *f, enum fit_scope scope,
	const char *title, struct buffer *out)
{
	for (int i = 0; i < N_FIT; ++i) {
		if (f->stage[i] == REFIT_UNKNOWN || fits[i].scope != scope)
			continue;
		if (title)
			buffer_printf(out, "    # %s\n", title);
		title = NULL;
		buffer_printf(out, "    fit.%s = %.*g\n", fits[i].name, DIGITS,
			f->value[i]);
	}
}

/* The fitted constants as a device in the language. */
static struct value device_text(const struct validation *v,
	const struct refit *f)
{
	const char *id = v->subject.device->dev.id;
	struct buffer out = { 0 };
	struct value text;

	buffer_printf(&out, "device %s_fitted : %s {\n", id, id);
	add_constants(f, FIT_FAMILY, "of the architecture", &out);
	add_constants(f, FIT_BOARD, "of the board", &out);
	buffer_printf(&out,
		"    source = \"wsp fit, %lld row%s of %lld "
		"kernel%s\"\n}",
		(long long) v->n_row, v->n_row == 1 ? "" : "s",
		(long long) v->n_kernel, v->n_kernel == 1 ? "" : "s");
	text = value_text(buffer_text(&out));
	buffer_free(&out);
	return text;
}

/* ----------------------------------------------------------- for a person */

static void print_constants(const struct value *r, struct buffer *out)
{
	const struct sequence *s = value_get(r, "constants")->u.sequence;

	buffer_printf(out, "\n%-20s  %8s  %8s  %-9s  %s\n", "constant",
		"before", "after", "fitted to", "what it is");
	for (int64_t i = 0; i < s->n; ++i) {
		const struct value *c = &s->item[i];

		buffer_printf(out, "%-20s  %8.4g  %8.4g  %-9s  %s\n",
			value_get(c, "name")->u.string->text,
			validate_real(c, "before"), validate_real(c, "after"),
			value_get(c, "fitted_to")->u.string->text,
			value_get(c, "what")->u.string->text);
	}
}

/* Prints a dash if nothing was measured. */
static void print_error(const struct value *errors, const char *name,
	struct buffer *out)
{
	double v = validate_real(errors, name);

	if (isnan(v))
		buffer_printf(out, "  %8s", "-");
	else
		buffer_printf(out, "  %8.1f", v);
}

static void print_errors(const struct value *r, struct buffer *out)
{
	const struct record *e = value_get(r, "errors")->u.record;

	buffer_printf(out, "\n%-20s  %8s  %8s  %8s  %8s\n", "error in %",
		"median", "after", "90 %", "after");
	for (int i = 0; i < e->n; ++i) {
		const struct value *before = value_get(&e->member[i].value,
			"before");
		const struct value *after = value_get(&e->member[i].value,
			"after");

		buffer_printf(out, "%-20s", e->member[i].name);
		print_error(before, "median", out);
		print_error(after, "median", out);
		print_error(before, "p90", out);
		print_error(after, "p90", out);
		buffer_add(out, "\n");
	}
}

static void print(const struct value *r, struct buffer *out)
{
	buffer_printf(out,
		"rows: %.0f, kernels: %.0f, device %s, fitted "
		"constants: %.0f, of which these rows determine %.0f\n",
		validate_real(r, "rows"), validate_real(r, "kernels"),
		value_get(r, "device")->u.string->text,
		validate_real(r, "parameters"), validate_real(r, "determined"));
	print_constants(r, out);
	print_errors(r, out);
	buffer_printf(out, "\n%s", value_get(r, "source")->u.string->text);
}

/* ----------------------------------------------------------------- call */

static bool answer(struct call *call, struct validation *v,
	struct value *result)
{
	struct refit before, after;
	struct value r, errors;
	struct buffer text = { 0 };

	if (!validate_one_device(v))
		return false;
	if (v->subject.options.model != MODEL_WSP)
		return diag_error(call->diag, call->loc, NULL,
			"only model wsp has fitted constants");
	refit_init(&before, &v->subject.device->dev);
	if (!refit_stages(v, &before))
		return false;
	after = before;
	if (!refit_solve(v, -1, &after))
		return false;
	for (int i = 0; i < N_FIT; ++i)
		if (after.stage[i] != REFIT_UNKNOWN)
			after.value[i] = rounded(after.value[i]);
	if (!errors_record(v, &after, &errors)) {
		value_free(&errors);
		return false;
	}
	r = value_record();
	value_set(&r, "rows", value_int(v->n_row));
	value_set(&r, "kernels", value_int(v->n_kernel));
	value_set(&r, "device", value_text(v->subject.device->dev.id));
	value_set(&r, "parameters", value_int(N_FIT));
	value_set(&r, "determined", value_int(n_determined(&after)));
	value_set(&r, "constants", constants_list(&before, &after));
	value_set(&r, "errors", errors);
	value_set(&r, "source", device_text(v, &after));
	print(&r, &text);
	*result = finding_value(FINDING_FIT, &text, r);
	return true;
}

/* The table of intervals for the current constants. */
static bool answer_intervals(struct validation *v, struct value *result)
{
	struct buffer text = { 0 };
	bool ok;

	if (!validate_leave_out(v))
		return false;
	ok = intervals_print(v, &text) ||
		diag_error(v->ev->diag, v->loc, NULL,
			"no intervals: they need three kernels or more, and "
			"reach no farther than a factor of %d",
			INTERVALS_FARTHEST);
	if (ok)
		*result = value_text(buffer_text(&text));
	buffer_free(&text);
	return ok;
}

DEFINE_BUILTIN(fit)
{
	struct measured_table table;
	struct validation v;
	bool ok, intervals;

	if (call->eval->checking) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (!call_bool(call, INTERVALS, false, &intervals) ||
		!validate_question(call, FIRST_OPTION, true, &table, &v))
		return false;
	ok = intervals ? answer_intervals(&v, result) :
			 answer(call, &v, result);
	validate_answered(&v, &table);
	return ok;
}
