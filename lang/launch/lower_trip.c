/* What a trip of each loop has, from one pass over the kernel. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* The accesses by loop: those of loop i are access[first[i + 1] .. first[i + 2]).
 */
static void by_loop(const struct kernel_def *k, int *first, int *access)
{
	for (int i = 0; i < k->n_access; ++i)
		++first[kernel_loop_of(k, k->access[i].region) + 3];
	for (int i = 0; i <= k->n_loop; ++i)
		first[i + 2] += first[i + 1];
	for (int i = 0; i < k->n_access; ++i)
		access[first[kernel_loop_of(k, k->access[i].region) + 2]++] = i;
}

static void count_accesses(struct lowering *l)
{
	const struct kernel_def *k = l->k;
	struct lower_trip *trip = l->trip;
	int *first = memory_new(((size_t) k->n_loop + 4) * sizeof(int));
	int *access = memory_new(((size_t) k->n_access + 1) * sizeof(int));
	int *seen = memory_new(((size_t) k->n_field + 1) * sizeof(int));
	int *is_moved = memory_new(((size_t) k->n_field + 1) * sizeof(int));

	by_loop(k, first, access);
	for (int loop = -1; loop < k->n_loop; ++loop)
		for (int i = first[loop + 1]; i < first[loop + 2]; ++i) {
			const struct kernel_access *a = &k->access[access[i]];
			struct lower_trip *t = &trip[loop + 1];

			++t->accesses;
			if (k->field[a->field].is_shared)
				continue;
			++*(a->is_store ? &t->stores : &t->loads);
			t->stores_bytes |= a->is_store &&
				type_bytes(k->field[a->field].type) == 1;
			t->fields += seen[a->field] != loop + 2;
			seen[a->field] = loop + 2;
			if (a->draw.scatter >= 0 ||
				(loop >= 0 && a->region == k->loop[loop].body &&
					!kernel_place_varies(k, a, loop)))
				continue;
			t->moved += is_moved[a->field] != loop + 2;
			is_moved[a->field] = loop + 2;
		}
	lower_sizes(l, first, access);
	free(first);
	free(access);
	free(seen);
	free(is_moved);
}

/* True if node "i" is an extent of the domain or of a block, or contains one:
 * the launch alone knows it.
 */
static bool is_size(const struct graph_node *n, const bool *size)
{
	return n->op == GRAPH_EXTENT || n->op == GRAPH_ARGUMENT ||
		(n->op == GRAPH_COORD && n->aux >= COORD_DX) ||
		(n->a >= 0 && size[n->a]) || (n->b >= 0 && size[n->b]);
}

/* True if the counter moves by an extent of the grid or of a block, which is unsigned
 * in CUDA: the counter may wrap around, whatever the compiler knows of the domain.
 */
static bool steps_by_launch(const struct kernel_def *k, int loop)
{
	const struct graph_node *n;

	if (k->loop[loop].step < 0)
		return false;
	n = &k->graph.node[k->loop[loop].step];
	return n->op == GRAPH_EXTENT ||
		(n->op == GRAPH_COORD && n->aux >= COORD_DX);
}

/* Loops that all threads of the grid or of a block go through together,
 *
 *	for (i = x; i < n; i += gridDim.x * blockDim.x)
 *
 * have n over that extent trips.  Those with barriers count tiles.
 */
static void mark_grid_loops(const struct kernel_def *k, bool are_arguments,
	struct lower_trip *trip)
{
	const struct graph *g = &k->graph;
	bool *size = memory_new((size_t) g->n_node + 1);
	bool *over = memory_new((size_t) g->n_node + 1);

	for (int i = 0; k->n_loop > 0 && i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];

		size[i] = is_size(n, size);
		over[i] = ((n->op == GRAPH_DIV || n->op == GRAPH_FLOOR_DIV) &&
				  size[n->b]) ||
			(n->a >= 0 && over[n->a]) || (n->b >= 0 && over[n->b]);
	}
	for (int i = 0; i < k->n_loop; ++i)
		trip[i + 1].is_grid = ((are_arguments && over[k->loop[i].hi]) ||
					      steps_by_launch(k, i)) &&
			!trip[i + 1].has_barrier && !trip[i + 1].has_loop;
	free(size);
	free(over);
}

static uint64_t bit_of(int loop)
{
	return (uint64_t) 1 << (loop & 63);
}

bool lower_is_quotient(const struct graph_node *n)
{
	return n->op == GRAPH_FLOOR_DIV || n->op == GRAPH_MOD ||
		(n->op == GRAPH_DIV && !type_is_float(n->type));
}

/* Finds the loops that change a quotient or remainder of what a thread has.  Here
 * (tx + 64 k) / 64 is tx / 64 + k, but no compiler knows that it is not negative.
 */
static void find_quotients(struct lowering *l)
{
	const struct graph *g = &l->k->graph;
	size_t n_node = (size_t) g->n_node + 1;
	uint64_t *by = memory_new(n_node * sizeof(*by));

	free(l->quotient);
	l->quotient = memory_new(n_node * sizeof(*l->quotient));
	for (int i = 0; i < g->n_node; ++i) {
		const struct graph_node *n = &g->node[i];
		const int operand[3] = { n->a, n->b, n->c };

		if (n->op == GRAPH_COUNTER)
			by[i] = bit_of(n->aux);
		for (int j = 0; j < 3 && n->op >= GRAPH_ADD; ++j)
			if (operand[j] >= 0) {
				by[i] |= by[operand[j]];
				l->quotient[i] |= l->quotient[operand[j]];
			}
		if (lower_is_quotient(n) && n->uses_coord)
			l->quotient[i] |= by[n->a];
	}
	free(by);
}

bool lower_is_divided(const struct lowering *l, const struct kernel_access *a,
	int loop)
{
	bool any = false;

	for (int d = 0; d < a->n_index; ++d)
		any |= (l->quotient[a->index[d]] & bit_of(loop)) != 0;
	return any;
}

void lower_trips(struct lowering *l)
{
	const struct kernel_def *k = l->k;

	free(l->trip);
	l->trip = memory_new(((size_t) k->n_loop + 1) * sizeof(*l->trip));
	for (int r = 0; r < k->n_region; ++r)
		if (k->region[r].n_barrier > 0)
			l->trip[kernel_loop_of(k, r) + 1].has_barrier = true;
	for (int i = 0; i < k->n_loop; ++i) {
		int parent = k->region[k->loop[i].region].parent;

		l->trip[kernel_loop_of(k, parent) + 1].has_loop = true;
	}
	find_quotients(l);
	count_accesses(l);
	mark_grid_loops(k, options_strides_vary(l->o), l->trip);
}
