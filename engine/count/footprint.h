#ifndef ENGINE_COUNT_FOOTPRINT_H
#define ENGINE_COUNT_FOOTPRINT_H

/* How many granules of memory (sectors, lines, pages) threads touch.
 *
 * Every volume the models report starts as a count made here.  An access
 * touches granule floor((base_B + address) / granule_B), that of its first
 * byte.  Counts are exact whichever path made them: closed forms where the
 * accesses allow, isl otherwise.  These two and plain enumeration agree to
 * the bit.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/uniform.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "engine/kernel/threads.h"

enum footprint_path { FOOTPRINT_CLOSED, FOOTPRINT_ISL, FOOTPRINT_ENUMERATED };

/* The accesses of "kernel" to count, all of one field. */
struct footprint {
	const struct kernel *kernel;
	const struct launch *launch;
	int n_access;
	const int *access; /* indices into kernel->access */
	int64_t granule_B;
	/* Trips of the outermost loop that FOOTPRINT_ENUMERATED makes: n_trip
	 * from first_trip on; n_trip 0: all.
	 */
	int64_t first_trip, n_trip;
	int64_t budget; /* isl operations; 0: the default */
	/* Operations, as isl counts them, that this and further counts may
	 * use; each count subtracts what it used.  NULL: no limit.
	 */
	int64_t *left;
	/* What the accesses have in common, if known, and a pool to work in,
	 * which each count leaves as it was.  Either may be NULL.
	 */
	const struct uniform *uniform;
	struct quasi_pool *scratch;
};

enum footprint_status {
	FOOTPRINT_OK,
	FOOTPRINT_OVERFLOW, /* see footprint_check() */
	FOOTPRINT_BUDGET,   /* it would take too long */
	FOOTPRINT_MEMORY,
	FOOTPRINT_STOPPED /* see launch_is_stopped() */
};

#define FOOTPRINT_SETS 4

/* For each subset m of the "n_set" <= FOOTPRINT_SETS thread sets (bit i is
 * set i): n[m] is the number of granules touched by the sets in m and by no
 * other. n[0] is 0; n has 1 << n_set entries.  Threads outside of the domain
 * touch nothing.  *path, if not NULL, becomes the path taken.  Safe to call
 * from many threads at once.
 */
enum footprint_status footprint_count(const struct footprint *f, int n_set,
	const struct thread_set *set, int64_t *n, enum footprint_path *path);

/* The same along a given path; FOOTPRINT_CLOSED returns false where no closed
 * form applies.
 */
bool footprint_count_by(enum footprint_path path, const struct footprint *f,
	int n_set, const struct thread_set *set, int64_t *n,
	enum footprint_status *status);

/* The granules of "n_size" sizes, each a multiple of the one before, that one
 * set of threads touches: n[i] of size_B[i].  FOOTPRINT_ENUMERATED, once for all.
 */
enum footprint_status footprint_count_sizes(const struct footprint *f,
	const struct thread_set *set, int n_size, const int64_t *size_B,
	int64_t *n);

#endif
