#ifndef ENGINE_MODEL_LIMITER_DRAM_H
#define ENGINE_MODEL_LIMITER_DRAM_H

/* The limit "dram" of a report: (7.10) and (7.18) of doc/MODEL.md. */

#include "engine/model/workings.h"

void limiter_dram(struct workings *m);

#endif
