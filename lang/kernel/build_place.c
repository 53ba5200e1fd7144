/* Indices of accesses: whether they are relative to the thread's cell, what is
 * drawn of them, and whether there are as many as the field has dimensions.
 */

#include <string.h>

#include "lang/kernel/affine.h"
#include "lang/kernel/build_place.h"
#include "lang/kernel/build_scatter.h"
#include "lang/kernel/cell.h"

static bool add_index(struct build *b, const struct node *at,
	const struct kernel_field *f, const struct value *v, struct place *p)
{
	struct kernel_draw draw = { .dim = p->n };
	int node;

	if (v->kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	if (p->n == PLACE_DIMS)
		return diag_error(b->eval->diag, at->loc, NULL,
			"a field has one to %d dimensions", PLACE_DIMS);
	node = cell_node(&b->kernel->graph, b->eval->diag, at->loc, v);
	if (node < 0)
		return false;
	if (!affine_check(b, at, f->name, node))
		return false;
	if (v->kind == VALUE_BOOL)
		return diag_error(b->eval->diag, at->loc, NULL,
			"an index of '%s' must be a whole number", f->name);
	build_scatter_scale(b->kernel, node, &draw.scatter, &draw.scale);
	if (draw.scatter >= 0 && b->kernel->scatter[draw.scatter].is_known)
		draw.scatter = -1;
	p->data = build_scatter_data(b->kernel, node, p->data);
	if (draw.scatter >= 0 && p->draw.scatter >= 0)
		return diag_error(b->eval->diag, at->loc, NULL,
			"one index of '%s' may be random or gather, not two",
			f->name);
	if (draw.scatter >= 0)
		p->draw = draw;
	p->node[p->n++] = node;
	return true;
}

/* Folds the indices of field "f" from the third on into the third, as its
 * extents are.
 */
static void fold_indices(struct build *b, const struct kernel_field *f,
	struct place *p)
{
	struct graph *g = &b->kernel->graph;
	int node;

	if (f->n_deep == 0 || p->n != kernel_field_dims(f))
		return;
	p->n_deep = f->n_deep;
	memcpy(p->deep, &p->node[2], (size_t) f->n_deep * sizeof(*p->deep));
	node = p->deep[f->n_deep - 1];
	for (int i = f->n_deep - 2; i >= 0; --i)
		node = graph_binary(g, GRAPH_ADD, p->deep[i],
			graph_binary(g, GRAPH_MUL, f->deep[i], node));
	p->node[2] = node;
	p->n = 3;
	if (p->draw.scatter >= 0 && p->draw.dim >= 2) {
		p->draw.dim = 2;
		build_scatter_scale(b->kernel, node, &p->draw.scatter,
			&p->draw.scale);
	}
}

/* A field of one cell is no field of neighbours: its index is absolute, as in
 * a sum over all threads.
 */
static bool is_one_cell(const struct build *b, const struct kernel_field *f)
{
	int64_t n = 0;

	for (int d = 0; d < f->n_dim; ++d)
		if (f->extent[d] < 0 ||
			!graph_is_int(&b->kernel->graph, f->extent[d], &n) ||
			n != 1)
			return false;
	return n == 1;
}

/* Whether names in the sums and products of an index are coordinates or made
 * of them, also where a factor of zero leaves nothing of it: w[0*x + k].
 */
static bool mentions_coordinate(struct build *b, const struct node *at)
{
	const struct cell *cell;
	struct value v;
	bool is_one;

	if (at->kind == NODE_BINARY || at->kind == NODE_UNARY) {
		for (int i = 0; i < at->n_kid; ++i)
			if (mentions_coordinate(b, at->kid[i]))
				return true;
		return false;
	}
	if (at->kind != NODE_NAME || !eval_lookup(b->eval, at->text, &v))
		return false;
	cell = cell_of(&v);
	is_one = cell && cell->graph->node[cell->node].uses_coord;
	value_free(&v);
	return is_one;
}

bool build_read_place(struct build *b, const struct node *node, int field,
	struct place *p)
{
	struct eval *ev = b->eval;
	bool was_index = ev->in_index, ok = true;

	*p = (struct place) { .draw = { .scatter = -1 }, .data = -1 };
	ev->in_index = true;
	for (int i = 1; ok && i < node->n_kid; ++i) {
		const struct kernel_field *f;
		struct value v;

		ok = eval_node(ev, node->kid[i], &v);
		if (!ok)
			break;
		f = &b->kernel->field[field];
		if (v.kind != VALUE_TUPLE) {
			ok = add_index(b, node->kid[i], f, &v, p);
		} else {
			for (int64_t j = 0; ok && j < v.u.sequence->n; ++j)
				ok = add_index(b, node->kid[i], f,
					&v.u.sequence->item[j], p);
		}
		value_free(&v);
	}
	ev->in_index = was_index;
	p->is_relative = !b->kernel->field[field].is_shared &&
		b->kernel->field[field].n_deep == 0 &&
		!is_one_cell(b, &b->kernel->field[field]);
	for (int i = 0; p->is_relative && i < p->n; ++i)
		p->is_relative = !b->kernel->graph.node[p->node[i]].uses_coord;
	for (int i = 1; p->is_relative && i < node->n_kid; ++i)
		p->is_relative = !mentions_coordinate(b, node->kid[i]);
	if (ok && !b->is_unknown)
		fold_indices(b, &b->kernel->field[field], p);
	return ok;
}

/* dst[0][0], as in C */
static void note_brackets(struct build *b, const struct node *node)
{
	const struct source *source = node->loc.source;

	if (node->loc.end < source->len && source->text[node->loc.end] == '[')
		diag_note(b->eval->diag,
			"all indices go into one pair of brackets: a[0,1], "
			"x first, not a[1][0]");
}

bool build_check_rank(struct build *b, const struct node *node, int field,
	const struct place *p)
{
	struct kernel_field *f = &b->kernel->field[field];

	if (b->is_unknown)
		return true;
	if (p->draw.scatter >= 0 && f->is_shared &&
		b->kernel->scatter[p->draw.scatter].kind != SCATTER_RANDOM)
		return diag_error(b->eval->diag, node->loc, NULL,
			"gather is for fields, '%s' is in shared memory, which "
			"has no lines: use random",
			f->name);
	if (p->draw.scatter >= 0 && f->is_shared &&
		b->kernel->scatter[p->draw.scatter].power > 1)
		return diag_error(b->eval->diag, node->loc, NULL,
			"draws by a power are not modelled in shared memory, "
			"where '%s' is",
			f->name);
	if (f->is_scalar && !f->is_constant)
		return diag_error(b->eval->diag, node->loc, NULL,
			"'%s' is a scalar argument, it has no cells", f->name);
	if (f->n_dim == 0 && p->n > 3)
		return diag_error(b->eval->diag, node->loc, NULL,
			"a field with more than three dimensions needs its "
			"size, as in %s: float[64, 64, 16, 8]",
			f->name);
	if (f->n_dim == 0)
		f->n_dim = p->n;
	if (f->n_dim != p->n || f->n_deep != p->n_deep) {
		int dims = kernel_field_dims(f);

		diag_error(b->eval->diag, node->loc, NULL,
			"'%s' has %d dimension%s, this access has %d", f->name,
			dims, dims == 1 ? "" : "s",
			p->n_deep > 0 ? 2 + p->n_deep : p->n);
		note_brackets(b, node);
		return false;
	}
	return true;
}
