#ifndef ENGINE_SIMULATE_SIMULATE_FIND_H
#define ENGINE_SIMULATE_SIMULATE_FIND_H

/* Who touches a line: the inverse of an address.
 *
 * An address is inverted variable by variable, the one that moves it most
 * first: what the others can still add bounds the values that are left.  So a
 * line costs about as many steps as it has touches, however large the launch
 * is.
 */

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "engine/simulate/simulate_walk.h"

#define FIND_LINE_B   128 /* of the largest line */
#define FIND_LAUNCHES 5	  /* in a row that a touch is made in */

/* All threads of one block that touch a line in one step of the program; of
 * stores that end a wait (find_burst()), those of one warp.
 */
struct find_touch {
	int line; /* whose, in the order of the caller */
	int access;
	int warp; /* of the block; 0 where it does not matter */
	/* the caller's: its sectors, and where they are asked for */
	uint32_t sectors;
	uint8_t home, section[FIND_LAUNCHES];
	int64_t block;
	double step; /* accesses that the thread made before */
	double time; /* the caller's */
	uint64_t bytes[FIND_LINE_B / 64];
};

struct find_list {
	int64_t n, room;
	struct find_touch *touch;
};

struct find_access {
	int n_order;
	/* variables that have a choice, the one that moves the address most
	 * first; by_index: those within terms before all others
	 */
	int order[N_QUASI_VAR];
	bool by_index; /* the element coordinates tell more than the address */
	int n_term;    /* by_index: variables within terms */
	int64_t shift; /* by_index: bytes that no coordinate adds */
	int64_t constant; /* of the address, with variables of one value */
	int n_firm;	  /* of these: all but lanes that a predicate tests */
	int run; /* level of the lane or counter that steps along a line,
			whose values are taken together; or -1 */
	bool in_term[N_QUASI_VAR];
	/* bounds of the variables, and of the sum of those from level i on */
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR];
	int64_t reach
		[N_QUASI_VAR]; /* "hi", but for lanes that change nothing */
	int64_t sum_lo[N_QUASI_VAR + 1], sum_hi[N_QUASI_VAR + 1];
	int64_t min, max;		/* of the address */
	double step, size[QUASI_LOOPS]; /* step = step + sum counter * size */
	bool is_looked_up;		/* its predicate has tables */
	bool is_left_out; /* others touch its lines at the same time */
	int wait;      /* a store in straight code: the wait it ends; or -1 */
	double behind; /* accesses since the first of the stores in a row */
	int n_node, *node; /* of "walk" that its address needs, in order */
};

/* A row of elements within a line: from .. to along x. */
struct find_piece {
	int64_t from, to, y, z;
};

#define FIND_PIECES 4

/* Bounds of a value. */
struct find_bounds {
	int64_t lo, hi;
};

struct find {
	const struct kernel *kernel;
	const struct launch *launch;
	int64_t first_block, end_block; /* that count */
	struct find_access *access;
	signed char *leaves; /* by field: simulate_range_leaves(); 0: unknown */
	double steps;	     /* accesses of a thread */
	int warp_size;
	int waits; /* of straight code for loads; 0: there are none */
	struct simulate_walk walk;
	int *nodes;		    /* all lists of nodes */
	struct find_bounds *bounds; /* of each node */
	/* state of one search */
	const struct access *of;
	struct find_access *at;
	int64_t run_from, run_to; /* values of the variable at "run" */
	int64_t from, to;	  /* of the address: least and greatest */
	int64_t line_from, row_B; /* row_B: to the last lane of a row */
	int n_piece;		  /* 0: too many of them */
	struct find_piece piece[FIND_PIECES];
	int64_t point[N_QUASI_VAR];
	struct find_touch now;
	struct find_list *list;
	int64_t left;	  /* touches that may still be found */
	int64_t effort;	  /* spent so far, in bounds of addresses */
	int64_t per_line; /* the caller's: effort that one line may take */
	int64_t most;	  /* the same, added to what was spent before */
	bool is_short;	  /* of memory */
	bool is_stopped;  /* by the user, or one line took too much */
};

/* The trips of a loop that steps along a line are one touch if the line stays
 * in L1 for "kept" steps.  False when memory runs out or an address passes
 * 2^61; clear it then, too.
 */
bool find_init(struct find *f, const struct kernel *kernel,
	const struct launch *launch, int64_t first_block, int64_t end_block,
	double kept, int warp_size);
void find_clear(struct find *f);

/* Leave out loads whose sectors other loads of the same blocks touch at most
 * "near" steps before.  False when memory runs out.
 */
bool find_reduce(struct find *f, int64_t sector_B, double near);

/* The bytes of field "field" that the blocks touch: lo .. hi-1. */
bool find_range(const struct find *f, int field, int64_t *lo, int64_t *hi);

/* Add all touches of the bytes from .. from + line_B - 1 of a field, those of
 * one block and step together.  False when there are more than "most" of them
 * (the list has some then) or memory runs out.
 */
bool find_touches(struct find *f, int field, int64_t from, int64_t line_B,
	int line, int64_t most, struct find_list *list);

/* What drawn touches depend on beside the launch. */
struct find_drawn {
	double *missed; /* by field: share of loads that reaches L2 */
	double *kept;	/* by field: K of (13.22); 0: not known */
	int warp_size;
	int64_t line_B; /* that warps gather from */
	double sector_B;
	double fills;	  /* of L2, by data that the launch touches once */
	uint64_t *random; /* state, not 0 */
	/* by field, added up: touches that were due, and that were made */
	double *drawn, *followed;
};

/* Add touches of the same bytes by addresses that threads draw, as chance has
 * them.  f->is_short when memory runs out.
 */
void find_drawn(struct find *f, int field, int64_t from, int64_t line_B,
	int line, const struct find_drawn *with, struct find_list *list);

/* Is the thread of f->point in the domain? */
bool find_in_domain(const struct find *f);

/* One more touch in f->list, to be filled; NULL when memory runs out. */
struct find_touch *find_add(struct find *f);

/* Mark the bytes from .. to-1 of a line, as far as it has them. */
void find_set_bytes(uint64_t *bytes, int64_t from, int64_t to);

/* Numbers the accesses of a thread, and finds its waits. */
void find_number(struct find *f);

/* Accesses of one trip of the innermost loop around an access, or in a kernel
 * without loops between two waits for loads; 0: there is one wait alone.
 */
double find_trip(const struct find *f, int access);

/* Do the stores of an access follow a wait of their warp at once?  So it is in
 * straight code without barriers.
 */
bool find_is_burst(const struct find *f, int access);

#endif
