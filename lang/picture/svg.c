/* Pictures as SVG: one element per part of a layout, painted from back to
 * front: grid, cells and bars, lines, texts, marks.
 *
 * Colours are CSS classes, so that one style sheet serves light and dark
 * pages; shapes use currentColor.  Nothing has an id, so several pictures can
 * be in one HTML page.  Tooltips (<title>) show the numbers of marks, bars and
 * cells.  Coordinates are rounded to tenths of a pixel, so that rounding
 * errors of a figure do not change the file.
 */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lang/picture/draw.h"

#define TICK	    5.0 /* length of a tick, in pixels */
#define MARK	    4.2 /* radius of a mark, and of small ones */
#define SMALL_MARK  2.8
#define STRIP_STEPS 48 /* colours drawn for the colour scale */

struct svg {
	const struct layout *l;
	const struct place *place;
	struct buffer *out;
};

/* The style of light pages, then the differences on dark ones. */
static const char style[] =
	"<style>"
	"text{fill:currentColor}"
	".paper,.o{fill:#fff}.o{fill-opacity:.6}"
	".k{color:#222}.g{color:#999}.t{color:#555}"
	".grid{stroke:#e6e6e6;fill:none}.axis{stroke:#666;fill:none}"
	".m{fill:currentColor;stroke:#fff;stroke-width:.7}"
	".h{paint-order:stroke;stroke:#fff;stroke-width:3;"
	"stroke-linejoin:round}"
	"%s@media(prefers-color-scheme:dark){"
	".paper,.o{fill:#15181c}"
	".k{color:#e4e4e4}.g{color:#8c8c8c}.t{color:#b0b0b0}"
	".grid{stroke:#2c3036}.axis{stroke:#999}"
	".m{stroke:#15181c}.h{stroke:#15181c}%s}</style>\n";

/* --------------------------------------------------------------- pieces */

static void add_number(struct buffer *out, double v)
{
	char text[64];
	size_t n = (size_t) snprintf(text, sizeof(text), "%.1f", v);

	if (n > 2 && strcmp(text + n - 2, ".0") == 0)
		text[n - 2] = '\0';
	buffer_add(out, strcmp(text, "-0") == 0 ? "0" : text);
}

/* ` name="v"` */
static void add_attribute(struct svg *s, const char *name, double v)
{
	buffer_printf(s->out, " %s=\"", name);
	add_number(s->out, v);
	buffer_add_char(s->out, '"');
}

/* The canvas counts y from its lower left corner, SVG from the upper left. */
static double flip(const struct svg *s, double y)
{
	return s->l->canvas.height - y;
}

/* A path command: "M1 2" or "L1 2". */
static void add_step(struct svg *s, char letter, double x, double y)
{
	buffer_add_char(s->out, letter);
	add_number(s->out, x);
	buffer_add_char(s->out, ' ');
	add_number(s->out, flip(s, y));
}

static void add_text(struct buffer *out, const char *text)
{
	char letter[PICTURE_LETTER];

	while (picture_letter(&text, letter))
		buffer_add(out,
			*letter == '<'	       ? "&lt;" :
				*letter == '>' ? "&gt;" :
				*letter == '&' ? "&amp;" :
						 letter);
}

/* The class of a colour after another class, or the colour itself. */
static void add_class(struct svg *s, const char *other, int rgb)
{
	int i;

	for (i = 0; i < PICTURE_COLOURS; ++i)
		if (layout_palette[i] == rgb)
			break;
	if (rgb == PICTURE_INK)
		buffer_printf(s->out, " class=\"%sk\"", other);
	else if (rgb == 0x999999)
		buffer_printf(s->out, " class=\"%sg\"", other);
	else if (i < PICTURE_COLOURS)
		buffer_printf(s->out, " class=\"%sc%d\"", other, i);
	else {
		if (*other)
			buffer_printf(s->out, " class=\"%.1s\"", other);
		buffer_printf(s->out, " color=\"#%06x\"", (unsigned) rgb);
	}
}

static void add_box(struct svg *s, double x0, double y0, double x1, double y1)
{
	add_attribute(s, "x", fmin(x0, x1));
	add_attribute(s, "y", flip(s, fmax(y0, y1)));
	add_attribute(s, "width", fabs(x1 - x0));
	add_attribute(s, "height", fabs(y1 - y0));
}

/* "3.5 ms", or the name of a category. */
static void add_value(struct buffer *out, const struct axis *axis, double v)
{
	char number[48];

	if (v >= 0 && v < axis->n_category) {
		add_text(out, axis->category[(int) v]);
		return;
	}
	picture_figure(v, number, sizeof(number));
	buffer_add(out, number);
	if (axis->unit && *axis->unit) {
		buffer_add_char(out, ' ');
		add_text(out, axis->unit);
	}
}

/* The tooltip of a point: "name: x, y". */
static void add_point_title(struct svg *s, const struct series *series,
	int64_t i)
{
	const struct panel *panel = s->place->panel;
	const struct picture_point *q = &series->point[i];

	buffer_add(s->out, "<title>");
	if (series->name) {
		add_text(s->out, series->name);
		buffer_add(s->out, ": ");
	}
	add_value(s->out, &panel->x, q->x);
	buffer_add(s->out, ", ");
	add_value(s->out, &panel->y, q->y);
	buffer_add(s->out, "</title>");
}

/* True if a label may lie on lines, between the axes. */
static bool needs_halo(const struct place *p, const struct label *l)
{
	return p && !l->is_on_fill && l->x > p->box.x0 && l->x < p->box.x1 &&
		l->y > p->box.y0 && l->y < p->box.y1;
}

static void add_label(struct svg *s, const struct label *l)
{
	static const char *const anchors[] = { "", " text-anchor=\"middle\"",
		" text-anchor=\"end\"" };
	static const char *const looks[] = { "",
		" font-size=\"13\" font-weight=\"bold\"",
		" font-size=\"10.5\"" };
	double size = l->look == LABEL_SMALL ? 10.5 : LAYOUT_FONT;

	if (l->has_leader) {
		buffer_add(s->out,
			"<path class=\"g\" stroke=\"currentColor\" "
			"stroke-width=\".6\" d=\"");
		add_step(s, 'M', l->x, l->y);
		add_step(s, 'L', l->to_x, l->to_y);
		buffer_add(s->out, "\"/>\n");
	}
	buffer_add(s->out, "<text");
	add_class(s, needs_halo(s->place, l) ? "h " : "", l->colour);
	buffer_printf(s->out, "%s%s", looks[l->look], anchors[l->anchor]);
	if (fabs(l->angle) > 0.5) {
		buffer_add(s->out, " transform=\"translate(");
		add_number(s->out, l->x);
		buffer_add_char(s->out, ' ');
		add_number(s->out, flip(s, l->y));
		buffer_printf(s->out, ")rotate(%.1f)\"", -l->angle);
		add_attribute(s, "y", 0.35 * size);
	} else {
		add_attribute(s, "x", l->x);
		add_attribute(s, "y", flip(s, l->y) + 0.35 * size);
	}
	buffer_add_char(s->out, '>');
	add_text(s->out, l->text);
	buffer_add(s->out, "</text>\n");
}

/* ----------------------------------------------------------------- axes */

static void add_grid(struct svg *s)
{
	const struct place *p = s->place;
	const struct box *b = &p->box;

	buffer_add(s->out, "<path class=\"grid\" d=\"");
	for (int i = 0; i < p->x.n_tick; ++i)
		if (!p->x.tick[i].is_minor) {
			add_step(s, 'M', layout_x(p, p->x.tick[i].at), b->y0);
			add_step(s, 'L', layout_x(p, p->x.tick[i].at), b->y1);
		}
	for (int i = 0; i < p->y.n_tick; ++i)
		if (!p->y.tick[i].is_minor) {
			add_step(s, 'M', b->x0, layout_y(p, p->y.tick[i].at));
			add_step(s, 'L', b->x1, layout_y(p, p->y.tick[i].at));
		}
	buffer_add(s->out, "\"/>\n");
}

static void add_tick_label(struct svg *s, double x, double y,
	const char *anchor, const char *text)
{
	buffer_printf(s->out, "<text class=\"t\"%s", anchor);
	add_attribute(s, "x", x);
	add_attribute(s, "y", flip(s, y) + 0.35 * LAYOUT_FONT);
	buffer_add_char(s->out, '>');
	add_text(s->out, text);
	buffer_add(s->out, "</text>\n");
}

/* Two axes, or the four sides of cells, with ticks outside. */
static void add_axes(struct svg *s)
{
	const struct place *p = s->place;
	const struct box *b = &p->box;

	buffer_add(s->out, "<path class=\"axis\" d=\"");
	add_step(s, 'M', b->x0, b->y1);
	add_step(s, 'L', b->x0, b->y0);
	add_step(s, 'L', b->x1, b->y0);
	if (p->panel->cells) {
		add_step(s, 'L', b->x1, b->y1);
		buffer_add_char(s->out, 'z');
	}
	for (int i = 0; i < p->x.n_tick; ++i) {
		add_step(s, 'M', layout_x(p, p->x.tick[i].at), b->y0);
		buffer_add(s->out, p->x.tick[i].is_minor ? "v3" : "v5");
	}
	for (int i = 0; i < p->y.n_tick; ++i) {
		add_step(s, 'M', b->x0, layout_y(p, p->y.tick[i].at));
		buffer_add(s->out, p->y.tick[i].is_minor ? "h-3" : "h-5");
	}
	buffer_add(s->out, "\"/>\n");
	for (int i = 0; i < p->x.n_tick; ++i)
		if (!p->x.tick[i].is_minor)
			add_tick_label(s, layout_x(p, p->x.tick[i].at),
				b->y0 - TICK - 0.7 * LAYOUT_FONT,
				" text-anchor=\"middle\"", p->x.tick[i].label);
	for (int i = 0; i < p->y.n_tick; ++i)
		if (!p->y.tick[i].is_minor)
			add_tick_label(s, b->x0 - TICK - 3,
				layout_y(p, p->y.tick[i].at),
				" text-anchor=\"end\"", p->y.tick[i].label);
}

/* ----------------------------------------------------- cells and colours */

static void add_filled(struct svg *s, int rgb, double x0, double y0, double x1,
	double y1)
{
	buffer_printf(s->out, "<rect fill=\"#%06x\"", (unsigned) rgb);
	add_box(s, x0, y0, x1, y1);
	buffer_add_char(s->out, '>');
}

/* The colour scale, with its ticks on the right.  Each step extends to the top
 * and is overpainted by the next, so that no gap shows between them.
 */
static void add_strip(struct svg *s)
{
	const struct place *p = s->place;
	const struct scale *c = &p->colour;
	const struct box *b = &p->strip;
	double step = (b->y1 - b->y0) / STRIP_STEPS;

	for (int i = 0; i < STRIP_STEPS; ++i) {
		double part = (i + 0.5) / STRIP_STEPS;
		double v = c->is_log ? c->lo * pow(c->hi / c->lo, part) :
				       c->lo + part * (c->hi - c->lo);

		add_filled(s, layout_cell_colour(p, v), b->x0, b->y0 + i * step,
			b->x1, b->y1);
		buffer_add(s->out, "</rect>\n");
	}
	for (int i = 0; i < c->n_tick; ++i) {
		double y = b->y0 +
			layout_share(c, c->tick[i].at) * (b->y1 - b->y0);

		if (c->tick[i].is_minor)
			continue;
		buffer_add(s->out, "<path class=\"axis\" d=\"");
		add_step(s, 'M', b->x1, y);
		buffer_add(s->out, "h4\"/>\n");
		add_tick_label(s, b->x1 + TICK + 3, y, "", c->tick[i].label);
	}
}

/* A cell of numbers with its tooltip; with a gap around it unless there are
 * many.
 */
static void add_cell(struct svg *s, int64_t i, int64_t j)
{
	const struct place *p = s->place;
	const struct cells *c = p->panel->cells;
	struct axis axis = { .unit = c->unit };
	double v = c->value[j * c->n_x + i];
	double gap = c->n_x * c->n_y > 2500 ? 0 : 0.5;
	double w = (layout_x(p, 1) - layout_x(p, 0)) / 2 - gap;
	double h = fabs(layout_y(p, 1) - layout_y(p, 0)) / 2 - gap;
	double x = layout_x(p, (double) i), y = layout_y(p, (double) j);

	add_filled(s, layout_cell_colour(p, v), x - w, y - h, x + w, y + h);
	buffer_add(s->out, "<title>");
	add_value(s->out, &p->panel->x, (double) i);
	buffer_add(s->out, ", ");
	add_value(s->out, &p->panel->y, (double) j);
	buffer_add(s->out, ": ");
	add_value(s->out, &axis, v);
	buffer_add(s->out, "</title></rect>\n");
}

/* All cells of one colour as one path; a run of equal cells is one rectangle.
 */
static void add_runs(struct svg *s, int rgb)
{
	const struct place *p = s->place;
	const struct cells *c = p->panel->cells;
	int64_t n;

	buffer_printf(s->out, "<path fill=\"#%06x\" d=\"", (unsigned) rgb);
	for (int64_t j = 0; j < c->n_y; ++j)
		for (int64_t i = 0; i < c->n_x; i += n) {
			double v = c->value[j * c->n_x + i];

			for (n = 1; i + n < c->n_x &&
				c->value[j * c->n_x + i + n] == v;)
				++n;
			if (layout_cell_colour(p, v) != rgb)
				continue;
			add_step(s, 'M', layout_x(p, (double) i - 0.5),
				layout_y(p, (double) j - 0.5));
			buffer_add_char(s->out, 'H');
			add_number(s->out, layout_x(p, (double) (i + n) - 0.5));
			buffer_add_char(s->out, 'V');
			add_number(s->out,
				flip(s, layout_y(p, (double) j + 0.5)));
			buffer_add_char(s->out, 'H');
			add_number(s->out, layout_x(p, (double) i - 0.5));
		}
	buffer_add(s->out, "\"/>\n");
}

static void add_cells(struct svg *s)
{
	const struct cells *c = s->place->panel->cells;

	if (c->n_category > 0)
		buffer_add(s->out, "<g shape-rendering=\"crispEdges\">\n");
	for (int64_t i = 0; i < c->n_category; ++i)
		add_runs(s, layout_cell_colour(s->place, (double) i));
	if (c->n_category > 0) {
		buffer_add(s->out, "</g>\n");
		return;
	}
	for (int64_t i = 0; i < c->n_x * c->n_y; ++i)
		if (layout_cell_colour(s->place, c->value[i]) >= 0)
			add_cell(s, i % c->n_x, i / c->n_x);
	add_strip(s);
}

/* --------------------------------------------------------------- series */

/* Marks are polygons or stars: number of corners, the angle of the first in
 * degrees, the radius of the inner corners (0: none) and of the outer ones.
 */
static void add_mark(struct svg *s, const struct series *series, double x,
	double y, double r)
{
	static const struct {
		int n;
		double first, inner, outer;
	} shapes[MARK_LETTER] = {
		[MARK_SQUARE] = { 4, 45, 0, 1.25 },
		[MARK_TRIANGLE] = { 3, 90, 0, 1.35 },
		[MARK_DIAMOND] = { 4, 90, 0, 1.3 },
		[MARK_NABLA] = { 3, 270, 0, 1.35 },
		[MARK_STAR] = { 5, 90, 0.6, 1.5 },
		[MARK_LEFT] = { 3, 180, 0, 1.35 },
		[MARK_RIGHT] = { 3, 0, 0, 1.35 },
		[MARK_SPARK] = { 4, 90, 0.55, 1.6 },
		[MARK_CROSS] = { 4, 45, 0.55, 1.6 },
	};
	int n = 2 * shapes[series->mark].n;

	if (n == 0) {
		add_step(s, 'M', x - r, y);
		buffer_printf(s->out,
			"a%.1f %.1f 0 1 0 %.1f 0a%.1f %.1f 0 1 "
			"0 %.1f 0z",
			r, r, 2 * r, r, r, -2 * r);
		return;
	}
	for (int i = 0; i < n; ++i) {
		double to = i % 2 ? shapes[series->mark].inner :
				    shapes[series->mark].outer;
		double angle = (shapes[series->mark].first + i * 360.0 / n) *
			M_PI / 180;

		if (to > 0)
			add_step(s, i ? 'L' : 'M', x + r * to * cos(angle),
				y + r * to * sin(angle));
	}
	buffer_add_char(s->out, 'z');
}

/* A mark of radius "r" with the tooltip of point "i", or none if it is -1. */
static void put_mark(struct svg *s, const struct series *series, double x,
	double y, double r, int rgb, int64_t i)
{
	bool is_letter = series->mark >= MARK_LETTER;

	buffer_add(s->out, is_letter ? "<text" : "<path");
	add_class(s, series->is_open && !is_letter ? "o " : "m ", rgb);
	if (is_letter) {
		buffer_printf(s->out,
			" text-anchor=\"middle\" font-weight=\"bold\" "
			"font-size=\"%.1f\" x=\"%.1f\" y=\"%.1f\">%c",
			2.8 * r, x, s->l->canvas.height - y + r,
			(series->is_open ? 'a' : 'A') + series->mark -
				MARK_LETTER);
	} else {
		if (series->is_open)
			buffer_add(s->out,
				" stroke=\"currentColor\" "
				"stroke-width=\"1.4\"");
		buffer_add(s->out, " d=\"");
		add_mark(s, series, x, y, r);
		buffer_add(s->out, i < 0 ? "\"/>\n" : "\">");
	}
	if (i >= 0)
		add_point_title(s, series, i);
	if (i >= 0 || is_letter)
		buffer_add(s->out, is_letter ? "</text>\n" : "</path>\n");
}

/* Points of at most this many marks are compared with each other. */
#define FEW_MARKS 200

/* The marks that will be drawn over point "i" of series "k". */
static int marks_above(const struct place *place, int k, int64_t i, double x,
	double y)
{
	const struct panel *panel = place->panel;
	double other_x, other_y;
	int n = 0;

	for (++i; k < panel->n_series; ++k, i = 0) {
		const struct series *s = panel->series[k];

		if (s->is_in_key_only || !layout_has_marks(s->kind))
			continue;
		for (; i < s->n_point; ++i)
			n += layout_point(place, s, i, &other_x, &other_y) &&
				hypot(x - other_x, y - other_y) < 0.75;
	}
	return n;
}

static int64_t count_marks(const struct panel *panel)
{
	int64_t n = 0;

	for (int k = 0; k < panel->n_series; ++k)
		if (layout_has_marks(panel->series[k]->kind))
			n += panel->series[k]->n_point;
	return n;
}

/* A mark that others will cover is larger, so that its rim shows. */
static void add_marks(struct svg *s, int k)
{
	const struct series *series = s->place->panel->series[k];
	bool is_few = count_marks(s->place->panel) <= FEW_MARKS;
	double r = series->is_thin || series->n_point > 60 ? SMALL_MARK : MARK,
	       x, y;

	if (series->size > 0)
		r *= sqrt(series->size);
	for (int64_t i = 0; i < series->n_point; ++i) {
		int above = 0;

		if (!layout_point(s->place, series, i, &x, &y))
			continue;
		if (is_few)
			above = marks_above(s->place, k, i, x, y);
		put_mark(s, series, x, y, r * (1 + 0.45 * fmin(above, 2)),
			layout_point_colour(s->place->panel, k, i), i);
	}
}

static void begin_line(struct svg *s, const struct series *series, int rgb)
{
	static const char *const dashes[] = { "", " stroke-dasharray=\"6 3\"",
		" stroke-dasharray=\"2 2\"" };

	buffer_add(s->out,
		"<path fill=\"none\" stroke=\"currentColor\" "
		"stroke-linejoin=\"round\"");
	buffer_printf(s->out, " stroke-width=\"%s\"%s",
		series->is_thin ? "1" : "1.8", dashes[series->dash]);
	add_class(s, "", rgb);
	buffer_add(s->out, " d=\"");
}

/* Consecutive segments become one path. */
static void add_line(struct svg *s, int k)
{
	const struct series *series = s->place->panel->series[k];
	struct segment e, last = { NAN, NAN, NAN, NAN };

	begin_line(s, series, layout_series_colour(s->place->panel, k));
	for (int64_t i = 0; i + 1 < series->n_point; ++i) {
		if (!layout_segment(s->place, series, i, &e))
			continue;
		if (e.x0 != last.x1 || e.y0 != last.y1)
			add_step(s, 'M', e.x0, e.y0);
		add_step(s, 'L', e.x1, e.y1);
		last = e;
	}
	buffer_add(s->out, "\"/>\n");
}

static void begin_bar(struct svg *s, const struct series *series, int rgb)
{
	buffer_add(s->out,
		series->kind == SERIES_OUTLINE ?
			"<rect fill=\"none\" stroke=\"currentColor\"" :
			"<rect fill=\"currentColor\"");
	add_class(s, "", series->kind == SERIES_OUTLINE ? PICTURE_INK : rgb);
}

/* Clips a bar to the box: on a logarithmic axis it starts at 0. */
static double clamp_x(const struct place *p, double x)
{
	return fmin(fmax(layout_x(p, x), p->box.x0), p->box.x1);
}

static void add_bars(struct svg *s, int k)
{
	const struct place *p = s->place;
	const struct series *series = p->panel->series[k];
	struct bar bar;

	for (int64_t i = 0; i < series->n_point; ++i) {
		if (!layout_bar(p, k, i, &bar))
			continue;
		begin_bar(s, series, layout_point_colour(p->panel, k, i));
		add_box(s, clamp_x(p, bar.from), layout_y(p, bar.lo),
			clamp_x(p, bar.to), layout_y(p, bar.hi));
		buffer_add_char(s->out, '>');
		add_point_title(s, series, i);
		buffer_add(s->out, "</rect>\n");
	}
}

static void add_diagonal(struct svg *s)
{
	const struct place *p = s->place;
	double lo = fmax(p->x.lo, p->y.lo), hi = fmin(p->x.hi, p->y.hi);

	if (lo >= hi)
		return;
	buffer_add(s->out, "<path class=\"g\" stroke=\"currentColor\" d=\"");
	add_step(s, 'M', layout_x(p, lo), layout_y(p, lo));
	add_step(s, 'L', layout_x(p, hi), layout_y(p, hi));
	buffer_add(s->out, "\"/>\n");
}

static void add_swatch(struct svg *s, const struct swatch *w)
{
	static const struct series bars = { .kind = SERIES_BARS };
	const struct series *series = w->is_colour ? &bars : w->series;
	const struct canvas *c = &s->l->canvas;
	double half = c->char_h * 0.35;
	int rgb = w->category ? layout_colour(w->category->colour, w->index) :
				layout_series_colour(s->place->panel, w->index);

	if (layout_is_bar(series->kind)) {
		begin_bar(s, series, rgb);
		add_box(s, w->x - half, w->y - half, w->x + half, w->y + half);
		buffer_add(s->out, "/>\n");
	}
	if (layout_is_line(series->kind)) {
		begin_line(s, series, rgb);
		add_step(s, 'M', w->x - 1.2 * c->char_w, w->y);
		add_step(s, 'L', w->x + 1.2 * c->char_w, w->y);
		buffer_add(s->out, "\"/>\n");
	}
	if (layout_has_marks(series->kind)) {
		put_mark(s, series, w->x, w->y, MARK, rgb, -1);
	}
}

/* -------------------------------------------------------------- picture */

static void add_place(struct svg *s)
{
	const struct place *p = s->place;
	const struct panel *panel = p->panel;

	if (!panel->cells)
		add_grid(s);
	else
		add_cells(s);
	for (int k = 0; k < panel->n_series; ++k)
		if (layout_is_bar(panel->series[k]->kind))
			add_bars(s, k);
	add_axes(s);
	if (panel->has_diagonal)
		add_diagonal(s);
	for (int k = 0; k < panel->n_series; ++k)
		if (layout_is_line(panel->series[k]->kind))
			add_line(s, k);
	for (int k = 0; k < p->n_label; ++k)
		add_label(s, &p->label[k]);
	for (int k = 0; k < p->n_swatch; ++k)
		add_swatch(s, &p->swatch[k]);
	for (int k = 0; k < panel->n_series; ++k)
		if (layout_has_marks(panel->series[k]->kind))
			add_marks(s, k);
}

/* The text for screen readers: the title, or the titles of the panels. */
static void add_title(struct svg *s)
{
	const struct picture *p = s->l->picture;
	int n = 0;

	buffer_add(s->out, "<title>");
	if (p->title)
		add_text(s->out, p->title);
	for (int i = 0; !p->title && i < p->n_panel; ++i)
		if (p->panel[i]->title) {
			buffer_add(s->out, n++ ? "; " : "");
			add_text(s->out, p->panel[i]->title);
		}
	if (!p->title && n == 0)
		buffer_add(s->out, "plot");
	buffer_add(s->out, "</title>\n");
}

/* On dark pages the palette is mixed with 30 % white: the darkest colour then
 * has a contrast of 3 to the page, the least that WCAG asks of graphics.
 */
static void add_style(struct svg *s)
{
	struct buffer light = { 0 }, dark = { 0 };

	for (int i = 0; i < PICTURE_COLOURS; ++i) {
		buffer_printf(&light, ".c%d{color:#%06x}", i,
			(unsigned) layout_palette[i]);
		buffer_printf(&dark, ".c%d{color:#%06x}", i,
			(unsigned) layout_mix(layout_palette[i], 0xffffff,
				0.3));
	}
	buffer_printf(s->out, style, light.text, dark.text);
	buffer_free(&light);
	buffer_free(&dark);
}

void svg_draw(const struct layout *l, struct buffer *out)
{
	struct svg s = { .l = l, .out = out };

	buffer_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	add_attribute(&s, "width", l->canvas.width);
	add_attribute(&s, "height", l->canvas.height);
	buffer_printf(out,
		" viewBox=\"0 0 %.0f %.0f\" role=\"img\" "
		"xml:space=\"preserve\" font-family=\"Helvetica,Arial,sans-serif\" "
		"font-size=\"%.0f\">\n",
		l->canvas.width, l->canvas.height, LAYOUT_FONT);
	add_title(&s);
	add_style(&s);
	buffer_add(out,
		"<rect class=\"paper\" width=\"100%\" "
		"height=\"100%\"/>\n");
	for (int i = 0; i < l->n_label; ++i)
		add_label(&s, &l->label[i]);
	for (int i = 0; i < l->n_place; ++i) {
		s.place = &l->place[i];
		add_place(&s);
	}
	buffer_add(out, "</svg>\n");
}
