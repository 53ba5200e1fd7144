/* Rows of rank and sweep.  With a limit, rows are sorted and cut whenever
 * there are twice as many; the rest become records at the end.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/base/memory.h"
#include "lang/launch/order_value.h"
#include "lang/search/rows.h"

/* Size of a row as a record, in bytes, an estimate for the memory budget.  A
 * smaller value would let a large table exceed the budget.
 */
#define ROW_BYTES 1024

bool rows_more_is_better(const char *path)
{
	return strcmp(path, "performance") == 0 ||
		strncmp(path, "achieved.", 9) == 0 ||
		strncmp(path, "occupancy.", 10) == 0 ||
		strncmp(path, "mdm.ipc", 7) == 0 ||
		strncmp(path, "dram.saved", 10) == 0 ||
		strstr(path, "hit_rate");
}

/* The first column of a shard's table is named after the shard and the order,
 * so that `wsp merge` can check and merge the tables.
 */
static void name_index(struct rows *rows)
{
	const struct eval *ev = rows->space->ev;

	if (ev->n_shard == 0)
		return;
	buffer_printf(&rows->index_name, "index %lld/%lld",
		(long long) ev->shard, (long long) ev->n_shard);
	buffer_printf(&rows->index_name, " %s %s %s",
		rows->is_rank ? "by" : "ties", figures[rows->by].path,
		rows->more_is_better ? "descending" : "ascending");
	if (rows->top < INT64_MAX)
		buffer_printf(&rows->index_name, " top %lld",
			(long long) rows->top);
}

/* Rows of a rank without `over`, which tries hundreds of blocks. */
#define TOP_BLOCKS 10

bool rows_open(struct rows *rows, const struct space *space)
{
	const struct node *by = subject_clause(space->node, NODE_BY);
	const struct node *top = subject_clause(space->node, NODE_TOP);
	struct eval *ev = space->ev;

	*rows = (struct rows) {
		.space = space,
		.top = space->has_blocks ? TOP_BLOCKS : INT64_MAX,
		.is_rank = strcmp(space->node->text, "rank") == 0,
		.by = by ? figure_find(by->text) : FIGURE_performance,
	};
	if (rows->by < 0) {
		diag_error(ev->diag, by->loc, NULL,
			"a report has no figure '%s'", by->text);
		figure_suggest(ev->diag, by->text);
		return false;
	}
	if (top && !eval_int(ev, top->kid[0], "top", &rows->top))
		return false;
	if (rows->top < 1)
		return diag_error(ev->diag, top->loc, NULL,
			"top must be a positive number");
	rows->kept = rows->top;
	rows->more_is_better = rows_more_is_better(figures[rows->by].path);
	name_index(rows);
	return true;
}

static void row_free(struct rows *rows, struct row *row)
{
	for (int i = 0; i < rows->space->n_variable; ++i)
		value_free(&row->variable[i]);
	free(row->variable);
	free(row->notes);
}

static void cut(struct rows *rows, int64_t n)
{
	while (rows->n > n)
		row_free(rows, &rows->row[--rows->n]);
}

void rows_close(struct rows *rows)
{
	cut(rows, 0);
	free(rows->row);
	buffer_free(&rows->index_name);
}

/* qsort is not stable: ties are broken by index. */
static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->order != y->order && !(isnan(x->order) && isnan(y->order)))
		return isnan(x->order)	    ? 1 :
			isnan(y->order)	    ? -1 :
			x->order < y->order ? -1 :
					      1;
	return x->index < y->index ? -1 : 1;
}

void rows_sort(struct rows *rows)
{
	if (rows->n > 0)
		qsort(rows->row, (size_t) rows->n, sizeof(*rows->row),
			compare_rows);
	if (rows->n > rows->kept)
		cut(rows, rows->kept);
}

static double place_of(const struct rows *rows, const struct figures *figures)
{
	if (!rows->is_rank)
		return 0;
	return rows->more_is_better ? -figures->key : figures->key;
}

static char *copy_notes(const char *notes)
{
	return notes[0] ? memory_copy_text(notes) : NULL;
}

void rows_add(struct rows *rows, int64_t index, struct value *variable,
	const struct outcome *outcome)
{
	size_t size = (size_t) rows->space->n_variable * sizeof(*variable);
	struct row row = { .index = index, .figures = outcome->figures };

	row.order = place_of(rows, &row.figures);
	row.notes = copy_notes(outcome->notes);
	row.variable = memory_new(size);
	memcpy(row.variable, variable, size);
	rows->row = memory_grow(rows->row, (size_t) rows->n, sizeof(row));
	rows->row[rows->n++] = row;
	/* cut at twice the limit: the amortized cost of a row is logarithmic */
	if (rows->n - rows->kept >= rows->kept)
		rows_sort(rows);
}

void rows_update(struct rows *rows, int64_t index,
	const struct outcome *outcome)
{
	for (int64_t i = 0; i < rows->n; ++i) {
		struct row *row = &rows->row[i];

		if (row->index != index)
			continue;
		row->figures = outcome->figures;
		row->order = place_of(rows, &row->figures);
		free(row->notes);
		row->notes = copy_notes(outcome->notes);
		row->is_refined = true;
	}
}

/* ------------------------------------------------------------- records */

static struct value device_name(const struct value *v)
{
	const struct device_object *b = device_of(v);

	return b ? value_text(b->dev.id) : value_copy(v);
}

/* The time and the performance print with their interval. */
static void set_ends(const struct figures *f, int figure, struct number *n)
{
	double time_s = f->column[FIGURE_COLUMN_TIME];
	double low = f->time_low_s / time_s, high = f->time_high_s / time_s;

	if (!(low > 0 && high < INFINITY))
		return;
	if (figure == FIGURE_time) {
		n->low = (float) low;
		n->high = (float) high;
	} else if (figure == FIGURE_performance) {
		n->low = (float) (1 / high);
		n->high = (float) (1 / low);
	}
}

/* A figure that a model does not give is an empty cell, so that all rows
 * have the same columns.
 */
static void set_figure(struct value *row, const struct figures *f, int figure,
	double v)
{
	struct value cell = { .kind = VALUE_NONE };

	if (!isnan(v)) {
		cell = answer_figure(v, figures[figure].unit);
		set_ends(f, figure, &cell.u.number);
	}
	answer_set(row, figures[figure].path, cell);
}

static struct value block_value(const struct figures *f)
{
	struct value block = value_sequence(VALUE_TUPLE, f->dims);

	for (int i = 0; i < f->dims; ++i)
		block.u.sequence->item[i] = value_int(f->block[i]);
	return block;
}

static bool is_auto(const struct value *v)
{
	return v->kind == VALUE_SYMBOL && strcmp(v->u.symbol, "auto") == 0;
}

/* The value of a variable: what the model chose, where it was to choose. */
static struct value variable_value(const char *name, const struct value *v,
	const struct figures *f)
{
	if (is_auto(v) && strcmp(name, "block") == 0)
		return block_value(f);
	if (is_auto(v) && strcmp(name, "order") == 0)
		return order_value(&f->order);
	return device_name(v);
}

/* The worse end of the interval of what rows are compared by; of a model without
 * intervals the figure.
 */
static double worse_end(const struct rows *rows, const struct figures *f)
{
	double longer = f->time_high_s / f->column[FIGURE_COLUMN_TIME];

	if (!(longer > 0))
		return f->key;
	return rows->more_is_better ? f->key / longer : f->key * longer;
}

/* A shard does not know the best row of all: its rows have the end of their
 * intervals, and `wsp merge` says whether they tie.  Nor does a table that is
 * printed before its last rows are known: its cells are empty.
 */
static struct value tie_value(const struct rows *rows, const struct figures *f)
{
	if (rows->index_name.len > 0)
		return value_real(worse_end(rows, f), (struct dim) { 0 });
	if (isnan(rows->best_end))
		return (struct value) { .kind = VALUE_NONE };
	return value_bool(rows->more_is_better ? f->key >= rows->best_end :
						 f->key <= rows->best_end);
}

static struct value notes_value(const char *notes)
{
	struct value list;
	int64_t n = 0;

	for (const char *c = notes; c && *c; ++c)
		n += *c == '\n';
	list = value_sequence(VALUE_LIST, n);
	for (int64_t i = 0; i < n; ++i) {
		const char *end = strchr(notes, '\n');

		list.u.sequence->item[i] = value_string(notes,
			(size_t) (end - notes));
		notes = end + 1;
	}
	return list;
}

/* Are rows about divergence: ranked by its IPC, or different in its kind? */
static bool has_divergence(const struct rows *rows)
{
	const struct space *s = rows->space;

	for (int i = 0; i < s->n_variable; ++i)
		if (strcmp(s->name[i], "kind") == 0)
			return true;
	return rows->by >= FIGURE_mdm_ipc;
}

struct value rows_record(const struct rows *rows, const struct row *row)
{
	const struct space *s = rows->space;
	const struct figures *f = &row->figures;
	int n = has_divergence(rows) ? FIGURE_COLUMNS : FIGURE_COLUMN_MDM;
	struct value v = value_record();
	bool has_key = false;

	if (rows->index_name.len > 0)
		value_set(&v, buffer_text(&rows->index_name),
			value_int(row->index + 1));
	for (int i = 0; i < s->n_variable; ++i)
		answer_set(&v, s->name[i],
			variable_value(s->name[i], &row->variable[i], f));
	if (rows->shows_block && !value_get(&v, "block"))
		value_set(&v, "block", block_value(f));
	if (rows->shows_order && !value_get(&v, "order"))
		value_set(&v, "order", order_value(&f->order));
	for (int i = 0; i < n; ++i) {
		if (i == FIGURE_COLUMN_LIMITER)
			value_set(&v, "limiter", value_text(f->limiter));
		set_figure(&v, f, figure_columns[i], f->column[i]);
		if (rows->has_ties && i == FIGURE_COLUMN_TIME)
			value_set(&v, "tie", tie_value(rows, f));
		has_key |= figure_columns[i] == rows->by;
	}
	if (!has_key)
		set_figure(&v, f, rows->by, f->key);
	value_set(&v, "notes", notes_value(row->notes));
	return v;
}

static bool has_interval(const struct rows *rows, const struct figures *f)
{
	return f->time_high_s > 0 &&
		(rows->by == FIGURE_time || rows->by == FIGURE_performance);
}

void rows_open_ties(struct rows *rows, const struct figures *first)
{
	rows->has_ties = has_interval(rows, first);
	rows->best_end = NAN;
}

/* A launch ties with the best one if it lies within the interval of that: a
 * measurement may well have the two in the other order.
 */
static void find_ties(struct rows *rows)
{
	const struct row *best = rows->row;

	for (int64_t i = 1; i < rows->n; ++i) {
		double key = rows->row[i].figures.key;

		if (isnan(best->figures.key) ||
			(rows->more_is_better ? key > best->figures.key :
						key < best->figures.key))
			best = &rows->row[i];
	}
	rows->has_ties = rows->n > 0 && has_interval(rows, &best->figures);
	if (rows->has_ties)
		rows->best_end = worse_end(rows, &best->figures);
}

void rows_finish(struct rows *rows)
{
	rows->kept = rows->top;
	rows_sort(rows);
	find_ties(rows);
}

bool rows_table(struct rows *rows, struct value *table)
{
	rows_finish(rows);
	if (!eval_reserve(rows->space->ev, rows->n * ROW_BYTES,
		    rows->space->node->loc))
		return false;
	*table = value_sequence(VALUE_LIST, rows->n);
	for (int64_t i = 0; i < rows->n; ++i)
		table->u.sequence->item[i] = rows_record(rows, &rows->row[i]);
	return true;
}
