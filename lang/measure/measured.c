/* Measurements for validate() and fit(): the counters of a table joined with
 * the extents that describe the launch.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/launch/options.h"
#include "lang/measure/measured.h"

const struct measured_info measured_info[N_MEASURED] = {
#define MEASURED(id, path, metric, counted, instead) \
	{ path, metric, COUNTED_##counted, COUNTED_##instead },
#include "lang/measure/measured.def"
};

/* Whole numbers that describe a launch, by column name. */
static const struct extent {
	enum counters_tool tool;
	const char *name;
	size_t member; /* offset of an int64_t in a row */
	int64_t least;
} extents[] = {
#define EXTENT(tool, name, member, least) \
	{ TOOL_##tool, name, offsetof(struct measured_row, member), least },
#include "lang/measure/counter.def"
};

#define N_EXTENT ((int) (sizeof(extents) / sizeof(extents[0])))

/* The most that launch.overhead may be (hw/fields.def). */
#define MOST_EMPTY_MS 10

/* 2^53: a double represents every whole number up to this. */
#define MOST 9007199254740992.0

/* --------------------------------------------------------------- launch */

static bool read_whole(const struct counters *c, int64_t launch,
	const struct extent *e, struct measured_row *m)
{
	int64_t *member = (int64_t *) ((char *) m + e->member), row;
	int column = counters_place(c, launch, e->name, &row);
	char what[64];
	bool is_number;
	double v;

	if (column < 0)
		return true;
	m->has_offset |= member == &m->offset;
	m->has_shared |= member == &m->shared_B;
	is_number = counters_cell(c, row, column, &v);
	if (is_number && isnan(v))
		return true;
	snprintf(what, sizeof(what), "a whole number of at least %lld",
		(long long) e->least);
	if (!is_number || v != floor(v) || v < (double) e->least || v > MOST)
		return counters_fail(c, row, column, what);
	*member = (int64_t) v;
	return true;
}

/* "(256, 1, 1)" */
static bool read_triple(const struct counters *c, int64_t row, const char *name,
	int64_t extent[3])
{
	int column = csv_column(&c->csv, name), end = -1;
	long long n[3];
	const char *text;

	if (c->tool != TOOL_NCU || column < 0)
		return true;
	text = csv_cell(&c->csv, row, column);
	if (counters_is_missing(text))
		return true;
	if (sscanf(text, "(%lld,%lld,%lld)%n", &n[0], &n[1], &n[2], &end) !=
			3 ||
		end < 0 || text[end] || n[0] < 1 || n[1] < 1 || n[2] < 1)
		return counters_fail(c, row, column, "three extents");
	for (int i = 0; i < 3; ++i)
		extent[i] = n[i];
	return true;
}

static bool read_type(const struct counters *c, int64_t row,
	enum elem_type *type)
{
	int column = csv_column(&c->csv, "type");

	*type = TYPE_OPEN;
	return c->tool != TOOL_OWN || column < 0 ||
		counters_is_missing(csv_cell(&c->csv, row, column)) ||
		type_find(csv_cell(&c->csv, row, column), type) ||
		counters_fail(c, row, column,
			"half, float, double, int8, "
			"int16, int32 or int64");
}

/* The place in "names" of the word that a row has in column "name"; -1 if it
 * has none.
 */
static bool read_word(const struct counters *c, int64_t row, const char *name,
	const char *const *names, const char *expected, int *word)
{
	int column = csv_column(&c->csv, name);
	const char *text;

	*word = -1;
	if (c->tool != TOOL_OWN || column < 0)
		return true;
	text = csv_cell(&c->csv, row, column);
	for (int i = 0; names[i]; ++i)
		if (strcmp(text, names[i]) == 0)
			*word = i;
	return *word >= 0 || counters_is_missing(text) ||
		counters_fail(c, row, column, expected);
}

static bool read_strides(const struct counters *c, int64_t row, int *strides)
{
	return read_word(c, row, "strides", options_stride_names,
		"constant, int32, int64 or constant64", strides);
}

static bool read_stores(const struct counters *c, int64_t row, int *stores)
{
	return read_word(c, row, "stores", options_store_names,
		"inline, last or auto", stores);
}

static const char *read_device(const struct counters *c, int64_t row)
{
	int column = c->tool == TOOL_OWN ? csv_column(&c->csv, "device") : -1;
	const char *name = column < 0 ? "" : csv_cell(&c->csv, row, column);

	return counters_is_missing(name) ? NULL : name;
}

/* What the time of a row is: a column `timed` says it (events or kernel), or
 * the column that the time comes from.  Profilers have the kernel alone.
 */
static bool read_timed(const struct counters *c, int64_t row, bool *is_kernel)
{
	int column = c->tool == TOOL_OWN ? csv_column(&c->csv, "timed") : -1;
	int time = counters_find(c, COUNTED_TIME);
	const char *text = column < 0 ? "" : csv_cell(&c->csv, row, column);

	*is_kernel = time >= 0 && counters_tool(time) != TOOL_OWN;
	if (counters_is_missing(text))
		return true;
	*is_kernel = strcmp(text, "kernel") == 0;
	return *is_kernel || strcmp(text, "events") == 0 ||
		counters_fail(c, row, column, "events or kernel");
}

/* What a launch that does nothing took, on the same board and day. */
static bool read_empty(const struct counters *c, int64_t row, double *empty_s)
{
	int column = c->tool == TOOL_OWN ? csv_column(&c->csv, "empty_ms") : -1;
	double ms;

	*empty_s = 0;
	if (column < 0)
		return true;
	if (!counters_cell(c, row, column, &ms) || ms <= 0 ||
		ms > MOST_EMPTY_MS)
		return counters_fail(c, row, column,
			"milliseconds, more than 0 and at most 10");
	*empty_s = isnan(ms) ? 0 : ms / 1000;
	return true;
}

/* -------------------------------------------------------------- figures */

/* Plausibility limits: no launch moves an exabyte or runs for a year. */
static double most_of(int measured)
{
	return measured == MEASURED_TIME ? 3e7 : 1e18;
}

/* What is wrong with a figure; NULL: nothing.  Every launch takes some time, and
 * issues an instruction now and then.
 */
static const char *fault_of(int measured, double v)
{
	if (v < 0)
		return "negative";
	if (v == 0 && (measured == MEASURED_TIME || measured == MEASURED_IPC))
		return "0; an empty cell says that nothing was measured";
	return v > most_of(measured) ? "more than any launch can have" : NULL;
}

static bool read_figures(const struct counters *c, int64_t launch,
	struct measured_row *m)
{
	double value[N_COUNTER];

	for (int i = 0; i < N_COUNTER; ++i)
		value[i] = NAN;
	if (!counters_launch(c, launch, value))
		return false;
	for (int i = 0; i < N_MEASURED; ++i) {
		double v = counters_sum(value, measured_info[i].counted);
		const char *fault;

		if (isnan(v))
			v = counters_sum(value, measured_info[i].instead);
		m->figure[i] = v;
		fault = fault_of(i, v);
		if (fault) {
			snprintf(c->why, 256, "line %lld: %s is %s",
				(long long) m->line, measured_info[i].path,
				fault);
			return false;
		}
	}
	return true;
}

static bool read_row(const struct counters *c, int64_t launch,
	struct measured_row *m)
{
	int64_t row = c->row[launch];

	*m = (struct measured_row) {
		.line = c->csv.line[row + 1],
		.at = row,
		.kernel = counters_kernel(c, launch),
		.device = read_device(c, row),
		.width = -1,
	};
	for (int i = 0; i < N_EXTENT; ++i)
		if (extents[i].tool == c->tool &&
			!read_whole(c, launch, &extents[i], m))
			return false;
	return read_type(c, row, &m->type) &&
		read_strides(c, row, &m->strides) &&
		read_stores(c, row, &m->stores) &&
		read_timed(c, row, &m->is_kernel) &&
		read_empty(c, row, &m->empty_s) &&
		read_triple(c, row, "Block Size", m->block) &&
		read_triple(c, row, "Grid Size", m->grid) &&
		read_figures(c, launch, m);
}

/* ---------------------------------------------------------------- table */

/* Finds which figures the table has, and whether L2 was cold: Nsight Compute
 * flushes caches before it measures, rocprof does not.
 */
static bool find_figures(struct measured_table *t)
{
	const struct counters *c = &t->counters;
	int time = counters_find(c, COUNTED_TIME);
	bool any = false;

	for (int i = 0; i < N_MEASURED; ++i) {
		t->has[i] = counters_find(c, measured_info[i].counted) >= 0 ||
			counters_find(c, measured_info[i].instead) >= 0;
		any |= t->has[i];
	}
	t->is_cold = c->tool != TOOL_ROCPROF;
	t->time_is_cold = c->tool == TOOL_NCU ||
		(time >= 0 && counters_is_cold(time));
	if (!any)
		snprintf(c->why, 256,
			"no column holds a time or a counter, "
			"such as 'ms' or 'dram_read_bytes'");
	return any;
}

static bool read_rows(struct measured_table *t)
{
	const struct counters *c = &t->counters;

	t->row = memory_new((size_t) c->n * sizeof(*t->row));
	for (; t->n_row < c->n; ++t->n_row) {
		if (!read_row(c, t->n_row, &t->row[t->n_row]))
			return false;
		t->has_device |= t->row[t->n_row].device != NULL;
		t->n_kernel += t->row[t->n_row].is_kernel;
	}
	if (t->n_row == 0)
		snprintf(c->why, 256, "the table has no rows");
	return t->n_row > 0;
}

bool measured_read(struct measured_table *t, char *text, size_t len,
	char why[256])
{
	*t = (struct measured_table) { 0 };
	text = counters_decode(text, &len);
	counters_trim(text);
	if (!counters_read(&t->counters, text, len, why))
		return false;
	if (find_figures(t) && read_rows(t))
		return true;
	measured_clear(t);
	return false;
}

void measured_clear(struct measured_table *t)
{
	counters_clear(&t->counters);
	free(t->row);
	*t = (struct measured_table) { 0 };
}

/* ---------------------------------------------------------------- lists */

static void add_quoted(struct buffer *out, const char *text)
{
	buffer_add_char(out, '"');
	for (; *text; ++text) {
		if (*text == '"')
			buffer_add_char(out, '"');
		buffer_add_char(out, *text);
	}
	buffer_add_char(out, '"');
}

static void add_cell(struct buffer *out, const struct value *v)
{
	struct buffer text = { 0 };

	if (v->kind == VALUE_NUMBER)
		number_print_plain(&v->u.number, &text);
	else if (v->kind != VALUE_NONE)
		value_print(v, &text);
	add_quoted(out, buffer_text(&text));
	buffer_free(&text);
}

/* Converts a list of records to the text of a table, with the members of the
 * first record as columns.
 */
bool measured_list(struct measured_table *t, const struct value *list,
	char why[256])
{
	const struct sequence *s = list->u.sequence;
	struct buffer out = { 0 };
	const struct record *names;
	size_t len;
	int64_t row;

	for (row = 0; row < s->n; ++row)
		if (s->item[row].kind != VALUE_RECORD)
			break;
	if (row < s->n || s->n == 0) {
		snprintf(why, 256,
			s->n ? "the table is not a list of records" :
			       "the table has no rows");
		return false;
	}
	names = s->item[0].u.record;
	for (row = -1; row < s->n; ++row) {
		for (int i = 0; i < names->n; ++i) {
			const char *name = names->member[i].name;
			const struct value *v = row < 0 ?
				NULL :
				value_get(&s->item[row], name);

			buffer_add(&out, i ? "," : "");
			if (row < 0)
				add_quoted(&out, name);
			else if (v)
				add_cell(&out, v);
		}
		buffer_add_char(&out, '\n');
	}
	len = out.len;
	return measured_read(t, buffer_take(&out), len, why);
}
