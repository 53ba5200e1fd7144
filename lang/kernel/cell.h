#ifndef LANG_KERNEL_CELL_H
#define LANG_KERNEL_CELL_H

/* A value in a kernel that only a running thread knows: a node of the kernel's
 * graph, wrapped so that arithmetic on values builds nodes.  Cells exist only
 * while their kernel is being built.
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

/* The cell in "v"; NULL if "v" is something else. */
const struct cell *cell_of(const struct value *v);

/* The node of "v", which is a number, a truth value or a cell; -1, with an
 * error reported, if it is anything else.
 */
int cell_node(struct graph *graph, struct diag *diag, struct loc loc,
	const struct value *v);

#endif
