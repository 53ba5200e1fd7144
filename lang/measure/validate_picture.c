/* Predicted against measured, a panel for each metric, as in figures 12 to
 * 25 of Ernst et al. 2022; colours by the shape of the block (its section
 * 5.1).
 */

#include <math.h>
#include <string.h>

#include "lang/measure/validate.h"
#include "lang/picture/picture.h"
#include "lang/value/table.h"

struct panel_of {
	const struct value *points; /* a table */
	const char *path;
	double scale; /* shown = in base units / scale */
	struct buffer unit;
	struct panel *panel;
};

static const struct value *both_at(const struct panel_of *p, int64_t i)
{
	return value_get(&p->points->u.sequence->item[i], p->path);
}

static double real_in(const struct panel_of *p, const struct value *v)
{
	return v && v->kind == VALUE_NUMBER ?
		number_to_double(&v->u.number) / p->scale :
		NAN;
}

static int colour_of(const struct value *row)
{
	const struct sequence *block = value_get(row, "block")->u.sequence;
	int64_t extent[3] = { 1, 1, 1 };

	for (int64_t i = 0; i < 3 && i < block->n; ++i)
		number_to_int(&block->item[i].u.number, &extent[i]);
	return picture_block_colour(extent);
}

/* The unit that suits the largest measured value. */
static void find_unit(struct panel_of *p)
{
	const struct number *like = NULL;
	double most = 0;

	for (int64_t i = 0; i < p->points->u.sequence->n; ++i) {
		const struct value *v = value_get(both_at(p, i), "measured");

		if (v->kind != VALUE_NUMBER)
			continue;
		like = like ? like : &v->u.number;
		most = fmax(most, fabs(number_to_double(&v->u.number)));
	}
	p->scale = like ? table_scale(like, most, &p->unit) : 1;
}

/* The time predicted from measured volumes, drawn below the points: its
 * remaining error comes from the limits, not from volumes.
 */
static void add_given(struct panel_of *p)
{
	struct series *s = picture_add_series(p->panel, SERIES_POINTS,
		"from measured volumes");

	s->colour = PICTURE_GREY;
	s->is_open = s->is_thin = true;
	for (int64_t i = 0; i < p->points->u.sequence->n; ++i) {
		const struct value *row = &p->points->u.sequence->item[i];
		double given = real_in(p, value_get(row, "time_from_measured"));

		if (!isnan(given))
			picture_add_point(s,
				real_in(p,
					value_get(both_at(p, i), "measured")),
				given);
	}
}

static void add_points(struct panel_of *p)
{
	struct series *s = picture_add_series(p->panel, SERIES_POINTS, NULL);

	for (int64_t i = 0; i < p->points->u.sequence->n; ++i) {
		const struct value *both = both_at(p, i);
		double measured = real_in(p, value_get(both, "measured"));
		double predicted = real_in(p, value_get(both, "predicted"));

		if (!isnan(measured) && !isnan(predicted))
			picture_add_labelled(s, measured, predicted, NULL,
				colour_of(&p->points->u.sequence->item[i]));
	}
}

/* In percent: of a measured volume of about 0 the digits say nothing. */
#define LARGE 1000.0

static void title(const struct value *summary, const char *path,
	struct buffer *out)
{
	const struct value *metrics = summary ? value_get(summary, "metrics") :
						NULL;
	const struct value *errors = metrics ? value_get(metrics, path) : NULL;
	const struct value *median = errors ? value_get(errors, "median") :
					      NULL;

	buffer_add(out, path);
	if (!median || median->kind != VALUE_NUMBER)
		return;
	if (number_to_double(&median->u.number) > LARGE)
		buffer_printf(out, ": median error above %.0f %%", LARGE);
	else
		buffer_printf(out, ": median error %.1f %%",
			number_to_double(&median->u.number));
}

static void add_panel(struct picture *picture, const struct value *summary,
	const struct value *points, const char *path)
{
	struct panel_of p = { .points = points, .path = path };
	struct buffer text = { 0 };

	title(summary, path, &text);
	p.panel = picture_add_panel(picture, text.text);
	buffer_free(&text);
	find_unit(&p);
	picture_set_axis(&p.panel->x, "measured", buffer_text(&p.unit), true);
	picture_set_axis(&p.panel->y, "predicted", buffer_text(&p.unit), true);
	p.panel->is_square = p.panel->has_diagonal = true;
	if (strcmp(path, "time") == 0)
		add_given(&p);
	add_points(&p);
	buffer_free(&p.unit);
}

static bool is_both(const struct value *v)
{
	return v && v->kind == VALUE_RECORD && value_get(v, "measured") &&
		value_get(v, "predicted");
}

static bool is_extents(const struct value *v)
{
	if (!v || v->kind != VALUE_TUPLE)
		return false;
	for (int64_t i = 0; i < v->u.sequence->n; ++i)
		if (v->u.sequence->item[i].kind != VALUE_NUMBER)
			return false;
	return true;
}

bool validate_is_points(const struct value *table)
{
	const struct sequence *rows = table->u.sequence;

	for (int64_t i = 0; i < rows->n; ++i) {
		bool any = false;

		if (!is_extents(value_get(&rows->item[i], "block")))
			return false;
		for (int k = 0; k < N_MEASURED; ++k)
			any |= is_both(value_get(&rows->item[i],
				measured_info[k].path));
		if (!any)
			return false;
	}
	return true;
}

static bool is_among(const char *path, int n, const char *const *paths)
{
	for (int i = 0; i < n; ++i)
		if (strcmp(path, paths[i]) == 0)
			return true;
	return n == 0;
}

void validate_picture(const struct value *summary, const struct value *points,
	int n, const char *const *path, struct picture *picture)
{
	const struct value *first = &points->u.sequence->item[0];

	for (int i = 0; i < N_MEASURED; ++i)
		if (is_both(value_get(first, measured_info[i].path)) &&
			is_among(measured_info[i].path, n, path))
			add_panel(picture, summary, points,
				measured_info[i].path);
	picture_set_text(&picture->note,
		"colours: blocks wide in x are red, in y green, in z blue");
}
