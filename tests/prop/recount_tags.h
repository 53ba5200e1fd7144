/* Cycles of the tags of L1 as doc/MODEL.md has them, apart from the engine. */

#ifndef TESTS_RECOUNT_TAGS_H
#define TESTS_RECOUNT_TAGS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* (4.12) */
static inline int tag_bank(int64_t line)
{
	static const int first[] = { 1, 2, 1, 2, 3, 1, 2, 3, 2, 1 },
			 then[] = { 3, 1, 2 };
	int bank = 0;

	for (int i = 0; line > 0; ++i, line /= 2)
		if (line % 2)
			bank ^= i < 10 ? first[i] : then[(i - 10) % 3];
	return bank;
}

/* Bytes to the place where lanes would go on: rows are runs of lanes a
 * constant step apart.
 */
static inline int64_t next_warp(const int64_t *at, int n)
{
	int64_t step = 0;
	int rows = 0, last = 0;

	for (int i = 0; i < n; ++rows) {
		last = i++;
		if (i == n || at[i] < at[i - 1])
			continue;
		for (step = at[i] - at[i - 1];
			i < n && at[i] - at[i - 1] == step; ++i)
			;
	}
	return llabs(
		rows == 1 ? step * n : (at[last] - at[0]) / (rows - 1) * rows);
}

/* The most lines of "n" lanes, at addresses that are not negative, in one of
 * four banks, or "least", in the mean over 16 warps.
 */
static inline double tag_cycles(const int64_t *at, int n, int64_t line_B,
	double least)
{
	int64_t line[64], low = INT64_MAX, next = next_warp(at, n);
	double sum = 0;
	int n_line = 0;

	for (int i = 0; i < n; ++i) {
		int64_t own = at[i] / line_B;
		int j = 0;

		while (j < n_line && line[j] != own)
			++j;
		if (j == n_line)
			line[n_line++] = own;
		low = own < low ? own : low;
	}
	for (int w = 0; w < 16; ++w) {
		double in_bank[4] = { 0 }, most = least;

		for (int i = 0; i < n_line; ++i)
			most = fmax(most,
				++in_bank[tag_bank(
					line[i] - low + w * next / line_B)]);
		sum += most;
	}
	return sum / 16;
}

#endif
