/* Prints values as text, JSON, CSV and Markdown, and runs the statement `show`.
 * A list of records, tuples or reports prints as a table.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/rooms.h"
#include "lang/eval/show.h"
#include "lang/number/unit.h"
#include "lang/value/table.h"

/* ------------------------------------------------------------- tables */

/* The only row that an object is in CSV and Markdown; NULL if it is none. */
static const struct value *only_row(const struct value *v)
{
	const struct value *rows = v->kind == VALUE_OBJECT &&
			v->u.object->type->rows ?
		v->u.object->type->rows(v->u.object) :
		NULL;

	return rows && value_length(rows) == 1 ? &rows->u.sequence->item[0] :
						 NULL;
}

/* True for answers that are one row of a table. */
static bool is_sheet(const struct value *v)
{
	return v->kind == VALUE_OBJECT &&
		(v->u.object->type->row || only_row(v));
}

static struct value row_of(const struct value *sheet)
{
	const struct object *o = sheet->u.object;

	return o->type->row ? o->type->row(o) : value_copy(only_row(sheet));
}

static bool is_row(const struct value *v)
{
	return v->kind == VALUE_RECORD || v->kind == VALUE_TUPLE ||
		v->kind == VALUE_LIST;
}

/* Nested members become columns of their own, as in text output. */
static bool has_columns(const struct value *row)
{
	return row->kind == VALUE_RECORD && !table_is_wide(row);
}

static int64_t n_cell(const struct value *row)
{
	if (row->kind == VALUE_RECORD)
		return has_columns(row) ? table_columns(row) : 1;
	return is_row(row) ? value_length(row) : 1;
}

static struct value cell_at(const struct value *row, int64_t i)
{
	if (has_columns(row))
		return value_copy(table_cell(row, (int) i));
	return is_row(row) && row->kind != VALUE_RECORD ? value_item(row, i) :
							  value_copy(row);
}

static void add_csv_text(struct buffer *out, const char *text)
{
	if (!strpbrk(text, ",\"\n\r")) {
		buffer_add(out, text);
		return;
	}
	buffer_add_char(out, '"');
	for (const char *c = text; *c; ++c) {
		if (*c == '"')
			buffer_add_char(out, '"');
		buffer_add_char(out, *c);
	}
	buffer_add_char(out, '"');
}

/* Digits of figures in Markdown, which people read; CSV has all. */
#define FIGURE_DIGITS 4

/* Whole numbers below are counts, which print in full; larger ones get a prefix
 * of their unit.
 */
#define MOST_COUNTED 1e6

/* A figure without an interval of its own, beside others that have one. */
static void add_figure(const struct number *n, struct buffer *out)
{
	struct number shown = number_copy(n);
	char digits[32];

	snprintf(digits, sizeof(digits), "%.*g", FIGURE_DIGITS, n->u.real);
	if (n->u.real != floor(n->u.real) || fabs(n->u.real) >= MOST_COUNTED)
		shown.u.real = strtod(digits, NULL);
	number_print(&shown, out);
	number_free(&shown);
}

static void add_cell(enum format format, bool is_predicted,
	const struct value *v, struct buffer *out)
{
	struct buffer text = buffer_like(out);

	if (format == FORMAT_CSV && v->kind == VALUE_NUMBER)
		number_print_plain(&v->u.number, &text);
	else if (is_predicted && v->kind == VALUE_NUMBER &&
		v->u.number.form == NUMBER_REAL && v->u.number.low <= 0)
		add_figure(&v->u.number, &text);
	else
		value_print(v, &text);
	if (format == FORMAT_CSV) {
		add_csv_text(out, buffer_text(&text));
	} else {
		for (const char *c = buffer_text(&text); *c; ++c) {
			if (*c == '|')
				buffer_add_char(out, '\\');
			buffer_add_char(out, *c == '\n' ? ' ' : *c);
		}
	}
	out->is_full |= text.is_full;
	buffer_free(&text);
}

/* Notes print as one text in CSV, and as marks in Markdown. */
static bool add_notes(enum format format, const struct value *row, int64_t i,
	const struct value *cell, struct footnotes *notes, struct buffer *out)
{
	struct buffer name = { 0 }, text = buffer_like(out);
	bool is_notes;

	if (has_columns(row))
		table_column_name(row, (int) i, &name);
	is_notes = footnote_is(buffer_text(&name), cell);
	buffer_free(&name);
	if (!is_notes)
		return false;
	if (format == FORMAT_CSV) {
		footnote_join(cell, &text);
		add_csv_text(out, buffer_text(&text));
	} else {
		footnote_add(notes, cell);
		footnote_mark(notes, cell, 0, out);
	}
	out->is_full |= text.is_full;
	buffer_free(&text);
	return true;
}

/* True if a cell of a row has an interval. */
static bool has_interval(const struct value *row)
{
	bool has = false;

	for (int64_t i = 0; i < n_cell(row) && !has; ++i) {
		struct value v = cell_at(row, i);

		has = v.kind == VALUE_NUMBER && v.u.number.low > 0;
		value_free(&v);
	}
	return has;
}

static void add_row(enum format format, bool is_predicted,
	const struct value *row, struct footnotes *notes, struct buffer *out)
{
	const char *gap = format == FORMAT_CSV ? "," : " | ";
	int64_t n = n_cell(row);

	buffer_add(out, format == FORMAT_CSV ? "" : "| ");
	for (int64_t i = 0; i < n && buffer_goes_on(out); ++i) {
		struct value v = cell_at(row, i);

		if (i > 0)
			buffer_add(out, gap);
		if (!add_notes(format, row, i, &v, notes, out))
			add_cell(format, is_predicted, &v, out);
		value_free(&v);
	}
	buffer_add(out, format == FORMAT_CSV ? "" : " |");
}

/* What is below a table: a list in Markdown. */
static void add_footnotes(const struct footnotes *notes, struct buffer *out)
{
	if (notes->n == 0)
		return;
	buffer_add(out, "\n");
	footnote_print(notes, 0, "- ", out);
}

static void add_unit(struct buffer *name, const struct number *n)
{
	struct buffer unit = { 0 };

	number_print_unit(n, &unit);
	if (unit.len > 0)
		buffer_printf(name, " [%s]", buffer_text(&unit));
	buffer_free(&unit);
}

/* The first number in a column of a table; NULL if it has none. */
static const struct number *number_in(const struct value *table,
	const struct value *row, int64_t column)
{
	int64_t n = table_is(table) ? table->u.sequence->n : 1;

	for (int64_t i = 0; i < n && has_columns(row); ++i) {
		const struct value *cell = table_cell(n > 1 ?
				&table->u.sequence->item[i] :
				row,
			(int) column);

		if (cell->kind != VALUE_NONE)
			return cell->kind == VALUE_NUMBER ? &cell->u.number :
							    NULL;
	}
	return NULL;
}

/* Column names; in CSV, where numbers print without units, the names include
 * them, unless a column "unit" has that of each row.
 */
static void add_head(enum format format, const struct value *table,
	const struct value *row, struct buffer *out)
{
	bool has_units = row->kind == VALUE_RECORD && value_get(row, "unit");
	int64_t n = n_cell(row);

	buffer_add(out, format == FORMAT_CSV ? "" : "| ");
	for (int64_t i = 0; i < n && buffer_goes_on(out); ++i) {
		const struct number *like = number_in(table, row, i);
		struct buffer name = { 0 };

		if (has_columns(row))
			table_column_name(row, (int) i, &name);
		else
			buffer_printf(&name, "c%lld", (long long) i);
		if (format == FORMAT_CSV && like && !has_units)
			add_unit(&name, like);
		if (i > 0)
			buffer_add(out, format == FORMAT_CSV ? "," : " | ");
		if (format == FORMAT_CSV)
			add_csv_text(out, buffer_text(&name));
		else
			buffer_add(out, buffer_text(&name));
		buffer_free(&name);
	}
	if (format == FORMAT_CSV)
		return;
	buffer_add(out, " |\n|");
	for (int64_t i = 0; i < n; ++i)
		buffer_add(out, "---|");
}

/* The row of an object; takes ownership of the object. */
static struct value take_row(struct value *object)
{
	struct value row = row_of(object);

	value_free(object);
	return row;
}

/* Adds the columns that "shape" lacks, with the cell that has their unit. */
static void add_columns(struct value *shape, const struct value *row)
{
	for (int i = 0; i < table_columns(row); ++i) {
		struct buffer name = { 0 };

		table_column_name(row, i, &name);
		if (!value_get(shape, buffer_text(&name)))
			value_set(shape, buffer_text(&name),
				value_copy(table_cell(row, i)));
		buffer_free(&name);
	}
}

/* A row with the columns of "shape", empty where it has none; takes the row. */
static struct value level_row(const struct value *shape, struct value *row)
{
	struct value flat = value_record(), all = value_record();

	add_columns(&flat, row);
	for (int i = 0; i < shape->u.record->n; ++i) {
		const char *name = shape->u.record->member[i].name;
		const struct value *cell = value_get(&flat, name);

		value_set(&all, name,
			cell ? value_copy(cell) :
			       (struct value) { .kind = VALUE_NONE });
	}
	value_free(&flat);
	value_free(row);
	return all;
}

/* Rows of which some lack columns that others have, such as reports of devices
 * with and without an L3, as rows of one shape.  False if "v" has other rows.
 */
static bool level_rows(const struct value *v, struct value *levelled)
{
	struct value shape = value_record(), list;
	bool ok = true;

	if (v->kind != VALUE_LIST || value_length(v) < 2 || table_is(v)) {
		value_free(&shape);
		return false;
	}
	list = value_sequence(VALUE_LIST, value_length(v));
	for (int64_t i = 0; ok && i < list.u.sequence->n; ++i) {
		struct value row = value_item(v, i);

		if (is_sheet(&row))
			row = take_row(&row);
		ok = has_columns(&row);
		if (ok)
			add_columns(&shape, &row);
		list.u.sequence->item[i] = row;
	}
	for (int64_t i = 0; ok && i < list.u.sequence->n; ++i)
		list.u.sequence->item[i] = level_row(&shape,
			&list.u.sequence->item[i]);
	/* the cells of the shape have the units of the head */
	value_free(&shape);
	if (ok)
		*levelled = list;
	else
		value_free(&list);
	return ok;
}

/* A single report in Markdown: one line per figure. */
static void add_sheet(const struct value *object, struct buffer *out)
{
	struct value row = row_of(object);

	buffer_add(out, "| figure | value |\n|---|---|");
	for (int i = 0; i < table_columns(&row); ++i) {
		buffer_add(out, "\n| ");
		table_column_name(&row, i, out);
		buffer_add(out, " | ");
		add_cell(FORMAT_MARKDOWN, true, table_cell(&row, i), out);
		buffer_add(out, " |");
	}
	value_free(&row);
}

static void add_table(enum format format, bool is_predicted,
	const struct value *v, struct buffer *out)
{
	int64_t n = v->kind == VALUE_LIST ? value_length(v) : 1;
	struct footnotes notes = { 0 };
	struct value levelled;
	bool is_levelled = level_rows(v, &levelled);

	if (is_levelled)
		v = &levelled;
	for (int64_t i = 0; i < n && !out->is_full; ++i) {
		struct value row = v->kind == VALUE_LIST ? value_item(v, i) :
							   value_copy(v);

		if (is_sheet(&row))
			row = take_row(&row);
		if (i == 0 &&
			(row.kind == VALUE_RECORD ||
				format == FORMAT_MARKDOWN)) {
			add_head(format, v, &row, out);
			buffer_add(out, "\n");
		}
		add_row(format,
			is_predicted ||
				(format == FORMAT_MARKDOWN &&
					has_interval(&row)),
			&row, &notes, out);
		if (i + 1 < n)
			buffer_add(out, "\n");
		value_free(&row);
	}
	add_footnotes(&notes, out);
	footnote_free(&notes);
	if (is_levelled)
		value_free(&levelled);
}

void show_value(enum format format, const struct value *v, struct buffer *out)
{
	bool has_rows = v->kind == VALUE_OBJECT && v->u.object->type->rows;

	switch (format) {
	case FORMAT_TEXT:
		if (table_is(v))
			table_print(v, out);
		else
			value_print(v, out);
		return;
	case FORMAT_JSON: value_json(v, out); return;
	case FORMAT_CSV:
	case FORMAT_MARKDOWN:
		if (has_rows)
			add_table(format, true,
				v->u.object->type->rows(v->u.object), out);
		else if (is_sheet(v) && format == FORMAT_MARKDOWN)
			add_sheet(v, out);
		else if (is_row(v) || is_sheet(v))
			add_table(format, false, v, out);
		else if (v->kind == VALUE_NUMBER && format == FORMAT_CSV)
			number_print_plain(&v->u.number, out);
		else
			value_print(v, out);
		return;
	}
}

bool show_list(struct eval *ev, struct value *v, struct loc loc)
{
	struct buffer out = { 0 };
	bool ok;

	show_value(ev->format, v, &out);
	buffer_add_char(&out, '\n');
	ok = eval_output(ev, buffer_text(&out), out.len, loc);
	buffer_free(&out);
	value_free(v);
	return ok;
}

/* ---------------------------------------------------------------- rows */

/* The size of the space already bounds the number of rows, so rows are not
 * charged to the output budget.
 */
static bool put(struct show_rows *rows)
{
	int64_t before = rows->ev->output_B;
	bool ok = eval_output(rows->ev, buffer_text(&rows->text),
		rows->text.len, rows->loc);

	rows->ev->output_B = before;
	rows->text.len = 0;
	return ok;
}

bool show_row(struct show_rows *rows, const struct value *record)
{
	enum format format = rows->ev->format;
	bool is_first = rows->n++ == 0;

	if (format == FORMAT_JSON) {
		buffer_add(&rows->text, is_first ? "[" : ", ");
		value_json(record, &rows->text);
		return put(rows);
	}
	if (is_first) {
		add_head(format, record, record, &rows->text);
		buffer_add(&rows->text, "\n");
	}
	add_row(format, format == FORMAT_MARKDOWN && has_interval(record),
		record, &rows->notes, &rows->text);
	buffer_add(&rows->text, "\n");
	return put(rows);
}

bool show_rows_end(struct show_rows *rows)
{
	if (rows->ev->format == FORMAT_JSON)
		buffer_add(&rows->text, rows->n > 0 ? "]\n" : "[]\n");
	else if (rows->n == 0)
		buffer_add(&rows->text, "\n");
	if (rows->notes.n > 0) {
		footnote_print(&rows->notes, 0, "- ", &rows->text);
		buffer_add(&rows->text, "\n");
	}
	return put(rows);
}

void show_rows_free(struct show_rows *rows)
{
	buffer_free(&rows->text);
	footnote_free(&rows->notes);
}

/* --------------------------------------------------------------- show */

static void show_function(const struct function *f, struct buffer *out)
{
	struct loc loc = f->node->loc;

	buffer_add_bytes(out, loc.source->text + loc.begin,
		loc.end - loc.begin);
}

static bool show_subject(struct eval *ev, const struct node *node,
	struct buffer *out)
{
	struct value v;

	if (!eval_node(ev, node, &v))
		return false;
	if (v.kind == VALUE_OBJECT && v.u.object->type->show)
		v.u.object->type->show(v.u.object, out);
	else if (v.kind == VALUE_FUNCTION)
		show_function(v.u.function, out);
	else
		value_print(&v, out);
	value_free(&v);
	return true;
}

bool show_statement(struct eval *ev, const struct node *node)
{
	const struct shown *shown = node->text ?
		rooms_shown(ev->rooms, node->text) :
		NULL;
	struct buffer out = { 0 };
	bool ok;

	if (node->text && !shown) {
		diag_error(ev->diag, node->at, NULL,
			"a kernel has no '%s' to show", node->text);
		diag_note(ev->diag,
			"it has addresses, maps and, if compiled, a stencil");
		return false;
	}
	if ((!shown || shown->is_alone) && node->n_kid > 1) {
		diag_error(ev->diag, node->kid[1]->loc, NULL,
			"'show' does not take this here");
		diag_note(ev->diag,
			"to show a launch: show addresses of KERNEL with ...");
		return false;
	}
	if (shown)
		return shown->run(ev, node);
	ok = show_subject(ev, node->kid[0], &out);
	if (ok) {
		buffer_add_char(&out, '\n');
		ok = eval_output(ev, buffer_text(&out), out.len, node->loc);
	}
	buffer_free(&out);
	return ok;
}
