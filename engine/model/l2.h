#ifndef ENGINE_MODEL_L2_H
#define ENGINE_MODEL_L2_H

/* Volumes between L2 and L1.  Chapter 5 of doc/MODEL.md. */

#include "engine/model/workings.h"

/* Granules of blocks; after l1_count(). */
void l2_count(struct workings *m);

/* Distinct granules of each block, summed over all blocks of the launch.
 * Blocks are classified by their address modulo "phase_B".
 */
double l2_sum_blocks(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, double phase_B);

/* What L1 loads, B/LUP. */
double l2_load_of(const struct field_terms *t);

/* The terms of every field and their sum. */
void l2_terms(struct workings *m);

void l2_report(struct workings *m);

#endif
