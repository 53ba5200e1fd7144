/* `rank` and `sweep` on caches: each combination of the variables is simulated,
 * and the rows are sorted by what moves between the last cache and memory.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/base/memory.h"
#include "lang/launch/options.h"
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
	double B_per_lup;
	int64_t index;
};

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
		if (*n < 1 || *n > MOST_ROWS)
			return diag_error(ev->diag, over->kid[i]->loc, NULL,
				"1 to %d launches can be simulated in one "
				"question",
				MOST_ROWS);
	}
	return true;
}

/* The row of one simulation: variables, then what it counted. */
static struct ranked row_of(const struct simulated *s, const struct variable *v,
	int n, int64_t index)
{
	const double *m = s->report.metric;
	struct ranked row = { .record = value_record(), .index = index };

	for (int i = 0; i < n; ++i)
		value_set(&row.record, v[i].bind->text,
			value_item(&v[i].items, v[i].at));
	value_set(&row.record, "l1.hit_rate",
		answer_figure(m[METRIC_l1_hit_rate], ""));
	value_set(&row.record, "l1.misses", value_int(s->result.all[0].misses));
	if (s->result.n_level == 2) {
		value_set(&row.record, "l2.load",
			answer_figure(m[METRIC_l2_load_B], "B/LUP"));
		value_set(&row.record, "l2.hit_rate",
			answer_figure(m[METRIC_l2_hit_rate], ""));
	}
	value_set(&row.record, "dram.load",
		answer_figure(m[METRIC_dram_load_B], "B/LUP"));
	value_set(&row.record, "dram.store",
		answer_figure(m[METRIC_dram_store_B], "B/LUP"));
	row.B_per_lup = m[METRIC_dram_load_B] + m[METRIC_dram_store_B];
	return row;
}

static int compare_rows(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->B_per_lup != y->B_per_lup)
		return x->B_per_lup < y->B_per_lup ? -1 : 1;
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
	int64_t n = 0, n_row = 0, n_shown;
	bool ok = over ? read_variables(ev, over, v, &n) :
			 diag_error(ev->diag, node->loc, NULL,
				 "%s needs a list to enumerate: say 'over "
				 "order in [rows, columns(32)]'",
				 node->text);

	if (ok && subject_clause(node, NODE_BY))
		ok = diag_error(ev->diag, subject_clause(node, NODE_BY)->loc,
			NULL,
			"on caches rows are sorted by what is loaded from and "
			"stored to memory: leave out 'by'");
	if (ok)
		row = memory_new((size_t) n * sizeof(*row));
	for (; ok && n_row < n; ++n_row) {
		struct options o = *options;
		struct simulated s = { .lup = 0 };

		ok = apply(ev, v, n_variable, n_row, &o) &&
			try(ev, user, &o, &s);
		if (!ok)
			break;
		row[n_row] = row_of(&s, v, n_variable, n_row);
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
