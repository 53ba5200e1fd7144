/* Lines and sectors of one request, merged over the lanes of a warp. */

#include "engine/simulate/simulate_request.h"

/* The bit of a line in simulate_load.met: without it the line is a new one, and
 * lanes that all go to other lines need no search.
 */
static uint64_t bit_of(int64_t line)
{
	return UINT64_C(1) << ((uint64_t) line * UINT64_C(0x9e3779b97f4a7c15) >>
		       58);
}

static void add_sectors(struct simulate_load *r, int64_t line, uint32_t sectors)
{
	uint64_t bit = bit_of(line);

	if (r->n == 0)
		r->met = 0;
	/* a lane mostly continues in the line of the one before */
	for (int i = r->met & bit ? r->n - 1 : -1; i >= 0; --i)
		if (r->piece[i].line == line) {
			r->piece[i].sectors |= sectors;
			return;
		}
	r->met |= bit;
	r->piece[r->n].line = line;
	r->piece[r->n++].sectors = sectors;
}

/* The sectors lo .. hi, numbered through all lines. */
static void add_range(struct simulate_load *r, int64_t lo, int64_t hi,
	int shift)
{
	int64_t per_line = INT64_C(1) << shift;

	while (lo <= hi) {
		int64_t line = lo >> shift, last = (line + 1) * per_line - 1;
		int from = (int) (lo & (per_line - 1)), n;

		if (last > hi)
			last = hi;
		n = (int) (last - lo) + 1;
		add_sectors(r, line,
			(n == 32 ? ~UINT32_C(0) : (UINT32_C(1) << n) - 1)
				<< from);
		lo = last + 1;
	}
}

void simulate_request_load(const int64_t *address, uint64_t lanes, int elem_B,
	int line_shift, int sector_shift, struct simulate_load *r)
{
	int shift = line_shift - sector_shift;
	int64_t before = INT64_MIN;

	r->n = 0;
	for (; lanes; lanes &= lanes - 1) {
		int64_t at = address[__builtin_ctzll(lanes)];
		int64_t lo = at >> sector_shift;
		int64_t hi = (at + elem_B - 1) >> sector_shift;

		/* lanes side by side are mostly in one sector */
		if (lo == before && hi == before)
			continue;
		before = hi;
		if (lo == hi)
			add_sectors(r, lo >> shift,
				UINT32_C(1)
					<< (lo & ((INT64_C(1) << shift) - 1)));
		else
			add_range(r, lo, hi, shift);
	}
}

void simulate_request_row(int64_t start, int64_t stride, int n, int elem_B,
	int line_shift, int sector_shift, struct simulate_load *r)
{
	int64_t last = start + (n - 1) * stride + elem_B - 1;

	add_range(r, start >> sector_shift, last >> sector_shift,
		line_shift - sector_shift);
}

static uint64_t *bytes_of_line(struct simulate_store *r, int64_t line)
{
	for (int i = r->n - 1; i >= 0; --i)
		if (r->piece[i].line == line)
			return r->piece[i].bytes;
	r->piece[r->n].line = line;
	for (int i = 0; i < SIMULATE_WORDS; ++i)
		r->piece[r->n].bytes[i] = 0;
	return r->piece[r->n++].bytes;
}

void simulate_request_store(const int64_t *address, uint64_t lanes, int elem_B,
	int line_shift, struct simulate_store *r)
{
	int64_t line_B = INT64_C(1) << line_shift;

	r->n = 0;
	for (; lanes; lanes &= lanes - 1) {
		int64_t at = address[__builtin_ctzll(lanes)];

		for (int i = 0; i < elem_B; ++i, ++at) {
			int64_t in = at & (line_B - 1);

			bytes_of_line(r,
				at >> line_shift)[in / 64] |= UINT64_C(1)
				<< in % 64;
		}
	}
}

void simulate_request_below(const struct simulate_level *above, int64_t line,
	uint32_t sectors, const struct simulate_level *below,
	struct simulate_load *r)
{
	int shift = below->line_shift - below->sector_shift;
	int64_t start = line << above->line_shift;

	r->n = 0;
	for (; sectors; sectors &= sectors - 1) {
		int64_t at = start +
			((int64_t) __builtin_ctz(sectors)
				<< above->sector_shift);

		add_range(r, at >> below->sector_shift,
			(at + above->shape.sector_B - 1) >> below->sector_shift,
			shift);
	}
}

uint32_t simulate_request_sectors(const uint64_t *bytes, int64_t line_B,
	int64_t sector_B)
{
	uint64_t unit = sector_B >= 64 ? ~UINT64_C(0) :
					 (UINT64_C(1) << sector_B) - 1;
	uint32_t sectors = 0;

	for (int64_t at = 0; at < line_B; at += sector_B) {
		uint64_t any = bytes[at / 64] >> at % 64 & unit;

		for (int64_t i = at + 64; i < at + sector_B; i += 64)
			any |= bytes[i / 64];
		if (any)
			sectors |= UINT32_C(1) << at / sector_B;
	}
	return sectors;
}

int64_t simulate_request_granules(const uint64_t *bytes, int words, int shift)
{
	int64_t granule_B = INT64_C(1) << shift, n = 0;

	for (int i = 0; i < words; ++i) {
		if (shift >= 6) {
			int per = (int) (granule_B / 64);
			uint64_t any = 0;

			for (int j = 0; j < per && i + j < words; ++j)
				any |= bytes[i + j];
			n += any != 0;
			i += per - 1;
			continue;
		}
		for (int at = 0; at < 64; at += (int) granule_B)
			n += (bytes[i] >> at &
				     ((UINT64_C(1) << granule_B) - 1)) != 0;
	}
	return n;
}
