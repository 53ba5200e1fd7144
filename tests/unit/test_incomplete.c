/* Lines that are stored in part (doc/MODEL.md, 15.8), against h200/parts.csv. */

#include <math.h>

#include "engine/simulate/simulate_cache.h"
#include "tests/unit/check.h"

#define STEP  4224 /* sectors that are stored at a time */
#define STEPS 60
#define FULL  UINT64_C(0xffffffff)
#define HALF  UINT64_C(0xffff)

static const struct simulate_cache shape = {
	.size_B = 30 << 20,
	.line_B = 128,
	.sector_B = 32,
	.fetch_B = 64,
	.write_B = 32,
	.parts_B = 64000 * 128,
	.evict = 1,
};

static void store(struct simulate_level *l2, int64_t line, uint64_t bytes)
{
	uint64_t words[SIMULATE_WORDS] = { bytes };

	simulate_cache_store(l2, line, words, 0);
}

/* The share of sectors that are loaded to complete them, where the second half
 * of each comes "delay" steps after the first, and they lie "apart" lines apart.
 */
static double completed(int delay, int apart)
{
	struct simulate_counts counts = { 0 };
	struct simulate_level l2;
	int64_t left_B = 1 << 30;

	CHECK(simulate_cache_init(&l2, &shape, &counts, 1, 0, &left_B));
	for (int k = 0; k < STEPS + delay; ++k)
		for (int i = 0; i < STEP; ++i) {
			int64_t is = (int64_t) k * STEP + i;
			int64_t was = is - (int64_t) delay * STEP;

			if (k < STEPS)
				store(&l2, is * apart, HALF);
			if (was >= 0)
				store(&l2, was * apart, FULL & ~HALF);
		}
	CHECK(!l2.is_short);
	simulate_cache_clear(&l2);
	return (double) counts.partial_B / (32. * STEPS * STEP);
}

static void test_measured(void)
{
	static const struct {
		int delay, apart;
		double lost;
	} row[] = {
		{ 1, 33, 0.007 },
		{ 3, 33, 0.037 },
		{ 6, 33, 0.144 },
		{ 8, 33, 0.238 },
		{ 12, 33, 0.429 },
		{ 16, 33, 0.589 },
		{ 4, 1, 0.001 },
		{ 8, 1, 0.051 },
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(*row); ++i)
		CHECK(fabs(completed(row[i].delay, row[i].apart) -
			      row[i].lost) < 0.08);
}

/* A line that is completed stays, and what is stored there later loads nothing. */
static void test_stays(void)
{
	struct simulate_cache few = shape;
	struct simulate_counts counts = { 0 };
	struct simulate_level l2;
	int64_t left_B = 1 << 30;

	few.parts_B = 3 * 128;
	CHECK(simulate_cache_init(&l2, &few, &counts, 1, 0, &left_B));
	for (int line = 0; line < 4; ++line)
		store(&l2, line, HALF);
	CHECK(counts.partial_B == 32 && counts.store_B == 32);
	store(&l2, 0, FULL & ~HALF);
	for (int line = 1; line < 4; ++line)
		store(&l2, line, FULL);
	for (int line = 4; line < 7; ++line)
		store(&l2, line, HALF);
	CHECK(counts.partial_B == 32);
	simulate_cache_flush(&l2);
	CHECK(counts.partial_B == 4 * 32 && counts.store_B == 8 * 32);
	simulate_cache_clear(&l2);
}

/* Nothing is lost where a cache has no such bound. */
static void test_none(void)
{
	struct simulate_cache all = shape;
	struct simulate_counts counts = { 0 };
	struct simulate_level l2;
	int64_t left_B = 1 << 30;

	all.parts_B = 0;
	CHECK(simulate_cache_init(&l2, &all, &counts, 1, 0, &left_B));
	for (int line = 0; line < 200000; ++line)
		store(&l2, line, HALF);
	CHECK(counts.partial_B == 0);
	simulate_cache_clear(&l2);
}

int main(void)
{
	test_measured();
	test_stays();
	test_none();
	return check_done();
}
