#ifndef ENGINE_COUNT_FOOTPRINT_GRID_H
#define ENGINE_COUNT_FOOTPRINT_GRID_H

/* Granules of stencils: boxes of bytes, rows and planes.
 *
 * If no granule lies in two rows, and no row in two planes, the granules of a
 * row depend only on the boxes that cover it and on where in a granule it
 * starts.  So planes are swept from one edge of a box to the next, rows in
 * them likewise, and intervals of bytes in a row remain.  Nothing is
 * allocated; a few boxes take a microsecond.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_paths.h"

/* Add to n[m] the granules that the sets m of a task with "uniform" accesses
 * touch and no other; false, with nothing added, where it does not apply.
 */
bool footprint_grid(const struct footprint_task *task, int64_t *n);

#endif
