#ifndef ENGINE_COUNT_BLOCKS_H
#define ENGINE_COUNT_BLOCKS_H

/* Sets of blocks on which an expression is the same up to a constant.
 *
 * Within one block, an expression is the sum of a number and a function of
 * its threads:
 *
 *	e(t, b) = c(b) + f(t)
 *
 * Floors, minima and maxima make f depend on the block too, but only on a
 * residue, or on a difference where both sides are close.  On a small enough
 * set of blocks, f is one function, named by its hash, and c is affine; a
 * predicate holds for all threads, for none, or for the same ones in every
 * block.  Where a set is too large for that, a split is requested.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

#define BLOCKS_SPANS 12

/* { [k] : 0 <= k < n }, each k adding "step" to blockIdx along "axis". */
struct blocks_span {
	int axis;
	int64_t step, n;
};

/* The blocks at + sum_i step_i * k_i over all spans i. */
struct blocks {
	int64_t at[3];
	int n_span;
	struct blocks_span span[BLOCKS_SPANS];
};

/* The ranges 0 .. most[v] of threadIdx and of loop counters in these blocks;
 * most[v] of a blockIdx is not used.
 */
struct blocks_threads {
	int64_t most[N_QUASI_VAR];
};

struct blocks_form {
	int64_t at, by[BLOCKS_SPANS]; /* c, along the spans */
	int64_t lo, hi;		      /* bounds of f */
	uint64_t hash;		      /* which f it is */
};

/* Cut "span" before its multiple "at"; or, with "digits", count it in
 * digits of base "at", a divisor of its n.  A caller that need not split may
 * set "span" to -1.
 */
struct blocks_split {
	int span;
	int64_t at;
	bool digits;
};

enum blocks_answer {
	BLOCKS_NONE, /* it holds for no thread */
	BLOCKS_ALL,  /* for all of them */
	BLOCKS_SOME, /* for the same ones in each block */
	BLOCKS_SPLIT
};

/* A hash is the identity of what it was made of, and nothing else is
 * compared: every bit of both arguments must affect it.
 */
static inline uint64_t blocks_mix(uint64_t hash, uint64_t value)
{
	hash = hash * UINT64_C(0xd6e8feb86659fd93) + value;
	hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

double blocks_number(const struct blocks *b);

/* Most sets have few of all spans. */
static inline void blocks_copy(struct blocks *to, const struct blocks *from)
{
	memcpy(to->at, from->at, sizeof(to->at));
	to->n_span = from->n_span;
	for (int i = 0; i < from->n_span; ++i)
		to->span[i] = from->span[i];
}

/* Move "at" along each span i by the fraction to[i], 0 <= to[i] < 1. */
void blocks_move(int n_span, const struct blocks_span *span, const double *to,
	int64_t at[3]);

/* The bounds that threads give an affine expression in one block. */
void blocks_reach(const struct blocks_threads *t, const struct quasi *e,
	int64_t *lo, int64_t *hi);

/* Of an affine expression with these bounds. */
static inline void blocks_form_affine(const struct blocks *b,
	const struct quasi *e, int64_t lo, int64_t hi, struct blocks_form *form)
{
	const int64_t *coef = &e->coef[VAR_BX];

	form->at = e->constant + coef[0] * b->at[0] + coef[1] * b->at[1] +
		coef[2] * b->at[2];
	for (int i = 0; i < b->n_span; ++i)
		form->by[i] = coef[b->span[i].axis] * b->span[i].step;
	form->lo = lo;
	form->hi = hi;
	form->hash = 1;
}

/* False where the set must be split. */
bool blocks_form(const struct blocks *b, const struct blocks_threads *t,
	const struct quasi *e, struct blocks_form *form,
	struct blocks_split *split);

/* Is the distance from "f" to "g" the same in all blocks, or more than
 * "reach" in each of them?  Then *hash tells apart what it is; false where the
 * set must be split.
 */
bool blocks_apart(const struct blocks *b, const struct blocks_form *f,
	const struct blocks_form *g, int64_t reach, uint64_t *hash,
	struct blocks_split *split);

/* What is known of a predicate on a set.  Two sets with equal hashes for the
 * same predicate have the same threads that take it.
 */
struct blocks_known {
	enum blocks_answer answer;
	uint64_t hash;		   /* of BLOCKS_SOME */
	struct blocks_split split; /* of BLOCKS_SPLIT */
};

void blocks_predicate(const struct blocks *b, const struct blocks_threads *t,
	const struct predicate *g, struct blocks_known *known);

/* The same of a comparison whose form is known. */
void blocks_compare(const struct blocks *b, enum predicate_op op,
	const struct blocks_form *f, struct blocks_known *known);

/* Is a conjunction, or the like, known from its first operand alone? */
bool blocks_decides(enum predicate_op op, enum blocks_answer answer);

/* "op" of "a" and "b", of which only the first counts for PREDICATE_NOT. */
void blocks_join(enum predicate_op op, const struct blocks_known *a,
	const struct blocks_known *b, struct blocks_known *known);

/* Request a split of "span" after which "by" times its index is constant
 * modulo "divisor".
 */
void blocks_ask(const struct blocks *b, int span, int64_t by, int64_t divisor,
	struct blocks_split *split);

/* Cut "b", which becomes the tail; "head" is the part before the cut.  False
 * for a split in digits, which leaves one set.
 */
bool blocks_part(struct blocks *b, const struct blocks_split *split,
	struct blocks *head);

#endif
