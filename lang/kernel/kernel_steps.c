/* Which loads of a trip wait for others: by their indices and conditions, by
 * slow paths, by stores and by barriers (doc/MODEL.md, chapter 20).
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel.h"
#include "lang/kernel/kernel_parts.h"

/* The steps that the loads of a trip, or of the code outside of loops, make one
 * after the other: an index may depend on data, and so may a condition.  No
 * load is moved across a slow path: nvcc issues each load where it is used
 * first, and what is used behind a slow path waits for that.  What a store
 * before it may have changed waits for that store, outside of loops where
 * neither field is `restrict`.
 */
struct steps {
	struct kernel_def *k;
	const int *region;
	bool is_double;	 /* open types */
	bool *is_issued; /* of each node that loads */
	bool *is_early;	 /* of each node: used before others are there */
	int *ready;	 /* of each node: loads that it waits for */
	int *passed;	 /* of each loop + 1: those before its slow paths */
	int n_stored;	 /* accesses whose stores were issued */
	/* stores that waited for loads: which access, and for how many */
	struct steps_stored {
		int access, ready;
	} * stored;
	int n_kept;
	/* of each loop + 1: barriers before the last store, what stores need
	 * behind them, and before them
	 */
	struct {
		int phase, ready, before;
	} * fence;
};

static int ready_of(const struct steps *s, int node, int loop)
{
	return node >= 0 && s->region[node] >= 0 &&
			kernel_loop_of(s->k, s->region[node]) == loop ?
		s->ready[node] :
		0;
}

static int most_of(int a, int b)
{
	return a > b ? a : b;
}

/* True if two integers differ by a literal, or not at all. */
static bool is_literal_apart(const struct graph *g, int i, int j, int depth)
{
	const struct graph_node *a = &g->node[i], *b = &g->node[j];
	int64_t n;

	if (i == j || (graph_is_int(g, i, &n) && graph_is_int(g, j, &n)))
		return true;
	if (depth == 0)
		return false;
	for (int k = 0; k < 2; ++k) {
		const struct graph_node *at = k ? b : a;
		int other = k ? i : j;

		if (at->op != GRAPH_ADD && at->op != GRAPH_SUB)
			continue;
		if (graph_is_int(g, at->b, &n) &&
			is_literal_apart(g, at->a, other, depth - 1))
			return true;
		if (at->op == GRAPH_ADD && graph_is_int(g, at->a, &n) &&
			is_literal_apart(g, at->b, other, depth - 1))
			return true;
	}
	if (a->op != b->op || (a->op != GRAPH_ADD && a->op != GRAPH_SUB))
		return false;
	if ((a->a == b->a && is_literal_apart(g, a->b, b->b, depth - 1)) ||
		(a->b == b->b && is_literal_apart(g, a->a, b->a, depth - 1)))
		return true;
	return a->op == GRAPH_ADD &&
		((a->a == b->b && is_literal_apart(g, a->b, b->a, depth - 1)) ||
			(a->b == b->a &&
				is_literal_apart(g, a->a, b->b, depth - 1)));
}

/* Sums in an index are followed to this depth. */
#define INDEX_DEPTH 5

/* True if a compiler knows which cells of their field two accesses share: in all
 * dimensions their indices differ by literals.
 */
bool kernel_is_told_apart(const struct kernel_def *k,
	const struct kernel_access *a, const struct kernel_access *b)
{
	if (a->address >= 0 || b->address >= 0 || a->n_index != b->n_index ||
		(a->component >= 0 && b->component >= 0 &&
			a->component != b->component))
		return true;
	if (a->draw.scatter != b->draw.scatter)
		return false;
	for (int d = 0; d < a->n_index; ++d)
		if (!is_literal_apart(&k->graph, a->index[d], b->index[d],
			    INDEX_DEPTH))
			return false;
	return true;
}

/* The step after which the conditions around region "r" are known. */
static int condition_of(const struct steps *s, int r, int loop)
{
	int most = 0;

	for (; r > 0 && s->k->region[r].kind != REGION_LOOP;
		r = s->k->region[r].parent)
		most = most_of(most,
			ready_of(s, s->k->region[r].condition, loop));
	return most;
}

static void issue_load(struct steps *s, int node);

/* A warp meets a barrier when it has what its stores before it need. */
static void pass_store(struct steps *s, const struct kernel_access *a)
{
	int loop = kernel_loop_of(s->k, a->region);

	if (a->value < 0)
		return;
	if (s->k->graph.node[a->value].op == GRAPH_LOAD &&
		s->region[a->value] >= 0)
		issue_load(s, a->value);
	if (a->phase > s->fence[loop + 1].phase) {
		s->fence[loop + 1].before = most_of(s->fence[loop + 1].before,
			s->fence[loop + 1].ready);
		s->fence[loop + 1].phase = a->phase;
	}
	s->fence[loop + 1].ready = most_of(s->fence[loop + 1].ready,
		ready_of(s, a->value, loop));
}

/* Steps of arithmetic that take as long as a load from L2. */
#define LATE 60

/* The nodes whose values are used before what they are combined with has taken
 * LATE steps.
 */
static void find_early(const struct steps *s, const struct kernel_path *begun)
{
	const struct graph *g = &s->k->graph;

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *v = &g->node[i];
		const int operand[] = { v->a,
			v->op == GRAPH_CARRIED ? -1 : v->b, v->c };

		for (int j = 0; j < 3; ++j) {
			bool is_late = false;

			for (int k = 0; k < 3; ++k)
				is_late |= operand[j] >= 0 && operand[k] >= 0 &&
					operand[k] != operand[j] &&
					begun[operand[k]].fp32 +
							2 *
								begun[operand[k]]
									.fp64 >=
						LATE;
			if (operand[j] >= 0)
				s->is_early[operand[j]] |= !is_late;
		}
	}
	for (int i = 0; i < s->k->n_access; ++i)
		if (s->k->access[i].is_store && s->k->access[i].value >= 0)
			s->is_early[s->k->access[i].value] = true;
}

/* What a load waits for that stands behind a barrier, unless arithmetic of its
 * trip takes as long.
 */
static int behind_fence(const struct steps *s, const struct kernel_access *a,
	int node, int loop)
{
	if (!s->is_early[node])
		return 0;
	return a->phase > s->fence[loop + 1].phase ?
		most_of(s->fence[loop + 1].before, s->fence[loop + 1].ready) :
		s->fence[loop + 1].before;
}

static void issue_store(struct steps *s, const struct kernel_access *a)
{
	int loop = kernel_loop_of(s->k, a->region), ready;

	if (a->value < 0 || s->k->field[a->field].is_shared ||
		(loop < 0 && kernel_is_apart(&s->k->field[a->field])))
		return;
	if (s->k->graph.node[a->value].op == GRAPH_LOAD &&
		s->region[a->value] >= 0)
		issue_load(s, a->value);
	ready = ready_of(s, a->value, loop);
	if (ready > 0)
		s->stored[s->n_kept++] = (struct steps_stored) {
			(int) (a - s->k->access),
			ready,
		};
}

/* True if one of the regions lies in the other branch of an `if` than the other
 * region: no thread runs both.
 */
static bool are_exclusive(const struct kernel_def *k, int r, int other)
{
	for (int i = r; i > 0; i = k->region[i].parent)
		for (int j = other; j > 0; j = k->region[j].parent)
			if ((k->region[i].kind == REGION_THEN &&
				    k->region[i].other == j) ||
				(k->region[j].kind == REGION_THEN &&
					k->region[j].other == i))
				return true;
	return false;
}

/* What stores to global memory that a load may not pass need: those of its own
 * branch to other fields, and to places of its field that no literal tells from
 * its own (20.62).
 */
static int behind_stored(const struct steps *s, const struct kernel_access *a,
	int loop)
{
	const struct kernel_field *f = &s->k->field[a->field];
	int ready = 0;

	for (int i = 0; i < s->n_kept; ++i) {
		const struct kernel_access *b =
			&s->k->access[s->stored[i].access];

		if (s->stored[i].ready <= ready ||
			kernel_loop_of(s->k, b->region) != loop ||
			are_exclusive(s->k, a->region, b->region))
			continue;
		if (b->field == a->field ? !kernel_is_told_apart(s->k, a, b) :
					   loop >= 0 || !kernel_is_apart(f))
			ready = s->stored[i].ready;
	}
	return ready;
}

/* Operations and accesses under a condition that are still predicated. */
#define PREDICATED 8

/* True if region "r" is a branch in a loop that has more than can be predicated. */
static bool is_jumped(const struct steps *s, int r)
{
	int n = 0;

	if (kernel_loop_of(s->k, r) < 0 || s->k->region[r].kind == REGION_LOOP)
		return false;
	for (int i = 0; i < s->k->graph.n_node && n <= PREDICATED; ++i)
		n += s->region[i] == r &&
			type_is_float(s->k->graph.node[i].type);
	return n > PREDICATED;
}

/* What an earlier store may have changed.  Read-only data are loaded before it, and
 * before a barrier, but not out of a branch that code jumps over (20.64).
 */
static int behind_stores(struct steps *s, int node, int loop)
{
	int access = s->k->graph.node[node].aux;
	const struct kernel_access *a = &s->k->access[access];
	const struct kernel_field *f = &s->k->field[a->field];

	while (s->n_stored < access) {
		const struct kernel_access *b = &s->k->access[s->n_stored++];

		if (b->is_store) {
			pass_store(s, b);
			issue_store(s, b);
		}
	}
	if (a->hint == HINT_READ_ONLY || (f->is_restrict && !f->is_stored) ||
		(loop < 0 && kernel_is_apart(f)))
		return is_jumped(s, a->region) ?
			behind_fence(s, a, node, loop) :
			0;
	return most_of(behind_fence(s, a, node, loop),
		behind_stored(s, a, loop));
}

static void issue_load(struct steps *s, int node)
{
	struct kernel_access *a = &s->k->access[s->k->graph.node[node].aux];
	int loop = kernel_loop_of(s->k, s->region[node]);
	int *most = &s->k->chain[loop + 1].steps[s->is_double];
	int index = kernel_index_node(s->k, a);

	if (s->is_issued[node])
		return;
	s->is_issued[node] = true;
	if (index >= 0 && s->region[index] >= 0 &&
		s->k->graph.node[index].op == GRAPH_LOAD)
		issue_load(s, index);
	if (s->k->field[a->field].is_shared)
		return;
	s->ready[node] = most_of(s->passed[loop + 1],
		condition_of(s, s->region[node], loop));
	s->ready[node] = most_of(s->ready[node], behind_stores(s, node, loop));
	s->ready[node] = most_of(s->ready[node], ready_of(s, index, loop));
	*most = most_of(*most, ++s->ready[node]);
	a->level[s->is_double] = s->ready[node];
}

/* True if region "r" is a branch that waits for data and has another one in it that
 * waits for what "r" loads.  Loads under one condition are predicated, so that those
 * of joined trips are in flight together; over two conditions the code jumps.
 */
static bool is_parting(const struct steps *s, int r, const int *inner)
{
	const struct kernel_region *outer = &s->k->region[r];
	int loop = kernel_loop_of(s->k, r);

	return outer->kind != REGION_LOOP && outer->condition >= 0 &&
		ready_of(s, outer->condition, loop) > 0 &&
		inner[r] > condition_of(s, r, loop);
}

/* True if region "r" is the body of a loop: that of one that ends earlier in some
 * threads is a branch.
 */
static bool is_body(const struct kernel_def *k, int r)
{
	int loop = kernel_loop_of(k, r);

	return k->region[r].kind == REGION_LOOP || loop < 0 ||
		k->loop[loop].body == r;
}

/* Marks the branches of loops that hold another one with loads in it. */
static void mark_nested(const struct steps *s, bool *nested)
{
	const struct kernel_def *k = s->k;

	for (int i = 0; i < k->graph.n_node; ++i) {
		int r = s->region[i];

		if (r < 0 || kernel_loop_of(k, r) < 0 || !s->is_issued[i] ||
			s->ready[i] == 0 || is_body(k, r))
			continue;
		for (r = k->region[r].parent; !is_body(k, r);
			r = k->region[r].parent)
			nested[r] = true;
	}
}

/* The waits of each region with loads in such branches, and those that are left.
 * Where a branch holds another one that waits for what the first loads, each of them
 * waits; where it holds another one for other reasons, the first waits for all
 * (20.63).
 */
static void part_steps(const struct steps *s)
{
	struct kernel_def *k = s->k;
	size_t n = (size_t) k->n_region + 1;
	/* of each region: when the conditions of loads in it are known, and when it
	 * has its last load
	 */
	int *inner = memory_new(n * sizeof(*inner));
	int *last = memory_new(n * sizeof(*last));
	bool *parts = memory_new(n * sizeof(*parts));
	bool *nested = memory_new(n * sizeof(*nested));
	/* the outermost branch that such a one is part of */
	int *outer = memory_new(n * sizeof(*outer));

	mark_nested(s, nested);
	for (int i = 0; i < k->graph.n_node; ++i) {
		int r = s->region[i], loop = r < 0 ? -1 : kernel_loop_of(k, r);

		if (loop < 0 || !s->is_issued[i] || s->ready[i] == 0)
			continue;
		last[r] = most_of(last[r], s->ready[i]);
		for (; k->region[r].kind != REGION_LOOP;
			r = k->region[r].parent)
			inner[r] = most_of(inner[r],
				condition_of(s, s->region[i], loop));
	}
	for (int r = 1; r < k->n_region; ++r) {
		const struct kernel_region *at = &k->region[r];
		int loop = kernel_loop_of(k, r), *waits;
		struct kernel_chain *c = &k->chain[loop + 1];
		bool is_branch = loop >= 0 && !is_body(k, r);

		parts[r] = loop >= 0 &&
			((at->kind != REGION_LOOP && parts[at->parent]) ||
				is_parting(s, r, inner));
		if (is_branch && !parts[r])
			outer[r] = outer[at->parent] > 0 ? outer[at->parent] :
				nested[r]		 ? r :
							   0;
		waits = &k->region[outer[r] > 0 ? outer[r] : r]
				 .waits_apart[s->is_double];
		if (parts[r] && last[r] > 0)
			*waits = last[r] - condition_of(s, r, loop);
		else if (outer[r] > 0 && last[r] > 0)
			*waits = most_of(*waits,
				last[r] - condition_of(s, outer[r], loop));
		else
			c->front[s->is_double] = most_of(c->front[s->is_double],
				last[r]);
	}
	free(inner);
	free(last);
	free(parts);
	free(nested);
	free(outer);
}

void kernel_find_steps(struct kernel_def *k, const int *region,
	const struct kernel_path *begun, bool is_double)
{
	const struct graph *g = &k->graph;
	size_t n = (size_t) g->n_node + 1;
	struct steps s = {
		.k = k,
		.region = region,
		.is_double = is_double,
		.is_issued = memory_new(n * sizeof(*s.is_issued)),
		.is_early = memory_new(n * sizeof(*s.is_early)),
		.ready = memory_new(n * sizeof(*s.ready)),
		.passed = memory_new(
			((size_t) k->n_loop + 1) * sizeof(*s.passed)),
		.stored = memory_new(
			((size_t) k->n_access + 1) * sizeof(*s.stored)),
		.fence = memory_new(
			((size_t) k->n_loop + 1) * sizeof(*s.fence)),
	};

	find_early(&s, begun);

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *v = &g->node[i];
		const int operand[] = { v->a,
			v->op == GRAPH_CARRIED ? -1 : v->b, v->c };
		int loop = kernel_loop_of(k, region[i]);

		if (region[i] < 0 || v->op == GRAPH_LOAD)
			continue;
		for (int j = 0; j < 3; ++j) {
			if (operand[j] >= 0 && region[operand[j]] >= 0 &&
				g->node[operand[j]].op == GRAPH_LOAD)
				issue_load(&s, operand[j]);
			s.ready[i] = most_of(s.ready[i],
				ready_of(&s, operand[j], loop));
		}
		if (kernel_is_call(g, i, is_double))
			s.passed[loop + 1] = most_of(s.passed[loop + 1],
				s.ready[i]);
	}
	for (int i = 0; i < g->n_node; ++i)
		if (region[i] >= 0 && g->node[i].op == GRAPH_LOAD)
			issue_load(&s, i);
	part_steps(&s);
	free(s.is_issued);
	free(s.is_early);
	free(s.ready);
	free(s.passed);
	free(s.stored);
	free(s.fence);
}
