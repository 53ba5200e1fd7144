#ifndef LANG_PTX_PTX_WORDS_H
#define LANG_PTX_PTX_WORDS_H

/* How many machine instructions each instruction of PTX becomes. */

#include "lang/ptx/ptx_flow.h"

/* What the assembler makes of a loop. */
struct ptx_shape {
	int joined;	  /* trips that it makes one */
	bool is_open;	  /* it does not know how many there are */
	int live;	  /* words of registers that are live where it begins */
	bool is_strided;  /* it loads or stores where a register moves to */
	bool is_updating; /* it stores there */
	bool stores_bytes;
	bool has_barrier;
};

/* What else is known of an instruction. */
struct ptx_kind {
	bool is_three;	 /* an FMA of three registers */
	bool is_uniform; /* all lanes have the same operands */
	bool is_copy;	 /* it moves a register to another */
	bool is_half;	 /* another instruction makes its result, too */
	/* Words of it that are other instructions, which the assembler puts beside
	 * it: jumps and loads of arguments; integer ones, and how many of these are
	 * sums.
	 */
	unsigned short control, integer, sums;
};

/* By instruction of "f"; the caller frees them.  "reg" numbers registers by
 * name, -1 for other names.  *shape gets what becomes of each loop, *is_passed
 * whether loads pass a block since it is under a predicate or behind the exit
 * of a loop, not behind a branch; *kind what else is known of instructions; the
 * caller frees them, too.
 */
double *ptx_words_of(const struct ptx_module *m, const struct ptx_function *f,
	const struct ptx_flow *flow, int n_reg, const int *reg,
	struct ptx_shape **shape, bool **is_passed, struct ptx_kind **kind);

/* ptx_live.c: words that loads in flight have room for in a loop, with so many
 * registers of a thread; 0: not known.
 *
 *	max(9, 25 + max(0, R - 32) - live)			 (20.26)
 *
 * At least 16 where literals move all pointers, and 20 where a barrier follows:
 * what is stored to shared memory is loaded at once.  3 beside stores of bytes to
 * where a register moves, as those have that are written by hand.
 */
int ptx_live_room(const struct ptx_shape *shape, int registers);

#endif
