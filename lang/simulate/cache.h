#ifndef LANG_SIMULATE_CACHE_H
#define LANG_SIMULATE_CACHE_H

/* Caches as values: cache(384 B, line = 16 B, ways = 4) is a record that
 * simulate reads.
 */

#include "engine/simulate/simulate.h"
#include "lang/eval/eval.h"

/* The caches that "v" is, nearest first: one of them or a list of two.
 * False, and reported at "loc", if it is not.
 */
bool cache_read(struct eval *ev, const struct value *v, struct loc loc,
	struct simulate_cache *cache, int *n_cache);

/* Whether "v" could be meant as caches: a record, or a list of records. */
bool cache_is(const struct value *v);

/* "384 B, lines of 16 B, 4 ways, lru" */
void cache_describe(const struct simulate_cache *c, struct buffer *out);

#endif
