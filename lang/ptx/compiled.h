#ifndef LANG_PTX_COMPILED_H
#define LANG_PTX_COMPILED_H

/* Kernels of compiled code: what the user says of a function of a module, and
 * the kernel that comes of it.
 */

#include "lang/eval/eval.h"
#include "lang/ptx/ptx_run.h"

void compiled_argument(struct ptx_arguments *args, const char *name,
	int64_t value);
void compiled_title(struct ptx_arguments *args, const char *title);
void compiled_gather(struct ptx_arguments *args, const char *name,
	struct ptx_gather of);
/* A listing of the machine code of "entry"; false, with a sentence in "why". */
bool compiled_listing(struct ptx_arguments *args, const char *path,
	const char *text, const char *entry, char why[256]);
/* What the assembler took for "entry": see cubin.h. */
bool compiled_registers(struct ptx_arguments *args, const char *path,
	const char *data, size_t len, const char *entry, char why[256]);
void compiled_clear(struct ptx_arguments *args);

/* The kernel "entry" (NULL: the only one) of a PTX text, whose name in messages
 * is "path".  Takes over what "args" owns.  NULL, with an error reported, if it
 * cannot be understood.
 */
struct kernel_def *compiled_kernel(struct eval *ev, struct loc loc,
	const char *path, const char *text, size_t len, const char *entry,
	struct ptx_arguments *args);

#endif
