#ifndef ENGINE_KERNEL_QUASI_H
#define ENGINE_KERNEL_QUASI_H

/* A quasi-affine integer expression of the launch coordinates:
 *
 *	constant + sum_v coef[v] * v + sum_i term[i].coef * t_i
 *
 * The variables v are threadIdx, blockIdx and the counters of run-time loops:
 * VAR_LOOP0 + d is the counter of the loop at depth d around the access, the
 * outermost at depth 0.  Each t_i is a floor division by a constant, a
 * minimum or maximum of two such expressions, or an entry of a table; e % m is
 * e - m * floor(e / m).
 * Expressions are immutable and live in the pool of their kernel.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum quasi_var {
	VAR_TX,
	VAR_TY,
	VAR_TZ, /* threadIdx */
	VAR_BX,
	VAR_BY,
	VAR_BZ, /* blockIdx */
	VAR_LOOP0,
	VAR_LOOP1,
	VAR_LOOP2,
	VAR_LOOP3,
	N_QUASI_VAR
};

#define QUASI_LOOPS (N_QUASI_VAR - VAR_LOOP0)

enum quasi_op { QUASI_FLOOR, QUASI_MIN, QUASI_MAX, QUASI_TABLE };

/* Values of an index 0 .. n-1; below 0 it is the first, above n-1 the last.
 * "least" and "most" have those of ranges: [k] of 2 k and 2 k + 1, and the
 * values themselves from n on.
 */
struct quasi_table {
	int64_t n;
	const int64_t *value;
	int64_t *least, *most;
	uint64_t hash;
};

struct quasi_term {
	int64_t coef;
	enum quasi_op op;
	int64_t divisor;	   /* QUASI_FLOOR: positive */
	const struct quasi *a, *b; /* FLOOR and TABLE: "b" is NULL */
	const struct quasi_table *table;
	uint64_t key; /* of all but the coefficient */
};

struct quasi {
	int64_t constant;
	int64_t coef[N_QUASI_VAR];
	int n_term;
	int n_node;		       /* terms, those within terms too */
	const struct quasi_term *term; /* the same ones in the same order,
					   however they came about */
};

#define QUASI_NODES 4096 /* most terms of an expression */

/* A pool of memory, freed as a whole.  Allocations are zeroed; NULL when
 * memory runs out.
 */
struct quasi_pool;

struct quasi_pool *quasi_pool_new(void);
void quasi_pool_free(struct quasi_pool *pool);
void *quasi_pool_alloc(struct quasi_pool *pool, size_t size);

/* The bytes that the pool holds. */
size_t quasi_pool_bytes(const struct quasi_pool *pool);

/* The same without zeroing. */
void *quasi_pool_take(struct quasi_pool *pool, size_t size);

/* Release frees all that was allocated since the mark. */
struct quasi_mark {
	void *chunk;
	size_t used;
};

struct quasi_mark quasi_pool_mark(const struct quasi_pool *pool);
void quasi_pool_release(struct quasi_pool *pool, struct quasi_mark mark);

/* The largest constant and coefficient that arithmetic gives, with either sign:
 * none is -2^63, which has no negation and traps when it is divided by -1.
 */
#define QUASI_LARGEST INT64_MAX

/* Arithmetic.  The result is NULL if memory runs out, a constant or coefficient
 * passes QUASI_LARGEST, there are more than QUASI_NODES terms, a divisor is not
 * positive, or an operand is NULL. Multiples of the divisor are taken out of a
 * floor, equal terms are added, and a floor of a floor becomes one: expressions
 * that a user writes in two ways are mostly equal here.
 */
const struct quasi *quasi_constant(struct quasi_pool *pool, int64_t value);
const struct quasi *quasi_variable(struct quasi_pool *pool, enum quasi_var v);
const struct quasi *quasi_add(struct quasi_pool *pool, const struct quasi *a,
	const struct quasi *b);
const struct quasi *quasi_scale(struct quasi_pool *pool, const struct quasi *a,
	int64_t factor);
const struct quasi *quasi_floor(struct quasi_pool *pool, const struct quasi *a,
	int64_t divisor);
const struct quasi *quasi_mod(struct quasi_pool *pool, const struct quasi *a,
	int64_t divisor);
const struct quasi *quasi_min(struct quasi_pool *pool, const struct quasi *a,
	const struct quasi *b);
const struct quasi *quasi_max(struct quasi_pool *pool, const struct quasi *a,
	const struct quasi *b);

/* "e" with value[v] put in for variable v; variables that are NULL stay. */
const struct quasi *quasi_compose(struct quasi_pool *pool,
	const struct quasi *e, const struct quasi *const value[N_QUASI_VAR]);

/* A table of n values, which are copied; NULL when memory runs out. */
const struct quasi_table *quasi_table_new(struct quasi_pool *pool, int64_t n,
	const int64_t *value);
const struct quasi *quasi_lookup(struct quasi_pool *pool,
	const struct quasi_table *table, const struct quasi *index);

/* The entry at "index", and bounds of those from "lo" to "hi". */
int64_t quasi_entry(const struct quasi_table *table, int64_t index);
void quasi_entries(const struct quasi_table *table, int64_t lo, int64_t hi,
	int64_t *min, int64_t *max);

/* Is an entry of a table part of "e", so that isl cannot have it? */
bool quasi_has_table(const struct quasi *e);

bool quasi_is_affine(const struct quasi *e); /* no terms */
bool quasi_is_constant(const struct quasi *e);

/* Do "a" and "b" have the same coefficients and terms, in any order? */
bool quasi_equal(const struct quasi *a, const struct quasi *b);

/* The same, but for their constants. */
bool quasi_is_shifted(const struct quasi *a, const struct quasi *b);

/* Equal expressions have equal hashes. */
uint64_t quasi_hash(const struct quasi *e);

/* The value of "e" at point[N_QUASI_VAR]; false on overflow. */
bool quasi_eval(const struct quasi *e, const int64_t *point, int64_t *value);

/* The values at the n <= QUASI_RUN points point[var] + i, none of which may
 * overflow; false where the expression is too large for that.
 */
#define QUASI_RUN 64
bool quasi_run(const struct quasi *e, const int64_t *point, enum quasi_var var,
	int n, int64_t *value);

/* Bounds of "e" over { v : lo[v] <= v <= hi[v] }, attained if "e" is affine.
 * False if a bound of "e" or of a part of it reaches 2^61, so the difference
 * of any two values within bounds fits in 64 bits.
 */
bool quasi_bounds(const struct quasi *e, const int64_t *lo, const int64_t *hi,
	int64_t *min, int64_t *max);

#endif
