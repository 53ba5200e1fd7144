/* Chooses the maker that draws a value, by its kind; also units and
 * logarithmic axes, which all makers choose in the same way.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/base/memory.h"
#include "lang/base/statistics.h"
#include "lang/device/device.h"
#include "lang/measure/validate.h"
#include "lang/plot/plot.h"
#include "lang/roofline/roof.h"
#include "lang/value/table.h"

/* Most panels from a list of objects that draw themselves.  More would be too
 * small to read on a page.
 */
#define PICTURES_MOST 12

bool plot_unit_add(struct plot_unit *unit, const struct number *n)
{
	double v = fabs(number_to_double(n));

	if (unit->any && !dim_equal(unit->like.dim, n->dim))
		return false;
	if (!unit->any)
		unit->like = *n;
	unit->any = true;
	if (isfinite(v) && v > unit->most)
		unit->most = v;
	return true;
}

void plot_unit_fix(struct plot_unit *unit)
{
	unit->scale = unit->any ?
		table_scale(&unit->like, unit->most, &unit->text) :
		1;
}

void plot_unit_free(struct plot_unit *unit)
{
	buffer_free(&unit->text);
}

static int unique(double *sorted, int n)
{
	int kept = 0;

	for (int i = 0; i < n; ++i)
		if (kept == 0 || sorted[i] != sorted[kept - 1])
			sorted[kept++] = sorted[i];
	return kept;
}

bool plot_wants_log(const double *v, int64_t n, double span, bool by_factors)
{
	double *sorted = memory_new((size_t) (n + 1) * sizeof(*sorted));
	int n_sorted = 0, n_even = 0, n_growing = 0;
	bool is_positive = true, wants;

	for (int i = 0; i < n; ++i) {
		is_positive &= !(v[i] <= 0);
		if (isfinite(v[i]))
			sorted[n_sorted++] = v[i];
	}
	statistics_sort(sorted, n_sorted);
	n_sorted = unique(sorted, n_sorted);
	for (int i = 0; i + 2 < n_sorted; ++i) {
		double a = sorted[i + 1] - sorted[i];
		double b = sorted[i + 2] - sorted[i + 1];

		n_growing += b > 1.3 * a;
		n_even += b <= 1.3 * a;
	}
	wants = is_positive && n_sorted > 2 &&
		sorted[n_sorted - 1] >= span * sorted[0] &&
		(!by_factors || n_growing > n_even);
	free(sorted);
	return wants;
}

static bool draws_itself(const struct value *v)
{
	return v->kind == VALUE_OBJECT && v->u.object->type->picture;
}

static bool plot_object(struct plot *plot, const struct value *v)
{
	return v->u.object->type->picture(plot->diag, plot->loc, v->u.object,
		plot->picture);
}

static bool plot_answer(struct plot *plot, const struct value *v)
{
	const struct report *r = &answer_of(v)->report;

	return plot_reports(plot, 1, &r);
}

static bool plot_answers(struct plot *plot, const struct sequence *s)
{
	const struct report **r = memory_new((size_t) s->n * sizeof(*r));
	bool ok;

	for (int64_t i = 0; i < s->n; ++i)
		r[i] = &answer_of(&s->item[i])->report;
	ok = plot_reports(plot, (int) s->n, r);
	free(r);
	return ok;
}

static bool plot_objects(struct plot *plot, const struct sequence *s)
{
	if (s->n > PICTURES_MOST)
		return diag_error(plot->diag, plot->loc, NULL,
			"%lld pictures in one; the limit is %d",
			(long long) s->n, PICTURES_MOST);
	for (int64_t i = 0; i < s->n; ++i)
		if (!plot_object(plot, &s->item[i]))
			return false;
	picture_share_axes(plot->picture);
	return true;
}

static bool all_are(const struct sequence *s, bool (*is)(const struct value *v))
{
	for (int64_t i = 0; i < s->n; ++i)
		if (!is(&s->item[i]))
			return false;
	return s->n > 0;
}

static bool is_answer(const struct value *v)
{
	return answer_of(v) != NULL;
}

/* Draws the points of a validation, or some of them. */
static bool plot_points(struct plot *plot, const struct value *v)
{
	validate_picture(NULL, v, plot->n_y, plot->y, plot->picture);
	return plot->picture->n_panel > 0 ||
		diag_error(plot->diag, plot->y_loc, NULL,
			"'%s' was not measured", plot->y[0]);
}

static bool report_kind(struct plot *plot, const struct value *v)
{
	char got[80];

	value_describe(v, got, sizeof(got));
	diag_error(plot->diag, plot->loc, NULL, "there is no picture of %s",
		got);
	diag_note(plot->diag,
		"plot draws reports, devices, tables of rank and sweep, "
		"validations, lists of numbers or of pairs of numbers, and "
		"records of such lists");
	return false;
}

/* False, with an error, if columns are given for something that is not a
 * table.
 */
static bool has_no_columns(struct plot *plot, bool takes_y)
{
	const char *x = *plot->x ? plot->x : NULL;
	const char *y = plot->n_y > 0 && !takes_y ? plot->y[0] : NULL;

	return (!x && !y) ||
		diag_error(plot->diag, x ? plot->x_loc : plot->y_loc, NULL,
			"only a table has columns such as '%s'", x ? x : y);
}

/* False, with an error, if options are given for a value that has only one
 * picture.
 */
static bool is_as_it_is(struct plot *plot, bool takes_y)
{
	if (!has_no_columns(plot, takes_y))
		return false;
	if (plot->kind == PLOT_AUTO && !plot->log_given)
		return true;
	return diag_error(plot->diag,
		plot->kind != PLOT_AUTO ? plot->kind_loc : plot->log_loc, NULL,
		"this value has only one picture: kind and log are for numbers "
		"and tables");
}

static bool is_list(struct plot *plot)
{
	if (!has_no_columns(plot, false))
		return false;
	return plot->kind != PLOT_HEAT ||
		diag_error(plot->diag, plot->kind_loc, NULL,
			"a heat map needs a table");
}

static bool is_board(const struct value *v)
{
	return device_of(v) && !isnan(device_of(v)->dev.sm_count);
}

/* Devices alone: the ceilings of the classic roofline, in one panel. */
static bool plot_devices(struct plot *plot, int64_t n, const struct value *v)
{
	struct value roof = roof_devices(ROOFLINE_CLASSIC, n, v);
	bool ok = plot_object(plot, &roof);

	value_free(&roof);
	return ok;
}

bool plot_value(struct plot *plot, const struct value *v)
{
	int64_t n = value_length(v);
	bool is_sequence = v->kind == VALUE_LIST || v->kind == VALUE_TUPLE;

	if (answer_of(v))
		return is_as_it_is(plot, false) && plot_answer(plot, v);
	if (draws_itself(v))
		return is_as_it_is(plot, false) && plot_object(plot, v);
	if (is_board(v))
		return is_as_it_is(plot, false) && plot_devices(plot, 1, v);
	if (v->kind == VALUE_STRING || n < 0)
		return report_kind(plot, v);
	if (n == 0)
		return diag_error(plot->diag, plot->loc, NULL,
			"there is nothing in it to plot");
	if (is_sequence && all_are(v->u.sequence, is_answer))
		return is_as_it_is(plot, false) &&
			plot_answers(plot, v->u.sequence);
	if (is_sequence && n <= PICTURES_MOST &&
		all_are(v->u.sequence, is_board))
		return is_as_it_is(plot, false) &&
			plot_devices(plot, n, v->u.sequence->item);
	if (is_sequence && all_are(v->u.sequence, draws_itself))
		return is_as_it_is(plot, false) &&
			plot_objects(plot, v->u.sequence);
	if (table_is(v) && validate_is_points(v))
		return is_as_it_is(plot, true) && plot_points(plot, v);
	if (table_is(v))
		return plot_table(plot, v);
	return is_list(plot) && plot_list(plot, v);
}
