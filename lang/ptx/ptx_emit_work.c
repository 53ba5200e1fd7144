/* The work of a region by class: the machine instructions that each instruction of
 * PTX becomes, and the units that do them.
 */

#include <math.h>
#include <string.h>

#include "lang/kernel/expansion.h"
#include "lang/ptx/ptx_run.h"

static bool is_named(const struct ptx_opcode *op, const char *name)
{
	size_t n = strlen(name);

	return strncmp(op->text, name, n) == 0 && op->text[n] == '.';
}

bool ptx_emit_is_scaled(const struct ptx_opcode *op)
{
	bool wide = op->type[0] == PTX_F64;

	return !op->is_flushed && (!wide || is_named(op, "rsqrt")) &&
		(is_named(op, "rsqrt") || is_named(op, "ex2") ||
			is_named(op, "lg2") || is_named(op, "sqrt"));
}

/* In front of a slow path, lanes that take it part from the others, which wait
 * for them behind it: BSSY, a branch and BSYNC.
 */
#define SLOW_PATH_CONTROL 3

/* One that becomes several, or one less if it shares the first. */
static void add_expanded(struct ptx_work *w, const struct ptx_expansion *to,
	double words)
{
	w->fp32 += fmin(to->fp, words - to->special - to->other);
	w->special += to->special;
	w->integer += to->other;
}

/* What is rounded takes several instructions. */
static void add_special(struct ptx_work *w, const struct ptx_opcode *op,
	double words)
{
	const struct ptx_expansion *to = op->becomes;
	bool wide = op->type[0] == PTX_F64;
	enum function_kind f = op->code == CODE_DIV ? FUNCTION_div :
		is_named(op, "rcp")		    ? FUNCTION_rcp :
						      FUNCTION_sqrt;
	const struct function_cost *c = op->is_approx ?
		ptx_emit_is_scaled(op) ?
		&function_rows[FUNCTION_rsqrt].cost[wide] :
		NULL :
		&function_rows[f].cost[wide];
	double parting;

	w->flops += 1;
	if (to) {
		add_expanded(w, to, words);
		return;
	}
	w->special += c ? c->special : 1;
	if (!c)
		return;
	*(wide ? &w->fp64 : &w->fp32) += c->fp;
	parting = c->has_slow_path ? fmin(c->other, SLOW_PATH_CONTROL) : 0;
	w->control += parting;
	w->integer += c->other - parting;
	w->expanded += c->fp + c->special + c->other;
	w->slow_paths += c->zero;
}

/* Bits that the unit of special functions counts, finds or turns round. */
static bool is_special_bits(const struct ptx_opcode *op)
{
	return is_named(op, "popc") || is_named(op, "brev") ||
		is_named(op, "clz") || is_named(op, "bfind");
}

/* Conversions from and to floats or integers of 64 bits take as long as special
 * functions, 16 lanes a cycle on Hopper; others, 64 lanes, as integers do (CUDA
 * programming guide, throughput of native instructions).  Both are on one unit, XU
 * of ncu, but for integers of 32 bits that become floats and floats that become
 * halves (I2FP, F2FP).
 */
static bool is_special_convert(const struct ptx_opcode *op)
{
	enum ptx_type to = op->type[0], from = op->type[1];

	return op->code == CODE_CVT &&
		(ptx_type_is_float(to) || ptx_type_is_float(from)) &&
		(ptx_type_bytes(to) == 8 || ptx_type_bytes(from) == 8);
}

/* DSETP runs where sums of doubles do. */
static bool is_double_test(const struct ptx_opcode *op)
{
	return op->code == CODE_SETP && op->type[0] == PTX_F64;
}

/* Choices and extremes of floats (FSEL, FMNMX) run where integers do. */
static bool is_choice(const struct ptx_opcode *op)
{
	bool is_extreme = op->code == CODE_MIN || op->code == CODE_MAX;

	return op->code == CODE_SELP || op->code == CODE_SET ||
		op->code == CODE_DATA || (is_extreme && op->type[0] == PTX_F32);
}

/* Instructions of a quotient that finds the reciprocal of its divisor (MUFU.RCP), at
 * least.
 */
#define WITH_RECIPROCAL 16

/* A shift of 32 bits to the left by a literal: IMAD.SHL or SHF.L. */
static bool is_scaling(const struct ptx_instruction *inst,
	const struct ptx_opcode *op)
{
	return op->code == CODE_SHL && ptx_type_bytes(op->type[0]) == 4 &&
		inst->n_operand == 3 &&
		ptx_operand(inst, 2)->kind == OPERAND_INT;
}

/* Integer instructions, and which units do them: sums, moves and shifts by a
 * literal to the left either, other shifts, comparisons and logic those of
 * integers, products the others.  Products of 64 bits (IMAD.WIDE, IMAD.HI) take
 * two turns.  A product that is part of a sum has no words of its own; a sum of
 * 64 bits in one word has such a product.
 */
static void add_integer(struct ptx_work *w, const struct ptx_instruction *inst,
	const struct ptx_opcode *op, double words)
{
	bool is_long = ptx_type_bytes(op->type[0]) == 8;
	double turns = op->is_wide || op->is_hi || is_long ? 2 : 1;

	const struct ptx_expansion *to = op->becomes;

	if (to) {
		add_expanded(w, to, words);
		w->either += op->code == CODE_MUL ? to->other : 0;
		w->products += op->code == CODE_MUL ? turns * to->other : 0;
		return;
	}
	if (words > 0 && is_special_bits(op)) {
		w->special += 1;
		w->integer += words - 1;
		return;
	}
	if (words > 0 && is_special_convert(op)) {
		w->special += 1;
		w->integer += words - 1;
		return;
	}
	if (is_double_test(op) && words > 0) {
		w->fp64 += 1;
		w->integer += words - 1;
		return;
	}
	w->integer += words;
	switch (op->code) {
	case CODE_ADD:
	case CODE_SUB:
		w->either += words;
		w->products += is_long && words == 1 ? turns : 0;
		return;
	case CODE_SHL: w->either += is_scaling(inst, op) ? words : 0; return;
	case CODE_MUL:
		w->either += words;
		w->products += words > 0 ? fmax(turns, words) : !op->is_wide;
		return;
	case CODE_MAD:
		w->either += words;
		w->products += fmax(turns, words);
		return;
	case CODE_DIV:
	case CODE_REM:
		if (!is_long && words >= WITH_RECIPROCAL) {
			w->special += 1;
			w->integer -= 1;
		}
		w->either += KERNEL_QUOTIENT_EITHER * words;
		w->products += KERNEL_QUOTIENT_PRODUCTS * words;
		return;
	default: return;
	}
}

/* Adds an instruction that becomes "words" of the machine. */
static void add_work(struct ptx_work *w, const struct ptx_instruction *inst,
	const struct ptx_opcode *op, double words)
{
	enum ptx_type type = op->type[0];
	double flops = op->code == CODE_FMA ? 2 : 1;

	switch (op->class) {
	case CLASS_BARRIER: return;
	case CLASS_MEMORY:
		if (op->code == CODE_SHFL)
			w->shuffles += words;
		/* accesses count themselves */
		if ((op->space == SPACE_PARAM && op->code == CODE_LD) ||
			op->code == CODE_SHFL || op->space == SPACE_CONST ||
			op->space == SPACE_LOCAL)
			w->control += words;
		else if (words > op->words)
			w->integer += words - op->words; /* far offsets */
		return;
	case CLASS_NONE: /* moves take a turn, but no unit for integers */
	case CLASS_CONTROL: w->control += words; return;
	case CLASS_INTEGER: add_integer(w, inst, op, words); return;
	case CLASS_SPECIAL: add_special(w, op, words); return;
	case CLASS_TENSOR: return; /* see ptx_emit_product() */
	case CLASS_FLOAT: break;
	}
	if (op->code == CODE_NEG || op->code == CODE_ABS)
		return; /* modifiers of operands */
	if (is_choice(op)) {
		w->integer += words;
		w->flops += op->code == CODE_MIN || op->code == CODE_MAX;
		return;
	}
	*(type == PTX_F64		? &w->fp64 :
			type == PTX_F32 ? &w->fp32 :
					  &w->fp16) += words > 0;
	w->control += fmax(0, words - 1); /* literals: UMOV */
	if (type == PTX_F64 && (op->code == CODE_MIN || op->code == CODE_MAX))
		w->integer += function_rows[FUNCTION_min].cost[true].other;
	w->flops += type == PTX_F16X2 ? 2 * flops : flops;
}

void ptx_emit_result(struct ptx_run *run, const struct ptx_opcode *op,
	const struct ptx_value *x, double words)
{
	if (run->emits &&
		(op->class == CLASS_INTEGER ?
				!is_special_bits(op) &&
					!is_special_convert(op) &&
					!is_double_test(op) :
				op->class == CLASS_FLOAT && is_choice(op)) &&
		(x->kind == VALUE_IS_DATA ||
			(x->kind == VALUE_IS_COND && ptx_cond_has_data(x->c))))
		run->work[run->region].on_data += words;
}

static double instructions_of(const struct ptx_work *w)
{
	return w->fp16 + w->fp32 + w->fp64 + w->special + w->integer +
		w->control;
}

void ptx_emit_work(struct ptx_run *run, const struct ptx_opcode *op,
	double words, const struct ptx_kind *kind)
{
	struct ptx_work *w = run->emits ? &run->work[run->region] : NULL;
	double before;

	if (!w)
		return;
	before = instructions_of(w);
	w->control += kind->control;
	w->integer += kind->integer;
	w->either += kind->sums;
	words -= kind->control + kind->integer;
	/* another unit does what is alike in all lanes */
	if (kind->is_uniform) {
		w->control += words;
	} else if (kind->is_copy) {
		/* MOV or IMAD.MOV, on the one unit or the other */
		w->integer += words;
		w->either += words;
	} else if (!kind->is_half) {
		add_work(w, run->at, op, words);
	}
	w->three += kind->is_three && words > 0;
	if (run->n_again > 0)
		w->repeated += instructions_of(w) - before;
}
