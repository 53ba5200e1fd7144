#ifndef ENGINE_MODEL_VERDICT_H
#define ENGINE_MODEL_VERDICT_H

/* What a report comes to, in words: the verdict, the advice and the notes.
 * Everything said here follows from figures that are in the report.
 */

#include "engine/model/workings.h"

void verdict_report(struct workings *m);

#endif
