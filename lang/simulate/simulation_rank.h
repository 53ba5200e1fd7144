#ifndef LANG_SIMULATE_SIMULATION_RANK_H
#define LANG_SIMULATE_SIMULATION_RANK_H

/* Many simulations as a table: rank and sweep on caches. */

#include "lang/ask/subject.h"
#include "lang/simulate/simulation.h"

/* Simulate with "options", whose order is the chosen one then; the caller clears
 * the report and the counts.  False after reporting an error.
 */
typedef bool simulation_try(struct eval *ev, void *user,
	struct options *options, struct simulated *s);

/* A list of records, one for each combination of the variables of `over`. */
bool simulation_rank(struct eval *ev, const struct node *node,
	const struct options *options, simulation_try *try, void *user,
	struct value *result);

#endif
