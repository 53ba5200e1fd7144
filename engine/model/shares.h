#ifndef ENGINE_MODEL_SHARES_H
#define ENGINE_MODEL_SHARES_H

/* Blocks of an SM that share data.
 *
 * Block b of the first wave runs on SM b mod n, n SMs.  Where n, or a small
 * multiple of it, blocks are a row or a layer of the grid, the blocks of an SM
 * are neighbours, and one loads what the other finds in L1; (5.1) takes it that
 * they share nothing.
 */

#include "engine/model/workings.h"

/* Do blocks of an SM share more than a few percent of their sectors? */
bool shares_l1(struct workings *m);

#endif
