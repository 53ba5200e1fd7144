#ifndef ENGINE_BASE_INTEGER_H
#define ENGINE_BASE_INTEGER_H

/* Division as in mathematics: quotients rounded down or up, remainders that
 * are not negative.  Divisors are positive.  And integers in order.
 */

#include <stdint.h>

static inline int64_t integer_floor(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static inline int64_t integer_ceil(int64_t a, int64_t b)
{
	return a / b + (a % b > 0);
}

static inline int64_t integer_mod(int64_t a, int64_t b)
{
	int64_t r = a % b;

	return r < 0 ? r + b : r;
}

static inline int64_t integer_abs(int64_t a)
{
	return a < 0 ? -a : a;
}

/* Not negative; that of 0 and b is |b|. */
static inline int64_t integer_gcd(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return integer_abs(a);
}

/* Rising.  Quick where they are few, or nearly in order. */
void integer_sort(int64_t *v, int n);

/* a / b, rounded to the nearest; towards 0 where two are. */
static inline int64_t integer_nearest(int64_t a, int64_t b)
{
	int64_t quotient = a / b, rest = a % b;

	if (integer_abs(rest) > integer_abs(b) / 2)
		quotient += (rest < 0) == (b < 0) ? 1 : -1;
	return quotient;
}

#endif
