#ifndef ENGINE_MODEL_CHAIN_H
#define ENGINE_MODEL_CHAIN_H

/* What a warp waits for, from its first instruction to its last: chapter 20
 * of doc/MODEL.md.  A kernel that does not say how its loads depend on each
 * other has one wait for all loads of CHAIN_JOINED trips.
 */

#include "engine/model/workings.h"

#define CHAIN_JOINED 4

/* Instructions under a condition that compilers still predicate, those of
 * addresses left out.
 */
#define CHAIN_PREDICATED 8

/* The same where loads of global memory are among them: 19 with their addresses,
 * of which a pointer has three.
 */
#define CHAIN_PREDICATED_LOADS 16

/* Instructions that the start of a thread takes the time of, at least. */
#define CHAIN_PRELUDE 25

struct warp_chain {
	double waits; /* for loads of global memory, in the mean */
	/* of a warp that enters every loop that any does, and runs as many
	 * trips as any: waits, cycles of its instructions, and lanes of others
	 * for each of its own, where chance decides which are left
	 */
	double longest, longest_cycles, longest_lanes;
	double longest_rows; /* such warps, where lengths of rows decide */
	double held; /* waits of the last warp of a block over those of a warp,
			where chance decides */
	double mean_cycles; /* of instructions, of all warps */
	double crowded;	    /* of these, where warps crowd the cache of
			       constants */
	/* of the code outside of loops and of each loop: whether it loads, its
	 * waits, and by field the loads that may miss apart, summed over these;
	 * NULL when memory runs out
	 */
	struct chain_part {
		bool loads, met; /* met: warps of a block meet in each trip */
		bool parted;	 /* waits part the loads of a trip */
		double waits, *apart, *far; /* far: for DRAM */
		double missing;	 /* waits of a sample that end late, at least */
		int batches;	 /* waits of a trip for different loads */
		double *step_B;	 /* by which a field moves from trip to trip */
	} * part, *longest_part; /* of the longest warp, as far as it runs */
	/* of each access, its part of "apart" in part[] and in longest_part[]:
	 * over * waits, with v_l of (20.4); NULL when memory runs out
	 */
	struct chain_load {
		double over, waits, far;
		bool stays; /* no loop moves it */
	} * load, *longest_load;
	double code;   /* instructions that a launch waits for at its start */
	double each;   /* cycles of an instruction */
	double sync;   /* cycles at barriers */
	double looped; /* share of its waits that loops make */
	double spread; /* and that have others before them, in loops or in
			     straight code */
	double met;    /* share of its time in loops with barriers, at which the
			  warps of its block meet in each trip */
	bool batches;  /* straight code alone, which waits for batches */
};

void chain_find(struct workings *m, struct warp_chain *c);

/* True if a compiler predicates what stands under the condition instead of
 * jumping over it: loads of such code are in flight with others, and warps
 * without an active lane issue it as well.
 */
bool chain_is_predicated(const struct kernel *kernel,
	const struct predicate *predicate);

/* The same for loads of global memory; where something is stored there, the
 * condition may as well end the kernel.
 */
bool chain_loads_predicated(const struct kernel *kernel,
	const struct predicate *predicate);

/* Trips of "loop" in the source that are one of the code, and instructions of
 * such a trip, those of loops in it left out; loop -1 is the code outside of
 * loops.
 */
double chain_joined(const struct kernel *kernel, int loop);
double chain_code(const struct kernel *kernel, int loop);

#endif
