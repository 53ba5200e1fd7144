#ifndef ENGINE_SIMULATE_SIMULATE_H
#define ENGINE_SIMULATE_SIMULATE_H

/* A cache simulator: every access of every thread of a launch goes through an
 * L1 per SM and a shared L2, or through one cache.  Chapter 15 of
 * doc/MODEL.md.
 *
 * Nothing is sampled, unless a few SMs are asked for (simulate_sample.h): all
 * figures are counts.  Loads are counted in sectors
 * of the level that they access, traffic in bytes.  A thread outside of the
 * domain makes no access.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/report/report.h"

enum simulate_policy {
	SIMULATE_LRU,
	SIMULATE_FIFO,
	SIMULATE_RANDOM,
	SIMULATE_SEGMENTED /* LRU, with half of a set for lines that were asked
			      for again */
};

/* A cache.  All sizes but the whole are powers of two, a line has at most
 * SIMULATE_SECTORS sectors and SIMULATE_LINE_B bytes.
 */
#define SIMULATE_SECTORS 32
#define SIMULATE_LINE_B	 1024

struct simulate_cache {
	int64_t size_B;
	int64_t line_B;	  /* what has a tag */
	int64_t sector_B; /* what is valid or not */
	int64_t fetch_B;  /* what comes from below at once */
	int64_t write_B;  /* what is written below at once */
	int64_t dirty_B;  /* lines that may wait to be written; 0: all */
	int64_t parts_B;  /* of these, lines stored in part; 0: all */
	int64_t ways;	  /* 0: fully associative */
	int64_t sets;	  /* of tags, a power of two up to 512, where there is
			     room for fewer lines than tags; or 0 */
	int64_t odd_ways; /* of the device, which do not divide the
				   lines: "ways" is 0 then; or 0 */
	enum simulate_policy policy;
	int64_t evict;	 /* adjacent frames of a set that are emptied
				   together */
	bool is_through; /* write-through */
	bool allocates;	 /* write-through, and stores take lines */
	bool is_hashed;	 /* lines fall into sets by chance */
	bool is_masked;	 /* writes back bytes, and completes no sector */
	bool is_plain;	 /* does not tell conflicts from lost capacity */
};

/* How fast an SM makes requests and is served, in cycles; known of few boards. */
struct simulate_pace {
	int64_t queue;	   /* requests that wait for L1; 0: nothing is known */
	double l1_sectors; /* that L1 gives in a cycle */
	double l1_latency, l2_latency;
	double l2_each; /* of a sector on its way from L2 */
	/* words of 4 bytes for which straight code waits together; 0: for all
	 * of an interval
	 */
	double words;
};

/* The order of accesses. */
enum simulate_interleave {
	SIMULATE_SEQUENTIAL, /* a thread after the other, to its end */
	SIMULATE_WARPS,	     /* a warp after the other, to its end */
	SIMULATE_WAVES,	     /* all warps of a wave in turn, one access
				   each, and all SMs in turn */
	SIMULATE_SHUFFLED    /* warps of an SM at random, a miss delays its
				   warp, blocks start as others end */
};

#define SIMULATE_LEVELS 2

/* Which lines are cached when: a row for every line of the fields that a level
 * holds, a column for every thread (with warps and waves: for every request).
 * The level is L1 of the first SM, whose requests count, or the last one, for
 * which those of all SMs do.
 *
 * Where there are more lines or requests than a trace has room for, a cell is
 * several of them and shows all that happens in them, so that no fetch is
 * lost.
 */
enum simulate_cell {
	SIMULATE_RESIDENT = 1,
	SIMULATE_ACCESSED = 2,
	SIMULATE_FETCHED = 4,  /* from the level below, which had it */
	SIMULATE_FROM_DRAM = 8 /* the level below had to fetch it, too */
};

/* What a diagram shows: all, or a window of it. */
struct simulate_view {
	int level;		    /* 0, or that of the last */
	int64_t first, n_request;   /* n_request 0: to the end */
	int64_t first_line, n_line; /* n_line 0: to the end */
	bool has_moment;	    /* keep what is held after "moment" */
	int64_t moment;
};

struct simulate_rows {
	int field;
	int64_t first, n; /* lines: the first of memory, how many */
	int64_t row, n_row;
};

struct simulate_trace {
	int64_t n_row, n_column;
	int64_t row_lines, column_requests; /* that a cell is */
	int64_t n_request; /* of the launch, in the window or not */
	int64_t n_line;	   /* of all fields, in the window or not */
	int n_rows;
	struct simulate_rows *rows; /* of each field that has some */
	uint8_t *cell;		    /* [column * n_row + row] */
};

/* What caches hold at a moment, in granules of memory. */
enum simulate_held {
	SIMULATE_HELD_FIRST = 1, /* in L1 of the first SM */
	SIMULATE_HELD_LAST = 2,
	SIMULATE_HELD_TOUCHED = 4, /* by the request of that moment */
	SIMULATE_HELD_FETCHED = 8
};

struct simulate_snapshot {
	int64_t granule_B;
	bool is_taken; /* the launch had such a request */
	int n_field;
	struct simulate_held_field {
		int64_t origin;	  /* address of its first element */
		int64_t first, n; /* granules of memory that it touches */
		uint8_t *held;
	} * field;
};

struct simulate_setup {
	int n_level;
	struct simulate_cache level[SIMULATE_LEVELS]; /* nearest first */
	int64_t n_sm, blocks_per_sm;
	int64_t apart; /* accesses by which each block of an SM is
				   behind the one before it, in waves */
	int warp_size;
	enum simulate_interleave interleave;
	struct simulate_pace pace; /* of SHUFFLED */
	/* SHUFFLED: only the first "sampled_sm" SMs run (0: all), from block
	 * "first_block" on.  Counts begin when they have started
	 * "warm_blocks" and all L1s are full or "warm_requests" made, and end
	 * "max_blocks" later (0: with the launch), or with "max_requests" or
	 * "max_looked_up" (0: all).
	 */
	int64_t sampled_sm, first_block, warm_blocks, max_blocks;
	int64_t warm_requests;
	int64_t max_requests, max_looked_up;
	/* accesses of warps, with those that no lane makes, from the start on, draws
	 * and branches by what they cost; 0: all
	 */
	int64_t max_steps;
	/* the same with nodes of addresses and conditions that each step evaluates,
	 * and numbers that its lanes draw; 0: any
	 */
	int64_t max_work;
	bool loads_only; /* stores are not even looked at */
	bool in_turn; /* SHUFFLED: warps of an SM take turns, and none waits */
	bool deals_evenly; /* of few SMs: as many blocks to each in any time */
	bool in_step;	   /* of a sample: the blocks of a wave keep together */
	/* find what size and order of L1 change: of a sample, and of a launch
	 * that is simulated as a whole
	 */
	bool varies_l1, varies_whole;
	bool varies_pace; /* of a sample: find what the pace of blocks changes */
	bool is_alone; /* of a sample: no closed form counts the last level */
	/* of a sample: sections of the last level, and the size of each */
	int sections;
	int64_t section_B;
	uint64_t seed;
	bool keeps_dirty; /* what is not written back when the launch ends
				   does not count */
	bool is_warm;	  /* the last level holds what such a launch
				   leaves behind */
	bool has_trace;
	struct simulate_view view; /* of the trace */
	double max_accesses;	   /* of all threads; more is refused */
	int64_t max_B;		   /* of memory */
	/* called now and then with the accesses so far; stops on false */
	bool (*watch)(void *user, double accesses);
	void *user;
};

/* The counts of one field in one level, over the launch. */
struct simulate_counts {
	/* sectors that loads asked for, and what became of them */
	int64_t requests, hits, misses;
	/* of the misses: never held before, gone even from a fully
	 * associative LRU cache of this size, and all others
	 */
	int64_t compulsory, capacity, conflict;
	int64_t load_B;	   /* fetched from below */
	int64_t partial_B; /* of these: to complete what was written */
	int64_t store_B;   /* written below */
};

enum simulate_status {
	SIMULATE_OK,
	SIMULATE_IMPOSSIBLE, /* "why" says what is wrong */
	SIMULATE_ACCESSES,   /* more than max_accesses: "accesses" */
	SIMULATE_MEMORY,     /* more than max_B, or than there is */
	SIMULATE_STOPPED     /* by "watch" */
};

#define SIMULATE_SLOTS	32
#define SIMULATE_STAGES 16

struct simulation {
	int n_level, n_field;
	struct simulate_counts *counts[SIMULATE_LEVELS]; /* by field */
	struct simulate_counts all[SIMULATE_LEVELS];
	/* is_warm: of the launch before, which found L2 empty */
	struct simulate_counts *cold[SIMULATE_LEVELS];
	double accesses;		/* of threads */
	int64_t requests;		/* of threads or warps */
	int64_t looked_up;		/* lines that their loads touch */
	int64_t lines[SIMULATE_LEVELS]; /* distinct, held at some time */
	int64_t most_lines; /* of one cache of the first level, at most */
	/* requests of an SM for which a line lay unused in the first level
	 * when it was evicted, the mean; 0: no line was
	 */
	double l1_unused;
	int64_t blocks; /* SHUFFLED: that started while it counted */
	/* SHUFFLED: of the blocks that ran to their end while it counted, or of
	 * all where fewer than two did, the sectors that loads of each asked
	 * for and missed in the first level
	 */
	struct simulate_blocks {
		double n, asked, missed, asked_2, missed_2, both;
		bool is_running; /* they did not run to their end */
	} ended, sms; /* "sms": of SMs instead of blocks, those of the kind
			 that is more frequent (simulate_run_kinds()) */
	/* SHUFFLED, by access: requests of warps that it counted, those under
	 * conditions that no lane fulfils included, sectors that loads asked for
	 * and missed in the first level, requests of loads that were the first to
	 * miss in a turn of their loop, lines that these are of, and of which
	 * all that was missed was in flight for a load of the same stall
	 * interval, by the order of loads; "early" as it was at the last power
	 * of two requests, "before" at the one before that
	 */
	struct simulate_made {
		struct simulate_so_far {
			int64_t requests, asked, missed, first, lines;
			int64_t flying[N_LOADS];
		} all, early, before;
	} * made;
	/* SHUFFLED, by field: sectors that loads of the SMs with a block more
	 * than others asked for and missed
	 */
	struct simulate_more {
		int64_t asked, missed;
	} * more;
	/* SHUFFLED: of the blocks in slot i of an SM, those of the first wave
	 * and later ones, the rounds until they had made j + 1 of
	 * SIMULATE_STAGES parts of their requests, added up, and how many did;
	 * slots from SIMULATE_SLOTS on are not counted
	 */
	struct simulate_stage {
		double rounds, n;
	} stage[2][SIMULATE_SLOTS][SIMULATE_STAGES];
	/* SHUFFLED: requests before it counted, whose counts are in "cold", and
	 * lines[0] until then
	 */
	int64_t warm_requests, warm_lines;
	bool is_cut; /* max_requests or max_looked_up ended it */
	struct simulate_trace trace;
	struct simulate_snapshot snapshot;
};

/* The caches of a device for a launch, its SMs and blocks on each, in
 * waves.  False, with a sentence in "why", when it lacks a figure or
 * cannot run the launch.
 */
bool simulate_device(const struct device *dev, const struct kernel *kernel,
	const struct launch *launch, struct simulate_setup *setup,
	char why[256]);

/* Can the cache be built?  If not, "why" says what is wrong. */
bool simulate_check(const struct simulate_cache *cache, char why[256]);

/* Accesses that all threads of the launch make if no predicate excludes any.
 */
double simulate_accesses(const struct kernel *kernel,
	const struct launch *launch);

/* Bytes that a launch may use and leave in "last" with none of them written:
 * its size, or what may wait to be written.
 */
double simulate_stays_B(const struct simulate_cache *last);

/* Launches that are simulated: two if caches are warm, one if the second is
 * sure to do what the first did and to find all in L2.
 */
int simulate_launches(const struct kernel *kernel,
	const struct simulate_setup *setup);

/* Run the simulation.  If the status is not SIMULATE_OK, there is nothing to
 * clear.
 */
enum simulate_status simulate(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	struct simulation *result, char why[256]);

void simulate_clear(struct simulation *s);

#endif
