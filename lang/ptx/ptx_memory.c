/* Loads, stores, atomic updates and copies, and parameters, which are read like
 * memory.
 */

#include <string.h>

#include "lang/ptx/ptx_frame.h"
#include "lang/ptx/ptx_step.h"

static const struct ptx_value *address_of(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_operand *o)
{
	const struct ptx_operand name = {
		.kind = OPERAND_NAME,
		.name = o->name,
	};

	if (o->kind != OPERAND_ADDRESS || o->name < 0)
		return NULL;
	run->root = frame->code->reg[o->name] >= 0 ?
		frame->code->root[frame->code->reg[o->name]] + 1 :
		0;
	return ptx_step_operand(run, frame, &name, PTX_U64);
}

static const struct ptx_base *base_of(const struct ptx_run *run,
	const struct ptx_value *x)
{
	while (x->kind == VALUE_IS_SELECT)
		x = x->a;
	return x->kind == VALUE_IS_POINTER ? &run->base[x->base] : NULL;
}

/* A parameter of the kernel: a number that the user gave, or a pointer.  Nobody
 * can give a floating-point number: it is data, as if it were loaded.
 */
static const struct ptx_value *load_param(struct ptx_run *run,
	const struct ptx_frame *frame, const struct ptx_operand *o,
	enum ptx_type type)
{
	const struct ptx_value *x = ptx_frame_passed(run, frame, o->name,
		o->offset);
	int i = ptx_base_find(run->base_at, run->base, true, o->name,
		o->offset);
	struct ptx_value *data;

	if (x)
		return x;
	if (i >= 0 && run->base[i].is_given)
		return ptx_value_int(&run->values, run->base[i].value);
	if (i >= 0 && !ptx_type_is_float(type) && ptx_type_bytes(type) == 8)
		return ptx_value_pointer(&run->values, i,
			quasi_constant(run->values.pool, 0));
	data = (struct ptx_value *) ptx_step_data(run,
		ptx_emit_data(run, NULL, (int[3]) { -1, -1, -1 }), NULL);
	if (!ptx_type_is_float(type) &&
		(i < 0 || !ptx_type_is_float(run->base[i].type)))
		data->missing = i + 1;
	return data;
}

/* Members of a vector are parameters that follow each other. */
static void load_params(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	const struct ptx_operand *to = ptx_operand(inst, 0);
	struct ptx_operand from = *ptx_operand(inst, 1);

	if (to->kind != OPERAND_LIST) {
		ptx_step_set(run, frame, inst, to, guard,
			load_param(run, frame, &from, op->type[0]));
		return;
	}
	for (int i = 0; i < to->n_sub; ++i) {
		ptx_step_set(run, frame, inst, &to->sub[i], guard,
			load_param(run, frame, &from, op->type[0]));
		from.offset += ptx_type_bytes(op->type[0]);
	}
}

/* Where an address lies: a parameter points to global memory unless the
 * instruction says otherwise.
 */
enum ptx_space ptx_memory_space(const struct ptx_run *run,
	const struct ptx_opcode *op, const struct ptx_value *x)
{
	const struct ptx_base *b = base_of(run, x);

	if (b && b->kind == BASE_SHARED)
		return SPACE_SHARED;
	if (b && b->kind == BASE_CONST)
		return SPACE_CONST;
	if (b && b->kind == BASE_LOCAL)
		return SPACE_LOCAL;
	return op->space == SPACE_GENERIC ? SPACE_GLOBAL : op->space;
}

/* True if "x" depends on the environment, which has the address of the barrier
 * that all blocks of a cooperative launch share.
 */
static bool is_of_grid(const struct ptx_run *run, const struct ptx_value *x)
{
	for (; x; x = x->from) {
		const struct ptx_instruction *by = x->made_by;

		if (by && by->n_operand == 2 &&
			ptx_operand(by, 1)->kind == OPERAND_NAME &&
			strncmp(run->module->name[ptx_operand(by, 1)->name],
				"%envreg", 7) == 0)
			return true;
	}
	return false;
}

/* Shared memory of another block, as mapa gives it. */
static bool is_of_cluster(const struct ptx_run *run, const struct ptx_value *x)
{
	for (; x; x = x->from)
		if (x->made_by &&
			strncmp(run->module->opcode[x->made_by->opcode].text,
				"mapa", 4) == 0)
			return true;
	return false;
}

/* Checks that an address has a base; explains if it has none. */
static bool check_address(struct ptx_run *run, const struct ptx_value *x)
{
	if (x && base_of(run, x))
		return true;
	if (!run->emits)
		return false;
	if (is_of_grid(run, x)) {
		ptx_run_fail(run,
			"all blocks of the grid wait for each other here "
			"(grid.sync()), of which wsp knows nothing");
		diag_note(run->diag,
			"ask about the code before and behind it as kernels of "
			"their own");
		return false;
	}
	if (is_of_cluster(run, x)) {
		ptx_run_fail(run,
			"this is shared memory of another block of the cluster "
			"(mapa), of whose way to here wsp knows nothing");
		diag_note(run->diag,
			"a kernel whose blocks take it from their own shared "
			"memory, or from global memory, can be asked about");
		return false;
	}
	ptx_run_fail(run,
		"this address does not start from a parameter or a variable");
	if (x)
		ptx_run_explain(run, x);
	return false;
}

const struct ptx_value *ptx_memory_address(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_operand *o)
{
	const struct ptx_value *x = address_of(run, frame, o);

	return check_address(run, x) ? x : NULL;
}

/* Counts what a trip loads from constant memory, if it is elsewhere in each trip
 * and the array is larger than the first cache of constants.
 */
/* Instructions behind a load of 16 bits of which one may be its first use. */
#define USED_WITHIN 64

/* The type of what is loaded.  Halves are loaded as 16 bits of any type: they are
 * halves where their first use computes with them, or converts them from one.
 */
static enum ptx_type loaded_type(const struct ptx_run *run,
	const struct ptx_frame *frame, const struct ptx_instruction *inst,
	const struct ptx_opcode *op)
{
	const struct ptx_function *f = frame->code->f;
	const struct ptx_operand *to = ptx_operand(inst, 0);
	int first = (int) (inst - f->instruction) + 1;

	if (ptx_type_bytes(op->type[0]) != 2 || to->kind != OPERAND_NAME)
		return op->type[0];
	for (int i = first; i < f->n_instruction && i < first + USED_WITHIN;
		++i) {
		const struct ptx_instruction *by = &f->instruction[i];
		const struct ptx_opcode *use = &run->module->opcode[by->opcode];

		for (int j = 1; j < by->n_operand; ++j)
			if (by->operand[j].kind == OPERAND_NAME &&
				by->operand[j].name == to->name)
				return use->type[use->code == CODE_CVT] ==
						PTX_F16 ?
					PTX_F16 :
					op->type[0];
	}
	return op->type[0];
}

static void count_constants(struct ptx_run *run, const struct ptx_value *x,
	const struct ptx_opcode *op)
{
	const struct ptx_base *b = base_of(run, x);

	if (run->emits && run->depth > 0 && b && x->e &&
		b->bytes > KERNEL_CONSTANTS_NEAR_B &&
		ptx_value_uses(x->e, VAR_LOOP0 + run->depth - 1))
		run->work[run->region].constant_B += ptx_type_bytes(
							     op->type[0]) *
			(op->vector > 1 ? op->vector : 1);
}

void ptx_memory_load(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	const struct ptx_operand *o = ptx_operand(inst, 1);
	const struct ptx_value *address, *x;
	int outer = run->region, node = -1;
	enum ptx_space space;

	if (op->space == SPACE_PARAM) {
		load_params(run, frame, inst, op, guard);
		return;
	}
	address = address_of(run, frame, o);
	if (!check_address(run, address)) {
		x = ptx_step_data(run, -1, NULL);
		ptx_step_set(run, frame, inst, ptx_operand(inst, 0), guard, x);
		return;
	}
	space = ptx_memory_space(run, op, address);
	if (guard->op != COND_TRUE)
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			guard);
	if (space == SPACE_LOCAL)
		ptx_run_note(run, NOTE_LOCAL);
	if (space == SPACE_CONST)
		count_constants(run, address, op);
	if ((space == SPACE_GLOBAL || space == SPACE_SHARED) &&
		guard->op != COND_FALSE)
		node = ptx_emit_load(run, address, o->offset,
			loaded_type(run, frame, inst, op), op->vector);
	else if (run->emits)
		node = ptx_emit_data(run, NULL, (int[3]) { -1, -1, -1 });
	run->region = outer;
	x = ptx_step_data(run, node, address->e ? NULL : address);
	ptx_step_set(run, frame, inst, ptx_operand(inst, 0), guard, x);
	ptx_trips_load(run, frame, inst);
}

static void store_params(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	const struct ptx_operand *to = ptx_operand(inst, 0);
	const struct ptx_operand *from = ptx_operand(inst, 1);
	bool is_list = from->kind == OPERAND_LIST;
	int n = is_list ? from->n_sub : 1, bytes = ptx_type_bytes(op->type[0]);

	if (to->kind != OPERAND_ADDRESS)
		return;
	for (int i = 0; i < n; ++i)
		ptx_frame_pass(run, frame, to->name,
			to->offset + (int64_t) i * bytes, guard,
			ptx_step_operand(run, frame,
				is_list ? &from->sub[i] : from, op->type[0]));
}

void ptx_memory_store(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	const struct ptx_operand *o = ptx_operand(inst, 0);
	const struct ptx_operand *from = ptx_operand(inst, 1);
	const struct ptx_value *address, *x;
	int outer = run->region, node = -1;
	enum ptx_space space;

	if (op->space == SPACE_PARAM) {
		store_params(run, frame, inst, op, guard);
		return;
	}
	if (from->kind == OPERAND_LIST) {
		/* one value of several: the store waits for each */
		int all[3] = { -1, -1, -1 };

		for (int i = 0; i < from->n_sub && i < 3; ++i)
			all[i] = ptx_step_node(run,
				ptx_step_operand(run, frame, &from->sub[i],
					op->type[0]));
		node = ptx_emit_data(run, NULL, all);
		x = NULL;
	} else {
		x = ptx_step_operand(run, frame, from, op->type[0]);
		node = ptx_step_node(run, x);
	}
	address = address_of(run, frame, o);
	if (!check_address(run, address))
		return;
	space = ptx_memory_space(run, op, address);
	if (guard->op != COND_TRUE)
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			guard);
	if (space == SPACE_LOCAL)
		ptx_run_note(run, NOTE_LOCAL);
	if ((space == SPACE_GLOBAL || space == SPACE_SHARED) &&
		guard->op != COND_FALSE)
		ptx_emit_store(run, address, o->offset, op->type[0], op->vector,
			node);
	run->region = outer;
}

/* An atomic update is a store that L2, or shared memory, carries out.  The old
 * value that one returns is counted as it: only its way back is left out.
 */
void ptx_memory_atomic(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	int at = op->code == CODE_ATOM ? 1 : 0, outer = run->region, node = -1;
	const struct ptx_value *address;

	if (inst->n_operand < at + 2)
		return;
	address = address_of(run, frame, ptx_operand(inst, at));
	if (op->vector > 1 || ptx_type_bytes(op->type[0]) < 4)
		ptx_run_note(run, NOTE_ATOMIC);
	if (!check_address(run, address))
		return;
	node = ptx_step_node(run,
		ptx_step_operand(run, frame, ptx_operand(inst, at + 1),
			op->type[0]));
	if (guard->op != COND_TRUE)
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			guard);
	if (guard->op != COND_FALSE)
		ptx_emit_store(run, address, ptx_operand(inst, at)->offset,
			op->type[0], 1, node);
	run->region = outer;
	if (at == 1)
		ptx_step_set(run, frame, inst, ptx_operand(inst, 0), guard,
			ptx_step_data(run,
				ptx_emit_data(run, op,
					(int[3]) { node, -1, -1 }),
				NULL));
}

static void fail_copy(struct ptx_run *run, const struct ptx_instruction *inst)
{
	if (!run->emits)
		return;
	ptx_run_fail(run, "the copy '%s' is not understood",
		run->module->opcode[inst->opcode].text);
	diag_note(run->diag, "cp.async of 4, 8 or 16 B a lane is read");
}

/* cp.async.ca.shared.global [to], [from], bytes */
void ptx_memory_copy(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_cond *guard)
{
	const struct ptx_value *to, *from;
	int outer = run->region, node, words;
	int64_t bytes;

	if (strstr(run->module->opcode[inst->opcode].text, ".bulk")) {
		ptx_bulk_copy(run, frame, inst);
		return;
	}
	bytes = inst->n_operand > 2 &&
			ptx_operand(inst, 2)->kind == OPERAND_INT ?
		ptx_operand(inst, 2)->offset :
		0;
	if (bytes != 4 && bytes != 8 && bytes != 16) {
		fail_copy(run, inst);
		return;
	}
	words = bytes > 4 ? (int) bytes / 8 : 1;
	to = address_of(run, frame, ptx_operand(inst, 0));
	from = address_of(run, frame, ptx_operand(inst, 1));
	if (!check_address(run, to) || !check_address(run, from))
		return;
	if (guard->op != COND_TRUE)
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			guard);
	node = ptx_emit_load(run, from, ptx_operand(inst, 1)->offset,
		bytes > 4 ? PTX_B64 : PTX_B32, words);
	ptx_emit_store(run, to, ptx_operand(inst, 0)->offset,
		bytes > 4 ? PTX_B64 : PTX_B32, words, node);
	run->region = outer;
}
