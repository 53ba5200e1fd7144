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

/* What one panel shows of one device. */
struct view {
	const struct roofline *line;
	const char *device; /* to tell several apart, or NULL */
	int turn;	    /* number of the device */
	const char *kernel; /* of all launches, or NULL */
	bool is_shared;	    /* shared memory, apart from the rest */
	struct panel *panel;
	double x_lo, x_hi, y_lo, y_hi; /* y in giga */
	double top;		       /* highest peak */
	double all_s;		       /* time of all measured launches */
};

/* ------------------------------------------------------------- contents */

static bool has_types(const struct roofline *r)
{
	for (int i = 0; i < r->n_ceiling; ++i)
		if (strncmp(r->ceiling[i].name, "tensor_", 7) == 0)
			return true;
	return false;
}

/* Peaks that no launch comes near by its nature are left out.  A device alone
 * shows all, but not those without fma where matrix units have a peak for each
 * type; several devices would show too many.
 */
static bool shows_peak(const struct view *v, const struct ceiling *c)
{
	const struct roofline *r = v->line;

	if (r->n_case == 0 && r->kind == ROOFLINE_CLASSIC && c->is_pipe)
		return false;
	if (r->n_case == 0)
		return (!v->device &&
			       !(has_types(r) && strstr(c->name, "no_fma"))) ||
			(v->device && !c->is_pipe &&
				strncmp(c->name, "tensor", 6) != 0 &&
				strcmp(c->name, "fp16") != 0 &&
				!strstr(c->name, "no_fma"));
	if (c->is_pipe)
		return false;
	if (r->kind == ROOFLINE_INSTRUCTION) {
		if (strcmp(c->name, "tensor") != 0)
			return true;
		for (int i = 0; !v->is_shared && i < r->n_case; ++i)
			if (r->cases[i].tensor_inst > 0)
				return true;
		return false;
	}
	for (int i = 0; i < r->n_case; ++i) {
		const char *name = roofline_peak(&r->roofs, &r->cases[i]);
		size_t n = strlen(name);

		if (strncmp(c->name, name, n) == 0 &&
			(!c->name[n] || strstr(c->name, "no_fma")))
			return true;
	}
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

/* More launches than there are marks could not be told apart: the longest have
 * theirs.
 */
static int rank_of(const struct roofline *r, int of_case)
{
	const struct roof_case *c = r->cases;
	int n = 0;

	for (int i = 0; i < r->n_case; ++i)
		n += c[i].time_s > c[of_case].time_s ||
			(c[i].time_s == c[of_case].time_s && i < of_case);
	return n;
}

static bool shows_case(const struct view *v, int of_case)
{
	return v->line->n_case <= N_MARK || rank_of(v->line, of_case) < N_MARK;
}

static enum series_mark mark_of(const struct view *v, int of_case)
{
	int n = 0;

	for (int i = 0; i < of_case; ++i)
		n += shows_case(v, i);
	return (enum series_mark)(n % N_MARK);
}

/* Loads and stores as one, and in the panel of their memory. */
static bool shows_point(const struct view *v, const struct roof_point *p)
{
	bool is_shared = strncmp(p->name, "shared", 6) == 0;

	return p->of != POINT_LOADS && p->of != POINT_STORES &&
		is_shared == v->is_shared && shows_case(v, p->of_case);
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

/* The highest peak that is shown. */
static double highest(const struct view *v)
{
	const struct roofline *r = v->line;
	double top = 0;

	for (int i = 0; i < r->n_ceiling; ++i)
		if (r->ceiling[i].kind == CEILING_PEAK &&
			shows_ceiling(v, &r->ceiling[i]))
			top = fmax(top, r->ceiling[i].value / GIGA);
	return top;
}

/* Room for all points and walls, and for where each roof bends. */
static void find_range(struct view *v)
{
	const struct roofline *r = v->line;
	double bend = 0;

	v->top = highest(v);
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
			widen(&v->y_lo, &v->y_hi,
				r->point[i].work /
					r->cases[r->point[i].of_case].high_s /
					GIGA);
		}
	v->x_hi = fmin(v->x_hi, FARTHEST / 2.5 * bend);
}

/* A device alone shows two decades below its highest roof. */
static void add_margins(struct view *v)
{
	if (v->line->n_point == 0 && v->line->n_wall == 0) {
		widen(&v->y_lo, &v->y_hi, v->top / 100);
		widen(&v->x_lo, &v->x_hi, v->x_hi / 1000);
	}
	v->x_lo /= 2.5;
	v->x_hi *= 2.5;
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

static void name_ceiling(const struct roofline *r, const char *device,
	const struct ceiling *c, struct buffer *out)
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
	if (device)
		buffer_printf(out, "%s ", device);
	buffer_add(out, shown);
	/* pipes of one rate share a line */
	for (int i = 0; c->is_pipe && i < r->n_ceiling; ++i)
		if (&r->ceiling[i] > c && r->ceiling[i].is_pipe &&
			r->ceiling[i].value == c->value)
			buffer_printf(out, ", %s", r->ceiling[i].what);
	buffer_add_char(out, ' ');
	answer_quantity(out, c->value,
		c->kind == CEILING_PEAK		    ? roof_unit(r->kind) :
			r->kind == ROOFLINE_CLASSIC ? "B/s" :
						      "txn/s");
}

/* Devices differ by dashes, and beyond three of them by width. */
static void set_dash(struct series *s, int turn)
{
	static const enum series_dash dashes[] = { DASH_SOLID, DASH_DASHED,
		DASH_DOTTED };

	s->dash = dashes[turn % 3];
	s->is_thin = turn / 3 % 2 > 0;
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

	for (const struct ceiling *b = v->line->ceiling; b < c; ++b)
		if (c->is_pipe && b->is_pipe && b->value == c->value)
			return;

	for (int i = 0; i < v->line->n_ceiling; ++i) {
		const struct ceiling *b = &v->line->ceiling[i];

		if (b->kind == CEILING_BANDWIDTH && shows_ceiling(v, b))
			fastest = fmax(fastest, b->value / GIGA);
	}
	name_ceiling(v->line, v->device, c, &name);
	s = picture_add_series(v->panel, SERIES_LINE, buffer_text(&name));
	s->place = PLACE_ALONG;
	if (c->kind == CEILING_PEAK) {
		bool is_top = value == v->top;

		s->colour = PICTURE_INK;
		s->at = 0.8;
		set_dash(s, v->turn);
		if (!is_top) {
			s->is_thin = true;
			s->dash = DASH_DASHED;
		}
		picture_add_point(s, value / fastest, value);
		picture_add_point(s, v->x_hi * FAR, value);
	} else {
		double start = v->x_lo / FAR;

		s->colour = colour_of(c->name);
		set_dash(s, v->turn);
		s->at = 0.25 + 0.2 * v->turn;
		picture_add_point(s, start, value * start);
		picture_add_point(s, v->top / value, v->top);
	}
	buffer_free(&name);
}

/* What the data sheet promises, beside what was measured: of a device alone. */
static void add_theoretical(struct view *v, const struct ceiling *c, bool *said)
{
	double start = v->x_lo / FAR, value = c->theoretical / GIGA;
	struct series *s;

	if (v->device || v->line->n_case > 0 || isnan(c->theoretical))
		return;
	s = picture_add_series(v->panel, SERIES_LINE, "bandwidth in theory");
	s->place = *said ? PLACE_NOWHERE : PLACE_KEY;
	s->colour = colour_of(c->name);
	s->dash = DASH_DASHED;
	s->is_thin = true;
	*said = true;
	picture_add_point(s, start, value * start);
	picture_add_point(s, v->top / value, v->top);
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
	s = picture_add_series(v->panel, SERIES_LINE, "issued by warps");
	s->place = mark_of(v, of_case) == 0 ? PLACE_KEY : PLACE_NOWHERE;
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

static bool has_case(const struct view *v, int of_case)
{
	for (int i = 0; i < v->line->n_point; ++i)
		if (v->line->point[i].of_case == of_case &&
			shows_point(v, &v->line->point[i]))
			return true;
	return false;
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

		if (!has_case(v, i))
			continue;
		buffer_printf(&name, "%s%s", roof_label(v->line, v->kernel, i),
			r->cases[i].is_measured ? ", measured" : "");
		s = picture_add_key(v->panel, SERIES_POINTS,
			buffer_text(&name));
		s->mark = mark_of(v, i);
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

/* Of several devices, the key says whose dashes are whose, and which level a
 * colour is: in small pictures few names fit along the lines.
 */
static void add_device_keys(const struct view *v, const struct roof *roof)
{
	static const char *const levels[] = { "DRAM", "L2", "L1" };

	for (int i = -1; i < roof->n_beside; ++i) {
		const struct roof *of = i < 0 ? roof :
						roof_of(&roof->beside[i]);
		struct series *s = picture_add_key(v->panel, SERIES_LINE,
			of->device);

		s->colour = PICTURE_INK;
		set_dash(s, i + 1);
	}
	for (int i = 0; i < 3; ++i)
		picture_add_key(v->panel, SERIES_LINE, levels[i])->colour = i;
}

/* Areas of marks show shares of the run time, within limits that keep small
 * ones visible and large ones from hiding others.
 */
#define LEAST_AREA 0.35
#define MOST_AREA  3

static double mark_size(const struct view *v, const struct roof_case *c)
{
	if (!(v->all_s > 0) || !c->is_measured)
		return 1;
	return fmin(fmax(c->time_s / v->all_s * v->line->n_case, LEAST_AREA),
		MOST_AREA);
}

/* The interval of a prediction: performance at its longest and shortest time. */
static void add_interval(struct view *v, const struct roof_point *p, int colour)
{
	const struct roof_case *c = &v->line->cases[p->of_case];
	struct series *s;

	if (c->is_measured || !(c->low_s > 0) || !(c->high_s > c->low_s))
		return;
	s = picture_add_series(v->panel, SERIES_LINE, NULL);
	s->place = PLACE_NOWHERE;
	s->colour = colour;
	s->is_thin = true;
	/* no launch is above its roof, whatever the interval says */
	picture_add_point(s, p->intensity, p->work / c->high_s / GIGA);
	picture_add_point(s, p->intensity,
		fmin(p->work / c->low_s, fmax(p->bound, p->performance)) /
			GIGA);
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
			buffer_printf(&name, "%s, ",
				roof_label(v->line, v->kernel, of_case));
		buffer_add(&name, point_label(p));
		s = picture_add_series(v->panel, SERIES_POINTS,
			buffer_text(&name));
		buffer_free(&name);
		s->place = is_alone ? PLACE_KEY : PLACE_NOWHERE;
		s->colour = colour_of(p->name);
		s->mark = mark_of(v, of_case);
		if (is_alone)
			s->mark = (s->colour +
					  (p->of == POINT_TENSOR ? 3 : 0)) %
				N_MARK;
		s->is_open = p->of == POINT_LOADS_STORES;
		s->size = mark_size(v, &r->cases[of_case]);
		picture_add_point(s, p->intensity, p->performance / GIGA);
		add_interval(v, p, s->colour);
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

/* Points behind the end of the axis are named below the picture. */
static void note_cut(const struct view *v, struct picture *p)
{
	for (int i = 0; i < v->line->n_point; ++i) {
		const struct roof_point *q = &v->line->point[i];
		struct buffer text = { 0 };

		if (!shows_point(v, q) || q->intensity <= v->x_hi)
			continue;
		buffer_printf(&text, "right of the picture: %s%s%s at ",
			v->line->n_case > 1 ?
				roof_label(v->line, v->kernel, q->of_case) :
				"",
			v->line->n_case > 1 ? ", " : "", point_label(q));
		answer_quantity(&text, q->intensity,
			roof_intensity_unit(v->line->kind));
		roof_note(p, buffer_text(&text));
		buffer_free(&text);
	}
}

/* Of several launches, marks of matrix instructions look as those of all. */
static void note_tensor(const struct view *v, struct picture *p)
{
	const struct roofline *r = v->line;
	struct buffer text = { 0 };

	for (int i = 0; r->n_case > 1 && i < r->n_case; ++i) {
		bool has_tensor = false, has_all = false;

		for (int k = 0; k < r->n_point; ++k)
			if (r->point[k].of_case == i &&
				shows_point(v, &r->point[k])) {
				has_tensor |= r->point[k].of == POINT_TENSOR;
				has_all |= r->point[k].of == POINT_ALL;
			}
		if (has_tensor && has_all)
			buffer_printf(&text, "%s%s",
				text.len ?
					", " :
					"lower filled marks, matrix instructions alone: ",
				roof_label(r, v->kernel, i));
	}
	if (text.len > 0)
		roof_note(p, buffer_text(&text));
	buffer_free(&text);
}

/* What the longest launches leave out. */
static void note_short(const struct view *v, struct picture *p)
{
	struct buffer text = { 0 };
	double left_s = 0, all_s = 0;
	int n = 0;

	for (int i = 0; i < v->line->n_case; ++i) {
		all_s += v->line->cases[i].time_s;
		if (!shows_case(v, i)) {
			left_s += v->line->cases[i].time_s;
			++n;
		}
	}
	if (n == 0)
		return;
	buffer_printf(&text,
		"not drawn: %d launches, %.2g %% of the time; there are %d "
		"marks",
		n, 100 * left_s / all_s, N_MARK);
	roof_note(p, buffer_text(&text));
	buffer_free(&text);
}

/* The measured launches have sizes if there are several. */
static double find_time(const struct roofline *r)
{
	double sum = 0;

	for (int i = 0; i < r->n_case; ++i)
		if (!r->cases[i].is_measured)
			return NAN;
		else
			sum += r->cases[i].time_s;
	return r->n_case > 1 ? sum : NAN;
}

/* The highest peak below "value", or the next of that value behind "last"; -1:
 * there is none.
 */
static int highest_below(const struct view *v, double value, int last)
{
	const struct ceiling *c = v->line->ceiling;
	int found = -1;

	for (int i = 0; i < v->line->n_ceiling; ++i)
		if (c[i].kind == CEILING_PEAK && shows_ceiling(v, &c[i]) &&
			(c[i].value < value ||
				(c[i].value == value && i > last)) &&
			(found < 0 || c[i].value > c[found].value))
			found = i;
	return found;
}

static void add_device(struct view *v)
{
	bool said = false;

	for (int i = 0; i < v->line->n_wall; ++i)
		if (v->turn == 0 && shows_wall(v, &v->line->wall[i]))
			add_wall(v, &v->line->wall[i]);
	/* of peaks, the higher first: its name goes above it, and that of one
	 * close below goes below
	 */
	for (int i = highest_below(v, INFINITY, -1); i >= 0;
		i = highest_below(v, v->line->ceiling[i].value, i))
		add_ceiling(v, &v->line->ceiling[i]);
	for (int i = 0; i < v->line->n_ceiling; ++i)
		if (v->line->ceiling[i].kind == CEILING_BANDWIDTH &&
			shows_ceiling(v, &v->line->ceiling[i])) {
			add_theoretical(v, &v->line->ceiling[i], &said);
			add_ceiling(v, &v->line->ceiling[i]);
		}
}

static void add_title(const struct roof *roof, bool is_shared,
	struct picture *p, struct view *v)
{
	struct buffer title = { 0 };

	if (roof->line.n_case == 0) {
		buffer_printf(&title, "roofline of %s", roof->device);
		for (int i = 0; i < roof->n_beside; ++i)
			buffer_printf(&title, "%s%s",
				i + 1 < roof->n_beside ? ", " : " and ",
				roof_of(&roof->beside[i])->device);
	} else {
		buffer_printf(&title, "%s on %s%s",
			roof->kernel ? roof->kernel : "rooflines", roof->device,
			is_shared ? ", shared memory" : "");
	}
	v->panel = picture_add_panel(p, buffer_text(&title));
	buffer_free(&title);
}

static void add_panel(const struct roof *roof, bool is_shared,
	struct picture *p)
{
	struct view v = {
		.line = &roof->line,
		.device = roof->n_beside > 0 ? roof->device : NULL,
		.kernel = roof->kernel,
		.is_shared = is_shared,
		.x_lo = NAN,
		.x_hi = NAN,
		.y_lo = NAN,
		.y_hi = NAN,
		.all_s = find_time(&roof->line),
	};

	if (is_shared && !has_points(&v))
		return;
	add_title(roof, is_shared, p, &v);
	for (int i = roof->n_beside - 1; i >= -1; --i) {
		v.line = i < 0 ? &roof->line : &roof_of(&roof->beside[i])->line;
		v.top = 0;
		find_range(&v);
	}
	add_margins(&v);
	set_axes(&v);
	for (int i = roof->n_beside - 1; i >= 0; --i) {
		struct view beside = v;

		beside.line = &roof_of(&roof->beside[i])->line;
		beside.device = roof_of(&roof->beside[i])->device;
		beside.turn = i + 1;
		beside.top = highest(&beside);
		add_device(&beside);
	}
	add_device(&v);
	if (roof->n_beside > 0)
		add_device_keys(&v, roof);
	if (v.line->n_case > 1)
		add_keys(&v);
	for (int i = 0; i < v.line->n_case; ++i)
		add_case(&v, i);
	note_cut(&v, p);
	if (!is_shared) {
		note_tensor(&v, p);
		note_short(&v, p);
		roof_note_absent(v.line, v.kernel, p);
	}
	if (!isnan(v.all_s) && !is_shared)
		roof_note(p, "areas of marks: shares of the run time");
}

/* Roofs that bend left of the axis have no part in the picture. */
static void note_outside(const struct panel *panel, struct picture *p)
{
	struct buffer text = { 0 };

	for (int i = 0; i < panel->n_series; ++i) {
		const struct series *s = panel->series[i];

		if (s->place == PLACE_ALONG && s->n_point > 0 &&
			s->point[s->n_point - 1].x < panel->x.lo)
			buffer_printf(&text, "%s%s",
				text.len ? ", " : "left of the picture: ",
				s->name);
	}
	if (text.len > 0)
		roof_note(p, buffer_text(&text));
	buffer_free(&text);
}

bool roof_picture(struct diag *diag, struct loc loc, const struct object *o,
	struct picture *p)
{
	const struct roof *roof = (const struct roof *) o;
	int first = p->n_panel;

	(void) diag;
	(void) loc;
	add_panel(roof, false, p);
	add_panel(roof, true, p);
	if (roof->note)
		roof_note(p, roof->note);
	for (int i = 0; i < roof->n_left; ++i) {
		struct buffer text = { 0 };

		buffer_printf(&text, "not placed: %s", roof->left[i]);
		roof_note(p, buffer_text(&text));
		buffer_free(&text);
	}
	if (p->n_panel > first + 1)
		picture_share_axes(p);
	for (int i = first; i < p->n_panel; ++i)
		note_outside(p->panel[i], p);
	return true;
}
