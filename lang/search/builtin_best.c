/* best(): the row of a table with the best value in a column. */

#include <string.h>

#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/search/rows.h"
#include "lang/value/arith.h"
#include "lang/value/table.h"

/* The column called "name", or -1. */
static int find_column(const struct value *row, const char *name)
{
	struct buffer column = { 0 };
	int n = table_columns(row), found = -1;

	for (int i = 0; found < 0 && i < n; ++i) {
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
	int n = table_columns(row);

	diag_error(call->diag, call_loc(call, call_has(call, 1)), NULL,
		"the table has no column '%s'", name);
	for (int i = 0; i < n; ++i) {
		buffer_add(&text, i > 0 ? ", " : "");
		table_column_name(row, i, &text);
	}
	diag_note(call->diag, "it has %s", buffer_text(&text));
	buffer_free(&text);
	return false;
}

DEFINE_BUILTIN(best)
{
	const struct value *table = &call->arg[0], *row;
	const struct string *name = NULL;
	const char *by = "performance";
	int column, order, sign;
	int64_t best = 0;

	if (table->kind == VALUE_LIST && table->u.sequence->n == 0)
		return call_empty(call, 0);
	if (table->kind == VALUE_LIST &&
		call_any_unknown(table->u.sequence->item,
			table->u.sequence->n)) {
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
	for (int64_t i = 1; i < table->u.sequence->n; ++i) {
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
