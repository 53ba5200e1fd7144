#ifndef LANG_ASK_WHY_ACCESS_H
#define LANG_ASK_WHY_ACCESS_H

/* What single accesses have to do with the difference of two reports: how
 * much less there would be of a volume, or of the cycles of L1, without
 * them.  Each access is left out by itself, so that what two of them share
 * counts for none.
 */

#include "lang/ask/answer.h"
#include "lang/ask/figure.h"

/* Accesses that are looked at; kernels with more are left alone. */
#define WHY_ACCESSES	256

/* The figure that is looked at. */
struct why_figure {
	const char *what, *unit;
	const char *field;	/* NULL: a metric, accesses to all fields */
	const struct flow *flow;	/* of "field" */
	enum metric metric;
};

struct why_access {
	char *name;		/* src[0, 0, 4] */
	double v[2];		/* without it so much less, in each report */
};

/* The field called "name", or NULL; and its volume in a flow, which is 0 if
 * the kernel has no such field.
 */
const struct field_volume *why_field(const struct report *r, const char *name);
double why_volume(const struct report *r, const struct flow *flow,
	const char *field);

/* The metric that a limit is made of, which is no volume; false if there
 * is none that accesses have a part in.
 */
bool why_figure_of(const char *limit, struct why_figure *figure);

/* The accesses that make a difference of "least" or more, the largest
 * first, at most "size"; -1 if the search was interrupted, which is
 * reported.
 */
int why_accesses(struct eval *ev, struct loc loc,
	const struct answer *const answer[2], const struct why_figure *figure,
	double least, int size, struct why_access *access);
double why_access_difference(const struct why_access *a);
struct value why_access_record(const struct why_access *a, const char *unit);
void why_accesses_free(int n, struct why_access *access);

#endif
