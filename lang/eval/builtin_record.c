/* Functions on records and on values of any kind: record, keys, get, type,
 * unit, error.
 */

#include "lang/eval/builtin.h"
#include "lang/value/path.h"

DEFINE_BUILTIN(record)
{
	*result = value_record();
	for (int i = 0; i < call->n_arg; ++i) {
		if (!value_get(result, call->arg_name[i])) {
			value_set(result, call->arg_name[i],
				value_copy(&call->arg[i]));
			continue;
		}
		value_free(result);
		return diag_error(call->diag, call_loc(call, i), NULL,
			"'%s' is given twice", call->arg_name[i]);
	}
	return true;
}

static bool has_members(const struct value *v)
{
	return v->kind == VALUE_RECORD ||
		(v->kind == VALUE_OBJECT && v->u.object->type->get &&
			v->u.object->type->names);
}

static int count_members(const struct value *v)
{
	const char *const *name;

	return v->kind == VALUE_RECORD ?
		v->u.record->n :
		v->u.object->type->names(v->u.object, &name);
}

static const char *member_name(const struct value *v, int i)
{
	const char *const *name;

	if (v->kind == VALUE_RECORD)
		return v->u.record->member[i].name;
	v->u.object->type->names(v->u.object, &name);
	return name[i];
}

/* An object may know the name of a figure that it does not have, such as the
 * mshrs of a board that nobody has measured.
 */
static bool is_set(const struct value *v, const char *name)
{
	struct value member;

	if (v->kind == VALUE_RECORD)
		return true;
	if (!v->u.object->type->get(v->u.object, name, &member))
		return false;
	value_free(&member);
	return true;
}

DEFINE_BUILTIN(keys)
{
	const struct value *v = &call->arg[0];
	int n, n_set = 0;

	if (!has_members(v))
		return call_wrong(call, 0, "a record");
	n = count_members(v);
	if (!call_sequence(call, VALUE_LIST, n, result))
		return false;
	for (int i = 0; i < n; ++i)
		if (is_set(v, member_name(v, i)))
			result->u.sequence->item[n_set++] = value_text(
				member_name(v, i));
	result->u.sequence->n = n_set;
	return true;
}

DEFINE_BUILTIN(values)
{
	const struct value *v = &call->arg[0];
	int n, n_found = 0;

	if (!has_members(v))
		return call_wrong(call, 0, "a record");
	n = count_members(v);
	if (!call_sequence(call, VALUE_LIST, n, result))
		return false;
	for (int i = 0; i < n; ++i)
		n_found += path_member(v, member_name(v, i),
			&result->u.sequence->item[n_found]);
	result->u.sequence->n = n_found;
	return true;
}

static bool report_missing(struct call *call, const char *name)
{
	const struct value *v = &call->arg[0];
	const char *const *names;
	const char *nearest = NULL;
	int i;

	diag_error(call->diag, call_loc(call, 1), NULL,
		"there is no member '%s'", name);
	if (v->kind == VALUE_OBJECT) {
		i = v->u.object->type->names(v->u.object, &names);
		diag_suggest(call->diag, name, names, i);
		return false;
	}
	for (i = 0; !nearest && i < count_members(v); ++i) {
		const char *candidate = member_name(v, i);

		nearest = diag_nearest(name, &candidate, 1);
	}
	if (nearest)
		diag_note(call->diag, "did you mean '%s'?", nearest);
	return false;
}

DEFINE_BUILTIN(get)
{
	const struct string *name;

	if (!has_members(&call->arg[0]))
		return call_wrong(call, 0, "a record");
	if (!call_string(call, 1, &name))
		return false;
	if (path_member(&call->arg[0], name->text, result))
		return true;
	if (!call_has(call, 2))
		return report_missing(call, name->text);
	*result = value_copy(&call->arg[2]);
	return true;
}

DEFINE_BUILTIN(type)
{
	*result = value_text(value_kind_name(&call->arg[0]));
	return true;
}

DEFINE_BUILTIN(unit)
{
	const struct number *n;
	char unit[64];

	if (!call_number(call, 0, &n))
		return false;
	dim_name(n->dim, unit, sizeof(unit));
	*result = value_text(unit);
	return true;
}

DEFINE_BUILTIN(error)
{
	struct buffer text = { 0 };

	*result = (struct value) { .kind = VALUE_NONE };
	value_print_brief(&call->arg[0], &text);
	diag_error(call->diag, call->loc, NULL, "%s", buffer_text(&text));
	buffer_free(&text);
	return false;
}
