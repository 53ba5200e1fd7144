/* The layout of one panel: its title, its key, the names of its axes and of
 * categories, and the box between them, which gets what the texts leave.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/picture/layout.h"

/* Names of categories are cut to this many letters, so that one long name does
 * not take the space of the box.
 */
#define NAME_MOST 32

bool layout_has_bars(const struct panel *panel)
{
	for (int i = 0; i < panel->n_series; ++i)
		if (layout_is_bar(panel->series[i]->kind))
			return true;
	return false;
}

int layout_bars_side_by_side(const struct panel *panel)
{
	int n = 0;

	for (int i = 0; i < panel->n_series; ++i)
		n += panel->series[i]->kind == SERIES_BARS;
	return n > 0 ? n : 1;
}

/* "time (ms)" */
static void axis_text(const struct axis *axis, struct buffer *out)
{
	buffer_add(out, axis->name ? axis->name : "");
	if (axis->unit && *axis->unit)
		buffer_printf(out, axis->name ? " (%s)" : "%s", axis->unit);
}

/* The width that names of categories are cut to: in a narrow panel its box
 * keeps half of the width.
 */
static double name_most(const struct canvas *canvas, double w)
{
	return fmin(NAME_MOST * canvas->char_w,
		canvas->is_text ? 0.4 * canvas->width : 0.5 * w);
}

static double widest_tick(const struct scale *s, const struct axis *axis,
	const struct canvas *canvas, double w)
{
	double most = 0;

	for (int i = 0; i < axis->n_category; ++i)
		most = fmax(most,
			fmin(layout_width(canvas, axis->category[i]),
				name_most(canvas, w)));
	for (int i = 0; i < s->n_tick; ++i)
		most = fmax(most, layout_width(canvas, s->tick[i].label));
	return most;
}

/* From the end of a line to its name: marks that cover each other are larger
 * than one alone.
 */
double layout_end_gap(const struct canvas *canvas)
{
	return canvas->is_text ? 2 : 1.7 * canvas->char_w;
}

/* The right end of the box, such that the names at the ends of lines fit left
 * of "x1".  On paper a line that ends early leaves room inside of the box.
 */
static double end_of_box(const struct place *place, const struct canvas *canvas,
	double x1)
{
	const struct panel *panel = place->panel;
	double end = x1, x0 = place->box.x0, gap = layout_end_gap(canvas);

	for (int i = 0; i < panel->n_series; ++i) {
		const struct series *s = panel->series[i];
		double part;

		if (!layout_at_end(panel, s))
			continue;
		part = canvas->is_text ?
			1 :
			layout_share(&place->x, s->point[s->n_point - 1].x);
		part = part > 0.1 && part < 1 ? part : 1;
		end = fmin(end,
			x0 +
				(x1 - gap - layout_width(canvas, s->name) -
					x0) /
					part);
	}
	return fmax(end, x0 + 0.3 * (x1 - x0));
}

static void title_panel(struct place *place, const struct canvas *canvas,
	struct box *frame)
{
	double line = canvas->char_h;
	struct label *label;

	if (!place->panel->title)
		return;
	label = layout_add_label(&place->label, &place->n_label, frame->x0,
		frame->y1 - line / 2, TEXT_START, place->panel->title);
	label->look = LABEL_TITLE;
	layout_cut_label(canvas, label, frame->x1 - frame->x0);
	frame->y1 -= canvas->is_text ? line : 1.4 * line;
}

/* The name of the vertical axis goes above it, up to "right"; that of the
 * horizontal axis goes below it.
 */
static void name_axes(struct place *place, const struct canvas *canvas,
	double top, double right, double bottom)
{
	const struct box *frame = &place->frame;
	double middle = (place->box.x0 + place->box.x1) / 2;
	const struct panel *panel = place->panel;
	const struct axis *h = place->is_on_side ? &panel->y : &panel->x;
	const struct axis *v = place->is_on_side ? &panel->x : &panel->y;
	struct buffer text = { 0 };

	axis_text(v, &text);
	if (text.len > 0)
		layout_cut_label(canvas,
			layout_add_label(&place->label, &place->n_label,
				frame->x0, top, TEXT_START, text.text),
			right - frame->x0);
	buffer_free(&text);
	axis_text(h, &text);
	if (text.len > 0)
		layout_cut_label(canvas,
			layout_add_label(&place->label, &place->n_label, middle,
				bottom, TEXT_MIDDLE, text.text),
			2 * fmin(middle - frame->x0, frame->x1 - middle));
	buffer_free(&text);
}

bool layout_has_name(const struct axis *axis)
{
	return axis->name || (axis->unit && *axis->unit);
}

/* The stride between the names of a horizontal axis that leaves them room: 1
 * is every name, 2 every other one.
 */
static int every_name(const struct place *place, const struct axis *h,
	const struct canvas *canvas)
{
	double each = fabs(layout_x(place, 1) - layout_x(place, 0));
	double most = 0;

	for (int i = 0; i < h->n_category; ++i)
		most = fmax(most,
			fmin(layout_width(canvas, h->category[i]),
				name_most(canvas,
					place->frame.x1 - place->frame.x0)));
	return (int) fmax(ceil((most + canvas->char_w) / each), 1);
}

static void name_categories(struct place *place, const struct canvas *canvas)
{
	const struct panel *panel = place->panel;
	const struct axis *h = place->is_on_side ? &panel->y : &panel->x;
	const struct axis *v = place->is_on_side ? &panel->x : &panel->y;
	int every = every_name(place, h, canvas);
	double last = 1e9;

	for (int i = 0; i < h->n_category; i += every) {
		double x = layout_x(place, i);

		layout_cut_label(canvas,
			layout_add_label(&place->label, &place->n_label, x,
				place->box.y0 - canvas->char_h, TEXT_MIDDLE,
				h->category[i]),
			fmin(name_most(canvas,
				     place->frame.x1 - place->frame.x0),
				2 *
					fmin(x - place->frame.x0,
						place->frame.x1 - x)));
	}
	for (int i = 0; i < v->n_category; ++i) {
		double y = canvas->is_text ? layout_row(place, i) + 0.5 :
					     layout_y(place, i);

		if (fabs(y - last) < 0.99 * canvas->char_h)
			continue;
		layout_cut_label(canvas,
			layout_add_label(&place->label, &place->n_label,
				place->box.x0 -
					(canvas->is_text ? 1.5 : 1) *
						canvas->char_w,
				y, TEXT_END, v->category[i]),
			name_most(canvas, place->frame.x1 - place->frame.x0));
		last = y;
	}
}

/* The width of the colour scale, right of the box. */
static double strip_width(const struct place *place,
	const struct canvas *canvas)
{
	const struct cells *c = place->panel->cells;
	double most = 0;

	if (!c || c->n_category > 0 || canvas->is_text)
		return 0;
	for (int i = 0; i < place->colour.n_tick; ++i)
		most = fmax(most,
			layout_width(canvas, place->colour.tick[i].label));
	return 5 * canvas->char_w + most;
}

/* Places the colour scale and its name; returns the x where that name starts.
 */
static double lay_strip(struct place *place, const struct canvas *canvas,
	double top)
{
	double end = place->frame.x1;
	const struct cells *c = place->panel->cells;
	struct axis axis = { .name = c->name, .unit = c->unit };
	struct buffer text = { 0 };

	place->strip = place->box;
	place->strip.x0 = place->box.x1 + 2 * canvas->char_w;
	place->strip.x1 = place->strip.x0 + 2 * canvas->char_w;
	axis_text(&axis, &text);
	if (text.len > 0) {
		struct label *label = layout_add_label(&place->label,
			&place->n_label, place->strip.x1 + canvas->char_w, top,
			TEXT_END, text.text);

		layout_cut_label(canvas, label,
			(label->x - place->frame.x0) * 0.6);
		end = label->x - layout_label_width(canvas, label) -
			2 * canvas->char_w;
	}
	buffer_free(&text);
	return end;
}

static void make_square(struct box *box)
{
	double w = box->x1 - box->x0, h = box->y1 - box->y0;

	if (w > h)
		box->x1 = box->x0 + h;
	else
		box->y0 = box->y1 - w;
}

/* Places a panel; "key" is the height of the highest key in its row. */
void layout_panel(struct place *place, const struct canvas *canvas,
	struct box frame, double key)
{
	const struct panel *panel = place->panel;
	const struct axis *h = place->is_on_side ? &panel->y : &panel->x;
	const struct axis *v = place->is_on_side ? &panel->x : &panel->y;
	double line = canvas->char_h,
	       gap = canvas->is_text ? 1 : canvas->char_w;
	double top, bottom, left, right;

	title_panel(place, canvas, &frame);
	frame.y1 -= fmax(layout_key(place, canvas, frame.x0, frame.x1,
				 frame.y1 - line / 2),
		key);
	top = frame.y1 - line / 2;
	if (layout_has_name(v) ||
		(panel->cells && strip_width(place, canvas) > 0))
		frame.y1 -= canvas->is_text ? line : 1.5 * line;
	bottom = frame.y0 + line / 2;
	if (layout_has_name(h))
		frame.y0 += canvas->is_text ? line : 1.2 * line;
	layout_axes(place, canvas, frame.x1 - frame.x0, frame.y1 - frame.y0);
	left = widest_tick(&place->y, v, canvas, frame.x1 - frame.x0);
	place->box = frame;
	place->box.y0 += 1.5 * line;
	place->box.y1 -= canvas->is_text ? 0.5 : 0;
	place->box.x0 += left + 1.5 * gap;
	place->box.x1 = fmin(place->box.x1 - strip_width(place, canvas),
		end_of_box(place, canvas, place->box.x1));
	place->box.x1 -= 1.5 * gap;
	place->box.x1 = fmax(place->box.x1, place->box.x0 + 8 * gap);
	if (panel->is_square && !canvas->is_text)
		make_square(&place->box);
	layout_axes(place, canvas, place->box.x1 - place->box.x0,
		place->box.y1 - place->box.y0);
	place->frame = frame;
	right = panel->cells && panel->cells->n_category == 0 ?
		lay_strip(place, canvas, top) :
		frame.x1;
	name_axes(place, canvas, top, right,
		panel->is_square ? place->box.y0 - 2.2 * line : bottom);
	name_categories(place, canvas);
	layout_labels(place, canvas);
}
