/* random(n) and gather(k): indices that depend on data, described by their
 * distribution.
 */

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/kernel/build.h"
#include "lang/kernel/cell.h"

static bool count_node(struct call *call, struct graph *g, const char *what,
	int *node)
{
	const struct number *n;

	*node = cell_node(g, call->diag, call_loc(call, 0), &call->arg[0]);
	if (*node < 0)
		return false;
	if (g->node[*node].degree > 0 || type_is_float(g->node[*node].type) ||
		(graph_is_const(g, *node, &n) &&
			(!number_is_integer(n) || number_sign(n) <= 0))) {
		diag_error(call->diag, call_loc(call, 0), NULL,
			"the number of %s must be a whole number of at least 1",
			what);
		return false;
	}
	return true;
}

static bool scatter(struct call *call, enum scatter_kind kind,
	struct value *result)
{
	struct build *b = call->eval->build;
	struct kernel_def *k;
	int n, of = -1;

	if (!b || !call->eval->in_index || b->in_address) {
		diag_error(call->diag, call->loc, NULL,
			"%s can only be an index in a kernel", call->row->name);
		diag_note(call->diag, "as in dst[0] = src[%s]",
			kind == SCATTER_RANDOM ? "random(1000)" : "gather(8)");
		return false;
	}
	k = b->kernel;
	if (call->arg[0].kind == VALUE_UNKNOWN ||
		(call_has(call, 1) && call->arg[1].kind == VALUE_UNKNOWN)) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (!count_node(call, &k->graph,
		    kind == SCATTER_RANDOM ? "cells" : "lines", &n))
		return false;
	if (call_has(call, 1)) {
		of = cell_node(&k->graph, call->diag, call_loc(call, 1),
			&call->arg[1]);
		if (of < 0)
			return false;
	}
	k->scatter = memory_grow(k->scatter, (size_t) k->n_scatter,
		sizeof(*k->scatter));
	k->scatter[k->n_scatter] = (struct kernel_scatter) {
		.kind = kind,
		.n = n,
		.loc = call->loc,
	};
	*result = build_node_value(b,
		graph_scatter(&k->graph, k->n_scatter++, of));
	return true;
}

DEFINE_BUILTIN(random)
{
	return scatter(call, SCATTER_RANDOM, result);
}

DEFINE_BUILTIN(gather)
{
	return scatter(call, SCATTER_GATHER, result);
}
