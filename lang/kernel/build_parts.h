#ifndef LANG_KERNEL_BUILD_PARTS_H
#define LANG_KERNEL_BUILD_PARTS_H

/* What statements that choose or repeat share: build_flow.c, build_loop.c. */

#include "lang/kernel/build.h"

/* The locals of this frame that statements of "block" assign to, each once, in
 * stack order.
 */
struct assigned {
	int n, *place;
};

struct assigned build_assigned(struct eval *ev, const struct node *block);

/* The local of the kernel that is called "name", or NULL. */
struct local *build_local(struct eval *ev, const char *name);

bool build_is_list(const struct value *v);

/* A bound or the step of a range in a kernel: a node, or -1 after an error. */
int build_range_node(struct build *b, const struct node *node);

/* build_bounds.c: the most that integer node "node" is over all cells and all
 * trips of the loops around it, as a node without any of them; "varies" tells
 * if it is not always that.  -1 if there is no such node.
 */
int build_most(struct build *b, int node, bool *varies);

#endif
