#ifndef LANG_LAUNCH_LIVE_H
#define LANG_LAUNCH_LIVE_H

/* The values of a thread as one graph, in which its cells share loads and
 * equal subexpressions, and schedules of it.  Internal to lower_live.c.
 *
 * Values are ordered by a hash of what they compute, so that nothing depends
 * on the order of independent statements.
 */

#include "lang/launch/lower_parts.h"

enum { MOVED_TO_MEMORY = 1, MOVED_TO_SHARED, MOVED_IF };

/* A value of a thread. */
struct value_node {
	int kid[3];   /* -1: none, or no register holds it */
	int plain[3]; /* nodes of operands without a register, or -1 */
	enum graph_op op;
	int words;	/* 32-bit registers */
	int spare;	/* more of them while it is computed */
	int loop;	/* innermost, -1: outside of loops */
	int access;	/* loads: of the kernel, -1 for others */
	bool is_load;	/* from memory or shared memory */
	bool is_late;	/* a store may change what it loads */
	bool is_behind; /* a load of a trip stays behind the trip before */
	bool is_float;
	int need; /* registers to compute it (Sethi-Ullman) */
	uint64_t hash;
};

/* A value that is stored or carried to the next trip. */
struct target {
	int value, loop, cell;
	int part; /* the region it is in, before or after a barrier */
	bool is_carried, is_predicated;
	int need;
	uint64_t hash, shared; /* hash of an operation that others share */
};

struct live {
	const struct lowering *l;
	const struct kernel_def *k;
	int cells;
	bool *reached; /* nodes of the kernel that values depend on */
	int n_value, n_target, n_store;
	struct value_node *value;
	struct map values; /* equal values are one */
	int *of;	   /* node of this cell -> value, or -1 */
	struct target *target;
	/* base addresses: the first access of each, the base of each access,
	 * and the loads and stores of a base
	 */
	int n_base, *base, *base_of, *loads, *stores;
	int *first_base, *loop_base; /* the bases of each loop, in order */
	int *carried_words;	     /* by loop: registers of what it carries */
	bool has_calls; /* an operation is expanded, with a slow path */
	/* by loop + 1: it has such an operation; its loads stay behind stores
	 */
	bool *is_slow, *is_ordered;
	int n_chain;	/* sums that start with two loads */
	bool *is_added; /* loads: see live_schedule.c */
	char *is_moved;
	bool *is_carried; /* loads that become a carried local */
	bool *is_stored;  /* values that are targets */
	uint64_t flip;	  /* mask on hashes: another order of ties */
	/* of a schedule, by value: uses that are still to come and marks, all
	 * 0 between two schedules; places in its order, -1; room for three
	 */
	int *uses, *place, *todo;
	char *seen;
};

/* live.c: the graph of a thread, to be cleared. */
void live_build(struct live *v, const struct lowering *l);
void live_clear(struct live *v);

/* True outside of loops and in those that are unrolled as a whole. */
bool live_is_straight(const struct live *v, int loop);

/* Registers of a value of a type. */
int live_words(const struct live *v, enum elem_type type);

/* live_address.c: groups accesses by their base address. */
void live_group(struct live *v);

/* Pairs of registers for the base addresses of "loop" beyond the first;
 * *stored has those that only stores use.
 */
int live_address_pairs(const struct live *v, int loop, int *stored);

/* Offsets of rows and planes that run-time strides make and that several cells
 * need.
 */
int live_address_offsets(const struct live *v, int loop);

/* Base addresses of "loop" that step from row to row. */
int live_address_moving(const struct live *v, int loop);

/* Registers of the indices of cells that lie a block apart, which loads and
 * the store of a cell share.
 */
int live_address_apart(const struct live *v);

/* live_schedule.c: the values that targets from .. to-1 need, depth first.
 * Where a target ends, the order holds -1 - value.  Returns its length, at
 * most n_value + n_target.
 */
int live_schedule_order(const struct live *v, int from, int to, int *order);

/* The same with targets that share an operation behind each other, so that it
 * dies early: in lattice Boltzmann, directions with the same weight.
 */
int live_schedule_shared(const struct live *v, int from, int to, int *order);

/* Puts the loads of an order first, by their addresses, for a list schedule in
 * which each runs with what it completes: sums of several cells that share
 * loads then grow side by side.
 */
void live_schedule_by_address(const struct live *v, int *order, int n);

/* Puts the values of an order side by side: those of all targets that take
 * equally many operations together, each load before its first use.
 */
void live_schedule_by_depth(const struct live *v, int *order, int n);

/* Trips, of "copies", whose addresses are there together. */
int live_schedule_ahead(const struct live *v, int loop, const int *order, int n,
	int copies);

/* The most registers that values take, in that order of operations, if all
 * loads come first, those of "copies" trips, and all stores last with "pairs"
 * of registers for their addresses.
 */
int live_schedule_hoisted(const struct live *v, int loop, const int *order,
	int n, int copies, int pairs);

/* The same with every load when it is needed: in that order, or by list
 * scheduling, where operations that free registers run as soon as they can
 * and the order decides which value comes next.
 */
int live_schedule_late(const struct live *v, int loop, const int *order, int n,
	bool is_listed);

/* Registers of pointers that move along lines of rows (live_ray.c) in the list
 * schedule of that order.
 */
int live_schedule_rays(const struct live *v, int loop, const int *order, int n);

/* Registers that an operation adds: its result less the operands that die. */
int live_schedule_growth(const struct live *v, int loop, int value);

/* live_list.c: the most registers of a list schedule; its values in the order
 * in which they run, unless that is NULL.
 */
int live_list(const struct live *v, int loop, const int *order, int n,
	int *schedule);

/* live_ray.c: registers of pointers that move along lines of rows, where a
 * schedule of "n" values has such lines, else 0.
 */
int live_ray_registers(const struct live *v, const int *schedule, int n);

/* live_march.c: registers of the pointers to rows that a thread of many cells
 * has at once, with run-time strides; and the same with the results of cells
 * that wait to be stored last, whose pointers come after them.
 */
int live_march(const struct live *v, int loop);
int live_march_kept(const struct live *v, int loop);

/* Registers of the base addresses of fields beyond the first of each that a
 * cell of the thread has at once, with constant strides.
 */
int live_march_far(const struct live *v, int loop);

/* Registers of the results of all cells but the last. */
int live_march_results(const struct live *v, int loop);

/* live_repeat.c: gives every use of an operation on loads that others need too
 * a copy of its own.  Returns false if there is no such operation.
 */
bool live_repeat(struct live *v);

#endif
