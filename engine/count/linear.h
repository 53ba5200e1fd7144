#ifndef ENGINE_COUNT_LINEAR_H
#define ENGINE_COUNT_LINEAR_H

/* Granules that boxes of threads touch where every address is a linear form
 * of the global thread index:
 *
 *	address = constant + coef[0] * g_x + coef[1] * g_y + coef[2] * g_z
 *
 * in bytes: the kernels that the published models can see.  Counts are made
 * by footprint_count() and include all threads of a box, whether or not
 * they are in the domain.  Global indices are not negative.
 */

#include <stdint.h>

#include "engine/count/footprint.h"
#include "engine/kernel/threads.h"

struct linear_access {
	int64_t constant, coef[3];
};

/* The accesses to one field, and the granules to count. */
struct linear {
	int n_access;
	const struct linear_access *access;
	int64_t granule_B;
};

/* outer[i] tiles of inner[i] threads along each axis, the first one at
 * thread 0.
 */
struct linear_tiling {
	int64_t inner[3], outer[3];
};

/* Where tiles begin modulo a number of bytes: count[i] tiles at phase[i].
 * The phases need not be distinct.
 */
struct linear_phases {
	int n_phase;
	int64_t *phase, *count;
};

/* As footprint_count(): n[m] granules are touched by the sets in m and no
 * other.  An empty set touches nothing.
 */
enum footprint_status linear_count(const struct linear *f, int n_set,
	const struct thread_set *set, int64_t *n);

/* The sum over all tiles of the granules that a tile touches. */
enum footprint_status linear_tiles(const struct linear *f,
	const struct linear_tiling *tiling, int64_t *n);

/* The same with each access counted by itself. */
enum footprint_status linear_tiles_apart(const struct linear *f,
	const struct linear_tiling *tiling, int64_t *n);

/* The sum over n_other tiles of the granules that each has in common with
 * the tile at thread "at"; all of inner[i] threads along each axis.
 */
enum footprint_status linear_common(const struct linear *f,
	const int64_t inner[3], const int64_t at[3], int n_other,
	const int64_t (*other)[3], int64_t *n);

/* The starts of tiles, without "constant", modulo "modulus". */
enum footprint_status linear_phases_make(const int64_t coef[3],
	const struct linear_tiling *tiling, int64_t modulus,
	struct linear_phases *p);
void linear_phases_clear(struct linear_phases *p);

#endif
