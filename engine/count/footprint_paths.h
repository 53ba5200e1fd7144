#ifndef ENGINE_COUNT_FOOTPRINT_PATHS_H
#define ENGINE_COUNT_FOOTPRINT_PATHS_H

/* The paths of footprint_count().
 *
 * footprint.c prepares the task: the sets are clipped to the domain, accesses
 * in loops without trips are removed, and footprint_check() holds for all
 * others.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint.h"

struct footprint_task {
	const struct kernel *kernel;
	const struct launch *launch;
	int64_t granule_B, base_B, budget;
	int64_t first_trip, n_trip; /* as in struct footprint */
	int64_t *left;		    /* as in struct footprint */
	struct quasi_pool *scratch;
	/* All accesses as one uniform access, for closed forms; or NULL. */
	const struct uniform *uniform;
	int n_access, n_set;
	const struct access **access;
	struct thread_set set[FOOTPRINT_SETS];
};

/* Operations charged for one part of a region: in a count, and in requests,
 * where all lanes of a warp are evaluated.
 */
#define FOOTPRINT_PART	    4
#define FOOTPRINT_WARP_PART 32

/* How many parts of "each" operations a count may make, at least a few and at
 * most "most"; and charge "n" of them.
 */
int footprint_parts(const int64_t *left, int each, int most);
void footprint_spend(int64_t *left, int64_t n, int each);

/* Of "parts" parts, those that an address of many terms leaves. */
int footprint_affordable(int parts, const struct quasi *address);

/* Trips of the loops around an access by depth, 1 where there is no loop;
 * false if a loop is never entered.
 */
bool footprint_trips(const struct kernel *kernel, int loop,
	int64_t trips[QUASI_LOOPS]);

/* The smallest box that contains "set", which is not empty. */
struct thread_box footprint_hull(const struct thread_set *set);

/* Can "address" + "base_B" and "predicate" be computed for all threads of
 * "hull"?  FOOTPRINT_OVERFLOW if an affine address may reach 2^63 - 2^60, or
 * a part of any other 2^61; FOOTPRINT_BUDGET if predicates are nested too
 * deeply.
 */
enum footprint_status footprint_check(const struct launch *launch,
	const struct thread_box *hull, const int64_t trips[QUASI_LOOPS],
	const struct quasi *address, const struct predicate *predicate,
	int64_t base_B);

/* Which variables "address" and "predicate" depend on, as bits. */
unsigned footprint_variables(const struct quasi *address,
	const struct predicate *predicate);

/* Does "a" depend on an axis only through blockIdx * blockDim + threadIdx? */
void footprint_by_index(const struct launch *launch, const struct access *a,
	bool by_index[3]);

/* The coefficient of the global index along an axis in the affine part of
 * "e"; false if threadIdx and blockIdx do not combine to it.
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

/* footprint_count_sizes() of a task of one set, whose granule is size_B[0]. */
enum footprint_status
footprint_enumerated_sizes(const struct footprint_task *task, int n_size,
	const int64_t *size_B, int64_t *n);

#endif
