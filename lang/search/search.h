#ifndef LANG_SEARCH_SEARCH_H
#define LANG_SEARCH_SEARCH_H

/* Inverse questions: smallest, largest and crossover.
 *
 * Both ask where something changes along a range: whether a condition
 * holds, or which of two figures is the larger one.  That is the "state"
 * of a point.  A few points are tried first, then the gap between any two
 * neighbours in different states is halved until they touch.  With one
 * change on the way that finds it; with several, a short range is
 * enumerated, and for a long one the answer says that it may have missed some.
 */

#include "lang/eval/rooms.h"

/* What is known at a point of the range. */
struct probe {
	int64_t index; /* in the range */
	int state;
	struct value left, right; /* what was compared; or NONE */
};

struct search {
	struct eval *ev;
	const struct node *node; /* SEARCH or CROSSOVER */
	const char *name;	 /* of the variable */
	struct value range;
	int64_t n;   /* points of the range */
	int n_probe; /* in the order of the range */
	struct probe *probe;
	bool is_complete; /* every point was tried */
};

/* Ranges of up to this many points are enumerated where the probes show more
 * than one change, or none.
 */
#define SEARCH_SCAN 4096

/* The questions of this room: these, and those of rank.h. */
extern const struct question search_questions[];

bool search_is_largest(const struct search *s);

/* How often the state changes from a point that was tried to the next. */
int search_changes(const struct search *s);

/* search_print.c: what came of it. */
struct value search_found(const struct search *s);
struct value search_crossings(const struct search *s);

#endif
