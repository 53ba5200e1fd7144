#ifndef ENGINE_MODEL_WHATIF_H
#define ENGINE_MODEL_WHATIF_H

/* The time of a report if inputs of its formulas were others.
 *
 * A report records the formula of every limit with its inputs.  A "what if"
 * has these inputs to change, and computes limits and time again; unchanged,
 * they are those of the report.  Chapter 17 of doc/MODEL.md.
 */

#include <stdbool.h>

#include "engine/report/report.h"

#define WHATIF_INPUTS 16

struct whatif_limit {
	const char *name;
	const struct derivation *derivation;
	double input[WHATIF_INPUTS];
	double weight; /* its seconds count so many times */
	bool is_fixed; /* no input of it follows from others */
	double seconds;
	bool is_stale; /* inputs have changed since "seconds" */
};

struct whatif {
	const struct report *report; /* must outlive it */
	int n_limit;
	struct whatif_limit limit[REPORT_LIMITS];
	bool is_longest; /* published models: the longest limit is the time */
	double l1_s;	 /* what passes L1, at its measured bandwidth */
	/* what inputs follow from: (18.2) to (18.5) */
	double resident; /* warps on an SM */
	double updates;	 /* of a warp */
	double slots;	 /* places of an SM for each warp that works */
	double first;	 /* rounds that begin with no gap before them */
	double overlap;	 /* N of (7.7) per resident warp */
	struct report_turns turns;
	double began; /* as in the report */
	double wave_over, l2_missing_B, dram_missing_B, queue, queue_B;
	bool batches; /* report_missing() */
};

/* Seconds of loads, stores and "shared_txn" rows of shared memory at their
 * roofs, as in (7.7).
 */
double whatif_l1_s(const struct report *r, double shared_txn);

/* False if the report lacks derivations, or its time does not follow from
 * them.
 */
bool whatif_init(struct whatif *w, const struct report *report);

/* The input "name" of limit "limit", to be changed; NULL if there is none. */
double *whatif_input(struct whatif *w, const char *limit, const char *name);

/* Its value; 0 if there is none. */
double whatif_value(const struct whatif *w, const char *limit,
	const char *name);

/* Multiply it, where there is one. */
void whatif_scale(struct whatif *w, const char *limit, const char *name,
	double factor);

/* Whether an input, resident or slots of the two differ. */
bool whatif_differs(const struct whatif *a, const struct whatif *b);

double whatif_time(const struct whatif *w);

#endif
