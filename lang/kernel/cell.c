/* Arithmetic on values that only a running thread knows: each operation adds a
 * node to the kernel's graph.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/cell.h"
#include "lang/kernel/expansion.h"
#include "lang/value/arith.h"

static const struct object_type cell_type;

const struct cell *cell_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &cell_type)
		return NULL;
	return (const struct cell *) v->u.object;
}

struct value cell_value(struct graph *graph, int node)
{
	const struct number *n;
	struct cell *cell;

	if (graph_is_const(graph, node, &n) &&
		graph->node[node].type == TYPE_NONE)
		return value_number(number_copy(n));
	cell = memory_new(sizeof(*cell));
	cell->object.refs = 1;
	cell->object.type = &cell_type;
	cell->graph = graph;
	cell->node = node;
	return value_object(&cell->object);
}

int cell_node(struct graph *graph, struct diag *diag, struct loc loc,
	const struct value *v)
{
	const struct cell *cell = cell_of(v);
	char unit[64];

	if (cell)
		return cell->node;
	if (v->kind == VALUE_NUMBER) {
		if (dim_is_none(v->u.number.dim))
			return graph_const(graph, &v->u.number);
		dim_name(v->u.number.dim, unit, sizeof(unit));
		diag_error(diag, loc, NULL,
			"values of a kernel have no units, got one in '%s'",
			unit);
		return -1;
	}
	if (v->kind == VALUE_BOOL)
		return graph_int(graph, v->u.boolean);
	diag_error(diag, loc, NULL, "expected a number, got a %s",
		value_kind_name(v));
	return -1;
}

static struct graph *graph_of(const struct value *a, const struct value *b)
{
	const struct cell *cell = cell_of(a);

	return cell ? cell->graph : cell_of(b)->graph;
}

static bool pow_nodes(struct graph *g, struct diag *diag, struct loc loc, int a,
	int b, int *node)
{
	const struct number *n;
	int64_t exponent;

	if (graph_is_int(g, b, &exponent)) {
		int64_t size = exponent < 0 ? -exponent : exponent;

		*node = graph_power(g, a, size);
		if (*node >= 0 && exponent < 0)
			*node = graph_binary(g, GRAPH_DIV, graph_int(g, 1),
				*node);
		if (*node >= 0)
			return true;
	}
	if (graph_is_const(g, b, &n) && number_to_double(n) == 0.5) {
		*node = graph_unary(g, GRAPH_SQRT, a);
		return true;
	}
	if (g->node[a].type == TYPE_BOOL || g->node[b].type == TYPE_BOOL)
		return diag_error(diag, loc, NULL,
			"cannot raise a truth value to a power");
	*node = graph_binary(g, GRAPH_POW, a, b);
	return true;
}

static bool check_divisor(struct graph *g, struct diag *diag, struct loc loc,
	int b)
{
	int64_t value;

	if (graph_is_int(g, b, &value) && value == 0)
		return diag_error(diag, loc, NULL, "division by zero");
	return true;
}

static bool compare_nodes(struct graph *g, int op, int a, int b, int *node)
{
	switch (op) {
	case OP_EQ: *node = graph_binary(g, GRAPH_EQ, a, b); return true;
	case OP_NE:
		*node = graph_unary(g, GRAPH_NOT,
			graph_binary(g, GRAPH_EQ, a, b));
		return true;
	case OP_LT: *node = graph_binary(g, GRAPH_LT, a, b); return true;
	case OP_LE: *node = graph_binary(g, GRAPH_LE, a, b); return true;
	case OP_GT: *node = graph_binary(g, GRAPH_LT, b, a); return true;
	case OP_GE: *node = graph_binary(g, GRAPH_LE, b, a); return true;
	default: return false;
	}
}

/* The type that handles "a op b": a field on either side makes it an address.
 */
static const struct object_type *other_type(const struct value *b)
{
	return b->kind == VALUE_OBJECT && b->u.object->type != &cell_type ?
		b->u.object->type :
		NULL;
}

static bool bits_of_nodes(struct graph *g, struct diag *diag, struct loc loc,
	enum bits op, int a, int b, int *node)
{
	if (type_is_float(graph_type(g, a)) ||
		type_is_float(graph_type(g, b)) ||
		g->node[a].type == TYPE_BOOL || g->node[b].type == TYPE_BOOL)
		return diag_error(diag, loc, NULL,
			"bits are those of integers: declare the field as int32 "
			"or uint32");
	*node = graph_bits(g, op, a, b);
	return true;
}

static bool cell_binary(struct diag *diag, struct loc loc, int op,
	const struct value *a, const struct value *b, struct value *result)
{
	const struct object_type *other = other_type(b);
	struct graph *g = graph_of(a, b);
	int na, nb, node = -1;

	if (other && other->binary)
		return other->binary(diag, loc, op, a, b, result);
	na = cell_node(g, diag, loc, a);
	nb = na < 0 ? -1 : cell_node(g, diag, loc, b);
	if (nb < 0)
		return false;
	switch (op) {
	case OP_ADD: node = graph_binary(g, GRAPH_ADD, na, nb); break;
	case OP_SUB: node = graph_binary(g, GRAPH_SUB, na, nb); break;
	case OP_MUL: node = graph_binary(g, GRAPH_MUL, na, nb); break;
	case OP_DIV:
	case OP_MOD:
		if (!check_divisor(g, diag, loc, nb))
			return false;
		node = graph_binary(g, op == OP_DIV ? GRAPH_DIV : GRAPH_MOD, na,
			nb);
		break;
	case OP_POW:
		if (!pow_nodes(g, diag, loc, na, nb, &node))
			return false;
		break;
	case OP_SHL:
	case OP_SHR:
		if (!bits_of_nodes(g, diag, loc,
			    op == OP_SHL ? BITS_LEFT : BITS_RIGHT, na, nb,
			    &node))
			return false;
		break;
	default:
		if (!compare_nodes(g, op, na, nb, &node))
			return diag_error(diag, loc, NULL,
				"'%s' does not work on values of a kernel",
				node_op_text(op));
	}
	*result = cell_value(g, node);
	return true;
}

static bool cell_floor_div(struct diag *diag, struct loc loc,
	const struct value *a, const struct value *b, struct value *result)
{
	struct graph *g = graph_of(a, b);
	int na = cell_node(g, diag, loc, a);
	int nb = na < 0 ? -1 : cell_node(g, diag, loc, b);

	if (nb < 0 || !check_divisor(g, diag, loc, nb))
		return false;
	*result = cell_value(g, graph_binary(g, GRAPH_FLOOR_DIV, na, nb));
	return true;
}

static bool cell_unary(struct diag *diag, struct loc loc, int op,
	const struct value *a, struct value *result)
{
	const struct cell *cell = cell_of(a);
	bool truth = cell->graph->node[cell->node].type == TYPE_BOOL;

	if (op == OP_NOT && !truth)
		return diag_error(diag, loc, NULL,
			"'not' needs a truth value, got a number");
	*result = cell_value(cell->graph,
		graph_unary(cell->graph, op == OP_NOT ? GRAPH_NOT : GRAPH_NEG,
			cell->node));
	return true;
}

static bool apply_extreme(struct diag *diag, struct loc loc, struct graph *g,
	enum graph_op op, int n, const struct value *arg, struct value *result)
{
	int node = -1, other;

	for (int i = 0; i < n; ++i) {
		other = cell_node(g, diag, loc, &arg[i]);
		if (other < 0)
			return false;
		node = node < 0 ? other : graph_binary(g, op, node, other);
	}
	*result = cell_value(g, node);
	return true;
}

/* Functions that a graph has an operation of its own for. */
static enum graph_op op_of(enum function_kind f)
{
	switch (f) {
	case FUNCTION_sqrt: return GRAPH_SQRT;
	case FUNCTION_exp: return GRAPH_EXP;
	case FUNCTION_log: return GRAPH_LOG;
	case FUNCTION_floor: return GRAPH_FLOOR;
	default: return GRAPH_OTHER;
	}
}

/* popcount, clz, ffs and brev: the last has the type of its operand. */
static bool apply_integer(struct diag *diag, struct loc loc, struct graph *g,
	enum function_kind f, int a, struct value *result)
{
	if (type_is_float(graph_type(g, a)) || g->node[a].type == TYPE_BOOL)
		return diag_error(diag, loc, NULL,
			"%s is of the bits of integers: declare the field as "
			"int32 or uint32",
			function_rows[f].name);
	*result = cell_value(g,
		graph_integer(g, (int) f, a,
			f == FUNCTION_brev ? g->node[a].type : TYPE_INT32));
	return true;
}

static bool apply_function(struct diag *diag, struct loc loc, struct graph *g,
	enum function_kind f, const struct value *arg, struct value *result)
{
	enum graph_op op = op_of(f);
	int a = cell_node(g, diag, loc, &arg[0]), b = -1;

	if (a < 0)
		return false;
	if (function_is_integer(f))
		return apply_integer(diag, loc, g, f, a, result);
	if (function_rows[f].n_operand > 1) {
		b = cell_node(g, diag, loc, &arg[1]);
		if (b < 0)
			return false;
	}
	*result = cell_value(g,
		op == GRAPH_OTHER ? graph_function(g, (int) f, a, b) :
				    graph_unary(g, op, a));
	return true;
}

static bool apply_fma(struct diag *diag, struct loc loc, struct graph *g,
	const struct value *arg, struct value *result)
{
	int node[3];

	for (int i = 0; i < 3; ++i) {
		node[i] = cell_node(g, diag, loc, &arg[i]);
		if (node[i] < 0)
			return false;
	}
	*result = cell_value(g,
		graph_binary(g, GRAPH_ADD,
			graph_binary(g, GRAPH_MUL, node[0], node[1]), node[2]));
	return true;
}

/* bitand, bitor and bitxor. */
static bool apply_bits(struct diag *diag, struct loc loc, struct graph *g,
	enum bits op, const struct value *arg, struct value *result)
{
	int a = cell_node(g, diag, loc, &arg[0]);
	int b = a < 0 ? -1 : cell_node(g, diag, loc, &arg[1]), node;

	if (b < 0 || !bits_of_nodes(g, diag, loc, op, a, b, &node))
		return false;
	*result = cell_value(g, node);
	return true;
}

#define WARP 32

static bool apply_shuffle(struct diag *diag, struct loc loc, struct graph *g,
	int kind, int n, const struct value *arg, struct value *result)
{
	int a = cell_node(g, diag, loc, &arg[0]);
	int lane = a < 0 ? -1 : cell_node(g, diag, loc, &arg[1]), among;
	int64_t width = WARP;

	if (lane < 0)
		return false;
	if (n > 2) {
		among = cell_node(g, diag, loc, &arg[2]);
		if (among < 0)
			return false;
		if (!graph_is_int(g, among, &width) || width < 1 ||
			width > WARP || (width & (width - 1)) != 0)
			return diag_error(diag, loc, NULL,
				"the width of a shuffle is a power of two up to 32");
	}
	*result = cell_value(g, graph_shuffle(g, kind, a, lane, (int) width));
	return true;
}

static const struct cell *first_cell(int n, const struct value *arg)
{
	for (int i = 0; i < n; ++i)
		if (cell_of(&arg[i]))
			return cell_of(&arg[i]);
	return NULL;
}

static bool cell_apply(struct diag *diag, struct loc loc, const char *name,
	int n, const struct value *arg, struct value *result)
{
	static const char *const bits[] = { "bitand", "bitor", "bitxor" };
	static const char *const shuffles[] = { "shfl", "shfl_up", "shfl_down",
		"shfl_xor" };
	const struct cell *cell = first_cell(n, arg);
	struct graph *g = cell->graph;
	enum elem_type type;

	for (int i = 0; i < 3; ++i)
		if (strcmp(name, bits[i]) == 0)
			return apply_bits(diag, loc, g, (enum bits) i, arg,
				result);
	for (int i = 0; i < 4; ++i)
		if (strcmp(name, shuffles[i]) == 0)
			return apply_shuffle(diag, loc, g, i, n, arg, result);
	if (n == 1 && type_find(name, &type) && type_lanes(type) == 1) {
		*result = cell_value(g, graph_convert(g, cell->node, type));
		return true;
	}
	if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)
		return apply_extreme(diag, loc, g,
			name[1] == 'i' ? GRAPH_MIN : GRAPH_MAX, n, arg, result);
	if (strcmp(name, "fma") == 0)
		return apply_fma(diag, loc, g, arg, result);
	if (strcmp(name, "pow") == 0)
		return cell_binary(diag, loc, OP_POW, &arg[0], &arg[1], result);
	if (strcmp(name, "mod") == 0)
		return cell_binary(diag, loc, OP_MOD, &arg[0], &arg[1], result);
	if (strcmp(name, "div") == 0)
		return cell_floor_div(diag, loc, &arg[0], &arg[1], result);
	for (int i = 0; i < N_FUNCTION; ++i)
		if (n == function_rows[i].n_operand &&
			strcmp(function_rows[i].name, name) == 0)
			return apply_function(diag, loc, g, i, arg, result);
	if (n == 1 && strcmp(name, "abs") == 0) {
		*result = cell_value(g, graph_unary(g, GRAPH_ABS, cell->node));
		return true;
	}
	return diag_error(diag, loc, NULL,
		"'%s' does not work on values that only a running thread has",
		name);
}

static bool cell_is_truth(const struct object *o)
{
	const struct cell *cell = (const struct cell *) o;

	return cell->graph->node[cell->node].type == TYPE_BOOL;
}

static void cell_logic(bool is_or, const struct object *a,
	const struct object *b, struct value *result)
{
	const struct cell *x = (const struct cell *) a;
	const struct cell *y = (const struct cell *) b;

	*result = cell_value(x->graph,
		graph_binary(x->graph, is_or ? GRAPH_OR : GRAPH_AND, x->node,
			y->node));
}

static bool cell_select(struct diag *diag, const struct object *condition,
	const struct loc loc[2], const struct value *a, const struct value *b,
	struct value *result)
{
	const struct cell *cell = (const struct cell *) condition;
	int x = cell_node(cell->graph, diag, loc[0], a);
	int y = x < 0 ? -1 : cell_node(cell->graph, diag, loc[1], b);

	if (y < 0)
		return false;
	*result = cell_value(cell->graph,
		graph_select(cell->graph, cell->node, x, y));
	return true;
}

static const struct symbolic cell_symbolic = {
	.is_truth = cell_is_truth,
	.floor_div = cell_floor_div,
	.logic = cell_logic,
	.select = cell_select,
};

static void cell_release(struct object *o)
{
	free(o);
}

static void cell_print(const struct object *o, struct buffer *out)
{
	(void) o;
	buffer_add(out, "<value of a kernel>");
}

static bool cell_equal(const struct object *a, const struct object *b)
{
	return ((const struct cell *) a)->node ==
		((const struct cell *) b)->node;
}

static const struct object_type cell_type = {
	.name = "value of a kernel",
	.release = cell_release,
	.print = cell_print,
	.binary = cell_binary,
	.unary = cell_unary,
	.apply = cell_apply,
	.symbolic = &cell_symbolic,
	.equal = cell_equal,
};
