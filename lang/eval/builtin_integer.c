/* Integer functions: gcd, lcm, divisors, factor, powers of two. */

#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"

/* Largest argument of divisors and factor. Trial division then needs at most
 * 10^6 steps, a few milliseconds.
 */
#define FACTOR_MAX INT64_C(1000000000000)

/* start op x0 op x1 ... for integers */
static bool fold(struct call *call, int64_t start,
	enum number_status (*fn)(const struct number *, const struct number *,
		struct number *),
	struct value *result)
{
	struct number sofar = number_int(start), next;
	struct gathered g;
	bool ok = true;

	if (!call_gather(call, &g))
		return false;
	for (int64_t i = 0; ok && i < g.n; ++i) {
		int at = g.items.kind == VALUE_NONE ? (int) i : 0;

		if (g.first[i].kind != VALUE_NUMBER) {
			ok = call_wrong(call, at, "integers");
			break;
		}
		ok = eval_step(call->eval, 1, call->loc) &&
			call_check(call, at,
				fn(&sofar, &g.first[i].u.number, &next));
		if (!ok)
			break;
		number_free(&sofar);
		sofar = next;
	}
	value_free(&g.items);
	if (ok)
		*result = value_number(sofar);
	else
		number_free(&sofar);
	return ok;
}

DEFINE_BUILTIN(gcd)
{
	return fold(call, 0, number_gcd, result);
}

DEFINE_BUILTIN(lcm)
{
	return fold(call, 1, number_lcm, result);
}

static bool positive(struct call *call, int64_t *n)
{
	if (!call_int(call, 0, n))
		return false;
	if (*n < 1)
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"%s needs a positive integer", call->row->name);
	if (*n > FACTOR_MAX)
		return diag_error(call->diag, call_loc(call, 0), NULL,
			"%s needs an integer up to 10^12", call->row->name);
	return eval_step(call->eval, 1000, call->loc);
}

DEFINE_BUILTIN(divisors)
{
	int64_t n, n_divisor = 0, i = 0;

	if (!positive(call, &n))
		return false;
	for (int64_t d = 1; d * d <= n; ++d)
		if (n % d == 0)
			n_divisor += d * d < n ? 2 : 1;
	if (!call_sequence(call, VALUE_LIST, n_divisor, result))
		return false;
	for (int64_t d = 1; d * d <= n; ++d) {
		if (n % d != 0)
			continue;
		result->u.sequence->item[i] = value_int(d);
		result->u.sequence->item[n_divisor - 1 - i] = value_int(n / d);
		++i;
	}
	return true;
}

DEFINE_BUILTIN(factor)
{
	int64_t prime[64], n;
	int n_prime = 0;

	if (!positive(call, &n))
		return false;
	for (int64_t p = 2; p * p <= n; ++p)
		for (; n % p == 0; n /= p)
			prime[n_prime++] = p;
	if (n > 1)
		prime[n_prime++] = n;
	if (!call_sequence(call, VALUE_LIST, n_prime, result))
		return false;
	for (int i = 0; i < n_prime; ++i)
		result->u.sequence->item[i] = value_int(prime[i]);
	return true;
}

DEFINE_BUILTIN(ispow2)
{
	const struct number *x;
	struct number ones;
	int64_t n;

	if (!call_number(call, 0, &x))
		return false;
	if (!dim_is_none(x->dim))
		return call_check(call, 0, NUMBER_DIMENSION);
	*result = value_bool(number_sign(x) > 0 && number_is_integer(x) &&
		number_popcount(x, &ones) == NUMBER_OK &&
		number_to_int(&ones, &n) && n == 1);
	return true;
}

DEFINE_BUILTIN(nextpow2)
{
	int64_t n, power = 1;

	if (!call_int(call, 0, &n))
		return false;
	while (power < n && power <= INT64_MAX / 2)
		power *= 2;
	if (power < n)
		return call_check(call, 0, NUMBER_TOO_BIG);
	*result = value_int(power);
	return true;
}

DEFINE_BUILTIN(isinteger)
{
	*result = value_bool(call->arg[0].kind == VALUE_NUMBER &&
		number_is_integer(&call->arg[0].u.number));
	return true;
}
