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

/* More columns would not fit a line. */
#define COMPARE_MAX 16

/* Every figure of n reports with its ratio to the first, and a sentence for
 * each of the others on what makes the difference.
 */
struct value compare_value(int n, const struct report *const *r);

/* A figure of n things; NaN where one has none. */
struct compare_row {
	const char *path, *unit;
	double *v;
};

/* The same for things that are no reports: figures, a legend and a sentence for
 * each but the first, which is taken.
 */
struct value compare_figures(int n, const struct buffer *legend, int n_row,
	const struct compare_row *row, struct value words);

/* Set the member "path" of the "figures" and "ratios" of a comparison. */
void compare_set(struct value *record, const char *path, int n, const double *v,
	const double *ratio, const char *unit);

/* why.c: the level, fields and accesses that make the difference.  False if
 * it was interrupted.
 */
bool why_value(struct eval *ev, struct loc loc, const struct answer *a,
	const struct answer *b, struct value *result);

/* The limit called "name", or NULL. */
const struct limit *why_limit(const struct report *r, const char *name);

/* The same in a sentence, in which "a" and "b" are called rNA and rNB. */
void why_sentence(const struct report *a, const struct report *b, int na,
	int nb, struct buffer *out);

#endif
