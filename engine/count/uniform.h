#ifndef ENGINE_COUNT_UNIFORM_H
#define ENGINE_COUNT_UNIFORM_H

/* Accesses to one field that differ by an offset only.
 *
 * Their addresses are linear in the global thread index with the same
 * strides, and every thread of the domain makes them.  Stencils are of this
 * kind; a search over launches finds the offsets once and counts many times.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "engine/kernel/threads.h"

struct uniform {
	int64_t stride[3]; /* of the global index, bytes */
	int n_offset;
	int64_t *offset; /* ascending, with base_B */
};

/* Are kernel->access[access[i]] of this kind?  "offset" has room for
 * "n_access".
 */
bool uniform_find(struct uniform *u, const struct kernel *kernel,
	const struct launch *launch, int n_access, const int *access,
	int64_t *offset);

/* The first and the last byte address that "box" reaches. */
void uniform_reach(const struct uniform *u, const struct thread_box *box,
	int64_t *least, int64_t *most);

#endif
