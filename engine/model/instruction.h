#ifndef ENGINE_MODEL_INSTRUCTION_H
#define ENGINE_MODEL_INSTRUCTION_H

/* Instructions by class, as warps issue them and as lanes execute them.
 *
 * A warp issues the instructions of a branch if one of its lanes takes it,
 * so that lanes which are off cost what others do: the instructions of warps
 * times their width are never below those of lanes.
 * Chapter 16 of doc/MODEL.md.
 */

#include "engine/model/workings.h"

enum instruction {
	INSTRUCTION_FP,	     /* floating point, functions and matrices too */
	INSTRUCTION_INTEGER, /* index and address arithmetic */
	INSTRUCTION_MEMORY,  /* loads and stores of global memory */
	INSTRUCTION_SHARED,  /* loads and stores of shared memory */
	INSTRUCTION_CONTROL, /* jumps, comparisons, barriers, the rest */
	N_INSTRUCTION
};

extern const char *const instruction_names[N_INSTRUCTION];

/* Those of one class, and of all classes. */
double instruction_of(const struct work *w, enum instruction class);
double instruction_all(const struct work *w);

/* Operations on matrix units. */
double instruction_tensor(const struct work *w);

/* Add "factor" times "w"; nothing of what threads outside of the domain do. */
void work_add(struct work *sum, const struct work *w, double factor);

/* How often warps come to a trip of "loop" with a lane for which "predicate"
 * holds, and with how many such lanes in all.
 */
void instruction_lanes(struct workings *m, const struct predicate *predicate,
	int loop, double *warps, double *lanes);

/* Fill m->warp_work, m->loop_work and m->lane_work; after l1_count(). */
void instruction_count(struct workings *m);

/* Instructions of a thread outside of the domain. */
double instruction_outside(const struct workings *m);

/* Put them into the report, with those outside of the domain. */
void instruction_report(struct workings *m);

#endif
