#ifndef ENGINE_MODEL_FETCH_H
#define ENGINE_MODEL_FETCH_H

/* Instructions that the cache of an SM does not hold: chapter 7 of
 * doc/MODEL.md, (7.21) to (7.24).
 */

#include "engine/model/workings.h"

/* Bytes of the code of a thread; NaN if the size of an instruction is not
 * known.
 */
double fetch_code_B(const struct workings *m);

/* A note where the code is much of what DRAM loads; after dram_report(). */
void fetch_note(struct workings *m);

/* What is read from L2, code included; after spill_report(). */
void fetch_report(struct workings *m);

/* The limits "fetch" and "code", where the code exceeds the cache of an SM and
 * the next one; "n_round" rounds of blocks on an SM.  Neither where the caches
 * of the device are not known.
 */
void fetch_limits(struct workings *m, double n_round);

/* If the code were "u" times as long: "fetch" would take *more times as long,
 * and a warp would wait for L2 *wait_cyc cycles more.  Without the limit
 * "fetch", 1 and 0.
 */
void fetch_if_longer(const struct workings *m, double u, double *more,
	double *wait_cyc);

#endif
