#ifndef LANG_EVAL_EXTEND_H
#define LANG_EVAL_EXTEND_H

/* Lists that grow in a loop: s = append(s, x), s = s + [x] and s += [x].
 *
 * Values do not change, but a list that only the name "s" holds, and which
 * that name is about to leave for a longer one, may as well become the
 * longer one.  n such statements then take O(n) and not O(n^2).
 */

#include "lang/eval/eval.h"

/* Whether the ASSIGN node is of this kind now. */
bool extend_applies(struct eval *ev, const struct node *assign);

bool extend_assign(struct eval *ev, const struct node *assign);

#endif
