#ifndef ENGINE_MODEL_L1_IDLE_H
#define ENGINE_MODEL_L1_IDLE_H

/* Warps issue predicated instructions with no lane in them, too, each of which takes
 * a wavefront (doc/MODEL.md, chapter 4 and (16.42)).
 */

#include "engine/model/workings.h"

/* Those of an access to shared memory that n warps make with lanes. */
double l1_idle_shared(struct workings *m, const struct shared_access *a,
	double n);

/* Adds those of loads of global memory to what is counted of their fields. */
void l1_idle_loads(struct workings *m, const struct access_list *list);

#endif
