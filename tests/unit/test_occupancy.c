/* Occupancy (chapter 2 of doc/MODEL.md): blocks per SM, and launches that are
 * impossible.
 */

#include <string.h>

#include "engine/kernel/occupancy.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

static const struct {
	int64_t block[3];
	int registers;
	int64_t static_B, dynamic_B;
	int blocks, warps;
	const char *limiter;
} possible[] = {
	{ { 256, 1, 1 }, 32, 0, 0, 8, 64, "threads" },
	{ { 32, 32, 1 }, 32, 0, 0, 2, 64, "threads" },
	{ { 24, 10, 3 }, 32, 0, 0, 2, 46, "threads" },
	{ { 32, 1, 1 }, 16, 0, 0, 32, 32, "blocks" },
	{ { 33, 1, 1 }, 16, 0, 0, 32, 64, "threads" },
	/* 40 registers are 1280 a warp: 12 warps in each quarter */
	{ { 256, 1, 1 }, 40, 0, 0, 6, 48, "registers" },
	/* rounded up to 40 */
	{ { 256, 1, 1 }, 33, 0, 0, 6, 48, "registers" },
	{ { 1024, 1, 1 }, 64, 0, 0, 1, 32, "registers" },
	/* 3 warps in each quarter, though all registers would hold 12.19 */
	{ { 96, 1, 1 }, 168, 0, 0, 4, 12, "registers" },
	{ { 160, 1, 1 }, 96, 0, 0, 4, 20, "registers" },
	{ { 256, 1, 1 }, 255, 0, 0, 1, 8, "registers" },
	/* 48 KiB and the 1 KiB of the system */
	{ { 128, 1, 1 }, 32, 49152, 0, 3, 12, "shared memory" },
	{ { 128, 1, 1 }, 32, 0, 49152, 3, 12, "shared memory" },
	{ { 128, 1, 1 }, 32, 24576, 24576, 3, 12, "shared memory" },
	{ { 128, 1, 1 }, 32, 0, 163 * 1024, 1, 4, "shared memory" },
	/* one byte more than a unit of 128 B */
	{ { 64, 1, 1 }, 32, 4224 - 1024, 0, 32, 64, "threads" },
	{ { 64, 1, 1 }, 32, 4225, 0, 31, 62, "shared memory" },
};

static const struct {
	int64_t block[3];
	int registers;
	int64_t dynamic_B;
	const char *says; /* what the sentence must name */
} impossible[] = {
	{ { 2048, 1, 1 }, 32, 0, "1024" },
	{ { 32, 32, 2 }, 32, 0, "1024" },
	{ { 1, 1, 65 }, 32, 0, "64" },
	{ { 32, 1, 1 }, 256, 0, "255" },
	/* 72 registers a thread: 7 warps in each quarter */
	{ { 1024, 1, 1 }, 65, 0, "65536" },
	{ { 32, 1, 1 }, 32, 163 * 1024 + 1, "shared memory" },
};

static const int64_t domain[3] = { 64, 64, 64 }, unfolded[3] = { 1, 1, 1 };

static void test_possible(const struct device *dev)
{
	for (size_t i = 0; i < sizeof(possible) / sizeof(possible[0]); ++i) {
		struct test_case c;
		struct occupancy o;
		char why[256];

		CHECK(case_init(&c, 3, domain, possible[i].block, unfolded));
		c.kernel.registers = possible[i].registers;
		c.kernel.shared_B = possible[i].static_B;
		c.launch.dynamic_shared_B = possible[i].dynamic_B;
		CHECK(occupancy_find(&c.kernel, &c.launch, dev, &o, why));
		CHECK(o.blocks_per_sm == possible[i].blocks);
		CHECK(o.warps_per_sm == possible[i].warps);
		CHECK(strcmp(o.limiter, possible[i].limiter) == 0);
		if (o.blocks_per_sm != possible[i].blocks ||
			strcmp(o.limiter, possible[i].limiter) != 0)
			printf("  case %zu: %d blocks, %s\n", i,
				o.blocks_per_sm, o.limiter);
		case_clear(&c);
	}
}

static void test_impossible(const struct device *dev)
{
	for (size_t i = 0; i < sizeof(impossible) / sizeof(impossible[0]);
		++i) {
		struct test_case c;
		struct occupancy o;
		char why[256] = "";

		CHECK(case_init(&c, 3, domain, impossible[i].block, unfolded));
		c.kernel.registers = impossible[i].registers;
		c.launch.dynamic_shared_B = impossible[i].dynamic_B;
		CHECK(!occupancy_find(&c.kernel, &c.launch, dev, &o, why));
		CHECK(strstr(why, impossible[i].says) != NULL);
		if (!strstr(why, impossible[i].says))
			printf("  case %zu says: %s\n", i, why);
		case_clear(&c);
	}
}

/* Other devices: fewer threads on an SM, warps of 64, no limit in z. */
static void test_others(struct device dev)
{
	static const int64_t big[3] = { 1024, 1, 1 }, deep[3] = { 1, 1, 128 };
	struct test_case c;
	struct occupancy o;
	char why[256];

	dev.sm_threads = 1536;
	dev.sm_blocks = 16;
	CHECK(case_init(&c, 3, domain, big, unfolded));
	CHECK(occupancy_find(&c.kernel, &c.launch, &dev, &o, why));
	CHECK(o.blocks_per_sm == 1);
	case_clear(&c);

	dev.vendor = "amd";
	dev.warp_size = 64;
	dev.warp_unit = 1;
	CHECK(case_init(&c, 3, domain, deep, unfolded));
	CHECK(occupancy_find(&c.kernel, &c.launch, &dev, &o, why));
	CHECK(o.blocks_per_sm == 12 && o.warps_per_sm == 24);
	case_clear(&c);
}

static const struct {
	int64_t domain[3], block[3], fold[3], grid[3];
} launches[] = {
	{ { 640, 512, 512 }, { 512, 2, 1 }, { 1, 1, 1 }, { 2, 256, 512 } },
	{ { 640, 512, 512 }, { 24, 10, 3 }, { 1, 1, 1 }, { 27, 52, 171 } },
	{ { 100, 1, 1 }, { 64, 1, 1 }, { 2, 1, 1 }, { 1, 1, 1 } },
	{ { 129, 1, 1 }, { 64, 1, 1 }, { 2, 1, 1 }, { 2, 1, 1 } },
	{ { 8, 8, 8 }, { 64, 1, 1 }, { 1, 1, 100 }, { 1, 8, 1 } },
};

static void test_launches(void)
{
	static const int64_t bad[][3] = {
		{ 0, 1, 1 },
		{ 1, -5, 1 },
		{ INT64_MAX, 2, 1 },
		{ (int64_t) 1 << 40, (int64_t) 1 << 40, 1 },
	};
	static const int64_t one[3] = { 1, 1, 1 }, two[3] = { 1, 1, 2 };
	static const int64_t deep[3] = { 1, 1, INT64_MAX };
	struct launch l;
	char why[256];

	for (size_t i = 0; i < sizeof(launches) / sizeof(launches[0]); ++i) {
		CHECK(launch_init(&l, launches[i].domain, launches[i].block,
			launches[i].fold, why));
		CHECK(memcmp(l.grid, launches[i].grid, sizeof(l.grid)) == 0);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
		why[0] = '\0';
		CHECK(!launch_init(&l, bad[i], one, one, why));
		CHECK(why[0]);
		CHECK(!launch_init(&l, one, bad[i], one, why));
		CHECK(!launch_init(&l, one, one, bad[i], why));
	}
	CHECK(!launch_init(&l, one, two, deep, why));
}

static void test_launch_check(void)
{
	static const int64_t block[3] = { 32, 4, 2 };
	struct test_case c;
	char why[256];

	CHECK(case_init(&c, 3, domain, block, unfolded));
	CHECK(launch_check(&c.launch, &c.kernel, why));
	c.launch.grid[1] = 17;
	CHECK(!launch_check(&c.launch, &c.kernel, why));
	CHECK(strstr(why, "16"));
	c.launch.grid[1] = 16;
	c.kernel.updates = 0;
	CHECK(!launch_check(&c.launch, &c.kernel, why));
	c.kernel.updates = 1;
	c.launch.dynamic_shared_B = -1;
	CHECK(!launch_check(&c.launch, &c.kernel, why));
	case_clear(&c);
}

int main(void)
{
	struct device dev = test_device(20.0 * 1024 * 1024);

	test_possible(&dev);
	test_impossible(&dev);
	test_others(dev);
	test_launches();
	test_launch_check();
	return check_done();
}
