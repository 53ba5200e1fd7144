/* Comparisons that ask whether a number is an ordinary one.
 *
 * Mathematical functions test their argument: is it infinite, denormal, an
 * angle too large to be reduced by a few products?  Such numbers are rare, and
 * what they need is a long path of its own: it is taken not to run.
 */

#include <string.h>

#include "lang/ptx/ptx_step.h"

enum limit_type { LIMIT_FLOAT, LIMIT_DOUBLE, LIMIT_WORD };

static const struct {
	enum limit_type type;
	uint64_t bits;
	bool is_below;
} limits[] = {
#define ORDINARY(type, bits, is_below) { LIMIT_##type, bits, is_below },
#include "lang/ptx/ptx_ordinary.def"
#undef ORDINARY
};

/* Instructions between a number and the word of its bits that is compared. */
#define MOST_STEPS 3

/* True if "x" is made of the bits of a floating-point number: a whole number
 * in memory is compared with what it likes.
 */
static bool is_of_float(const struct ptx_run *run, const struct ptx_value *x)
{
	for (int i = 0; i < MOST_STEPS && x && x->kind == VALUE_IS_DATA; ++i) {
		const struct ptx_instruction *by = x->made_by;
		const struct ptx_opcode *op;

		if (!by)
			return false;
		op = &run->module->opcode[by->opcode];
		/* mov.b64 {low, high}, x */
		if (ptx_type_is_float(op->type[0]) ||
			(op->code == CODE_MOV && by->n_operand > 0 &&
				ptx_operand(by, 0)->kind == OPERAND_LIST))
			return true;
		x = x->from;
	}
	return false;
}

/* The table that angles are reduced with is part of the file if a function
 * needs it: 2^31 alone may be a number of the user's.
 */
static bool has_table(const struct ptx_run *run)
{
	for (int i = 0; i < run->module->n_variable; ++i)
		if (strncmp(run->module->name[run->module->variable[i].name],
			    "__cudart_i2opi", 14) == 0)
			return true;
	return false;
}

const struct ptx_cond *ptx_ordinary(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x)
{
	const struct ptx_instruction *inst = run->at;
	const struct ptx_operand *o = ptx_operand(inst, 2);
	enum ptx_type type = op->type[0];
	enum limit_type of = !ptx_type_is_float(type) ? LIMIT_WORD :
		ptx_type_bytes(type) == 8	      ? LIMIT_DOUBLE :
							LIMIT_FLOAT;

	if (op->code != CODE_SETP || inst->n_operand < 3 ||
		(o->kind != OPERAND_FLOAT && o->kind != OPERAND_INT) ||
		(of == LIMIT_WORD &&
			(ptx_type_bytes(type) != 4 || !is_of_float(run, x))))
		return NULL;
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); ++i) {
		bool is_true;

		if (limits[i].type != of ||
			limits[i].bits != (uint64_t) o->offset)
			continue;
		if (limits[i].bits == 0x41e0000000000000 && !has_table(run))
			return NULL;
		switch (op->compare) {
		case COMPARE_LT:
		case COMPARE_LE: is_true = limits[i].is_below; break;
		case COMPARE_GT:
		case COMPARE_GE: is_true = !limits[i].is_below; break;
		case COMPARE_EQ: is_true = false; break;
		case COMPARE_NE: is_true = true; break;
		default: return NULL;
		}
		ptx_run_note(run, NOTE_ORDINARY);
		return is_true ? &ptx_cond_true : &ptx_cond_false;
	}
	return NULL;
}
