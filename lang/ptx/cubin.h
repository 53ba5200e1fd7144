#ifndef LANG_PTX_CUBIN_H
#define LANG_PTX_CUBIN_H

/* What the assembler took for a kernel: from a cubin, a fat binary, an object
 * file or executable that holds one, the text that `ptxas -v` prints, or a
 * report of ncu as CSV.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cubin {
	int registers;	  /* per thread */
	int target;	  /* 90: code for sm_90; 0: not known */
	int64_t param_B;  /* of its parameters; 0: none, or not known */
	int64_t shared_B; /* static, of a block */
	int64_t stack_B;  /* local memory of a thread: arrays and spills */
	/* of the code, as ptxas -v has them; 0: none, or not known */
	int64_t spill_store_B, spill_load_B;
};

/* Finds the kernel "entry", by its mangled or its plain name; NULL: the only
 * one.  False, with a sentence in "why", if there is none.
 */
bool cubin_read(const char *data, size_t len, const char *entry,
	struct cubin *result, char why[256]);

#endif
