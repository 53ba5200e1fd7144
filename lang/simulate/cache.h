#ifndef LANG_SIMULATE_CACHE_H
#define LANG_SIMULATE_CACHE_H

/* Caches as values: cache(384 B, line = 16 B, ways = 4) is a record that
 * simulate reads.
 */

#include "engine/simulate/simulate.h"
#include "lang/eval/eval.h"

/* Read one cache, or a list of two with the one nearest to the SM first.
 * What is wrong with "v" is reported at "loc".
 */
bool cache_read(struct eval *ev, const struct value *v, struct loc loc,
	struct simulate_cache *cache, int *n_cache);

/* Whether "v" is meant as caches, and not as a device. */
bool cache_is(const struct value *v);

/* "384 B, lines of 16 B, 4 ways, lru" */
void cache_describe(const struct simulate_cache *c, struct buffer *out);

#endif
