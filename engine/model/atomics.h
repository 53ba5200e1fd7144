#ifndef ENGINE_MODEL_ATOMICS_H
#define ENGINE_MODEL_ATOMICS_H

/* Atomic updates of fields (doc/MODEL.md, chapter 21): what L2 is sent, and
 * how fast its slices carry it out.
 */

#include "engine/model/workings.h"

/* Packets of a warp with "lanes" lanes that draw their cells at random: one
 * has an update of each word of a granule.
 */
double atomics_packets(const struct access *a, double lanes, double granule_B);

/* Where the atomic updates of a wave fall. */
void atomics_count(struct workings *m);
void atomics_limit(struct workings *m);

#endif
