#ifndef ENGINE_KERNEL_QUASI_H
#define ENGINE_KERNEL_QUASI_H

/* A quasi-affine integer expression of the launch coordinates:
 *
 *	constant + sum_v coef[v] * v + sum_i term[i].coef * t_i
 *
 * with v one of threadIdx, blockIdx and the counters of run-time loops
 * (VAR_LOOP0 + d is that of the loop at depth d around the access, the
 * outermost at depth 0),
 * and t_i a floor division by a constant, a minimum or a maximum of two
 * such expressions (e % m is e - m * floor(e / m)).
 * Expressions are immutable and live in the pool of their kernel.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum quasi_var {
	VAR_TX, VAR_TY, VAR_TZ,		/* threadIdx */
	VAR_BX, VAR_BY, VAR_BZ,		/* blockIdx */
	VAR_LOOP0, VAR_LOOP1, VAR_LOOP2, VAR_LOOP3,
	N_QUASI_VAR
};

#define QUASI_LOOPS	(N_QUASI_VAR - VAR_LOOP0)

enum quasi_op { QUASI_FLOOR, QUASI_MIN, QUASI_MAX };

struct quasi_term {
	int64_t coef;
	enum quasi_op op;
	int64_t divisor;		/* QUASI_FLOOR: positive */
	const struct quasi *a, *b;	/* QUASI_FLOOR: "b" is NULL */
	uint64_t key;			/* of all but the coefficient */
};

struct quasi {
	int64_t constant;
	int64_t coef[N_QUASI_VAR];
	int n_term;
	int n_node;			/* terms, those within terms too */
	const struct quasi_term *term;	/* the same ones in the same order,
					   however they came about */
};

#define QUASI_NODES	4096		/* most terms of an expression */

/* Memory for expressions, zeroed when given out and freed as one; NULL
 * when there is no more.
 */
struct quasi_pool;

struct quasi_pool *quasi_pool_new(void);
void quasi_pool_free(struct quasi_pool *pool);
void *quasi_pool_alloc(struct quasi_pool *pool, size_t size);

/* The bytes that the pool holds. */
size_t quasi_pool_bytes(const struct quasi_pool *pool);

/* The same, with whatever is in the memory. */
void *quasi_pool_take(struct quasi_pool *pool, size_t size);

/* What is given out between a mark and its release is free again then. */
struct quasi_mark {
	void *chunk;
	size_t used;
};

struct quasi_mark quasi_pool_mark(const struct quasi_pool *pool);
void quasi_pool_release(struct quasi_pool *pool, struct quasi_mark mark);

/* Arithmetic.  The result is NULL when memory runs out, a coefficient
 * passes 2^63, the terms are more than QUASI_NODES or a divisor is not
 * positive; so is the result of an operation on NULL.
 * Multiples of the divisor are taken out of a floor, equal terms are added
 * up, and a floor of a floor is one: expressions that a user writes in two
 * ways mostly come out equal.
 */
const struct quasi *quasi_constant(struct quasi_pool *pool, int64_t value);
const struct quasi *quasi_variable(struct quasi_pool *pool, enum quasi_var v);
const struct quasi *quasi_add(struct quasi_pool *pool,
	const struct quasi *a, const struct quasi *b);
const struct quasi *quasi_scale(struct quasi_pool *pool,
	const struct quasi *a, int64_t factor);
const struct quasi *quasi_floor(struct quasi_pool *pool,
	const struct quasi *a, int64_t divisor);
const struct quasi *quasi_mod(struct quasi_pool *pool,
	const struct quasi *a, int64_t divisor);
const struct quasi *quasi_min(struct quasi_pool *pool,
	const struct quasi *a, const struct quasi *b);
const struct quasi *quasi_max(struct quasi_pool *pool,
	const struct quasi *a, const struct quasi *b);

bool quasi_is_affine(const struct quasi *e);	/* no terms */
bool quasi_is_constant(const struct quasi *e);

/* Do "a" and "b" have the same coefficients and terms, in any order? */
bool quasi_equal(const struct quasi *a, const struct quasi *b);

/* Equal expressions have equal hashes. */
uint64_t quasi_hash(const struct quasi *e);

/* The value of "e" at point[N_QUASI_VAR]; false on overflow. */
bool quasi_eval(const struct quasi *e, const int64_t *point, int64_t *value);

/* Bounds on the values of "e" where lo[v] <= v <= hi[v] for all variables;
 * they are attained if "e" is affine.  False when one, of "e" or of a part
 * of it, reaches 2^61: the difference of any two values within bounds fits.
 */
bool quasi_bounds(const struct quasi *e, const int64_t *lo, const int64_t *hi,
	int64_t *min, int64_t *max);

#endif
