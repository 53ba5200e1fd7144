#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

/* Choices for tests that make up their cases: of a generator that "state"
 * starts, or, as long as there are any, of the bytes of a script, which a
 * fuzzer writes.  A choice takes no more bytes than it needs.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static uint64_t state;
static const uint8_t *script;
static size_t n_script;

static inline uint64_t next_random(void)
{
	state += UINT64_C(0x9e3779b97f4a7c15);
	uint64_t z = state;

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Start anew.  Seeds are hashed: the generator adds a constant at each step, and
 * seeds a multiple of it apart would make the same choices.
 */
static inline void random_seed(uint64_t seed)
{
	state = seed;
	state = next_random();
}

/* Choose by data[0..n), and by chance that follows from it behind that. */
static inline void random_follow(const uint8_t *data, size_t n)
{
	script = data;
	n_script = n;
	state = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < n; ++i)
		state = (state ^ data[i]) * UINT64_C(0x100000001b3);
}

/* 0 .. n-1 */
static inline uint64_t random_below(uint64_t n)
{
	uint64_t value = 0;

	if (n_script == 0)
		return next_random() % n;
	for (uint64_t rest = n - 1; rest > 0 && n_script > 0; rest >>= 8) {
		value = value << 8 | *script++;
		--n_script;
	}
	return value % n;
}

/* lo .. hi, both included */
static inline int64_t pick(int64_t lo, int64_t hi)
{
	return lo + (int64_t) random_below((uint64_t) (hi - lo) + 1);
}

static inline bool chance(int percent)
{
	return pick(0, 99) < percent;
}

/* A choice that no byte makes but all of them together, so that a fuzzer
 * does not come to make it more often: for what takes long.
 */
static inline bool seldom(int per_mille)
{
	return next_random() % 1000 < (uint64_t) per_mille;
}

static inline int64_t one_of(int n, const int64_t *value)
{
	return value[pick(0, n - 1)];
}

#define ONE_OF(...)                                                   \
	one_of(sizeof((int64_t[]) { __VA_ARGS__ }) / sizeof(int64_t), \
		(int64_t[]) { __VA_ARGS__ })

#endif
