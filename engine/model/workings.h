#ifndef ENGINE_MODEL_WORKINGS_H
#define ENGINE_MODEL_WORKINGS_H

/* The workings of one answer of model wsp.
 *
 * Three stages, one after the other: geometry (occupancy, wave), counts
 * (granules and requests, exact integers that become doubles in
 * workings_count() and in the sums of l1_count()), and formulas, which fill
 * the report.  The first failure stays in "status", and all later counts
 * do nothing.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/count/footprint.h"
#include "engine/count/wave.h"
#include "engine/kernel/occupancy.h"
#include "engine/model/capacity.h"
#include "engine/report/report.h"
#include "engine/simulate/simulate_sample.h"

/* Operations that all counts of an estimate may spend, unless the launch
 * says otherwise: some 20 milliseconds.
 */
#define WORKINGS_OPERATIONS 40000

struct access_list {
	int n;
	int *access;		       /* indices into kernel->access */
	const struct uniform *uniform; /* or NULL */
};

/* What conditions leave of the granules that a list of accesses touches. */
struct active_share {
	const struct kernel *kernel;
	int64_t granule_B;
	struct access_list list;
	double share;
};

#define WORKINGS_SHARES 16

/* Sums over all requests of the loads or stores of a field. */
struct requests {
	double n, sectors, lines, granules, cycles;
	double beyond;	/* conflicting lines: l1_lanes_cycles() */
	double matched; /* of these: lines that one request brought together */
	double stalls;	/* requests that tag lookups slow down */
	double tags;	/* cycles beyond those of their words */
	double near;	/* sectors of loads, neighbours merged */
	double kept;	/* sectors of loads that registers spare */
	double filled;	/* sectors that a store writes in full */
	double whole;	/* lines that it does */
	/* sectors that L1 may join with those of other stores, and how many
	 * fewer are then filled in part
	 */
	double joins, mends;
	/* atomic updates: of a sector, of a line, that L2 takes at once */
	double packets, passes;
	/* of the sectors, those left where lanes take part by chance, if their
	 * lanes were looked at
	 */
	double left;
};

/* What is counted for a field. */
struct field_counts {
	struct access_list load, store, both;
	struct requests loads, stores, atomics; /* of the launch */
	/* of the loads those that are drawn, and the cycles that their words
	 * take in the data stage: (4.15)
	 */
	struct requests drawn;
	double drawn_words;
	/* distinct granules of a block, summed over all blocks */
	double block_sectors, block_fetches;
	double block_lines;  /* of one trip of each loop */
	double block_stores; /* granules of DRAM */
	/* where data of the wave may be lost within it: bytes of each block,
	 * and granules of as many blocks as each distance of the wave has
	 */
	double block_B, near_load[WAVE_NEAR];
	/* by which of the wave's sets touch them: see footprint_count() */
	double load_wave[1 << FOOTPRINT_SETS];
	double store_wave[1 << FOOTPRINT_SETS];
	double both_wave[1 << FOOTPRINT_SETS];
	double wave_B; /* of one trip of each loop */
	/* granules that loads of one trip of each loop touch: of all blocks,
	 * each for itself, and of the wave
	 */
	double trip_fetches, trip_wave;
	double again_B; /* stored until a line is met again */
	/* loads of blocks of a cluster that so many of them have, and the share
	 * that a block of another round has: meet_count()
	 */
	double meet[FOOTPRINT_SETS], meet_later;
	/* distinct granules of the whole launch */
	double launch_load, launch_store, launch_B;
	double launch_stored_B; /* bytes that some store writes */
	/* how many times as often the launch makes them as the wave */
	double load_density, store_density;
};

/* Volumes of a field, B/LUP: the terms of chapters 5 and 6, all doubles. */
struct field_terms {
	double l2_compulsory, l2_capacity, l2_near, l2_shared, l2_store;
	double compulsory, fresh, overlap[WAVE_WINDOWS];
	double start, first, again, again_lost, incomplete;
	double stored, stored_again, stored_late, stored_partial;
};

struct workings {
	const struct kernel *program; /* as it was given */
	const struct kernel *kernel;  /* with sorted accesses */
	const struct launch *launch;
	struct launch limited; /* the same with "effort" */
	struct effort effort;
	const struct device *dev;
	struct report *report;
	struct quasi_pool *pool;
	struct kernel once;  /* "kernel", one trip of each loop */
	struct kernel again; /* one trip of loops within a line */
	struct kernel bare;  /* "kernel" without predicates */
	struct occupancy occupancy;
	struct wave wave;
	double lup, wave_lup; /* updates of the launch, of a wave */
	double n_block, n_sm; /* n_sm: (2.6) */
	double warps, lanes;  /* of the launch: that run, in use */
	/* instructions of all warps, of these in loops, and of all their active
	 * lanes; those outside of the domain left out
	 */
	struct work warp_work, loop_work, lane_work;
	double waits;	/* of a warp for loads: chain.h */
	double crowded; /* share of its cycles in a crowded cache of constants */
	double looped;	/* share of them in loops */
	double spread;	/* share of them with others before them */
	double met;	/* share of its time in loops with barriers */
	double l1_B;	/* of an SM, less shared memory */
	/* shares of what is spilled that are loaded from L2, from DRAM */
	double spill_from_l2, spill_from_dram;
	/* the cache that volumes of DRAM are found for: L2, or the cache on
	 * the side of the memory after it
	 */
	struct capacity_level level;
	double l3_load_B, l3_store_B; /* volumes of L2, if there is an L3 */
	double over_l1, over_wave, over_stores, over_partial, over_launch;
	double over[WAVE_WINDOWS];
	double early[WAVE_WINDOWS]; /* (6.4): blocks without such a past */
	double lost[WAVE_WINDOWS];  /* share of an overlap: (6.4) */
	bool is_far;		    /* L2 may lose data within a wave: (6.7) */
	double over_near[WAVE_NEAR];
	double cold_share, kept_share, left_share; /* (6.10), (6.14) */
	struct requests shared_loads, shared_stores;
	double factor_cycles; /* of these: loads of factors of products */
	/* atomic updates of a sector that the launch makes; parts of L2's
	 * slices and sectors that those of a wave fall on
	 */
	double atomic_packets, atomic_parts, atomic_sectors;
	double wave_pages, warp_pages; /* NaN: pages are not known */
	struct field_counts *count;    /* one for each field */
	struct field_terms *term;      /* one for each field */
	struct field_terms sum;	       /* of all fields */
	double dram_load_B;	       /* (6.10), whatever was measured */
	int64_t left;		       /* operations that may be spent */
	bool is_counted; /* reports of other constants share what was counted */
	struct block_count *block_count; /* made so far */
	struct conditions *conditions;	 /* or NULL */
	/* where closed forms do not hold: what they lack, and the volumes of
	 * each field from a simulation; NULL
	 */
	const char *lacks;
	struct sample_volume *sampled;
	bool has_dram; /* those of DRAM, too */
	struct simulate_sample sample;
	/* shares of granules that conditions leave, found so far */
	struct active_share share[WORKINGS_SHARES];
	int n_share;
	bool is_sampled;     /* conditions: some count is a sample */
	bool is_of_sample;   /* a block of that sample is counted */
	double sample_error; /* its largest relative standard error */
	double warp_error;   /* and that of the instructions of warps */
	bool is_rough;	     /* some count ignores shared granules */
	bool ends_early;     /* loops end earlier in some threads */
	bool rises;	     /* and so that blocks have more and more to do */
	bool is_by_share;    /* some count of the launch is that without
				conditions, times their share of lanes */
	enum footprint_status status;
};

/* Geometry, if the device can run the launch.  "report" may be NULL; the pool
 * is where lists are kept.
 */
enum estimate_status workings_init(struct workings *m,
	const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, struct report *report,
	struct quasi_pool *pool, char why[256]);

/* Granules that the accesses of "list" in "kernel" touch from each
 * combination of sets, as footprint_count() has them; all 0 for an empty
 * list.
 */
void workings_count(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int n_set,
	const struct thread_set *set, double *n);

/* The same without what a draw adds to an address. */
void workings_count_bases(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B, int n_set,
	const struct thread_set *set, double *n);

/* The same for a single set. */
double workings_count_one(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, double granule_B,
	const struct thread_set *set);

/* The same for at most CONDITIONS_GRANULES sizes, each a multiple of the one
 * before, where tables give addresses; false if they do not or are too many.
 */
bool workings_count_sizes(struct workings *m, const struct kernel *kernel,
	const struct access_list *list, const struct thread_set *set,
	int n_size, const int64_t *size_B, double *n);

/* The same for all threads of the launch.  Conditions that have no closed
 * form count by the share that they leave in a block: isl takes long for so
 * many threads.
 */
double workings_count_launch(struct workings *m, const struct access_list *list,
	double granule_B);

/* Rounds of blocks on an SM. */
double workings_rounds(const struct workings *m);

void workings_add_requests(struct requests *sum, const struct requests *more,
	double factor);

enum estimate_status workings_status(const struct workings *m, char why[256]);

#endif
