#ifndef ENGINE_MODEL_LIMITER_H
#define ENGINE_MODEL_LIMITER_H

/* From volumes to time: what each part of the device needs for the launch
 * if it were alone, how these times make one, and which decides.
 * Chapter 7 of doc/MODEL.md.
 */

#include "engine/model/workings.h"

/* The time of the launch if the limit of that name took "factor" times as long,
 * once its report has all limits.
 */
double limiter_time(const struct workings *m, const char *limit, double factor);

/* The same for "n" limits at once. */
struct limiter_factor {
	const char *limit;
	double factor;
};

double limiter_times(const struct workings *m, const struct limiter_factor *of,
	int n);

/* Is the name of a limit among "n"? */
bool limiter_is_one_of(const char *name, const char *const *of, size_t n);

/* True for limits that (7.7) names by themselves. */
bool limiter_is_apart(const char *name);

/* True for limits of a part of the device that all SMs share, besides DRAM. */
bool limiter_is_shared(const char *name);

/* Contiguous bytes that a block touches: its row in x. */
double limiter_run_B(const struct workings *m);

/* Bytes per update that the memory has to complete: what leaves L2 before stores
 * have filled it and, where L2 masks bytes and DRAM does not, what no store
 * ever fills.
 */
double limiter_part_B(const struct workings *m);

/* All limits, the time, the rates and the verdict. */
void limiter_report(struct workings *m);

#endif
