#ifndef ENGINE_COUNT_FOOTPRINT_ROWS_H
#define ENGINE_COUNT_FOOTPRINT_ROWS_H

/* Granules of bundles by enumerating their rows, but not the threads of a
 * row: for what no lattice fits, as long as rows are few.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_bundle.h"

/* Add to n[m] the granules touched by the sets m and by no other.  False,
 * with *status FOOTPRINT_OK, if there are too many rows.
 */
bool footprint_rows(const struct bundles *b, int64_t granule_B, int n_set,
	int64_t *n, enum footprint_status *status);

#endif
