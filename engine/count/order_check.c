/* Is a user-defined order a bijection?  Small domains are enumerated, large
 * ones decided by isl.
 */

#include <stdlib.h>
#include <string.h>

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include "engine/base/heap.h"
#include "engine/count/count.h"
#include "engine/count/lines.h"
#include "engine/count/val.h"
#include "engine/kernel/order.h"

/* Up to this many cells, enumeration is cheaper than isl. */
#define FEW_CELLS	((int64_t) 1 << 22)
#define MOST_OPERATIONS ((int64_t) 20000000)

/* ---------------------------------------------------------- one by one */

/* The index before i whose cell is the same. */
static int64_t find_other(const struct order *order, const int64_t extent[3],
	int64_t i, const int64_t cell[3])
{
	for (int64_t j = 0; j < i; ++j) {
		int64_t other[3];

		if (order_cell(order, extent, j, other) &&
			memcmp(other, cell, sizeof(other)) == 0)
			return j;
	}
	return i;
}

static bool is_inside(const int64_t extent[3], const int64_t cell[3])
{
	for (int d = 0; d < 3; ++d)
		if (cell[d] < 0 || cell[d] >= extent[d])
			return false;
	return true;
}

static enum order_fault check_cells(const struct order *order,
	const int64_t extent[3], int64_t n, int64_t at[2], int64_t cell[3])
{
	unsigned char *taken = heap_clear((size_t) n / 8 + 1, 1);
	enum order_fault fault = taken ? ORDER_FINE : ORDER_MEMORY;

	for (int64_t i = 0; i < n && fault == ORDER_FINE; ++i) {
		int64_t place;

		at[0] = i;
		if (!order_cell(order, extent, i, cell) ||
			!is_inside(extent, cell)) {
			fault = ORDER_LEAVES;
			break;
		}
		place = cell[0] + extent[0] * (cell[1] + cell[2] * extent[1]);
		if (taken[place / 8] >> place % 8 & 1) {
			at[0] = find_other(order, extent, i, cell);
			at[1] = i;
			fault = ORDER_COLLIDES;
		}
		taken[place / 8] |= (unsigned char) (1u << place % 8);
	}
	free(taken);
	return fault;
}

/* -------------------------------------------------------------- by isl */

/* { [i] : 0 <= i < n } */
static __isl_give isl_set *indices(isl_ctx *ctx, int64_t n)
{
	isl_set *set = isl_set_universe(isl_space_set_alloc(ctx, 0, 1));

	set = isl_set_lower_bound_si(set, isl_dim_set, 0, 0);
	return isl_set_upper_bound_val(set, isl_dim_set, 0, val_of(ctx, n - 1));
}

/* { [i] -> [x, y'] : 0 <= i < n }, or { [i] -> [x, y, z] } */
static __isl_give isl_map *map_of(isl_ctx *ctx, const struct order *order,
	int64_t n)
{
	isl_space *space = isl_space_alloc(ctx, 0, 1, N_QUASI_VAR);
	isl_multi_aff *vars = isl_multi_aff_zero(space);
	isl_local_space *local = isl_local_space_from_space(
		isl_space_set_alloc(ctx, 0, 1));
	isl_map *map, *more;

	vars = isl_multi_aff_set_aff(vars, VAR_TX,
		isl_aff_var_on_domain(local, isl_dim_set, 0));
	map = isl_map_from_pw_aff(lines_expression(order->own[0], vars));
	for (int d = 1; d < order->n_own; ++d) {
		more = isl_map_from_pw_aff(
			lines_expression(order->own[d], vars));
		map = isl_map_flat_range_product(map, more);
	}
	isl_multi_aff_free(vars);
	return isl_map_intersect_domain(map, indices(ctx, n));
}

/* { [x, y'] : in the domain }, or { [x, y, z] } */
static __isl_give isl_set *cells(isl_ctx *ctx, const struct order *order,
	const int64_t extent[3])
{
	bool is_folded = order->n_own == 2;
	isl_set *set = isl_set_flat_product(indices(ctx, extent[0]),
		indices(ctx, is_folded ? extent[1] * extent[2] : extent[1]));

	return is_folded ? set :
			   isl_set_flat_product(set, indices(ctx, extent[2]));
}

/* Coordinate "d" of some element of "set". */
static int64_t coordinate(__isl_keep isl_set *set, int d)
{
	isl_point *point = isl_set_sample_point(isl_set_copy(set));
	isl_val *v = isl_point_get_coordinate_val(point, isl_dim_set, d);
	int64_t value = 0;

	val_read(v, &value);
	isl_val_free(v);
	isl_point_free(point);
	return value;
}

/* The indices with a cell outside; the first of them. */
static bool find_leaving(__isl_keep isl_map *map, const struct order *order,
	const int64_t extent[3], int64_t at[2])
{
	isl_set *inside = cells(isl_map_get_ctx(map), order, extent);
	isl_map *out = isl_map_subtract_range(isl_map_copy(map), inside);
	isl_set *where = isl_set_lexmin(isl_map_domain(out));
	bool leaves = isl_set_is_empty(where) == isl_bool_false;

	if (leaves)
		at[0] = coordinate(where, 0);
	isl_set_free(where);
	return leaves;
}

/* { [i] -> [j] : i < j and the same cell } */
static bool find_colliding(__isl_keep isl_map *map, int64_t at[2])
{
	isl_map *same = isl_map_apply_range(isl_map_copy(map),
		isl_map_reverse(isl_map_copy(map)));
	isl_set *pairs;
	bool collide;

	same = isl_map_intersect(same,
		isl_map_lex_lt(isl_space_domain(isl_map_get_space(map))));
	pairs = isl_set_lexmin(isl_map_wrap(same));
	collide = isl_set_is_empty(pairs) == isl_bool_false;
	if (collide) {
		at[0] = coordinate(pairs, 0);
		at[1] = coordinate(pairs, 1);
	}
	isl_set_free(pairs);
	return collide;
}

/* An injection of n indices into n cells is a bijection. */
static enum order_fault check_map(const struct order *order,
	const int64_t extent[3], int64_t n, int64_t at[2], int64_t cell[3])
{
	isl_ctx *ctx = count_ctx_new(MOST_OPERATIONS);
	enum order_fault fault = ORDER_FINE;
	isl_map *map;

	if (!ctx)
		return ORDER_MEMORY;
	map = map_of(ctx, order, n);
	if (find_leaving(map, order, extent, at))
		fault = ORDER_LEAVES;
	else if (isl_map_is_injective(map) != isl_bool_true &&
		find_colliding(map, at))
		fault = ORDER_COLLIDES;
	isl_map_free(map);
	if (isl_ctx_last_error(ctx) == isl_error_alloc)
		heap_failed();
	if (isl_ctx_last_error(ctx) != isl_error_none)
		fault = ORDER_TOO_MANY;
	isl_ctx_free(ctx);
	if (fault == ORDER_LEAVES || fault == ORDER_COLLIDES)
		order_cell(order, extent, at[0], cell);
	return fault;
}

enum order_fault order_check(const struct order *order, const int64_t extent[3],
	int64_t at[2], int64_t cell[3])
{
	int64_t n = extent[0] * extent[1] * extent[2];

	if (order->kind != ORDER_OWN)
		return ORDER_FINE;
	if (n <= FEW_CELLS)
		return check_cells(order, extent, n, at, cell);
	return check_map(order, extent, n, at, cell);
}
