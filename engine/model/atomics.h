#ifndef ENGINE_MODEL_ATOMICS_H
#define ENGINE_MODEL_ATOMICS_H

/* Atomic updates of fields (doc/MODEL.md, chapter 21): what L2 is sent, and
 * how fast its slices carry it out.
 */

#include "engine/model/workings.h"

/* The packets, passes and cycles of an update by "lanes" lanes of a warp whose
 * cell is drawn.
 */
void atomics_drawn(const struct workings *m, const struct access *a,
	double lanes, struct requests *r);

/* Where the atomic updates of a wave fall. */
void atomics_count(struct workings *m);
void atomics_limit(struct workings *m);

#endif
