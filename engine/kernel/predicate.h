#ifndef ENGINE_KERNEL_PREDICATE_H
#define ENGINE_KERNEL_PREDICATE_H

/* Conditions, compared by what they say, not by where they are kept.  NULL
 * is the condition that always holds.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"

/* The same tree of equal expressions?  Two that are not may still hold for
 * the same threads.
 */
bool predicate_equal(const struct predicate *a, const struct predicate *b);

/* Does it hold for other shares of the threads in other parts of the grid?
 * `x + y < nx` does, `(x + y) % 2 == 0` does not.
 */
bool predicate_is_uneven(const struct predicate *g);

/* Whether it holds where the variables have the values point[N_QUASI_VAR];
 * no expression of it overflows there.
 */
bool predicate_holds(const struct predicate *g, const int64_t *point);

/* Equal conditions have equal hashes. */
uint64_t predicate_hash(const struct predicate *g);

#endif
