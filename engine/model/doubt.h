#ifndef ENGINE_MODEL_DOUBT_H
#define ENGINE_MODEL_DOUBT_H

/* What is not known of a launch, and how far that moves its time: volumes from
 * samples, estimated registers, figures that were derived, mechanisms that were
 * measured on one board.  Intervals are widened by it (doc/MODEL.md, chapter 14).
 */

#include "engine/model/workings.h"

/* What doubts about volumes, registers and derived figures do to the time: ln
 * of the time that each would change it to, summed as independent errors are.
 *
 *	D = sqrt(sum_i ln(T(u_i t_i) / T)^2)			  (14.3)
 */
struct doubts {
	double low, high; /* D for 1 / u_i and for u_i */
	const char *names;
};

/* The doubts of the launch; figures of a device that was not measured are in
 * doubt, too.  Needs the limits and the time of the report.
 */
struct doubts doubt_find(const struct workings *m, bool is_measured);

/* The share of the loads from L2 that L1 may keep after all, of long rows on AMD's
 * boards; 0 on others.
 */
double doubt_rows(const struct workings *m);

#endif
