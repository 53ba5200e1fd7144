/* Functions that a compiler expands, and the nodes that are such. */

#include "lang/kernel/expansion.h"

#define COST(...)           \
	{                   \
		__VA_ARGS__ \
	}

const struct function_row function_rows[N_FUNCTION] = {
#define FUNCTION(name, operands, narrow, wide) \
	[FUNCTION_##name] = { #name, operands, { narrow, wide } },
#include "lang/kernel/expansion.def"
#undef FUNCTION
};

static int quotient_of(const struct graph *g, const struct graph_node *n)
{
	int64_t numerator;

	if (graph_is_const(g, n->b, NULL))
		return -1; /* a product */
	return graph_is_int(g, n->a, &numerator) &&
			(numerator == 1 || numerator == -1) ?
		FUNCTION_rcp :
		FUNCTION_div;
}

/* Their rows follow each other in expansion.def. */
bool function_is_integer(enum function_kind f)
{
	return f >= FUNCTION_popcount && f <= FUNCTION_brev;
}

int function_of(const struct graph *g, int i)
{
	const struct graph_node *n = &g->node[i];

	if (!type_is_float(n->type))
		return n->op == GRAPH_OTHER ? n->aux : -1;
	switch (n->op) {
	case GRAPH_DIV: return quotient_of(g, n);
	case GRAPH_SQRT: return FUNCTION_sqrt;
	case GRAPH_EXP: return FUNCTION_exp;
	case GRAPH_LOG: return FUNCTION_log;
	case GRAPH_POW: return FUNCTION_pow;
	case GRAPH_FLOOR: return FUNCTION_floor;
	case GRAPH_MOD: return FUNCTION_mod;
	case GRAPH_MIN:
	case GRAPH_MAX: return FUNCTION_min;
	case GRAPH_OTHER: return n->aux;
	default: return -1;
	}
}

double function_late(enum function_kind f, bool is_double)
{
	const struct function_cost *c = &function_rows[f].cost[is_double];

	return !is_double && (f == FUNCTION_rsqrt || f == FUNCTION_exp2) ?
		c->fp + c->special + c->other - 1 :
		0;
}

double function_inlined(enum function_kind f, bool is_double)
{
	const struct function_cost *c = &function_rows[f].cost[is_double];

	switch (f) {
	case FUNCTION_div:
	case FUNCTION_rcp:
	case FUNCTION_sqrt:
	case FUNCTION_rsqrt:
	case FUNCTION_floor:
	case FUNCTION_ceil:
	case FUNCTION_trunc:
	case FUNCTION_rint:
	case FUNCTION_min: return 0;
	default:
		if (function_is_integer(f))
			return 0;
		return c->fp + c->special + c->other;
	}
}
