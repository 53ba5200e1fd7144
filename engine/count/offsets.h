#ifndef ENGINE_COUNT_OFFSETS_H
#define ENGINE_COUNT_OFFSETS_H

/* The offsets between the loads of a field (or of one component, where
 * components are stored one after the other): the stencil, recovered from
 * addresses.
 *
 * Offsets are in cells of the domain along each axis, relative to the first
 * load.  A load whose distance from the first one varies between threads is
 * left out.  Steps and offsets are those of a block in the middle of the
 * grid.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

struct offsets {
	const struct kernel *kernel;
	const struct launch *launch;
	int64_t point[2][N_QUASI_VAR]; /* two threads to evaluate */
	int n_load, next;
	int *load;     /* by field and part of it */
	int64_t *part; /* of each access */
	int field;
	int n;
	int64_t *of[3];
	int64_t step_B[3]; /* from cell to cell; 0: the same for all */
};

bool offsets_init(struct offsets *offsets, const struct kernel *kernel,
	const struct launch *launch);
void offsets_clear(struct offsets *offsets);

/* The next part that is loaded, of "field"; false after the last. */
bool offsets_next(struct offsets *offsets);

#endif
