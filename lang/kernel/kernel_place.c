/* Places every operation in the region it runs in, as an optimising compiler
 * would.
 *
 * An operation runs in the innermost region that encloses all of its uses,
 * hoisted out of every loop that does not change its value.  A load keeps its
 * conditions, and stays before a barrier or store that may change its value.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

bool kernel_is_apart(const struct kernel_field *f)
{
	return f->is_restrict || f->is_implicit;
}

bool kernel_encloses(const struct kernel_def *k, int outer, int inner)
{
	while (inner > outer)
		inner = k->region[inner].parent;
	return inner == outer;
}

const struct kernel_scatter *kernel_scatter_of(const struct kernel_def *k,
	const struct kernel_access *a)
{
	return a->draw.scatter >= 0 ? &k->scatter[a->draw.scatter] : NULL;
}

int kernel_index_node(const struct kernel_def *k, const struct kernel_access *a)
{
	const struct kernel_scatter *s = kernel_scatter_of(k, a);

	return s ? s->of : a->data;
}

static uint64_t loop_bit(int loop)
{
	return (uint64_t) 1 << (loop & 63);
}

static int common_region(const struct kernel_def *k, int a, int b)
{
	while (a != b) {
		if (a > b)
			a = k->region[a].parent;
		else
			b = k->region[b].parent;
	}
	return a;
}

static uint64_t loops_around(const struct kernel_def *k, int region)
{
	uint64_t mask = 0;

	for (; region > 0; region = k->region[region].parent)
		if (k->region[region].kind == REGION_LOOP)
			mask |= loop_bit(k->region[region].loop);
	return mask;
}

/* True if trips of a loop may change what load "a" within it reads. */
static bool is_changed_in(const struct kernel_def *k, const struct placement *p,
	const struct kernel_access *a, int loop)
{
	const struct kernel_field *f = &k->field[a->field];

	if (a->hint == HINT_READ_ONLY || (f->is_restrict && !f->is_stored))
		return false;
	if (p->meets[loop] && kernel_is_open(f))
		return true;
	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].is_store &&
			kernel_encloses(k, k->loop[loop].region,
				k->access[i].region) &&
			kernel_may_alias(k, a, &k->access[i]))
			return true;
	return false;
}

/* The loops around a load out of which compilers do not move it. */
static uint64_t loops_that_change(const struct kernel_def *k,
	const struct placement *p, const struct kernel_access *a)
{
	uint64_t mask = 0;

	for (int r = a->region; r > 0; r = k->region[r].parent)
		if (k->region[r].kind == REGION_LOOP &&
			is_changed_in(k, p, a, k->region[r].loop))
			mask |= loop_bit(k->region[r].loop);
	return mask;
}

/* For each node, the loops that can change its value. */
static void find_loops(const struct kernel_def *k, struct placement *p)
{
	const struct graph *g = &k->graph;

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		uint64_t mask = 0;

		if (n->op == GRAPH_COUNTER || n->op == GRAPH_CARRIED)
			mask |= loop_bit(n->aux);
		if (n->op == GRAPH_SCATTER)
			mask |= loops_around(k, k->scatter[n->aux].region);
		if (n->op == GRAPH_CHANCE)
			mask |= loops_around(k, k->chance[n->aux].region);
		if (n->op == GRAPH_LOAD) {
			const struct kernel_access *a = &k->access[n->aux];

			for (int j = 0; j < a->n_index; ++j)
				mask |= p->loops[a->index[j]];
			if (a->component >= 0)
				mask |= p->loops[a->component];
			mask |= k->by_address ? loops_around(k, a->region) :
						loops_that_change(k, p, a);
		}
		if (n->a >= 0)
			mask |= p->loops[n->a];
		if (n->b >= 0 && n->op != GRAPH_CARRIED)
			mask |= p->loops[n->b];
		if (n->c >= 0)
			mask |= p->loops[n->c];
		if (n->op == GRAPH_RESULT)
			mask &= ~loop_bit(n->aux);
		p->loops[i] = mask;
	}
}

static void use(const struct kernel_def *k, struct placement *p, int node,
	int region)
{
	if (node < 0)
		return;
	p->region[node] = p->region[node] < 0 ?
		region :
		common_region(k, p->region[node], region);
	++p->uses[node];
}

int kernel_hoist(const struct kernel_def *k, const struct placement *p,
	int node, int region)
{
	int best = region;

	for (int r = region; r > 0; r = k->region[r].parent) {
		if (k->region[r].kind != REGION_LOOP)
			continue;
		if (p->loops[node] & loop_bit(k->region[r].loop))
			break;
		best = k->region[r].parent;
	}
	return best;
}

/* The node that a data-dependent index is made of is used where the access
 * runs.
 */
static void use_index(const struct kernel_def *k, struct placement *p,
	const struct kernel_access *a, int region)
{
	use(k, p, kernel_index_node(k, a), region);
}

/* What a condition is decided by is used before it.  The one that ends a loop
 * is part of the loop: a thread finds its last trip before it enters.
 */
static void use_condition(const struct kernel_def *k, struct placement *p,
	const struct kernel_region *r, int region)
{
	const struct kernel_region *loop = &k->region[r->parent];

	if (loop->kind == REGION_LOOP && k->loop[loop->loop].body == region)
		use(k, p, k->graph.node[r->condition].b, loop->parent);
	else
		use(k, p, r->condition, r->parent);
}

static void seed_uses(const struct kernel_def *k, struct placement *p)
{
	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].is_store) {
			use(k, p, k->access[i].value, k->access[i].region);
			use_index(k, p, &k->access[i], k->access[i].region);
		}
	for (int i = 1; i < k->n_region; ++i)
		if (k->region[i].kind == REGION_THEN)
			use_condition(k, p, &k->region[i], i);
	for (int i = 0; i < k->n_shuffle; ++i)
		use(k, p, k->shuffle[i].node, k->shuffle[i].region);
	for (int i = 0; i < k->n_carried; ++i)
		use(k, p, k->carried[i].next, k->loop[k->carried[i].loop].body);
}

static int compare_branches(const struct kernel_region *a,
	const struct kernel_region *b)
{
	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	if (a->condition != b->condition)
		return a->condition < b->condition ? -1 : 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

/* A stable merge sort of n branches; "room" has space for n. */
static void sort_branches(const struct kernel_def *k, int *at, int n, int *room)
{
	int half = n / 2, i = 0, j = half, to = 0;

	if (n < 2)
		return;
	sort_branches(k, at, half, room);
	sort_branches(k, at + half, n - half, room);
	while (i < half && j < n)
		room[to++] = compare_branches(&k->region[at[i]],
				     &k->region[at[j]]) <= 0 ?
			at[i++] :
			at[j++];
	while (i < half)
		room[to++] = at[i++];
	memcpy(at, room, (size_t) to * sizeof(*at));
}

static void find_branches(const struct kernel_def *k, struct placement *p)
{
	int *room = memory_new(((size_t) k->n_region + 1) * sizeof(*room));

	p->branch = memory_new(((size_t) k->n_region + 1) * sizeof(int));
	for (int i = 1; i < k->n_region; ++i)
		if (k->region[i].kind != REGION_LOOP)
			p->branch[p->n_branch++] = i;
	sort_branches(k, p->branch, p->n_branch, room);
	free(room);
}

/* The first branch of "condition" within region "r"; r itself if none. */
static int branch_of(const struct kernel_def *k, const struct placement *p,
	int r, int condition, enum region_kind kind)
{
	const struct kernel_region wanted = {
		.kind = kind,
		.parent = r,
		.condition = condition,
	};
	int lo = 0, hi = p->n_branch;

	while (lo < hi) {
		int middle = lo + (hi - lo) / 2;

		if (compare_branches(&k->region[p->branch[middle]], &wanted) <
			0)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < p->n_branch &&
			compare_branches(&k->region[p->branch[lo]], &wanted) ==
				0 ?
		p->branch[lo] :
		r;
}

/* A value that an `if` assigns is computed in its branch. */
static void use_select(const struct kernel_def *k, struct placement *p,
	int node)
{
	const struct graph_node *n = &k->graph.node[node];
	int r = p->region[node];

	use(k, p, n->a, r);
	use(k, p, n->b, branch_of(k, p, r, n->a, REGION_THEN));
	use(k, p, n->c, branch_of(k, p, r, n->a, REGION_ELSE));
}

/* True if a store to the field of load "i", or to one that may overlap it, lies
 * between the load and access "end" of the source.
 */
static bool is_stored_between(const struct kernel_def *k, int i, int end)
{
	const struct kernel_field *f = &k->field[k->access[i].field];
	bool is_alone = kernel_is_apart(f) || f->is_shared;

	for (int j = i + 1; j < end; ++j) {
		const struct kernel_field *to = &k->field[k->access[j].field];

		if (k->access[j].is_store &&
			(to == f ||
				(!is_alone && !to->is_shared &&
					!kernel_is_apart(to))))
			return true;
	}
	return false;
}

/* True if load "i" may run later, where region "r" begins: no barrier and no
 * store in between may change what it loads.
 */
static bool can_sink(const struct kernel_def *k, int i, int r)
{
	const struct kernel_access *a = &k->access[i];
	const struct kernel_field *f = &k->field[a->field];

	if (kernel_is_apart(f) && !f->is_stored)
		return true;
	return k->region[r].phase == a->phase &&
		!is_stored_between(k, i, k->region[r].first);
}

/* True if a lane that runs the parent of region "r" may leave it out: not the trips
 * of a loop whose number it knows before it enters.
 */
static bool is_optional(const struct kernel_def *k, int r)
{
	const struct kernel_region *parent = &k->region[k->region[r].parent];

	return k->region[r].kind != REGION_LOOP &&
		!(parent->kind == REGION_LOOP &&
			k->loop[parent->loop].body == r);
}

/* Moves a load out of loops like other operations, up to a condition: its index may
 * be out of range where that does not hold.
 */
static int hoist_load(const struct kernel_def *k, const struct placement *p,
	int node, int region)
{
	int outer = kernel_hoist(k, p, node, region), best = region;

	for (int r = region; r > outer; r = k->region[r].parent) {
		if (is_optional(k, r))
			break;
		if (k->region[r].kind == REGION_LOOP)
			best = k->region[r].parent;
	}
	return best;
}

/* Where a load runs whose uses are within region "r".  It keeps the conditions
 * under which it was written: without them its index may be out of range.
 */
static int place_load(const struct kernel_def *k, const struct placement *p,
	int node, int r)
{
	int i = k->graph.node[node].aux;
	int written = k->access[i].region;

	/* compiled code has its loads where they run */
	if (k->has_flow)
		return written;
	r = kernel_hoist(k, p, node, r);
	if (kernel_encloses(k, written, r))
		return r == written || can_sink(k, i, r) ? r : written;
	return hoist_load(k, p, node, written);
}

static void place(struct kernel_def *k, struct placement *p)
{
	const struct graph *g = &k->graph;

	seed_uses(k, p);
	for (int i = g->n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &g->node[i];

		if (p->region[i] < 0)
			continue;
		p->region[i] = n->op == GRAPH_LOAD ?
			place_load(k, p, i, p->region[i]) :
			kernel_hoist(k, p, i, p->region[i]);
		if (n->op == GRAPH_RESULT) {
			use(k, p, n->a, k->loop[n->aux].body);
			continue;
		}
		if (n->op == GRAPH_CARRIED) {
			use(k, p, k->carried[n->b].first,
				k->region[k->loop[n->aux].region].parent);
			continue;
		}
		if (n->op == GRAPH_SELECT) {
			use_select(k, p, i);
			continue;
		}
		if (n->op == GRAPH_LOAD) {
			k->access[n->aux].region = p->region[i];
			use_index(k, p, &k->access[n->aux], p->region[i]);
		}
		use(k, p, n->a, p->region[i]);
		use(k, p, n->b, p->region[i]);
		use(k, p, n->c, p->region[i]);
	}
}

static void drop_unused_loads(struct kernel_def *k, const struct placement *p)
{
	struct graph *g = &k->graph;
	int *moved = memory_new(((size_t) k->n_access + 1) * sizeof(int));
	bool *used = memory_new((size_t) k->n_access + 1);
	int n = 0;

	for (int i = 0; i < g->n_node; ++i)
		if (g->node[i].op == GRAPH_LOAD && p->region[i] >= 0)
			used[g->node[i].aux] = true;
	for (int i = 0; i < k->n_access; ++i) {
		moved[i] = n;
		if (k->access[i].is_store || k->access[i].address >= 0 ||
			k->access[i].mma > 0 || k->has_flow || used[i])
			k->access[n++] = k->access[i];
	}
	k->n_access = n;
	for (int i = 0; i < k->n_mma; ++i)
		for (int j = 0; j < 2 && k->mma[i].factor[j] >= 0; ++j)
			k->mma[i].factor[j] = moved[k->mma[i].factor[j]];
	for (int i = 0; i < g->n_node; ++i)
		if (g->node[i].op == GRAPH_LOAD)
			g->node[i].aux = moved[g->node[i].aux];
	for (int i = 0; i < k->n_field; ++i)
		k->field[i].is_loaded = false;
	for (int i = 0; i < n; ++i)
		if (!k->access[i].is_store)
			k->field[k->access[i].field].is_loaded = true;
	free(moved);
	free(used);
}

void kernel_place(struct kernel_def *k, struct placement *p)
{
	size_t n = (size_t) k->graph.n_node + 1;

	*p = (struct placement) { .n_branch = 0 };
	p->region = memory_new(n * sizeof(int));
	p->uses = memory_new(n * sizeof(int));
	p->loops = memory_new(n * sizeof(uint64_t));
	for (size_t i = 0; i < n; ++i)
		p->region[i] = -1;
	p->meets = memory_new((size_t) k->n_loop + 1);
	for (int i = 0; i < k->n_loop; ++i)
		p->meets[i] = kernel_loop_meets(k, i);
	find_loops(k, p);
	find_branches(k, p);
	place(k, p);
	drop_unused_loads(k, p);
}

void kernel_place_clear(struct placement *p)
{
	free(p->region);
	free(p->uses);
	free(p->loops);
	free(p->meets);
	free(p->branch);
}
