#ifndef ENGINE_MODEL_SPILL_H
#define ENGINE_MODEL_SPILL_H

/* Registers that a compiler spills: chapter 5 of doc/MODEL.md, (5.9). */

#include "engine/model/workings.h"

/* Instructions that store and load what is spilled. */
void spill_count(struct workings *m);

/* Volumes, after those of all fields. */
void spill_report(struct workings *m);

#endif
