/* Tables as heat maps: two columns, or two extents of a block, are the axes
 * and a third column is the colour; other columns that vary split the map into
 * panels.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/plot/plot_table.h"
#include "lang/search/rows.h"

#define PANELS_MOST 6

/* An axis of cells: a column of numbers, or one element of a column of tuples,
 * and its distinct numbers in ascending order.
 */
struct along {
	int column, part; /* part -1: the number itself */
	int n;
	double *at;
};

static double key(const struct plot_table *t, const struct along *a,
	int64_t row)
{
	const struct value *v = plot_table_cell(t, row, a->column);

	if (a->part < 0)
		return plot_table_number(t, row, a->column);
	return v->kind == VALUE_TUPLE ?
		number_to_double(&v->u.sequence->item[a->part].u.number) :
		NAN;
}

static int find_key(const struct along *a, double v)
{
	for (int i = 0; i < a->n; ++i)
		if (a->at[i] == v)
			return i;
	return -1;
}

static void collect(const struct plot_table *t, struct along *a)
{
	int i;

	for (int64_t row = 0; row < t->row->n; ++row) {
		double v = key(t, a, row);

		if (isnan(v) || find_key(a, v) >= 0 || a->n == PLOT_DISTINCT)
			continue;
		a->at = memory_grow(a->at, (size_t) a->n, sizeof(*a->at));
		for (i = a->n++; i > 0 && a->at[i - 1] > v; --i)
			a->at[i] = a->at[i - 1];
		a->at[i] = v;
	}
}

static void name_along(const struct plot_table *t, const struct along *a,
	struct axis *axis)
{
	const struct plot_column *c = &t->column[a->column];
	struct buffer text = { 0 };

	buffer_add(&text, buffer_text(&c->name));
	if (a->part >= 0)
		buffer_printf(&text, " %c", "xyz"[a->part]);
	picture_set_axis(axis, text.text,
		a->part < 0 ? buffer_text(&c->unit.text) : NULL, false);
	for (int i = 0; i < a->n; ++i) {
		buffer_free(&text);
		buffer_printf(&text, "%.6g", a->at[i]);
		picture_add_category(axis, text.text);
	}
	buffer_free(&text);
}

static struct panel *find_panel(struct plot_table *t, const char *title,
	const struct along a[2])
{
	struct picture *p = t->plot->picture;
	struct panel *panel;
	struct cells *cells;

	for (int i = 0; i < p->n_panel; ++i)
		if (strcmp(p->panel[i]->title ? p->panel[i]->title : "",
			    title) == 0)
			return p->panel[i];
	panel = picture_add_panel(p, *title ? title : NULL);
	name_along(t, &a[0], &panel->x);
	name_along(t, &a[1], &panel->y);
	cells = picture_set_cells(panel, a[0].n, a[1].n);
	cells->shows_numbers = true;
	picture_set_text(&cells->name, buffer_text(&t->column[t->y[0]].name));
	picture_set_text(&cells->unit,
		buffer_text(&t->column[t->y[0]].unit.text));
	return panel;
}

/* If several rows belong to one cell, the best of them is shown. */
static bool put(struct plot_table *t, struct panel *panel,
	const struct along a[2], int64_t row)
{
	double v = plot_table_number(t, row, t->y[0]);
	int i = find_key(&a[0], key(t, &a[0], row));
	int j = find_key(&a[1], key(t, &a[1], row));
	bool more = rows_more_is_better(buffer_text(&t->column[t->y[0]].name));
	double old;

	if (i < 0 || j < 0)
		return false;
	old = panel->cells->value[j * panel->cells->n_x + i];
	if (isnan(old) || (more ? v > old : v < old))
		picture_set_cell(panel->cells, i, j, v);
	return !isnan(old);
}

static bool splits_well(const struct plot_table *t, int c0, int c1)
{
	int64_t n = 1;

	for (int i = 0; i < t->n_column; ++i)
		if (i != c0 && i != c1 && plot_table_varies(t, i) &&
			n <= PANELS_MOST)
			n *= t->column[i].n_distinct;
	return n <= PANELS_MOST;
}

/* Panels beside each other share one colour scale. */
static void share_scale(struct picture *p)
{
	double lo = INFINITY, hi = -INFINITY;

	for (int i = 0; i < p->n_panel; ++i)
		for (int64_t k = 0;
			k < p->panel[i]->cells->n_x * p->panel[i]->cells->n_y;
			++k) {
			lo = fmin(lo, p->panel[i]->cells->value[k]);
			hi = fmax(hi, p->panel[i]->cells->value[k]);
		}
	for (int i = 0; lo < hi && i < p->n_panel; ++i) {
		p->panel[i]->cells->lo = lo;
		p->panel[i]->cells->hi = hi;
	}
}

bool plot_heat(struct plot_table *t, int c0, int c1)
{
	struct along a[2] = { { .column = c0, .part = c1 < 0 ? 0 : -1 },
		{ .column = c1 < 0 ? c0 : c1, .part = c1 < 0 ? 1 : -1 } };
	bool split = splits_well(t, c0, c1), shared = false;
	struct buffer title = { 0 };

	collect(t, &a[0]);
	collect(t, &a[1]);
	for (int64_t row = 0; row < t->row->n; ++row) {
		buffer_free(&title);
		if (split)
			plot_table_label(t, row, c0, c1, &title);
		shared |= put(t, find_panel(t, buffer_text(&title), a), a, row);
	}
	buffer_free(&title);
	share_scale(t->plot->picture);
	if (shared)
		picture_set_text(&t->plot->picture->note,
			"a cell shows the best of its rows");
	free(a[0].at);
	free(a[1].at);
	return true;
}
