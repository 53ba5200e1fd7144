/* The key above the box.  A series is named at the end of its line if
 * possible; all others, and categories of cells, get an entry in the key.
 */

#include <math.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/picture/layout.h"

/* With more series than END_MOST, or names longer than END_CHARS letters,
 * names at line ends would collide: all go into the key.
 */
#define END_MOST  12
#define END_CHARS 28

bool layout_is_bar(enum series_kind kind)
{
	return kind == SERIES_BARS || kind == SERIES_STACK ||
		kind == SERIES_OUTLINE;
}

bool layout_is_line(enum series_kind kind)
{
	return kind == SERIES_LINE || kind == SERIES_LINE_POINTS;
}

bool layout_has_marks(enum series_kind kind)
{
	return kind == SERIES_POINTS || kind == SERIES_LINE_POINTS;
}

/* True if the names of lines can be at their ends. */
static bool ends_are_free(const struct panel *panel)
{
	int n = 0;

	for (int i = 0; i < panel->n_series; ++i) {
		const struct series *s = panel->series[i];

		if (!layout_is_line(s->kind) || !s->name || s->n_point == 0 ||
			s->place != PLACE_AUTO)
			continue;
		if (++n > END_MOST || strlen(s->name) > END_CHARS)
			return false;
	}
	return true;
}

bool layout_at_end(const struct panel *panel, const struct series *s)
{
	if (!s->name || s->n_point == 0 || layout_is_bar(s->kind))
		return false;
	return s->place == PLACE_END ||
		(s->place == PLACE_AUTO && layout_is_line(s->kind) &&
			ends_are_free(panel));
}

bool layout_in_key(const struct panel *panel, const struct series *s)
{
	if (!s->name || (s->n_point == 0 && !s->is_in_key_only))
		return false;
	if (layout_is_bar(s->kind))
		return s->place != PLACE_NOWHERE;
	return s->place == PLACE_KEY ||
		(s->place == PLACE_AUTO && !layout_at_end(panel, s));
}

/* Entries in rows from (x0, y) downwards and up to x1. */
struct key {
	struct place *place;
	const struct canvas *canvas;
	double x0, x1, x, y;
	int n;
};

static void add_entry(struct key *key, const char *name,
	const struct swatch *swatch)
{
	const struct canvas *c = key->canvas;
	double sign = c->is_text ? 2 : 3 * c->char_w;
	double most = (key->x1 - key->x0) * 0.9 - sign;
	double w = sign + fmin(layout_width(c, name), most) +
		(c->is_text ? 3 : 2 * c->char_w);
	struct place *p = key->place;
	struct label *label;

	if (key->n++ > 0 && key->x + w > key->x1) {
		key->x = key->x0;
		key->y -= c->char_h;
	}
	label = layout_add_label(&p->label, &p->n_label, key->x + sign, key->y,
		TEXT_START, name);
	layout_cut_label(c, label, most);
	p->swatch = memory_grow(p->swatch, (size_t) p->n_swatch,
		sizeof(*p->swatch));
	p->swatch[p->n_swatch] = *swatch;
	p->swatch[p->n_swatch].x = key->x + (c->is_text ? 0 : sign / 3);
	p->swatch[p->n_swatch++].y = key->y;
	key->x += w;
}

/* Names cannot follow a line on a terminal: they are in the key there, beside
 * the letter of the line, and explain its colour, too.
 */
static bool is_entry(const struct canvas *canvas, const struct panel *panel,
	const struct series *s)
{
	bool has_along = false;

	if (!canvas->is_text)
		return layout_in_key(panel, s);
	for (int i = 0; i < panel->n_series; ++i)
		has_along |= panel->series[i]->place == PLACE_ALONG;
	if (has_along && s->is_in_key_only && s->kind == SERIES_LINE)
		return false;
	return layout_in_key(panel, s) ||
		(s->place == PLACE_ALONG && s->name && s->n_point > 0);
}

double layout_key(struct place *place, const struct canvas *canvas, double x0,
	double x1, double y)
{
	const struct panel *panel = place->panel;
	struct key key = { place, canvas, x0, x1, x0, y, 0 };
	struct swatch swatch = { 0 };

	for (int i = 0; i < panel->n_series; ++i) {
		if (!is_entry(canvas, panel, panel->series[i]))
			continue;
		swatch.series = panel->series[i];
		swatch.index = i;
		/* a line in ink explains its dashes, others their colour */
		swatch.is_colour = panel->series[i]->is_in_key_only &&
			panel->series[i]->kind == SERIES_LINE &&
			panel->series[i]->colour != PICTURE_INK;
		add_entry(&key, panel->series[i]->name, &swatch);
	}
	swatch.series = NULL;
	swatch.is_colour = true;
	for (int i = 0; panel->cells && i < panel->cells->n_category; ++i) {
		swatch.category = &panel->cells->category[i];
		swatch.index = i;
		add_entry(&key, swatch.category->name, &swatch);
	}
	return key.n == 0 ?
		0 :
		y - key.y + (canvas->is_text ? 1 : 1.3) * canvas->char_h;
}
