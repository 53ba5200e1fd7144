/* The test that an index or an address is affine in coordinates and loop
 * variables.  On failure it walks the expression again to put the caret at the
 * innermost operand that is not affine.
 */

#include <string.h>

#include "lang/kernel/affine.h"
#include "lang/kernel/build_scatter.h"
#include "lang/kernel/cell.h"

enum fault {
	FAULT_NONE,
	FAULT_PRODUCT,
	FAULT_DIVISOR,
	FAULT_MEMORY,
	FAULT_SCALAR,
	FAULT_FRACTION,
	FAULT_FORM
};

static const char *const labels[] = {
	[FAULT_PRODUCT] = "neither factor is a constant",
	[FAULT_DIVISOR] = "not a positive constant",
	[FAULT_MEMORY] = "depends on what is in memory",
	[FAULT_SCALAR] = "depends on a scalar argument",
	[FAULT_FORM] = NULL,
};

/* Bounds on the time of the search: nodes visited, and levels that the caret
 * descends.  Indices have tens of nodes.  After MAX_VISITS only the degree of
 * a node is checked; after MAX_DEPTH the caret marks a wider part.
 */
#define MAX_VISITS 10000
#define MAX_DEPTH  200

/* ------------------------------------------------------------- values */

struct search {
	const struct graph *graph;
	bool in_address; /* a scalar may be a field's base address */
	int visits;
};

static enum fault divisor_fault(const struct graph *g, int node)
{
	int64_t value;

	if (g->node[node].degree > 0)
		return FAULT_DIVISOR;
	if (graph_is_int(g, node, &value) && value <= 0)
		return FAULT_DIVISOR;
	return FAULT_NONE;
}

/* The fault of a node whose operands have none. */
static enum fault own_fault(struct search *s, int node)
{
	const struct graph_node *n = &s->graph->node[node];
	const struct number *constant;
	int64_t value;

	switch (n->op) {
	case GRAPH_CONST:
		graph_is_const(s->graph, node, &constant);
		return number_is_integer(constant) ? FAULT_NONE :
						     FAULT_FRACTION;
	case GRAPH_LOAD:
	case GRAPH_CARRIED:
	case GRAPH_RESULT: return FAULT_MEMORY;
	case GRAPH_SCALAR: return s->in_address ? FAULT_NONE : FAULT_SCALAR;
	case GRAPH_MUL:
		return s->graph->node[n->a].degree > 0 &&
				s->graph->node[n->b].degree > 0 ?
			FAULT_PRODUCT :
			FAULT_NONE;
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV:
	case GRAPH_MOD: return divisor_fault(s->graph, n->b);
	case GRAPH_BITS:
		return graph_is_int(s->graph, n->b, &value) && value >= 0 ?
			FAULT_NONE :
			FAULT_FORM;
	case GRAPH_COORD:
	case GRAPH_EXTENT:
	case GRAPH_ARGUMENT:
	case GRAPH_COUNTER:
	case GRAPH_ENTRY:
	case GRAPH_ADD:
	case GRAPH_SUB:
	case GRAPH_NEG:
	case GRAPH_MIN:
	case GRAPH_MAX:
	case GRAPH_FLOOR: return FAULT_NONE;
	default: return FAULT_FORM;
	}
}

static enum fault node_fault(struct search *s, int node)
{
	const struct graph_node *n = &s->graph->node[node];
	enum fault fault = FAULT_NONE;

	if (n->op == GRAPH_SCATTER)
		return FAULT_NONE;
	if (++s->visits > MAX_VISITS)
		return n->degree > 1 && !n->uses_scalar ? FAULT_FORM :
							  FAULT_NONE;
	if (n->op != GRAPH_CARRIED && n->op != GRAPH_RESULT) {
		if (n->a >= 0)
			fault = node_fault(s, n->a);
		if (!fault && n->b >= 0)
			fault = node_fault(s, n->b);
		if (!fault && n->c >= 0)
			fault = node_fault(s, n->c);
	}
	return fault ? fault : own_fault(s, node);
}

static enum fault value_fault(struct build *b, const struct value *v)
{
	struct search s = { &b->kernel->graph, b->in_address, 0 };
	const struct cell *cell = cell_of(v);
	enum fault fault = FAULT_NONE;

	if (cell)
		return node_fault(&s, cell->node);
	if (v->kind == VALUE_NUMBER && !number_is_integer(&v->u.number))
		return FAULT_FRACTION;
	for (int64_t i = 0;
		v->kind == VALUE_TUPLE && !fault && i < v->u.sequence->n; ++i)
		fault = value_fault(b, &v->u.sequence->item[i]);
	return fault;
}

/* -------------------------------------------------------- expressions */

/* The fault in the value of an expression, which is evaluated again. */
static enum fault expression_fault(struct build *b, const struct node *node)
{
	struct diag *diag = b->eval->diag, quiet = { 0 };
	enum fault fault = FAULT_NONE;
	struct value v;

	b->eval->diag = &quiet;
	if (eval_node(b->eval, node, &v)) {
		fault = value_fault(b, &v);
		value_free(&v);
	}
	b->eval->diag = diag;
	diag_clear(&quiet);
	return fault;
}

static bool is_sum(const struct node *node)
{
	return node->kind == NODE_BINARY &&
		(node->op == OP_ADD || node->op == OP_SUB);
}

/* The operand of "node" that is not affine by itself; NULL if there is none. */
static const struct node *faulty_operand(struct build *b,
	const struct node *node)
{
	if (node->kind != NODE_BINARY && node->kind != NODE_UNARY &&
		node->kind != NODE_TUPLE && node->kind != NODE_CALL)
		return NULL;
	for (int i = node->n_kid - 1; i >= (node->kind == NODE_CALL); --i) {
		const struct node *kid = node->kid[i];

		if (kid->kind == NODE_ARGUMENT)
			kid = kid->kid[0];
		/* a sum is affine unless one side is not, and sums may be long
		 */
		if ((i == 0 && is_sum(node)) || expression_fault(b, kid))
			return kid;
	}
	return NULL;
}

/* The innermost part of "at" that causes the fault: of a product the second
 * factor, of a quotient the divisor.
 */
static const struct node *guilty_part(struct build *b, const struct node *at)
{
	const struct node *part;
	int depth = 0;

	while (depth < MAX_DEPTH && (part = faulty_operand(b, at))) {
		depth += !is_sum(at);
		at = part;
	}
	if (at->kind == NODE_BINARY &&
		(at->op == OP_MUL || at->op == OP_DIV || at->op == OP_MOD))
		return at->kid[1];
	return at;
}

/* Is "name" a field in memory, whose index may be random or gather? */
static bool is_global(const struct build *b, const char *name)
{
	const struct kernel_def *k = b->kernel;

	for (int i = 0; i < k->n_field; ++i)
		if (strcmp(k->field[i].name, name) == 0)
			return !b->in_address && !k->field[i].is_shared;
	return false;
}

bool affine_check(struct build *b, const struct node *at, const char *name,
	int node)
{
	struct search s = { &b->kernel->graph, b->in_address, 0 };
	enum fault fault = node_fault(&s, node);
	struct diag *diag = b->eval->diag;
	const char *what = b->in_address ? "address" : "index";
	int scatter, scale;

	if (!fault && !build_scatter_scale(b->kernel, node, &scatter, &scale)) {
		diag_error(diag, at->loc,
			"more than a multiple of one random or gather",
			"the %s of '%s' is not affine", what, name);
		diag_note(diag,
			"a random or gather may be multiplied by a constant "
			"and added to");
		return false;
	}

	if (!fault)
		return true;
	at = guilty_part(b, at);
	if (fault == FAULT_FRACTION)
		return diag_error(diag, at->loc, NULL,
			"an %s of '%s' must be a whole number", what, name);
	diag_error(diag, at->loc, labels[fault],
		"the %s of '%s' is not "
		"affine",
		what, name);
	if (fault == FAULT_MEMORY && is_global(b, name))
		diag_note(diag,
			"say by chance where it points: use gather(k) if a "
			"warp touches k lines, random(n) if each thread "
			"takes any of n cells, or declare what is loaded with "
			"{ gather = k } or { random = n }");
	else if (fault == FAULT_SCALAR)
		diag_note(diag,
			"an argument in an index needs a value: m: int32 = 64 "
			"in the list of parameters");
	else
		diag_note(diag,
			"allowed are sums of coordinates and loop variables "
			"times constants, '/' and '%%' by positive constants, min "
			"and max, and bits with a constant");
	return false;
}
