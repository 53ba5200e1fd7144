/* What the assembler makes of a loop: how many trips it joins, and which
 * pointers move by registers.  Loops that count to what is known are unrolled
 * further than others, and pointers that no literal moves take registers from
 * loads in flight.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_run.h"
#include "lang/ptx/ptx_words_parts.h"

/* Machine instructions of a loop that ptxas unrolled, and the longest body
 * that it unrolls, in instructions of PTX without those that change nothing.
 * Listings of 130 loops for sm_90 (tests/measured/probes/users*.cu): 136 to
 * 215, and 54; `disparity` of suites.cu has 45 beside 20 that change nothing.
 */
#define UNROLLED_WORDS 200
#define UNROLLED_MOST  54
/* It leaves loops with this many loads as they are. */
#define UNROLLED_LOADS 30

/* The instruction that sets the condition of the branch at the end of block
 * "b"; -1 if there is none.
 */
static int test_of(const struct words *w, const struct ptx_block *b)
{
	const struct ptx_instruction *branch = &w->f->instruction[b->end - 1];

	if (b->end == b->first || branch->guard < 0 ||
		w->m->opcode[branch->opcode].code != CODE_BRA)
		return -1;
	for (int i = b->end - 2; i >= b->first; --i) {
		const struct ptx_instruction *inst = &w->f->instruction[i];

		if (inst->n_operand > 2 &&
			ptx_operand(inst, 0)->kind == OPERAND_NAME &&
			ptx_operand(inst, 0)->name == branch->guard)
			return opcode_of(w, i)->code == CODE_SETP ? i : -1;
	}
	return -1;
}

bool ptx_words_is_step(const struct words *w, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];

	return is_sum(opcode_of(w, i)) && inst->n_operand == 3 &&
		ptx_operand(inst, 0)->kind == OPERAND_NAME &&
		ptx_operand(inst, 1)->kind == OPERAND_NAME &&
		ptx_operand(inst, 0)->name == ptx_operand(inst, 1)->name &&
		is_literal(ptx_operand(inst, 2));
}

/* Trips that it joins of loops whose number of trips it does not know, as they
 * start from or end on a register, and the longest body of these: listings of 213
 * such loops for sm_90, of which all 197 of up to 48 instructions but 8 are
 * joined by four, and none of the 9 from 50 on.  Those that do not count in steps
 * of a literal stay as they are.
 */
#define UNROLLED_UNKNOWN      4
#define UNROLLED_UNKNOWN_MOST 49
/* An approximation that is scaled is four instructions, of which PTX has one. */
#define SCALED 3

/* True if the loop counts in steps of a literal to what it does not change. */
static bool has_steps(const struct words *w, const struct ptx_flow *flow, int l,
	int test)
{
	const struct ptx_loop *loop = &flow->loop[l];
	const struct ptx_operand *o = w->f->instruction[test].operand;
	int n_step = 0;

	if (o[1].kind != OPERAND_NAME)
		return false;
	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		for (int j = b->first; j < b->end; ++j) {
			const struct ptx_instruction *inst =
				&w->f->instruction[j];
			const struct ptx_operand *to = inst->operand;

			if (inst->n_operand < 1 || to->kind != OPERAND_NAME ||
				!sets_first(opcode_of(w, j)))
				continue;
			if (o[2].kind == OPERAND_NAME && to->name == o[2].name)
				return false;
			if (to->name == o[1].name && !ptx_words_is_step(w, j))
				return false;
			n_step += to->name == o[1].name;
		}
	}
	return n_step == 1;
}

/* True if the assembler can count the trips: the loop starts from a literal
 * and ends on one.
 */
static bool is_counted(const struct words *w, int test)
{
	const struct ptx_instruction *inst = &w->f->instruction[test], *by;
	const struct uses *u = uses_of(w, ptx_operand(inst, 1));

	if (!u || !is_literal(ptx_operand(inst, 2)) || u->n_set < 1)
		return false;
	by = &w->f->instruction[u->first];
	/* the test may follow the step in another register */
	if (u->n_set == 1 && is_sum(&w->m->opcode[by->opcode]) &&
		by->n_operand == 3) {
		u = uses_of(w, ptx_operand(by, 1));
		by = u ? &w->f->instruction[u->first] : by;
	}
	return w->m->opcode[by->opcode].code == CODE_MOV &&
		by->n_operand == 2 && is_literal(ptx_operand(by, 1));
}

/* True if loop "l" goes back by a block that only jumps, behind the branch that
 * leaves it:
 *
 *	@%p1 bra end;
 *	bra.uni again;
 *
 * as clang writes loops that it does not unroll.  ptxas turns loops that are
 * tested first, and joins trips of those whose last branch is the test; these
 * it leaves as they are, known trips or not (18 forms of one loop for sm_90).
 */
static bool goes_back_by_jump(const struct words *w,
	const struct ptx_flow *flow, int l)
{
	const struct ptx_loop *loop = &flow->loop[l];

	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];
		int first = b->first;

		if (b->n_succ != 1 || b->succ[0].to != loop->header)
			continue;
		while (first < b->end &&
			(ptx_words_is_nothing(w, first) ||
				opcode_of(w, first)->code == CODE_BRA))
			++first;
		if (first == b->end)
			return true;
	}
	return false;
}

/* Trips of loop "l" that ptxas makes one; *is_open if it does not know how many
 * there are.
 */
static int joined_trips(const struct words *w, const struct ptx_flow *flow,
	int l, bool *is_open)
{
	const struct ptx_loop *loop = &flow->loop[l];
	int n = 0, n_load = 0, test = -1;

	if (w->f->instruction[flow->block[loop->header].first].is_rolled ||
		goes_back_by_jump(w, flow, l))
		return 1;
	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		if (b->loop != l)
			return 1;
		for (int j = b->first; j < b->end; ++j) {
			const struct ptx_opcode *op = opcode_of(w, j);

			n += ptx_words_is_nothing(w, j) ? 0 :
				ptx_emit_is_scaled(op)	? 1 + SCALED :
							  1;
			if (n > UNROLLED_MOST)
				return 1;
			if (op->class == CLASS_BARRIER ||
				op->code == CODE_CALL || has_slow_path(op))
				return 1;
			n_load += op->code == CODE_LD;
		}
		test = test >= 0 ? test : test_of(w, b);
	}
	if (n_load >= UNROLLED_LOADS || test < 0)
		return 1;
	if (is_counted(w, test))
		return UNROLLED_WORDS / n;
	*is_open = n <= UNROLLED_UNKNOWN_MOST && has_steps(w, flow, l, test);
	return *is_open ? UNROLLED_UNKNOWN : 1;
}

/* Marks the registers that loop "l" sets.  False if it has a loop in it. */
static bool mark_set(const struct words *w, const struct ptx_flow *flow, int l)
{
	const struct ptx_loop *loop = &flow->loop[l];

	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		if (b->loop != l)
			return false;
		for (int j = b->first; j < b->end; ++j) {
			const struct ptx_instruction *inst =
				&w->f->instruction[j];
			struct uses *u = inst->n_operand > 0 &&
					sets_first(opcode_of(w, j)) ?
				uses_of(w, ptx_operand(inst, 0)) :
				NULL;

			if (u) {
				u->loop = l + 1;
				u->move = MOVE_NONE;
				u->is_met = false;
			}
		}
	}
	return true;
}

/* How instruction "i" of loop "l" moves a register from trip to trip. */
static enum move move_of(const struct words *w, int i, int l)
{
	const struct ptx_operand *o = w->f->instruction[i].operand;
	const struct uses *to, *from, *by;

	if (!is_sum(opcode_of(w, i)) || w->f->instruction[i].n_operand != 3)
		return MOVE_NONE;
	to = uses_of(w, &o[0]);
	from = uses_of(w, &o[1]);
	by = uses_of(w, &o[2]);
	if (!to || to->n_set < 2 || !from)
		return MOVE_NONE;
	if (by)
		return (from->loop == l + 1) != (by->loop == l + 1) ?
			MOVE_REGISTER :
			MOVE_NONE;
	return ptx_words_is_step(w, i) && is_64(opcode_of(w, i)) ?
		MOVE_LITERAL :
		MOVE_NONE;
}

/* Instructions between an address and what moves it. */
#define TRACED 16

/* Marks the registers that move from trip to trip. */
static void mark_moves(const struct words *w, const struct ptx_flow *flow,
	int l)
{
	const struct ptx_loop *loop = &flow->loop[l];

	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		for (int j = b->first; j < b->end; ++j) {
			enum move move = move_of(w, j, l);

			if (move != MOVE_NONE)
				uses_of(w, w->f->instruction[j].operand)->move =
					move;
		}
	}
}

/* What moves the address "o" from trip to trip of loop "l". */
static enum move trace_move(const struct words *w, const struct ptx_operand *o,
	int l, int depth)
{
	struct uses *u = uses_of(w, o);
	const struct ptx_instruction *inst;

	if (!u || u->loop != l + 1 || depth > TRACED)
		return MOVE_NONE;
	if (u->is_met || u->n_set > 1)
		return u->move;
	u->is_met = true;
	inst = &w->f->instruction[u->set_by];
	for (int i = 1; i < inst->n_operand; ++i) {
		enum move move = trace_move(w, &inst->operand[i], l, depth + 1);

		u->move = move > u->move ? move : u->move;
	}
	return u->move;
}

/* Finds what a register moves from trip to trip: loads, and stores, of which the
 * assembler does not know the next load to be from elsewhere.
 */
static void find_strided(const struct words *w, const struct ptx_flow *flow,
	int l, struct ptx_shape *shape)
{
	const struct ptx_loop *loop = &flow->loop[l];

	if (!mark_set(w, flow, l))
		return;
	mark_moves(w, flow, l);
	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		for (int j = b->first; j < b->end; ++j) {
			const struct ptx_instruction *inst =
				&w->f->instruction[j];
			const struct ptx_opcode *op = opcode_of(w, j);
			bool stores = op->code == CODE_ST;

			if ((op->code != CODE_LD && !stores) ||
				op->space == SPACE_SHARED ||
				inst->n_operand != 2 ||
				trace_move(w, ptx_operand(inst, !stores), l,
					0) != MOVE_REGISTER)
				continue;
			shape->is_strided = true;
			shape->is_updating |= stores;
			shape->stores_bytes |= stores &&
				ptx_type_bytes(op->type[0]) == 1;
		}
	}
}

static bool has_barrier(const struct words *w, const struct ptx_flow *flow,
	int l)
{
	for (int i = 0; i < flow->loop[l].n_block; ++i) {
		const struct ptx_block *b =
			&flow->block[flow->loop[l].block[i]];

		for (int j = b->first; j < b->end; ++j)
			if (opcode_of(w, j)->class == CLASS_BARRIER)
				return true;
	}
	return false;
}

void ptx_shape_find(const struct words *w, const struct ptx_flow *flow, int l,
	struct ptx_shape *shape)
{
	shape->joined = joined_trips(w, flow, l, &shape->is_open);
	find_strided(w, flow, l, shape);
	shape->has_barrier = has_barrier(w, flow, l);
}

/* In front of trips that are joined without knowing how many there are: what is
 * left is tested for four trips, for two and for one, and each test sets a
 * predicate for the next (IADD3, ISETP, PLOP3, BRA; IADD3, ISETP, BRA; ISETP, BRA).
 * Where lanes do not leave together, they meet behind the four trips and behind the
 * two (BSSY, BSYNC).
 */
#define OPENING_TESTS	6
#define OPENING_SUMS	2
#define OPENING_JUMPS	3
#define OPENING_MEETING 4

void ptx_shape_enter(const struct ptx_flow *flow, int l,
	const struct ptx_shape *shape, bool is_left_by_lanes, double *words,
	struct ptx_kind *kind)
{
	const struct ptx_block *from =
		&flow->block[flow->block[flow->loop[l].header].idom];

	if (!shape->is_open || from->end == from->first)
		return;
	words[from->end - 1] += OPENING_TESTS;
	kind[from->end - 1].integer += OPENING_TESTS;
	kind[from->end - 1].sums += OPENING_SUMS;
	ptx_words_jump(from,
		OPENING_JUMPS + (is_left_by_lanes ? OPENING_MEETING : 0), words,
		kind);
}

/* Literals of doubles that stay in uniform registers, at most: a pair of the 63 each,
 * beside others.
 */
#define KEPT 24

/* True if each path to block "b" runs through "a". */
static bool comes_before(const struct ptx_flow *flow, int a, int b)
{
	while (b > a)
		b = flow->block[b].idom;
	return a == b;
}

/* Four calls of exp() move their literals once; those of log() and sin() each time,
 * under conditions.
 */
void ptx_shape_keep(const struct words *w, const struct ptx_flow *flow, int l,
	double *words)
{
	const struct ptx_loop *loop = &flow->loop[l];
	struct {
		int64_t bits;
		int block;
	} kept[KEPT];
	int n = 0;

	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		for (int j = b->first; j < b->end; ++j) {
			const struct ptx_operand *o =
				ptx_operand(&w->f->instruction[j], 1);
			const struct ptx_opcode *op = opcode_of(w, j);
			int k = 0;

			if (op->code != CODE_MOV || !is_64(op) ||
				o->kind != OPERAND_FLOAT || words[j] == 0)
				continue;
			while (k < n &&
				(kept[k].bits != o->offset ||
					!comes_before(flow, kept[k].block,
						loop->block[i])))
				++k;
			if (k < n) {
				words[j] = 0;
			} else if (n < KEPT) {
				kept[n].bits = o->offset;
				kept[n++].block = loop->block[i];
			}
		}
	}
}

/* The parameter that register "o" holds, or points with; -1: none. */
static int param_in(const struct words *w, const struct ptx_operand *o)
{
	const struct ptx_instruction *by = ptx_words_maker(w, o);
	const struct ptx_opcode *op = by ? &w->m->opcode[by->opcode] : NULL;

	if (op && op->code == CODE_CVTA) {
		by = ptx_words_maker(w, ptx_operand(by, 1));
		op = by ? &w->m->opcode[by->opcode] : NULL;
	}
	return op && op->code == CODE_LD && op->space == SPACE_PARAM ?
		ptx_operand(by, 0)->name :
		-1;
}

/* Parameters that are loaded again in one block, at most: LDC or ULDC in front of
 * what uses them (separable, local_stats, cross_march).  Loops that hold no other
 * load them once, in front, but for those with a slow path: registers are few where
 * it is called.  These load pointers and integers again in each trip (11 of 14 of such
 * loops of plain.cu and fresh.cu: 1 of 1 in hodgkin_huxley, vay_push and hll_march, 2
 * of 2 in multipole_xs and gauss_potential, 6 of 6 in adi_z and vadv_column); floats
 * stay operands.
 */
#define RELOADED 16

/* Words of registers that are live where another loop begins, from which on it loads
 * pointers again that it adds to an index: half of the 32 that ptxas takes where
 * nothing asks for more.  IMAD.WIDE has the size of an element where others may have
 * a constant.  Of 11 such loops of drawn.cu, novel.cu and plain.cu, 9 load one again,
 * of those with fewer words 6 of 23.
 */
#define CROWDED 16

enum reload { RELOAD_NONE, RELOAD_POINTERS, RELOAD_INTEGERS, RELOAD_ALL };

/* True if "i" of block "b" adds a product of the same block to a pointer, in one
 * instruction.
 */
static bool is_indexing(const struct words *w, const struct ptx_block *b,
	const double *words, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	bool is_made = false;

	for (int j = 1; j < inst->n_operand; ++j) {
		const struct uses *u = uses_of(w, &inst->operand[j]);

		is_made |= u && u->n_set == 1 && u->set_by >= b->first &&
			u->set_by < b->end;
	}
	return is_made && is_sum(opcode_of(w, i)) && is_64(opcode_of(w, i)) &&
		words[i] == 1;
}

/* A pointer that a trip adds to more indices than this keeps its registers. */
#define INDICES 2

/* True if block "b" adds parameter "param" to some indices, but not to many. */
static bool is_indexed(const struct words *w, const struct ptx_block *b,
	const double *words, int param)
{
	int n = 0;

	for (int i = b->first; i < b->end; ++i) {
		const struct ptx_instruction *inst = &w->f->instruction[i];

		for (int j = 1; j < inst->n_operand; ++j)
			n += param_in(w, &inst->operand[j]) == param &&
				is_indexing(w, b, words, i);
	}
	return n > 0 && n <= INDICES;
}

static bool is_reloaded(const struct words *w, const struct ptx_block *b,
	const double *words, int i, int param, enum reload reload)
{
	const struct uses *u = &w->uses[w->reg[param]];

	if (reload == RELOAD_POINTERS)
		return is_indexing(w, b, words, i) &&
			is_indexed(w, b, words, param);
	return reload == RELOAD_ALL ||
		!ptx_type_is_float(opcode_of(w, u->set_by)->type[0]);
}

void ptx_shape_reload(const struct words *w, const struct ptx_flow *flow,
	const struct ptx_shape *shape, double *words, struct ptx_kind *kind)
{
	size_t n_loop = (size_t) flow->n_loop + 1;
	bool *is_outer = memory_new(n_loop), *is_slow = memory_new(n_loop);
	int(*of)[RELOADED] = memory_new(n_loop * sizeof(*of));
	int *n_of = memory_new(n_loop * sizeof(*n_of));

	for (int l = 0; l < flow->n_loop; ++l)
		if (flow->loop[l].parent >= 0)
			is_outer[flow->loop[l].parent] = true;
	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first; i < flow->block[b].end; ++i)
			if (flow->block[b].loop >= 0 &&
				has_slow_path(opcode_of(w, i)))
				is_slow[flow->block[b].loop] = true;
	for (int b = 0; b < flow->n_block; ++b) {
		const struct ptx_block *block = &flow->block[b];
		int l = block->loop, *param, *n;
		enum reload reload = l < 0 ? RELOAD_NONE :
			is_outer[l]	   ? RELOAD_ALL :
			is_slow[l]	   ? RELOAD_INTEGERS :
			shape[l].joined == 1 && shape[l].live >= CROWDED ?
				     RELOAD_POINTERS :
				     RELOAD_NONE;

		if (reload == RELOAD_NONE)
			continue;
		param = of[l];
		n = &n_of[l];
		if (is_outer[l])
			*n = 0; /* in each of its blocks */
		for (int i = block->first; i < block->end; ++i) {
			const struct ptx_instruction *inst =
				&w->f->instruction[i];

			for (int j = 1; words[i] > 0 && *n < RELOADED &&
				j < inst->n_operand;
				++j) {
				int p = param_in(w, &inst->operand[j]), k = 0;

				while (k < *n && param[k] != p)
					++k;
				if (p < 0 || k < *n ||
					!is_reloaded(w, block, words, i, p,
						reload))
					continue;
				param[(*n)++] = p;
				++kind[i].control;
			}
		}
	}
	for (int i = 0; i < w->f->n_instruction; ++i)
		words[i] += kind[i].control;
	free(is_outer);
	free(is_slow);
	free(of);
	free(n_of);
}

/* Moves of a pointer from trip to trip, where trips are not joined: means of 91
 * loops with one pointer that has an access, and of 40 with two to four.
 */
#define MOVES_OF_ONE 1.5
#define MOVES	     2

void ptx_shape_share(const struct words *w, const struct ptx_flow *flow, int b,
	int joined, double *words)
{
	const struct ptx_block *block = &flow->block[b];
	int test = test_of(w, block), n = 0;

	for (int i = block->first; i < block->end; ++i)
		n += ptx_words_is_step(w, i) && is_64(opcode_of(w, i));
	for (int i = block->first; i < block->end; ++i) {
		const struct ptx_opcode *op = opcode_of(w, i);

		if (ptx_words_is_step(w, i) && is_64(op) && joined == 1)
			words[i] += n == 1 ? MOVES_OF_ONE : MOVES;
		if (ptx_words_is_step(w, i) || i == test ||
			op->code == CODE_BRA)
			words[i] /= joined;
	}
}
