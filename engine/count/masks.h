#ifndef ENGINE_COUNT_MASKS_H
#define ENGINE_COUNT_MASKS_H

/* The threads of single blocks, or of rows of threads, that take predicates,
 * as bits in thread order.
 *
 * A comparison selects threads by what blocks_predicate() hashes: residues of
 * the block modulo its divisors, say.  Blocks with the same hash have the same
 * bits, which are evaluated once; conjunctions and the like are operations on
 * words.  Predicates of loop counters have no masks.
 */

#include "engine/base/map.h"
#include "engine/count/blocks.h"

/* Blocks, or rows, whose masks are remembered: a power of two. */
#define MASKS_BLOCKS 256

/* Most sequences of a comparison of one residue. */
#define MASKS_SEQUENCES 16

/* A comparison of a mod d: the bits of threads along "var", from the residue
 * of the first of them on.
 */
struct masks_mod {
	const struct quasi *inner; /* a; NULL: it is not of that kind */
	int64_t divisor, common, period, inverse;
	enum quasi_var var;
	uint64_t **row; /* the bits of units by their residues, if few */
	struct masks_sequence {
		int64_t residue;
		uint64_t *bits;
	} sequence[MASKS_SEQUENCES];
};

struct masks_node {
	const struct predicate *predicate;
	int a, b; /* its operands; -1: none */
	/* of a comparison along rows: it depends on the global index alone,
	 * and has a period, or 0
	 */
	bool by_index, is_affine;
	int64_t period;
	struct masks_mod mod;
	struct masks_bits {
		uint64_t found; /* the visit that they are of; 0: none */
		uint64_t *own;	/* memory for them */
		const uint64_t *bits;
	} * of; /* MASKS_BLOCKS of them, once one is asked for */
};

/* Memory is that of a pool. */
struct masks {
	const struct launch *launch;
	struct quasi_pool *pool;
	int n_word, n_node, size, n_kept, kept_size;
	struct masks_node *node;
	uint64_t **kept;
	struct map nodes, keys;
	int64_t at[MASKS_BLOCKS][3];  /* of these blocks, or rows */
	uint64_t visit[MASKS_BLOCKS]; /* numbers those that were met */
	uint64_t n_visit;
	struct blocks_threads threads;
	int current;		 /* of these */
	bool tells_apart[3];	 /* along each axis, some predicate */
	int axis;		 /* of rows; -1: blocks */
	enum quasi_var index[3]; /* the variable that is a row's global index */
	int64_t start[N_QUASI_VAR]; /* the first thread of the row at hand */
	int64_t shape[3];	    /* threads of a unit */
	int64_t limit[3];
	uint64_t *domain, *all; /* threads below the limit; all ones */
};

/* False if memory runs out, here and below. */
bool masks_init(struct masks *m, const struct launch *launch,
	struct quasi_pool *pool);

/* Of rows of "n" threads along "axis": masks_go() then takes the global
 * indices of the first.
 */
bool masks_init_rows(struct masks *m, const struct launch *launch, int axis,
	int64_t n, struct quasi_pool *pool);

/* Number "g", which is not NULL; equal predicates have one number. */
bool masks_add(struct masks *m, const struct predicate *g, int *node);

/* Go to the block "at". */
void masks_go(struct masks *m, const int64_t at[3]);

/* From now on, the domain has the threads below "limit" of blocks. */
void masks_limit(struct masks *m, const int64_t limit[3]);

/* The threads of the current block that take a predicate (-1: all), in the
 * domain or not; NULL if memory runs out.  They stay until the next block.
 */
const uint64_t *masks_find(struct masks *m, int node);

/* How many of "bits" are in the domain, and warps of "warp_size" threads with
 * one of them.
 */
void masks_count(const struct masks *m, const uint64_t *bits, int warp_size,
	int64_t *lanes, int64_t *warps);

/* How many of "bits" of a row are in the domain, which cuts its end at most. */
int64_t masks_lanes(const struct masks *m, const uint64_t *bits);

/* The bits of a conjunction along a row: those of "word", unless it is empty,
 * from .. to-1.
 */
struct masks_part {
	bool is_empty;
	int64_t from, to;
};

/* Rows, in masks_row.c: fill in what is known of a comparison.  One that
 * masks_row_is_direct() leaves those bits for which it holds.
 * Of others: what names its bits in the current row, unless the hash is 0; its
 * bits.
 */
void masks_row_add(const struct masks *m, struct masks_node *node);
struct blocks_known masks_row_known(const struct masks *m, int node);
bool masks_row_evaluate(const struct masks *m, struct masks_node *node,
	uint64_t *word);
bool masks_row_and(const struct masks *m, struct masks_node *node,
	struct masks_part *part, uint64_t *word);

static inline bool masks_row_is_direct(const struct masks_node *node)
{
	return node->by_index && (node->mod.inner || node->is_affine);
}

/* Affine comparisons, in masks_affine.c: set and clear bits from .. to-1; which i
 * in 0 .. n-1 have c + k i >= 0, or == 0: *from .. *to-1; set the bits of the
 * current block, run by run along "axis".
 */
void masks_set(uint64_t *word, int64_t from, int64_t to);
void masks_clear(uint64_t *word, int64_t from, int64_t to);
void masks_affine_block(const struct masks *m, const struct predicate *g,
	int axis, uint64_t *word);
void masks_range(enum predicate_op op, int64_t c, int64_t k, int64_t n,
	int64_t *from, int64_t *to);

/* AND n words of "bits", from bit "shift" < 64 on, to "word", or put them
 * there.
 */
void masks_and(uint64_t *restrict word, const uint64_t *restrict bits,
	int shift, int n, bool is_first);

/* The n <= 64 bits from bit "at" on. */
static inline uint64_t masks_bits(const uint64_t *word, int64_t at, int64_t n)
{
	int shift = (int) (at % 64);
	uint64_t bits = word[at / 64] >> shift;

	if (shift + n > 64)
		bits |= word[at / 64 + 1] << (64 - shift);
	return bits & ~UINT64_C(0) >> (64 - n);
}

/* Set n <= 64 bits from bit "first" on to the lowest ones of "bits". */
void masks_put(uint64_t *word, int64_t first, int n, uint64_t bits);

/* Repeat the first "period" bits up to "n". */
void masks_repeat(uint64_t *word, int64_t period, int64_t n);

/* Of comparisons of one residue, in masks_mod.c: find out if it is one, for
 * runs of threads along "var"; a mod d at "point".
 */
void masks_mod_add(struct masks_node *node, enum quasi_var var);
int64_t masks_mod_residue(const struct masks_mod *m, const int64_t *point);

/* The residue of the first thread of the block "at". */
int64_t masks_mod_of_block(const struct masks_mod *m, const int64_t at[3]);

/* Are the bits of units of n_word words kept by their residues? */
bool masks_mod_is_kept(const struct masks_mod *m, int64_t n_word);

/* The bits of "n" threads from "point" on, the same n in all calls, begin with
 * bit *from of the result, which is NULL if memory runs out.  Or put the bits
 * of all runs of a block along "axis".
 */
const uint64_t *masks_mod_row(struct quasi_pool *pool, struct masks_node *node,
	const int64_t *point, int64_t n, int64_t *from);
bool masks_mod_block(struct quasi_pool *pool, struct masks_node *node,
	int64_t *point, const int64_t shape[3], int axis, uint64_t *word);

#endif
