#ifndef ENGINE_KERNEL_REGISTERS_H
#define ENGINE_KERNEL_REGISTERS_H

/* The registers that a compiler gives a thread: doc/MODEL.md, chapter 2. */

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "hw/device.h"

/* An estimate with the range that holds 90 % of compiled kernels; a number
 * that was given is a range of one.
 */
struct registers {
	int n, low, high;
};

/* In "launch": what a block leaves room for, since kernels that are launched
 * are compiled so that their blocks fit on an SM.
 */
struct registers registers_on(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev);

/* The same if an SM holds all of its warps with up to "full" registers of a
 * thread, a lane has "quarter" of them in a quarter of the SM and a thread
 * has at most "most".  Warps have "warp_size" lanes.
 */
struct registers registers_below(const struct kernel *kernel, int full,
	int quarter, int most, int warp_size);

#endif
