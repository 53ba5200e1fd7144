/* Powers, roots and logarithms: exact if the result is rational, otherwise a
 * double.
 */

#ifndef WSP_DEBUG
#define NDEBUG /* a library does not end its host */
#endif

#include <assert.h>
#include <math.h>

#include "lang/number/number_big.h"

#define LN2 0.693147180559945309417232121458176568

/* The exponent as a ratio of 64-bit integers. A double is accepted only if it
 * is an integer.
 */
static bool exponent_ratio(const struct number *b, int64_t *num, int64_t *den)
{
	*den = 1;
	if (number_to_int(b, num))
		return true;
	if (b->form != NUMBER_SMALL)
		return false;
	*num = b->u.small.num;
	*den = b->u.small.den;
	return true;
}

static enum number_status power_dim(struct dim a, const struct number *b,
	struct dim *dim)
{
	int64_t num, den;

	*dim = a;
	if (dim_is_none(a))
		return NUMBER_OK;
	if (!exponent_ratio(b, &num, &den))
		return NUMBER_DIMENSION;
	if (dim_ratio_pow(a, num, den, dim))
		return NUMBER_OK;
	return den == 1 ? NUMBER_TOO_BIG : NUMBER_DIMENSION;
}

static bool small_power(int64_t base, uint64_t n, int64_t *result)
{
	*result = 1;
	if (n > 63)
		return false;
	while (n-- > 0)
		if (__builtin_mul_overflow(*result, base, result))
			return false;
	return true;
}

/* a^n, where a is not -1, 0 or 1: its powers grow, so the size of the result is
 * checked before it is computed.
 */
static enum number_status exact_power(const struct number *a, int64_t n,
	struct dim dim, struct number *result)
{
	uint64_t times = n < 0 ? -(uint64_t) n : (uint64_t) n;
	int64_t num, den;
	size_t bits;
	mpq_t q;

	if (a->form == NUMBER_SMALL &&
		small_power(a->u.small.num, times, &num) &&
		small_power(a->u.small.den, times, &den)) {
		*result = n < 0 ? number_ratio(den, num) :
				  number_ratio(num, den);
		result->dim = dim;
		return NUMBER_OK;
	}
	number_get_q(a, q);
	bits = mpz_sizeinbase(mpq_numref(q), 2);
	if (mpz_sizeinbase(mpq_denref(q), 2) > bits)
		bits = mpz_sizeinbase(mpq_denref(q), 2);
	if (times > NUMBER_MAX_BITS || (bits - 1) * times > NUMBER_MAX_BITS) {
		mpq_clear(q);
		return NUMBER_TOO_BIG;
	}
	mpz_pow_ui(mpq_numref(q), mpq_numref(q), (unsigned long) times);
	mpz_pow_ui(mpq_denref(q), mpq_denref(q), (unsigned long) times);
	if (n < 0)
		mpq_inv(q, q);
	return number_take_q(q, dim, result);
}

static bool is_odd(const struct number *b)
{
	return b->form == NUMBER_BIG ? mpz_odd_p(mpq_numref(b->u.big->q)) :
				       b->u.small.num % 2 != 0;
}

static enum number_status integer_power(const struct number *a,
	const struct number *b, struct dim dim, struct number *result)
{
	int sign = number_sign(a);
	int64_t n;

	if (number_sign(b) == 0 || (sign == 0 && number_sign(b) > 0) ||
		(a->form == NUMBER_SMALL && a->u.small.den == 1 &&
			a->u.small.num == sign && sign != 0)) {
		if (number_sign(b) == 0)
			sign = 1;
		*result = number_int(is_odd(b) ? sign : sign * sign);
		result->dim = dim;
		return NUMBER_OK;
	}
	if (sign == 0)
		return NUMBER_ZERO;
	if (!number_to_int(b, &n))
		return NUMBER_TOO_BIG;
	return exact_power(a, n, dim, result);
}

/* |a|^y through logarithms, for an "a" outside the range of double. */
static double power_by_log(const struct number *a, double y)
{
	long exp;
	double fraction = fabs(number_split(a, &exp));

	return exp2(y * (log2(fraction) + (double) exp));
}

static enum number_status real_power(const struct number *a,
	const struct number *b, struct dim dim, struct number *result)
{
	double x = number_to_double(a), y = number_to_double(b), r;
	int sign = number_sign(a);

	if (sign < 0 && !number_is_integer(b))
		return NUMBER_DOMAIN;
	if (x == 0 && sign == 0 && y < 0)
		return NUMBER_ZERO;
	if (number_is_exact(a) && (isinf(x) || (x == 0 && sign != 0)))
		r = power_by_log(a, y);
	else
		r = pow(x, y);
	if (isinf(r) && (number_is_exact(a) || isfinite(x)) && isfinite(y))
		return NUMBER_TOO_BIG;
	*result = number_real(r, dim);
	return NUMBER_OK;
}

enum number_status number_pow(const struct number *a, const struct number *b,
	struct number *result)
{
	enum number_status status;
	struct dim dim;

	assert(result != a && result != b);
	*result = number_int(0);
	if (!dim_is_none(b->dim))
		return NUMBER_DIMENSION;
	status = power_dim(a->dim, b, &dim);
	if (status != NUMBER_OK)
		return status;
	if (number_is_exact(a) && number_is_exact(b) && number_is_integer(b))
		return integer_power(a, b, dim, result);
	return real_power(a, b, dim, result);
}

enum number_status number_sqrt(const struct number *a, struct number *result)
{
	struct number half = number_ratio(1, 2);

	if (number_sign(a) < 0) {
		*result = number_int(0);
		return NUMBER_DOMAIN;
	}
	return number_pow(a, &half, result);
}

/* log(fraction * 2^exp) = log(fraction) + exp * log(2). Doubles use the C
 * library, which is more accurate.
 */
static enum number_status logarithm(const struct number *a,
	double (*log_of)(double), double log_2, struct number *result)
{
	double x = number_to_double(a), fraction;
	long exp;

	*result = number_int(0);
	if (!dim_is_none(a->dim))
		return NUMBER_DIMENSION;
	if (number_sign(a) <= 0 && !isnan(x))
		return NUMBER_DOMAIN;
	if (number_is_exact(a) && (isinf(x) || x < 1e-300)) {
		fraction = number_split(a, &exp);
		*result = number_real(log_of(fraction) + (double) exp * log_2,
			a->dim);
		return NUMBER_OK;
	}
	*result = number_real(log_of(x), a->dim);
	return NUMBER_OK;
}

enum number_status number_log(const struct number *a, struct number *result)
{
	return logarithm(a, log, LN2, result);
}

enum number_status number_log2(const struct number *a, struct number *result)
{
	return logarithm(a, log2, 1, result);
}

enum number_status number_log10(const struct number *a, struct number *result)
{
	return logarithm(a, log10, LOG10_2, result);
}
