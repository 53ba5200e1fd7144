#ifndef LANG_ASK_COMPARE_H
#define LANG_ASK_COMPARE_H

/* Reports side by side, and what makes the difference between two.
 *
 * They may be of different kernels, devices, models and domains: speed is
 * compared in updates a second.  In what is printed they are r1, r2, ...
 */

#include "engine/report/report.h"
#include "lang/ask/answer.h"
#include "lang/eval/eval.h"
#include "lang/value/value.h"

/* Reports that fit beside each other. */
#define COMPARE_MAX	16

/* Every figure of n reports, with ratios to the first; and in words where
 * each of the others parts from it.
 */
struct value compare_value(int n, const struct report *const *r);

/* Set the member "path" of the "figures" and "ratios" of a comparison. */
void compare_set(struct value *record, const char *path, int n,
	const double *v, const double *ratio, const char *unit);

/* why.c: which level, which field, loads or stores, which accesses.  False
 * if it was interrupted.
 */
bool why_value(struct eval *ev, struct loc loc, const struct answer *a,
	const struct answer *b, struct value *result);

/* The limit called "name", or NULL. */
const struct limit *why_limit(const struct report *r, const char *name);

/* What decides the difference between "a" and "b", the numbers of which
 * are "na" and "nb", in a sentence or two.
 */
void why_sentence(const struct report *a, const struct report *b, int na,
	int nb, struct buffer *out);

#endif
