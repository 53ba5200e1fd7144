#ifndef ENGINE_COUNT_FOOTPRINT_WALK_H
#define ENGINE_COUNT_FOOTPRINT_WALK_H

/* The warps of blocks that are alike, for footprint_warp.c.
 *
 * Blocks are alike if the same threads of them lie in the domain.  The walk
 * enumerates the kinds of requests that their warps make and calls "visit"
 * for each; "status" holds the first failure.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint_paths.h"
#include "engine/count/footprint_region.h"
#include "engine/count/footprint_warp.h"

#define WARP_AXES REGION_DIMS /* of blocks, loops and warps: 10 */

/* Lanes that are active together, and their addresses relative to the lowest.
 */
struct warp_lanes {
	int n;
	int lane[WARP_LANES];
	int64_t address[WARP_LANES];
};

/* All lanes of the first warp of a block, and where its lowest begins. */
struct warp_tile {
	struct warp_lanes lanes;
	int64_t least, extent[3];
};

/* Warps with the same lanes, counted by the address of the lowest lane modulo
 * the period, in steps.
 */
struct warp_shape {
	struct warp_lanes lanes;
	int64_t *n_warp;
};

/* One request moved along axes, by step[i] each of n[i] times. */
struct warp_axes {
	int n_axis;
	int64_t step[WARP_AXES], n[WARP_AXES];
};

struct warp_walk {
	const struct warp_access *a;
	int64_t period_B;
	int width, only; /* as in struct warp_range */
	bool (*visit)(const struct warp_phase *phase, void *user);
	void *user;
	int64_t trips[QUASI_LOOPS];
	unsigned vars;
	int64_t repeat; /* trips of loops it does not see */
	struct quasi_pool *pool;
	/* Blocks that are alike: how many of their threads are in the domain
	 * along each axis, and which blocks they are.
	 */
	int64_t limit[3], first[3], n_block[3];
	bool is_tiled;
	struct warp_tile tile;
	int n_shape, shape_size;
	struct warp_shape *shape;
	int64_t warp;
	int n_part;
	double each; /* steps of a lane: struct effort */
	bool is_stopped;
	enum footprint_status status;
};

/* If sizes are powers of two, every warp is the first one, moved: thread
 * indices add without a carry.  The extent of its lanes then.
 */
bool footprint_walk_extent(const struct launch *launch, int width,
	int64_t extent[3]);

/* The index in its block of a lane of the current warp; false if it is not there
 * or outside of the domain.
 */
bool footprint_walk_lane(const struct warp_walk *w, int lane, int64_t at[3]);

/* Set w->tile; false if there is none. */
bool footprint_walk_tile(struct warp_walk *w);

/* All warps of blocks that are alike: for an affine address without
 * predicate, and for any.  False if the walk ends early.
 */
bool footprint_walk_plain(struct warp_walk *w);
bool footprint_walk_any(struct warp_walk *w);

#endif
