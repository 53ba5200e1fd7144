#ifndef ENGINE_SIMULATE_SIMULATE_CACHE_H
#define ENGINE_SIMULATE_SIMULATE_CACHE_H

/* One cache of the simulator.
 *
 * A frame holds one line.  The frames of a set are a list with the next
 * victim of LRU and FIFO at its end; emptied frames wait in a free list.  A
 * fully associative cache allocates frames on demand, so a cache larger than
 * all data costs no more than the data.
 */

#include "engine/simulate/simulate.h"
#include "engine/simulate/simulate_incomplete.h"
#include "engine/simulate/simulate_table.h"

#define SIMULATE_HASHED 4 /* bytes of a line's number that choose its set */
#define SIMULATE_WORDS	(SIMULATE_LINE_B / 64)

struct simulate_frame {
	int64_t line;
	struct simulate_line *known;
	uint32_t valid, dirty; /* sectors */
	int32_t prev, next;
	int field;
	int32_t set; /* that it is of */
	bool is_used, is_protected;
	bool is_incomplete; /* among those of the level */
	uint32_t pending;   /* sectors that come at "due" */
	double due;
	int64_t touched; /* on the clock of the cache */
};

struct simulate_set {
	int32_t head, tail, free; /* -1: none */
	int32_t edge;	 /* the last one that is protected, or -1: all of these
			 come first */
	int32_t n_taken; /* frames that were ever taken */
	int32_t n_protected;
	double due; /* none of its frames is due earlier */
};

/* Bytes between a cache and what is below. */
struct simulate_traffic {
	double load_B, store_B;
};

struct simulate_level {
	struct simulate_cache shape;
	int64_t n_set, ways;
	uint64_t per_set;     /* floor(2^64 / n_set) */
	int64_t room, n_used; /* lines */
	int64_t turn;	      /* set that gives a line next where room ends */
	uint16_t hash[SIMULATE_HASHED][256]; /* what a byte adds to a set */
	int sectors, words, sector_shift, line_shift;
	uint32_t full; /* all sectors */
	struct simulate_set *set;
	struct simulate_frame *frame; /* in frame_room */
	void *frame_room;
	uint64_t *written; /* bytes of each frame; "words" each */
	int64_t n_frame;   /* allocated */
	/* frames that wait to be written, and how many may; 0: all */
	int64_t n_dirty, most_dirty;
	struct incomplete incomplete; /* frames with sectors stored in part */
	struct simulate_table table;
	struct simulate_counts *counts; /* by field; not owned */
	struct simulate_traffic *moved; /* by line; not owned, or NULL */
	struct simulate_level *shadow;	/* fully associative, LRU; or NULL */
	int32_t shadow_hint;
	uint64_t random;
	/* requests so far; how long lines lay unused when they were evicted,
	 * all together, and how many did
	 */
	int64_t clock, unused, n_evicted;
	/* where time is kept: when a request is made, when what it misses
	 * comes, and the last of what it finds
	 */
	double now, due, latest;
	double none_before; /* no set has a frame that is due earlier */
	int64_t *left_B;
	bool is_short; /* of memory */
	/* told of lines that come (1) and go (-1); or NULL */
	void (*watch)(void *user, int field, int64_t line, int by);
	void *watcher;
};

/* False when memory runs out; clear it then, too.  "random" seeds its random
 * numbers; "n_numbered" as of simulate_table_init().
 */
bool simulate_cache_init(struct simulate_level *c,
	const struct simulate_cache *shape, struct simulate_counts *counts,
	uint64_t random, int64_t n_numbered, int64_t *left_B);
void simulate_cache_clear(struct simulate_level *c);

/* Load sectors of a line; returns the sectors that must be fetched from
 * below.  *hint is the frame where the line may be, and becomes the one where
 * it is.
 */
uint32_t simulate_cache_load(struct simulate_level *c, int64_t line,
	uint32_t sectors, int field, int32_t *hint);

/* Load sectors of a line that come from another cache, and count nothing.
 * Returns those that were missing.
 */
uint32_t simulate_cache_copy(struct simulate_level *c, int64_t line,
	uint32_t sectors, int field);

/* A store to sectors of a line of a write-through cache that allocates: the line
 * takes a frame, and what was stored can be loaded from there.
 */
void simulate_cache_pass(struct simulate_level *c, int64_t line,
	uint32_t sectors, int field);

/* Store bytes of a line ("words" of 64 bits) into a write-back cache. */
void simulate_cache_store(struct simulate_level *c, int64_t line,
	const uint64_t *bytes, int field);

/* Write back all dirty sectors; they are clean afterwards. */
void simulate_cache_flush(struct simulate_level *c);

/* An atomic update: load the sectors that it changes, and no whole fetch, then
 * store into them.  histogram_16777216 of users_held.csv loads 17.5 B an update
 * of 64 MiB at random, of which half are not in L2.
 */
void simulate_cache_update(struct simulate_level *c, int64_t line,
	uint32_t sectors, const uint64_t *bytes, int field, int32_t *hint);

/* Empty the cache without writing back. */
void simulate_cache_forget(struct simulate_level *c);

#endif
