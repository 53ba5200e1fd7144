#ifndef ENGINE_COUNT_FOOTPRINT_REGION_H
#define ENGINE_COUNT_FOOTPRINT_REGION_H

/* Boxes of threads and loop trips on which expressions are affine.
 *
 * A region is a box { [k] : 0 <= k_i < n[i] } with an affine map to the
 * variables of a launch: v = at[v] + sum_i by[v][i] * k_i.  An expression
 * with floors, minima and maxima is not affine in k at first.  Then
 * region_affine() and region_predicate() name a split: cut a dimension in
 * two, or write it in two digits (k = q * hi + lo).  After enough splits
 * every region has affine expressions, and predicates hold everywhere or
 * nowhere.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"

#define REGION_DIMS 16

struct region {
	/* Lanes, as bits, of which the visitor knows whether they are active:
	 * those of a region are in all its parts.
	 */
	uint64_t active, idle;
	int n_dim;
	int64_t n[REGION_DIMS]; /* all of them above 1 */
	int64_t at[N_QUASI_VAR];
	int64_t by[N_QUASI_VAR][REGION_DIMS];
};

struct affine {
	int64_t at;
	int64_t by[REGION_DIMS];
};

/* Cut dimension "dim" before "at", 0 < at < n[dim]; or, with "digits",
 * write it in digits of base "at", a divisor of n[dim] and less.  The lanes are
 * those of the parts.
 */
struct region_split {
	int dim;
	int64_t at;
	bool digits;
	uint64_t active, idle;
};

enum region_answer { REGION_NO, REGION_YES, REGION_SPLIT };

/* A region of one point, where all variables are 0. */
struct region region_origin(void);

/* Let "var" grow by "step" along a new dimension of "n" values. */
void region_extend(struct region *r, enum quasi_var var, int64_t step,
	int64_t n);

/* "e" as an affine form of the dimensions; REGION_SPLIT, with *split, where
 * it is not affine.
 */
enum region_answer region_affine(const struct region *r, const struct quasi *e,
	struct affine *form, struct region_split *split);

/* Does "predicate" hold on the region?  NULL holds everywhere. */
enum region_answer region_predicate(const struct region *r,
	const struct predicate *predicate, struct region_split *split);

/* Split "r" until "visit" returns something other than REGION_SPLIT on each
 * part.  False if that takes more than *n_part parts or REGION_DIMS
 * dimensions, or if "visit" returns REGION_NO.
 */
bool region_refine(struct region *r, int *n_part,
	enum region_answer (*visit)(const struct region *r, void *user,
		struct region_split *split),
	void *user);

#endif
