/* hw/device.c: the table of figures is consistent, and device_check() finds
 * missing and impossible figures.
 */

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "hw/device.h"
#include "tests/unit/check.h"

#define COMPANION "warpspeed."

static bool known_unit(const char *unit)
{
	static const char *const units[] = { "", "whole", "B", "B/s", "Hz", "s",
		"cyc", "FLOP/s", "FLOP" };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i)
		if (strcmp(unit, units[i]) == 0)
			return true;
	return false;
}

/* A companion has a plain figure with the same unit and range. */
static void test_companion(const struct device_field_info *info)
{
	int plain = device_find(info->path + strlen(COMPANION));

	CHECK(plain >= 0);
	if (plain < 0)
		return;
	CHECK(strcmp(device_fields[plain].unit, info->unit) == 0);
	CHECK(device_fields[plain].lo == info->lo);
	CHECK(device_fields[plain].hi == info->hi);
	CHECK(info->need == NEED_MODEL);
}

/* "l2" must not be a figure beside "l2.size": what would a.l2 be? */
static bool is_group(const char *path)
{
	size_t n = strlen(path);

	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		if (strncmp(device_fields[i].path, path, n) == 0 &&
			device_fields[i].path[n] == '.')
			return true;
	return false;
}

static void test_table(void)
{
	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		const struct device_field_info *info = &device_fields[i];

		CHECK(device_find(info->path) == i);
		CHECK(device_find_text(info->path) == -1);
		CHECK(!is_group(info->path));
		CHECK(known_unit(info->unit));
		CHECK(strcmp(info->unit, "whole") != 0 ||
			(info->lo == floor(info->lo) &&
				info->hi == floor(info->hi)));
		CHECK(info->lo < info->hi);
		CHECK(info->what[0] != '\0');
		if (strncmp(info->path, COMPANION, strlen(COMPANION)) == 0)
			test_companion(info);
	}
	for (int i = 0; i < N_DEVICE_TEXT; ++i) {
		CHECK(device_find_text(device_texts[i].path) == i);
		CHECK(device_find(device_texts[i].path) == -1);
		CHECK(!is_group(device_texts[i].path));
	}
	CHECK(device_find("") == -1);
	CHECK(is_group("l2") && device_find("l2") == -1);
	CHECK(device_find("l2.sizes") == -1);
	CHECK(device_find_text("l2.size") == -1);
}

/* Each figure has its own place, and the member is that place. */
static void test_places(void)
{
	struct device dev;

	device_init(&dev, "x");
	CHECK(strcmp(dev.id, "x") == 0);
	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		CHECK(isnan(device_get(&dev, i)));
		CHECK(!dev.sources[i] && dev.doubt[i] == 0);
		device_set(&dev, i, i);
	}
	for (int i = 0; i < N_DEVICE_TEXT; ++i) {
		CHECK(!device_get_text(&dev, i));
		device_set_text(&dev, i, device_texts[i].path);
	}
	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		CHECK(device_get(&dev, i) == i);
	for (int i = 0; i < N_DEVICE_TEXT; ++i)
		CHECK(strcmp(device_get_text(&dev, i), device_texts[i].path) ==
			0);
	CHECK(dev.l2_B_per_s == device_find("l2.bw"));
	CHECK(dev.warpspeed_l2_B_per_s == device_find("warpspeed.l2.bw"));
	CHECK(strcmp(dev.l1_model, "l1.model") == 0);
}

/* A device with the least of each figure, which is in range. */
static void fill(struct device *dev)
{
	device_init(dev, "least");
	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		device_set(dev, i, device_fields[i].lo);
	dev->l1_model = "nv";
}

static void test_check(void)
{
	struct device dev;
	int n_missing = 0, n_always = 0;

	fill(&dev);
	CHECK(device_check(&dev, 0) == -1);
	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		const struct device_field_info *info = &device_fields[i];
		bool always = info->need == NEED_ALWAYS;

		n_always += always;
		device_set(&dev, i, info->hi);
		CHECK(device_check(&dev, 0) == -1);
		device_set(&dev, i, nextafter(info->hi, INFINITY));
		CHECK(device_check(&dev, 0) == i);
		CHECK(device_check(&dev, i + 1) == -1);
		device_set(&dev, i, nextafter(info->lo, -INFINITY));
		CHECK(device_check(&dev, 0) == i);
		device_set(&dev, i, NAN);
		CHECK(device_check(&dev, 0) == (always ? i : -1));
		device_set(&dev, i, info->lo);
	}
	device_init(&dev, "empty");
	for (int i = device_check(&dev, 0); i >= 0;
		i = device_check(&dev, i + 1))
		++n_missing;
	CHECK(n_missing == n_always);
	CHECK(n_always > 0);
}

static void test_check_text(void)
{
	struct device dev;

	fill(&dev);
	CHECK(device_check_text(&dev, 0) == -1);
	dev.l1_model = "mips";
	CHECK(device_check_text(&dev, 0) == DEVICE_TEXT_l1_model);
	CHECK(device_check_text(&dev, DEVICE_TEXT_l1_model + 1) == -1);
	dev.l1_model = NULL;
	CHECK(device_check_text(&dev, 0) == DEVICE_TEXT_l1_model);
	dev.l1_model = "rdna";
	dev.vendor = "acme";
	CHECK(device_check_text(&dev, 0) == DEVICE_TEXT_vendor);
	dev.vendor = "amd";
	dev.l1_policy = "mru";
	CHECK(device_check_text(&dev, 0) == DEVICE_TEXT_l1_policy);
	dev.l1_policy = "lru";
	dev.name = "anything";
	CHECK(device_check_text(&dev, 0) == -1);
}

static void test_carveout(void)
{
	static const char *const bad[] = { "", " ", "8 8", "16 8", "8 KiB",
		"-8", "nan", "0 inf", "0 8,", "0 1e5" };
	struct device dev;

	fill(&dev);
	dev.carveouts = "0 8 16.5 100";
	CHECK(device_check_text(&dev, 0) == -1);
	CHECK(device_carveout(&dev, 0) == 0);
	CHECK(device_carveout(&dev, 1) == 8 * 1024);
	CHECK(device_carveout(&dev, 8 * 1024) == 8 * 1024);
	CHECK(device_carveout(&dev, 8 * 1024 + 1) == 16.5 * 1024);
	CHECK(device_carveout(&dev, 100 * 1024) == 100 * 1024);
	CHECK(isnan(device_carveout(&dev, 100 * 1024 + 1)));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
		dev.carveouts = bad[i];
		CHECK(device_check_text(&dev, 0) == DEVICE_TEXT_carveouts);
	}
	dev.carveouts = NULL;
	dev.sm_shared_B = 65536;
	CHECK(device_carveout(&dev, 0) == 65536);
	CHECK(device_carveout(&dev, 65536) == 65536);
	CHECK(isnan(device_carveout(&dev, 65537)));
}

static void test_cite(void)
{
	struct device dev;

	fill(&dev);
	device_cite(&dev, DEVICE_l2_size_B, "a paper");
	CHECK(strcmp(dev.sources[DEVICE_l2_size_B], "a paper") == 0);
	CHECK(device_origin(&dev, DEVICE_l2_size_B) != ORIGIN_DERIVED);
	device_cite(&dev, DEVICE_l2_size_B, "derived: half of it");
	CHECK(device_origin(&dev, DEVICE_l2_size_B) == ORIGIN_DERIVED);
	device_cite(&dev, DEVICE_l2_size_B, "was not derived");
	CHECK(device_origin(&dev, DEVICE_l2_size_B) != ORIGIN_DERIVED);
}

/* A figure of the published tool is valid until the plain figure changes. */
static void test_override(void)
{
	struct device dev;

	fill(&dev);
	dev.l2_B_per_s = 5e12;
	dev.warpspeed_l2_B_per_s = 4e12;
	device_cite(&dev, DEVICE_l2_B_per_s, "derived: so");
	device_cite(&dev, DEVICE_warpspeed_l2_B_per_s, "the tool");
	device_override(&dev, DEVICE_l2_B_per_s, 6e12);
	CHECK(dev.l2_B_per_s == 6e12);
	CHECK(isnan(dev.warpspeed_l2_B_per_s));
	CHECK(!dev.sources[DEVICE_l2_B_per_s]);
	CHECK(device_origin(&dev, DEVICE_l2_B_per_s) == ORIGIN_GIVEN);
	CHECK(!dev.sources[DEVICE_warpspeed_l2_B_per_s]);
	device_override(&dev, DEVICE_mshrs, 64);
	CHECK(dev.mshrs == 64);
	CHECK(device_check(&dev, 0) == -1);
}

int main(void)
{
	test_table();
	test_places();
	test_check();
	test_check_text();
	test_carveout();
	test_cite();
	test_override();
	return check_done();
}
