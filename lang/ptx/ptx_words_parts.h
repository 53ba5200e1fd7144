#ifndef LANG_PTX_PTX_WORDS_PARTS_H
#define LANG_PTX_PTX_WORDS_PARTS_H

/* Shared by the files that say what the assembler makes of a function:
 * ptx_words.c of instructions, ptx_shape.c and ptx_live.c of loops.
 */

#include "lang/ptx/ptx_words.h"

/* By what a register moves from trip to trip of a loop. */
enum move { MOVE_NONE, MOVE_LITERAL, MOVE_REGISTER };

/* How registers are used. */
struct uses {
	int loop;	   /* the last loop that was found to set it; 0: none */
	enum move move;	   /* how it moves from trip to trip of that loop */
	bool is_met;	   /* an address there was traced to it */
	bool is_divisor;   /* its reciprocal was found */
	int n_set, set_by; /* assignments, the last of them */
	int first;	   /* the first of them */
	int n, n_add, n_shift, n_address; /* uses: all, in sums, ... */
	int n_base, n_divide;		  /* as pointer, as divisor */
	int used_by;			  /* the last that reads it */
	int used_first;			  /* 1 + the first that does */
};

struct words {
	const struct ptx_module *m;
	const struct ptx_function *f;
	const int *reg;
	struct uses *uses;
	struct map literals; /* doubles that were met */
	bool *is_full;	     /* instructions that another one became part of */
	bool has_shared;     /* an address of shared memory was made */
	bool *is_single; /* instructions that load one argument of 32 bits */
};

static inline const struct ptx_opcode *opcode_of(const struct words *w, int i)
{
	return &w->m->opcode[w->f->instruction[i].opcode];
}

static inline struct uses *uses_of(const struct words *w,
	const struct ptx_operand *o)
{
	if ((o->kind != OPERAND_NAME && o->kind != OPERAND_ADDRESS &&
		    o->kind != OPERAND_PAIR) ||
		o->name < 0 || w->reg[o->name] < 0)
		return NULL;
	return &w->uses[w->reg[o->name]];
}

static inline bool is_64(const struct ptx_opcode *op)
{
	return ptx_type_bytes(op->type[0]) == 8;
}

static inline bool is_sum(const struct ptx_opcode *op)
{
	return (op->code == CODE_ADD || op->code == CODE_SUB) &&
		!ptx_type_is_float(op->type[0]);
}

static inline bool sets_first(const struct ptx_opcode *op)
{
	switch (op->code) {
	case CODE_ST:
	case CODE_RED:
	case CODE_BRA:
	case CODE_CALL:
	case CODE_BAR: return false;
	default: return true;
	}
}

static inline bool is_literal(const struct ptx_operand *o)
{
	return o->kind == OPERAND_INT;
}

static inline bool has_slow_path(const struct ptx_opcode *op)
{
	return op->class == CLASS_SPECIAL &&
		(!op->is_approx || (is_64(op) && !op->is_flushed));
}

/* ptx_words.c: true if a conversion or a mask changes no bit of a number of 32
 * bits or less.
 */
bool ptx_words_is_nothing(const struct words *w, int i);

/* ptx_words.c: true if nothing but the end of the kernel follows from block "b"
 * on: threads leave instead of going there.
 */
bool ptx_words_is_end(const struct words *w, const struct ptx_flow *flow,
	int b);

/* ptx_meet.c: the registers that may differ between the lanes of a warp; the
 * caller frees them.
 */
bool *ptx_meet_lanes(const struct words *w, int n_reg);

/* Marks the registers of "o" in "marks"; true if one had no mark. */
bool ptx_meet_mark(const struct words *w, const struct ptx_operand *o,
	bool *marks);

/* Adds the instructions that let lanes meet again behind branches to the words of
 * these, but for those of blocks that a predicate replaces.
 */
void ptx_meet_find(const struct words *w, const struct ptx_flow *flow,
	const bool *by_lane, const bool *is_predicated, double *words,
	struct ptx_kind *kind);

/* True if some lanes of a warp leave loop "l" before others, to go on behind it. */
bool ptx_meet_leaves(const struct words *w, const struct ptx_flow *flow,
	const bool *by_lane, int l);

/* ptx_words.c: adds "n" instructions that take a turn, but no unit of integers, at the
 * end of block "b".
 */
void ptx_words_jump(const struct ptx_block *b, int n, double *words,
	struct ptx_kind *kind);

/* ptx_words.c: the instruction that sets the register of "o"; NULL if several do. */
const struct ptx_instruction *ptx_words_maker(const struct words *w,
	const struct ptx_operand *o);

/* ptx_shape.c: r = r + literal */
bool ptx_words_is_step(const struct words *w, int i);

/* What becomes of loop "l". */
void ptx_shape_find(const struct words *w, const struct ptx_flow *flow, int l,
	struct ptx_shape *shape);

/* ptx_live.c: the words of registers that are live where each loop begins. */
void ptx_live_find(const struct words *w, const struct ptx_flow *flow,
	int n_reg, struct ptx_shape *shape);

/* Adds what runs once in front of loop "l" to the block before it. */
void ptx_shape_enter(const struct ptx_flow *flow, int l,
	const struct ptx_shape *shape, bool is_left_by_lanes, double *words,
	struct ptx_kind *kind);

/* Takes away moves of literals that loop "l" has already. */
void ptx_shape_keep(const struct words *w, const struct ptx_flow *flow, int l,
	double *words);

/* Adds the arguments that loops which hold others, have slow paths or many live
 * registers load again in front of each instruction.
 */
void ptx_shape_reload(const struct words *w, const struct ptx_flow *flow,
	const struct ptx_shape *shape, double *words, struct ptx_kind *kind);

/* Control, counters and pointers of "joined" trips are needed once: corrects
 * the words of block "b".
 */
void ptx_shape_share(const struct words *w, const struct ptx_flow *flow, int b,
	int joined, double *words);

/* ptx_meet.c: the branch at the end of block "b", if lanes may take different ways
 * there; -1: they do not.
 */
int ptx_meet_branch(const struct words *w, const struct ptx_block *b,
	const bool *by_lane);

/* ptx_kind.c: what else is known of instructions, but for what is put beside them. */
void ptx_kind_find(const struct words *w, const struct ptx_flow *flow,
	int n_reg, const bool *by_lane, struct ptx_kind *kind);

/* ptx_product.c: the words of a product of 64 bits. */
double ptx_product_words(const struct words *w,
	const struct ptx_instruction *inst);

/* True if product "i" of 32 bits is the lower half of one in its block (mul.hi). */
bool ptx_product_is_low(const struct words *w, int i,
	const struct ptx_block *b);

/* The words of a quotient or remainder of integers, in a loop that begins with
 * instruction "loop"; -1: in none.
 */
double ptx_quotient_words(const struct words *w,
	const struct ptx_instruction *inst, int loop);

/* ptx_argument.c: the words of loads of arguments in front of loops. */
void ptx_argument_find(struct words *w, const struct ptx_flow *flow,
	double *words);

/* True if instruction "i" adds a literal to an argument that is loaded by itself, or
 * to such a sum.
 */
bool ptx_argument_is_bound(const struct words *w, int i,
	const struct ptx_kind *kind);

#endif
