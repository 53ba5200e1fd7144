/* On which unit an instruction runs: sums of what is alike in all lanes have one of
 * their own, copies either of two; and what is loaded again in front of it.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_words_parts.h"

/* True if "o" is a register of the machine: parameters and literals are taken
 * from constants.
 */
static bool is_register(const struct words *w, const struct ptx_operand *o)
{
	const struct ptx_instruction *by = ptx_words_maker(w, o);
	const struct ptx_opcode *op = by ? &w->m->opcode[by->opcode] : NULL;

	return uses_of(w, o) &&
		!(op && op->code == CODE_LD && op->space == SPACE_PARAM) &&
		!(op && op->code == CODE_MOV && by->n_operand == 2 &&
			by->operand[1].kind != OPERAND_NAME);
}

/* A sum of a product in FP32, all of different registers. */
static bool is_of_three(const struct words *w, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_opcode *op = opcode_of(w, i);
	const struct ptx_operand *o = inst->operand;

	return op->code == CODE_FMA && op->type[0] == PTX_F32 &&
		inst->n_operand == 4 && is_register(w, &o[1]) &&
		is_register(w, &o[2]) && is_register(w, &o[3]) &&
		o[1].name != o[2].name && o[1].name != o[3].name &&
		o[2].name != o[3].name;
}

/* Special registers are read, not copied. */
static bool is_copy(const struct words *w, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];

	return opcode_of(w, i)->code == CODE_MOV && inst->n_operand == 2 &&
		ptx_operand(inst, 1)->kind == OPERAND_NAME &&
		uses_of(w, ptx_operand(inst, 1));
}

/* Blocks that only some of the lanes of a warp may run while others wait; the caller
 * frees them.  Threads that have left are none.
 */
static bool *find_parted(const struct words *w, const struct ptx_flow *flow,
	const bool *by_lane)
{
	bool *is_parted = memory_new((size_t) flow->n_block + 1);

	for (int b = 1; b < flow->n_block; ++b) {
		int from = flow->block[b].idom;
		const struct ptx_block *f = &flow->block[from];

		is_parted[b] = is_parted[from] ||
			(ptx_meet_branch(w, f, by_lane) >= 0 &&
				!ptx_flow_follows(flow, b, from) &&
				!ptx_words_is_end(w, flow, f->succ[0].to) &&
				!ptx_words_is_end(w, flow, f->succ[1].to));
	}
	for (int l = 0; l < flow->n_loop; ++l)
		if (ptx_meet_leaves(w, flow, by_lane, l))
			for (int i = 0; i < flow->loop[l].n_block; ++i)
				is_parted[flow->loop[l].block[i]] = true;
	return is_parted;
}

/* Copies between a counter and what it starts from: a pass finds those of what was
 * found before.
 */
#define COPIES 4

/* True if instruction "i" sets what a uniform register may start from: a literal, or
 * a pointer that is an argument.
 */
static bool is_start(const struct words *w, const bool *is_other, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_operand *from = ptx_operand(inst, 1);
	const struct ptx_opcode *op = opcode_of(w, i);

	if (inst->n_operand != 2)
		return false;
	if (op->code == CODE_LD)
		return op->space == SPACE_PARAM && is_64(op);
	return (op->code == CODE_MOV && is_literal(from)) ||
		((op->code == CODE_MOV || op->code == CODE_CVTA) &&
			uses_of(w, from) && !is_other[w->reg[from->name]]);
}

/* True if instruction "i" makes an address of 64 bits, or a shift, of its operand. */
static bool is_index(const struct words *w, int i)
{
	const struct ptx_opcode *op = opcode_of(w, i);

	return w->f->instruction[i].n_operand > 1 &&
		((op->code == CODE_MUL && op->is_wide) ||
			op->code == CODE_SHL ||
			(op->code == CODE_CVT && is_64(op) &&
				!ptx_type_is_float(op->type[0]) &&
				!ptx_type_is_float(op->type[1])));
}

/* By instruction, the loop that it is in; -1: none. */
static int *find_loops(const struct words *w, const struct ptx_flow *flow)
{
	int *loop = memory_new(
		((size_t) w->f->n_instruction + 1) * sizeof(*loop));

	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first; i < flow->block[b].end; ++i)
			loop[i] = flow->block[b].loop;
	return loop;
}

/* True if a lane needs the operand of index "i" in a register of its own: IMAD.WIDE
 * and LEA have the size of an element where others may have one of all lanes.  That is
 * so in the loop that steps it, and behind it where what is made differs by lane.
 */
static bool is_index_of_lanes(const struct words *w, const int *loop,
	const bool *by_lane, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct uses *from = uses_of(w, ptx_operand(inst, 1));
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));
	const struct ptx_operand *to;

	if (!from || !u)
		return false;
	if (loop[i] >= 0 && loop[i] == loop[from->set_by])
		return true;
	to = ptx_operand(&w->f->instruction[u->used_by], 0);
	return u->n > 0 && uses_of(w, to) && by_lane[w->reg[to->name]];
}

/* The registers that start from something else than a literal or a pointer that is an
 * argument, change otherwise than by steps of a literal, or are indices; the caller
 * frees them.
 */
static bool *find_starts(const struct words *w, const struct ptx_flow *flow,
	int n_reg, const bool *by_lane)
{
	bool *is_other = memory_new((size_t) n_reg + 1);
	int *loop = find_loops(w, flow);

	for (int pass = 0; pass < COPIES; ++pass)
		for (int i = 0; i < w->f->n_instruction; ++i) {
			const struct ptx_instruction *inst =
				&w->f->instruction[i];

			if (inst->n_operand > 0 &&
				sets_first(opcode_of(w, i)) &&
				!ptx_words_is_step(w, i) &&
				!is_start(w, is_other, i))
				ptx_meet_mark(w, ptx_operand(inst, 0),
					is_other);
			if (is_index(w, i) &&
				is_index_of_lanes(w, loop, by_lane, i))
				ptx_meet_mark(w, ptx_operand(inst, 1),
					is_other);
		}
	free(loop);
	return is_other;
}

/* True if instruction "i" steps a counter, or a pointer that others are added to,
 * that is alike in all lanes: the unit for such does it.  What starts from more than a
 * literal or an argument is computed in registers of lanes, and stays there: of 154
 * counters that start from a literal (nvcc 13 for sm_90, plain.cu, drawn.cu, fresh.cu,
 * chosen.cu and unseen.cu), 117 are UIADD3, of 10 kernels with others alone 3 have one.
 */
static bool is_uniform(const struct words *w, const bool *by_lane,
	const bool *is_other, int i)
{
	const struct ptx_operand *to = ptx_operand(&w->f->instruction[i], 0);
	const struct uses *u = uses_of(w, to);

	return ptx_words_is_step(w, i) && u && !by_lane[w->reg[to->name]] &&
		!is_other[w->reg[to->name]] && u->n_address == 0;
}

void ptx_kind_find(const struct words *w, const struct ptx_flow *flow,
	int n_reg, const bool *by_lane, struct ptx_kind *kind)
{
	bool *is_other = find_starts(w, flow, n_reg, by_lane);
	bool *is_parted = find_parted(w, flow, by_lane);

	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first; i < flow->block[b].end;
			++i) {
			kind[i].is_three = is_of_three(w, i);
			kind[i].is_uniform = (!is_parted[b] &&
						     is_uniform(w, by_lane,
							     is_other, i)) ||
				ptx_argument_is_bound(w, i, kind);
			kind[i].is_copy = is_copy(w, i);
			kind[i].is_half = opcode_of(w, i)->code == CODE_MUL &&
				ptx_product_is_low(w, i, &flow->block[b]);
		}
	free(is_other);
	free(is_parted);
}
