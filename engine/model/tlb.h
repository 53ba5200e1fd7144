#ifndef ENGINE_MODEL_TLB_H
#define ENGINE_MODEL_TLB_H

/* Pages that a wave touches, and that warps look up.  Chapter 6 of
 * doc/MODEL.md.
 */

#include "engine/model/workings.h"

void tlb_count(struct workings *m);
void tlb_report(struct workings *m);

#endif
