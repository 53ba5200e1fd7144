/* Cells of a thread that lie a block apart. */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/syntax/ast.h"
#include "lang/value/apart.h"

struct apart {
	struct object object;
	int64_t n;
};

static void print_object(const struct object *o, struct buffer *out)
{
	buffer_printf(out, "%lld by block",
		(long long) ((const struct apart *) o)->n);
}

static bool equal_objects(const struct object *a, const struct object *b)
{
	return ((const struct apart *) a)->n == ((const struct apart *) b)->n;
}

static const struct object_type apart_type = {
	.name = "number of cells by block",
	.print = print_object,
	.equal = equal_objects,
};

struct value apart_value(int64_t n)
{
	struct apart *v;

	if (n == 1)
		return value_int(n);
	v = memory_new(sizeof(*v));
	v->object.refs = 1;
	v->object.type = &apart_type;
	v->n = n;
	return value_object(&v->object);
}

bool apart_of(const struct value *v, int64_t *n)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &apart_type)
		return false;
	*n = ((const struct apart *) v->u.object)->n;
	return true;
}

/* A whole number of cells, or what lies apart already. */
static bool spread(const struct value *v, struct value *result)
{
	int64_t n;

	if (apart_of(v, &n)) {
		*result = value_copy(v);
		return true;
	}
	if (v->kind != VALUE_NUMBER || !dim_is_none(v->u.number.dim) ||
		!number_to_int(&v->u.number, &n) || n < 1)
		return false;
	*result = apart_value(n);
	return true;
}

static bool spread_tuple(const struct value *v, struct value *result)
{
	int64_t n = value_length(v);

	if (n < 1 || n > 3)
		return false;
	*result = value_sequence(v->kind, n);
	for (int64_t i = 0; i < n; ++i)
		if (!spread(&v->u.sequence->item[i],
			    &result->u.sequence->item[i])) {
			value_free(result);
			return false;
		}
	return true;
}

bool apart_apply(struct diag *diag, struct loc loc, int op,
	const struct value *a, struct value *result)
{
	bool is_list = a->kind == VALUE_TUPLE || a->kind == VALUE_LIST;
	struct buffer text = { 0 };

	if (value_is_unknown(a)) {
		result->kind = VALUE_UNKNOWN;
		return true;
	}
	if (is_list && op == OP_INTERLEAVED ? spread_tuple(a, result) :
					      spread(a, result))
		return true;
	value_print_brief(a, &text);
	diag_error(diag, loc, NULL,
		op == OP_BY_BLOCK ?
			"'by block' follows cells of a thread along one axis, "
			"a whole number of 1 or more, got %s" :
			"'interleaved' follows the cells of a thread, one to "
			"three whole numbers of 1 or more, got %s",
		buffer_text(&text));
	if (is_list && op == OP_BY_BLOCK)
		diag_note(diag,
			"say which axes: (4 by block, 1), or all of them: "
			"(4, 1) interleaved");
	buffer_free(&text);
	*result = (struct value) { .kind = VALUE_NONE };
	return false;
}
