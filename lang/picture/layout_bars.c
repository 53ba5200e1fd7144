/* Numbers at the ends of bars, in stacks and in cells. */

#include <math.h>
#include <stdio.h>

#include "lang/picture/layout.h"

struct beside {
	struct place *place;
	const struct canvas *canvas;
};

/* The middle of bar "i" of a series on the canvas, across. */
static double bar_middle(const struct beside *t, int k, int64_t i)
{
	const struct panel *panel = t->place->panel;
	double category = panel->series[k]->point[i].x;
	int n = 0, before = 0, j;

	if (t->canvas->is_text) {
		for (j = 0; j < k; ++j)
			before += panel->series[j]->kind == SERIES_BARS;
		return layout_row(t->place, category) + 0.5 -
			(panel->series[k]->kind == SERIES_BARS ? before : 0);
	}
	for (j = 0; j < panel->n_series; ++j) {
		n += panel->series[j]->kind == SERIES_BARS;
		before += j < k && panel->series[j]->kind == SERIES_BARS;
	}
	if (panel->series[k]->kind == SERIES_BARS && n > 1)
		category += ((double) before + 0.5) * 0.8 / n - 0.4;
	return layout_y(t->place, category);
}

/* Behind the end of a bar; in the middle of a part of a stack, if it is
 * wide enough.
 */
static void label_bar(struct beside *t, int k, int64_t i)
{
	const struct series *s = t->place->panel->series[k];
	const struct canvas *c = t->canvas;
	double v = s->point[i].y, y = bar_middle(t, k, i), x0, x1;
	double base = s->kind == SERIES_STACK ?
		layout_stacked(t->place->panel, k, i) :
		t->place->x.is_log ? t->place->x.lo : 0;
	const char *text = s->point[i].label;
	double w = layout_width(c, text);
	struct label *label;

	x0 = layout_x(t->place, base);
	x1 = layout_x(t->place, s->kind == SERIES_STACK ? base + v : v);
	if (isnan(x0) || isnan(x1) || isnan(y) || (s->kind == SERIES_STACK &&
	    fabs(x1 - x0) < w + c->char_w))
		return;
	if (s->kind == SERIES_STACK) {
		label = layout_add_label(&t->place->label,
			&t->place->n_label, (x0 + x1) / 2, y, TEXT_MIDDLE,
			text);
		if (!c->is_text && layout_is_dark(layout_series_colour(
		    t->place->panel, k)))
			label->colour = 0xffffff;
	} else {
		x1 = fmax(x0, x1);
		label = layout_add_label(&t->place->label,
			&t->place->n_label, c->is_text ? floor(x1 + 0.5) + 1 :
			x1 + c->char_w, y, TEXT_START, text);
	}
	label->look = LABEL_SMALL;
}

void layout_label_bars(struct place *place, const struct canvas *canvas,
	int k)
{
	struct beside b = { place, canvas }, *t = &b;
	const struct series *s = t->place->panel->series[k];
	int64_t i;

	for (i = 0; i < s->n_point; ++i)
		if (s->point[i].label)
			label_bar(t, k, i);
}

/* --------------------------------------------------------------- cells */

/* The number of a cell in its middle, if all of them have room. */
void layout_label_cells(struct place *place, const struct canvas *canvas)
{
	struct beside b = { place, canvas }, *t = &b;
	const struct cells *c = t->place->panel->cells;
	double w = fabs(layout_x(t->place, c->dx) - layout_x(t->place, 0));
	double h = fabs(layout_y(t->place, c->dy) - layout_y(t->place, 0));
	int64_t i, j;
	char text[48];

	if (!(w >= 4.5 * t->canvas->char_w && h >= 0.9 * t->canvas->char_h))
		return;
	for (j = 0; j < c->n_y; ++j)
		for (i = 0; i < c->n_x; ++i) {
			double v = c->value[j * c->n_x + i];
			double x = layout_x(t->place, c->x0 +
				(double) i * c->dx);
			double y = layout_y(t->place, c->y0 +
				(double) j * c->dy);
			int rgb = layout_cell_colour(t->place, v);
			struct label *label;

			if (rgb < 0 || isnan(x) || isnan(y))
				continue;
			picture_figure(v, text, sizeof(text));
			label = layout_add_label(&t->place->label,
				&t->place->n_label, x, y, TEXT_MIDDLE, text);
			label->look = LABEL_SMALL;
			if (t->canvas->is_text)
				label->colour = rgb;
			else if (layout_is_dark(rgb))
				label->colour = 0xffffff;
		}
	t->place->has_numbers = true;
}
