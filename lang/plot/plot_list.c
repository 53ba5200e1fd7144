/* Pictures of plain numbers: lists of numbers or pairs, and lists and records
 * of such lists.  All are collected first, because an axis has one unit.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/plot/plot.h"

#define SERIES_MOST 60

/* Most points of a picture: a thousand for each column of a wide screen.
 * Bounds the memory and time of drawing a range, which itself takes none.
 */
#define POINTS_MOST 1000000

struct lists {
	struct plot *plot;
	struct panel *panel;
	struct plot_unit x, y;
	int n_point;
	bool has_x;   /* pairs rather than single numbers */
	bool by_name; /* pairs of a name and a number */
};

static bool report_mixed(struct lists *l, const struct value *v)
{
	char got[80];

	value_describe(v, got, sizeof(got));
	diag_error(l->plot->diag, l->plot->loc, NULL,
		"plot needs numbers or pairs of numbers in a list, got %s",
		got);
	return false;
}

static bool report_units(struct lists *l)
{
	return diag_error(l->plot->diag, l->plot->loc, NULL,
		"numbers of different units cannot share an axis");
}

static bool add_number(struct lists *l, struct series *s, int64_t i,
	const struct value *v)
{
	if (!plot_unit_add(&l->y, &v->u.number))
		return report_units(l);
	picture_add_point(s, (double) i, number_to_double(&v->u.number));
	return true;
}

/* (x, y), (x, y, "label") or ("name", y) */
static bool add_pair(struct lists *l, struct series *s, const struct value *v)
{
	const struct sequence *pair = v->u.sequence;
	const struct value *item = pair->item;
	bool labelled = pair->n == 3 && item[2].kind == VALUE_STRING;
	bool named = item[0].kind == VALUE_STRING;

	if ((pair->n != 2 && !labelled) || item[1].kind != VALUE_NUMBER ||
		(!named && item[0].kind != VALUE_NUMBER) ||
		(l->panel->n_series + s->n_point > 1 && named != l->by_name))
		return report_mixed(l, v);
	l->by_name = named;
	l->has_x = true;
	if (!plot_unit_add(&l->y, &item[1].u.number) ||
		(!named && !plot_unit_add(&l->x, &item[0].u.number)))
		return report_units(l);
	if (named)
		picture_add_category(&l->panel->x, item[0].u.string->text);
	picture_add_labelled(s,
		named ? (double) s->n_point :
			number_to_double(&item[0].u.number),
		number_to_double(&item[1].u.number),
		labelled ? item[2].u.string->text : NULL, PICTURE_NEXT);
	return true;
}

static bool add_item(struct lists *l, struct series *s, int64_t i,
	const struct value *v)
{
	if (v->kind == VALUE_NUMBER && !l->has_x)
		return add_number(l, s, i, v);
	if (v->kind == VALUE_TUPLE && v->u.sequence->n >= 2 &&
		(l->has_x || (i == 0 && l->panel->n_series == 1)))
		return add_pair(l, s, v);
	return report_mixed(l, v);
}

static bool is_numbers(const struct value *v)
{
	return v->kind == VALUE_LIST || v->kind == VALUE_RANGE;
}

static bool add_list(struct lists *l, const char *name, const struct value *v)
{
	struct series *s;
	int64_t n = value_length(v);
	bool ok = true;

	if (l->panel->n_series == SERIES_MOST)
		return diag_error(l->plot->diag, l->plot->loc, NULL,
			"more than %d lines in one picture", SERIES_MOST);
	if (n > POINTS_MOST - l->n_point)
		return diag_error(l->plot->diag, l->plot->loc, NULL,
			"more than %d points in one picture", POINTS_MOST);
	l->n_point += (int) n;
	s = picture_add_series(l->panel, SERIES_LINE_POINTS, name);
	s->mark = (enum series_mark)((l->panel->n_series - 1) % N_MARK);
	for (int64_t i = 0; ok && i < n; ++i) {
		struct value item = value_item(v, i);

		ok = add_item(l, s, i, &item);
		value_free(&item);
	}
	return ok;
}

static bool add_lists(struct lists *l, const struct value *v)
{
	const struct sequence *s = v->u.sequence;
	struct buffer name = { 0 };
	bool ok = true;

	for (int64_t i = 0; ok && i < s->n; ++i) {
		buffer_free(&name);
		buffer_printf(&name, "[%lld]", (long long) i);
		ok = is_numbers(&s->item[i]) ?
			add_list(l, name.text, &s->item[i]) :
			report_mixed(l, &s->item[i]);
	}
	buffer_free(&name);
	return ok;
}

/* A record of numbers gives one bar each, a record of lists one line each. */
static bool add_record(struct lists *l, const struct value *v)
{
	const struct record *r = v->u.record;
	struct series *s = NULL;

	for (int i = 0; i < r->n; ++i) {
		const struct value *m = &r->member[i].value;

		if (is_numbers(m) && !s) {
			if (!add_list(l, r->member[i].name, m))
				return false;
			continue;
		}
		if (m->kind != VALUE_NUMBER || (!s && i > 0))
			return report_mixed(l, m);
		if (!s)
			s = picture_add_series(l->panel, SERIES_BARS, NULL);
		picture_add_category(&l->panel->x, r->member[i].name);
		if (!add_number(l, s, i, m))
			return false;
		l->by_name = true;
	}
	return true;
}

/* -------------------------------------------------------------- looks */

static bool is_sorted(const struct series *s)
{
	for (int64_t i = 0; i + 1 < s->n_point; ++i)
		if (!(s->point[i].x <= s->point[i + 1].x))
			return false;
	return true;
}

static enum series_kind kind_for(const struct lists *l, const struct series *s)
{
	switch (l->plot->kind) {
	case PLOT_LINES: return SERIES_LINE;
	case PLOT_POINTS: return SERIES_POINTS;
	case PLOT_BARS: return SERIES_BARS;
	case PLOT_STACK: return SERIES_STACK;
	case PLOT_AUTO:
	case PLOT_HEAT: break;
	}
	if (l->by_name)
		return SERIES_BARS;
	return !is_sorted(s)	? SERIES_POINTS :
		s->n_point > 40 ? SERIES_LINE :
				  SERIES_LINE_POINTS;
}

static void scale_points(struct lists *l)
{
	for (int k = 0; k < l->panel->n_series; ++k) {
		struct series *s = l->panel->series[k];

		for (int64_t i = 0; i < s->n_point; ++i) {
			s->point[i].y /= l->y.scale;
			if (l->has_x && !l->by_name)
				s->point[i].x /= l->x.scale;
		}
		s->kind = kind_for(l, s);
	}
}

static bool wants_log(const struct panel *panel, bool of_x)
{
	int64_t n = 0;
	double *v;
	bool wants;
	int k;

	for (k = 0; k < panel->n_series; ++k)
		n += panel->series[k]->n_point;
	v = memory_new((size_t) (n + 1) * sizeof(*v));
	for (n = 0, k = 0; k < panel->n_series; ++k)
		for (int64_t i = 0; i < panel->series[k]->n_point; ++i)
			v[n++] = of_x ? panel->series[k]->point[i].x :
					panel->series[k]->point[i].y;
	wants = plot_wants_log(v, n, of_x ? 16 : 100, of_x);
	free(v);
	return wants;
}

static bool is_empty(const struct panel *panel)
{
	for (int i = 0; i < panel->n_series; ++i)
		if (panel->series[i]->n_point > 0)
			return false;
	return true;
}

static bool finish(struct lists *l)
{
	struct panel *panel = l->panel;
	bool bars = l->by_name || l->plot->kind == PLOT_BARS ||
		l->plot->kind == PLOT_STACK;

	if (is_empty(panel))
		return diag_error(l->plot->diag, l->plot->loc, NULL,
			"there is nothing in it to plot");
	if (bars && l->has_x && !l->by_name)
		return diag_error(l->plot->diag, l->plot->loc, NULL,
			"bars need single numbers, or pairs of a name "
			"and a number");
	plot_unit_fix(&l->x);
	plot_unit_fix(&l->y);
	scale_points(l);
	picture_set_axis(&panel->x, NULL, buffer_text(&l->x.text),
		l->plot->log_given ?
			l->plot->log_x :
			l->has_x && !l->by_name && wants_log(panel, true));
	picture_set_axis(&panel->y, NULL, buffer_text(&l->y.text),
		l->plot->log_given ? l->plot->log_y :
				     !bars && wants_log(panel, false));
	for (int64_t i = 0;
		bars && !l->by_name && i < panel->series[0]->n_point; ++i) {
		struct buffer name = { 0 };

		buffer_printf(&name, "%lld", (long long) i);
		picture_add_category(&panel->x, name.text);
		buffer_free(&name);
	}
	if (!l->has_x && !bars) {
		picture_set_text(&panel->x.name, "index");
		panel->x.is_whole = true;
	}
	return true;
}

bool plot_list(struct plot *plot, const struct value *v)
{
	struct lists l = { .plot = plot };
	bool ok;

	l.panel = picture_add_panel(plot->picture, NULL);
	if (v->kind == VALUE_RECORD)
		ok = add_record(&l, v);
	else if (v->kind == VALUE_LIST && is_numbers(&v->u.sequence->item[0]))
		ok = add_lists(&l, v);
	else
		ok = add_list(&l, NULL, v);
	ok = ok && finish(&l);
	plot_unit_free(&l.x);
	plot_unit_free(&l.y);
	return ok;
}
