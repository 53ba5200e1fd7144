/* Integer functions, all computed by GMP: gcd, lcm, bit operations, square
 * roots, factorials and binomials; also numerator and denominator of a
 * rational.
 */

#include "lang/number/number_big.h"

static const struct dim no_dim;

/* Initialise z to an integer without dimension. */
static enum number_status get_z(const struct number *a, mpz_t z)
{
	struct number whole;
	enum number_status status;
	mpq_t q;

	if (!dim_is_none(a->dim))
		return NUMBER_DIMENSION;
	if (!number_is_integer(a))
		return NUMBER_NOT_INTEGER;
	status = number_trunc(a, &whole);
	if (status != NUMBER_OK)
		return status;
	number_get_q(&whole, q);
	number_free(&whole);
	mpz_init_set(z, mpq_numref(q));
	mpq_clear(q);
	return NUMBER_OK;
}

static enum number_status get_pair(const struct number *a,
	const struct number *b, mpz_t x, mpz_t y)
{
	enum number_status status = get_z(a, x);

	if (status != NUMBER_OK)
		return status;
	status = get_z(b, y);
	if (status != NUMBER_OK)
		mpz_clear(x);
	return status;
}

/* x = x op y for two integers. */
static enum number_status pair_op(const struct number *a,
	const struct number *b, void (*op)(mpz_t, const mpz_t, const mpz_t),
	struct number *result)
{
	enum number_status status;
	mpz_t x, y;

	*result = number_int(0);
	status = get_pair(a, b, x, y);
	if (status != NUMBER_OK)
		return status;
	op(x, x, y);
	mpz_clear(y);
	return number_take_z(x, no_dim, result);
}

static void z_gcd(mpz_t r, const mpz_t x, const mpz_t y)
{
	mpz_gcd(r, x, y);
}

static void z_lcm(mpz_t r, const mpz_t x, const mpz_t y)
{
	mpz_lcm(r, x, y);
}

static void z_and(mpz_t r, const mpz_t x, const mpz_t y)
{
	mpz_and(r, x, y);
}

static void z_or(mpz_t r, const mpz_t x, const mpz_t y)
{
	mpz_ior(r, x, y);
}

static void z_xor(mpz_t r, const mpz_t x, const mpz_t y)
{
	mpz_xor(r, x, y);
}

enum number_status number_gcd(const struct number *a, const struct number *b,
	struct number *result)
{
	return pair_op(a, b, z_gcd, result);
}

enum number_status number_lcm(const struct number *a, const struct number *b,
	struct number *result)
{
	return pair_op(a, b, z_lcm, result);
}

enum number_status number_bits(const struct number *a, const struct number *b,
	char op, struct number *result)
{
	return pair_op(a, b,
		op == '&'	  ? z_and :
			op == '|' ? z_or :
				    z_xor,
		result);
}

enum number_status number_isqrt(const struct number *a, struct number *result)
{
	enum number_status status;
	mpz_t z;

	*result = number_int(0);
	if (number_sign(a) < 0)
		return NUMBER_DOMAIN;
	status = get_z(a, z);
	if (status != NUMBER_OK)
		return status;
	mpz_sqrt(z, z);
	return number_take_z(z, no_dim, result);
}

enum number_status number_popcount(const struct number *a,
	struct number *result)
{
	enum number_status status;
	mpz_t z;

	*result = number_int(0);
	if (number_sign(a) < 0)
		return NUMBER_DOMAIN;
	status = get_z(a, z);
	if (status != NUMBER_OK)
		return status;
	*result = number_int((int64_t) mpz_popcount(z));
	mpz_clear(z);
	return NUMBER_OK;
}

/* n! exceeds NUMBER_MAX_BITS for any n above this; testing n first saves the
 * computation.
 */
#define FACTORIAL_MAX 100000

enum number_status number_factorial(const struct number *a,
	struct number *result)
{
	int64_t n;
	mpz_t z;

	*result = number_int(0);
	if (!dim_is_none(a->dim))
		return NUMBER_DIMENSION;
	if (!number_is_integer(a))
		return NUMBER_NOT_INTEGER;
	if (number_sign(a) < 0)
		return NUMBER_NEGATIVE;
	if (!number_to_int(a, &n) || n > FACTORIAL_MAX)
		return NUMBER_TOO_BIG;
	mpz_init(z);
	mpz_fac_ui(z, (unsigned long) n);
	return number_take_z(z, no_dim, result);
}

/* n = C(n, k). The bound C(n, k) <= n^k limits the size before anything is
 * computed.
 */
static enum number_status choose(mpz_t n, mpz_t k)
{
	mpz_t rest;

	if (mpz_sgn(n) < 0)
		return NUMBER_DOMAIN;
	if (mpz_sgn(k) < 0 || mpz_cmp(k, n) > 0) {
		mpz_set_ui(n, 0);
		return NUMBER_OK;
	}
	mpz_init(rest);
	mpz_sub(rest, n, k);
	if (mpz_cmp(rest, k) < 0)
		mpz_swap(rest, k);
	mpz_clear(rest);
	if (mpz_cmp_ui(k, NUMBER_MAX_BITS) > 0 ||
		mpz_sizeinbase(n, 2) * mpz_get_ui(k) >
			4 * (size_t) NUMBER_MAX_BITS)
		return NUMBER_TOO_BIG;
	mpz_bin_ui(n, n, mpz_get_ui(k));
	return NUMBER_OK;
}

enum number_status number_binomial(const struct number *a,
	const struct number *b, struct number *result)
{
	enum number_status status;
	mpz_t n, k;

	*result = number_int(0);
	status = get_pair(a, b, n, k);
	if (status != NUMBER_OK)
		return status;
	status = choose(n, k);
	mpz_clear(k);
	if (status == NUMBER_OK)
		return number_take_z(n, no_dim, result);
	mpz_clear(n);
	return status;
}

static enum number_status part(const struct number *a, bool numerator,
	struct number *result)
{
	mpz_t z;
	mpq_t q;

	*result = number_int(0);
	if (!number_is_exact(a))
		return NUMBER_DOMAIN;
	if (!dim_is_none(a->dim))
		return NUMBER_DIMENSION;
	number_get_q(a, q);
	mpz_init_set(z, numerator ? mpq_numref(q) : mpq_denref(q));
	mpq_clear(q);
	return number_take_z(z, no_dim, result);
}

enum number_status number_num(const struct number *a, struct number *result)
{
	return part(a, true, result);
}

enum number_status number_den(const struct number *a, struct number *result)
{
	return part(a, false, result);
}
