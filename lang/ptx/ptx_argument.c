/* How arguments come from constant memory, as ptxas does it from sm_90 on: LDC or
 * ULDC, once for each in front of loops.
 *
 *	i = n_64 + n_32 - p					 (16.25)
 *
 * p counts pairs of 32 bits that lie side by side, at a multiple of 8 bytes, and that
 * the code first uses in one block, unless it divides by one.
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_words_parts.h"

/* An instruction that loads an argument of 32 bits. */
struct argument {
	int inst, block; /* where it is first used */
	int64_t at;	 /* byte in the memory of arguments */
};

static int compare_arguments(const void *a, const void *b)
{
	const struct argument *x = a, *y = b;

	return x->block != y->block ? x->block - y->block :
		x->at != y->at	    ? (x->at > y->at) - (x->at < y->at) :
				      x->inst - y->inst;
}

/* By instruction, its block. */
static int *find_blocks(const struct words *w, const struct ptx_flow *flow)
{
	int *block = memory_new(
		((size_t) w->f->n_instruction + 1) * sizeof(*block));

	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first; i < flow->block[b].end; ++i)
			block[i] = b;
	return block;
}

static bool is_argument(const struct words *w, int i)
{
	const struct ptx_opcode *op = opcode_of(w, i);

	return op->code == CODE_LD && op->space == SPACE_PARAM &&
		w->f->instruction[i].n_operand == 2;
}

/* By name, where a parameter begins, each at a multiple of its alignment. */
static int64_t *find_begins(const struct words *w)
{
	int64_t *begin = memory_new(
		((size_t) w->m->n_name + 1) * sizeof(*begin));
	int64_t at = 0;

	for (int i = 0; i < w->f->n_param; ++i) {
		const struct ptx_variable *p = &w->f->param[i];
		int64_t align = ptx_type_bytes(p->type);

		align = p->align > align ? p->align : align;
		if (align > 0)
			at = (at + align - 1) / align * align;
		begin[p->name] = at;
		at += p->bytes;
	}
	return begin;
}

/* Devices from which on arithmetic takes floats that are arguments from registers. */
#define ARGUMENTS_TARGET 90

/* Pointers are counted where they become global ones. */
static double argument_words(const struct words *w, int i)
{
	const struct ptx_opcode *op = opcode_of(w, i);
	const struct uses *u = uses_of(w,
		ptx_operand(&w->f->instruction[i], 0));

	if (w->m->target < ARGUMENTS_TARGET &&
		(ptx_type_is_float(op->type[0]) || is_64(op)))
		return 0;
	return u && u->n == u->n_base ? 0 : 1;
}

/* True if "i" loads 32 bits that may come with others. */
static bool is_half(const struct words *w, int i)
{
	const struct uses *u = uses_of(w,
		ptx_operand(&w->f->instruction[i], 0));

	return w->m->target >= ARGUMENTS_TARGET && u && u->n > 0 &&
		u->n_divide == 0 &&
		ptx_type_bytes(opcode_of(w, i)->type[0]) == 4 &&
		ptx_operand(&w->f->instruction[i], 1)->kind ==
		OPERAND_ADDRESS &&
		ptx_operand(&w->f->instruction[i], 1)->name >= 0;
}

/* Lets pairs come together, and marks what comes by itself. */
static void join_pairs(struct words *w, struct argument *half, size_t n,
	double *words)
{
	if (n > 0)
		qsort(half, n, sizeof(*half), compare_arguments);
	for (size_t i = 0; i < n; ++i) {
		if (half[i].at % 8 == 0 && i + 1 < n &&
			half[i + 1].block == half[i].block &&
			half[i + 1].at == half[i].at + 4)
			words[half[++i].inst] = 0;
		else
			w->is_single[half[i].inst] = true;
	}
}

void ptx_argument_find(struct words *w, const struct ptx_flow *flow,
	double *words)
{
	struct argument *half = NULL;
	int64_t *begin = find_begins(w);
	int *block = find_blocks(w, flow);
	size_t n = 0;

	for (int b = 0; b < flow->n_block; ++b)
		for (int i = flow->block[b].first;
			i < flow->block[b].end && flow->block[b].loop < 0;
			++i) {
			const struct ptx_operand *from =
				ptx_operand(&w->f->instruction[i], 1);

			if (!is_argument(w, i))
				continue;
			words[i] = argument_words(w, i);
			if (!is_half(w, i))
				continue;
			half = memory_grow(half, n, sizeof(*half));
			half[n++] = (struct argument) { i,
				block[uses_of(w,
					      ptx_operand(&w->f->instruction[i],
						      0))
						->used_first -
					1],
				begin[from->name] + from->offset };
		}
	join_pairs(w, half, n, words);
	free(half);
	free(begin);
	free(block);
}

/* Sums of a literal and an argument that comes by itself, such as the n - 1 of a guard
 * (UIADD3): pairs come to registers of lanes, and are added to there.
 */
bool ptx_argument_is_bound(const struct words *w, int i,
	const struct ptx_kind *kind)
{
	const struct ptx_instruction *inst = &w->f->instruction[i];
	const struct uses *u = inst->n_operand == 3 ?
		uses_of(w, ptx_operand(inst, 1)) :
		NULL;

	return u && is_sum(opcode_of(w, i)) && !is_64(opcode_of(w, i)) &&
		is_literal(ptx_operand(inst, 2)) && u->n_set == 1 &&
		(w->is_single[u->set_by] || kind[u->set_by].is_uniform);
}
