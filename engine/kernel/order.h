#ifndef ENGINE_KERNEL_ORDER_H
#define ENGINE_KERNEL_ORDER_H

/* The order in which threads or blocks are assigned to cells: a function
 *
 *	{ [i] -> [x, y, z] : 0 <= i < n }
 *
 * that reaches each cell of the domain once.  Orders of squares whose side is
 * a power of two also reach cells beyond the domain, where it is no multiple
 * of the side: their threads idle.  An order that a user defines is checked
 * with order_check() before it is used.
 *
 * Columns, zigzag, groups and swizzles are orders of (x, y'), where y' = y +
 * n_1 z enumerates all dimensions but the first.
 *
 * Source of columns and zigzag: Prasetya 2022, chapter 4.  The last column,
 * narrower than the others, is numbered from its own start, as in listing 5
 * and unlike equation (4.3).
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/quasi.h"

enum order_kind {
	ORDER_ROWS,    /* the grid's own: blocks along x first */
	ORDER_LINEAR,  /* x = i mod n_0, y' = i / n_0 */
	ORDER_COLUMNS, /* columns of size[0] cells, row by row */
	ORDER_ZIGZAG,  /* every second row of them backwards */
	ORDER_TILES,   /* tiles of size[0] x size[1] x size[2], row by row */
	ORDER_MORTON,  /* the bits of i are those of x, y and z in turn */
	ORDER_HILBERT, /* each layer along Hilbert's curve */
	/* of blocks, whatever their shape: */
	ORDER_GROUPED,	/* Triton: groups of size[0] rows, down and right */
	ORDER_SWIZZLE,	/* CUTLASS: columns of at most size[0], padded */
	ORDER_CLUSTERS, /* Hopper: boxes of size[], which start together */
	ORDER_OWN	/* own[] of the index, VAR_TX */
};

struct order {
	enum order_kind kind;
	int64_t size[3]; /* 1 or more where the kind has them */
	const struct quasi *own[3];
	int n_own;	  /* 2: (x, y'); 3: (x, y, z) */
	const char *name; /* of an own order, for messages */
	void *user;	  /* whose it is */
	bool is_spelled;  /* no tables where an expression says it too */
};

/* Does the order number blocks, also blocks of one dimension? */
bool order_is_of_blocks(const struct order *order);

/* The box of cells that indices reach, as large as the domain or larger;
 * false if it has 2^62 cells or more.  There are as many indices.
 */
bool order_reach(const struct order *order, const int64_t extent[3],
	int64_t reach[3]);

/* The cell of index i, 0 <= i < the cells of order_reach().  False if a
 * user-defined order passes 2^63; the others cannot.
 */
bool order_cell(const struct order *order, const int64_t extent[3], int64_t i,
	int64_t cell[3]);

/* The same for an index that is an expression.  Coordinates are NULL if
 * memory runs out, a value passes 2^63 or there are too many terms.
 */
void order_express(const struct order *order, const int64_t extent[3],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[3]);

/* Integer instructions that a thread needs to compute its cell, beyond those
 * of row order; "cell" comes from order_express().
 */
double order_instructions(const struct order *order, const int64_t extent[3],
	const struct quasi *const cell[3]);

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
enum order_fault order_check(const struct order *order, const int64_t extent[3],
	int64_t at[2], int64_t cell[3]);

/* ------------------------------------------ between order.c and its parts */

/* Squares of 2^bits cells a side (cubes, where "axes" is 3), count[] of them,
 * in rows; layers of the third axis one after the other where axes is 2.
 */
struct order_squares {
	int axes, bits;
	int64_t count[3];
};

/* The cell of index i, of 4^bits, on Hilbert's curve.  "state" says how the
 * digits above turn these ones, and then how these turn those below: 1 for
 * transposed, 2 for turned by 180 degrees.
 */
void order_curve(int bits, int64_t i, int *state, int64_t cell[2]);

void order_squares(const struct order *order, const int64_t extent[3],
	struct order_squares *squares);

/* Columns that CUTLASS makes of 2^k blocks: 1, 2, 4 or 8 of them, not more
 * than "most", and fewer where the domain is narrow.
 */
int64_t order_swizzled(int64_t most, int64_t n);

#endif
