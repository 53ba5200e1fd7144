#ifndef ENGINE_SIMULATE_SIMULATE_SHARE_H
#define ENGINE_SIMULATE_SIMULATE_SHARE_H

/* What the blocks of a wave have in common. */

#include "engine/simulate/simulate_find.h"

/* The share of the lines that a block loads which others of its wave, of "wave"
 * blocks, load as well, but for one of them each:
 *
 *	q = 1 - |pairs of line and wave| / |pairs of line and block|  (19.5)
 *
 * Draws do not count.  False when memory runs out.
 */
bool simulate_share(const struct kernel *kernel, const struct find_list *list,
	int64_t wave, double *share);

#endif
