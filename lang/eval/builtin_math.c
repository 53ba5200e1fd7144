#include <math.h>

#include "lang/value/arith.h"
#include "lang/eval/builtin.h"

typedef enum number_status (*unary_fn)(const struct number *,
	struct number *);
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

/* A function of the C library. */
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

bool builtin_sin(struct call *call, struct value *result)
{
	return run_real(call, sin, result);
}

bool builtin_cos(struct call *call, struct value *result)
{
	return run_real(call, cos, result);
}

bool builtin_tan(struct call *call, struct value *result)
{
	return run_real(call, tan, result);
}

bool builtin_asin(struct call *call, struct value *result)
{
	return run_real(call, asin, result);
}

bool builtin_acos(struct call *call, struct value *result)
{
	return run_real(call, acos, result);
}

bool builtin_atan(struct call *call, struct value *result)
{
	return run_real(call, atan, result);
}

bool builtin_tanh(struct call *call, struct value *result)
{
	return run_real(call, tanh, result);
}

bool builtin_exp(struct call *call, struct value *result)
{
	return run_real(call, exp, result);
}

bool builtin_log(struct call *call, struct value *result)
{
	return run_unary(call, number_log, result);
}

bool builtin_log2(struct call *call, struct value *result)
{
	return run_unary(call, number_log2, result);
}

bool builtin_log10(struct call *call, struct value *result)
{
	return run_unary(call, number_log10, result);
}

bool builtin_sqrt(struct call *call, struct value *result)
{
	return run_unary(call, number_sqrt, result);
}

static enum number_status absolute(const struct number *x, struct number *r)
{
	number_abs(x, r);
	return NUMBER_OK;
}

bool builtin_abs(struct call *call, struct value *result)
{
	return run_unary(call, absolute, result);
}

static enum number_status sign(const struct number *x, struct number *r)
{
	*r = number_int(number_sign(x));
	return NUMBER_OK;
}

bool builtin_sign(struct call *call, struct value *result)
{
	return run_unary(call, sign, result);
}

bool builtin_floor(struct call *call, struct value *result)
{
	return run_unary(call, number_floor, result);
}

bool builtin_ceil(struct call *call, struct value *result)
{
	return run_unary(call, number_ceil, result);
}

bool builtin_trunc(struct call *call, struct value *result)
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

/* Digits beyond this change nothing that anyone can see. */
#define ROUND_DIGITS	1000

bool builtin_round(struct call *call, struct value *result)
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
	if (!call_check(call, 0, digits == 0 ? number_round(x, &n) :
	    round_digits(x, digits, &n)))
		return false;
	*result = value_number(n);
	return true;
}

bool builtin_div(struct call *call, struct value *result)
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

bool builtin_ceildiv(struct call *call, struct value *result)
{
	return run_binary(call, ceil_div, result);
}

bool builtin_mod(struct call *call, struct value *result)
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

bool builtin_hypot(struct call *call, struct value *result)
{
	return run_binary(call, hypotenuse, result);
}

bool builtin_isqrt(struct call *call, struct value *result)
{
	return run_unary(call, number_isqrt, result);
}

bool builtin_factorial(struct call *call, struct value *result)
{
	return run_unary(call, number_factorial, result);
}

bool builtin_binomial(struct call *call, struct value *result)
{
	return run_binary(call, number_binomial, result);
}

bool builtin_popcount(struct call *call, struct value *result)
{
	return run_unary(call, number_popcount, result);
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

bool builtin_bitand(struct call *call, struct value *result)
{
	return run_binary(call, bits_and, result);
}

bool builtin_bitor(struct call *call, struct value *result)
{
	return run_binary(call, bits_or, result);
}

bool builtin_bitxor(struct call *call, struct value *result)
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

bool builtin_num(struct call *call, struct value *result)
{
	return run_exact(call, number_num, result);
}

bool builtin_den(struct call *call, struct value *result)
{
	return run_exact(call, number_den, result);
}
