#ifndef ENGINE_KERNEL_ORDER_H
#define ENGINE_KERNEL_ORDER_H

/* The order in which threads are assigned to cells: a function
 *
 *	{ [i] -> [x, y] : 0 <= i < n }
 *
 * Dimensions past the first are folded into the second (order_fold()).  The
 * function is a bijection from the indices to the cells of the domain, for
 * every width of a column or tile.  An order that a user defines is checked
 * with order_check() before it is used.
 *
 * Source: Prasetya 2022, chapter 4.  The last column, narrower than the
 * others, is numbered from its own start, as in listing 5 and unlike equation
 * (4.3).
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/quasi.h"

enum order_kind {
	ORDER_ROWS,    /* x fastest */
	ORDER_COLUMNS, /* columns of "width" cells, row by row */
	ORDER_ZIGZAG,  /* every second row of them backwards */
	ORDER_TILES,   /* width x height tiles, row by row */
	ORDER_OWN      /* own[0], own[1] of the index, VAR_TX */
};

struct order {
	enum order_kind kind;
	int64_t width, height; /* 1 or more where the kind has them */
	const struct quasi *own[2];
	const char *name; /* of an own order, for messages */
	void *user;	  /* whose it is */
};

/* The domain that an order sees: (n_0, n_1 n_2). */
void order_fold(const int64_t domain[3], int64_t extent[2]);

/* The cell of index i, 0 <= i < extent[0] * extent[1].  False if a
 * user-defined order passes 2^63; the others cannot.
 */
bool order_cell(const struct order *order, const int64_t extent[2], int64_t i,
	int64_t cell[2]);

/* The same for an index that is an expression.  Both coordinates are NULL if
 * memory runs out or a value passes 2^63.
 */
void order_express(const struct order *order, const int64_t extent[2],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[2]);

/* Integer instructions that a thread needs to compute its cell, beyond those
 * of row order; "cell" comes from order_express().
 */
double order_instructions(const struct order *order,
	const struct quasi *const cell[2]);

enum order_fault {
	ORDER_FINE,
	ORDER_LEAVES,	/* index at[0] has a cell outside */
	ORDER_COLLIDES, /* at[0] < at[1] have the same cell */
	ORDER_TOO_MANY, /* cells to be checked */
	ORDER_MEMORY
};

/* Is "order" a bijection from the indices to the cells of "extent"?  If not,
 * return indices that prove it and the cell of the first one.
 */
enum order_fault order_check(const struct order *order, const int64_t extent[2],
	int64_t at[2], int64_t cell[2]);

#endif
