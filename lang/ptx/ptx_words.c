/* Machine instructions of a PTX instruction: what the assembler folds into
 * others is 0, what takes two 32-bit halves is 2.
 *
 * The rules describe what ptxas 12 and 13 write for sm_80 and sm_90:
 *	product, 64-bit sum		one IMAD.WIDE for each sum
 *	64-bit product, sum		four, the last of which adds
 *	shift, sum			one LEA (64 bits: LEA and LEA.HI.X)
 *	two sums, or two of and, or	one IADD3, one LOP3 (32 bits)
 *	sum, minimum; two minima	one VIADDMNMX, one VIMNMX3 (from sm_90 on)
 *	32 bits to 64, an address	two (LEA.HI.X.SX32 extends)
 *	a mask of a byte		none, if it was loaded as one
 *	moves				none, unless a loop rotates registers
 *	threadIdx, blockDim, pointers	one load of each
 *	a double literal		two moves, unless its low half is 0
 *	a pointer that a loop moves	two sums, and moves if trips are not joined
 *	logic, compared with 0		one LOP3
 *	an address plus a literal	none: accesses add it
 *	an offset of 8 MiB and more	two sums for all within 16 MiB
 *	bytes that are loaded together	one for each that is used
 *	a short loop			several trips become one
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/kernel/expansion.h"
#include "lang/ptx/ptx_words_parts.h"

/* An access holds an offset of 24 bits with a sign.  What lies farther from its
 * pointer needs another one, which serves all offsets within 2^24 bytes:
 * prefix_32, 32 loads 4 MiB apart, has 8 such pointers.
 */
#define FAR_B	 ((int64_t) 1 << 23)
#define WINDOW_B ((int64_t) 1 << 24)

static void count_use(struct words *w, int by, const struct ptx_operand *o)
{
	const struct ptx_opcode *op = opcode_of(w, by);
	struct uses *u = uses_of(w, o);

	for (int i = 0; o->kind == OPERAND_LIST && i < o->n_sub; ++i)
		count_use(w, by, &o->sub[i]);
	if (!u)
		return;
	if (u->n++ == 0)
		u->used_first = by + 1;
	u->used_by = by;
	u->n_add += is_sum(op);
	u->n_shift += op->code == CODE_SHL;
	u->n_address += o->kind == OPERAND_ADDRESS;
	u->n_base += op->code == CODE_CVTA;
	u->n_divide += (op->code == CODE_DIV || op->code == CODE_REM) &&
		o == ptx_operand(&w->f->instruction[by], 2);
}

static void find_uses(struct words *w)
{
	for (int i = 0; i < w->f->n_instruction; ++i) {
		const struct ptx_instruction *inst = &w->f->instruction[i];
		const struct ptx_opcode *op = opcode_of(w, i);

		for (int j = 0; j < inst->n_operand; ++j) {
			const struct ptx_operand *o = &inst->operand[j];
			struct uses *u = uses_of(w, o);

			if (j == 0 && sets_first(op)) {
				if (u) {
					if (u->n_set++ == 0)
						u->first = i;
					u->set_by = i;
				}
				continue;
			}
			count_use(w, i, o);
		}
	}
}

const struct ptx_instruction *ptx_words_maker(const struct words *w,
	const struct ptx_operand *o)
{
	const struct uses *u = o->kind == OPERAND_NAME ? uses_of(w, o) : NULL;

	return u && u->n_set == 1 ? &w->f->instruction[u->set_by] : NULL;
}

/* A 64-bit product of 32-bit numbers that only sums and shifts use. */
static bool is_folded_product(const struct words *w,
	const struct ptx_instruction *inst)
{
	const struct ptx_opcode *op = &w->m->opcode[inst->opcode];
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));

	return op->code == CODE_MUL && op->is_wide && u &&
		u->n == u->n_add + u->n_shift;
}

/* A shift of such a product is part of its factor. */
static bool is_shifted_product(const struct words *w,
	const struct ptx_instruction *inst)
{
	const struct ptx_opcode *op = &w->m->opcode[inst->opcode];
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));
	const struct ptx_instruction *by;

	if (op->code != CODE_SHL || !is_64(op) || inst->n_operand < 3 ||
		!is_literal(ptx_operand(inst, 2)) || !u || u->n != u->n_add)
		return false;
	by = ptx_words_maker(w, ptx_operand(inst, 1));
	return by && is_folded_product(w, by);
}

/* A 64-bit product that only one sum uses: the last of its four instructions
 * (IMAD.WIDE) adds.
 */
static bool is_added_product(const struct words *w,
	const struct ptx_instruction *inst)
{
	const struct ptx_opcode *op = &w->m->opcode[inst->opcode];
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));

	return op->code == CODE_MUL && is_64(op) && !op->is_wide &&
		!op->is_hi && !ptx_type_is_float(op->type[0]) && u &&
		u->n == 1 && u->n_add == 1;
}

/* A register plus a literal that is nothing but an address: the accesses have it
 * as their offset.
 */
static bool is_offset(const struct words *w, const struct ptx_instruction *inst)
{
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));
	const struct ptx_operand *by = ptx_operand(inst, 2);

	return inst->n_operand == 3 && inst->guard < 0 &&
		ptx_operand(inst, 1)->kind == OPERAND_NAME &&
		by->kind == OPERAND_INT && by->offset > -FAR_B &&
		by->offset < FAR_B && u && u->n_set == 1 && u->n > 0 &&
		u->n == u->n_address;
}

static double sum_words(const struct words *w,
	const struct ptx_instruction *inst, const struct ptx_opcode *op)
{
	if (is_offset(w, inst))
		return 0;
	if (!is_64(op))
		return 1;
	for (int j = 1; j < inst->n_operand; ++j) {
		const struct ptx_instruction *by = ptx_words_maker(w,
			&inst->operand[j]);

		if (by &&
			(is_folded_product(w, by) || is_shifted_product(w, by)))
			return 1;
		if (by && op->code == CODE_ADD && is_added_product(w, by))
			return 0;
	}
	return 2;
}

/* ------------------------------------------------------- three operands */

static bool is_32_bit(const struct ptx_opcode *op)
{
	return ptx_type_bytes(op->type[0]) == 4;
}

static bool is_logic(const struct ptx_opcode *op)
{
	return op->code == CODE_AND || op->code == CODE_OR ||
		op->code == CODE_XOR || op->code == CODE_NOT;
}

/* A product or a shift that becomes part of the sums that use it. */
static bool is_in_sums(const struct words *w,
	const struct ptx_instruction *inst)
{
	const struct ptx_opcode *op = &w->m->opcode[inst->opcode];
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));

	return (op->code == CODE_MUL ||
		       (op->code == CODE_SHL && inst->n_operand > 2 &&
			       is_literal(ptx_operand(inst, 2)))) &&
		u && u->n > 0 && u->n == u->n_add;
}

static bool is_extreme(const struct ptx_opcode *op)
{
	return (op->code == CODE_MIN || op->code == CODE_MAX) &&
		!ptx_type_is_float(op->type[0]);
}

/* A sum, a logical operation or a minimum of two operands that are not part of
 * it.
 */
static bool has_room(const struct words *w, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_opcode *op = opcode_of(w, i);

	if (w->is_full[i] || inst->guard >= 0 || !is_32_bit(op) ||
		inst->n_operand < 2 ||
		!(is_sum(op) || is_logic(op) || is_extreme(op)))
		return false;
	for (int j = 1; j < inst->n_operand && is_sum(op); ++j) {
		const struct ptx_instruction *by = ptx_words_maker(w,
			&inst->operand[j]);

		if (by && is_in_sums(w, by))
			return false;
	}
	return true;
}

/* Devices from which on minima have three operands. */
#define EXTREMES_TARGET 90

/* A sum of what a condition chooses becomes two, one under a predicate. */
static bool adds_choice(const struct words *w,
	const struct ptx_instruction *inst)
{
	for (int j = 1; j < inst->n_operand; ++j) {
		const struct ptx_instruction *by = ptx_words_maker(w,
			&inst->operand[j]);

		if (by && w->m->opcode[by->opcode].code == CODE_SELP)
			return true;
	}
	return false;
}

/* True if one instruction does what "i" does and what "by" makes of its result.
 */
static bool is_joined(const struct words *w, int i, int by)
{
	const struct ptx_opcode *op = opcode_of(w, i), *next = opcode_of(w, by);

	if (!is_extreme(next))
		return !is_extreme(op) && is_sum(op) == is_sum(next);
	if (w->m->target < EXTREMES_TARGET)
		return false;
	return is_sum(op) ?
		!adds_choice(w, &w->f->instruction[i]) :
		op->code == next->code && op->type[0] == next->type[0];
}

/* True if instruction "i" becomes part of the only one that uses its result, in
 * the same block: IADD3, LOP3 and VIMNMX3 have three operands.
 */
static bool is_part(struct words *w, int i, const struct ptx_block *b)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct uses *u = inst->n_operand > 1 &&
			ptx_operand(inst, 0)->kind == OPERAND_NAME ?
		uses_of(w, ptx_operand(inst, 0)) :
		NULL;

	if (!u || u->n_set != 1 || u->n != 1 || u->used_by <= i ||
		u->used_by >= b->end || !has_room(w, i) ||
		!has_room(w, u->used_by) || !is_joined(w, i, u->used_by))
		return false;
	w->is_full[u->used_by] = true;
	return true;
}

/* True if "o" was loaded as "bytes" without a sign, so that a mask of these
 * changes nothing.
 */
static bool is_loaded_as(const struct words *w, const struct ptx_operand *o,
	int bytes)
{
	const struct ptx_instruction *by = ptx_words_maker(w, o);

	while (by && w->m->opcode[by->opcode].code == CODE_CVT &&
		!ptx_type_is_float(w->m->opcode[by->opcode].type[0]) &&
		!ptx_type_is_float(w->m->opcode[by->opcode].type[1]) &&
		!ptx_type_is_signed(w->m->opcode[by->opcode].type[1]) &&
		by->n_operand == 2)
		by = ptx_words_maker(w, ptx_operand(by, 1));
	return by && w->m->opcode[by->opcode].code == CODE_LD &&
		!ptx_type_is_signed(w->m->opcode[by->opcode].type[0]) &&
		ptx_type_bytes(w->m->opcode[by->opcode].type[0]) <= bytes;
}

static bool is_needless_mask(const struct words *w,
	const struct ptx_instruction *inst)
{
	return inst->n_operand == 3 && is_literal(ptx_operand(inst, 2)) &&
		((ptx_operand(inst, 2)->offset == 0xff &&
			 is_loaded_as(w, ptx_operand(inst, 1), 1)) ||
			(ptx_operand(inst, 2)->offset == 0xffff &&
				is_loaded_as(w, ptx_operand(inst, 1), 2)));
}

bool ptx_words_is_nothing(const struct words *w, int i)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_opcode *op = opcode_of(w, i);

	if (op->code == CODE_AND)
		return is_needless_mask(w, inst);
	return op->code == CODE_CVT && !ptx_type_is_float(op->type[0]) &&
		!ptx_type_is_float(op->type[1]) &&
		!(is_64(op) && ptx_type_is_signed(op->type[1]));
}

static double shift_words(const struct words *w,
	const struct ptx_instruction *inst, const struct ptx_opcode *op)
{
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));
	bool is_left = op->code == CODE_SHL && inst->n_operand > 2 &&
		is_literal(ptx_operand(inst, 2));

	if (is_left && is_shifted_product(w, inst))
		return 0;
	if (is_left && u && u->n > 0 && u->n == u->n_add &&
		(u->n == 1 || !is_64(op)))
		return 0;
	return is_64(op) ? 2 : 1;
}

static bool is_shared(const struct words *w, int name)
{
	for (int i = 0; i < w->f->n_variable; ++i)
		if (w->f->variable[i].name == name)
			return w->f->variable[i].space == SPACE_SHARED;
	for (int i = 0; i < w->m->n_variable; ++i)
		if (w->m->variable[i].name == name)
			return w->m->variable[i].space == SPACE_SHARED;
	return false;
}

/* Devices from which on blocks of a cluster see each other's shared memory, each
 * with addresses of its own: the number of the block, a base and a shift (S2UR,
 * UMOV, ULEA) for the first array, a sum and a shift for others.
 */
#define CLUSTERS_TARGET 90

static double shared_words(struct words *w)
{
	bool is_first = !w->has_shared;

	if (w->m->target < CLUSTERS_TARGET)
		return 0;
	w->has_shared = true;
	return is_first ? 3 : 2;
}

/* Copies vanish where the copied value is not needed otherwise. */
static double move_words(struct words *w, const struct ptx_instruction *inst,
	const struct ptx_opcode *op, bool in_loop)
{
	const struct ptx_operand *from = ptx_operand(inst, 1);
	const struct uses *u = uses_of(w, from), *to;
	const char *name = from->kind == OPERAND_NAME ? w->m->name[from->name] :
							"";

	if (name[0] == '%' && w->reg[from->name] < 0)
		return 1; /* a special register */
	if (from->kind == OPERAND_NAME && is_shared(w, from->name))
		return shared_words(w);
	/* a double that no instruction holds as a literal */
	if (from->kind == OPERAND_FLOAT && is_64(op))
		return (from->offset & 0xffffffff) != 0 ? 2 : 0;
	to = uses_of(w, ptx_operand(inst, 0));
	if (!in_loop || !u || !to || to->n_set < 2 || u->n < 2)
		return 0;
	return is_64(op) ? 2 : 1;
}

/* Literals of doubles take two moves, once in a kernel. */
static double literal_words(struct words *w, const struct ptx_instruction *inst)
{
	double n = 0;

	for (int j = 1; j < inst->n_operand; ++j) {
		const struct ptx_operand *o = &inst->operand[j];
		size_t at = 0;
		uint64_t bits;

		if (o->kind != OPERAND_FLOAT)
			continue;
		bits = (uint64_t) o->offset;
		if ((bits & 0xffffffff) == 0 ||
			map_next(&w->literals, bits, &at) >= 0)
			continue;
		map_add(&w->literals, bits, 0);
		n += 2;
	}
	return n;
}

/* A product of floats whose one use is a sum in the same block is one
 * instruction with it, if neither says how it is rounded; of two such products
 * the first.
 */
static bool is_fused(struct words *w, int i, const struct ptx_block *b)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_opcode *op = opcode_of(w, i), *by;
	const struct uses *u = uses_of(w, ptx_operand(inst, 0));

	if (op->code != CODE_MUL || op->is_rounded || inst->guard >= 0 || !u ||
		u->n_set != 1 || u->n != 1 || u->used_by <= i ||
		u->used_by >= b->end || w->is_full[u->used_by])
		return false;
	by = opcode_of(w, u->used_by);
	if ((by->code != CODE_ADD && by->code != CODE_SUB) || by->is_rounded ||
		by->type[0] != op->type[0] ||
		w->f->instruction[u->used_by].guard >= 0)
		return false;
	w->is_full[u->used_by] = true;
	return true;
}

static double float_words(struct words *w, int i, const struct ptx_block *b)
{
	const struct ptx_opcode *op = opcode_of(w, i);
	double literals = op->type[0] == PTX_F64 ?
		literal_words(w, &w->f->instruction[i]) :
		0;

	return literals == 0 && is_fused(w, i, b) ? 0 : op->words + literals;
}

/* A number of 32 bits that nothing but one address of bytes uses: the upper half
 * of that sum extends it (LEA.HI.X.SX32).  For several sums it is extended once.
 */
static bool is_extended(const struct words *w,
	const struct ptx_instruction *inst, const struct ptx_opcode *op)
{
	const struct uses *u = uses_of(w, ptx_operand(inst, 0)), *sum;

	if (!is_64(op) || op->type[1] != PTX_S32 || !u || u->n != 1 ||
		u->n_add != 1)
		return false;
	sum = uses_of(w, ptx_operand(&w->f->instruction[u->used_by], 0));
	return sum && sum->n > 0 && sum->n == sum->n_address;
}

/* A comparison of what a logical operation of the same block makes with 0: LOP3
 * sets a predicate, too.
 */
static bool is_tested_bits(const struct words *w, int i,
	const struct ptx_block *b)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_opcode *op = opcode_of(w, i);
	const struct uses *u = uses_of(w, ptx_operand(inst, 1));

	return (op->compare == COMPARE_EQ || op->compare == COMPARE_NE) &&
		!op->bool_op && is_literal(ptx_operand(inst, 2)) &&
		ptx_operand(inst, 2)->offset == 0 && u && u->n_set == 1 &&
		u->set_by >= b->first && u->set_by < i &&
		is_logic(opcode_of(w, u->set_by)) &&
		is_32_bit(opcode_of(w, u->set_by));
}

/* A choice of 64 bits between literals with one upper half: that is no choice. */
static bool is_half_choice(const struct ptx_instruction *inst)
{
	const struct ptx_operand *a = ptx_operand(inst, 1);
	const struct ptx_operand *b = ptx_operand(inst, 2);

	return a->kind == OPERAND_INT && b->kind == OPERAND_INT &&
		a->offset >> 32 == b->offset >> 32;
}

static bool is_of_angle(const struct ptx_expansion *to)
{
	return to &&
		(to->chain == FUNCTION___sinf || to->chain == FUNCTION___cosf);
}

/* True if instruction "i" is the sine or cosine of an angle of which block "b"
 * has the other: the turns are found once.
 */
static bool has_turns(const struct words *w, int i, const struct ptx_block *b)
{
	const struct ptx_operand *angle = ptx_operand(&w->f->instruction[i], 1);
	const struct uses *u = uses_of(w, angle);

	for (int j = b->first; u && u->n_set == 1 && j < i; ++j) {
		const struct ptx_opcode *op = opcode_of(w, j);
		const struct ptx_operand *o = ptx_operand(&w->f->instruction[j],
			1);

		if (o->kind == OPERAND_NAME && o->name == angle->name &&
			is_of_angle(op->becomes))
			return true;
	}
	return false;
}

static double expanded_words(const struct words *w, int i,
	const struct ptx_block *b, const struct ptx_expansion *to)
{
	double words = to->fp + to->special + to->other;

	return is_of_angle(to) && has_turns(w, i, b) ? words - to->fp : words;
}

/* Bytes that are loaded together lie in one register: one instruction (PRMT)
 * takes each of them that is used out of it, and extends its sign if it has one.
 */
static double unpacked_bytes(const struct words *w,
	const struct ptx_instruction *inst, const struct ptx_opcode *op)
{
	const struct ptx_operand *to = ptx_operand(inst, 0);
	int n = 0;

	if (to->kind != OPERAND_LIST || ptx_type_bytes(op->type[0]) != 1)
		return 0;
	for (int i = 0; i < to->n_sub; ++i) {
		const struct uses *u = uses_of(w, &to->sub[i]);
		const struct ptx_opcode *by = u && u->n == 1 ?
			opcode_of(w, u->used_by) :
			NULL;

		n += u && u->n > 0 &&
			!(by && by->code == CODE_CVT &&
				ptx_type_bytes(by->type[1]) == 1 &&
				ptx_type_is_signed(by->type[1]));
	}
	return n;
}

/* The words of instruction "i" in block "b" of a loop that begins with instruction
 * "loop"; -1: of none.
 */
static double words_of(struct words *w, int i, int loop,
	const struct ptx_block *b)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_opcode *op = opcode_of(w, i);
	const struct ptx_expansion *to = op->becomes;
	const struct uses *u;

	if (inst->is_table)
		return 0; /* one jump for all */
	if (inst->n_operand < 2)
		return op->words;
	if (to)
		return expanded_words(w, i, b, to);
	switch (op->code) {
	case CODE_MOV: return move_words(w, inst, op, loop >= 0);
	case CODE_CVTA: return op->is_to ? 1 : 0;
	case CODE_LD:
		/* see ptx_argument.c */
		return op->space == SPACE_PARAM ?
			0 :
			op->words + unpacked_bytes(w, inst, op);
	default: break;
	}
	if (ptx_type_is_float(op->type[0]) && op->code != CODE_CVT &&
		op->code != CODE_SELP)
		return float_words(w, i, b);
	switch (op->code) {
	case CODE_ADD:
	case CODE_SUB: return sum_words(w, inst, op);
	case CODE_SHL:
	case CODE_SHR: return shift_words(w, inst, op);
	case CODE_DIV:
	case CODE_REM: return ptx_quotient_words(w, inst, loop);
	case CODE_MUL:
		if (is_folded_product(w, inst))
			return 0;
		u = uses_of(w, ptx_operand(inst, 0));
		/* a product and a sum are one instruction */
		if (!op->is_hi && !is_64(op) && u && u->n > 0 &&
			u->n == u->n_add)
			return 0;
		if (!is_64(op) || op->is_wide)
			return ptx_product_is_low(w, i, b) ? 0 : 1;
		return op->is_hi ? 4 : ptx_product_words(w, inst);
	case CODE_MAD:
		return !is_64(op) || op->is_wide ? 1 :
			op->is_hi		 ? 4 :
						   ptx_product_words(w, inst);
	case CODE_AND:
		if (ptx_words_is_nothing(w, i))
			return 0;
		/* fall through */
	case CODE_NEG:
	case CODE_OR:
	case CODE_XOR:
	case CODE_NOT:
	case CODE_SETP:
		if (op->code == CODE_SETP && is_tested_bits(w, i, b))
			return 0;
		/* fall through */
	case CODE_SELP:
		if (op->code == CODE_SELP && is_half_choice(inst))
			return 1;
		/* fall through */
	case CODE_MIN:
	case CODE_MAX: return op->type[0] == PTX_PRED ? 0 : is_64(op) ? 2 : 1;
	case CODE_CVT:
		return ptx_words_is_nothing(w, i) || is_extended(w, inst, op) ?
			0 :
			1;
	/* two shifts, a mask and a sum */
	case CODE_BFI: return is_64(op) ? 4 : op->words;
	default: return op->words;
	}
}

/* -------------------------------------------------------------- offsets */

struct far {
	int reg, block; /* block: -1 if the register is set once */
	int64_t offset;
	int inst;
};

static int compare_far(const void *a, const void *b)
{
	const struct far *x = a, *y = b;

	return x->reg != y->reg	       ? x->reg - y->reg :
		x->block != y->block   ? x->block - y->block :
		x->offset != y->offset ? (x->offset > y->offset) -
			(x->offset < y->offset) :
					 x->inst - y->inst;
}

static const struct ptx_operand *address_in(const struct ptx_instruction *inst)
{
	for (int j = 0; j < inst->n_operand; ++j)
		if (inst->operand[j].kind == OPERAND_ADDRESS)
			return &inst->operand[j];
	return NULL;
}

static void add_far(const struct words *w, const struct ptx_flow *flow,
	double *words)
{
	struct far *far = NULL;
	size_t n = 0;

	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first; i < flow->block[b].end;
			++i) {
			const struct ptx_operand *o = address_in(
				&w->f->instruction[i]);
			const struct uses *u = o ? uses_of(w, o) : NULL;

			if (!u || opcode_of(w, i)->space == SPACE_PARAM ||
				(o->offset >= -FAR_B && o->offset < FAR_B))
				continue;
			far = memory_grow(far, n, sizeof(*far));
			far[n++] = (struct far) { w->reg[o->name],
				u->n_set > 1 ? b : -1, o->offset, i };
		}
	if (n > 0)
		qsort(far, n, sizeof(*far), compare_far);
	for (size_t i = 0, end; i < n; i = end) {
		int first = far[i].inst;

		for (end = i; end < n && far[end].reg == far[i].reg &&
			far[end].block == far[i].block &&
			far[end].offset / 2 < far[i].offset / 2 + WINDOW_B / 2;
			++end)
			first = far[end].inst < first ? far[end].inst : first;
		words[first] += 2;
	}
	free(far);
}

/* ------------------------------------------------------------- predicates */

/* The assembler puts short code under a predicate instead of jumping over it:
 * up to 20 instructions, those of an "else" among them, and up to 7 if one of
 * them stores.  Chains of 1 to 32 sums and products, of 1 to 12 loads from global
 * and from shared memory, and of 1 to 12 sums before a store, compiled for sm_80
 * and sm_90: the 21st, the 11th load with a sum each, and the 7th sum before a
 * store make a branch.
 */
#define PREDICATED	  20
#define PREDICATED_STORES 7

struct body {
	double words;
	bool stores, loads, is_short;
};

/* What block "b" adds to code under a predicate, if it is no more than that. */
static void add_body(const struct words *w, const struct ptx_block *b,
	const double *words, struct body *body)
{
	body->is_short &= b->n_pred == 1 && b->n_succ == 1 &&
		b->end - b->first <= 4 * PREDICATED;
	for (int i = b->first; i < b->end && body->is_short; ++i) {
		const struct ptx_opcode *op = opcode_of(w, i);

		if (op->code == CODE_BRA)
			continue;
		body->is_short = op->class != CLASS_BARRIER &&
			op->class != CLASS_TENSOR &&
			op->class != CLASS_CONTROL && !has_slow_path(op) &&
			op->code != CODE_RED && op->code != CODE_ATOM;
		body->stores |= op->code == CODE_ST;
		body->loads |= op->code == CODE_LD;
		body->words += words[i];
	}
}

bool ptx_words_is_end(const struct words *w, const struct ptx_flow *flow, int b)
{
	return b >= flow->n_block ||
		(flow->block[b].end - flow->block[b].first == 1 &&
			opcode_of(w, flow->block[b].first)->code == CODE_RET);
}

/* The block behind those that follow each other from "b" on, each the only way
 * to the next.
 */
static int behind(const struct ptx_flow *flow, int b)
{
	while (b < flow->n_block && flow->block[b].n_pred == 1 &&
		flow->block[b].n_succ == 1)
		b = flow->block[b].succ[0].to;
	return b;
}

static int beside(const struct ptx_kind *kind)
{
	return kind->control + kind->integer;
}

/* Finds the branches that predicates replace.  Where code stores, its branch is
 * no instruction; where it computes or loads, moves of the results to where the
 * other way has them take its place.  Loads behind it pass code that does not
 * store what it loads.
 */
static void find_predicated(const struct words *w, const struct ptx_flow *flow,
	double *words, const struct ptx_kind *kind, bool *is_passed,
	bool *is_predicated)
{
	for (int b = 0; b < flow->n_block; ++b) {
		const struct ptx_block *from = &flow->block[b];
		struct body body = { .is_short = true };
		int to[2] = { from->succ[0].to, from->succ[1].to }, join = -1;

		if (from->n_succ != 2 || ptx_words_is_end(w, flow, to[0]) ||
			ptx_words_is_end(w, flow, to[1]))
			continue;
		if (behind(flow, to[0]) == behind(flow, to[1]))
			join = behind(flow, to[0]);
		for (int i = 0; i < 2; ++i)
			if (behind(flow, to[i]) == to[!i])
				join = to[!i];
		if (join < 0 || ptx_words_is_end(w, flow, join))
			continue;
		for (int i = 0; i < 2; ++i)
			for (int at = to[i]; at != join && body.is_short;
				at = flow->block[at].succ[0].to)
				add_body(w, &flow->block[at], words, &body);
		if (!body.is_short ||
			body.words >
				(body.stores ? PREDICATED_STORES : PREDICATED))
			continue;
		is_predicated[b] = true;
		for (int i = 0; i < 2; ++i)
			for (int at = to[i];
				at != join && !(body.loads && body.stores);
				at = flow->block[at].succ[0].to)
				is_passed[at] = true;
		for (int i = 0; i < 2; ++i)
			if (body.stores && from->succ[i].branch >= 0)
				words[from->succ[i].branch] = beside(
					&kind[from->succ[i].branch]);
	}
}

/* True if nothing but a jump back to the header of loop "l" follows "b". */
static bool is_latched(const struct ptx_flow *flow, int l, int b)
{
	while (flow->block[b].n_pred == 1 && flow->block[b].n_succ == 1)
		b = flow->block[b].succ[0].to;
	return b == flow->loop[l].header;
}

/* Finds what loops have behind an exit.  The assembler puts the exit at the
 * end: what stands before it in PTX is made once in front of the loop, and
 * then, without a jump, behind the rest of each trip.
 */
static void find_rotated(const struct ptx_flow *flow, bool *is_passed)
{
	for (int b = 0; b < flow->n_block; ++b) {
		const struct ptx_block *from = &flow->block[b];
		int l = from->loop;

		if (l < 0 || from->n_succ != 2)
			continue;
		for (int i = 0; i < 2; ++i) {
			int to = from->succ[i].to;

			if (ptx_flow_has(flow, l, from->succ[!i].to) ||
				!is_latched(flow, l, to))
				continue;
			for (; to != flow->loop[l].header;
				to = flow->block[to].succ[0].to)
				is_passed[to] = true;
		}
	}
}

void ptx_words_jump(const struct ptx_block *b, int n, double *words,
	struct ptx_kind *kind)
{
	words[b->end - 1] += n;
	kind[b->end - 1].control += (unsigned short) n;
}

double *ptx_words_of(const struct ptx_module *m, const struct ptx_function *f,
	const struct ptx_flow *flow, int n_reg, const int *reg,
	struct ptx_shape **shape, bool **is_passed, struct ptx_kind **kind)
{
	struct words w = {
		.m = m,
		.f = f,
		.reg = reg,
		.uses = memory_new(((size_t) n_reg + 1) * sizeof(*w.uses)),
		.is_full = memory_new((size_t) f->n_instruction + 1),
		.is_single = memory_new((size_t) f->n_instruction + 1),
	};
	double *words = memory_new(
		((size_t) f->n_instruction + 1) * sizeof(*words));
	bool *by_lane, *is_predicated = memory_new((size_t) flow->n_block + 1);

	*shape = memory_new(((size_t) flow->n_loop + 1) * sizeof(**shape));
	find_uses(&w);
	for (int l = 0; l < flow->n_loop; ++l)
		ptx_shape_find(&w, flow, l, &(*shape)[l]);
	ptx_live_find(&w, flow, n_reg, *shape);
	for (int b = 0; b < flow->n_block; ++b) {
		int l = flow->block[b].loop;

		for (int i = flow->block[b].first; i < flow->block[b].end; ++i)
			words[i] = is_part(&w, i, &flow->block[b]) ?
				0 :
				words_of(&w, i,
					l < 0 ? -1 :
						flow->block[flow->loop[l]
								    .header]
							.first,
					&flow->block[b]);
		if (l >= 0)
			ptx_shape_share(&w, flow, b, (*shape)[l].joined, words);
	}
	ptx_argument_find(&w, flow, words);
	*kind = memory_new(((size_t) f->n_instruction + 1) * sizeof(**kind));
	ptx_shape_reload(&w, flow, *shape, words, *kind);
	by_lane = ptx_meet_lanes(&w, n_reg);
	for (int l = 0; l < flow->n_loop; ++l) {
		ptx_shape_enter(flow, l, &(*shape)[l],
			ptx_meet_leaves(&w, flow, by_lane, l), words, *kind);
		ptx_shape_keep(&w, flow, l, words);
	}
	add_far(&w, flow, words);
	*is_passed = memory_new((size_t) flow->n_block + 1);
	find_predicated(&w, flow, words, *kind, *is_passed, is_predicated);
	ptx_meet_find(&w, flow, by_lane, is_predicated, words, *kind);
	find_rotated(flow, *is_passed);
	ptx_kind_find(&w, flow, n_reg, by_lane, *kind);
	free(by_lane);
	free(is_predicated);
	free(w.uses);
	free(w.is_full);
	free(w.is_single);
	map_clear(&w.literals);
	return words;
}
