/* What a warp waits for in one trip of each loop: dependent loads, dependent
 * arithmetic, and whether a load of the next trip may start before this one
 * ends (doc/MODEL.md, chapter 20).
 *
 * Paths run over the graph of values.  A compiler moves loads up as far as
 * their addresses and the stores before them allow.
 */

#include <math.h>
#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/expansion.h"
#include "lang/kernel/kernel_parts.h"

/* A step of double precision takes about two of single precision; only the
 * choice of the longest path depends on it, and a matrix instruction about
 * eight.
 */
static double weight(struct kernel_path p)
{
	return p.fp32 + 2 * p.fp64 + 8 * p.tensor;
}

struct paths {
	struct kernel_def *k;
	const int *region;
	const bool *fused;
	bool is_double; /* open types */
	/* of each node: from the start of its loop, by way of carried values,
	 * and from a load of the loop; negative: there is no such path
	 */
	struct kernel_path *carried, *loaded;
	struct kernel_path *begun; /* from the start of the trip */
	/* of each loop + 1: the longest that ends with a slow path so far; all
	 * that follows stays behind it
	 */
	struct kernel_path *slow_carried, *slow_loaded, *slow_begun;
	/* of each loop + 1: the longest that ends with a store to shared memory
	 * so far; loads of it stay behind
	 */
	struct kernel_path *stored;
	int n_stored; /* accesses whose stores were seen */
	/* of each carried value: what the first and the last trip left */
	struct kernel_path *first, *left;
};

static const struct kernel_path no_path = { -1, -1, -1 };
static const struct kernel_path at_once = { 0, 0, 0 };

static bool is_double(const struct paths *p, enum elem_type type)
{
	return type == TYPE_DOUBLE || (type == TYPE_OPEN && p->is_double);
}

static struct kernel_path longer(struct kernel_path a, struct kernel_path b)
{
	return weight(b) > weight(a) ? b : a;
}

/* A shuffle goes through shared memory, whose load takes 23 cycles on Hopper:
 * steps of 4.5 cycles.
 */
#define SHUFFLE_STEPS 5

/* A load of shared memory takes 28.7 cycles on Hopper, a store 4.7
 * (tests/measured/h200/chains.csv).
 */
#define SHARED_LOAD_STEPS  6.4
#define SHARED_STORE_STEPS 1

bool kernel_is_wide(const struct graph *g, const struct graph_node *n)
{
	return g->node[n->a].type == TYPE_INT64;
}

/* Integer operations take as long as an fma. */
static double integer_steps(const struct graph *g, int i)
{
	const struct graph_node *n = &g->node[i];

	switch (n->op) {
	case GRAPH_ADD:
	case GRAPH_SUB:
	case GRAPH_MUL:
	case GRAPH_MIN:
	case GRAPH_MAX:
	case GRAPH_SELECT:
	case GRAPH_BITS: return 1;
	case GRAPH_OTHER:
		return function_rows[n->aux].cost[kernel_is_wide(g, n)].steps;
	default: return kernel_quotient_steps(g, i);
	}
}

double kernel_steps(const struct graph *g, int i, bool is_double)
{
	const struct graph_node *n = &g->node[i];
	int function;

	if (n->a < 0)
		return 0;
	if (n->op == GRAPH_SHUFFLE)
		return SHUFFLE_STEPS;
	if (n->op == GRAPH_ENTRY)
		return 0;
	if (!type_is_float(n->type))
		return integer_steps(g, i);
	switch (n->op) {
	case GRAPH_RESULT:
	case GRAPH_CARRIED:
	case GRAPH_SCATTER:
	case GRAPH_CHANCE:
	case GRAPH_MEMBER:
	case GRAPH_PACK:
	case GRAPH_LOAD: return 0;
	default:
		function = function_of(g, i);
		return function < 0 ?
			1 :
			function_rows[function].cost[is_double].steps;
	}
}

bool kernel_is_call(const struct graph *g, int i, bool open_is_double)
{
	enum elem_type type = g->node[i].type;
	int function = function_of(g, i);
	bool is_double = type == TYPE_DOUBLE ||
		(type == TYPE_OPEN && open_is_double);

	return function >= 0 &&
		function_rows[function].cost[is_double].has_slow_path;
}

/* Matrix instructions that add to the same sums one after the other: those
 * along k, which have 32 bytes of it (PTX ISA, mma).
 */
static double matrix_steps(const struct paths *p, int i)
{
	const struct graph_node *n = &p->k->graph.node[i];
	double steps = 0;

	if (n->op != GRAPH_ADD)
		return 0;
	for (int j = 0; j < 2; ++j) {
		const struct graph_node *t = &p->k->graph.node[j ? n->b : n->a];

		if (t->op == GRAPH_TILE)
			steps += p->k->mma[t->aux].k *
				tensors[p->k->mma[t->aux].type].elem_B / 32;
	}
	return steps;
}

static struct kernel_path through(const struct paths *p, int i,
	const struct kernel_path *of, const struct kernel_path *slow)
{
	const struct graph_node *n = &p->k->graph.node[i];
	const int operand[] = { n->a, n->op == GRAPH_CARRIED ? -1 : n->b,
		n->c };
	int loop = kernel_loop_of(p->k, p->region[i]);
	struct kernel_path path = slow[loop + 1];
	bool wide = is_double(p, n->type);
	double steps = p->fused[i] ? 0 : kernel_steps(&p->k->graph, i, wide);

	for (int j = 0; j < 3; ++j)
		if (operand[j] >= 0 && p->region[operand[j]] >= 0 &&
			kernel_loop_of(p->k, p->region[operand[j]]) == loop)
			path = longer(path, of[operand[j]]);
	if (path.fp32 < 0)
		return path;
	path.tensor += matrix_steps(p, i);
	if (wide)
		path.fp64 += steps;
	else
		path.fp32 += steps;
	return path;
}

static bool is_shared(const struct paths *p, int access)
{
	return p->k->field[p->k->access[access].field].is_shared;
}

/* Stores to shared memory before access "end". */
static void pass_stores(struct paths *p, int end)
{
	for (; p->n_stored < end; ++p->n_stored) {
		const struct kernel_access *a = &p->k->access[p->n_stored];
		int loop = kernel_loop_of(p->k, a->region);
		struct kernel_path path = at_once;

		if (!a->is_store || !is_shared(p, p->n_stored))
			continue;
		if (a->value >= 0 && p->region[a->value] >= 0 &&
			kernel_loop_of(p->k, p->region[a->value]) == loop)
			path = longer(path, p->begun[a->value]);
		path.fp32 += SHARED_STORE_STEPS;
		p->stored[loop + 1] = longer(p->stored[loop + 1], path);
	}
}

/* The path to load "i" of shared memory, which begins with "start": behind the
 * data that decide its address.
 */
static struct kernel_path shared_load(const struct paths *p, int i,
	const struct kernel_path *of, struct kernel_path start)
{
	const struct kernel_access *a = &p->k->access[p->k->graph.node[i].aux];
	int index = kernel_index_node(p->k, a);

	if (index >= 0 && p->region[index] >= 0 &&
		kernel_loop_of(p->k, p->region[index]) ==
			kernel_loop_of(p->k, p->region[i]))
		start = longer(start, of[index]);
	if (start.fp32 >= 0)
		start.fp32 += SHARED_LOAD_STEPS;
	return start;
}

static void find_loaded(struct paths *p, int i, int part)
{
	int access = p->k->graph.node[i].aux;

	pass_stores(p, access);
	p->loaded[i] = longer(at_once, p->slow_loaded[part]);
	p->begun[i] = longer(at_once, p->slow_begun[part]);
	if (!is_shared(p, access))
		return;
	p->begun[i] = shared_load(p, i, p->begun,
		longer(p->begun[i], p->stored[part]));
}

static void find_paths(struct paths *p)
{
	const struct graph *g = &p->k->graph;

	for (int i = 0; i <= p->k->n_loop; ++i)
		p->slow_loaded[i] = p->slow_begun[i] = p->stored[i] = no_path;
	p->n_stored = 0;
	for (int i = 0; i < g->n_node; ++i) {
		struct kernel_chain *c;
		int part;

		p->loaded[i] = p->begun[i] = no_path;
		if (p->region[i] < 0)
			continue;
		part = kernel_loop_of(p->k, p->region[i]) + 1;
		c = &p->k->chain[part];
		if (g->node[i].op == GRAPH_CARRIED) {
			p->begun[i] = at_once;
			continue;
		}
		if (g->node[i].op == GRAPH_LOAD) {
			find_loaded(p, i, part);
		} else {
			p->loaded[i] = through(p, i, p->loaded, p->slow_loaded);
			p->begun[i] = through(p, i, p->begun, p->slow_begun);
		}
		if (kernel_is_call(g, i, p->is_double)) {
			c->has_call[p->is_double] = true;
			p->slow_loaded[part] = longer(p->slow_loaded[part],
				p->loaded[i]);
			p->slow_begun[part] = longer(p->slow_begun[part],
				p->begun[i]);
		}
		if (function_of(g, i) >= 0) {
			bool wide = is_double(p, g->node[i].type);

			c->inlined[p->is_double] +=
				function_inlined(function_of(g, i), wide);
			c->late[p->is_double] += function_late(function_of(g,
								       i),
				wide);
		}
		c->after_load[p->is_double] =
			longer(c->after_load[p->is_double], p->loaded[i]);
	}
	for (int i = 0; i < p->k->n_carried; ++i) {
		const struct kernel_carried *v = &p->k->carried[i];
		struct kernel_chain *c = &p->k->chain[v->loop + 1];

		if (c->has_shared)
			c->trip[p->is_double] = longer(c->trip[p->is_double],
				p->begun[v->next]);
	}
	pass_stores(p, p->k->n_access);
	for (int i = 0; i <= p->k->n_loop; ++i)
		if (p->k->chain[i].has_shared)
			p->k->chain[i].trip[p->is_double] =
				longer(p->k->chain[i].trip[p->is_double],
					p->stored[i]);
}

/* The paths from the start of a loop to each node of one more trip of it, and
 * to what that trip leaves.
 */
static void run_trip(struct paths *p)
{
	const struct graph *g = &p->k->graph;

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		int part;

		p->carried[i] = no_path;
		if (p->region[i] < 0)
			continue;
		part = kernel_loop_of(p->k, p->region[i]) + 1;
		if (n->op == GRAPH_CARRIED)
			p->carried[i] = p->left[n->b];
		else if (n->op != GRAPH_LOAD)
			p->carried[i] = through(p, i, p->carried,
				p->slow_carried);
		else if (is_shared(p, n->aux))
			p->carried[i] = shared_load(p, i, p->carried,
				p->slow_carried[part]);
		if (kernel_is_call(g, i, p->is_double))
			p->slow_carried[part] = longer(p->slow_carried[part],
				p->carried[i]);
	}
	for (int i = 0; i < p->k->n_carried; ++i)
		p->left[i] = longer(at_once, p->carried[p->k->carried[i].next]);
}

/* What a trip adds to the longest path, in the mean of some trips behind the
 * first: a sum of what a recurrence yields is not part of it, and locals may
 * change their places.
 */
#define CARRIED_TRIPS 4

static void find_carried(struct paths *p)
{
	if (p->k->n_carried == 0)
		return;
	for (int i = 0; i < p->k->n_carried; ++i)
		p->left[i] = at_once;
	for (int i = 0; i <= p->k->n_loop; ++i)
		p->slow_carried[i] = p->k->chain[i].has_call[p->is_double] ?
			at_once :
			no_path;
	run_trip(p);
	for (int i = 0; i < p->k->n_carried; ++i)
		p->first[i] = p->left[i];
	for (int trip = 0; trip < CARRIED_TRIPS; ++trip)
		run_trip(p);
	for (int i = 0; i < p->k->n_carried; ++i) {
		struct kernel_path
			more = p->left[i],
			*most = &p->k->chain[p->k->carried[i].loop + 1]
					 .carried[p->is_double];

		more.fp32 = fmax(0, more.fp32 - p->first[i].fp32) /
			CARRIED_TRIPS;
		more.fp64 = fmax(0, more.fp64 - p->first[i].fp64) /
			CARRIED_TRIPS;
		more.tensor = fmax(0, more.tensor - p->first[i].tensor) /
			CARRIED_TRIPS;
		*most = longer(*most, more);
	}
}

/* Marks loops that load from shared memory, and those that store to it as well:
 * no assembler knows the stores of a trip to miss what the next one loads.
 */
static void find_shared(struct kernel_def *k)
{
	for (int i = 0; i < k->n_access; ++i)
		if (k->field[k->access[i].field].is_shared &&
			!k->access[i].is_store)
			k->chain[kernel_loop_of(k, k->access[i].region) + 1]
				.has_shared = true;
	for (int i = 0; i < k->n_access; ++i)
		if (k->field[k->access[i].field].is_shared &&
			k->access[i].is_store) {
			struct kernel_chain *c =
				&k->chain[kernel_loop_of(k,
						  k->access[i].region) +
					1];

			c->is_serial = c->has_shared;
			c->has_swap |= k->access[i].is_atomic &&
				type_is_float(
					k->field[k->access[i].field].type);
		}
}

/* -------------------------------------------------------------- loads */

/* True if a load from "f" stays behind a store to "g".  A field that is only
 * read and declared `restrict` is loaded through a path on which nothing is
 * stored; what a kernel stores to may alias any other such field, because
 * that is lost on the way to machine code.
 */
static bool may_alias(const struct kernel_field *f,
	const struct kernel_field *g)
{
	return f != g && !f->is_shared && !g->is_shared &&
		(f->is_stored || !f->is_restrict);
}

/* Counts how often operations and stores of a loop use what it loads; members
 * of a vector are one use of it, and left out.
 */
static void find_uses(struct kernel_def *k, const int *region)
{
	const struct graph *g = &k->graph;

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *v = &g->node[i];
		const int operand[] = { v->a,
			v->op == GRAPH_CARRIED ? -1 : v->b, v->c };
		int loop = kernel_loop_of(k, region[i]);

		if (region[i] < 0 || v->op == GRAPH_MEMBER)
			continue;
		for (int j = 0; j < 3; ++j)
			if (operand[j] >= 0 && region[operand[j]] >= 0 &&
				g->node[operand[j]].op == GRAPH_LOAD &&
				kernel_loop_of(k, region[operand[j]]) == loop)
				++k->chain[loop + 1].uses;
	}
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (a->is_store && a->value >= 0 &&
			g->node[a->value].op == GRAPH_LOAD)
			++k->chain[kernel_loop_of(k, a->region) + 1].uses;
	}
}

/* Fields are told apart up to this number. */
#define FIELDS 64

/* In straight code, a field that is loaded and stored waits for stores to
 * others before its loads, unless one of these needs them: fields that are
 * updated one by one are as many steps.
 */
static void find_updates(struct kernel_def *k)
{
	uint64_t *from = memory_new(
		((size_t) k->graph.n_node + 1) * sizeof(*from));
	uint64_t stored = 0, loaded = 0, needed = 0, behind = 0, one = 1;
	int n = 0;

	for (int i = 0; i < k->graph.n_node; ++i) {
		const struct graph_node *v = &k->graph.node[i];
		const int operand[] = { v->a,
			v->op == GRAPH_CARRIED ? -1 : v->b, v->c };

		for (int j = 0; j < 3; ++j)
			from[i] |= operand[j] >= 0 ? from[operand[j]] : 0;
		if (v->op == GRAPH_LOAD)
			from[i] |= one << (k->access[v->aux].field % FIELDS);
	}
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		uint64_t bit = one << (a->field % FIELDS);

		if (k->field[a->field].is_shared ||
			kernel_loop_of(k, a->region) >= 0)
			continue;
		if (!a->is_store && !(loaded & bit) && (stored & ~bit))
			behind |= bit;
		*(a->is_store ? &stored : &loaded) |= bit;
		if (a->is_store && a->value >= 0)
			needed |= from[a->value] & ~bit;
	}
	needed = stored & loaded & ~needed;
	for (int f = 0; f < FIELDS; ++f)
		n += (needed & behind) >> f & 1;
	n += (needed & ~behind) != 0;
	for (int wide = 0; wide < 2; ++wide)
		if (n > k->chain[0].steps[wide])
			k->chain[0].steps[wide] = n;
	free(from);
}

/* Marks loops in which a load may have to stay behind the store of the trip
 * before.
 */
static void find_aliases(struct kernel_def *k)
{
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		int loop = kernel_loop_of(k, a->region);

		for (int j = 0; a->is_store && loop >= 0 && j < k->n_access;
			++j) {
			const struct kernel_access *b = &k->access[j];

			if (!b->is_store && b->hint != HINT_READ_ONLY &&
				kernel_loop_of(k, b->region) == loop &&
				(b->field == a->field ?
						!k->field[a->field].is_shared &&
							!kernel_is_told_apart(k,
								a, b) :
						may_alias(&k->field[b->field],
							&k->field[a->field])))
				k->chain[loop + 1].may_alias = true;
		}
	}
}

static bool uses_counter(const struct graph *g, int node, int loop)
{
	const struct graph_node *n = node >= 0 ? &g->node[node] : NULL;

	return n &&
		((n->op == GRAPH_COUNTER && n->aux == loop) ||
			uses_counter(g, n->a, loop) ||
			uses_counter(g, n->b, loop) ||
			uses_counter(g, n->c, loop));
}

static double bytes_of_field(const struct kernel_def *k, int field)
{
	const struct kernel_field *f = &k->field[field];
	double B = type_bytes(f->type);
	int64_t n;

	for (int d = 0; d < f->n_dim; ++d)
		B *= graph_is_int(&k->graph, f->extent[d], &n) ? (double) n : 1;
	return B;
}

/* Elements of constant memory that each trip of a loop takes from other places. */
static void find_constants(struct kernel_def *k, const int *region)
{
	for (int i = 0; i < k->graph.n_node; ++i) {
		const struct graph_node *n = &k->graph.node[i];
		int loop = region[i] >= 0 ? kernel_loop_of(k, region[i]) : -1;

		if (n->op != GRAPH_SCALAR || n->a < 0 || loop < 0 ||
			bytes_of_field(k, n->aux) <= KERNEL_CONSTANTS_NEAR_B)
			continue;
		if (uses_counter(&k->graph, n->a, loop) ||
			uses_counter(&k->graph, n->b, loop) ||
			uses_counter(&k->graph, n->c, loop))
			k->chain[loop + 1].constant_B += type_bytes(
				k->field[n->aux].type);
	}
}

static bool has_open(const struct graph *g)
{
	for (int i = 0; i < g->n_node; ++i)
		if (g->node[i].type == TYPE_OPEN)
			return true;
	return false;
}

/* Where no type is open, double precision has the paths of single precision. */
static void copy_paths(struct kernel_def *k)
{
	for (int i = 0; i <= k->n_loop; ++i) {
		struct kernel_chain *c = &k->chain[i];

		c->carried[1] = c->carried[0];
		c->after_load[1] = c->after_load[0];
		c->trip[1] = c->trip[0];
		c->has_call[1] = c->has_call[0];
		c->inlined[1] = c->inlined[0];
		c->late[1] = c->late[0];
		c->steps[1] = c->steps[0];
		c->front[1] = c->front[0];
	}
	for (int i = 0; i < k->n_access; ++i)
		k->access[i].level[1] = k->access[i].level[0];
	for (int r = 0; r < k->n_region; ++r)
		k->region[r].waits_apart[1] = k->region[r].waits_apart[0];
}

void kernel_chain(struct kernel_def *k, const int *region, const bool *fused)
{
	size_t n = (size_t) k->graph.n_node + 1;
	struct paths p = {
		.k = k,
		.region = region,
		.fused = fused,
		.carried = memory_new(n * sizeof(*p.carried)),
		.loaded = memory_new(n * sizeof(*p.loaded)),
		.begun = memory_new(n * sizeof(*p.begun)),
		.slow_carried = memory_new(
			((size_t) k->n_loop + 1) * sizeof(*p.slow_carried)),
		.slow_loaded = memory_new(
			((size_t) k->n_loop + 1) * sizeof(*p.slow_loaded)),
		.slow_begun = memory_new(
			((size_t) k->n_loop + 1) * sizeof(*p.slow_begun)),
		.stored = memory_new(
			((size_t) k->n_loop + 1) * sizeof(*p.stored)),
		.first = memory_new(
			((size_t) k->n_carried + 1) * sizeof(*p.first)),
		.left = memory_new(
			((size_t) k->n_carried + 1) * sizeof(*p.left)),
	};

	k->chain = memory_new(((size_t) k->n_loop + 1) * sizeof(*k->chain));
	find_shared(k);
	for (int wide = 0; wide < 2; ++wide) {
		p.is_double = wide;
		if (wide && !has_open(&k->graph)) {
			copy_paths(k);
			break;
		}
		find_paths(&p);
		find_carried(&p);
		kernel_find_steps(k, region, p.begun, wide);
	}
	find_uses(k, region);
	find_updates(k);
	find_aliases(k);
	find_constants(k, region);
	if (k->has_flow)
		kernel_order(k, region, fused);
	free(p.carried);
	free(p.loaded);
	free(p.slow_carried);
	free(p.slow_loaded);
	free(p.begun);
	free(p.slow_begun);
	free(p.stored);
	free(p.first);
	free(p.left);
}
