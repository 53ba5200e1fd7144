#ifndef ENGINE_MODEL_CAUSE_H
#define ENGINE_MODEL_CAUSE_H

/* What makes one launch slower than another, found by substitution: the time
 * of one is computed again with some inputs of the other.  Chapter 17 of
 * doc/MODEL.md.
 *
 * Times are those of as many updates as the slow launch has.
 */

#include "engine/model/whatif.h"

enum cause_kind {
#define CAUSE(name, limit, what, unit) CAUSE_##name,
#include "engine/model/cause.def"
	N_CAUSE
};

struct cause_info {
	const char *name, *limit, *what, *unit;
};

extern const struct cause_info causes[N_CAUSE];

struct cause {
	enum cause_kind kind;
	double figure[2]; /* of the slow launch and of the fast one */
	double share_s;	  /* its part in the difference of their times */
	double alone_s;	  /* of the slow one, with this of the fast one */
};

struct cause_pair {
	struct whatif slow, fast;
	double scale; /* updates of the slow one over those of the fast one */
	int n;	      /* causes that differ, the largest share first */
	struct cause cause[N_CAUSE];
	double rest_s; /* share of all that are not listed */
};

/* Compare two reports, of which "slow" has the lower speed.  False if their
 * times do not follow from one formula: model wsp and a published one.
 */
bool cause_find(struct cause_pair *p, const struct report *slow,
	const struct report *fast);

/* The time of the slow launch with causes { k : bits & 1 << k } of the fast
 * one.
 */
double cause_time(const struct cause_pair *p, uint64_t bits);

#endif
