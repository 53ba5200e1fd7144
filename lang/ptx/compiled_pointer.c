/* Which parameters of 64 bits are pointers.
 *
 * PTX seldom says.  A parameter is a pointer if a register that holds it, or it
 * plus something, is made a global pointer or is the address of an access, here
 * or in a function that it is passed to.  A sum of two parameters tells of
 * neither: one may be a stride.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/ptx/compiled_parts.h"

#define ORIGIN_MIXED (-1)
/* Calls inside each other, and instructions in all, that are looked at. */
#define POINTER_CALLS 4
#define POINTER_STEPS ((int64_t) 1 << 22)

struct tracing {
	struct compiled *c;
	int64_t n_step;
	int depth;
};

static int first_of(const int *origin, const struct ptx_operand *o)
{
	return o->kind == OPERAND_NAME || o->kind == OPERAND_ADDRESS ?
		(o->name >= 0 ? origin[o->name] : 0) :
		0;
}

/* What a result comes from: 1 + a parameter, as a slot of c->base. */
static int origin_of(const struct tracing *t, const int *origin,
	const struct ptx_opcode *op, const struct ptx_instruction *inst)
{
	const struct ptx_operand *o = inst->operand;
	int n = inst->n_operand, a, b;

	switch (op->code) {
	case CODE_LD:
		if (op->space != SPACE_PARAM || o[1].kind != OPERAND_ADDRESS)
			return 0;
		a = t->depth > 0 ? -1 :
				   ptx_base_find(&t->c->base_at, t->c->base,
					   true, o[1].name, o[1].offset);
		return a >= 0 ? a + 1 : first_of(origin, &o[1]);
	case CODE_MOV:
	case CODE_CVTA: return n == 2 ? first_of(origin, &o[1]) : 0;
	case CODE_ADD:
	case CODE_SUB:
		if (n != 3)
			return 0;
		a = first_of(origin, &o[1]);
		b = first_of(origin, &o[2]);
		return a && b ? ORIGIN_MIXED : a ? a : b;
	case CODE_MAD: return n == 4 ? first_of(origin, &o[3]) : 0;
	default: return 0;
	}
}

static void set_pointer(struct tracing *t, int origin)
{
	if (origin > 0)
		t->c->base[origin - 1].is_pointer = true;
}

static void trace(struct tracing *t, const struct ptx_function *f, int *origin);

static void trace_call(struct tracing *t, const struct ptx_instruction *inst,
	const int *origin)
{
	const struct ptx_module *m = t->c->module;
	const struct ptx_operand *args = NULL, *name = NULL;
	const struct ptx_function *f;
	int *passed;

	for (int i = 0; i < inst->n_operand; ++i) {
		const struct ptx_operand *o = &inst->operand[i];

		if (o->kind == OPERAND_NAME && !name)
			name = o;
		else if (o->kind == OPERAND_LIST && name && !args)
			args = o;
	}
	f = name ? ptx_find_function(m, name->name) : NULL;
	if (!f || !args || t->depth >= POINTER_CALLS)
		return;
	passed = memory_new(((size_t) m->n_name + 1) * sizeof(int));
	for (int i = 0; i < args->n_sub && i < f->n_param; ++i)
		passed[f->param[i].name] = first_of(origin, &args->sub[i]);
	t->n_step += m->n_name;
	++t->depth;
	trace(t, f, passed);
	--t->depth;
	free(passed);
}

/* "origin": by name of a register or .param variable. */
static void trace(struct tracing *t, const struct ptx_function *f, int *origin)
{
	for (int i = 0; i < f->n_instruction && ++t->n_step < POINTER_STEPS;
		++i) {
		const struct ptx_instruction *inst = &f->instruction[i];
		const struct ptx_opcode *op =
			&t->c->module->opcode[inst->opcode];
		const struct ptx_operand *o = inst->operand;

		if (op->code == CODE_CALL)
			trace_call(t, inst, origin);
		if (inst->n_operand < 2)
			continue;
		if (op->code == CODE_ST && op->space == SPACE_PARAM) {
			if (o[0].kind == OPERAND_ADDRESS && o[0].name >= 0)
				origin[o[0].name] = first_of(origin, &o[1]);
			continue;
		}
		if (op->code == CODE_CVTA && op->is_to)
			set_pointer(t, first_of(origin, &o[1]));
		for (int j = 0; j < inst->n_operand &&
			op->class == CLASS_MEMORY && op->space != SPACE_PARAM;
			++j)
			if (o[j].kind == OPERAND_ADDRESS)
				set_pointer(t, first_of(origin, &o[j]));
		if (o[0].kind == OPERAND_NAME)
			origin[o[0].name] = origin_of(t, origin, op, inst);
	}
}

void compiled_find_pointers(struct compiled *c)
{
	struct tracing t = { .c = c };
	int *origin = memory_new(
		((size_t) c->module->n_name + 1) * sizeof(*origin));

	trace(&t, c->function, origin);
	free(origin);
}
