#ifndef ENGINE_COUNT_FOOTPRINT_TALLY_H
#define ENGINE_COUNT_FOOTPRINT_TALLY_H

/* Granules under bricks.
 *
 * Rows of the lattice with the same bricks over them and the same phase
 * (address of the row modulo the granule) hold the same granules, so kinds of
 * rows are enumerated, not rows.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_lattice.h"

/* Add to n[m] the granules under bricks of the sets m and of no other.
 * False if there are too many phases or kinds of rows, or if memory runs
 * out.
 */
bool footprint_tally(const struct bricks *bricks, struct quasi_pool *pool,
	int64_t granule_B, int n_set, int64_t *n);

#endif
