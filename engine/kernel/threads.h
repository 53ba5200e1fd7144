#ifndef ENGINE_KERNEL_THREADS_H
#define ENGINE_KERNEL_THREADS_H

/* Sets of threads, by global index g = blockIdx * blockDim + threadIdx.
 *
 * A set is a union of at most THREAD_SET_BOXES disjoint, non-empty boxes.
 * The blocks of a wave are consecutive in launch order (x, y, z), and so are
 * the threads of a warp in their block; either is at most five boxes.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

/* lo[i] <= g[i] < hi[i] */
struct thread_box {
	int64_t lo[3], hi[3];
};

#define THREAD_SET_BOXES 8

struct thread_set {
	int n_box;
	struct thread_box box[THREAD_SET_BOXES];
};

/* The threads of "n" consecutive blocks in launch order, starting with block
 * "first".  Blocks outside of the grid are ignored.  Grids of more than 2^62
 * threads along an axis are cut there.
 */
void threads_of_blocks(const struct launch *launch, int64_t first, int64_t n,
	struct thread_set *set);

/* The threads of warp "warp" of block "block": "width" consecutive threads
 * of the block, x fastest; the last warp of a block may be short.  Empty
 * where there is no such warp.
 */
void threads_of_warp(const struct launch *launch, int64_t block, int64_t warp,
	int width, struct thread_set *set);

/* The threads of the blocks lo[i] .. hi[i]-1 along each axis, cut to the
 * grid.
 */
void threads_of_block_box(const struct launch *launch, const int64_t lo[3],
	const int64_t hi[3], struct thread_set *set);

/* Remove the threads whose first cell lies outside of the domain. */
void threads_clip(const struct kernel *kernel, const struct launch *launch,
	struct thread_set *set);

/* The number of threads; false if it passes 2^63. */
bool threads_number(const struct thread_set *set, int64_t *n);

/* Warps in a block: ceil(threads / width). */
int64_t threads_warps_per_block(const struct launch *launch, int width);

/* Warps of the launch with a thread whose first cell is in the domain. */
double threads_active_warps(const struct kernel *kernel,
	const struct launch *launch, int width);

#endif
