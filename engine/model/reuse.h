#ifndef ENGINE_MODEL_REUSE_H
#define ENGINE_MODEL_REUSE_H

/* Reuse between the blocks of a wave, by its distance in launch order.
 * Chapter 6 of doc/MODEL.md, (6.7).
 */

#include "engine/model/workings.h"

/* Granules of runs of blocks as long as the distances of the wave, and how
 * many a block stores; after the counts of the wave.
 */
void reuse_count(struct workings *m);

/* Oversubscription of each distance. */
void reuse_overs(struct workings *m);

/* What the order of loads in a thread makes of the distance between two uses:
 * the share of it that is left where they lead by "lead".
 */
double reuse_apart(const struct workings *m, int64_t distance, double lead);

/* True if loads of field f draw from cells that move with the thread alone. */
bool reuse_moves(const struct workings *m, int f);

/* Of what blocks of the wave request of field f again ("up" B/LUP in all),
 * what L2 has lost by then, B/LUP.
 */
double reuse_lost_B(const struct workings *m, int f, double up);

#endif
