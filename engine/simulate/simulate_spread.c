/* The SMs of a sample: simulate_spread.h.  Block b of the first wave runs on SM b
 * mod n, so that rows of blocks, which mostly are even, may give every other SM
 * the same columns.
 */

#include "engine/simulate/simulate_spread.h"

/* Number i of k that lie all over 0 .. n-1. */
static int64_t all_over(int64_t i, int64_t k, int64_t n)
{
	int64_t apart = n / k;

	if (n <= k)
		return i;
	return (2 * i + 1) * n / (2 * k) -
		(i % 2 && n % k == 0 && apart % 2 == 0);
}

int64_t simulate_spread(const struct simulate_kinds *kinds, int64_t i,
	int64_t sampled, int64_t n)
{
	int64_t more = kinds->simulated_more, fewer = n - kinds->more;
	int64_t at, before;

	if (kinds->more == 0)
		return all_over(i, sampled, n);
	if (i < more)
		return all_over(i, more, kinds->more);
	at = kinds->more + all_over(i - more, sampled - more, fewer);
	before = all_over(more - 1, more, kinds->more);
	if (i == more && fewer >= 2 * (sampled - more) &&
		(at - before) % 2 == 0)
		at += at + 1 < n ? 1 : -1;
	return at;
}
