/* What compilers make of atomic updates: an integer that all threads of a block
 * update is added up in registers of a warp first (16.40).
 */

#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* True if the expression is the same in all threads of a block. */
static bool is_uniform(const struct quasi *e)
{
	return e && !lower_uses(e, VAR_TX) && !lower_uses(e, VAR_TY) &&
		!lower_uses(e, VAR_TZ);
}

/* True if a draw is the same in all threads of a block. */
static bool is_one_draw(const struct lowering *l, int64_t cells,
	int64_t together)
{
	const int64_t *block = &l->extent[3];

	return cells == 0 || together >= block[0] * block[1] * block[2];
}

/* True if the condition chooses one thread, as tx == 0 does: then there is
 * nothing to add up.
 */
static bool is_one_thread(const struct predicate *g)
{
	if (!g)
		return false;
	if (g->op == PREDICATE_AND)
		return is_one_thread(g->a) || is_one_thread(g->b);
	return g->op == PREDICATE_EQ && quasi_is_affine(g->e) &&
		(g->e->coef[VAR_TX] == 1 || g->e->coef[VAR_TX] == -1);
}

/* Numbers of 32 bits; those of 64 where they are the literal 1, and outside of
 * shared memory, where they are updated as floats are.
 */
static enum atomic kind_of(const struct lowering *l,
	const struct kernel_access *a, bool is_joined)
{
	const struct kernel_field *f = &l->k->field[a->field];
	enum elem_type type = a->type ? a->type : lower_type(l, f);
	bool is_long = type_bytes(type) > 4;

	if (type_is_float(type) || (is_long && f->is_shared))
		return ATOMIC_FLOAT;
	if (a->is_counting && f->is_shared)
		return ATOMIC_COUNT;
	return is_joined && (!is_long || a->is_counting) ? ATOMIC_WARP :
							   ATOMIC_INT;
}

enum atomic lower_atomic(const struct lowering *l,
	const struct kernel_access *a, const struct quasi *address,
	int64_t cells, int64_t together)
{
	return !a->is_atomic ?
		ATOMIC_NONE :
		kind_of(l, a,
			is_uniform(address) && is_one_draw(l, cells, together));
}

/* Instructions beside the update of a warp: which lanes take part, the first of
 * them, the place of this one and a comparison (VOTEU, UFLO, S2R, ISETP); then the
 * sum and a move of it (REDUX, MOV), or of ones their number (POPC).
 */
#define UPDATE_LANES   4
#define UPDATE_SUMMED  2
#define UPDATE_COUNTED 1

double lower_update_work(const struct lowering *l, int label,
	enum atomic atomic, const struct predicate *predicate)
{
	if (atomic != ATOMIC_WARP || is_one_thread(predicate))
		return 0;
	return UPDATE_LANES +
		(l->k->access[label].is_counting ? UPDATE_COUNTED :
						   UPDATE_SUMMED);
}
