#ifndef ENGINE_KERNEL_PREDICATE_H
#define ENGINE_KERNEL_PREDICATE_H

/* Predicates, compared by structure, not by address.
 *
 * NULL is the predicate that always holds.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"

/* Are the trees equal?  Trees that differ may still hold for the same
 * threads.
 */
bool predicate_equal(const struct predicate *a, const struct predicate *b);

/* Does the fraction of threads that it selects vary over the grid?  That of
 * `x + y < nx` does, that of `(x + y) % 2 == 0` does not.
 */
bool predicate_is_uneven(const struct predicate *g);

/* Does it hold at point[N_QUASI_VAR]?  No expression of it may overflow
 * there.
 */
bool predicate_holds(const struct predicate *g, const int64_t *point);

/* The same at the n <= PREDICATE_RUN points point[var] + i: bit i tells
 * whether it holds there.
 */
#define PREDICATE_RUN QUASI_RUN
uint64_t predicate_run(const struct predicate *g, const int64_t *point,
	enum quasi_var var, int n);

/* The same for "n" consecutive threads of a block, x first; "point" is the
 * first of them.
 */
uint64_t predicate_lanes(const struct predicate *g, const int64_t block[3],
	const int64_t *point, int n);

/* Can it be "truth" at a point of the box lo .. hi, as far as bounds of its
 * expressions show?
 */
bool predicate_may_be(const struct predicate *g, const int64_t *lo,
	const int64_t *hi, bool truth);

/* As quasi_has_table(). */
bool predicate_has_table(const struct predicate *g);

/* Equal predicates have equal hashes. */
uint64_t predicate_hash(const struct predicate *g);

#endif
