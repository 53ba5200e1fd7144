/* Launches in an order other than rows: the order numbers the cells, or blocks
 * of cells, and each thread computes the coordinates of its number.
 */

#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"
#include "lang/launch/order.h"

/* Along each axis, the number of threads (blocks of one dimension) or of
 * blocks that the order enumerates.
 */
static void find_counts(const struct lowering *l, int64_t count[3])
{
	const struct options *o = l->o;

	for (int d = 0; d < 3; ++d) {
		int64_t cells = o->fold[d];

		if (l->by_blocks)
			cells *= o->block[d];
		count[d] = (l->extent[d] - 1) / cells + 1;
	}
}

bool lower_order_launch(struct lowering *l, int64_t extent[3], int64_t fold[3])
{
	const struct options *o = l->o;
	int64_t count[3], all;

	memcpy(extent, l->extent, 3 * sizeof(*extent));
	memcpy(fold, o->fold, 3 * sizeof(*fold));
	if (o->order.kind == ORDER_ROWS)
		return true;
	if (l->k->by_address)
		return diag_error(l->env->diag, l->loc, NULL,
			"kernel '%s' is given by its addresses, which "
			"determine the order",
			l->k->name);
	l->by_blocks = o->block[1] > 1 || o->block[2] > 1;
	for (int d = 0; d < 3; ++d) {
		if (__builtin_mul_overflow(o->block[d], o->fold[d], &all))
			return lower_fail_range(l, l->loc);
		fold[d] = 1;
		extent[d] = l->by_blocks ? o->block[d] : 1;
	}
	find_counts(l, count);
	if (__builtin_mul_overflow(count[0], count[1], &all) ||
		__builtin_mul_overflow(all, count[2], &all) ||
		__builtin_mul_overflow(all, extent[0], &extent[0]))
		return lower_fail_range(l, l->loc);
	return true;
}

/* The predicate that a thread's first cell lies in the domain, where blocks
 * extend beyond it.
 */
static void find_inside(struct lowering *l)
{
	static const int64_t first[3];

	memcpy(l->cell, first, sizeof(l->cell));
	for (int d = 0; d < 3; ++d) {
		const struct quasi *e;
		const struct predicate *g;

		if (l->extent[d] % (l->o->block[d] * l->fold[d]) == 0)
			continue;
		e = quasi_add(l->pool,
			quasi_constant(l->pool, l->extent[d] - 1),
			quasi_scale(l->pool, lower_cell(l, d), -1));
		if (!e)
			continue;
		g = lower_predicate_new(l, PREDICATE_GE, e, NULL, NULL);
		l->inside = l->inside ? lower_predicate_new(l, PREDICATE_AND,
						NULL, l->inside, g) :
					g;
	}
}

static void keep_ordered(struct lowering *l)
{
	struct ordered *ordered = quasi_pool_alloc(l->pool, sizeof(*ordered));
	struct buffer name = { 0 };
	char *copy;

	order_name(&l->o->order, &name);
	copy = quasi_pool_alloc(l->pool, name.len + 1);
	if (!ordered || !copy)
		memory_failed();
	memcpy(copy, buffer_text(&name), name.len + 1);
	buffer_free(&name);
	ordered->name = copy;
	ordered->dims = l->k->dims;
	memcpy(ordered->domain, l->extent, sizeof(ordered->domain));
	memcpy(ordered->fold, l->fold, sizeof(ordered->fold));
	l->kernel->ordered = ordered;
}

/* threadIdx.x + blockIdx.x * blockDim.x, or blockIdx.x */
static const struct quasi *line_index(struct lowering *l)
{
	const struct quasi *block = quasi_variable(l->pool, VAR_BX);

	if (l->by_blocks)
		return block;
	return quasi_add(l->pool, quasi_variable(l->pool, VAR_TX),
		quasi_scale(l->pool, block, l->launch->block[0]));
}

/* The engine's domain: all threads of whole blocks, or one per cell; false
 * beyond 2^63.
 */
static bool set_domain(struct lowering *l, int64_t n_cell)
{
	int64_t *domain = l->kernel->domain, n = 1;

	for (int d = 0; d < 3; ++d) {
		domain[d] = l->by_blocks ?
			l->launch->grid[d] * l->launch->block[d] :
			d ? 1 :
			    n_cell;
		if (__builtin_mul_overflow(n, domain[d], &n))
			return false;
	}
	return true;
}

/* (x, y') becomes (x, y' mod n_1, floor(y' / n_1)). */
bool lower_order(struct lowering *l)
{
	const struct options *o = l->o;
	int64_t count[3], extent[2];
	const struct quasi *at[2];

	if (o->order.kind == ORDER_ROWS)
		return true;
	find_counts(l, count);
	order_fold(count, extent);
	if (!order_fits(l->env->diag, &o->order, extent,
		    l->by_blocks ? "blocks" : "cells", l->loc))
		return false;
	order_express(&o->order, extent, l->pool, line_index(l), at);
	l->owner[0] = at[0];
	l->owner[1] = count[2] == 1 ? at[1] :
				      quasi_mod(l->pool, at[1], count[1]);
	l->owner[2] = count[2] == 1 ? quasi_constant(l->pool, 0) :
				      quasi_floor(l->pool, at[1], count[1]);
	if (!l->owner[0] || !l->owner[1] || !l->owner[2])
		return lower_fail_range(l, l->loc);
	if (l->by_blocks)
		find_inside(l);
	else
		l->kernel->dims = 1;
	if (!set_domain(l, extent[0] * extent[1]))
		return lower_fail_range(l, l->loc);
	keep_ordered(l);
	return true;
}

double lower_updates(const struct lowering *l, double updates)
{
	double threads = 1;

	if (!l->kernel->ordered)
		return updates;
	for (int d = 0; d < 3; ++d) {
		threads *= (double) l->kernel->domain[d];
		updates *= (double) l->extent[d];
	}
	return updates / threads;
}
