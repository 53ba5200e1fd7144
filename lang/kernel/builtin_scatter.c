/* random(n) and gather(k): indices that depend on data, described by their
 * distribution.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/kernel/build.h"
#include "lang/kernel/build_scatter.h"
#include "lang/kernel/cell.h"

static bool scatter(struct call *call, enum scatter_kind kind,
	struct value *result)
{
	struct build *b = call->eval->build;
	struct kernel_scatter s = { .kind = kind, .of = -1, .loc = call->loc };

	if (!b || b->in_address) {
		diag_error(call->diag, call->loc, NULL,
			"%s can only be an index in a kernel", call->row->name);
		diag_note(call->diag, "as in dst[0] = src[%s]",
			kind == SCATTER_RANDOM ? "random(1000)" : "gather(8)");
		return false;
	}
	if (call->arg[0].kind == VALUE_UNKNOWN ||
		(call_has(call, 1) && call->arg[1].kind == VALUE_UNKNOWN)) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (!build_scatter(b, call_loc(call, 0), &call->arg[0], &s))
		return false;
	if (call_has(call, 1)) {
		s.of = cell_node(&b->kernel->graph, call->diag,
			call_loc(call, 1), &call->arg[1]);
		if (s.of < 0) {
			free(s.each);
			return false;
		}
	}
	s.region = b->region;
	*result = build_node_value(b, kernel_scatter_add(b->kernel, &s));
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
