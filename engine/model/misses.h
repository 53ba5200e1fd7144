#ifndef ENGINE_MODEL_MISSES_H
#define ENGINE_MODEL_MISSES_H

/* How many of the waits of a warp end late, because a load misses L1 or L2:
 * (20.5) of doc/MODEL.md and what refines it.
 */

#include "engine/model/chain.h"

/* Whose waits are meant: those of the mean warp, of the longest, or of the one
 * that others of its SM follow.
 */
enum misses_warp { WARP_MEAN, WARP_LONGEST, WARP_IN_FRONT };

/* True if all blocks of the launch run at once. */
bool misses_in_one_wave(const struct workings *m);

/* Misses that a warp waits for at a time, on average, if fields load "member" bytes
 * an update each from below L1, in granules of "granule_B", "total" together; 0 when
 * memory runs out.
 */
double misses_find(const struct workings *m, const struct warp_chain *chain,
	enum misses_warp which, size_t member, double total, double granule_B);

#endif
