#ifndef ENGINE_COUNT_FOOTPRINT_LINE_H
#define ENGINE_COUNT_FOOTPRINT_LINE_H

/* Granules of runs that lie on one line.
 *
 * A box of threads that steps by no more than a granule beyond what lies
 * between touches all granules from its first byte to its last: pages of a
 * block are of this kind, and lines of a block that is one row.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_paths.h"

/* Count into n[1] what the single box of a task with "uniform" accesses
 * touches; false where it leaves granules out, or there are more boxes.
 */
bool footprint_line(const struct footprint_task *task, int64_t *n);

#endif
