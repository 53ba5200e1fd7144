#ifndef ENGINE_PUBLISHED_ERNST2022_CASE_H
#define ENGINE_PUBLISHED_ERNST2022_CASE_H

/* The counts of an estimate by ernst2022, and the sets of threads they are
 * made for.
 *
 * Internal to engine/published/ernst2022*.c.
 */

#include "engine/published/published.h"
#include "engine/published/stream.h"

/* The wave and what ran before it: in its row, a row, a layer of blocks. */
enum ernst2022_set {
	ERNST2022_WAVE,
	ERNST2022_X,
	ERNST2022_Y,
	ERNST2022_Z,
	N_ERNST2022_SET
};

/* Granules and cycles of the loads or stores of one field. */
struct ernst2022_counts {
	/* of the sample of blocks */
	double cycles;	 /* of L1, all half warps */
	double requests; /* sectors, each access of each warp */
	double sectors;	 /* each one once a block; loads */
	double lines;	 /* the same; loads */
	/* of the wave; [m] by which sets touch them, as linear_count() */
	double wave[1 << N_ERNST2022_SET];
	double wave_lines;
	double pages;
};

struct ernst2022_case {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct device *dev;
	struct occupancy occupancy;
	struct streams streams;
	struct ernst2022_counts *count; /* of each stream */
	int64_t sample[3];
	double sample_threads;
	int64_t wave_blocks;
	struct thread_set set[N_ERNST2022_SET];
	double wave_cells;
	double sector_B, line_B, store_B, page_B;
};

/* The wave, and the blocks that ran before it. */
void ernst2022_sets(struct ernst2022_case *c);

enum footprint_status ernst2022_count(struct ernst2022_case *c);

/* Cycles and requests of the warps of the sample, for ernst2022_count(). */
enum footprint_status ernst2022_warps(struct ernst2022_case *c);

#endif
