/* Ranges and ticks of axes.  A range covers all data that the axis can show,
 * with some padding at its free ends; ticks are at 1, 2 or 5 times a power of
 * ten, as many as their labels leave room for.
 */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/picture/layout.h"

/* Data beyond this is not shown: sums and products of a few such numbers would
 * overflow a double (1.8e308).
 */
#define TOO_LARGE 1e290
#define TOO_SMALL 1e-290

static bool fits(double v, bool is_log)
{
	return isfinite(v) && fabs(v) < TOO_LARGE && (!is_log || v > TOO_SMALL);
}

bool layout_shows(const struct panel *panel, const struct picture_point *q)
{
	return fits(q->x, panel->x.is_log && !panel->x.n_category) &&
		fits(q->y, panel->y.is_log && !panel->y.n_category);
}

/* ------------------------------------------------------------- ranges */

struct extent {
	double lo, hi;
	bool is_log;
	bool any;
};

static void include(struct extent *e, double v)
{
	if (!fits(v, e->is_log))
		return;
	if (!e->any || v < e->lo)
		e->lo = v;
	if (!e->any || v > e->hi)
		e->hi = v;
	e->any = true;
}

/* The length of series "t" at the category of point "i" of another series;
 * usually that is its own point "i".
 */
static double length_at(const struct series *t, int64_t i, double category)
{
	double sum = 0;

	if (i < t->n_point && t->point[i].x == category)
		return t->point[i].y;
	for (int64_t k = 0; k < t->n_point; ++k)
		if (t->point[k].x == category)
			sum += t->point[k].y;
	return sum;
}

double layout_stacked(const struct panel *panel, int s, int64_t i)
{
	const struct picture_point *point = &panel->series[s]->point[i];
	double sum = 0;

	for (int k = 0; k < s; ++k) {
		double v = panel->series[k]->kind == SERIES_STACK ?
			length_at(panel->series[k], i, point->x) :
			0;

		if (fits(v, false) && (v < 0) == (point->y < 0))
			sum += v;
	}
	return sum;
}

static void include_series(struct place *place, int k, struct extent *x,
	struct extent *y)
{
	const struct series *s = place->panel->series[k];

	for (int64_t i = 0; i < s->n_point; ++i) {
		double px = s->point[i].x, py = s->point[i].y;

		if (!fits(px, x->is_log) || !fits(py, y->is_log)) {
			++place->n_hidden;
			continue;
		}
		include(x, px);
		include(y,
			s->kind != SERIES_STACK ?
				py :
				py + layout_stacked(place->panel, k, i));
		if (layout_is_bar(s->kind) && !y->is_log)
			include(y, 0);
	}
}

static void include_cells(const struct cells *c, struct extent *x,
	struct extent *y)
{
	include(x, -0.5);
	include(x, (double) c->n_x - 0.5);
	include(y, -0.5);
	include(y, (double) c->n_y - 0.5);
}

/* The smallest 1, 2 or 5 times a power of ten that is at least "v". */
static double nice_above(double v)
{
	double power = pow(10, floor(log10(v))), m = v / power;

	return power *
		(m <= 1.0001		    ? 1 :
				m <= 2.0001 ? 2 :
				m <= 5.0001 ? 5 :
					      10);
}

static void widen_log(struct scale *s, bool lo_free, bool hi_free)
{
	double pad;

	if (s->lo >= s->hi) {
		s->hi = s->lo * 2;
		s->lo /= 2;
		return;
	}
	pad = pow(s->hi / s->lo, 0.05);
	if (lo_free)
		s->lo /= pad;
	if (hi_free)
		s->hi *= pad;
}

/* The axis starts at zero if the data starts below this "share" of its end. */
static void widen_linear(struct scale *s, bool lo_free, bool hi_free,
	double share)
{
	double pad;

	if (s->lo >= s->hi) {
		pad = s->lo == 0 ? 1 : fabs(s->lo) / 2;
		s->lo -= pad;
		s->hi += pad;
		if (s->lo + pad >= 0 && s->lo < 0 && share >= 1)
			s->lo = 0;
		return;
	}
	if (lo_free && s->lo > 0 && s->lo <= s->hi * share)
		s->lo = 0;
	pad = (s->hi - s->lo) * 0.05;
	if (lo_free && s->lo != 0)
		s->lo -= pad;
	if (hi_free && s->hi != 0)
		s->hi += pad;
}

/* If all data lies beyond a given end, moves the free end past it, so that lo
 * < hi.
 */
static void mend(struct scale *s, bool lo_free, bool hi_free)
{
	double room = s->is_log ? 10 : fmax(fabs(s->lo), fabs(s->hi)) + 1;

	if (s->lo < s->hi || (lo_free && hi_free))
		return;
	if (hi_free)
		s->hi = s->is_log ? s->lo * room : s->lo + room;
	else if (lo_free)
		s->lo = s->is_log ? s->hi / room : s->hi - room;
	else if (s->lo > s->hi) {
		double swap = s->lo;

		s->lo = s->hi;
		s->hi = swap;
	}
}

static void set_range(struct scale *s, const struct axis *axis,
	const struct extent *e, double share, bool is_tight)
{
	bool lo_free = !fits(axis->lo, axis->is_log);
	bool hi_free = !fits(axis->hi, axis->is_log);

	s->is_log = axis->is_log;
	s->origin = axis->origin;
	s->each = axis->each;
	s->lo = e->any ? e->lo : s->is_log ? 1 : 0;
	s->hi = e->any ? e->hi : s->is_log ? 10 : 1;
	if (!lo_free)
		s->lo = axis->lo;
	if (!hi_free)
		s->hi = axis->hi;
	mend(s, lo_free, hi_free);
	if (axis->n_category > 0) {
		s->lo = -0.5;
		s->hi = axis->n_category - 0.5;
		s->is_log = false;
	} else if (is_tight && s->lo < s->hi) {
		return;
	} else if (s->is_log) {
		widen_log(s, lo_free, hi_free);
	} else {
		widen_linear(s, lo_free, hi_free, share);
	}
}

/* -------------------------------------------------------------- ticks */

/* The number that an axis shows at a position. */
static double shown(const struct scale *s, double at)
{
	return s->each > 0 ? s->origin + at * s->each : at;
}

static void add_tick(struct scale *s, double at, bool is_minor)
{
	struct tick *t;

	if (at < s->lo - (s->hi - s->lo) * 1e-9 ||
		at > s->hi + (s->hi - s->lo) * 1e-9)
		return;
	s->tick = memory_grow(s->tick, (size_t) s->n_tick, sizeof(*s->tick));
	t = &s->tick[s->n_tick++];
	*t = (struct tick) { .at = at, .is_minor = is_minor };
	if (!is_minor)
		picture_number(shown(s, at), t->label, sizeof(t->label));
}

static void tick_linear(struct scale *s, int n_most, bool is_whole)
{
	double lo = shown(s, s->lo), hi = shown(s, s->hi);
	double step = nice_above((hi - lo) / n_most);
	double first;

	if (is_whole && step < 1)
		step = 1;
	first = ceil(lo / step - 1e-9);
	for (int i = 0; i <= 4 * n_most; ++i) {
		double at = (first + i) * step;

		if (at > hi + step * 1e-9)
			break;
		add_tick(s, s->each > 0 ? (at - s->origin) / s->each : at,
			false);
	}
}

/* Ticks at decades, with 2 and 5 between them if there are few.  Two have
 * labels where there are two: one alone tells no scale.
 */
static void tick_log(struct scale *s, int n_most)
{
	int lo = (int) floor(log10(s->lo) + 1e-9);
	int hi = (int) ceil(log10(s->hi) - 1e-9);
	int first = (int) ceil(log10(s->lo) - 1e-9);
	int last = (int) floor(log10(s->hi) + 1e-9);
	double decades = log10(s->hi / s->lo);
	int every = (int) ceil(decades / n_most);
	bool is_fine = 3 * decades <= n_most || last <= first;

	if (every > last - first)
		every = last - first;
	if (every < 1)
		every = 1;
	if (s->lo / s->hi > 0.3) {
		tick_linear(s, n_most, false);
		return;
	}
	for (int e = lo; e <= hi; ++e) {
		add_tick(s, pow(10, e), (e - first) % every != 0);
		for (int m = 2; m < 10 && every == 1; ++m)
			add_tick(s, m * pow(10, e),
				!(is_fine && (m == 2 || m == 5)));
	}
}

/* Ticks at the given positions, if their labels have room. */
static void tick_given(struct scale *s, const struct axis *axis,
	const struct canvas *canvas, double length, bool is_vertical)
{
	double last = -DBL_MAX;

	for (int i = 0; i < axis->n_tick; ++i) {
		double v = axis->tick[i], at, room;
		char text[48];

		if (!fits(v, s->is_log) || v < s->lo || v > s->hi)
			continue;
		at = layout_share(s, v);
		picture_number(v, text, sizeof(text));
		room = is_vertical ?
			canvas->char_h :
			layout_width(canvas, text) / 2 + canvas->char_w;
		add_tick(s, v, at * length - room < last);
		if (at * length - room >= last)
			last = at * length + room;
	}
}

/* True if neighbouring tick labels leave a gap. */
static bool are_apart(const struct scale *s, const struct canvas *canvas,
	double length)
{
	for (int i = 0; i + 1 < s->n_tick; ++i) {
		double gap = (s->tick[i + 1].at - s->tick[i].at) /
			(s->hi - s->lo) * length;

		if (gap < (layout_width(canvas, s->tick[i].label) +
				  layout_width(canvas, s->tick[i + 1].label)) /
					2 +
				2 * canvas->char_w)
			return false;
	}
	return true;
}

/* 0 for a power of ten, 1 for five of them, 2 for two. */
static int rank_of(double at)
{
	int m = (int) (at / pow(10, floor(log10(at) + 1e-9)) + 0.5);

	return m == 5 ? 1 : m == 2 ? 2 : 0;
}

/* True if the label of tick i keeps off those of its rank or below, of which
 * later ones of its own give way.
 */
static bool has_room(const struct scale *s, int i, const struct canvas *canvas,
	double length)
{
	const struct tick *t = &s->tick[i];
	int rank = rank_of(t->at);

	for (int k = 0; k < s->n_tick; ++k) {
		const struct tick *other = &s->tick[k];
		int of = rank_of(other->at);
		double gap = fabs(layout_share(s, other->at) -
				     layout_share(s, t->at)) *
			length;

		if (k != i && !other->is_minor &&
			(of < rank || (of == rank && k < i)) &&
			gap < (layout_width(canvas, t->label) +
				      layout_width(canvas, other->label)) /
						2 +
					canvas->char_w)
			return false;
	}
	return true;
}

/* Labels of a logarithmic axis that run into each other: those of powers of ten
 * stay, then those of fives.
 */
static void thin_labels(struct scale *s, const struct canvas *canvas,
	double length)
{
	for (int rank = 0; rank < 3; ++rank)
		for (int i = 0; i < s->n_tick; ++i)
			if (!s->tick[i].is_minor &&
				rank_of(s->tick[i].at) == rank &&
				!has_room(s, i, canvas, length))
				s->tick[i].is_minor = true;
}

static void set_ticks(struct scale *s, const struct axis *axis,
	const struct canvas *canvas, double length, bool is_vertical)
{
	double each = is_vertical ? canvas->is_text ? 3 : 3 * canvas->char_h :
		canvas->is_text	  ? 9 :
				    6 * canvas->char_w;
	int n_most = (int) (length / each);

	if (n_most < 2)
		n_most = 2;
	layout_scale_free(s);
	if (axis->n_category > 0)
		return;
	if (axis->n_tick > 0)
		tick_given(s, axis, canvas, length, is_vertical);
	else if (s->is_log)
		tick_log(s, n_most);
	else
		tick_linear(s, n_most, axis->is_whole);
	while (!is_vertical && !s->is_log && axis->n_tick == 0 && n_most > 2 &&
		!are_apart(s, canvas, length)) {
		layout_scale_free(s);
		tick_linear(s, --n_most, axis->is_whole);
	}
	if (!is_vertical && s->is_log && axis->n_tick == 0)
		thin_labels(s, canvas, length);
}

void layout_scale_free(struct scale *scale)
{
	free(scale->tick);
	scale->tick = NULL;
	scale->n_tick = 0;
}

/* -------------------------------------------------------------- panels */

static void swap_scales(struct place *place)
{
	struct scale x = place->x;

	place->x = place->y;
	place->y = x;
}

/* Bars have labels after their ends: extends the axis until the widest fits. */
static void leave_labels(struct place *place, const struct canvas *canvas,
	double w)
{
	const struct panel *panel = place->panel;
	double hi = place->x.hi, lo = place->x.lo;

	for (int k = 0; k < panel->n_series && !place->x.is_log; ++k) {
		const struct series *s = panel->series[k];

		for (int64_t i = 0; s->kind == SERIES_BARS && i < s->n_point;
			++i) {
			double room = s->point[i].label ?
				w - layout_width(canvas, s->point[i].label) -
					2 * canvas->char_w :
				w;
			double v = s->point[i].y;

			if (fits(v, false) && v > 0 && room > w / 4)
				hi = fmax(hi, lo + (v - lo) * w / room);
		}
	}
	place->x.hi = hi;
}

/* On a terminal the frame takes half a character at each end. */
static void leave_frame(struct scale *s, double each)
{
	s->lo -= 0.5 / each;
	s->hi += 0.5 / each;
}

static void leave_frames(struct place *place, double w)
{
	const struct panel *panel = place->panel;
	bool x_is_named = panel->x.n_category > 0;

	if (place->is_on_side && x_is_named)
		leave_frame(&place->y, place->rows_each);
	else if (panel->cells && panel->y.n_category > 0)
		leave_frame(&place->y, place->rows_each);
	if (panel->cells && x_is_named)
		leave_frame(&place->x, (w - 1) / panel->x.n_category);
}

static void set_colours(struct place *place, const struct canvas *canvas,
	double length)
{
	const struct cells *c = place->panel->cells;
	struct extent e = { .is_log = c->is_log };
	struct axis axis = { .is_log = c->is_log, .lo = c->lo, .hi = c->hi };

	for (int64_t i = 0; i < c->n_x * c->n_y; ++i) {
		include(&e, c->value[i]);
		place->n_hidden += !isnan(c->value[i]) &&
			!fits(c->value[i], c->is_log);
	}
	set_range(&place->colour, &axis, &e, 0, true);
	set_ticks(&place->colour, &axis, canvas, length, true);
}

void layout_axes(struct place *place, const struct canvas *canvas, double w,
	double h)
{
	const struct panel *panel = place->panel;
	struct extent x = { .is_log = panel->x.is_log };
	struct extent y = { .is_log = panel->y.is_log };
	bool tight = panel->cells != NULL, bars = false;

	place->n_hidden = 0;
	for (int k = 0; k < panel->n_series; ++k) {
		include_series(place, k, &x, &y);
		bars |= layout_is_bar(panel->series[k]->kind);
	}
	if (panel->cells)
		include_cells(panel->cells, &x, &y);
	if (panel->is_square && x.any && y.any && x.is_log == y.is_log) {
		x.lo = y.lo = fmin(x.lo, y.lo);
		x.hi = y.hi = fmax(x.hi, y.hi);
	}
	set_range(&place->x, &panel->x, &x, 0.1, tight);
	set_range(&place->y, &panel->y, &y, bars ? 1 : 0.5, tight);
	if (place->is_on_side) {
		swap_scales(place);
		leave_labels(place, canvas, w);
	}
	if (canvas->is_text)
		leave_frames(place, w);
	set_ticks(&place->x, place->is_on_side ? &panel->y : &panel->x, canvas,
		w, false);
	set_ticks(&place->y, place->is_on_side ? &panel->x : &panel->y, canvas,
		h, true);
	if (panel->cells && panel->cells->n_category == 0)
		set_colours(place, canvas, h);
}
