#ifndef LANG_EVAL_EXTEND_H
#define LANG_EVAL_EXTEND_H

/* Lists that grow in a loop: s = append(s, x), s = s + [x] and s += [x].
 *
 * Values are immutable, but a list whose only reference is the name "s", which
 * is about to be rebound to a longer list, can be extended in place. n such
 * statements then take O(n) instead of O(n^2).
 */

#include "lang/eval/eval.h"

/* True if the ASSIGN node has this form and can extend its list in place. */
bool extend_applies(struct eval *ev, const struct node *assign);

bool extend_assign(struct eval *ev, const struct node *assign);

#endif
