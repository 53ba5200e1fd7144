/* Words, banks and granules of one request (doc/MODEL.md, chapter 4), counted
 * by runs of lanes with a constant step where there are such.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/model/l1_lanes.h"

void l1_lanes_find(struct l1_lanes *l, const struct warp_phase *p)
{
	const int64_t *at = p->address;

	l->phase = p;
	l->rises = true;
	l->n_run = 0;
	for (int i = 0; i < p->n_lane;) {
		struct l1_run *r = &l->run[l->n_run++];

		*r = (struct l1_run) { .first = i, .n = 1 };
		if (i > 0 && at[i] < at[i - 1])
			l->rises = false;
		if (++i == p->n_lane || at[i] < at[i - 1])
			continue;
		r->step = at[i] - at[i - 1];
		for (; i < p->n_lane && at[i] - at[i - 1] == r->step; ++i)
			++r->n;
	}
}

/* v / by, not negative */
static int64_t quotient(int64_t v, int64_t by)
{
	int bits = __builtin_ctzll((unsigned long long) by);

	return by == INT64_C(1) << bits ? v >> bits : v / by;
}

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

/* Leave in "at" the distinct granules of "n" lanes from "first" on. */
static int list_granules(const struct l1_lanes *l, int first, int n,
	int64_t shift, int64_t granule_B, int64_t at[WARP_LANES])
{
	for (int i = 0; i < n; ++i)
		at[i] = quotient(l->phase->address[first + i] + shift,
			granule_B);
	return keep_distinct(at, n);
}

/* A run by steps up to a granule leaves none out, and by longer ones has
 * none twice; runs that rise have at most their ends in common.
 */
int l1_lanes_granules(const struct l1_lanes *l, int64_t shift,
	int64_t granule_B)
{
	int64_t at[WARP_LANES], last = -1;
	int n = 0;

	if (!l->rises)
		return list_granules(l, 0, l->phase->n_lane, shift, granule_B,
			at);
	for (int i = 0; i < l->n_run; ++i) {
		const struct l1_run *r = &l->run[i];
		int64_t from = l->phase->address[r->first] + shift;
		int64_t first = quotient(from, granule_B);

		n -= first == last;
		last = quotient(from + r->step * (r->n - 1), granule_B);
		n += r->step > granule_B ? r->n : (int) (last - first) + 1;
	}
	return n;
}

double l1_lanes_thin(const struct l1_lanes *l, int64_t shift, int64_t granule_B,
	const struct chance *chance)
{
	int64_t at[WARP_LANES];
	double none[WARP_LANES], sum = 0;
	int group[WARP_LANES], n = 0;

	for (int i = 0; i < l->phase->n_lane; ++i) {
		int64_t granule = quotient(l->phase->address[i] + shift,
			granule_B);
		int lane = l->phase->lane[i], j = n - 1;
		int of = chance->together > 1 ? lane / chance->together : lane;

		while (j >= 0 && at[j] != granule)
			--j;
		if (j < 0) {
			at[n] = granule;
			group[n] = of;
			none[n++] = 1 - chance->p;
		} else if (group[j] != of) {
			group[j] = of;
			none[j] *= 1 - chance->p;
		}
	}
	for (int i = 0; i < n; ++i)
		sum += 1 - none[i];
	return sum;
}

/* Granules that are looked at one by one for a lane; more are too many. */
#define REACHED 8

/* Lanes in any order: the granules of all of them, each once. */
static int list_reach(const struct l1_lanes *l, int64_t shift, int64_t span_B,
	int64_t granule_B)
{
	int64_t at[WARP_LANES * REACHED];
	int n = 0;

	if (span_B > (REACHED - 2) * granule_B)
		return l->phase->n_lane * (int) (span_B / granule_B + 1);
	for (int i = 0; i < l->phase->n_lane; ++i) {
		int64_t from = l->phase->address[i] + shift;

		for (int64_t g = quotient(from, granule_B);
			g <= quotient(from + span_B, granule_B); ++g)
			at[n++] = g;
	}
	return keep_distinct(at, n);
}

/* Granules of a run of lanes, of which none are left out where the next
 * lane starts at most a granule behind the end of the one before.
 */
static int run_reach(const struct l1_lanes *l, const struct l1_run *r,
	int64_t shift, int64_t span_B, int64_t granule_B)
{
	int64_t from = l->phase->address[r->first] + shift;
	int n = 0;

	if (r->step - span_B <= granule_B)
		return (int) (quotient(from + r->step * (r->n - 1) + span_B,
				      granule_B) -
			       quotient(from, granule_B)) +
			1;
	for (int i = 0; i < r->n; ++i, from += r->step)
		n += (int) (quotient(from + span_B, granule_B) -
			     quotient(from, granule_B)) +
			1;
	return n;
}

int l1_lanes_reach(const struct l1_lanes *l, int64_t shift, int64_t span_B,
	int64_t granule_B)
{
	int64_t last = -1;
	int n = 0;

	if (!l->rises)
		return list_reach(l, shift, span_B, granule_B);
	for (int i = 0; i < l->n_run; ++i) {
		const struct l1_run *r = &l->run[i];
		int64_t from = l->phase->address[r->first] + shift;
		int64_t first = quotient(from, granule_B);

		if (first <= last)
			n -= (int) (last - first) + 1;
		last = quotient(from + r->step * (r->n - 1) + span_B,
			granule_B);
		n += run_reach(l, r, shift, span_B, granule_B);
	}
	return n;
}

/* Granules that "n" elements one behind the other, from byte "from" on, fill.
 */
static int filled_by(int64_t from, int64_t n, int elem_B, int64_t granule_B)
{
	int64_t to = quotient(from + elem_B * n, granule_B);

	from = quotient(from + granule_B - 1, granule_B);
	return to > from ? (int) (to - from) : 0;
}

int l1_lanes_filled(const struct l1_lanes *l, int64_t shift, int elem_B,
	int64_t granule_B)
{
	int64_t at[WARP_LANES];
	int n = l->phase->n_lane, filled = 0;

	if (l->n_run == 1 && l->run[0].step == elem_B)
		return filled_by(l->phase->address[0] + shift, n, elem_B,
			granule_B);
	memcpy(at, l->phase->address, (size_t) n * sizeof(at[0]));
	if (!l->rises)
		integer_sort(at, n);
	n = keep_distinct(at, n);
	for (int i = 1, first = 0; i <= n; ++i) {
		if (i < n && at[i] - at[i - 1] == elem_B)
			continue;
		filled += filled_by(at[first] + shift, i - first, elem_B,
			granule_B);
		first = i;
	}
	return filled;
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

#define MOST_BANKS 64

/* The same for more banks than there is room for. */
static int many_banks(const int64_t *word, int n, int64_t n_bank)
{
	int most = 0;

	for (int i = 0; i < n; ++i) {
		int in_bank = 1;

		for (int j = 0; j < i; ++j)
			in_bank += (word[i] - word[j]) % n_bank == 0;
		if (in_bank > most)
			most = in_bank;
	}
	return most;
}

/* Most of the distinct words that one of "n_bank" banks must deliver. */
static int bank_conflicts(const int64_t *word, int n, int64_t n_bank)
{
	int in_bank[MOST_BANKS] = { 0 }, most = 0;

	if (n > 0 && is_one_row(word, n, n_bank))
		return 1;
	if (n_bank > MOST_BANKS)
		return many_banks(word, n, n_bank);
	for (int i = 0; i < n; ++i) {
		int bank = (int) (word[i] - n_bank * quotient(word[i], n_bank));

		if (++in_bank[bank] > most)
			most = in_bank[bank];
	}
	return most;
}

/* Whether a word before word i is in its line at its place. */
static bool is_met(const int64_t *line, const int *place, int i)
{
	for (int j = 0; j < i; ++j)
		if (place[j] == place[i] && line[j] == line[i])
			return true;
	return false;
}

/* Most lines of which words lie at the same place of a sector.  Words of a
 * line follow each other where they rise, and a set of places will do.
 */
static int sector_conflicts(const int64_t *word, int n,
	const struct l1_service *s)
{
	int64_t in_line = s->line_B / s->word_B;
	int64_t in_sector = s->sector_B / s->word_B;
	int64_t line[WARP_LANES];
	int place[WARP_LANES], most = 0, lines[WARP_LANES] = { 0 };
	uint64_t met = 0;
	bool rises = true;

	if (in_sector < 1 || in_sector > WARP_LANES || in_line < 1)
		return 0;
	for (int i = 0; i < n; ++i) {
		line[i] = quotient(word[i], in_line);
		place[i] = (int) (word[i] -
			in_sector * quotient(word[i], in_sector));
		rises = rises && (i == 0 || word[i] > word[i - 1]);
	}
	for (int i = 0; i < n; ++i) {
		uint64_t bit = UINT64_C(1) << place[i];

		if (i > 0 && line[i] != line[i - 1])
			met = 0;
		if (rises ? (met & bit) != 0 : is_met(line, place, i))
			continue;
		met |= bit;
		if (++lines[place[i]] > most)
			most = lines[place[i]];
	}
	return most;
}

/* Cycles of "n" lanes from "first" on; "beyond" rises by the lines that are
 * more than these.
 */
static int group_cycles(const struct l1_lanes *l, int first, int n,
	int64_t shift, const struct l1_service *s, int *beyond)
{
	const int64_t *address = l->phase->address + first;
	int64_t from = address[0] + shift, to = address[n - 1] + shift;
	int64_t at[WARP_LANES];
	int cycles, lines;

	if (l->rises &&
		quotient(to, s->word_B) - quotient(from, s->word_B) <
			s->n_bank &&
		quotient(to, s->line_B) == quotient(from, s->line_B))
		return 1;
	n = list_granules(l, first, n, shift, s->word_B, at);
	cycles = bank_conflicts(at, n, s->n_bank);
	lines = sector_conflicts(at, n, s);
	*beyond += lines > cycles ? lines - cycles : 0;
	return cycles;
}

/* Whether each lane has the address of the one whose number differs by "bit",
 * if that is active.
 */
static bool are_pairs(const struct warp_phase *p, int bit)
{
	for (int i = 0, j; i < p->n_lane; ++i) {
		for (j = i + 1; j < p->n_lane && j <= i + bit &&
			p->lane[j] != (p->lane[i] ^ bit);
			++j)
			;
		if (j < p->n_lane && j <= i + bit &&
			p->address[j] != p->address[i])
			return false;
	}
	return true;
}

int l1_lanes_cycles(const struct l1_lanes *l, int64_t shift,
	const struct l1_service *s, int *beyond)
{
	const struct warp_phase *p = l->phase;
	int cycles = 0, at_once = s->at_once;

	if (s->pairs && (are_pairs(p, 1) || are_pairs(p, 2)))
		at_once *= 2;
	*beyond = 0;
	for (int i = 0, n; i < p->n_lane; i += n) {
		int end = (p->lane[i] / at_once + 1) * at_once;

		/* all lanes up to the end, or as many as there are */
		n = end - p->lane[i];
		if (n > p->n_lane - i)
			n = p->n_lane - i;
		while (p->lane[i + n - 1] >= end)
			--n;
		cycles += group_cycles(l, i, n, shift, s, beyond);
	}
	return cycles;
}

int l1_lanes_conflicts(const struct l1_lanes *l, int64_t shift,
	int64_t granule_B, int64_t n_bank)
{
	int64_t at[WARP_LANES];
	int n = list_granules(l, 0, l->phase->n_lane, shift, granule_B, at);

	return bank_conflicts(at, n, n_bank);
}

/* The bank of tags that a line lies in: the exclusive or of what the bits of its
 * number that are set stand for, which is
 *
 *	1 2 1 2 3 1 2 3 2 1, then 3 1 2 again and again	  (4.12)
 *
 * from the lowest bit on.  So bit i of the bank is the parity of the bits that have
 * it.
 */
static int tag_bank(int64_t line)
{
	static const uint64_t of_bit[] = { UINT64_C(0x6db6db6db6db6eb5),
		UINT64_C(0x36db6db6db6db5da) };

	return __builtin_parityll((uint64_t) line & of_bit[0]) |
		__builtin_parityll((uint64_t) line & of_bit[1]) << 1;
}

/* Lanes that rise within one line have one tag. */
static bool is_one_line(const struct l1_lanes *l, int64_t shift, int64_t line_B)
{
	const int64_t *at = l->phase->address;

	return l->rises && l->phase->n_lane > 0 &&
		quotient(at[0] + shift, line_B) ==
		quotient(at[l->phase->n_lane - 1] + shift, line_B);
}

/* The most of "n" lines, each "base" further on, in one bank. */
static int fullest_bank(const int64_t *at, int n, int64_t base)
{
	int in_bank[TAG_BANKS] = { 0 }, most = 0;

	for (int i = 0; i < n; ++i) {
		int bank = tag_bank(at[i] + base);

		if (++in_bank[bank] > most)
			most = in_bank[bank];
	}
	return most;
}

/* From a request to the same one of the next warp, if lanes go on as they do. */
static int64_t next_warp_B(const struct l1_lanes *l)
{
	const struct l1_run *last = &l->run[l->n_run - 1];
	const int64_t *at = l->phase->address;

	return l->n_run == 1 ?
		last->step * last->n :
		(at[last->first] - at[0]) / (l->n_run - 1) * l->n_run;
}

/* Warps whose requests are looked at. */
#define WARPS 16

double l1_lanes_tags(const struct l1_lanes *l, int64_t shift, int64_t line_B,
	double at_least)
{
	int64_t at[WARP_LANES], low, next_B;
	double sum = 0;
	int n;

	if (is_one_line(l, shift, line_B))
		return at_least;
	n = list_granules(l, 0, l->phase->n_lane, shift, line_B, at);
	if (n <= at_least || n == 1)
		return at_least;
	low = at[0];
	for (int i = 1; i < n; ++i)
		low = at[i] < low ? at[i] : low;
	for (int i = 0; i < n; ++i)
		at[i] -= low;
	next_B = llabs(next_warp_B(l));
	for (int i = 0; i < WARPS; ++i) {
		int most = fullest_bank(at, n, i * next_B / line_B);

		sum += most > at_least ? most : at_least;
	}
	return sum / WARPS;
}

static int compare_addresses(const void *x, const void *y)
{
	int64_t a = *(const int64_t *) x, b = *(const int64_t *) y;

	return (a > b) - (a < b);
}

/* The sum over granules of the most lanes that one address of it has. */
static int sum_same(const struct l1_lanes *l, int64_t shift, int64_t granule_B,
	bool joins)
{
	const struct warp_phase *p = l->phase;
	int64_t at[WARP_LANES], granule = -1;
	int sum = 0, most = 0, same = 0;

	memcpy(at, p->address, (size_t) p->n_lane * sizeof(*at));
	qsort(at, (size_t) p->n_lane, sizeof(*at), compare_addresses);
	if (joins && at[0] == at[p->n_lane - 1])
		return 1;
	for (int i = 0; i < p->n_lane; ++i) {
		int64_t g = quotient(at[i] + shift, granule_B);

		if (g != granule)
			most = 0;
		same = i > 0 && at[i] == at[i - 1] ? same + 1 : 1;
		if (same > most) {
			most = same;
			++sum;
		}
		granule = g;
	}
	return sum;
}

int l1_lanes_same(const struct l1_lanes *l, bool joins)
{
	return sum_same(l, 0, INT64_MAX, joins);
}

int l1_lanes_packets(const struct l1_lanes *l, int64_t shift, int64_t sector_B,
	bool joins)
{
	return sum_same(l, shift, sector_B, joins);
}
