#ifndef ENGINE_MODEL_L1_DRAWN_H
#define ENGINE_MODEL_L1_DRAWN_H

/* Cycles of shared memory where data decide the index (doc/MODEL.md, chapter
 * 21).
 */

#include "engine/model/l1_lanes.h"
#include "engine/model/workings.h"

/* Wavefronts of an atomic update of whose lanes "fullest" meet in one bank. */
double l1_drawn_atomic(enum atomic atomic, double fullest);

/* Do all lanes of the first warp start their draws in one place, and draw each
 * for itself?
 */
bool l1_drawn_starts_alike(const struct workings *m,
	const struct shared_access *a);

/* The mean of a request of such lanes, in closed form. */
double l1_drawn_alike(const struct workings *m, const struct shared_access *a);

/* The same where the lanes of "p" start their draws; sampled. */
double l1_drawn_cycles(const struct warp_phase *p,
	const struct shared_access *a, const struct l1_service *s);

#endif
