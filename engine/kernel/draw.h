#ifndef ENGINE_KERNEL_DRAW_H
#define ENGINE_KERNEL_DRAW_H

/* Indices that depend on data, drawn by chance.  A draw is a hash of the seed,
 * the thread and the trip, without a state: whoever asks again gets the same
 * index, in any order of threads.
 *
 * Random: every lane takes one of the cells, each as likely as any other, or
 * the first ones more often, by a power law.  Lanes that load their index from
 * one place take it together, as a gather of few lines.
 * Gather: every warp takes k distinct lines, one from each k-th of the cells.
 * Its lanes share them evenly, neighbours in neighbouring cells, anywhere in
 * the line that does not split them.
 */

#include "engine/kernel/kernel.h"
#include "engine/kernel/threads.h"

/* Does any access draw its index? */
bool draw_is_any(const struct kernel *kernel);

/* The hash of what a block draws in the trip that "counter" says; "depth" of
 * them are of loops around the draw.
 */
uint64_t draw_key(const struct draw *draw, uint64_t seed, int64_t block,
	const int64_t *counter, int depth);

/* Does a thread that takes the branches around one by chance take this one as well?
 * "key" is that of draw_chance_key().
 */
bool draw_takes(const struct chance *chance, uint64_t key, int64_t thread);

/* The key of a branch by chance, as draw_key(). */
uint64_t draw_chance_key(const struct chance *chance, uint64_t seed,
	int64_t block, const int64_t *counter, int depth);

/* Loops around the draw. */
int draw_depth(const struct kernel *kernel, const struct draw *draw);

/* The greatest address, if "max" is that of the index 0.  False beyond 2^63. */
bool draw_reach(const struct draw *draw, int64_t *max);

/* Bytes by which the cells that threads of "box" draw from move, with the thread
 * and with loops around the draw: a[random(64) + 64*bx] has other cells in each
 * block.
 */
double draw_moved_B(const struct kernel *kernel, const struct launch *launch,
	const struct access *a, const struct thread_box *box);

/* Do the cells move by more than all of them, as in a[random(64) + 64*bx], or by
 * lines between two of them, as in a[x, random(8)], so that draws of two threads
 * may have none in common?
 */
bool draw_moves(const struct kernel *kernel, const struct launch *launch,
	const struct access *a);

/* Cells of a line; one where a cell is longer. */
int64_t draw_per_line(const struct draw *draw, int64_t line_B);

/* Lines that a warp may take: the i-th possibility, *n of them, and how likely
 * it is.  False where there are only i.
 */
bool draw_lines(const struct draw *draw, int i, double *lines, double *share);

/* Cells of a line that the lanes of a warp which share it take. */
int64_t draw_run(const struct draw *draw, int64_t line_B, double n_lane,
	double lines);

/* The chance that RANDOM draws an index below "cell":
 *
 *	(cell / cells)^(1 / power)				  (13.21)
 */
double draw_below(const struct draw *draw, double cell);

/* "n" granules, each of which a draw hits with chance "hit". */
struct draw_share {
	double n, hit;
};

#define DRAW_SHARES 192

/* Granules that RANDOM draws from cells that start at "base_B", grouped by how
 * likely they are, in the order of memory.  The number of groups is returned.
 */
int draw_shares(const struct draw *draw, double base_B, double granule_B,
	struct draw_share share[DRAW_SHARES]);

/* The indices of the lanes from .. to-1 of a warp with "n_lane" lanes, the
 * first of which is thread "first" of its block.
 */
void draw_indices(const struct draw *draw, uint64_t key, int64_t first,
	int n_lane, int64_t line_B, int from, int to, int64_t *index);

#endif
