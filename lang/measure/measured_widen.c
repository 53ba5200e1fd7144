/* Nsight Compute without --page raw: one metric of a launch a row. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/measure/measured.h"
#include "lang/base/memory.h"

enum { ID, NAME, UNIT, VALUE, N_COLUMN };

static const char *const names[N_COLUMN] = {
	"ID", "Metric Name", "Metric Unit", "Metric Value"
};

struct widening {
	const struct csv *from;
	int column[N_COLUMN];
	int n_metric;
	int64_t *metric;		/* row that has it first */
	int *of;			/* of each row: which metric, or -1 */
	int64_t n_launch;
	int64_t *launch;		/* its first row */
};

static const char *cell(const struct widening *w, int64_t row, int column)
{
	return csv_cell(w->from, row, w->column[column]);
}

/* Those that somebody reads. */
static int find_metric(struct widening *w, int64_t row)
{
	const char *name = cell(w, row, NAME);
	int i;

	for (i = 0; i < w->n_metric; ++i)
		if (strcmp(cell(w, w->metric[i], NAME), name) == 0)
			return i;
	if (!measured_is_read(name))
		return -1;
	w->metric = memory_grow(w->metric, (size_t) w->n_metric,
		sizeof(*w->metric));
	w->metric[w->n_metric] = row;
	return w->n_metric++;
}

/* Rows of a launch follow each other. */
static void find_launches(struct widening *w)
{
	int64_t row;

	for (row = 0; row < w->from->n_row; ++row) {
		w->of[row] = find_metric(w, row);
		if (row > 0 && strcmp(cell(w, row, ID),
		    cell(w, row - 1, ID)) == 0)
			continue;
		w->launch = memory_grow(w->launch, (size_t) w->n_launch,
			sizeof(*w->launch));
		w->launch[w->n_launch++] = row;
	}
}

/* Each value has a unit of its own, which goes into the number. */
static void add_value(const struct widening *w, int64_t row,
	struct buffer *out)
{
	const char *text = cell(w, row, VALUE);
	double factor = measured_unit(cell(w, row, UNIT));
	char digits[64], *end;
	size_t n = 0;

	for (; *text && n + 1 < sizeof(digits); ++text)
		if (*text != ',')
			digits[n++] = *text;
	digits[n] = '\0';
	strtod(digits, &end);
	/* what is no number is for others to complain about */
	if (n == 0 || *end || *text || factor == 1)
		buffer_add(out, cell(w, row, VALUE));
	else
		buffer_printf(out, "%.17g", strtod(digits, NULL) * factor);
}

static int64_t end_of(const struct widening *w, int64_t launch)
{
	return launch + 1 < w->n_launch ? w->launch[launch + 1] :
		w->from->n_row;
}

/* All cells one behind the other, a NUL behind each; launch -1 is the names.
 */
static void add_row(const struct widening *w, int64_t launch,
	struct buffer *out)
{
	int64_t first = launch < 0 ? -1 : w->launch[launch], row;
	int i;

	for (i = 0; i < w->from->n_column; ++i) {
		buffer_add(out, csv_cell(w->from, first, i));
		buffer_add_char(out, '\0');
	}
	for (i = 0; i < w->n_metric; ++i) {
		if (launch < 0)
			buffer_add(out, cell(w, w->metric[i], NAME));
		for (row = first; launch >= 0 && row < end_of(w, launch); ++row)
			if (w->of[row] == i) {
				add_value(w, row, out);
				break;
			}
		buffer_add_char(out, '\0');
	}
}

static void fill(const struct widening *w, struct csv *to)
{
	struct buffer text = { 0 };
	int64_t launch;
	size_t i, n;
	char *at;

	to->n_column = w->from->n_column + w->n_metric;
	to->n_row = w->n_launch;
	for (launch = -1; launch < w->n_launch; ++launch)
		add_row(w, launch, &text);
	to->text = at = buffer_take(&text);
	n = (size_t) to->n_column * (size_t) (w->n_launch + 1);
	to->cell = memory_new(n * sizeof(*to->cell));
	for (i = 0; i < n; ++i, at += strlen(at) + 1)
		to->cell[i] = at;
	to->line = memory_new((size_t) (w->n_launch + 1) * sizeof(*to->line));
	for (launch = -1; launch < w->n_launch; ++launch)
		to->line[launch + 1] = w->from->line[launch < 0 ? 0 :
			w->launch[launch] + 1];
}

void measured_widen(struct csv *csv)
{
	struct widening w = { .from = csv };
	struct csv wide = { 0 };
	int i;

	for (i = 0; i < N_COLUMN; ++i) {
		w.column[i] = csv_column(csv, names[i]);
		if (w.column[i] < 0)
			return;
	}
	w.of = memory_new(((size_t) csv->n_row + 1) * sizeof(*w.of));
	find_launches(&w);
	fill(&w, &wide);
	csv_clear(csv);
	*csv = wide;
	free(w.metric);
	free(w.of);
	free(w.launch);
}
