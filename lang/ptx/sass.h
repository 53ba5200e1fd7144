#ifndef LANG_PTX_SASS_H
#define LANG_PTX_SASS_H

/* Machine instructions of a kernel, from the listing that `cuobjdump -sass` or
 * `nvdisasm` prints: by class, for the code outside of loops and for each
 * loop.
 *
 * Counted is what runs if nothing is rare: subroutines, and blocks that call
 * one, are slow paths of divisions and roots.
 */

#include <stdbool.h>
#include <stddef.h>

enum sass_class {
	SASS_FP64,
	SASS_FP32,
	SASS_FP16,
	SASS_SPECIAL,
	SASS_INTEGER,
	SASS_CONTROL,
	/* of SASS_INTEGER: instructions of the units of products, their turns */
	SASS_EITHER,
	SASS_PRODUCTS,
	SASS_TENSOR,
	SASS_BARRIER,
	SASS_GLOBAL, /* loads, stores, atomics */
	SASS_SHARED_LOAD,
	SASS_SHARED_STORE,
	SASS_SHARED_B, /* bytes that a lane loads and stores there */
	SASS_LOCAL,    /* spills, arrays */
	N_SASS_CLASS
};

struct sass_loop {
	int parent;		/* -1: none */
	double n[N_SASS_CLASS]; /* of one trip, without inner loops */
	/* of the code between it and the next loop with the same parent */
	double after[N_SASS_CLASS];
};

struct sass {
	double n[N_SASS_CLASS]; /* outside of loops */
	int target;		/* 90: code for sm_90; 0: not said */
	bool has_calls;		/* slow paths, or functions */
	int n_loop;
	struct sass_loop *loop; /* by address, outer before inner */
};

/* Reads the kernel "entry", by its mangled or its plain name; NULL: the only
 * one.  False, with a sentence in "why", if there is none.  The caller clears
 * the result.
 */
bool sass_read(const char *text, const char *entry, struct sass *result,
	char why[256]);
void sass_clear(struct sass *s);

#endif
