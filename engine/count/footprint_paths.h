#ifndef ENGINE_COUNT_FOOTPRINT_PATHS_H
#define ENGINE_COUNT_FOOTPRINT_PATHS_H

/* The ways footprint_count() may take.
 *
 * All of them are given a task that footprint.c has put in order: the sets
 * are clipped to the domain, accesses in loops of no trips are gone, and
 * footprint_check() holds for all of them.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint.h"

struct footprint_task {
	const struct kernel *kernel;
	const struct launch *launch;
	int64_t granule_B, base_B, budget;
	int64_t *left;			/* as in struct footprint */
	struct quasi_pool *scratch;
	/* All accesses at once, for closed forms, or NULL. */
	const struct uniform *uniform;
	int n_access, n_set;
	const struct access **access;
	struct thread_set set[FOOTPRINT_SETS];
};

/* Operations that a part of a region stands for, in one count and, lane by
 * lane, in requests.
 */
#define FOOTPRINT_PART		4
#define FOOTPRINT_WARP_PART	32

/* How many parts of "each" operations may be made, at least a few and at
 * most "most"; and take off those that were.
 */
int footprint_parts(const int64_t *left, int each, int most);
void footprint_spend(int64_t *left, int64_t n, int each);

/* Trips of the loops around an access, by depth, 1 where there is none;
 * false if a loop is never entered.
 */
bool footprint_trips(const struct kernel *kernel, int loop,
	int64_t trips[QUASI_LOOPS]);

/* The least box that holds "set", which is not empty. */
struct thread_box footprint_hull(const struct thread_set *set);

/* May "address" and "predicate" be computed, and "base_B" added, for all
 * threads of "hull"?  FOOTPRINT_OVERFLOW if that may reach 2^63 (less an
 * eighth of it) or, where it is not affine, 2^61 in a part of it,
 * FOOTPRINT_BUDGET if conditions are nested too deep to go into.
 */
enum footprint_status footprint_check(const struct launch *launch,
	const struct thread_box *hull, const int64_t trips[QUASI_LOOPS],
	const struct quasi *address, const struct predicate *predicate,
	int64_t base_B);

/* Which variables "address" and "predicate" depend on, as bits. */
unsigned footprint_variables(const struct quasi *address,
	const struct predicate *predicate);

/* Does "a" see only the global index of an axis, threadIdx and blockIdx
 * coming together as blockIdx * blockDim + threadIdx everywhere in it?
 */
void footprint_by_index(const struct launch *launch, const struct access *a,
	bool by_index[3]);

/* The coefficient of the global index along an axis in "e", its terms left
 * out; false when threadIdx and blockIdx do not come together there.
 */
bool footprint_stride(const struct launch *launch, const struct quasi *e,
	int axis, int64_t *stride);

/* False, with *status FOOTPRINT_OK, where no closed form applies. */
bool footprint_closed(const struct footprint_task *task, int64_t *n,
	enum footprint_status *status);
enum footprint_status footprint_isl(const struct footprint_task *task,
	int64_t *n);
enum footprint_status footprint_enumerated(const struct footprint_task *task,
	int64_t *n);

#endif
