#ifndef LANG_ASK_WHY_ACCESS_H
#define LANG_ASK_WHY_ACCESS_H

/* The part of single accesses in the difference of two reports: how much a
 * volume, or the cycles of L1, would fall without them.  Each access is left
 * out alone, so that data that two of them share is attributed to neither.
 */

#include "lang/ask/answer.h"
#include "lang/ask/figure.h"

/* Kernels with more accesses are not attributed: each costs an estimate. */
#define WHY_ACCESSES 256

/* The figure to attribute. */
struct why_figure {
	const char *what, *unit;
	const char *field;	 /* NULL: a metric, accesses to all fields */
	const struct flow *flow; /* of "field" */
	enum metric metric;
};

struct why_access {
	char *name;  /* src[0, 0, 4] */
	double v[2]; /* by which the figure of each report falls */
};

/* The field called "name", or NULL; and its volume in a flow, which is 0 if
 * the kernel has no such field.
 */
const struct field_volume *why_field(const struct report *r, const char *name);
double why_volume(const struct report *r, const struct flow *flow,
	const char *field);

/* The metric behind a limit that is not a volume; false if accesses have no
 * part in the limit.
 */
bool why_figure_of(const char *limit, struct why_figure *figure);

/* At most "size" accesses whose parts differ by "least" or more, the largest
 * first; -1 if it was interrupted, which is reported.
 */
int why_accesses(struct eval *ev, struct loc loc,
	const struct answer *const answer[2], const struct why_figure *figure,
	double least, int size, struct why_access *access);
double why_access_difference(const struct why_access *a);
struct value why_access_record(const struct why_access *a, const char *unit);
void why_accesses_free(int n, struct why_access *access);

#endif
