#ifndef ENGINE_COUNT_FOOTPRINT_LATTICE_H
#define ENGINE_COUNT_FOOTPRINT_LATTICE_H

/* Addresses in digits: byte in a row, row in a plane, and so on.
 *
 *	address = origin + d_0 + sum_l radix[l] * d_l,	l = 1 .. n_level
 *
 * A brick is a box of digits.  The bytes of all bricks together lie in
 * exactly the granules that the bundles touch.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_bundle.h"
#include "engine/count/footprint_shape.h"

#define LATTICE_LEVELS SHAPE_LEVELS

struct lattice {
	int n_level;
	int64_t radix[LATTICE_LEVELS + 1]; /* radix[0] is 1, rising */
	/* Is radix[l] not a multiple of the radix below?  Then nothing
	 * crosses the end of its unit, and no granule lies in two units.
	 */
	bool is_apart[LATTICE_LEVELS + 1];
	int64_t origin;
};

struct brick {
	int set;
	int64_t lo[LATTICE_LEVELS + 1], hi[LATTICE_LEVELS + 1];
};

struct bricks {
	struct lattice lattice;
	int n_brick, size;
	struct brick *brick;
};

/* Lay out "b" on a lattice; "base_B" is where a row of the field starts.
 * False if there is no lattice, it takes too many bricks, or memory runs out.
 */
bool footprint_lay(const struct bundles *b, int64_t granule_B, int64_t base_B,
	struct bricks *bricks);

#endif
