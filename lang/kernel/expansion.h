#ifndef LANG_KERNEL_EXPANSION_H
#define LANG_KERNEL_EXPANSION_H

/* Functions and operations that a compiler expands into several instructions,
 * and what they cost.
 */

#include "lang/kernel/graph.h"

enum function_kind {
#define FUNCTION(name, operands, narrow, wide) FUNCTION_##name,
#include "lang/kernel/expansion.def"
#undef FUNCTION
	N_FUNCTION
};

struct function_cost {
	double fp, special, other; /* instructions by pipe */
	double steps;		   /* of a chain, in fused multiply-adds */
	bool has_slow_path;	   /* no load is moved across it */
	double zero;		   /* instructions of it for a 0 */
	int registers; /* beyond operands and result, while it is computed */
};

struct function_row {
	const char *name;
	int n_operand;
	struct function_cost cost[2]; /* single, double precision */
};

extern const struct function_row function_rows[N_FUNCTION];

/* True for functions of the bits of integers. */
bool function_is_integer(enum function_kind f);

/* The function that computes node "i"; -1: one instruction, or none. */
int function_of(const struct graph *g, int i);

/* Instructions of it that the compiler sees when it decides on loops: those of
 * a library, while the assembler expands quotients and roots later.
 */
double function_inlined(enum function_kind f, bool is_double);

/* Instructions beyond one that the assembler alone makes of a function without a
 * slow path: for LLVM it is one.
 */
double function_late(enum function_kind f, bool is_double);

#endif
