/* The values of a thread: one graph for all of its cells. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/expansion.h"
#include "lang/launch/live.h"

static enum elem_type closed(const struct live *v, enum elem_type type)
{
	return type == TYPE_OPEN ? v->l->o->type : type;
}

int live_words(const struct live *v, enum elem_type type)
{
	return type == TYPE_BOOL ? 0 : (type_bytes(closed(v, type)) + 3) / 4;
}

bool live_is_straight(const struct live *v, int loop)
{
	return loop < 0 || lower_is_whole(v->l, loop);
}

/* The second operand.  A loop-carried local has none: its "b" is a slot. */
static int second_of(const struct graph_node *n)
{
	return n->op == GRAPH_CARRIED ? -1 : n->b;
}

/* True if no register holds the value: constants and arguments are operands
 * of instructions, and coordinates belong to the addresses.
 */
static bool is_free(const struct graph_node *n)
{
	return (!n->uses_memory && n->op != GRAPH_CARRIED &&
		       n->op != GRAPH_RESULT) ||
		n->op == GRAPH_TILE;
}

static void reach(struct live *v, int node)
{
	if (node >= 0)
		v->reached[node] = true;
}

/* Marks what stored and carried values depend on, but not their addresses. */
static void reach_all(struct live *v)
{
	const struct kernel_def *k = v->k;

	for (int i = 0; i < k->n_access; ++i)
		reach(v, k->access[i].value);
	for (int i = 0; i < k->n_carried; ++i) {
		reach(v, k->carried[i].first);
		reach(v, k->carried[i].next);
	}
	for (int i = k->graph.n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &k->graph.node[i];

		if (!v->reached[i])
			continue;
		reach(v, n->a);
		reach(v, second_of(n));
		reach(v, n->c);
	}
}

static bool is_equal(const struct value_node *a, const struct value_node *b)
{
	return a->op == b->op && a->access == b->access && a->loop == b->loop &&
		a->words == b->words &&
		memcmp(a->kid, b->kid, sizeof(a->kid)) == 0 &&
		memcmp(a->plain, b->plain, sizeof(a->plain)) == 0 &&
		a->hash == b->hash;
}

static int add_value(struct live *v, struct value_node node)
{
	/* loads of one place have one hash, but are different values */
	uint64_t key = map_mix(map_mix(node.hash, node.access), node.kid[0]);
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&v->values, key, &at)) >= 0 &&
		!is_equal(&v->value[i], &node))
		continue;
	if (i >= 0)
		return (int) i;
	v->value = memory_grow(v->value, (size_t) v->n_value,
		sizeof(*v->value));
	v->value[v->n_value] = node;
	map_add(&v->values, key, v->n_value);
	return v->n_value++;
}

/* The hash of an operand without a register.  Only constants occur in
 * numbers that would make statements depend on their order.
 */
static uint64_t hash_plain(const struct live *v, int node)
{
	const struct graph_node *n;
	double d;
	int64_t bits;

	if (node < 0)
		return 1;
	n = &v->k->graph.node[node % v->k->graph.n_node];
	if (n->op != GRAPH_CONST)
		return map_mix(map_mix(3, n->op), n->aux);
	d = number_to_double(&v->k->graph.constant[n->aux]);
	memcpy(&bits, &d, sizeof(bits));
	return map_mix(2, bits);
}

/* The hash of operand "i". */
static uint64_t hash_of(const struct live *v, const struct value_node *n, int i)
{
	return n->kid[i] >= 0 ? v->value[n->kid[i]].hash :
				hash_plain(v, n->plain[i]);
}

/* The hash of a load: of its address, or else of its place in the source. */
static uint64_t hash_load(const struct live *v, int access)
{
	const struct kernel *kernel = v->l->kernel;
	const struct access *a;

	if (access < 0 || access >= kernel->n_access)
		return map_mix(5, access);
	a = &kernel->access[access];
	return map_mix(map_mix(quasi_hash(a->address), a->field), a->component);
}

/* Sethi and Ullman: evaluating the operand with the larger need first
 * minimizes registers.
 */
static int needed(const struct live *v, const struct value_node *n)
{
	int a = n->kid[0] >= 0 ? v->value[n->kid[0]].need : 0;
	int b = n->kid[1] >= 0 ? v->value[n->kid[1]].need : 0;
	int c = n->kid[2] >= 0 ? v->value[n->kid[2]].need : 0;
	int need = a == b ? a + 1 : a > b ? a : b;

	return c > need ? c : need;
}

static int depth_of(const struct live *v, int loop)
{
	return loop < 0 ? -1 : lower_depth(v->k, loop);
}

static int loop_of(const struct live *v, const struct graph_node *n,
	const int kid[3])
{
	int loop = -1;

	if (n->op == GRAPH_CARRIED)
		return n->aux;
	if (n->op == GRAPH_RESULT)
		return kernel_loop_of(v->k,
			v->k->region[v->k->loop[n->aux].region].parent);
	if (n->op == GRAPH_LOAD)
		return kernel_loop_of(v->k, v->k->access[n->aux].region);
	for (int i = 0; i < 3; ++i)
		if (kid[i] >= 0 &&
			depth_of(v, v->value[kid[i]].loop) > depth_of(v, loop))
			loop = v->value[kid[i]].loop;
	return loop;
}

static uint64_t hash_node(const struct live *v, const struct graph_node *n,
	const struct value_node *node)
{
	uint64_t hash = map_mix((uint64_t) n->op * 16 + n->type, node->loop);
	uint64_t a = hash_of(v, node, 0), b = hash_of(v, node, 1);

	if (n->op == GRAPH_LOAD || n->op == GRAPH_MEMBER)
		return map_mix(map_mix(hash,
				       n->op == GRAPH_MEMBER ? n->aux : 0),
			(int64_t) hash_load(v, node->access));
	if (n->op == GRAPH_CARRIED)
		return map_mix(hash, n->b);
	if (graph_commutes(n->op) && a > b) {
		uint64_t swap = a;

		a = b;
		b = swap;
	}
	hash = map_mix(map_mix(hash, (int64_t) a), (int64_t) b);
	return map_mix(hash, (int64_t) hash_of(v, node, 2));
}

/* The lanes of a vector are values of their own: a load has them as members,
 * and a vector to store takes the registers of its lanes.
 */
static void set_lanes(const struct live *v, const struct graph_node *n,
	struct value_node *node)
{
	if (n->op == GRAPH_LOAD && type_lanes(closed(v, n->type)) > 1)
		node->words = 0;
	if (n->op == GRAPH_PACK)
		node->words = 0;
	for (int i = 0; n->op == GRAPH_PACK && i < 3; ++i)
		if (node->kid[i] >= 0)
			node->words += v->value[node->kid[i]].words;
	if (n->op == GRAPH_MEMBER) {
		node->is_load = true;
		node->access = v->value[node->kid[0]].access;
		node->is_late = v->value[node->kid[0]].is_late;
		node->plain[0] = n->aux;
		node->kid[0] = -1;
	}
}

/* The temporaries of an operation that a compiler expands. */
static void add_function(struct live *v, int i, struct value_node *node)
{
	int function = function_of(&v->k->graph, i);
	const struct function_cost *cost;

	if (function < 0)
		return;
	cost = &function_rows[function].cost[node->words > 1];
	node->spare = cost->registers;
	v->has_calls |= cost->has_slow_path;
	v->is_slow[node->loop + 1] |= cost->has_slow_path;
}

static bool is_read_only(const struct live *v, const struct kernel_access *a)
{
	const struct kernel_field *f = &v->k->field[a->field];

	return f->is_shared || a->hint == HINT_READ_ONLY ||
		(f->is_restrict && !f->is_stored);
}

/* Marks loops whose loads stay behind the stores of the trip before: one of
 * them may overlap what is stored, as nothing says otherwise, and the others
 * keep their order.  Within one field constants tell how far loads and stores
 * are apart.
 */
static void mark_ordered(struct live *v)
{
	const struct kernel_def *k = v->k;
	int *stored = memory_new(((size_t) k->n_loop + 2) * sizeof(int));

	for (int i = 0; i < 2 * k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i % k->n_access];
		int loop = kernel_loop_of(k, a->region) + 1;
		bool is_first = i < k->n_access;

		if (loop == 0 || is_read_only(v, a) || a->is_store != is_first)
			continue;
		if (is_first && stored[loop] == 0)
			stored[loop] = a->field + 1;
		else if (stored[loop] > 0 && stored[loop] != a->field + 1)
			v->is_ordered[loop] = true;
	}
	free(stored);
}

/* The value of node "i" in the cell that v->of describes. */
static void value_of_node(struct live *v, int i, int cell)
{
	const struct graph_node *n = &v->k->graph.node[i];
	const int kid[3] = { n->a, second_of(n), n->c };
	struct value_node node = { .op = n->op, .access = -1 };

	v->of[i] = -1;
	if (!v->reached[i] || is_free(n))
		return;
	for (int j = 0; j < 3; ++j) {
		node.kid[j] = kid[j] < 0 ? -1 : v->of[kid[j]];
		node.plain[j] = kid[j] < 0 || node.kid[j] >= 0 ? -1 : kid[j];
		/* coordinates differ between cells */
		if (node.plain[j] >= 0 && v->k->graph.node[kid[j]].uses_coord)
			node.plain[j] += cell * v->k->graph.n_node;
	}
	node.loop = loop_of(v, n, node.kid);
	node.words = live_words(v, n->type);
	node.is_float = type_is_float(closed(v, n->type));
	/* a division by a constant is a product */
	if (n->op == GRAPH_DIV && graph_is_const(&v->k->graph, n->b, NULL))
		node.op = GRAPH_MUL;
	add_function(v, i, &node);
	if (n->op == GRAPH_LOAD) {
		const struct kernel_field *f =
			&v->k->field[v->k->access[n->aux].field];

		node.access = v->l->place[cell * v->k->n_access + n->aux];
		node.is_load = true;
		node.is_late = f->is_stored && !f->is_shared &&
			(node.loop >= 0 ? options_strides_vary(v->l->o) :
					  v->n_store > 1);
		node.is_behind = v->is_ordered[node.loop + 1] &&
			!is_read_only(v, &v->k->access[n->aux]);
		node.is_float &= closed(v, n->type) != TYPE_HALF;
		memset(node.kid, -1, sizeof(node.kid));
		memset(node.plain, -1, sizeof(node.plain));
	}
	if (n->op == GRAPH_CARRIED)
		node.words = 0; /* counted with the loop */
	set_lanes(v, n, &node);
	node.hash = hash_node(v, n, &node);
	node.need = needed(v, &node);
	v->of[i] = add_value(v, node);
}

static void add_target(struct live *v, int node, int loop, int cell, int part,
	uint64_t hash)
{
	if (node < 0 || v->of[node] < 0)
		return;
	v->target[v->n_target++] = (struct target) {
		.value = v->of[node],
		.loop = loop,
		.cell = cell,
		.part = part,
		.need = v->value[v->of[node]].need,
		.hash = map_mix(v->value[v->of[node]].hash, (int64_t) hash),
	};
}

static void add_carried(struct live *v, int i, int cell)
{
	const struct kernel_carried *c = &v->k->carried[i];
	int n = v->n_target;

	add_target(v, c->next, c->loop, cell,
		2 * v->k->loop[c->loop].region + 1, 0);
	if (v->n_target > n)
		v->target[n].is_carried = true;
}

/* The part of the code that an access belongs to.  What conditions move to
 * shared memory is predicated: all of its loads are in flight together.
 */
static int part_of(const struct kernel_def *k, const struct kernel_access *a,
	bool *is_predicated)
{
	bool is_shared = k->field[a->field].is_shared;
	int region = a->region;

	while (is_shared && region > 0 && k->region[region].kind != REGION_LOOP)
		region = k->region[region].parent;
	*is_predicated = region != a->region;
	return 2 * (a->phase * k->n_region + region) + !is_shared;
}

static void add_store(struct live *v, int i, int cell)
{
	const struct kernel_def *k = v->k;
	const struct kernel_access *a = &k->access[i];
	int n = v->n_target;
	bool is_predicated;
	int part = part_of(k, a, &is_predicated);

	add_target(v, a->value, kernel_loop_of(k, a->region), cell, part,
		hash_load(v, v->l->place[cell * k->n_access + i]));
	if (v->n_target > n)
		v->target[n].is_predicated = is_predicated;
}

static void add_cell(struct live *v, int cell)
{
	const struct kernel_def *k = v->k;

	for (int i = 0; i < k->graph.n_node; ++i)
		value_of_node(v, i, cell);
	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].value >= 0)
			add_store(v, i, cell);
	for (int i = 0; i < k->n_carried; ++i)
		add_carried(v, i, cell);
}

static int compare_targets(const void *x, const void *y)
{
	const struct target *a = x, *b = y;

	if (a->loop != b->loop)
		return a->loop < b->loop ? -1 : 1;
	if (a->part != b->part)
		return a->part < b->part ? -1 : 1;
	if (a->cell != b->cell)
		return a->cell < b->cell ? -1 : 1;
	if (a->need != b->need)
		return a->need > b->need ? -1 : 1;
	return (a->hash > b->hash) - (a->hash < b->hash);
}

/* ------------------------------------------------------- loads and sums */

/* The load that is added: itself, or one times a constant. */
static int added_load(const struct live *v, int value)
{
	const struct value_node *n;

	if (value < 0)
		return -1;
	n = &v->value[value];
	if (n->op == GRAPH_MUL && (n->kid[0] < 0 || n->kid[1] < 0))
		value = n->kid[0] >= 0 ? n->kid[0] : n->kid[1];
	return value >= 0 && v->value[value].is_load &&
			v->value[value].is_float ?
		value :
		-1;
}

/* Marks loads that are added to a sum, and those that are only stored. */
static void mark_loads(struct live *v)
{
	v->is_carried = memory_new((size_t) v->n_value + 1);
	v->is_stored = memory_new((size_t) v->n_value + 1);
	v->is_added = memory_new((size_t) v->n_value + 1);
	v->is_moved = memory_new((size_t) v->n_value + 1);
	for (int i = 0; i < v->n_target; ++i) {
		const struct target *t = &v->target[i];

		v->is_stored[t->value] = true;
		if (!v->value[t->value].is_load)
			continue;
		if (t->is_carried)
			v->is_carried[t->value] = true;
		else
			v->is_moved[t->value] = t->part % 2 ? MOVED_TO_MEMORY :
				t->is_predicated	    ? MOVED_IF :
							      MOVED_TO_SHARED;
	}
	for (int i = 0; i < v->n_value; ++i) {
		const struct value_node *n = &v->value[i];
		int a, b;

		for (int c = 0; c < 3; ++c)
			if (n->kid[c] >= 0)
				v->is_moved[n->kid[c]] = 0;
		if ((n->op != GRAPH_ADD && n->op != GRAPH_SUB &&
			    n->op != GRAPH_MIN && n->op != GRAPH_MAX) ||
			!n->is_float)
			continue;
		a = added_load(v, n->kid[0]);
		b = added_load(v, n->kid[1]);
		v->n_chain += a >= 0 && b >= 0;
		if (a >= 0 && n->kid[1] >= 0 && b < 0)
			v->is_added[a] = true;
		if (b >= 0 && n->kid[0] >= 0 && a < 0)
			v->is_added[b] = true;
	}
}

/* A product that only a sum uses is part of an fma: the operands of the
 * product become operands of the sum.
 */
static void fuse_products(struct live *v)
{
	int *uses = memory_new(((size_t) v->n_value + 1) * sizeof(int));

	for (int i = 0; i < v->n_value; ++i)
		for (int c = 0; c < 3; ++c)
			if (v->value[i].kid[c] >= 0)
				++uses[v->value[i].kid[c]];
	for (int i = 0; i < v->n_target; ++i)
		++uses[v->target[i].value];
	for (int i = 0; i < v->n_value; ++i) {
		struct value_node *n = &v->value[i];

		for (int c = 0; c < 2; ++c) {
			int product = n->kid[c];

			if ((n->op != GRAPH_ADD && n->op != GRAPH_SUB) ||
				product < 0 || n->kid[2] >= 0 ||
				v->value[product].op != GRAPH_MUL ||
				v->value[product].loop != n->loop ||
				uses[product] != 1)
				continue;
			n->kid[c] = v->value[product].kid[0];
			n->kid[2] = v->value[product].kid[1];
			break;
		}
	}
	free(uses);
}

void live_build(struct live *v, const struct lowering *l)
{
	size_t n_node = (size_t) l->k->graph.n_node + 1;

	*v = (struct live) { .l = l, .k = l->k };
	v->cells = l->k->by_address ?
		1 :
		(int) (l->fold[0] * l->fold[1] * l->fold[2]);
	v->reached = memory_new(n_node);
	v->of = memory_new(n_node * sizeof(*v->of));
	v->is_slow = memory_new((size_t) l->k->n_loop + 2);
	v->is_ordered = memory_new((size_t) l->k->n_loop + 2);
	mark_ordered(v);
	v->target = memory_new(
		((size_t) v->cells *
				(size_t) (l->k->n_access + l->k->n_carried) +
			1) *
		sizeof(*v->target));
	reach_all(v);
	for (int i = 0; i < l->k->n_access; ++i)
		v->n_store += l->k->access[i].value >= 0 ? v->cells : 0;
	for (int cell = 0; cell < v->cells; ++cell)
		add_cell(v, cell);
	qsort(v->target, (size_t) v->n_target, sizeof(*v->target),
		compare_targets);
	mark_loads(v);
	fuse_products(v);
	live_group(v);
	v->carried_words = memory_new(
		((size_t) l->k->n_loop + 1) * sizeof(int));
	for (int i = 0; i < l->k->n_carried; ++i)
		v->carried_words[l->k->carried[i].loop] += live_words(v,
			l->k->graph.node[l->k->carried[i].next].type);
	v->uses = memory_new(((size_t) v->n_value + 1) * sizeof(int));
	v->place = memory_new(((size_t) v->n_value + 1) * sizeof(int));
	memset(v->place, -1, ((size_t) v->n_value + 1) * sizeof(int));
	v->todo = memory_new((3 * (size_t) v->n_value + 4) * sizeof(int));
	v->seen = memory_new((size_t) v->n_value + 1);
}

void live_clear(struct live *v)
{
	free(v->reached);
	free(v->of);
	free(v->is_slow);
	free(v->is_ordered);
	free(v->target);
	free(v->value);
	map_clear(&v->values);
	free(v->base);
	free(v->base_of);
	free(v->first_base);
	free(v->loop_base);
	free(v->carried_words);
	free(v->loads);
	free(v->stores);
	free(v->is_added);
	free(v->is_moved);
	free(v->is_carried);
	free(v->is_stored);
	free(v->uses);
	free(v->place);
	free(v->todo);
	free(v->seen);
}
