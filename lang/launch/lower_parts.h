#ifndef LANG_LAUNCH_LOWER_PARTS_H
#define LANG_LAUNCH_LOWER_PARTS_H

/* The state of the launch-mapping pass, for the files lower_*.c alone. */

#include "lang/base/map.h"
#include "lang/launch/lower.h"

struct lowering {
	const struct lower_env *env;
	const struct kernel_def *k;
	const struct options *o;
	struct loc loc;
	int without; /* access to leave out; or -1 */
	struct kernel *kernel;
	struct launch *launch;
	struct quasi_pool *pool;
	int64_t extent[3]; /* nx, ny, nz */
	int64_t own[3];	   /* what the kernel itself says */
	int64_t cell[3];   /* which cell of the fold */
	int64_t fold[3];   /* cells of a thread */
	/* In an order other than rows: the block or, where blocks have one
	 * dimension, the thread that computes the cells; or NULL.
	 */
	const struct quasi *owner[3];
	bool by_blocks;
	const struct predicate *inside; /* threads with a cell; NULL: all */
	bool *needed;			/* nodes that indices are made of */
	const struct quasi **node;	/* their expressions, for this cell */
	const struct predicate **predicate; /* of regions, for this cell */
	double *share;			    /* the same */
	bool *has_predicate;		    /* they are known */
	int *field;			    /* of k -> of kernel, -1: none */
	struct map parts;		    /* of kernel->part */
};

bool lower_fail_range(struct lowering *l, struct loc loc);

/* lower.c: the launch over l->extent, if it makes sense. */
bool lower_launch(struct lowering *l);

/* lower.c: the field whose size is the domain's, and extent d of a field. */
const struct kernel_field *lower_stored(const struct kernel_def *k);
int64_t lower_extent(struct lowering *l, const struct kernel_field *f, int d,
	bool *ok);

/* lower_index.c: nodes of the graph as expressions of the launch. */
void lower_mark(struct lowering *l);
void lower_express(struct lowering *l);
const struct quasi *lower_cell(struct lowering *l, int d);
const struct predicate *lower_predicate(struct lowering *l, int region);
/* Whether no thread at all passes a predicate, as its numbers say. */
bool lower_never(const struct predicate *predicate);
const struct predicate *lower_predicate_new(struct lowering *l,
	enum predicate_op op, const struct quasi *e, const struct predicate *a,
	const struct predicate *b);
bool lower_loops(struct lowering *l);
int lower_depth(const struct kernel_def *k, int loop);
int lower_loop_of(const struct kernel_def *k, int region);
double lower_turns(const struct lowering *l, int loop);
/* Of the lanes that pass the predicate, how many run region "r": conditions
 * that depend on data may send half of them either way.
 */
double lower_share(struct lowering *l, int region);

/* lower_order.c: put the cells in a line.  "extent" is what the engine sees
 * as the domain, "fold" as the fold.
 */
bool lower_order_launch(struct lowering *l, int64_t extent[3], int64_t fold[3]);
bool lower_order(struct lowering *l);

/* Updates of a point of the engine's domain, "updates" being those of a
 * cell.
 */
double lower_updates(const struct lowering *l, double updates);

/* lower_access.c */
bool lower_accesses(struct lowering *l);

/* lower_work.c: instructions, their stall intervals and registers of a thread; and
 * the arithmetic of "cells" times "w", added to "work".
 */
void lower_work(struct lowering *l);
void lower_stalls(struct lowering *l);
int lower_registers(const struct lowering *l);
void lower_arithmetic(const struct lowering *l, const struct kernel_work *w,
	double cells, struct work *work);

/* The same of what a kernel of addresses states. */
void lower_given(const struct lowering *l, const double *given,
	struct work *work);

/* lower_part.c: the same by conditions.  One cell of the fold after the
 * other, while its expressions are there; then what "index" and "control"
 * instructions any thread has, and the accesses.
 */
void lower_part_cell(struct lowering *l);
void lower_part_rest(struct lowering *l, double index, double control);

/* "n" more integer instructions in a trip of "loop", under the predicate of
 * access "a"; NULL: in any thread.
 */
void lower_part_integer(struct lowering *l, const struct access *a, int loop,
	double n);

/* lower_branch.c: all parts of one thread, of two branches the costlier. */
struct work lower_costlier(const struct lowering *l);

/* lower_address.c: those of addresses with strides known at run time, put
 * where they run.
 */
void lower_addresses(struct lowering *l);

#endif
