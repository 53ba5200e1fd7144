#ifndef LANG_PTX_PTX_FLOW_H
#define LANG_PTX_PTX_FLOW_H

/* The control flow of a function: basic blocks in reverse postorder, their
 * dominators and postdominators, and natural loops.
 *
 * Block 0 is the entry.  The exit, block n_block, has no instructions; every
 * block reaches it, and every back edge leads to a dominator: anything else is
 * refused.
 */

#include "lang/ptx/ptx.h"

struct ptx_edge {
	int to;	      /* block, n_block: the exit */
	int branch;   /* instruction whose guard decides; -1: always taken */
	bool is_jump; /* taken if the guard holds */
};

struct ptx_block {
	int first, end; /* instructions */
	int n_succ, n_pred;
	struct ptx_edge succ[2];
	int *pred;	 /* blocks */
	int idom, ipdom; /* block, -1: none; n_block: the exit */
	int pre, post;	 /* interval in the tree of postdominators */
	int loop;	 /* innermost, -1: none */
};

struct ptx_loop {
	int header;
	int parent; /* -1: none */
	int depth;  /* 0: outermost */
	int n_block;
	int *block; /* in reverse postorder; inner loops' too */
};

struct ptx_flow {
	int n_block, n_loop;
	struct ptx_block *block; /* n_block + 1 of them */
	struct ptx_loop *loop;	 /* outer before inner */
};

/* NULL, with an error reported, if the flow has no such form. */
struct ptx_flow *ptx_flow_of(const struct ptx_module *m,
	const struct ptx_function *f, struct diag *diag);
void ptx_flow_free(struct ptx_flow *flow);

/* True if each path from "b" to the exit runs through "a". */
bool ptx_flow_follows(const struct ptx_flow *flow, int a, int b);

/* True if loop "l" contains block "b". */
bool ptx_flow_has(const struct ptx_flow *flow, int l, int b);

#endif
