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

/* Cycles that L1 is busy in all, shared memory as a part of it included, if
 * nothing else takes longer.
 */
double l1_busy(const struct workings *m);

/* Sectors of the loads of field "f" that L1 delivers: of lanes far from each
 * other a row of banks delivers their words, not the sectors around them.
 *
 *	min(S, C b / s)						  (7.28)
 *
 *	S  sectors, C  cycles of data, conflicting lines and tags, as in (7.4)
 *	b  bytes of a row of banks, s  of a sector
 */
double l1_delivered(const struct workings *m, int f);

/* Wavefronts as they are counted, once the time of the launch is known. */
void l1_report_wavefronts(struct workings *m);

/* True if tags lie in banks of their own, as on AMD GPUs. */
bool l1_has_tag_banks(const struct device *dev);

/* How the banks of shared memory serve elements of a size. */
struct l1_service l1_shared_service(const struct device *dev, int elem_B,
	bool is_store);

/* How those of L1 do. */
struct l1_service l1_service(const struct device *dev, int elem_B);

/* Bytes by which all accesses may move without a change of any request. */
int64_t l1_period(const struct device *dev, const struct kernel *kernel);

/* The same of requests of one service. */
int64_t l1_service_period(const struct device *dev, const struct l1_service *s);

#endif
