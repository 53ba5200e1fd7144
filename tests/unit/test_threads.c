/* Sets of threads against enumeration. */

#include "engine/kernel/threads.h"
#include "tests/unit/check.h"

static bool has(const struct thread_set *set, int64_t x, int64_t y, int64_t z)
{
	int64_t at[3] = { x, y, z };
	int n = 0;

	for (int i = 0; i < set->n_box; ++i) {
		bool is_in = true;

		for (int d = 0; d < 3; ++d)
			is_in = is_in && at[d] >= set->box[i].lo[d] &&
				at[d] < set->box[i].hi[d];
		n += is_in;
	}
	return n == 1; /* boxes are disjoint */
}

static int64_t number(const struct thread_set *set)
{
	int64_t n = -1;

	CHECK(threads_number(set, &n));
	return n;
}

static bool has_empty_box(const struct thread_set *set)
{
	for (int i = 0; i < set->n_box; ++i)
		for (int d = 0; d < 3; ++d)
			if (set->box[i].lo[d] >= set->box[i].hi[d])
				return true;
	return false;
}

/* All runs of blocks in a small grid of one-thread blocks. */
static void test_blocks(int64_t gx, int64_t gy, int64_t gz)
{
	struct launch l = {
		.block = { 1, 1, 1 },
		.fold = { 1, 1, 1 },
		.grid = { gx, gy, gz },
	};
	int64_t blocks = gx * gy * gz;

	for (int64_t first = 0; first < blocks; ++first)
		for (int64_t n = 0; n <= blocks - first + 2; ++n) {
			struct thread_set set;
			int64_t last = first + n < blocks ? first + n : blocks;
			bool good = true;

			threads_of_blocks(&l, first, n, &set);
			for (int64_t i = 0; i < blocks; ++i)
				good = good &&
					(i >= first && i < last) ==
						has(&set, i % gx, i / gx % gy,
							i / gx / gy);
			CHECK(good && number(&set) == last - first);
			CHECK(set.n_box <= 5 && !has_empty_box(&set));
		}
}

static void test_scaled(void)
{
	struct launch l = {
		.block = { 24, 10, 3 },
		.fold = { 1, 1, 1 },
		.grid = { 5, 4, 3 },
	};
	struct thread_set set;

	threads_of_blocks(&l, 0, 1, &set);
	CHECK(set.n_box == 1 && number(&set) == 720);
	threads_of_blocks(&l, 13, 1, &set);
	CHECK(set.n_box == 1 && set.box[0].lo[0] == 72 &&
		set.box[0].lo[1] == 20 && set.box[0].hi[2] == 3);
	threads_of_blocks(&l, 0, 60, &set);
	CHECK(set.n_box == 1 && number(&set) == 60 * 720);
	threads_of_blocks(&l, 60, 4, &set);
	CHECK(set.n_box == 0 && number(&set) == 0);
	threads_of_blocks(&l, -3, 4, &set);
	CHECK(number(&set) == 720);
	threads_of_blocks(&l, 2, INT64_MAX, &set);
	CHECK(number(&set) == 58 * 720);
	threads_of_block_box(&l, (int64_t[]) { 1, -2, 0 },
		(int64_t[]) { 3, 2, 9 }, &set);
	CHECK(number(&set) == 2 * 2 * 3 * 720);
	threads_of_block_box(&l, (int64_t[]) { 3, 0, 0 },
		(int64_t[]) { 3, 2, 9 }, &set);
	CHECK(set.n_box == 0);
}

/* The warps of a block are its threads in order, "width" at a time. */
static void test_warps(int64_t bx, int64_t by, int64_t bz, int width)
{
	struct launch l = {
		.block = { bx, by, bz },
		.fold = { 1, 1, 1 },
		.grid = { 2, 2, 1 },
	};
	int64_t threads = bx * by * bz;
	int64_t warps = threads_warps_per_block(&l, width);
	struct thread_set set;
	bool good = true;

	CHECK(warps == (threads + width - 1) / width);
	for (int64_t w = 0; w < warps; ++w) {
		threads_of_warp(&l, 3, w, width, &set);
		for (int64_t i = 0; i < threads; ++i)
			good = good &&
				(i / width == w) ==
					has(&set, bx + i % bx, by + i / bx % by,
						i / bx / by);
		good = good && set.n_box <= 5 && !has_empty_box(&set);
	}
	CHECK(good);
	threads_of_warp(&l, 3, warps, width, &set);
	CHECK(set.n_box == 0);
	threads_of_warp(&l, 4, 0, width, &set);
	CHECK(set.n_box == 0);
}

static void test_clip(void)
{
	struct kernel k = { .domain = { 100, 7, 1 } };
	struct launch l = {
		.block = { 64, 2, 1 },
		.fold = { 2, 3, 1 },
		.grid = { 1, 2, 1 },
	};
	struct thread_set set;

	threads_of_blocks(&l, 0, 2, &set);
	CHECK(number(&set) == 64 * 4);
	threads_clip(&k, &l, &set);
	CHECK(number(&set) == 50 * 3);
	CHECK(has(&set, 49, 2, 0) && !has(&set, 50, 2, 0) &&
		!has(&set, 49, 3, 0));
	k.domain[1] = 0;
	threads_clip(&k, &l, &set);
	CHECK(set.n_box == 0);
}

static void test_huge(void)
{
	struct launch l = {
		.block = { 1024, 1, 1 },
		.fold = { 1, 1, 1 },
		.grid = { INT64_MAX / 1024, INT64_MAX / 1024, 1 },
	};
	struct thread_set set;
	int64_t n;

	threads_of_blocks(&l, 0, 1, &set);
	CHECK(number(&set) == 1024);
	threads_of_blocks(&l, 0, INT64_MAX, &set);
	CHECK(!threads_number(&set, &n));
	CHECK(!has_empty_box(&set));
}

int main(void)
{
	test_blocks(1, 1, 1);
	test_blocks(7, 1, 1);
	test_blocks(1, 5, 2);
	test_blocks(4, 3, 3);
	test_blocks(3, 4, 2);
	test_scaled();
	test_warps(24, 10, 3, 32);
	test_warps(48, 1, 2, 32);
	test_warps(5, 3, 7, 32);
	test_warps(256, 1, 1, 32);
	test_warps(8, 8, 8, 64);
	test_warps(3, 1, 1, 32);
	test_warps(4, 4, 4, 1);
	test_clip();
	test_huge();
	return check_done();
}
