#ifndef LANG_KERNEL_KERNEL_PARTS_H
#define LANG_KERNEL_KERNEL_PARTS_H

/* The passes of kernel_finish(): where operations run and what they cost.
 * Operands precede their users in every array of nodes.
 */

#include "lang/kernel/kernel.h"

/* kernel_count.c: sums of terms. */
void kernel_count_add(struct kernel_count *c, const struct kernel_count *d,
	double factor);
void kernel_count_plain(struct kernel_count *c, double n);
struct kernel_count kernel_count_mul(const struct kernel_count *a,
	const struct kernel_count *b);
/* Finds the trip counts of all loops. */
void kernel_count_trips(struct kernel_def *k);

/* kernel_place.c: where nodes run. */
struct placement {
	int *region; /* of each node; -1: unused */
	int *uses;
	uint64_t *loops; /* bit l: depends on loop l */
	bool *meets;	 /* of each loop: threads meet in it */
	int n_branch;	 /* regions that are branches, sorted */
	int *branch;
};

/* Also drops loads whose value is unused. */
void kernel_place(struct kernel_def *k, struct placement *p);
void kernel_place_clear(struct placement *p);

/* Moves a region out of the loops that node "i" does not depend on. */
int kernel_hoist(const struct kernel_def *k, const struct placement *p, int i,
	int region);

/* kernel_quotient.c: adds integer quotients and remainders to the work of each
 * region.
 */
void kernel_quotients(const struct kernel_def *k, const struct placement *p,
	struct kernel_work *w);
bool kernel_is_quotient(const struct graph *g, int i);

/* Operations of an fma's length that such a node takes as long as; 0 for
 * others.
 */
double kernel_quotient_steps(const struct graph *g, int i);

/* kernel_wide.c: adds operations on integers of 64 bits to the work of each region;
 * products of 32 bits that these contain are marked in "fused".
 */
void kernel_wide(const struct kernel_def *k, const struct placement *p,
	bool *fused, struct kernel_work *w);

/* True if node "i" is such an operation. */
bool kernel_is_two_words(const struct graph *g, int i);

/* kernel_constant.c: adds words of arrays in constant memory to the work of each
 * region; sums that only find their places are marked in "fused".
 */
void kernel_constants(const struct kernel_def *k, const struct placement *p,
	bool *fused, struct kernel_work *w);

/* kernel_test.c: marks comparisons, and what they are of, that are part of another
 * instruction.
 */
void kernel_tests(const struct kernel_def *k, const struct placement *p,
	bool *fused);

/* kernel_join.c: finds which integer operations share an instruction; those of
 * "fused" are part of one already.
 */
void kernel_join(const struct kernel_def *k, const struct placement *p,
	const bool *fused, struct kernel_work *w);

/* True if node "i" is a selection with an instruction of its own. */
bool kernel_is_selected(const struct graph *g, const struct placement *p,
	int i);

/* kernel_chain.c: true if the code of node "i" has a slow path, which no load
 * is moved across.
 */
bool kernel_is_call(const struct graph *g, int i, bool open_is_double);

/* True if the operand of an integer function has 64 bits. */
bool kernel_is_wide(const struct graph *g, const struct graph_node *n);

/* Operations of an fma's length that node "i" takes as long as. */
double kernel_steps(const struct graph *g, int i, bool is_double);

/* kernel_steps.c: the steps that the loads of each part of the code make one after
 * the other, where "begun" are paths to nodes from where it begins.
 */
void kernel_find_steps(struct kernel_def *k, const int *region,
	const struct kernel_path *begun, bool is_double);

/* kernel_steps.c: true if a compiler knows which cells of their field two accesses
 * share.
 */
bool kernel_is_told_apart(const struct kernel_def *k,
	const struct kernel_access *a, const struct kernel_access *b);

/* kernel_order.c: finds how often trips of compiled code wait for loads. */
void kernel_order(struct kernel_def *k, const int *region, const bool *fused);

#endif
