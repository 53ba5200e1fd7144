#ifndef ENGINE_MODEL_LIMITER_H
#define ENGINE_MODEL_LIMITER_H

/* From volumes to time: what each part of the device needs for the launch
 * if it were alone, how these times make one, and which decides.
 * Chapter 7 of doc/MODEL.md.
 */

#include "engine/model/workings.h"

/* All limits, the time, the rates and the verdict. */
void limiter_report(struct workings *m);

#endif
