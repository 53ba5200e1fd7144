#ifndef ENGINE_MODEL_DEALT_H
#define ENGINE_MODEL_DEALT_H

/* How blocks are dealt out to SMs (doc/MODEL.md, chapter 2). */

#include "engine/model/workings.h"

/* SMs at work on average until the last one is done. */
double dealt_sms(const struct workings *m);

#endif
