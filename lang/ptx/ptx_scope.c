/* Labels of blocks in braces, which code outside does not see: assembly that
 * programmers write into CUDA stands in a block, with the same labels wherever
 * it is used.  When a block ends, its labels get names of their own.
 */

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx_reader.h"

/* Labels, and instructions that may name them, that are looked through, for all
 * blocks together: those of a block are in each block around it.
 */
#define SCOPE_BUDGET ((int64_t) 1 << 26)

static uint64_t hash_label(int name, int scope)
{
	return map_mix(map_mix(1, name), scope);
}

/* The label of that name in the block; NULL: there is none. */
static struct ptx_label *find_label(const struct ptx_reader *r, int name,
	int scope)
{
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&r->labels, hash_label(name, scope), &at)) >= 0) {
		struct ptx_label *label = &r->function.label[i];

		if (label->written == name && label->scope == scope)
			return label;
	}
	return NULL;
}

void ptx_reader_label(struct ptx_reader *r, int name, struct loc loc)
{
	struct ptx_function *f = &r->function;
	int scope = r->n_scope ? r->scope[r->n_scope - 1].number : 0;

	r->label = name;
	if (find_label(r, name, scope)) {
		ptx_reader_error(r, loc, "this label is there twice");
		return;
	}
	f->label = memory_grow(f->label, (size_t) f->n_label,
		sizeof(*f->label));
	f->label[f->n_label] = (struct ptx_label) { name, f->n_instruction,
		name, scope };
	map_add(&r->labels, hash_label(name, scope), f->n_label++);
}

void ptx_scope_begin(struct ptx_reader *r)
{
	map_clear(&r->labels);
	r->labels = (struct map) { 0 };
	r->n_scope = 0;
}

void ptx_scope_open(struct ptx_reader *r)
{
	r->scope = memory_grow(r->scope, (size_t) r->n_scope,
		sizeof(*r->scope));
	r->scope[r->n_scope++] = (struct ptx_scope) {
		.number = ++r->last_scope,
		.first_label = r->function.n_label,
		.first_instruction = r->function.n_instruction,
	};
}

/* NAME@NUMBER: no name of PTX has the sign in it. */
static int name_apart(struct ptx_reader *r, int name, int scope)
{
	struct buffer text = { 0 };
	int apart;

	buffer_printf(&text, "%s@%d", r->module->name[name], scope);
	apart = ptx_reader_intern(r, buffer_text(&text), text.len);
	buffer_free(&text);
	return apart;
}

void ptx_scope_close(struct ptx_reader *r, struct loc loc)
{
	struct ptx_function *f = &r->function;
	struct ptx_scope s;
	bool has_labels = false;

	if (r->n_scope == 0)
		return; /* an error broke off what it opened */
	s = r->scope[--r->n_scope];
	if (r->scoped > SCOPE_BUDGET)
		return; /* which was reported */
	r->scoped += f->n_label - s.first_label;
	for (int i = s.first_label; i < f->n_label; ++i)
		if (f->label[i].scope == s.number) {
			f->label[i].name = name_apart(r, f->label[i].written,
				s.number);
			has_labels = true;
		}
	if (has_labels)
		r->scoped += f->n_instruction - s.first_instruction;
	if (r->scoped > SCOPE_BUDGET) {
		ptx_reader_error(r, loc,
			"too many blocks with labels stand inside each other");
		return;
	}
	if (!has_labels)
		return;
	for (int i = s.first_instruction; i < f->n_instruction; ++i) {
		const struct ptx_instruction *inst = &f->instruction[i];
		const struct ptx_label *label;

		if (r->module->opcode[inst->opcode].code != CODE_BRA ||
			inst->n_operand < 1 ||
			inst->operand[0].kind != OPERAND_NAME)
			continue;
		label = find_label(r, inst->operand[0].name, s.number);
		if (label)
			inst->operand[0].name = label->name;
	}
}
