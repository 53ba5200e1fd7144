#ifndef ENGINE_COUNT_FOOTPRINT_LINE_H
#define ENGINE_COUNT_FOOTPRINT_LINE_H

/* Granules of a box of threads without gaps.
 *
 * If every stride is at most a granule longer than the interval below it, the
 * box touches all granules from its first byte to its last.  The pages of a
 * block and the lines of a one-row block are of this kind.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_paths.h"

/* Count into n[1] what the single box of a task with "uniform" accesses
 * touches; false where it leaves granules out, or there are more boxes.
 */
bool footprint_line(const struct footprint_task *task, int64_t *n);

#endif
