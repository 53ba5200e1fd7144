#ifndef ENGINE_MODEL_L1_ALIKE_H
#define ENGINE_MODEL_L1_ALIKE_H

/* Accesses of a field that make the same requests but for where they start:
 * those of a stencil.  What a request of one comes to is found once, and what
 * it comes to elsewhere follows from the shift.
 */

#include "engine/kernel/grouping.h"
#include "engine/model/workings.h"

/* "n" accesses start "by_B" bytes past the first, modulo the period, besides
 * the "kept" ones that registers spare.  Those that are neighbours reach
 * "span_B" bytes together.
 */
struct l1_shift {
	int64_t by_B, span_B;
	double n, kept;
};

#define L1_SHIFTS 256

struct l1_shifts {
	int n, n_near;
	struct l1_shift shift[L1_SHIFTS], near[L1_SHIFTS];
};

/* Group the accesses of "list"; false when memory runs out. */
bool l1_alike_group(struct workings *m, const struct access_list *list,
	struct grouping *g);

/* The access in the group of "first" that starts before all others, so that
 * it does not matter which of them is listed first.
 */
int l1_alike_lowest(const struct workings *m, const struct access_list *list,
	const struct grouping *g, int first);

/* Where the accesses in the group of "first" start, from the lowest of them
 * on, modulo "step"; those that start up to "near_B" bytes after another are
 * neighbours.  False when memory runs out.
 */
bool l1_alike_shifts(struct workings *m, const struct access_list *list,
	const struct grouping *g, int first, int64_t step, double near_B,
	struct l1_shifts *s);

/* Does each trip of a load's loop bring new lines, rather than walk along those
 * that are there?
 */
bool l1_alike_brings_lines(const struct workings *m, const struct access *a);

#endif
