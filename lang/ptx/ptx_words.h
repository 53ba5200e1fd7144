#ifndef LANG_PTX_PTX_WORDS_H
#define LANG_PTX_PTX_WORDS_H

/* How many machine instructions each instruction of PTX becomes. */

#include "lang/ptx/ptx_flow.h"

/* What the assembler makes of a loop. */
struct ptx_shape {
	int joined;   /* trips that it makes one */
	int pointers; /* that a trip moves, if one of them by a register; or 0 */
	bool is_wide;	  /* the counter has 64 bits */
	bool is_updating; /* it stores where a register moves to */
};

/* By instruction of "f"; the caller frees them.  "reg" numbers registers by
 * name, -1 for other names.  *shape gets what becomes of each loop, *is_passed
 * whether loads pass a block since it is under a predicate or behind the exit
 * of a loop, not behind a branch; the caller frees them, too.
 */
double *ptx_words_of(const struct ptx_module *m, const struct ptx_function *f,
	const struct ptx_flow *flow, int n_reg, const int *reg,
	struct ptx_shape **shape, bool **is_passed);

#endif
