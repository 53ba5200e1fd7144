/* Arithmetic functions. Those with rational results are exact; the others are
 * computed in double.
 */

#include <math.h>

#include "lang/eval/builtin.h"
#include "lang/value/arith.h"

typedef enum number_status (*unary_fn)(const struct number *, struct number *);
typedef enum number_status (*binary_fn)(const struct number *,
	const struct number *, struct number *);

static bool run_unary(struct call *call, unary_fn fn, struct value *result)
{
	const struct number *x;
	struct number n;
	bool ok;

	if (call_object(call, 1, call->arg, result, &ok))
		return ok;
	if (!call_number(call, 0, &x) || !call_check(call, 0, fn(x, &n)))
		return false;
	*result = value_number(n);
	return true;
}

static bool run_binary(struct call *call, binary_fn fn, struct value *result)
{
	const struct number *x, *y;
	enum number_status status;
	struct number n;
	bool ok, is_first;

	if (call_object(call, 2, call->arg, result, &ok))
		return ok;
	if (!call_number(call, 0, &x) || !call_number(call, 1, &y))
		return false;
	status = fn(x, y, &n);
	is_first = !dim_is_none(x->dim) ||
		(status == NUMBER_NOT_INTEGER && !number_is_integer(x));
	if (!call_check(call, is_first ? 0 : 1, status))
		return false;
	*result = value_number(n);
	return true;
}

/* Apply a function of the C library. */
static bool run_real(struct call *call, double (*fn)(double),
	struct value *result)
{
	const struct number *x;
	double arg, r;
	bool ok;

	if (call_object(call, 1, call->arg, result, &ok))
		return ok;
	if (!call_number(call, 0, &x))
		return false;
	if (!dim_is_none(x->dim))
		return call_check(call, 0, NUMBER_DIMENSION);
	arg = number_to_double(x);
	r = fn(arg);
	if (isnan(r) && !isnan(arg))
		return call_check(call, 0, NUMBER_DOMAIN);
	if (isinf(r) && isfinite(arg))
		return call_check(call, 0, NUMBER_TOO_BIG);
	*result = value_real(r, x->dim);
	return true;
}

DEFINE_BUILTIN(sin)
{
	return run_real(call, sin, result);
}

DEFINE_BUILTIN(cos)
{
	return run_real(call, cos, result);
}

DEFINE_BUILTIN(tan)
{
	return run_real(call, tan, result);
}

DEFINE_BUILTIN(asin)
{
	return run_real(call, asin, result);
}

DEFINE_BUILTIN(acos)
{
	return run_real(call, acos, result);
}

DEFINE_BUILTIN(atan)
{
	return run_real(call, atan, result);
}

DEFINE_BUILTIN(sinh)
{
	return run_real(call, sinh, result);
}

DEFINE_BUILTIN(cosh)
{
	return run_real(call, cosh, result);
}

DEFINE_BUILTIN(erf)
{
	return run_real(call, erf, result);
}

DEFINE_BUILTIN(erfc)
{
	return run_real(call, erfc, result);
}

DEFINE_BUILTIN(cbrt)
{
	return run_real(call, cbrt, result);
}

DEFINE_BUILTIN(exp2)
{
	return run_real(call, exp2, result);
}

DEFINE_BUILTIN(expm1)
{
	return run_real(call, expm1, result);
}

DEFINE_BUILTIN(log1p)
{
	return run_real(call, log1p, result);
}

static double inverse_root(double x)
{
	return 1 / sqrt(x);
}

DEFINE_BUILTIN(rsqrt)
{
	return run_real(call, inverse_root, result);
}

DEFINE_BUILTIN(tanh)
{
	return run_real(call, tanh, result);
}

DEFINE_BUILTIN(exp)
{
	return run_real(call, exp, result);
}

DEFINE_BUILTIN(log)
{
	return run_unary(call, number_log, result);
}

DEFINE_BUILTIN(log2)
{
	return run_unary(call, number_log2, result);
}

DEFINE_BUILTIN(log10)
{
	return run_unary(call, number_log10, result);
}

DEFINE_BUILTIN(sqrt)
{
	return run_unary(call, number_sqrt, result);
}

static enum number_status absolute(const struct number *x, struct number *r)
{
	number_abs(x, r);
	return NUMBER_OK;
}

DEFINE_BUILTIN(abs)
{
	return run_unary(call, absolute, result);
}

static enum number_status sign(const struct number *x, struct number *r)
{
	*r = number_int(number_sign(x));
	return NUMBER_OK;
}

DEFINE_BUILTIN(sign)
{
	return run_unary(call, sign, result);
}

DEFINE_BUILTIN(floor)
{
	return run_unary(call, number_floor, result);
}

DEFINE_BUILTIN(ceil)
{
	return run_unary(call, number_ceil, result);
}

/* Halves are those whose double is an odd integer; 2 round(x / 2) is even. */
static enum number_status round_even(const struct number *x, struct number *r)
{
	struct number two = number_int(2), twice, half, whole;
	enum number_status status;
	bool is_half;

	status = number_mul(x, &two, &twice);
	if (status != NUMBER_OK)
		return status;
	is_half = number_is_integer(&twice) && !number_is_integer(x);
	number_free(&twice);
	if (!is_half)
		return number_round(x, r);
	status = number_div(x, &two, &half);
	if (status != NUMBER_OK)
		return status;
	status = number_round(&half, &whole);
	number_free(&half);
	if (status != NUMBER_OK)
		return status;
	status = number_mul(&whole, &two, r);
	number_free(&whole);
	return status;
}

DEFINE_BUILTIN(rint)
{
	return run_unary(call, round_even, result);
}

DEFINE_BUILTIN(trunc)
{
	return run_unary(call, number_trunc, result);
}

/* round(x * 10^digits) / 10^digits */
static enum number_status round_digits(const struct number *x, int64_t digits,
	struct number *r)
{
	struct number ten = number_int(10), exp = number_int(digits);
	struct number power, scaled, whole;
	enum number_status status = number_pow(&ten, &exp, &power);

	*r = number_int(0);
	if (status != NUMBER_OK)
		return status;
	status = number_mul(x, &power, &scaled);
	if (status == NUMBER_OK) {
		status = number_round(&scaled, &whole);
		number_free(&scaled);
	}
	if (status == NUMBER_OK) {
		status = number_div(&whole, &power, r);
		number_free(&whole);
	}
	number_free(&power);
	return status;
}

/* Largest number of digits that round() uses; more would build large powers of
 * ten without changing any printed digit.
 */
#define ROUND_DIGITS 1000

DEFINE_BUILTIN(round)
{
	const struct number *x;
	int64_t digits = 0;
	struct number n;
	bool ok;

	if (call_object(call, call_has(call, 1) ? 2 : 1, call->arg, result,
		    &ok))
		return ok;
	if (!call_number(call, 0, &x) ||
		(call_has(call, 1) && !call_int(call, 1, &digits)))
		return false;
	if (digits > ROUND_DIGITS)
		digits = ROUND_DIGITS;
	if (digits < -ROUND_DIGITS)
		digits = -ROUND_DIGITS;
	if (!call_check(call, 0,
		    digits == 0 ? number_round(x, &n) :
				  round_digits(x, digits, &n)))
		return false;
	*result = value_number(n);
	return true;
}

DEFINE_BUILTIN(div)
{
	return run_binary(call, number_floor_div, result);
}

/* ceil(a / b) = -floor(-a / b) */
static enum number_status ceil_div(const struct number *a,
	const struct number *b, struct number *r)
{
	struct number minus, quotient;
	enum number_status status;

	*r = number_int(0);
	number_neg(a, &minus);
	status = number_floor_div(&minus, b, &quotient);
	number_free(&minus);
	if (status != NUMBER_OK)
		return status;
	number_neg(&quotient, r);
	number_free(&quotient);
	return NUMBER_OK;
}

DEFINE_BUILTIN(ceildiv)
{
	return run_binary(call, ceil_div, result);
}

DEFINE_BUILTIN(mod)
{
	return run_binary(call, number_mod, result);
}

static enum number_status hypotenuse(const struct number *a,
	const struct number *b, struct number *r)
{
	*r = number_int(0);
	if (!dim_equal(a->dim, b->dim))
		return NUMBER_DIMENSION;
	*r = number_real(hypot(number_to_double(a), number_to_double(b)),
		a->dim);
	return isinf(r->u.real) ? NUMBER_TOO_BIG : NUMBER_OK;
}

DEFINE_BUILTIN(hypot)
{
	return run_binary(call, hypotenuse, result);
}

static enum number_status angle(const struct number *y, const struct number *x,
	struct number *r)
{
	*r = number_int(0);
	if (!dim_equal(y->dim, x->dim))
		return NUMBER_DIMENSION;
	*r = number_real(atan2(number_to_double(y), number_to_double(x)),
		(struct dim) { 0 });
	return NUMBER_OK;
}

DEFINE_BUILTIN(atan2)
{
	return run_binary(call, angle, result);
}

DEFINE_BUILTIN(pow)
{
	return run_binary(call, number_pow, result);
}

DEFINE_BUILTIN(fma)
{
	struct value product;
	bool ok;

	if (call_object(call, 3, call->arg, result, &ok))
		return ok;
	if (!call_binary(call, OP_MUL, &call->arg[0], &call->arg[1], &product))
		return false;
	ok = call_binary(call, OP_ADD, &product, &call->arg[2], result);
	value_free(&product);
	return ok;
}

DEFINE_BUILTIN(isqrt)
{
	return run_unary(call, number_isqrt, result);
}

DEFINE_BUILTIN(factorial)
{
	return run_unary(call, number_factorial, result);
}

DEFINE_BUILTIN(binomial)
{
	return run_binary(call, number_binomial, result);
}

DEFINE_BUILTIN(popcount)
{
	return run_unary(call, number_popcount, result);
}

/* A function of 32 bits. */
static bool run_bits(struct call *call, int64_t (*fn)(uint32_t),
	struct value *result)
{
	int64_t n;
	bool ok;

	if (call_object(call, 1, call->arg, result, &ok))
		return ok;
	if (!call_int(call, 0, &n))
		return false;
	if (n < 0 || n > UINT32_MAX)
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"%s is of an integer from 0 to 2^32 - 1",
			call->row->name);
	*result = value_number(number_int(fn((uint32_t) n)));
	return true;
}

static int64_t leading_zeros(uint32_t bits)
{
	int64_t n = 32;

	for (; bits; bits >>= 1)
		--n;
	return n;
}

static int64_t last_one(uint32_t bits)
{
	return bits ? 32 - leading_zeros(bits & -bits) : 0;
}

static int64_t reversed(uint32_t bits)
{
	int64_t n = 0;

	for (int i = 0; i < 32; ++i)
		n = 2 * n + (bits >> i & 1);
	return n;
}

DEFINE_BUILTIN(clz)
{
	return run_bits(call, leading_zeros, result);
}

DEFINE_BUILTIN(ffs)
{
	return run_bits(call, last_one, result);
}

DEFINE_BUILTIN(brev)
{
	return run_bits(call, reversed, result);
}

static enum number_status bits_and(const struct number *a,
	const struct number *b, struct number *r)
{
	return number_bits(a, b, '&', r);
}

static enum number_status bits_or(const struct number *a,
	const struct number *b, struct number *r)
{
	return number_bits(a, b, '|', r);
}

static enum number_status bits_xor(const struct number *a,
	const struct number *b, struct number *r)
{
	return number_bits(a, b, '^', r);
}

DEFINE_BUILTIN(bitand)
{
	return run_binary(call, bits_and, result);
}

DEFINE_BUILTIN(bitor)
{
	return run_binary(call, bits_or, result);
}

DEFINE_BUILTIN(bitxor)
{
	return run_binary(call, bits_xor, result);
}

static bool run_exact(struct call *call, unary_fn fn, struct value *result)
{
	if (call->arg[0].kind == VALUE_NUMBER &&
		!number_is_exact(&call->arg[0].u.number))
		return call_wrong(call, 0, "an exact number");
	return run_unary(call, fn, result);
}

DEFINE_BUILTIN(num)
{
	return run_exact(call, number_num, result);
}

DEFINE_BUILTIN(den)
{
	return run_exact(call, number_den, result);
}

/* ------------------------------------------------- fast functions of GPUs */

DEFINE_BUILTIN(__expf)
{
	return run_real(call, exp, result);
}

static double power_of_ten(double x)
{
	return pow(10, x);
}

DEFINE_BUILTIN(__exp10f)
{
	return run_real(call, power_of_ten, result);
}

DEFINE_BUILTIN(__logf)
{
	return run_real(call, log, result);
}

DEFINE_BUILTIN(__log2f)
{
	return run_real(call, log2, result);
}

DEFINE_BUILTIN(__log10f)
{
	return run_real(call, log10, result);
}

DEFINE_BUILTIN(__sinf)
{
	return run_real(call, sin, result);
}

DEFINE_BUILTIN(__cosf)
{
	return run_real(call, cos, result);
}

DEFINE_BUILTIN(__tanf)
{
	return run_real(call, tan, result);
}

DEFINE_BUILTIN(__powf)
{
	return run_binary(call, number_pow, result);
}

DEFINE_BUILTIN(__fdividef)
{
	return run_binary(call, number_div, result);
}
