/* The most that a bound of a loop can be, where it depends on the cell or on
 * loops around it.
 */

#include "lang/kernel/build_parts.h"

/* Terms of a sum, at most; and nodes that are visited, since nodes are shared
 * and paths through them may be many, and how deep.
 */
#define TERMS	   16
#define MOST_NODES 4096
#define MOST_DEEP  256

struct visits {
	struct build *b;
	int n, depth;
};

/* rest + sum of coef * node; the nodes depend on the cell or on loops. */
struct form {
	struct visits *visits;
	int n, rest;
	struct {
		int node;
		int64_t coef;
	} term[TERMS];
};

static int scaled(struct graph *g, int node, int64_t by)
{
	return graph_binary(g, GRAPH_MUL, node, graph_int(g, by));
}

static bool add_term(struct graph *g, struct form *f, int node, int64_t coef)
{
	int i = 0;

	if (g->node[node].degree == 0) {
		f->rest = graph_binary(g, GRAPH_ADD, f->rest,
			scaled(g, node, coef));
		return true;
	}
	while (i < f->n && f->term[i].node != node)
		++i;
	if (i == TERMS)
		return false;
	if (i == f->n) {
		f->term[f->n].node = node;
		f->term[f->n++].coef = 0;
	}
	return !__builtin_add_overflow(f->term[i].coef, coef, &f->term[i].coef);
}

static bool collect(struct graph *g, struct form *f, int node, int64_t coef);

static bool collect_parts(struct graph *g, struct form *f, int node,
	int64_t coef)
{
	struct graph_node n = g->node[node];
	int64_t by;

	switch (n.op) {
	case GRAPH_ADD:
		return collect(g, f, n.a, coef) && collect(g, f, n.b, coef);
	case GRAPH_SUB:
		return coef != INT64_MIN && collect(g, f, n.a, coef) &&
			collect(g, f, n.b, -coef);
	case GRAPH_NEG: return coef != INT64_MIN && collect(g, f, n.a, -coef);
	case GRAPH_MUL:
		if (graph_is_int(g, n.b, &by))
			return !__builtin_mul_overflow(coef, by, &coef) &&
				collect(g, f, n.a, coef);
		if (graph_is_int(g, n.a, &by))
			return !__builtin_mul_overflow(coef, by, &coef) &&
				collect(g, f, n.b, coef);
		break;
	default: break;
	}
	return add_term(g, f, node, coef);
}

/* The node, "coef" times, as terms that are no sums. */
static bool collect(struct graph *g, struct form *f, int node, int64_t coef)
{
	struct visits *v = f->visits;
	bool ok;

	++v->n;
	++v->depth;
	ok = v->n <= MOST_NODES && v->depth <= MOST_DEEP &&
		collect_parts(g, f, node, coef);
	--v->depth;
	return ok;
}

static int end_of(struct visits *v, int node, bool most);

/* Of a cell, of a thread in its block, or of a block; folds make blocks fewer
 * than that, and the last trips are then nobody's.
 */
static int end_of_coordinate(struct graph *g, int coord, bool most)
{
	int axis = coord % 3;
	int cells = graph_leaf(g, GRAPH_EXTENT, axis, TYPE_INT32);
	int threads = graph_leaf(g, GRAPH_COORD, COORD_DX + axis, TYPE_INT32);
	int last = graph_binary(g, GRAPH_SUB, cells, graph_int(g, 1));

	if (!most)
		return graph_int(g, 0);
	if (coord <= COORD_Z)
		return last;
	if (coord <= COORD_TZ)
		return graph_binary(g, GRAPH_SUB, threads, graph_int(g, 1));
	return coord <= COORD_BZ ?
		graph_binary(g, GRAPH_FLOOR_DIV, last, threads) :
		-1;
}

/* Of the lengths of rows. */
static int end_of_entry(struct kernel_def *k, int entry, bool most)
{
	const struct kernel_field *f = &k->field[entry / 2];
	int64_t end = f->length[0];

	if (entry % 2 == 0)
		return -1;
	for (int64_t i = 1; i < f->n_length; ++i)
		if (most ? f->length[i] > end : f->length[i] < end)
			end = f->length[i];
	return graph_int(&k->graph, end);
}

/* The least or most of a term, -1 if that is not known. */
static int end_of_term(struct visits *v, int node, bool most)
{
	struct graph *g = &v->b->kernel->graph;
	struct graph_node n = g->node[node];
	const struct kernel_loop *loop;
	int64_t by;
	int x, y;

	switch (n.op) {
	case GRAPH_COORD: return end_of_coordinate(g, n.aux, most);
	case GRAPH_COUNTER:
		loop = &v->b->kernel->loop[n.aux];
		return most ? loop->hi : loop->lo;
	case GRAPH_ENTRY: return end_of_entry(v->b->kernel, n.aux, most);
	case GRAPH_SCATTER:
		return v->b->kernel->scatter[n.aux].is_known ? graph_int(g, 0) :
							       -1;
	case GRAPH_FLOOR_DIV:
		if (!graph_is_int(g, n.b, &by) || by < 1)
			return -1;
		x = end_of(v, n.a, most);
		return x < 0 ? -1 : graph_binary(g, GRAPH_FLOOR_DIV, x, n.b);
	case GRAPH_MOD:
		if (!graph_is_int(g, n.b, &by) || by < 1)
			return -1;
		return graph_int(g, most ? by - 1 : 0);
	case GRAPH_MIN:
	case GRAPH_MAX:
		x = end_of(v, n.a, most);
		y = x < 0 ? -1 : end_of(v, n.b, most);
		return y < 0 ? -1 : graph_binary(g, n.op, x, y);
	default: return -1;
	}
}

static int end_of_form(const struct form *f, bool most)
{
	struct graph *g = &f->visits->b->kernel->graph;
	int sum = f->rest;

	for (int i = 0; i < f->n; ++i) {
		int64_t coef = f->term[i].coef;
		int end;

		if (coef == 0)
			continue;
		end = end_of_term(f->visits, f->term[i].node,
			coef > 0 ? most : !most);
		if (end < 0)
			return -1;
		sum = graph_binary(g, GRAPH_ADD, sum, scaled(g, end, coef));
	}
	return sum;
}

static int end_of(struct visits *v, int node, bool most)
{
	struct graph *g = &v->b->kernel->graph;
	struct form f = { .visits = v, .rest = graph_int(g, 0) };
	int end = -1;

	++v->depth;
	if (v->depth <= MOST_DEEP && collect(g, &f, node, 1))
		end = end_of_form(&f, most);
	--v->depth;
	return end;
}

int build_most(struct build *b, int node, bool *varies)
{
	struct visits v = { .b = b };
	struct graph *g = &b->kernel->graph;
	struct form f = { .visits = &v, .rest = graph_int(g, 0) };

	if (!collect(g, &f, node, 1))
		return -1;
	*varies = false;
	for (int i = 0; i < f.n; ++i)
		*varies = *varies || f.term[i].coef != 0;
	return end_of_form(&f, true);
}
