#ifndef LANG_KERNEL_DEFINE_H
#define LANG_KERNEL_DEFINE_H

/* The statements that bind a name of the session to a kernel.  The kernel
 * that was defined last is what a question without a subject is about.
 */

#include "lang/eval/eval.h"

/* A KERNEL and a STENCIL node. */
bool define_kernel(struct eval *ev, const struct node *node);
bool define_stencil(struct eval *ev, const struct node *node);

#endif
