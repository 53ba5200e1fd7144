/* Rooflines as pictures: logarithmic axes, a line for each ceiling, walls,
 * and a mark for each point, with the colour of its level.
 */

#include <math.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/picture/picture.h"
#include "lang/roofline/roof.h"

#define GIGA 1e9

/* Points that move next to nothing may lie anywhere: the axis ends at this
 * many times the intensity where the last roof bends.
 */
#define FARTHEST 30

/* Lines go on by this factor behind the ends of the axes. */
#define FAR 1e6

/* What one panel shows. */
struct view {
	const struct roofline *line;
	const char *kernel; /* of all launches, or NULL */
	bool is_shared;	    /* shared memory, apart from the rest */
	struct panel *panel;
	double x_lo, x_hi, y_lo, y_hi; /* y in giga */
	double top;		       /* highest peak */
};

/* ------------------------------------------------------------- contents */

/* Peaks that no launch comes near by its nature are left out. */
static bool shows_peak(const struct view *v, const struct ceiling *c)
{
	const struct roofline *r = v->line;

	if (strcmp(c->name, "tensor") == 0) {
		for (int i = 0; i < r->n_case; ++i)
			if (r->cases[i].tensor_inst > 0)
				return true;
		return false;
	}
	if (r->kind == ROOFLINE_INSTRUCTION)
		return true;
	for (int i = 0; i < r->n_case; ++i)
		if (strncmp(c->name, precision_names[r->cases[i].precision],
			    4) == 0)
			return true;
	return false;
}

static bool shows_ceiling(const struct view *v, const struct ceiling *c)
{
	if (c->kind == CEILING_PEAK)
		return shows_peak(v, c);
	return (strcmp(c->name, "shared") == 0) == v->is_shared;
}

/* The walls of elements that no launch has are left out. */
static bool shows_wall(const struct view *v, const struct wall *w)
{
	const struct roofline *r = v->line;
	bool is_known = false, is_used = w->elem_B == 0;

	for (int i = 0; i < r->n_case; ++i) {
		is_known |= r->cases[i].elem_B > 0;
		is_used |= r->cases[i].elem_B == w->elem_B;
	}
	return w->is_shared == v->is_shared && (is_used || !is_known);
}

/* Loads and stores as one, and in the panel of their memory. */
static bool shows_point(const struct view *v, const struct roof_point *p)
{
	bool is_shared = strncmp(p->name, "shared", 6) == 0;

	return p->of != POINT_LOADS && p->of != POINT_STORES &&
		is_shared == v->is_shared;
}

static int colour_of(const char *name)
{
	static const char *const names[] = { "dram", "l2", "l1", "shared" };

	for (int i = 0; i < 4; ++i)
		if (strstr(name, names[i]))
			return i;
	return strcmp(name, "global") == 0 ? 2 : PICTURE_INK;
}

/* ----------------------------------------------------------------- axes */

/* As high as the highest roof at that intensity. */
static double wall_height(const struct view *v, const struct wall *w)
{
	double high = 0;

	for (int i = 0; i < v->line->n_ceiling; ++i) {
		const struct ceiling *b = &v->line->ceiling[i];

		if (b->kind == CEILING_BANDWIDTH && shows_ceiling(v, b))
			high = fmax(high,
				fmin(v->top, b->value / GIGA * w->intensity));
	}
	return high;
}

static void widen(double *lo, double *hi, double v)
{
	if (!(v > 0) || !isfinite(v))
		return;
	if (!(*lo <= v))
		*lo = v;
	if (!(*hi >= v))
		*hi = v;
}

/* Room for all points and walls, and for where each roof bends. */
static void find_range(struct view *v)
{
	const struct roofline *r = v->line;
	double bend = 0;

	v->x_lo = v->x_hi = v->y_lo = v->y_hi = NAN;
	for (int i = 0; i < r->n_ceiling; ++i)
		if (r->ceiling[i].kind == CEILING_PEAK &&
			shows_ceiling(v, &r->ceiling[i]))
			v->top = fmax(v->top, r->ceiling[i].value / GIGA);
	widen(&v->y_lo, &v->y_hi, v->top);
	for (int i = 0; i < r->n_ceiling; ++i)
		if (r->ceiling[i].kind == CEILING_BANDWIDTH &&
			shows_ceiling(v, &r->ceiling[i]))
			bend = fmax(bend,
				v->top / (r->ceiling[i].value / GIGA));
	widen(&v->x_lo, &v->x_hi, bend);
	for (int i = 0; i < r->n_wall; ++i)
		if (shows_wall(v, &r->wall[i])) {
			widen(&v->x_lo, &v->x_hi, r->wall[i].intensity);
			widen(&v->y_lo, &v->y_hi,
				wall_height(v, &r->wall[i]) / 4);
		}
	for (int i = 0; i < r->n_point; ++i)
		if (shows_point(v, &r->point[i])) {
			widen(&v->x_lo, &v->x_hi, r->point[i].intensity);
			widen(&v->y_lo, &v->y_hi,
				r->point[i].performance / GIGA);
		}
	v->x_lo /= 2.5;
	v->x_hi = fmin(2.5 * v->x_hi, FARTHEST * bend);
	v->y_lo /= 3;
	v->y_hi *= 2;
}

static void set_axes(struct view *v)
{
	bool is_classic = v->line->kind == ROOFLINE_CLASSIC;
	struct panel *panel = v->panel;

	picture_set_axis(&panel->x,
		is_classic ? "arithmetic intensity" : "instruction intensity",
		is_classic ? "FLOP/B" : "inst/txn", true);
	picture_set_axis(&panel->y, "performance",
		is_classic ? "GFLOP/s" : "Ginst/s", true);
	panel->x.lo = v->x_lo;
	panel->x.hi = v->x_hi;
	panel->y.lo = v->y_lo;
	panel->y.hi = v->y_hi;
}

/* ---------------------------------------------------------------- lines */

static void name_ceiling(const struct roofline *r, const struct ceiling *c,
	struct buffer *out)
{
	static const struct {
		const char *name, *shown;
	} names[] = {
		{ "dram", "DRAM" },
		{ "l2", "L2" },
		{ "l1", "L1" },
		{ "shared", "shared memory" },
		{ "issue", "issue" },
		{ "tensor", "tensor cores" },
	};
	const char *shown = c->what;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
		if (strcmp(names[i].name, c->name) == 0)
			shown = names[i].shown;
	buffer_printf(out, "%s ", shown);
	answer_quantity(out, c->value,
		c->kind == CEILING_PEAK		    ? roof_unit(r->kind) :
			r->kind == ROOFLINE_CLASSIC ? "B/s" :
						      "txn/s");
}

/* A bandwidth rises up to the highest peak, and a peak runs from where the
 * fastest memory reaches it.  All lines start and end far outside, in case
 * that the picture shares its axes with another.
 */
static void add_ceiling(struct view *v, const struct ceiling *c)
{
	struct buffer name = { 0 };
	double fastest = 0, value = c->value / GIGA;
	struct series *s;

	for (int i = 0; i < v->line->n_ceiling; ++i) {
		const struct ceiling *b = &v->line->ceiling[i];

		if (b->kind == CEILING_BANDWIDTH && shows_ceiling(v, b))
			fastest = fmax(fastest, b->value / GIGA);
	}
	name_ceiling(v->line, c, &name);
	s = picture_add_series(v->panel, SERIES_LINE, buffer_text(&name));
	s->place = PLACE_ALONG;
	if (c->kind == CEILING_PEAK) {
		bool is_top = value == v->top;

		s->colour = PICTURE_INK;
		s->at = 0.8;
		s->is_thin = !is_top;
		s->dash = is_top ? DASH_SOLID : DASH_DASHED;
		picture_add_point(s, value / fastest, value);
		picture_add_point(s, v->x_hi * FAR, value);
	} else {
		double start = v->x_lo / FAR;

		s->colour = colour_of(c->name);
		s->at = 0.25;
		picture_add_point(s, start, value * start);
		picture_add_point(s, v->top / value, v->top);
	}
	buffer_free(&name);
}

static void add_wall(struct view *v, const struct wall *w)
{
	struct series *s = picture_add_series(v->panel, SERIES_LINE, w->what);

	s->place = PLACE_ALONG;
	s->at = 0.02;
	s->colour = PICTURE_GREY;
	s->is_thin = true;
	picture_add_point(s, w->intensity, v->y_lo / FAR);
	picture_add_point(s, w->intensity, wall_height(v, w));
}

/* --------------------------------------------------------------- points */

/* Warps issue at this rate whatever their lanes do. */
static void add_warp_level(struct view *v, int of_case)
{
	const struct roof_case *c = &v->line->cases[of_case];
	double lo = NAN, hi = NAN, y = c->warp_inst / c->time_s / GIGA;
	struct series *s;

	for (int i = 0; i < v->line->n_point; ++i) {
		const struct roof_point *p = &v->line->point[i];

		if (p->of_case == of_case && p->of == POINT_ALL &&
			shows_point(v, p))
			widen(&lo, &hi, p->intensity);
	}
	if (isnan(lo) || isnan(y))
		return;
	s = picture_add_series(v->panel, SERIES_LINE,
		of_case == 0 ? "warp level" : NULL);
	s->place = of_case == 0 ? PLACE_END : PLACE_NOWHERE;
	s->colour = PICTURE_INK;
	s->dash = DASH_DOTTED;
	s->is_thin = true;
	picture_add_point(s, lo / 1.5, y);
	picture_add_point(s, hi * 1.5, y);
}

static const char *point_label(const struct roof_point *p)
{
	static const struct {
		const char *name, *shown;
	} names[] = {
		{ "dram", "DRAM" },
		{ "l2", "L2" },
		{ "l1", "L1" },
		{ "global", "loads and stores" },
		{ "shared", "loads and stores" },
		{ "tensor_dram", "DRAM, tensor" },
		{ "tensor_l2", "L2, tensor" },
		{ "tensor_l1", "L1, tensor" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
		if (strcmp(names[i].name, p->name) == 0)
			return names[i].shown;
	return p->name;
}

/* What tells a launch from others: the title has the kernel if it is that
 * of all.
 */
static const char *case_label(const struct view *v, int of_case)
{
	const char *name = v->line->cases[of_case].name;
	size_t n = v->kernel ? strlen(v->kernel) : 0;

	return n > 0 && strncmp(name, v->kernel, n) == 0 && name[n] == ' ' ?
		name + n + 1 :
		name;
}

/* The key says which launch a mark is, which level a colour, and what is
 * open; of one launch, mark and colour both say the level.
 */
static void add_keys(struct view *v)
{
	static const char *const levels[] = { "DRAM", "L2", "L1", "shared" };
	const struct roofline *r = v->line;
	bool has_level[4] = { false }, has_open = false;
	struct series *s;

	for (int i = 0; i < r->n_point; ++i) {
		int colour = colour_of(r->point[i].name);

		if (!shows_point(v, &r->point[i]))
			continue;
		has_open |= r->point[i].of == POINT_LOADS_STORES;
		if (colour >= 0)
			has_level[colour] = true;
	}
	for (int i = 0; i < r->n_case; ++i) {
		struct buffer name = { 0 };

		buffer_printf(&name, "%s%s", case_label(v, i),
			r->cases[i].is_measured ? ", measured" : "");
		s = picture_add_key(v->panel, SERIES_POINTS,
			buffer_text(&name));
		s->mark = i % N_MARK;
		s->colour = PICTURE_INK;
		buffer_free(&name);
	}
	for (int i = 0; i < 4 && !v->is_shared; ++i)
		if (has_level[i])
			picture_add_key(v->panel, SERIES_LINE, levels[i])
				->colour = i;
	if (has_open) {
		s = picture_add_key(v->panel, SERIES_POINTS,
			"loads and stores only");
		s->colour = PICTURE_INK;
		s->is_open = true;
	}
}

static void add_case(struct view *v, int of_case)
{
	const struct roofline *r = v->line;
	bool is_alone = r->n_case == 1;

	for (int i = 0; i < r->n_point; ++i) {
		const struct roof_point *p = &r->point[i];
		struct buffer name = { 0 };
		struct series *s;

		if (p->of_case != of_case || !shows_point(v, p))
			continue;
		if (!is_alone)
			buffer_printf(&name, "%s, ", case_label(v, of_case));
		buffer_add(&name, point_label(p));
		s = picture_add_series(v->panel, SERIES_POINTS,
			buffer_text(&name));
		buffer_free(&name);
		s->place = is_alone ? PLACE_KEY : PLACE_NOWHERE;
		s->colour = colour_of(p->name);
		s->mark = (is_alone ? s->colour : of_case) % N_MARK;
		s->is_open = p->of == POINT_LOADS_STORES;
		picture_add_point(s, p->intensity, p->performance / GIGA);
	}
	if (r->kind == ROOFLINE_INSTRUCTION && !v->is_shared)
		add_warp_level(v, of_case);
}

static bool has_points(const struct view *v)
{
	for (int i = 0; i < v->line->n_point; ++i)
		if (shows_point(v, &v->line->point[i]))
			return true;
	return false;
}

static void add_panel(const struct roof *roof, bool is_shared,
	struct picture *p)
{
	struct view v = {
		.line = &roof->line,
		.kernel = roof->kernel,
		.is_shared = is_shared,
	};
	struct buffer title = { 0 };

	if (is_shared && !has_points(&v))
		return;
	buffer_printf(&title, "%s on %s%s",
		roof->kernel ? roof->kernel : "rooflines", roof->device,
		is_shared ? ", shared memory" : "");
	v.panel = picture_add_panel(p, buffer_text(&title));
	buffer_free(&title);
	find_range(&v);
	set_axes(&v);
	for (int i = 0; i < v.line->n_wall; ++i)
		if (shows_wall(&v, &v.line->wall[i]))
			add_wall(&v, &v.line->wall[i]);
	for (int i = 0; i < v.line->n_ceiling; ++i)
		if (shows_ceiling(&v, &v.line->ceiling[i]))
			add_ceiling(&v, &v.line->ceiling[i]);
	if (v.line->n_case > 1)
		add_keys(&v);
	for (int i = 0; i < v.line->n_case; ++i)
		add_case(&v, i);
}

bool roof_picture(struct diag *diag, struct loc loc, const struct object *o,
	struct picture *p)
{
	const struct roof *roof = (const struct roof *) o;

	(void) diag;
	(void) loc;
	add_panel(roof, false, p);
	add_panel(roof, true, p);
	return true;
}
