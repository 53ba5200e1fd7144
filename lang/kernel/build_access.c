/* Loads of a kernel that indexes cells.  Equal loads are one, and a load of a value
 * that the thread has just stored uses that value.
 */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build_place.h"
#include "lang/kernel/build_scatter.h"
#include "lang/kernel/cell.h"

/* -------------------------------------------------------------- loads */

static bool same_place(const struct kernel_access *a, int field, int component,
	const struct place *p)
{
	if (a->field != field || a->component != component ||
		a->n_index != p->n || a->is_relative != p->is_relative)
		return false;
	for (int i = 0; i < p->n; ++i)
		if (a->index[i] != p->node[i])
			return false;
	return true;
}

/* True if the two accesses surely differ: some index is a different constant.
 */
static bool is_elsewhere(const struct graph *g, const struct kernel_access *a,
	int component, const struct place *p)
{
	int64_t x, y;

	if (a->component >= 0 && component >= 0 &&
		graph_is_int(g, a->component, &x) &&
		graph_is_int(g, component, &y) && x != y)
		return true;
	if (a->component != component || a->is_relative != p->is_relative)
		return false;
	for (int i = 0; i < p->n && i < a->n_index; ++i)
		if (graph_is_int(g, a->index[i], &x) &&
			graph_is_int(g, p->node[i], &y) && x != y)
			return true;
	for (int i = 0; i < p->n_deep && i < a->n_deep; ++i)
		if (graph_is_int(g, a->deep[i], &x) &&
			graph_is_int(g, p->deep[i], &y) && x != y)
			return true;
	return false;
}

/* True if no other pointer reaches what the field has. */
static bool is_alone(const struct kernel_field *f)
{
	return kernel_is_apart(f) || f->is_shared || f->is_constant;
}

/* The last store to another field that may overlap "field", -1: none. */
static int last_alias(const struct build *b, int field)
{
	const struct kernel_def *k = b->kernel;

	if (is_alone(&k->field[field]) || b->stored[0] == 0)
		return -1;
	return b->stored[k->access[b->stored[0] - 1].field == field] - 1;
}

void build_note_store(struct build *b, int n)
{
	const struct kernel_def *k = b->kernel;
	int field = n > 0 ? k->access[n - 1].field : -1;

	if (n == 0 || is_alone(&k->field[field]))
		return;
	if (n > b->stored[0]) {
		if (b->stored[0] > 0 &&
			k->access[b->stored[0] - 1].field != field)
			b->stored[1] = b->stored[0];
		b->stored[0] = n;
	} else if (n > b->stored[1] &&
		k->access[b->stored[0] - 1].field != field) {
		b->stored[1] = n;
	}
}

/* Versions of fields without a store of their own are negative, here and in
 * find_store(): a loop that does not change them need not load them again.
 */
void build_fence(struct build *b)
{
	struct kernel_def *k = b->kernel;

	++b->n_fence;
	for (int i = 0; i < k->n_field; ++i) {
		struct kernel_field *f = &k->field[i];

		if (f->is_constant || (kernel_is_apart(f) && !f->is_shared))
			continue;
		f->fence = k->n_access;
		f->fenced = f->version > 0 ? ++f->version :
					     INT_MIN + b->n_fence;
	}
}

/* The innermost loop of "t" that stores to what the field may overlap, or NULL. */
static const struct build_trips *changing_loop(const struct build *b,
	const struct build_trips *t, int field)
{
	const struct kernel_field *f = b->kernel->field;

	for (; t; t = t->outer)
		for (int i = 0; i < t->n_field; ++i)
			if (t->is_stored[i] &&
				kernel_fields_alias(&f[field], &f[i]))
				return t;
	return NULL;
}

/* Searches backwards for the store that this load reads. *node is the stored
 * value.  If no store surely matches, *node is -1, and *version changes with
 * every store in between that may alias the load, and with every fence.  Stores
 * from access "end" on are none.  Before a loop that changes the field it may be
 * the trip before that stored.
 */
static void find_store(struct build *b, int field, int component,
	const struct place *p, int end, int *node, int *version)
{
	struct kernel_def *k = b->kernel;
	const struct kernel_field *f = &k->field[field];
	const struct build_trips *t = changing_loop(b, b->trips, field);
	int first = t ? k->region[k->loop[t->loop].region].first : 0;
	int alias = last_alias(b, field);

	*node = -1;
	*version = f->fence > alias ? f->fenced : -1 - alias;
	if (alias < 0 && f->fence == 0)
		*version = 0;
	if (t && alias < first && f->fence <= first)
		*version = INT_MAX - t->loop;
	if (f->version == 0)
		return;
	for (int i = end - 1; i > alias && i >= f->fence && i >= first; --i) {
		const struct kernel_access *a = &k->access[i];

		if (a->field != field || !a->is_store)
			continue;
		if (same_place(a, field, component, p) && !a->is_atomic &&
			kernel_encloses(k, a->region, b->region)) {
			*node = a->value;
			return;
		}
		if (!is_elsewhere(&k->graph, a, component, p)) {
			*version = a->version;
			return;
		}
	}
}

static uint64_t hash_access(int field, int component, const struct place *p,
	int version)
{
	uint64_t hash = map_mix((uint64_t) field, version);

	hash = map_mix(hash, component);
	for (int i = 0; i < p->n; ++i)
		hash = map_mix(hash, p->node[i]);
	return hash;
}

struct kernel_access *build_access_new(struct build *b, int field,
	struct loc loc)
{
	struct kernel_def *k = b->kernel;
	struct kernel_access *a;

	k->access = memory_grow(k->access, (size_t) k->n_access, sizeof(*a));
	a = &k->access[k->n_access++];
	*a = (struct kernel_access) {
		.field = field,
		.component = -1,
		.draw = { .scatter = -1 },
		.address = -1,
		.data = -1,
		.value = -1,
		.region = b->region,
		.phase = b->phase,
		.loc = loc,
	};
	return a;
}

void build_set_place(struct kernel_access *a, int component,
	const struct place *p)
{
	a->component = component;
	a->is_relative = p->is_relative;
	a->draw = p->draw;
	a->data = p->data;
	a->n_index = p->n;
	for (int i = 0; i < p->n; ++i)
		a->index[i] = p->node[i];
	a->n_deep = p->n_deep;
	memcpy(a->deep, p->deep, sizeof(a->deep));
}

/* True if no store lies behind region "from" and outside of it and of the region
 * that receives statements.
 */
static bool is_adjacent(const struct build *b, int from)
{
	const struct kernel_def *k = b->kernel;

	for (int i = k->n_access - 1; i >= k->region[from].first; --i)
		if (k->access[i].is_store &&
			!kernel_encloses(k, from, k->access[i].region) &&
			!kernel_encloses(k, b->region, k->access[i].region))
			return false;
	return true;
}

/* True if compilers use the value of load "a" for an equal one in the region that
 * receives statements (sm_90, nvcc 13):
 *
 *  - around a load, with only loops that do not change it;
 *  - in the other branch of the same `if`, and in both it runs before;
 *  - in the next `if` of the same condition, and in the next trip of a stride;
 *  - under a condition before, if the load is from data that no thread changes.
 *
 * Other conditions in sequence load twice, also where one implies the other.
 * *region is where the load then runs.
 */
static bool can_share(const struct build *b, const struct kernel_access *a,
	int *region)
{
	const struct kernel_def *k = b->kernel;
	const struct kernel_field *f = &k->field[a->field];
	const struct kernel_region *from = &k->region[a->region];
	const struct kernel_region *to = &k->region[b->region];
	int r = a->region;

	*region = a->region;
	while (k->region[r].kind == REGION_LOOP && r > b->region)
		r = k->region[r].parent;
	if (kernel_encloses(k, r, b->region))
		return true;
	if (kernel_encloses(k, b->region, a->region)) {
		*region = b->region;
		return kernel_is_apart(f) && !f->is_stored;
	}
	if (from->parent != to->parent)
		return false;
	if (from->kind == REGION_THEN && from->other == b->region) {
		*region = from->parent;
		return true;
	}
	if (from->kind != REGION_THEN || to->kind != REGION_THEN)
		return false;
	return (from->is_stride && to->is_stride) ||
		(from->condition == to->condition && is_adjacent(b, a->region));
}

/* The access that loads this cell; equal loads share one, those of other regions
 * before access "end" alone.
 */
static int find_load(struct build *b, int field, int component,
	const struct place *p, int version, int end, struct loc loc)
{
	struct kernel_def *k = b->kernel;
	uint64_t hash = hash_access(field, component, p, version);
	size_t at = 0;
	struct kernel_access *a;
	int64_t i;
	int region;

	while ((i = map_next(&b->loads, hash, &at)) >= 0) {
		a = &k->access[i];
		if (a->version != version || a->hint != HINT_NONE ||
			!same_place(a, field, component, p) ||
			(i >= end && a->region != b->region) ||
			!can_share(b, a, &region))
			continue;
		a->region = region;
		return (int) i;
	}
	a = build_access_new(b, field, loc);
	build_set_place(a, component, p);
	a->version = version;
	map_add(&b->loads, hash, k->n_access - 1);
	return k->n_access - 1;
}

/* The load "node", with a hint; -1 if it is none, or one of shared memory. */
static int hinted_load(struct build *b, int node, enum cache_hint hint)
{
	struct kernel_def *k = b->kernel;
	struct graph_node n = k->graph.node[node];
	struct kernel_access *a, copy;
	int region;

	if (n.op != GRAPH_LOAD || k->by_address ||
		k->field[k->access[n.aux].field].is_shared)
		return -1;
	copy = k->access[n.aux];
	for (int i = 0; i < k->n_access; ++i) {
		a = &k->access[i];
		if (a->hint == hint && a->field == copy.field &&
			a->component == copy.component &&
			a->version == copy.version &&
			a->is_relative == copy.is_relative &&
			memcmp(a->index, copy.index, sizeof(a->index)) == 0 &&
			can_share(b, a, &region)) {
			a->region = region;
			return graph_leaf(&k->graph, GRAPH_LOAD, i, n.type);
		}
	}
	a = build_access_new(b, copy.field, copy.loc);
	copy.region = b->region;
	*a = copy;
	a->hint = hint;
	return graph_leaf(&k->graph, GRAPH_LOAD, k->n_access - 1, n.type);
}

bool build_hint(struct build *b, int node, enum cache_hint hint,
	struct value *result)
{
	struct graph *g = &b->kernel->graph;
	struct graph_node n;
	bool is_member;
	int load;

	node = build_plain_value(b, node);
	n = g->node[node];
	is_member = n.op == GRAPH_MEMBER;
	load = hinted_load(b, is_member ? n.a : node, hint);
	if (load < 0)
		return false;
	*result = build_node_value(b,
		is_member ? graph_member(g, load, n.aux, n.type) : load);
	return true;
}

int build_value_before(struct build *b, const struct kernel_access *at,
	const struct build_trips *trips)
{
	struct kernel_def *k = b->kernel;
	const struct kernel_region *r = &k->region[k->loop[trips->loop].region];
	struct place p = {
		.n = at->n_index,
		.is_relative = at->is_relative,
		.draw = at->draw,
		.data = at->data,
		.n_deep = at->n_deep,
	};
	const struct build_trips *inner = b->trips;
	int region = b->region, phase = b->phase, node, version, access;

	memcpy(p.node, at->index, sizeof(at->index));
	memcpy(p.deep, at->deep, sizeof(p.deep));
	b->region = r->parent;
	b->phase = r->phase;
	b->trips = trips->outer;
	find_store(b, at->field, at->component, &p, r->first, &node, &version);
	if (node < 0) {
		access = find_load(b, at->field, at->component, &p, version,
			r->first, at->loc);
		node = graph_leaf(&k->graph, GRAPH_LOAD, access,
			k->field[at->field].type);
	}
	b->region = region;
	b->phase = phase;
	b->trips = inner;
	return node;
}

int build_lane(struct build *b, int node, enum elem_type type, int lane)
{
	struct graph *g = &b->kernel->graph;

	if (type_lanes(type) == 1)
		return node;
	return g->node[node].op == GRAPH_PACK ?
		graph_unpack(g, node, lane) :
		graph_member(g, node, lane, type_scalar(type));
}

/* What was loaded from or stored to a place, or the carried value of that: of a
 * vector a tuple of its lanes.
 */
static struct value value_of_place(struct build *b, int field, int component,
	const struct place *p, struct loc loc, int node)
{
	enum elem_type type = b->kernel->field[field].type;
	int lanes = type_lanes(type);
	struct value v = value_sequence(VALUE_TUPLE, lanes), only;
	struct kernel_access at = { .field = field, .address = -1, .loc = loc };

	build_set_place(&at, component, p);
	for (int i = 0; i < lanes; ++i)
		v.u.sequence->item[i] = build_node_value(b,
			build_trip_value(b, &at, i,
				build_lane(b, node, type, i)));
	if (lanes > 1)
		return v;
	only = value_copy(&v.u.sequence->item[0]);
	value_free(&v);
	return only;
}

struct value build_load_place(struct build *b, int field, int component,
	const struct place *p, struct loc loc)
{
	struct kernel_def *k = b->kernel;
	enum elem_type type = k->field[field].type;
	int node, version, access;

	find_store(b, field, component, p, k->n_access, &node, &version);
	if (node < 0) {
		access = find_load(b, field, component, p, version, k->n_access,
			loc);
		k->field[field].is_loaded = true;
		node = graph_leaf(&k->graph, GRAPH_LOAD, access, type);
		if (k->field[field].points.kind)
			node = build_scatter_of(b, field, node);
		if (k->field[field].n_length > 0)
			node = build_start_of(b, field, node, p->node[0],
				p->is_relative);
	}
	if (k->field[field].points.kind || k->field[field].n_length > 0)
		return build_node_value(b, node);
	return value_of_place(b, field, component, p, loc, node);
}

static bool choose_component(struct build *b, const struct node *node,
	const struct field_value *fv, const struct place *p,
	struct value *result)
{
	struct kernel_field *f = &b->kernel->field[fv->field];
	struct graph *g = &b->kernel->graph;
	int64_t q;

	if (p->draw.scatter >= 0)
		return diag_error(b->eval->diag, node->loc, NULL,
			"the component of '%s' must not be random", f->name);
	if (p->n != 1)
		return diag_error(b->eval->diag, node->loc, NULL,
			"'%s' has components: choose one first, as in "
			"%s[0][...]",
			f->name, f->name);
	if (graph_is_int(g, p->node[0], &q)) {
		if (q < 0 || q >= f->n_component) {
			diag_error(b->eval->diag, node->loc, NULL,
				"'%s' has %d components, none with number %lld",
				f->name, f->n_component, (long long) q);
			diag_note(b->eval->diag,
				"components count from 0 to %d",
				f->n_component - 1);
			return false;
		}
	} else if (g->node[p->node[0]].uses_coord) {
		return diag_error(b->eval->diag, node->loc, NULL,
			"the component of '%s' must not depend on a "
			"coordinate",
			f->name);
	}
	*result = build_field_value(b, fv->field, p->node[0]);
	return true;
}

/* In a one-line kernel, indexing an unknown or shadowed name makes it a
 * field.  False if the name cannot be a field.
 */
bool build_find_implicit(struct build *b, const struct node *name,
	struct value *result)
{
	int field;

	if (!b->is_implicit)
		return false;
	if (eval_lookup(b->eval, name->text, result)) {
		bool is_list = value_length(result) >= 0 ||
			field_value_of(result) || result->kind == VALUE_UNKNOWN;

		if (is_list)
			return true;
		value_free(result);
	}
	for (field = 0; field < b->kernel->n_field; ++field)
		if (strcmp(b->kernel->field[field].name, name->text) == 0)
			break;
	if (field == b->kernel->n_field) {
		field = build_field_new(b, name->text);
		b->kernel->field[field].is_implicit = true;
	}
	*result = build_field_value(b, field, -1);
	return true;
}

/* An undeclared field that is indexed twice, as in f[q][0], has components;
 * the largest q gives their number (see COMPONENTS_OPEN).
 */
void build_infer_components(struct build *b, const struct node *node)
{
	const struct node *inner = node->kid[0];
	const struct field_value *fv;
	struct value v = { 0 };
	struct kernel_field *f;

	if (inner->kind != NODE_INDEX || inner->kid[0]->kind != NODE_NAME)
		return;
	if (!eval_lookup(b->eval, inner->kid[0]->text, &v) ||
		!field_value_of(&v)) {
		value_free(&v);
		if (!build_find_implicit(b, inner->kid[0], &v))
			return;
	}
	fv = field_value_of(&v);
	if (fv && fv->build == b) {
		f = &b->kernel->field[fv->field];
		if (fv->component < 0 && f->n_component == 0 && f->n_dim == 0)
			f->n_component = COMPONENTS_OPEN;
	}
	value_free(&v);
}

/* An element in constant memory, an operand of an instruction: the cache of
 * constants gives one element to all lanes of a warp.
 */
static bool load_constant(struct build *b, const struct node *node, int field,
	const struct place *p, struct value *result)
{
	const struct kernel_field *f = &b->kernel->field[field];
	struct graph *g = &b->kernel->graph;
	int64_t i, n;

	for (int d = 0; d < (p->n_deep > 0 ? 2 + p->n_deep : p->n); ++d) {
		int at = d >= 2 && p->n_deep > 0 ? p->deep[d - 2] : p->node[d];
		int extent = kernel_field_extent(f, d);

		if (g->node[at].uses_coord) {
			diag_error(b->eval->diag, node->loc, NULL,
				"lanes of a warp want different elements of "
				"'%s'",
				f->name);
			diag_note(b->eval->diag,
				"constant memory serves one element at a time, "
				"the same for all lanes: indices are numbers "
				"and loop variables");
			return false;
		}
		if (graph_is_int(g, at, &i) && extent >= 0 &&
			graph_is_int(g, extent, &n) && (i < 0 || i >= n))
			return diag_error(b->eval->diag, node->loc, NULL,
				"an index of '%s' is %lld, its elements have 0 "
				"to %lld",
				f->name, (long long) i, (long long) n - 1);
	}
	*result = build_node_value(b,
		graph_element(g, field, p->n, p->node, f->type));
	return true;
}

bool build_load(const struct node *node, const struct object *base,
	struct value *result)
{
	const struct field_value *fv = (const struct field_value *) base;
	struct build *b = fv->build;
	struct kernel_field *f;
	struct place p;

	if (!build_read_place(b, node, fv->field, &p))
		return false;
	if (b->is_unknown) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	f = &b->kernel->field[fv->field];
	if (f->n_component > 0 && fv->component < 0)
		return choose_component(b, node, fv, &p, result);
	if (!build_check_rank(b, node, fv->field, &p))
		return false;
	if (f->is_constant)
		return load_constant(b, node, fv->field, &p, result);
	*result = build_load_place(b, fv->field, fv->component, &p, node->loc);
	return true;
}

int build_corner(struct build *b, const struct node *node)
{
	const struct field_value *fv;
	struct kernel_access *a;
	struct value base;
	struct place p;
	int field;

	if (!eval_node(b->eval, node->kid[0], &base))
		return -1;
	fv = field_value_of(&base);
	field = fv && b->kernel->field[fv->field].is_shared ? fv->field : -1;
	value_free(&base);
	if (field < 0) {
		diag_error(b->eval->diag, node->loc, NULL,
			"a factor is a tile of a shared array, from the "
			"element in its corner on: As[0, 16*ty]");
		return -1;
	}
	if (!build_read_place(b, node, field, &p) || b->is_unknown ||
		!build_check_rank(b, node, field, &p))
		return -1;
	a = build_access_new(b, field, node->loc);
	build_set_place(a, -1, &p);
	b->kernel->field[field].is_loaded = true;
	return b->kernel->n_access - 1;
}

bool build_base(struct eval *ev, const struct node *node, struct value *base)
{
	const struct node *name = node->kid[0];
	struct build *b = ev->build;

	build_infer_components(b, node);
	if (!(name->kind == NODE_NAME && build_find_implicit(b, name, base)) &&
		!eval_node(ev, name, base))
		return false;
	if (!cell_of(base) || !build_is_scalar(b, name))
		return true;
	value_free(base);
	return false;
}
