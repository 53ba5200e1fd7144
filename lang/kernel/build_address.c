/* Accesses given as `load ... at address`.  In the address a field evaluates
 * to its base address, so that src + 8*x is plain arithmetic.
 */

#include <stdlib.h>

#include "lang/kernel/affine.h"
#include "lang/kernel/build.h"
#include "lang/kernel/cell.h"
#include "lang/value/arith.h"

static void release_field(struct object *o)
{
	free(o);
}

static void print_field(const struct object *o, struct buffer *out)
{
	const struct field_value *fv = (const struct field_value *) o;

	buffer_printf(out, "<field %s>",
		fv->build->kernel->field[fv->field].name);
}

const struct field_value *field_value_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &field_value_type)
		return NULL;
	return (const struct field_value *) v->u.object;
}

/* The node of a field without an index, which is its base address; an error
 * outside of `load ... at`.
 */
static bool field_node(struct diag *diag, struct loc loc, const struct value *v,
	struct value *result)
{
	const struct field_value *fv = field_value_of(v);
	struct kernel_field *f;

	if (!fv) {
		*result = value_copy(v);
		return true;
	}
	f = &fv->build->kernel->field[fv->field];
	if (!fv->build->in_address)
		return diag_error(diag, loc, NULL,
			"'%s' is a field: say which cell, such as %s[0]",
			f->name, f->name);
	*result = build_node_value(fv->build,
		graph_leaf(&fv->build->kernel->graph, GRAPH_SCALAR, fv->field,
			TYPE_INT64));
	return true;
}

static bool field_binary(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, struct value *result)
{
	struct value x, y;
	bool ok;

	if (!field_node(diag, loc, a, &x))
		return false;
	if (!field_node(diag, loc, b, &y)) {
		value_free(&x);
		return false;
	}
	ok = arith_binary(diag, loc, op, &x, &y, result);
	value_free(&x);
	value_free(&y);
	return ok;
}

static bool field_unary(struct diag *diag, struct loc loc, int op,
	const struct value *a, struct value *result)
{
	struct value x;
	bool ok;

	if (!field_node(diag, loc, a, &x))
		return false;
	ok = arith_unary(diag, loc, op, &x, result);
	value_free(&x);
	return ok;
}

static bool field_apply(struct diag *diag, struct loc loc, const char *name,
	int n, const struct value *arg, struct value *result)
{
	struct value x;

	(void) name;
	(void) result;
	for (int i = 0; i < n; ++i) {
		if (!field_node(diag, loc, &arg[i], &x))
			return false;
		value_free(&x);
	}
	return diag_error(diag, loc, NULL,
		"an address is a sum of products: '%s' cannot be in it", name);
}

const struct object_type field_value_type = {
	.name = "field",
	.release = release_field,
	.print = print_field,
	.binary = field_binary,
	.unary = field_unary,
	.apply = field_apply,
	.index = build_load,
};

/* The one field whose base address occurs in the sum "node"; -1 if there is
 * none or more than one.
 */
static int base_of(const struct graph *g, int node)
{
	int found = -1;

	while (node >= 0) {
		const struct graph_node *n = &g->node[node];
		int side;

		if (n->op == GRAPH_SCALAR)
			return found < 0 ? n->aux : -1;
		if (n->op != GRAPH_ADD && n->op != GRAPH_SUB)
			return found;
		side = g->node[n->b].uses_scalar;
		if (side && (n->op == GRAPH_SUB || g->node[n->a].uses_scalar))
			return -1;
		node = side ? n->b : n->a;
	}
	return found;
}

bool build_address_access(struct build *b, const struct node *access)
{
	struct kernel_def *k = b->kernel;
	struct kernel_access *a;
	enum elem_type type;
	struct value v;
	int node, field;
	bool ok;

	if (!type_find(access->text, &type))
		return diag_error(b->eval->diag, access->at, NULL,
			"there is no type '%s'", access->text);
	b->in_address = b->eval->in_index = true;
	if (!eval_node(b->eval, access->kid[0], &v)) {
		b->in_address = b->eval->in_index = false;
		return false;
	}
	if (field_value_of(&v)) {
		struct value base;

		field_node(b->eval->diag, access->loc, &v, &base);
		value_free(&v);
		v = base;
	}
	b->in_address = b->eval->in_index = false;
	if (v.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	node = cell_node(&k->graph, b->eval->diag, access->kid[0]->loc, &v);
	value_free(&v);
	if (node < 0)
		return false;
	field = base_of(&k->graph, node);
	if (field < 0) {
		diag_error(b->eval->diag, access->kid[0]->loc, NULL,
			"an address starts from one field, as in src + 8*...");
		return false;
	}
	if (k->field[field].is_scalar) {
		diag_error(b->eval->diag, access->kid[0]->loc, NULL,
			"an address starts from a field, and '%s' is a "
			"scalar argument",
			k->field[field].name);
		diag_note(b->eval->diag,
			"declare it without a type, or with extents: %s: [n]",
			k->field[field].name);
		return false;
	}
	b->in_address = b->eval->in_index = true;
	ok = affine_check(b, access->kid[0], k->field[field].name, node);
	b->in_address = b->eval->in_index = false;
	if (!ok)
		return false;
	if (k->field[field].version == 0 && !k->field[field].is_loaded &&
		k->field[field].type == TYPE_OPEN)
		k->field[field].type = type;
	if (k->field[field].type != type)
		return diag_error(b->eval->diag, access->at, NULL,
			"'%s' is a field of type %s", k->field[field].name,
			type_name(k->field[field].type));
	a = build_access_new(b, field, access->loc);
	a->address = node;
	a->is_store = access->op == 1;
	if (a->is_store) {
		a->version = ++k->field[field].version;
		k->field[field].is_stored = true;
	} else {
		k->field[field].is_loaded = true;
	}
	k->by_address = true;
	return true;
}
