#ifndef LANG_SEARCH_SEARCH_H
#define LANG_SEARCH_SEARCH_H

/* Inverse questions: smallest, largest and crossover.
 *
 * All ask where a state changes along a range: whether a condition holds, or
 * which of two figures is larger.  A few points are probed, then the gap
 * between neighbours in different states is bisected until they are adjacent.
 * That finds a single change.  If there are several, a short range is
 * enumerated; in a long one some may be missed, and the answer says so.
 */

#include "lang/eval/rooms.h"

/* A point of the range that was evaluated. */
struct probe {
	int64_t index; /* position in the range */
	int state;
	struct value left, right; /* the sides compared, or NONE */
};

struct search {
	struct eval *ev;
	const struct node *node; /* SEARCH or CROSSOVER */
	const char *name;	 /* of the search variable */
	struct value range;
	int64_t n;   /* points of the range */
	int n_probe; /* sorted by position */
	struct probe *probe;
	bool is_complete; /* every point was tried */
};

/* Ranges of at most this many points are enumerated if the probes show several
 * changes, or none.  A larger limit is slower but more certain.
 */
#define SEARCH_SCAN 4096

/* The questions of this room: these, and those of rank.h. */
extern const struct question search_questions[];

bool search_is_largest(const struct search *s);

/* The number of changes of state between neighbouring probes. */
int search_changes(const struct search *s);

/* search_print.c: the answer. */
struct value search_found(const struct search *s);
struct value search_crossings(const struct search *s);

#endif
