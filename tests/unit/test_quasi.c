/* Quasi-affine expressions: arithmetic, sharing of equal ones, and limits. */

#include "engine/base/integer.h"
#include "engine/kernel/quasi.h"
#include "tests/unit/check.h"

static struct quasi_pool *pool;

static const struct quasi *num(int64_t n)
{
	return quasi_constant(pool, n);
}

static const struct quasi *var(enum quasi_var v)
{
	return quasi_variable(pool, v);
}

static const struct quasi *add(const struct quasi *a, const struct quasi *b)
{
	return quasi_add(pool, a, b);
}

static const struct quasi *times(int64_t n, const struct quasi *a)
{
	return quasi_scale(pool, a, n);
}

static int64_t value_at(const struct quasi *e, int64_t tx, int64_t bx)
{
	int64_t point[N_QUASI_VAR] = { 0 }, value = INT64_MIN;

	point[VAR_TX] = tx;
	point[VAR_BX] = bx;
	return quasi_eval(e, point, &value) ? value : INT64_MIN;
}

static void test_sums(void)
{
	const struct quasi *e = add(times(3, var(VAR_TX)), num(5));

	CHECK(quasi_is_affine(e) && !quasi_is_constant(e));
	CHECK(quasi_is_constant(num(7)) && quasi_is_constant(times(0, e)));
	CHECK(value_at(e, 4, 9) == 17);
	CHECK(value_at(add(e, times(-8, var(VAR_BX))), 4, 9) == 17 - 72);
	CHECK(quasi_equal(add(e, e), times(2, e)));
	CHECK(!quasi_equal(e, times(2, e)));
	CHECK(quasi_equal(add(e, times(-1, e)), num(0)));
}

static void test_floors(void)
{
	const struct quasi *x = var(VAR_TX);

	for (int64_t d = 1; d <= 12; ++d)
		for (int64_t c = -13; c <= 13; ++c) {
			const struct quasi *e = add(times(c, x), num(c + 2));
			const struct quasi *q = quasi_floor(pool, e, d);
			const struct quasi *r = quasi_mod(pool, e, d);
			bool good = true;

			for (int64_t t = -20; t <= 20; t += 3) {
				int64_t a = c * t + c + 2;
				int64_t f = integer_floor(a, d);

				good = good && value_at(q, t, 0) == f &&
					value_at(r, t, 0) == a - d * f;
			}
			CHECK(good);
		}
}

/* What is the same however it is written is one expression. */
static void test_canonical(void)
{
	const struct quasi *x = var(VAR_TX), *b = var(VAR_BX);
	const struct quasi *q = quasi_floor(pool, x, 4);
	const struct quasi *m = quasi_min(pool, x, b);

	CHECK(quasi_equal(quasi_floor(pool, q, 3), quasi_floor(pool, x, 12)));
	CHECK(quasi_equal(quasi_floor(pool, add(q, num(2)), 3),
		quasi_floor(pool, add(x, num(8)), 12)));
	CHECK(quasi_equal(quasi_floor(pool, add(times(8, b), x), 8),
		add(b, quasi_floor(pool, x, 8))));
	CHECK(quasi_equal(quasi_floor(pool, add(times(6, x), num(5)), 9),
		quasi_floor(pool, add(times(2, x), num(1)), 3)));
	CHECK(quasi_is_affine(quasi_floor(pool, times(32, x), 8)));
	CHECK(quasi_is_constant(quasi_mod(pool, times(32, x), 8)));
	CHECK(quasi_equal(add(q, times(-1, q)), num(0)));
	CHECK(quasi_equal(m, quasi_min(pool, b, x)));
	CHECK(!quasi_equal(m, quasi_max(pool, b, x)));
	CHECK(quasi_min(pool, x, add(x, num(3))) == x);
	CHECK(quasi_equal(quasi_max(pool, x, add(x, num(3))), add(x, num(3))));
}

static void test_minima(void)
{
	const struct quasi *x = var(VAR_TX), *b = var(VAR_BX);
	/* clamp(tx - bx, 0, 5) */
	const struct quasi *e = quasi_min(pool, num(5),
		quasi_max(pool, num(0), add(x, times(-1, b))));

	CHECK(value_at(e, 3, 1) == 2);
	CHECK(value_at(e, 3, 9) == 0);
	CHECK(value_at(e, 30, 9) == 5);
	CHECK(value_at(times(-2, e), 30, 9) == -10);
}

static void test_bounds(void)
{
	int64_t lo[N_QUASI_VAR] = { 0 }, hi[N_QUASI_VAR] = { 0 };
	int64_t min = 0, max = 0, huge = INT64_C(1) << 60;
	const struct quasi *x = var(VAR_TX), *b = var(VAR_BX);
	const struct quasi *e = add(times(8, x), times(-3, b));

	hi[VAR_TX] = 31;
	hi[VAR_BX] = 10;
	CHECK(quasi_bounds(e, lo, hi, &min, &max));
	CHECK(min == -30 && max == 248);
	CHECK(quasi_bounds(quasi_floor(pool, e, 16), lo, hi, &min, &max));
	CHECK(min == -2 && max == 15);
	CHECK(quasi_bounds(quasi_max(pool, e, num(5)), lo, hi, &min, &max));
	CHECK(min == 5 && max == 248);
	CHECK(quasi_bounds(times(huge / 31, x), lo, hi, &min, &max));
	CHECK(!quasi_bounds(times(huge, x), lo, hi, &min, &max));
	CHECK(!quasi_bounds(quasi_floor(pool, times(huge - 1, x), 2 * huge), lo,
		hi, &min, &max));
}

static void test_limits(void)
{
	const struct quasi *x = var(VAR_TX), *e;
	int64_t point[N_QUASI_VAR] = { 3 }, value;

	CHECK(!times(2, num(INT64_MAX)));
	CHECK(!add(num(INT64_MAX), num(1)));
	CHECK(!times(INT64_MAX, times(2, x)));
	CHECK(!quasi_floor(pool, x, 0) && !quasi_floor(pool, x, -4));
	CHECK(!quasi_mod(pool, x, 0));
	CHECK(!add(NULL, x) && !times(3, NULL) && !quasi_min(pool, x, NULL));
	CHECK(!quasi_eval(times(INT64_MAX / 2, x), point, &value));
	e = quasi_floor(pool, x, 7);
	for (int i = 0; e && i < 64; ++i)
		e = add(times(2, quasi_min(pool, e, var(VAR_BX))),
			quasi_max(pool, e, var(VAR_TY)));
	CHECK(!e); /* it would have 2^64 terms */
	CHECK(!quasi_pool_alloc(NULL, 8));
	CHECK(!quasi_pool_alloc(pool, SIZE_MAX));
	CHECK(!quasi_pool_alloc(pool, SIZE_MAX - 40));
}

int main(void)
{
	pool = quasi_pool_new();
	test_sums();
	test_floors();
	test_canonical();
	test_minima();
	test_bounds();
	test_limits();
	quasi_pool_free(pool);
	quasi_pool_free(NULL);
	return check_done();
}
