#ifndef ENGINE_MODEL_L1_DRAWN_H
#define ENGINE_MODEL_L1_DRAWN_H

/* Cycles of L1 and of shared memory where data decide the index (doc/MODEL.md,
 * chapters 4 and 21).
 */

#include "engine/model/l1_lanes.h"
#include "engine/model/workings.h"

/* Cycles of the data stage for a request of "lanes" lanes that draws "words" words
 * of "lines" lines, and those of (4.2), with its tags.
 */
double l1_drawn_words(const struct workings *m, const struct access *a,
	const struct l1_service *s, double lanes, double lines, double words);
double l1_drawn_tagged(const struct device *dev, int elem_B, double lanes,
	double lines, double words);

/* The same of a request each of whose lanes takes part by chance, any of them
 * with the chance "any": lanes p / any do, in the mean.  "words" is the share of the
 * data stage.
 */
double l1_drawn_thin(const struct workings *m, const struct access *a,
	const struct l1_service *s, double lanes, double any, double *words);

/* Wavefronts of an atomic update of whose lanes "fullest" meet in one bank. */
double l1_drawn_atomic(enum atomic atomic, double fullest);

/* Do all lanes of the first warp start their draws in one place, and draw each
 * for itself?
 */
bool l1_drawn_starts_alike(const struct workings *m,
	const struct shared_access *a);

/* The mean of a request of such lanes, in closed form. */
double l1_drawn_alike(const struct workings *m, const struct shared_access *a,
	const struct l1_service *s);

/* The same where the lanes of "p" start their draws; sampled. */
double l1_drawn_cycles(const struct warp_phase *p,
	const struct shared_access *a, const struct l1_service *s);

#endif
