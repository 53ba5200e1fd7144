#ifndef ENGINE_MODEL_INCORE_H
#define ENGINE_MODEL_INCORE_H

/* What the SMs themselves have to do: instructions and their pipes.
 * Chapter 7 of doc/MODEL.md.
 */

#include "engine/model/workings.h"

/* Flops and instructions of an update; after instruction_count(). */
void incore_report(struct workings *m);

/* The limits "fp", "special", "integer" and "issue". */
void incore_limits(struct workings *m);

/* The share of the limit "issue" that units make which warps meet at, and those
 * that keep the scheduler.
 */
double incore_met_share(const struct workings *m);

/* How many times as long issue takes if kinds of instructions that the device
 * issues side by side are issued one after the other; 1 where it issues one.
 */
double incore_in_turn(const struct workings *m);

/* Instructions of one thread, in the costlier of two branches. */
double incore_instructions(const struct kernel *kernel);

#endif
