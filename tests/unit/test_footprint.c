/* Footprints small enough to count by hand, real kernels against
 * enumeration, and tasks that must be refused.
 */

#include <pthread.h>

#include <isl/set.h>

#include "engine/count/count.h"
#include "engine/count/footprint.h"
#include "tests/unit/check.h"
#include "tests/unit/toy.h"

static const int64_t no_fold[3] = { 1, 1, 1 };

static const char *const path_name[] = { "closed", "isl", "enumerated" };

/* Do all three paths count "expected" granules for the blocks first ..
 * first + n - 1?
 */
static void check_blocks(const struct toy *t, int64_t granule_B, int64_t first,
	int64_t n, int64_t expected)
{
	struct footprint f = toy_footprint(t, granule_B);
	struct thread_set set;
	enum footprint_status status;
	int64_t got[2];

	threads_of_blocks(&t->launch, first, n, &set);
	for (int p = FOOTPRINT_CLOSED; p <= FOOTPRINT_ENUMERATED; ++p) {
		CHECK(footprint_count_by(p, &f, 1, &set, got, &status));
		CHECK(status == FOOTPRINT_OK);
		CHECK(got[0] == 0 && got[1] == expected);
		if (got[1] != expected)
			printf("  %s: %lld instead of %lld\n", path_name[p],
				(long long) got[1], (long long) expected);
	}
}

static void add_1d(struct toy *t, int64_t constant, int64_t stride)
{
	toy_add(t, toy_affine(t, constant, (int64_t[]) { stride, 0, 0 }));
}

static void test_1d(void)
{
	static const struct {
		int64_t constant[2], stride[2], base_B, granule_B, expected;
	} cases[] = {
		{ { 0, 0 }, { 8, 8 }, 0, 32, 64 },     /* doubles in a row */
		{ { 0, 8 }, { 8, 8 }, 0, 32, 65 },     /* and neighbours */
		{ { 0, 0 }, { 8, 8 }, 8, 32, 65 },     /* off the boundary */
		{ { 0, 0 }, { 32, 32 }, 0, 32, 256 },  /* every fourth */
		{ { 0, 16 }, { 32, 32 }, 0, 32, 256 }, /* twice in each */
		{ { 0, 32 }, { 64, 64 }, 0, 32, 512 },
		{ { 0, 0 }, { 0, 0 }, 0, 32, 1 }, /* all the same */
		{ { 0, 4096 }, { 0, 0 }, 0, 32, 2 },
		{ { 0, 2040 }, { 8, -8 }, 0, 32, 64 }, /* and back */
		{ { -8, -8 }, { 8, 8 }, 0, 32, 65 },   /* before the field */
		{ { 0, 0 }, { 40, 40 }, 0, 32, 256 },
		{ { 0, 0 }, { 24, 24 }, 0, 128, 48 },
		{ { 0, 0 }, { 8, 8 }, 0, 4096, 1 },
		{ { 0, 0 }, { 8, 8 }, 4088, 4096, 2 },
		{ { 0, 0 }, { 8, 4096 }, 0, 4096, 256 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		struct toy t;

		toy_init(&t, (int64_t[]) { 512, 1, 1 },
			(int64_t[]) { 256, 1, 1 }, no_fold);
		t.field.base_B = cases[i].base_B;
		for (int k = 0; k < 2; ++k)
			add_1d(&t, cases[i].constant[k], cases[i].stride[k]);
		check_blocks(&t, cases[i].granule_B, 0, 1, cases[i].expected);
		toy_free(&t);
	}
}

/* Blocks of 64 threads with 2 cells each over 100 cells: 50 threads. */
static void test_partial(void)
{
	struct toy t;

	toy_init(&t, (int64_t[]) { 100, 1, 1 }, (int64_t[]) { 64, 1, 1 },
		(int64_t[]) { 2, 1, 1 });
	add_1d(&t, 0, 16);
	add_1d(&t, 8, 16);
	check_blocks(&t, 32, 0, 1, 25);
	check_blocks(&t, 32, 1, 1, 0);
	toy_free(&t);
}

/* Rows of 5 doubles without a gap: three rows of 4 are bytes 0 .. 111 less
 * 32 .. 39 and 72 .. 79, in sectors 0 .. 3.  Wider rows keep them apart.
 */
static void test_rows(void)
{
	static const int64_t pitch[] = { 5, 8, 12, 13 };
	static const int64_t expected[] = { 4, 3, 3, 5 };

	for (int i = 0; i < 4; ++i) {
		struct toy t;

		toy_init(&t, (int64_t[]) { 4, 3, 1 }, (int64_t[]) { 4, 3, 1 },
			no_fold);
		toy_add(&t,
			toy_affine(&t, 0, (int64_t[]) { 8, 8 * pitch[i], 0 }));
		check_blocks(&t, 32, 0, 1, expected[i]);
		toy_free(&t);
	}
}

/* Two blocks of a stencil of three: the granules of each and of both. */
static void test_signatures(void)
{
	struct footprint f;
	struct thread_set set[4];
	enum footprint_path path;
	int64_t n[16];
	struct toy t;

	toy_init(&t, (int64_t[]) { 96, 1, 1 }, (int64_t[]) { 32, 1, 1 },
		no_fold);
	for (int64_t k = -1; k <= 1; ++k)
		add_1d(&t, 8 * k, 8);
	f = toy_footprint(&t, 32);
	threads_of_blocks(&t.launch, 0, 1, &set[0]);
	threads_of_blocks(&t.launch, 1, 1, &set[1]);
	threads_of_blocks(&t.launch, 7, 1, &set[2]);
	threads_of_blocks(&t.launch, 0, 3, &set[3]);
	CHECK(footprint_count(&f, 4, set, n, &path) == FOOTPRINT_OK);
	CHECK(path == FOOTPRINT_CLOSED);
	CHECK(n[0] == 0 && n[1 | 8] == 8 && n[2 | 8] == 8 && n[1 | 2 | 8] == 2);
	CHECK(n[8] == 8 && n[1] == 0 && n[1 | 2] == 0 && n[4] == 0);
	CHECK(footprint_count(&f, 0, set, n, NULL) == FOOTPRINT_OK);
	f.n_access = 0;
	CHECK(footprint_count(&f, 2, set, n, NULL) == FOOTPRINT_OK);
	CHECK(n[1] == 0 && n[2] == 0 && n[3] == 0);
	toy_free(&t);
}

static const struct predicate *predicate_of(struct toy *t, enum predicate_op op,
	const struct quasi *e, const struct predicate *a,
	const struct predicate *b)
{
	struct predicate *g = quasi_pool_alloc(t->pool, sizeof(*g));

	*g = (struct predicate) { op, e, a, b };
	return g;
}

static void test_guards_and_loops(void)
{
	struct toy t;
	struct access *a;
	const struct quasi *x, *k;

	toy_init(&t, (int64_t[]) { 256, 1, 1 }, (int64_t[]) { 64, 1, 1 },
		no_fold);
	x = toy_index(&t, 0);
	a = toy_add(&t, quasi_scale(t.pool, x, 32));
	a->predicate = predicate_of(&t, PREDICATE_EQ, quasi_mod(t.pool, x, 2),
		NULL, NULL);
	check_blocks(&t, 32, 0, 1, 32);
	a->predicate = predicate_of(&t, PREDICATE_NOT, NULL, a->predicate,
		NULL);
	check_blocks(&t, 32, 0, 3, 96);
	a->predicate = predicate_of(&t, PREDICATE_AND, NULL, a->predicate,
		predicate_of(&t, PREDICATE_GE,
			quasi_add(t.pool, x, quasi_constant(t.pool, -10)), NULL,
			NULL));
	check_blocks(&t, 32, 0, 1, 27);
	a->predicate = predicate_of(&t, PREDICATE_GE,
		quasi_constant(t.pool, -1), NULL, NULL);
	check_blocks(&t, 32, 0, 4, 0);

	/* for k in 0..9: a[x + 64 k], in floats */
	a->predicate = NULL;
	a->loop = 0;
	t.kernel.n_loop = 1;
	t.loop[0] = (struct loop) { .trips = 10, .parent = -1 };
	k = quasi_variable(t.pool, VAR_LOOP0);
	a->address = quasi_scale(t.pool,
		quasi_add(t.pool, x, quasi_scale(t.pool, k, 64)), 4);
	check_blocks(&t, 32, 0, 1, 80);
	check_blocks(&t, 32, 0, 4, 104);
	t.loop[0].trips = 0;
	check_blocks(&t, 32, 0, 4, 0);
	toy_free(&t);
}

/* A field of doubles with rows and planes of its own size. */
static void add_cell(struct toy *t, const int64_t step[3], int64_t x, int64_t y,
	int64_t z)
{
	const int64_t *fold = t->launch.fold;
	int64_t stride[3];

	for (int i = 0; i < 3; ++i)
		stride[i] = step[i] * fold[i];
	for (int64_t k = 0; k < fold[0] * fold[1] * fold[2]; ++k)
		toy_add(t,
			toy_affine(t,
				(x + k % fold[0]) * step[0] +
					(y + k / fold[0] % fold[1]) * step[1] +
					(z + k / fold[0] / fold[1]) * step[2],
				stride));
}

static void add_star(struct toy *t, const int64_t step[3], int range)
{
	add_cell(t, step, 0, 0, 0);
	for (int64_t k = -range; k <= range; ++k) {
		if (k == 0)
			continue;
		add_cell(t, step, k, 0, 0);
		add_cell(t, step, 0, k, 0);
		add_cell(t, step, 0, 0, k);
	}
}

struct real {
	const char *name;
	int64_t domain[3], block[3], fold[3];
	int64_t step[3]; /* bytes from cell to cell */
	int range;	 /* of a star; 0: see the code */
	int64_t base_B;
};

static const struct real reals[] = {
	{ "star", { 640, 512, 40 }, { 256, 2, 2 }, { 1, 1, 1 },
		{ 8, 5120, 2621440 }, 4, 0 },
	{ "star, halo of 4", { 640, 512, 40 }, { 32, 8, 4 }, { 1, 1, 1 },
		{ 8, 8 * 648, 8 * 648 * 520 }, 4, 8 * (4 + 648 * 4) % 4096 },
	{ "star, odd rows and planes", { 641, 77, 40 }, { 24, 10, 3 },
		{ 1, 1, 1 }, { 8, 8 * 649, 8 * 649 * 79 }, 4, 264 },
	{ "star of floats, fold y", { 640, 514, 30 }, { 64, 4, 1 }, { 1, 4, 1 },
		{ 4, 2560, 2560 * 514 }, 1, 4 },
	{ "star, fold x", { 1000, 40, 30 }, { 32, 4, 2 }, { 4, 1, 2 },
		{ 8, 8000, 8000 * 41 }, 2, 16 },
	{ "stars of structures", { 200, 60, 30 }, { 64, 2, 2 }, { 1, 1, 1 },
		{ 120, 120 * 202, 120 * 202 * 62 }, 1, 8 },
	{ "transposed", { 300, 200, 10 }, { 32, 8, 1 }, { 1, 1, 1 },
		{ 8 * 210, 8, 8 * 210 * 300 }, 2, 0 },
	{ "planes in a row", { 50, 300, 60 }, { 50, 4, 2 }, { 1, 1, 1 },
		{ 4, 200, 60000 }, 3, 12 },
};

static const int64_t real_granules[] = { 32, 128, 4096, 2097152 };

/* The wave from the middle of the grid on, and what ran before it. */
static int real_sets(const struct toy *t, struct thread_set *set)
{
	const int64_t *grid = t->launch.grid;
	int64_t plane = grid[0] * grid[1];
	int64_t first = plane * (grid[2] / 2) + grid[0] * (grid[1] / 3) +
		grid[0] / 2;

	threads_of_blocks(&t->launch, first, 23, &set[0]);
	threads_of_blocks(&t->launch, first - grid[0], grid[0], &set[1]);
	threads_of_blocks(&t->launch, first - plane, 17, &set[2]);
	return 3;
}

static void test_reals(void)
{
	static struct toy t;

	for (size_t i = 0; i < sizeof(reals) / sizeof(reals[0]); ++i) {
		const struct real *r = &reals[i];
		struct thread_set set[3];
		int n_set,
			n_granule = sizeof(real_granules) /
			sizeof(real_granules[0]);

		toy_init(&t, r->domain, r->block, r->fold);
		t.field.base_B = r->base_B;
		add_star(&t, r->step, r->range);
		n_set = real_sets(&t, set);
		for (int g = 0; g < n_granule; ++g) {
			struct footprint f = toy_footprint(&t,
				real_granules[g]);
			int64_t n[8], expected[8];
			enum footprint_status status;
			bool same;

			CHECK(footprint_count_by(FOOTPRINT_CLOSED, &f, n_set,
				set, n, &status));
			footprint_count_by(FOOTPRINT_ENUMERATED, &f, n_set, set,
				expected, &status);
			same = memcmp(n, expected, sizeof(n)) == 0;
			CHECK(same);
			if (!same)
				printf("  %s, %lld B\n", r->name,
					(long long) real_granules[g]);
		}
		toy_free(&t);
	}
}

/* Boundaries and orders of threads: quasi-affine, and closed all the same. */
static void test_quasi_affine(void)
{
	struct toy t;
	const struct quasi *x, *y, *one, *last;

	toy_init(&t, (int64_t[]) { 1024, 32, 1 }, (int64_t[]) { 128, 2, 1 },
		no_fold);
	x = toy_index(&t, 0);
	y = quasi_scale(t.pool, toy_index(&t, 1), 8192);
	one = quasi_add(t.pool, x, quasi_constant(t.pool, 1));
	last = quasi_constant(t.pool, 1023);

	/* a[min(x + 1, 1023), y]: one row has bytes 8 .. 8191 */
	toy_add(&t,
		quasi_add(t.pool, y,
			quasi_scale(t.pool, quasi_min(t.pool, one, last), 8)));
	check_blocks(&t, 32, 0, 8, 2 * 256);
	/* a[(x + 1) % 1024, y] is the whole row */
	t.access[0].address = quasi_add(t.pool, y,
		quasi_scale(t.pool, quasi_mod(t.pool, one, 1024), 8));
	check_blocks(&t, 32, 0, 8, 2 * 256);
	check_blocks(&t, 32, 7, 1, 2 * 33);
	/* a[x % 32 + 64 * (x / 32), y]: every second line of 32 doubles,
	 * and rows twice as long as their pitch
	 */
	t.access[0].address = quasi_add(t.pool, y,
		quasi_add(t.pool,
			quasi_scale(t.pool, quasi_mod(t.pool, x, 32), 8),
			quasi_scale(t.pool, quasi_floor(t.pool, x, 32), 512)));
	check_blocks(&t, 32, 0, 1, 2 * 32);
	check_blocks(&t, 128, 0, 8, 64 + 32);
	toy_free(&t);
}

/* clamp(e, 0, n - 1) */
static const struct quasi *clamp(struct toy *t, const struct quasi *e,
	int64_t n)
{
	return quasi_max(t->pool, quasi_constant(t->pool, 0),
		quasi_min(t->pool, e, quasi_constant(t->pool, n - 1)));
}

/* The cell of thread i, in a field of n x n cells: strips of "width"
 * columns, strips taken down and up again, tiles of width x width.
 */
enum order { ORDER_ROWS, ORDER_COLUMNS, ORDER_ZIGZAG, ORDER_TILES, N_ORDER };

static void find_cell(struct toy *t, enum order order, int64_t n, int64_t width,
	const struct quasi **x, const struct quasi **y)
{
	struct quasi_pool *p = t->pool;
	const struct quasi *i = toy_index(t, 0);
	const struct quasi *strip = quasi_floor(p, i, width * n);
	const struct quasi *row = quasi_floor(p, i, width), *tile;

	*x = quasi_add(p, quasi_scale(p, strip, width), quasi_mod(p, i, width));
	switch (order) {
	case ORDER_ROWS:
		*x = quasi_mod(p, i, n);
		*y = quasi_floor(p, i, n);
		break;
	case ORDER_COLUMNS: *y = quasi_mod(p, row, n); break;
	case ORDER_ZIGZAG:
		row = quasi_mod(p, row, 2 * n);
		*y = quasi_min(p, row,
			quasi_add(p, quasi_scale(p, row, -1),
				quasi_constant(p, 2 * n - 1)));
		break;
	default:
		tile = quasi_floor(p, i, width * width);
		*x = quasi_add(p, quasi_mod(p, i, width),
			quasi_scale(p, quasi_mod(p, tile, n / width), width));
		*y = quasi_add(p, quasi_mod(p, row, width),
			quasi_scale(p, quasi_floor(p, tile, n / width), width));
		break;
	}
}

/* A 5 x 5 box in all orders, with what lies past the edge clamped. */
static void test_orders(void)
{
	const int64_t n = 128, width = 16, range = 2;
	struct toy t;

	for (int order = 0; order < N_ORDER; ++order) {
		const struct quasi *x, *y;
		struct thread_set set[2];
		struct footprint f;
		int64_t got[4], expected[4];
		enum footprint_status status;

		toy_init(&t, (int64_t[]) { n * n, 1, 1 },
			(int64_t[]) { 96, 1, 1 }, no_fold);
		find_cell(&t, order, n, width, &x, &y);
		for (int64_t k = 0; k < 25; ++k) {
			const struct quasi *cx = quasi_add(t.pool, x,
				quasi_constant(t.pool, k % 5 - range));
			const struct quasi *cy = quasi_add(t.pool, y,
				quasi_constant(t.pool, k / 5 - range));

			toy_add(&t,
				quasi_add(t.pool,
					quasi_scale(t.pool, clamp(&t, cx, n),
						4),
					quasi_scale(t.pool, clamp(&t, cy, n),
						4 * n)));
		}
		f = toy_footprint(&t, 32);
		threads_of_blocks(&t.launch, 31, 40, &set[0]);
		threads_of_blocks(&t.launch, 0, 31, &set[1]);
		CHECK(footprint_count_by(FOOTPRINT_CLOSED, &f, 2, set, got,
			&status));
		footprint_count_by(FOOTPRINT_ENUMERATED, &f, 2, set, expected,
			&status);
		CHECK(memcmp(got, expected, sizeof(got)) == 0);
		toy_free(&t);
	}
}

/* x >= y is a triangle: many boxes, but one set to isl. */
static void test_budget(void)
{
	const int64_t side = 20000;
	struct footprint f;
	struct thread_set set;
	enum footprint_path path;
	struct access *a;
	struct toy t;
	int64_t n[2];

	toy_init(&t, (int64_t[]) { side, side, 1 }, (int64_t[]) { 32, 32, 1 },
		no_fold);
	a = toy_add(&t, toy_affine(&t, 0, (int64_t[]) { 32, 32 * side, 0 }));
	a->predicate = predicate_of(&t, PREDICATE_GE,
		quasi_add(t.pool, toy_index(&t, 0),
			quasi_scale(t.pool, toy_index(&t, 1), -1)),
		NULL, NULL);
	threads_of_blocks(&t.launch, 0, INT64_MAX, &set);
	f = toy_footprint(&t, 32);
	f.budget = 1000000;
	CHECK(footprint_count(&f, 1, &set, n, &path) == FOOTPRINT_OK);
	CHECK(path == FOOTPRINT_ISL && n[1] == side * (side + 1) / 2);
	f.budget = 10;
	CHECK(footprint_count(&f, 1, &set, n, &path) == FOOTPRINT_BUDGET);
	CHECK(n[1] == 0);
	toy_free(&t);
}

/* Cancels at the last poll. */
static bool is_last(void *user)
{
	int *left = user;

	return --*left <= 0;
}

/* A count stops, on every path, when it is cancelled. */
static void test_stopped(void)
{
	const int64_t side = 1 << 14;
	int left;
	struct footprint f;
	struct thread_set set;
	enum footprint_status status;
	struct access *a;
	struct toy t;
	int64_t n[2];

	toy_init(&t, (int64_t[]) { side, side, 1 }, (int64_t[]) { 32, 32, 1 },
		no_fold);
	a = toy_add(&t, toy_affine(&t, 0, (int64_t[]) { 32, 32 * side, 0 }));
	a->predicate = predicate_of(&t, PREDICATE_GE,
		quasi_add(t.pool, toy_index(&t, 0),
			quasi_scale(t.pool, toy_index(&t, 1), -1)),
		NULL, NULL);
	t.launch.is_stopped = is_last;
	t.launch.user = &left;
	threads_of_blocks(&t.launch, 0, INT64_MAX, &set);
	f = toy_footprint(&t, 32);
	for (int at = 1; at <= 8; ++at) {
		left = at;
		footprint_count_by(FOOTPRINT_ENUMERATED, &f, 1, &set, n,
			&status);
		CHECK(status == FOOTPRINT_STOPPED && left == 0 && n[1] == 0);
		left = at;
		CHECK(footprint_count(&f, 1, &set, n, NULL) ==
			FOOTPRINT_STOPPED);
		CHECK(left == 0 && n[1] == 0);
	}
	toy_free(&t);
}

static void check_status(const struct toy *t, enum footprint_status expected)
{
	struct footprint f = toy_footprint(t, 32);
	struct thread_set set;
	enum footprint_status status;
	int64_t n[2];

	threads_of_blocks(&t->launch, 0, 1, &set);
	for (int p = FOOTPRINT_CLOSED; p <= FOOTPRINT_ENUMERATED; ++p) {
		footprint_count_by(p, &f, 1, &set, n, &status);
		CHECK(status == expected);
	}
}

static void test_overflow(void)
{
	struct toy t;

	toy_init(&t, (int64_t[]) { 1024, 1, 1 }, (int64_t[]) { 32, 1, 1 },
		no_fold);
	add_1d(&t, 0, INT64_C(1) << 52);
	check_status(&t, FOOTPRINT_OK);
	t.access[0].address = toy_affine(&t, 0,
		(int64_t[]) { INT64_C(1) << 57, 0, 0 });
	check_status(&t, FOOTPRINT_OK);
	t.access[0].address = quasi_scale(t.pool,
		quasi_variable(t.pool, VAR_TX), INT64_C(1) << 58);
	check_status(&t, FOOTPRINT_OVERFLOW);
	t.access[0].address = toy_affine(&t, 0,
		(int64_t[]) { -(INT64_C(1) << 57), 0, 0 });
	check_status(&t, FOOTPRINT_OVERFLOW);
	t.access[0].address = quasi_constant(t.pool, INT64_MAX);
	check_status(&t, FOOTPRINT_OVERFLOW);
	t.access[0].address = quasi_constant(t.pool, INT64_MIN);
	check_status(&t, FOOTPRINT_OVERFLOW);
	t.access[0].address = quasi_constant(t.pool, 0);
	for (int i = 0; i < 100000; ++i)
		t.access[0].predicate = predicate_of(&t, PREDICATE_NOT, NULL,
			t.access[0].predicate, NULL);
	check_status(&t, FOOTPRINT_BUDGET);
	toy_free(&t);
}

/* Too many threads to enumerate cost no more than few. */
static void test_huge(void)
{
	struct footprint f;
	struct thread_set set;
	struct toy t;
	int64_t n[2], rows = INT64_C(1) << 26;

	toy_init(&t, (int64_t[]) { 4096, rows, 1 }, (int64_t[]) { 256, 4, 1 },
		no_fold);
	toy_add(&t, toy_affine(&t, 0, (int64_t[]) { 8, 8 * 4097, 0 }));
	threads_of_blocks(&t.launch, 0, INT64_MAX, &set);
	f = toy_footprint(&t, 32);
	CHECK(footprint_count(&f, 1, &set, n, NULL) == FOOTPRINT_OK);
	/* Four rows are 4 * 32776 B, a multiple of the sector, and leave no
	 * sector out.
	 */
	CHECK(n[1] == rows / 4 * 4097);
	toy_free(&t);
}

/* Three points.  isl_set_coalesce of isl 0.25 would add the point 6. */
static void test_coalesced(void)
{
	isl_ctx *ctx = count_ctx_new(100000);
	isl_set *set = isl_set_read_from_str(ctx,
		"{ [i] : "
		"i mod 5 = 0 and 0 <= i <= 5 or 0 <= i <= 1 }");
	int64_t n;

	CHECK(count_points(set, &n) == isl_stat_ok && n == 3);
	isl_ctx_free(ctx);
}

static void *count_again(void *user)
{
	const struct toy *t = user;
	struct footprint f = toy_footprint(t, 128);
	struct thread_set set[3];
	int64_t first[8], n[8];
	enum footprint_status status;
	int n_set = real_sets(t, set);
	long differ = 0;

	footprint_count(&f, n_set, set, first, NULL);
	for (int i = 0; i < 50; ++i) {
		footprint_count(&f, n_set, set, n, NULL);
		differ += memcmp(n, first, sizeof(n)) != 0;
	}
	f.n_access = 2;
	footprint_count(&f, 1, set, first, NULL);
	footprint_count_by(FOOTPRINT_ISL, &f, 1, set, n, &status);
	differ += memcmp(n, first, 2 * sizeof(n[0])) != 0;
	return (void *) differ;
}

static void test_at_once(void)
{
	static struct toy t;
	const struct real *r = &reals[0];
	pthread_t thread[4];

	toy_init(&t, r->domain, r->block, r->fold);
	add_star(&t, r->step, r->range);
	for (int i = 0; i < 4; ++i)
		CHECK(!pthread_create(&thread[i], NULL, count_again, &t));
	for (int i = 0; i < 4; ++i) {
		void *differ = &t;

		CHECK(!pthread_join(thread[i], &differ));
		CHECK(!differ);
	}
	toy_free(&t);
}

int main(void)
{
	test_1d();
	test_partial();
	test_rows();
	test_signatures();
	test_guards_and_loops();
	test_reals();
	test_quasi_affine();
	test_orders();
	test_budget();
	test_stopped();
	test_overflow();
	test_huge();
	test_coalesced();
	test_at_once();
	return check_done();
}
