/* The simulator's L1 against that of an H200: which lines evict each other, which
 * goes first, how much is found of data that are walked again and again, and how
 * much of it is shared memory.
 * tests/measured/h200/README.md says what the tables are.
 */

#include <math.h>
#include <string.h>

#include "engine/kernel/occupancy.h"
#include "engine/simulate/simulate_cache.h"
#include "lang/base/csv.h"
#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

#define L1_KIB	     256
#define RESERVED_KIB 8
#define SET_LINES    13 /* rows of a set in l1_sets.csv */

struct l1 {
	struct simulate_level level;
	struct simulate_counts counts;
	int64_t left_B;
};

static void start(struct l1 *l1, int64_t shared_KiB)
{
	struct simulate_cache shape = {
		.size_B = (L1_KIB - RESERVED_KIB - shared_KiB) * 1024,
		.line_B = 128,
		.sector_B = 32,
		.fetch_B = 32,
		.write_B = 32,
		.sets = 512,
		.ways = 4,
		.policy = SIMULATE_SEGMENTED,
		.evict = 1,
		.is_through = true,
		.allocates = true,
		.is_plain = true,
	};

	l1->left_B = INT64_MAX / 2;
	l1->counts = (struct simulate_counts) { 0 };
	CHECK(simulate_cache_init(&l1->level, &shape, &l1->counts, 1, 0,
		&l1->left_B));
}

/* Whether the sector was there. */
static bool load(struct l1 *l1, int64_t line, int sector)
{
	int32_t hint = 0;

	return simulate_cache_load(&l1->level, line, UINT32_C(1) << sector, 0,
		       &hint) == 0;
}

static void store(struct l1 *l1, int64_t line, int sector)
{
	simulate_cache_pass(&l1->level, line, UINT32_C(1) << sector, 0);
}

static void open_table(struct csv *t, const char *name)
{
	struct buffer text = { 0 };
	char path[512], why[256] = "";
	size_t len;

	snprintf(path, sizeof(path), MEASURED_DIR "/%s", name);
	CHECK(files_read(path, &text));
	len = text.len;
	CHECK(csv_parse(t, buffer_take(&text), len, why));
}

static const char *cell(const struct csv *t, int64_t row, const char *column)
{
	return csv_cell(t, row, csv_column(t, column));
}

static int64_t whole(const struct csv *t, int64_t row, const char *column)
{
	return atoll(cell(t, row, column));
}

/* Lines of one set evict each other from the fifth on, the oldest first; of those
 * of two sets, four stay in each.
 */
static void test_sets(int64_t line[SET_LINES])
{
	struct csv t;
	struct l1 l1;
	int64_t n_set;

	open_table(&t, "l1_sets.csv");
	n_set = t.n_row / SET_LINES;
	CHECK(n_set >= 50);
	for (int64_t s = 0; s < n_set; ++s) {
		for (int64_t i = 0; i < SET_LINES; ++i)
			line[i] = whole(&t, s * SET_LINES + i, "line");
		start(&l1, 32);
		for (int i = 0; i < SET_LINES; ++i)
			CHECK(!load(&l1, line[i], 0));
		for (int i = SET_LINES - 4; i < SET_LINES; ++i)
			CHECK(load(&l1, line[i], 0));
		for (int i = 0; i < SET_LINES - 4; ++i)
			CHECK(!load(&l1, line[i], 0));
		simulate_cache_clear(&l1.level);
	}
	csv_clear(&t);
}

static bool is(const char *what, const char *name)
{
	return strcmp(what, name) == 0;
}

/* Four lines of a set, something done to the second, "others" of the set behind
 * them: is the line with this number found?
 */
static bool finds(const int64_t *line, const char *what, int64_t others,
	int64_t number)
{
	struct l1 l1;
	bool found;

	start(&l1, 32);
	for (int i = 0; i < 4; ++i)
		if (i == 1 && is(what, "first a store"))
			store(&l1, line[i], 0);
		else
			load(&l1, line[i], 0);
	if (is(what, "load") || is(what, "load while it comes") ||
		is(what, "load three times"))
		load(&l1, line[1], 0);
	if (is(what, "load another sector") ||
		is(what, "load another sector while it comes"))
		load(&l1, line[1], 1);
	if (is(what, "store"))
		store(&l1, line[1], 0);
	if (is(what, "store another sector"))
		store(&l1, line[1], 1);
	for (int64_t i = 4; i < 4 + others; ++i)
		if (is(what, "stores after"))
			store(&l1, line[i], 0);
		else
			load(&l1, line[i], 0);
	found = load(&l1, line[number], 0);
	simulate_cache_clear(&l1.level);
	return found;
}

/* All but atomic updates, which drop their line; the simulator's do not pass L1. */
static void test_order(const int64_t *line)
{
	struct csv t;
	int64_t n = 0;

	open_table(&t, "l1_order.csv");
	for (int64_t row = 0; row < t.n_row; ++row) {
		const char *what = cell(&t, row, "to_second");

		if (is(what, "atomic"))
			continue;
		CHECK(finds(line, what, whole(&t, row, "others"),
			      whole(&t, row, "line")) ==
			(whole(&t, row, "found") == 1));
		++n;
	}
	CHECK(n > 400);
	csv_clear(&t);
}

#define WALKS 4

static double walked(int64_t shared_KiB, int64_t stride, int64_t lines)
{
	struct l1 l1;
	int64_t found = 0;

	start(&l1, shared_KiB);
	for (int w = 0; w < WALKS; ++w) {
		found = 0;
		for (int64_t i = 0; i < lines; ++i)
			found += load(&l1, i * stride, 0);
	}
	simulate_cache_clear(&l1.level);
	return (double) found / (double) lines;
}

/* Where sets decide, as counted; where room does, nearly so: of all walks 9 in 10
 * within 0.1.
 */
static void test_walks(void)
{
	struct csv t;
	int64_t close = 0;
	double sum = 0;

	open_table(&t, "l1_walks.csv");
	for (int64_t row = 0; row < t.n_row; ++row) {
		double found = atof(cell(&t, row, "found"));
		double off = fabs(walked(whole(&t, row, "shared_KiB"),
					  whole(&t, row, "stride"),
					  whole(&t, row, "lines")) -
			found);

		sum += off;
		close += off <= 0.1;
	}
	printf("%lld walks, %.1f %% within 0.1, %.4f off on average\n",
		(long long) t.n_row, 100 * (double) close / (double) t.n_row,
		sum / (double) t.n_row);
	CHECK(t.n_row > 400);
	CHECK((double) close >= 0.9 * (double) t.n_row);
	CHECK(sum / (double) t.n_row < 0.03);
	csv_clear(&t);
}

static struct device h200(void)
{
	struct device dev = test_device(1 << 20);

	dev.sm_threads = 2048;
	dev.sm_blocks = 32;
	dev.sm_registers = 65536;
	dev.sm_shared_B = 228 * 1024;
	dev.block_threads = 1024;
	dev.block_shared_B = 227 * 1024;
	dev.thread_registers = 255;
	dev.register_unit = 256;
	dev.warp_unit = 4;
	dev.warp_size = 32;
	dev.shared_unit_B = 128;
	dev.shared_reserved_B = 1024;
	dev.shared_spare_B = 132 * 1024;
	dev.carveouts = "0 8 16 32 64 100 132 164 196 228";
	return dev;
}

/* All that the driver was seen to take. */
static void test_carveouts(void)
{
	struct device dev = h200();
	struct csv t;

	open_table(&t, "carveouts.csv");
	for (int64_t row = 0; row < t.n_row; ++row) {
		struct kernel kernel = {
			.name = "k",
			.registers = (int) whole(&t, row, "registers"),
			.registers_given = true,
			.shared_B = whole(&t, row, "shared_B"),
		};
		struct launch launch = {
			.block = { whole(&t, row, "threads"), 1, 1 },
			.grid = { 1000, 1, 1 },
		};
		struct occupancy o;
		char why[256];

		CHECK(occupancy_find(&kernel, &launch, &dev, &o, why));
		CHECK((int64_t) occupancy_carved_B(&o, &dev) ==
			1024 * whole(&t, row, "carveout_KiB"));
	}
	CHECK(t.n_row > 370);
	csv_clear(&t);
}

int main(void)
{
	int64_t line[SET_LINES] = { 0 };

	test_sets(line);
	test_order(line);
	test_walks();
	test_carveouts();
	return check_done();
}
