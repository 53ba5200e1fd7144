/* Loops that run between numbers that the kernel loads, as the rows of a sparse
 * matrix do:
 *
 *	for (k = first[i]; k < first[i + 1]; ++k)
 *
 * The user says how often the loop of the source runs.  Compilers unroll it, so
 * that it becomes several loops and branches, which all depend on the same two
 * numbers.  Where these are found, the first is taken to be 0 and the last to
 * be trips times the step of the counter, and what follows from that decides
 * the loops and branches; addresses stay data.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_frame.h"
#include "lang/ptx/ptx_step.h"

/* Instructions between the test of a loop and the loads that decide it. */
#define TRACED 64
/* A loop of which the counter passes through more registers is not read. */
#define LINKS 4

/* By how much a trip may move a counter: shifted, four such steps still fit. */
#define MOST_STEP ((int64_t) 1 << 28)

/* Bits that a count of trips is shifted by. */
#define MOST_SHIFT 31

/* Assignments that are looked at in all loops together: code in which one
 * register is set again and again is no compiler's.
 */
#define LOOKED_AT   ((int64_t) 1 << 22)

#define BOUND_NONE  (-1)
#define BOUND_MIXED (-2) /* the first of one loop is the last of another */

struct assigned {
	int inst, next; /* of the same register, -1: none */
};

struct found {
	int reg;
	int sign;  /* by which it makes the loop longer or shorter */
	int shift; /* bits that were shifted out on the way */
};

struct trips {
	const struct ptx_module *m;
	const struct ptx_body *c;
	int *block;    /* by instruction */
	int *assigned; /* by register: the last assignment; -1: none */
	int n_assigned;
	struct assigned *assignment;
	int64_t n_looked_at;
	/* of the loop that is looked at */
	int l, n_met, n_found, shift;
	bool has_other;	 /* it depends on arguments or the thread, too */
	int met[TRACED]; /* 2 * instruction + (sign < 0) */
	struct found found[TRACED];
	int inst; /* while assignments are listed */
};

static void list_assignment(void *user, int reg)
{
	struct trips *t = user;

	t->assignment = memory_grow(t->assignment, (size_t) t->n_assigned,
		sizeof(*t->assignment));
	t->assignment[t->n_assigned] = (struct assigned) {
		t->inst,
		t->assigned[reg],
	};
	t->assigned[reg] = t->n_assigned++;
}

static const struct ptx_opcode *opcode_at(const struct trips *t, int i)
{
	return &t->m->opcode[t->c->f->instruction[i].opcode];
}

static int register_of(const struct trips *t, const struct ptx_operand *o)
{
	return o->kind == OPERAND_NAME ? t->c->reg[o->name] : -1;
}

static void list_assignments(struct trips *t)
{
	const struct ptx_flow *flow = t->c->flow;

	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first; i < flow->block[b].end;
			++i) {
			const struct ptx_instruction *inst =
				&t->c->f->instruction[i];

			t->block[i] = b;
			t->inst = i;
			if (inst->n_operand > 0 &&
				ptx_frame_sets(opcode_at(t, i)))
				ptx_frame_each(t->c, ptx_operand(inst, 0),
					list_assignment, t);
		}
}

static bool is_in_loop(const struct trips *t, int i)
{
	return ptx_flow_has(t->c->flow, t->l, t->block[i]);
}

/* The assignment of a register in the loop; -1 if there is none or several. */
static int set_in_loop(struct trips *t, int reg)
{
	int found = -1;

	for (int a = reg < 0 ? -1 : t->assigned[reg]; a >= 0;
		a = t->assignment[a].next) {
		++t->n_looked_at;
		if (!is_in_loop(t, t->assignment[a].inst))
			continue;
		if (found >= 0)
			return -1;
		found = t->assignment[a].inst;
	}
	return found;
}

/* By how much a trip changes a register; 0 if that is no literal. */
static int64_t step_of(struct trips *t, int reg)
{
	int64_t step = 0;
	int at = reg;

	for (int n = 0; n < LINKS; ++n) {
		int i = set_in_loop(t, at);
		const struct ptx_instruction *inst;
		const struct ptx_opcode *op;

		if (i < 0)
			return 0;
		inst = &t->c->f->instruction[i];
		op = opcode_at(t, i);
		if (inst->guard >= 0 || ptx_type_is_float(op->type[0]))
			return 0;
		if ((op->code == CODE_ADD || op->code == CODE_SUB) &&
			inst->n_operand == 3 &&
			ptx_operand(inst, 2)->kind == OPERAND_INT) {
			int64_t by = ptx_operand(inst, 2)->offset;

			if (by < -MOST_STEP || by > MOST_STEP)
				return 0;
			step += op->code == CODE_ADD ? by : -by;
		} else if (op->code != CODE_MOV || inst->n_operand != 2) {
			return 0;
		}
		at = register_of(t, ptx_operand(inst, 1));
		if (at == reg)
			return step;
	}
	return 0;
}

static bool trace(struct trips *t, const struct ptx_operand *o, int sign);

/* True if an instruction depends on no load, such as one that finds the number
 * of a lane.
 */
static bool is_apart(struct trips *t, const struct ptx_instruction *inst)
{
	int n_found = t->n_found;

	for (int i = 1; i < inst->n_operand; ++i)
		if (!trace(t, &inst->operand[i], 1))
			return false;
	return t->n_found == n_found;
}

/* Follows "o" with "by" more bits shifted out. */
static bool trace_shifted(struct trips *t, const struct ptx_operand *o,
	int sign, int by)
{
	int shift = t->shift;
	bool ok;

	t->shift = shift + by > MOST_SHIFT ? MOST_SHIFT :
		shift + by < -MOST_SHIFT   ? -MOST_SHIFT :
					     shift + by;
	ok = trace(t, o, sign);
	t->shift = shift;
	return ok;
}

/* A count of trips is a difference shifted right where the step is a power of
 * two, and one without its low bits where trips are joined.
 */
static bool trace_bits(struct trips *t, const struct ptx_opcode *op,
	const struct ptx_operand *o, int sign)
{
	int64_t n = o[2].kind == OPERAND_INT ? o[2].offset : -1;
	int low = 0;

	if (op->code == CODE_SHR)
		return n >= 0 && n <= MOST_SHIFT &&
			trace_shifted(t, &o[1], sign, (int) n);
	if (o[2].kind != OPERAND_INT || n == 0)
		return false;
	for (; (n & 1) == 0; n >>= 1)
		++low;
	return low <= MOST_SHIFT && trace_shifted(t, &o[1], sign, -low);
}

/* Follows what instruction "i" makes of its operands.  False if more than
 * sums, masks and bounds lie between a loop and what is loaded.
 */
static bool trace_assignment(struct trips *t, int i, int reg, int sign)
{
	const struct ptx_instruction *inst = &t->c->f->instruction[i];
	const struct ptx_opcode *op = opcode_at(t, i);
	const struct ptx_operand *o = inst->operand;
	int key = 2 * i + (sign < 0);

	for (int n = 0; n < t->n_met; ++n)
		if (t->met[n] == key)
			return true;
	if (t->n_met >= TRACED || ptx_type_is_float(op->type[0]))
		return false;
	t->met[t->n_met++] = key;
	switch (op->code) {
	case CODE_LD:
		if (op->space == SPACE_PARAM) {
			t->has_other = true;
			return true;
		}
		if (is_in_loop(t, i))
			return false;
		t->found[t->n_found++] = (struct found) { reg, sign, t->shift };
		return true;
	case CODE_MOV:
	case CODE_CVT: return inst->n_operand == 2 && trace(t, &o[1], sign);
	case CODE_NEG:
	case CODE_NOT: return inst->n_operand == 2 && trace(t, &o[1], -sign);
	case CODE_ADD:
	case CODE_MIN:
	case CODE_MAX:
		return inst->n_operand == 3 && trace(t, &o[1], sign) &&
			trace(t, &o[2], sign);
	case CODE_SUB:
		return inst->n_operand == 3 && trace(t, &o[1], sign) &&
			trace(t, &o[2], -sign);
	case CODE_AND:
	case CODE_SHR:
		return inst->n_operand == 3 && trace_bits(t, op, o, sign);
	default: return is_apart(t, inst);
	}
}

static bool trace(struct trips *t, const struct ptx_operand *o, int sign)
{
	int reg = register_of(t, o);

	if (o->kind != OPERAND_NAME && o->kind != OPERAND_INT)
		return false;
	t->has_other |= o->kind == OPERAND_NAME && reg < 0;
	for (int a = reg < 0 ? -1 : t->assigned[reg]; a >= 0;
		a = t->assignment[a].next)
		if (++t->n_looked_at > LOOKED_AT ||
			!trace_assignment(t, t->assignment[a].inst, reg, sign))
			return false;
	return true;
}

/* The comparison that decides whether the loop ends; -1 if it has none, or
 * several exits.
 */
static int find_test(struct trips *t)
{
	const struct ptx_flow *flow = t->c->flow;
	const struct ptx_loop *loop = &flow->loop[t->l];
	int branch = -1, guard, test;

	for (int i = 0; i < loop->n_block; ++i) {
		const struct ptx_block *b = &flow->block[loop->block[i]];

		for (int j = 0; j < b->n_succ; ++j) {
			if (b->succ[j].to < flow->n_block &&
				ptx_flow_has(flow, t->l, b->succ[j].to))
				continue;
			if (branch >= 0 || b->succ[j].branch < 0)
				return -1;
			branch = b->succ[j].branch;
		}
	}
	if (branch < 0)
		return -1;
	guard = t->c->f->instruction[branch].guard;
	test = guard < 0 ? -1 : set_in_loop(t, t->c->reg[guard]);
	return test >= 0 && opcode_at(t, test)->code == CODE_SETP &&
			!opcode_at(t, test)->bool_op &&
			t->c->f->instruction[test].n_operand == 3 ?
		test :
		-1;
}

static bool has_sign(const struct trips *t, int reg, int sign)
{
	for (int i = 0; i < t->n_found; ++i)
		if (t->found[i].reg == reg && t->found[i].sign == sign)
			return true;
	return false;
}

/* True if a register has a number that the loop starts from: a larger one makes
 * it shorter.  In max(last, first + 1) - first that has both signs, and the
 * other number says which it is.
 */
static bool is_first(const struct trips *t, int reg)
{
	bool makes_longer = has_sign(t, reg, 1);

	if (!makes_longer || !has_sign(t, reg, -1))
		return !makes_longer;
	for (int i = 0; i < t->n_found; ++i)
		if (!has_sign(t, t->found[i].reg, -1))
			return true;
	return false;
}

/* Sets what the numbers are taken to be, for one trip.  A loop that starts at
 * what is not loaded, such as the number of the thread, is left alone.
 */
static void set_bounds(const struct trips *t, int64_t *bounds, int64_t step)
{
	int n_first = 0;

	for (int i = 0; i < t->n_found; ++i)
		n_first += is_first(t, t->found[i].reg);
	if (n_first == t->n_found || (n_first == 0 && t->has_other))
		return;
	for (int i = 0; i < t->n_found; ++i) {
		int64_t *b = &bounds[t->found[i].reg];
		int shift = t->found[i].shift;
		int64_t last = shift < 0 ? step >> -shift : step << shift;
		bool first = is_first(t, t->found[i].reg);

		if (*b == BOUND_MIXED ||
			(*b != BOUND_NONE && first != (*b == 0)))
			*b = BOUND_MIXED;
		else if (first)
			*b = 0;
		else if (*b == BOUND_NONE || last < *b)
			*b = last > 0 ? last : 1;
	}
}

/* Finds the loads that loop "l" runs between. */
static void find_bounds(struct trips *t, int l, int64_t *bounds)
{
	const struct ptx_operand *o;
	int test, counter;
	int64_t step;

	t->l = l;
	t->n_met = t->n_found = 0;
	t->has_other = false;
	t->shift = 0;
	test = find_test(t);
	if (test < 0)
		return;
	o = t->c->f->instruction[test].operand;
	counter = set_in_loop(t, register_of(t, &o[1])) >= 0 ? 1 : 2;
	if (set_in_loop(t, register_of(t, &o[3 - counter])) >= 0)
		return;
	step = step_of(t, register_of(t, &o[counter]));
	if (step == 0 || !trace(t, &o[counter], step > 0 ? -1 : 1) ||
		!trace(t, &o[3 - counter], step > 0 ? 1 : -1))
		return;
	set_bounds(t, bounds, step < 0 ? -step : step);
}

int64_t *ptx_trips_find(const struct ptx_module *m, const struct ptx_body *c)
{
	struct trips t = { .m = m, .c = c };
	int64_t *bounds;

	bounds = memory_new(((size_t) c->n_reg + 1) * sizeof(*bounds));
	t.assigned = memory_new(((size_t) c->n_reg + 1) * sizeof(int));
	t.block = memory_new(((size_t) c->f->n_instruction + 1) * sizeof(int));
	for (int i = 0; i < c->n_reg; ++i) {
		bounds[i] = BOUND_NONE;
		t.assigned[i] = -1;
	}
	list_assignments(&t);
	for (int l = 0; l < c->flow->n_loop && t.n_looked_at < LOOKED_AT; ++l)
		find_bounds(&t, l, bounds);
	free(t.assigned);
	free(t.assignment);
	free(t.block);
	return bounds;
}

struct loaded {
	struct ptx_run *run;
	struct ptx_frame *frame;
};

static void take_number(void *user, int reg)
{
	struct loaded *s = user;
	const struct ptx_body *c = s->frame->code;
	const struct ptx_value **at = c->multi[reg] >= 0 ?
		&s->frame->now[c->multi[reg]] :
		&s->frame->value[reg];
	int64_t n;

	if (c->bounds[reg] < 0 || !*at || (*at)->kind != VALUE_IS_DATA ||
		__builtin_mul_overflow(c->bounds[reg], s->run->args->trips, &n))
		return;
	*at = ptx_value_taken(&s->run->values, *at,
		ptx_value_int(&s->run->values, n));
	ptx_run_note(s->run, NOTE_TRIPS);
}

void ptx_trips_load(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst)
{
	struct loaded s = { run, frame };

	if (frame->code->bounds)
		ptx_frame_each(frame->code, ptx_operand(inst, 0), take_number,
			&s);
}
