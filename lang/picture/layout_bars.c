/* Bars and cells: positions of bars, and numbers at the ends of bars, in the
 * parts of stacks and in cells, where they fit.
 */

#include <math.h>
#include <stdio.h>

#include "lang/picture/layout.h"

/* Bars per category that belong to the series before number "k". */
static int count_bars(const struct panel *panel, int k)
{
	int n = 0;

	for (int i = 0; i < k; ++i)
		n += panel->series[i]->kind == SERIES_BARS;
	return n;
}

bool layout_bar(const struct place *place, int k, int64_t i, struct bar *bar)
{
	const struct panel *panel = place->panel;
	const struct series *s = panel->series[k];
	double middle = s->point[i].x, width = 0.8;
	int n = count_bars(panel, panel->n_series);

	if (!layout_shows(panel, &s->point[i]))
		return false;
	bar->from = s->kind == SERIES_STACK ? layout_stacked(panel, k, i) :
		place->x.is_log		    ? place->x.lo :
					      0;
	bar->to = s->kind == SERIES_STACK ? bar->from + s->point[i].y :
					    s->point[i].y;
	/* a stack begins at 0, which has no place on a logarithmic axis */
	if (place->x.is_log)
		bar->from = fmax(bar->from, place->x.lo);
	if (s->kind == SERIES_BARS && n > 1) {
		middle += (count_bars(panel, k) + 0.5) * width / n - width / 2;
		width /= n;
	}
	if (s->kind == SERIES_OUTLINE)
		width = 0.9;
	bar->lo = middle - width / 2;
	bar->hi = middle + width / 2;
	return true;
}

int layout_bar_row(const struct place *place, int k, int64_t i)
{
	const struct series *s = place->panel->series[k];

	return layout_row(place, s->point[i].x) -
		(s->kind == SERIES_BARS ? count_bars(place->panel, k) : 0);
}

/* True if a small text at (x, y) lies in the box and covers no other. */
static bool has_room(const struct place *place, const struct canvas *c,
	double x, double y, const char *text)
{
	double end = x + layout_width(c, text) * LAYOUT_SMALL;

	for (int i = 0; i < place->n_label; ++i) {
		const struct label *l = &place->label[i];
		double w = layout_label_width(c, l);
		double start = l->anchor == TEXT_START ? l->x :
			l->anchor == TEXT_END	       ? l->x - w :
							 l->x - w / 2;

		if (fabs(l->y - y) < 0.8 * c->char_h && start < end &&
			start + w > x)
			return false;
	}
	return x >= place->box.x0 && end <= place->box.x1 + c->char_w;
}

/* Labels a bar: after its end, or in the middle of its part of a stack if that
 * is wide enough.
 */
static void label_bar(struct place *place, const struct canvas *c, int k,
	int64_t i)
{
	const struct series *s = place->panel->series[k];
	const char *text = s->point[i].label;
	double x0, x1, y;
	struct label *label;
	struct bar bar;

	if (!layout_bar(place, k, i, &bar))
		return;
	x0 = layout_x(place, bar.from);
	x1 = layout_x(place, bar.to);
	y = c->is_text ? layout_bar_row(place, k, i) + 0.5 :
			 layout_y(place, (bar.lo + bar.hi) / 2);
	if (isnan(x0) || isnan(x1) || isnan(y) ||
		(s->kind == SERIES_STACK &&
			fabs(x1 - x0) < layout_width(c, text) + c->char_w))
		return;
	if (s->kind == SERIES_STACK) {
		label = layout_add_label(&place->label, &place->n_label,
			(x0 + x1) / 2, y, TEXT_MIDDLE, text);
		if (!c->is_text)
			label->colour = layout_colour_on(
				layout_series_colour(place->panel, k));
		label->is_on_fill = true;
	} else {
		x1 = fmax(x0, x1);
		if (!c->is_text &&
			!has_room(place, c, x1 + c->char_w, y, text)) {
			++place->n_unsaid;
			return;
		}
		label = layout_add_label(&place->label, &place->n_label,
			c->is_text ? floor(x1 + 0.5) + 1 : x1 + c->char_w, y,
			TEXT_START, text);
	}
	label->look = LABEL_SMALL;
}

void layout_label_bars(struct place *place, const struct canvas *canvas, int k)
{
	const struct series *s = place->panel->series[k];

	for (int64_t i = 0; i < s->n_point; ++i)
		if (s->point[i].label)
			label_bar(place, canvas, k, i);
}

/* --------------------------------------------------------------- cells */

/* The width of the widest number of a cell.  On a terminal most have four
 * letters, and a longer one may touch the next.
 */
static double number_width(const struct cells *c, const struct canvas *canvas)
{
	double most = 0;
	char text[48];

	if (canvas->is_text)
		return 4.5;
	for (int64_t i = 0; i < c->n_x * c->n_y; ++i) {
		picture_figure(c->value[i], text, sizeof(text));
		most = fmax(most, layout_width(canvas, text) * LAYOUT_SMALL);
	}
	return most + 0.5 * canvas->char_w;
}

/* Numbers go into the middle of cells, if all of them fit. */
void layout_label_cells(struct place *place, const struct canvas *canvas)
{
	const struct cells *c = place->panel->cells;
	double w = fabs(layout_x(place, 1) - layout_x(place, 0));
	double h = fabs(layout_y(place, 1) - layout_y(place, 0));
	char text[48];

	if (!(h >= 0.9 * canvas->char_h && w >= number_width(c, canvas)))
		return;
	for (int64_t j = 0; j < c->n_y; ++j)
		for (int64_t i = 0; i < c->n_x; ++i) {
			double v = c->value[j * c->n_x + i];
			double x = layout_x(place, (double) i);
			double y = layout_y(place, (double) j);
			int rgb = layout_cell_colour(place, v);
			struct label *label;

			if (rgb < 0 || isnan(x) || isnan(y))
				continue;
			picture_figure(v, text, sizeof(text));
			label = layout_add_label(&place->label, &place->n_label,
				x, y, TEXT_MIDDLE, text);
			label->look = LABEL_SMALL;
			label->is_on_fill = true;
			label->colour = canvas->is_text ? rgb :
							  layout_colour_on(rgb);
		}
	place->has_numbers = true;
}
