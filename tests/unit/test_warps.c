/* Requests of warps, small enough to count by hand. */

#include "engine/model/l1_lanes.h"
#include "tests/unit/check.h"
#include "tests/unit/requests.h"
#include "tests/unit/toy.h"

static const int64_t no_fold[3] = { 1, 1, 1 };

static struct requests sum_of(const struct toy *t, int64_t first, int64_t n,
	int width, int64_t granule_B)
{
	struct warp_access a = warp_access_global(&t->kernel, &t->launch, 0);
	struct warp_range range = { first, n, width, 0 };
	struct requests sum = { 0 };

	CHECK(requests_count(&a, &range, granule_B, &sum) == FOOTPRINT_OK);
	return sum;
}

static bool is_sum(struct requests s, int64_t requests, int64_t lanes,
	int64_t granules)
{
	if (s.n_request == requests && s.n_lane == lanes &&
		s.n_granule == granules)
		return true;
	printf("  %lld requests, %lld lanes, %lld granules\n",
		(long long) s.n_request, (long long) s.n_lane,
		(long long) s.n_granule);
	return false;
}

static void test_streams(void)
{
	static const struct {
		int64_t constant, stride, per_warp;
	} cases[] = {
		{ 0, 8, 8 },
		{ 8, 8, 9 },
		{ 32, 8, 8 },
		{ 0, 4, 4 },
		{ 4, 4, 5 },
		{ 0, 0, 1 },
		{ 0, 64, 32 },
		{ 0, 24, 24 },
		{ 0, -8, 9 },
		{ 24, -8, 8 },
		{ 0, 1 << 20, 32 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
		struct toy t;

		toy_init(&t, (int64_t[]) { 1024, 1, 1 },
			(int64_t[]) { 256, 1, 1 }, no_fold);
		toy_add(&t,
			toy_affine(&t, cases[i].constant,
				(int64_t[]) { cases[i].stride, 0, 0 }));
		CHECK(is_sum(sum_of(&t, 1, 2, 32, 32), 16, 512,
			16 * cases[i].per_warp));
		CHECK(is_sum(sum_of(&t, 3, 9, 32, 32), 8, 256,
			8 * cases[i].per_warp));
		toy_free(&t);
	}
}

/* 24 x 2 threads: a full warp of one row and 8 lanes of the next, then 16
 * lanes.  Over 40 x 3 cells the second block of a row has 16 columns, the
 * second row of blocks one row.
 */
static void test_shapes(void)
{
	struct toy t;

	toy_init(&t, (int64_t[]) { 40, 3, 1 }, (int64_t[]) { 24, 2, 1 },
		no_fold);
	toy_add(&t, toy_affine(&t, 0, (int64_t[]) { 8, 4096, 0 }));
	CHECK(is_sum(sum_of(&t, 0, 1, 32, 32), 2, 48, 6 + 2 + 4));
	CHECK(is_sum(sum_of(&t, 1, 1, 32, 32), 2, 32, 4 + 2 + 2));
	CHECK(is_sum(sum_of(&t, 2, 1, 32, 32), 1, 24, 6));
	CHECK(is_sum(sum_of(&t, 3, 1, 32, 32), 1, 16, 4));
	CHECK(is_sum(sum_of(&t, 0, 4, 32, 32), 6, 120, 30));
	CHECK(is_sum(sum_of(&t, 4, 1, 32, 32), 0, 0, 0));
	CHECK(is_sum(sum_of(&t, 0, 1, 16, 32), 3, 48, 4 + 4 + 4));
	toy_free(&t);
}

static void test_loops(void)
{
	struct toy t;
	struct access *a;

	toy_init(&t, (int64_t[]) { 64, 1, 1 }, (int64_t[]) { 64, 1, 1 },
		no_fold);
	t.kernel.n_loop = 2;
	t.loop[0] = (struct loop) { .trips = 5, .parent = -1 };
	t.loop[1] = (struct loop) { .trips = 4, .parent = 0 };
	/* a[x + k] in doubles, k the counter of the inner loop */
	a = toy_add(&t,
		quasi_add(t.pool, toy_affine(&t, 0, (int64_t[]) { 8, 0, 0 }),
			quasi_scale(t.pool, quasi_variable(t.pool, VAR_LOOP1),
				8)));
	a->loop = 1;
	CHECK(is_sum(sum_of(&t, 0, 1, 32, 32), 40, 1280,
		5 * 2 * (8 + 9 + 9 + 9)));
	t.loop[0].trips = 0;
	CHECK(is_sum(sum_of(&t, 0, 1, 32, 32), 0, 0, 0));
	toy_free(&t);
}

/* Odd threads only; and the edge of a boundary. */
static void test_predicates(void)
{
	struct toy t;
	struct access *a;
	struct predicate odd = { .op = PREDICATE_EQ };
	const struct quasi *x;

	toy_init(&t, (int64_t[]) { 1 << 20, 1, 1 }, (int64_t[]) { 96, 1, 1 },
		no_fold);
	x = toy_index(&t, 0);
	odd.e = quasi_mod(t.pool,
		quasi_add(t.pool, x, quasi_constant(t.pool, 1)), 2);
	a = toy_add(&t, quasi_scale(t.pool, x, 8));
	a->predicate = &odd;
	CHECK(is_sum(sum_of(&t, 0, 1, 32, 32), 3, 48, 24));
	CHECK(is_sum(sum_of(&t, 0, INT64_MAX, 32, 32), 32768, 1 << 19,
		1 << 18));
	a->predicate = NULL;
	/* max(x - 1, 0): the first warp has one sector less */
	a->address = quasi_scale(t.pool,
		quasi_max(t.pool,
			quasi_add(t.pool, x, quasi_constant(t.pool, -1)),
			quasi_constant(t.pool, 0)),
		8);
	CHECK(is_sum(sum_of(&t, 0, INT64_MAX, 32, 32), 32768, 1 << 20,
		9 * 32768 - 1));
	toy_free(&t);
}

/* Requests to shared memory: float t[33][32], a column, lies in all banks.
 */
struct banks {
	int64_t n_request;
	int most;
};

static bool visit_banks(const struct warp_phase *p, void *user)
{
	struct banks *b = user;
	int n[32] = { 0 };

	b->n_request += p->n_request;
	for (int i = 0; i < p->n_lane; ++i) {
		int bank = (int) (p->address[i] / 4 % 32);

		if (++n[bank] > b->most)
			b->most = n[bank];
	}
	return true;
}

static bool visit_once(const struct warp_phase *p, void *user)
{
	++*(int *) user;
	return p->n_lane == 0;
}

static void test_phases(void)
{
	static const int64_t pitch[] = { 32, 33 };
	static const int most[] = { 32, 1 };

	for (int i = 0; i < 2; ++i) {
		struct toy t;
		struct shared_access s = { .elem_B = 4, .loop = -1 };
		struct warp_access a;
		struct warp_range range = { 0, 4, 32, 0 };
		struct banks banks = { 0 };
		int n_visit = 0;

		toy_init(&t, (int64_t[]) { 64, 64, 1 },
			(int64_t[]) { 32, 32, 1 }, no_fold);
		s.address = quasi_add(t.pool,
			quasi_scale(t.pool, quasi_variable(t.pool, VAR_TX),
				4 * pitch[i]),
			quasi_scale(t.pool, quasi_variable(t.pool, VAR_TY), 4));
		t.kernel.n_shared_access = 1;
		t.kernel.shared_access = &s;
		a = warp_access_shared(&t.kernel, &t.launch, 0);
		CHECK(footprint_warp_phases(&a, &range, 128, visit_banks,
			      &banks) == FOOTPRINT_OK);
		CHECK(banks.n_request == 4 * 32 && banks.most == most[i]);
		CHECK(footprint_warp_phases(&a, &range, 128, visit_once,
			      &n_visit) == FOOTPRINT_OK);
		CHECK(n_visit == 1);
		toy_free(&t);
	}
}

static void test_refused(void)
{
	struct warp_range range = { 0, 1, 32, 0 };
	struct warp_access a;
	struct requests sum;
	struct toy t;

	toy_init(&t, (int64_t[]) { 64, 1, 1 }, (int64_t[]) { 64, 1, 1 },
		no_fold);
	toy_add(&t, toy_affine(&t, 0, (int64_t[]) { 1, 0, 0 }));
	a = warp_access_global(&t.kernel, &t.launch, 0);
	CHECK(requests_count(&a, &range, INT64_C(1) << 40, &sum) ==
		FOOTPRINT_BUDGET);
	a.address = quasi_scale(t.pool, quasi_variable(t.pool, VAR_TX),
		INT64_C(1) << 57);
	CHECK(requests_count(&a, &range, 32, &sum) == FOOTPRINT_OVERFLOW);
	t.kernel.n_loop = 1;
	t.loop[0] = (struct loop) { .trips = INT64_MAX, .parent = -1 };
	a.address = quasi_constant(t.pool, 0);
	a.loop = 0;
	CHECK(requests_count(&a, &range, 32, &sum) == FOOTPRINT_OVERFLOW);
	toy_free(&t);
}

/* Cycles of the tags for rows of "width" floats, "pitch_B" apart. */
static double tags(int width, int64_t pitch_B, int64_t shift, double at_least)
{
	struct warp_phase p = { .n_request = 1, .n_lane = 32 };
	struct l1_lanes l;

	for (int i = 0; i < p.n_lane; ++i) {
		p.lane[i] = i;
		p.address[i] = i % width * 4 + i / width * pitch_B;
	}
	l1_lanes_find(&l, &p);
	return l1_lanes_tags(&l, shift, 128, at_least);
}

/* As an H200 counts them: one line 1, two lines side by side 1.07, 32 rows of a
 * power of two 8, and rows of 640 doubles 10.8, not 21.
 */
static void test_tags(void)
{
	CHECK(tags(32, 0, 0, 1) == 1);
	CHECK(tags(32, 0, 4, 1) == 1 + 1.0 / 16);
	CHECK(tags(32, 0, 4, 2) == 2);
	for (int64_t pitch_B = 256; pitch_B <= 1 << 24; pitch_B *= 2)
		CHECK(tags(1, pitch_B, 0, 1) == 8);
	CHECK(tags(1, 5120, 0, 1) > 8 && tags(1, 5120, 0, 1) < 12);
	CHECK(tags(4, 16148, 0, 1) > 3 && tags(4, 16148, 0, 1) < 4.5);
	CHECK(tags(4, 16148, 0, 8) == 8);
}

int main(void)
{
	test_tags();
	test_streams();
	test_shapes();
	test_loops();
	test_predicates();
	test_phases();
	test_refused();
	return check_done();
}
