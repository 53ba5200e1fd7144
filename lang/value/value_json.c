/* Values as JSON. The outermost record lists the units of all its members once;
 * any other number with a unit carries its own.
 */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lang/base/json.h"
#include "lang/value/value.h"

/* Bytes after which JSON is cut and becomes null, unless the buffer has its own
 * limit. Lists that share elements can expand to more than memory holds.
 */
#define JSON_BYTES ((size_t) 1 << 27)

struct writer {
	struct buffer *out;
	size_t limit;
	int depth;
	bool in_record; /* the outermost record lists the units */
	int left;	/* members that may still be searched for units */
};

/* Members searched for units.  Shared records can have exponentially many;
 * beyond this, the search ends and finds none.
 */
#define UNIT_MEMBERS 100000

static bool is_full(const struct writer *w)
{
	return w->out->len > w->limit || w->out->is_full;
}

/* True if "v" is a number, or a list of numbers, of one dimension. */
static bool find_dim(const struct value *v, struct dim *dim)
{
	if (v->kind == VALUE_NUMBER) {
		*dim = v->u.number.dim;
		return true;
	}
	if (v->kind == VALUE_RANGE) {
		*dim = v->u.range->lo.dim;
		return true;
	}
	if ((v->kind != VALUE_LIST && v->kind != VALUE_TUPLE) ||
		v->u.sequence->n == 0)
		return false;
	for (int64_t i = 0; i < v->u.sequence->n; ++i) {
		const struct value *item = &v->u.sequence->item[i];

		if (item->kind != VALUE_NUMBER ||
			(i > 0 && !dim_equal(item->u.number.dim, *dim)))
			return false;
		*dim = item->u.number.dim;
	}
	return true;
}

/* True for a number shown in a base unit with a label, such as cyc/LUP. */
static bool find_label(const struct value *v, char unit[VALUE_UNIT_BYTES])
{
	const struct spelling *spelling = &v->u.number.spelling;
	struct buffer text = { 0 };
	struct unit u;

	if (v->kind != VALUE_NUMBER || spelling->n == 0 || !spelling->shown)
		return false;
	u = unit_spelled(spelling);
	if (u.num != u.den)
		return false;
	unit_print(spelling, &text);
	snprintf(unit, VALUE_UNIT_BYTES, "%s", buffer_text(&text));
	buffer_free(&text);
	return true;
}

void value_unit(const struct value *v, char unit[VALUE_UNIT_BYTES])
{
	struct dim dim = { { 0 } };

	unit[0] = '\0';
	if (!find_label(v, unit) && find_dim(v, &dim))
		dim_name(dim, unit, VALUE_UNIT_BYTES);
}

static void write_value(struct writer *w, const struct value *v,
	bool with_unit);

static void write_name(struct writer *w, const char *name)
{
	json_string(w->out, name, strlen(name));
	buffer_add(w->out, ": ");
}

static void write_sequence(struct writer *w, const struct value *v,
	bool with_unit)
{
	int64_t n = value_length(v);

	buffer_add_char(w->out, '[');
	for (int64_t i = 0; i < n && !is_full(w); ++i) {
		struct value item = value_item(v, i);

		if (i > 0)
			buffer_add(w->out, ", ");
		write_value(w, &item, with_unit);
		value_free(&item);
	}
	buffer_add_char(w->out, ']');
}

/* "v" or the first element of the list "v", if that is a record. */
static const struct record *record_in(const struct value *v)
{
	if (v->kind == VALUE_LIST && v->u.sequence->n > 0)
		v = &v->u.sequence->item[0];
	return v->kind == VALUE_RECORD ? v->u.record : NULL;
}

/* True if any member, at any level, has a unit. */
static bool has_units(struct writer *w, const struct record *r, int depth)
{
	char unit[VALUE_UNIT_BYTES];

	for (int i = 0; depth > 0 && i < r->n && --w->left > 0; ++i) {
		const struct value *v = &r->member[i].value;

		value_unit(v, unit);
		if (unit[0] ||
			(record_in(v) && has_units(w, record_in(v), depth - 1)))
			return true;
	}
	return false;
}

/* { name: unit }, with the same nesting as the record. */
static void write_units(struct writer *w, const struct record *r, int depth)
{
	const char *gap = "";
	char unit[VALUE_UNIT_BYTES];

	buffer_add_char(w->out, '{');
	for (int i = 0; i < r->n && !is_full(w); ++i) {
		const struct value *v = &r->member[i].value;
		bool inner = record_in(v) &&
			has_units(w, record_in(v), depth - 1);

		value_unit(v, unit);
		if (!unit[0] && !inner)
			continue;
		buffer_add(w->out, gap);
		gap = ", ";
		write_name(w, r->member[i].name);
		if (inner)
			write_units(w, record_in(v), depth - 1);
		else
			json_string(w->out, unit, strlen(unit));
	}
	buffer_add_char(w->out, '}');
}

static void write_record(struct writer *w, const struct record *r)
{
	bool is_outermost = !w->in_record;
	char unit[VALUE_UNIT_BYTES];

	w->in_record = true;
	buffer_add_char(w->out, '{');
	for (int i = 0; i < r->n && !is_full(w); ++i) {
		const struct value *v = &r->member[i].value;

		if (i > 0)
			buffer_add(w->out, ", ");
		write_name(w, r->member[i].name);
		value_unit(v, unit);
		write_value(w, v, !unit[0] && !record_in(v));
	}
	if (is_outermost && has_units(w, r, w->depth)) {
		buffer_add(w->out, ", \"units\": ");
		write_units(w, r, w->depth);
	}
	buffer_add_char(w->out, '}');
	w->in_record = !is_outermost;
}

static void write_text(struct writer *w, const struct value *v)
{
	struct buffer text = { 0 };

	value_print(v, &text);
	json_string(w->out, buffer_text(&text), text.len);
	buffer_free(&text);
}

static void write_bare(struct writer *w, const struct value *v, bool with_unit)
{
	switch (v->kind) {
	case VALUE_NONE:
	case VALUE_UNKNOWN: buffer_add(w->out, "null"); break;
	case VALUE_BOOL:
		buffer_add(w->out, v->u.boolean ? "true" : "false");
		break;
	case VALUE_NUMBER: number_print_plain(&v->u.number, w->out); break;
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_RANGE: write_sequence(w, v, with_unit); break;
	case VALUE_RECORD: write_record(w, v->u.record); break;
	case VALUE_OBJECT:
		if (v->u.object->type->json)
			v->u.object->type->json(v->u.object, w->out);
		else
			write_text(w, v);
		break;
	case VALUE_STRING:
	case VALUE_SYMBOL:
	case VALUE_FUNCTION:
	case VALUE_BUILTIN: write_text(w, v); break;
	}
}

/* "with_unit": write the unit here because no enclosing record lists it. */
static void write_value(struct writer *w, const struct value *v, bool with_unit)
{
	char unit[VALUE_UNIT_BYTES] = "";

	if (w->depth == 0 || is_full(w)) {
		w->out->is_cut = true;
		buffer_add(w->out, "null");
		return;
	}
	--w->depth;
	if (with_unit)
		value_unit(v, unit);
	if (unit[0])
		buffer_add(w->out, "{\"value\": ");
	write_bare(w, v, with_unit && !unit[0]);
	if (unit[0]) {
		buffer_add(w->out, ", \"unit\": ");
		json_string(w->out, unit, strlen(unit));
		buffer_add_char(w->out, '}');
	}
	++w->depth;
}

void value_json(const struct value *v, struct buffer *out)
{
	struct writer w = { out,
		out->may_grow ? SIZE_MAX : out->len + JSON_BYTES,
		VALUE_PRINT_DEPTH, false, UNIT_MEMBERS };

	write_value(&w, v, true);
}
