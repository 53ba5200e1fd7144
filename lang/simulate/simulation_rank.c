/* `rank` and `sweep` on caches: each combination of the variables is simulated,
 * and the rows are sorted by a figure, or by what moves between the last cache
 * and memory.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/base/memory.h"
#include "lang/launch/options.h"
#include "lang/launch/order_value.h"
#include "lang/simulate/simulation_rank.h"

/* Combinations that are simulated at most: more would take minutes. */
#define MOST_ROWS 10000

struct variable {
	const struct node *bind;
	struct value items;
	int64_t at;
};

struct ranked {
	struct value record;
	double key; /* less is better */
	int64_t index;
};

/* The figures of a row; "spread" is that over seeds, or N_SIMULATED. */
static const struct {
	const char *name;
	int metric;
	const char *unit;
	bool is_of_l2, more_is_better;
	enum simulated_figure spread;
} columns[] = {
	{ "l1.hit_rate", METRIC_l1_hit_rate, "", false, true,
		SIMULATED_HIT_RATE },
	{ "l2.load", METRIC_l2_load_B, "B/LUP", true, false,
		SIMULATED_L2_LOAD },
	{ "l2.hit_rate", METRIC_l2_hit_rate, "", true, true, N_SIMULATED },
	{ "dram.load", METRIC_dram_load_B, "B/LUP", false, false,
		SIMULATED_DRAM_LOAD },
	{ "dram.store", METRIC_dram_store_B, "B/LUP", false, false,
		N_SIMULATED },
};

#define N_COLUMN  (int) (sizeof(columns) / sizeof(columns[0]))
#define BY_ALL	  -1 /* loaded and stored */
#define BY_MISSES N_COLUMN

static bool read_variables(struct eval *ev, const struct node *over,
	struct variable *v, int64_t *n)
{
	*n = 1;
	for (int i = 0; i < over->n_kid; ++i) {
		v[i] = (struct variable) { .bind = over->kid[i] };
		if (!eval_node(ev, over->kid[i]->kid[0], &v[i].items))
			return false;
		if (v[i].items.kind != VALUE_LIST &&
			v[i].items.kind != VALUE_TUPLE &&
			v[i].items.kind != VALUE_RANGE)
			return diag_error(ev->diag, over->kid[i]->kid[0]->loc,
				NULL,
				"'%s' enumerates a list or range, got a %s",
				over->kid[i]->text,
				value_kind_name(&v[i].items));
		*n *= value_length(&v[i].items);
		if (*n == 0)
			return diag_error(ev->diag, over->kid[i]->loc, NULL,
				"this space is empty");
		if (*n < 1 || *n > MOST_ROWS)
			return diag_error(ev->diag, over->kid[i]->loc, NULL,
				"1 to %d launches can be simulated in one "
				"question",
				MOST_ROWS);
	}
	return true;
}

/* A figure with its least and most over the seeds. */
static struct value figure_of_seeds(const struct simulated *s, int column)
{
	double v = s->report.metric[columns[column].metric];
	struct value cell = answer_figure(v, columns[column].unit);
	enum simulated_figure f = columns[column].spread;

	if (f < N_SIMULATED && s->n_seed > 1 && v > 0) {
		cell.u.number.low = (float) (s->least[f] / v);
		cell.u.number.high = (float) (s->most[f] / v);
	}
	return cell;
}

static double key_of(const struct simulated *s, int by)
{
	const double *m = s->report.metric;
	double key;

	if (by == BY_ALL)
		return m[METRIC_dram_load_B] + m[METRIC_dram_store_B];
	if (by == BY_MISSES)
		return (double) s->result.all[0].misses;
	key = columns[by].more_is_better ? -m[columns[by].metric] :
					   m[columns[by].metric];
	return isnan(key) ? INFINITY : key;
}

/* The row of one simulation: variables, an order that was left open, then what
 * it counted.
 */
static struct ranked row_of(const struct simulated *s, const struct options *o,
	const struct variable *v, int n, int by, int64_t index)
{
	struct ranked row = { value_record(), key_of(s, by), index };

	for (int i = 0; i < n; ++i)
		value_set(&row.record, v[i].bind->text,
			value_item(&v[i].items, v[i].at));
	if (o->order_is_auto)
		value_set(&row.record, "order", order_value(&o->order));
	for (int i = 0; i < N_COLUMN; ++i) {
		bool is_known = !isnan(s->report.metric[columns[i].metric]);

		/* nothing hits or misses where nothing is loaded */
		if (is_known &&
			(!columns[i].is_of_l2 || s->result.n_level == 2))
			answer_set(&row.record, columns[i].name,
				figure_of_seeds(s, i));
		if (i == 0)
			answer_set(&row.record, "l1.misses",
				value_int(s->result.all[0].misses));
	}
	return row;
}

/* The column that `by` names. */
static bool read_by(struct eval *ev, const struct node *by, int *column)
{
	*column = BY_ALL;
	if (!by)
		return true;
	if (strcmp(by->text, "l1.misses") == 0)
		*column = BY_MISSES;
	for (int i = 0; i < N_COLUMN; ++i)
		if (strcmp(by->text, columns[i].name) == 0)
			*column = i;
	if (*column != BY_ALL)
		return true;
	diag_error(ev->diag, by->loc, NULL,
		"a simulation of caches has no figure '%s'", by->text);
	diag_note(ev->diag,
		"it has l1.hit_rate, l1.misses, l2.load, l2.hit_rate, "
		"dram.load and dram.store; without 'by', rows are sorted by "
		"what is loaded from and stored to memory");
	return false;
}

/* With one cache there is no L2 to sort by. */
static bool has_column(struct eval *ev, const struct node *by, int column,
	const struct simulated *s)
{
	return column < 0 || column >= N_COLUMN || !columns[column].is_of_l2 ||
		s->result.n_level == 2 ||
		diag_error(ev->diag, by->loc, NULL,
			"there is one cache, and no '%s': give two, an L1 and "
			"an L2",
			by->text);
}

static int compare_rows(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

/* Set the options of combination "index", the last variable fastest. */
static bool apply(struct eval *ev, struct variable *v, int n, int64_t index,
	struct options *o)
{
	for (int i = n - 1; i >= 0; --i) {
		int64_t length = value_length(&v[i].items);
		struct value item;
		bool ok;

		v[i].at = index % length;
		index /= length;
		item = value_item(&v[i].items, v[i].at);
		ok = options_apply(ev, o, v[i].bind->text, &item,
			v[i].bind->kid[0]->loc, false);
		value_free(&item);
		if (!ok)
			return false;
	}
	return true;
}

/* How many rows `top` leaves. */
static bool read_top(struct eval *ev, const struct node *top, int64_t *n)
{
	struct value v;
	int64_t most;
	bool ok;

	if (!top)
		return true;
	if (!eval_node(ev, top->kid[0], &v))
		return false;
	ok = v.kind == VALUE_NUMBER && number_to_int(&v.u.number, &most) &&
		most > 0;
	value_free(&v);
	if (!ok)
		return diag_error(ev->diag, top->loc, NULL,
			"'top' takes a whole number above 0");
	if (most < *n)
		*n = most;
	return true;
}

bool simulation_rank(struct eval *ev, const struct node *node,
	const struct options *options, simulation_try *try, void *user,
	struct value *result)
{
	const struct node *over = subject_clause(node, NODE_OVER);
	int n_variable = over ? over->n_kid : 0;
	struct variable *v = memory_new(((size_t) n_variable + 1) * sizeof(*v));
	struct ranked *row = NULL;
	const struct node *by = subject_clause(node, NODE_BY);
	int64_t n = 0, n_row = 0, n_shown;
	int column;
	bool ok = over ? read_variables(ev, over, v, &n) :
			 diag_error(ev->diag, node->loc, NULL,
				 "%s needs a list to enumerate: say 'over "
				 "order in [rows, columns(32)]'",
				 node->text);

	ok = ok && read_by(ev, by, &column);
	if (ok)
		row = memory_new((size_t) n * sizeof(*row));
	for (; ok && n_row < n; ++n_row) {
		struct options o = *options;
		struct simulated s = { .lup = 0 };

		ok = apply(ev, v, n_variable, n_row, &o) &&
			try(ev, user, &o, &s);
		if (!ok)
			break;
		ok = has_column(ev, by, column, &s);
		row[n_row] = row_of(&s, &o, v, n_variable, column, n_row);
		report_clear(&s.report);
		simulate_clear(&s.result);
	}
	n_shown = n_row;
	ok = ok && read_top(ev, subject_clause(node, NODE_TOP), &n_shown);
	if (ok && strcmp(node->text, "sweep") != 0)
		qsort(row, (size_t) n_row, sizeof(*row), compare_rows);
	if (ok)
		*result = value_sequence(VALUE_LIST, n_shown);
	for (int64_t i = 0; i < n_row; ++i)
		if (ok && i < n_shown)
			result->u.sequence->item[i] = row[i].record;
		else
			value_free(&row[i].record);
	for (int i = 0; i < n_variable; ++i)
		value_free(&v[i].items);
	free(v);
	free(row);
	return ok;
}
