#ifndef LANG_PLOT_PLOT_TABLE_H
#define LANG_PLOT_PLOT_TABLE_H

/* What a maker knows of a table: which columns were varied, which are results,
 * and the units that they are shown in.
 */

#include "lang/plot/plot.h"

/* Distinct values of a column are counted up to this. */
#define PLOT_DISTINCT 256

struct plot_column {
	struct buffer name;
	bool is_number; /* all of its cells, or empty */
	bool is_block;	/* tuples of up to 3 whole numbers */
	bool is_figure;
	struct plot_unit unit;
	int n_distinct; /* PLOT_DISTINCT + 1: many */
	const struct value **distinct;
};

struct plot_table {
	struct plot *plot;
	const struct sequence *row;
	bool has_figures; /* of reports: rank or sweep made it */
	int n_column;
	struct plot_column *column;
	int n_y, y[PLOT_COLUMNS]; /* what is shown */
	int x;			  /* along which, or -1 */
};

/* Cell of a row, and as a number in the unit of its column, NaN if it is
 * empty.
 */
const struct value *plot_table_cell(const struct plot_table *t, int64_t row,
	int column);
double plot_table_number(const struct plot_table *t, int64_t row, int column);

/* Whether a column was varied. */
bool plot_table_varies(const struct plot_table *t, int column);

/* What tells a row from others, but for the columns "but" and "but2": the
 * varied ones with their names if there are several.
 */
void plot_table_label(const struct plot_table *t, int64_t row, int but,
	int but2, struct buffer *out);

/* The name and unit of the first of what is shown, on an axis. */
void plot_table_name_axis(const struct plot_table *t, struct axis *axis);

/* plot_heat.c: over x and y of blocks, or over two columns; "c1" is -1 if
 * there is one column with blocks.
 */
bool plot_heat(struct plot_table *t, int c0, int c1);

#endif
