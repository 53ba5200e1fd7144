#ifndef ENGINE_COUNT_WAVE_H
#define ENGINE_COUNT_WAVE_H

/* The blocks that run at the same time, and earlier blocks whose data they
 * may find in L2: chapter 2 of doc/MODEL.md.
 *
 * A wave is a range of consecutive blocks in launch order in the middle of
 * the grid.  Before it lie up to three windows, each a range of blocks, the
 * nearest ending where the wave starts.
 *
 * The "lead" of two uses of a layer: the share of a thread's loads that lies
 * between them, if both threads make their loads from the lowest layer to the
 * highest.  The earlier block loads its top layer among its last loads, the
 * later block loads the same data among its first.  0 for rows.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "engine/kernel/threads.h"

#define WAVE_WINDOWS (FOOTPRINT_SETS - 1)

/* Reuse distances within a wave, in blocks. */
#define WAVE_NEAR 6

struct wave_window {
	int64_t distance; /* blocks from its first to the wave's first */
	bool is_layer;	  /* reaches back by a layer of blocks or more */
	double lead;	  /* of its farthest uses */
};

struct wave {
	int64_t capacity; /* blocks the device runs at the same time */
	int64_t first, n_block;
	int n_window;
	struct wave_window window[WAVE_WINDOWS]; /* nearest first */
	struct thread_set set[1 + WAVE_WINDOWS]; /* wave, windows */
	double cells; /* of the domain that the wave computes */
	/* distances at which blocks of the wave use data of other blocks of
	 * it, ascending from 1
	 */
	int n_near;
	int64_t near[WAVE_NEAR];
	double near_lead[WAVE_NEAR];
};

/* False when memory runs out.  "middle" is the median block of all that take
 * predicates; -1: any.
 */
bool wave_find(const struct kernel *kernel, const struct launch *launch,
	int64_t capacity, int64_t middle, struct wave *wave);

/* Cells of the domain that the threads of "set" compute. */
double wave_cells(const struct kernel *kernel, const struct launch *launch,
	const struct thread_set *set);

#endif
