#ifndef ENGINE_FOOTPRINT_LATTICE_H
#define ENGINE_FOOTPRINT_LATTICE_H

/* Addresses in digits: byte in a row, row in a plane, and so on.
 *
 *	address = origin + d_0 + sum_l radix[l] * d_l,	l = 1 .. n_level
 *
 * A brick is a box of digits.  The bytes of all bricks together lie in
 * exactly the granules that the bundles touch: strides up to a granule
 * leave no granule out, so that a run of such addresses is as good as all
 * bytes from its first to its last.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/footprint_bundle.h"

#define LATTICE_LEVELS	4

struct lattice {
	int n_level;
	int64_t radix[LATTICE_LEVELS + 1];	/* radix[0] is 1, rising */
	/* Is the unit of radix[l] no multiple of that below?  Then nothing
	 * runs over its end, and no granule lies in two such units.
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

/* Accesses of a bundle that together touch one run of granules, and their
 * repetition on the lattice: bytes offset .. offset + width, moved by
 * 0 .. times[l]-1 times radix[l].  The first "n_inner" dimensions of the
 * bundle only make the run longer.
 */
struct shape {
	int64_t offset, width;
	int64_t times[LATTICE_LEVELS + 1];
	int n_inner;
};

/* The shapes of a bundle, not repeated; the array has room for as many as
 * there are offsets.
 */
int footprint_shapes(const struct bundle *bundle, int64_t granule_B,
	struct shape *shape);

/* Bytes from the first to the last of a run that a cast makes. */
int64_t footprint_run(const struct bundle *bundle, const struct cast *cast,
	const struct shape *shape);

/* Lay out "b" on a lattice; "base_B" is where a row of the field begins.
 * False if there is no lattice, or too little memory, or if it takes too
 * many bricks.
 */
bool footprint_lay(const struct bundles *b, int64_t granule_B, int64_t base_B,
	struct bricks *bricks);

#endif
