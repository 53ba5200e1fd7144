#ifndef ENGINE_L1_H
#define ENGINE_L1_H

/* What warps ask of L1 and of shared memory, and the cycles that takes.
 * Chapter 4 of doc/MODEL.md.
 */

#include "engine/workings.h"

/* Requests of every field, warps of the launch, cycles of shared memory. */
void l1_count(struct workings *m);

void l1_report(struct workings *m);

#endif
