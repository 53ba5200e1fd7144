/* Indices that depend on data: build_scatter.h. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/build_scatter.h"
#include "lang/kernel/cell.h"

/* Lines that a warp can touch: two for each of at most 64 lanes. */
#define MOST_LINES 128

int kernel_scatter_add(struct kernel_def *k, const struct kernel_scatter *s)
{
	k->scatter = memory_grow(k->scatter, (size_t) k->n_scatter,
		sizeof(*k->scatter));
	k->scatter[k->n_scatter] = *s;
	return graph_scatter(&k->graph, k->n_scatter++, s->of);
}

/* ------------------------------------------------------------- numbers */

/* Element i is no number of lines, or there is none. */
static void say_each(struct build *b, struct loc loc, const struct value *v,
	int64_t i)
{
	struct buffer got = { 0 };

	if (v->u.sequence->n > 0)
		value_print_brief(&v->u.sequence->item[i], &got);
	diag_error(b->eval->diag, loc, NULL,
		"the lines of warps are whole numbers from 1 to %d; %s%s",
		MOST_LINES,
		got.len > 0 ? "one of them is " : "the list has none",
		buffer_text(&got));
	buffer_free(&got);
}

/* The lines of single warps. */
static bool read_each(struct build *b, struct loc loc, const struct value *v,
	struct kernel_scatter *s)
{
	int64_t n = v->u.sequence->n, lines;

	if (n > 0 && n <= INT32_MAX)
		s->each = memory_new((size_t) n * sizeof(*s->each));
	for (; s->n_each < n && s->each; ++s->n_each) {
		const struct value *item = &v->u.sequence->item[s->n_each];

		if (item->kind != VALUE_NUMBER ||
			!number_to_int(&item->u.number, &lines) || lines < 1 ||
			lines > MOST_LINES)
			break;
		s->each[s->n_each] = (int) lines;
	}
	if (s->each && s->n_each == n)
		return true;
	say_each(b, loc, v, s->n_each);
	free(s->each);
	s->each = NULL;
	s->n_each = 0;
	return false;
}

bool build_scatter(struct build *b, struct loc loc, const struct value *v,
	struct kernel_scatter *s)
{
	struct graph *g = &b->kernel->graph;
	bool is_gather = s->kind == SCATTER_GATHER;
	const struct number *n, one = number_int(1);
	int order;

	s->n = -1;
	if (is_gather && v->kind == VALUE_LIST)
		return read_each(b, loc, v, s);
	s->n = cell_node(g, b->eval->diag, loc, v);
	if (s->n < 0)
		return false;
	if (graph_is_const(g, s->n, &n) &&
		(is_gather ? number_compare(n, &one, &order) == NUMBER_OK &&
					(order == 0 || order == 1) :
			     number_is_integer(n) && number_sign(n) > 0))
		return true;
	if (g->node[s->n].degree == 0 && !type_is_float(g->node[s->n].type) &&
		!graph_is_const(g, s->n, NULL))
		return true;
	if (!graph_is_const(g, s->n, NULL))
		return diag_error(b->eval->diag, loc, NULL,
			"the number of %s must be the same for all threads, "
			"such as 1000 or nx",
			is_gather ? "lines" : "cells");
	return diag_error(b->eval->diag, loc, NULL,
		is_gather ? "the number of lines must be at least 1" :
			    "the number of cells must be a whole number of at "
			    "least 1");
}

int build_scatter_of(struct build *b, int field, int load)
{
	struct kernel_def *k = b->kernel;
	struct kernel_scatter s = k->field[field].points;
	size_t size = (size_t) s.n_each * sizeof(*s.each);

	for (int i = 0; i < k->n_scatter; ++i)
		if (k->scatter[i].of == load && k->scatter[i].is_loaded)
			return graph_scatter(&k->graph, i, load);
	if (s.each)
		s.each = memcpy(memory_new(size), s.each, size);
	s.of = load;
	s.is_loaded = true;
	s.region = b->region;
	return kernel_scatter_add(k, &s);
}

/* ------------------------------------------------------------- indices */

/* Nodes of an index that are visited at most. */
#define MAX_VISITS 10000

struct search {
	struct kernel_def *kernel;
	bool is_known; /* of one cell are looked for, which may be several */
	int scatter;   /* found so far */
	int visits;
	bool is_linear;
};

/* The node of the factor of the scatter in "node"; -1: it has none. */
static int scale_of(struct search *s, int node)
{
	struct graph *g = &s->kernel->graph;
	struct graph_node n = g->node[node];
	int a, b;

	if (++s->visits > MAX_VISITS)
		s->is_linear = false;
	if (!s->is_linear || n.op == GRAPH_LOAD || n.op == GRAPH_CARRIED ||
		n.op == GRAPH_RESULT)
		return -1;
	if (n.op == GRAPH_SCATTER) {
		bool is_other = s->scatter >= 0 && s->scatter != n.aux;

		if (s->kernel->scatter[n.aux].is_known != s->is_known ||
			(s->is_known && is_other))
			return -1;
		s->is_linear = !is_other;
		s->scatter = n.aux;
		return graph_int(g, 1);
	}
	a = n.a >= 0 ? scale_of(s, n.a) : -1;
	b = n.b >= 0 ? scale_of(s, n.b) : -1;
	if (a < 0 && b < 0 && (n.c < 0 || scale_of(s, n.c) < 0))
		return -1;
	switch (n.op) {
	case GRAPH_ADD:
		return a < 0 ? b : b < 0 ? a : graph_binary(g, GRAPH_ADD, a, b);
	case GRAPH_SUB:
		b = b < 0 ? b : graph_unary(g, GRAPH_NEG, b);
		return a < 0 ? b : b < 0 ? a : graph_binary(g, GRAPH_ADD, a, b);
	case GRAPH_MUL:
		if (a >= 0 && b < 0)
			return graph_binary(g, GRAPH_MUL, a, n.b);
		if (b >= 0 && a < 0)
			return graph_binary(g, GRAPH_MUL, n.a, b);
		break;
	default: break;
	}
	s->is_linear = false;
	return -1;
}

bool build_scatter_scale(struct kernel_def *k, int node, int *scatter,
	int *scale)
{
	const struct graph *g = &k->graph;
	struct search s = { k, false, -1, 0, true };

	*scale = scale_of(&s, node);
	if (s.scatter < 0) {
		s.is_known = true;
		*scale = scale_of(&s, node);
	}
	*scatter = s.scatter;
	return s.is_linear &&
		(*scatter < 0 || *scale < 0 || g->node[*scale].degree == 0);
}

static int collect_data(struct kernel_def *k, int node, int data, int *visits)
{
	struct graph_node n = k->graph.node[node];
	const int kid[3] = { n.a, n.b, n.c };

	if (++*visits > MAX_VISITS || n.op == GRAPH_LOAD ||
		n.op == GRAPH_CARRIED || n.op == GRAPH_RESULT)
		return data;
	if (n.op == GRAPH_SCATTER) {
		if (!k->scatter[n.aux].is_known || data == n.a)
			return data;
		return data < 0 ? n.a :
				  graph_binary(&k->graph, GRAPH_ADD, data, n.a);
	}
	for (int i = 0; i < 3; ++i)
		if (kid[i] >= 0)
			data = collect_data(k, kid[i], data, visits);
	return data;
}

int build_scatter_data(struct kernel_def *k, int node, int data)
{
	int visits = 0;

	return collect_data(k, node, data, &visits);
}

/* ---------------------------------------------------------------- rows */

/* A row is "base" and a constant, which is returned. */
static int64_t split_row(const struct graph *g, int row, int *base)
{
	const struct graph_node *n = &g->node[row];
	int64_t by;

	*base = row;
	if (n->op == GRAPH_ADD && graph_is_int(g, n->b, &by))
		*base = n->a;
	else if (n->op == GRAPH_ADD && graph_is_int(g, n->a, &by))
		*base = n->b;
	else if (n->op == GRAPH_SUB && graph_is_int(g, n->b, &by)) {
		*base = n->a;
		by = -by;
	} else
		by = 0;
	return by;
}

/* Rows away from a place that are said as its start and the lengths between. */
#define MOST_ROWS 8

/* The start of row i + 1 is that of row i and its length, so that bounds of loops
 * over rows are lengths.  What is added is 0, once it is loaded.
 */
int build_start_of(struct build *b, int field, int load, int index,
	bool is_relative)
{
	struct graph *g = &b->kernel->graph;
	struct kernel_scatter s = { .kind = SCATTER_RANDOM,
		.of = load,
		.is_known = true,
		.region = b->region };
	int64_t by;
	int node, base, scatter, scale;

	/* of a row that is drawn, nothing is known */
	if (!build_scatter_scale(b->kernel, index, &scatter, &scale) ||
		scatter >= 0)
		return load;
	if (is_relative)
		index = graph_binary(g, GRAPH_ADD, index,
			graph_leaf(g, GRAPH_COORD, COORD_X, TYPE_INT32));
	by = split_row(g, index, &base);
	if (by < -MOST_ROWS || by > MOST_ROWS) {
		base = index;
		by = 0;
	}
	node = graph_entry(g, 2 * field, base);
	for (int64_t i = by < 0 ? by : 0; i < (by < 0 ? 0 : by); ++i)
		node = graph_binary(g, by < 0 ? GRAPH_SUB : GRAPH_ADD, node,
			graph_entry(g, 2 * field + 1,
				graph_binary(g, GRAPH_ADD, base,
					graph_int(g, i))));
	for (int i = 0; i < b->kernel->n_scatter; ++i)
		if (b->kernel->scatter[i].of == load &&
			b->kernel->scatter[i].is_known)
			return graph_binary(g, GRAPH_ADD, node,
				graph_scatter(g, i, load));
	s.n = graph_int(g, 1);
	return graph_binary(g, GRAPH_ADD, node,
		kernel_scatter_add(b->kernel, &s));
}
