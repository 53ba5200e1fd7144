#ifndef ENGINE_COUNT_KINDS_H
#define ENGINE_COUNT_KINDS_H

/* The kinds of blocks that predicates make, and how many blocks there are of
 * each.
 *
 * Blocks in which the same threads take each predicate have one pattern.  If
 * their addresses are also equal modulo a period, they are of one kind: they
 * make the same requests and touch equally many granules.  Blocks in which no
 * predicate holds are of no kind.  The grid is split into boxes until each
 * has one pattern, or patterns that repeat with residues of blockIdx: then one
 * block represents all with the same residues.  Where that takes too many
 * boxes, or makes too many kinds, sampled blocks represent the remaining boxes,
 * and "is_exact" is false.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/count/blocks.h"
#include "engine/count/masks.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "engine/kernel/threads.h"

struct kinds_predicate {
	const struct predicate *predicate;
	int loop;	     /* around it, if it depends on counters */
	int node;	     /* in the masks; -1: it has none */
	bool is_of_access;   /* others are of instructions alone */
	double lanes, warps; /* of all blocks that take it */
	double error;	     /* relative standard error of the lanes */
	double warps_error;  /* standard error of the warps, in warps */
	double ratio_error;  /* relative one of warps over lanes */
	bool is_counted;     /* and these are exact */
	bool is_by_trips;    /* trips of a block are sampled */
	double trips_error;  /* relative standard error of that */
};

struct kinds_pattern {
	int64_t at[3];		/* a block that has it */
	int64_t limit[3];	/* its threads in the domain */
	double weight;		/* blocks that have it */
	double sampled, square; /* sums of w, w^2 of sampled ones */
	double *lanes, *warps;	/* of a block, for each predicate */
	unsigned char *answer;	/* enum blocks_answer, for each predicate */
	uint64_t hash;		/* names it */
	bool is_shared;		/* lanes, warps and answers are of others */
};

struct kinds_kind {
	int pattern;
	int64_t at[3];
	double weight;
};

/* Blocks of one pattern that represent "weight" blocks. */
struct kinds_box {
	int pattern, n_span;
	double weight;
	int64_t at[3], middle;	  /* middle: of the blocks it represents */
	struct blocks_span *span; /* as in struct blocks */
};

struct kinds {
	const struct kernel *kernel;
	const struct launch *launch;
	int warp_size;
	int n_predicate, n_pattern, n_kind, n_box;
	struct kinds_predicate *predicate;
	int *access; /* the predicate of each; -1: it never runs */
	struct kinds_pattern *pattern;
	struct kinds_kind *kind;
	struct kinds_box *box;
	struct map patterns; /* by their hashes */
	int n_known;	     /* patterns whose lanes were counted */
	int n_sample;	     /* blocks */
	double each;	     /* blocks that one of them represents, at most */
	bool is_exact;	     /* all weights */
	bool is_vast; /* residues have more classes than could be listed */
};

/* What to search, and limits. */
struct kinds_question {
	const struct kernel *kernel;
	const struct launch *launch;
	int warp_size;
	int64_t period_B;	      /* 0: patterns alone */
	const struct thread_set *set; /* whole blocks */
	struct masks *masks;	      /* of the launch, in the same pool */
	/* NULL, or others of the launch, which are counted; no period then */
	const struct kinds *like;
	int most_boxes;
	int most_kinds;	  /* past these, what is left is sampled */
	int most_classes; /* of blocks with the same residues in a box */
	int most_samples; /* of what is left, or one of each box */
	double enough;	  /* relative error of warps, at which fewer will do */
};

/* Do predicates of "kernel" make blocks differ? */
bool kinds_are_any(const struct kernel *kernel);

enum kinds_status { KINDS_OK, KINDS_OVERFLOW, KINDS_MEMORY };

/* Memory is that of "pool". */
enum kinds_status kinds_find(struct kinds *k, const struct kinds_question *q,
	struct quasi_pool *pool);

/* Count the lanes and warps of new patterns, and sum up those of all: part of
 * kinds_find().  False if memory runs out.
 */
bool kinds_count_lanes(struct kinds *k, struct masks *masks);

/* Relative error of what a sample of trips has: how far its two halves are
 * apart, and at least half of the "most" that one trip has, as a condition may
 * hold in a trip more or fewer.
 */
double kinds_trips_error(const double half[2], double most);

/* The index in k->predicate of a predicate in "loop"; -1 if it is not there.
 */
int kinds_predicate(const struct kinds *k, const struct predicate *predicate,
	int loop);

/* A sample of blocks that represents all. */
struct kinds_sample {
	int n, n_certain; /* the first, which represent themselves alone */
	struct kinds_sampled {
		int kind;
		double weight;
	} * block;
	double *scale; /* by predicate: all lanes / sampled */
	bool is_whole; /* it has all kinds with lanes of an access */
};

/* Sample at most "most" kinds, or a few of each predicate of an access, with
 * probability proportional to the lanes they represent; the largest kinds of
 * each of these predicates are always in it.
 */
bool kinds_sample(const struct kinds *k, int most, struct quasi_pool *pool,
	struct kinds_sample *sample);

/* The block in the middle of all lanes; -1 if there are none. */
int64_t kinds_middle(const struct kinds *k);

#endif
