#ifndef LANG_MEASURE_COUNTERS_H
#define LANG_MEASURE_COUNTERS_H

/* The launches of a table that a profiler wrote, or of one of our own, with
 * their counters as counter.def knows them.
 *
 * A launch is a row of the table with counters in columns, or a run of rows
 * with a metric each; who asks for the counters of a launch does not see
 * which.  What the profiled program and the profiler print around the table
 * is passed over.
 */

#include "lang/base/csv.h"

/* Who wrote the table; SUMMARY is the one of nvprof with times alone. */
enum counters_tool {
	TOOL_OWN,
	TOOL_NCU,
	TOOL_ROCPROF,
	TOOL_NVPROF,
	TOOL_SUMMARY
};

/* What is counted: volumes of a level of memory, of which L2_LOAD and
 * L2_STORE are those of L1 and L2_ALL has all sources; instructions of
 * threads (THREAD_ON: of those whose predicate holds) and of warps.
 */
enum counted {
	COUNTED_TIME,
	COUNTED_FLOPS64,
	COUNTED_FLOPS32,
	COUNTED_FLOPS16,
	COUNTED_DRAM_LOAD,
	COUNTED_DRAM_STORE,
	COUNTED_DRAM_ALL,
	COUNTED_L2_LOAD,
	COUNTED_L2_STORE,
	COUNTED_L2_ALL,
	COUNTED_L1_WAVEFRONTS,
	COUNTED_L2_REQUESTS,
	COUNTED_THREAD,
	COUNTED_THREAD_ON,
	COUNTED_WARP,
	COUNTED_TENSOR,
	COUNTED_LOADS,
	COUNTED_STORES,
	COUNTED_LOAD_TXN,
	COUNTED_STORE_TXN,
	COUNTED_SHARED_LOADS,
	COUNTED_SHARED_STORES,
	COUNTED_SHARED_LOAD_TXN,
	COUNTED_SHARED_STORE_TXN
};

enum {
	N_COUNTER = 0
#define COUNTER(tool, name, counted, way, factor) +1
#include "lang/measure/counter.def"
};

struct counters {
	enum counters_tool tool;
	struct csv csv;
	int kernel, id;		 /* columns; -1: not there */
	int metric, value, unit; /* of a metric a row; metric -1: none */
	int column[N_COUNTER];	 /* -1: not in this table */
	double *factor;		 /* of each column, or NULL */
	int64_t n;		 /* launches */
	int64_t *row;		 /* the first of each, and an end */
	char *why;		 /* where failures are told */
};

/* Pass over what surrounds the table in a text; lines still count.  False if
 * no line looks like the names of the columns.
 */
bool counters_trim(char *text);

/* Read text[0..len), which is taken.  On failure "why", which must outlive
 * the counters, says what and where, and nothing is left to clear.
 */
bool counters_read(struct counters *c, char *text, size_t len, char why[256]);
void counters_clear(struct counters *c);

/* The first counter in the table of what is counted; -1: it has none. */
int counters_find(const struct counters *c, enum counted counted);
enum counters_tool counters_tool(int counter);

/* The kernel of a launch, its name made bare. */
const char *counters_kernel(const struct counters *c, int64_t launch);

/* The counters of a launch; those that it lacks stay as they are. */
bool counters_launch(const struct counters *c, int64_t launch,
	double value[N_COUNTER]);

/* What is counted, from counters of which NaN are not known. */
double counters_sum(const double value[N_COUNTER], enum counted counted);

/* The cell that holds what is called "name" for a launch: its column, or -1,
 * and its row.
 */
int counters_place(const struct counters *c, int64_t launch, const char *name,
	int64_t *row);

/* The number of a cell in base units; NaN if it says that there is none.
 * False if it is no number.
 */
bool counters_cell(const struct counters *c, int64_t row, int column,
	double *v);
bool counters_is_missing(const char *text);

/* Say that a cell is not "what"; false. */
bool counters_fail(const struct counters *c, int64_t row, int column,
	const char *what);

/* The name of a kernel without types, arguments and name spaces, mangled or
 * not: the text is changed and a part of it given.
 */
char *counters_name(char *text);

/* What a unit of a profile is in bytes or seconds: "Kbyte/block",
 * "usecond", "us"; 1 where it counts things.
 */
double counters_unit(const char *unit);

#endif
