#ifndef ENGINE_SIMULATE_SIMULATE_RANGE_H
#define ENGINE_SIMULATE_SIMULATE_RANGE_H

/* Where the accesses to a field lie.
 *
 * Bounds of an address with floors, modulos or a thread order in it may be
 * loose by far, while most accesses lie in their field.  So the bounds are cut
 * to the field, unless accesses do leave it.
 */

#include "engine/simulate/simulate_find.h"

/* The bytes of a field among which are all that the blocks of "f" touch:
 * lo .. hi-1; false: none.
 */
bool simulate_range(struct find *f, int field, int64_t *lo, int64_t *hi);

/* Do accesses leave the field by more than a halo? */
bool simulate_range_leaves(struct find *f, int field);

#endif
