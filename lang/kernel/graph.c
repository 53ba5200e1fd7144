/* The graph of operations: equal nodes are made once, constants are folded. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/kernel/graph.h"

const char *const coord_names[N_COORD] = {
	"x",
	"y",
	"z",
	"tx",
	"ty",
	"tz",
	"bx",
	"by",
	"bz",
	"blockDim.x",
	"blockDim.y",
	"blockDim.z",
};

static const struct {
	const char *name;
	enum elem_type type;
	int bytes;
	int lanes;
	enum elem_type scalar;
} types[] = {
	{ "int8", TYPE_INT8, 1, 1, TYPE_INT8 },
	{ "int16", TYPE_INT16, 2, 1, TYPE_INT16 },
	{ "int32", TYPE_INT32, 4, 1, TYPE_INT32 },
	{ "int64", TYPE_INT64, 8, 1, TYPE_INT64 },
	{ "uint8", TYPE_UINT8, 1, 1, TYPE_UINT8 },
	{ "uint16", TYPE_UINT16, 2, 1, TYPE_UINT16 },
	{ "uint32", TYPE_UINT32, 4, 1, TYPE_UINT32 },
	{ "half", TYPE_HALF, 2, 1, TYPE_HALF },
	{ "float", TYPE_FLOAT, 4, 1, TYPE_FLOAT },
	{ "double", TYPE_DOUBLE, 8, 1, TYPE_DOUBLE },
	{ "double", TYPE_OPEN, 8, 1, TYPE_OPEN },
	{ "bool", TYPE_BOOL, 1, 1, TYPE_BOOL },
	{ "half2", TYPE_HALF2, 4, 2, TYPE_HALF },
	{ "float2", TYPE_FLOAT2, 8, 2, TYPE_FLOAT },
	{ "float4", TYPE_FLOAT4, 16, 4, TYPE_FLOAT },
	{ "double2", TYPE_DOUBLE2, 16, 2, TYPE_DOUBLE },
	{ "char2", TYPE_CHAR2, 2, 2, TYPE_INT8 },
	{ "char4", TYPE_CHAR4, 4, 4, TYPE_INT8 },
	{ "uchar2", TYPE_UCHAR2, 2, 2, TYPE_UINT8 },
	{ "uchar4", TYPE_UCHAR4, 4, 4, TYPE_UINT8 },
	{ "short2", TYPE_SHORT2, 4, 2, TYPE_INT16 },
	{ "short4", TYPE_SHORT4, 8, 4, TYPE_INT16 },
	{ "ushort2", TYPE_USHORT2, 4, 2, TYPE_UINT16 },
	{ "ushort4", TYPE_USHORT4, 8, 4, TYPE_UINT16 },
	{ "int2", TYPE_INT2, 8, 2, TYPE_INT32 },
	{ "int4", TYPE_INT4, 16, 4, TYPE_INT32 },
	{ "uint2", TYPE_UINT2, 8, 2, TYPE_UINT32 },
	{ "uint4", TYPE_UINT4, 16, 4, TYPE_UINT32 },
};

const char *const type_words[] = { "half", "float", "double", "int8", "int16",
	"int32", "int64", "uint8", "uint16", "uint32", "half2", "float2",
	"float4", "double2", "char2", "char4", "uchar2", "uchar4", "short2",
	"short4", "ushort2", "ushort4", "int2", "int4", "uint2", "uint4",
	NULL };

#define N_TYPE (sizeof(types) / sizeof(types[0]))

bool type_is_float(enum elem_type type)
{
	return type == TYPE_HALF || type == TYPE_FLOAT || type == TYPE_DOUBLE ||
		type == TYPE_OPEN;
}

int type_bytes(enum elem_type type)
{
	for (size_t i = 0; i < N_TYPE; ++i)
		if (types[i].type == type)
			return types[i].bytes;
	return 8;
}

const char *type_name(enum elem_type type)
{
	for (size_t i = 0; i < N_TYPE; ++i)
		if (types[i].type == type)
			return types[i].name;
	return "number";
}

int type_lanes(enum elem_type type)
{
	for (size_t i = 0; i < N_TYPE; ++i)
		if (types[i].type == type)
			return types[i].lanes;
	return 1;
}

enum elem_type type_scalar(enum elem_type type)
{
	for (size_t i = 0; i < N_TYPE; ++i)
		if (types[i].type == type)
			return types[i].scalar;
	return type;
}

bool type_find(const char *name, enum elem_type *type)
{
	for (size_t i = 0; i < N_TYPE; ++i) {
		if (types[i].type == TYPE_OPEN || types[i].type == TYPE_BOOL ||
			strcmp(types[i].name, name) != 0)
			continue;
		*type = types[i].type;
		return true;
	}
	return false;
}

/* Bytes of a node. */
#define NODE_B \
	((int64_t) (sizeof(struct graph_node) + sizeof(struct graph_users)))

void graph_clear(struct graph *g)
{
	for (int i = 0; i < g->n_const; ++i)
		number_free(&g->constant[i]);
	account_add(-NODE_B * g->n_node);
	free(g->constant);
	free(g->node);
	free(g->users);
	map_clear(&g->nodes);
	map_clear(&g->constants);
	*g = (struct graph) { 0 };
}

static uint64_t hash_node(const struct graph_node *n)
{
	uint64_t hash = map_mix((uint64_t) n->op, n->aux);

	return map_mix(map_mix(map_mix(hash, n->a), n->b), n->c);
}

/* Only of a constant the type is not known from the rest. */
static bool same_node(const struct graph_node *m, const struct graph_node *n)
{
	return m->op == n->op && m->a == n->a && m->b == n->b && m->c == n->c &&
		m->aux == n->aux &&
		(n->op != GRAPH_CONST || m->type == n->type);
}

/* The longest list of users. */
#define MOST_USERS 8

/* The operand that was made last; -1: there is none. */
static int newest_operand(const struct graph *g, const struct graph_node *n)
{
	int newest = n->a;

	newest = n->b > newest ? n->b : newest;
	newest = n->c > newest ? n->c : newest;
	/* slots of carried values are no nodes */
	return n->op == GRAPH_CARRIED || newest >= g->n_node ? -1 : newest;
}

/* The node equal to "n"; adds it if it is new.
 *
 * Most nodes use what was made shortly before, whose list of users is in the
 * processor's cache; a slot of the map of a large graph is not.
 */
static int intern(struct graph *g, const struct graph_node *n)
{
	int newest = newest_operand(g, n), n_user = 0;
	bool is_listed;

	for (int i = newest < 0 ? -1 : g->users[newest].first; i >= 0;
		i = g->users[i].next, ++n_user)
		if (same_node(&g->node[i], n))
			return i;
	is_listed = newest >= 0 && n_user < MOST_USERS;
	if (!is_listed) {
		uint64_t hash = hash_node(n);
		size_t at = 0;
		int64_t i;

		while ((i = map_next(&g->nodes, hash, &at)) >= 0)
			if (same_node(&g->node[i], n))
				return (int) i;
		map_add(&g->nodes, hash, g->n_node);
	}
	g->node = memory_grow(g->node, (size_t) g->n_node, sizeof(*n));
	g->node[g->n_node] = *n;
	g->users = memory_grow(g->users, (size_t) g->n_node, sizeof(*g->users));
	g->users[g->n_node] = (struct graph_users) { -1, -1 };
	if (is_listed) {
		g->users[g->n_node].next = g->users[newest].first;
		g->users[newest].first = g->n_node;
	}
	account_add(NODE_B);
	return g->n_node++;
}

static uint64_t hash_const(const struct number *n)
{
	double d = number_to_double(n) + 0.0; /* + 0.0 turns -0 into 0 */
	int64_t bits;

	memcpy(&bits, &d, sizeof(bits));
	return map_mix((uint64_t) bits >> 32, bits);
}

/* The constant equal to "n"; adds it if it is new. */
static int find_const(struct graph *g, const struct number *n)
{
	uint64_t hash = hash_const(n);
	size_t at = 0;
	int64_t i;
	int order;

	while ((i = map_next(&g->constants, hash, &at)) >= 0)
		if (number_compare(&g->constant[i], n, &order) == NUMBER_OK &&
			order == 0)
			return (int) i;
	g->constant = memory_grow(g->constant, (size_t) g->n_const,
		sizeof(struct number));
	g->constant[g->n_const] = number_copy(n);
	map_add(&g->constants, hash, g->n_const);
	return g->n_const++;
}

static int typed_const(struct graph *g, const struct number *n,
	enum elem_type type)
{
	struct graph_node node = { GRAPH_CONST, type, -1, -1, -1,
		find_const(g, n), 0, false, false, false };

	return intern(g, &node);
}

int graph_const(struct graph *g, const struct number *n)
{
	return typed_const(g, n, TYPE_NONE);
}

int graph_int(struct graph *g, int64_t value)
{
	struct number n = number_int(value);

	return graph_const(g, &n);
}

int graph_leaf(struct graph *g, enum graph_op op, int aux, enum elem_type type)
{
	struct graph_node node = { op, type, -1, -1, -1, aux, 0, false, false,
		false };

	node.uses_coord = op == GRAPH_COORD && aux < COORD_DX;
	node.uses_memory = op == GRAPH_LOAD;
	node.uses_scalar = op == GRAPH_SCALAR || op == GRAPH_ARGUMENT;
	if (node.uses_coord || op == GRAPH_COUNTER)
		node.degree = 1;
	if (node.uses_memory || op == GRAPH_SCALAR)
		node.degree = GRAPH_NOT_AFFINE;
	return intern(g, &node);
}

int graph_tile(struct graph *g, int aux, int a, int b, enum elem_type type)
{
	struct graph_node node = { GRAPH_TILE, type, a, b, -1, aux,
		GRAPH_NOT_AFFINE, false, true, false };

	return intern(g, &node);
}

int graph_element(struct graph *g, int aux, int n, const int *index,
	enum elem_type type)
{
	struct graph_node node = { GRAPH_SCALAR, type, index[0],
		n > 1 ? index[1] : -1, n > 2 ? index[2] : -1, aux,
		GRAPH_NOT_AFFINE, false, false, true };

	return intern(g, &node);
}

int graph_carried(struct graph *g, int loop, int slot, enum elem_type type)
{
	struct graph_node node = { GRAPH_CARRIED, type, -1, slot, -1, loop,
		GRAPH_NOT_AFFINE, false, true, false };

	return intern(g, &node);
}

enum elem_type graph_type(const struct graph *g, int node)
{
	const struct number *n;

	return graph_is_const(g, node, &n) && !number_is_integer(n) &&
			g->node[node].type == TYPE_NONE ?
		g->real :
		g->node[node].type;
}

int graph_result(struct graph *g, int loop, int value)
{
	struct graph_node node = { GRAPH_RESULT, g->node[value].type, value, -1,
		-1, loop, GRAPH_NOT_AFFINE, false, true, false };

	return intern(g, &node);
}

int graph_scatter(struct graph *g, int scatter, int of)
{
	struct graph_node node = { GRAPH_SCATTER, TYPE_INT32, of, -1, -1,
		scatter, GRAPH_NOT_AFFINE, true, of >= 0, false };

	return intern(g, &node);
}

int graph_entry(struct graph *g, int entry, int row)
{
	struct graph_node node = { GRAPH_ENTRY, TYPE_INT32, row, -1, -1, entry,
		g->node[row].degree, g->node[row].uses_coord,
		g->node[row].uses_memory, g->node[row].uses_scalar };

	return intern(g, &node);
}

int graph_chance(struct graph *g, int chance, int of)
{
	struct graph_node node = { GRAPH_CHANCE, TYPE_BOOL, of, -1, -1, chance,
		GRAPH_NOT_AFFINE, true, true, false };

	return intern(g, &node);
}

bool graph_is_const(const struct graph *g, int node, const struct number **n)
{
	if (g->node[node].op != GRAPH_CONST)
		return false;
	if (n)
		*n = &g->constant[g->node[node].aux];
	return true;
}

bool graph_is_int(const struct graph *g, int node, int64_t *value)
{
	const struct number *n;

	return graph_is_const(g, node, &n) && number_to_int(n, value);
}

static bool is_int_value(const struct graph *g, int node, int64_t value)
{
	int64_t v;

	return graph_is_int(g, node, &v) && v == value;
}

static int clamp_degree(int degree)
{
	return degree > GRAPH_NOT_AFFINE ? GRAPH_NOT_AFFINE : degree;
}

/* The degree in coordinates of "a op b". */
static int degree_of(enum graph_op op, const struct graph_node *a,
	const struct graph_node *b)
{
	int max = a->degree > b->degree ? a->degree : b->degree;

	switch (op) {
	case GRAPH_ADD:
	case GRAPH_SUB:
	case GRAPH_MIN:
	case GRAPH_MAX: return max;
	case GRAPH_MUL: return clamp_degree(a->degree + b->degree);
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV:
	case GRAPH_MOD: return b->degree > 0 ? GRAPH_NOT_AFFINE : a->degree;
	case GRAPH_FLOOR: return a->degree;
	case GRAPH_BITS:
		return b->op == GRAPH_CONST ? a->degree : GRAPH_NOT_AFFINE;
	default: return max > 0 ? GRAPH_NOT_AFFINE : 0;
	}
}

static enum elem_type wider(enum elem_type a, enum elem_type b)
{
	return a > b ? a : b;
}

/* True if "a op b" is no whole number although neither operand has a
 * floating-point type: a literal such as 0.5 takes part, or it is a quotient of
 * numbers without a type.
 */
static bool is_real(const struct graph *g, enum graph_op op, int a, int b)
{
	const struct number *n;

	switch (op) {
	case GRAPH_ADD:
	case GRAPH_SUB:
	case GRAPH_MUL:
	case GRAPH_DIV:
	case GRAPH_MIN:
	case GRAPH_MAX: break;
	default: return false;
	}
	if (op == GRAPH_DIV && g->node[a].type == TYPE_NONE &&
		g->node[b].type == TYPE_NONE)
		return true;
	return (graph_is_const(g, a, &n) && !number_is_integer(n)) ||
		(graph_is_const(g, b, &n) && !number_is_integer(n));
}

static enum elem_type type_of(const struct graph *g, enum graph_op op,
	enum elem_type a, enum elem_type b)
{
	switch (op) {
	case GRAPH_EQ:
	case GRAPH_LT:
	case GRAPH_LE:
	case GRAPH_AND:
	case GRAPH_OR:
	case GRAPH_NOT: return TYPE_BOOL;
	case GRAPH_SQRT:
	case GRAPH_EXP:
	case GRAPH_LOG:
	case GRAPH_POW:
	case GRAPH_OTHER:
		return type_is_float(wider(a, b)) ? wider(a, b) : g->real;
	case GRAPH_SHUFFLE: return a;
	default: return wider(a, b);
	}
}

/* The type of node "n", which has none, by that of its operands. */
static enum elem_type type_again(const struct graph *g,
	const struct graph_node *n)
{
	const struct graph_node *of = g->node;

	switch (n->op) {
	case GRAPH_ADD:
	case GRAPH_SUB:
	case GRAPH_MUL:
	case GRAPH_MIN:
	case GRAPH_MAX: return wider(of[n->a].type, of[n->b].type);
	case GRAPH_NEG:
	case GRAPH_ABS:
	case GRAPH_RESULT: return of[n->a].type;
	case GRAPH_SELECT: return wider(of[n->b].type, of[n->c].type);
	default: return TYPE_NONE;
	}
}

bool graph_retype(struct graph *g, int node, enum elem_type type)
{
	bool any = false;

	if (g->node[node].type != TYPE_NONE || !type_is_float(type))
		return false;
	g->node[node].type = type;
	for (int i = node + 1; i < g->n_node; ++i) {
		struct graph_node *n = &g->node[i];

		if (n->type != TYPE_NONE)
			continue;
		n->type = type_again(g, n);
		any |= n->type != TYPE_NONE;
	}
	if (!any)
		g->node[node].type = TYPE_NONE;
	return any;
}

static int make(struct graph *g, enum graph_op op, int a, int b, int c)
{
	struct graph_node node = { op, TYPE_NONE, a, b, c, 0, 0, false, false,
		false };
	const struct graph_node *na = &g->node[a];
	const struct graph_node *nb = &g->node[b >= 0 ? b : a];

	node.type = type_of(g, op, na->type, nb->type);
	if (node.type < TYPE_HALF && is_real(g, op, a, b >= 0 ? b : a))
		node.type = g->real;
	node.degree = degree_of(op, na, nb);
	node.uses_coord = na->uses_coord || nb->uses_coord;
	node.uses_memory = na->uses_memory || nb->uses_memory;
	node.uses_scalar = na->uses_scalar || nb->uses_scalar;
	return intern(g, &node);
}

/* Fold "a op b" for two constants; -1 where that is not possible. */
static int fold(struct graph *g, enum graph_op op, int a, int b)
{
	const struct number *x, *y;
	struct number r;
	enum number_status status;
	int node, order;

	if (!graph_is_const(g, a, &x) || !graph_is_const(g, b, &y))
		return -1;
	switch (op) {
	case GRAPH_ADD: status = number_add(x, y, &r); break;
	case GRAPH_SUB: status = number_sub(x, y, &r); break;
	case GRAPH_MUL: status = number_mul(x, y, &r); break;
	case GRAPH_DIV: status = number_div(x, y, &r); break;
	case GRAPH_FLOOR_DIV: status = number_floor_div(x, y, &r); break;
	case GRAPH_MOD: status = number_mod(x, y, &r); break;
	case GRAPH_MIN:
	case GRAPH_MAX:
		status = number_compare(x, y, &order);
		if (status == NUMBER_OK)
			return (order <= 0) == (op == GRAPH_MIN) ? a : b;
		break;
	default: return -1;
	}
	if (status != NUMBER_OK)
		return -1;
	node = graph_const(g, &r);
	number_free(&r);
	return graph_convert(g, node, wider(g->node[a].type, g->node[b].type));
}

/* True if "node" is the constant "value" and "other" has the type of both
 * together, so that other is what remains without the constant.
 */
static bool is_neutral(const struct graph *g, int node, int64_t value,
	int other)
{
	enum elem_type type = g->node[node].type;

	return is_int_value(g, node, value) &&
		(type == TYPE_NONE || type <= g->node[other].type);
}

/* True if "node" is 0 and compilers take sums and products with "other" as known:
 * not if floating-point numbers of the machine are zeros, as other may be -0,
 * infinite or no number (nvcc 13 keeps 0.f*x, 0.f/x, 0.f + x and 0.f - x, but
 * not x - 0.f).  A zero without a type stands for a term that was not written.
 */
static bool is_zero(const struct graph *g, int node, int other)
{
	enum elem_type type = g->node[node].type;

	return is_int_value(g, node, 0) &&
		(type == TYPE_NONE ||
			!type_is_float(wider(type, g->node[other].type)));
}

static bool is_neg(const struct graph *g, int a)
{
	return g->node[a].op == GRAPH_NEG;
}

/* Reassociates (x + c1) + c2 to x + (c1 + c2), so that indices written in two
 * ways become one node.  Only for whole numbers: with fractions, rounding
 * would differ.
 */
static int fold_steps(struct graph *g, int a, int b)
{
	const struct graph_node *n = &g->node[a];
	int left = n->a, right = n->b, sum;
	int64_t step, more;

	if (n->op != GRAPH_ADD || type_is_float(n->type) ||
		!graph_is_int(g, b, &more))
		return -1;
	if (graph_is_int(g, left, &step)) {
		left = right;
		right = n->a;
	} else if (!graph_is_int(g, right, &step)) {
		return -1;
	}
	/* fold() may move the array of nodes */
	sum = fold(g, GRAPH_ADD, right, b);
	return sum < 0 ? -1 : graph_binary(g, GRAPH_ADD, left, sum);
}

static int fold_add(struct graph *g, int a, int b)
{
	int folded;

	if (is_zero(g, a, b) && is_neutral(g, a, 0, b))
		return b;
	if (is_zero(g, b, a) && is_neutral(g, b, 0, a))
		return a;
	if (is_neg(g, b))
		return graph_binary(g, GRAPH_SUB, a, g->node[b].a);
	if (is_neg(g, a))
		return graph_binary(g, GRAPH_SUB, b, g->node[a].a);
	folded = fold_steps(g, a, b);
	return folded >= 0 ? folded : fold_steps(g, b, a);
}

static int fold_sub(struct graph *g, int a, int b)
{
	int64_t step;

	if (is_neutral(g, b, 0, a))
		return a;
	if (is_zero(g, a, b) && is_neutral(g, a, 0, b))
		return graph_unary(g, GRAPH_NEG, b);
	if (a == b && g->node[a].type > TYPE_NONE &&
		g->node[a].type < TYPE_HALF)
		return graph_convert(g, graph_int(g, 0), g->node[a].type);
	if (is_neg(g, b))
		return graph_binary(g, GRAPH_ADD, a, g->node[b].a);
	if (graph_is_int(g, b, &step) && !type_is_float(g->node[a].type))
		return graph_binary(g, GRAPH_ADD, a,
			graph_unary(g, GRAPH_NEG, b));
	return -1;
}

static int fold_mul(struct graph *g, int a, int b)
{
	for (int i = 0; i < 2; ++i) {
		int factor = i ? b : a, other = i ? a : b;

		if (is_zero(g, factor, other))
			return factor;
		if (is_neutral(g, factor, 1, other))
			return other;
		if (is_neutral(g, factor, -1, other))
			return graph_unary(g, GRAPH_NEG, other);
		if (is_neg(g, factor))
			return graph_unary(g, GRAPH_NEG,
				graph_binary(g, GRAPH_MUL, g->node[factor].a,
					other));
	}
	return -1;
}

static int fold_div(struct graph *g, enum graph_op op, int a, int b)
{
	if (is_neutral(g, b, 1, a))
		return op == GRAPH_MOD ? graph_int(g, 0) : a;
	if (is_zero(g, a, b) && !is_int_value(g, b, 0))
		return a;
	if (is_neutral(g, b, -1, a) && op == GRAPH_DIV)
		return graph_unary(g, GRAPH_NEG, a);
	return -1;
}

bool graph_commutes(enum graph_op op)
{
	return op == GRAPH_ADD || op == GRAPH_MUL || op == GRAPH_MIN ||
		op == GRAPH_MAX || op == GRAPH_EQ || op == GRAPH_AND ||
		op == GRAPH_OR;
}

int graph_binary(struct graph *g, enum graph_op op, int a, int b)
{
	int folded = fold(g, op, a, b);

	if (folded >= 0)
		return folded;
	switch (op) {
	case GRAPH_ADD: folded = fold_add(g, a, b); break;
	case GRAPH_SUB: folded = fold_sub(g, a, b); break;
	case GRAPH_MUL: folded = fold_mul(g, a, b); break;
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV:
	case GRAPH_MOD: folded = fold_div(g, op, a, b); break;
	case GRAPH_MIN:
	case GRAPH_MAX:
	case GRAPH_AND:
	case GRAPH_OR: folded = a == b ? a : -1; break;
	default: break;
	}
	if (folded >= 0)
		return folded;
	if (graph_commutes(op) && a > b)
		return make(g, op, b, a, -1);
	return make(g, op, a, b, -1);
}

int graph_unary(struct graph *g, enum graph_op op, int a)
{
	const struct number *x;
	struct number r;
	int node;

	if (op == GRAPH_NEG && is_neg(g, a))
		return g->node[a].a;
	if (op == GRAPH_NEG && graph_is_const(g, a, &x)) {
		number_neg(x, &r);
		node = typed_const(g, &r, g->node[a].type);
		number_free(&r);
		return node;
	}
	if (op == GRAPH_NOT && g->node[a].op == GRAPH_NOT)
		return g->node[a].a;
	if (op == GRAPH_NEG) {
		struct graph_node n = g->node[a];

		n.op = GRAPH_NEG;
		n.a = a;
		n.b = n.c = -1;
		n.aux = 0;
		return intern(g, &n);
	}
	return make(g, op, a, -1, -1);
}

int graph_function(struct graph *g, int function, int a, int b)
{
	int plain = make(g, GRAPH_OTHER, a, b, -1); /* moves the array */
	struct graph_node node = g->node[plain];

	node.aux = function;
	return intern(g, &node);
}

int graph_integer(struct graph *g, int function, int a, enum elem_type type)
{
	struct graph_node node = g->node[a];

	node.op = GRAPH_OTHER;
	node.type = type;
	node.a = a;
	node.b = node.c = -1;
	node.aux = function;
	node.degree = node.degree > 0 ? GRAPH_NOT_AFFINE : 0;
	return intern(g, &node);
}

/* Bits that the constant "node" shifts by, or has; -1: it is none. */
static int64_t constant_bits(const struct graph *g, int node)
{
	int64_t value;

	return graph_is_int(g, node, &value) && value >= 0 ? value : -1;
}

int graph_bits(struct graph *g, enum bits op, int a, int b)
{
	struct graph_node node;
	int plain;

	if (op <= BITS_XOR && constant_bits(g, a) >= 0) {
		plain = a;
		a = b;
		b = plain;
	}
	if (op == BITS_LEFT && constant_bits(g, b) >= 0 &&
		constant_bits(g, b) < 63)
		return graph_binary(g, GRAPH_MUL, a,
			graph_int(g, (int64_t) 1 << constant_bits(g, b)));
	plain = make(g, GRAPH_BITS, a, b, -1); /* moves the array */
	node = g->node[plain];
	node.aux = (int) op;
	return intern(g, &node);
}

int graph_shuffle(struct graph *g, int kind, int a, int lane, int width)
{
	int plain = make(g, GRAPH_SHUFFLE, a, lane, -1); /* moves the array */
	struct graph_node node = g->node[plain];

	node.aux = 64 * kind + width;
	node.degree = GRAPH_NOT_AFFINE;
	node.uses_memory = true;
	return intern(g, &node);
}

/* Whole numbers keep the bits that the type has, as in C. */
static int convert_const(struct graph *g, int a, enum elem_type type)
{
	struct number n = number_copy(&g->constant[g->node[a].aux]), whole;
	int bits = 8 * type_bytes(type), node;
	bool is_signed = type == TYPE_INT8 || type == TYPE_INT16 ||
		type == TYPE_INT32;
	int64_t value;

	if (!type_is_float(type) && number_trunc(&n, &whole) == NUMBER_OK) {
		number_free(&n);
		n = whole;
		if (bits < 64 && number_to_int(&n, &value)) {
			value &= ((int64_t) 1 << bits) - 1;
			if (is_signed && value >> (bits - 1))
				value -= (int64_t) 1 << bits;
			number_free(&n);
			n = number_int(value);
		}
	}
	node = typed_const(g, &n, type);
	number_free(&n);
	return node;
}

int graph_convert(struct graph *g, int a, enum elem_type type)
{
	struct graph_node node = g->node[a];

	if (node.type == type)
		return a;
	if (node.op == GRAPH_CONST)
		return convert_const(g, a, type);
	node.op = GRAPH_CONVERT;
	node.type = type;
	node.a = a;
	node.b = node.c = -1;
	node.aux = (int) type;
	node.degree = node.degree > 0 ? GRAPH_NOT_AFFINE : 0;
	return intern(g, &node);
}

int graph_select(struct graph *g, int cond, int a, int b)
{
	struct graph_node node = { GRAPH_SELECT, TYPE_NONE, cond, a, b, 0,
		GRAPH_NOT_AFFINE, false, false, false };

	if (a == b)
		return a;
	node.type = wider(g->node[a].type, g->node[b].type);
	for (int i = 0; i < 3; ++i) {
		const struct graph_node *k = &g->node[i == 0 ? cond :
				i == 1			     ? a :
							       b];

		node.uses_coord |= k->uses_coord;
		node.uses_memory |= k->uses_memory;
		node.uses_scalar |= k->uses_scalar;
	}
	return intern(g, &node);
}

int graph_member(struct graph *g, int load, int lane, enum elem_type type)
{
	struct graph_node node = g->node[load];

	node.op = GRAPH_MEMBER;
	node.type = type;
	node.a = load;
	node.b = node.c = -1;
	node.aux = lane;
	return intern(g, &node);
}

int graph_pack(struct graph *g, int n, const int *lane)
{
	int rest = n > 2 ? graph_pack(g, n - 2, lane + 2) : -1;
	struct graph_node node = { GRAPH_PACK, TYPE_NONE, lane[0], lane[1],
		rest, 0, GRAPH_NOT_AFFINE, false, false, false };
	const int kid[3] = { lane[0], lane[1], rest };

	for (int i = 0; i < 3; ++i) {
		const struct graph_node *k;

		if (kid[i] < 0)
			continue;
		k = &g->node[kid[i]];
		node.type = wider(node.type, k->type);
		node.uses_coord |= k->uses_coord;
		node.uses_memory |= k->uses_memory;
		node.uses_scalar |= k->uses_scalar;
	}
	return intern(g, &node);
}

int graph_unpack(const struct graph *g, int pack, int i)
{
	for (; i > 1; i -= 2)
		pack = g->node[pack].c;
	return i == 0 ? g->node[pack].a : g->node[pack].b;
}

int graph_power(struct graph *g, int a, int64_t n)
{
	int result = -1, square = a;

	if (n < 0 || n > 64)
		return -1;
	if (n == 0)
		return graph_int(g, 1);
	for (; n; n >>= 1) {
		if (n & 1)
			result = result < 0 ?
				square :
				graph_binary(g, GRAPH_MUL, result, square);
		if (n > 1)
			square = graph_binary(g, GRAPH_MUL, square, square);
	}
	return result;
}
