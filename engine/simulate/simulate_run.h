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
	/* lines of which that is so, and those in flight, by order of loads */
	struct simulate_lines {
		int64_t n, flying[N_LOADS];
	} lines;
	enum simulate_status status;
	struct simulate_load load, below;
	struct simulate_store store;
	int32_t *hint; /* by access: its last frame */
	int32_t below_hint;
	int64_t *address; /* of all accesses of a warp */
	uint64_t *lanes;
	struct simulate_tracing *tracing; /* NULL: no diagram */
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

/* SMs of the smallest GPU.  On fewer it matters how blocks are dealt to those that
 * are simulated and to those that are not.
 */
#define SIMULATE_LEAST_SMS 13

static inline bool simulate_deals_few(const struct simulate_setup *s)
{
	return s->n_sm < SIMULATE_LEAST_SMS && simulate_sms(s) < s->n_sm;
}

/* SHUFFLED: SMs with a block more than the others, of the launch and of those
 * that are simulated; 0: all have as many, or get others as these end.  A sample
 * has SMs of both kinds.
 */
struct simulate_kinds {
	int64_t more, simulated_more;
};

struct simulate_kinds simulate_run_kinds(const struct launch *launch,
	const struct simulate_setup *s);

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

/* The diagram.  A mark is for sectors of a line of a level, as that level has
 * lines; the end of a request for an SM.
 */
bool simulate_trace_init(struct simulate_run *run, char why[256]);
void simulate_trace_mark(struct simulate_run *run, int level, int field,
	int64_t line, uint32_t sectors, int what);
bool simulate_trace_request(struct simulate_run *run, int64_t sm);
void simulate_trace_again(struct simulate_run *run);
void simulate_trace_end(struct simulate_run *run);
void simulate_trace_clear(struct simulate_run *run);

/* The bytes lo .. hi-1 of a field that a level can hold; none if lo >= hi. */
struct simulate_span {
	int64_t lo, hi;
};

/* What is held at a moment: memory for it, a touch in the request of that
 * moment, and its end.
 */
bool simulate_snapshot_init(struct simulate_run *run,
	const struct simulate_span *span);
void simulate_snapshot_touch(struct simulate_run *run, int field, int64_t at,
	int64_t n_B, bool is_fetched);
void simulate_snapshot_take(struct simulate_run *run);

#endif
