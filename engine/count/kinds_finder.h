#ifndef ENGINE_COUNT_KINDS_FINDER_H
#define ENGINE_COUNT_KINDS_FINDER_H

/* The search for kinds of blocks: part of kinds.c.
 *
 * Boxes wait in the order in which they came about; the first failure stays
 * in "status", and all functions that meet it answer false.
 */

#include <stddef.h>

#include "engine/base/map.h"
#include "engine/count/kinds.h"

/* A box that is still to be looked at, and along which axes the domain cuts
 * its blocks.
 */
struct kinds_node {
	struct blocks blocks;
	unsigned cut;
};

/* Addresses that differ by a constant have one shape. */
struct kinds_shape {
	const struct quasi *address;	/* the lowest of them */
	uint64_t hash;
	int64_t trips[QUASI_LOOPS];
};

struct kinds_finder {
	const struct kinds_question *q;
	struct quasi_pool *pool;
	struct kinds *k;
	int64_t (*trips)[QUASI_LOOPS];	/* around each predicate */
	unsigned char *answer;		/* of each predicate, on the current box */
	int n_shape;
	struct kinds_shape *shape;
	struct blocks_form *form;	/* of each shape */
	struct blocks_threads threads[8];	/* of blocks that are cut so */
	size_t n_node, done, size;
	int n_looked;
	struct kinds_node *node;
	int pattern_size, kind_size, box_size;
	struct map patterns, kinds;
	enum kinds_status status;
};

/* Note a failure; false. */
bool kinds_fail(struct kinds_finder *f, enum kinds_status status);

/* List all conditions and shapes of addresses of the kernel. */
bool kinds_list(struct kinds_finder *f);

#endif
