#ifndef ENGINE_TLB_H
#define ENGINE_TLB_H

/* Pages that a wave touches.  Chapter 6 of doc/MODEL.md.
 *
 * No time follows from them yet: a wave with more pages than the TLB has
 * entries is told in a note.
 */

#include "engine/workings.h"

void tlb_report(struct workings *m);

#endif
