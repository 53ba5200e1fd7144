#ifndef ENGINE_KERNEL_KERNEL_H
#define ENGINE_KERNEL_KERNEL_H

/* What the engine knows of a kernel after launch mapping: the fields in
 * memory, the iteration domain, and what one thread accesses and computes.
 *
 * Everything is per thread, and a thread makes fold[0]*fold[1]*fold[2]
 * lattice updates; loads that its cells share are listed once.
 * Addresses are in bytes from the first cell of the field.  That cell lies
 * "base_B" bytes past a 4096-byte boundary.
 */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/quasi.h"
#include "hw/tensor.h"

/* An array in memory.  Fields do not alias. */
struct field {
	const char *name;
	int elem_B;
	int64_t base_B;	     /* 0 .. 4095 */
	int64_t size_B;	     /* of the allocation, halo and components */
	int64_t extent[3];   /* allocated elements of a row, a column, a
				   pile; 1 in dimensions it does not have */
	int n_component;     /* 1 unless field[q][...] */
	bool is_interleaved; /* components of a cell lie together */
	bool is_loaded, is_stored;
};

/* Condition under which lanes are active: a tree in the kernel's pool. */
enum predicate_op {
	PREDICATE_GE,  /* e >= 0 */
	PREDICATE_EQ,  /* e == 0 */
	PREDICATE_NOT, /* not a */
	PREDICATE_AND,
	PREDICATE_OR
};

struct predicate {
	enum predicate_op op;
	const struct quasi *e;
	const struct predicate *a, *b;
};

/* A run-time loop in a thread; its counter runs over 0 .. trips-1.
 * (The lower bound is folded into the expressions.)
 */
struct loop {
	int64_t trips;
	int parent; /* index of the enclosing loop, -1: none */
};

/* Indices that depend on data are modelled as random. */
enum scatter_kind {
	SCATTER_NONE,
	SCATTER_RANDOM, /* every lane draws one of the cells */
	SCATTER_GATHER	/* every warp draws distinct lines of the cells */
};

/* An index that a thread draws anew in each trip of "loop": draw.h.  Accesses
 * with the same "id" use the same index, whatever they make of it.
 */
struct draw {
	enum scatter_kind kind;
	int id;
	int loop;	  /* innermost loop around it, -1: none */
	int64_t cells;	  /* it is one of 0 .. cells-1 */
	int64_t step_B;	  /* by which it moves the address */
	int64_t together; /* threads side by side in a block that have the same
			     index; 0: no two */
	double power;	  /* RANDOM: cells u^power, u even in 0 .. 1; 0: 1 */
	double lines;	  /* GATHER: that a warp touches, the mean */
	int n_each;	  /* 0: any two whole numbers with that mean */
	const int *each;  /* lines of n_each warps, all as likely */
};

/* An update that no other thread interrupts is a store that L2, or shared
 * memory, carries out.  COUNT adds 1 in shared memory, WARP an integer that a warp
 * has added up in registers before; FLOAT stands for all that shared memory updates
 * in a loop of compare and swap.
 */
enum atomic {
	ATOMIC_NONE,
	ATOMIC_INT,
	ATOMIC_FLOAT,
	ATOMIC_COUNT,
	ATOMIC_WARP
};

/* What an access asks of caches. */
enum cache_hint {
	HINT_NONE,
	HINT_READ_ONLY,	 /* nothing stores to it while the kernel runs */
	HINT_NO_L1,	 /* L1 does not keep it */
	HINT_EVICT_FIRST /* it is not used again */
};

/* When a thread issues its loads, for stall intervals: where the program has
 * them, or each as early as it may be, which compilers try.
 */
enum load_order { LOADS_INLINE, LOADS_FIRST, N_LOADS };

/* A branch that data decide: a lane takes it with the chance "p", in each trip
 * of "loop" anew.  Of two exclusive branches, which have one id, one is_not.
 */
struct chance {
	int id; /* 0: no such branch */
	double p;
	double own; /* of the lanes that take the branch around it */
	const struct chance *outer; /* or NULL */
	int loop;
	bool is_not;
	int together; /* threads side by side that decide alike; 0: one */
};

/* Of "lanes" lanes, those that decide by themselves. */
static inline double chance_groups(double lanes, int together)
{
	return together > 1 ? fmax(1, lanes / together) : lanes;
}

/* Trips of a loop from the thread's place on that compilers join. */
#define KERNEL_STRIDE_JOINED 4

struct access {
	int field;
	bool is_store;
	enum atomic atomic;
	enum cache_hint hint;
	const struct quasi *address; /* bytes from the field's first cell */
	/* The same as element coordinates, fastest first, NULL where the
	 * kernel was given by addresses:  address = elem_B *
	 * (index[0] + extent[0] * (index[1] + extent[1] * index[2])) + what
	 * "component" adds.
	 */
	const struct quasi *index[3];
	int component;
	/* unless SCATTER_NONE, the index that is drawn comes on top of
	 * "address" and "index"
	 */
	struct draw draw;
	const struct predicate *predicate; /* NULL: always holds */
	struct chance chance;		   /* besides the predicate */
	/* of lanes whose warp issues it: those of the branch around one that is
	 * predicated
	 */
	struct chance issue;
	double share;	 /* of these, as in a work_part */
	double saved;	 /* share of its trips that find it in a register */
	int loop;	 /* innermost loop, -1: none */
	bool is_strided; /* in a loop from the thread's place on */
	int batch; /* which of the batches of its trip it is waited for in */
	int stall[N_LOADS]; /* interval that issues it */
	int label;	    /* which access of the source it is */
	int place;	    /* in the program, where accesses are sorted */
};

/* An access to shared memory; "address" in bytes of the block's array. */
struct shared_access {
	bool is_store;
	enum atomic atomic;
	int64_t cells;	  /* a random one of which it touches; 0: "address" */
	int64_t step_B;	  /* from cell to cell */
	int64_t together; /* threads side by side that draw one cell */
	int elem_B;
	int wide_B;   /* that its instruction moves for a lane; 0: elem_B */
	double saved; /* share of its instructions that the compiler saves by
			 joining it with others */
	const struct quasi *address;
	int64_t base_B; /* where its array begins */
	const struct predicate *predicate;
	const struct predicate *around; /* that of the innermost loop's trips */
	struct chance chance, issue;	/* as of an access */
	double share;
	int loop;
	int label; /* which access of the source it is */
	int stall[N_LOADS];
	double tiles;  /* that many loads of a factor of a matrix product are
			  alike; 0: it is none */
	bool is_group; /* a group multiplies it, without instructions */
};

/* A matrix product of a warp, or of KERNEL_GROUP warps together: m x n sums of
 * k products each.
 */
#define KERNEL_GROUP 4

struct product {
	enum tensor type;
	bool is_group;
	int m, n, k;
	const struct predicate *predicate;
	double share;
	int loop;
	int label[2];		       /* accesses of the factors, or -1 */
	const struct quasi *factor[2]; /* bytes from the start of the array */
};

/* Operations of one warp for the product. */
static inline double kernel_product_flops(const struct product *p)
{
	return 2.0 * p->m * p->n * p->k / (p->is_group ? KERNEL_GROUP : 1);
}

/* Instructions of one thread by class, weighted with loop trips; predicated
 * ones are counted in full.
 */
struct work {
	double flops;		 /* an fma is 2 */
	double fp64, fp32, fp16; /* floating-point instructions */
	double three;		 /* of fp32: a b + c of three registers */
	double special;		 /* sqrt, exp, log, division */
	double integer;		 /* address and index arithmetic */
	/* of these, those that the units of products can do, too, or alone;
	 * and turns of products on these units
	 */
	double either, products;
	double words; /* of these: words of constant memory at literal places */
	double on_data; /* of these: work on what was loaded, not on addresses */
	double expanded;    /* of all these, those that functions are made of */
	double slow_paths;  /* not among these: what functions of 0 add */
	double repeated;    /* of all: code that has run before in the thread */
	double load, store; /* global memory */
	double shared_load, shared_store;
	double control, barrier;
	double shuffles; /* of the control instructions */
	double matrix;	 /* matrix instructions; those of single warps are
			  counted where the device is known */
	/* operations of a warp on matrix units, by itself and as one of a
	 * group
	 */
	double tensor[N_TENSOR], group[N_TENSOR];
	double outside; /* all that a thread outside of the
					   domain executes */
};

/* The shape of a launch before a thread order made it one-dimensional, for
 * reports only.
 */
struct ordered {
	const char *name; /* "columns(32)" */
	int dims;
	int64_t domain[3], fold[3];
};

/* A stall interval: what a warp issues before it has to wait for loads in
 * flight.  Loads of one stall interval do not depend on each other.
 */
struct stall {
	int loop;	     /* innermost loop around it, -1: none */
	double turns;	     /* how often a thread runs it */
	double instructions; /* of one turn */
	double chain;	     /* operations that wait for each other */
};

/* One trip of a loop as compiled, or the code outside of loops, in the order
 * in which a warp has to wait: doc/MODEL.md, chapter 20.
 */
struct chain {
	bool of_strides; /* what follows is due to strides of run time */
	double joined;	 /* trips of the source that are one of the code */
	double waits;	 /* for loads of global memory */
	/* the same of the longest run, where lengths of rows decide; 0: the
	 * longest is as the others
	 */
	double most_joined, most_waits;
	double longest_rows; /* runs as long as the longest; 0: not known */
	double levels; /* of these, for loads that depend on each other; 0: one */
	int batches;   /* waits of a trip for different loads; 0: one */
	/* loops from the thread's place on: their waits, and instructions that
	 * count their trips and find addresses
	 */
	double strided_waits, strided;
	bool is_parted;	   /* waits part the loads of a trip, which fit nowhere
			      together */
	bool is_steady;	   /* nothing holds a trip up: no load of global memory,
			      no barrier */
	double fp32, fp64; /* operations that wait for each other */
	double tensor;	   /* matrix instructions that do */
	double uses;	   /* of a value that is loaded, in the mean; 0: one */
	double constant_B; /* of constant memory that it walks on */
	int copies;	   /* of the source's trip that a trip of compiled code
			      has; 0: this is no compiled code */
};

/* Does it load as compiled code says, which an assembler may still put into
 * another order?
 */
static inline bool chain_is_compiled(const struct chain *c)
{
	return c->copies > 0 && c->waits > 0;
}

/* What a thread does in one trip of "loop" where "predicate" holds.  A
 * condition on data cannot be evaluated: a fraction "share" of the lanes
 * takes it.
 */
struct work_part {
	const struct predicate *predicate; /* NULL: always holds */
	const struct predicate *around;	   /* that of the loop's trips */
	int loop;			   /* innermost loop, -1: none */
	double share;
	double chance; /* of lanes that no predicate decides; or 1 */
	int together;  /* as in struct chance */
	int pieces;    /* between which barriers lie; 0: not known, one */
	bool is_jumped; /* warps without a lane in it jump: its condition ends its
			 * loop, or stands around it
			 */
	struct work work;
};

/* Registers of a thread by two schedules: all loads before their first use,
 * and each load just before its use.  registers.h makes one number of them.
 */
struct register_need {
	int wanted, least;
	/* like "least" if the results of all cells of a thread wait for its
	 * end; whether the source stores them last, and whether a compiler
	 * then leaves the stores there
	 */
	int kept;
	bool is_last, is_kept;
	int tile; /* words of a warp that hold factors and sums of products */
};

/* Assumptions that reports name at most. */
#define KERNEL_ASSUMED 6

struct kernel {
	const char *name;
	int dims;
	double prelude;	   /* instructions that find the index and pointers;
			      0: not known */
	int64_t domain[3]; /* cells; 1 in missing dimensions */
	int64_t beyond[3]; /* of these, cells of blocks beyond the domain that
			      the question states: each cell is guarded */
	int n_field, n_access, n_shared_access, n_loop, n_product;
	int n_stall[N_LOADS];
	struct field *field;
	struct access *access;
	struct shared_access *shared_access;
	struct loop *loop;
	struct stall *stall[N_LOADS];
	struct product *product;
	struct chain *chain; /* of each loop: [loop + 1]; NULL: not known */
	struct work work;    /* the costlier of two branches */
	/* the same by predicate, all branches included; without parts, every
	 * thread of the domain does all of "work"
	 */
	int n_part;
	struct work_part *part;
	int registers; /* per thread; 0: estimated from "need" */
	bool registers_given;
	struct register_need need;
	int64_t shared_B;	       /* static shared memory of a block */
	double updates;		       /* lattice updates a domain point is */
	const struct ordered *ordered; /* NULL: in rows */
	bool is_stated;	    /* compiled code, which says what it jumps over */
	bool is_persistent; /* loop 0 is over the blocks of an order */
	/* the same kernel where no lane, and where every lane, goes on behind
	 * branches that data decide and of which nothing is known; or NULL
	 */
	struct kernel *side[2];
	/* what figures rest on, for the report */
	int n_assumed;
	const char *assumed[KERNEL_ASSUMED];
	struct quasi_pool *pool; /* owns all of the above */
};

/* How often a thread executes the body of "loop": the product of its trips
 * and those of the loops around it.
 */
static inline double kernel_turns(const struct kernel *kernel, int loop)
{
	double turns = 1;

	for (; loop >= 0; loop = kernel->loop[loop].parent)
		turns *= (double) kernel->loop[loop].trips;
	return turns;
}

/* How many loops there are from "loop" outwards, itself included: the counter
 * of "loop" is VAR_LOOP0 + kernel_loops() - 1.
 */
static inline int kernel_loops(const struct kernel *kernel, int loop)
{
	int n = 0;

	for (; loop >= 0; loop = kernel->loop[loop].parent)
		++n;
	return n;
}

/* Is "loop" within "outer", or the same?  All are within -1. */
static inline bool kernel_is_within(const struct kernel *kernel, int loop,
	int outer)
{
	while (loop >= 0 && loop != outer)
		loop = kernel->loop[loop].parent;
	return loop == outer || outer < 0;
}

/* The loop right inside of "outer" on the way to "loop". */
static inline int kernel_child_towards(const struct kernel *kernel, int loop,
	int outer)
{
	while (kernel->loop[loop].parent != outer)
		loop = kernel->loop[loop].parent;
	return loop;
}

/* Extent d of the domain that the question states. */
static inline int64_t kernel_stated(const struct kernel *k, int d)
{
	return k->domain[d] - k->beyond[d];
}

#endif
