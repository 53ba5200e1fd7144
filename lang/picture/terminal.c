/* Pictures as characters: the parts of a layout are painted on a grid of
 * letters with colours, from back to front: frame, cells and bars, lines,
 * texts, marks.  Canvas position (x, y) is the letter in column floor(x) of
 * line floor(y), counted from the bottom.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/picture/draw.h"

/* Ink of marks and bars next to coloured ones: mid grey is legible on dark and
 * light terminals.
 */
#define GREY_INK 0x9e9e9e

struct grid {
	int width, height;
	bool has_colour;
	struct spot {
		char letter[PICTURE_LETTER]; /* "": blank */
		int rgb;		     /* or PICTURE_INK */
		bool is_mark;
		const struct series *of; /* NULL: of the frame, or a text */
	} * spot;
	const struct series *of; /* that is being drawn */
};

/* No canvas is that many letters wide or high. */
#define FAR 1e6

/* The column or line of a canvas coordinate, which may be far outside. */
static int letter_at(double x)
{
	return (int) fmax(-FAR, fmin(floor(x), FAR));
}

static void put(struct grid *g, int column, int row, const char *letter,
	int rgb)
{
	struct spot *spot;

	if (column < 0 || column >= g->width || row < 0 || row >= g->height)
		return;
	spot = &g->spot[(size_t) row * (size_t) g->width + (size_t) column];
	strcpy(spot->letter, strcmp(letter, " ") == 0 ? "" : letter);
	spot->rgb = rgb;
	spot->is_mark = false;
	spot->of = g->of;
}

static void put_text(struct grid *g, int column, int row, const char *text,
	int rgb)
{
	char letter[PICTURE_LETTER];

	while (picture_letter(&text, letter))
		put(g, column++, row, letter, rgb);
}

static void put_label(struct grid *g, const struct layout *l,
	const struct label *label)
{
	double w = layout_width(&l->canvas, label->text), x = label->x;

	if (label->anchor != TEXT_START)
		x = floor(
			(label->anchor == TEXT_END ? x - w : x - w / 2) + 0.5);
	put_text(g, (int) fmax(fmin(floor(x), g->width - w), 0),
		(int) floor(label->y), label->text, label->colour);
}

/* A line of "pen" from one letter to another, with "end" at both; nothing if
 * they are the same.
 */
static void put_line(struct grid *g, int x0, int y0, int x1, int y1,
	const char *pen, const char *end, int rgb)
{
	int dx = x1 - x0, dy = y1 - y0;
	int n = abs(dy) > abs(dx) ? abs(dy) : abs(dx);

	if (n == 0)
		return;
	for (int i = 1; i < n; ++i)
		put(g, x0 + (int) round((double) dx * i / n),
			y0 + (int) round((double) dy * i / n), pen, rgb);
	put(g, x0, y0, end, rgb);
	put(g, x1, y1, end, rgb);
}

/* --------------------------------------------------------------- frame */

static void put_ticks(struct grid *g, const struct place *p)
{
	int left = (int) floor(p->box.x0), bottom = (int) floor(p->box.y0);
	struct canvas letters = { .char_w = 1, .is_text = true };

	for (int i = 0; i < p->x.n_tick; ++i)
		put_text(g,
			letter_at(layout_x(p, p->x.tick[i].at)) -
				(int) layout_width(&letters,
					p->x.tick[i].label) /
					2,
			bottom - 1, p->x.tick[i].label, PICTURE_INK);
	for (int i = 0; i < p->y.n_tick; ++i)
		put_text(g,
			left - 1 -
				(int) layout_width(&letters,
					p->y.tick[i].label),
			letter_at(layout_y(p, p->y.tick[i].at)),
			p->y.tick[i].label, PICTURE_INK);
}

/* Cells have a frame on all sides, other panels two axes. */
static void put_frame(struct grid *g, const struct place *p)
{
	int x0 = (int) floor(p->box.x0), y0 = (int) floor(p->box.y0);
	int x1 = (int) floor(p->box.x1), y1 = (int) floor(p->box.y1);

	put_line(g, x0, y1, x0, y0, "|", "+", PICTURE_INK);
	put_line(g, x0, y0, x1, y0, "-", "+", PICTURE_INK);
	if (p->panel->cells) {
		put_line(g, x1, y0, x1, y1, "|", "+", PICTURE_INK);
		put_line(g, x1, y1, x0, y1, "-", "+", PICTURE_INK);
	}
	put_ticks(g, p);
}

/* ------------------------------------------------------ bars and cells */

/* The fill pattern of series or category "i". */
static const char *filling(const struct grid *g, int i)
{
	static const char *const shade[] = { "\xe2\x96\x88", "\xe2\x96\x92",
		"#", "\xe2\x96\x91", "=", "\xe2\x96\x93", "+", ":" };

	return g->has_colour ?
		shade[0] :
		shade[(size_t) i % (sizeof(shade) / sizeof(shade[0]))];
}

static void put_inside(struct grid *g, const struct place *p, int column,
	int row, const char *letter, int rgb)
{
	const struct box *b = &p->box;
	double x = column + 0.5, y = row + 0.5;

	if (x >= b->x0 && x <= b->x1 && y >= b->y0 && y <= b->y1)
		put(g, column, row, letter, rgb);
}

static int point_colour(const struct place *p, int k, int64_t i)
{
	int rgb = layout_point_colour(p->panel, k, i);

	return rgb == PICTURE_INK &&
			p->panel->series[k]->point[i].colour != PICTURE_NEXT ?
		GREY_INK :
		rgb;
}

/* The column of "x", at most one outside of the box. */
static int column_at(const struct place *p, double x)
{
	return (int) floor(
		fmin(fmax(layout_x(p, x), p->box.x0 - 1), p->box.x1 + 1) + 0.5);
}

static void put_bar(struct grid *g, const struct place *p, int k, int64_t i)
{
	const struct series *s = p->panel->series[k];
	int rgb = point_colour(p, k, i), row, from, to;
	struct bar bar;

	if (!layout_bar(p, k, i, &bar))
		return;
	row = layout_bar_row(p, k, i);
	from = column_at(p, fmin(bar.from, bar.to));
	to = column_at(p, fmax(bar.from, bar.to));
	if (s->kind == SERIES_OUTLINE)
		put_inside(g, p, to, row, "|", rgb);
	else
		for (; from < to; ++from)
			put_inside(g, p, from, row, filling(g, k), rgb);
}

static void put_cells(struct grid *g, const struct place *p)
{
	static const char *const shades[] = { "\xe2\x96\x91", "\xe2\x96\x92",
		"\xe2\x96\x93", "\xe2\x96\x88" };
	const struct cells *c = p->panel->cells;

	for (int row = (int) p->box.y0 + 1; row < (int) p->box.y1; ++row)
		for (int column = (int) p->box.x0 + 1; column < (int) p->box.x1;
			++column) {
			double v = layout_cell_at(p, column + 0.5, row + 0.5);
			int rgb = layout_cell_colour(p, v);

			if (rgb >= 0)
				put_inside(g, p, column, row,
					c->n_category ?
						filling(g, (int) v) :
						shades[g->has_colour ?
								3 :
								(int) fmin(4 *
										layout_share(
											&p->colour,
											v),
									3)],
					rgb);
		}
}

/* ------------------------------------------------------ lines and marks */

static const char *mark_letter(const struct series *s)
{
	static const char letters[26][2] = { "A", "B", "C", "D", "E", "F", "G",
		"H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T",
		"U", "V", "W", "X", "Y", "Z" };
	static const char small_letters[26][2] = { "a", "b", "c", "d", "e", "f",
		"g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s",
		"t", "u", "v", "w", "x", "y", "z" };
	static const char *const filled[MARK_LETTER] = { "\xe2\x97\x8f",
		"\xe2\x96\xa0", "\xe2\x96\xb2", "\xe2\x97\x86", "\xe2\x96\xbc",
		"\xe2\x98\x85", "\xe2\x97\x80", "\xe2\x96\xb6", "\xe2\x9c\xa6",
		"\xe2\x9c\x96" };
	static const char *const open[MARK_LETTER] = { "\xe2\x97\x8b",
		"\xe2\x96\xa1", "\xe2\x96\xb3", "\xe2\x97\x87", "\xe2\x96\xbd",
		"\xe2\x98\x86", "\xe2\x97\x81", "\xe2\x96\xb7", "\xe2\x9c\xa7",
		"\xe2\x9c\x95" };

	if (s->mark >= MARK_LETTER)
		return (s->is_open ? small_letters :
				     letters)[s->mark - MARK_LETTER];
	return s->is_open ? open[s->mark] : filled[s->mark];
}

static const char *const pens[] = { "*", "#", "$", "%", "@", "&", "=", "~", "^",
	":", "!", "?", "o", "x", "w", "v", "z", "e", "s", "c", "n", "u", "k",
	"m" };

#define N_PEN (int) (sizeof(pens) / sizeof(pens[0]))
#define DOTS  (-1) /* instead of the number of a pen */

/* Lines that nothing names, such as the interval around a point, are dots. */
static bool is_dotted(const struct series *s)
{
	return !s->name && s->place == PLACE_NOWHERE;
}

/* The first line with the name of line k, which has the same pen. */
static int first_of_name(const struct panel *panel, int k)
{
	const char *name = panel->series[k]->name;

	for (int i = 0; name && i < k; ++i) {
		const struct series *s = panel->series[i];

		if (layout_is_line(s->kind) && !s->is_in_key_only && s->name &&
			strcmp(s->name, name) == 0)
			return i;
	}
	return k;
}

/* The number of the pen of a line: the lines of other names before it. */
static int pen_of(const struct panel *panel, int k)
{
	int pen = panel->has_diagonal;

	if (is_dotted(panel->series[k]))
		return DOTS;
	k = first_of_name(panel, k);
	for (int i = 0; i < k; ++i)
		if (layout_is_line(panel->series[i]->kind) &&
			!panel->series[i]->is_in_key_only &&
			!is_dotted(panel->series[i]) &&
			first_of_name(panel, i) == i)
			pen += panel->series[i]->kind == SERIES_LINE_POINTS ?
				2 :
				1;
	return pen;
}

/* Lines differ by letter, or by colour if there is colour. */
static void put_pen(struct grid *g, const struct segment *e, int pen, int rgb)
{
	const char *letter = pen == DOTS ? "." : pens[pen % N_PEN];
	int x0 = letter_at(e->x0), y0 = letter_at(e->y0);
	int x1 = letter_at(e->x1), y1 = letter_at(e->y1);

	int slope = abs(y1 - y0) - abs(x1 - x0);

	put_line(g, x0, y0, x1, y1,
		!g->has_colour	  ? letter :
			slope > 0 ? "|" :
			slope < 0 ? "-" :
				    "+",
		g->has_colour ? "+" : letter, rgb);
}

static void put_series_line(struct grid *g, const struct place *p, int k,
	int pen)
{
	const struct series *s = p->panel->series[k];
	struct segment e;

	for (int64_t i = 0; i + 1 < s->n_point; ++i)
		if (layout_segment(p, s, i, &e))
			put_pen(g, &e, pen, layout_series_colour(p->panel, k));
}

/* Marks of few points do not hide each other: one that finds its place taken
 * moves by a letter.
 */
#define FEW_MARKS 60

static bool is_other_mark(const struct grid *g, int column, int row,
	const char *letter)
{
	const struct spot *spot;

	if (column < 0 || column >= g->width || row < 0 || row >= g->height)
		return true;
	spot = &g->spot[(size_t) row * (size_t) g->width + (size_t) column];
	return spot->is_mark && strcmp(spot->letter, letter) != 0;
}

static void put_marked(struct grid *g, int column, int row, const char *letter,
	int rgb)
{
	put(g, column, row, letter, rgb);
	if (column >= 0 && column < g->width && row >= 0 && row < g->height)
		g->spot[(size_t) row * (size_t) g->width + (size_t) column]
			.is_mark = true;
}

static void put_mark(struct grid *g, const struct place *p, int column, int row,
	const char *letter, int rgb)
{
	static const int step[][2] = { { 0, 0 }, { 1, 0 }, { -1, 0 }, { 0, 1 },
		{ 0, -1 }, { 2, 0 }, { -2, 0 } };

	for (size_t i = 0; i < sizeof(step) / sizeof(step[0]); ++i) {
		int to_x = column + step[i][0], to_y = row + step[i][1];

		if (to_x < (int) p->box.x0 || to_x > (int) p->box.x1 ||
			to_y < (int) p->box.y0 || to_y > (int) p->box.y1 ||
			is_other_mark(g, to_x, to_y, letter))
			continue;
		put_marked(g, to_x, to_y, letter, rgb);
		return;
	}
	put_marked(g, column, row, letter, rgb);
}

static int64_t n_marks(const struct panel *panel)
{
	int64_t n = 0;

	for (int k = 0; k < panel->n_series; ++k)
		if (layout_has_marks(panel->series[k]->kind))
			n += panel->series[k]->n_point;
	return n;
}

static void put_marks(struct grid *g, const struct place *p, int k)
{
	const struct series *s = p->panel->series[k];
	bool is_few = n_marks(p->panel) <= FEW_MARKS &&
		s->kind == SERIES_POINTS;
	double x, y;

	for (int64_t i = 0; i < s->n_point; ++i)
		if (!layout_point(p, s, i, &x, &y))
			continue;
		else if (is_few)
			put_mark(g, p, letter_at(x), letter_at(y),
				mark_letter(s), point_colour(p, k, i));
		else
			put(g, letter_at(x), letter_at(y), mark_letter(s),
				point_colour(p, k, i));
}

static void put_diagonal(struct grid *g, const struct place *p)
{
	double lo = fmax(p->x.lo, p->y.lo), hi = fmin(p->x.hi, p->y.hi);
	struct segment e = { layout_x(p, lo), layout_y(p, lo), layout_x(p, hi),
		layout_y(p, hi) };

	if (lo < hi)
		put_pen(g, &e, 0, 0x999999);
}

static const char *line_letter(const struct grid *g, const struct place *p,
	int k)
{
	return g->has_colour ? "-" : pens[pen_of(p->panel, k) % N_PEN];
}

static void put_swatch(struct grid *g, const struct place *p,
	const struct swatch *s)
{
	const struct series *of = s->series;
	bool is_filled = s->is_colour || of->kind == SERIES_STACK ||
		of->kind == SERIES_BARS;

	put_text(g, (int) floor(s->x), (int) floor(s->y),
		is_filled			   ? filling(g, s->index) :
			of->kind == SERIES_OUTLINE ? "|" :
			of->kind == SERIES_LINE ? line_letter(g, p, s->index) :
						  mark_letter(of),
		s->category ? layout_colour(s->category->colour, s->index) :
			      layout_series_colour(p->panel, s->index));
}

/* -------------------------------------------------------------- picture */

static void put_place(struct grid *g, const struct layout *l,
	const struct place *p)
{
	const struct panel *panel = p->panel;

	put_frame(g, p);
	if (panel->cells && !p->has_numbers)
		put_cells(g, p);
	if (panel->has_diagonal)
		put_diagonal(g, p);
	for (int k = 0; k < panel->n_series; ++k) {
		const struct series *s = panel->series[k];

		g->of = s;
		for (int64_t i = 0; layout_is_bar(s->kind) && i < s->n_point;
			++i)
			put_bar(g, p, k, i);
		if (layout_is_line(s->kind))
			put_series_line(g, p, k, pen_of(panel, k));
	}
	g->of = NULL;
	for (int k = 0; k < p->n_label; ++k)
		put_label(g, l, &p->label[k]);
	for (int k = 0; k < p->n_swatch; ++k)
		put_swatch(g, p, &p->swatch[k]);
	for (int k = 0; k < panel->n_series; ++k)
		if (layout_has_marks(panel->series[k]->kind)) {
			g->of = panel->series[k];
			put_marks(g, p, k);
		}
	g->of = NULL;
}

/* ------------------------------------------------------ what is hidden */

static bool is_seen(const struct grid *g, const struct series *s)
{
	size_t n = (size_t) g->width * (size_t) g->height;

	for (size_t i = 0; i < n; ++i)
		if (g->spot[i].of == s)
			return true;
	return false;
}

/* Lines of one name look alike, as do the marks of a launch, which may lie on
 * each other: it is enough that one of them is seen.
 */
static bool looks_like(const struct series *a, const struct series *b)
{
	if (layout_is_line(a->kind))
		return layout_is_line(b->kind) && b->name &&
			strcmp(a->name, b->name) == 0;
	return layout_has_marks(b->kind) &&
		strcmp(mark_letter(a), mark_letter(b)) == 0;
}

/* Whether any part of a series lies inside of the box. */
static bool is_inside(const struct place *p, const struct series *s)
{
	struct segment e;
	double x, y;

	for (int64_t i = 0; i < s->n_point; ++i)
		if (layout_is_line(s->kind) ? i + 1 < s->n_point &&
					layout_segment(p, s, i, &e) :
					      layout_point(p, s, i, &x, &y))
			return true;
	return false;
}

static bool is_hidden(const struct grid *g, const struct place *p, int k)
{
	const struct series *s = p->panel->series[k];

	if (!s->name || s->is_in_key_only || layout_is_bar(s->kind) ||
		!is_inside(p, s) ||
		(layout_is_line(s->kind) && first_of_name(p->panel, k) < k))
		return false;
	for (int i = 0; i < p->panel->n_series; ++i)
		if (looks_like(s, p->panel->series[i]) &&
			is_seen(g, p->panel->series[i]))
			return false;
	return true;
}

/* As much of a name as fits into so many columns, without what would command
 * a terminal.  Returns the columns that it takes.
 */
static int add_name(struct buffer *out, const char *name, int columns)
{
	int n = 0;

	for (const char *c = name; *c; ++c) {
		if ((*c & 0xc0) != 0x80 && ++n > columns)
			return columns;
		buffer_add_char(out,
			(unsigned char) *c < ' ' || *c == 0x7f ? '?' : *c);
	}
	return n;
}

/* "behind others: FP32 66.91 TFLOP/s, k3, DRAM", in lines that fit. */
static void add_hidden(const struct grid *g, const struct place *p,
	struct buffer *out)
{
	static const char *const start = "behind others:";
	const struct canvas letters = { .char_w = 1, .is_text = true };
	int at = 0;

	for (int k = 0; k < p->panel->n_series; ++k) {
		const char *name = p->panel->series[k]->name;
		bool is_first = at == 0;

		if (!is_hidden(g, p, k))
			continue;
		at += add_name(out, is_first ? start : ",", g->width);
		if (at + 2 + layout_width(&letters, name) > g->width) {
			buffer_add_char(out, '\n');
			at = 0;
		} else {
			buffer_add_char(out, ' ');
			++at;
		}
		at += add_name(out, name, g->width - 1);
	}
	if (at > 0)
		buffer_add_char(out, '\n');
}

/* The nearest of the 6 levels of the colour cube: 0, 95, 135, ... 255. */
static int level(int v)
{
	return v < 48 ? 0 : v < 115 ? 1 : (v - 35) / 40;
}

/* The nearest xterm colour of 256, lightened if it would hardly be visible on
 * black.
 */
static void add_colour(struct buffer *out, int rgb)
{
	int c[3] = { rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255 };
	double light = 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2];
	double by = light > 100 ? 1 : 100 / (light + 1);

	for (int i = 0; i < 3; ++i)
		c[i] = (int) fmin(c[i] * by, 255);
	if (0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] < 60)
		c[0] = c[1] = 95;
	if (abs(c[0] - c[1]) < 8 && abs(c[1] - c[2]) < 8 && c[1] >= 8 &&
		c[1] < 247)
		buffer_printf(out, "\033[38;5;%dm", 232 + (c[1] - 8) / 10);
	else
		buffer_printf(out, "\033[38;5;%dm",
			16 + 36 * level(c[0]) + 6 * level(c[1]) + level(c[2]));
}

/* Adds a line without trailing blanks; a colour is set only when a letter
 * needs it.
 */
static void add_row(const struct grid *g, const struct spot *spot,
	struct buffer *out)
{
	int rgb = PICTURE_INK, blanks = 0;

	for (int i = 0; i < g->width; ++i) {
		if (!*spot[i].letter) {
			++blanks;
			continue;
		}
		buffer_repeat(out, ' ', blanks);
		blanks = 0;
		if (g->has_colour && spot[i].rgb != rgb) {
			rgb = spot[i].rgb;
			if (rgb == PICTURE_INK)
				buffer_add(out, "\033[0m");
			else
				add_colour(out, rgb);
		}
		buffer_add(out, spot[i].letter);
	}
	if (rgb != PICTURE_INK)
		buffer_add(out, "\033[0m");
}

void terminal_draw(const struct layout *l, bool has_colour, struct buffer *out)
{
	struct grid g = {
		.width = (int) l->canvas.width,
		.height = (int) l->canvas.height,
		.has_colour = has_colour,
	};
	size_t start = out->len, w = (size_t) g.width;

	g.spot = memory_new((w * (size_t) g.height + 1) * sizeof(*g.spot));
	for (int i = 0; i < l->n_label; ++i)
		put_label(&g, l, &l->label[i]);
	for (int i = 0; i < l->n_place; ++i)
		put_place(&g, l, &l->place[i]);
	for (int i = g.height - 1; i >= 0; --i) {
		add_row(&g, &g.spot[(size_t) i * w], out);
		if (out->len > start)
			buffer_add_char(out, '\n');
	}
	buffer_trim(out, '\n');
	buffer_add_char(out, '\n');
	for (int i = 0; i < l->n_place; ++i)
		add_hidden(&g, &l->place[i], out);
	free(g.spot);
}
