/* The most values of a thread that are live at the same time, an estimate of
 * the registers that a compiler needs.
 *
 * Nodes are ordered by a hash of what they compute, not by number, so that the
 * result does not depend on the order of independent statements.
 */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/grouping.h"
#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

struct life {
	const struct kernel_def *k;
	int *need;	  /* registers to compute it (Sethi-Ullman) */
	uint64_t *hash;	  /* of the computation, not of the number */
	int *stage;	  /* stores that must precede it */
	int *stored;	  /* stage of the last store to a field, or 0 */
	uint64_t flip;	  /* mask on hashes: another order of ties */
	bool least_first; /* within a stage: by need, ascending */
};

/* ------------------------------------------------------ what nodes are */

static uint64_t hash_of(const struct life *l, int node)
{
	return node < 0 ? 1 : l->hash[node];
}

static uint64_t hash_number(const struct number *n)
{
	double d = number_to_double(n);
	int64_t bits;

	memcpy(&bits, &d, sizeof(bits));
	return map_mix(2, bits);
}

static uint64_t hash_loop(const struct life *l, int loop)
{
	const struct kernel_loop *at = &l->k->loop[loop];

	return map_mix(hash_of(l, at->lo), (int64_t) hash_of(l, at->hi));
}

static uint64_t hash_access(const struct life *l, const struct kernel_access *a)
{
	uint64_t hash = map_mix(hash_of(l, a->component), a->field);

	for (int i = 0; i < a->n_index; ++i)
		hash = map_mix(hash, (int64_t) hash_of(l, a->index[i]));
	return map_mix(hash, (int64_t) hash_of(l, a->address));
}

/* The hash of "aux", and of the slot of a loop-carried local. */
static uint64_t hash_own(const struct life *l, const struct graph_node *n)
{
	const struct kernel_def *k = l->k;

	switch (n->op) {
	case GRAPH_CONST: return hash_number(&k->graph.constant[n->aux]);
	case GRAPH_COUNTER: return hash_loop(l, n->aux);
	case GRAPH_CARRIED:
		return map_mix(hash_loop(l, n->aux),
			(int64_t) hash_of(l, k->carried[n->b].first));
	case GRAPH_LOAD: return hash_access(l, &k->access[n->aux]);
	case GRAPH_SCATTER:
		return map_mix(hash_of(l, k->scatter[n->aux].n),
			(int64_t) k->scatter[n->aux].kind);
	case GRAPH_RESULT: return 3;
	default: return map_mix(4, n->aux);
	}
}

/* The second operand.  A loop-carried local has none: its "b" is a slot. */
static int second_of(const struct graph_node *n)
{
	return n->op == GRAPH_CARRIED ? -1 : n->b;
}

static uint64_t hash_node(const struct life *l, const struct graph_node *n)
{
	uint64_t hash = map_mix(hash_own(l, n), n->op * 16 + n->type);
	uint64_t a = hash_of(l, n->a), b = hash_of(l, second_of(n));

	if (graph_commutes(n->op) && a > b) {
		uint64_t swap = a;

		a = b;
		b = swap;
	}
	hash = map_mix(hash, (int64_t) a);
	hash = map_mix(hash, (int64_t) b);
	return map_mix(hash, (int64_t) hash_of(l, n->c));
}

/* Sethi and Ullman: evaluating the operand with the larger need first
 * minimizes registers.
 */
static int needed(const struct life *l, const struct graph_node *n)
{
	int a = n->a >= 0 ? l->need[n->a] : 0;
	int b = second_of(n) >= 0 ? l->need[n->b] : 0;
	int need = a == b ? a + 1 : a > b ? a : b;

	return n->c >= 0 && l->need[n->c] > need ? l->need[n->c] : need;
}

static int stage_of(const struct life *l, const struct graph_node *n)
{
	const int kid[] = { n->a, second_of(n), n->c };
	const struct kernel_access *a;
	int stage = 0;

	for (int i = 0; i < 3; ++i)
		if (kid[i] >= 0 && l->stage[kid[i]] > stage)
			stage = l->stage[kid[i]];
	if (n->op != GRAPH_LOAD)
		return stage;
	a = &l->k->access[n->aux];
	return a->version > 0 && l->stored[a->field] > stage ?
		l->stored[a->field] :
		stage;
}

/* Fills in hash, need and stage of all nodes.  A load of what the kernel
 * itself stored has a later stage than that store.
 */
static void look_at_nodes(struct life *l)
{
	const struct kernel_def *k = l->k;
	const struct graph *g = &k->graph;
	int next = 0;

	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];

		for (; n->op == GRAPH_LOAD && next < n->aux; ++next) {
			const struct kernel_access *a = &k->access[next];

			if (a->value >= 0 &&
				l->stage[a->value] >= l->stored[a->field])
				l->stored[a->field] = l->stage[a->value] + 1;
		}
		l->hash[i] = hash_node(l, n);
		l->need[i] = needed(l, n);
		l->stage[i] = stage_of(l, n);
	}
}

/* --------------------------------------------------------------- order */

/* True if "a" is to be computed before "b". */
static bool is_first(const struct life *l, int a, int b)
{
	if (l->need[a] != l->need[b])
		return l->need[a] > l->need[b];
	return (l->hash[a] ^ l->flip) < (l->hash[b] ^ l->flip);
}

/* The operands of a node in stack order: the one to compute first is last. */
static void operands(const struct life *l, int node, int kid[3])
{
	const struct graph_node *n = &l->k->graph.node[node];

	kid[0] = n->c;
	kid[1] = second_of(n);
	kid[2] = n->a;
	for (int i = 0; i < 2; ++i)
		for (int j = 0; j < 2 - i; ++j)
			if (kid[j] >= 0 &&
				(kid[j + 1] < 0 ||
					is_first(l, kid[j], kid[j + 1]))) {
				int swap = kid[j];

				kid[j] = kid[j + 1];
				kid[j + 1] = swap;
			}
}

struct goal {
	int stage, need, value;
	uint64_t hash, to; /* of the value, and of the cell it goes to */
};

static int compare_goals(const void *x, const void *y)
{
	const struct goal *a = x, *b = y;

	if (a->stage != b->stage)
		return a->stage < b->stage ? -1 : 1;
	if (a->need != b->need)
		return a->need > b->need ? -1 : 1;
	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return (a->to > b->to) - (a->to < b->to);
}

/* The stored values in the order in which to compute them. */
static struct goal *find_goals(const struct life *l, int *n_goal)
{
	const struct kernel_def *k = l->k;
	struct goal *goal = memory_new(
		((size_t) k->n_access + 1) * sizeof(*goal));
	int n = 0;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (a->value < 0)
			continue;
		goal[n++] = (struct goal) {
			.stage = l->stage[a->value],
			.need = l->least_first ? -l->need[a->value] :
						 l->need[a->value],
			.value = a->value,
			.to = hash_access(l, a) ^ l->flip,
			.hash = l->hash[a->value] ^ l->flip,
		};
	}
	qsort(goal, (size_t) n, sizeof(*goal), compare_goals);
	*n_goal = n;
	return goal;
}

/* Depth-first order from the stores: each value is computed just before its
 * first use.
 */
static int *need_order(const struct life *l, int *n_order)
{
	size_t n_node = (size_t) l->k->graph.n_node;
	int *order = memory_new((n_node + 1) * sizeof(int));
	int *todo = memory_new((3 * n_node + 4) * sizeof(int));
	char *seen = memory_new(n_node + 1);
	int n = 0, top, n_goal;
	struct goal *goal = find_goals(l, &n_goal);

	for (int i = 0; i < n_goal; ++i) {
		todo[0] = goal[i].value;
		top = 1;
		while (top > 0) {
			int node = todo[top - 1];
			int kid[3];

			if (seen[node]) {
				--top;
				if (seen[node] == 1)
					order[n++] = node;
				seen[node] = 2;
				continue;
			}
			seen[node] = 1;
			operands(l, node, kid);
			for (int c = 0; c < 3; ++c)
				if (kid[c] >= 0 && !seen[kid[c]])
					todo[top++] = kid[c];
		}
	}
	free(goal);
	free(todo);
	free(seen);
	*n_order = n;
	return order;
}

/* ---------------------------------------------------------------- peak */

/* The maximum of overlapping live ranges in that order. */
static int peak_of(const struct graph *g, const int *order, int n)
{
	int *uses = memory_new(((size_t) g->n_node + 1) * sizeof(int));
	int live = 0, peak = 0;

	for (int i = 0; i < n; ++i) {
		const struct graph_node *node = &g->node[order[i]];
		const int kid[] = { node->a, second_of(node), node->c };

		for (int c = 0; c < 3; ++c)
			if (kid[c] >= 0)
				++uses[kid[c]];
	}
	for (int i = 0; i < n; ++i) {
		const struct graph_node *node = &g->node[order[i]];
		const int kid[] = { node->a, second_of(node), node->c };

		/* the result may reuse the register of an operand */
		for (int c = 0; c < 3; ++c)
			if (kid[c] >= 0 && --uses[kid[c]] == 0 &&
				type_is_float(g->node[kid[c]].type))
				--live;
		live += type_is_float(node->type);
		peak = live > peak ? live : peak;
		if (uses[order[i]] == 0 && type_is_float(node->type))
			--live;
	}
	free(uses);
	return peak;
}

/* Ways to break ties between equal needs, each tried with both directions of
 * the stores.  More ways cost time and can only lower the peak.
 */
#define WAYS 4

/* A compiler schedules for few live values; the best of 2 * WAYS schedules
 * approximates the one it finds.
 */
int kernel_peak_live(const struct kernel_def *k)
{
	size_t n_node = (size_t) k->graph.n_node + 1;
	struct life l = { .k = k };
	int *order, n, peak, least = INT_MAX;

	l.need = memory_new(n_node * sizeof(*l.need));
	l.hash = memory_new(n_node * sizeof(*l.hash));
	l.stage = memory_new(n_node * sizeof(*l.stage));
	l.stored = memory_new(((size_t) k->n_field + 1) * sizeof(*l.stored));
	look_at_nodes(&l);
	for (int way = 0; way < 2 * WAYS; ++way) {
		l.flip = UINT64_MAX / (WAYS - 1) * (uint64_t) (way / 2);
		l.least_first = way % 2;
		order = need_order(&l, &n);
		peak = peak_of(&k->graph, order, n);
		least = peak < least ? peak : least;
		free(order);
	}
	free(l.need);
	free(l.hash);
	free(l.stage);
	free(l.stored);
	return least;
}
