/* Sections of L2: data of all SMs is in each, data of one SM in one or two. */

#include <stdlib.h>

#include "engine/simulate/simulate_sections.h"
#include "tests/unit/check.h"

#define PLACES 1000 /* lines of a section */
#define SMS    64

static const struct simulate_cache shape = {
	.size_B = PLACES * 128,
	.line_B = 128,
	.sector_B = 32,
	.fetch_B = 64,
	.write_B = 32,
	.evict = 1,
};

/* Granules of 64 B that are loaded when "lines" whole lines are used twice in
 * turn, each by all SMs or by one.
 */
static double loaded(int sections, int lines, bool by_all)
{
	struct simulate_counts counts = { 0 };
	struct simulate_sections l2;
	int64_t left_B = 1 << 30;

	CHECK(sections_init(&l2, sections, &shape, &counts, NULL, 0, &left_B));
	for (int turn = 0; turn < 2; ++turn)
		for (int i = 0; i < lines; ++i)
			for (int sm = by_all ? 0 : i % SMS; sm < SMS;
				sm += by_all ? 1 : SMS)
				sections_load(&l2, sections_home(sections, i),
					sections_of_sm(sections, sm), i, 0xf,
					0);
	CHECK(!sections_are_short(&l2));
	sections_clear(&l2);
	return (double) counts.load_B / 64;
}

static void test_places(void)
{
	/* one section is one cache: twice as many lines are lost by LRU */
	CHECK(loaded(1, PLACES, true) == 2 * PLACES);
	CHECK(loaded(1, 2 * PLACES, true) == 8 * PLACES);
	CHECK(loaded(1, 2 * PLACES, false) == 8 * PLACES);
	/* two: of all SMs as many as a section has, of one 4/3 as many */
	CHECK(loaded(2, PLACES, true) == 2 * PLACES);
	CHECK(loaded(2, PLACES * 5 / 4, true) > 4 * PLACES);
	CHECK(loaded(2, PLACES * 6 / 5, false) == PLACES * 12 / 5);
	CHECK(loaded(2, PLACES * 5 / 3, false) > PLACES * 4);
	/* eight: 8 / (2 - 1/8) = 4.3 */
	CHECK(loaded(8, PLACES, true) == 2 * PLACES);
	CHECK(loaded(8, 3 * PLACES, false) == 6 * PLACES);
	CHECK(loaded(8, 3 * PLACES, true) > 9 * PLACES);
}

/* An atomic update is made at the home of its line, which has room for all. */
static void test_updates(void)
{
	struct simulate_counts counts = { 0 };
	struct simulate_sections l2;
	int64_t left_B = 1 << 30;
	uint64_t bytes[2] = { 0xf, 0 };

	CHECK(sections_init(&l2, 2, &shape, &counts, NULL, 0, &left_B));
	for (int turn = 0; turn < 3; ++turn)
		for (int i = 0; i < PLACES * 9 / 5; ++i)
			sections_update(&l2, sections_home(2, i), i, 1, bytes,
				0);
	CHECK(counts.load_B == 32 * PLACES * 9 / 5);
	CHECK(counts.store_B == 0);
	sections_clear(&l2);
}

int main(void)
{
	test_places();
	test_updates();
	return check_done();
}
