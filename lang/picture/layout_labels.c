/* Texts between the axes, placed greedily: names at the ends of lines, names
 * along lines, labels of points.  Each tries its positions in order of
 * preference and takes the first that covers no mark and no other text; lines
 * are crossed only if there is no other way.
 */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/picture/layout.h"

/* Most labels of points, and most samples of lines.  Both bound the time,
 * which grows with their product; labels beyond the limit are left out and
 * counted.
 */
#define LABEL_MOST  400
#define SAMPLE_MOST 20000

/* Labels on paper are set in a smaller font. */
static double small_width(const struct canvas *canvas, const char *text)
{
	return layout_width(canvas, text) *
		(canvas->is_text ? 1 : LAYOUT_SMALL);
}

/* Boxes and lines that are already drawn. */
struct taken {
	struct place *place;
	const struct canvas *canvas;
	int64_t n;
	struct obstacle {
		struct box box;
		bool is_line;
		double angle; /* of the line */
	} * obstacle;
};

static void take_at(struct taken *t, struct box box, bool is_line, double angle)
{
	t->obstacle = memory_grow(t->obstacle, (size_t) t->n,
		sizeof(*t->obstacle));
	t->obstacle[t->n++] = (struct obstacle) { box, is_line, angle };
}

static void take(struct taken *t, struct box box, bool is_line)
{
	take_at(t, box, is_line, 0);
}

static struct box around(double x, double y, double w, double h)
{
	return (struct box) { x - w / 2, y - h / 2, x + w / 2, y + h / 2 };
}

static bool overlap(const struct box *a, const struct box *b)
{
	return a->x0 < b->x1 - 1e-6 && b->x0 < a->x1 - 1e-6 &&
		a->y0 < b->y1 - 1e-6 && b->y0 < a->y1 - 1e-6;
}

/* The number of lines that a box covers; -1 if it covers anything else or
 * leaves "limit".
 */
static int cost(const struct taken *t, const struct box *box,
	const struct box *limit)
{
	int n = 0;

	if (box->x0 < limit->x0 || box->x1 > limit->x1 || box->y0 < limit->y0 ||
		box->y1 > limit->y1)
		return -1;
	for (int64_t i = 0; i < t->n; ++i) {
		if (!overlap(box, &t->obstacle[i].box))
			continue;
		if (!t->obstacle[i].is_line)
			return -1;
		++n;
	}
	return n;
}

bool layout_point(const struct place *place, const struct series *s, int64_t i,
	double *x, double *y)
{
	const struct box *b = &place->box;

	*x = layout_x(place, s->point[i].x);
	*y = layout_y(place, s->point[i].y);
	return *x >= b->x0 - 1e-6 && *x <= b->x1 + 1e-6 && *y >= b->y0 - 1e-6 &&
		*y <= b->y1 + 1e-6;
}

/* --------------------------------------------------------------- lines */

/* Clips a segment to the box; false if it lies outside. */
static bool clip(const struct box *b, struct segment *s)
{
	double dx = s->x1 - s->x0, dy = s->y1 - s->y0;
	double p[4] = { -dx, dx, -dy, dy };
	double q[4] = { s->x0 - b->x0, b->x1 - s->x0, s->y0 - b->y0,
		b->y1 - s->y0 };
	double t0 = 0, t1 = 1;

	for (int i = 0; i < 4; ++i) {
		double r = q[i] / p[i];

		if (fabs(p[i]) < 1e-9) {
			if (q[i] < -1e-6)
				return false;
		} else if (p[i] < 0) {
			t0 = fmax(t0, r);
		} else {
			t1 = fmin(t1, r);
		}
	}
	if (t0 > t1)
		return false;
	*s = (struct segment) { s->x0 + t0 * dx, s->y0 + t0 * dy,
		s->x0 + t1 * dx, s->y0 + t1 * dy };
	return true;
}

bool layout_segment(const struct place *place, const struct series *s,
	int64_t i, struct segment *segment)
{
	struct segment g = { layout_x(place, s->point[i].x),
		layout_y(place, s->point[i].y),
		layout_x(place, s->point[i + 1].x),
		layout_y(place, s->point[i + 1].y) };

	if (!layout_shows(place->panel, &s->point[i]) ||
		!layout_shows(place->panel, &s->point[i + 1]) ||
		!clip(&place->box, &g))
		return false;
	*segment = g;
	return true;
}

static void take_line(struct taken *t, const struct series *s)
{
	double step = t->canvas->char_h / 2;
	struct segment g;

	for (int64_t i = 0; i + 1 < s->n_point; ++i) {
		double len, at = 0;

		if (!layout_segment(t->place, s, i, &g))
			continue;
		len = hypot(g.x1 - g.x0, g.y1 - g.y0);
		while (at <= len && t->n < SAMPLE_MOST) {
			double part = len > 0 ? at / len : 0;

			take_at(t,
				around(g.x0 + part * (g.x1 - g.x0),
					g.y0 + part * (g.y1 - g.y0), 1, 1),
				true, atan2(g.y1 - g.y0, g.x1 - g.x0));
			at += step;
		}
	}
}

static void take_marks(struct taken *t, const struct series *s)
{
	double side = t->canvas->is_text ? 1 : t->canvas->char_h * 0.85;
	double x, y;

	for (int64_t i = 0; i < s->n_point; ++i)
		if (layout_point(t->place, s, i, &x, &y))
			take(t,
				around(t->canvas->is_text ? floor(x) + 0.5 : x,
					t->canvas->is_text ? floor(y) + 0.5 : y,
					side, side),
				false);
}

/* ---------------------------------------------------- names at the end */

struct ending {
	const struct series *series;
	int index;
	double x, y, want;
};

static bool find_ending(const struct place *place, const struct series *s,
	struct ending *e)
{
	for (int64_t i = s->n_point - 1; i >= 0; --i)
		if (layout_point(place, s, i, &e->x, &e->y))
			return true;
	for (int64_t i = s->n_point - 2; i >= 0; --i) {
		struct segment g;

		if (!layout_segment(place, s, i, &g))
			continue;
		e->x = g.x1;
		e->y = g.y1;
		return true;
	}
	return false;
}

static int by_height(const void *a, const void *b)
{
	const struct ending *x = a, *y = b;

	if (x->want != y->want)
		return x->want < y->want ? -1 : 1;
	return x->index - y->index;
}

/* Moves names apart until none overlap, as little as possible and within the
 * box.
 */
static void spread(struct ending *e, int n, double line, double lo, double hi)
{
	qsort(e, (size_t) n, sizeof(*e), by_height);
	for (int turn = 0; turn < 200; ++turn)
		for (int i = 0; i + 1 < n; ++i) {
			double lack = line - (e[i + 1].y - e[i].y);

			if (lack <= 0)
				continue;
			e[i].y -= lack / 2;
			e[i + 1].y += lack / 2;
		}
	for (int i = 0; i < n; ++i)
		if (e[i].y < lo + i * line)
			e[i].y = lo + i * line;
	for (int i = n - 1; i >= 0; --i)
		if (e[i].y > hi - (n - 1 - i) * line)
			e[i].y = hi - (n - 1 - i) * line;
}

static void name_ends(struct taken *t)
{
	const struct panel *panel = t->place->panel;
	struct ending *e = memory_new(
		(size_t) (panel->n_series + 1) * sizeof(*e));
	const struct canvas *c = t->canvas;
	int n = 0;

	for (int i = 0; i < panel->n_series; ++i) {
		const struct series *s = panel->series[i];

		if (!layout_at_end(panel, s) ||
			!find_ending(t->place, s, &e[n]))
			continue;
		e[n].series = s;
		e[n].index = i;
		e[n].want = e[n].y;
		++n;
	}
	spread(e, n, c->char_h, t->place->box.y0, t->place->box.y1);
	for (int i = 0; i < n; ++i) {
		const char *name = e[i].series->name;
		double w = layout_width(c, name);
		double x = layout_end_gap(c) +
			(c->is_text ? floor(e[i].x) : e[i].x);
		struct label *label = layout_add_label(&t->place->label,
			&t->place->n_label, x, e[i].y, TEXT_START, name);

		label->colour = layout_series_colour(panel, e[i].index);
		layout_cut_label(c, label, t->place->frame.x1 - x);
		take(t, around(x + w / 2, e[i].y, w, c->char_h), false);
	}
	free(e);
}

/* ----------------------------------------------------- names along lines */

static double visible_length(const struct place *place, const struct series *s)
{
	struct segment g;
	double sum = 0;

	for (int64_t i = 0; i + 1 < s->n_point; ++i)
		if (layout_segment(place, s, i, &g))
			sum += hypot(g.x1 - g.x0, g.y1 - g.y0);
	return sum;
}

/* The position and direction of a line at "at" of its visible length. */
static void walk(const struct place *place, const struct series *s, double at,
	double *x, double *y, double *angle)
{
	struct segment g = { 0 };

	for (int64_t i = 0; i + 1 < s->n_point; ++i) {
		double len;

		if (!layout_segment(place, s, i, &g))
			continue;
		len = hypot(g.x1 - g.x0, g.y1 - g.y0);
		*angle = atan2(g.y1 - g.y0, g.x1 - g.x0);
		*x = g.x0 + (len > 0 ? at / len : 0) * (g.x1 - g.x0);
		*y = g.y0 + (len > 0 ? at / len : 0) * (g.y1 - g.y0);
		if (at <= len)
			return;
		at -= len;
	}
}

/* A text that lies on another line of the same direction would seem to belong
 * to that line: this costs as much as many crossings.
 */
#define ON_ANOTHER 100

/* A name that covers more of other lines than this, which is two that cross it,
 * hides them: it is named below the picture instead.
 */
#define CROSSED_MOST 10

/* Whether a line of direction "angle" passes through the text or between it and
 * its own line, which is "off" away from the middle of the text.
 */
static bool is_on_another(const struct taken *t, double x, double y,
	double angle, double w, double off)
{
	double h = t->canvas->char_h;
	/* across the line: from 2 pixels off it to the far edge of the text */
	double lo = fmin(off > 0 ? 2 : -2, off + (off > 0 ? 0.4 : -0.4) * h);
	double hi = fmax(off > 0 ? 2 : -2, off + (off > 0 ? 0.4 : -0.4) * h);

	for (int64_t i = 0; i < t->n; ++i) {
		const struct obstacle *o = &t->obstacle[i];
		double dx = (o->box.x0 + o->box.x1) / 2 - x;
		double dy = (o->box.y0 + o->box.y1) / 2 - y;
		double along = dx * cos(angle) + dy * sin(angle);
		double across = dy * cos(angle) - dx * sin(angle) + off;

		if (o->is_line && fabs(sin(o->angle - angle)) < 0.1 &&
			fabs(along) < w / 2 && across > lo && across < hi)
			return true;
	}
	return false;
}

/* The cost of a rotated text, approximated by a row of small boxes. */
static int turned_cost(const struct taken *t, double x, double y, double angle,
	double w, bool takes)
{
	double h = t->canvas->char_h * 0.7;
	int n = (int) ceil(w / h), sum = 0;
	struct taken *mine = (struct taken *) t;

	for (int i = 0; i < n; ++i) {
		double at = n > 1 ? ((double) i / (n - 1) - 0.5) * (w - h) : 0;
		struct box box = around(x + at * cos(angle),
			y + at * sin(angle), h, h);
		int more = cost(t, &box, &t->place->box);

		if (takes)
			take(mine, box, false);
		else if (more < 0)
			return -1;
		sum += more;
	}
	return sum;
}

/* The cost of a name at "at" of its line, on one side; -1 if it has no place
 * there.  With "takes" it goes there.
 */
static int try_along(struct taken *t, const struct series *s, int index,
	double at, double side, bool takes)
{
	const struct canvas *c = t->canvas;
	double w = small_width(c, s->name) + (c->is_text ? 0 : c->char_w);
	double x = 0, y = 0, angle = 0, off;
	struct label *label;
	struct box box;
	int n;

	walk(t->place, s, at, &x, &y, &angle);
	if (angle > M_PI / 2 + 1e-6)
		angle -= M_PI;
	if (angle <= -M_PI / 2 + 1e-6)
		angle += M_PI;
	if (c->is_text) {
		bool steep = fabs(angle) > 1.2;

		x = floor(x) + 0.5 + (steep ? side * (w / 2 + 1) : 0);
		y = floor(y) + 0.5 + (steep ? 0 : side);
		box = around(x, y, w, 0.9);
		n = cost(t, &box, &t->place->box);
	} else {
		off = side * c->char_h * 0.56;
		x -= off * sin(angle);
		y += off * cos(angle);
		n = turned_cost(t, x, y, angle, w, false);
		if (n >= 0 && is_on_another(t, x, y, angle, w, off))
			n += ON_ANOTHER;
	}
	if (n < 0 || !takes)
		return n;
	label = layout_add_label(&t->place->label, &t->place->n_label, x, y,
		TEXT_MIDDLE, s->name);
	label->angle = c->is_text ? 0 : angle * 180 / M_PI;
	label->colour = layout_series_colour(t->place->panel, index);
	label->look = LABEL_SMALL;
	if (c->is_text)
		take(t, box, false);
	else
		turned_cost(t, x, y, angle, w, true);
	return n;
}

static void name_along(struct taken *t, const struct series *s, int index)
{
	static const double shift[] = { 0, 0.05, -0.05, 0.1, -0.1, 0.15, -0.15,
		0.2, -0.2, 0.3, -0.3, 0.4, -0.4, 0.5, -0.5, 0.7, -0.7, 0.9,
		-0.9 };
	double len = visible_length(t->place, s), best_at = 0;
	int best = t->canvas->is_text ? ON_ANOTHER : CROSSED_MOST + 1;
	const int refused = best;
	int best_side = 1;
	double room = t->canvas->is_text ?
		1 :
		(small_width(t->canvas, s->name) + t->canvas->char_h) / 2;

	for (size_t i = 0; best != 0 && i < sizeof(shift) / sizeof(shift[0]);
		++i) {
		double at = (s->at + shift[i]) * len;

		if (shift[i] != 0 && (at < 0 || at > len))
			continue;
		if (2 * room <= len)
			at = fmin(fmax(at, room), len - room);
		for (int side = 1; best != 0 && side >= -1; side -= 2) {
			int n = try_along(t, s, index, at, side, false);

			if (n < 0 || n >= best)
				continue;
			best = n;
			best_at = at;
			best_side = side;
		}
	}
	if (best < refused)
		try_along(t, s, index, best_at, best_side, true);
	else if (t->place->n_unnamed < UNNAMED_MOST)
		t->place->unnamed[t->place->n_unnamed++] = s;
	else
		++t->place->n_unsaid;
}

/* ---------------------------------------------------- labels of points */

static const struct {
	double dx, dy;
	enum text_anchor anchor;
} around_point[] = {
	{ 1, 0, TEXT_START },
	{ 0, 1, TEXT_MIDDLE },
	{ 0, -1, TEXT_MIDDLE },
	{ -1, 0, TEXT_END },
	{ 1, 0.8, TEXT_START },
	{ 1, -0.8, TEXT_START },
	{ -1, 0.8, TEXT_END },
	{ -1, -0.8, TEXT_END },
	{ 2, 1.7, TEXT_START },
	{ 2, -1.7, TEXT_START },
	{ -2, 1.7, TEXT_END },
	{ -2, -1.7, TEXT_END },
	{ 3, 2.7, TEXT_START },
	{ 3, -2.7, TEXT_START },
	{ -3, 2.7, TEXT_END },
	{ -3, -2.7, TEXT_END },
};

/* From this position on, a thin line leads from the label to its point. */
#define FAR_AWAY 8

static struct box candidate(const struct canvas *c, double x, double y,
	double w, size_t k, double *at_x, double *at_y)
{
	double start, dy = around_point[k].dy;

	*at_x = x + around_point[k].dx * (c->is_text ? 1 : c->char_w * 1.1);
	*at_y = y + (c->is_text ? round(dy) : dy * c->char_h);
	if (c->is_text && around_point[k].anchor == TEXT_START)
		*at_x += 0.5;
	start = around_point[k].anchor == TEXT_START ? *at_x :
		around_point[k].anchor == TEXT_END   ? *at_x - w :
						       *at_x - w / 2;
	return (struct box) { start, *at_y - c->char_h * 0.45, start + w,
		*at_y + c->char_h * 0.45 };
}

static void label_point(struct taken *t, const char *text, double x, double y)
{
	const struct canvas *c = t->canvas;
	double w = small_width(c, text), best_x = 0, best_y = 0, at_x, at_y;
	struct label *label;
	struct box limit = t->place->box, box, best_box = { 0 };
	int best = -1;
	size_t best_k = 0;

	limit.y1 += c->is_text ? 0.5 : 0;
	limit.x1 += 1.4 * c->char_w;
	for (size_t k = 0; k < sizeof(around_point) / sizeof(around_point[0]);
		++k) {
		int n;

		box = candidate(c, x, y, w, k, &at_x, &at_y);
		n = cost(t, &box, &limit);
		if (n < 0)
			continue;
		n = 4 * n + (k >= FAR_AWAY ? 6 : 0);
		if (best >= 0 && n >= best)
			continue;
		best = n;
		best_k = k;
		best_x = at_x;
		best_y = at_y;
		best_box = box;
	}
	if (best < 0) {
		++t->place->n_unsaid;
		return;
	}
	label = layout_add_label(&t->place->label, &t->place->n_label, best_x,
		best_y, around_point[best_k].anchor, text);
	label->look = LABEL_SMALL;
	label->has_leader = best_k >= FAR_AWAY && !c->is_text;
	label->to_x = x;
	label->to_y = y;
	take(t, best_box, false);
}

static void label_points(struct taken *t, const struct series *s, int *n)
{
	double x, y;

	for (int64_t i = 0; i < s->n_point; ++i) {
		if (!s->point[i].label || !layout_point(t->place, s, i, &x, &y))
			continue;
		if (++*n > LABEL_MOST)
			++t->place->n_unsaid;
		else if (t->canvas->is_text)
			label_point(t, s->point[i].label, floor(x) + 0.5,
				floor(y) + 0.5);
		else
			label_point(t, s->point[i].label, x, y);
	}
}

static void add_texts(struct taken *t)
{
	const struct panel *panel = t->place->panel;

	for (int i = 0; i < panel->n_text; ++i) {
		const struct text *x = &panel->text[i];
		double px = layout_x(t->place, x->x);
		double py = layout_y(t->place, x->y);
		double w = layout_width(t->canvas, x->text);
		struct label *label;

		if (isnan(px) || isnan(py))
			continue;
		label = layout_add_label(&t->place->label, &t->place->n_label,
			px, py, x->anchor, x->text);
		label->colour = layout_colour(x->colour, 0);
		take(t,
			around(px +
					(x->anchor == TEXT_START ? w / 2 :
							x->anchor == TEXT_END ?
								   -w / 2 :
								   0),
				py, w, t->canvas->char_h),
			false);
	}
}

void layout_labels(struct place *place, const struct canvas *canvas)
{
	struct taken t = { .place = place, .canvas = canvas };
	const struct panel *panel = place->panel;
	int n = 0;

	place->n_unsaid = 0;
	for (int i = 0; i < panel->n_series; ++i) {
		const struct series *s = panel->series[i];

		if (layout_is_line(s->kind))
			take_line(&t, s);
		if (layout_has_marks(s->kind))
			take_marks(&t, s);
	}
	add_texts(&t);
	name_ends(&t);
	for (int i = 0; i < panel->n_series; ++i)
		if (!canvas->is_text &&
			panel->series[i]->place == PLACE_ALONG &&
			panel->series[i]->name &&
			layout_is_line(panel->series[i]->kind) &&
			visible_length(place, panel->series[i]) > 0)
			name_along(&t, panel->series[i], i);
	for (int i = 0; i < panel->n_series; ++i) {
		if (layout_is_bar(panel->series[i]->kind))
			layout_label_bars(place, canvas, i);
		else
			label_points(&t, panel->series[i], &n);
	}
	if (panel->cells && panel->cells->shows_numbers &&
		panel->cells->n_category == 0)
		layout_label_cells(place, canvas);
	free(t.obstacle);
}
