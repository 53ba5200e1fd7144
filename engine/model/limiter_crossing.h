#ifndef ENGINE_MODEL_LIMITER_CROSSING_H
#define ENGINE_MODEL_LIMITER_CROSSING_H

#include "engine/model/workings.h"

/* The limit between sections of L2; none where it has one. */
void limiter_crossing(struct workings *m);

#endif
