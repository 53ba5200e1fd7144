/* The data of a panel, and the command that plots it. */

#include <math.h>
#include <stdlib.h>

#include "lang/picture/gnuplot.h"

/* A mid grey can be read on dark and on light terminals. */
#define TERMINAL_INK	0x9e9e9e
#define PAPER_INK	0x222222

struct plotter {
	const struct place *place;
	const struct canvas *canvas;
	enum gnuplot_target target;
	int *n_data;
	struct buffer *data;		/* blocks, first in the script */
	struct buffer command;		/* what plots them */
};

static void begin_data(struct plotter *p)
{
	buffer_printf(p->data, "$d%d << END\n", ++*p->n_data);
}

static void end_data(struct plotter *p)
{
	buffer_add(p->data, "END\n");
}

/* Start of one more thing to plot: `, $d1 using ...` */
static void add_plot(struct plotter *p, const char *using)
{
	buffer_add(&p->command, p->command.len ? ", \\\n  " : "plot ");
	buffer_printf(&p->command, "$d%d using %s", *p->n_data, using);
}

static bool can_show(double v, bool is_log)
{
	return isfinite(v) && fabs(v) < 1e290 && (!is_log || v > 1e-290);
}

static bool shows(const struct plotter *p, const struct picture_point *q)
{
	const struct panel *panel = p->place->panel;

	return can_show(q->x, panel->x.is_log && !panel->x.n_category) &&
		can_show(q->y, panel->y.is_log && !panel->y.n_category);
}

static int point_colour(const struct plotter *p, int k,
	const struct picture_point *q)
{
	int rgb = q->colour == PICTURE_NEXT ?
		layout_series_colour(p->place->panel, k) :
		layout_colour(q->colour, 0);

	if (rgb != PICTURE_INK)
		return rgb;
	return p->canvas->is_text ? TERMINAL_INK : PAPER_INK;
}

static bool has_own_colours(const struct series *s)
{
	int64_t i;

	for (i = 0; i < s->n_point; ++i)
		if (s->point[i].colour != PICTURE_NEXT)
			return true;
	return false;
}

/* -------------------------------------------------------- lines, marks */

/* Points of a series; a gap where one cannot be shown. */
static void add_points(struct plotter *p, int k)
{
	const struct series *s = p->place->panel->series[k];
	bool coloured = has_own_colours(s);
	int64_t i;

	begin_data(p);
	for (i = 0; i < s->n_point; ++i) {
		const struct picture_point *q = &s->point[i];

		if (!shows(p, q)) {
			buffer_add_char(p->data, '\n');
			continue;
		}
		buffer_printf(p->data, "%.9g %.9g", q->x, q->y);
		if (coloured)
			buffer_printf(p->data, " %d", point_colour(p, k, q));
		buffer_add_char(p->data, '\n');
	}
	end_data(p);
}

static void plot_line(struct plotter *p, int k, const char *with)
{
	const struct series *s = p->place->panel->series[k];

	add_plot(p, "1:2");
	buffer_printf(&p->command, " with %s linewidth %s dashtype %d", with,
		s->is_thin ? "1" : "2", s->dash == DASH_SOLID ? 1 :
		s->dash == DASH_DASHED ? 2 : 3);
	gnuplot_colour(&p->command, "linecolor",
		layout_series_colour(p->place->panel, k), p->target);
}

static void plot_marks(struct plotter *p, int k)
{
	static const int open[N_MARK] = { 6, 4, 8, 12, 10, 14 };
	const struct series *s = p->place->panel->series[k];
	bool coloured = has_own_colours(s);

	add_plot(p, coloured ? "1:2:3" : "1:2");
	if (p->canvas->is_text)
		buffer_printf(&p->command, " with points pointtype '%s'",
			gnuplot_mark(s->mark, s->is_open));
	else
		buffer_printf(&p->command, " with points pointtype %d "
			"pointsize %s", open[s->mark % N_MARK] +
			(s->is_open ? 0 : 1), s->n_point > 300 ? "0.5" :
			s->is_thin || s->n_point > 60 ? "0.6" : "0.9");
	if (coloured)
		buffer_add(&p->command, " linecolor rgb variable");
	else
		gnuplot_colour(&p->command, "linecolor",
			layout_series_colour(p->place->panel, k), p->target);
}

static void plot_area(struct plotter *p, int k)
{
	if (!p->canvas->is_text) {
		add_plot(p, "1:2");
		buffer_add(&p->command, " with filledcurves x1 fillstyle "
			"transparent solid 0.35 noborder");
		gnuplot_colour(&p->command, "fillcolor",
			layout_series_colour(p->place->panel, k), p->target);
	}
	plot_line(p, k, "lines");
}

static void plot_arrows(struct plotter *p, int k)
{
	const struct series *s = p->place->panel->series[k];
	int64_t i;

	begin_data(p);
	for (i = 0; i + 1 < s->n_point; i += 2)
		if (shows(p, &s->point[i]) && shows(p, &s->point[i + 1]))
			buffer_printf(p->data, "%.9g %.9g %.9g %.9g\n",
				s->point[i].x, s->point[i].y,
				s->point[i + 1].x - s->point[i].x,
				s->point[i + 1].y - s->point[i].y);
	end_data(p);
	add_plot(p, "1:2:3:4");
	buffer_printf(&p->command, " with vectors %s linewidth 0.8",
		p->canvas->is_text ? "nohead" :
		"head filled size screen 0.008, 20");
	gnuplot_colour(&p->command, "linecolor",
		layout_series_colour(p->place->panel, k), p->target);
}

/* ---------------------------------------------------------------- bars */

/* Where a bar starts and ends along the axis, and across. */
struct bar {
	double from, to, lo, hi;
};

static bool find_bar(const struct plotter *p, int k, int64_t i,
	struct bar *bar)
{
	const struct panel *panel = p->place->panel;
	const struct series *s = panel->series[k];
	double category = s->point[i].x, width = 0.8;
	int n = 0, before = 0, j;

	if (!shows(p, &s->point[i]))
		return false;
	bar->from = s->kind == SERIES_STACK ?
		layout_stacked(panel, k, i) : p->place->x.is_log ?
		p->place->x.lo : 0;
	bar->to = s->kind == SERIES_STACK ? bar->from + s->point[i].y :
		s->point[i].y;
	for (j = 0; j < panel->n_series; ++j) {
		n += panel->series[j]->kind == SERIES_BARS;
		before += j < k && panel->series[j]->kind == SERIES_BARS;
	}
	if (s->kind == SERIES_BARS && n > 1) {
		category += (before + 0.5) * 0.8 / n - 0.4;
		width = 0.8 / n;
	}
	if (s->kind == SERIES_OUTLINE)
		width = 0.9;
	bar->lo = category - width / 2;
	bar->hi = category + width / 2;
	return true;
}

static void plot_bars(struct plotter *p, int k)
{
	const struct series *s = p->place->panel->series[k];
	bool coloured = has_own_colours(s);
	struct bar bar;
	int64_t i;

	begin_data(p);
	for (i = 0; i < s->n_point; ++i) {
		if (!find_bar(p, k, i, &bar))
			continue;
		buffer_printf(p->data, "%.9g %.9g %.9g %.9g %.9g %.9g",
			(bar.from + bar.to) / 2, (bar.lo + bar.hi) / 2,
			bar.from, bar.to, bar.lo, bar.hi);
		if (coloured)
			buffer_printf(p->data, " %d",
				point_colour(p, k, &s->point[i]));
		buffer_add_char(p->data, '\n');
	}
	end_data(p);
	add_plot(p, coloured ? "1:2:3:4:5:6:7" : "1:2:3:4:5:6");
	if (s->kind == SERIES_OUTLINE)
		buffer_add(&p->command, " with boxxyerror fillstyle empty "
			"border linewidth 1 linecolor rgb '#222222'");
	else if (coloured)
		buffer_add(&p->command,
			" with boxxyerror linecolor rgb variable");
	else {
		buffer_add(&p->command, " with boxxyerror");
		gnuplot_colour(&p->command, "linecolor",
			layout_series_colour(p->place->panel, k), p->target);
	}
}

/* --------------------------------------------- fillings of a terminal */

/* One character, at a column and line of the canvas. */
static void fill(struct plotter *p, int column, int row, int rgb)
{
	const struct box *b = &p->place->box;
	double x = column + 0.5, y = row + 0.5;

	if (x < b->x0 || x > b->x1 || y < b->y0 || y > b->y1)
		return;
	buffer_printf(p->data, "%.9g %.9g", layout_to_x(p->place, x),
		layout_to_y(p->place, y));
	if (rgb >= 0)
		buffer_printf(p->data, " %d", rgb);
	buffer_add_char(p->data, '\n');
}

static void plot_filling(struct plotter *p, const char *letter, int rgb)
{
	add_plot(p, rgb < 0 && rgb != PICTURE_INK ? "1:2:3" : "1:2");
	buffer_printf(&p->command, " with points pointtype '%s'", letter);
	if (rgb < 0 && rgb != PICTURE_INK)
		buffer_add(&p->command, " linecolor rgb variable");
	else
		gnuplot_colour(&p->command, "linecolor", rgb, p->target);
}

static void fill_bar(struct plotter *p, int k, int64_t i)
{
	const struct panel *panel = p->place->panel;
	int row = layout_row(p->place, panel->series[k]->point[i].x);
	int rgb = has_own_colours(panel->series[k]) ?
		point_colour(p, k, &panel->series[k]->point[i]) : -1;
	struct bar bar;
	int from, to, j;

	if (!find_bar(p, k, i, &bar))
		return;
	for (j = 0; j < k; ++j)
		row -= panel->series[k]->kind == SERIES_BARS &&
			panel->series[j]->kind == SERIES_BARS;
	from = (int) floor(layout_x(p->place, fmin(bar.from, bar.to)) + 0.5);
	to = (int) floor(layout_x(p->place, fmax(bar.from, bar.to)) + 0.5);
	if (panel->series[k]->kind == SERIES_OUTLINE)
		fill(p, to, row, rgb);
	else
		for (j = from; j < to; ++j)
			fill(p, j, row, rgb);
}

static void plot_bars_as_text(struct plotter *p, int k)
{
	const struct series *s = p->place->panel->series[k];
	int64_t i;

	begin_data(p);
	for (i = 0; i < s->n_point; ++i)
		fill_bar(p, k, i);
	end_data(p);
	plot_filling(p, s->kind == SERIES_OUTLINE ? "|" :
		gnuplot_filling(k, p->target), has_own_colours(s) ? -1 :
		layout_series_colour(p->place->panel, k));
}

/* --------------------------------------------------------------- cells */

static double cell_at(const struct plotter *p, int column, int row)
{
	const struct cells *c = p->place->panel->cells;
	double i = floor((layout_to_x(p->place, column + 0.5) - c->x0) /
		c->dx + 0.5);
	double j = floor((layout_to_y(p->place, row + 0.5) - c->y0) / c->dy +
		0.5);

	if (i < 0 || i >= (double) c->n_x || j < 0 || j >= (double) c->n_y)
		return NAN;
	return c->value[(int64_t) j * c->n_x + (int64_t) i];
}

/* All characters with a cell of the category, or of any if it is -1, or
 * where the scale of colours is between "lo" and "hi".
 */
static void fill_cells(struct plotter *p, int category, double lo, double hi)
{
	const struct box *b = &p->place->box;
	const struct scale *s = &p->place->colour;
	int column, row;

	for (row = (int) b->y0 + 1; row < (int) b->y1; ++row)
		for (column = (int) b->x0 + 1; column < (int) b->x1;
		     ++column) {
			double v = cell_at(p, column, row), part;
			int rgb = layout_cell_colour(p->place, v);

			if (rgb < 0)
				continue;
			part = s->is_log ? log(v / s->lo) /
				log(s->hi / s->lo) :
				(v - s->lo) / (s->hi - s->lo);
			if (category >= 0 ? (int) v == category :
			    part >= lo && part < hi)
				fill(p, column, row, rgb);
		}
}

static void plot_cells_as_text(struct plotter *p)
{
	static const char *const shades[] = { "\xe2\x96\x91", "\xe2\x96\x92",
		"\xe2\x96\x93", "\xe2\x96\x88" };
	const struct cells *c = p->place->panel->cells;
	bool coloured = p->target == GNUPLOT_TERMINAL_COLOUR;
	int i;

	if (p->place->has_numbers)
		return;
	for (i = 0; i < c->n_category; ++i) {
		begin_data(p);
		fill_cells(p, i, 0, 0);
		end_data(p);
		plot_filling(p, gnuplot_filling(i, p->target), -1);
	}
	for (i = 0; c->n_category == 0 && i < (coloured ? 1 : 4); ++i) {
		begin_data(p);
		if (coloured)
			fill_cells(p, -1, 0, 2);
		else
			fill_cells(p, -1, i / 4.0, i == 3 ? 2 : (i + 1) / 4.0);
		end_data(p);
		plot_filling(p, coloured ? shades[3] : shades[i], -1);
	}
}

/* A run of equal cells is one rectangle. */
static void plot_cells(struct plotter *p)
{
	const struct cells *c = p->place->panel->cells;
	bool few = c->n_x * c->n_y <= 2500 && c->n_category == 0;
	int64_t i, j, n;

	begin_data(p);
	for (j = 0; j < c->n_y; ++j)
		for (i = 0; i < c->n_x; i += n) {
			double v = c->value[j * c->n_x + i];
			int rgb = layout_cell_colour(p->place, v);
			double x = c->x0 + ((double) i - 0.5) * c->dx;
			double y = c->y0 + ((double) j - 0.5) * c->dy;

			for (n = 1; !few && i + n < c->n_x &&
			     c->value[j * c->n_x + i + n] == v; )
				++n;
			if (rgb < 0)
				continue;
			buffer_printf(p->data,
				"%.9g %.9g %.9g %.9g %.9g %.9g ",
				x + (double) n * c->dx / 2, y + c->dy / 2,
				x, x + (double) n * c->dx, y, y + c->dy);
			buffer_printf(p->data, c->n_category ? "%.0f\n" :
				"%.9g\n", c->n_category ? (double) rgb : v);
		}
	end_data(p);
	add_plot(p, "1:2:3:4:5:6:7");
	buffer_printf(&p->command, " with boxxyerror linewidth %s linecolor "
		"%s fillstyle solid 1 border%s", few ? "1" : "0.4",
		c->n_category ? "rgb variable" : "palette",
		few ? " linecolor rgb 'white'" : "");
}

/* --------------------------------------------------------------- panel */

static void plot_diagonal(struct plotter *p)
{
	const struct scale *x = &p->place->x, *y = &p->place->y;
	double lo = fmax(x->lo, y->lo), hi = fmin(x->hi, y->hi);

	if (lo >= hi)
		return;
	begin_data(p);
	buffer_printf(p->data, "%.9g %.9g\n%.9g %.9g\n", lo, lo, hi, hi);
	end_data(p);
	add_plot(p, "1:2");
	buffer_add(&p->command, " with lines linewidth 1");
	gnuplot_colour(&p->command, "linecolor", 0x999999, p->target);
}

static void plot_series(struct plotter *p, int k)
{
	const struct series *s = p->place->panel->series[k];

	switch (s->kind) {
	case SERIES_LINE:
	case SERIES_STEPS:
		add_points(p, k);
		plot_line(p, k, s->kind == SERIES_LINE ? "lines" : "steps");
		break;
	case SERIES_POINTS:
		add_points(p, k);
		plot_marks(p, k);
		break;
	case SERIES_LINE_POINTS:
		add_points(p, k);
		plot_line(p, k, "lines");
		plot_marks(p, k);
		break;
	case SERIES_AREA:
		add_points(p, k);
		plot_area(p, k);
		break;
	case SERIES_ARROWS:
		plot_arrows(p, k);
		break;
	case SERIES_BARS:
	case SERIES_STACK:
	case SERIES_OUTLINE:
		if (p->canvas->is_text)
			plot_bars_as_text(p, k);
		else
			plot_bars(p, k);
		break;
	}
}

void gnuplot_plot(const struct place *place, const struct canvas *canvas,
	enum gnuplot_target target, int *n_data, struct buffer *out)
{
	struct plotter p = { place, canvas, target, n_data, out, { 0 } };
	int k;

	if (place->panel->cells && canvas->is_text)
		plot_cells_as_text(&p);
	else if (place->panel->cells)
		plot_cells(&p);
	if (place->panel->has_diagonal)
		plot_diagonal(&p);
	for (k = 0; k < place->panel->n_series; ++k)
		plot_series(&p, k);
	if (p.command.len == 0)
		buffer_add(&p.command, "plot NaN");
	buffer_add(out, buffer_text(&p.command));
	buffer_add_char(out, '\n');
	buffer_free(&p.command);
}
