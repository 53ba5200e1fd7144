#ifndef LANG_MEASURE_MEASURED_H
#define LANG_MEASURE_MEASURED_H

/* A table of measurements: for each launch what was launched, and what its
 * counters and its clock said.
 *
 * Tables of our own, of Nsight Compute and of rocprof look the same here.
 * Counts are of a whole launch; what a row does not say is 0 in a launch
 * and NaN among the figures.
 */

#include "engine/report/report.h"
#include "lang/base/csv.h"
#include "lang/kernel/graph.h"
#include "lang/value/value.h"

enum measured {
#define MEASURED(id, path, metric)	MEASURED_##id,
#include "lang/measure/measured.def"
	N_MEASURED
};

struct measured_info {
	const char *path;
	enum metric metric;		/* N_METRIC: none */
};

extern const struct measured_info measured_info[N_MEASURED];

enum measured_format { MEASURED_PLAIN, MEASURED_NCU, MEASURED_ROCPROF };

struct measured_row {
	int64_t line;			/* of the text */
	const char *kernel;		/* belongs to the table */
	enum elem_type type;		/* TYPE_OPEN: not said */
	int64_t domain[3], block[3], fold[3], grid[3];
	int64_t block_threads;		/* where the shape is not said */
	int64_t cube;			/* extent along all axes */
	int64_t width;			/* of columns; -1: not said, 0: rows */
	int64_t offset, shared_B, registers;
	bool has_offset, has_shared;
	double figure[N_MEASURED];
};

struct measured_table {
	enum measured_format format;
	bool is_cold, time_is_cold;	/* what L2 held at the start */
	bool has[N_MEASURED];
	int64_t n_row;
	struct measured_row *row;
	struct csv csv;
};

/* Read a text, which is taken, or a list of records.  On failure "why" says
 * what and where.
 */
bool measured_read(struct measured_table *t, char *text, size_t len,
	char why[256]);
bool measured_list(struct measured_table *t, const struct value *list,
	char why[256]);
void measured_clear(struct measured_table *t);

/* A table of Nsight Compute that has a metric of a launch a row becomes one
 * that has a launch a row, its metrics in columns; others stay as they are.
 */
void measured_widen(struct csv *csv);

/* Whether a table of Nsight Compute may have such a column. */
bool measured_is_read(const char *column);

/* The name of a kernel in a profile, bare of types, arguments and name
 * spaces, mangled or not: the text is changed and a part of it given.
 */
char *measured_kernel_name(char *text);

/* What a unit of a profile is in bytes or seconds: "Kbyte/block",
 * "usecond", "us"; 1 where it counts things.
 */
double measured_unit(const char *unit);

#endif
