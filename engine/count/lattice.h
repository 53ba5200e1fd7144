#ifndef ENGINE_COUNT_LATTICE_H
#define ENGINE_COUNT_LATTICE_H

/* The bytes that items touch, as intervals on a lattice of rows.
 *
 * An item is one access by one box of threads: the addresses
 *
 *	base + sum_d stride[d] * t_d,	0 <= t_d < n[d]
 *
 * Strides are common to all items (n[d] is 1 where an item has no such
 * stride).  lattice_make() joins the dimensions that leave no granule out
 * into an interval lo .. hi and the others into rows:
 *
 *	origin + sum_a row_stride[a] * r_a + [lo, hi],
 *		run[a].start <= r_a < run[a].start + run[a].length
 *
 * such that an item touches every granule of its intervals, and different
 * rows have no granule in common.  Where rows run into each other, as they
 * do when boxes are wider than an array, items are cut at the ends of rows
 * or into slices, until these are too many.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/signature.h"

#define LATTICE_DIMS	3
#define LATTICE_ITEMS	4096

struct lattice_item {
	int set;				/* the caller's; ascending */
	int64_t base, n[LATTICE_DIMS];
	struct row_run run[LATTICE_DIMS];
	int64_t lo, hi;
};

struct lattice {
	int64_t granule_B;
	int64_t stride[LATTICE_DIMS];
	int n_item;
	struct lattice_item *item;
	int n_axis;
	int64_t row_stride[LATTICE_DIMS];	/* ascending */
	int last_dim[LATTICE_DIMS];		/* widest in each axis */
	bool stays;		/* nobody moves it by parts of a granule */
	int64_t origin;
};

/* floor(a / b) and a - b * floor(a / b) for positive b */
static inline int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q - (q * b > a);
}

static inline int64_t floor_mod(int64_t a, int64_t b)
{
	int64_t r = a % b;

	return r < 0 ? r + b : r;
}

/* The dimensions in ascending order of their strides. */
void lattice_order(const int64_t stride[LATTICE_DIMS],
	int dim[LATTICE_DIMS]);

/* Find the rows.  False when there are none that keep apart with fewer than
 * LATTICE_ITEMS items, or when memory runs out ("is_short" is set then).
 * Rows keep apart whatever the granule boundaries unless the lattice
 * "stays".  l->item is allocated anew if need be.
 */
bool lattice_make(struct lattice *l, bool *is_short);

/* Number the rows after dimensions are folded by cutting the items where
 * rows end, for lattice_make().  False when rows do not end at granule
 * boundaries.
 */
bool lattice_wrap(struct lattice *l, bool *is_short);

/* The widest difference between two items along each axis, and within the
 * rows.
 */
struct lattice_width {
	int64_t rows[LATTICE_DIMS], bytes;
};

void lattice_measure(const struct lattice *l, struct lattice_width *width);

/* Whether the items, moved by "shift" bytes, can have a granule in common
 * with the items as they are.
 */
bool lattice_may_meet(const struct lattice *l,
	const struct lattice_width *width, int64_t shift);

#endif
