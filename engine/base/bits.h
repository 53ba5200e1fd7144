#ifndef ENGINE_BASE_BITS_H
#define ENGINE_BASE_BITS_H

/* Sums of bits.  Without the instruction of later processors, the builtin is a
 * call that looks up every byte.
 */

#include <stdint.h>

static inline int bits_sum(uint64_t w)
{
#if defined(__POPCNT__) || defined(__aarch64__)
	return __builtin_popcountll(w);
#else
	w -= w >> 1 & UINT64_C(0x5555555555555555);
	w = (w & UINT64_C(0x3333333333333333)) +
		(w >> 2 & UINT64_C(0x3333333333333333));
	w = (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (int) (w * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* Bits of three words in two: those of weight 1 are returned, those of weight 2
 * in *twos.
 */
static inline uint64_t bits_add(uint64_t a, uint64_t b, uint64_t c,
	uint64_t *twos)
{
	uint64_t u = a ^ b;

	*twos = (a & b) | (u & c);
	return u ^ c;
}

/* The bits of seven words take three sums. */
static inline int bits_sum_7(const uint64_t *w)
{
	uint64_t two[3], four, ones, twos;

	ones = bits_add(w[0], w[1], w[2], &two[0]);
	ones = bits_add(ones, w[3], w[4], &two[1]);
	ones = bits_add(ones, w[5], w[6], &two[2]);
	twos = bits_add(two[0], two[1], two[2], &four);
	return bits_sum(ones) + 2 * bits_sum(twos) + 4 * bits_sum(four);
}

static inline int bits_sum_all(const uint64_t *w, int n)
{
	int sum = 0;

	for (; n >= 7; n -= 7, w += 7)
		sum += bits_sum_7(w);
	for (; n > 0; --n)
		sum += bits_sum(*w++);
	return sum;
}

/* Of the bits at .. at+n-1, n > 0. */
static inline int bits_sum_range(const uint64_t *w, int64_t at, int64_t n)
{
	int64_t last = (at + n - 1) / 64;
	uint64_t head = ~UINT64_C(0) << at % 64;
	uint64_t tail = ~UINT64_C(0) >> (63 - (at + n - 1) % 64);

	at /= 64;
	if (at == last)
		return bits_sum(w[at] & head & tail);
	return bits_sum(w[at] & head) +
		bits_sum_all(&w[at + 1], (int) (last - at - 1)) +
		bits_sum(w[last] & tail);
}

#endif
