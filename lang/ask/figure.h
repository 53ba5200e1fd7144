#ifndef LANG_ASK_FIGURE_H
#define LANG_ASK_FIGURE_H

/* The figures of a report by their dotted names: the rows of metric.def,
 * then those of figure.def.  Members, JSON, the columns of rank and sweep,
 * compare and plots take names and units from this one table.
 */

#include "engine/report/report.h"
#include "lang/base/diag.h"

/* An index of figures[] is an enum metric or an enum figure. */
enum figure {
	FIGURE_BEFORE_FIRST = N_METRIC - 1,
#define FIGURE(name, path, unit, of, member) FIGURE_##name,
#include "lang/ask/figure.def"
	N_FIGURE
};

struct figure_info {
	const char *path, *unit;
};

extern const struct figure_info figures[N_FIGURE];

/* The figure called "path", or -1. */
int figure_find(const char *path);

/* Its value; NaN where the report has none. */
double figure_of(const struct report *report, int figure);

/* Suggest the nearest name. */
void figure_suggest(struct diag *diag, const char *path);

/* A volume that moves between two levels, and the parts that add up to it;
 * a part with a sign of -1 is what was saved.
 */
enum flow_name {
	FLOW_DRAM_LOAD,
	FLOW_DRAM_STORE,
	FLOW_L2_LOAD,
	FLOW_L2_STORE,
	N_FLOW
};

struct flow {
	const char *level, *kind; /* "dram", "load" */
	enum metric metric;
	size_t field; /* in struct field_volume */
	int n_part;
	struct flow_part {
		const char *what;
		enum metric metric;
		int sign;
	} part[7];
};

extern const struct flow flows[N_FLOW];

/* The columns that rank and sweep have for figures, in their order; those
 * from FIGURE_COLUMN_MDM on are in tables by a figure of the divergence
 * model, or over its kind, only.  The name of the limiter stands before one of them.
 */
enum {
	FIGURE_COLUMN_TIME = 1,
	FIGURE_COLUMN_LIMITER = 2,
	FIGURE_COLUMN_MDM = 7,
	FIGURE_COLUMNS = 11
};

extern const int figure_columns[FIGURE_COLUMNS];

/* Whether "name" is the first part of the name of a column, or another name
 * that every table has.
 */
bool figure_is_column(const char *name);

#endif
