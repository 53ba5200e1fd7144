#include <math.h>
#include <string.h>

#include "lang/picture/gnuplot.h"

/* Beyond these, XML and terminals have no letters. */
static bool is_letter(unsigned long c)
{
	return c >= 0x20 && !(c >= 0x7f && c < 0xa0) &&
		!(c >= 0xd800 && c < 0xe000) && c != 0xfffe && c != 0xffff &&
		c < 0x110000;
}

/* Bytes of the letter at "text", or 0 if it is none in UTF-8. */
static int letter_bytes(const unsigned char *text)
{
	static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	int n = text[0] < 0x80 ? 1 : text[0] >> 5 == 6 ? 2 :
		text[0] >> 4 == 14 ? 3 : text[0] >> 3 == 30 ? 4 : 0;
	unsigned long c = n == 1 ? text[0] : text[0] & (0xff >> (n + 1));
	int i;

	for (i = 1; i < n; ++i) {
		if (text[i] >> 6 != 2)
			return 0;
		c = c << 6 | (text[i] & 0x3f);
	}
	return n > 0 && c >= least[n] && is_letter(c) ? n : 0;
}

void gnuplot_quote(struct buffer *out, const char *text)
{
	const unsigned char *c = (const unsigned char *) text;

	buffer_add_char(out, '\'');
	while (*c) {
		int n = letter_bytes(c);

		if (*c == '\'')
			buffer_add(out, "\xe2\x80\x99");
		else if (n == 0)
			buffer_add_char(out, *c < 0x80 ? ' ' : '?');
		else if (strncmp((const char *) c, "]]>", 3) == 0)
			buffer_add(out, "] ");	/* XML forbids ]]> */
		else
			buffer_add_bytes(out, (const char *) c, (size_t) n);
		c += n > 0 ? n : 1;
	}
	buffer_add_char(out, '\'');
}

void gnuplot_colour(struct buffer *out, const char *word, int rgb,
	enum gnuplot_target target)
{
	if (rgb != PICTURE_INK)
		buffer_printf(out, " %s rgb '#%06x'", word,
			(unsigned) rgb & 0xffffff);
	else if (target < GNUPLOT_TERMINAL)
		buffer_printf(out, " %s rgb '#222222'", word);
	else
		buffer_printf(out, strcmp(word, "textcolor") == 0 ?
			" %s lt -1" : " %s -1", word);
}

const char *gnuplot_mark(enum series_mark mark, bool is_open)
{
	static const char *const filled[N_MARK] = { "\xe2\x97\x8f",
		"\xe2\x96\xa0", "\xe2\x96\xb2", "\xe2\x97\x86",
		"\xe2\x96\xbc", "\xe2\x98\x85" };
	static const char *const open[N_MARK] = { "\xe2\x97\x8b",
		"\xe2\x96\xa1", "\xe2\x96\xb3", "\xe2\x97\x87",
		"\xe2\x96\xbd", "\xe2\x98\x86" };

	return is_open ? open[mark % N_MARK] : filled[mark % N_MARK];
}

const char *gnuplot_filling(int i, enum gnuplot_target target)
{
	static const char *const shade[] = { "\xe2\x96\x88", "\xe2\x96\x92",
		"#", "\xe2\x96\x91", "=", "\xe2\x96\x93", "+", ":" };

	return target == GNUPLOT_TERMINAL_COLOUR ? shade[0] :
		shade[(size_t) i % (sizeof(shade) / sizeof(shade[0]))];
}

/* -------------------------------------------------------------- texts */

/* A place on the canvas for gnuplot: a share of the whole. */
static void add_screen(struct buffer *out, const struct canvas *c, double x,
	double y)
{
	if (c->is_text)
		buffer_printf(out, "screen %.6g, screen %.6g",
			(floor(x) + 0.1) / (c->width - 1),
			(floor(y) + 0.1) / (c->height - 1));
	else
		buffer_printf(out, "screen %.5g, screen %.5g", x / c->width,
			y / c->height);
}

static void add_label(struct buffer *out, const struct canvas *c,
	const struct label *label, enum gnuplot_target target)
{
	static const char *const anchors[] = { "left", "center", "right" };
	enum text_anchor anchor = label->anchor;
	double x = label->x;

	if (c->is_text && anchor != TEXT_START) {
		double w = layout_width(c, label->text);

		x = floor((anchor == TEXT_END ? x - w : x - w / 2) + 0.5);
		anchor = TEXT_START;
	}
	if (c->is_text && x < 0)
		x = 0;
	buffer_add(out, "set label ");
	gnuplot_quote(out, label->text);
	buffer_add(out, " at ");
	add_screen(out, c, x, label->y);
	buffer_printf(out, " %s front", anchors[anchor]);
	if (fabs(label->angle) > 0.5)
		buffer_printf(out, " rotate by %.1f", label->angle);
	if (!c->is_text && label->look == LABEL_TITLE)
		buffer_add(out, " font ',13'");
	if (!c->is_text && label->look == LABEL_SMALL)
		buffer_add(out, " font ',10'");
	gnuplot_colour(out, "textcolor", label->colour, target);
	buffer_add_char(out, '\n');
	if (label->has_leader) {
		buffer_add(out, "set arrow from ");
		add_screen(out, c, x, label->y);
		buffer_add(out, " to ");
		add_screen(out, c, label->to_x, label->to_y);
		buffer_add(out, " nohead linewidth 0.6 linecolor rgb "
			"'#999999'\n");
	}
}

static int mark_type(const struct series *s)
{
	static const int open[N_MARK] = { 6, 4, 8, 12, 10, 14 };

	return open[s->mark % N_MARK] + (s->is_open ? 0 : 1);
}

static bool is_filled(enum series_kind kind)
{
	return kind == SERIES_BARS || kind == SERIES_STACK ||
		kind == SERIES_AREA;
}

/* The sign of an entry of the key, in characters. */
static void add_sign(struct buffer *out, const struct canvas *c,
	const struct swatch *s, int rgb, enum gnuplot_target target)
{
	struct label sign = { .x = s->x, .y = s->y, .colour = rgb };

	if (s->category || is_filled(s->series->kind))
		sign.text = (char *) gnuplot_filling(s->index, target);
	else if (s->series->kind == SERIES_OUTLINE)
		sign.text = "|";
	else if (s->series->kind == SERIES_POINTS ||
	    s->series->kind == SERIES_LINE_POINTS)
		sign.text = (char *) gnuplot_mark(s->series->mark,
			s->series->is_open);
	else
		sign.text = "-";
	add_label(out, c, &sign, target);
}

static void add_rectangle(struct buffer *out, const struct canvas *c,
	const struct swatch *s, int rgb, bool is_open)
{
	double half = c->char_h * 0.35;

	buffer_add(out, "set object rectangle from ");
	add_screen(out, c, s->x - half, s->y - half);
	buffer_add(out, " to ");
	add_screen(out, c, s->x + half, s->y + half);
	if (is_open)
		buffer_add(out, " fillstyle empty border rgb '#222222'\n");
	else
		buffer_printf(out, " fillcolor rgb '#%06x' fillstyle solid 1 "
			"noborder\n", (unsigned) rgb & 0xffffff);
}

static void add_dash(struct buffer *out, const struct canvas *c,
	const struct swatch *s, int rgb)
{
	buffer_add(out, "set arrow from ");
	add_screen(out, c, s->x - c->char_w, s->y);
	buffer_add(out, " to ");
	add_screen(out, c, s->x + c->char_w, s->y);
	buffer_printf(out, " nohead linewidth 2 dashtype %d", s->series->dash
		== DASH_SOLID ? 1 : s->series->dash == DASH_DASHED ? 2 : 3);
	gnuplot_colour(out, "linecolor", rgb, GNUPLOT_SVG);
	buffer_add_char(out, '\n');
}

static void add_swatch(struct buffer *out, const struct place *place,
	const struct canvas *c, const struct swatch *s,
	enum gnuplot_target target)
{
	int rgb = s->category ? layout_colour(s->category->colour, s->index) :
		layout_series_colour(place->panel, s->index);
	enum series_kind kind = s->category ? SERIES_BARS : s->series->kind;

	if (c->is_text) {
		add_sign(out, c, s, rgb, target);
		return;
	}
	if (is_filled(kind) || kind == SERIES_OUTLINE) {
		add_rectangle(out, c, s, rgb, kind == SERIES_OUTLINE);
		return;
	}
	if (kind != SERIES_POINTS)
		add_dash(out, c, s, rgb);
	if (kind == SERIES_POINTS || kind == SERIES_LINE_POINTS) {
		buffer_add(out, "set label '' at ");
		add_screen(out, c, s->x, s->y);
		buffer_printf(out, " front point pointtype %d pointsize 0.8",
			mark_type(s->series));
		gnuplot_colour(out, "linecolor", rgb, target);
		buffer_add_char(out, '\n');
	}
}

/* --------------------------------------------------------------- axes */

static void add_range(struct buffer *out, const char *axis,
	const struct scale *s, bool is_down)
{
	buffer_printf(out, "%s logscale %s\n", s->is_log ? "set" : "unset",
		axis);
	buffer_printf(out, "set %srange [%.12g:%.12g]\n", axis,
		is_down ? s->hi : s->lo, is_down ? s->lo : s->hi);
}

static void add_ticks(struct buffer *out, const char *axis,
	const struct scale *s, const char *look)
{
	int i;

	if (s->n_tick == 0) {
		buffer_printf(out, "unset %stics\n", axis);
		return;
	}
	buffer_printf(out, "set %stics %s (", axis, look);
	for (i = 0; i < s->n_tick; ++i) {
		buffer_add(out, i ? ", " : "");
		gnuplot_quote(out, s->tick[i].label);
		buffer_printf(out, " %.12g %d", s->tick[i].at,
			s->tick[i].is_minor ? 1 : 0);
	}
	buffer_add(out, ")\n");
}

static void add_margin(struct buffer *out, const char *which, double at,
	double size, bool is_text)
{
	buffer_printf(out, "set %smargin at screen %.6g\n", which,
		is_text ? (floor(at) + 0.1) / (size - 1) : at / size);
}

static void add_strip(struct buffer *out, const struct place *place,
	const struct canvas *c)
{
	const struct box *b = &place->strip;

	if (b->x1 <= b->x0 || c->is_text) {
		buffer_add(out, "unset colorbox\n");
		return;
	}
	buffer_printf(out, "set colorbox user origin screen %.5g, "
		"screen %.5g size screen %.5g, screen %.5g\n",
		b->x0 / c->width, b->y0 / c->height,
		(b->x1 - b->x0) / c->width, (b->y1 - b->y0) / c->height);
	add_range(out, "cb", &place->colour, false);
	add_ticks(out, "cb", &place->colour, "scale 0.5 out nomirror");
}

static void add_frame(struct buffer *out, const struct place *place,
	const struct canvas *c)
{
	const struct panel *panel = place->panel;
	const struct box *b = &place->box;
	const char *look = c->is_text ? "nomirror scale 0" :
		"nomirror out scale 0.6, 0.3";
	bool full = panel->cells != NULL;

	add_margin(out, "l", b->x0, c->width, c->is_text);
	add_margin(out, "r", b->x1, c->width, c->is_text);
	add_margin(out, "b", b->y0, c->height, c->is_text);
	add_margin(out, "t", b->y1, c->height, c->is_text);
	add_range(out, "x", &place->x, false);
	add_range(out, "y", &place->y, place->is_on_side ||
		panel->y.is_down);
	add_ticks(out, "x", &place->x, look);
	add_ticks(out, "y", &place->y, look);
	buffer_printf(out, "set border %d %s linecolor %s\n", full ? 15 : 3,
		c->is_text ? "back" : "front",
		c->is_text ? "-1" : "rgb '#666666'");
	if (!c->is_text && !full)
		buffer_printf(out, "set grid %s %s linetype 1 linecolor rgb "
			"'#e4e4e4' linewidth 0.7\n",
			place->x.n_tick ? "xtics" : "noxtics",
			place->y.n_tick ? "ytics" : "noytics");
	else
		buffer_add(out, "unset grid\n");
	if (panel->cells && panel->cells->n_category == 0)
		add_strip(out, place, c);
}

/* ------------------------------------------------------------- script */

static void add_terminal(struct buffer *out, const struct canvas *c,
	enum gnuplot_target target)
{
	static const char *const fonts[] = { "sans-serif,12", "sans,12",
		"sans,12" };

	switch (target) {
	case GNUPLOT_SVG:
		buffer_printf(out, "set terminal svg size %.0f,%.0f "
			"noenhanced background rgb 'white' font '%s'\n",
			c->width, c->height, fonts[target]);
		break;
	case GNUPLOT_PNG:
		buffer_printf(out, "set terminal pngcairo size %.0f,%.0f "
			"noenhanced background rgb 'white' font '%s' "
			"fontscale 1.5 linewidth 2 pointscale 2\n",
			2 * c->width, 2 * c->height, fonts[target]);
		break;
	case GNUPLOT_PDF:
		buffer_printf(out, "set terminal pdfcairo size %.2fin,%.2fin "
			"noenhanced background rgb 'white' font '%s' "
			"fontscale 0.75\n",
			c->width / 96, c->height / 96, fonts[target]);
		break;
	case GNUPLOT_TERMINAL:
	case GNUPLOT_TERMINAL_COLOUR:
		buffer_printf(out, "set terminal dumb size %.0f,%.0f "
			"noenhanced %s\n", c->width, c->height, target ==
			GNUPLOT_TERMINAL ? "mono" : "ansirgb");
		break;
	}
}

static void add_palette(struct buffer *out)
{
	int i;

	buffer_add(out, "set palette defined (");
	for (i = 0; i < LAYOUT_SHADES; ++i)
		buffer_printf(out, "%s%d '#%06x'", i ? ", " : "", i,
			(unsigned) layout_shades[i]);
	buffer_add(out, ")\n");
}

static bool has_palette(const struct layout *l)
{
	int i;

	for (i = 0; i < l->n_place; ++i)
		if (l->place[i].panel->cells &&
		    l->place[i].panel->cells->n_category == 0)
			return true;
	return false;
}

void gnuplot_script(const struct layout *l, enum gnuplot_target target,
	struct buffer *out)
{
	const struct canvas *c = &l->canvas;
	int n_data = 0, i, k;

	add_terminal(out, c, target);
	buffer_add(out, "set encoding utf8\nunset key\nset clip two\n"
		"set style fill solid 1 noborder\n");
	if (has_palette(l))
		add_palette(out);
	buffer_add(out, "set multiplot\n");
	for (i = 0; i < l->n_place; ++i) {
		const struct place *p = &l->place[i];

		buffer_add(out, "unset label\nunset object\nunset arrow\n");
		for (k = 0; i == 0 && k < l->n_label; ++k)
			add_label(out, c, &l->label[k], target);
		add_frame(out, p, c);
		for (k = 0; k < p->n_label; ++k)
			add_label(out, c, &p->label[k], target);
		for (k = 0; k < p->n_swatch; ++k)
			add_swatch(out, p, c, &p->swatch[k], target);
		gnuplot_plot(p, c, target, &n_data, out);
	}
	buffer_add(out, "unset multiplot\n");
}
