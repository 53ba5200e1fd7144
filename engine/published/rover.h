#ifndef ENGINE_PUBLISHED_ROVER_H
#define ENGINE_PUBLISHED_ROVER_H

/* Curves of capacity misses, the rows of rover.def: the fraction of repeated
 * accesses that a cache no longer serves when "over" times its capacity is in
 * use.  The curves are not 0 at 0 and need not reach 1.
 */

enum rover {
#define ROVER(name, a, b, c, device, data, origin) ROVER_##name,
#include "engine/published/rover.def"
	N_ROVER
};

struct rover_fit {
	const char *name;
	double a, b, c;
	const char *device, *data, *origin;
};

extern const struct rover_fit rovers[N_ROVER];

double rover_miss(enum rover curve, double over);

#endif
