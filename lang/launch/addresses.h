#ifndef LANG_LAUNCH_ADDRESSES_H
#define LANG_LAUNCH_ADDRESSES_H

/* Prints a lowered kernel: its accesses as address expressions in CUDA's
 * notation, as a kernel that can be read back, or as isl maps.
 */

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "lang/base/buffer.h"
#include "lang/kernel/kernel.h"

void addresses_print(const struct kernel_def *k, const struct kernel *kernel,
	const struct launch *launch, struct buffer *out);

/* Prints the accesses as maps in isl's notation. */
void addresses_print_maps(const struct kernel *kernel,
	const struct launch *launch, struct buffer *out);

#endif
