/* Builds and frees pictures.  The end of the file has what all drawers need:
 * safe decoding of UTF-8, and numbers as people write them.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/picture/picture.h"

/* Colours with this bit hold red, green and blue in the lower 24. */
#define RGB_FLAG (1 << 24)

int picture_rgb(int red, int green, int blue)
{
	return RGB_FLAG | red << 16 | green << 8 | blue;
}

/* RGB(log x / log 256, log y / log 256, log z / log 64): section 5.1 of Ernst
 * et al. 2022; a little darker, for white paper.
 */
int picture_block_colour(const int64_t block[3])
{
	static const double most[3] = { 256, 256, 64 };
	int rgb[3];

	for (int i = 0; i < 3; ++i) {
		double part = log((double) block[i]) / log(most[i]);

		rgb[i] = (int) (225 * fmin(fmax(part, 0), 1) + 0.5);
	}
	return picture_rgb(rgb[0], rgb[1], rgb[2]);
}

struct picture *picture_new(void)
{
	return memory_new(sizeof(struct picture));
}

static void clear_axis(struct axis *axis)
{
	for (int i = 0; i < axis->n_category; ++i)
		free(axis->category[i]);
	free(axis->category);
	free(axis->tick);
	free(axis->name);
	free(axis->unit);
}

static void free_series(struct series *s)
{
	for (int64_t i = 0; i < s->n_point; ++i)
		free(s->point[i].label);
	free(s->point);
	free(s->name);
	free(s);
}

static void free_cells(struct cells *cells)
{
	if (!cells)
		return;
	for (int i = 0; i < cells->n_category; ++i)
		free(cells->category[i].name);
	free(cells->category);
	free(cells->name);
	free(cells->unit);
	free(cells->value);
	free(cells);
}

static void free_panel(struct panel *panel)
{
	for (int i = 0; i < panel->n_series; ++i)
		free_series(panel->series[i]);
	for (int i = 0; i < panel->n_text; ++i)
		free(panel->text[i].text);
	free_cells(panel->cells);
	clear_axis(&panel->x);
	clear_axis(&panel->y);
	free(panel->series);
	free(panel->text);
	free(panel->title);
	free(panel);
}

void picture_free(struct picture *p)
{
	if (!p)
		return;
	for (int i = 0; i < p->n_panel; ++i)
		free_panel(p->panel[i]);
	free(p->panel);
	free(p->title);
	free(p->note);
	free(p);
}

void picture_set_text(char **text, const char *new_text)
{
	char *copy = new_text ? memory_copy_text(new_text) : NULL;

	free(*text);
	*text = copy;
}

struct panel *picture_add_panel(struct picture *p, const char *title)
{
	struct panel *panel = memory_new(sizeof(*panel));

	picture_set_text(&panel->title, title);
	panel->x.lo = panel->x.hi = panel->y.lo = panel->y.hi = NAN;
	p->panel = memory_grow(p->panel, (size_t) p->n_panel,
		sizeof(*p->panel));
	p->panel[p->n_panel++] = panel;
	return panel;
}

void picture_set_axis(struct axis *axis, const char *name, const char *unit,
	bool is_log)
{
	picture_set_text(&axis->name, name);
	picture_set_text(&axis->unit, unit);
	axis->is_log = is_log;
}

void picture_add_tick(struct axis *axis, double at)
{
	axis->tick = memory_grow(axis->tick, (size_t) axis->n_tick,
		sizeof(*axis->tick));
	axis->tick[axis->n_tick++] = at;
}

void picture_add_category(struct axis *axis, const char *name)
{
	axis->category = memory_grow(axis->category, (size_t) axis->n_category,
		sizeof(*axis->category));
	axis->category[axis->n_category++] = memory_copy_text(name);
}

struct series *picture_add_series(struct panel *panel, enum series_kind kind,
	const char *name)
{
	struct series *s = memory_new(sizeof(*s));

	s->kind = kind;
	s->colour = PICTURE_NEXT;
	s->at = 0.5;
	picture_set_text(&s->name, name);
	panel->series = memory_grow(panel->series, (size_t) panel->n_series,
		sizeof(*panel->series));
	panel->series[panel->n_series++] = s;
	return s;
}

struct series *picture_add_key(struct panel *panel, enum series_kind kind,
	const char *name)
{
	struct series *s = picture_add_series(panel, kind, name);

	s->place = PLACE_KEY;
	s->is_in_key_only = true;
	return s;
}

void picture_add_labelled(struct series *s, double x, double y,
	const char *label, int colour)
{
	struct picture_point *point;

	s->point = memory_grow(s->point, (size_t) s->n_point,
		sizeof(*s->point));
	point = &s->point[s->n_point++];
	*point = (struct picture_point) { .x = x, .y = y, .colour = colour };
	picture_set_text(&point->label, label);
}

void picture_add_point(struct series *s, double x, double y)
{
	picture_add_labelled(s, x, y, NULL, PICTURE_NEXT);
}

struct cells *picture_set_cells(struct panel *panel, int64_t n_x, int64_t n_y)
{
	struct cells *cells = memory_new(sizeof(*cells));

	cells->n_x = n_x;
	cells->n_y = n_y;
	cells->lo = cells->hi = NAN;
	cells->value = memory_new((size_t) (n_x * n_y) * sizeof(*cells->value));
	for (int64_t i = 0; i < n_x * n_y; ++i)
		cells->value[i] = NAN;
	free_cells(panel->cells);
	panel->cells = cells;
	return cells;
}

void picture_set_cell(struct cells *cells, int64_t i, int64_t j, double v)
{
	cells->value[j * cells->n_x + i] = v;
}

void picture_add_cell_category(struct cells *cells, const char *name,
	int colour)
{
	cells->category = memory_grow(cells->category,
		(size_t) cells->n_category, sizeof(*cells->category));
	cells->category[cells->n_category++] = (struct cell_category) {
		memory_copy_text(name), colour
	};
}

void picture_add_text(struct panel *panel, double x, double y,
	enum text_anchor anchor, int colour, const char *text)
{
	panel->text = memory_grow(panel->text, (size_t) panel->n_text,
		sizeof(*panel->text));
	panel->text[panel->n_text++] = (struct text) { x, y, anchor, colour,
		memory_copy_text(text) };
}

static bool is_same(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static void share_axis(struct axis *a, struct axis *b)
{
	if (!is_same(a->name, b->name) || !is_same(a->unit, b->unit) ||
		a->is_log != b->is_log)
		return;
	if (b->lo < a->lo)
		a->lo = b->lo;
	if (b->hi > a->hi)
		a->hi = b->hi;
}

void picture_share_axes(struct picture *p)
{
	for (int i = 0; i < p->n_panel; ++i)
		for (int k = 0; k < p->n_panel; ++k) {
			share_axis(&p->panel[i]->x, &p->panel[k]->x);
			share_axis(&p->panel[i]->y, &p->panel[k]->y);
		}
}

/* ------------------------------------------------------------- letters */

/* True if XML and terminals can show it: not a surrogate, a control character
 * or 0xfffe.
 */
static bool is_letter(unsigned long c)
{
	return c >= 0x20 && !(c >= 0x7f && c < 0xa0) &&
		!(c >= 0xd800 && c < 0xe000) && c != 0xfffe && c != 0xffff &&
		c < 0x110000;
}

/* Bytes of the UTF-8 character at "text"; 0 if it is invalid. */
static int letter_bytes(const unsigned char *text)
{
	static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	int n = text[0] < 0x80	   ? 1 :
		text[0] >> 5 == 6  ? 2 :
		text[0] >> 4 == 14 ? 3 :
		text[0] >> 3 == 30 ? 4 :
				     0;
	unsigned long c = n == 1 ? text[0] : text[0] & (0xff >> (n + 1));

	for (int i = 1; i < n; ++i) {
		if (text[i] >> 6 != 2)
			return 0;
		c = c << 6 | (text[i] & 0x3f);
	}
	return n > 0 && c >= least[n] && is_letter(c) ? n : 0;
}

bool picture_letter(const char **text, char letter[PICTURE_LETTER])
{
	int n = letter_bytes((const unsigned char *) *text);

	if (!**text)
		return false;
	memset(letter, 0, PICTURE_LETTER);
	if (n > 0)
		memcpy(letter, *text, (size_t) n);
	else
		letter[0] = (unsigned char) **text < 0x80 ? ' ' : '?';
	*text += n > 0 ? n : 1;
	return true;
}

/* ------------------------------------------------------------- numbers */

static void raise_digits(char *text)
{
	static const char *const raised[] = { "\xe2\x81\xb0", "\xc2\xb9",
		"\xc2\xb2", "\xc2\xb3", "\xe2\x81\xb4", "\xe2\x81\xb5",
		"\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8",
		"\xe2\x81\xb9" };
	char out[32];
	size_t n = 0;

	for (const char *c = text; *c; ++c)
		n += (size_t) snprintf(out + n, sizeof(out) - n, "%s",
			*c == '-' ? "\xe2\x81\xbb" : raised[*c - '0']);
	memcpy(text, out, n + 1);
}

void picture_number(double v, char *text, size_t size)
{
	double a = fabs(v);
	int exponent = a > 0 ? (int) floor(log10(a) + 1e-9) : 0;
	double m = a > 0 ? v / pow(10, exponent) : 0;
	char raised[32], digits[16];

	if (a >= 10000 && exponent < 6 && v == floor(v)) {
		snprintf(text, size, "%ld %03ld", (long) v / 1000,
			(long) a % 1000);
		return;
	}
	if (a == 0 || (exponent >= -4 && exponent < 6)) {
		snprintf(text, size, "%.6g", v == 0 ? 0 : v);
		return;
	}
	snprintf(raised, sizeof(raised), "%d", exponent);
	raise_digits(raised);
	snprintf(digits, sizeof(digits), "%.6g", m);
	if (strcmp(digits, "1") == 0)
		snprintf(text, size, "10%s", raised);
	else
		snprintf(text, size,
			"%s\xc2\xb7"
			"10%s",
			digits, raised);
}

void picture_figure(double v, char *text, size_t size)
{
	char digits[32];

	snprintf(digits, sizeof(digits), "%.3g", v);
	picture_number(isfinite(v) ? strtod(digits, NULL) : 0, text, size);
}
