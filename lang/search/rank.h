#ifndef LANG_SEARCH_RANK_H
#define LANG_SEARCH_RANK_H

/* rank and sweep: one estimate for every configuration of a space, as a table;
 * rank sorts it by a figure, sweep keeps the order of the space.
 *
 * The table does not depend on the number of threads or processes.  Memory
 * grows with the rows of the table, not with the configurations.
 */

#include "lang/eval/eval.h"

bool rank_answer(struct eval *ev, const struct node *node,
	struct value *result);

/* Prints the rows of a sweep as they are found, instead of gathering a table.
 */
bool rank_stream(struct eval *ev, const struct node *node);

#endif
