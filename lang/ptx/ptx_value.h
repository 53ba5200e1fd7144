#ifndef LANG_PTX_PTX_VALUE_H
#define LANG_PTX_PTX_VALUE_H

/* Symbolic values of registers, and conditions on them.
 *
 * A whole number is a quasi-affine expression of threadIdx, blockIdx and loop
 * counters, with bounds; block and arguments are numbers by now.  What depends
 * on memory is data.  Numbers are those of mathematics: that no 32-bit sum
 * wraps around is assumed, except where unsigned comparisons test for it.
 * Values are immutable and live in the pool.
 */

#include "engine/kernel/quasi.h"
#include "lang/ptx/ptx.h"

enum ptx_cond_op {
	COND_TRUE,
	COND_FALSE,
	COND_GE, /* e >= 0 */
	COND_EQ, /* e == 0 */
	COND_DATA,
	COND_NOT,
	COND_AND,
	COND_OR
};

struct ptx_cond {
	enum ptx_cond_op op;
	const struct quasi *e;
	const struct ptx_cond *a, *b;
	int node;     /* COND_DATA: node of the graph, -1 in a trial */
	bool is_said; /* COND_DATA: a chance, see ptx_taken.h */
	/* COND_DATA: the comparison; nodes do not tell it from others */
	const struct ptx_instruction *made_by;
	int size; /* leaves */
};

enum ptx_value_kind {
	VALUE_IS_UNSET,	  /* not assigned on this path */
	VALUE_IS_INT,	  /* e */
	VALUE_IS_POINTER, /* base + e; e NULL: base + data */
	VALUE_IS_COND,	  /* c */
	VALUE_IS_SELECT,  /* c ? a : b, of numbers and pointers */
	VALUE_IS_DATA	  /* node */
};

struct ptx_value {
	enum ptx_value_kind kind;
	int base;    /* of a pointer: a slot of the run */
	int node;    /* of data; -1 in a trial */
	int shift;   /* see "num" */
	int missing; /* slot + 1 of an argument that is not known */
	const struct quasi *e;
	int64_t lo, hi; /* of e, or of data; lo > hi: unknown */
	/* a number that is floor(num / 2^shift), or NULL: a division by a
	 * constant that is not complete
	 */
	const struct quasi *num;
	const struct ptx_cond *c;
	const struct ptx_value *a, *b;
	/* of a number of 64 bits or a pointer: a hash of the numbers of 32 bits
	 * that were widened for it.  The assembler tells by these, and by the
	 * literals that were added, that two addresses are one: a sum of 32
	 * bits may wrap around.
	 */
	uint64_t wide;
	/* why this is data: the instruction that made it, and the operand that
	 * was data before; a missing argument has its slot in "missing"
	 */
	const struct ptx_instruction *made_by;
	const struct ptx_value *from;
	/* of data: the number that loops and branches take it to be; NULL: they
	 * take none.  Addresses do not.
	 */
	const struct ptx_value *taken;
	/* of data: a floating-point number that follows from literals */
	bool is_real;
	double real;
	/* of data: it is this modulo 2^32, rotated to the right by "turn" bits;
	 * NULL: it is not known to be one
	 */
	const struct quasi *wrapped;
	int turn;
	/* of data: the condition that it is negative; NULL: not known */
	const struct ptx_cond *negative;
	/* data, or a pointer to where data say, that is scale * root + rest;
	 * root NULL: data of their own.  "unit": bytes that the source has an
	 * element in, 0: not known
	 */
	const struct ptx_value *root;
	int64_t scale, unit;
	const struct quasi *rest;
};

/* Where values live, and what is known of the launch. */
struct ptx_values {
	struct quasi_pool *pool;
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR];
	/* conditions that hold where the next instruction runs */
	int n_known;
	const struct ptx_cond **known;
};

extern const struct ptx_cond ptx_cond_true, ptx_cond_false;

/* Trees of more leaves are treated as data. */
#define PTX_COND_SIZE	64
#define PTX_SELECT_SIZE 8
/* Conditions that "known" has room for. */
#define PTX_KNOWN 32

const struct ptx_value *ptx_value_int(struct ptx_values *v, int64_t n);
/* NULL, if "e" is NULL (it overflowed): the result is then data. */
const struct ptx_value *ptx_value_quasi(struct ptx_values *v,
	const struct quasi *e);
const struct ptx_value *ptx_value_bounded(struct ptx_values *v,
	const struct quasi *e, int64_t lo, int64_t hi);
const struct ptx_value *ptx_value_pointer(struct ptx_values *v, int base,
	const struct quasi *e);
const struct ptx_value *ptx_value_cond(struct ptx_values *v,
	const struct ptx_cond *c);
const struct ptx_value *ptx_value_select(struct ptx_values *v,
	const struct ptx_cond *c, const struct ptx_value *a,
	const struct ptx_value *b);
/* The same value, with "wide". */
const struct ptx_value *ptx_value_widened(struct ptx_values *v,
	const struct ptx_value *x, uint64_t wide);
/* The same data, taken to be "number". */
const struct ptx_value *ptx_value_taken(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *number);
bool ptx_value_is_const(const struct ptx_value *x, int64_t *n);
/* The other of two values of which one is constant, *n; NULL if neither is. */
const struct ptx_value *ptx_value_beside(const struct ptx_value *x,
	const struct ptx_value *y, int64_t *n);
bool ptx_value_equal(const struct ptx_value *x, const struct ptx_value *y);
int ptx_value_leaves(const struct ptx_value *x);

/* The value with the counter of a loop replaced; NULL if it cannot be. */
const struct ptx_value *ptx_value_replace(struct ptx_values *v,
	const struct ptx_value *x, enum quasi_var var, const struct quasi *by);
const struct quasi *ptx_value_replace_quasi(struct ptx_values *v,
	const struct quasi *e, enum quasi_var var, const struct quasi *by);
bool ptx_value_uses(const struct quasi *e, enum quasi_var var);

/* Arithmetic on numbers and pointers.  NULL if the result is not
 * quasi-affine.
 */
const struct ptx_value *ptx_value_add(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int sign);
const struct ptx_value *ptx_value_mul(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y);
/* floor(x y / 2^bits) */
const struct ptx_value *ptx_value_mul_high(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int bits);
const struct ptx_value *ptx_value_div(struct ptx_values *v,
	const struct ptx_value *x, int64_t d);
const struct ptx_value *ptx_value_mod(struct ptx_values *v,
	const struct ptx_value *x, int64_t d);
const struct ptx_value *ptx_value_min(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, bool is_max);

/* A function of numbers, applied to the leaves of selections. */
typedef const struct ptx_value *ptx_leaf_function(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t n);
const struct ptx_value *ptx_value_each(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, int64_t n,
	ptx_leaf_function *f);

/* ptx_bits.c: x & mask, x | y or x ^ y; x & y, of which one is a literal; bfi,
 * with arg[0] in arg[1].
 */
const struct ptx_value *ptx_value_mask(struct ptx_values *v,
	const struct ptx_value *x, int64_t mask);
const struct ptx_value *ptx_value_bits(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y, bool is_xor);
const struct ptx_value *ptx_bits_mask(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y);
const struct ptx_value *ptx_bits_insert(struct ptx_values *v,
	const struct ptx_opcode *op, const struct ptx_value *const *arg,
	int64_t pos, int64_t len);

/* ptx_form.c: a number or pointer as scale * root + rest; root NULL: no data. */
struct ptx_form {
	const struct ptx_value *root;
	int64_t scale, unit;
	const struct quasi *rest;
};

bool ptx_form_of(struct ptx_values *v, const struct ptx_value *x,
	struct ptx_form *f);
/* Sets the form of "x", which instruction "op" made of its operands. */
void ptx_form_set(struct ptx_values *v, const struct ptx_opcode *op, int n,
	const struct ptx_value *const *arg, struct ptx_value *x);
/* True if "y" is "x" plus a constant, *step, and both depend on the same data. */
bool ptx_form_step(struct ptx_values *v, const struct ptx_value *x,
	const struct ptx_value *y, int64_t *step);
/* "x" with the form of "first", moved by "step" in each trip. */
const struct ptx_value *ptx_form_stepped(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *first, int64_t step,
	enum quasi_var var);
/* Another member of the vector that "x" is one of: data of its own. */
const struct ptx_value *ptx_form_member(struct ptx_values *v,
	const struct ptx_value *x);

/* Conditions. */
const struct ptx_cond *ptx_cond_ge(struct ptx_values *v, const struct quasi *e);
const struct ptx_cond *ptx_cond_eq(struct ptx_values *v, const struct quasi *e);
const struct ptx_cond *ptx_cond_data(struct ptx_values *v, int node,
	const struct ptx_instruction *made_by);
const struct ptx_cond *ptx_cond_not(struct ptx_values *v,
	const struct ptx_cond *a);
const struct ptx_cond *ptx_cond_both(struct ptx_values *v, enum ptx_cond_op op,
	const struct ptx_cond *a, const struct ptx_cond *b);
bool ptx_cond_equal(const struct ptx_cond *a, const struct ptx_cond *b);
/* True if it is plain that one holds where the other does not. */
bool ptx_cond_opposite(const struct ptx_cond *a, const struct ptx_cond *b);
bool ptx_cond_has_data(const struct ptx_cond *c);
/* The same of data of which no chance is known. */
bool ptx_cond_has_open(const struct ptx_cond *c);
/* x "compare" y; NULL if that is not known. */
const struct ptx_cond *ptx_cond_compare(struct ptx_values *v,
	enum ptx_compare compare, bool is_unsigned, const struct ptx_value *x,
	const struct ptx_value *y);

/* ptx_range.c: true if "a" is "b" where "c" holds: i < 4 ? 0 : 4 floor(i / 4)
 * is the latter everywhere.
 */
bool ptx_value_same_where(struct ptx_values *v, const struct ptx_cond *c,
	const struct ptx_value *a, const struct ptx_value *b);

/* ptx_affine.c: a selection as one expression; NULL if it is none. */
const struct quasi *ptx_value_affine(struct ptx_values *v,
	const struct ptx_value *x);

/* ptx_range.c: bounds of a number, narrowed by the conditions that hold. */
void ptx_value_range(const struct ptx_values *v, const struct ptx_value *x,
	int64_t *lo, int64_t *hi);

/* The same of an expression; false if they exceed 64 bits. */
bool ptx_value_bounds(const struct ptx_values *v, const struct quasi *e,
	int64_t *lo, int64_t *hi);

#endif
