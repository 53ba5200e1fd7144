#ifndef LANG_RANK_H
#define LANG_RANK_H

/* rank and sweep: one estimate for every combination of the variables
 * behind `over`, on all cores, as a table.
 *
 * The table does not depend on the number of threads.
 */

#include "lang/eval.h"

#define RANK_THREADS	64

bool rank_answer(struct eval *ev, const struct node *node,
	struct value *result);

/* Whether a row with more of the figure "path" comes first. */
bool rank_more_is_better(const char *path);

#endif
