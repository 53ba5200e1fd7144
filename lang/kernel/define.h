#ifndef LANG_KERNEL_DEFINE_H
#define LANG_KERNEL_DEFINE_H

/* The statements that bind a session name to a kernel.  A question that names
 * no kernel asks about the one defined last.
 */

#include "lang/eval/eval.h"

/* Evaluate a KERNEL or a STENCIL node. */
bool define_kernel(struct eval *ev, const struct node *node);
bool define_stencil(struct eval *ev, const struct node *node);

/* The value of a KERNEL node, which is bound to no name. */
bool define_kernel_value(struct eval *ev, const struct node *node,
	struct value *result);

/* `show kernels`: one line for each kernel of the session. */
bool define_show(struct eval *ev, const struct node *node);

#endif
