#ifndef LANG_PTX_PTX_STEP_H
#define LANG_PTX_PTX_STEP_H

/* What the files that execute instructions share. */

#include "lang/ptx/ptx_run.h"

/* A value that depends on memory: its node, and the operand that was data. */
const struct ptx_value *ptx_step_data(struct ptx_run *run, int node,
	const struct ptx_value *from);

/* The node of a value that is data, or of a condition; -1 if it has none. */
int ptx_step_node(struct ptx_run *run, const struct ptx_value *x);

/* ptx_special.c: a special register such as %tid.x; NULL if "name" is none. */
const struct ptx_value *ptx_special(struct ptx_run *run, const char *name);
/* True of a name that no register but a special one can have. */
bool ptx_special_is(const char *name);

/* threadIdx as one number: x + bx (y + by z) */
const struct ptx_value *ptx_step_thread(struct ptx_run *run);

/* Assigns "x" to the operand "o" where "guard" holds. */
void ptx_step_set(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_operand *o,
	const struct ptx_cond *guard, const struct ptx_value *x);

/* ptx_ordinary.c: whether a comparison of "x" with a literal holds for ordinary
 * numbers; NULL if it does not test for others.
 */
const struct ptx_cond *ptx_ordinary(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x);

/* ptx_real.c: floating-point numbers that follow from literals; false and NULL
 * if they do not.
 */
bool ptx_real_literal(const struct ptx_operand *o, enum ptx_type type,
	double *x);
bool ptx_real_compute(const struct ptx_opcode *op, int n,
	const struct ptx_value *const *arg, double *x);
const struct ptx_cond *ptx_real_compare(const struct ptx_opcode *op,
	const struct ptx_value *const *arg);

/* ptx_residue.c: "x", the result of an instruction, as 32 bits hold it; NULL if it
 * is data, as it is meant to wrap around.
 */
const struct ptx_value *ptx_residue(struct ptx_values *v,
	const struct ptx_opcode *op, int n, const struct ptx_value *const *arg,
	const struct ptx_value *x);
/* What data are modulo 2^32, before they are rotated by *turn; or NULL. */
const struct quasi *ptx_residue_of(struct ptx_values *v,
	const struct ptx_opcode *op, int n, const struct ptx_value *const *arg,
	int *turn);
/* The test of such data for multiples; NULL if it is none. */
const struct ptx_cond *ptx_residue_compare(struct ptx_values *v,
	enum ptx_compare compare, const struct ptx_value *x,
	const struct ptx_value *y);

/* ptx_memory.c */
void ptx_memory_load(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard);
void ptx_memory_store(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard);
void ptx_memory_atomic(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard);
void ptx_memory_copy(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_cond *guard);

/* The address that an operand in brackets names, without its offset; NULL, with
 * an error reported, if it starts from no parameter or variable.
 */
const struct ptx_value *ptx_memory_address(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_operand *o);
enum ptx_space ptx_memory_space(const struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x);

/* ptx_trips.c: numbers that were loaded and that loops run between are taken to
 * be what the user's trips make them.
 */
void ptx_trips_load(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst);

/* ptx_matrix.c */
void ptx_matrix_product(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard);
void ptx_matrix_move(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard);

/* ptx_bulk.c: cp.async.bulk. */
void ptx_bulk_copy(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst);

#endif
