#ifndef ENGINE_KERNEL_GROUPING_H
#define ENGINE_KERNEL_GROUPING_H

/* Which of n items are equal.
 *
 * Items are numbered 0 .. n-1, and each group is a chain of ascending numbers.
 * Equal items must have equal hashes; with good hashes, grouping takes time
 * proportional to n.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/kernel/quasi.h"

struct grouping {
	int *first; /* of the group of item i */
	int *next;  /* in the group of item i; -1: none */
};

/* Memory comes from "pool"; false when there is no more. */
bool grouping_make(struct grouping *g, struct quasi_pool *pool, int n,
	const uint64_t *hash, bool (*is_equal)(const void *user, int i, int j),
	const void *user);

/* The same where all items are equal. */
bool grouping_of_all(struct grouping *g, struct quasi_pool *pool, int n);

/* Make room in "m" for one more item and for "n" in all; memory comes from
 * "pool".  False if it runs out.
 */
bool grouping_reserve(struct map *m, struct quasi_pool *pool, size_t n);

#endif
