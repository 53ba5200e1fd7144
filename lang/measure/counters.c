/* Reads tables of Nsight Compute, nvprof and rocprof and wsp's own tables, for
 * validate() and read_profile().
 *
 * The column that names the kernel identifies the tool. counter.def gives the
 * meaning of each counter; tables contain some of them, and counters_sum()
 * uses the first way of counting a quantity that the table has.
 */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/decimal.h"
#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/measure/counters.h"

static const struct counter {
	enum counters_tool tool;
	const char *name;
	enum counted counted;
	int way;
	double factor;
	bool is_correction;
	int of; /* a ratio to this quantity; -1: a count */
} counters[] = {
#define COUNTER(tool, name, counted, way, factor) \
	{ TOOL_##tool, name, COUNTED_##counted, way, factor, false, -1 },
#define CORRECTION(tool, name, counted, way, factor) \
	{ TOOL_##tool, name, COUNTED_##counted, way, factor, true, -1 },
#define RATIO(tool, name, counted, way, of) \
	{ TOOL_##tool, name, COUNTED_##counted, way, 1, false, COUNTED_##of },
#include "lang/measure/counter.def"
};

/* The names sm__x and smsp__x are the same sum over all units. */
static const char *skip_unit(const char *name)
{
	return strncmp(name, "smsp__", 6) == 0 ? name + 6 :
		strncmp(name, "sm__", 4) == 0  ? name + 4 :
						 NULL;
}

/* The length without _sum. */
static size_t plain_len(const char *name, size_t len)
{
	static const char sum[] = "_sum";
	size_t n = sizeof(sum) - 1;

	return len > n && strncmp(name + len - n, sum, n) == 0 ? len - n : len;
}

static bool is_counter(int i, const char *name, size_t len)
{
	const char *at = counters[i].name, *a = skip_unit(at),
		   *b = skip_unit(name);
	size_t n;

	if (a && b) {
		len -= (size_t) (b - name);
		at = a;
		name = b;
	}
	n = strlen(at);
	if (counters[i].tool == TOOL_ROCPROF) {
		n = plain_len(at, n);
		len = plain_len(name, len);
	}
	return n == len && strncmp(at, name, len) == 0;
}

/* Tools use the same name for different things.  wsp's own tables may have
 * columns of Nsight Compute.
 */
static bool is_of_tool(enum counters_tool counter, enum counters_tool table)
{
	return counter == table || (counter <= TOOL_NCU && table <= TOOL_NCU);
}

static int find_name(enum counters_tool tool, const char *name, size_t len)
{
	for (int i = 0; i < N_COUNTER; ++i)
		if (is_of_tool(counters[i].tool, tool) &&
			is_counter(i, name, len))
			return i;
	return -1;
}

static int find_counter(enum counters_tool tool, const char *name,
	enum counters_rate *rate)
{
	static const struct {
		const char *suffix;
		enum counters_rate rate;
	} rates[] = { { ".per_second", RATE_TIME },
		{ ".per_cycle_elapsed", RATE_CYCLES } };
	size_t len = strlen(name);
	int i = find_name(tool, name, len);

	*rate = RATE_NONE;
	for (int k = 0; i < 0 && k < 2; ++k) {
		size_t n = strlen(rates[k].suffix);

		if (len <= n || strcmp(name + len - n, rates[k].suffix) != 0)
			continue;
		i = find_name(tool, name, len - n);
		*rate = rates[k].rate;
	}
	return i;
}

/* True for names that the tool itself has: "ncu_ns" is a column of wsp's tables,
 * and the paper's smsp_inst_... lacks an underscore.
 */
static bool is_own_name(enum counters_tool tool, const char *name)
{
	return tool != TOOL_NCU || strstr(name, "__");
}

const char *counters_way(enum counters_tool tool, enum counted counted, int k)
{
	const struct counter *first = NULL;

	for (int i = 0; i < N_COUNTER; ++i) {
		const struct counter *at = &counters[i];

		if (at->tool != tool || at->counted != counted ||
			!is_own_name(tool, at->name) ||
			(first && at->way != first->way))
			continue;
		first = first ? first : at;
		if (k-- == 0)
			return at->name;
	}
	return NULL;
}

const char *counters_metric(enum counters_tool tool, enum counted counted)
{
	return counters_way(tool, counted, 0);
}

/* ---------------------------------------------------------------- table */

/* Finds the tool, by the column that names the kernel. */
static bool find_kernel(struct counters *c)
{
	c->kernel = -1;
	for (const struct counters_kind *kind = counters_kinds;
		c->kernel < 0 && kind->kernel; ++kind) {
		if (kind->beside && csv_column(&c->csv, kind->beside) < 0)
			continue;
		c->tool = kind->tool;
		c->kernel = csv_column(&c->csv, kind->kernel);
	}
	if (c->kernel < 0)
		snprintf(c->why, 256,
			"no column names the kernel: 'kernel', "
			"or in a profile 'Kernel Name', 'KernelName' or "
			"'Kernel'");
	return c->kernel >= 0;
}

/* The first of several columns that the table has; -1: none. */
static int find_one(const struct counters *c, const char *const *names)
{
	int column = -1;

	for (; column < 0 && *names; ++names)
		column = csv_column(&c->csv, *names);
	return column;
}

/* Finds the columns of a table with one metric per row.  Sums over launches
 * have "Avg" or "Average" in place of a value, and say how many they are.
 */
static bool find_metrics(struct counters *c)
{
	static const char *const ids[] = { "ID", "Dispatch_Id", "Dispatch_ID",
		NULL };
	static const char *const counts[] = { "Invocations", "Calls",
		"Instances", NULL };
	static const char *const values[] = { "Metric Value", "Average", "Avg",
		NULL };
	static const char *const metrics[] = { "Metric Name", "Event Name",
		NULL };
	bool is_amd = c->tool == TOOL_ROCPROF;

	c->metric = c->tool == TOOL_SUMMARY || c->tool == TOOL_TRACE ? -1 :
		is_amd ? csv_column(&c->csv, "Counter_Name") :
			 find_one(c, metrics);
	c->value = is_amd ? csv_column(&c->csv, "Counter_Value") :
			    find_one(c, values);
	c->unit = csv_column(&c->csv, "Metric Unit");
	c->section = csv_column(&c->csv, "Section Name");
	c->count = is_amd || c->tool == TOOL_OWN ? -1 : find_one(c, counts);
	c->id = find_one(c, ids);
	if (c->id < 0)
		c->id = c->kernel;
	if (c->metric < 0 || c->value >= 0)
		return true;
	snprintf(c->why, 256,
		is_amd ? "there is a column 'Counter_Name', but no "
			 "'Counter_Value'" :
			 "there is a column 'Metric Name', but no "
			 "'Metric Value', 'Average' or 'Avg'");
	return false;
}

/* The row below the header, if it has units: its kernel is empty. */
static bool find_units(struct counters *c)
{
	if (c->tool == TOOL_OWN || c->csv.n_row == 0 ||
		*csv_cell(&c->csv, 0, c->kernel))
		return false;
	c->factor = memory_new((size_t) c->csv.n_column * sizeof(*c->factor));
	for (int i = 0; i < c->csv.n_column; ++i)
		c->factor[i] = counters_unit(csv_cell(&c->csv, 0, i));
	return true;
}

/* A percentage is not what its name counts. */
static bool is_share(const char *unit)
{
	return strchr(unit, '%') != NULL;
}

/* The columns of counters.  Where a count and its rate are both there, the
 * count is used.  A table with one metric per row may have further columns,
 * such as the times of rocprofv3.
 */
static void find_columns(struct counters *c)
{
	for (int i = 0; i < N_COUNTER; ++i)
		c->column[i] = -1;
	for (int k = 0; k < c->csv.n_column; ++k) {
		enum counters_rate rate;
		int i = find_counter(c->tool, c->csv.cell[k], &rate);

		if (i >= 0 && (c->column[i] < 0 || rate < c->rate[i])) {
			c->column[i] = k;
			c->rate[i] = rate;
		}
	}
	for (int64_t row = 0; c->metric >= 0 && row < c->csv.n_row; ++row) {
		enum counters_rate rate;
		int i = find_counter(c->tool, csv_cell(&c->csv, row, c->metric),
			&rate);

		if (i >= 0)
			c->column[i] = c->value;
	}
}

/* Brings the rows of one launch together; tables of rocprofv3 may go through
 * all launches once for each counter.
 */
static void gather_launches(struct counters *c)
{
	struct csv *csv = &c->csv;
	size_t n = (size_t) csv->n_row, width = (size_t) csv->n_column;
	int64_t *launch = memory_new((n + 1) * sizeof(*launch));
	int64_t *first = memory_new((n + 2) * sizeof(*first));
	struct map map = { 0 };
	int64_t n_launch = 0;
	bool is_sorted = true;

	for (int64_t row = 0; row < csv->n_row; ++row) {
		const char *id = csv_cell(csv, row, c->id);
		const char *kernel = csv_cell(csv, row, c->kernel);
		uint64_t hash = map_hash_text(id) * 31 + map_hash_text(kernel);
		size_t at = 0;
		int64_t i;

		while ((i = map_next(&map, hash, &at)) >= 0 &&
			(strcmp(csv_cell(csv, first[i], c->id), id) != 0 ||
				strcmp(csv_cell(csv, first[i], c->kernel),
					kernel) != 0))
			continue;
		if (i < 0) {
			i = n_launch++;
			first[i] = row;
			map_add(&map, hash, i);
		}
		launch[row] = i;
		is_sorted &= row == 0 || launch[row - 1] <= i;
	}
	map_clear(&map);
	if (!is_sorted) {
		char **cell = memory_new(n * width * sizeof(*cell));
		int64_t *line = memory_new(n * sizeof(*line));

		memset(first, 0, (n + 2) * sizeof(*first));
		for (size_t row = 0; row < n; ++row)
			++first[launch[row] + 1];
		for (int64_t i = 0; i < n_launch; ++i)
			first[i + 1] += first[i];
		for (size_t row = 0; row < n; ++row) {
			size_t to = (size_t) first[launch[row]]++;

			memcpy(cell + to * width, csv->cell + (row + 1) * width,
				width * sizeof(*cell));
			line[to] = csv->line[row + 1];
		}
		memcpy(csv->cell + width, cell, n * width * sizeof(*cell));
		memcpy(csv->line + 1, line, n * sizeof(*line));
		free(cell);
		free(line);
	}
	free(launch);
	free(first);
}

/* True for kernels; summaries and traces also list memory copies and API
 * calls.
 */
static bool is_kernel(const struct counters *c, int64_t row)
{
	const char *name = csv_cell(&c->csv, row, c->kernel);
	int type = csv_column(&c->csv, "Type");

	if (c->tool != TOOL_SUMMARY && c->tool != TOOL_TRACE)
		return *name != '\0';
	return *name && *name != '[' &&
		(type < 0 ||
			strcmp(csv_cell(&c->csv, row, type),
				"GPU activities") == 0);
}

/* True if a row with one metric describes the same launch as the row before:
 * AMD's numbers it, in other tables all columns left of the metric are the
 * same.  Two processes use the same numbers.
 */
static bool is_same_launch(const struct counters *c, int64_t row)
{
	for (int k = 0; k < c->csv.n_column; ++k) {
		bool counts = c->tool == TOOL_ROCPROF ?
			k == c->id || k == c->kernel :
			k < c->metric && k != c->section && k != c->count;

		if (counts &&
			strcmp(csv_cell(&c->csv, row, k),
				csv_cell(&c->csv, row - 1, k)) != 0)
			return false;
	}
	return true;
}

static void find_launches(struct counters *c, int64_t first)
{
	c->row = memory_new((size_t) (c->csv.n_row + 1) * sizeof(*c->row));
	for (int64_t row = first; row < c->csv.n_row; ++row)
		if (is_kernel(c, row) &&
			(c->metric < 0 || row == first ||
				!is_same_launch(c, row)))
			c->row[c->n++] = row;
	c->row[c->n] = c->csv.n_row;
}

/* ------------------------------------------------------------- decimals */

/* The decimal mark of the numbers that count; where none of them tells, a
 * table with commas between its cells has points, and others may have either.
 */
static void find_mark(struct counters *c)
{
	int64_t n_point = 0, n_comma = 0;

	for (int64_t row = 0; row < c->csv.n_row; ++row)
		for (int i = 0; i < N_COUNTER; ++i) {
			char mark;

			if (c->column[i] < 0 ||
				(c->metric >= 0 && c->column[i] == c->value))
				continue;
			mark = decimal_mark(
				csv_cell(&c->csv, row, c->column[i]));
			n_point += mark == '.';
			n_comma += mark == ',';
		}
	for (int64_t row = 0; c->metric >= 0 && row < c->csv.n_row; ++row) {
		enum counters_rate rate;
		char mark = decimal_mark(csv_cell(&c->csv, row, c->value));

		if (mark &&
			find_counter(c->tool, csv_cell(&c->csv, row, c->metric),
				&rate) >= 0) {
			n_point += mark == '.';
			n_comma += mark == ',';
		}
	}
	c->mark = n_comma > 0 && n_point == 0 ? ',' : '.';
	c->is_unsure = n_comma + n_point == 0 && c->csv.separator != ',';
}

static bool read_table(struct counters *c)
{
	if (!find_kernel(c) || !find_metrics(c)) {
		counters_clear(c);
		return false;
	}
	if (c->metric >= 0 && c->tool == TOOL_ROCPROF)
		gather_launches(c);
	find_columns(c);
	find_mark(c);
	find_launches(c, find_units(c));
	return true;
}

bool counters_read(struct counters *c, char *text, size_t len, char why[256])
{
	*c = (struct counters) { .why = why };
	return csv_parse(&c->csv, text, len, why) && read_table(c);
}

bool counters_read_loose(struct counters *c, char *text, size_t len,
	int64_t line, int64_t *n_bad, char why[256])
{
	*c = (struct counters) { .why = why, .n_bad = n_bad };
	if (!csv_parse_ragged(&c->csv, text, len, line, why) || !read_table(c))
		return false;
	if (c->csv.n_odd > 0 && *n_bad == 0)
		snprintf(why, 256, "line %lld %s", (long long) c->csv.odd,
			c->csv.what);
	*n_bad += c->csv.n_odd;
	return true;
}

void counters_clear(struct counters *c)
{
	csv_clear(&c->csv);
	free(c->factor);
	free(c->row);
	*c = (struct counters) { 0 };
}

char *counters_kernel_full(const struct counters *c, int64_t launch)
{
	return counters_name_full(csv_cell(&c->csv, c->row[launch], c->kernel));
}

const char *counters_board(const struct counters *c, int64_t launch)
{
	int64_t row;
	int column = counters_place(c, launch, "device__attribute_display_name",
		&row);

	if (column >= 0)
		return csv_cell(&c->csv, row, column);
	column = c->tool == TOOL_NVPROF || c->tool == TOOL_TRACE ?
		csv_column(&c->csv, "Device") :
		-1;
	return column < 0 ? "" : csv_cell(&c->csv, c->row[launch], column);
}

const char *counters_capability(const struct counters *c, int64_t launch)
{
	int column = c->tool == TOOL_NCU ? csv_column(&c->csv, "CC") : -1;

	return column < 0 ? "" : csv_cell(&c->csv, c->row[launch], column);
}

const char *counters_kernel(const struct counters *c, int64_t launch)
{
	return counters_name(
		c->csv.cell[(c->row[launch] + 1) * c->csv.n_column +
			c->kernel]);
}

/* ---------------------------------------------------------------- cells */

bool counters_fail(const struct counters *c, int64_t row, int column,
	const char *what)
{
	const char *text = csv_cell(&c->csv, row, column);
	bool is_unsure = c->is_unsure && decimal_is_ambiguous(text);

	snprintf(c->why, 256, "line %lld: '%.40s' is '%.40s', %s%s",
		(long long) c->csv.line[row + 1],
		csv_cell(&c->csv, c->metric < 0 ? -1 : row,
			c->metric < 0 ? column : c->metric),
		text,
		is_unsure ? "which may have decimals or thousands" : "not ",
		is_unsure ? "" : what);
	return false;
}

bool counters_is_missing(const char *text)
{
	static const char *const words[] = { "", "-", "n/a", "N/A", "nan",
		"NaN", "none", "null", "(!) n/a", "no data", "inf" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

double counters_count(const struct counters *c, int64_t launch)
{
	double n;

	if (c->count < 0 ||
		!decimal_read(csv_cell(&c->csv, c->row[launch], c->count),
			c->mark, &n) ||
		!(n >= 1 && n < 1e15))
		return 1;
	return floor(n);
}

bool counters_cell(const struct counters *c, int64_t row, int column, double *v)
{
	const char *text = csv_cell(&c->csv, row, column);

	*v = NAN;
	if (counters_is_missing(text))
		return true;
	if ((c->tool == TOOL_OWN && c->csv.separator == ',' &&
		    strchr(text, ',')) ||
		(c->is_unsure && decimal_is_ambiguous(text)) ||
		!decimal_read(text, c->mark, v))
		return false;
	if (c->metric >= 0 && c->unit >= 0)
		*v *= counters_unit(csv_cell(&c->csv, row, c->unit));
	else if (c->factor)
		*v *= c->factor[column];
	return true;
}

int counters_place(const struct counters *c, int64_t launch, const char *name,
	int64_t *row)
{
	*row = c->row[launch];
	if (c->metric < 0)
		return csv_column(&c->csv, name);
	for (; *row < c->row[launch + 1]; ++*row)
		if (strcmp(csv_cell(&c->csv, *row, c->metric), name) == 0)
			return c->value;
	return -1;
}

/* Reads a counter from a cell.  A count that was read before is not replaced by
 * a rate.
 */
static bool take(const struct counters *c, int64_t row, int counter, int column,
	enum counters_rate rate, double value[N_COUNTER],
	enum counters_rate rates[N_COUNTER])
{
	double v;

	if (counter < 0 || column < 0 ||
		(c->metric >= 0 && c->unit >= 0 && column == c->value &&
			is_share(csv_cell(&c->csv, row, c->unit))) ||
		(!isnan(value[counter]) && rates[counter] < rate))
		return true;
	if (!counters_cell(c, row, column, &v) || v < 0) {
		if (!c->n_bad)
			return counters_fail(c, row, column,
				"a number of at least 0");
		if ((*c->n_bad)++ == 0)
			counters_fail(c, row, column, "a number of at least 0");
		return true;
	}
	if (!isnan(v)) {
		value[counter] = v;
		rates[counter] = rate;
	}
	return true;
}

/* Rates become counts of the launch. */
static void apply_rates(double value[N_COUNTER],
	const enum counters_rate rates[N_COUNTER])
{
	double time = counters_sum(value, COUNTED_TIME);
	double cycles = counters_sum(value, COUNTED_CYCLES);

	for (int i = 0; i < N_COUNTER; ++i)
		if (rates[i] != RATE_NONE && !isnan(value[i]))
			value[i] *= rates[i] == RATE_TIME ? time : cycles;
}

bool counters_launch(const struct counters *c, int64_t launch,
	double value[N_COUNTER])
{
	enum counters_rate rates[N_COUNTER] = { RATE_NONE };
	int64_t row = c->row[launch];
	bool ok = true;

	for (int i = 0; ok && i < N_COUNTER; ++i)
		if (c->column[i] != c->value || c->metric < 0)
			ok = take(c, row, i, c->column[i], c->rate[i], value,
				rates);
	for (; ok && c->metric >= 0 && row < c->row[launch + 1]; ++row) {
		enum counters_rate rate;
		int i = find_counter(c->tool, csv_cell(&c->csv, row, c->metric),
			&rate);

		ok = take(c, row, i, c->value, rate, value, rates);
	}
	if (ok)
		apply_rates(value, rates);
	return ok;
}

/* -------------------------------------------------------------- figures */

int counters_find(const struct counters *c, enum counted counted)
{
	for (int i = 0; i < N_COUNTER; ++i)
		if (counters[i].counted == counted && c->column[i] >= 0 &&
			!counters[i].is_correction)
			return i;
	return -1;
}

enum counted counters_counted(int counter)
{
	return counters[counter].counted;
}

bool counters_named(const char *metric, enum counted *counted)
{
	for (int i = 0; i < N_COUNTER; ++i)
		if (strcmp(counters[i].name, metric) == 0) {
			*counted = counters[i].counted;
			return true;
		}
	return false;
}

enum counters_tool counters_tool(int counter)
{
	return counters[counter].tool;
}

bool counters_is_cold(int counter)
{
	return counters[counter].tool == TOOL_NCU ||
		strcmp(counters[counter].name, "cold_ms") == 0;
}

/* The sum of one way; factors are relative to the first, so that the difference
 * of two clocks is exact.
 */
static double sum_of(const double value[N_COUNTER], enum counted counted)
{
	const struct counter *first = NULL;
	double sum = NAN;

	for (const struct counter *at = counters; at < counters + N_COUNTER;
		++at)
		if (at->counted == counted && !at->is_correction &&
			!isnan(value[at - counters])) {
			first = at;
			sum = 0;
			break;
		}
	for (const struct counter *at = counters;
		first && at < counters + N_COUNTER; ++at) {
		double v = value[at - counters];

		if (at->counted != counted || at->way != first->way || isnan(v))
			continue;
		if (at->of >= 0)
			v *= sum_of(value, (enum counted) at->of);
		sum += v * (at->factor / first->factor);
	}
	return first ? sum * first->factor : NAN;
}

double counters_sum(const double value[N_COUNTER], enum counted counted)
{
	double v = sum_of(value, counted);

	if (!isnan(v))
		return v;
	if (counted == COUNTED_TIME)
		return sum_of(value, COUNTED_CYCLES) /
			sum_of(value, COUNTED_CLOCK);
	if (counted == COUNTED_CYCLES)
		return sum_of(value, COUNTED_TIME) *
			sum_of(value, COUNTED_CLOCK);
	if (counted == COUNTED_THREAD_ON)
		return sum_of(value, COUNTED_WARP) *
			sum_of(value, COUNTED_VALU_LANES) /
			sum_of(value, COUNTED_VALU);
	return v;
}
