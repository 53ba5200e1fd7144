#ifndef ENGINE_COUNT_MASKS_H
#define ENGINE_COUNT_MASKS_H

/* The threads of single blocks that take predicates, as bits in thread order.
 *
 * A comparison selects threads by what blocks_predicate() hashes: residues of
 * the block modulo its divisors, say.  Blocks with the same hash have the same
 * bits, which are evaluated once; conjunctions and the like are operations on
 * words.  Predicates of loop counters have no masks.
 */

#include "engine/base/map.h"
#include "engine/count/blocks.h"

/* Blocks whose masks are remembered. */
#define MASKS_BLOCKS 16

struct masks_node {
	const struct predicate *predicate;
	int a, b; /* its operands; -1: none */
	struct masks_bits {
		bool is_found;
		uint64_t *own; /* memory for them */
		const uint64_t *bits;
	} of[MASKS_BLOCKS];
};

/* Memory is that of a pool. */
struct masks {
	const struct launch *launch;
	struct quasi_pool *pool;
	int n_word, n_node, size, n_kept, kept_size;
	struct masks_node *node;
	uint64_t **kept;
	struct map nodes, keys;
	struct blocks block[MASKS_BLOCKS];
	int current; /* of these */
	struct blocks_threads threads;
	int64_t limit[3];
	uint64_t *domain, *all; /* threads below the limit; all ones */
};

/* False if memory runs out, here and below. */
bool masks_init(struct masks *m, const struct launch *launch,
	struct quasi_pool *pool);

/* Number "g", which is not NULL; equal predicates have one number. */
bool masks_add(struct masks *m, const struct predicate *g, int *node);

/* Go to the block "at". */
void masks_go(struct masks *m, const int64_t at[3]);

/* From now on, the domain has the threads below "limit" of blocks. */
void masks_limit(struct masks *m, const int64_t limit[3]);

/* The threads of the current block that take a predicate (-1: all), in the
 * domain or not; NULL if memory runs out.  They stay until the next block.
 */
const uint64_t *masks_find(struct masks *m, int node);

/* How many of "bits" are in the domain, and warps of "warp_size" threads with
 * one of them.
 */
void masks_count(const struct masks *m, const uint64_t *bits, int warp_size,
	int64_t *lanes, int64_t *warps);

#endif
