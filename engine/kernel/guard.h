#ifndef ENGINE_KERNEL_GUARD_H
#define ENGINE_KERNEL_GUARD_H

/* Conditions, compared by what they say, not by where they are kept.  NULL
 * is the condition that always holds.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"

/* The same tree of equal expressions?  Two that are not may still hold for
 * the same threads.
 */
bool guard_equal(const struct guard *a, const struct guard *b);

/* Does it hold for other shares of the threads in other parts of the grid?
 * `x + y < nx` does, `(x + y) % 2 == 0` does not.
 */
bool guard_is_uneven(const struct guard *g);

/* Whether it holds where the variables have the values point[N_QUASI_VAR];
 * no expression of it overflows there.
 */
bool guard_holds(const struct guard *g, const int64_t *point);

/* Equal conditions have equal hashes. */
uint64_t guard_hash(const struct guard *g);

#endif
