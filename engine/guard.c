#include "engine/grouping.h"
#include "engine/guard.h"

bool guard_equal(const struct guard *a, const struct guard *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->op != b->op)
		return false;
	if (a->op == GUARD_GE || a->op == GUARD_EQ)
		return quasi_equal(a->e, b->e);
	return guard_equal(a->a, b->a) && guard_equal(a->b, b->b);
}

uint64_t guard_hash(const struct guard *g)
{
	uint64_t hash;

	if (!g)
		return 0;
	hash = grouping_mix(1, (int64_t) g->op);
	if (g->e)
		hash = grouping_mix(hash, (int64_t) quasi_hash(g->e));
	hash = grouping_mix(hash, (int64_t) guard_hash(g->a));
	return grouping_mix(hash, (int64_t) guard_hash(g->b));
}
