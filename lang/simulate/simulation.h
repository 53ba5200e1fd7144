#ifndef LANG_SIMULATE_SIMULATION_H
#define LANG_SIMULATE_SIMULATION_H

/* The answer to `simulate`: counts of a replayed launch.  Figures that mean
 * the same as those of an estimate have the same names and lie in a report,
 * so that compare() takes both.
 */

#include "engine/report/report.h"
#include "engine/simulate/simulate_part.h"
#include "lang/ask/finding.h"
#include "lang/eval/rooms.h"

/* Figures whose spread over seeds is known. */
enum simulated_figure {
	SIMULATED_HIT_RATE, /* of L1 */
	SIMULATED_L2_LOAD,
	SIMULATED_DRAM_LOAD,
	N_SIMULATED
};

/* Elements of a field as they lie in memory: rows of all layers and
 * components.
 */
struct field_shape {
	int elem_B;
	int64_t n_x, n_y;
};

struct simulated {
	struct finding finding;
	struct report report; /* what an estimate has, too */
	struct simulate_setup setup;
	struct simulation result;
	struct simulate_part part; /* which SMs stand for all */
	double whole_ms; /* that all of them would take; 0: not known */
	struct field_shape *shape; /* by field; NULL without a snapshot */
	double lup;
	int64_t n_seed;	 /* launches that were simulated, 1: one seed */
	bool has_chance; /* other seeds would differ, and nobody chose one */
	double least[N_SIMULATED], most[N_SIMULATED]; /* over them */
};

/* simulate and diagram. */
extern const struct question simulation_questions[];

/* Take what "s" points to, as a value of "type" with that record. */
struct value simulation_wrap(const struct simulated *s,
	const struct object_type *type, finding_fill *fill);
struct value simulation_value(const struct simulated *s);

/* The method "release" of such a value. */
void simulation_release(struct object *o);

/* For a person. */
void simulation_print(const struct simulated *s, struct buffer *out);

#endif
