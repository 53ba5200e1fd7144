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
 * -1 if it uses none.  Of starts of rows, which are of one cell, it may use several:
 * the first is taken, unless it uses another scatter.  False if the index is not a
 * multiple of one scatter plus others.
 */
bool build_scatter_scale(struct kernel_def *k, int node, int *scatter,
	int *scale);

/* "data", unless that is -1, and what starts of rows in index "node" are loaded by:
 * a node that needs all of them; -1 if there are none.
 */
int build_scatter_data(struct kernel_def *k, int node, int data);

/* The start of the row that "load" is of: row "index" of the field, counted from
 * the thread's cell if it is relative.
 */
int build_start_of(struct build *b, int field, int load, int index,
	bool is_relative);

#endif
