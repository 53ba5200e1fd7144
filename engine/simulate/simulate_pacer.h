#ifndef ENGINE_SIMULATE_SIMULATE_PACER_H
#define ENGINE_SIMULATE_SIMULATE_PACER_H

/* The time of an SM, in cycles: its queue of requests, L1 that serves one after the
 * other, and the way from L2, which does the same.  doc/MODEL.md, chapter 15.
 *
 * All of it runs at each request of a simulation, so it is inline, and fmax() is not
 * called: no time is a NaN.
 */

#include "engine/simulate/simulate_cache.h"

struct pacer {
	const struct simulate_pace *pace;
	double now;
	double l1_free, way_free; /* when they have served all requests */
	double *served;		  /* when each of the last requests leaves L1 */
	int64_t at;		  /* place of the next request among these */
};

static inline double pacer_max(double a, double b)
{
	return a > b ? a : b;
}

/* The cycle in which the queue of L1 has a place. */
static inline int64_t pacer_next(struct pacer *p)
{
	p->now = pacer_max(p->now, p->served[p->at]);
	return (int64_t) p->now;
}

/* What L1 has to know of time for the request that comes next. */
static inline void pacer_tell(const struct pacer *p, struct simulate_level *l1)
{
	l1->now = p->now;
	l1->due = pacer_max(p->way_free, pacer_max(p->l1_free, p->now)) +
		p->pace->l2_latency;
	l1->latest = 0;
}

/* A request has been made, of which sectors were missed: when all that it asked for
 * is there, what it found on its way included.
 */
static inline double pacer_keep(struct pacer *p,
	const struct simulate_level *l1, bool is_store, int64_t asked,
	int64_t missed)
{
	const struct simulate_pace *pace = p->pace;
	double arrive;

	p->l1_free = pacer_max(p->l1_free, p->now) +
		pacer_max(1, (double) asked / pace->l1_sectors);
	p->served[p->at] = p->l1_free;
	p->at = p->at + 1 < pace->queue ? p->at + 1 : 0;
	p->now += 1;
	if (missed > 0) {
		p->way_free = pacer_max(p->way_free, p->l1_free) +
			(double) missed * pace->l2_each;
		arrive = p->way_free + pace->l2_latency;
	} else {
		arrive = is_store ? 0 : p->l1_free + pace->l1_latency;
	}
	return pacer_max(arrive, l1->latest);
}

#endif
