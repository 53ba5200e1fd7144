/* Functions of reports: compare and why. */

#include <stdlib.h>

#include "lang/ask/answer.h"
#include "lang/ask/compare.h"
#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"

static bool compare_reports(struct call *call, const struct gathered *g,
	struct value *result)
{
	const struct report **r = memory_new((size_t) g->n * sizeof(*r));
	bool ok = true;

	for (int64_t i = 0; ok && i < g->n; ++i) {
		const struct value *v = &g->first[i];

		ok = v->kind == VALUE_OBJECT && v->u.object->type->report;
		if (ok)
			r[i] = v->u.object->type->report(v->u.object);
		else
			diag_error(call->diag, call->loc, NULL,
				"compare needs reports, as estimate and "
				"simulate give; one of these is a %s",
				value_kind_name(v));
	}
	if (ok)
		*result = compare_value((int) g->n, r);
	free(r);
	return ok;
}

DEFINE_BUILTIN(compare)
{
	const struct object_type *type;
	struct gathered g;
	bool ok;

	if (!call_gather(call, &g))
		return false;
	if (g.n < 2 || g.n > COMPARE_MAX) {
		value_free(&g.items);
		return diag_error(call->diag, call->loc, NULL,
			"compare needs 2 to %d reports, got %lld", COMPARE_MAX,
			(long long) g.n);
	}
	if (call_any_unknown(g.first, g.n)) {
		result->kind = VALUE_UNKNOWN;
		value_free(&g.items);
		return true;
	}
	type = g.first[0].kind == VALUE_OBJECT ? g.first[0].u.object->type :
						 NULL;
	ok = type && type->compare ? type->compare(call->diag, call->loc,
					     (int) g.n, g.first, result) :
				     compare_reports(call, &g, result);
	value_free(&g.items);
	return ok;
}

DEFINE_BUILTIN(why)
{
	const struct answer *a = answer_of(&call->arg[0]);
	const struct answer *b = answer_of(&call->arg[1]);

	if (!a || !b)
		return call_wrong(call, a ? 1 : 0,
			"a report, as estimate gives");
	return why_value(call->eval, call->loc, a, b, result);
}
