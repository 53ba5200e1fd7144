/* Random pictures, with numbers that no axis can show and texts that no
 * tool should see: everything has a place, nothing lies on anything else,
 * and the script holds no text outside of its quotes.
 *
 * The seed is printed, and can be given as the argument to see a failure
 * again.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/eval/context.h"
#include "lang/picture/gnuplot.h"
#include "lang/tables.h"
#include "tests/prop/script.h"
#include "tests/unit/check.h"

#define N_ROUND		400
#define N_DRAWN		12		/* of these, by gnuplot itself */

static double random_number(void)
{
	static const double odd[] = { 0, -1, 1e300, -1e300, 1e-300, 1e308,
		INFINITY, -INFINITY, NAN, 1e-5, 12345.678 };
	double v = exp((double) (rand() % 2000) / 100 - 10);

	if (rand() % 6 == 0)
		return odd[(size_t) rand() % (sizeof(odd) / sizeof(odd[0]))];
	return rand() % 8 == 0 ? -v : v;
}

static const char *random_text(void)
{
	static const char *const texts[] = { "plain", "`touch x`", "it's",
		"'; system('touch x')", "\"$(x)\"", "a\nb", "\033[31mred",
		"@macro", "!ls", "%s", "", "\xff\xfe", "\xc3\xa4\xc3\xb6",
		"{/:Bold x}", "a very long text that goes on and on and on "
		"until it is cut at some point or other", "\\", "'", "''",
		"\xc2\x9b" "31m", "]]>", "<&>", "END", "$d1 << END" };

	return texts[(size_t) rand() % (sizeof(texts) / sizeof(texts[0]))];
}

static void random_axis(struct axis *axis)
{
	picture_set_axis(axis, rand() % 3 ? random_text() : NULL,
		rand() % 2 ? random_text() : NULL, rand() % 2);
	if (rand() % 4 == 0)
		axis->lo = random_number();
	if (rand() % 4 == 0)
		axis->hi = random_number();
	while (rand() % 4 == 0)
		picture_add_tick(axis, random_number());
}

static void random_series(struct panel *panel, bool bars)
{
	static const enum series_kind kinds[] = { SERIES_LINE, SERIES_STEPS,
		SERIES_POINTS, SERIES_LINE_POINTS, SERIES_AREA,
		SERIES_ARROWS };
	static const enum series_kind bar_kinds[] = { SERIES_BARS,
		SERIES_STACK, SERIES_OUTLINE };
	struct series *s = picture_add_series(panel, bars ?
		bar_kinds[rand() % 3] : kinds[rand() % 6],
		rand() % 4 ? random_text() : NULL);
	int n = rand() % 12, i;

	s->place = (enum series_place) (rand() % 5);
	s->colour = rand() % 5 - 3;
	s->dash = (enum series_dash) (rand() % 3);
	s->mark = (enum series_mark) (rand() % N_MARK);
	s->is_open = rand() % 2;
	s->at = (double) (rand() % 100) / 99;
	for (i = 0; i < n; ++i)
		picture_add_labelled(s, bars ? i : random_number(),
			random_number(), rand() % 2 ? random_text() : NULL,
			rand() % 2 ? PICTURE_NEXT : rand() % 9);
}

static void random_cells(struct panel *panel)
{
	struct cells *c = picture_set_cells(panel, 1 + rand() % 20,
		1 + rand() % 20);
	int64_t i;

	c->is_log = rand() % 2;
	c->shows_numbers = rand() % 2;
	while (rand() % 2)
		picture_add_cell_category(c, random_text(), rand() % 9);
	for (i = 0; i < c->n_x * c->n_y; ++i)
		c->value[i] = c->n_category ? rand() % 5 - 1 :
			random_number();
	for (i = 0; i < c->n_x && panel->x.n_tick == 0; ++i)
		picture_add_category(&panel->x, random_text());
}

static struct picture *random_picture(void)
{
	struct picture *p = picture_new();
	int n_panel = 1 + rand() % 4, i, k;

	picture_set_text(&p->title, rand() % 2 ? random_text() : NULL);
	picture_set_text(&p->note, rand() % 2 ? random_text() : NULL);
	for (i = 0; i < n_panel; ++i) {
		struct panel *panel = picture_add_panel(p,
			rand() % 2 ? random_text() : NULL);
		bool bars = rand() % 3 == 0, cells = !bars && rand() % 4 == 0;

		if (!bars)
			random_axis(&panel->x);
		if (!cells)
			random_axis(&panel->y);
		panel->is_square = rand() % 8 == 0;
		panel->has_diagonal = rand() % 8 == 0;
		panel->y.is_down = rand() % 8 == 0;
		for (k = 0; bars && k < 12; ++k)
			picture_add_category(&panel->x, random_text());
		for (k = rand() % 5; k > 0; --k)
			random_series(panel, bars);
		if (cells)
			random_cells(panel);
		if (rand() % 3 == 0)
			picture_add_text(panel, random_number(),
				random_number(), TEXT_MIDDLE, rand() % 3,
				random_text());
	}
	return p;
}

/* ------------------------------------------------------------- layouts */

static void check_scale(const struct scale *s)
{
	int i, wrong = 0;

	CHECK(isfinite(s->lo) && isfinite(s->hi) && s->lo < s->hi);
	CHECK(!s->is_log || s->lo > 0);
	for (i = 0; i < s->n_tick; ++i) {
		double slack = (s->hi - s->lo) * 1e-6;

		wrong += !(s->tick[i].at >= s->lo - slack &&
			s->tick[i].at <= s->hi + slack);
		wrong += !s->tick[i].is_minor && !*s->tick[i].label;
	}
	CHECK(wrong == 0);
}

static bool is_point_label(const struct label *l)
{
	return l->look == LABEL_SMALL && l->angle == 0;
}

static void box_of(const struct canvas *c, const struct label *l,
	struct box *b)
{
	double w = layout_width(c, l->text) * (c->is_text ? 1 : 0.88);
	double x = l->anchor == TEXT_START ? l->x : l->anchor == TEXT_END ?
		l->x - w : l->x - w / 2;

	*b = (struct box) { x + 0.01, l->y - 0.4 * c->char_h, x + w - 0.01,
		l->y + 0.4 * c->char_h };
}

/* Labels of points lie neither on each other nor outside. */
static void check_labels(const struct place *p, const struct canvas *c)
{
	struct box a, b;
	int wrong = 0, i, k;

	if (p->is_on_side || p->panel->cells)
		return;
	for (i = 0; i < p->n_label; ++i) {
		if (!is_point_label(&p->label[i]))
			continue;
		box_of(c, &p->label[i], &a);
		wrong += a.x0 < 0 || a.x1 > c->width || a.y0 < 0 ||
			a.y1 > c->height;
		for (k = 0; k < i; ++k) {
			box_of(c, &p->label[k], &b);
			wrong += is_point_label(&p->label[k]) &&
				a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 &&
				b.y0 < a.y1 && *p->label[i].text &&
				*p->label[k].text;
		}
	}
	CHECK(wrong == 0);
}

static void check_layout(const struct layout *l)
{
	int i, k;

	for (i = 0; i < l->n_place; ++i) {
		const struct place *p = &l->place[i];

		check_scale(&p->x);
		check_scale(&p->y);
		CHECK(p->box.x0 >= 0 && p->box.x0 < p->box.x1 &&
			p->box.x1 <= l->canvas.width + 1e-6);
		CHECK(p->box.y0 >= 0 && p->box.y0 < p->box.y1 &&
			p->box.y1 <= l->canvas.height + 1e-6);
		check_labels(p, &l->canvas);
		for (k = 0; k < p->n_label; ++k)
			if (!isfinite(p->label[k].x) ||
			    !isfinite(p->label[k].y))
				CHECK(!"a label is somewhere");
	}
}

/* ------------------------------------------------------------- scripts */

static void check_drawn(struct eval *ev, const struct buffer *script)
{
	struct diag diag = { 0 };
	struct buffer out = { 0 }, said = { 0 };
	struct loc nowhere = { 0 };

	context_begin(ev, &diag);
	if (!gnuplot_run(ev, nowhere, script, &out)) {
		diag_render(&diag, &said, false);
		printf("%s%s", buffer_text(&said), script->text);
		CHECK(!"gnuplot draws it");
	} else {
		CHECK(out.len > 0);
	}
	buffer_free(&out);
	buffer_free(&said);
	diag_clear(&diag);
}

static bool has_gnuplot(struct eval *ev)
{
	struct buffer script = { 0 }, out = { 0 };
	struct diag diag = { 0 };
	struct loc nowhere = { 0 };
	bool ok;

	buffer_add(&script, "set terminal dumb\nplot 1\n");
	context_begin(ev, &diag);
	ok = gnuplot_run(ev, nowhere, &script, &out);
	buffer_free(&script);
	buffer_free(&out);
	diag_clear(&diag);
	return ok;
}

static void check_picture(struct eval *ev, bool draws)
{
	struct picture *p = random_picture();
	enum gnuplot_target target;
	struct layout l;

	for (target = GNUPLOT_SVG; target <= GNUPLOT_TERMINAL_COLOUR;
	     ++target) {
		struct buffer script = { 0 };

		if (target < GNUPLOT_TERMINAL)
			layout_on_paper(&l, p);
		else
			layout_on_terminal(&l, p, 40 + rand() % 160,
				12 + rand() % 28);
		check_layout(&l);
		gnuplot_script(&l, target, &script);
		CHECK(script_is_clean(script.text));
		if (draws)
			check_drawn(ev, &script);
		buffer_free(&script);
		layout_free(&l);
	}
	picture_free(p);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned) atoi(argv[1]) : 1;
	struct eval *ev = eval_new(&tables_rooms);
	bool draws = has_gnuplot(ev);
	int i;

	printf("seed %u\n", seed);
	srand(seed);
	for (i = 0; i < N_ROUND; ++i)
		check_picture(ev, draws && i < N_DRAWN);
	eval_free(ev);
	return check_done();
}
