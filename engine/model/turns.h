#ifndef ENGINE_MODEL_TURNS_H
#define ENGINE_MODEL_TURNS_H

/* Loops that end earlier in some threads than in others: their trips depend on
 * the cell, or on loops around them.
 */

#include "engine/model/workings.h"

/* Shares of a loop's trips, those of the loops around it included, that warps
 * run: in the mean, and the warp that runs most.  Both are 1 unless all loads
 * of the loop stand under conditions on its trips.
 */
struct turns {
	double mean, most;
};

struct turns turns_of(struct workings *m, int loop);

#endif
