#ifndef ENGINE_MODEL_REQUESTS_H
#define ENGINE_MODEL_REQUESTS_H

#include "engine/model/workings.h"

/* After the limit of DRAM. */
void requests_limits(struct workings *m);

/* Bytes of an update that stores write into L1 and that L2 does not see, as L1
 * joins them with others.
 */
double requests_joined_B(const struct workings *m);

/* True if (5.10) says how many these are: it was measured on an H200, in code
 * without loops.
 */
bool requests_join_is_proven(const struct workings *m);

/* Cycles that stores of the launch do not take, as L1 joins them with others,
 * "line" for each of their conflicting lines (4.16).
 */
double requests_joined_cycles(const struct workings *m, double line);

/* The part of "requests" that is for sectors which are completed late (7.11). */
double requests_late_share(const struct workings *m);

/* Of the sectors that L2 is sent, those that stores fill in part. */
double requests_partial_B(const struct workings *m);

/* Whether (5.10) and (7.17) were measured on boards of this architecture. */
bool requests_are_measured(const struct device *dev);

/* What the limit "in_place" would be if those of L2 requests and of DRAM had
 * other times.
 */
double requests_in_place_s(const struct workings *m, double requests_s,
	double dram_s);

#endif
