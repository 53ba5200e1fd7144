/* Functions for data that kernels depend on: a column of a CSV file, values in
 * the proportion of a histogram, lines that warps touch with given indices,
 * and lengths of rows.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/csv.h"
#include "lang/base/decimal.h"
#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"

/* ---------------------------------------------------------- read_column */

/* The decimal mark of a column; 0 if no cell tells. */
static char mark_of(const struct csv *csv, int column)
{
	char mark = 0;

	for (int64_t i = 0; !mark && i < csv->n_row; ++i)
		mark = decimal_mark(csv_cell(csv, i, column));
	return mark;
}

static bool read_cells(struct call *call, const struct csv *csv,
	const char *path, int column, struct value *result)
{
	char mark = csv->separator == ',' ? '.' : mark_of(csv, column);

	if (!call_sequence(call, VALUE_LIST, csv->n_row, result))
		return false;
	for (int64_t i = 0; i < csv->n_row; ++i) {
		const char *cell = csv_cell(csv, i, column);
		bool is_unsure = !mark && decimal_is_ambiguous(cell);
		double v;

		if (is_unsure || (mark == '.' && strchr(cell, ',')) ||
			!decimal_read(cell, mark ? mark : '.', &v)) {
			value_free(result);
			return diag_error(call->diag, call_loc(call, 0), NULL,
				"%s: line %lld: '%s' %s", path,
				(long long) csv->line[i + 1], cell,
				is_unsure ? "may have decimals or thousands" :
					    "is no number");
		}
		result->u.sequence->item[i] = v == (double) (int64_t) v ?
			value_int((int64_t) v) :
			value_real(v, (struct dim) { { 0 } });
	}
	return true;
}

DEFINE_BUILTIN(read_column)
{
	const struct string *name;
	struct buffer text = { 0 };
	struct csv csv;
	char why[256], *path;
	size_t len;
	bool ok;
	int column;

	if (!call_string(call, 0, &name) || !call_string(call, 1, &name) ||
		!call_file(call, 0, "a table", &path, &text))
		return false;
	len = text.len;
	ok = csv_parse(&csv, buffer_take(&text), len, why);
	if (!ok) {
		diag_error(call->diag, call_loc(call, 0), NULL, "%s: %s", path,
			why);
		free(path);
		return false;
	}
	column = csv_column(&csv, name->text);
	ok = column >= 0 ? read_cells(call, &csv, path, column, result) :
			   diag_error(call->diag, call_loc(call, 1), NULL,
				   "%s has no column '%s'", path, name->text);
	csv_clear(&csv);
	free(path);
	return ok;
}

/* -------------------------------------------------------------- numbers */

/* What a list may hold. */
struct kind_of_number {
	double most;
	bool is_whole;
	const char *what;
};

static const struct kind_of_number any = { INFINITY, false,
	"numbers, 0 or more" };
static const struct kind_of_number lengths = { 1e9, false,
	"lengths from 0 to 10^9" };
static const struct kind_of_number indices = { 0x1p53, true,
	"indices: whole numbers from 0 to 2^53" };

static bool fits(const struct kind_of_number *kind, const struct value *item,
	double *v)
{
	if (item->kind != VALUE_NUMBER || !dim_is_none(item->u.number.dim) ||
		(kind->is_whole && !number_is_integer(&item->u.number)))
		return false;
	*v = number_to_double(&item->u.number);
	return *v >= 0 && *v <= kind->most;
}

/* The elements of argument i; the caller frees them. */
static double *numbers_of(struct call *call, int i,
	const struct kind_of_number *kind, int64_t *n)
{
	struct value items;
	double *v;

	if (!call_items(call, i, &items))
		return NULL;
	*n = value_length(&items);
	v = call_reserve(call, *n + 1, sizeof(*v)) ?
		memory_new((size_t) (*n + 1) * sizeof(*v)) :
		NULL;
	for (int64_t k = 0; v && k < *n; ++k) {
		const struct value *item = &items.u.sequence->item[k];
		struct buffer got = { 0 };

		if (fits(kind, item, &v[k]))
			continue;
		value_print_brief(item, &got);
		diag_error(call->diag, call_loc(call, i), NULL,
			"%s needs a list of %s; element %lld is %s",
			call->row->name, kind->what, (long long) k,
			buffer_text(&got));
		buffer_free(&got);
		free(v);
		v = NULL;
	}
	if (v && *n == 0) {
		call_empty(call, i);
		free(v);
		v = NULL;
	}
	value_free(&items);
	return v;
}

/* A whole number from 1 on, "fallback" if it is not given. */
static bool whole_of(struct call *call, int i, int64_t fallback, int64_t *v)
{
	const struct number *n;
	struct buffer got = { 0 };

	*v = fallback;
	if (!call_has(call, i))
		return true;
	if (!call_number(call, i, &n))
		return false;
	if (dim_is_none(n->dim) && number_to_int(n, v) && *v >= 1 &&
		*v <= 1000000000)
		return true;
	value_print_brief(&call->arg[i], &got);
	diag_error(call->diag, call_loc(call, i), NULL,
		"%s needs a whole number from 1 to 10^9, got %s",
		call->row->name, buffer_text(&got));
	buffer_free(&got);
	return false;
}

/* -------------------------------------------------------- in_proportion */

/* Value i of n is the one at which the running sum of counts passes (i + 1/2) /
 * n of all: as near to the histogram as n values can be.
 */
DEFINE_BUILTIN(in_proportion)
{
	int64_t n_value, n_count, n, at = 0;
	double *value = NULL, *count = NULL, all = 0, sum;
	bool ok = whole_of(call, 2, 1024, &n) &&
		(value = numbers_of(call, 0, &any, &n_value)) &&
		(count = numbers_of(call, 1, &any, &n_count));

	for (int64_t i = 0; ok && i < n_count; ++i)
		all += count[i];
	if (ok && (n_value != n_count || !(all > 0)))
		ok = call_wrong(call, 1,
			"as many counts as there are values, not all 0");
	ok = ok && call_sequence(call, VALUE_LIST, n, result);
	sum = ok ? count[0] : 0;
	for (int64_t i = 0; ok && i < n; ++i) {
		while (at + 1 < n_value &&
			sum < ((double) i + 0.5) * all / (double) n)
			sum += count[++at];
		result->u.sequence->item[i] = value[at] ==
				(double) (int64_t) value[at] ?
			value_int((int64_t) value[at]) :
			value_real(value[at], (struct dim) { { 0 } });
	}
	free(value);
	free(count);
	return ok;
}

/* ----------------------------------------------------------- warp_lines */

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *) a, y = *(const double *) b;

	return (x > y) - (x < y);
}

DEFINE_BUILTIN(warp_lines)
{
	int64_t n, per_line, lanes, n_warp;
	double *index;
	bool ok;

	if (!whole_of(call, 1, 32, &per_line) || !whole_of(call, 2, 32, &lanes))
		return false;
	index = numbers_of(call, 0, &indices, &n);
	if (!index)
		return false;
	n_warp = (n - 1) / lanes + 1;
	ok = call_sequence(call, VALUE_LIST, n_warp, result);
	for (int64_t w = 0; ok && w < n_warp; ++w) {
		int64_t end = (w + 1) * lanes < n ? (w + 1) * lanes : n;
		int64_t lines = 0;

		for (int64_t i = w * lanes; i < end; ++i)
			index[i] = (double) ((int64_t) index[i] / per_line);
		qsort(index + w * lanes, (size_t) (end - w * lanes),
			sizeof(*index), compare_numbers);
		for (int64_t i = w * lanes; i < end; ++i)
			lines += i == w * lanes || index[i] != index[i - 1];
		result->u.sequence->item[w] = value_int(lines);
	}
	free(index);
	return ok;
}

/* ------------------------------------------------------------ row_parts */

/* Parts double, so 64 are more than lengths can have. */
#define MOST_PARTS 64

static struct value part_of(int64_t from, int64_t to, double share)
{
	struct value part = value_sequence(VALUE_TUPLE, 3);

	part.u.sequence->item[0] = value_int(from);
	part.u.sequence->item[1] = value_int(to - 1);
	part.u.sequence->item[2] = value_real(share, (struct dim) { { 0 } });
	return part;
}

/* Part [from, to) of all rows is passed by those that are longer than "from",
 * of which some end in it: the mean share of rows at its cells.
 */
DEFINE_BUILTIN(row_parts)
{
	int64_t n, at = 0, from = 0, to;
	double *length = numbers_of(call, 0, &lengths, &n);
	struct value part[MOST_PARTS];
	int n_part = 0;

	if (!length)
		return false;
	for (int64_t i = 0; i < n; ++i)
		length[i] = floor(length[i]);
	qsort(length, (size_t) n, sizeof(*length), compare_numbers);
	to = (int64_t) length[0] > 0 ? (int64_t) length[0] : 1;
	while ((double) from < length[n - 1]) {
		double cells = 0;

		if ((double) to > length[n - 1])
			to = (int64_t) length[n - 1];
		while (at < n && length[at] <= (double) from)
			++at;
		for (int64_t i = at; i < n; ++i)
			cells += (length[i] < (double) to ? length[i] :
							    (double) to) -
				(double) from;
		part[n_part++] = part_of(from, to,
			cells / (double) (to - from) / (double) n);
		from = to;
		to = 2 * to;
	}
	free(length);
	*result = value_sequence(VALUE_LIST, n_part);
	memcpy(result->u.sequence->item, part, (size_t) n_part * sizeof(*part));
	return true;
}
