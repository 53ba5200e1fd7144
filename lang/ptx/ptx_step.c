/* What one instruction does to symbolic values. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_step.h"
#include "lang/ptx/ptx_taken.h"

/* ------------------------------------------------------------- operands */

const struct ptx_value *ptx_step_data(struct ptx_run *run, int node,
	const struct ptx_value *from)
{
	struct ptx_value *x = quasi_pool_alloc(run->values.pool, sizeof(*x));

	if (!x)
		memory_failed();
	*x = (struct ptx_value) {
		.kind = VALUE_IS_DATA,
		.node = node,
		.made_by = run->at,
		.from = from,
		.lo = 1,
	};
	return x;
}

/* The address of a variable; NULL if "name" is none. */
static const struct ptx_value *variable_address(struct ptx_run *run, int name)
{
	int i = ptx_base_find(run->base_at, run->base, false, name, 0);

	return i < 0 ? NULL :
		       ptx_value_pointer(&run->values, i,
			       quasi_constant(run->values.pool, 0));
}

/* A literal as the operation reads it: 4294967295 is -1 in a sum of 32 bits,
 * and -1 is 4294967295 where the type is unsigned.
 */
static int64_t literal(int64_t n, enum ptx_type type)
{
	if (ptx_type_bytes(type) == 4 && type == PTX_U32 && n < 0)
		return n + ((int64_t) 1 << 32);
	if (ptx_type_bytes(type) == 4 && type != PTX_U32 &&
		n >= ((int64_t) 1 << 31) && n < ((int64_t) 1 << 32))
		return n - ((int64_t) 1 << 32);
	if (ptx_type_bytes(type) == 2 && type == PTX_U16 && n < 0)
		return n + 65536;
	if (ptx_type_bytes(type) == 2 && type != PTX_U16 && n >= 32768 &&
		n < 65536)
		return n - 65536;
	return n;
}

const struct ptx_value *ptx_step_operand(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_operand *o,
	enum ptx_type type)
{
	struct ptx_values *v = &run->values;
	const struct ptx_value *x = NULL;
	struct ptx_value *data;

	switch (o->kind) {
	case OPERAND_INT: return ptx_value_int(v, literal(o->offset, type));
	case OPERAND_NAME: break;
	default:
		data = (struct ptx_value *) ptx_step_data(run,
			ptx_emit_data(run, NULL, (int[3]) { -1, -1, -1 }),
			NULL);
		data->is_real = ptx_real_literal(o, type, &data->real);
		return data;
	}
	/* a name that the function sets is a register: most are */
	if (!ptx_run_sets(frame, o->name)) {
		x = ptx_special(run, run->module->name[o->name]);
		if (!x)
			x = variable_address(run, o->name);
	}
	if (!x && ptx_special_is(run->module->name[o->name]))
		ptx_run_fail(run, "there is no special register '%s'",
			run->module->name[o->name]);
	if (!x)
		x = ptx_run_get(run, frame, o->name);
	if (o->offset != 0)
		x = ptx_value_add(v, x, ptx_value_int(v, o->offset), 1);
	if (x && o->is_not && x->kind == VALUE_IS_COND)
		x = ptx_value_cond(v, ptx_cond_not(v, x->c));
	return x ? x : ptx_step_data(run, -1, NULL);
}

/* ----------------------------------------------------------- arithmetic */

int ptx_step_node(struct ptx_run *run, const struct ptx_value *x)
{
	if (!run->emits || !x)
		return -1;
	if (x->kind == VALUE_IS_DATA || x->kind == VALUE_IS_POINTER)
		return x->node;
	if (x->kind == VALUE_IS_COND || x->kind == VALUE_IS_SELECT)
		return ptx_emit_cond(run, x->c);
	return -1;
}

/* The first operand that is data: where a chain of data comes from. */
static const struct ptx_value *first_data(int n,
	const struct ptx_value *const *arg)
{
	for (int i = 0; i < n; ++i)
		if (arg[i] &&
			(arg[i]->kind == VALUE_IS_DATA ||
				(arg[i]->kind == VALUE_IS_POINTER &&
					!arg[i]->e)))
			return arg[i];
	return NULL;
}

/* The arguments with the numbers that data are taken to be (see ptx_trips.c);
 * false if nothing is known of one, or none is data.
 */
static bool take_numbers(int n, const struct ptx_value *const *arg,
	const struct ptx_value **number)
{
	bool is_taken = false;

	for (int i = 0; i < n; ++i) {
		number[i] = arg[i] && arg[i]->taken ? arg[i]->taken : arg[i];
		if (!number[i] || number[i]->kind == VALUE_IS_DATA)
			return false;
		is_taken |= number[i] != arg[i];
	}
	return is_taken;
}

/* How far two pointers of different arguments are apart is not known. */
static bool are_apart(const struct ptx_run *run, const struct ptx_value *x,
	const struct ptx_value *y)
{
	return x->kind == VALUE_IS_POINTER && y->kind == VALUE_IS_POINTER &&
		x->base != y->base && run->base[x->base].kind == BASE_PARAM &&
		run->base[y->base].kind == BASE_PARAM;
}

/* A parameter of 64 bits that is not used as a pointer is a number that was not
 * given.
 */
static int missing_number(const struct ptx_run *run, const struct ptx_value *x)
{
	return x && x->kind == VALUE_IS_POINTER &&
			run->base[x->base].kind == BASE_PARAM ?
		x->base + 1 :
		0;
}

static const struct ptx_value *as_data(struct ptx_run *run,
	const struct ptx_opcode *op, int n, const struct ptx_value *const *arg)
{
	int node[3] = { -1, -1, -1 }, made;
	struct ptx_value *x;

	for (int i = 0; i < n && i < 3; ++i)
		node[i] = ptx_step_node(run, arg[i]);
	made = ptx_emit_data(run, op, node);
	/* a pointer plus data still points into its field */
	if (op->code == CODE_ADD || op->code == CODE_MAD)
		for (int i = 0; i < n; ++i)
			if (arg[i] && arg[i]->kind == VALUE_IS_POINTER) {
				struct ptx_value *p = (struct ptx_value *)
					ptx_value_pointer(&run->values,
						arg[i]->base, NULL);

				p->node = made;
				p->made_by = run->at;
				p->from = first_data(n, arg);
				ptx_form_set(&run->values, op, n, arg, p);
				return p;
			}
	x = (struct ptx_value *) ptx_step_data(run, made, first_data(n, arg));
	ptx_form_set(&run->values, op, n, arg, x);
	if (op->code == CODE_SUB || (n == 2 && are_apart(run, arg[0], arg[1])))
		return x;
	for (int i = 0; i < n; ++i)
		if (!x->missing)
			x->missing = missing_number(run, arg[i]);
	return x;
}

/* A number that fits the bits of its register as an unsigned one. */
static void expect_unsigned(struct ptx_run *run, enum ptx_type type,
	const struct ptx_value *x)
{
	int64_t lo, hi;

	if (ptx_type_is_signed(type) || x->kind != VALUE_IS_INT)
		return;
	ptx_value_range(&run->values, x, &lo, &hi);
	if (lo < 0)
		ptx_run_note(run, NOTE_SIGN);
}

static const struct ptx_value *multiply(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x,
	const struct ptx_value *y)
{
	int bytes = ptx_type_bytes(op->type[0]);

	if (op->is_wide) {
		expect_unsigned(run, op->type[0], x);
		expect_unsigned(run, op->type[0], y);
	}
	if (op->is_hi && bytes > 4)
		return NULL;
	return op->is_hi ? ptx_value_mul_high(&run->values, x, y, 8 * bytes) :
			   ptx_value_mul(&run->values, x, y);
}

static const struct ptx_value *divide(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x,
	const struct ptx_value *y)
{
	struct ptx_values *v = &run->values;
	int64_t n, m, lo, hi;

	if (!ptx_value_is_const(y, &n) || n <= 0 || n > ((int64_t) 1 << 60))
		return NULL;
	if (ptx_value_is_const(x, &m))
		return ptx_value_int(v, op->code == CODE_DIV ? m / n : m % n);
	if (x->kind == VALUE_IS_INT) {
		ptx_value_range(v, x, &lo, &hi);
		if (lo < 0)
			ptx_run_note(run, NOTE_SIGN);
	}
	if (op->code == CODE_REM)
		return ptx_value_mod(v, x, n);
	return ptx_value_div(v, x, n);
}

static const struct ptx_value *shift(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x,
	const struct ptx_value *y)
{
	struct ptx_values *v = &run->values;
	int bits = 8 * ptx_type_bytes(op->type[0]);
	int64_t n, lo, hi;

	if (!ptx_value_is_const(y, &n) || n < 0 || n > 60)
		return NULL;
	if (op->code == CODE_SHL)
		return ptx_value_mul(v, x, ptx_value_int(v, (int64_t) 1 << n));
	if (!ptx_type_is_signed(op->type[0]) && x->kind == VALUE_IS_INT) {
		ptx_value_range(v, x, &lo, &hi);
		/* all ones or none, as of a sign: quotients are rounded to 0 */
		if (lo == -1 && hi <= 0 && bits - n <= 60)
			return ptx_value_mul(v, x,
				ptx_value_int(v,
					1 - ((int64_t) 1 << (bits - n))));
		/* the top bit of a number is its sign */
		if (lo < 0 && n == bits - 1) {
			x = ptx_value_div(v, x,
				(int64_t) 1 << (bits == 64 ? 60 : bits - 1));
			return x ? ptx_value_mul(v, x, ptx_value_int(v, -1)) :
				   NULL;
		}
		if (lo < 0 && bits == 32)
			x = ptx_value_mod(v, x, (int64_t) 1 << 32);
		else if (lo < 0)
			return NULL;
	}
	return x ? ptx_value_div(v, x, (int64_t) 1 << n) : NULL;
}

static const struct ptx_cond *cond_of(struct ptx_run *run,
	const struct ptx_value *x)
{
	int64_t n;

	if (x->kind == VALUE_IS_COND)
		return x->c;
	if (ptx_value_is_const(x, &n)) /* mov.pred p, 0 */
		return n != 0 ? &ptx_cond_true : &ptx_cond_false;
	return ptx_cond_data(&run->values, ptx_step_node(run, x), x->made_by);
}

const struct ptx_cond *ptx_step_guard(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_instruction *inst)
{
	const struct ptx_cond *c;

	if (inst->guard < 0)
		return &ptx_cond_true;
	c = cond_of(run, ptx_run_get(run, frame, inst->guard));
	return inst->guard_not ? ptx_cond_not(&run->values, c) : c;
}

static const struct ptx_value *logic(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x,
	const struct ptx_value *y)
{
	struct ptx_values *v = &run->values;
	const struct ptx_cond *a = cond_of(run, x), *b;

	if (op->code == CODE_NOT)
		return ptx_value_cond(v, ptx_cond_not(v, a));
	b = cond_of(run, y);
	if (op->code == CODE_XOR)
		return ptx_value_cond(v,
			ptx_cond_both(v, COND_OR,
				ptx_cond_both(v, COND_AND, a,
					ptx_cond_not(v, b)),
				ptx_cond_both(v, COND_AND, ptx_cond_not(v, a),
					b)));
	return ptx_value_cond(v,
		ptx_cond_both(v, op->code == CODE_AND ? COND_AND : COND_OR, a,
			b));
}

/* The condition that a number is negative; NULL if it is not known. */
static const struct ptx_cond *negative(struct ptx_run *run,
	const struct ptx_value *x)
{
	struct ptx_values *v = &run->values;

	return x->kind == VALUE_IS_DATA ?
		x->negative :
		ptx_cond_compare(v, COMPARE_LT, false, x, ptx_value_int(v, 0));
}

/* x | y and x & y of numbers with common bits are data, but their sign is that
 * of the operands: compilers test two numbers at once by (x | y) < 0.  x | y of
 * two numbers that are not negative has no more bits than they.
 */
static const struct ptx_value *join_bits(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *const arg[2])
{
	const struct ptx_cond *a = negative(run, arg[0]);
	const struct ptx_cond *b = negative(run, arg[1]);
	struct ptx_value *x = (struct ptx_value *) as_data(run, op, 2, arg);
	int64_t lo, hi, most = 0;

	if (x->kind != VALUE_IS_DATA)
		return x;
	if (a && b)
		x->negative = ptx_cond_both(&run->values,
			op->code == CODE_AND ? COND_AND : COND_OR, a, b);
	for (int i = 0; i < 2; ++i) {
		if (op->code == CODE_AND || arg[i]->kind != VALUE_IS_INT)
			return x;
		ptx_value_range(&run->values, arg[i], &lo, &hi);
		if (lo < 0)
			return x;
		most |= hi;
	}
	x->lo = 0;
	for (x->hi = 1; x->hi <= most && x->hi < ((int64_t) 1 << 61);
		x->hi *= 2)
		continue;
	--x->hi;
	return x;
}

/* Conversions keep numbers as they are, or make them data. */
static const struct ptx_value *convert(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x)
{
	struct ptx_values *v = &run->values;
	enum ptx_type to = op->type[0], from = op->type[1];
	int64_t lo, hi;

	if (ptx_type_is_float(to) || ptx_type_is_float(from) ||
		x->kind == VALUE_IS_DATA)
		return NULL;
	if (x->kind != VALUE_IS_INT)
		return x;
	if (ptx_type_bytes(to) > ptx_type_bytes(from)) {
		expect_unsigned(run, from, x);
		return x;
	}
	/* a cast to fewer bits is a remainder if the number has more */
	ptx_value_range(v, x, &lo, &hi);
	if (ptx_type_bytes(to) < 4 &&
		(lo < 0 || hi >> (8 * ptx_type_bytes(to)) != 0) &&
		!ptx_type_is_signed(to))
		return ptx_value_mod(v, x,
			(int64_t) 1 << (8 * ptx_type_bytes(to)));
	return x;
}

static void fail_table(struct ptx_run *run)
{
	ptx_run_fail(run, "data decide where this branch table leads");
	diag_note(run->diag,
		"it comes from a switch: an if for each case is read, by half "
		"of the lanes each");
}

/* A comparison that asks for no more than the sign of data that have one: x < 0,
 * x >= 0, x > -1, x <= -1; NULL for others.
 */
static const struct ptx_cond *compare_sign(struct ptx_run *run,
	enum ptx_compare compare, const struct ptx_value *x,
	const struct ptx_value *y)
{
	bool is_not = compare == COMPARE_GE || compare == COMPARE_GT;
	int64_t n, zero = 0;

	switch (compare) {
	case COMPARE_LT:
	case COMPARE_GE: break;
	case COMPARE_GT:
	case COMPARE_LE: zero = -1; break;
	default: return NULL;
	}
	if (x->kind != VALUE_IS_DATA || !x->negative ||
		!ptx_value_is_const(y, &n) || n != zero)
		return NULL;
	return is_not ? ptx_cond_not(&run->values, x->negative) : x->negative;
}

static const struct ptx_value *compare(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *const *arg, int n)
{
	struct ptx_values *v = &run->values;
	const struct ptx_cond *c = NULL, *with;
	enum ptx_type type = op->code == CODE_SET ? op->type[1] : op->type[0];
	const struct ptx_value *number[3] = { NULL, NULL, NULL };
	bool is_unsigned;

	if (take_numbers(2, arg, number)) {
		number[2] = n > 2 ? arg[2] : NULL;
		arg = number;
	}
	is_unsigned = op->is_unsigned_compare || type == PTX_U32 ||
		type == PTX_U64 || type == PTX_U16;
	if (!ptx_type_is_float(type))
		c = ptx_cond_compare(v, op->compare, is_unsigned, arg[0],
			arg[1]);
	if (!c && is_unsigned)
		c = ptx_residue_compare(v, op->compare, arg[0], arg[1]);
	if (!c && !is_unsigned)
		c = compare_sign(run, op->compare, arg[0], arg[1]);
	if (!c && ptx_type_is_float(type))
		c = ptx_real_compare(op, arg);
	if (!c && run->emits && !ptx_type_is_float(type) &&
		(ptx_run_missing(run, arg[0]) || ptx_run_missing(run, arg[1]) ||
			ptx_run_missing(run, as_data(run, op, 2, arg))))
		return ptx_value_cond(v, &ptx_cond_false);
	if (!c && run->at->is_table && run->emits)
		fail_table(run);
	if (!c)
		c = ptx_ordinary(run, op, arg[0]);
	if (!c)
		c = ptx_cond_data(v, as_data(run, op, 2, arg)->node, run->at);
	if (n < 3 || !op->bool_op)
		return ptx_value_cond(v, c);
	with = cond_of(run, arg[2]);
	if (op->bool_op == 'x')
		return ptx_value_cond(v, ptx_cond_data(v, -1, NULL));
	return ptx_value_cond(v,
		ptx_cond_both(v, op->bool_op == 'a' ? COND_AND : COND_OR, c,
			with));
}

/* A number, a place of a field, or a choice of these. */
static bool is_place(const struct ptx_value *x)
{
	if (x->kind == VALUE_IS_SELECT)
		return is_place(x->a) && is_place(x->b);
	return x->kind == VALUE_IS_INT || x->kind == VALUE_IS_POINTER;
}

static const struct ptx_value *choose(struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *const *arg)
{
	const struct ptx_cond *c = cond_of(run, arg[2]);

	if (c->op == COND_TRUE || c->op == COND_FALSE)
		return c->op == COND_TRUE ? arg[0] : arg[1];
	if (arg[0]->kind == VALUE_IS_DATA || arg[1]->kind == VALUE_IS_DATA)
		return as_data(run, op, 3, arg);
	/* data choose the place or the array: as a branch on data would */
	if (ptx_cond_has_data(c) && (!is_place(arg[0]) || !is_place(arg[1])))
		return as_data(run, op, 3, arg);
	return ptx_value_select(&run->values, c, arg[0], arg[1]);
}

/* The result of an instruction that computes; NULL: not a number. */
static const struct ptx_value *compute(struct ptx_run *run,
	const struct ptx_opcode *op, int n, const struct ptx_value *const *arg)
{
	struct ptx_values *v = &run->values;
	const struct ptx_value *x;
	int64_t a, b;

	/* a literal, as in mov.pred p, 0, joins conditions of other ways */
	if (n > 0 && op->code == CODE_MOV)
		return op->type[0] == PTX_PRED ?
			ptx_value_cond(v, cond_of(run, arg[0])) :
			arg[0];
	if (n > 0 && op->code == CODE_CVTA)
		return arg[0];
	if (op->code == CODE_SETP || op->code == CODE_SET)
		return n >= 2 ? compare(run, op, arg, n) : NULL;
	if (op->code == CODE_SELP)
		return n >= 3 ? choose(run, op, arg) : NULL;
	if (ptx_type_is_float(op->type[0]) || op->is_packed)
		return NULL;
	if (op->type[0] == PTX_PRED)
		return n >= 1 + (op->code != CODE_NOT) ?
			logic(run, op, arg[0], n > 1 ? arg[1] : NULL) :
			NULL;
	switch (op->code) {
	case CODE_ADD:
		return n == 2 ? ptx_value_add(v, arg[0], arg[1], 1) : NULL;
	case CODE_SUB:
		return n == 2 ? ptx_value_add(v, arg[0], arg[1], -1) : NULL;
	case CODE_MUL: return n == 2 ? multiply(run, op, arg[0], arg[1]) : NULL;
	case CODE_MAD:
		x = n == 3 ? multiply(run, op, arg[0], arg[1]) : NULL;
		return x ? ptx_value_add(v, x, arg[2], 1) : NULL;
	case CODE_DIV:
	case CODE_REM: return n == 2 ? divide(run, op, arg[0], arg[1]) : NULL;
	case CODE_NEG:
		return n == 1 ? ptx_value_mul(v, arg[0], ptx_value_int(v, -1)) :
				NULL;
	case CODE_ABS:
		x = n == 1 ? ptx_value_mul(v, arg[0], ptx_value_int(v, -1)) :
			     NULL;
		return x ? ptx_value_min(v, arg[0], x, true) : NULL;
	case CODE_MIN:
	case CODE_MAX:
		return n == 2 ?
			ptx_value_min(v, arg[0], arg[1], op->code == CODE_MAX) :
			NULL;
	case CODE_SHL:
	case CODE_SHR: return n == 2 ? shift(run, op, arg[0], arg[1]) : NULL;
	case CODE_AND:
		x = n == 2 ? ptx_bits_mask(v, arg[0], arg[1]) : NULL;
		return x || n != 2 ? x : join_bits(run, op, arg);
	case CODE_OR:
	case CODE_XOR:
		x = n == 2 ? ptx_value_bits(v, arg[0], arg[1],
				     op->code == CODE_XOR) :
			     NULL;
		return x || n != 2 || op->code == CODE_XOR ?
			x :
			join_bits(run, op, arg);
	case CODE_NOT:
		return n == 1 ?
			ptx_value_add(v, ptx_value_int(v, -1), arg[0], -1) :
			NULL;
	case CODE_BFE:
		if (n != 3 || !ptx_value_is_const(arg[1], &a) ||
			!ptx_value_is_const(arg[2], &b) || a < 0 || b < 1 ||
			a > 61 || b > 61 - a)
			return NULL;
		x = ptx_value_div(v, arg[0], (int64_t) 1 << a);
		return x ? ptx_value_mod(v, x, (int64_t) 1 << b) : NULL;
	case CODE_BFI:
		return n == 4 && ptx_value_is_const(arg[2], &a) &&
				ptx_value_is_const(arg[3], &b) ?
			ptx_bits_insert(v, op, arg, a, b) :
			NULL;
	case CODE_CVT: return n == 1 ? convert(run, op, arg[0]) : NULL;
	default: return NULL;
	}
}

void ptx_step_set(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_operand *o,
	const struct ptx_cond *guard, const struct ptx_value *x)
{
	const struct ptx_value *old;

	for (int i = 0; o->kind == OPERAND_LIST && i < o->n_sub; ++i)
		ptx_step_set(run, frame, inst, &o->sub[i], guard,
			i == 0 ? x : ptx_form_member(&run->values, x));
	if (o->kind != OPERAND_NAME && o->kind != OPERAND_PAIR)
		return;
	if (guard->op == COND_FALSE)
		return;
	if (guard->op != COND_TRUE) {
		old = ptx_run_get(run, frame, o->name);
		if (old->kind != VALUE_IS_UNSET) {
			const struct ptx_value *arg[3] = { x, old,
				ptx_value_cond(&run->values, guard) };
			static const struct ptx_opcode select = {
				.text = "selp",
				.code = CODE_SELP
			};

			x = choose(run, &select, arg);
			if (!x)
				x = as_data(run, &select, 3, arg);
		}
	}
	ptx_run_set(run, frame, o->name, x);
	if (o->kind == OPERAND_PAIR)
		ptx_run_set(run, frame, o->other,
			x->kind == VALUE_IS_COND ?
				ptx_value_cond(&run->values,
					ptx_cond_not(&run->values, x->c)) :
				x);
}

/* ---------------------------------------------------------------- whole */

#define MOST_OPERANDS 8

static enum ptx_type operand_type(const struct ptx_opcode *op, int i)
{
	if (op->code == CODE_CVT || op->code == CODE_SET)
		return op->type[1];
	if (op->code == CODE_SELP && i == 2)
		return PTX_PRED;
	if ((op->code == CODE_SHL || op->code == CODE_SHR) && i == 1)
		return PTX_U32;
	/* the sum of mad.wide has the wide type */
	if (op->code == CODE_MAD && op->is_wide && i == 2)
		return PTX_S64;
	/* where the sign does not matter to the machine, numbers have one */
	if (op->type[0] == PTX_U32 && !op->is_wide && !op->is_hi)
		switch (op->code) {
		case CODE_MOV:
		case CODE_ADD:
		case CODE_SUB:
		case CODE_MUL:
		case CODE_MAD:
		case CODE_SELP: return PTX_B32;
		default: break;
		}
	return op->type[0];
}

/* Numbers are those of mathematics: says so where 32 bits may not hold one. */
static void expect_range(struct ptx_run *run, const struct ptx_opcode *op,
	const struct ptx_value *x)
{
	int64_t lo, hi;

	if (!run->emits || run->is_probe || x->kind != VALUE_IS_INT ||
		op->class != CLASS_INTEGER || op->is_wide ||
		ptx_type_bytes(op->type[0]) != 4)
		return;
	ptx_value_range(&run->values, x, &lo, &hi);
	if (lo < -((int64_t) 1 << 31) || hi >= ((int64_t) 1 << 32))
		ptx_run_note(run, NOTE_RANGE);
}

/* What was widened for the result of an instruction of 64 bits, see
 * ptx_value.h.
 */
static uint64_t widened_by(const struct ptx_opcode *op, int n,
	const struct ptx_value *const *arg)
{
	bool widens = op->is_wide ||
		(op->code == CODE_CVT && ptx_type_bytes(op->type[1]) < 8);
	uint64_t wide = widens ? map_mix(op->code, 0) : 0;
	int64_t factor = 1;

	for (int i = 0; i < n; ++i) {
		if (widens && !(op->code == CODE_MAD && i == 2))
			wide = map_mix(wide,
				arg[i]->e ? (int64_t) quasi_hash(arg[i]->e) :
					    0);
		else if (op->code == CODE_SUB && i == 1)
			wide -= arg[i]->wide;
		else
			wide += arg[i]->wide;
	}
	if (n == 2 && !widens && ptx_value_is_const(arg[1], &factor)) {
		if (op->code == CODE_MUL)
			wide *= (uint64_t) factor;
		else if (op->code == CODE_SHL && factor >= 0 && factor < 64)
			wide <<= factor;
	}
	return wide;
}

static bool makes_address(const struct ptx_opcode *op,
	const struct ptx_value *x)
{
	return (x->kind == VALUE_IS_INT || x->kind == VALUE_IS_POINTER) &&
		op->class == CLASS_INTEGER &&
		(op->is_wide || ptx_type_bytes(op->type[0]) == 8);
}

static void step_compute(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	const struct ptx_value *arg[MOST_OPERANDS], *number[MOST_OPERANDS], *x;
	int n = 0;

	for (int i = 1; i < inst->n_operand && n < MOST_OPERANDS; ++i) {
		const struct ptx_operand *o = &inst->operand[i];

		if (o->kind == OPERAND_LIST) {
			for (int j = 0; j < o->n_sub && n < MOST_OPERANDS; ++j)
				arg[n++] = ptx_step_operand(run, frame,
					&o->sub[j], op->type[0]);
			continue;
		}
		arg[n] = ptx_step_operand(run, frame, o, operand_type(op, n));
		++n;
	}
	/* mov.b64 {a, b}, x and mov.b64 x, {a, b} take words apart */
	if (op->code == CODE_MOV &&
		(n > 1 || ptx_operand(inst, 0)->kind == OPERAND_LIST))
		x = NULL;
	else
		x = ptx_residue(&run->values, op, n, arg,
			compute(run, op, n, arg));
	if (!x) {
		struct ptx_value *data = (struct ptx_value *) as_data(run, op,
			n, arg);

		data->is_real = ptx_real_compute(op, n, arg, &data->real);
		data->wrapped = ptx_residue_of(&run->values, op, n, arg,
			&data->turn);
		x = data;
	}
	if (x->kind == VALUE_IS_DATA && !x->taken &&
		take_numbers(n, arg, number))
		x = ptx_value_taken(&run->values, x,
			compute(run, op, n, number));
	expect_range(run, op, x);
	if (makes_address(op, x))
		x = ptx_value_widened(&run->values, x, widened_by(op, n, arg));
	ptx_step_set(run, frame, inst, ptx_operand(inst, 0), guard, x);
}

static bool starts_with(const char *text, const char *start)
{
	return text[0] == start[0] && strncmp(text, start, strlen(start)) == 0;
}

/* Textures and surfaces are addressed by objects that PTX does not show. */
static bool is_texture(const struct ptx_opcode *op)
{
	return starts_with(op->text, "tex.") ||
		starts_with(op->text, "tld4.") ||
		starts_with(op->text, "suld.") ||
		starts_with(op->text, "sust.") ||
		starts_with(op->text, "sured.");
}

static bool has_address(const struct ptx_instruction *inst)
{
	for (int i = 0; i < inst->n_operand; ++i)
		if (inst->operand[i].kind == OPERAND_ADDRESS)
			return true;
	return false;
}

static bool has_operands(const struct ptx_opcode *op, int n)
{
	switch (op->code) {
	case CODE_LD:
	case CODE_ST:
	case CODE_MATRIX_LOAD:
	case CODE_MATRIX_STORE: return n >= 2;
	case CODE_MMA: return n >= 3;
	default: return n >= 1;
	}
}

/* elect.sync lane|p, mask: p holds for one lane of a warp, the first. */
static void elect(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst)
{
	const struct ptx_operand *o = ptx_operand(inst, 0);
	const struct ptx_value *lane = ptx_value_mod(&run->values,
		ptx_step_thread(run), 32);

	if (o->kind != OPERAND_PAIR || !lane || !lane->e)
		return;
	ptx_run_set(run, frame, o->name, ptx_value_int(&run->values, 0));
	ptx_run_set(run, frame, o->other,
		ptx_value_cond(&run->values,
			ptx_cond_eq(&run->values, lane->e)));
}

void ptx_step(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst)
{
	const struct ptx_opcode *op = &run->module->opcode[inst->opcode];
	const struct ptx_cond *guard = ptx_step_guard(run, frame, inst);
	char why[256];

	run->at = inst;
	if (op->fault != FAULT_NONE && ptx_modifier_explain(op, why)) {
		ptx_run_fail(run, "%s", why);
		return;
	}
	switch (op->code) {
	case CODE_BRA:
	case CODE_BRX:
	case CODE_RET:
	case CODE_EXIT:
	case CODE_TRAP:
	case CODE_FENCE: return;
	case CODE_BAR: ptx_emit_barrier(run); return;
	case CODE_CALL: ptx_run_call(run, frame, inst); return;
	case CODE_CP_ASYNC: ptx_memory_copy(run, frame, inst, guard); return;
	default: break;
	}
	if (!has_operands(op, inst->n_operand))
		return;
	if (op->class == CLASS_MEMORY && op->code != CODE_SHFL)
		guard = ptx_taken(run, inst, guard, false);
	switch (op->code) {
	case CODE_WAIT:
		ptx_emit_barrier(run);
		ptx_step_set(run, frame, inst, ptx_operand(inst, 0), guard,
			ptx_value_cond(&run->values, &ptx_cond_true));
		return;
	case CODE_ELECT: elect(run, frame, inst); return;
	case CODE_LD: ptx_memory_load(run, frame, inst, op, guard); return;
	case CODE_ST: ptx_memory_store(run, frame, inst, op, guard); return;
	case CODE_ATOM:
	case CODE_RED: ptx_memory_atomic(run, frame, inst, op, guard); return;
	case CODE_MMA: ptx_matrix_product(run, frame, inst, op, guard); return;
	case CODE_MATRIX_LOAD:
	case CODE_MATRIX_STORE:
		ptx_matrix_move(run, frame, inst, op, guard);
		return;
	default: break;
	}
	if (is_texture(op))
		ptx_run_note(run, NOTE_TEXTURE);
	else if (op->code == CODE_UNKNOWN && has_address(inst))
		ptx_run_note(run, NOTE_UNKNOWN);
	step_compute(run, frame, inst, op, guard);
}
