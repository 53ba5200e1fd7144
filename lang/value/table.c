/* Tables: recognizes lists that are tables, finds their columns, and prints
 * them.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/number/unit.h"
#include "lang/value/footnote.h"
#include "lang/value/table.h"

/* Characters after which a cell is cut, so that one long string does not widen
 * its whole column.
 */
#define CELL_CHARS 40

/* Members of one row, including nested ones, beyond which it is not a table
 * row. Shared nested records can have exponentially many members.
 */
#define ROW_MEMBERS 10000

/* Digits of figures without an interval of their own, in a table that has a
 * column with one: predictions differ from measurements in the second digit,
 * so that six would only look exact.  CSV and JSON have all digits.
 */
#define FIGURE_DIGITS 4

/* Such figures print as 0 below this part of the largest one of their column:
 * 2e-19 B/LUP beside 8 B/LUP is nothing.
 */
#define FIGURE_NOTHING 1e-6

static int members_left(const struct record *r, int left)
{
	for (int i = 0; i < r->n && left > 0; ++i) {
		const struct value *v = &r->member[i].value;

		--left;
		if (v->kind == VALUE_RECORD)
			left = members_left(v->u.record, left);
	}
	return left;
}

bool table_is_wide(const struct value *row)
{
	return members_left(row->u.record, ROW_MEMBERS) == 0;
}

int table_columns(const struct value *row)
{
	const struct record *r = row->u.record;
	int n = 0;

	for (int i = 0; i < r->n; ++i)
		n += r->member[i].value.kind == VALUE_RECORD ?
			table_columns(&r->member[i].value) :
			1;
	return n;
}

void table_column_name(const struct value *row, int column, struct buffer *name)
{
	const struct record *r = row->u.record;

	for (int i = 0; i < r->n; ++i) {
		const struct value *v = &r->member[i].value;
		int n = v->kind == VALUE_RECORD ? table_columns(v) : 1;

		if (column >= n) {
			column -= n;
			continue;
		}
		buffer_add(name, r->member[i].name);
		if (v->kind == VALUE_RECORD) {
			buffer_add_char(name, '.');
			table_column_name(v, column, name);
		}
		return;
	}
}

const struct value *table_cell(const struct value *row, int column)
{
	const struct record *r = row->u.record;

	for (int i = 0; i < r->n; ++i) {
		const struct value *v = &r->member[i].value;
		int n = v->kind == VALUE_RECORD ? table_columns(v) : 1;

		if (column < n)
			return v->kind == VALUE_RECORD ? table_cell(v, column) :
							 v;
		column -= n;
	}
	return NULL;
}

static bool same_shape(const struct value *a, const struct value *b)
{
	const struct record *r = a->u.record, *s = b->u.record;

	if (r->n != s->n)
		return false;
	for (int i = 0; i < r->n; ++i) {
		const struct value *x = &r->member[i].value;
		const struct value *y = &s->member[i].value;

		if (strcmp(r->member[i].name, s->member[i].name) != 0 ||
			(x->kind == VALUE_RECORD) !=
				(y->kind == VALUE_RECORD) ||
			(x->kind == VALUE_RECORD && !same_shape(x, y)))
			return false;
	}
	return true;
}

bool table_is(const struct value *v)
{
	if (v->kind != VALUE_LIST || v->u.sequence->n == 0 ||
		v->u.sequence->item[0].kind != VALUE_RECORD ||
		table_is_wide(&v->u.sequence->item[0]))
		return false;
	for (int64_t i = 0; i < v->u.sequence->n; ++i)
		if (v->u.sequence->item[i].kind != VALUE_RECORD ||
			!same_shape(&v->u.sequence->item[0],
				&v->u.sequence->item[i]))
			return false;
	return table_columns(&v->u.sequence->item[0]) > 0;
}

/* ----------------------------------------------------------- printing */

/* All numbers of a column print in one unit, with the prefix that suits the
 * largest of them.
 */
struct column {
	struct buffer name, unit;
	bool is_number;
	bool is_notes; /* marks of footnotes; hidden where no row has one */
	bool is_hidden;
	bool has_ends;	   /* intervals are shown */
	bool is_predicted; /* some column of the table has intervals */
	double scale;	   /* shown = value in base units / scale */
	double largest;	   /* as shown */
	int width;
	struct footnotes notes;
	int64_t n_row;
};

/* The first number of a column in which every cell is empty or a number of the
 * same dimension; NULL for any other column.
 */
static const struct number *first_number(const struct value *v, int column)
{
	const struct sequence *s = v->u.sequence;
	const struct number *first = NULL;

	for (int64_t i = 0; i < s->n; ++i) {
		const struct value *cell = table_cell(&s->item[i], column);

		if (cell->kind == VALUE_NONE)
			continue;
		if (cell->kind != VALUE_NUMBER ||
			(first && !dim_equal(cell->u.number.dim, first->dim)))
			return NULL;
		if (!first)
			first = &cell->u.number;
	}
	return first;
}

static double largest(const struct value *v, int column)
{
	const struct sequence *s = v->u.sequence;
	double most = 0;

	for (int64_t i = 0; i < s->n; ++i) {
		const struct value *cell = table_cell(&s->item[i], column);
		double d = cell->kind == VALUE_NUMBER ?
			number_to_double(&cell->u.number) :
			0;

		if (d < 0)
			d = -d;
		if (d > most)
			most = d;
	}
	return most;
}

/* Unit and scale are those that number_print chooses for the largest value. */
double table_scale(const struct number *like, double most, struct buffer *out)
{
	struct number n = number_real(most, like->dim);
	struct buffer text = { 0 };
	double scale = 1;
	const char *blank;
	struct unit unit;

	n.spelling = like->spelling;
	number_print(&n, &text);
	blank = strchr(buffer_text(&text), ' ');
	if (blank) {
		size_t len = strlen(blank + 1);

		if (unit_parse(blank + 1, len, &unit) == len) {
			buffer_add(out, blank + 1);
			scale = (double) unit.num / (double) unit.den;
		}
	}
	buffer_free(&text);
	return scale;
}

static void choose_unit(const struct value *v, struct column *c, int column)
{
	const struct number *first = first_number(v, column);

	c->scale = 1;
	c->is_number = first != NULL;
	if (!first)
		return;
	c->largest = largest(v, column);
	c->scale = table_scale(first, c->largest, &c->unit);
	c->largest /= c->scale;
}

static double rounded_figure(const struct column *c, double shown)
{
	char digits[32];

	if (fabs(shown) < FIGURE_NOTHING * c->largest)
		return 0;
	if (shown == floor(shown)) /* a count */
		return shown;
	snprintf(digits, sizeof(digits), "%.*g", FIGURE_DIGITS, shown);
	return strtod(digits, NULL);
}

static void print_cell(const struct column *c, const struct value *v,
	struct buffer *out)
{
	struct dim none = { { 0 } };
	bool is_figure = c->is_predicted && v->kind == VALUE_NUMBER &&
		v->u.number.form == NUMBER_REAL;

	if (v->kind == VALUE_NONE)
		return;
	if (c->is_notes) {
		footnote_mark(&c->notes, v, c->n_row, out);
		return;
	}
	if (c->is_number && v->u.number.low > 0) {
		number_print_ends(&v->u.number,
			number_to_double(&v->u.number) / c->scale, c->has_ends,
			out);
	} else if (c->is_number && (c->unit.len > 0 || is_figure)) {
		double shown = number_to_double(&v->u.number) / c->scale;
		struct number n = number_real(is_figure ?
				rounded_figure(c, shown) :
				shown,
			none);

		number_print(&n, out);
	} else {
		value_print_brief(v, out);
	}
}

static int text_width(const char *text)
{
	int n = 0;

	for (; *text; ++text)
		n += ((unsigned char) *text & 0xc0) != 0x80;
	return n;
}

static void add_padded(struct buffer *out, const struct column *c,
	const char *text, bool is_last)
{
	int pad = c->width - text_width(text);

	if (c->is_number)
		buffer_repeat(out, ' ', pad);
	buffer_add(out, text);
	if (!c->is_number && !is_last)
		buffer_repeat(out, ' ', pad);
}

static void end_line(struct buffer *out)
{
	buffer_trim(out, ' ');
}

static char *cell_text(const struct column *c, const struct value *v)
{
	struct buffer text = { 0 };

	print_cell(c, v, &text);
	if (text.len > CELL_CHARS) {
		text.len = CELL_CHARS - 3;
		text.text[text.len] = '\0';
		buffer_add(&text, "...");
	}
	for (size_t i = 0; i < text.len; ++i)
		if (text.text[i] == '\n')
			text.text[i] = ' ';
	return buffer_take(&text);
}

static void find_notes(const struct value *v, struct column *c, int column)
{
	const struct sequence *s = v->u.sequence;

	c->is_notes = true;
	c->n_row = s->n;
	for (int64_t i = 0; i < s->n && c->is_notes; ++i)
		c->is_notes = footnote_is(buffer_text(&c->name),
			table_cell(&s->item[i], column));
	for (int64_t i = 0; i < s->n && c->is_notes; ++i)
		footnote_add(&c->notes, table_cell(&s->item[i], column));
	c->is_hidden = c->is_notes && !footnote_has_marks(&c->notes, s->n);
}

static void measure(const struct value *v, struct column *c, int column)
{
	const struct sequence *s = v->u.sequence;

	table_column_name(&s->item[0], column, &c->name);
	find_notes(v, c, column);
	choose_unit(v, c, column);
	c->width = text_width(buffer_text(&c->name));
	if (text_width(buffer_text(&c->unit)) > c->width)
		c->width = text_width(buffer_text(&c->unit));
	for (int64_t i = 0; i < s->n; ++i) {
		char *text = cell_text(c, table_cell(&s->item[i], column));

		if (text_width(text) > c->width)
			c->width = text_width(text);
		free(text);
	}
}

/* Of the columns with intervals, the last one shows them: performance and time
 * have the same.
 */
static void show_ends(const struct value *v, int n, struct column *c)
{
	for (int i = n - 1; i >= 0; --i) {
		const struct number *first = first_number(v, i);

		if (first && first->low > 0) {
			c[i].has_ends = true;
			for (int k = 0; k < n; ++k)
				c[k].is_predicted = true;
			return;
		}
	}
}

/* One line: names, units, or the cells of "row". */
enum line { LINE_NAMES, LINE_UNITS, LINE_CELLS };

static void add_line(enum line line, const struct value *row, int n,
	const struct column *c, struct buffer *out)
{
	int last = n - 1;

	while (last > 0 && c[last].is_hidden)
		--last;
	for (int i = 0; i <= last; ++i) {
		char *text = line == LINE_CELLS ?
			cell_text(&c[i], table_cell(row, i)) :
			NULL;

		if (!c[i].is_hidden) {
			buffer_add(out, i ? "  " : "");
			add_padded(out, &c[i],
				text ? text :
					line == LINE_NAMES ?
				       buffer_text(&c[i].name) :
				       buffer_text(&c[i].unit),
				i == last);
		}
		free(text);
	}
}

void table_print(const struct value *v, struct buffer *out)
{
	const struct sequence *s = v->u.sequence;
	int n = table_columns(&s->item[0]);
	struct column *c = memory_new((size_t) n * sizeof(*c));
	bool any_unit = false;

	show_ends(v, n, c);
	for (int i = 0; i < n && buffer_goes_on(out); ++i) {
		measure(v, &c[i], i);
		any_unit |= c[i].unit.len > 0;
	}
	add_line(LINE_NAMES, NULL, n, c, out);
	if (any_unit) {
		buffer_add(out, "\n");
		add_line(LINE_UNITS, NULL, n, c, out);
		end_line(out);
	}
	for (int64_t row = 0; row < s->n && buffer_goes_on(out); ++row) {
		buffer_add(out, "\n");
		add_line(LINE_CELLS, &s->item[row], n, c, out);
		if (n > 0 && c[n - 1].is_notes)
			end_line(out);
	}
	for (int i = 0; i < n; ++i) {
		footnote_print(&c[i].notes, s->n, "  ", out);
		footnote_free(&c[i].notes);
		buffer_free(&c[i].name);
		buffer_free(&c[i].unit);
	}
	free(c);
}
