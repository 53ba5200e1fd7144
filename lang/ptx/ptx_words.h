#ifndef LANG_PTX_PTX_WORDS_H
#define LANG_PTX_PTX_WORDS_H

/* How many machine instructions each instruction of PTX becomes. */

#include "lang/ptx/ptx_flow.h"

/* By instruction of "f"; the caller frees them.  "reg" numbers registers by
 * name, -1 for other names.  *joined gets the trips of each loop that the
 * assembler makes one, *is_passed whether loads pass a block since it is
 * under a predicate, not behind a branch; the caller frees them, too.
 */
double *ptx_words_of(const struct ptx_module *m, const struct ptx_function *f,
	const struct ptx_flow *flow, int n_reg, const int *reg, int **joined,
	bool **is_passed);

#endif
