#ifndef LANG_KERNEL_AFFINE_H
#define LANG_KERNEL_AFFINE_H

/* What may stand in an index or an address: sums of coordinates and loop
 * variables times constants, '/' and '%' by positive constants, min and
 * max.  Constants are those of a launch: nx and blockDim.x are, too.
 *
 * A kernel whose accesses passed affine_check() can be lowered for every
 * launch, but for numbers that pass 2^63.
 */

#include "lang/kernel/build.h"

/* Report that graph node "node", the value of "at", cannot be an index of
 * field "name" (an address, if the kernel's build is in one), with a caret
 * at the part that is to blame; true if it can.
 */
bool affine_check(struct build *b, const struct node *at, const char *name,
	int node);

#endif
