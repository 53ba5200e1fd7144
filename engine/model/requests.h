#ifndef ENGINE_MODEL_REQUESTS_H
#define ENGINE_MODEL_REQUESTS_H

#include "engine/model/workings.h"

/* After the limit of DRAM. */
void requests_limits(struct workings *m);

/* What the limit "in_place" would be if those of L2 requests and of DRAM had
 * other times.
 */
double requests_in_place_s(const struct workings *m, double requests_s,
	double dram_s);

#endif
