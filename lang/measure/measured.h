#ifndef LANG_MEASURE_MEASURED_H
#define LANG_MEASURE_MEASURED_H

/* A table of measurements: for each launch its parameters, its counters and
 * its time.
 *
 * wsp's own tables and those of Nsight Compute, nvprof and rocprof look the
 * same here.  Counts are per launch.  A parameter that is not given is 0, a
 * figure that is not given NaN.
 */

#include "engine/report/report.h"
#include "lang/kernel/graph.h"
#include "lang/measure/counters.h"
#include "lang/value/value.h"

enum measured {
#define MEASURED(id, path, metric, counted, instead) MEASURED_##id,
#include "lang/measure/measured.def"
	N_MEASURED
};

struct measured_info {
	const char *path;
	enum metric metric; /* N_METRIC: has none */
	enum counted counted, instead;
};

extern const struct measured_info measured_info[N_MEASURED];

struct measured_row {
	int64_t line;	     /* line in the text */
	int64_t at;	     /* row of the table */
	const char *kernel;  /* owned by the table */
	const char *device;  /* the same; NULL: that of the question */
	enum elem_type type; /* TYPE_OPEN: not given */
	int strides;	     /* enum strides; -1: not given */
	int stores;	     /* enum store_order; -1: not given */
	int64_t domain[3], block[3], fold[3], grid[3];
	int64_t global[3];     /* the grid in blocks or in threads */
	int64_t problem[3];    /* domain of kernels that have none */
	int64_t computations;  /* launches that the time is the sum of */
	int64_t block_threads; /* if only their number is given */
	int64_t cube;	       /* the same extent along all axes */
	int64_t width;	       /* of columns; -1: not given, 0: rows */
	int64_t offset, shared_B, registers, spilled_B;
	bool has_offset, has_shared;
	bool is_kernel; /* the time is that of the kernel alone */
	double empty_s; /* of a launch that does nothing, beside it; 0: not given */
	double figure[N_MEASURED];
};

struct measured_table {
	bool is_cold, time_is_cold; /* L2 was cold at the start */
	int64_t n_kernel; /* rows whose time is that of the kernel alone */
	bool has[N_MEASURED];
	bool has_device; /* some row names its device */
	int64_t n_row;
	struct measured_row *row;
	struct counters counters;
};

/* Reads a text, which it takes, or a list of records.  On failure "why" says
 * what is wrong and where.
 */
bool measured_read(struct measured_table *t, char *text, size_t len,
	char why[256]);
bool measured_list(struct measured_table *t, const struct value *list,
	char why[256]);
void measured_clear(struct measured_table *t);

#endif
