#ifndef ENGINE_COUNT_KINDS_FINDER_H
#define ENGINE_COUNT_KINDS_FINDER_H

/* The search for kinds of blocks: part of kinds.c.
 *
 * Boxes are queued in the order in which they are made.  The first failure
 * stays in "status"; every function that fails returns false.
 */

#include <stddef.h>

#include "engine/base/map.h"
#include "engine/count/kinds.h"

/* A box to be examined, the axes along which the domain cuts its blocks, and
 * nodes of the masks (bits) of which all threads of it, or none, are known to
 * take the predicate, as they then are of all its parts.
 */
#define KINDS_DECIDED 64

struct kinds_node {
	struct blocks blocks;
	unsigned cut;
	uint64_t all, none;
};

/* What threads add to an affine expression, by the cut of blocks. */
struct kinds_reach {
	unsigned found; /* bits: cuts of which it is known */
	int64_t lo[8], hi[8];
};

/* Addresses of a field that differ by a constant have one shape. */
struct kinds_shape {
	int field;
	const struct quasi *address; /* the lowest of them */
	int64_t highest;	     /* constant */
	uint64_t hash;
	int64_t trips[QUASI_LOOPS];
	bool is_affine;
	struct kinds_reach reach;
};

/* Comparisons whose bits repeat: they depend on blocks through residues of
 *
 *	coef[0] bx + coef[1] by + coef[2] bz modulo "divisor"
 */
#define KINDS_RESIDUES 16

struct kinds_residue {
	int64_t coef[3], divisor;
};

struct kinds_finder {
	const struct kinds_question *q;
	struct quasi_pool *pool;
	struct kinds *k;
	int64_t (*trips)[QUASI_LOOPS]; /* around each predicate */
	unsigned char *answer;	       /* by predicate, on the current box */
	struct kinds_known {
		int looked; /* n_asked when it was found */
		struct blocks_known known;
		bool repeats, is_affine;
		struct kinds_reach reach;
	} * known; /* by node of the masks */
	int n_residue;
	struct kinds_residue residue[KINDS_RESIDUES];
	bool has_masks;	     /* all predicates have, as lines need */
	bool is_by_residues; /* these say which threads of a block take what */
	int n_shape;
	struct kinds_shape *shape;
	struct blocks_form *form;	  /* of each shape */
	struct blocks_threads threads[8]; /* of blocks that are cut so */
	size_t n_node, done, size;
	int n_looked, n_asked;
	struct kinds_node *node;
	size_t n_vast, vast_size; /* boxes of too many classes */
	struct kinds_node *vast;
	bool is_sampling;
	size_t n_repeating; /* of f->vast: patterns repeat in them */
	int n_drawn;	    /* blocks */
	/* before any was: boxes; kinds, and the weight of each */
	int first_box, n_counted;
	double *counted;
	int64_t middle; /* of the box that a block represents; -1: none */
	int pattern_size, kind_size, box_size;
	struct map kinds;
	enum kinds_status status;
};

/* Note a failure; false. */
bool kinds_fail(struct kinds_finder *f, enum kinds_status status);

/* List all predicates and address shapes of the kernel. */
bool kinds_list(struct kinds_finder *f);

/* Add a copy of "node" to an array from heap_take(). */
bool kinds_add_node(struct kinds_finder *f, struct kinds_node **array,
	size_t *n, size_t *size, const struct kinds_node *node);

/* Examine a box, each of whose blocks represents "weight" blocks. */
bool kinds_look_at(struct kinds_finder *f, const struct kinds_node *box,
	double weight);

/* Examine the block "at" of a box, which represents "weight" blocks of it. */
bool kinds_look_at_one(struct kinds_finder *f, const struct kinds_node *box,
	const int64_t at[3], double weight);

/* The block in the middle of a box. */
int64_t kinds_middle_of(const struct kinds_finder *f, const struct blocks *b);

/* In kinds_ask.c: the threads of blocks that are cut so, in loops of "trips".
 */
struct blocks_threads kinds_threads(const struct kinds_finder *f, unsigned cut,
	const int64_t trips[QUASI_LOOPS]);

/* Which threads of a box take each predicate: BLOCKS_SOME where some do, the
 * same in all blocks.  BLOCKS_SPLIT with span -1 where that depends on residues
 * alone.
 */
enum blocks_answer kinds_ask_predicates(struct kinds_finder *f,
	struct kinds_node *node, uint64_t *hash, struct blocks_split *split);

/* The common form of the addresses of a box; false if it is not the same in
 * all blocks.
 */
bool kinds_ask_shapes(struct kinds_finder *f, const struct kinds_node *node,
	uint64_t *hash, struct blocks_split *split);

/* Are the threads that take comparison i not the same in all blocks of a box? */
bool kinds_is_open(struct kinds_finder *f, struct kinds_node *node, int i);

/* In kinds_lines.c: blocks of a box on which a i + b j is the same along two
 * spans of it have the same threads, a > 0.
 */
#define KINDS_OPEN 16

struct kinds_lines {
	int span[2];
	int64_t a, b;
	/* the lines on which each comparison takes some threads of a block, and
	 * not the others
	 */
	int n_open;
	int64_t from[KINDS_OPEN], to[KINDS_OPEN];
};

/* Does the box, which is to be split, consist of few lines? */
bool kinds_are_lines(struct kinds_finder *f, struct kinds_node *node,
	struct kinds_lines *l);

/* Examine one block of each. */
bool kinds_look_at_lines(struct kinds_finder *f, const struct kinds_node *node,
	const struct kinds_lines *l, double weight);

/* In kinds_draw.c: a first sample of the boxes that remain, after which lanes
 * are counted; larger ones, until one tells enough, with their lanes.
 */
bool kinds_draw(struct kinds_finder *f);
bool kinds_draw_more(struct kinds_finder *f);

/* Search alone for each predicate that no examined block takes, if not all
 * blocks were examined; n_first boxes are the whole grid.  True if one was
 * found.
 */
bool kinds_find_missed(struct kinds_finder *f, size_t n_first);

/* What names the threads of the block "at" that take each predicate, where that
 * is by residues.
 */
uint64_t kinds_hash_residues(const struct kinds_finder *f, unsigned cut,
	const int64_t at[3]);

/* Find the residues of all comparisons that repeat. */
void kinds_find_residues(struct kinds_finder *f);

/* Examine one block of each class of a box: of blocks with the same residues,
 * and the same phase of f->form[0].  Boxes of too many classes are left in
 * f->vast.
 */
bool kinds_look_at_classes(struct kinds_finder *f,
	const struct kinds_node *node);

#endif
