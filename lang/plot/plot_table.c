/* Tables as lines, points, bars or stacks.  The columns that vary decide: one
 * column of numbers is the x axis, and each value of the others gets a line; a
 * few names become bars.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/figure.h"
#include "lang/base/memory.h"
#include "lang/plot/plot_table.h"
#include "lang/value/table.h"

#define BARS_MOST  60
#define LINES_MOST 12
#define TICKS_MOST 14

const struct value *plot_table_cell(const struct plot_table *t, int64_t row,
	int column)
{
	return table_cell(&t->row->item[row], column);
}

double plot_table_number(const struct plot_table *t, int64_t row, int column)
{
	const struct value *v = plot_table_cell(t, row, column);

	return v->kind == VALUE_NUMBER ?
		number_to_double(&v->u.number) / t->column[column].unit.scale :
		NAN;
}

bool plot_table_varies(const struct plot_table *t, int column)
{
	return !t->column[column].is_figure && t->column[column].n_distinct > 1;
}

void plot_table_label(const struct plot_table *t, int64_t row, int but,
	int but2, struct buffer *out)
{
	int n = 0;

	for (int i = 0; i < t->n_column; ++i)
		n += plot_table_varies(t, i) && i != but && i != but2;
	for (int i = 0; i < t->n_column; ++i) {
		const char *name = buffer_text(&t->column[i].name);

		if (!plot_table_varies(t, i) || i == but || i == but2)
			continue;
		buffer_add(out, out->len ? " " : "");
		if (strcmp(name, "block") != 0 &&
			(n > 1 || t->column[i].is_block))
			buffer_printf(out, "%s ", name);
		else if (t->column[i].is_number)
			buffer_printf(out, "%s = ", name);
		value_print_brief(plot_table_cell(t, row, i), out);
	}
}

void plot_table_name_axis(const struct plot_table *t, struct axis *axis)
{
	const struct plot_column *c = &t->column[t->y[0]];

	picture_set_axis(axis, t->n_y == 1 ? buffer_text(&c->name) : NULL,
		buffer_text(&c->unit.text), axis->is_log);
}

/* ------------------------------------------------------------- columns */

static bool is_block(const struct value *v)
{
	if (v->kind != VALUE_TUPLE || v->u.sequence->n < 2 ||
		v->u.sequence->n > 3)
		return false;
	for (int64_t i = 0; i < v->u.sequence->n; ++i)
		if (v->u.sequence->item[i].kind != VALUE_NUMBER ||
			!number_is_integer(&v->u.sequence->item[i].u.number))
			return false;
	return true;
}

static void add_distinct(struct plot_column *c, const struct value *v)
{
	for (int i = 0; i < c->n_distinct && i < PLOT_DISTINCT; ++i)
		if (value_equal(c->distinct[i], v))
			return;
	if (c->n_distinct > PLOT_DISTINCT)
		return;
	if (c->n_distinct < PLOT_DISTINCT)
		c->distinct[c->n_distinct] = v;
	++c->n_distinct;
}

static void look_at(struct plot_table *t, int i)
{
	struct plot_column *c = &t->column[i];

	table_column_name(&t->row->item[0], i, &c->name);
	c->is_number = c->is_block = true;
	c->distinct = memory_new(PLOT_DISTINCT * sizeof(*c->distinct));
	for (int64_t k = 0; k < t->row->n; ++k) {
		const struct value *v = plot_table_cell(t, k, i);

		add_distinct(c, v);
		if (v->kind == VALUE_NUMBER)
			c->is_number &= plot_unit_add(&c->unit, &v->u.number);
		else if (v->kind != VALUE_NONE)
			c->is_number = false;
		c->is_block &= is_block(v);
	}
	c->is_number &= c->unit.any;
	plot_unit_fix(&c->unit);
}

static int last_number(const struct plot_table *t)
{
	int i = t->n_column - 1;

	while (i > 0 && !t->column[i].is_number)
		--i;
	return i;
}

static bool is_asked_for(const struct plot *plot, const char *name)
{
	for (int i = 0; i < plot->n_y; ++i)
		if (strcmp(plot->y[i], name) == 0)
			return true;
	return false;
}

/* True if column i is a result.  In a table of rank or sweep those are figures
 * of reports.  In other tables they are the columns asked for, or else the
 * last column of numbers for a heat map, and all but the first for lines.
 */
static bool is_figure(const struct plot_table *t, int i, int first)
{
	const struct plot_column *c = &t->column[i];
	const char *name = buffer_text(&c->name);
	char *top = memory_copy_text(name);
	bool is;

	top[strcspn(top, ".")] = '\0';
	if (t->has_figures)
		is = figure_is_column(top) || figure_find(name) >= 0;
	else if (t->plot->n_y > 0)
		is = is_asked_for(t->plot, name);
	else if (t->plot->kind == PLOT_HEAT)
		is = i == last_number(t);
	else
		is = c->is_number && i != first;
	free(top);
	return is;
}

static void find_figures(struct plot_table *t)
{
	int first = t->n_column;

	for (int i = t->n_column - 1; i >= 0; --i) {
		t->has_figures |= t->column[i].is_number &&
			figure_find(buffer_text(&t->column[i].name)) >= 0;
		if (t->column[i].is_number)
			first = i;
	}
	for (int i = 0; i < t->n_column; ++i)
		t->column[i].is_figure = is_figure(t, i, first);
}

static int find_column(const struct plot_table *t, const char *name)
{
	for (int i = 0; i < t->n_column; ++i)
		if (strcmp(buffer_text(&t->column[i].name), name) == 0)
			return i;
	return -1;
}

static bool report_column(struct plot_table *t, struct loc loc,
	const char *name)
{
	const char **names = memory_new((size_t) t->n_column * sizeof(*names));

	for (int i = 0; i < t->n_column; ++i)
		names[i] = buffer_text(&t->column[i].name);
	diag_error(t->plot->diag, loc, NULL, "the table has no column '%s'",
		name);
	diag_suggest(t->plot->diag, name, names, t->n_column);
	free(names);
	return false;
}

static bool use_y(struct plot_table *t, int column)
{
	const struct plot_column *c = &t->column[column];

	if (!c->is_number)
		return diag_error(t->plot->diag, t->plot->y_loc, NULL,
			"column '%s' has no numbers of one unit",
			buffer_text(&c->name));
	if (t->n_y > 0 &&
		!dim_equal(c->unit.like.dim, t->column[t->y[0]].unit.like.dim))
		return diag_error(t->plot->diag, t->plot->y_loc, NULL,
			"'%s' and '%s' differ in their units and cannot "
			"share an axis",
			buffer_text(&t->column[t->y[0]].name),
			buffer_text(&c->name));
	t->y[t->n_y++] = column;
	return true;
}

static bool choose_y(struct plot_table *t)
{
	int best = find_column(t, "performance");

	for (int i = 0; i < t->plot->n_y; ++i) {
		int column = find_column(t, t->plot->y[i]);

		if (column < 0)
			return report_column(t, t->plot->y_loc, t->plot->y[i]);
		if (!use_y(t, column))
			return false;
	}
	if (t->n_y == 0 && best >= 0 && t->column[best].is_number)
		return use_y(t, best);
	for (int i = 0; t->plot->n_y == 0 && i < t->n_column; ++i)
		if (t->column[i].is_figure && t->column[i].is_number &&
			i != find_column(t, t->plot->x) &&
			t->n_y < PLOT_COLUMNS &&
			(t->n_y == 0 ||
				(!t->has_figures &&
					dim_equal(t->column[i].unit.like.dim,
						t->column[t->y[0]]
							.unit.like.dim))))
			t->y[t->n_y++] = i;
	for (int i = 0; t->n_y == 0 && i < t->n_column; ++i)
		if (t->column[i].is_number)
			t->y[t->n_y++] = i;
	return t->n_y > 0 ||
		diag_error(t->plot->diag, t->plot->loc, NULL,
			"the table has no column of numbers");
}

/* Gives all shown columns one unit. */
static void share_unit(struct plot_table *t)
{
	struct plot_unit all = { 0 };

	for (int i = 0; i < t->n_y; ++i) {
		plot_unit_add(&all, &t->column[t->y[i]].unit.like);
		all.most = fmax(all.most, t->column[t->y[i]].unit.most);
	}
	plot_unit_fix(&all);
	for (int i = 0; i < t->n_y; ++i) {
		struct plot_unit *u = &t->column[t->y[i]].unit;

		u->scale = all.scale;
		buffer_free(&u->text);
		buffer_add(&u->text, buffer_text(&all.text));
	}
	plot_unit_free(&all);
}

static bool is_shown(const struct plot_table *t, int column)
{
	for (int i = 0; i < t->n_y; ++i)
		if (t->y[i] == column)
			return true;
	return false;
}

/* Chooses the x axis: the varied column with the most distinct numbers. */
static bool choose_x(struct plot_table *t)
{
	t->x = -1;
	if (*t->plot->x) {
		t->x = find_column(t, t->plot->x);
		return t->x >= 0 ||
			report_column(t, t->plot->x_loc, t->plot->x);
	}
	for (int i = 0; i < t->n_column; ++i)
		if (t->column[i].is_number && plot_table_varies(t, i) &&
			!is_shown(t, i) &&
			(t->x < 0 ||
				t->column[i].n_distinct >
					t->column[t->x].n_distinct))
			t->x = i;
	return true;
}

/* --------------------------------------------------------------- lines */

/* The line of a row, by its label. */
static struct series *find_series(struct panel *panel, const char *name,
	enum series_kind kind)
{
	struct series *s;

	for (int i = panel->n_series - 1; i >= 0; --i)
		if (strcmp(panel->series[i]->name, name) == 0)
			return panel->series[i];
	s = picture_add_series(panel, kind, name);
	s->mark = (enum series_mark)((panel->n_series - 1) % N_MARK);
	return s;
}

static int by_x(const void *a, const void *b)
{
	const struct picture_point *p = a, *q = b;

	return p->x < q->x ? -1 : p->x > q->x;
}

static void look_of_axes(struct plot_table *t, struct panel *panel)
{
	int64_t n = t->row->n;
	double *x = memory_new((size_t) n * sizeof(*x));
	double *y = memory_new((size_t) (n * t->n_y) * sizeof(*y));
	const struct plot_column *c = t->x >= 0 ? &t->column[t->x] : NULL;

	for (int64_t i = 0; i < n; ++i) {
		x[i] = c ? plot_table_number(t, i, t->x) : (double) i;
		for (int k = 0; k < t->n_y; ++k)
			y[i * t->n_y + k] = plot_table_number(t, i, t->y[k]);
	}
	panel->x.is_log = t->plot->log_given ?
		t->plot->log_x :
		c && plot_wants_log(x, n, 8, true);
	panel->y.is_log = t->plot->log_given ?
		t->plot->log_y :
		plot_wants_log(y, n * t->n_y, 50, false);
	picture_set_axis(&panel->x, c ? buffer_text(&c->name) : "row",
		c ? buffer_text(&c->unit.text) : NULL, panel->x.is_log);
	panel->x.is_whole = !c;
	plot_table_name_axis(t, &panel->y);
	if (c && c->n_distinct <= TICKS_MOST)
		for (int k = 0; k < c->n_distinct; ++k)
			if (c->distinct[k]->kind == VALUE_NUMBER)
				picture_add_tick(&panel->x,
					number_to_double(
						&c->distinct[k]->u.number) /
						c->unit.scale);
	free(x);
	free(y);
}

static void sort_ticks(struct axis *axis)
{
	for (int i = 1; i < axis->n_tick; ++i)
		for (int k = i; k > 0 && axis->tick[k] < axis->tick[k - 1];
			--k) {
			double swap = axis->tick[k];

			axis->tick[k] = axis->tick[k - 1];
			axis->tick[k - 1] = swap;
		}
}

/* A line through rows of different x is one, whatever else differs, such as the
 * block that was chosen for each.
 */
static bool plot_lines(struct plot_table *t, enum series_kind kind)
{
	struct panel *panel = picture_add_panel(t->plot->picture, NULL);
	bool has_marks = kind == SERIES_POINTS;
	bool is_one = t->x >= 0 && !has_marks &&
		t->column[t->x].n_distinct == t->row->n;
	struct buffer name = { 0 };

	look_of_axes(t, panel);
	sort_ticks(&panel->x);
	for (int64_t i = 0; i < t->row->n; ++i)
		for (int k = 0; k < t->n_y; ++k) {
			buffer_free(&name);
			if (t->n_y > 1)
				buffer_add(&name,
					buffer_text(&t->column[t->y[k]].name));
			if (t->x >= 0 && !is_one)
				plot_table_label(t, i, t->x, -1, &name);
			picture_add_point(find_series(panel, buffer_text(&name),
						  kind),
				t->x >= 0 ? plot_table_number(t, i, t->x) :
					    (double) i,
				plot_table_number(t, i, t->y[k]));
		}
	buffer_free(&name);
	for (int k = 0; k < panel->n_series; ++k) {
		struct series *s = panel->series[k];

		if (!has_marks)
			qsort(s->point, (size_t) s->n_point, sizeof(*s->point),
				by_x);
		if (panel->n_series == 1 && !*s->name)
			picture_set_text(&s->name, NULL);
		if (k >= PICTURE_COLOURS)
			s->dash = k / PICTURE_COLOURS % 2 ? DASH_DASHED :
							    DASH_DOTTED;
	}
	return true;
}

/* ---------------------------------------------------------------- bars */

static bool plot_bars(struct plot_table *t, enum series_kind kind)
{
	struct panel *panel = picture_add_panel(t->plot->picture, NULL);
	int64_t n = t->row->n < BARS_MOST ? t->row->n : BARS_MOST;
	struct buffer text = { 0 };

	plot_table_name_axis(t, &panel->y);
	panel->y.is_log = t->plot->log_given && t->plot->log_y;
	for (int64_t i = 0; i < n; ++i) {
		buffer_free(&text);
		plot_table_label(t, i, -1, -1, &text);
		if (text.len == 0)
			buffer_printf(&text, "%lld", (long long) i);
		picture_add_category(&panel->x, text.text);
	}
	for (int k = 0; k < t->n_y; ++k) {
		struct series *s = picture_add_series(panel, kind,
			t->n_y > 1 ? buffer_text(&t->column[t->y[k]].name) :
				     NULL);

		for (int64_t i = 0; i < n; ++i) {
			double v = plot_table_number(t, i, t->y[k]);

			char figure[48];

			picture_figure(v, figure, sizeof(figure));
			picture_add_labelled(s, (double) i, v,
				t->n_y > 1 && kind == SERIES_BARS ? NULL :
								    figure,
				PICTURE_NEXT);
		}
	}
	if (n < t->row->n) {
		buffer_free(&text);
		buffer_printf(&text, "the first %lld of %lld rows",
			(long long) n, (long long) t->row->n);
		picture_set_text(&t->plot->picture->note, text.text);
	}
	buffer_free(&text);
	return true;
}

/* ------------------------------------------------------------- choices */

/* The number of lines that the x axis would leave. */
static int64_t count_lines(const struct plot_table *t)
{
	int64_t n = t->n_y;

	for (int i = 0; i < t->n_column; ++i)
		if (i != t->x && plot_table_varies(t, i) && !is_shown(t, i) &&
			n <= LINES_MOST)
			n *= t->column[i].n_distinct;
	return n;
}

/* The varied column of blocks, or the two varied columns of numbers; -1: none.
 */
static int find_block(const struct plot_table *t)
{
	for (int i = 0; i < t->n_column; ++i)
		if (t->column[i].is_block && plot_table_varies(t, i))
			return i;
	return -1;
}

static int find_other(const struct plot_table *t)
{
	for (int i = 0; i < t->n_column; ++i)
		if (i != t->x && t->column[i].is_number &&
			plot_table_varies(t, i) && !is_shown(t, i))
			return i;
	return -1;
}

static bool draw_heat(struct plot_table *t)
{
	int block = find_block(t), other = find_other(t);

	if (block >= 0)
		return plot_heat(t, block, -1);
	if (t->x >= 0 && other >= 0)
		return plot_heat(t, t->x, other);
	return diag_error(t->plot->diag, t->plot->loc, NULL,
		"a heat map needs a column of blocks, or two columns of "
		"numbers that vary");
}

static bool choose(struct plot_table *t)
{
	bool x_is_number = t->x >= 0 && t->column[t->x].is_number;
	int block = find_block(t);

	if (!t->has_figures && x_is_number && *t->plot->x)
		return plot_lines(t, SERIES_LINE_POINTS);
	if (x_is_number && count_lines(t) <= LINES_MOST)
		return plot_lines(t,
			t->row->n > 200 ? SERIES_LINE : SERIES_LINE_POINTS);
	if (t->has_figures && block >= 0 &&
		t->column[block].n_distinct > LINES_MOST)
		return plot_heat(t, block, -1);
	if (x_is_number && find_other(t) >= 0 &&
		t->column[t->x].n_distinct <= PLOT_DISTINCT &&
		t->column[find_other(t)].n_distinct <= PLOT_DISTINCT)
		return plot_heat(t, t->x, find_other(t));
	if (t->row->n <= BARS_MOST)
		return plot_bars(t, SERIES_BARS);
	t->x = -1;
	return plot_lines(t, SERIES_LINE);
}

static bool draw(struct plot_table *t)
{
	switch (t->plot->kind) {
	case PLOT_AUTO: break;
	case PLOT_LINES:
	case PLOT_POINTS:
		if (t->x >= 0 && !t->column[t->x].is_number)
			return diag_error(t->plot->diag, t->plot->x_loc, NULL,
				"column '%s' has no numbers of one unit",
				buffer_text(&t->column[t->x].name));
		return plot_lines(t,
			t->plot->kind == PLOT_LINES ? SERIES_LINE :
						      SERIES_POINTS);
	case PLOT_BARS: return plot_bars(t, SERIES_BARS);
	case PLOT_STACK: return plot_bars(t, SERIES_STACK);
	case PLOT_HEAT: return draw_heat(t);
	}
	return choose(t);
}

bool plot_table(struct plot *plot, const struct value *v)
{
	struct plot_table t = { .plot = plot, .row = v->u.sequence };
	bool ok;

	t.n_column = table_columns(&t.row->item[0]);
	t.column = memory_new((size_t) t.n_column * sizeof(*t.column));
	for (int i = 0; i < t.n_column; ++i)
		look_at(&t, i);
	find_figures(&t);
	ok = choose_y(&t) && choose_x(&t);
	if (ok) {
		share_unit(&t);
		ok = draw(&t);
	}
	for (int i = 0; i < t.n_column; ++i) {
		buffer_free(&t.column[i].name);
		plot_unit_free(&t.column[i].unit);
		free(t.column[i].distinct);
	}
	free(t.column);
	return ok;
}
