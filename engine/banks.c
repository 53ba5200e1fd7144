/* Banks of L1 and of shared memory: doc/MODEL.md, chapter 4. */

#include <math.h>

#include "engine/banks.h"

/* Leave each value of v[0 .. n-1] once; how many there are.
 * Lanes mostly rise, and then equal ones are neighbours.
 */
static int keep_distinct(int64_t *v, int n)
{
	bool rises = true;
	int kept = 0;

	for (int i = 0; i < n; ++i) {
		int j = kept - 1;

		rises = rises && (kept == 0 || v[i] >= v[kept - 1]);
		while (!rises && j >= 0 && v[j] != v[i])
			--j;
		if (j >= 0 && v[j] == v[i])
			continue;
		v[kept++] = v[i];
	}
	return kept;
}

/* q[i] = v[i] / by, of values that are not negative. */
static void divide(const int64_t *v, int n, int64_t by, int64_t *q)
{
	int bits = __builtin_ctzll((unsigned long long) by);

	if (by == INT64_C(1) << bits) {
		for (int i = 0; i < n; ++i)
			q[i] = v[i] >> bits;
		return;
	}
	for (int i = 0; i < n; ++i)
		q[i] = v[i] / by;
}

/* Whether the distinct words fit in one row of the banks. */
static bool is_one_row(const int64_t *word, int n, int64_t n_bank)
{
	int64_t low = word[0], high = word[0];

	for (int i = 1; i < n; ++i) {
		if (word[i] < low)
			low = word[i];
		if (word[i] > high)
			high = word[i];
	}
	return high - low < n_bank;
}

int banks_conflicts(const int64_t *word, int n, int64_t n_bank)
{
	int64_t bank[WARP_LANES];
	int most = 0;

	if (n > 0 && is_one_row(word, n, n_bank))
		return 1;
	for (int i = 0; i < n; ++i) {
		int in_bank = 1;

		bank[i] = word[i] % n_bank;
		for (int j = 0; j < i; ++j)
			in_bank += bank[j] == bank[i];
		if (in_bank > most)
			most = in_bank;
	}
	return most;
}

int banks_distinct(const struct warp_phase *p, double granule_B,
	int64_t at[WARP_LANES])
{
	divide(p->address, p->n_lane, (int64_t) granule_B, at);
	return keep_distinct(at, p->n_lane);
}

/* Cycles of the data stage: lanes are served in groups, each group as often
 * as its busiest bank has words.
 *
 *	c = sum_g max_b |words of group g in bank b|		  (4.1)
 */
int banks_cycles(const struct warp_phase *p, const struct banks *s)
{
	int64_t word[WARP_LANES];
	int cycles = 0;

	for (int i = 0; i < p->n_lane; ) {
		int group = p->lane[i] / s->at_once, n = 0;

		while (i + n < p->n_lane &&
		       p->lane[i + n] / s->at_once == group)
			++n;
		divide(p->address + i, n, s->word_B, word);
		i += n;
		n = keep_distinct(word, n);
		cycles += banks_conflicts(word, n, s->n_bank);
	}
	return cycles;
}

/* The banks of L1, whose row of l1.bank bytes holds words of 4 B or more. */
struct banks banks_of_l1(const struct device *dev, int elem_B)
{
	int64_t row_B = (int64_t) dev->l1_bank_B;
	struct banks s = { .word_B = elem_B < 4 ? 4 : elem_B };

	s.n_bank = row_B > s.word_B ? row_B / s.word_B : 1;
	s.at_once = s.n_bank < WARP_LANES ? (int) s.n_bank : WARP_LANES;
	return s;
}

/* A word is at least as wide as a bank, and then takes several of them. */
struct banks banks_of_shared(const struct device *dev, int elem_B)
{
	double bank_B = dev->shared_bank_B;
	struct banks s = {
		.word_B = elem_B > bank_B ? elem_B : (int64_t) bank_B,
	};

	s.n_bank = (int64_t) fmax(1,
		dev->shared_banks * bank_B / (double) s.word_B);
	s.at_once = s.n_bank < WARP_LANES ? (int) s.n_bank : WARP_LANES;
	return s;
}
