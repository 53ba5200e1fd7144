#ifndef ENGINE_SIMULATE_SIMULATE_WALK_H
#define ENGINE_SIMULATE_SIMULATE_WALK_H

/* The accesses of a launch, a warp at a time and in program order.
 *
 * Nonlinear terms are nodes, evaluated once for all lanes of a warp: nodes
 * without loop counters when the warp starts, the others when an access needs
 * them.  All fields lie one after the other in one address space that starts
 * at 0; no two share a line.
 */

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"

#define WALK_LANES 64

/* Orders of loads that divide a thread into stall intervals: those of chapter 13,
 * and the one that warps run in.
 */
enum { WALK_RUN = N_LOADS, WALK_ORDERS };

struct walk_term {
	int64_t coef;
	int node;
};

struct walk_expr {
	int64_t constant, coef[N_QUASI_VAR];
	int n_var, var[N_QUASI_VAR]; /* those with a coefficient */
	int n_term;
	struct walk_term *term;
	bool in_loop;	   /* a counter is part of a term */
	int n_late, *late; /* nodes to evaluate first */
};

struct walk_node {
	enum quasi_op op;
	int64_t divisor;
	const struct quasi_table *table;
	int shift; /* of a divisor 2^shift; or -1 */
	struct walk_expr a, b;
	bool is_late; /* evaluated when it is needed */
	int row;      /* of the values kept for it */
};

struct walk_predicate {
	enum predicate_op op;
	bool is_steady;		    /* no loop counter decides */
	bool has_terms, is_in_loop; /* is_in_loop: a counter is part of one */
	int deepest; /* innermost counter with a coefficient; -1: none */
	struct walk_expr e;
	int a, b;
};

struct walk_access {
	int field, predicate; /* predicate -1: none */
	bool is_store, is_atomic;
	bool passes_l1;		/* a load that L1 does not keep */
	int stall[WALK_ORDERS]; /* interval that issues it */
	/* the same with loads as early as compiled: join_intervals() */
	int early;
	int elem_B;
	struct walk_expr address;
	struct walk_expr index[3]; /* its coordinates, if it has terms */
	const struct draw *draw;   /* or NULL */
	int draw_depth;		   /* loops around it */
	bool moves_together; /* in a loop, whose counters move all lanes alike */
	bool is_steady;	     /* nothing in a loop decides which lanes make it */
	const struct chance *chance; /* or NULL */
	int chance_depth;
};

enum walk_op { WALK_ACCESS, WALK_LOOP, WALK_AGAIN, WALK_END };

/* A step of a thread: an access, the head of a loop, or its back edge. */
struct walk_step {
	enum walk_op op;
	int index; /* access, or the other end */
	int depth;
	int64_t trips;
	/* of a loop: an access whose chance, decided before the loop, is that of
	 * all in it; or NULL
	 */
	const struct walk_access *chance;
};

/* The range of addresses of one field: the bytes lo .. hi-1 that accesses can
 * touch.
 */
struct walk_space {
	int64_t origin; /* what is added to addresses */
	int64_t lo, hi;
};

struct simulate_walk {
	const struct kernel *kernel;
	const struct launch *launch;
	int width;
	int n_node, n_early, n_late; /* rows for nodes of either kind */
	struct walk_node *node;
	int n_predicate;
	struct walk_predicate *predicate;
	struct walk_access *access;
	int n_step;
	struct walk_step *step;
	struct walk_space *space; /* by field */
	int64_t *late;		  /* scratch: n_late rows */
	uint64_t seed;		  /* of drawn indices, the caller's */
	int64_t line_B;		  /* that they gather from */
	struct quasi_pool *pool;
};

/* A line that a warp has in flight: its loads of one turn of a stall interval ask
 * for a sector once.  What the intervals are depends on the order of loads.  Lines
 * have their places by number; of two with the same place the last is known.
 */
#define WALK_FLIGHT 64 /* a power of two */

struct walk_flight {
	int64_t line;
	uint64_t turn;		       /* hash of the counters of loops */
	int stall[WALK_ORDERS];	       /* that last asked for it */
	uint32_t sectors[WALK_ORDERS]; /* for which that did */
};

/* What an access of a warp asked for last: simulate_kept.h.  Lines count from the
 * first.
 */
#define WALK_KEPT 32

struct walk_kept {
	bool has_steady;
	uint64_t steady; /* lanes of an access that is steady */
	int n;		 /* lines; 0: nothing is kept */
	int n_lost; /* requests that were kept since one was like another */
	uint64_t lanes;
	int64_t moved_B, below_B, above_B, first;
	int32_t line[WALK_KEPT];
	uint32_t sectors[WALK_KEPT];
};

/* The lanes of a predicate, in trips from counter[d] to end - 1 of its deepest loop
 * d, where all other counters are the same.  Predicates share places.
 */
#define WALK_LASTING 8

struct walk_lasting {
	int predicate; /* and 1; 0: none */
	int64_t end, counter[QUASI_LOOPS];
	uint64_t lanes;
};

struct walk_warp {
	int64_t block[3];
	int n_lane;
	uint64_t active;
	bool is_row; /* all lanes in a row along x */
	int run;     /* lanes of each row, if all are as long; else 0 */
	int64_t t[3][WALK_LANES];
	int64_t *early; /* n_early rows of "width" values */
	int at;		/* step */
	int64_t wait;	/* turns before the first access */
	int steady;	/* predicate whose lanes are known; -1: none */
	uint64_t steady_lanes;
	int64_t counter[QUASI_LOOPS];
	struct walk_lasting lasting[WALK_LASTING];
	struct walk_flight flight[WALK_FLIGHT];
	struct walk_kept *kept; /* by access; not owned, or NULL */
};

/* With "keeps", values of nodes are kept for each warp.  False, with a
 * sentence in "why" unless memory ran out.
 */
bool simulate_walk_init(struct simulate_walk *w, const struct kernel *kernel,
	const struct launch *launch, int width, bool keeps, char why[256]);
void simulate_walk_clear(struct simulate_walk *w);

/* Warp "index" of a block; false when no lane of it is in the domain.
 * warp->early must have its room.
 */
bool simulate_walk_start(struct simulate_walk *w, const int64_t block[3],
	int64_t index, struct walk_warp *warp);

/* Advance to the next access; NULL at the end. */
const struct walk_access *simulate_walk_next(const struct simulate_walk *w,
	struct walk_warp *warp);

/* The lanes from .. to-1 that make an access, and their addresses. */
uint64_t simulate_walk_lanes(struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_access *access,
	int from, int to, int64_t *address);

/* The lanes of a warp that make an access. */
uint64_t simulate_walk_taken(struct simulate_walk *w, struct walk_warp *warp,
	const struct walk_access *access);

/* Their addresses. */
void simulate_walk_addresses(struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_access *access,
	int64_t *address);

/* Is the address of each lane simulate_walk_row(0) + l * simulate_walk_stride()? */
bool simulate_walk_has_row(const struct walk_warp *warp,
	const struct walk_access *access);

/* Are those of all lanes in row "r", of warp->run lanes, simulate_walk_row(r) + l *
 * simulate_walk_stride()?
 */
bool simulate_walk_has_rows(const struct walk_warp *warp,
	const struct walk_access *access);
int64_t simulate_walk_row(const struct walk_warp *warp,
	const struct walk_access *access, int r);
int64_t simulate_walk_stride(const struct walk_access *access);

/* What loop counters add to the address of each lane. */
int64_t simulate_walk_moved(const struct walk_warp *warp,
	const struct walk_access *access);

/* The nodes that an access evaluates in each trip, and the numbers that its lanes
 * draw: what a step takes for long.
 */
int simulate_walk_work(const struct simulate_walk *w,
	const struct walk_access *access);

/* Accesses of a thread, with all trips. */
double simulate_walk_steps(const struct kernel *kernel);

#endif
