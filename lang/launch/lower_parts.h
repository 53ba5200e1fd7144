#ifndef LANG_LAUNCH_LOWER_PARTS_H
#define LANG_LAUNCH_LOWER_PARTS_H

/* The state of the launch-mapping pass, internal to lower_*.c. */

#include "lang/base/map.h"
#include "lang/launch/lower.h"

/* Accesses to global memory of one trip for one cell, the fields that they
 * access, and what keeps a compiler from joining trips.
 */
struct lower_trip {
	int loads, stores, fields;
	int moved;    /* fields without those that data index alone */
	int accesses; /* those of shared memory, too */
	int pointers; /* addresses that move from trip to trip, where strides
			 are known at run time alone */
	bool has_uniform; /* one of them at least is the same in all threads */
	bool has_barrier, has_loop;
	bool stores_bytes;	/* to global memory */
	bool is_grid;		/* its counter moves by the grid or the block */
	double size, assembled; /* of a trip as nvcc and its assembler see it */
	bool is_held;		/* the assembler does not join its trips */
	int least; /* registers of a trip that has each load just before its use;
		      0: not known */
	int updates; /* waits for rows that it or an earlier trip may have
			stored to, for all that is known of strides */
};

struct lowering {
	const struct lower_env *env;
	const struct kernel_def *k;
	const struct options *o;
	struct loc loc;
	int without; /* access to leave out, or -1 */
	struct kernel *kernel;
	struct launch *launch;
	struct quasi_pool *pool;
	int64_t extent[KERNEL_SIZES]; /* nx, ny, nz, and the block */
	int64_t own[3];		      /* domain that the kernel declares */
	int64_t cell[3];	      /* the cell of the fold that is lowered */
	int64_t fold[3];	      /* cells per thread */
	/* In an order other than rows: the block or, if blocks have one
	 * dimension, the thread that computes the cells; NULL otherwise.
	 */
	const struct quasi *owner[3];
	bool by_blocks;
	struct order order; /* in threads or blocks, where options have cells */
	double order_work;  /* integer instructions of its arithmetic */
	const struct predicate *inside; /* threads with a cell; NULL: all */
	bool *needed;			/* nodes that indices depend on */
	bool *drawn;		   /* of them, those of a random or gather */
	const struct quasi **node; /* of nodes, for this cell */
	const struct predicate **predicate; /* of regions, for this cell */
	double *share;			    /* fraction of lanes */
	struct chance *chance;		    /* of branches by p() */
	bool *has_predicate;		    /* those two are known */
	int *field;			    /* of k -> of kernel; -1: none */
	struct map parts;		    /* of kernel->part */
	uint64_t
		warned; /* of an index out of range: fields, the last bit all others */
	struct lower_trip *trip; /* of loop i at i + 1 */
	uint64_t
		*quotient; /* of nodes: the loops (bit i) that change a quotient
			       of the thread in it */
	/* of access i in cell c, [c * k->n_access + i]: kernel->access, or
	 * n_access + kernel->shared_access; -1: left out
	 */
	int *place;
};

bool lower_fail_range(struct lowering *l, struct loc loc);

/* lower.c: false, with an error, if the session was stopped. */
bool lower_goes_on(struct lowering *l);

/* lower.c: sets the launch over l->extent; false, with an error, if it is
 * invalid.
 */
bool lower_launch(struct lowering *l);

/* lower.c: the field whose extents give the domain, extent d of a field, and
 * its type under these options.
 */
const struct kernel_field *lower_stored(const struct kernel_def *k);
int64_t lower_extent(struct lowering *l, const struct kernel_field *f, int d,
	bool *ok);
enum elem_type lower_type(const struct lowering *l,
	const struct kernel_field *f);

/* lower_index.c: expressions of the nodes of the graph. */
void lower_mark(struct lowering *l);
void lower_express(struct lowering *l);
const struct quasi *lower_cell(struct lowering *l, int d);
const struct predicate *lower_predicate(struct lowering *l, int region);
const struct predicate *lower_around(struct lowering *l, int loop);
/* True if the constants of a predicate show that no thread satisfies it. */
bool lower_never(const struct predicate *predicate);
/* True if launch coordinates, or chance for every thread alike, decide each
 * condition around region "r".
 */
bool lower_is_decided(struct lowering *l, int r);
const struct predicate *lower_predicate_new(struct lowering *l,
	enum predicate_op op, const struct quasi *e, const struct predicate *a,
	const struct predicate *b);
bool lower_loops(struct lowering *l);
int lower_depth(const struct kernel_def *k, int loop);
double lower_turns(const struct lowering *l, int loop);
/* The fraction of the lanes that satisfy the predicate of region "r" and run
 * it: a condition that depends on data sends half of them each way.
 */
double lower_share(struct lowering *l, int region);
struct chance lower_chance(struct lowering *l, int region);

/* lower_order.c: numbers the cells along the order.  "extent" and "fold" are
 * those that the engine sees.
 */
bool lower_order_launch(struct lowering *l, int64_t extent[3], int64_t fold[3]);
bool lower_order(struct lowering *l);
/* The predicate that the cell of the fold lies in the domain, where cells lie a
 * block apart and blocks extend beyond it.
 */
void lower_guard(struct lowering *l);

/* lower_persist.c: the lowered kernel as a loop over its blocks by o->grid of
 * them.
 */
bool lower_persist(struct lowering *l);

/* True if the expression depends on the variable; NULL depends on none. */
bool lower_uses(const struct quasi *e, int var);

/* Updates per point of the engine's domain, if a cell has "updates". */
double lower_updates(const struct lowering *l, double updates);

/* lower_access.c: all accesses; extent d of a shared array, which may depend
 * on the block.
 */
bool lower_accesses(struct lowering *l);
bool lower_shared_extent(const struct lowering *l, const struct kernel_field *f,
	int d, int64_t *n);
/* Index d of an access, in cells of the field. */
const struct quasi *lower_index(struct lowering *l,
	const struct kernel_access *a, int d);

/* Fails for an address that cannot be analysed. */
bool lower_fail_access(struct lowering *l, const struct kernel_access *a);

/* lower_draw.c: the index that comes on top of the address, and the numbers of
 * all of them in a kernel of addresses.  Threads side by side that share a draw
 * are "together"; 0 or 1: none do.
 */
int64_t lower_draw_together(struct lowering *l, const struct kernel_scatter *s);
/* The scatter of the index that data say and the source knows, where the access loads
 * it in its own loop; -1: it has none.  No draw of the engine has it.
 */
int lower_draw_known(struct lowering *l, const struct access *a);
/* True if the node is such an index: its text is no code. */
bool lower_draw_is_text(const struct lowering *l, int node);
void lower_draw_order(struct lowering *l);
bool lower_draw(struct lowering *l, const struct kernel_access *a,
	struct access *out);

/* lower_range.c: an index out of a shared array is an error, one far out of a
 * field a warning.
 */
bool lower_range_shared(struct lowering *l, const struct kernel_access *a);
void lower_range_field(struct lowering *l, const struct kernel_access *a,
	const struct quasi *const index[3]);

/* lower_work.c: instructions and stall intervals of a thread;
 * lower_arithmetic() adds the arithmetic of "cells" cells to "work".
 */
void lower_work(struct lowering *l);
void lower_stalls(struct lowering *l);
void lower_arithmetic(const struct lowering *l, const struct kernel_work *w,
	double cells, struct work *work);

/* The same for the counts that a kernel of addresses states. */
void lower_given(const struct lowering *l, const double *given,
	struct work *work);

/* Extent d of the kernel's own domain: what `over` says, else that of
 * lower_stored().  Addresses may use more axes than this field has; it has
 * one cell along those.
 */
bool lower_own_extent(const struct kernel_def *k, int d, int64_t *extent);

/* lower_part.c: the work by condition and loop. lower_part_cell() is called
 * for each cell of the fold while its expressions exist; lower_part_rest()
 * adds the "index" and "control" instructions of every thread, and the
 * accesses.
 */
void lower_part_cell(struct lowering *l);
void lower_part_rest(struct lowering *l, double index, double control);

/* Adds "n" integer instructions per trip of "loop" under the predicate of
 * access "a"; NULL: in every thread.
 */
void lower_part_integer(struct lowering *l, const struct access *a, int loop,
	double n);
void lower_part_shared(struct lowering *l, const struct shared_access *a,
	double n);
/* The same for products of 32 bits that are added to 64, of two turns each. */
void lower_part_wide(struct lowering *l, const struct access *a, int loop,
	double n);

/* lower_predicated.c: whether the code of a branch that data decide is predicated, and
 * the chance of a lane that its warp issues it.
 */
bool lower_is_predicated(const struct lowering *l, int region);

/* Instructions at the place of a branch: one that is predicated loads the pointers of
 * what it draws (LDC).  No less than a branch where it finds other addresses, or
 * where it is none.
 */
double lower_pointers(const struct lowering *l, int region);
struct chance lower_issue(struct lowering *l, int region);

/* lower_branch.c: the work of one thread; of two exclusive branches the
 * costlier counts.
 */
struct work lower_costlier(const struct lowering *l);

/* lower_live.c: the registers of a thread. */
struct register_need lower_live(const struct lowering *l);

/* lower_mma.c: makes "out", at the corner of a factor of a matrix product, the
 * loads of it; elements of a factor along axis d, 1 for other accesses; words
 * of a warp that hold factors and sums.
 */
bool lower_tile(struct lowering *l, const struct kernel_access *a,
	struct shared_access *out);
int64_t lower_tile_extent(const struct lowering *l,
	const struct kernel_access *a, int d);
int lower_tile_words(const struct kernel_def *k);

/* lower_shared.c: which loads of shared memory are one. */
void lower_shared(struct lowering *l);

/* lower_kept.c: which loads of global memory joined trips share; whether the
 * compiler knows that no store of the kernel changes what is loaded.
 */
bool lower_is_read_only(const struct lowering *l,
	const struct kernel_access *a);
void lower_kept(struct lowering *l);

/* lower_trip.c: a quotient or remainder of integers, also where the source gives it
 * a name before it is part of an index.
 */
bool lower_is_quotient(const struct graph_node *n);

/* lower_trip.c: fill in l->trip and l->quotient; true if the loop changes a quotient
 * of the thread in an index of the access.
 */
void lower_trips(struct lowering *l);
bool lower_is_divided(const struct lowering *l, const struct kernel_access *a,
	int loop);

/* lower_size.c: fill in the sizes of trips; those accesses of loop i are
 * access[first[i + 1] .. first[i + 2]).
 */
void lower_sizes(struct lowering *l, const int *first, const int *access);

/* lower_joined.c: trips of a loop that the compiler joins, and whether those
 * are all.
 */
double lower_joined(const struct lowering *l, int loop);
bool lower_is_whole(const struct lowering *l, int loop);

/* lower_joined.c: values that a loop moves on from one variable to another. */
int lower_queue(const struct lowering *l, int loop);

/* A run of a loop, in the mean, as compiled: n[i] trips that are size[i] of the
 * source's each, and the instructions before the first of them.
 */
struct lower_run {
	int n_size;
	double trips, size[8], n[8];
	double starts;
	bool has_table; /* lengths of rows decide: some are very long */
	double longest; /* rows of the launch as long as the longest */
};

struct lower_run lower_run(const struct lowering *l, int loop);

/* What the trips of a loop end at where they vary, and by how much each moves:
 * a thread runs those for which step * trip <= left, see set_trips() in
 * lang/kernel.  NULL if it is not known.
 */
const struct quasi *lower_left(const struct lowering *l, int loop,
	int64_t *step);

/* Trips of the source in a compiled one of the run, in the mean. */
double lower_run_joined(const struct lower_run *run);

/* The most trips whose loads are in flight together. */
int lower_barrier_ahead(const struct lowering *l, int loop);

/* lower_update.c: what becomes of an update of "address", or of one of "cells"
 * that "together" threads side by side draw; the instructions beside it.
 */
enum atomic lower_atomic(const struct lowering *l,
	const struct kernel_access *a, const struct quasi *address,
	int64_t cells, int64_t together);
double lower_update_work(const struct lowering *l, int label,
	enum atomic atomic, const struct predicate *predicate);

/* Lanes of the fullest bank that an update of shared memory meets. */
double lower_fullest(const struct shared_access *a);

/* lower_chain.c: what a warp waits for, once accesses are known; whether trips
 * of a loop stay behind each other; what the compiled code of a loop executes
 * besides its body, per trip of the source.
 */
void lower_chain(struct lowering *l);

bool lower_is_apart(const struct lowering *l, int loop);
void lower_loop_work(const struct lowering *l, int loop, struct work *work);
void lower_stride_work(const struct kernel_region *r, struct work *work);

/* lower_window.c: the words that trips of "loop" have in flight at most, "joined" of
 * which load "words" each; infinite if registers do not bound them.  Needs what
 * lower_live() notes, if lower_has_window().
 */
bool lower_has_window(const struct lowering *l);
double lower_window(const struct lowering *l, int loop, double joined,
	double words);

/* lower_address.c: integer instructions of addresses with run-time strides,
 * added where they run.
 */
void lower_addresses(struct lowering *l);

/* lower_drawn.c: the same for drawn accesses, whatever is known of strides. */
void lower_drawn(struct lowering *l);

#endif
