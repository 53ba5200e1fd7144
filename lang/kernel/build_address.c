/* Accesses given as `load ... at address`.  In the address a field evaluates
 * to its base address, so that src + 8*x is plain arithmetic.
 */

#include <stdlib.h>

#include "lang/kernel/affine.h"
#include "lang/kernel/build.h"
#include "lang/kernel/build_scatter.h"
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

/* Adds the access whose address is "node": the offset from "field" has to be
 * affine, plus a multiple of one index that is drawn.
 */
static bool add_access(struct build *b, const struct node *expr, int field,
	int node)
{
	struct kernel_def *k = b->kernel;
	struct kernel_access *a;
	int scatter, scale;
	bool ok;

	if (!build_scatter_scale(k, node, &scatter, &scale)) {
		diag_error(b->eval->diag, expr->loc, NULL,
			"an address has a multiple of one index that data "
			"decide");
		diag_note(b->eval->diag,
			"as in load double at %s + 8*gather(k)",
			k->field[field].name);
		return false;
	}
	b->in_address = b->eval->in_index = true;
	ok = affine_check(b, expr, k->field[field].name, node);
	b->in_address = b->eval->in_index = false;
	if (!ok)
		return false;
	a = build_access_new(b, field, expr->loc);
	a->address = node;
	if (scatter >= 0)
		a->draw = (struct kernel_draw) { scatter, 0, scale };
	return true;
}

int build_address(struct build *b, const struct node *expr)
{
	struct kernel_def *k = b->kernel;
	struct value v;
	int node, field;

	b->hint = HINT_NONE;
	b->is_atomic = b->is_counting = false;
	b->kept = 0;
	b->in_address = b->eval->in_index = true;
	if (!eval_node(b->eval, expr, &v)) {
		b->in_address = b->eval->in_index = false;
		return -1;
	}
	if (field_value_of(&v)) {
		struct value base;

		field_node(b->eval->diag, expr->loc, &v, &base);
		value_free(&v);
		v = base;
	}
	b->in_address = b->eval->in_index = false;
	if (v.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return -1;
	}
	node = cell_node(&k->graph, b->eval->diag, expr->loc, &v);
	value_free(&v);
	if (node < 0)
		return -1;
	field = base_of(&k->graph, node);
	if (field < 0) {
		diag_error(b->eval->diag, expr->loc, NULL,
			"an address starts from one field, as in src + 8*...");
		return -1;
	}
	if (k->field[field].is_scalar) {
		diag_error(b->eval->diag, expr->loc, NULL,
			"an address starts from a field, and '%s' is a "
			"scalar argument",
			k->field[field].name);
		diag_note(b->eval->diag,
			"declare it without a type, or with extents: %s: [n]",
			k->field[field].name);
		return -1;
	}
	if (!add_access(b, expr, field, node))
		return -1;
	k->by_address = true;
	return k->n_access - 1;
}

/* What a drawn index is multiplied by is the size of an element, or of several. */
static bool check_draw(struct build *b, const struct node *access,
	const struct kernel_access *a, enum elem_type type)
{
	int64_t scale = 0;

	return a->draw.scatter < 0 ||
		(graph_is_int(&b->kernel->graph, a->draw.scale, &scale) &&
			scale > 0 && scale % type_bytes(type) == 0) ||
		diag_error(b->eval->diag, access->kid[0]->loc, NULL,
			"an element of type %s has %d B: multiply by that",
			type_name(type), type_bytes(type));
}

/* What functions in the address say: no_l1(a + ...), atomically(a + ...). */
static bool mark_access(struct build *b, const struct node *access,
	struct kernel_access *a)
{
	struct diag *diag = b->eval->diag;
	bool is_shared = b->kernel->field[a->field].is_shared;

	if (a->is_store ? b->hint != HINT_NONE || b->kept > 0 : b->is_atomic)
		return diag_error(diag, access->kid[0]->loc, NULL,
			a->is_store ? "hints are of loads" :
				      "an atomic update is a store");
	if (is_shared && (b->hint != HINT_NONE || b->kept > 0))
		return diag_error(diag, access->kid[0]->loc, NULL,
			"hints are of global memory");
	a->hint = b->hint;
	a->kept = b->kept;
	a->is_atomic = b->is_atomic;
	a->is_counting = b->is_counting;
	return true;
}

/* `wait` so far, of the loop that access "a" is in. */
static int waits_before(const struct kernel_def *k,
	const struct kernel_access *a)
{
	int loop = kernel_loop_of(k, a->region);

	return loop >= 0 ? k->loop[loop].n_wait : k->n_wait;
}

bool build_address_access(struct build *b, const struct node *access)
{
	struct kernel_def *k = b->kernel;
	struct kernel_access *a;
	struct kernel_field *f;
	enum elem_type type;
	int i;

	if (!type_find(access->text, &type))
		return diag_error(b->eval->diag, access->at, NULL,
			"there is no type '%s'", access->text);
	b->may_draw = true;
	i = build_address(b, access->kid[0]);
	b->may_draw = false;
	if (i < 0)
		return b->is_unknown;
	a = &k->access[i];
	a->loc = access->loc;
	f = &k->field[a->field];
	if (f->version == 0 && !f->is_loaded && f->type == TYPE_OPEN)
		f->type = type;
	/* words of shared memory are moved as any type */
	if (f->is_shared && f->type != type)
		a->type = type;
	else if (f->type != type)
		return diag_error(b->eval->diag, access->at, NULL,
			"'%s' is a field of type %s", f->name,
			type_name(f->type));
	a->is_store = access->op == 1;
	a->stall[LOADS_INLINE] = waits_before(k, a);
	if (!check_draw(b, access, a, type) || !mark_access(b, access, a))
		return false;
	if (a->is_store) {
		a->version = ++f->version;
		f->is_stored = true;
	} else {
		f->is_loaded = true;
	}
	return true;
}
