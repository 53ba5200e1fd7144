#ifndef ENGINE_BASE_INTEGER_H
#define ENGINE_BASE_INTEGER_H

/* Integer arithmetic of the engine: division as in mathematics (quotients
 * rounded down or up, remainders that are not negative; divisors are
 * positive), least and greatest values, and sorting.
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

static inline int64_t integer_min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t integer_max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Bits that are set.  Without -mpopcnt the compiler's own one is a call.  Of four bits,
 * as many as lines mostly have sectors, a word tells it.
 */
static inline int integer_bits(uint32_t x)
{
	if (x < 16)
		return UINT64_C(0x4332322132212110) >> 4 * x & 7;
	x -= x >> 1 & 0x55555555;
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	return (int) (((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

static inline int64_t integer_abs(int64_t a)
{
	return a < 0 ? -a : a;
}

/* Not negative; integer_gcd(0, b) is |b|. */
static inline int64_t integer_gcd(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return integer_abs(a);
}

/* Sort in ascending order; fast if they are few or nearly sorted. */
void integer_sort(int64_t *v, int n);

/* a / b, rounded to the nearest integer, ties towards 0. */
static inline int64_t integer_nearest(int64_t a, int64_t b)
{
	int64_t quotient = a / b, rest = a % b;

	if (integer_abs(rest) > integer_abs(b) / 2)
		quotient += (rest < 0) == (b < 0) ? 1 : -1;
	return quotient;
}

#endif
