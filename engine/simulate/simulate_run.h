#ifndef ENGINE_SIMULATE_SIMULATE_RUN_H
#define ENGINE_SIMULATE_SIMULATE_RUN_H

/* The state of a running simulation: caches, addresses and counts so far. */

#include "engine/simulate/simulate_request.h"

struct simulate_run {
	const struct simulate_setup *setup;
	struct simulate_walk walk;
	struct simulate_level *first; /* n_sm of them */
	struct simulate_level last;   /* if there are two levels */
	struct simulation *result;
	int64_t left_B;	   /* of memory */
	double done;	   /* accesses, of all launches */
	int64_t unwatched; /* work since the last poll */
	enum simulate_status status;
	struct simulate_load load, below;
	struct simulate_store store;
	int32_t *hint; /* by access: its last frame */
	int32_t below_hint;
	int64_t *address; /* of all accesses of a warp */
	uint64_t *lanes;
	int64_t column_room;
	int *row_of_field; /* into trace.rows; -1: none */
};

/* Count work, in the time that an access of a lane takes, and now and then poll
 * for a stop: false if "status" says why.
 */
bool simulate_run_goes_on(struct simulate_run *run, int64_t n);

/* Run all threads of the launch in the chosen order. */
void simulate_run_threads(struct simulate_run *run);

/* The diagram: prepare it, mark a request of the first SM, end a column. */
bool simulate_trace_init(struct simulate_run *run, char why[256]);
void simulate_trace_mark(struct simulate_run *run, int field, int64_t line,
	bool is_fetched);
bool simulate_trace_column(struct simulate_run *run);

#endif
