#ifndef LANG_PTX_PTX_FRAME_H
#define LANG_PTX_PTX_FRAME_H

/* One execution of a function: the values of its registers and the conditions
 * of its blocks.
 */

#include "lang/ptx/ptx_run.h"

/* What is the same for all executions of a function. */
struct ptx_body {
	const struct ptx_function *f;
	struct ptx_flow *flow;
	int n_reg, n_multi;
	int *reg;		 /* by name; -1: no register */
	int *multi;		 /* by register: number among those with several
			  assignments; -1 */
	char *in_loop;		 /* [loop * n_multi + multi]: assigned in it */
	double *words;		 /* machine instructions, by instruction */
	struct ptx_shape *shape; /* what the assembler makes of each loop */
	bool *is_passed;	 /* by block: loads are moved over it */
	struct ptx_kind *kind;	 /* by instruction */
	int *root;	 /* by register: the one that literals are added to */
	int64_t *bounds; /* by register, see ptx_trips_find(); or NULL */
};

struct ptx_frame {
	const struct ptx_body *code;
	struct ptx_frame *caller;
	const struct ptx_value **value; /* by register with one assignment */
	const struct ptx_value **now;	/* by multi, in the running block */
	const struct ptx_value **out;	/* [block * n_multi + multi] */
	const struct ptx_cond **rel;	/* of blocks, relative to "parent" */
	const struct ptx_cond **jump;	/* of blocks: that the branch jumps */
	int *parent;			/* of blocks: the block before */
	int *above;   /* of blocks: the nearest one before that is under a
		       condition; -1: none */
	int *region;  /* of blocks */
	int *outside; /* of headers: region of the loop */
	bool *reached;
	int root;	  /* region of the call */
	int first_passed; /* of what this call and those in it passed */
	int at;		  /* the running block */
};

/* How a loop changes a register. */
enum carry {
	CARRY_NOT, /* the loop does not assign it */
	CARRY_STEP,
	CARRY_POINTER, /* into the same field, at an unknown place */
	CARRY_DATA
};

/* What is the same for all executions of "f"; NULL after an error. */
const struct ptx_body *ptx_frame_body(struct ptx_run *run,
	const struct ptx_function *f);
void ptx_frame_forget(struct ptx_body *body);

const struct ptx_block *ptx_frame_of(const struct ptx_frame *f, int b);

/* Calls visit(number of the register) for each register that "o", the first
 * operand of an instruction, names.
 */
void ptx_frame_each(const struct ptx_body *c, const struct ptx_operand *o,
	void (*visit)(void *user, int reg), void *user);

/* True if an instruction sets its first operand. */
bool ptx_frame_sets(const struct ptx_opcode *op);

/* What is known of a register that changes in no affine way. */
const struct ptx_value *ptx_frame_opaque(struct ptx_run *run, enum carry carry,
	const struct ptx_value *first, int node);

/* The condition that control goes from block "p" to block "b". */
const struct ptx_cond *ptx_frame_edge(struct ptx_run *run,
	const struct ptx_frame *f, int p, int b);

/* Makes what holds at the start of block "b" known. */
void ptx_frame_know(struct ptx_run *run, const struct ptx_frame *f, int b);

/* The last number that the call stored to variable "name" of .param space, at
 * "offset"; NULL: there is none.
 */
const struct ptx_value *ptx_frame_passed(const struct ptx_run *run,
	const struct ptx_frame *f, int name, int64_t offset);

/* Stores "x" to a variable of .param space: of several results, that of the block
 * that returns counts.
 */
void ptx_frame_pass(struct ptx_run *run, const struct ptx_frame *f, int name,
	int64_t offset, const struct ptx_cond *guard,
	const struct ptx_value *x);

/* Runs the instructions of a block that was entered. */
void ptx_frame_block(struct ptx_run *run, struct ptx_frame *f, int b);

/* Runs the blocks of loop "l", or of the function if it is -1, that are not in
 * inner loops; those run as a whole.  The header of "l" has been entered.
 */
void ptx_frame_run(struct ptx_run *run, struct ptx_frame *f, int l);

/* ptx_trips.c: what numbers that are loaded and that loops run between are
 * taken to be, times the trips that the user says; below 0: not taken.
 */
int64_t *ptx_trips_find(const struct ptx_module *m, const struct ptx_body *c);

/* ptx_loop.c: runs a loop whose header has been entered. */
void ptx_loop_run(struct ptx_run *run, struct ptx_frame *f, int l);

#endif
