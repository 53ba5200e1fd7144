/* Words of arrays in constant memory (doc/MODEL.md, (16.24)).
 *
 * Arithmetic takes a scalar argument from where it lies, but a word of an array only
 * by an instruction of its own (ULDC, LDC), or two side by side by one if the first has an
 * even place.  It adds a literal to the index itself.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/kernel/kernel_parts.h"

/* An index: a node, or none, and a literal. */
struct place {
	int base;
	int64_t offset;
};

static struct place place_of(const struct graph *g, int index)
{
	const struct graph_node *n = &g->node[index];
	struct place at = { index, 0 };

	if (graph_is_int(g, index, &at.offset))
		at.base = -1;
	else if (n->op == GRAPH_ADD && graph_is_int(g, n->b, &at.offset))
		at.base = n->a;
	else if (n->op == GRAPH_ADD && graph_is_int(g, n->a, &at.offset))
		at.base = n->b;
	return at;
}

static bool is_word(const struct graph *g, const struct placement *p, int i)
{
	return g->node[i].op == GRAPH_SCALAR && g->node[i].a >= 0 &&
		p->region[i] >= 0;
}

static bool is_even(const struct graph *g, int node)
{
	const struct graph_node *n;
	int64_t value;

	if (node < 0)
		return true;
	n = &g->node[node];
	if (graph_is_int(g, node, &value))
		return value % 2 == 0;
	switch (n->op) {
	case GRAPH_ADD:
	case GRAPH_SUB: return is_even(g, n->a) && is_even(g, n->b);
	case GRAPH_MUL: return is_even(g, n->a) || is_even(g, n->b);
	default: return false;
	}
}

/* True if another word, which the same instruction loads, counts it. */
static bool is_second(const struct graph *g, const struct placement *p, int i)
{
	const struct graph_node *n = &g->node[i];
	struct place at = place_of(g, n->a);

	if (n->b >= 0 || type_bytes(n->type) != 4 || at.offset % 2 == 0 ||
		!is_even(g, at.base))
		return false;
	for (int j = 0; j < g->n_node; ++j) {
		const struct graph_node *m = &g->node[j];
		struct place to;

		if (!is_word(g, p, j) || m->aux != n->aux ||
			p->region[j] != p->region[i])
			continue;
		to = place_of(g, m->a);
		if (to.base == at.base && to.offset == at.offset - 1)
			return true;
	}
	return false;
}

/* True if no data and no thread change an index, which trips of a loop move on by as
 * much: instructions reach it by literals, from one number for all of a trip.
 */
static bool is_moved(const struct graph_node *n)
{
	return n->op >= GRAPH_ADD && n->op <= GRAPH_MUL && !n->uses_memory &&
		!n->uses_coord && n->degree <= 1;
}

/* Marks what only finds places: operands follow their users here. */
static void fuse_places(const struct graph *g, const struct placement *p,
	bool *fused)
{
	int *uses = memory_new(((size_t) g->n_node + 1) * sizeof(*uses));

	for (int i = g->n_node - 1; i >= 0; --i) {
		const struct graph_node *n = &g->node[i];
		const int index[3] = { n->a, n->b, n->c };
		bool finds = is_word(g, p, i);

		if (!finds && uses[i] > 0 && uses[i] == p->uses[i]) {
			fused[i] = is_moved(n) || place_of(g, i).base != i;
			finds = fused[i] && is_moved(n);
		}
		for (int j = 0; finds && j < 3; ++j)
			if (index[j] >= 0)
				++uses[index[j]];
	}
	free(uses);
}

static bool has_literals(const struct graph *g, const struct graph_node *n)
{
	const int index[3] = { n->a, n->b, n->c };
	int64_t value;

	for (int j = 0; j < 3; ++j)
		if (index[j] >= 0 && !graph_is_int(g, index[j], &value))
			return false;
	return true;
}

void kernel_constants(const struct kernel_def *k, const struct placement *p,
	bool *fused, struct kernel_work *w)
{
	const struct graph *g = &k->graph;

	for (int i = 0; i < g->n_node; ++i) {
		struct kernel_work *of = &w[p->region[i]];

		if (!is_word(g, p, i) || is_second(g, p, i))
			continue;
		kernel_count_plain(&of->integer, 1);
		if (has_literals(g, &g->node[i]))
			kernel_count_plain(&of->words, 1);
	}
	fuse_places(g, p, fused);
}
