#ifndef LANG_PLOT_PLOT_TABLE_H
#define LANG_PLOT_PLOT_TABLE_H

/* What a maker knows about a table: which columns vary, which are results, and
 * the units to show them in.
 */

#include "lang/plot/plot.h"

/* Distinct values of a column are counted up to this limit, which bounds the
 * time.  A column with more of them has n_distinct PLOT_DISTINCT + 1.
 */
#define PLOT_DISTINCT 256

struct plot_column {
	struct buffer name;
	bool is_number; /* all cells are numbers or empty */
	bool is_block;	/* tuples of up to 3 whole numbers */
	bool is_figure;
	struct plot_unit unit;
	int n_distinct; /* PLOT_DISTINCT + 1: many */
	const struct value **distinct;
};

struct plot_table {
	struct plot *plot;
	const struct sequence *row;
	bool has_figures; /* rank or sweep made it */
	int n_column;
	struct plot_column *column;
	int n_y, y[PLOT_COLUMNS]; /* the columns to show */
	int x;			  /* column of the x axis, or -1 */
};

/* The cell of a row; and as a number in the unit of its column, NaN if empty.
 */
const struct value *plot_table_cell(const struct plot_table *t, int64_t row,
	int column);
double plot_table_number(const struct plot_table *t, int64_t row, int column);

/* True if a column varies. */
bool plot_table_varies(const struct plot_table *t, int column);

/* The text that distinguishes a row from others by its varied columns, except
 * "but" and "but2"; with column names if there are several.
 */
void plot_table_label(const struct plot_table *t, int64_t row, int but,
	int but2, struct buffer *out);

/* Sets the name and unit of an axis from the first shown column. */
void plot_table_name_axis(const struct plot_table *t, struct axis *axis);

/* plot_heat.c: a heat map over the x and y extents of a column of blocks (c1
 * is -1), or over two columns.
 */
bool plot_heat(struct plot_table *t, int c0, int c1);

#endif
