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
	bool missed;	   /* L1 did not hold all of the last request */
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

/* The SMs that are simulated. */
static inline int64_t simulate_sms(const struct simulate_setup *s)
{
	return s->sampled_sm > 0 ? s->sampled_sm : s->n_sm;
}

/* Run all threads of the launch in the chosen order. */
void simulate_run_threads(struct simulate_run *run);

/* One access of lanes from .. to-1 of a warp on an SM.  False to stop. */
bool simulate_run_access(struct simulate_run *run, int64_t sm,
	struct walk_warp *warp, const struct walk_access *access, int from,
	int to);

/* Coordinates of block "index" in launch order. */
void simulate_run_block(const struct launch *launch, int64_t index,
	int64_t block[3]);

/* SIMULATE_SHUFFLED: warps at random, blocks start as others end. */
int64_t simulate_shuffle_warps(const struct simulate_run *run);
void simulate_shuffle(struct simulate_run *run, struct walk_warp *warp);

/* The diagram: prepare it, mark a request of the first SM, end a column. */
bool simulate_trace_init(struct simulate_run *run, char why[256]);
void simulate_trace_mark(struct simulate_run *run, int field, int64_t line,
	bool is_fetched);
bool simulate_trace_column(struct simulate_run *run);

#endif
