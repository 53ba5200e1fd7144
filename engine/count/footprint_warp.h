#ifndef ENGINE_COUNT_FOOTPRINT_WARP_H
#define ENGINE_COUNT_FOOTPRINT_WARP_H

/* What one memory instruction requests from L1 or shared memory, warp by
 * warp.
 *
 * A request is one execution of the instruction by a warp with at least one
 * active lane: a lane in the domain for which the predicate holds.  Each loop
 * trip is an execution.  Requests are not merged: a granule counts again for
 * every request.  Requests with the same active lanes whose addresses differ
 * by a multiple of the period are alike.  There are few kinds of them, so for
 * affine addresses the cost depends on the kinds, not on the warps.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint.h"

#define WARP_LANES 64 /* most lanes a warp may have */

/* The warps, "width" consecutive threads each, of "n_block" blocks from
 * block "first_block" on in launch order.  Half warps are warps of half
 * the width.
 */
struct warp_range {
	int64_t first_block, n_block;
	int width; /* 1 .. WARP_LANES */
	int only;  /* the only warp of a block, from 1 on; 0: all */
};

/* A load or store of global or shared memory. */
struct warp_access {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct quasi *address;
	const struct predicate *predicate;
	int loop;
	int64_t base_B; /* added to the address */
	/* of each loop, the only one; negative or NULL: all */
	const int64_t *trip;
	int64_t *left;		    /* as in struct footprint */
	struct quasi_pool *scratch; /* likewise */
};

/* Of kernel->access[access] and kernel->shared_access[access]. */
struct warp_access warp_access_global(const struct kernel *kernel,
	const struct launch *launch, int access);
struct warp_access warp_access_shared(const struct kernel *kernel,
	const struct launch *launch, int access);

/* Without a predicate, at an affine address? */
bool warp_access_is_plain(const struct warp_access *a);

struct warp_sum {
	int64_t n_request;
	int64_t n_lane; /* active lanes of all requests */
};

/* Warps that execute an instruction which is no access, in "loop" and where
 * "predicate" holds, and their active lanes.  Exact for every predicate that
 * splits the launch into fewer than 2^20 parts.
 */
enum footprint_status footprint_lanes(const struct kernel *kernel,
	const struct launch *launch, const struct predicate *predicate,
	int loop, const struct warp_range *range, struct warp_sum *sum);

/* The same of one trip of each loop ("trip" NULL: of all), or FOOTPRINT_BUDGET
 * if there are more than "most_parts" parts.
 */
enum footprint_status footprint_lanes_within(const struct kernel *kernel,
	const struct launch *launch, const struct predicate *predicate,
	int loop, const int64_t *trip, const struct warp_range *range,
	int most_parts, struct warp_sum *sum);

/* One kind of request. */
struct warp_phase {
	int64_t n_request;    /* how many are of this kind */
	int n_lane;	      /* active lanes */
	int lane[WARP_LANES]; /* their indices, ascending */
	/* Their addresses, "base_B" included, less the multiple of the
	 * period that brings the lowest of them into 0 .. period_B-1.
	 */
	int64_t address[WARP_LANES];
};

/* Call "visit" for the kinds of requests modulo "period_B", the least common
 * multiple of all granules and bank rows that matter to the caller.  The
 * n_request of all visits add up to all requests; a kind may be visited more
 * than once.  "visit" returns false to stop early.  FOOTPRINT_BUDGET if
 * predicates and floors make too many kinds, or the period has more than 2^20
 * phases.
 */
enum footprint_status footprint_warp_phases(const struct warp_access *a,
	const struct warp_range *range, int64_t period_B,
	bool (*visit)(const struct warp_phase *phase, void *user), void *user);

/* The same with at most "most_parts" kinds. */
enum footprint_status footprint_warp_phases_within(const struct warp_access *a,
	const struct warp_range *range, int64_t period_B, int most_parts,
	bool (*visit)(const struct warp_phase *phase, void *user), void *user);

#endif
