#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/roofs.h"
#include "lang/ask/answer.h"
#include "lang/base/csv.h"
#include "lang/measure/measured.h"
#include "lang/base/memory.h"
#include "lang/measure/profile.h"

enum figure { TIME, FLOPS64, FLOPS32, FLOPS16, DRAM, L2, THREAD, WARP, TENSOR,
	LOADS, STORES, LOAD_TXN, STORE_TXN, SHARED_LOADS, SHARED_STORES,
	SHARED_LOAD_TXN, SHARED_STORE_TXN, N_FIGURE };

static const struct {
	const char *name, *unit;
} figures[N_FIGURE] = {
	[TIME] = { "time", "s" },
	[DRAM] = { "dram", "B" },
	[L2] = { "l2", "B" },
	[THREAD] = { "instructions", "inst" },
	[WARP] = { "warp_instructions", "inst" },
	[TENSOR] = { "tensor_instructions", "inst" },
	[LOADS] = { "global_loads", "inst" },
	[STORES] = { "global_stores", "inst" },
	[LOAD_TXN] = { "global_load_transactions", "txn" },
	[STORE_TXN] = { "global_store_transactions", "txn" },
	[SHARED_LOADS] = { "shared_loads", "inst" },
	[SHARED_STORES] = { "shared_stores", "inst" },
	[SHARED_LOAD_TXN] = { "shared_load_transactions", "txn" },
	[SHARED_STORE_TXN] = { "shared_store_transactions", "txn" },
};

static const struct metric_row {
	const char *name;
	int way;
	enum figure figure;
	double factor;
} rows[] = {
#define PROFILE(metric, way, figure, factor) \
	{ metric, way, figure, factor },
#include "lang/measure/profile.def"
};

#define N_ROW	((int) (sizeof(rows) / sizeof(rows[0])))

/* A launch with the metrics that are known of it; NaN: not. */
struct launched {
	char *kernel;
	int next;			/* of the same name; -1: none */
	double metric[N_ROW];
};

/* The launches of one name, and which of them a file comes to next. */
struct series {
	int first, last, next;
};

struct profile {
	int n;
	struct launched *launch;
	int n_series;
	struct series *series;
	size_t n_slot;			/* a power of two, or 0 */
	int *slot;			/* series + 1, by the name */
};

struct profile *profile_new(void)
{
	return memory_new(sizeof(struct profile));
}

void profile_free(struct profile *p)
{
	int i;

	for (i = 0; i < p->n; ++i)
		free(p->launch[i].kernel);
	free(p->launch);
	free(p->series);
	free(p->slot);
	free(p);
}

/* The slot of a name, or where it would be. */
static size_t find_slot(const struct profile *p, const char *kernel)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	const char *c;
	size_t at;

	for (c = kernel; *c; ++c)
		hash = (hash ^ (unsigned char) *c) * UINT64_C(0x100000001b3);
	for (at = hash & (p->n_slot - 1); p->slot[at];
	     at = (at + 1) & (p->n_slot - 1)) {
		const struct series *s = &p->series[p->slot[at] - 1];

		if (strcmp(p->launch[s->first].kernel, kernel) == 0)
			break;
	}
	return at;
}

static void grow_slots(struct profile *p)
{
	int i;

	if (2 * (size_t) p->n_series < p->n_slot)
		return;
	free(p->slot);
	p->n_slot = p->n_slot ? 4 * p->n_slot : 64;
	p->slot = memory_new(p->n_slot * sizeof(*p->slot));
	for (i = 0; i < p->n_series; ++i)
		p->slot[find_slot(p,
			p->launch[p->series[i].first].kernel)] = i + 1;
}

/* A launch more of a name, with nothing known of it. */
static int new_launch(struct profile *p, const char *kernel)
{
	struct launched *l;
	int k;

	p->launch = memory_grow(p->launch, (size_t) p->n,
		sizeof(*p->launch));
	l = &p->launch[p->n];
	*l = (struct launched) { .kernel = memory_copy_text(kernel),
		.next = -1 };
	for (k = 0; k < N_ROW; ++k)
		l->metric[k] = NAN;
	return p->n++;
}

/* The k-th launch of "kernel" in a file is the k-th in the profile. */
static int next_launch(struct profile *p, const char *kernel)
{
	struct series *s;
	size_t at;
	int i;

	grow_slots(p);
	at = find_slot(p, kernel);
	if (!p->slot[at]) {
		i = new_launch(p, kernel);
		p->series = memory_grow(p->series, (size_t) p->n_series,
			sizeof(*p->series));
		p->series[p->n_series] = (struct series) { i, i, -1 };
		p->slot[at] = ++p->n_series;
		return i;
	}
	s = &p->series[p->slot[at] - 1];
	if (s->next < 0) {
		i = new_launch(p, kernel);
		p->launch[s->last].next = i;
		s->last = i;
		return i;
	}
	i = s->next;
	s->next = p->launch[i].next;
	return i;
}

/* Another file counts launches from the first on. */
static void rewind_launches(struct profile *p)
{
	int i;

	for (i = 0; i < p->n_series; ++i)
		p->series[i].next = p->series[i].first;
}

/* ---------------------------------------------------------------- files */

enum layout {
	LAYOUT_WIDE,		/* a launch a line, metrics are columns */
	LAYOUT_LONG,		/* a metric of a launch a line */
	LAYOUT_SUMMARY		/* nvprof: times of kernels */
};

struct reading {
	struct profile *profile;
	struct csv csv;
	enum layout layout;
	int kernel, metric, value, unit, id;	/* columns, or -1 */
	int64_t first;			/* row, behind that of the units */
	int n_seen;			/* launches of this file */
	int last;			/* the last one, in the profile */
	char *why;
};

static int add_launch(struct reading *r, const char *kernel)
{
	r->last = next_launch(r->profile, kernel);
	++r->n_seen;
	return r->last;
}

static int find_metric(const char *name)
{
	int i;

	for (i = 0; i < N_ROW; ++i)
		if (strcmp(rows[i].name, name) == 0)
			return i;
	return -1;
}

static bool read_number(const struct reading *r, int64_t row, int column,
	double *v)
{
	const char *text = csv_cell(&r->csv, row, column);
	char digits[64], *end;
	size_t n = 0;

	for (; *text && n + 1 < sizeof(digits); ++text)
		if (*text != ',')
			digits[n++] = *text;
	digits[n] = '\0';
	*v = strtod(digits, &end);
	if (n > 0 && !*text && !*end && isfinite(*v) && *v >= 0 &&
	    !strpbrk(digits, "xX"))
		return true;
	snprintf(r->why, 256, "line %lld: '%.40s' is '%.40s', not a number "
		"from 0 on", (long long) r->csv.line[row + 1],
		r->csv.cell[column], csv_cell(&r->csv, row, column));
	return false;
}

static void set_metric(struct reading *r, int launch, int metric, double v)
{
	r->profile->launch[launch].metric[metric] = v;
}

static const char *kernel_at(const struct reading *r, int64_t row)
{
	char *name = r->csv.cell[(row + 1) * r->csv.n_column + r->kernel];

	return measured_kernel_name(name);
}

/* The row below the names that says units has no kernel. */
static double unit_of(const struct reading *r, int column)
{
	return r->first ? measured_unit(csv_cell(&r->csv, 0, column)) : 1;
}

static bool read_wide(struct reading *r, int64_t row)
{
	int launch = add_launch(r, kernel_at(r, row)), i, k;
	double v;

	for (i = 0; i < r->csv.n_column; ++i) {
		k = find_metric(r->csv.cell[i]);
		if (k < 0 || !*csv_cell(&r->csv, row, i))
			continue;
		if (!read_number(r, row, i, &v))
			return false;
		set_metric(r, launch, k, v * unit_of(r, i));
	}
	return true;
}

/* Times of copies and of the program's own calls stand beside kernels. */
static bool read_summary(struct reading *r, int64_t row)
{
	int type = csv_column(&r->csv, "Type");
	double v;

	if ((type >= 0 && strcmp(csv_cell(&r->csv, row, type),
	     "GPU activities") != 0) ||
	    csv_cell(&r->csv, row, r->kernel)[0] == '[')
		return true;
	if (!read_number(r, row, r->value, &v))
		return false;
	set_metric(r, add_launch(r, kernel_at(r, row)), find_metric("Avg"),
		v * unit_of(r, r->value));
	return true;
}

/* Whether the row belongs to the launch of the row before. */
static bool is_same_launch(const struct reading *r, int64_t row)
{
	int column = r->id >= 0 ? r->id : r->kernel;

	return row > r->first && strcmp(csv_cell(&r->csv, row, column),
		csv_cell(&r->csv, row - 1, column)) == 0;
}

static bool read_long(struct reading *r, int64_t row)
{
	int k = find_metric(csv_cell(&r->csv, row, r->metric)), launch;
	double v;

	/* names are cut where they stand, so those of both rows are cut */
	kernel_at(r, row);
	launch = is_same_launch(r, row) ? r->last :
		add_launch(r, kernel_at(r, row));
	if (k < 0)
		return true;
	if (!read_number(r, row, r->value, &v))
		return false;
	if (r->unit >= 0)
		v *= measured_unit(csv_cell(&r->csv, row, r->unit));
	set_metric(r, launch, k, v);
	return true;
}

static int first_column(const struct csv *csv, const char *a, const char *b)
{
	int i = csv_column(csv, a);

	return i >= 0 ? i : csv_column(csv, b);
}

static bool find_columns(struct reading *r)
{
	r->kernel = first_column(&r->csv, "Kernel Name", "Kernel");
	if (r->kernel < 0)
		r->kernel = csv_column(&r->csv, "kernel");
	r->metric = csv_column(&r->csv, "Metric Name");
	r->value = first_column(&r->csv, "Metric Value", "Avg");
	r->unit = csv_column(&r->csv, "Metric Unit");
	r->id = csv_column(&r->csv, "ID");
	r->layout = r->metric >= 0 ? LAYOUT_LONG : LAYOUT_WIDE;
	if (csv_column(&r->csv, "Time(%)") >= 0) {
		r->layout = LAYOUT_SUMMARY;
		r->kernel = csv_column(&r->csv, "Name");
	}
	if (r->kernel >= 0 && (r->layout == LAYOUT_WIDE || r->value >= 0))
		return true;
	snprintf(r->why, 256, "the profile lacks a column: 'Kernel Name', "
		"'Kernel' or 'Name', or 'Metric Value' or 'Avg'");
	return false;
}

static bool read_rows(struct reading *r)
{
	int64_t row;
	bool ok = true;

	if (r->csv.n_row > 0 && !*csv_cell(&r->csv, 0, r->kernel))
		r->first = 1;
	for (row = r->first; ok && row < r->csv.n_row; ++row)
		ok = r->layout == LAYOUT_WIDE ? read_wide(r, row) :
			r->layout == LAYOUT_LONG ? read_long(r, row) :
			read_summary(r, row);
	if (ok && r->n_seen == 0) {
		snprintf(r->why, 256, "the profile has no kernels");
		ok = false;
	}
	return ok;
}

static bool is_head(const char *line, size_t len)
{
	static const char *const words[] = {
		"Kernel Name", "\"Kernel\"", "Device,Kernel", "Time(%)"
	};
	size_t i, k;

	if (len > 7 && strncmp(line, "kernel,", 7) == 0)
		return true;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		for (k = 0; k + strlen(words[i]) <= len; ++k)
			if (strncmp(line + k, words[i], strlen(words[i])) == 0)
				return true;
	return false;
}

/* What the program printed stands before the table, what the profiler has
 * to say (==4711==) anywhere.  Lines still count.
 */
static bool blank_talk(char *text)
{
	bool in_table = false;

	while (*text) {
		size_t len = strcspn(text, "\n");

		in_table = in_table || is_head(text, len);
		if (!in_table || strncmp(text, "==", 2) == 0)
			memset(text, ' ', len);
		text += len;
		text += *text == '\n';
	}
	return in_table;
}

bool profile_read(struct profile *p, char *text, size_t len, char why[256])
{
	struct reading r = { .profile = p, .why = why };
	bool ok;

	if (strlen(text) == len && !blank_talk(text)) {
		snprintf(why, 256, "this is no profile of nvprof or Nsight "
			"Compute: no line names the columns");
		free(text);
		return false;
	}
	if (!csv_parse(&r.csv, text, len, why))
		return false;
	rewind_launches(p);
	ok = find_columns(&r) && read_rows(&r);
	csv_clear(&r.csv);
	return ok;
}

/* -------------------------------------------------------------- records */

/* Of several ways that are there the first; NaN for none. */
static double figure_of(const struct launched *l, enum figure figure)
{
	int way = -1, i;
	double sum = NAN;

	for (i = 0; i < N_ROW; ++i) {
		if (rows[i].figure != figure)
			continue;
		if (way < 0 && !isnan(l->metric[i])) {
			way = rows[i].way;
			sum = 0;
		}
		if (rows[i].way == way && !isnan(l->metric[i]))
			sum += l->metric[i] * rows[i].factor;
	}
	return sum;
}

static void set_flops(struct value *record, const struct launched *l)
{
	const enum figure of[N_PRECISION] = { FLOPS64, FLOPS32, FLOPS16 };
	double sum = NAN, most = -1;
	int precision = 0, i;

	for (i = 0; i < N_PRECISION; ++i) {
		double v = figure_of(l, of[i]);

		if (isnan(v))
			continue;
		sum = (isnan(sum) ? 0 : sum) + v;
		if (v > most) {
			most = v;
			precision = i;
		}
	}
	if (isnan(sum))
		return;
	value_set(record, "flops", answer_figure(sum, "FLOP"));
	value_set(record, "precision",
		value_text(precision_names[precision]));
}

static struct value launch_value(const struct launched *l)
{
	struct value record = value_record();
	int i;

	value_set(&record, "kernel", value_text(l->kernel));
	for (i = 0; i < N_FIGURE; ++i) {
		double v;

		if (i == FLOPS64)
			set_flops(&record, l);
		if (!figures[i].name)
			continue;
		v = figure_of(l, i);
		if (!isnan(v))
			value_set(&record, figures[i].name,
				answer_figure(v, figures[i].unit));
	}
	return record;
}

struct value profile_value(const struct profile *p)
{
	struct value list = value_sequence(VALUE_LIST, p->n);
	int i;

	for (i = 0; i < p->n; ++i)
		list.u.sequence->item[i] = launch_value(&p->launch[i]);
	return list;
}
