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

/* Lines that the blocks of an SM load, all of them, over L1. */
double shares_lines_over_l1(const struct workings *m);

/* Blocks of a wave that load a granule of field f, in the mean. */
double shares_of_wave(const struct workings *m, int f);

/* Blocks of a wave that load a granule of field f in the same trip of loops. */
double shares_of_trip(const struct workings *m, int f);

/* Warps of a block that make the same load of field f in a trip of a loop, in
 * the mean of its loads in loops without barriers; 0 if it has none, or each
 * warp draws by itself in all of them.
 */
double shares_of_block(const struct workings *m, int f);

/* The same for granules of DRAM: warps that load from one in a trip, be it the
 * same or another part of it.
 */
double shares_of_fetch(const struct workings *m, int f);

/* True unless a loop moves along the rows of warps that load field "f": what one
 * loads, others come to some trips later, not in the same one.
 */
bool shares_in_step(const struct workings *m, int f);

/* Warps of a block that load the same of field f in trips of a loop, whichever
 * trips these are, in the mean of its loads in loops without barriers: the one
 * in front loads it from L2.  At least 1.
 */
double shares_ahead(const struct workings *m, int f);

/* Bytes of field f per update that blocks find in L1 since others ran on their
 * SM by chance.
 *
 *	V = sum_i r(D_i / C) V_i k (1 - p^k)			  (5.11)
 *	k = B / W, p = 1 - 1 / n, r(x) = 1 / (1 + (x O)^2)
 *
 * Blocks of one wave are left out: those that start one after the other go to
 * different SMs.
 *
 *	B, W  granules of all blocks, of the wave	count
 *	V_i   of W, those that window i loaded, D_i blocks before
 *	n     SMs					dev->sm_count
 *	C     blocks of a wave
 *	O     lines of the blocks of an SM over L1
 */
double shares_by_chance_B(const struct workings *m, int f);

/* The same of blocks of one wave, if chance gave each of them to an SM:
 *
 *	U = r(1/2) W (k - n (1 - p^k))				  (19.14)
 */
double shares_in_wave_B(const struct workings *m, int f);

#endif
