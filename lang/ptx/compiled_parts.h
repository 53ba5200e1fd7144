#ifndef LANG_PTX_COMPILED_PARTS_H
#define LANG_PTX_COMPILED_PARTS_H

/* What the files compiled*.c share. */

#include "lang/ptx/compiled.h"

/* What a kernel is made from, kept for its launches. */
struct compiled {
	struct ptx_module *module; /* reference held */
	const struct ptx_function *function;
	struct ptx_arguments args;
	int n_base;
	struct ptx_base *base;
	struct map base_at; /* see ptx_base_find() */
	int *param_at;	    /* by name: a parameter; -1: it is none */
	int dims;
	unsigned
		axes; /* bits: 1 << d: tid or ntid along d is read, 8 << d: ctaid */
	int64_t block[3], domain[3];
	unsigned one_block;	  /* see kernel.h */
	struct buffer open, said; /* branches that data decide */
	/* files beside the PTX: the cubin, and the listing if it is used and
	 * if it is not; empty: none, or the user gave one
	 */
	struct buffer cubin, listing, no_listing;
	struct buffer notes;
	struct eval *ev; /* the session, which outlives its kernels */
	/* a run failed in a way in which those for other blocks would */
	bool is_final;
	int refs;
};

/* compiled_param.c: finds the parameters of c->function and its variables, and
 * names them, from the CUDA file beside "path" if the user does not.
 */
void compiled_find_params(struct compiled *c, const char *path);

/* compiled_pointer.c: finds which of the parameters are pointers. */
void compiled_find_pointers(struct compiled *c);

/* Gives the values of the user to the parameters. */
bool compiled_give_values(struct compiled *c, struct diag *diag,
	struct loc loc);

/* False, with an error at "loc", if 'gather' names an array of which data choose
 * no element.
 */
bool compiled_check_gathers(const struct compiled *c, const struct ptx_run *run,
	struct diag *diag, struct loc loc);

/* compiled_beside.c: registers and instructions from the cubin and the listing
 * beside a PTX file, unless the user gave them.
 */
void compiled_find_build(struct compiled *c, const char *path);

#endif
