/* Products of 64 bits, as (16.23) has them: what IMAD.WIDE multiplies are 32 bits, both
 * with a sign or both without, which PTX shows by what made a factor; halves of one
 * product; and quotients.
 */

#include "lang/ptx/ptx_words_parts.h"

/* What is known of a factor of 64 bits: 32 bits of it say all, with a sign, without
 * one, or either way.
 */
enum factor { FACTOR_LONG, FACTOR_SIGNED, FACTOR_UNSIGNED, FACTOR_SMALL };

static enum factor factor_of_literal(int64_t n)
{
	return n >= 0 && n <= INT32_MAX		   ? FACTOR_SMALL :
		n >= INT32_MIN && n < 0		   ? FACTOR_SIGNED :
		n > 0 && n <= (int64_t) UINT32_MAX ? FACTOR_UNSIGNED :
						     FACTOR_LONG;
}

static enum factor factor_of(const struct words *w, const struct ptx_operand *o)
{
	const struct ptx_instruction *by = ptx_words_maker(w, o);
	const struct ptx_opcode *op = by ? &w->m->opcode[by->opcode] : NULL;

	if (is_literal(o))
		return factor_of_literal(o->offset);
	if (!op)
		return FACTOR_LONG;
	if (op->code == CODE_CVT && is_64(op) && by->n_operand == 2)
		return op->type[1] == PTX_S32  ? FACTOR_SIGNED :
			op->type[1] == PTX_U32 ? FACTOR_UNSIGNED :
						 FACTOR_LONG;
	if (op->code == CODE_AND && is_64(op) && by->n_operand == 3 &&
		is_literal(ptx_operand(by, 2)))
		return factor_of_literal(ptx_operand(by, 2)->offset);
	return FACTOR_LONG;
}

double ptx_product_words(const struct words *w,
	const struct ptx_instruction *inst)
{
	enum factor a = factor_of(w, ptx_operand(inst, 1));
	enum factor b = factor_of(w, ptx_operand(inst, 2));

	/* a sign is an upper word, too */
	if (a == FACTOR_LONG || b == FACTOR_LONG)
		return a == FACTOR_UNSIGNED || a == FACTOR_SMALL ||
				b == FACTOR_UNSIGNED || b == FACTOR_SMALL ?
			3 :
			4;
	return a == b || a == FACTOR_SMALL || b == FACTOR_SMALL ? 1 : 3;
}

/* The literal that "o" is or holds. */
static bool is_number(const struct words *w, const struct ptx_operand *o,
	int64_t *n)
{
	const struct ptx_instruction *by = ptx_words_maker(w, o);

	if (by && w->m->opcode[by->opcode].code == CODE_MOV &&
		by->n_operand == 2)
		o = ptx_operand(by, 1);
	*n = (int64_t) (uint32_t) o->offset;
	return is_literal(o);
}

static bool is_same(const struct words *w, const struct ptx_operand *a,
	const struct ptx_operand *b)
{
	int64_t x, y;

	if (is_number(w, a, &x))
		return is_number(w, b, &y) && x == y;
	return uses_of(w, a) && a->kind == OPERAND_NAME &&
		b->kind == OPERAND_NAME && a->name == b->name &&
		uses_of(w, a)->n_set == 1;
}

/* Instructions of a block that are looked through for the other half. */
#define NEAR 32

bool ptx_product_is_low(const struct words *w, int i, const struct ptx_block *b)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct ptx_opcode *low = opcode_of(w, i);
	int first = i - NEAR > b->first ? i - NEAR : b->first;
	int end = i + NEAR < b->end ? i + NEAR : b->end;

	if (low->is_hi || low->is_wide || is_64(low) ||
		ptx_type_is_float(low->type[0]))
		return false;
	for (int j = first; j < end; ++j) {
		const struct ptx_instruction *high = &w->f->instruction[j];
		const struct ptx_opcode *op = opcode_of(w, j);

		if (op->code != CODE_MUL || !op->is_hi || is_64(op) ||
			high->n_operand != 3 || inst->n_operand != 3)
			continue;
		for (int k = 1; k <= 2; ++k)
			if (is_same(w, &inst->operand[1], &high->operand[k]) &&
				is_same(w, &inst->operand[2],
					&high->operand[3 - k]))
				return true;
	}
	return false;
}

/* A quotient or remainder of 32-bit integers by a register: the reciprocal of
 * the divisor, which others by the same register share, and what follows.  14
 * listings by ptxas 13 for sm_90: signed, unsigned, one or two of each, by one
 * divisor or two.
 */
double ptx_quotient_words(const struct words *w,
	const struct ptx_instruction *inst, int loop)
{
	const struct ptx_opcode *op = &w->m->opcode[inst->opcode];
	bool is_signed = ptx_type_is_signed(op->type[0]);
	bool is_quotient = op->code == CODE_DIV;
	struct uses *by = inst->n_operand == 3 ?
		uses_of(w, ptx_operand(inst, 2)) :
		NULL;
	bool is_shared = by && by->is_divisor;

	if (!by || is_64(op))
		return op->words;
	by->is_divisor = by->n_set == 1;
	/* found in front of the loop if the divisor was */
	is_shared = is_shared || (by->is_divisor && by->set_by < loop);
	if (is_signed)
		return is_shared ? (is_quotient ? 15 : 12) :
				   (is_quotient ? 23 : 22);
	return is_shared ? (is_quotient ? 10 : 9) : (is_quotient ? 18 : 17);
}
