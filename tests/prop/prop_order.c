/* engine/kernel/order.h: every order meets each cell once, and its quasi-affine
 * expressions compute the same cell; Hilbert's curve goes from neighbour to
 * neighbour.  All paths count the granules that
 * enumeration of the ordered threads finds, and the lanes of a block that goes
 * through an order in a loop.
 *
 * Random domains, widths and heights, also such that divide nothing or are
 * wider than the domain.  The seed is printed, and can
 * be given as the argument to see a failure again.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/count/footprint_warp.h"
#include "engine/kernel/order.h"
#include "engine/kernel/predicate.h"
#include "tests/unit/check.h"
#include "tests/unit/toy.h"

#define N_ROUND	   600
#define N_COUNT	   250
#define MOST_CELLS 4096

static int below(int n)
{
	return rand() % n;
}

static struct order random_order(const int64_t extent[3])
{
	struct order order = { .kind = (enum order_kind) below(ORDER_OWN) };

	for (int d = 0; d < 3; ++d) {
		order.size[d] = 1 + below((int) extent[d] + 3);
		if (below(20) == 0)
			order.size[d] = INT64_MAX;
	}
	return order;
}

static bool is_inside(const int64_t cell[3], const int64_t extent[3])
{
	for (int d = 0; d < 3; ++d)
		if (cell[d] < 0 || cell[d] >= extent[d])
			return false;
	return true;
}

/* The most cells that an order may reach: those of the grid of swizzled blocks, or
 * a quarter more than the domain has, or the squares of two cells of curves.
 */
static bool is_frugal(const struct order *order, const int64_t extent[3],
	int64_t all)
{
	int64_t n = extent[0] * extent[1] * extent[2], pairs = 1;
	bool is_cube = order->kind == ORDER_MORTON;

	for (int d = 0; d < 3; ++d)
		pairs *= d < 2 || (is_cube && extent[2] > 1) ?
			(extent[d] + 1) / 2 * 2 :
			extent[d];
	return order->kind == ORDER_SWIZZLE ||
		(double) all <= 1.25 * (double) n ||
		((is_cube || order->kind == ORDER_HILBERT) && all == pairs);
}

/* True if indices meet all cells, each once, no index leaves order_reach(), and
 * the expressions agree.
 */
static bool meets_each_once(const struct order *order, const int64_t extent[3])
{
	static bool taken[MOST_CELLS];
	struct quasi_pool *pool = quasi_pool_new();
	const struct quasi *e[3], *i = quasi_variable(pool, VAR_TX);
	int64_t n = extent[0] * extent[1] * extent[2], met = 0, all, reach[3];
	bool ok = order_reach(order, extent, reach);

	memset(taken, 0, sizeof(taken));
	order_express(order, extent, pool, i, e);
	all = reach[0] * reach[1] * reach[2];
	for (int64_t k = 0; ok && k < all; ++k) {
		int64_t point[N_QUASI_VAR] = { [VAR_TX] = k };
		int64_t cell[3], same[3], place;

		ok = order_cell(order, extent, k, cell) &&
			is_inside(cell, reach);
		for (int d = 0; ok && d < 3; ++d)
			ok = quasi_eval(e[d], point, &same[d]) &&
				cell[d] == same[d];
		if (!ok || !is_inside(cell, extent))
			continue;
		place = cell[0] + extent[0] * (cell[1] + extent[1] * cell[2]);
		ok = !taken[place];
		taken[place] = true;
		++met;
	}
	quasi_pool_free(pool);
	return ok && met == n && is_frugal(order, extent, all);
}

/* The values of a run are those of its points. */
static bool runs_alike(const struct order *order, const int64_t extent[3])
{
	struct quasi_pool *pool = quasi_pool_new();
	const struct quasi *e[3], *i = quasi_variable(pool, VAR_TX);
	int64_t reach[3], value[QUASI_RUN], point[N_QUASI_VAR] = { 0 };
	int n = 1 + below(QUASI_RUN);
	bool ok = order_reach(order, extent, reach);

	order_express(order, extent, pool, i, e);
	point[VAR_TX] = below((int) (reach[0] * reach[1] * reach[2]));
	for (int d = 0; d < 3; ++d) {
		if (!quasi_run(e[d], point, VAR_TX, n, value))
			continue;
		for (int k = 0; k < n; ++k) {
			int64_t at[N_QUASI_VAR] = { 0 }, one;

			at[VAR_TX] = point[VAR_TX] + k;
			ok = quasi_eval(e[d], at, &one) && one == value[k] &&
				ok;
		}
	}
	quasi_pool_free(pool);
	return ok;
}

static void test_hilbert(void)
{
	static const int64_t extent[3] = { 64, 64, 1 };
	struct order order = { .kind = ORDER_HILBERT };
	int64_t cell[3], before[3];

	CHECK(order_cell(&order, extent, 0, before));
	CHECK(before[0] == 0 && before[1] == 0);
	for (int64_t i = 1; i < 64 * 64; ++i) {
		CHECK(order_cell(&order, extent, i, cell));
		CHECK(llabs(cell[0] - before[0]) + llabs(cell[1] - before[1]) ==
			1);
		memcpy(before, cell, sizeof(cell));
	}
}

/* Group of 2 rows of 3 x 5 blocks, the last of one; a swizzle of 8 blocks on
 * 5 is one of 4; clusters are boxes.
 */
static void test_blocks(void)
{
	static const int64_t extent[3] = { 3, 5, 1 }, five[3] = { 5, 2, 1 };
	static const int64_t box[3] = { 4, 4, 2 };
	struct order grouped = { .kind = ORDER_GROUPED, .size = { 2, 1, 1 } };
	struct order swizzle = { .kind = ORDER_SWIZZLE, .size = { 8, 1, 1 } };
	struct order cluster = { .kind = ORDER_CLUSTERS, .size = { 2, 2, 2 } };
	int64_t cell[3], reach[3];

	CHECK(order_cell(&grouped, extent, 1, cell));
	CHECK(cell[0] == 0 && cell[1] == 1);
	CHECK(order_cell(&grouped, extent, 2, cell));
	CHECK(cell[0] == 1 && cell[1] == 0);
	CHECK(order_cell(&grouped, extent, 13, cell));
	CHECK(cell[0] == 1 && cell[1] == 4);
	CHECK(order_reach(&swizzle, five, reach) && reach[0] == 8);
	CHECK(order_cell(&swizzle, five, 4, cell));
	CHECK(cell[0] == 0 && cell[1] == 1);
	CHECK(order_cell(&swizzle, five, 9, cell));
	CHECK(cell[0] == 5 && cell[1] == 0);
	CHECK(order_cell(&cluster, box, 7, cell));
	CHECK(cell[0] == 1 && cell[1] == 1 && cell[2] == 1);
	CHECK(order_cell(&cluster, box, 8, cell));
	CHECK(cell[0] == 2 && cell[1] == 0 && cell[2] == 0);
}

/* Rows of a column follow each other, and columns too. */
static void test_narrow_column(void)
{
	static const int64_t extent[3] = { 21, 6, 1 };
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
	struct order columns = { .kind = ORDER_COLUMNS, .size = { 8 } };
	struct order zigzag = { .kind = ORDER_ZIGZAG, .size = { 8 } };
	int64_t cell[3];

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

/* A launch of one dimension, or of blocks in an order, which it returns. */
static bool make_launch(struct toy *t, const struct order *order,
	const int64_t extent[3], const struct quasi *cell[3])
{
	static const int64_t fold[3] = { 1, 1, 1 };
	int64_t block[3] = { 1 + below(96), 1, 1 };
	int64_t line[3] = { 1, 1, 1 }, reach[3];

	order_reach(order, extent, reach);
	line[0] = reach[0] * reach[1] * reach[2];
	if (below(2)) {
		toy_init(t, line, block, fold);
		order_express(order, extent, t->pool, toy_index(t, 0), cell);
		return false;
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
	return true;
}

static void count_granules(int n_by[2])
{
	static const int64_t granules[] = { 4, 32, 64, 128 };
	int64_t extent[3] = { 1 + below(40), 1 + below(30), 1 }, cells[2];
	struct order order = random_order(extent);
	int64_t got[4], expected[4], blocks;
	const struct quasi *cell[3];
	enum footprint_status status;
	enum footprint_path path;
	struct thread_set set[2];
	struct footprint f;
	struct toy t;
	bool by_blocks = make_launch(&t, &order, extent, cell);

	for (int d = 0; d < 2; ++d)
		cells[d] = extent[d] * (by_blocks ? t.launch.block[d] : 1);
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

/* Blocks that go through an order in a loop, as persistent launches do: lanes
 * in the domain, and warps that have any.
 */
static void count_lanes(void)
{
	static const int64_t fold[3] = { 1, 1, 1 };
	int64_t extent[3] = { 1 + below(70), 1 + below(70), 1 }, reach[3];
	int64_t block[3] = { 1 + below(96), 1, 1 }, threads[3] = { 1, 1, 1 };
	int64_t grid = 1 + below(6), trips, all, b;
	struct order order = random_order(extent);
	struct predicate in[3] = { { .op = PREDICATE_GE },
		{ .op = PREDICATE_GE },
		{ .op = PREDICATE_AND, .a = &in[0], .b = &in[1] } };
	struct warp_sum expected = { 0 }, sum;
	struct warp_range range = { .n_block = 1, .width = 32 };
	const struct quasi *cell[3], *i;
	struct toy t;

	order_reach(&order, extent, reach);
	all = reach[0] * reach[1] * reach[2];
	trips = (all - 1) / (grid * block[0]) + 1;
	threads[0] = grid * block[0] - below((int) block[0]);
	toy_init(&t, threads, block, fold);
	t.loop[0] = (struct loop) { trips, -1 };
	t.kernel.n_loop = 1;
	i = quasi_add(t.pool, toy_index(&t, 0),
		quasi_scale(t.pool, quasi_variable(t.pool, VAR_LOOP0),
			grid * block[0]));
	order_express(&order, extent, t.pool, i, cell);
	for (int d = 0; d < 2; ++d)
		in[d].e = quasi_add(t.pool,
			quasi_constant(t.pool, extent[d] - 1 - below(9)),
			quasi_scale(t.pool, cell[d], -1));
	b = range.first_block = below((int) grid);
	for (int64_t k = 0; k < trips; ++k)
		for (int64_t w = 0; w < block[0]; w += 32) {
			int64_t before = expected.n_lane;

			for (int64_t l = w; l < w + 32 && l < block[0] &&
				b * block[0] + l < threads[0];
				++l) {
				int64_t point[N_QUASI_VAR] = { 0 };

				point[VAR_TX] = l;
				point[VAR_BX] = b;
				point[VAR_LOOP0] = k;
				expected.n_lane += predicate_holds(&in[2],
					point);
			}
			expected.n_request += expected.n_lane > before;
		}
	CHECK(footprint_lanes(&t.kernel, &t.launch, &in[2], 0, &range, &sum) ==
		FOOTPRINT_OK);
	CHECK(sum.n_lane == expected.n_lane);
	CHECK(sum.n_request == expected.n_request);
	toy_free(&t);
}

int main(int argc, char **argv)
{
	int n_by[2] = { 0, 0 };
	unsigned seed = argc > 1 ? (unsigned) strtoul(argv[1], NULL, 0) : 7;

	printf("seed %u, %d orders\n", seed, N_ROUND);
	srand(seed);
	test_narrow_column();
	test_hilbert();
	test_blocks();
	for (int round = 0; round < N_ROUND; ++round) {
		int64_t extent[3] = { 1 + below(64), 1 + below(64), 1 };
		struct order order;

		if (below(3) == 0) {
			extent[1] = 1 + below(8);
			extent[2] = 1 + below(8);
		}
		order = random_order(extent);
		if (!meets_each_once(&order, extent))
			printf("kind %d of %lld x %lld x %lld, size %lld x "
			       "%lld x %lld\n",
				(int) order.kind, (long long) extent[0],
				(long long) extent[1], (long long) extent[2],
				(long long) order.size[0],
				(long long) order.size[1],
				(long long) order.size[2]);
		CHECK(meets_each_once(&order, extent));
		CHECK(runs_alike(&order, extent));
	}
	for (int round = 0; round < N_COUNT; ++round)
		count_lanes();
	for (int round = 0; round < N_COUNT; ++round)
		count_granules(n_by);
	printf("%d footprints: %d by closed forms, %d by isl, %d beyond the "
	       "budget\n",
		N_COUNT, n_by[0], n_by[1], N_COUNT - n_by[0] - n_by[1]);
	CHECK(n_by[0] > N_COUNT * 3 / 4);
	return check_done();
}
