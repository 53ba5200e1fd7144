/* Random pictures, with numbers that no axis can show and texts with hostile
 * characters: everything has finite coordinates, no text overlaps another or
 * leaves the canvas, the SVG is well formed, and terminal pictures have no
 * control characters.
 *
 * The seed is printed, and can be given as the argument to see a failure
 * again.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/picture/draw.h"
#include "tests/prop/xml.h"
#include "tests/unit/check.h"

#define N_ROUND 400

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
		"{/:Bold x}",
		"a very long text that goes on and on and on "
		"until it is cut at some point or other",
		"\\", "'", "''",
		"\xc2\x9b"
		"31m",
		"]]>", "<&>", "</text>", "<script>x</script>", "\" onload=\"x",
		"&amp;" };

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
	static const enum series_kind kinds[] = { SERIES_LINE, SERIES_POINTS,
		SERIES_LINE_POINTS };
	static const enum series_kind bar_kinds[] = { SERIES_BARS, SERIES_STACK,
		SERIES_OUTLINE };
	struct series *s = picture_add_series(panel,
		bars ? bar_kinds[rand() % 3] : kinds[rand() % 3],
		rand() % 4 ? random_text() : NULL);
	int n = rand() % 12;

	s->place = (enum series_place)(rand() % 5);
	s->colour = rand() % 5 - 3;
	s->dash = (enum series_dash)(rand() % 3);
	s->mark = (enum series_mark)(rand() % N_MARK);
	s->is_open = rand() % 2;
	s->at = (double) (rand() % 100) / 99;
	for (int i = 0; i < n; ++i)
		picture_add_labelled(s, bars ? i : random_number(),
			random_number(), rand() % 2 ? random_text() : NULL,
			rand() % 2 ? PICTURE_NEXT : rand() % 9);
}

static void random_cells(struct panel *panel)
{
	struct cells *c = picture_set_cells(panel, 1 + rand() % 20,
		1 + rand() % 20);

	panel->x.is_log = panel->y.is_log = false;
	c->is_log = rand() % 2;
	c->shows_numbers = rand() % 2;
	while (rand() % 2)
		picture_add_cell_category(c, random_text(), rand() % 9);
	for (int64_t i = 0; i < c->n_x * c->n_y; ++i)
		c->value[i] = c->n_category ? rand() % 5 - 1 : random_number();
	for (int64_t i = 0; i < c->n_x && panel->x.n_tick == 0; ++i)
		picture_add_category(&panel->x, random_text());
}

static struct picture *random_picture(void)
{
	struct picture *p = picture_new();
	int n_panel = 1 + rand() % 4;

	if (rand() % 2) {
		p->width = 240 + rand() % 1000;
		p->height = rand() % 2 ? 160 + rand() % 800 : 0;
	}
	picture_set_text(&p->title, rand() % 2 ? random_text() : NULL);
	picture_set_text(&p->note, rand() % 2 ? random_text() : NULL);
	for (int i = 0; i < n_panel; ++i) {
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
		for (int k = 0; bars && k < 12; ++k)
			picture_add_category(&panel->x, random_text());
		for (int k = rand() % 5; k > 0; --k)
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
	int wrong = 0;

	CHECK(isfinite(s->lo) && isfinite(s->hi) && s->lo < s->hi);
	CHECK(!s->is_log || s->lo > 0);
	for (int i = 0; i < s->n_tick; ++i) {
		double slack = (s->hi - s->lo) * 1e-6;

		wrong += !(s->tick[i].at >= s->lo - slack &&
			s->tick[i].at <= s->hi + slack);
		wrong += !s->tick[i].is_minor && !*s->tick[i].label;
	}
	CHECK(wrong == 0);
}

/* Where a label is, with a little slack. */
static struct box box_of(const struct canvas *c, const struct label *l)
{
	double w = layout_label_width(c, l);
	double x = l->anchor == TEXT_START ? l->x :
		l->anchor == TEXT_END	   ? l->x - w :
					     l->x - w / 2;

	return (struct box) { x + 0.01, l->y - 0.4 * c->char_h, x + w - 0.01,
		l->y + 0.4 * c->char_h };
}

static bool overlap(const struct box *a, const struct box *b)
{
	return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* Names along a line are turned, and numbers in cells and bars stay there. */
static bool is_placed(const struct label *l)
{
	return l->angle == 0 && *l->text && !l->is_on_fill;
}

/* Labels lie neither on each other nor outside; not in a panel where a maker
 * has put texts of its own.
 */
static void check_labels(const struct place *p, const struct canvas *c)
{
	int wrong = 0;

	for (int i = 0; i < p->n_label; ++i) {
		struct box a = box_of(c, &p->label[i]), b;

		if (!is_placed(&p->label[i]))
			continue;
		if (a.x0 < -1 || a.x1 > c->width + 1 || a.y0 < -1 ||
			a.y1 > c->height + 1) {
			++wrong;
			printf("'%s' at (%g, %g) leaves the canvas\n",
				p->label[i].text, p->label[i].x, p->label[i].y);
		}
		for (int k = 0; k < i; ++k) {
			b = box_of(c, &p->label[k]);
			if (!is_placed(&p->label[k]) || !overlap(&a, &b))
				continue;
			++wrong;
			printf("'%s' at (%g, %g) lies on '%s' at (%g, %g)\n",
				p->label[i].text, p->label[i].x, p->label[i].y,
				p->label[k].text, p->label[k].x, p->label[k].y);
		}
	}
	CHECK(wrong == 0);
}

static void check_layout(const struct layout *l)
{
	for (int i = 0; i < l->n_place; ++i) {
		const struct place *p = &l->place[i];

		check_scale(&p->x);
		check_scale(&p->y);
		CHECK(p->box.x0 >= 0 && p->box.x0 < p->box.x1 &&
			p->box.x1 <= l->canvas.width + 1e-6);
		CHECK(p->box.y0 >= 0 && p->box.y0 < p->box.y1 &&
			p->box.y1 <= l->canvas.height + 1e-6);
		if (p->panel->n_text == 0 && !l->canvas.is_text)
			check_labels(p, &l->canvas);
		for (int k = 0; k < p->n_label; ++k)
			if (!isfinite(p->label[k].x) ||
				!isfinite(p->label[k].y))
				CHECK(!"a label is somewhere");
	}
}

/* -------------------------------------------------------------- drawing */

static void check_paper(const struct picture *p)
{
	struct buffer svg = { 0 };
	struct layout l;

	layout_on_paper(&l, p);
	check_layout(&l);
	svg_draw(&l, &svg);
	CHECK(xml_is_clean(svg.text));
	CHECK(!strstr(svg.text, "nan") && !strstr(svg.text, "inf"));
	buffer_free(&svg);
	layout_free(&l);
}

/* No line is longer than the terminal, and no character commands it. */
static void check_terminal(struct picture *p, int columns, bool has_colour)
{
	struct buffer text = { 0 };
	struct layout l;
	int wrong = 0, n = 0;

	p->height = p->height > 0 ? 10 + rand() % 60 : 0;
	layout_on_terminal(&l, p, columns, 12 + rand() % 28);
	check_layout(&l);
	terminal_draw(&l, has_colour, &text);
	for (const char *c = text.text; *c; ++c) {
		if (has_colour && strncmp(c, "\033[", 2) == 0)
			c += strcspn(c, "m");
		else if (*c == '\n')
			n = 0;
		else
			wrong += (unsigned char) *c < ' ' || *c == 0x7f ||
				((*c & 0xc0) != 0x80 && ++n > columns);
	}
	CHECK(wrong == 0);
	buffer_free(&text);
	layout_free(&l);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned) atoi(argv[1]) : 1;

	printf("seed %u\n", seed);
	srand(seed);
	for (int i = 0; i < N_ROUND; ++i) {
		struct picture *p = random_picture();

		check_paper(p);
		check_terminal(p, 40 + rand() % 160, false);
		check_terminal(p, 40 + rand() % 160, true);
		picture_free(p);
	}
	return check_done();
}
