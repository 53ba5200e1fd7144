/* engine/kernel/order.h: every order is a bijection, and its quasi-affine
 * expressions compute the same cell.  All paths count the granules that
 * enumeration of the ordered threads finds.
 *
 * Random domains, widths and heights, also such that divide nothing or are
 * wider than the domain.  The seed is printed, and can
 * be given as the argument to see a failure again.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/kernel/order.h"
#include "tests/unit/check.h"
#include "tests/unit/toy.h"

#define N_ROUND	   3000
#define N_COUNT	   400
#define MOST_CELLS 4096

static int below(int n)
{
	return rand() % n;
}

static struct order random_order(const int64_t extent[2])
{
	struct order order = {
		.kind = (enum order_kind) below(ORDER_OWN),
		.width = 1 + below((int) extent[0] + 3),
		.height = 1 + below((int) extent[1] + 3),
	};

	if (below(20) == 0)
		order.width = INT64_MAX;
	if (below(20) == 0)
		order.height = INT64_MAX;
	return order;
}

/* True if indices map to all cells, each once, and the expressions agree. */
static bool is_bijection(const struct order *order, const int64_t extent[2])
{
	static bool taken[MOST_CELLS];
	struct quasi_pool *pool = quasi_pool_new();
	const struct quasi *e[2], *i = quasi_variable(pool, VAR_TX);
	int64_t n = extent[0] * extent[1];
	bool ok = true;

	memset(taken, 0, sizeof(taken));
	order_express(order, extent, pool, i, e);
	for (int64_t k = 0; ok && k < n; ++k) {
		int64_t point[N_QUASI_VAR] = { [VAR_TX] = k };
		int64_t cell[2], same[2], place;

		ok = order_cell(order, extent, k, cell) &&
			quasi_eval(e[0], point, &same[0]) &&
			quasi_eval(e[1], point, &same[1]) &&
			memcmp(cell, same, sizeof(cell)) == 0 && cell[0] >= 0 &&
			cell[0] < extent[0] && cell[1] >= 0 &&
			cell[1] < extent[1];
		place = cell[0] + extent[0] * cell[1];
		ok = ok && !taken[place];
		if (ok)
			taken[place] = true;
	}
	quasi_pool_free(pool);
	return ok;
}

/* Rows of a column follow each other, and columns too. */
static void test_narrow_column(void)
{
	static const int64_t extent[2] = { 21, 6 };
	/* index and cell: the last column is 5 wide and starts at 96 */
	static const int64_t of[][3] = {
		{ 0, 0, 0 },
		{ 7, 7, 0 },
		{ 8, 0, 1 },
		{ 47, 7, 5 },
		{ 48, 8, 0 },
		{ 95, 15, 5 },
		{ 96, 16, 0 },
		{ 100, 20, 0 },
		{ 101, 16, 1 },
		{ 125, 20, 5 },
	};
	struct order columns = { .kind = ORDER_COLUMNS, .width = 8 };
	struct order zigzag = { .kind = ORDER_ZIGZAG, .width = 8 };
	int64_t cell[2];

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); ++i) {
		int64_t o = of[i][0] < 96 ? of[i][1] / 8 * 8 : 16;
		int64_t w = of[i][0] < 96 ? 8 : 5;

		CHECK(order_cell(&columns, extent, of[i][0], cell));
		CHECK(cell[0] == of[i][1] && cell[1] == of[i][2]);
		CHECK(order_cell(&zigzag, extent, of[i][0], cell));
		CHECK(cell[1] == of[i][2]);
		CHECK(cell[0] ==
			(of[i][2] % 2 ? o + w - 1 - (of[i][1] - o) : of[i][1]));
	}
}

/* e brought back into 0 .. n-1 if "clamps" */
static const struct quasi *bounded(struct toy *t, const struct quasi *e,
	int64_t n, bool clamps)
{
	if (!clamps)
		return e;
	return quasi_max(t->pool, quasi_constant(t->pool, 0),
		quasi_min(t->pool, e, quasi_constant(t->pool, n - 1)));
}

/* A box stencil over floats in rows of "pitch" cells. */
static void add_stencil(struct toy *t, const struct quasi *const cell[2],
	const int64_t extent[2], int range, bool clamps)
{
	int64_t pitch = extent[0] + below(3);

	for (int dy = -range; dy <= range; ++dy)
		for (int dx = -range; dx <= range; ++dx) {
			const struct quasi *x = quasi_add(t->pool, cell[0],
				quasi_constant(t->pool, dx));
			const struct quasi *y = quasi_add(t->pool, cell[1],
				quasi_constant(t->pool, dy));

			x = bounded(t, x, extent[0], clamps);
			y = bounded(t, y, extent[1], clamps);
			toy_add(t,
				quasi_scale(t->pool,
					quasi_add(t->pool, x,
						quasi_scale(t->pool, y, pitch)),
					4));
		}
}

/* A launch of one dimension, or of blocks in an order. */
static void make_launch(struct toy *t, const struct order *order,
	const int64_t extent[2], const struct quasi *cell[2])
{
	static const int64_t fold[3] = { 1, 1, 1 };
	int64_t block[3] = { 1 + below(96), 1, 1 };
	int64_t line[3] = { extent[0] * extent[1], 1, 1 };

	if (below(2)) {
		toy_init(t, line, block, fold);
		order_express(order, extent, t->pool, toy_index(t, 0), cell);
		return;
	}
	block[0] = 1 + below(16);
	block[1] = 1 + below(6);
	line[0] *= block[0];
	line[1] = block[1];
	toy_init(t, line, block, fold);
	order_express(order, extent, t->pool, quasi_variable(t->pool, VAR_BX),
		cell);
	for (int d = 0; d < 2; ++d)
		cell[d] = quasi_add(t->pool,
			quasi_variable(t->pool, (enum quasi_var)(VAR_TX + d)),
			quasi_scale(t->pool, cell[d], block[d]));
}

static void count_granules(int n_by[2])
{
	static const int64_t granules[] = { 4, 32, 64, 128 };
	int64_t extent[2] = { 1 + below(40), 1 + below(30) }, cells[2];
	struct order order = random_order(extent);
	int64_t got[4], expected[4], blocks;
	const struct quasi *cell[2];
	enum footprint_status status;
	enum footprint_path path;
	struct thread_set set[2];
	struct footprint f;
	struct toy t;

	make_launch(&t, &order, extent, cell);
	for (int d = 0; d < 2; ++d)
		cells[d] = extent[d] *
			(t.launch.grid[0] == extent[0] * extent[1] ?
					t.launch.block[d] :
					1);
	add_stencil(&t, cell, cells, below(3), below(2));
	blocks = launch_blocks(&t.launch);
	threads_of_blocks(&t.launch, below((int) blocks), 1 + below(9),
		&set[0]);
	threads_of_blocks(&t.launch, below((int) blocks), 1 + below(40),
		&set[1]);
	f = toy_footprint(&t, granules[below(4)]);
	footprint_count_by(FOOTPRINT_ENUMERATED, &f, 2, set, expected, &status);
	CHECK(status == FOOTPRINT_OK);
	f.budget = 100000;
	status = footprint_count(&f, 2, set, got, &path);
	if (status == FOOTPRINT_BUDGET) {
		toy_free(&t);
		return;
	}
	CHECK(status == FOOTPRINT_OK);
	CHECK(memcmp(got, expected, sizeof(got)) == 0);
	++n_by[path == FOOTPRINT_ISL];
	toy_free(&t);
}

int main(int argc, char **argv)
{
	int n_by[2] = { 0, 0 };
	unsigned seed = argc > 1 ? (unsigned) strtoul(argv[1], NULL, 0) : 7;

	printf("seed %u, %d orders\n", seed, N_ROUND);
	srand(seed);
	test_narrow_column();
	for (int round = 0; round < N_ROUND; ++round) {
		int64_t extent[2] = { 1 + below(64), 1 + below(64) };
		struct order order = random_order(extent);

		if (!is_bijection(&order, extent))
			printf("kind %d width %lld height %lld of %lld x %lld\n",
				(int) order.kind, (long long) order.width,
				(long long) order.height, (long long) extent[0],
				(long long) extent[1]);
		CHECK(is_bijection(&order, extent));
	}
	for (int round = 0; round < N_COUNT; ++round)
		count_granules(n_by);
	printf("%d footprints: %d by closed forms, %d by isl, %d beyond the "
	       "budget\n",
		N_COUNT, n_by[0], n_by[1], N_COUNT - n_by[0] - n_by[1]);
	CHECK(n_by[0] > N_COUNT * 3 / 4);
	return check_done();
}
