/* Builds a kernel from its syntax tree: each statement of the body is
 * evaluated once, on symbols instead of numbers.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build.h"
#include "lang/kernel/cell.h"

const char *const build_names[] = { "x", "y", "z", "tx", "ty", "tz", "bx", "by",
	"bz", "nx", "ny", "nz", "bdx", "bdy", "bdz", "threadIdx", "blockIdx",
	"blockDim", NULL };

int build_region_new(struct build *b, enum region_kind kind, int loop,
	int condition)
{
	struct kernel_def *k = b->kernel;
	struct kernel_region *r;

	k->region = memory_grow(k->region, (size_t) k->n_region, sizeof(*r));
	r = &k->region[k->n_region];
	*r = (struct kernel_region) {
		.kind = kind,
		.parent = b->region,
		.loop = loop,
		.condition = condition,
		.other = -1,
		.phase = b->phase,
		.first = k->n_access,
	};
	r->inside = kernel_inside(k, r);
	for (int i = 0; i < N_GIVEN_WORK; ++i)
		r->given[i] = -1;
	return k->n_region++;
}

bool build_block(struct build *b, const struct node *block)
{
	bool ok = true;

	for (int i = 0; i < block->n_kid && !eval_is_exhausted(b->eval); ++i)
		ok = build_statement(b, block->kid[i]) && ok;
	return ok;
}

/* Where count "i" is stored: in the innermost loop or condition, or in the
 * kernel.
 */
static double *given_at(struct build *b, int i)
{
	struct kernel_def *k = b->kernel;

	return b->region > 0 && i < N_GIVEN_WORK ?
		&k->region[b->region].given[i] :
		&k->given[i];
}

/* The region of the innermost loop, or that of the thread. */
static int loop_region(const struct build *b)
{
	const struct kernel_def *k = b->kernel;
	int r = b->region;

	while (r > 0 && k->region[r].kind != REGION_LOOP)
		r = k->region[r].parent;
	return r;
}

static bool is_of_chain(int i)
{
	return i >= GIVEN_WAITS && i <= GIVEN_MMA_CHAIN;
}

/* True for counts that a kernel of cells does not take: it has statements for
 * them.  It takes those of the whole thread that it cannot know.
 */
static bool is_of_addresses(const struct build *b, int i)
{
	if (i == GIVEN_INTEGER || i == GIVEN_CONTROL)
		return b->region > 0;
	return i <= GIVEN_MMA_CHAIN;
}

static bool store_count(struct build *b, const struct node *node, double n)
{
	int i = 0;

	while (i < N_GIVEN && strcmp(node->text, kernel_given_words[i]) != 0)
		++i;
	if (i == N_GIVEN)
		return true;
	if (is_of_chain(i) && b->region != loop_region(b))
		return diag_error(b->eval->diag, node->loc, NULL,
			"%s is of a whole trip: put it before or behind the "
			"condition",
			node->text);
	if (!b->stated && is_of_addresses(b, i))
		b->stated = node;
	*given_at(b, i) = n;
	return true;
}

/* `wait`: accesses behind it are not in flight with those before it. */
static void add_wait(struct build *b)
{
	struct kernel_def *k = b->kernel;
	int r = loop_region(b);

	k->has_waits = true;
	++*(r > 0 ? &k->loop[k->region[r].loop].n_wait : &k->n_wait);
}

static bool build_barrier(struct build *b, const struct node *node)
{
	if (strcmp(node->text, "wait") == 0) {
		add_wait(b);
	} else {
		++b->kernel->region[b->region].n_barrier;
		build_fence(b);
		++b->phase;
	}
	return true;
}

static bool set_count(struct build *b, const struct node *node)
{
	struct value v;
	double n;

	if (!eval_node(b->eval, node->kid[0], &v))
		return false;
	if (v.kind == VALUE_UNKNOWN)
		return true;
	n = v.kind == VALUE_NUMBER ? number_to_double(&v.u.number) : -1;
	value_free(&v);
	if (!(n >= 0 && n < 1e15))
		return diag_error(b->eval->diag, node->kid[0]->loc, NULL,
			"%s must be a number of at least 0", node->text);
	return store_count(b, node, n);
}

bool build_statement(struct build *b, const struct node *node)
{
	if (!eval_step(b->eval, 1, node->loc))
		return false;
	switch (node->kind) {
	case NODE_ASSIGN: return build_assign(b, node);
	case NODE_UPDATE: return build_store(b, node);
	case NODE_FOR: return build_for(b, node);
	case NODE_LOOP: return build_loop(b, node);
	case NODE_IF: return build_if(b, node);
	case NODE_BLOCK: return build_block(b, node);
	case NODE_SHARED: return build_shared(b, node);
	case NODE_ACCESS: return build_address_access(b, node);
	case NODE_FLOPS: return set_count(b, node);
	case NODE_MMA: return build_mma(b, node, NULL);
	case NODE_BROKEN: return false;
	case NODE_BARRIER: return build_barrier(b, node);
	default:
		return diag_error(b->eval->diag, node->loc, NULL,
			"'%s' cannot be used in a kernel",
			node_kind_name(node->kind));
	}
}

/* ------------------------------------------------------------- kernel */

static struct value triple(struct build *b, int first)
{
	static const char *const axis[] = { "x", "y", "z" };
	struct value record = value_record();

	for (int i = 0; i < 3; ++i)
		value_set(&record, axis[i],
			build_node_value(b,
				graph_leaf(&b->kernel->graph, GRAPH_COORD,
					first + i, TYPE_INT32)));
	return record;
}

static void bind_coordinates(struct build *b)
{
	static const char *const extents[] = { "nx", "ny", "nz" };
	static const char *const block_names[] = { "bdx", "bdy", "bdz" };
	struct graph *g = &b->kernel->graph;

	for (int i = 0; i < 3; ++i)
		eval_bind(b->eval, extents[i],
			build_node_value(b,
				graph_leaf(g, GRAPH_EXTENT, i, TYPE_INT32)));
	for (int i = 0; i < COORD_DX; ++i)
		eval_bind(b->eval, coord_names[i],
			build_node_value(b,
				graph_leaf(g, GRAPH_COORD, i, TYPE_INT32)));
	for (int i = 0; i < 3; ++i)
		eval_bind(b->eval, block_names[i],
			build_node_value(b,
				graph_leaf(g, GRAPH_COORD, COORD_DX + i,
					TYPE_INT32)));
	eval_bind(b->eval, "threadIdx", triple(b, COORD_TX));
	eval_bind(b->eval, "blockIdx", triple(b, COORD_BX));
	eval_bind(b->eval, "blockDim", triple(b, COORD_DX));
}

/* The highest axis that the addresses of a kernel use. */
static int address_dims(const struct kernel_def *k)
{
	const struct graph *g = &k->graph;
	bool *used = memory_new((size_t) g->n_node + 1);
	int dims = 1;

	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].address >= 0)
			used[k->access[i].address] = true;
	for (int i = g->n_node - 1; i >= 0; --i) {
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

/* Bins and sums say nothing about the domain: a field that threads store their
 * own cells of does, then one that they load them of.
 */
static void find_dims(struct kernel_def *k)
{
	for (int turn = 0; turn < 3; ++turn)
		for (int i = 0; k->dims == 0 && i < k->n_access; ++i) {
			const struct kernel_access *a = &k->access[i];
			bool is_apart = a->is_atomic || a->draw.scatter >= 0;

			if (k->field[a->field].is_shared || a->address >= 0)
				continue;
			if (turn == 1 ? !a->is_store && a->is_relative :
					a->is_store && (turn == 2 || !is_apart))
				k->dims = k->field[a->field].n_dim;
		}
	if (k->dims == 0)
		k->dims = address_dims(k);
}

static void close_components(struct kernel_def *k)
{
	int64_t q;

	for (int f = 0; f < k->n_field; ++f) {
		int largest = 0;

		if (k->field[f].n_component != COMPONENTS_OPEN)
			continue;
		for (int i = 0; i < k->n_access; ++i)
			if (k->access[i].field == f &&
				k->access[i].component >= 0 &&
				graph_is_int(&k->graph, k->access[i].component,
					&q) &&
				q > largest)
				largest = (int) q;
		k->field[f].n_component = largest + 1;
	}
}

bool build_number(struct eval *ev, const char *type, const struct number *n,
	struct value *result)
{
	struct build *b = ev->build;
	struct graph *g = &b->kernel->graph;
	enum elem_type to;

	if (!type_find(type, &to) || type_lanes(to) > 1 || !dim_is_none(n->dim))
		return false;
	*result = build_node_value(b, graph_convert(g, graph_const(g, n), to));
	return true;
}

static bool check_kernel(struct build *b, const struct node *node)
{
	struct kernel_def *k = b->kernel;
	struct diag *diag = b->eval->diag;
	bool stores = false;

	for (int i = 0; i < k->n_access; ++i)
		stores |= k->access[i].is_store &&
			!k->field[k->access[i].field].is_shared;
	if (!stores && !k->by_address)
		return diag_error(diag, node->at, NULL,
			"kernel '%s' stores nothing", k->name);
	if (b->stated && !k->by_address) {
		diag_error(diag, b->stated->loc, NULL,
			"'%s' follows from the statements of a kernel of "
			"cells",
			b->stated->text);
		diag_note(diag,
			"kernels of addresses state it: load TYPE at ADDRESS");
		return false;
	}
	if (k->by_address)
		for (int i = 0; i < k->n_access; ++i)
			if (k->access[i].address < 0)
				return diag_error(diag, k->access[i].loc, NULL,
					"a kernel accesses cells or "
					"addresses, not both");
	for (int i = 0; i < k->n_field; ++i)
		if (!k->field[i].is_scalar && !k->field[i].is_shared &&
			k->field[i].n_dim == 0)
			k->field[i].n_dim = k->dims;
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_field *f = &k->field[k->access[i].field];

		if (!f->is_shared && f->extent[0] < 0 && !k->by_address &&
			f->n_dim != k->dims) {
			diag_error(diag, k->access[i].loc, NULL,
				"'%s' is as large as the domain, which has %d "
				"dimension%s; this access has %d",
				f->name, k->dims, k->dims == 1 ? "" : "s",
				f->n_dim);
			diag_note(diag,
				"give its size if it differs, as in "
				"%s: [nx]",
				f->name);
			return false;
		}
	}
	return true;
}

/* dst[0][0] = src[1][0] without a declaration: in C, two dimensions.  In a
 * kernel with parameters, only a field with a single component is suspicious:
 * lattices in one dimension have several.
 */
static void warn_brackets(struct build *b, const struct node *node)
{
	const struct kernel_def *k = b->kernel;
	bool has_single = b->is_implicit;

	if (k->dims != 1)
		return;
	for (int i = 0; i < k->n_field; ++i) {
		if (!k->field[i].is_scalar && k->field[i].n_component == 0)
			return;
		has_single |= k->field[i].n_component == 1;
	}
	if (!has_single)
		return;
	diag_warning(b->eval->diag, node->loc, NULL,
		"the first of two pairs of brackets is a component: this is a "
		"stencil in one dimension");
	diag_note(b->eval->diag,
		"two dimensions go into one pair, x first: a[0,1], not "
		"a[1][0]");
}

static bool is_same_cell(const struct kernel_access *a,
	const struct kernel_access *b)
{
	for (int d = 0; d < a->n_index; ++d)
		if (a->index[d] != b->index[d])
			return false;
	return a->field == b->field && a->n_index == b->n_index &&
		a->component == b->component && a->address < 0 &&
		b->address < 0;
}

/* Operations between a load and the store of an update that are looked at. */
#define UPDATE_DEPTH 4

/* Is "node" made of what was loaded from the cell of "store"? */
static bool is_update(const struct kernel_def *k, int node,
	const struct kernel_access *store, int depth)
{
	const struct graph_node *at;

	if (node < 0 || depth > UPDATE_DEPTH)
		return false;
	at = &k->graph.node[node];
	if (at->op == GRAPH_LOAD)
		return is_same_cell(&k->access[at->aux], store);
	return is_update(k, at->a, store, depth + 1) ||
		is_update(k, at->b, store, depth + 1) ||
		is_update(k, at->c, store, depth + 1);
}

/* Threads may draw one cell at the same time, and each stores what it made of
 * the value that it loaded: an update is lost.
 */
static void warn_race(struct build *b, const struct kernel_access *store)
{
	const struct kernel_def *k = b->kernel;
	const struct kernel_scatter *s = kernel_scatter_of(k, store);

	if (!store->is_store || store->is_atomic || !s ||
		s->kind != SCATTER_RANDOM ||
		!is_update(k, store->value, store, 0))
		return;
	diag_warning(b->eval->diag, store->loc, NULL,
		"threads that draw the same cell of '%s' race: each stores "
		"what it has loaded before, and updates are lost",
		k->field[store->field].name);
	diag_note(b->eval->diag,
		"'atomic+=', 'atomic max=' and 'atomic min=' update a cell in "
		"one step, and cost what that costs");
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

/* Loop variables of the session that enclose the kernel are visible in it. */
static void bind_outer(struct eval *ev, int from, int to)
{
	for (int i = from; i < to; ++i)
		eval_bind(ev, ev->locals.at[i].name,
			value_copy(&ev->locals.at[i].value));
}

struct kernel_def *build_kernel(struct eval *ev, const struct node *node)
{
	struct build b = { .eval = ev }, *outer = ev->build;
	int mark = ev->locals.n, base = ev->base;
	int errors = ev->diag->n_error;
	bool ok;

	b.kernel = kernel_new(kernel_name(node), node->loc.source, node);
	ev->build = &b;
	ev->base = mark;
	b.region = -1;
	b.region = build_region_new(&b, REGION_ROOT, -1, -1);
	bind_outer(ev, base, mark);
	bind_coordinates(&b);
	ok = build_body(&b, node) && ev->diag->n_error == errors;
	if (ok && !b.is_unknown) {
		build_close_promoted(&b);
		find_dims(b.kernel);
		close_components(b.kernel);
		ok = check_kernel(&b, node);
		if (ok)
			warn_brackets(&b, node);
		for (int i = 0; ok && i < b.kernel->n_access; ++i)
			warn_race(&b, &b.kernel->access[i]);
	}
	eval_unbind(ev, mark);
	ev->base = base;
	ev->build = outer;
	map_clear(&b.loads);
	free(b.promoted);
	if (!ok || b.is_unknown) {
		struct value v = value_object(&b.kernel->object);

		value_free(&v);
		return NULL;
	}
	kernel_finish(b.kernel);
	return b.kernel;
}
