#ifndef ENGINE_MODEL_LIMITER_TIME_H
#define ENGINE_MODEL_LIMITER_TIME_H

/* How the limits of a report make one time: limiter_time.c. */

#include "engine/model/workings.h"

/* Who takes turns at the parts of an SM in a matrix product: (22.5). */
double limiter_customers(const struct workings *m);

/* The time, once the report has all limits. */
void limiter_time_report(struct workings *m);

#endif
