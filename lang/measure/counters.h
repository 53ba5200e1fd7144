#ifndef LANG_MEASURE_COUNTERS_H
#define LANG_MEASURE_COUNTERS_H

/* The launches in a table of a profiler, or in one of wsp's own, with their
 * counters by the names of counter.def.
 *
 * A launch is one row with counters in columns, or several rows with one
 * metric each; callers do not see the difference.  Output of the profiled
 * program and of the profiler around the table is skipped.
 */

#include "lang/base/csv.h"

/* The tool that wrote the table.  SUMMARY has the mean time of each kernel, of
 * nvprof, Nsight Systems or rocprof, and TRACE the time of each launch.
 */
enum counters_tool {
	TOOL_OWN,
	TOOL_NCU,
	TOOL_ROCPROF,
	TOOL_NVPROF,
	TOOL_SUMMARY,
	TOOL_TRACE
};

/* Quantities: volumes of a memory level, where L2_LOAD and L2_STORE come from
 * L1, L2_ALL from all sources, and L1_READS and L2_READS lack the stores;
 * instructions of threads (THREAD_ON: only those with a true predicate) and of
 * warps.  SYSTEM is what passes PCIe or NVLink.  VALU_LANES over VALU is the
 * number of active lanes.
 */
enum counted {
	COUNTED_TIME,
	COUNTED_CYCLES,
	COUNTED_CLOCK,
	COUNTED_FLOPS64,
	COUNTED_FLOPS32,
	COUNTED_FLOPS16,
	COUNTED_TENSOR_FLOPS,
	COUNTED_SYSTEM,
	COUNTED_DRAM_LOAD,
	COUNTED_DRAM_STORE,
	COUNTED_DRAM_ALL,
	COUNTED_L2_LOAD,
	COUNTED_L2_STORE,
	COUNTED_L2_ALL,
	COUNTED_L2_READS,
	COUNTED_L1_ALL,
	COUNTED_L1_READS,
	COUNTED_VALU,
	COUNTED_VALU_LANES,
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
	COUNTED_SHARED_STORE_TXN,
	COUNTED_IPC
};

/* What a metric is multiplied with to become a count. */
enum counters_rate { RATE_NONE, RATE_TIME, RATE_CYCLES };

enum {
	N_COUNTER = 0
#define COUNTER(tool, name, counted, way, factor) +1
#include "lang/measure/counter.def"
};

/* What names the kernel in the tables of a tool, and a column that must be
 * beside it or NULL; the last one names none.
 */
struct counters_kind {
	enum counters_tool tool;
	const char *kernel, *beside;
};
extern const struct counters_kind counters_kinds[];

struct counters {
	enum counters_tool tool;
	struct csv csv;
	int kernel, id, count;	 /* columns; -1: missing */
	int metric, value, unit; /* one metric per row; metric -1: not so */
	int section;		 /* of the page "details"; -1: missing */
	char mark;		 /* of decimals: a point or a comma */
	bool is_unsure;		 /* no number tells the mark */
	int column[N_COUNTER];	 /* -1: missing */
	enum counters_rate rate[N_COUNTER];
	double *factor; /* unit factor of each column, or NULL */
	int64_t n;	/* launches */
	int64_t *row;	/* first row of each, and the end */
	char *why;	/* receives error messages */
	int64_t *n_bad; /* counts cells that are no number; NULL: fail */
};

/* counters_text.c: the text as UTF-8, from UTF-16 if it is that.  Takes and
 * gives ownership.
 */
char *counters_decode(char *text, size_t *len);

/* Removes the text around tables, but keeps line numbers.  False if no line
 * looks like a header.
 */
bool counters_trim(char *text);

/* The next header from "text" on, NULL if there is none; *line is the number of
 * the line and moves with it.
 */
char *counters_head(char *text, int64_t *line);

/* What a text without tables is, and how to get one. */
void counters_explain(const char *text, size_t len, char why[256]);

/* Parses text[0..len) and takes ownership of it.  On failure "why", which must
 * outlive the counters, says what is wrong and where, and nothing needs to be
 * cleared.
 */
bool counters_read(struct counters *c, char *text, size_t len, char why[256]);

/* The same for a table of a profile that starts in this line.  It may have rows that are too short or too long
 * and cells that are no number: these count as missing, *n_bad says how many
 * there were, and "why" names the first.
 */
bool counters_read_loose(struct counters *c, char *text, size_t len,
	int64_t line, int64_t *n_bad, char why[256]);
void counters_clear(struct counters *c);

/* The first counter in the table that counts a quantity; -1: there is none. */
int counters_find(const struct counters *c, enum counted counted);
enum counters_tool counters_tool(int counter);

/* True of a time that is measured with an L2 that holds nothing of the launch.
 */
bool counters_is_cold(int counter);
enum counted counters_counted(int counter);

/* What a metric of any tool counts; false if it is not known. */
bool counters_named(const char *metric, enum counted *counted);

/* The name of the kernel of a launch, without types and arguments. */
const char *counters_kernel(const struct counters *c, int64_t launch);

/* The same with the arguments of a template, such as "star<double, 3>".  The
 * caller frees it; must be called before counters_kernel().
 */
char *counters_kernel_full(const struct counters *c, int64_t launch);

/* The first metric of a tool that counts a quantity; NULL if there is none. */
const char *counters_metric(enum counters_tool tool, enum counted counted);

/* The k-th metric of the first way to count a quantity with a tool; NULL: there
 * are no more.
 */
const char *counters_way(enum counters_tool tool, enum counted counted, int k);

/* The text of the board's name in a launch; "" if the table does not say. */
const char *counters_board(const struct counters *c, int64_t launch);

/* The compute capability, such as "9.0"; "" if the table does not say. */
const char *counters_capability(const struct counters *c, int64_t launch);

/* The launches that a row is the mean of; 1 where the table does not say. */
double counters_count(const struct counters *c, int64_t launch);

/* Reads the counters of a launch; missing ones keep their value. */
bool counters_launch(const struct counters *c, int64_t launch,
	double value[N_COUNTER]);

/* A quantity from counters; NaN are unknown. */
double counters_sum(const double value[N_COUNTER], enum counted counted);

/* The cell with the counter "name" of a launch: returns its column, or -1, and
 * its row.
 */
int counters_place(const struct counters *c, int64_t launch, const char *name,
	int64_t *row);

/* The number in a cell, in base units; NaN if the cell says that there is
 * none.  False, with a message, if it is not a number.
 */
bool counters_cell(const struct counters *c, int64_t row, int column,
	double *v);
bool counters_is_missing(const char *text);

/* Writes the message that a cell is not "what"; returns false. */
bool counters_fail(const struct counters *c, int64_t row, int column,
	const char *what);

/* Strips types, arguments and namespaces from the name of a kernel, mangled or
 * not.  Modifies the text and returns a part of it.
 */
char *counters_name(char *text);
char *counters_name_full(const char *text);

/* The factor of a profiler's unit to bytes or seconds, such as "Kbyte/block",
 * "usecond" or "us"; 1 for counts.
 */
double counters_unit(const char *unit);

#endif
