#ifndef ENGINE_MODEL_L1_H
#define ENGINE_MODEL_L1_H

/* What warps ask of L1 and of shared memory, and the cycles that takes.
 * Chapter 4 of doc/MODEL.md.
 */

#include "engine/model/l1_lanes.h"
#include "engine/model/workings.h"

/* Requests of every field, warps of the launch, cycles of shared memory. */
void l1_count(struct workings *m);

void l1_report(struct workings *m);

/* How the banks of shared memory serve elements of a size. */
struct l1_service l1_shared_service(const struct device *dev, int elem_B);

/* Bytes by which all accesses may move without a change of any request. */
int64_t l1_period(const struct device *dev, const struct kernel *kernel);

#endif
