/* Where lanes of a warp meet again.
 *
 * Behind a branch that not all lanes of a warp may take, the assembler lets
 * them wait for each other: BSSY in front of it names the place, BSYNC there
 * waits.  Branches with one such place have one pair, and so have loops that
 * lanes leave one by one.  There is none where the kernel ends behind it, where
 * a predicate replaces the branch, and where all lanes decide alike: on
 * parameters, blockIdx and what is computed of these.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_words_parts.h"

/* BSSY and BSYNC. */
#define MEETING 2

/* Times that all instructions are passed to find what differs by lane: once for
 * each loop inside another, and once to see that nothing changes.
 */
#define PASSES 8

static bool is_by_lane(const struct words *w, const bool *by_lane,
	const struct ptx_operand *o)
{
	const char *name;

	if (o->kind == OPERAND_LIST) {
		for (int i = 0; i < o->n_sub; ++i)
			if (is_by_lane(w, by_lane, &o->sub[i]))
				return true;
		return false;
	}
	if (uses_of(w, o))
		return by_lane[w->reg[o->name]];
	if (o->kind != OPERAND_NAME || o->name < 0)
		return false;
	name = w->m->name[o->name];
	return strncmp(name, "%tid", 4) == 0 || strncmp(name, "%lane", 5) == 0;
}

/* What differs by lane whatever it is made of: memory does, parameters and
 * constants do not.
 */
static bool makes_lanes(const struct ptx_opcode *op)
{
	switch (op->code) {
	case CODE_LD:
		return op->space != SPACE_PARAM && op->space != SPACE_CONST;
	case CODE_ATOM:
	case CODE_SHFL:
	case CODE_ELECT:
	case CODE_CALL: return true;
	default: return false;
	}
}

bool ptx_meet_mark(const struct words *w, const struct ptx_operand *o,
	bool *marks)
{
	bool changes = false;

	for (int i = 0; o->kind == OPERAND_LIST && i < o->n_sub; ++i)
		changes |= ptx_meet_mark(w, &o->sub[i], marks);
	if (!uses_of(w, o) || marks[w->reg[o->name]])
		return changes;
	return marks[w->reg[o->name]] = true;
}

bool *ptx_meet_lanes(const struct words *w, int n_reg)
{
	bool *by_lane = memory_new((size_t) n_reg + 1);
	bool changes = true;

	for (int pass = 0; pass < PASSES && changes; ++pass) {
		changes = false;
		for (int i = 0; i < w->f->n_instruction; ++i) {
			const struct ptx_instruction *inst =
				&w->f->instruction[i];
			const struct ptx_opcode *op = opcode_of(w, i);
			bool differs = makes_lanes(op);

			if (inst->n_operand < 1 || !sets_first(op))
				continue;
			for (int j = 1; j < inst->n_operand && !differs; ++j)
				differs = is_by_lane(w, by_lane,
					&inst->operand[j]);
			if (differs)
				changes |= ptx_meet_mark(w,
					ptx_operand(inst, 0), by_lane);
		}
	}
	return by_lane;
}

int ptx_meet_branch(const struct words *w, const struct ptx_block *b,
	const bool *by_lane)
{
	int branch = -1, guard;

	for (int i = 0; b->n_succ == 2 && i < 2; ++i)
		if (b->succ[i].branch >= 0)
			branch = b->succ[i].branch;
	guard = branch < 0 ? -1 : w->f->instruction[branch].guard;
	return guard >= 0 && w->reg[guard] >= 0 && by_lane[w->reg[guard]] ?
		branch :
		-1;
}

bool ptx_meet_leaves(const struct words *w, const struct ptx_flow *flow,
	const bool *by_lane, int l)
{
	const struct ptx_loop *loop = &flow->loop[l];

	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		if (ptx_meet_branch(w, b, by_lane) < 0)
			continue;
		for (int j = 0; j < 2; ++j)
			if (!ptx_flow_has(flow, l, b->succ[j].to) &&
				!ptx_words_is_end(w, flow, b->succ[j].to))
				return true;
	}
	return false;
}

/* The block behind which BSSY of lanes that part in "b" and meet in "join" runs:
 * outside of loops that they leave.
 */
static int before(const struct ptx_flow *flow, int b, int join)
{
	for (int l = flow->block[b].loop; l >= 0; l = flow->loop[l].parent)
		if (!ptx_flow_has(flow, l, join))
			b = flow->block[flow->loop[l].header].idom;
	return b;
}

void ptx_meet_find(const struct words *w, const struct ptx_flow *flow,
	const bool *by_lane, const bool *is_predicated, double *words,
	struct ptx_kind *kind)
{
	bool *is_met = memory_new((size_t) flow->n_block + 1);

	for (int b = 0; b < flow->n_block; ++b) {
		int branch = ptx_meet_branch(w, &flow->block[b], by_lane);
		int join = flow->block[b].ipdom, at;

		if (branch < 0 || is_predicated[b] ||
			ptx_words_is_end(w, flow, join) || is_met[join])
			continue;
		is_met[join] = true;
		at = before(flow, b, join);
		if (at >= 0 && flow->block[at].end > flow->block[at].first)
			ptx_words_jump(&flow->block[at], MEETING, words, kind);
	}
	free(is_met);
}
