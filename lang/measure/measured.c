#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/measure/measured.h"
#include "lang/base/memory.h"

const struct measured_info measured_info[N_MEASURED] = {
#define MEASURED(id, path, metric)	{ path, metric },
#include "lang/measure/measured.def"
};

static const struct counter {
	enum measured_format format;
	const char *column;
	int way;
	enum measured measured;
	double factor;
} counters[] = {
#define COUNTER(format, column, way, measured, factor) \
	{ MEASURED_##format, column, way, MEASURED_##measured, factor },
#include "lang/measure/counter.def"
};

#define N_COUNTER	((int) (sizeof(counters) / sizeof(counters[0])))

/* Whole numbers of a launch, by column. */
static const struct extent {
	enum measured_format format;
	const char *column;
	size_t member;			/* of a row: an int64_t */
	int64_t least;
} extents[] = {
#define EXTENT(format, column, member, least) \
	{ MEASURED_##format, column, offsetof(struct measured_row, member), \
	  least }
	EXTENT(PLAIN, "nx", domain[0], 1), EXTENT(PLAIN, "ny", domain[1], 1),
	EXTENT(PLAIN, "nz", domain[2], 1), EXTENT(PLAIN, "bx", block[0], 1),
	EXTENT(PLAIN, "by", block[1], 1), EXTENT(PLAIN, "bz", block[2], 1),
	EXTENT(PLAIN, "fx", fold[0], 1), EXTENT(PLAIN, "fy", fold[1], 1),
	EXTENT(PLAIN, "fz", fold[2], 1),
	EXTENT(PLAIN, "offset", offset, 0),
	EXTENT(PLAIN, "shared", shared_B, 0),
	EXTENT(PLAIN, "regs", registers, 1),
	EXTENT(PLAIN, "n", cube, 1), EXTENT(PLAIN, "block", block[0], 1),
	EXTENT(PLAIN, "width", width, 0),
	EXTENT(NCU, "launch__registers_per_thread", registers, 1),
	EXTENT(NCU, "launch__shared_mem_per_block_dynamic", shared_B, 0),
	EXTENT(ROCPROF, "wgr", block_threads, 1),
	EXTENT(ROCPROF, "lds", shared_B, 0),
	EXTENT(ROCPROF, "vgpr", registers, 1),
	EXTENT(ROCPROF, "arch_vgpr", registers, 1),
#undef EXTENT
};

#define N_EXTENT	((int) (sizeof(extents) / sizeof(extents[0])))

struct reader {
	struct measured_table *table;
	const struct csv *csv;
	int kernel, type, block, grid;		/* columns, or -1 */
	int counter[N_COUNTER], extent[N_EXTENT];
	double *unit;			/* of each column, or NULL */
	int64_t first;			/* row behind that of the units */
	char *why;
};

/* --------------------------------------------------------------- cells */

static const char *name_of(const struct reader *r, int column)
{
	return r->csv->cell[column];
}

static bool fail_cell(const struct reader *r, int64_t row, int column,
	const char *what)
{
	snprintf(r->why, 256, "line %lld: '%.40s' is '%.40s', not %s",
		(long long) r->csv->line[row + 1], name_of(r, column),
		csv_cell(r->csv, row, column), what);
	return false;
}

static bool is_missing(const char *text)
{
	static const char *const words[] = {
		"", "-", "n/a", "N/A", "nan", "NaN", "none", "null"
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

/* The number of a cell, in which Nsight puts commas; NaN if it has none. */
static bool read_number(const struct reader *r, int64_t row, int column,
	double *v)
{
	const char *text = csv_cell(r->csv, row, column);
	char digits[64], *end;
	size_t n = 0;

	*v = NAN;
	if (is_missing(text))
		return true;
	for (; *text && n + 1 < sizeof(digits); ++text)
		if (*text != ',' || r->table->format != MEASURED_NCU)
			digits[n++] = *text;
	digits[n] = '\0';
	*v = strtod(digits, &end);
	if (*text || *end || !isfinite(*v) || strpbrk(digits, "xX"))
		return fail_cell(r, row, column, "a number");
	if (r->unit)
		*v *= r->unit[column];
	return true;
}

#define MOST	9007199254740992.0	/* that a double counts one by one */

static bool read_whole(const struct reader *r, int64_t row, int column,
	int64_t least, int64_t *result)
{
	char what[64];
	double v;

	if (!read_number(r, row, column, &v))
		return false;
	if (isnan(v))
		return true;
	snprintf(what, sizeof(what), "a whole number from %lld on",
		(long long) least);
	if (v != floor(v) || v < (double) least || v > MOST)
		return fail_cell(r, row, column, what);
	*result = (int64_t) v;
	return true;
}

/* "(256, 1, 1)" */
static bool read_triple(const struct reader *r, int64_t row, int column,
	int64_t extent[3])
{
	const char *text = csv_cell(r->csv, row, column);
	long long n[3];
	int end = -1, i;

	if (is_missing(text))
		return true;
	if (sscanf(text, "(%lld,%lld,%lld)%n", &n[0], &n[1], &n[2],
	    &end) != 3 || end < 0 || text[end] || n[0] < 1 || n[1] < 1 ||
	    n[2] < 1)
		return fail_cell(r, row, column, "three extents");
	for (i = 0; i < 3; ++i)
		extent[i] = n[i];
	return true;
}

/* ---------------------------------------------------------------- rows */

static bool read_type(const struct reader *r, int64_t row,
	enum elem_type *type)
{
	*type = TYPE_OPEN;
	if (r->type < 0 || is_missing(csv_cell(r->csv, row, r->type)) ||
	    type_find(csv_cell(r->csv, row, r->type), type))
		return true;
	return fail_cell(r, row, r->type,
		"half, float, double, int8, int16, int32 or int64");
}

static bool read_launch(const struct reader *r, int64_t row,
	struct measured_row *m)
{
	int i;

	if (!read_type(r, row, &m->type) ||
	    (r->block >= 0 && !read_triple(r, row, r->block, m->block)) ||
	    (r->grid >= 0 && !read_triple(r, row, r->grid, m->grid)))
		return false;
	for (i = 0; i < N_EXTENT; ++i) {
		int64_t *member = (int64_t *) ((char *) m +
			extents[i].member);

		if (r->extent[i] < 0)
			continue;
		if (!read_whole(r, row, r->extent[i], extents[i].least,
		    member))
			return false;
		m->has_offset |= member == &m->offset;
		m->has_shared |= member == &m->shared_B;
	}
	return true;
}

/* No launch moves an exabyte or runs for a year. */
static double most_of(int measured)
{
	return measured == MEASURED_TIME ? 3e7 : 1e18;
}

static bool read_figures(const struct reader *r, int64_t row,
	struct measured_row *m)
{
	bool begun[N_MEASURED] = { false };
	double v;
	int i;

	for (i = 0; i < N_MEASURED; ++i)
		m->figure[i] = NAN;
	for (i = 0; i < N_COUNTER; ++i) {
		double *sum = &m->figure[counters[i].measured];

		if (r->counter[i] < 0)
			continue;
		if (!read_number(r, row, r->counter[i], &v))
			return false;
		*sum = (begun[counters[i].measured] ? *sum : 0) +
			v * counters[i].factor;
		begun[counters[i].measured] = true;
	}
	for (i = 0; i < N_MEASURED; ++i)
		if (m->figure[i] < 0 || m->figure[i] > most_of(i)) {
			snprintf(r->why, 256, "line %lld: %s is %s",
				(long long) m->line, measured_info[i].path,
				m->figure[i] < 0 ? "negative" :
				"more than any launch has");
			return false;
		}
	return true;
}

static bool read_row(const struct reader *r, int64_t row,
	struct measured_row *m)
{
	char *name = r->csv->cell[(row + 1) * r->csv->n_column + r->kernel];

	*m = (struct measured_row) { .line = r->csv->line[row + 1],
		.width = -1 };
	m->kernel = r->table->format == MEASURED_PLAIN ? name :
		measured_kernel_name(name);
	return read_launch(r, row, m) && read_figures(r, row, m);
}

/* ------------------------------------------------------------- columns */

static enum measured_format format_of(const struct csv *csv)
{
	return csv_column(csv, "Kernel Name") >= 0 ? MEASURED_NCU :
		csv_column(csv, "KernelName") >= 0 ? MEASURED_ROCPROF :
		MEASURED_PLAIN;
}

bool measured_is_read(const char *column)
{
	int i;

	for (i = 0; i < N_COUNTER; ++i)
		if (counters[i].format == MEASURED_NCU &&
		    strcmp(counters[i].column, column) == 0)
			return true;
	for (i = 0; i < N_EXTENT; ++i)
		if (extents[i].format == MEASURED_NCU &&
		    strcmp(extents[i].column, column) == 0)
			return true;
	return false;
}

/* Take the counters of the first way that is there. */
static void find_counters(struct reader *r)
{
	int way[N_MEASURED], i;

	for (i = 0; i < N_MEASURED; ++i)
		way[i] = -1;
	for (i = 0; i < N_COUNTER; ++i) {
		const struct counter *c = &counters[i];
		bool is_first = i == 0 ||
			counters[i - 1].measured != c->measured ||
			counters[i - 1].way != c->way;

		r->counter[i] = -1;
		if (c->format != r->table->format ||
		    (way[c->measured] >= 0 ? way[c->measured] != c->way :
		     !is_first))
			continue;
		r->counter[i] = csv_column(r->csv, c->column);
		if (r->counter[i] >= 0)
			way[c->measured] = c->way;
	}
	for (i = 0; i < N_MEASURED; ++i)
		r->table->has[i] = way[i] >= 0;
}

static bool find_columns(struct reader *r)
{
	static const char *const kernel[] = {
		"kernel", "Kernel Name", "KernelName"
	};
	enum measured_format format = r->table->format;
	bool any = false;
	int i;

	r->kernel = csv_column(r->csv, kernel[format]);
	r->type = format == MEASURED_PLAIN ? csv_column(r->csv, "type") : -1;
	r->block = format == MEASURED_NCU ?
		csv_column(r->csv, "Block Size") : -1;
	r->grid = format == MEASURED_NCU ?
		csv_column(r->csv, "Grid Size") : -1;
	for (i = 0; i < N_EXTENT; ++i)
		r->extent[i] = extents[i].format == format ?
			csv_column(r->csv, extents[i].column) : -1;
	find_counters(r);
	for (i = 0; i < N_MEASURED; ++i)
		any |= r->table->has[i];
	if (r->kernel < 0)
		snprintf(r->why, 256, "there is no column 'kernel'");
	else if (!any)
		snprintf(r->why, 256, "no column holds a time or a counter, "
			"such as 'ms' or 'dram_read_bytes'");
	return r->kernel >= 0 && any;
}

double measured_unit(const char *unit)
{
	static const struct { const char *name; double factor; } units[] = {
		{ "nsecond", 1e-9 }, { "ns", 1e-9 }, { "usecond", 1e-6 },
		{ "us", 1e-6 }, { "msecond", 1e-3 }, { "ms", 1e-3 },
	};
	static const struct { char letter; double factor; } prefixes[] = {
		{ 'K', 1e3 }, { 'M', 1e6 }, { 'G', 1e9 }, { 'T', 1e12 }
	};
	size_t n = strcspn(unit, "/"), i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); ++i)
		if (n == strlen(units[i].name) &&
		    strncmp(unit, units[i].name, n) == 0)
			return units[i].factor;
	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
		if (unit[0] == prefixes[i].letter &&
		    islower((unsigned char) unit[1]))
			return prefixes[i].factor;
	return 1;
}

/* The row below the names that says units has no kernel. */
static void find_units(struct reader *r)
{
	int i;

	if (r->table->format != MEASURED_NCU || r->csv->n_row == 0 ||
	    *csv_cell(r->csv, 0, r->kernel))
		return;
	r->first = 1;
	r->unit = memory_new((size_t) r->csv->n_column * sizeof(*r->unit));
	for (i = 0; i < r->csv->n_column; ++i)
		r->unit[i] = measured_unit(csv_cell(r->csv, 0, i));
}

static bool read_rows(struct reader *r)
{
	struct measured_table *t = r->table;
	int64_t row;

	find_units(r);
	t->row = memory_new((size_t) r->csv->n_row * sizeof(*t->row));
	for (row = r->first; row < r->csv->n_row; ++row)
		if (!read_row(r, row, &t->row[t->n_row++]))
			return false;
	if (t->n_row == 0)
		snprintf(r->why, 256, "the table has no rows");
	return t->n_row > 0;
}

/* Whether times are those of the profiler, which empties caches. */
static bool is_profiled(const struct reader *r)
{
	int i;

	for (i = 0; i < N_COUNTER; ++i)
		if (r->counter[i] >= 0 &&
		    strcmp(counters[i].column, "ncu_ns") == 0)
			return true;
	return false;
}

static bool read_table(struct measured_table *t, char why[256])
{
	struct reader r = { .table = t, .csv = &t->csv, .why = why };
	bool ok;

	t->format = format_of(&t->csv);
	t->is_cold = t->format != MEASURED_ROCPROF;
	ok = find_columns(&r) && read_rows(&r);
	t->time_is_cold = t->format == MEASURED_NCU || is_profiled(&r);
	free(r.unit);
	if (!ok)
		measured_clear(t);
	return ok;
}

/* What the profiler has to say (==4711==) may stand anywhere. */
static void blank_talk(char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		if (strncmp(text, "==", 2) == 0)
			memset(text, ' ', len);
		text += len;
		text += *text == '\n';
	}
}

/* What a profiled program prints comes before the table of its profile. */
static size_t start_of(const char *text)
{
	static const char *const heads[] = {
		"\"ID\",\"Process ID\"", "Index,KernelName"
	};
	size_t i;

	for (i = 0; i < sizeof(heads) / sizeof(heads[0]); ++i) {
		const char *at = strstr(text, heads[i]);

		if (at && (at == text || at[-1] == '\n'))
			return (size_t) (at - text);
	}
	return 0;
}

bool measured_read(struct measured_table *t, char *text, size_t len,
	char why[256])
{
	size_t start = start_of(text), i;

	*t = (struct measured_table) { 0 };
	/* lines count, what they say does not */
	for (i = 0; i < start; ++i)
		if (text[i] != '\n')
			text[i] = ' ';
	blank_talk(text);
	if (!csv_parse(&t->csv, text, len, why))
		return false;
	measured_widen(&t->csv);
	return read_table(t, why);
}

void measured_clear(struct measured_table *t)
{
	csv_clear(&t->csv);
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

/* A list of records becomes a text, each of the names of the first. */
bool measured_list(struct measured_table *t, const struct value *list,
	char why[256])
{
	const struct sequence *s = list->u.sequence;
	struct buffer out = { 0 };
	const struct record *names;
	size_t len;
	int64_t row;
	int i;

	for (row = 0; row < s->n; ++row)
		if (s->item[row].kind != VALUE_RECORD)
			break;
	if (row < s->n || s->n == 0) {
		snprintf(why, 256, s->n ? "the table is no list of records" :
			"the table has no rows");
		return false;
	}
	names = s->item[0].u.record;
	for (row = -1; row < s->n; ++row) {
		for (i = 0; i < names->n; ++i) {
			const char *name = names->member[i].name;
			const struct value *v = row < 0 ? NULL :
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
