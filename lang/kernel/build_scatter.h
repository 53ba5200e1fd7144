#ifndef LANG_KERNEL_BUILD_SCATTER_H
#define LANG_KERNEL_BUILD_SCATTER_H

/* Indices that depend on data, and what accesses make of them: a multiple of
 * one such index plus an affine expression.
 */

#include "lang/kernel/build.h"

/* Reads how many cells or lines there are into "s", whose kind is given: a
 * number, or for gather a list of what single warps touch.  False, with an
 * error reported, if "v" is neither.
 */
bool build_scatter(struct build *b, struct loc loc, const struct value *v,
	struct kernel_scatter *s);

/* The index that was loaded from "field", which says where its indices point:
 * one for each load.
 */
int build_scatter_of(struct build *b, int field, int load);

/* The scatter that index "node" uses, and the node of its factor; *scatter is
 * -1 if it uses none.  False if the index is not a multiple of one scatter
 * plus others.
 */
bool build_scatter_scale(struct graph *g, int node, int *scatter, int *scale);

#endif
