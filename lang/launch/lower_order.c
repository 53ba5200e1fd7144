/* Launches in an order other than rows: the order numbers the cells, or blocks
 * of cells, and each thread computes the coordinates of its number.
 */

#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"
#include "lang/launch/order_value.h"

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

/* What one step of the order along axis d covers, in cells. */
static int64_t step_of(const struct lowering *l, int d)
{
	return l->o->fold[d] * (l->by_blocks ? l->o->block[d] : 1);
}

/* Most who write a part of a block mean that many blocks, or forget that a block
 * of more than one dimension keeps its shape.
 */
static bool refuse_size(struct lowering *l, int d, int64_t size, int64_t step)
{
	static const char *const extents[] = { "wide", "high", "deep" };
	const char *parts = l->by_blocks ? "blocks" : "threads";

	diag_error(l->env->diag, l->loc, NULL,
		"a %s of %lld cells is no whole number of %s, which are %lld "
		"cells %s",
		l->order.kind == ORDER_TILES ? "tile" : "column",
		(long long) size, parts, (long long) step, extents[d]);
	if (size < step && size <= INT64_MAX / step)
		diag_note(l->env->diag, "%lld %s are %lld cells",
			(long long) size, parts, (long long) (size * step));
	else
		diag_note(l->env->diag, "%lld and %lld cells are",
			(long long) (size / step * step),
			(long long) (size / step * step + step));
	if (l->by_blocks && l->o->fold[0] * l->o->fold[1] * l->o->fold[2] == 1)
		diag_note(l->env->diag,
			"blocks keep their shape, and the order is one of "
			"blocks; with block = %lld, threads in a line, each "
			"takes the next cell, and any size will do",
			(long long) (l->o->block[0] * l->o->block[1] *
				l->o->block[2]));
	return false;
}

/* Sizes of columns and tiles are cells; the order counts threads, or blocks.
 * A size that reaches over the domain is the domain's.
 */
static bool find_sizes(struct lowering *l, const int64_t count[3])
{
	struct order *order = &l->order;
	int n = order->kind == ORDER_TILES ? 3 : 1;

	if (order->kind != ORDER_COLUMNS && order->kind != ORDER_ZIGZAG &&
		order->kind != ORDER_TILES)
		return true;
	for (int d = 0; d < n; ++d) {
		int64_t step = step_of(l, d), size = order->size[d];

		order->size[d] = size / step;
		if (n == 3 && d == 2 && size == 1)
			order->size[d] = 1; /* as good as not given */
		else if (size >= l->extent[d])
			order->size[d] = count[d];
		else if (size % step)
			return refuse_size(l, d, size, step);
	}
	return true;
}

/* Blocks of a cluster run on one GPC, which has room for 8 on every device
 * that knows clusters, and for 16 on some.
 */
#define CLUSTER_BLOCKS 16

static bool check_clusters(struct lowering *l, const int64_t count[3])
{
	const int64_t *size = l->order.size;
	int64_t n;

	if (l->order.kind != ORDER_CLUSTERS)
		return true;
	if (__builtin_mul_overflow(size[0], size[1], &n) ||
		__builtin_mul_overflow(n, size[2], &n) || n > CLUSTER_BLOCKS)
		return diag_error(l->env->diag, l->loc, NULL,
			"a cluster has at most %d blocks, and 8 on every "
			"device that knows clusters",
			CLUSTER_BLOCKS);
	for (int d = 0; d < 3; ++d)
		if (count[d] % size[d])
			return diag_error(l->env->diag, l->loc, NULL,
				"a grid of %lld block%s along %c is no "
				"multiple of clusters of %lld",
				(long long) count[d], count[d] == 1 ? "" : "s",
				"xyz"[d], (long long) size[d]);
	return true;
}

bool lower_order_launch(struct lowering *l, int64_t extent[3], int64_t fold[3])
{
	const struct options *o = l->o;
	int64_t count[3], all = 1, reach[3];

	memcpy(extent, l->extent, 3 * sizeof(*extent));
	memcpy(fold, o->fold, 3 * sizeof(*fold));
	l->order = o->order;
	if (l->order.kind == ORDER_ROWS && o->grid == 0)
		return true;
	if (l->k->by_address)
		return diag_error(l->env->diag, l->loc, NULL,
			"kernel '%s' is given by its addresses, which "
			"determine the order",
			l->k->name);
	l->by_blocks = o->block[1] > 1 || o->block[2] > 1 ||
		order_is_of_blocks(&l->order) || l->order.kind == ORDER_ROWS;
	if (l->order.kind == ORDER_ROWS)
		l->order.kind = ORDER_LINEAR; /* a loop over block numbers */
	for (int d = 0; d < 3; ++d) {
		if (__builtin_mul_overflow(o->block[d], o->fold[d], &all))
			return lower_fail_range(l, l->loc);
		fold[d] = 1;
		extent[d] = l->by_blocks ? o->block[d] : 1;
	}
	find_counts(l, count);
	if (!find_sizes(l, count) || !check_clusters(l, count))
		return false;
	if (!order_reach(&l->order, count, reach))
		return lower_fail_range(l, l->loc);
	all = reach[0] * reach[1] * reach[2];
	if (__builtin_mul_overflow(all, extent[0], &extent[0]))
		return lower_fail_range(l, l->loc);
	return true;
}

/* Adds to l->inside that the cell lies in the domain along axis d. */
static void add_inside(struct lowering *l, int d)
{
	const struct quasi *e = quasi_add(l->pool,
		quasi_constant(l->pool, l->extent[d] - 1),
		quasi_scale(l->pool, lower_cell(l, d), -1));
	const struct predicate *g;

	if (!e)
		return;
	g = lower_predicate_new(l, PREDICATE_GE, e, NULL, NULL);
	l->inside = l->inside ?
		lower_predicate_new(l, PREDICATE_AND, NULL, l->inside, g) :
		g;
}

/* The predicate that a thread's first cell lies in the domain, where blocks
 * or the squares of the order extend beyond it.
 */
static void find_inside(struct lowering *l, const int64_t reach[3])
{
	static const int64_t first[3];

	memcpy(l->cell, first, sizeof(l->cell));
	for (int d = 0; d < 3; ++d)
		if (reach[d] * step_of(l, d) - l->extent[d] >= l->fold[d])
			add_inside(l, d);
}

static bool has_guards(const struct lowering *l)
{
	const int64_t *beyond = l->kernel->beyond;

	return beyond[0] > 0 || beyond[1] > 0 || beyond[2] > 0;
}

void lower_guard(struct lowering *l)
{
	if (!has_guards(l))
		return;
	l->inside = NULL;
	for (int d = 0; d < 3; ++d)
		if (l->kernel->beyond[d] > 0)
			add_inside(l, d);
}

static void keep_ordered(struct lowering *l)
{
	struct ordered *ordered = quasi_pool_alloc(l->pool, sizeof(*ordered));
	struct buffer name = { 0 };
	char *copy;

	order_name(l->o->order.kind == ORDER_ROWS ? &l->order : &l->o->order,
		&name);
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

bool lower_order(struct lowering *l)
{
	int64_t count[3], reach[3];

	if (l->order.kind == ORDER_ROWS)
		return true;
	find_counts(l, count);
	if (!order_fits(l->env->diag, &l->order, count,
		    l->by_blocks ? "blocks" : "cells", l->loc))
		return false;
	order_reach(&l->order, count, reach);
	order_express(&l->order, count, l->pool, line_index(l), l->owner);
	if (!l->owner[0] || !l->owner[1] || !l->owner[2])
		return lower_fail_range(l, l->loc);
	l->order_work = order_instructions(&l->order, count, l->owner);
	find_inside(l, reach);
	if (!l->by_blocks)
		l->kernel->dims = 1;
	if (!set_domain(l, reach[0] * reach[1] * reach[2]))
		return lower_fail_range(l, l->loc);
	keep_ordered(l);
	return true;
}

double lower_updates(const struct lowering *l, double updates)
{
	double threads = 1;

	if (!l->kernel->ordered && !has_guards(l))
		return updates;
	for (int d = 0; d < 3; ++d) {
		threads *= (double) l->kernel->domain[d];
		updates *= (double) l->extent[d];
	}
	return updates / threads;
}
