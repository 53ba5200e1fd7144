/* Floating-point numbers that follow from literals.
 *
 * powf(x, y) asks whether y is odd before it looks at x.  Where y is a literal,
 * the code still computes that, since truncation is a function of the machine
 * to the compiler: the branches behind it are decided here, as the assembler
 * decides them.  What depends on an argument or on memory is data, as before.
 */

#include <math.h>
#include <string.h>

#include "lang/ptx/ptx_step.h"

bool ptx_real_literal(const struct ptx_operand *o, enum ptx_type type,
	double *x)
{
	float f;

	if (o->kind != OPERAND_FLOAT || o->is_not)
		return false;
	if (type == PTX_F64) {
		memcpy(x, &o->offset, sizeof(*x));
	} else if (type == PTX_F32) {
		uint32_t bits = (uint32_t) o->offset;

		memcpy(&f, &bits, sizeof(f));
		*x = (double) f;
	} else {
		return false;
	}
	return isfinite(*x);
}

/* cvt between floats: .rni, .rzi, .rmi and .rpi round to a whole number. */
static double convert(const struct ptx_opcode *op, double x)
{
	if (strstr(op->text, ".rni"))
		return rint(x);
	if (strstr(op->text, ".rzi"))
		return trunc(x);
	if (strstr(op->text, ".rmi"))
		return floor(x);
	return strstr(op->text, ".rpi") ? ceil(x) : x;
}

static bool is_float(enum ptx_type type)
{
	return type == PTX_F32 || type == PTX_F64;
}

static bool are_real(int n, const struct ptx_value *const *arg)
{
	for (int i = 0; i < n; ++i)
		if (!arg[i] || arg[i]->kind != VALUE_IS_DATA ||
			!arg[i]->is_real)
			return false;
	return n > 0;
}

bool ptx_real_compute(const struct ptx_opcode *op, int n,
	const struct ptx_value *const *arg, double *x)
{
	double a, b;

	if (!is_float(op->type[0]) || !are_real(n, arg))
		return false;
	a = arg[0]->real;
	b = n > 1 ? arg[1]->real : 0;
	switch (op->code) {
	case CODE_CVT:
		if (n != 1 || !is_float(op->type[1]))
			return false;
		*x = convert(op, a);
		break;
	case CODE_NEG: *x = -a; break;
	case CODE_ABS: *x = fabs(a); break;
	case CODE_ADD: *x = a + b; break;
	case CODE_SUB: *x = a - b; break;
	case CODE_MUL: *x = a * b; break;
	default: return false;
	}
	if (op->type[0] == PTX_F32)
		*x = (double) (float) *x;
	return isfinite(*x);
}

const struct ptx_cond *ptx_real_compare(const struct ptx_opcode *op,
	const struct ptx_value *const *arg)
{
	double a, b;
	bool holds;

	if (!are_real(2, arg))
		return NULL;
	a = arg[0]->real;
	b = arg[1]->real;
	switch (op->compare) {
	case COMPARE_EQ: holds = a == b; break;
	case COMPARE_NE: holds = a != b; break;
	case COMPARE_LT: holds = a < b; break;
	case COMPARE_LE: holds = a <= b; break;
	case COMPARE_GT: holds = a > b; break;
	case COMPARE_GE: holds = a >= b; break;
	default: return NULL;
	}
	return holds ? &ptx_cond_true : &ptx_cond_false;
}
