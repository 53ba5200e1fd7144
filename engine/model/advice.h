#ifndef ENGINE_MODEL_ADVICE_H
#define ENGINE_MODEL_ADVICE_H

/* What would make a launch faster: each change that the model knows is made
 * in the formulas of the report, and the one that gains most is named with
 * its gain.  Chapter 18 of doc/MODEL.md.
 */

#include "engine/model/workings.h"

/* Set the advice of the report, once its time is known, and the time that it
 * promises.
 */
void advice_report(struct workings *m);

#endif
