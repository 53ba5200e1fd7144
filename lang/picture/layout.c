/* The layout of a picture from the outside in: rows of panels, then for each
 * panel its title, its key, the names of its axes and the box between them.
 * Texts take their space first; the box gets the rest.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/picture/layout.h"

/* Paper, in pixels: a panel alone, one of several, one with a square box; an
 * average letter and a line; a bar; the margin.  Changing them changes the
 * size of every SVG.
 */
#define PAPER_W	 640.0
#define PAPER_H	 380.0
#define SMALL_W	 380.0
#define SMALL_H	 320.0
#define SQUARE_W 330.0
#define FONT_W	 6.9
#define FONT_H	 15.0
#define BAR_H	 20.0
#define MARGIN	 10.0

/* Where a size is given: the least width of one of several panels, and the
 * least height of a box in lines of text.
 */
#define LEAST_W	    240.0
#define LEAST_LINES 5

/* -------------------------------------------------------------- widths */

/* Advance widths of the letters from ' ' to '~' in DejaVu Sans, in hundredths
 * of the font size.  It is the widest of the fonts that pages commonly use: a
 * text that fits here also fits in Helvetica and Arial.
 */
static const unsigned char letter_width[] = { 32, 40, 46, 84, 64, 95, 78, 27,
	39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
	34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66,
	56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39,
	84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61,
	63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84 };

#define OTHER_WIDTH 64

double layout_width(const struct canvas *canvas, const char *text)
{
	char letter[PICTURE_LETTER];
	double w = 0;

	while (picture_letter(&text, letter)) {
		unsigned char c = (unsigned char) letter[0];

		w += canvas->is_text ?
			1 :
			(c < 0x7f ? letter_width[c - ' '] : OTHER_WIDTH) *
				0.01 * LAYOUT_FONT;
	}
	return w;
}

double layout_label_width(const struct canvas *canvas,
	const struct label *label)
{
	static const double part[] = { 1, LAYOUT_TITLE, LAYOUT_SMALL };

	return layout_width(canvas, label->text) *
		(canvas->is_text ? 1 : part[label->look]);
}

void layout_cut_label(const struct canvas *canvas, struct label *label,
	double w)
{
	char *text = label->text;
	size_t len = strlen(text);
	struct buffer cut = { 0 };

	if (layout_label_width(canvas, label) <= w)
		return;
	w -= layout_width(canvas, "\xe2\x80\xa6");
	while (len > 0 && layout_label_width(canvas, label) > w) {
		--len;
		while (len > 0 && ((unsigned char) text[len] & 0xc0) == 0x80)
			--len;
		text[len] = '\0';
	}
	buffer_add(&cut, text);
	buffer_add(&cut, "\xe2\x80\xa6");
	free(text);
	label->text = buffer_take(&cut);
}

/* Clamped to a million times the length of the axis, so that coordinates of
 * far points stay finite.
 */
double layout_share(const struct scale *s, double v)
{
	double part = s->is_log ? log(v / s->lo) / log(s->hi / s->lo) :
				  (v - s->lo) / (s->hi - s->lo);

	return isfinite(part) ? fmin(fmax(part, -1e6), 1e6) : NAN;
}

double layout_x(const struct place *place, double x)
{
	return place->box.x0 +
		layout_share(&place->x, x) * (place->box.x1 - place->box.x0);
}

double layout_y(const struct place *place, double y)
{
	double part = layout_share(&place->y, y);

	if (place->is_on_side || place->panel->y.is_down)
		part = 1 - part;
	return place->box.y0 + part * (place->box.y1 - place->box.y0);
}

static double inverse(const struct scale *s, double part)
{
	return s->is_log ? s->lo * pow(s->hi / s->lo, part) :
			   s->lo + part * (s->hi - s->lo);
}

double layout_cell_at(const struct place *place, double x, double y)
{
	const struct cells *c = place->panel->cells;
	const struct box *b = &place->box;
	double part = (y - b->y0) / (b->y1 - b->y0);
	double i = floor(
		inverse(&place->x, (x - b->x0) / (b->x1 - b->x0)) + 0.5);
	double j = floor(
		inverse(&place->y, place->panel->y.is_down ? 1 - part : part) +
		0.5);

	if (i < 0 || i >= (double) c->n_x || j < 0 || j >= (double) c->n_y)
		return NAN;
	return c->value[(int64_t) j * c->n_x + (int64_t) i];
}

int layout_row(const struct place *place, double category)
{
	return (int) floor(
		layout_y(place, category) + (place->rows_each - 1) / 2.0);
}

struct label *layout_add_label(struct label **label, int *n, double x, double y,
	enum text_anchor anchor, const char *text)
{
	struct label *l;

	*label = memory_grow(*label, (size_t) *n, sizeof(**label));
	l = &(*label)[(*n)++];
	*l = (struct label) {
		.x = x,
		.y = y,
		.anchor = anchor,
		.colour = PICTURE_INK,
		.text = memory_copy_text(text),
	};
	return l;
}

/* ------------------------------------------------------------- pictures */

static void free_labels(struct label *label, int n)
{
	for (int i = 0; i < n; ++i)
		free(label[i].text);
	free(label);
}

static double key_height(const struct panel *panel, const struct canvas *canvas,
	double w)
{
	struct place scratch = { .panel = panel };
	double key = layout_key(&scratch, canvas, 0, w, 0);

	free_labels(scratch.label, scratch.n_label);
	free(scratch.swatch);
	return key;
}

/* The height of the lines above and below the box of a panel. */
static double height_around(const struct panel *panel,
	const struct canvas *canvas, double w)
{
	double key = key_height(panel, canvas, w);
	const struct axis *h = layout_has_bars(panel) ? &panel->y : &panel->x;
	const struct axis *v = layout_has_bars(panel) ? &panel->x : &panel->y;
	double lines = (panel->title ? 1.4 : 0) + 1.5 +
		1.2 * layout_has_name(h) + 1.5 * layout_has_name(v);

	if (canvas->is_text)
		return key + (panel->title != NULL) + 2 +
			layout_has_name(&panel->x) + layout_has_name(&panel->y);
	return key + lines * canvas->char_h;
}

/* The height that a panel needs: by its bars, or "usual" if it has none. */
static double wanted_height(struct place *place, const struct canvas *canvas,
	double w, double usual)
{
	const struct panel *panel = place->panel;
	int n = panel->x.n_category, side = layout_bars_side_by_side(panel);

	place->rows_each = side > 1 ? side + 1 : n <= 10 ? 2 : 1;
	if (panel->cells && panel->y.n_category > 0) {
		n = panel->y.n_category;
		place->rows_each = n <= 8 ? 2 : 1;
	}
	if (!place->is_on_side && !canvas->is_text)
		return usual + key_height(panel, canvas, w);
	if (!place->is_on_side && n == 0)
		return usual;
	if (canvas->is_text)
		return n * place->rows_each + 1 +
			height_around(panel, canvas, w);
	return n * BAR_H * (side > 1 ? 0.75 * side : 1) +
		height_around(panel, canvas, w);
}

/* The height below which texts of a panel would lie on each other. */
static double least_height(const struct place *place,
	const struct canvas *canvas, double w)
{
	struct place scratch = *place;

	if (place->is_on_side ||
		(canvas->is_text && place->panel->x.n_category > 0))
		return wanted_height(&scratch, canvas, w, 0);
	return height_around(place->panel, canvas, w) +
		LEAST_LINES * canvas->char_h;
}

static void start(struct layout *l, const struct picture *p,
	struct canvas canvas)
{
	*l = (struct layout) { .picture = p, .canvas = canvas };
	l->n_place = p->n_panel;
	l->place = memory_new((size_t) (p->n_panel + 1) * sizeof(*l->place));
	for (int i = 0; i < p->n_panel; ++i) {
		l->place[i].panel = p->panel[i];
		l->place[i].is_on_side = layout_has_bars(p->panel[i]);
	}
}

/* The note of the picture in lines that fit the canvas; to be freed. */
static char *wrap_note(const struct layout *l, double w)
{
	struct buffer text = { 0 };
	const char *at = l->picture->note;
	size_t line = 0; /* where the last line starts */

	while (at && *at) {
		size_t len = strcspn(at, " \n"), before = text.len;
		struct label label = { .look = LABEL_SMALL };

		if (before > line)
			buffer_add_char(&text, ' ');
		buffer_add_bytes(&text, at, len);
		label.text = text.text + line;
		if (before > line &&
			layout_label_width(&l->canvas, &label) > w) {
			text.text[before] = '\n';
			line = before + 1;
		}
		at += len;
		if (*at == '\n') {
			buffer_add_char(&text, '\n');
			line = text.len;
		}
		at += *at != '\0';
	}
	return text.text;
}

static int count_lines(const char *text)
{
	int n = text != NULL;

	for (; text && *text; ++text)
		n += *text == '\n';
	return n;
}

/* Adds the lines below all panels. */
static void add_notes(struct layout *l, const char *note, double margin)
{
	const struct canvas *c = &l->canvas;

	for (int i = count_lines(note) - 1; i >= 0; --i) {
		size_t len = strcspn(note, "\n");
		char *text = memory_copy_bytes(note, len);
		struct label *label = layout_add_label(&l->label, &l->n_label,
			margin, margin + (i + 0.5) * c->char_h, TEXT_START,
			text);

		label->look = LABEL_SMALL;
		layout_cut_label(c, label, c->width - 2 * margin);
		free(text);
		note += len + 1;
	}
}

/* A row of panels: the height of its panels and of their keys. */
struct row {
	double height, least, key;
};

/* Gives rows "room" in all. Where it is too small for their texts and bars,
 * the picture is higher than was asked for.
 */
static void share_height(struct row *row, int rows, double room)
{
	double least = 0;

	for (int r = 0; r < rows; ++r)
		least += row[r].least;
	for (int r = 0; r < rows; ++r)
		row[r].height = row[r].least +
			floor(fmax(0, room - least) / rows);
}

/* Places panels in rows.  The panels of a row share the height of the highest
 * one, and their keys that of the highest key, so that their boxes align.
 */
static void lay_rows(struct layout *l, int columns, double usual)
{
	const struct canvas *c = &l->canvas;
	bool has_title = l->picture->title != NULL;
	struct label *label;
	double margin = c->is_text ? 0 : MARGIN;
	double line = c->is_text ? 1 : 1.6 * c->char_h;
	int rows = (l->n_place + columns - 1) / columns;
	struct row *row = memory_new((size_t) (rows + 1) * sizeof(*row));
	char *note = wrap_note(l, c->width - 2 * margin);
	double total = 2 * margin + line * has_title +
		count_lines(note) * c->char_h +
		(c->is_text || !l->picture->note ? 0 : c->char_h / 2),
	       y;
	double w = (c->width - 2 * margin - (c->is_text ? 2 : 0) -
			   (columns - 1) * 2 * c->char_w) /
		columns;

	for (int i = 0; i < l->n_place; ++i) {
		struct row *of = &row[i / columns];

		of->height = fmax(of->height,
			wanted_height(&l->place[i], c, w, usual));
		of->least = fmax(of->least, least_height(&l->place[i], c, w));
		of->key = fmax(of->key, key_height(l->place[i].panel, c, w));
	}
	if (l->picture->height > 0)
		share_height(row, rows,
			l->picture->height - total - (rows - 1) * line);
	for (int r = 0; r < rows; ++r)
		total += row[r].height + (r > 0 ? line : 0);
	l->canvas.height = total = ceil(total);
	y = total - margin;
	if (has_title) {
		label = layout_add_label(&l->label, &l->n_label, margin,
			y - c->char_h / 2, TEXT_START, l->picture->title);
		label->look = LABEL_TITLE;
		layout_cut_label(c, label, (c->width - 2 * margin) * 0.95);
		y -= line;
	}
	for (int i = 0; i < l->n_place; ++i) {
		struct box frame = {
			.x0 = margin + (i % columns) * (w + 2 * c->char_w),
		};

		frame.x1 = frame.x0 + w;
		frame.y1 = y;
		frame.y0 = y - row[i / columns].height;
		layout_panel(&l->place[i], c, frame, row[i / columns].key);
		if (i % columns == columns - 1)
			y -= row[i / columns].height + line;
	}
	add_notes(l, note, margin);
	free(note);
	free(row);
}

void layout_on_paper(struct layout *l, const struct picture *p)
{
	struct canvas canvas = { .char_w = FONT_W, .char_h = FONT_H };
	bool is_square = p->panel[0]->is_square;
	int columns = p->n_column > 0		  ? p->n_column :
		p->n_panel > 4 || p->n_panel == 3 ? 3 :
		p->n_panel > 1			  ? 2 :
						    1;
	bool many = columns > 1;

	canvas.width = !many ? PAPER_W :
			       columns * (is_square ? SQUARE_W : SMALL_W);
	if (p->width > 0) {
		canvas.width = p->width;
		while (columns > 1 && p->width / columns < LEAST_W)
			--columns;
	}
	start(l, p, canvas);
	lay_rows(l, columns, many ? SMALL_H : PAPER_H);
}

void layout_on_terminal(struct layout *l, const struct picture *p, int columns,
	int rows)
{
	struct canvas canvas = { .char_w = 1, .char_h = 1, .is_text = true };

	canvas.width = columns;
	start(l, p, canvas);
	lay_rows(l, 1, rows);
}

void layout_free(struct layout *l)
{
	for (int i = 0; i < l->n_place; ++i) {
		struct place *p = &l->place[i];

		free_labels(p->label, p->n_label);
		layout_scale_free(&p->x);
		layout_scale_free(&p->y);
		layout_scale_free(&p->colour);
		free(p->swatch);
	}
	free_labels(l->label, l->n_label);
	free(l->place);
}
