#ifndef LANG_SIMULATE_SIMULATION_H
#define LANG_SIMULATE_SIMULATION_H

/* What `simulate` answers: a report of counts.  Its figures have the names
 * of an estimate's where they mean the same, and compare() takes both.
 */

#include "engine/report/report.h"
#include "engine/simulate/simulate.h"
#include "lang/ask/finding.h"
#include "lang/eval/rooms.h"

struct simulated {
	struct finding finding;
	struct report report;		/* what it has in common */
	struct simulate_setup setup;
	struct simulation result;
	double lup;
};

/* simulate and diagram. */
extern const struct question simulation_questions[];

/* Take what "s" points to, as a value of "type" with that record. */
struct value simulation_wrap(const struct simulated *s,
	const struct object_type *type, finding_fill *fill);
struct value simulation_value(const struct simulated *s);

/* The method that releases it. */
void simulation_release(struct object *o);

/* For a person. */
void simulation_print(const struct simulated *s, struct buffer *out);

#endif
