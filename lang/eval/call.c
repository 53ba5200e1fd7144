/* Typed access to the arguments of a built-in function. An argument of the
 * wrong type is reported with a caret at that argument.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/eval/builtin.h"
#include "lang/eval/call.h"
#include "lang/eval/eval.h"
#include "lang/eval/module.h"
#include "lang/value/arith.h"

bool call_has(const struct call *call, int i)
{
	return i < call->n_arg && call->arg[i].kind != VALUE_NONE;
}

struct loc call_loc(const struct call *call, int i)
{
	return call->arg_loc && i < call->n_arg ? call->arg_loc[i] : call->loc;
}

bool call_wrong(struct call *call, int i, const char *what)
{
	char got[80];

	value_describe(&call->arg[i], got, sizeof(got));
	return diag_error(call->diag, call_loc(call, i), NULL,
		"%s needs %s, got %s", call->row->name, what, got);
}

static bool report_unit(struct call *call, int i)
{
	struct dim dim = call->arg[i].u.number.dim;
	char unit[64];

	if (dim_is_none(dim))
		return diag_error(call->diag, call_loc(call, i), NULL,
			"the arguments of %s have different units",
			call->row->name);
	dim_name(dim, unit, sizeof(unit));
	diag_error(call->diag, call_loc(call, i), NULL,
		"%s needs a number without unit, got one in '%s'",
		call->row->name, unit);
	diag_note(call->diag, "divide by the unit first: x / 1 %s", unit);
	return false;
}

bool call_check(struct call *call, int i, enum number_status status)
{
	struct buffer text = { 0 };

	switch (status) {
	case NUMBER_OK: return true;
	case NUMBER_DIMENSION: return report_unit(call, i);
	case NUMBER_DOMAIN:
		value_print_brief(&call->arg[i], &text);
		diag_error(call->diag, call_loc(call, i), NULL,
			"%s(%s) is not a real number", call->row->name,
			buffer_text(&text));
		break;
	case NUMBER_NEGATIVE:
		value_print_brief(&call->arg[i], &text);
		diag_error(call->diag, call_loc(call, i), NULL,
			"%s needs a number that is not negative, got %s",
			call->row->name, buffer_text(&text));
		break;
	case NUMBER_NOT_INTEGER:
		value_print_brief(&call->arg[i], &text);
		diag_error(call->diag, call_loc(call, i), NULL,
			"%s needs an integer, got %s", call->row->name,
			buffer_text(&text));
		break;
	case NUMBER_ZERO:
	case NUMBER_TOO_BIG:
		return arith_fail(call->diag, call->loc, status, OP_DIV,
			&call->arg[i], &call->arg[i]);
	}
	buffer_free(&text);
	return false;
}

bool call_number(struct call *call, int i, const struct number **n)
{
	if (call->arg[i].kind != VALUE_NUMBER)
		return call_wrong(call, i, "a number");
	*n = &call->arg[i].u.number;
	return true;
}

bool call_int(struct call *call, int i, int64_t *value)
{
	const struct number *n = NULL;

	if (!call_number(call, i, &n))
		return false;
	if (!dim_is_none(n->dim))
		return call_check(call, i, NUMBER_DIMENSION);
	if (!number_is_integer(n))
		return call_check(call, i, NUMBER_NOT_INTEGER);
	if (!number_to_int(n, value))
		return call_check(call, i, NUMBER_TOO_BIG);
	return true;
}

bool call_string(struct call *call, int i, const struct string **s)
{
	if (call->arg[i].kind != VALUE_STRING)
		return call_wrong(call, i, "a string");
	*s = call->arg[i].u.string;
	return true;
}

bool call_function(struct call *call, int i)
{
	if (call->arg[i].kind != VALUE_FUNCTION &&
		call->arg[i].kind != VALUE_BUILTIN)
		return call_wrong(call, i, "a function");
	return true;
}

bool call_bool(struct call *call, int i, bool fallback, bool *value)
{
	*value = fallback;
	if (!call_has(call, i))
		return true;
	if (call->arg[i].kind != VALUE_BOOL)
		return call_wrong(call, i, "true or false");
	*value = call->arg[i].u.boolean;
	return true;
}

bool call_reserve(struct call *call, int64_t n, int64_t each)
{
	if (n > INT64_MAX / each)
		n = INT64_MAX / each;
	return eval_reserve(call->eval, n * each, call->loc) &&
		eval_step(call->eval, n, call->loc);
}

bool call_sequence(struct call *call, enum value_kind kind, int64_t n,
	struct value *result)
{
	*result = (struct value) { .kind = VALUE_NONE };
	if (!call_reserve(call, n, sizeof(struct value)))
		return false;
	*result = value_sequence(kind, n);
	return true;
}

bool call_file(struct call *call, int i, const char *what, char **path,
	struct buffer *text)
{
	if (!call->eval->files_allowed)
		return diag_error(call->diag, call_loc(call, i), NULL,
			"%s cannot be read here: programs may not read files",
			what);
	*path = module_path(call->loc, call->arg[i].u.string->text);
	if (files_read(*path, text))
		return true;
	diag_error(call->diag, call_loc(call, i), NULL, "cannot read '%s': %s",
		*path, strerror(errno));
	free(*path);
	return false;
}

bool call_items(struct call *call, int i, struct value *items)
{
	const struct value *v = &call->arg[i];
	int64_t n = value_length(v);

	*items = (struct value) { .kind = VALUE_NONE };
	if (n < 0)
		return call_wrong(call, i, "a list");
	if (v->kind == VALUE_LIST || v->kind == VALUE_TUPLE) {
		*items = value_copy(v);
		return true;
	}
	if (!call_sequence(call, VALUE_LIST, n, items))
		return false;
	for (int64_t k = 0; k < n; ++k)
		items->u.sequence->item[k] = value_item(v, k);
	return true;
}

bool call_any_unknown(const struct value *item, int64_t n)
{
	for (int64_t i = 0; i < n; ++i)
		if (item[i].kind == VALUE_UNKNOWN)
			return true;
	return false;
}

bool call_gather(struct call *call, struct gathered *g)
{
	*g = (struct gathered) { .first = call->arg, .n = call->n_arg };
	if (g->n != 1 || value_length(&call->arg[0]) < 0)
		return true;
	if (!call_items(call, 0, &g->items))
		return false;
	g->first = g->items.u.sequence->item;
	g->n = g->items.u.sequence->n;
	return true;
}

bool call_empty(struct call *call, int i)
{
	return diag_error(call->diag, call_loc(call, i), NULL,
		"%s of an empty list", call->row->name);
}

bool call_object(struct call *call, int n, const struct value *arg,
	struct value *result, bool *ok)
{
	for (int i = 0; i < n; ++i) {
		if (arg[i].kind != VALUE_OBJECT ||
			!arg[i].u.object->type->apply)
			continue;
		*ok = arg[i].u.object->type->apply(call->diag, call->loc,
			call->row->name, n, arg, result);
		return true;
	}
	return false;
}

bool call_binary(struct call *call, int op, const struct value *a,
	const struct value *b, struct value *result)
{
	return eval_step(call->eval, 1, call->loc) &&
		arith_binary(call->diag, call->loc, op, a, b, result);
}

bool call_apply(struct call *call, int i, int n, const struct value *arg,
	struct value *result)
{
	*result = (struct value) { .kind = VALUE_NONE };
	return eval_step(call->eval, 1, call->loc) &&
		eval_apply(call->eval, &call->arg[i], n, arg, call->loc,
			result);
}

bool call_test(struct call *call, int i, const struct value *item, bool *holds)
{
	struct value v;
	char got[80];

	if (!call_has(call, i))
		v = value_copy(item);
	else if (!call_apply(call, i, 1, item, &v))
		return false;
	*holds = v.kind == VALUE_BOOL && v.u.boolean;
	if (v.kind == VALUE_BOOL || v.kind == VALUE_UNKNOWN) {
		value_free(&v);
		return true;
	}
	value_describe(&v, got, sizeof(got));
	value_free(&v);
	return diag_error(call->diag, call->loc, NULL,
		"%s needs true or false for each element, got %s",
		call->row->name, got);
}
