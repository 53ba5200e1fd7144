/* Sum, product, quotient, remainder and rounding. Each tries 64-bit arithmetic
 * with overflow checks first, and GMP if that overflows.
 */

#ifndef WSP_DEBUG
#define NDEBUG /* a library does not end its host */
#endif

#include <assert.h>
#include <math.h>

#include "lang/number/number_big.h"

static bool is_real_pair(const struct number *a, const struct number *b)
{
	return a->form == NUMBER_REAL || b->form == NUMBER_REAL;
}

static bool is_small_pair(const struct number *a, const struct number *b)
{
	return a->form == NUMBER_SMALL && b->form == NUMBER_SMALL;
}

/* False if a part is INT64_MIN, which cannot be negated. */
static bool take_small(int64_t num, int64_t den, struct dim dim,
	struct number *result)
{
	if (num == INT64_MIN || den == INT64_MIN)
		return false;
	*result = number_ratio(num, den);
	result->dim = dim;
	return true;
}

/* a + sign * b; false if it overflows 64 bits. */
static bool add_small(const struct number *a, const struct number *b, int sign,
	struct number *result)
{
	int64_t x, y, num, den;

	if (!is_small_pair(a, b) ||
		__builtin_mul_overflow(a->u.small.num, b->u.small.den, &x) ||
		__builtin_mul_overflow(b->u.small.num, a->u.small.den, &y) ||
		__builtin_mul_overflow(a->u.small.den, b->u.small.den, &den) ||
		__builtin_mul_overflow(y, sign, &y) ||
		__builtin_add_overflow(x, y, &num))
		return false;
	return take_small(num, den, a->dim, result);
}

static enum number_status add_big(const struct number *a,
	const struct number *b, int sign, struct number *result)
{
	mpq_t p, q;

	number_get_q(a, p);
	number_get_q(b, q);
	if (sign > 0)
		mpq_add(p, p, q);
	else
		mpq_sub(p, p, q);
	mpq_clear(q);
	return number_take_q(p, a->dim, result);
}

/* The result may be infinite only if an operand was. */
static enum number_status take_real(double value, const struct number *a,
	const struct number *b, struct dim dim, struct number *result)
{
	if (isfinite(number_to_double(a)) && isfinite(number_to_double(b)))
		return number_from_double(value, dim, result);
	*result = number_real(value, dim);
	return NUMBER_OK;
}

static enum number_status add(const struct number *a, const struct number *b,
	int sign, struct number *result)
{
	assert(result != a && result != b);
	*result = number_int(0);
	if (!dim_equal(a->dim, b->dim))
		return NUMBER_DIMENSION;
	if (is_real_pair(a, b))
		return take_real(number_to_double(a) +
				sign * number_to_double(b),
			a, b, a->dim, result);
	if (add_small(a, b, sign, result))
		return NUMBER_OK;
	return add_big(a, b, sign, result);
}

enum number_status number_add(const struct number *a, const struct number *b,
	struct number *result)
{
	return add(a, b, 1, result);
}

enum number_status number_sub(const struct number *a, const struct number *b,
	struct number *result)
{
	return add(a, b, -1, result);
}

static bool mul_small(const struct number *a, const struct number *b,
	struct dim dim, struct number *result)
{
	int64_t num, den;

	if (!is_small_pair(a, b) ||
		__builtin_mul_overflow(a->u.small.num, b->u.small.num, &num) ||
		__builtin_mul_overflow(a->u.small.den, b->u.small.den, &den))
		return false;
	return take_small(num, den, dim, result);
}

enum number_status number_mul(const struct number *a, const struct number *b,
	struct number *result)
{
	struct dim dim;
	mpq_t p, q;

	assert(result != a && result != b);
	*result = number_int(0);
	if (!dim_mul(a->dim, b->dim, &dim))
		return NUMBER_TOO_BIG;
	if (is_real_pair(a, b))
		return take_real(number_to_double(a) * number_to_double(b), a,
			b, dim, result);
	if (mul_small(a, b, dim, result))
		return NUMBER_OK;
	number_get_q(a, p);
	number_get_q(b, q);
	mpq_mul(p, p, q);
	mpq_clear(q);
	return number_take_q(p, dim, result);
}

static bool div_small(const struct number *a, const struct number *b,
	struct dim dim, struct number *result)
{
	int64_t num, den;

	if (!is_small_pair(a, b) ||
		__builtin_mul_overflow(a->u.small.num, b->u.small.den, &num) ||
		__builtin_mul_overflow(a->u.small.den, b->u.small.num, &den))
		return false;
	return take_small(num, den, dim, result);
}

static bool is_zero(const struct number *a)
{
	return number_sign(a) == 0 &&
		!(a->form == NUMBER_REAL && isnan(a->u.real));
}

enum number_status number_div(const struct number *a, const struct number *b,
	struct number *result)
{
	struct dim dim;
	mpq_t p, q;

	assert(result != a && result != b);
	*result = number_int(0);
	if (!dim_div(a->dim, b->dim, &dim))
		return NUMBER_TOO_BIG;
	if (is_zero(b))
		return NUMBER_ZERO;
	if (is_real_pair(a, b))
		return take_real(number_to_double(a) / number_to_double(b), a,
			b, dim, result);
	if (div_small(a, b, dim, result))
		return NUMBER_OK;
	number_get_q(a, p);
	number_get_q(b, q);
	mpq_div(p, p, q);
	mpq_clear(q);
	return number_take_q(p, dim, result);
}

enum number_status number_floor_div(const struct number *a,
	const struct number *b, struct number *result)
{
	struct number quotient;
	enum number_status status;

	assert(result != a && result != b);
	*result = number_int(0);
	if (!dim_equal(a->dim, b->dim))
		return NUMBER_DIMENSION;
	status = number_div(a, b, &quotient);
	if (status != NUMBER_OK)
		return status;
	status = number_floor(&quotient, result);
	number_free(&quotient);
	return status;
}

static double real_mod(double a, double b)
{
	double r = fmod(a, b);

	return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/* a - b * floor(a / b) */
static enum number_status exact_mod(const struct number *a,
	const struct number *b, struct number *result)
{
	struct number n, multiple;
	enum number_status status;

	status = number_floor_div(a, b, &n);
	if (status != NUMBER_OK)
		return status;
	status = number_mul(&n, b, &multiple);
	number_free(&n);
	if (status != NUMBER_OK)
		return status;
	status = number_sub(a, &multiple, result);
	number_free(&multiple);
	return status;
}

enum number_status number_mod(const struct number *a, const struct number *b,
	struct number *result)
{
	assert(result != a && result != b);
	*result = number_int(0);
	if (!dim_equal(a->dim, b->dim))
		return NUMBER_DIMENSION;
	if (is_zero(b))
		return NUMBER_ZERO;
	if (is_real_pair(a, b)) {
		*result = number_real(real_mod(number_to_double(a),
					      number_to_double(b)),
			a->dim);
		return NUMBER_OK;
	}
	return exact_mod(a, b, result);
}

void number_neg(const struct number *a, struct number *result)
{
	struct dim dim = a->dim;
	mpq_t q;

	assert(result != a);
	*result = *a;
	result->low = result->high = 0;
	switch (a->form) {
	case NUMBER_SMALL: result->u.small.num = -a->u.small.num; return;
	case NUMBER_REAL: result->u.real = -a->u.real; return;
	case NUMBER_BIG:
		number_get_q(a, q);
		mpq_neg(q, q);
		number_take_q(q, dim, result);
		result->spelling = a->spelling;
	}
}

void number_abs(const struct number *a, struct number *result)
{
	if (number_sign(a) < 0)
		number_neg(a, result);
	else
		*result = number_copy(a);
}

enum rounding { ROUND_FLOOR, ROUND_CEIL, ROUND_TRUNC, ROUND_NEAREST };

static double round_real(double x, enum rounding how)
{
	double whole;

	switch (how) {
	case ROUND_FLOOR: return floor(x);
	case ROUND_CEIL: return ceil(x);
	case ROUND_TRUNC: return trunc(x);
	case ROUND_NEAREST:
		whole = trunc(x);
		return fabs(x - whole) < 0.5 ? whole : whole + copysign(1, x);
	}
	return x;
}

static void round_exact(const mpq_t q, enum rounding how, mpz_t z)
{
	mpz_t twice;

	switch (how) {
	case ROUND_FLOOR: mpz_fdiv_q(z, mpq_numref(q), mpq_denref(q)); return;
	case ROUND_CEIL: mpz_cdiv_q(z, mpq_numref(q), mpq_denref(q)); return;
	case ROUND_TRUNC: mpz_tdiv_q(z, mpq_numref(q), mpq_denref(q)); return;
	case ROUND_NEAREST:
		/* trunc((2 n + sign d) / 2 d) */
		mpz_init(twice);
		mpz_mul_2exp(twice, mpq_denref(q), 1);
		mpz_mul_2exp(z, mpq_numref(q), 1);
		if (mpq_sgn(q) < 0)
			mpz_sub(z, z, mpq_denref(q));
		else
			mpz_add(z, z, mpq_denref(q));
		mpz_tdiv_q(z, z, twice);
		mpz_clear(twice);
	}
}

static enum number_status to_integer(const struct number *a, enum rounding how,
	struct number *result)
{
	mpz_t z;
	mpq_t q;

	assert(result != a);
	*result = number_int(0);
	if (!dim_is_none(a->dim) && !dim_is_count(a->dim))
		return NUMBER_DIMENSION;
	if (a->form == NUMBER_REAL && !isfinite(a->u.real))
		return NUMBER_DOMAIN;
	if (a->form == NUMBER_SMALL && a->u.small.den == 1) {
		*result = number_int(a->u.small.num);
		result->dim = a->dim;
		return NUMBER_OK;
	}
	mpz_init(z);
	if (a->form == NUMBER_REAL) {
		mpz_set_d(z, round_real(a->u.real, how));
	} else {
		number_get_q(a, q);
		round_exact(q, how, z);
		mpq_clear(q);
	}
	return number_take_z(z, a->dim, result);
}

enum number_status number_floor(const struct number *a, struct number *result)
{
	return to_integer(a, ROUND_FLOOR, result);
}

enum number_status number_ceil(const struct number *a, struct number *result)
{
	return to_integer(a, ROUND_CEIL, result);
}

enum number_status number_round(const struct number *a, struct number *result)
{
	return to_integer(a, ROUND_NEAREST, result);
}

enum number_status number_trunc(const struct number *a, struct number *result)
{
	return to_integer(a, ROUND_TRUNC, result);
}
