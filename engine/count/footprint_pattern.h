#ifndef ENGINE_COUNT_FOOTPRINT_PATTERN_H
#define ENGINE_COUNT_FOOTPRINT_PATTERN_H

/* Rows of bytes, classified by which parts are touched.
 *
 * A row is cut into segments, and a pattern says which segments each set of
 * threads touches.  Where granules extend over two rows, the next row matters
 * too.  Rows of one kind that start at the same phase (address modulo the
 * granule) hold the same granules, so only their number is needed.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/kernel/quasi.h"

/* Numbers of items by hash. */
struct pattern_index {
	int n, room; /* room: of the items' array */
	struct map map;
};

/* Rows of pattern "row" that are followed by rows of pattern "next" (-1: by
 * anything), counted by phase.
 */
struct pattern_pair {
	int row, next;
	int64_t *n_row;
};

struct patterns {
	struct quasi_pool *pool;
	int n_set;
	int n_word;	     /* of segment bits, for each set */
	const int64_t *edge; /* segment i: edge[i] .. edge[i+1]-1 */
	int64_t row_B, granule_B;
	int64_t origin, phase_B; /* phase i is origin + i * phase_B */
	int n_phase;
	struct pattern_index by_pattern, by_pair;
	uint64_t *covered; /* n_set * n_word words of each */
	struct pattern_pair *pair;
};

/* Room for n_set * n_word words, zeroed, to write the next pattern to; NULL
 * when memory runs out.
 */
uint64_t *pattern_draft(struct patterns *p);

/* The number of the pattern in the draft. */
int pattern_find(struct patterns *p);

/* The counts by phase of rows of one kind, to be added to; NULL when memory
 * runs out.
 */
int64_t *pattern_rows(struct patterns *p, int row, int next);

/* Add to n[m] the granules that the sets m touch and no other. */
void pattern_sweep(const struct patterns *p, int64_t *n);

#endif
