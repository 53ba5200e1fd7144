/* Branch tables, which compilers make of `switch`, read as comparisons:
 *
 *	T: .branchtargets A, B, C;	setp.eq.u32 p0, i, 0;  @p0 bra A;
 *	brx.idx i, T;			setp.eq.u32 p1, i, 1;  @p1 bra B;
 *					bra C;
 *
 * An index outside of the table is undefined (PTX ISA, brx.idx).
 */

#include <stdio.h>
#include <string.h>

#include "lang/base/arena.h"
#include "lang/ptx/ptx_reader.h"

struct ptx_table {
	int label;
	int n_target;
	struct ptx_operand *target;
	struct ptx_table *next;
};

void ptx_table_targets(struct ptx_reader *r, struct ptx_list targets)
{
	struct ptx_table *t = arena_alloc(r->module->arena, sizeof(*t));

	*t = (struct ptx_table) {
		.label = r->label,
		.n_target = targets.n,
		.target = ptx_reader_close(r, targets),
		.next = r->table,
	};
	r->table = t;
}

static const struct ptx_table *find_table(const struct ptx_reader *r, int label)
{
	const struct ptx_table *t = r->table;

	while (t && t->label != label)
		t = t->next;
	return t;
}

static int opcode(struct ptx_reader *r, const char *text)
{
	return ptx_reader_opcode(r, text, strlen(text));
}

/* The predicate that the index is "i". */
static int add_comparison(struct ptx_reader *r,
	const struct ptx_instruction *inst, int i)
{
	struct ptx_operand *o = arena_alloc(r->module->arena, 3 * sizeof(*o));
	struct ptx_instruction test = *inst;
	char name[32];
	int len = snprintf(name, sizeof(name), "%%brx.%d", r->n_index++);

	o[0] = (struct ptx_operand) {
		.kind = OPERAND_NAME,
		.name = ptx_reader_intern(r, name, (size_t) len),
	};
	o[1] = inst->operand[0];
	o[2] = (struct ptx_operand) { .kind = OPERAND_INT, .offset = i };
	test.opcode = opcode(r, "setp.eq.u32");
	test.n_operand = 3;
	test.operand = o;
	test.is_table = true;
	ptx_reader_add(r, &test);
	return o[0].name;
}

bool ptx_table_branch(struct ptx_reader *r, const struct ptx_instruction *inst)
{
	const struct ptx_table *table = NULL;

	if (r->module->opcode[inst->opcode].code != CODE_BRX ||
		inst->guard >= 0 || inst->n_operand != 2)
		return false;
	if (inst->operand[0].kind == OPERAND_NAME &&
		inst->operand[1].kind == OPERAND_NAME)
		table = find_table(r, inst->operand[1].name);
	if (!table)
		return false;
	for (int i = 0; i < table->n_target; ++i) {
		struct ptx_instruction jump = *inst;

		jump.opcode = opcode(r, "bra");
		jump.n_operand = 1;
		jump.operand = &table->target[i];
		if (i < table->n_target - 1) {
			jump.guard = add_comparison(r, inst, i);
			jump.is_table = true;
		}
		ptx_reader_add(r, &jump);
	}
	return true;
}
