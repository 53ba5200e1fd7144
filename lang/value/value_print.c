/* Prints values for people, cut where they are too long or too deep. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/json.h"
#include "lang/base/memory.h"
#include "lang/value/function.h"

/* Bytes after which a printed value ends with "...": in full (32 MiB, unless
 * the buffer has its own limit), and as a brief description. Lists that share elements can expand to more than memory
 * holds.
 */
#define PRINT_BYTES ((size_t) 1 << 25)
#define BRIEF_BYTES ((size_t) 200)

struct printer {
	struct buffer *out;
	size_t limit; /* largest out->len */
	int depth;    /* levels that may still nest */
};

static bool is_full(const struct printer *p)
{
	return p->out->len > p->limit || p->out->is_full;
}

static void print_value(struct printer *p, const struct value *v);

/* True for elements that print on lines of their own, such as reports. */
static bool has_own_line(const struct value *v, int64_t i)
{
	const struct value *item;

	if (v->kind != VALUE_LIST)
		return false;
	item = &v->u.sequence->item[i];
	return item->kind == VALUE_OBJECT && item->u.object->type->brief;
}

static void print_sequence(struct printer *p, const struct value *v)
{
	bool tuple = v->kind == VALUE_TUPLE;
	int64_t n = value_length(v);

	buffer_add_char(p->out, tuple ? '(' : '[');
	for (int64_t i = 0; i < n; ++i) {
		struct value item;

		if (i > 0)
			buffer_add(p->out, has_own_line(v, i) ? ",\n " : ", ");
		if (is_full(p)) {
			buffer_add(p->out, "...");
			break;
		}
		item = value_item(v, i);
		print_value(p, &item);
		value_free(&item);
	}
	if (tuple && n == 1)
		buffer_add_char(p->out, ',');
	buffer_add_char(p->out, tuple ? ')' : ']');
}

static void print_range(struct printer *p, const struct value *v)
{
	const struct range *r = v->u.range;
	struct number one = number_one_like(&r->lo);
	int order;

	if (number_compare(&one, &r->step, &order) != NUMBER_OK || order) {
		print_sequence(p, v);
		return;
	}
	number_print(&r->lo, p->out);
	buffer_add(p->out, "..");
	number_print(&r->hi, p->out);
}

static void print_record(struct printer *p, const struct record *r)
{
	buffer_add_char(p->out, '{');
	for (int i = 0; i < r->n; ++i) {
		if (i > 0)
			buffer_add(p->out, ", ");
		if (is_full(p)) {
			buffer_add(p->out, "...");
			break;
		}
		buffer_printf(p->out, "%s: ", r->member[i].name);
		print_value(p, &r->member[i].value);
	}
	buffer_add_char(p->out, '}');
}

static void print_function(const struct function *f, struct buffer *out)
{
	buffer_printf(out, "function %s(", f->name ? f->name : "");
	for (int i = 1; f->node && i < f->node->n_kid; ++i) {
		const struct node *param = f->node->kid[i];

		buffer_printf(out, "%s%s", i > 1 ? ", " : "", param->text);
		if (param->n_kid > 0 && param->kid[0])
			buffer_add(out, " = ...");
	}
	buffer_add_char(out, ')');
}

static void print_nest(struct printer *p, const struct value *v)
{
	if (p->depth == 0) {
		buffer_add(p->out, "...");
		return;
	}
	--p->depth;
	if (v->kind == VALUE_RECORD)
		print_record(p, v->u.record);
	else
		print_sequence(p, v);
	++p->depth;
}

static void print_value(struct printer *p, const struct value *v)
{
	switch (v->kind) {
	case VALUE_NONE: break;
	case VALUE_UNKNOWN: buffer_add(p->out, "?"); break;
	case VALUE_BOOL:
		buffer_add(p->out, v->u.boolean ? "true" : "false");
		break;
	case VALUE_NUMBER: number_print_interval(&v->u.number, p->out); break;
	case VALUE_STRING:
		json_string(p->out, v->u.string->text, v->u.string->len);
		break;
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_RECORD: print_nest(p, v); break;
	case VALUE_RANGE: print_range(p, v); break;
	case VALUE_SYMBOL: buffer_add(p->out, v->u.symbol); break;
	case VALUE_FUNCTION: print_function(v->u.function, p->out); break;
	case VALUE_BUILTIN:
		buffer_printf(p->out, "function %s(%s)", v->u.builtin->name,
			v->u.builtin->params);
		break;
	case VALUE_OBJECT:
		if (p->depth < VALUE_PRINT_DEPTH && v->u.object->type->brief)
			v->u.object->type->brief(v->u.object, p->out);
		else if (v->u.object->type->print)
			v->u.object->type->print(v->u.object, p->out);
		else
			buffer_add(p->out, v->u.object->type->name);
		break;
	}
}

/* Prints the members of a record as lines. Members of nested records follow
 * with dotted names.
 */
struct lines {
	struct printer *p;
	struct buffer path;
	size_t width; /* length of the longest name */
	bool measuring, first, cut;
	int left; /* members that may still be measured */
};

/* Members whose names set the width of the first column.  Shared records can
 * have exponentially many; longer names beyond this are not aligned.
 */
#define MEASURED_MEMBERS 100000

static void print_line(struct lines *lines, const struct value *v)
{
	struct buffer *out = lines->p->out;

	if (lines->measuring) {
		if (lines->path.len > lines->width)
			lines->width = lines->path.len;
		return;
	}
	if (lines->cut)
		return;
	if (!lines->first)
		buffer_add_char(out, '\n');
	lines->cut = is_full(lines->p);
	if (lines->cut) {
		buffer_add(out, "...");
		return;
	}
	lines->first = false;
	buffer_printf(out, "%-*s = ", (int) lines->width,
		buffer_text(&lines->path));
	print_value(lines->p, v);
}

static void print_lines(struct lines *lines, const struct record *r)
{
	size_t len = lines->path.len;

	--lines->p->depth;
	for (int i = 0; i < r->n && !lines->cut; ++i) {
		const struct value *v = &r->member[i].value;

		if (lines->measuring && --lines->left < 0)
			break;
		buffer_printf(&lines->path, "%s%s", len > 0 ? "." : "",
			r->member[i].name);
		if (v->kind == VALUE_RECORD && v->u.record->n > 0 &&
			lines->p->depth > 0)
			print_lines(lines, v->u.record);
		else
			print_line(lines, v);
		lines->path.len = len;
		lines->path.text[len] = '\0';
	}
	++lines->p->depth;
}

static void print_within(size_t bytes, const struct value *v,
	struct buffer *out)
{
	struct printer p = { out, bytes < SIZE_MAX ? out->len + bytes : bytes,
		VALUE_PRINT_DEPTH };
	struct lines lines = {
		.p = &p,
		.measuring = true,
		.first = true,
		.left = MEASURED_MEMBERS,
	};

	if (v->kind == VALUE_STRING) {
		buffer_add_bytes(out, v->u.string->text, v->u.string->len);
	} else if (v->kind == VALUE_RECORD && v->u.record->n > 0) {
		print_lines(&lines, v->u.record);
		lines.measuring = false;
		print_lines(&lines, v->u.record);
		buffer_free(&lines.path);
	} else {
		print_value(&p, v);
	}
}

void value_print(const struct value *v, struct buffer *out)
{
	print_within(out->may_grow ? SIZE_MAX : PRINT_BYTES, v, out);
}

void value_print_brief(const struct value *v, struct buffer *out)
{
	print_within(BRIEF_BYTES, v, out);
}
