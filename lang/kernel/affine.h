#ifndef LANG_KERNEL_AFFINE_H
#define LANG_KERNEL_AFFINE_H

/* The form of an index or an address: sums of coordinates and loop variables
 * times constants, '/' and '%' by positive constants, min and max, bits with
 * a constant.  A constant may be any value that a launch fixes, such as nx or
 * blockDim.x.
 *
 * A kernel whose accesses passed affine_check() can be lowered for every
 * launch, unless an address exceeds 2^63.
 */

#include "lang/kernel/build.h"

/* True if graph node "node", the value of "at", can be an index of field
 * "name", or an address while b->in_address is set.  Otherwise reports an
 * error with a caret at the part that is not affine.
 */
bool affine_check(struct build *b, const struct node *at, const char *name,
	int node);

#endif
