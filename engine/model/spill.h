#ifndef ENGINE_MODEL_SPILL_H
#define ENGINE_MODEL_SPILL_H

/* Registers that a compiler spills: chapter 5 of doc/MODEL.md, (5.9) and
 * (5.12).
 */

#include "engine/model/workings.h"

/* Instructions of a thread that store and load what is spilled. */
double spill_instructions(const struct workings *m);

void spill_count(struct workings *m);

/* Volumes, after those of all fields. */
void spill_report(struct workings *m);

/* Adds the requests that load and store what is spilled, one for each word of
 * a warp.
 */
void spill_requests(const struct workings *m, struct requests *load,
	struct requests *store);

/* What is loaded of it from L2 and from DRAM, B/LUP, after spill_report(). */
double spill_l2_load_B(const struct workings *m);
double spill_dram_load_B(const struct workings *m);

/* The limit "spills": waits for what is loaded again. */
void spill_limit(struct workings *m);

/* True if nobody said how many registers a thread takes and compilers have
 * spilled some in code as long as this.
 */
bool spill_is_likely(const struct workings *m);

#endif
