#ifndef LANG_KERNEL_CELL_H
#define LANG_KERNEL_CELL_H

/* A value inside of a kernel that is known only when a thread runs: a node
 * of the kernel's graph, wrapped so that arithmetic on values builds
 * nodes.  Cells live only while their kernel is being built.
 */

#include "lang/kernel/graph.h"
#include "lang/value/value.h"

struct cell {
	struct object object;
	struct graph *graph;
	int node;
};

/* The value of "node"; a plain number if the node is a constant. */
struct value cell_value(struct graph *graph, int node);

/* The cell that "v" is, or NULL. */
const struct cell *cell_of(const struct value *v);

/* The node for "v" (a number, a truth value or a cell); -1, reported, if
 * it has none.
 */
int cell_node(struct graph *graph, struct diag *diag, struct loc loc,
	const struct value *v);

#endif
