/* Which accesses of a kernel may reach the same cell, as far as compilers know:
 * pointers may alias unless one of two is `restrict`, and indices differ if they
 * are a known number of cells apart.
 */

#include <stdlib.h>

#include "lang/kernel/kernel_parts.h"

/* The sum of a node and a literal: x + 3 is *rest = x and 3. */
static int64_t split_literal(const struct graph *g, int node, int *rest)
{
	const struct graph_node *n = &g->node[node];
	int64_t literal;

	*rest = node;
	if (graph_is_int(g, node, &literal)) {
		*rest = -1;
		return literal;
	}
	if (n->op != GRAPH_ADD)
		return 0;
	for (int i = 0; i < 2; ++i) {
		if (!graph_is_int(g, i ? n->a : n->b, &literal))
			continue;
		*rest = i ? n->b : n->a;
		return literal;
	}
	return 0;
}

bool kernel_same_place(const struct kernel_access *a,
	const struct kernel_access *b)
{
	if (a->field != b->field || a->component != b->component ||
		a->n_index != b->n_index || a->is_relative != b->is_relative ||
		a->address >= 0 || b->address >= 0 || a->is_dropped ||
		b->is_dropped)
		return false;
	for (int i = 0; i < a->n_index; ++i)
		if (a->index[i] != b->index[i])
			return false;
	return true;
}

/* True if the rows before dimension "d" of a field have known lengths. */
static bool has_known_rows(const struct kernel_def *k,
	const struct kernel_field *f, int d)
{
	int64_t n;

	for (int i = 0; i < d; ++i)
		if (f->extent[i] < 0 ||
			!graph_is_int(&k->graph, f->extent[i], &n))
			return false;
	return true;
}

/* True if two accesses to a field never meet: they are a known number of cells
 * apart.
 */
static bool is_at_distance(const struct kernel_def *k,
	const struct kernel_access *a, const struct kernel_access *b)
{
	const struct graph *g = &k->graph;
	bool differs = false;
	int64_t x, y;

	if (a->component != b->component)
		return a->component >= 0 && b->component >= 0 &&
			graph_is_int(g, a->component, &x) &&
			graph_is_int(g, b->component, &y) && x != y;
	if (a->n_index != b->n_index || a->is_relative != b->is_relative ||
		a->address >= 0 || b->address >= 0)
		return false;
	for (int d = 0; d < a->n_index; ++d) {
		int rest[2];

		x = split_literal(g, a->index[d], &rest[0]);
		y = split_literal(g, b->index[d], &rest[1]);
		if (rest[0] != rest[1])
			return false;
		if (x == y)
			continue;
		if (!has_known_rows(k, &k->field[a->field], d))
			return false;
		differs = true;
	}
	return differs;
}

bool kernel_fields_alias(const struct kernel_field *f,
	const struct kernel_field *g)
{
	return f == g ||
		(!f->is_shared && !g->is_shared && !f->is_constant &&
			!g->is_constant && !kernel_is_apart(f) &&
			!kernel_is_apart(g));
}

bool kernel_may_alias(const struct kernel_def *k, const struct kernel_access *a,
	const struct kernel_access *b)
{
	if (a->is_dropped || b->is_dropped)
		return false;
	return a->field == b->field ?
		!is_at_distance(k, a, b) :
		kernel_fields_alias(&k->field[a->field], &k->field[b->field]);
}

bool kernel_is_open(const struct kernel_field *f)
{
	return f->is_shared || !kernel_is_apart(f);
}

bool kernel_loop_meets(const struct kernel_def *k, int loop)
{
	int outer = k->loop[loop].region;

	for (int r = outer; r < k->n_region; ++r)
		if (k->region[r].n_barrier > 0 && kernel_encloses(k, outer, r))
			return true;
	for (int i = 0; i < k->n_shuffle; ++i)
		if (kernel_encloses(k, outer, k->shuffle[i].region))
			return true;
	return false;
}

/* True if trips of the loop may have different values of an index. */
static bool varies(const struct kernel_def *k, int node, int loop)
{
	const struct graph_node *n;
	int region = -1;

	if (node < 0)
		return false;
	n = &k->graph.node[node];
	if (n->op == GRAPH_COUNTER || n->op == GRAPH_CARRIED ||
		n->op == GRAPH_RESULT)
		region = k->loop[n->aux].region;
	else if (n->op == GRAPH_SCATTER)
		region = k->scatter[n->aux].region;
	else if (n->op == GRAPH_CHANCE)
		region = k->chance[n->aux].region;
	else if (n->op == GRAPH_LOAD)
		region = k->access[n->aux].region;
	if (region >= 0)
		return kernel_encloses(k, k->loop[loop].region, region);
	return varies(k, n->a, loop) || varies(k, n->b, loop) ||
		varies(k, n->c, loop);
}

bool kernel_place_varies(const struct kernel_def *k,
	const struct kernel_access *a, int loop)
{
	bool is_any = varies(k, a->component, loop) ||
		varies(k, a->address, loop) || varies(k, a->data, loop);

	for (int i = 0; i < a->n_index; ++i)
		is_any |= varies(k, a->index[i], loop);
	return is_any;
}
