#ifndef ENGINE_MODEL_LIMITER_CROSSING_H
#define ENGINE_MODEL_LIMITER_CROSSING_H

#include "engine/model/workings.h"

/* The limit between sections of L2; none where it has one. */
void limiter_crossing(struct workings *m);

/* It bounds the time from below: where the launch takes longer, it decides nothing,
 * and the longest of the other limits does.
 */
void limiter_settle(struct report *r);

#endif
