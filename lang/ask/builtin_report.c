/* Functions of reports and of tables of them. */

#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/value/arith.h"
#include "lang/eval/builtin.h"
#include "lang/ask/compare.h"
#include "lang/eval/eval.h"
#include "lang/base/memory.h"
#include "lang/roofline/roof.h"
#include "lang/search/rows.h"
#include "lang/simulate/simulation.h"
#include "lang/value/table.h"

/* While checking, a list may hold what nothing is known of. */
static bool has_unknown(const struct value *item, int64_t n)
{
	int64_t i;

	for (i = 0; i < n; ++i)
		if (item[i].kind == VALUE_UNKNOWN)
			return true;
	return false;
}

/* Rooflines, of which the first is one. */
static bool compare_roofs(struct call *call, const struct gathered *g,
	struct value *result)
{
	const struct roof **roof = memory_new((size_t) g->n * sizeof(*roof));
	bool ok = true;
	int64_t i;

	for (i = 0; ok && i < g->n; ++i) {
		roof[i] = roof_of(&g->first[i]);
		if (!roof[i])
			ok = diag_error(call->diag, call->loc, NULL,
				"a roofline compares with rooflines; one of "
				"these is a %s",
				value_kind_name(&g->first[i]));
		else if (roof[i]->line.kind != roof[0]->line.kind)
			ok = diag_error(call->diag, call->loc, NULL,
				"a classic roofline and one of instructions "
				"have nothing to compare");
	}
	if (ok)
		*result = roof_compare((int) g->n, roof);
	free(roof);
	return ok;
}

bool builtin_compare(struct call *call, struct value *result)
{
	const struct report **r;
	struct gathered g;
	bool ok = true;
	int64_t i;

	if (!call_gather(call, &g))
		return false;
	if (g.n < 2 || g.n > COMPARE_MAX) {
		value_free(&g.items);
		return diag_error(call->diag, call->loc, NULL,
			"compare needs 2 to %d reports, got %lld", COMPARE_MAX,
			(long long) g.n);
	}
	if (has_unknown(g.first, g.n)) {
		result->kind = VALUE_UNKNOWN;
		value_free(&g.items);
		return true;
	}
	if (roof_of(&g.first[0])) {
		ok = compare_roofs(call, &g, result);
		value_free(&g.items);
		return ok;
	}
	r = memory_new((size_t) g.n * sizeof(*r));
	for (i = 0; ok && i < g.n; ++i) {
		const struct answer *a = answer_of(&g.first[i]);
		const struct simulated *s = simulation_of(&g.first[i]);

		if (a || s)
			r[i] = a ? &a->report : &s->report;
		else
			ok = diag_error(call->diag, call->loc, NULL,
				"compare needs reports, as estimate and "
				"simulate give; "
				"one of these is a %s",
				value_kind_name(&g.first[i]));
	}
	if (ok)
		*result = compare_value((int) g.n, r);
	free(r);
	value_free(&g.items);
	return ok;
}

bool builtin_why(struct call *call, struct value *result)
{
	const struct answer *a = answer_of(&call->arg[0]);
	const struct answer *b = answer_of(&call->arg[1]);

	if (!a || !b)
		return call_wrong(call, a ? 1 : 0,
			"a report, as estimate gives");
	return why_value(call->eval, call->loc, a, b, result);
}

/* The column called "name", or -1. */
static int find_column(const struct value *row, const char *name)
{
	struct buffer column = { 0 };
	int n = table_columns(row), i, found = -1;

	for (i = 0; found < 0 && i < n; ++i) {
		column.len = 0;
		table_column_name(row, i, &column);
		if (strcmp(buffer_text(&column), name) == 0)
			found = i;
	}
	buffer_free(&column);
	return found;
}

static bool report_column(struct call *call, const struct value *row,
	const char *name)
{
	struct buffer text = { 0 };
	int n = table_columns(row), i;

	diag_error(call->diag, call_loc(call, call_has(call, 1)), NULL,
		"the table has no column '%s'", name);
	for (i = 0; i < n; ++i) {
		buffer_add(&text, i > 0 ? ", " : "");
		table_column_name(row, i, &text);
	}
	diag_note(call->diag, "it has %s", buffer_text(&text));
	buffer_free(&text);
	return false;
}

bool builtin_best(struct call *call, struct value *result)
{
	const struct value *table = &call->arg[0], *row;
	const struct string *name = NULL;
	const char *by = "performance";
	int column, order, sign;
	int64_t i, best = 0;

	if (table->kind == VALUE_LIST && table->u.sequence->n == 0)
		return call_empty(call, 0);
	if (table->kind == VALUE_LIST && has_unknown(
	    table->u.sequence->item, table->u.sequence->n)) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	if (!table_is(table))
		return call_wrong(call, 0, "a table, as rank gives");
	if (call_has(call, 1) && !call_string(call, 1, &name))
		return false;
	by = name ? name->text : by;
	row = table->u.sequence->item;
	column = find_column(row, by);
	if (column < 0)
		return report_column(call, row, by);
	if (table_cell(row, column)->kind != VALUE_NUMBER)
		return diag_error(call->diag, call_loc(call, 1), NULL,
			"the column '%s' has no numbers", by);
	sign = rows_more_is_better(by) ? 1 : -1;
	for (i = 1; i < table->u.sequence->n; ++i) {
		if (!eval_step(call->eval, 1, call->loc) ||
		    !arith_compare(call->diag, call->loc,
			table_cell(&row[i], column),
			table_cell(&row[best], column), &order))
			return false;
		if (order == sign)
			best = i;
	}
	*result = value_copy(&row[best]);
	return true;
}
