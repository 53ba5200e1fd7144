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

#include "lang/base/memory.h"
#include "lang/measure/counters.h"

static const struct counter {
	enum counters_tool tool;
	const char *name;
	enum counted counted;
	int way;
	double factor;
	bool is_correction;
} counters[] = {
#define COUNTER(tool, name, counted, way, factor) \
	{ TOOL_##tool, name, COUNTED_##counted, way, factor, false },
#define CORRECTION(tool, name, counted, way, factor) \
	{ TOOL_##tool, name, COUNTED_##counted, way, factor, true },
#include "lang/measure/counter.def"
};

static int find_counter(const char *name)
{
	for (int i = 0; i < N_COUNTER; ++i)
		if (strcmp(counters[i].name, name) == 0)
			return i;
	return -1;
}

/* ---------------------------------------------------------------- texts */

/* True if the line is the header: it contains a profiler's column name, or
 * starts with "kernel".
 */
static bool is_head(char *line, size_t len)
{
	static const char *const words[] = { "Kernel Name", "\"Kernel\"",
		"Device,Kernel", "Time(%)", "Index,KernelName" };
	bool is = strncmp(line, "kernel,", 7) == 0;
	char end = line[len];

	line[len] = '\0';
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		is |= strstr(line, words[i]) != NULL;
	line[len] = end;
	return is;
}

/* The program's output precedes the table; lines of the profiler ("==4711==
 * ...") may be anywhere.
 */
bool counters_trim(char *text)
{
	char *head = text;
	size_t len;

	while (*head && !is_head(head, len = strcspn(head, "\n")))
		head += len + (head[len] == '\n');
	for (char *line = text; *line; line += len + (line[len] == '\n')) {
		len = strcspn(line, "\n");
		if ((*head && line < head) || strncmp(line, "==", 2) == 0)
			memset(line, ' ', len);
	}
	return *head != '\0';
}

double counters_unit(const char *unit)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = {
		{ "nsecond", 1e-9 },
		{ "ns", 1e-9 },
		{ "usecond", 1e-6 },
		{ "us", 1e-6 },
		{ "msecond", 1e-3 },
		{ "ms", 1e-3 },
	};
	static const struct {
		char letter;
		double factor;
	} prefixes[] = { { 'K', 1e3 }, { 'M', 1e6 }, { 'G', 1e9 },
		{ 'T', 1e12 } };
	size_t n = strcspn(unit, "/");

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i)
		if (n == strlen(units[i].name) &&
			strncmp(unit, units[i].name, n) == 0)
			return units[i].factor;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
		if (unit[0] == prefixes[i].letter &&
			islower((unsigned char) unit[1]))
			return prefixes[i].factor;
	return 1;
}

/* ---------------------------------------------------------------- table */

/* Finds the tool, by the column that names the kernel. */
static bool find_kernel(struct counters *c)
{
	static const struct {
		enum counters_tool tool;
		const char *column;
	} names[] = {
		{ TOOL_NCU, "Kernel Name" },
		{ TOOL_ROCPROF, "KernelName" },
		{ TOOL_OWN, "kernel" },
		{ TOOL_NVPROF, "Kernel" },
	};

	c->tool = TOOL_SUMMARY;
	c->kernel = csv_column(&c->csv, "Time(%)") < 0 ?
		-1 :
		csv_column(&c->csv, "Name");
	for (size_t i = 0;
		c->kernel < 0 && i < sizeof(names) / sizeof(names[0]); ++i) {
		c->tool = names[i].tool;
		c->kernel = csv_column(&c->csv, names[i].column);
	}
	if (c->kernel < 0)
		snprintf(c->why, 256,
			"no column names the kernel: 'kernel', "
			"or in a profile 'Kernel Name', 'KernelName' or "
			"'Kernel'");
	return c->kernel >= 0;
}

/* Finds the columns of a table with one metric per row.  If launches have no
 * number, a new one starts where the kernel changes.
 */
static bool find_metrics(struct counters *c)
{
	c->metric = c->tool == TOOL_SUMMARY ?
		-1 :
		csv_column(&c->csv, "Metric Name");
	c->value = csv_column(&c->csv, "Metric Value");
	if (c->value < 0)
		c->value = csv_column(&c->csv, "Avg");
	c->unit = csv_column(&c->csv, "Metric Unit");
	c->id = csv_column(&c->csv, "ID");
	if (c->id < 0)
		c->id = c->kernel;
	if (c->metric < 0 || c->value >= 0)
		return true;
	snprintf(c->why, 256,
		"there is a column 'Metric Name', but no "
		"'Metric Value' or 'Avg'");
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

static void find_columns(struct counters *c)
{
	int i;

	for (i = 0; i < N_COUNTER; ++i)
		c->column[i] = c->metric < 0 &&
				(counters[i].tool == TOOL_SUMMARY) ==
					(c->tool == TOOL_SUMMARY) ?
			csv_column(&c->csv, counters[i].name) :
			-1;
	for (int64_t row = 0; c->metric >= 0 && row < c->csv.n_row; ++row) {
		i = find_counter(csv_cell(&c->csv, row, c->metric));
		if (i >= 0)
			c->column[i] = c->value;
	}
}

/* True for kernels; summaries also list memory copies and API calls. */
static bool is_kernel(const struct counters *c, int64_t row)
{
	int type = csv_column(&c->csv, "Type");

	return c->tool != TOOL_SUMMARY ||
		((type < 0 ||
			 strcmp(csv_cell(&c->csv, row, type),
				 "GPU activities") == 0) &&
			csv_cell(&c->csv, row, c->kernel)[0] != '[');
}

static void find_launches(struct counters *c, int64_t first)
{
	c->row = memory_new((size_t) (c->csv.n_row + 1) * sizeof(*c->row));
	for (int64_t row = first; row < c->csv.n_row; ++row)
		if (is_kernel(c, row) &&
			(c->metric < 0 || row == first ||
				strcmp(csv_cell(&c->csv, row, c->id),
					csv_cell(&c->csv, row - 1, c->id)) !=
					0))
			c->row[c->n++] = row;
	c->row[c->n] = c->csv.n_row;
}

bool counters_read(struct counters *c, char *text, size_t len, char why[256])
{
	*c = (struct counters) { .why = why };
	if (!csv_parse(&c->csv, text, len, why))
		return false;
	if (!find_kernel(c) || !find_metrics(c)) {
		counters_clear(c);
		return false;
	}
	find_columns(c);
	find_launches(c, find_units(c));
	return true;
}

void counters_clear(struct counters *c)
{
	csv_clear(&c->csv);
	free(c->factor);
	free(c->row);
	*c = (struct counters) { 0 };
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
	snprintf(c->why, 256, "line %lld: '%.40s' is '%.40s', not %s",
		(long long) c->csv.line[row + 1],
		csv_cell(&c->csv, c->metric < 0 ? -1 : row,
			c->metric < 0 ? column : c->metric),
		csv_cell(&c->csv, row, column), what);
	return false;
}

bool counters_is_missing(const char *text)
{
	static const char *const words[] = { "", "-", "n/a", "N/A", "nan",
		"NaN", "none", "null" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

bool counters_cell(const struct counters *c, int64_t row, int column, double *v)
{
	const char *text = csv_cell(&c->csv, row, column);
	char digits[64], *end;
	size_t n = 0;

	*v = NAN;
	if (counters_is_missing(text))
		return true;
	/* profilers separate thousands by commas */
	for (; *text && n + 1 < sizeof(digits); ++text)
		if (*text != ',' || c->tool == TOOL_OWN)
			digits[n++] = *text;
	digits[n] = '\0';
	*v = strtod(digits, &end);
	if (n == 0 || *text || *end || !isfinite(*v) || strpbrk(digits, "xX"))
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

static bool take(const struct counters *c, int64_t row, int counter,
	double value[N_COUNTER])
{
	double v;

	if (counter < 0 || c->column[counter] < 0)
		return true;
	if (!counters_cell(c, row, c->column[counter], &v) || v < 0)
		return counters_fail(c, row, c->column[counter],
			"a number of at least 0");
	if (!isnan(v))
		value[counter] = v;
	return true;
}

bool counters_launch(const struct counters *c, int64_t launch,
	double value[N_COUNTER])
{
	int64_t row = c->row[launch];
	bool ok = true;

	if (c->metric < 0)
		for (int i = 0; ok && i < N_COUNTER; ++i)
			ok = take(c, row, i, value);
	else
		for (; ok && row < c->row[launch + 1]; ++row)
			ok = take(c, row,
				find_counter(csv_cell(&c->csv, row, c->metric)),
				value);
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

enum counters_tool counters_tool(int counter)
{
	return counters[counter].tool;
}

double counters_sum(const double value[N_COUNTER], enum counted counted)
{
	const struct counter *first = NULL;
	double sum = NAN;

	for (const struct counter *at = counters; at < counters + N_COUNTER;
		++at) {
		double v = value[at - counters] * at->factor;

		if (at->counted != counted || isnan(v))
			continue;
		if (!first && !at->is_correction) {
			first = at;
			sum = 0;
		}
		if (first && at->way == first->way)
			sum += v;
	}
	return sum;
}
