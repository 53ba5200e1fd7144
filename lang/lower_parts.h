#ifndef LANG_LOWER_PARTS_H
#define LANG_LOWER_PARTS_H

/* What the parts of the launch-mapping pass share. */

#include "lang/lower.h"

struct lowering {
	struct eval *ev;
	const struct kernel_def *k;
	const struct options *o;
	struct loc loc;
	struct kernel *kernel;
	struct launch *launch;
	struct quasi_pool *pool;
	int64_t extent[3];		/* nx, ny, nz */
	int64_t own[3];			/* what the kernel itself says */
	int64_t cell[3];		/* which cell of the fold */
	bool *needed;			/* nodes that indices are made of */
	const struct quasi **node;	/* their expressions, for this cell */
	int *field;			/* of k -> of kernel, -1: none */
};

bool lower_fail_range(struct lowering *l, struct loc loc);

/* lower.c: the launch over l->extent, if it makes sense. */
bool lower_launch(struct lowering *l);

/* lower.c: the field whose size is the domain's, and extent d of a field. */
const struct kernel_field *lower_stored(const struct kernel_def *k);
int64_t lower_extent(struct lowering *l, const struct kernel_field *f,
	int d, bool *ok);

/* lower_index.c: nodes of the graph as expressions of the launch. */
void lower_mark(struct lowering *l);
void lower_express(struct lowering *l);
const struct quasi *lower_cell(struct lowering *l, int d);
const struct guard *lower_guard(struct lowering *l, int region);
bool lower_loops(struct lowering *l);
int lower_depth(const struct kernel_def *k, int loop);
int lower_loop_of(const struct kernel_def *k, int region);
double lower_turns(const struct lowering *l, int loop);
/* Of the lanes that pass the guard, how many run region "r": conditions
 * that depend on data may send half of them either way.
 */
double lower_share(struct lowering *l, int region);

/* lower_access.c */
bool lower_accesses(struct lowering *l);
bool lower_same_guard(const struct guard *a, const struct guard *b);

/* lower_work.c: instructions and registers of a thread; and the arithmetic
 * of "cells" times "w", added to "work".
 */
void lower_work(struct lowering *l);
int lower_registers(const struct lowering *l);
void lower_arithmetic(const struct lowering *l, const struct kernel_work *w,
	double cells, struct work *work);

/* The same of what a kernel of addresses states, "turns" times. */
void lower_given(const struct lowering *l, const double *given, double turns,
	struct work *work);

/* lower_part.c: the same by conditions.  One cell of the fold after the
 * other, while its expressions are there; then, after lower_work(), what
 * "index" and "control" instructions any thread has, and the accesses.
 */
void lower_part_cell(struct lowering *l);
void lower_part_rest(struct lowering *l, double index, double control);

#endif
