/* engine/count/witness.h against enumeration of all threads and trips.
 *
 * Random predicates with floors, minima and conjunctions: an answer is the
 * first point that a loop in launch order finds, and few searches give up.
 * Bounds of random expressions hold all their values.
 * The seed is printed; give it as the argument to repeat a failure.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/count/witness.h"
#include "engine/kernel/predicate.h"
#include "tests/unit/check.h"

#define N_ROUND 400

static struct quasi_pool *pool;

static int below(int n)
{
	return rand() % n;
}

/* x plus a multiple of a variable; x itself may have a floor or a minimum */
static const struct quasi *random_quasi(int depth)
{
	const struct quasi *e = quasi_constant(pool, below(41) - 20), *f;

	for (int i = 0; i < 3; ++i) {
		f = quasi_variable(pool, (enum quasi_var) below(VAR_LOOP1 + 1));
		e = quasi_add(pool, e, quasi_scale(pool, f, below(9) - 4));
	}
	if (depth == 0)
		return e;
	f = random_quasi(depth - 1);
	switch (below(4)) {
	case 0: return quasi_add(pool, e, quasi_floor(pool, f, 1 + below(7)));
	case 1: return quasi_add(pool, e, quasi_mod(pool, f, 1 + below(7)));
	case 2: return quasi_min(pool, e, f);
	default: return quasi_max(pool, e, f);
	}
}

static const struct predicate *random_predicate(int depth)
{
	struct predicate *g = quasi_pool_alloc(pool, sizeof(*g));

	g->op = depth == 0 ? PREDICATE_GE + below(2) : PREDICATE_NOT + below(3);
	if (depth == 0) {
		g->e = random_quasi(below(3));
		return g;
	}
	g->a = random_predicate(depth - 1);
	if (g->op != PREDICATE_NOT)
		g->b = random_predicate(depth - 1);
	return g;
}

/* Set "point" to the next one in the order of the launch. */
static bool next(const struct kernel *kernel, const struct launch *launch,
	int64_t point[N_QUASI_VAR])
{
	static const int order[] = { VAR_LOOP1, VAR_LOOP0, VAR_TX, VAR_TY,
		VAR_TZ, VAR_BX, VAR_BY, VAR_BZ };

	for (int i = 0; i < 8; ++i) {
		int v = order[i];
		int64_t n = v >= VAR_LOOP0 ? kernel->loop[v - VAR_LOOP0].trips :
			v >= VAR_BX	   ? launch->grid[v - VAR_BX] :
					     launch->block[v];

		if (++point[v] < n)
			return true;
		point[v] = 0;
	}
	return false;
}

static bool check_one(void)
{
	struct loop loop[2] = { { 1 + below(4), -1 }, { 1 + below(3), 0 } };
	struct kernel kernel = { .dims = 3, .n_loop = 2, .loop = loop };
	struct launch launch = { 0 };
	const struct predicate *g = random_predicate(below(4));
	int64_t got[N_QUASI_VAR], want[N_QUASI_VAR] = { 0 };
	enum witness_answer answer;
	bool is_found;

	for (int d = 0; d < 3; ++d) {
		launch.block[d] = 1 + below(5);
		launch.grid[d] = 1 + below(4);
	}
	do
		is_found = predicate_holds(g, want);
	while (!is_found && next(&kernel, &launch, want));
	answer = witness_find(&kernel, &launch, g, 1, got);
	if (answer == WITNESS_UNKNOWN)
		return false;
	CHECK((answer == WITNESS_FOUND) == is_found);
	if (answer == WITNESS_FOUND)
		CHECK(memcmp(got, want, sizeof(got)) == 0);
	return true;
}

/* Bounds hold all values, and are no wider than those of quasi_bounds. */
static void check_bounds(void)
{
	struct loop loop[2] = { { 1 + below(4), -1 }, { 1 + below(3), 0 } };
	struct kernel kernel = { .dims = 3, .n_loop = 2, .loop = loop };
	struct launch launch = { 0 };
	const struct quasi *e = random_quasi(below(4));
	int64_t at[N_QUASI_VAR] = { 0 }, lo[N_QUASI_VAR] = { 0 };
	int64_t hi[N_QUASI_VAR] = { 0 }, min, max, least, most, value = 0;
	bool is_inside = true;

	for (int d = 0; d < 3; ++d) {
		launch.block[d] = 1 + below(5);
		launch.grid[d] = 1 + below(4);
		hi[VAR_TX + d] = launch.block[d] - 1;
		hi[VAR_BX + d] = launch.grid[d] - 1;
		if (d < 2)
			hi[VAR_LOOP0 + d] = loop[d].trips - 1;
	}
	CHECK(witness_bounds(&kernel, &launch, pool, e, 1, &min, &max));
	CHECK(quasi_bounds(e, lo, hi, &least, &most));
	CHECK(least <= min && max <= most);
	do
		is_inside &= quasi_eval(e, at, &value) && value >= min &&
			value <= max;
	while (next(&kernel, &launch, at));
	CHECK(is_inside);
}

/* Columns of 32 cells of 1024 x 1024, as an order writes them. */
static void check_columns(void)
{
	struct kernel kernel = { .dims = 1 };
	struct launch launch = { { 128, 1, 1 }, .grid = { 8192, 1, 1 } };
	const struct quasi *i = quasi_add(pool, quasi_variable(pool, VAR_TX),
		quasi_scale(pool, quasi_variable(pool, VAR_BX), 128));
	const struct quasi *x = quasi_add(pool, quasi_mod(pool, i, 32),
		quasi_scale(pool, quasi_floor(pool, i, 32768), 32));
	const struct quasi *y = quasi_mod(pool, quasi_floor(pool, i, 32), 1024);
	int64_t min, max;

	CHECK(witness_bounds(&kernel, &launch, pool, x, -1, &min, &max));
	CHECK(min == 0 && max == 1023);
	CHECK(witness_bounds(&kernel, &launch, pool, y, -1, &min, &max));
	CHECK(min == 0 && max == 1023);
}

/* Rows of a tile of 128 that lanes write by twos, fours and eights: the parts
 * of tx that division and remainder leave, 64 ((tx / 32) % 2) + tx % 32 / 4.
 */
static void check_digits(void)
{
	struct kernel kernel = { .dims = 1 };
	struct launch launch = { { 256, 1, 1 }, .grid = { 64, 1, 1 } };
	const struct quasi *tx = quasi_variable(pool, VAR_TX);
	const struct quasi *e = quasi_add(pool,
		quasi_scale(pool, quasi_mod(pool, quasi_floor(pool, tx, 32), 2),
			64),
		quasi_floor(pool, quasi_mod(pool, tx, 32), 4));
	int64_t min, max;

	CHECK(witness_bounds(&kernel, &launch, pool, e, -1, &min, &max));
	CHECK(min == 0 && max == 71);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned) atoi(argv[1]) : 1;
	int unknown = 0;

	printf("seed %u\n", seed);
	srand(seed);
	for (int i = 0; i < N_ROUND; ++i) {
		int failed = n_failed;

		pool = quasi_pool_new();
		unknown += !check_one();
		check_bounds();
		quasi_pool_free(pool);
		if (n_failed > failed) {
			printf("  round %d\n", i);
			break;
		}
	}
	pool = quasi_pool_new();
	check_columns();
	check_digits();
	quasi_pool_free(pool);
	printf("%d of %d searches gave up\n", unknown, N_ROUND);
	CHECK(unknown < N_ROUND / 10);
	return check_done();
}
