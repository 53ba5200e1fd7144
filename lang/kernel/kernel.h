#ifndef LANG_KERNEL_KERNEL_H
#define LANG_KERNEL_KERNEL_H

/* A kernel as a value: its fields, loads, arithmetic and stores.
 *
 * build.c makes it once, when the kernel is defined, by evaluating its body on
 * symbols.  Extents nx, ny, nz and open types stay symbolic until a question
 * gives them (lower.c).  Immutable once built.
 */

#include "engine/kernel/kernel.h"
#include "lang/kernel/graph.h"
#include "lang/syntax/ast.h"
#include "lang/value/value.h"

enum boundary {
	BOUNDARY_NONE,
	BOUNDARY_CLAMP,
	BOUNDARY_MIRROR,
	BOUNDARY_PERIODIC
};

/* A parameter: a field in memory or a scalar argument. */
/* An index that depends on data: random(n, of) and gather(k, of). */
struct kernel_scatter {
	enum scatter_kind kind;
	int n;		  /* node: cells, or lines of a warp */
	double power;	  /* random: see struct draw; 0: even */
	int64_t together; /* random: threads that share it; 0: see "of" */
	int n_each;	  /* gather: lines of that many warps, in "each" */
	int *each;
	int of;		/* node that must be known first, -1: none */
	bool is_loaded; /* it is "of" itself, from a field of indices */
	bool is_known;	/* of one cell: the rest of the index says where */
	int region;	/* where it is drawn */
	struct loc loc;
};

/* A condition that data decide: p(p, of). */
struct kernel_chance {
	double p;	  /* that it holds for a lane */
	int region;	  /* where it is tested */
	int64_t together; /* threads side by side that it holds for alike */
};

/* The most dimensions of a field from the third on, which are folded into one. */
#define KERNEL_DEEP 6

struct kernel_field {
	char *name;
	enum elem_type type;
	bool is_scalar, is_shared;
	bool has_value; /* a scalar that launches give "value" */
	int64_t value;
	bool is_loaded, is_stored;
	bool is_restrict; /* no other field overlaps it */
	bool is_implicit; /* of a one-line kernel: nor this one */
	bool is_constant; /* in constant memory; also is_scalar */
	int n_dim;	  /* 0: not yet known */
	int extent[3];	  /* nodes; -1: as large as the domain */
	/* Dimensions from the fourth on are folded into the third: extent[2] is
	 * the product of deep[0], deep[1] ..., its index
	 * i2 + deep[0]*(i3 + deep[1]*i4 ...).
	 */
	int n_deep; /* extents from the third on as written; 0: n_dim <= 3 */
	int deep[KERNEL_DEEP];
	int n_component; /* 0: has no components */
	bool is_aos;
	int64_t halo[3];
	int64_t align_B; /* -1: not given */
	int pitch;	 /* node: elements per row; -1: not given */
	enum boundary boundary;
	struct kernel_scatter points; /* of a field of indices, or no kind */
	/* of a field of starts: lengths of the rows, which repeat */
	int64_t n_length, *length;
	/* while building: stores so far; accesses before the last fence, and the
	 * version of loads behind it that no store has changed since
	 */
	int version, fence, fenced;
};

enum region_kind { REGION_ROOT, REGION_LOOP, REGION_THEN, REGION_ELSE };

/* Sizes that only a launch knows: the extents nx, ny, nz of the domain and
 * those of a block, blockDim.x, .y, .z.
 */
#define KERNEL_SIZES 6

/* A count that may depend on the sizes: the sum of coef * nx^e0 * ny^e1 ...
 * Terms beyond COUNT_TERMS are added to the last one.
 */
#define COUNT_TERMS 8

struct kernel_count {
	int n_term;
	struct {
		double coef;
		int exp[KERNEL_SIZES];
	} term[COUNT_TERMS];
};

/* Types of floating-point arithmetic, from narrow to wide. */
enum kernel_fp { FP_HALF, FP_FLOAT, FP_OPEN, FP_DOUBLE, N_FP };

/* Operations that a compiler expands, by the precision that they are expanded
 * in: that of an open type is known to a launch only.  So is whether the
 * compiler knows the extent of a domain that an integer is divided by.
 */
enum kernel_call {
	CALL_FLOAT,
	CALL_OPEN_FLOAT,
	CALL_OPEN_DOUBLE,
	CALL_DOUBLE,
	CALL_INTEGER, /* divisions of integers, from here on */
	CALL_BY_LITERAL,
	CALL_BY_ARGUMENT,
	N_CALL
};

struct kernel_expanded {
	struct kernel_count fp, special, other; /* instructions by pipe */
	struct kernel_count control;		/* a turn, but no pipe */
	struct kernel_count shuffles;		/* of these */
	struct kernel_count slow;		/* paths that data may take */
};

/* Of an integer quotient, what the units of products do, and their turns: 45 and
 * 20 of the 68 instructions of four remainders by two divisors (ptxas 13, sm_90).
 */
#define KERNEL_QUOTIENT_EITHER	 (45. / 68)
#define KERNEL_QUOTIENT_PRODUCTS (20. / 68)

/* The work of one thread for one cell. */
struct kernel_work {
	struct kernel_count flops;
	struct kernel_count add, mul, fma, div, special, integer;
	/* of the fmas, those that nvcc leaves as a product and a difference, and
	 * its assembler makes
	 */
	struct kernel_count late;
	/* minima and maxima, which the assembler expands */
	struct kernel_count minima[N_FP];
	/* of the integer instructions, those that the units of products can do
	 * as well, and turns of products there
	 */
	struct kernel_count either, products;
	/* words of constant memory at literal places, one instruction each */
	struct kernel_count words;
	/* integer operations that are part of the instruction of another, and
	 * those that are part of that of the next trip, if trips are joined
	 */
	struct kernel_count joined, paired;
	struct kernel_count fp_inst;
	/* floating-point operations by type, without expanded functions */
	struct kernel_count fp[N_FP];
	/* of these, sums of a product and all from registers */
	struct kernel_count three[N_FP];
	struct kernel_expanded expanded[N_CALL];
	struct kernel_count matrix; /* operations of a warp on matrix units */
};

/* Counts that a kernel of addresses states, per thread.  Those before
 * GIVEN_REGISTERS may also stand in a loop, where they are per trip, and under
 * a condition; those of the chain, from GIVEN_WAITS on, are of the thread or
 * of a loop as a whole (struct chain).
 */
enum kernel_given {
	GIVEN_FLOPS,
	GIVEN_FP,
	GIVEN_FP16,
	GIVEN_FP32,
	GIVEN_FP64,
	GIVEN_THREE,
	GIVEN_SPECIAL,
	GIVEN_INTEGER,
	GIVEN_EITHER,
	GIVEN_PRODUCTS,
	GIVEN_WORDS,
	GIVEN_ON_DATA,
	GIVEN_EXPANDED,
	GIVEN_SLOW_PATHS,
	GIVEN_REPEATED,
	GIVEN_SHUFFLES,
	GIVEN_CONTROL,
	GIVEN_WAITS,
	GIVEN_LEVELS,
	GIVEN_COPIES,
	GIVEN_CONSTANTS, /* bytes */
	GIVEN_FP32_CHAIN,
	GIVEN_FP64_CHAIN,
	GIVEN_MMA_CHAIN,
	GIVEN_USES,
	GIVEN_REGISTERS,
	GIVEN_UPDATES,
	GIVEN_SPILLED, /* bytes of registers */
	N_GIVEN
};
#define N_GIVEN_WORK GIVEN_REGISTERS

extern const char *const kernel_given_words[N_GIVEN];

/* A part of the body with its own loop or condition. */
struct kernel_region {
	bool is_branch; /* of compiled code: threads jump over it */
	enum region_kind kind;
	int parent;
	int loop;      /* REGION_LOOP */
	int inside;    /* the innermost loop, its own or one around; -1: none */
	int condition; /* REGION_THEN, REGION_ELSE: node */
	int other;     /* of a THEN: its ELSE, -1: no ELSE */
	int n_barrier;
	int phase, first;  /* barriers and accesses before it in the source */
	bool is_stride;	   /* a trip of a loop from the thread's place on */
	int stride_fields; /* of global memory that the trip accesses */
	int n_stride;	   /* such loops that begin in it */
	int stride_waits;  /* of their trips, for global memory */
	/* waits of its loads, where joined trips take it one after the other:
	 * kernel_chain.c; [1]: open types as double
	 */
	int waits_apart[2];
	double given[N_GIVEN_WORK]; /* per trip, without inner
				       regions; -1: not given */
	struct kernel_work work;    /* per trip, without inner regions */
};

struct kernel_loop {
	char *name;
	int lo, hi; /* nodes */
	int starts; /* node: what is added to the counter; -1: nothing */
	int step;   /* node: what the counter is multiplied by; -1: 1 */
	int region;
	int body; /* the region of its body: its own, or that of the condition
		     that ends it */
	struct kernel_count trips; /* of the thread with most */
	int unroll; /* trips that the compiler joins; 0: it decides */
	int n_wait; /* `wait` in its body, so far while building */
	/* of compiled code: words that loads in flight have room for, and
	 * whether it stores where a register moves to: no assembler knows
	 * the next load to be from elsewhere
	 */
	int room;
	bool is_updating;
};

/* True if threads run different numbers of the loop's trips. */
#define kernel_loop_varies(k, i) ((k)->loop[i].body != (k)->loop[i].region)

/* Loads that one warp has in flight: 20 of 4 bytes or less, or 8 of 8 bytes.
 * Listings of 89 loops (tests/measured/probes/compiled_loops.csv) have 16 to
 * 20, and 6 to 9.  A load takes so many of KERNEL_FLIGHT units.
 */
#define KERNEL_FLIGHT 80

static inline int kernel_flight(int elem_B)
{
	return elem_B <= 4 ? KERNEL_FLIGHT / 20 :
			     KERNEL_FLIGHT / 16 * ((elem_B + 3) / 4);
}

/* What loads in flight may take of KERNEL_FLIGHT in a loop that moves so many
 * pointers by strides that are known at run time alone; 0: by literals.
 */
double kernel_order_room(int pointers, bool is_wide, bool has_stores);

/* Read-only data are loaded so many barriers before their use: 27 listings by
 * nvcc 13 for sm_90.
 */
#define KERNEL_AHEAD 5

/* A shuffle runs where it was written: lanes that leave a branch out take part
 * in none there.
 */
struct kernel_shuffle {
	int node, region;
};

/* A local that a loop carries from trip to trip. */
struct kernel_carried {
	int loop;
	int first, next; /* nodes: before the loop, after a trip */
	int item;	 /* of a list; -1: of a number */
};

/* The scattered index that an access uses: "scale" times it is part of index
 * "dim", or of the address, in bytes.
 */
struct kernel_draw {
	int scatter; /* of the kernel, -1: none */
	int dim;
	int scale; /* node */
};

struct kernel_access {
	int field;
	bool is_store;
	bool is_atomic;	  /* a store that adds, or takes a maximum or minimum */
	bool is_counting; /* of shared memory: it adds the integer 1 */
	bool is_dropped;  /* while building: a store that nothing sees */
	enum cache_hint hint;
	double kept; /* by address: the share of trips that do not load */
	bool is_relative;
	int component; /* node, -1: no components */
	int n_index;
	int index[3]; /* nodes */
	int n_deep; /* indices from the third on as written, see kernel_field */
	int deep[KERNEL_DEEP];
	struct kernel_draw draw;
	int address;  /* node, if given by address; -1 */
	int data;     /* node that decides an address without a draw; -1 */
	int value;    /* stores: node; -1 otherwise */
	int region;   /* the region it runs in */
	int phase;    /* barriers before it in the source */
	int level[2]; /* of a load: steps of its trip when it is there */
	int stall[N_LOADS];
	int version;
	bool is_constant; /* a load of what no store of the kernel changes */
	int fence;	  /* barriers before it, of compiled code */
	int root; /* of compiled code: the register that literals are added to */
	int mma;  /* 1 + the product that it loads a factor of; 0: none */
	/* of shared memory, by address: what it moves for a lane; TYPE_NONE: an
	 * element of its array
	 */
	enum elem_type type;
	struct loc loc;
};

/* A matrix product of a warp, or of a group of warps (wgmma); m x n sums. */
struct kernel_mma {
	enum tensor type;
	bool is_group;
	int m, n, k;
	int sum_B;     /* of a sum */
	int factor[2]; /* accesses; -1: in registers */
	int sums;      /* the first product that adds to the same sums */
	int region;
	struct loc loc;
};

/* A stall interval, in one trip of its loop: see kernel_stall.c. */
struct kernel_stall {
	int loop;     /* innermost; -1: outside of loops */
	int phase;    /* waits for loads before it */
	double work;  /* operations other than accesses */
	double chain; /* longest dependent chain of them */
};

/* Operations that wait for each other, in single (and half) and in double
 * precision.
 */
struct kernel_path {
	double fp32, fp64;
	double tensor; /* matrix instructions */
};

/* The first cache of constants of an H200 holds a walk over 256 B, and not one
 * over 1 KiB (tests/measured/h200/constants.csv).
 */
#define KERNEL_CONSTANTS_NEAR_B 512

/* What one trip of a loop waits for, or the code outside of loops: see
 * kernel_chain.c.  Paths are [0] with open types as float, [1] as double.
 */
struct kernel_chain {
	struct kernel_path carried[2];	  /* from trip to trip */
	struct kernel_path after_load[2]; /* from a load to the end */
	/* through a trip that loads from shared memory, behind the stores
	 * before; and whether the loads of the next trip stay behind it
	 */
	struct kernel_path trip[2];
	bool has_shared, is_serial;
	bool has_call[2]; /* an operation that no load is moved across */
	bool has_swap; /* floats of shared memory are updated, each in a loop */
	bool may_alias; /* a load waits for the store of the trip before */
	/* loads of global memory that wait for each other; and without those
	 * of branches that joined trips take one after the other
	 */
	int steps[2], front[2];
	double inlined[2]; /* instructions of functions of the library */
	double late[2];	   /* and those that the assembler alone sees */
	int uses;	   /* of values that are loaded */
	double constant_B; /* of constant memory that a trip walks on */
	/* of compiled code: waits of the trips that are joined, loads of a
	 * trip that wait for each other, and operations between these that do
	 */
	double waits;
	int levels;
	struct kernel_path between;
};

/* What lanes do at branches that data decide and of which nothing is known:
 * both, with an interval that holds the other two, or all the same.
 */
enum kernel_side { SIDE_OPEN, SIDE_NONE, SIDE_ALL };

/* A kernel that is made anew for each launch, because it may depend on the
 * block in any way: compiled code.
 */
struct kernel_maker {
	/* The kernel for a launch, which the caller releases; NULL, with an
	 * error reported, if there is none.
	 */
	struct kernel_def *(*at_launch)(const struct kernel_def *k,
		const int64_t block[3], const int64_t domain[3],
		enum kernel_side side, struct diag *diag, struct eval *ev);
	void (*show)(const struct kernel_def *k, struct buffer *out);
	void (*release)(void *made_from);
};

struct kernel_def {
	struct object object;
	char *name;
	struct source *source;	 /* reference held; NULL: see maker */
	const struct node *node; /* KERNEL or STENCIL; NULL: see maker */
	const struct kernel_maker *maker; /* NULL: of the language */
	void *made_from;		  /* of the maker */
	int dims;
	/* bit d: a launch has one block along axis d, of any length */
	unsigned one_block;
	int domain[3]; /* nodes of "over"; -1: not given */
	bool by_address;
	bool has_flow;	       /* by address, with loads and values as nodes */
	int n_wait;	       /* `wait` outside of loops */
	bool has_waits;	       /* by address, with stall intervals stated */
	double given[N_GIVEN]; /* counts stated in the body; or -1 */
	int most_registers;    /* that the compiler may take; 0: any number */
	const char *registers_from; /* a text of the maker; NULL: none */
	int n_field, n_access, n_region, n_loop, n_carried;
	int n_scatter, n_chance, n_mma, n_shuffle;
	int n_stall[N_LOADS];
	int n_assumed; /* assumptions: texts of the maker */
	const char *assumed[KERNEL_ASSUMED];
	bool has_open_branches; /* data decide, in a way that nobody said */
	struct kernel_field *field;
	struct kernel_access *access;
	struct kernel_region *region;
	struct kernel_loop *loop;
	struct kernel_carried *carried;
	struct kernel_stall *stall[N_LOADS];
	struct kernel_chain *chain; /* of each loop: [loop + 1] */
	struct kernel_scatter *scatter;
	struct kernel_chance *chance;
	struct kernel_mma *mma;
	struct kernel_shuffle *shuffle;
	struct graph graph;
	struct kernel_work work;
};

struct kernel_def *kernel_new(const char *name, struct source *source,
	const struct node *node);

void kernel_drop(struct kernel_def *k);

/* True if no other field overlaps "f". */
bool kernel_is_apart(const struct kernel_field *f);

/* Dimensions and extents of a field, and indices of an access, as written: with
 * those that are folded into the third.
 */
int kernel_field_dims(const struct kernel_field *f);
int kernel_field_extent(const struct kernel_field *f, int dim);
int kernel_access_dims(const struct kernel_access *a);
int kernel_access_index(const struct kernel_access *a, int dim);

/* kernel_alias.c: true if two accesses are to the same cell by their indices; if
 * they, or accesses to two fields, may be; if other threads may store to a field
 * while threads meet; and if they meet in a loop, at a barrier or a shuffle.
 */
bool kernel_same_place(const struct kernel_access *a,
	const struct kernel_access *b);
bool kernel_may_alias(const struct kernel_def *k, const struct kernel_access *a,
	const struct kernel_access *b);
bool kernel_fields_alias(const struct kernel_field *f,
	const struct kernel_field *g);
bool kernel_is_open(const struct kernel_field *f);
bool kernel_loop_meets(const struct kernel_def *k, int loop);
/* True if trips of a loop may access different cells. */
bool kernel_place_varies(const struct kernel_def *k,
	const struct kernel_access *a, int loop);

/* True if region "outer" is "inner" or around it. */
bool kernel_encloses(const struct kernel_def *k, int outer, int inner);

/* The kernel that "v" holds, or NULL. */
struct kernel_def *kernel_of(const struct value *v);

/* "kernel dst: 2D, double, 4 loads from src, 1 store to dst, 4 flop" */
void kernel_summary(const struct kernel_def *k, struct buffer *out);

/* Places every operation in the region that it runs in, and counts work. */
void kernel_finish(struct kernel_def *k);
/* The same of a kernel that is made again for each launch, without what its
 * loops and stores wait for.
 */
void kernel_finish_outline(struct kernel_def *k);

/* The scatter that an index of access "a" uses; NULL if it has none. */
const struct kernel_scatter *kernel_scatter_of(const struct kernel_def *k,
	const struct kernel_access *a);

/* The node of data that decides where access "a" is; -1: none. */
int kernel_index_node(const struct kernel_def *k,
	const struct kernel_access *a);

/* Adds a scatter; the result is its node. */
int kernel_scatter_add(struct kernel_def *k, const struct kernel_scatter *s);

/* kernel_stall.c: divides the body into stall intervals, for each order of
 * loads.  "region" is where each node runs (-1: nowhere); "fused" marks
 * products that are part of an fma.
 */
void kernel_divide(struct kernel_def *k, const int *region, const bool *fused);

/* kernel_chain.c: finds what a trip of each loop waits for. */
void kernel_chain(struct kernel_def *k, const int *region, const bool *fused);

/* The region's "inside", once its kind, parent and loop are set. */
int kernel_inside(const struct kernel_def *k, const struct kernel_region *r);

/* The innermost loop around a region, -1: none. */
int kernel_loop_of(const struct kernel_def *k, int region);

/* The trip of a loop from the thread's place on that a region is in, -1: none.
 */
int kernel_stride_of(const struct kernel_def *k, int region);

/* How often a thread runs access "i": the product of the enclosing trip
 * counts.
 */
struct kernel_count kernel_access_count(const struct kernel_def *k, int i);

void kernel_count_sum(struct kernel_count *c, const struct kernel_count *d);

/* "24", "2*nx", "nx*ny + 1" */
void kernel_count_print(const struct kernel_count *c, struct buffer *out);

double kernel_count_at(const struct kernel_count *count,
	const int64_t size[KERNEL_SIZES]);

/* The value of a node for these sizes; false if that is not a whole number or
 * depends on anything else.
 */
bool kernel_int_at(const struct kernel_def *k, int node,
	const int64_t size[KERNEL_SIZES], int64_t *value);

/* The default domain for a number of dimensions, and with a default block. */
void kernel_default_domain(int dims, int64_t extent[3]);
void kernel_default_sizes(int dims, int64_t size[KERNEL_SIZES]);

/* The sizes that the kernel states; false if it leaves some to the launch, for
 * which it gets the default.
 */
bool kernel_own_sizes(const struct kernel_def *k, int64_t size[KERNEL_SIZES]);

#endif
