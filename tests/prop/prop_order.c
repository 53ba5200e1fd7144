/* engine/order.h: every order is a bijection, and its expressions are the
 * function.
 *
 * Random domains, widths and heights, those that divide nothing and those
 * that are wider than the domain among them.  The seed is printed, and can
 * be given as the argument to see a failure again.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/order.h"
#include "tests/unit/check.h"

#define N_ROUND		3000
#define MOST_CELLS	4096

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

/* Whether the cells of all indices are all cells, each once, and what the
 * expressions say.
 */
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
			memcmp(cell, same, sizeof(cell)) == 0 &&
			cell[0] >= 0 && cell[0] < extent[0] &&
			cell[1] >= 0 && cell[1] < extent[1];
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
		{ 0, 0, 0 }, { 7, 7, 0 }, { 8, 0, 1 }, { 47, 7, 5 },
		{ 48, 8, 0 }, { 95, 15, 5 }, { 96, 16, 0 }, { 100, 20, 0 },
		{ 101, 16, 1 }, { 125, 20, 5 },
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
		CHECK(cell[0] == (of[i][2] % 2 ? o + w - 1 - (of[i][1] - o) :
			of[i][1]));
	}
}

int main(int argc, char **argv)
{
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
				(long long) order.height,
				(long long) extent[0], (long long) extent[1]);
		CHECK(is_bijection(&order, extent));
	}
	return check_done();
}
