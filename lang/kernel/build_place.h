#ifndef LANG_KERNEL_BUILD_PLACE_H
#define LANG_KERNEL_BUILD_PLACE_H

/* The cell that an access is at: its indices, each a node of the graph.
 *
 * Those of a field with more than three dimensions are folded as its extents
 * are, see struct kernel_field, so that n is at most 3 after a check.
 */

#include "lang/kernel/build.h"

#define PLACE_DIMS (2 + KERNEL_DEEP)

struct place {
	int n;
	int node[PLACE_DIMS];
	int n_deep; /* of kernel_access, as "deep" */
	int deep[KERNEL_DEEP];
	bool is_relative;
	struct kernel_draw draw;
	int data; /* node that decides without a draw, -1: none */
};

/* Evaluates the indices of "node", an access to the field; a tuple supplies one
 * index per element.  False if an error was reported.
 */
bool build_read_place(struct build *b, const struct node *node, int field,
	struct place *p);

/* True if the place has as many indices as the field has dimensions, which it
 * gets here if it has none yet; otherwise reports an error.
 */
bool build_check_rank(struct build *b, const struct node *node, int field,
	const struct place *p);

void build_set_place(struct kernel_access *a, int component,
	const struct place *p);

/* The value of the cell: what a load or the last store of the thread has. */
struct value build_load_place(struct build *b, int field, int component,
	const struct place *p, struct loc loc);

/* An undeclared field that is indexed twice, as in f[q][0], has components. */
void build_infer_components(struct build *b, const struct node *node);

/* In a one-line kernel, indexing an unknown or shadowed name makes it a field.
 * False if the name cannot be a field.
 */
bool build_find_implicit(struct build *b, const struct node *name,
	struct value *result);

#endif
