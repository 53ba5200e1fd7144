#ifndef ENGINE_COUNT_BLOCKS_H
#define ENGINE_COUNT_BLOCKS_H

/* Sets of blocks on which an expression is the same but for a constant.
 *
 * In one block an expression is a number plus something of its threads:
 *
 *	e(t, b) = c(b) + f(t)
 *
 * where floors, minima and maxima let f depend on the block too, but on
 * little of it: a remainder, or a difference where both sides are near.
 * On a set of blocks that is small enough, f is one function everywhere,
 * named by its hash, and c moves evenly; and a condition holds for all
 * threads, for none, or for the same ones in every block.  Where a set is
 * not small enough, a split is asked for.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

#define BLOCKS_SPANS	12

/* blockIdx along "axis" grows by "step" n-1 times. */
struct blocks_span {
	int axis;
	int64_t step, n;
};

/* All sums of "at" and a multiple of each span's step. */
struct blocks {
	int64_t at[3];
	int n_span;
	struct blocks_span span[BLOCKS_SPANS];
};

/* What threads of these blocks may be: 0 .. most[v] for threadIdx and
 * counters of loops; most[v] of a blockIdx is not looked at.
 */
struct blocks_threads {
	int64_t most[N_QUASI_VAR];
};

struct blocks_form {
	int64_t at, by[BLOCKS_SPANS];	/* c, along the spans */
	int64_t lo, hi;			/* bounds of f */
	uint64_t hash;			/* which f it is */
};

/* Cut "span" before its multiple "at"; or, with "digits", count it in
 * digits of base "at", a divisor of its n.
 */
struct blocks_split {
	int span;
	int64_t at;
	bool digits;
};

enum blocks_answer {
	BLOCKS_NONE,		/* it holds for no thread */
	BLOCKS_ALL,		/* for all of them */
	BLOCKS_SOME,		/* for the same ones in each block */
	BLOCKS_SPLIT
};

/* Hashes stand for what they were made of and are never compared in any
 * other way: each bit of both arguments must count.
 */
static inline uint64_t blocks_mix(uint64_t hash, uint64_t value)
{
	hash = hash * UINT64_C(0xd6e8feb86659fd93) + value;
	hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

double blocks_number(const struct blocks *b);

/* Move "at" to[i] of the way along each span, 0 <= to[i] < 1. */
void blocks_move(int n_span, const struct blocks_span *span, const double *to,
	int64_t at[3]);

/* False where the set must be split. */
bool blocks_form(const struct blocks *b, const struct blocks_threads *t,
	const struct quasi *e, struct blocks_form *form,
	struct blocks_split *split);

/* Mixes into *hash all that tells which threads take "g": equal hashes of
 * two sets and the same "g" have the same threads.
 */
enum blocks_answer blocks_predicate(const struct blocks *b,
	const struct blocks_threads *t, const struct predicate *g, uint64_t *hash,
	struct blocks_split *split);

/* Ask for "span" to be parted so that "by" times its index does not change
 * modulo "divisor".
 */
void blocks_ask(const struct blocks *b, int span, int64_t by,
	int64_t divisor, struct blocks_split *split);

/* Cut "b", which becomes the tail; what is cut off is "head".  False for a
 * split in digits, which leaves one set.
 */
bool blocks_part(struct blocks *b, const struct blocks_split *split,
	struct blocks *head);

#endif
