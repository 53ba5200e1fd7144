#ifndef LANG_PTX_CUBIN_PARTS_H
#define LANG_PTX_CUBIN_PARTS_H

/* What cubin.c and cubin_text.c share. */

#include <stdint.h>

#include "lang/ptx/cubin.h"

/* The most that is looked at in a file, a second or two: sections may name each
 * other in any way, and parts of a fat binary may overlap.
 */
#define CUBIN_WORK ((uint64_t) 1 << 24)

/* Names for a message, as many as fit. */
struct cubin_names {
	char text[144];
	bool is_cut;
};

/* The search for a kernel. */
struct cubin_search {
	const char *entry;
	struct cubin *result;
	int n_found;	  /* kernels of that name */
	int n_compressed; /* parts that cannot be unpacked */
	/* what was looked at: sections, symbols and parts, and 64 B that were
	 * unpacked count as one each; see CUBIN_WORK
	 */
	uint64_t work;
	char first[128];   /* name of the kernel that was found */
	bool is_ambiguous; /* kernels of different names */
	int low, high;	   /* registers of the kernel, for several devices */
	struct cubin_names wanted, other;
};

/* Takes what was read of kernel "name", if it is the wanted one. */
void cubin_found(struct cubin_search *s, const char *name,
	const struct cubin *c);

/* cubin_text.c: the output of ptxas -v, or a report of ncu. */
void cubin_read_text(const char *text, size_t len, struct cubin_search *s);

#endif
