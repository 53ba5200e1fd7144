/* Numbers: construction, conversion and comparison.
 *
 * An exact number is a pair of 64-bit integers where it fits, a GMP rational
 * where it does not; number_take_q() picks the form.
 */

#ifndef WSP_DEBUG
#define NDEBUG /* a library does not end its host */
#endif

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/number/number_big.h"

static const struct dim no_dim;

static void z_set(mpz_t z, int64_t value)
{
	uint64_t magnitude = value < 0 ? -(uint64_t) value : (uint64_t) value;

	mpz_import(z, 1, -1, sizeof(magnitude), 0, 0, &magnitude);
	if (value < 0)
		mpz_neg(z, z);
}

static bool z_get(const mpz_t z, int64_t *value)
{
	uint64_t magnitude = 0;

	if (mpz_sizeinbase(z, 2) > 63)
		return false;
	mpz_export(&magnitude, NULL, -1, sizeof(magnitude), 0, 0, z);
	*value = mpz_sgn(z) < 0 ? -(int64_t) magnitude : (int64_t) magnitude;
	return true;
}

struct number number_int(int64_t value)
{
	struct number n = { .form = NUMBER_SMALL };
	mpz_t z;

	n.u.small.num = value;
	n.u.small.den = 1;
	if (value == INT64_MIN) {
		mpz_init(z);
		z_set(z, value);
		number_take_z(z, no_dim, &n);
	}
	return n;
}

struct number number_ratio(int64_t num, int64_t den)
{
	struct number n = { .form = NUMBER_SMALL };
	mpq_t q;
	int64_t g;

	assert(den != 0);
	if (num == INT64_MIN || den == INT64_MIN) {
		mpq_init(q);
		z_set(mpq_numref(q), num);
		z_set(mpq_denref(q), den);
		mpq_canonicalize(q);
		number_take_q(q, no_dim, &n);
		return n;
	}
	g = integer_gcd(num, den);
	n.u.small.num = den < 0 ? -num / g : num / g;
	n.u.small.den = den < 0 ? -den / g : den / g;
	return n;
}

struct number number_real(double value, struct dim dim)
{
	struct number n = { .form = NUMBER_REAL, .dim = dim };

	n.u.real = value;
	return n;
}

struct number number_copy(const struct number *a)
{
	if (a->form == NUMBER_BIG)
		++a->u.big->refs;
	return *a;
}

static int64_t big_bytes(mpq_t q)
{
	return (int64_t) (sizeof(struct bignum) +
		sizeof(mp_limb_t) *
			(mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q))));
}

void number_free(struct number *a)
{
	if (a->form == NUMBER_BIG && --a->u.big->refs == 0) {
		account_add(-big_bytes(a->u.big->q));
		mpq_clear(a->u.big->q);
		free(a->u.big);
	}
	*a = number_int(0);
}

void number_get_q(const struct number *a, mpq_t q)
{
	mpq_init(q);
	if (a->form == NUMBER_BIG) {
		mpq_set(q, a->u.big->q);
		return;
	}
	z_set(mpq_numref(q), a->u.small.num);
	z_set(mpq_denref(q), a->u.small.den);
}

struct number number_wrap_q(mpq_t q, struct dim dim)
{
	struct number n = { .form = NUMBER_SMALL, .dim = dim };

	if (z_get(mpq_numref(q), &n.u.small.num) &&
		z_get(mpq_denref(q), &n.u.small.den)) {
		mpq_clear(q);
		return n;
	}
	n.form = NUMBER_BIG;
	n.u.big = memory_new(sizeof(struct bignum));
	n.u.big->refs = 1;
	n.u.big->q[0] = q[0];
	account_add(big_bytes(n.u.big->q));
	return n;
}

enum number_status number_take_q(mpq_t q, struct dim dim, struct number *result)
{
	*result = number_int(0);
	if (mpz_sizeinbase(mpq_numref(q), 2) > NUMBER_MAX_BITS ||
		mpz_sizeinbase(mpq_denref(q), 2) > NUMBER_MAX_BITS) {
		mpq_clear(q);
		return NUMBER_TOO_BIG;
	}
	*result = number_wrap_q(q, dim);
	return NUMBER_OK;
}

enum number_status number_take_z(mpz_t z, struct dim dim, struct number *result)
{
	mpq_t q;

	mpq_init(q);
	mpz_swap(mpq_numref(q), z);
	mpz_clear(z);
	return number_take_q(q, dim, result);
}

enum number_status number_from_double(double value, struct dim dim,
	struct number *result)
{
	*result = number_int(0);
	if (isinf(value))
		return NUMBER_TOO_BIG;
	*result = number_real(value, dim);
	return NUMBER_OK;
}

bool number_is_exact(const struct number *a)
{
	return a->form != NUMBER_REAL;
}

bool number_is_integer(const struct number *a)
{
	switch (a->form) {
	case NUMBER_SMALL: return a->u.small.den == 1;
	case NUMBER_BIG: return mpz_cmp_ui(mpq_denref(a->u.big->q), 1) == 0;
	case NUMBER_REAL:
		return isfinite(a->u.real) && floor(a->u.real) == a->u.real;
	}
	return false;
}

bool number_to_int(const struct number *a, int64_t *value)
{
	if (!number_is_integer(a) || a->form == NUMBER_BIG)
		return false;
	if (a->form == NUMBER_SMALL) {
		*value = a->u.small.num;
		return true;
	}
	if (fabs(a->u.real) >= 0x1p53)
		return false;
	*value = (int64_t) a->u.real;
	return true;
}

int number_sign(const struct number *a)
{
	switch (a->form) {
	case NUMBER_SMALL: return (a->u.small.num > 0) - (a->u.small.num < 0);
	case NUMBER_BIG: return mpq_sgn(a->u.big->q);
	case NUMBER_REAL: return (a->u.real > 0) - (a->u.real < 0);
	}
	return 0;
}

/* The quotient num/den = result * 2^exp with 64 significant bits. The last bit
 * is sticky: it is set if any bit was cut off, so that one more rounding gives
 * the nearest double.
 */
static uint64_t quotient_bits(const mpz_t num, const mpz_t den, long *exp)
{
	long shift = 65 - (long) mpz_sizeinbase(num, 2) +
		(long) mpz_sizeinbase(den, 2);
	mpz_t n, d, r;
	uint64_t bits = 0;
	bool inexact;
	long cut;

	mpz_init(r);
	mpz_init(n);
	mpz_init(d);
	mpz_mul_2exp(n, num, shift > 0 ? (mp_bitcnt_t) shift : 0);
	mpz_mul_2exp(d, den, shift < 0 ? (mp_bitcnt_t) -shift : 0);
	mpz_tdiv_qr(n, r, n, d);
	cut = (long) mpz_sizeinbase(n, 2) - 64;
	inexact = mpz_sgn(r) != 0 ||
		mpz_scan1(n, 0) < (mp_bitcnt_t) (cut > 0 ? cut : 0);
	mpz_tdiv_q_2exp(n, n, (mp_bitcnt_t) cut);
	mpz_export(&bits, NULL, -1, sizeof(bits), 0, 0, n);
	mpz_clear(n);
	mpz_clear(d);
	mpz_clear(r);
	*exp = cut - shift;
	return bits | inexact;
}

double number_split(const struct number *a, long *exp)
{
	mpq_t q;
	double d;
	int e, sign;

	*exp = 0;
	if (a->form == NUMBER_REAL) {
		d = frexp(a->u.real, &e);
		*exp = e;
		return d;
	}
	sign = number_sign(a);
	if (sign == 0)
		return 0;
	number_get_q(a, q);
	mpq_abs(q, q);
	d = frexp((double) quotient_bits(mpq_numref(q), mpq_denref(q), exp),
		&e);
	*exp += e;
	mpq_clear(q);
	return sign * d;
}

double number_to_double(const struct number *a)
{
	const int64_t exact = INT64_C(1) << 53;
	double fraction;
	long exp;

	if (a->form == NUMBER_REAL)
		return a->u.real;
	if (a->form == NUMBER_SMALL && a->u.small.den <= exact &&
		a->u.small.num <= exact && a->u.small.num >= -exact)
		return (double) a->u.small.num / (double) a->u.small.den;
	fraction = number_split(a, &exp);
	if (exp > 2000 || exp < -2000)
		exp = exp > 0 ? 2000 : -2000;
	return ldexp(fraction, (int) exp);
}

static int compare_exact(const struct number *a, const struct number *b)
{
	int64_t x, y;
	mpq_t p, q;
	int order;

	if (a->form == NUMBER_SMALL && b->form == NUMBER_SMALL &&
		!__builtin_mul_overflow(a->u.small.num, b->u.small.den, &x) &&
		!__builtin_mul_overflow(b->u.small.num, a->u.small.den, &y))
		return (x > y) - (x < y);
	number_get_q(a, p);
	number_get_q(b, q);
	order = mpq_cmp(p, q);
	mpq_clear(p);
	mpq_clear(q);
	return (order > 0) - (order < 0);
}

enum number_status number_compare(const struct number *a,
	const struct number *b, int *order)
{
	double x, y;

	*order = 0;
	if (!dim_equal(a->dim, b->dim))
		return NUMBER_DIMENSION;
	if (number_is_exact(a) && number_is_exact(b)) {
		*order = compare_exact(a, b);
		return NUMBER_OK;
	}
	x = number_to_double(a);
	y = number_to_double(b);
	*order = isnan(x) || isnan(y) ? 2 : (x > y) - (x < y);
	return NUMBER_OK;
}

enum number_status number_with_unit(const struct number *a,
	const struct unit *unit, struct number *result)
{
	struct number factor = number_ratio(unit->num, unit->den);
	enum number_status status;

	factor.dim = unit->dim;
	status = number_mul(a, &factor, result);
	if (status != NUMBER_OK)
		return status;
	result->spelling = unit->spelling;
	/* a label has no dimension: only the spelling keeps it visible */
	for (int i = 0; i < unit->spelling.n; ++i)
		if (unit_rows[unit->spelling.factor[i].row].exp == 0)
			result->spelling.shown = true;
	return NUMBER_OK;
}

enum number_status number_in_unit(const struct number *a,
	const struct unit *unit, struct number *result)
{
	struct number factor = number_ratio(unit->num, unit->den);

	*result = number_int(0);
	factor.dim = unit->dim;
	if (!dim_equal(a->dim, unit->dim))
		return NUMBER_DIMENSION;
	return number_div(a, &factor, result);
}

enum number_status number_shown_in(const struct number *a,
	const struct unit *unit, struct number *result)
{
	*result = number_int(0);
	if (!dim_equal(a->dim, unit->dim))
		return NUMBER_DIMENSION;
	*result = number_copy(a);
	result->spelling = unit->spelling;
	result->spelling.shown = true;
	return NUMBER_OK;
}

struct number number_one_like(const struct number *a)
{
	struct unit unit = unit_spelled(&a->spelling);
	struct number one;

	if (!dim_equal(unit.dim, a->dim))
		unit = unit_spelled(&(struct spelling) { 0 });
	one = number_ratio(unit.num, unit.den);
	one.dim = a->dim;
	return one;
}
