#include <stdlib.h>
#include <string.h>

#include "lang/build.h"
#include "lang/cell.h"
#include "lang/memory.h"

static bool build_statement(struct build *b, const struct node *node);

static int new_region(struct build *b, enum region_kind kind, int loop,
	int condition)
{
	struct kernel_def *k = b->kernel;
	struct kernel_region *r;
	int i;

	k->region = memory_grow(k->region, (size_t) k->n_region, sizeof(*r));
	r = &k->region[k->n_region];
	*r = (struct kernel_region) { .kind = kind, .parent = b->region,
		.loop = loop, .condition = condition };
	for (i = 0; i < N_GIVEN_WORK; ++i)
		r->given[i] = -1;
	return k->n_region++;
}

static bool build_block(struct build *b, const struct node *block)
{
	bool ok = true;
	int i;

	for (i = 0; i < block->n_kid && !eval_is_exhausted(b->eval); ++i)
		ok = build_statement(b, block->kid[i]) && ok;
	return ok;
}

/* ------------------------------------------------------------- locals */

static struct local *find_local(struct eval *ev, const char *name)
{
	int i;

	for (i = ev->n_stack - 1; i >= ev->base; --i)
		if (strcmp(ev->stack[i].name, name) == 0)
			return &ev->stack[i];
	return NULL;
}

/* Names that belong to the kernel before its body starts. */
static bool is_coordinate_name(const char *name)
{
	static const char *const words[] = { "nx", "ny", "nz", "threadIdx",
		"blockIdx", "blockDim" };
	size_t i;

	for (i = 0; i < COORD_DX; ++i)
		if (strcmp(name, coord_names[i]) == 0)
			return true;
	for (i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (strcmp(name, words[i]) == 0)
			return true;
	return false;
}

static bool assign(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	struct local *local = find_local(ev, node->text);
	struct value v, sum;
	bool ok;

	if (local && field_value_of(&local->value))
		return diag_error(ev->diag, node->at, NULL,
			"'%s' is a field: say which cell is stored to, as in "
			"%s[0] = ...", node->text, node->text);
	if (local && is_coordinate_name(node->text))
		diag_warning(ev->diag, node->at, NULL,
			"'%s' hides the coordinate of that name", node->text);
	if (node->op >= 0 && !local)
		return diag_error(ev->diag, node->at, NULL,
			"'%s' has no value to add to", node->text);
	if (!eval_node(ev, node->kid[0], &v)) {
		/* no cascade: later uses of the name are passed over */
		v = (struct value) { .kind = VALUE_UNKNOWN };
		b->is_unknown = true;
		local = find_local(ev, node->text);
		if (local) {
			value_free(&local->value);
			local->value = v;
		} else {
			eval_bind(ev, node->text, v);
		}
		return false;
	}
	local = find_local(ev, node->text);
	if (node->op >= 0) {
		ok = arith_binary(ev->diag, node->at, node->op, &local->value,
			&v, &sum);
		value_free(&v);
		if (!ok)
			return false;
		v = sum;
	}
	if (local) {
		value_free(&local->value);
		local->value = v;
	} else {
		eval_bind(ev, node->text, v);
	}
	return true;
}

/* -------------------------------------------------------------- loops */

static bool unroll(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	struct value items;
	int64_t n, i;
	bool ok = true;
	int mark;

	if (!eval_node(ev, node->kid[0], &items))
		return false;
	n = value_length(&items);
	if (items.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	if (n < 0) {
		diag_error(ev->diag, node->kid[0]->loc, NULL,
			"'for' goes through a list or range, got a %s",
			value_kind_name(&items));
		value_free(&items);
		return false;
	}
	for (i = 0; ok && i < n; ++i) {
		mark = ev->n_stack;
		ok = eval_step(ev, 1, node->loc) &&
			eval_bind_names(ev, node, 2, value_item(&items, i)) &&
			build_block(b, node->kid[1]);
		eval_unbind(ev, mark);
	}
	value_free(&items);
	return ok;
}

/* The names that statements of "block" assign to. */
static void collect_assigned(const struct node *block, struct buffer *names)
{
	int i;

	for (i = 0; i < block->n_kid; ++i) {
		const struct node *kid = block->kid[i];

		if (!kid)
			continue;
		if (kid->kind == NODE_ASSIGN) {
			buffer_add(names, kid->text);
			buffer_add_char(names, '\n');
		} else if (kid->kind == NODE_FOR || kid->kind == NODE_LOOP ||
		    kid->kind == NODE_IF || kid->kind == NODE_BLOCK) {
			collect_assigned(kid, names);
		}
	}
}

static bool is_listed(const char *names, const char *name)
{
	size_t len = strlen(name);

	while (names && *names) {
		if (strncmp(names, name, len) == 0 && names[len] == '\n')
			return true;
		names = strchr(names, '\n');
		names = names ? names + 1 : NULL;
	}
	return false;
}

/* Locals that the loop changes become what they are at the start of a
 * turn; their values before the loop are kept as the first.  Until the
 * body is built, "next" holds where the local is on the stack.
 */
static bool carry_locals(struct build *b, int loop, const char *names,
	struct loc loc)
{
	struct eval *ev = b->eval;
	struct kernel_def *k = b->kernel;
	int i, first;

	for (i = ev->base; i < ev->n_stack; ++i) {
		struct local *local = &ev->stack[i];

		if (!is_listed(names, local->name) ||
		    find_local(ev, local->name) != local)
			continue;
		if (local->value.kind != VALUE_NUMBER &&
		    !cell_of(&local->value))
			return diag_error(ev->diag, loc, NULL,
				"a loop can change numbers only, '%s' is a %s",
				local->name, value_kind_name(&local->value));
		first = cell_node(&k->graph, ev->diag, loc, &local->value);
		if (first < 0)
			return false;
		k->carried = memory_grow(k->carried, (size_t) k->n_carried,
			sizeof(*k->carried));
		k->carried[k->n_carried] = (struct kernel_carried) { loop,
			first, i };
		value_free(&local->value);
		local->value = build_node_value(b, graph_carried(&k->graph,
			loop, k->n_carried++, k->graph.node[first].type));
	}
	return true;
}

static bool close_locals(struct build *b, int loop, int from, struct loc loc)
{
	struct eval *ev = b->eval;
	struct kernel_def *k = b->kernel;
	int slot, next;

	for (slot = from; slot < k->n_carried; ++slot) {
		struct local *local;

		if (k->carried[slot].loop != loop)
			continue;
		local = &ev->stack[k->carried[slot].next];
		if (local->value.kind == VALUE_UNKNOWN) {
			k->carried[slot].next = k->carried[slot].first;
			continue;
		}
		next = cell_node(&k->graph, ev->diag, loc, &local->value);
		if (next < 0)
			return false;
		k->carried[slot].next = next;
		value_free(&local->value);
		local->value = build_node_value(b, graph_result(&k->graph,
			loop, next));
	}
	return true;
}

/* Any field that the loop stores to may have changed since the turn before:
 * loads in the loop must not be taken for those in front of it.
 */
static void age_stored_fields(struct build *b, const struct node *block)
{
	struct kernel_def *k = b->kernel;
	int i, f;

	for (i = 0; i < block->n_kid; ++i) {
		const struct node *kid = block->kid[i];

		if (!kid)
			continue;
		if (kid->kind != NODE_UPDATE) {
			if (kid->kind == NODE_BLOCK || kid->kind == NODE_IF ||
			    kid->kind == NODE_LOOP || kid->kind == NODE_FOR)
				age_stored_fields(b, kid);
			continue;
		}
		kid = kid->kid[0];
		while (kid->kind == NODE_INDEX)
			kid = kid->kid[0];
		for (f = 0; kid->text && f < k->n_field; ++f)
			if (strcmp(k->field[f].name, kid->text) == 0)
				++k->field[f].version;
	}
}

static bool loop_bounds(struct build *b, const struct node *node,
	struct kernel_loop *loop)
{
	struct eval *ev = b->eval;
	const struct node *range = node->kid[0];
	struct graph *g = &b->kernel->graph;
	int *bound[2], i;
	int64_t end[2];

	if (range->kind != NODE_RANGE)
		return diag_error(ev->diag, range->loc, NULL,
			"'loop' runs over a range such as 0..nx-1");
	bound[0] = &loop->lo;
	bound[1] = &loop->hi;
	for (i = 0; i < 2; ++i) {
		bool was_index = ev->in_index;
		struct value v;
		bool ok;

		ev->in_index = true;
		ok = eval_node(ev, range->kid[i], &v);
		ev->in_index = was_index;
		if (!ok)
			return false;
		if (v.kind == VALUE_UNKNOWN) {
			b->is_unknown = true;
			*bound[i] = graph_int(g, 0);
			continue;
		}
		*bound[i] = cell_node(g, ev->diag, range->kid[i]->loc, &v);
		value_free(&v);
		if (*bound[i] < 0)
			return false;
		if (g->node[*bound[i]].degree > 0)
			return diag_error(ev->diag, range->kid[i]->loc, NULL,
				"the bounds of a loop may depend on nx, ny "
				"and nz only");
		if (graph_is_const(g, *bound[i], NULL) &&
		    !graph_is_int(g, *bound[i], &end[i]))
			return diag_error(ev->diag, range->kid[i]->loc, NULL,
				"the bounds of a loop are whole numbers "
				"below 2^63");
	}
	if (graph_is_int(g, loop->lo, &end[0]) &&
	    graph_is_int(g, loop->hi, &end[1]) && end[0] > end[1])
		return diag_error(ev->diag, range->loc, NULL,
			"this loop never runs: %lld is above %lld",
			(long long) end[0], (long long) end[1]);
	return true;
}

static bool run_loop(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	struct kernel_def *k = b->kernel;
	struct kernel_loop loop = { 0 };
	struct buffer names = { 0 };
	int outer = b->region, mark = ev->n_stack, id, from = k->n_carried;
	bool ok;

	if (!loop_bounds(b, node, &loop))
		return false;
	id = k->n_loop;
	loop.name = memory_copy_text(node->text);
	loop.region = b->region = new_region(b, REGION_LOOP, id, -1);
	k->loop = memory_grow(k->loop, (size_t) k->n_loop, sizeof(loop));
	k->loop[k->n_loop++] = loop;
	collect_assigned(node->kid[1], &names);
	age_stored_fields(b, node->kid[1]);
	ok = carry_locals(b, id, buffer_text(&names), node->at);
	buffer_free(&names);
	eval_bind(ev, node->text, build_node_value(b, graph_leaf(&k->graph,
		GRAPH_COUNTER, id, TYPE_INT32)));
	ok = ok && build_block(b, node->kid[1]);
	eval_unbind(ev, mark);
	b->region = outer;
	return close_locals(b, id, from, node->loc) && ok;
}

/* --------------------------------------------------------- conditions */

/* The locals of the frame before a branch, to merge with afterwards. */
static struct value *save_locals(struct eval *ev)
{
	int n = ev->n_stack - ev->base, i;
	struct value *saved = memory_new((size_t) (n + 1) * sizeof(*saved));

	for (i = 0; i < n; ++i)
		saved[i] = value_copy(&ev->stack[ev->base + i].value);
	return saved;
}

/* Exchange the locals with "saved". */
static void swap_locals(struct eval *ev, struct value *saved, int n)
{
	int i;

	for (i = 0; i < n; ++i) {
		struct value v = ev->stack[ev->base + i].value;

		ev->stack[ev->base + i].value = saved[i];
		saved[i] = v;
	}
}

static bool merge_locals(struct build *b, int cond, struct value *then,
	int n, struct loc loc)
{
	struct eval *ev = b->eval;
	struct graph *g = &b->kernel->graph;
	int i, x, y;

	for (i = 0; i < n; ++i) {
		struct local *local = &ev->stack[ev->base + i];

		if (value_equal(&local->value, &then[i]))
			continue;
		if (local->value.kind == VALUE_UNKNOWN)
			continue;
		x = cell_node(g, ev->diag, loc, &then[i]);
		y = x < 0 ? -1 : cell_node(g, ev->diag, loc, &local->value);
		if (y < 0)
			return false;
		value_free(&local->value);
		local->value = build_node_value(b, graph_select(g, cond, x, y));
	}
	return true;
}

static bool run_branches(struct build *b, const struct node *node, int cond)
{
	struct eval *ev = b->eval;
	int n = ev->n_stack - ev->base, outer = b->region, i;
	int mark = ev->n_stack;
	struct value *saved = save_locals(ev);
	const struct node *other = node->kid[2];
	bool ok;

	b->region = new_region(b, REGION_THEN, -1, cond);
	ok = build_block(b, node->kid[1]);
	eval_unbind(ev, mark);
	b->region = outer;
	swap_locals(ev, saved, n);
	if (other) {
		b->region = new_region(b, REGION_ELSE, -1, cond);
		ok = (other->kind == NODE_IF ? build_statement(b, other) :
			build_block(b, other)) && ok;
		eval_unbind(ev, mark);
		b->region = outer;
	}
	ok = ok && merge_locals(b, cond, saved, n, node->loc);
	for (i = 0; i < n; ++i)
		value_free(&saved[i]);
	free(saved);
	return ok;
}

static bool branch(struct build *b, const struct node *node)
{
	struct eval *ev = b->eval;
	const struct cell *cell;
	struct value cond;
	bool truth, was_index = ev->in_index, ok;
	int id, mark = ev->n_stack;

	ev->in_index = true;
	ok = eval_node(ev, node->kid[0], &cond);
	ev->in_index = was_index;
	if (!ok)
		return false;
	if (cond.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	cell = cell_of(&cond);
	if (cell && cell->graph->node[cell->node].type == TYPE_BOOL) {
		id = cell->node;
		value_free(&cond);
		return run_branches(b, node, id);
	}
	if (cond.kind != VALUE_BOOL) {
		diag_error(ev->diag, node->kid[0]->loc, NULL,
			"a condition must be true or false, got a %s",
			value_kind_name(&cond));
		value_free(&cond);
		return false;
	}
	truth = cond.u.boolean;
	if (truth)
		ok = build_block(b, node->kid[1]);
	else if (!node->kid[2])
		ok = true;
	else if (node->kid[2]->kind == NODE_IF)
		ok = build_statement(b, node->kid[2]);
	else
		ok = build_block(b, node->kid[2]);
	eval_unbind(ev, mark);
	return ok;
}

/* Where count "i" belongs: to the condition around it, or to the kernel. */
static double *given_at(struct build *b, int i)
{
	struct kernel_def *k = b->kernel;
	int r = b->region;

	while (r > 0 && k->region[r].kind == REGION_LOOP)
		r = k->region[r].parent;
	return r > 0 && i < N_GIVEN_WORK ? &k->region[r].given[i] :
		&k->given[i];
}

static bool set_count(struct build *b, const struct node *node)
{
	struct value v;
	double n;
	int i;

	if (!eval_node(b->eval, node->kid[0], &v))
		return false;
	if (v.kind == VALUE_UNKNOWN)
		return true;
	n = v.kind == VALUE_NUMBER ? number_to_double(&v.u.number) : -1;
	value_free(&v);
	if (!(n >= 0 && n < 1e15))
		return diag_error(b->eval->diag, node->kid[0]->loc, NULL,
			"%s is a number that is not negative", node->text);
	for (i = 0; i < N_GIVEN; ++i)
		if (strcmp(node->text, kernel_given_words[i]) == 0)
			*given_at(b, i) = n;
	return true;
}

static bool build_statement(struct build *b, const struct node *node)
{
	if (!eval_step(b->eval, 1, node->loc))
		return false;
	switch (node->kind) {
	case NODE_ASSIGN:	return assign(b, node);
	case NODE_UPDATE:	return build_store(b, node);
	case NODE_FOR:		return unroll(b, node);
	case NODE_LOOP:		return run_loop(b, node);
	case NODE_IF:		return branch(b, node);
	case NODE_BLOCK:	return build_block(b, node);
	case NODE_SHARED:	return build_shared(b, node);
	case NODE_ACCESS:	return build_address_access(b, node);
	case NODE_FLOPS:	return set_count(b, node);
	case NODE_BROKEN:	return false;
	case NODE_BARRIER:
		++b->kernel->region[b->region].n_barrier;
		return true;
	default:
		return diag_error(b->eval->diag, node->loc, NULL,
			"'%s' has no place inside of a kernel",
			node_kind_name(node->kind));
	}
}

/* ------------------------------------------------------------- kernel */

static struct value triple(struct build *b, int first)
{
	static const char *const axis[] = { "x", "y", "z" };
	struct value record = value_record();
	int i;

	for (i = 0; i < 3; ++i)
		value_set(&record, axis[i], build_node_value(b, graph_leaf(
			&b->kernel->graph, GRAPH_COORD, first + i,
			TYPE_INT32)));
	return record;
}

/* x y z, tx ty tz, bx by bz, nx ny nz and CUDA's names for them. */
static void bind_coordinates(struct build *b)
{
	static const char *const extents[] = { "nx", "ny", "nz" };
	struct graph *g = &b->kernel->graph;
	int i;

	for (i = 0; i < 3; ++i)
		eval_bind(b->eval, extents[i], build_node_value(b,
			graph_leaf(g, GRAPH_EXTENT, i, TYPE_INT32)));
	for (i = 0; i < COORD_DX; ++i)
		eval_bind(b->eval, coord_names[i], build_node_value(b,
			graph_leaf(g, GRAPH_COORD, i, TYPE_INT32)));
	eval_bind(b->eval, "threadIdx", triple(b, COORD_TX));
	eval_bind(b->eval, "blockIdx", triple(b, COORD_BX));
	eval_bind(b->eval, "blockDim", triple(b, COORD_DX));
}

/* The highest axis that the addresses of a kernel mention. */
static int address_dims(const struct kernel_def *k)
{
	const struct graph *g = &k->graph;
	bool *used = memory_new((size_t) g->n_node + 1);
	int i, dims = 1;

	for (i = 0; i < k->n_access; ++i)
		if (k->access[i].address >= 0)
			used[k->access[i].address] = true;
	for (i = g->n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &g->node[i];

		if (!used[i])
			continue;
		if (n->a >= 0)
			used[n->a] = true;
		if (n->b >= 0)
			used[n->b] = true;
		if (n->op == GRAPH_COORD && n->aux % 3 >= dims)
			dims = n->aux % 3 + 1;
	}
	free(used);
	return dims;
}

static void find_dims(struct kernel_def *k)
{
	int i;

	for (i = 0; k->dims == 0 && i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (a->is_store && !k->field[a->field].is_shared &&
		    a->address < 0)
			k->dims = k->field[a->field].n_dim;
	}
	if (k->dims == 0)
		k->dims = address_dims(k);
}

static void close_components(struct kernel_def *k)
{
	int i, f;
	int64_t q;

	for (f = 0; f < k->n_field; ++f) {
		int largest = 0;

		if (k->field[f].n_component != COMPONENTS_OPEN)
			continue;
		for (i = 0; i < k->n_access; ++i)
			if (k->access[i].field == f &&
			    k->access[i].component >= 0 &&
			    graph_is_int(&k->graph, k->access[i].component,
				&q) && q > largest)
				largest = (int) q;
		k->field[f].n_component = largest + 1;
	}
}

static bool check_kernel(struct build *b, const struct node *node)
{
	struct kernel_def *k = b->kernel;
	struct diag *diag = b->eval->diag;
	bool stores = false;
	int i;

	for (i = 0; i < k->n_access; ++i)
		stores |= k->access[i].is_store &&
			!k->field[k->access[i].field].is_shared;
	if (!stores && !k->by_address)
		return diag_error(diag, node->at, NULL,
			"kernel '%s' stores nothing", k->name);
	if (k->by_address)
		for (i = 0; i < k->n_access; ++i)
			if (k->access[i].address < 0)
				return diag_error(diag, k->access[i].loc, NULL,
					"a kernel is given by its cells or by "
					"its addresses, not by both");
	for (i = 0; i < k->n_field; ++i)
		if (!k->field[i].is_scalar && !k->field[i].is_shared &&
		    k->field[i].n_dim == 0)
			k->field[i].n_dim = k->dims;
	for (i = 0; i < k->n_access; ++i) {
		const struct kernel_field *f = &k->field[k->access[i].field];

		if (!f->is_shared && f->extent[0] < 0 && !k->by_address &&
		    f->n_dim != k->dims) {
			diag_error(diag, k->access[i].loc, NULL,
				"'%s' is as large as the domain, which has %d "
				"dimension%s; this access has %d", f->name,
				k->dims, k->dims == 1 ? "" : "s", f->n_dim);
			diag_note(diag, "give its size if it differs, as in "
				"%s: [nx]", f->name);
			return false;
		}
	}
	return true;
}

static bool build_body(struct build *b, const struct node *node)
{
	if (node->kind == NODE_STENCIL) {
		b->is_implicit = true;
		return build_block(b, node);
	}
	return build_params(b, node) && build_block(b, node->kid[0]);
}

static const char *kernel_name(const struct node *node)
{
	const struct node *base;

	if (node->kind == NODE_KERNEL)
		return node->text;
	base = node->kid[0]->kid[0];
	while (base->kind == NODE_INDEX)
		base = base->kid[0];
	return base->kind == NODE_NAME ? base->text : "kernel";
}

/* The names of loops around the kernel hold inside of it. */
static void bind_outer(struct eval *ev, int from, int to)
{
	int i;

	for (i = from; i < to; ++i)
		eval_bind(ev, ev->stack[i].name,
			value_copy(&ev->stack[i].value));
}

struct kernel_def *build_kernel(struct eval *ev, const struct node *node)
{
	struct build b = { .eval = ev }, *outer = ev->build;
	int mark = ev->n_stack, base = ev->base;
	int errors = ev->diag->n_error;
	bool ok;

	b.kernel = kernel_new(kernel_name(node), node->loc.source, node);
	ev->build = &b;
	ev->base = mark;
	/* variables of the loops around the kernel, as they are now */
	for (int i = base; i < mark; ++i)
		eval_bind(ev, ev->stack[i].name,
			value_copy(&ev->stack[i].value));
	b.region = -1;
	b.region = new_region(&b, REGION_ROOT, -1, -1);
	bind_outer(ev, base, mark);
	bind_coordinates(&b);
	ok = build_body(&b, node) && ev->diag->n_error == errors;
	if (ok && !b.is_unknown) {
		find_dims(b.kernel);
		close_components(b.kernel);
		ok = check_kernel(&b, node);
	}
	eval_unbind(ev, mark);
	ev->base = base;
	ev->build = outer;
	free(b.slot);
	if (!ok || b.is_unknown) {
		struct value v = value_object(&b.kernel->object);

		value_free(&v);
		return NULL;
	}
	kernel_finish(b.kernel);
	return b.kernel;
}
