#ifndef ENGINE_SIMULATE_SIMULATE_REQUEST_H
#define ENGINE_SIMULATE_SIMULATE_REQUEST_H

/* One request of a warp: the lines that its lanes touch, each once, in the
 * order of the first lane that touches it.
 */

#include <stdint.h>

#include "engine/simulate/simulate_cache.h"
#include "engine/simulate/simulate_walk.h"

/* Lanes that lie across lines: an element of 16 B and lines of 4 B. */
#define REQUEST_PIECES (WALK_LANES * 5)

struct simulate_load {
	int n;
	uint64_t met; /* a bit for each line's hash: lines that are there */
	struct {
		int64_t line;
		uint32_t sectors;
	} piece[REQUEST_PIECES];
};

struct simulate_store {
	int n;
	struct {
		int64_t line;
		uint64_t bytes[SIMULATE_WORDS];
	} piece[REQUEST_PIECES];
};

/* The sectors of lines of 2^line_shift bytes that the lanes load, elem_B
 * bytes each.
 */
void simulate_request_load(const int64_t *address, uint64_t lanes, int elem_B,
	int line_shift, int sector_shift, struct simulate_load *request);

/* Add addresses start + l * stride of n lanes, where stride is not negative and
 * not larger than a sector.
 */
void simulate_request_row(int64_t start, int64_t stride, int n, int elem_B,
	int line_shift, int sector_shift, struct simulate_load *request);

void simulate_request_store(const int64_t *address, uint64_t lanes, int elem_B,
	int line_shift, struct simulate_store *request);

/* What level "below" is asked for the "sectors" of a line of "above". */
void simulate_request_below(const struct simulate_level *above, int64_t line,
	uint32_t sectors, const struct simulate_level *below,
	struct simulate_load *request);

/* The sectors of a line that have one of the bytes. */
uint32_t simulate_request_sectors(const uint64_t *bytes, int64_t line_B,
	int64_t sector_B);

/* Granules of 2^shift bytes of a line that have a byte of a store. */
int64_t simulate_request_granules(const uint64_t *bytes, int words, int shift);

#endif
