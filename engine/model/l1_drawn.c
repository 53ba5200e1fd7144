/* Cycles of L1 and of shared memory whose index is drawn: l1_drawn.h. */

#include <math.h>

#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/model/l1.h"
#include "engine/model/l1_drawn.h"
#include "engine/model/scatter.h"

/* Draws of a warp that are looked at: the standard error of their mean is 1 %. */
#define DRAWS 256

/* Lanes that draw from rows which start in the same bank as theirs, as in
 * a[x, random(8)], meet only with those whose own place lies in that bank: words of
 * the fullest.
 */
static double words_of_rows(const struct workings *m, const struct access *a,
	const struct l1_service *s, double lanes)
{
	double of[WARP_LANES] = { 0 }, most = 1, cells = (double) a->draw.cells;
	int n_bank = (int) fmin((double) s->n_bank, WARP_LANES);
	int64_t at, n = (int64_t) m->dev->warp_size;

	for (int64_t i = 0; i < n; ++i)
		if (launch_address(m->launch, a->address, i, &at))
			of[integer_mod(integer_floor(at, s->word_B), n_bank)] +=
				lanes / (double) n;
	for (int i = 0; i < n_bank; ++i)
		most = fmax(most,
			cells *
				-expm1(of[i] *
					log1p(-fmin(1 / cells, 0.999999))));
	return most;
}

double l1_drawn_words(const struct workings *m, const struct access *a,
	const struct l1_service *s, double lanes, double lines, double words)
{
	double groups = fmin(lines, s->at_once),
	       turns = ceil(lanes / s->at_once);

	if (a->draw.kind == SCATTER_GATHER)
		return turns * scatter_fullest((int) groups, (int) groups);
	if (a->draw.step_B % (s->word_B * s->n_bank) == 0)
		return fmax(turns, words_of_rows(m, a, s, lanes));
	/* a line has one word in each bank */
	return turns *
		fmin(fmax(1, lines),
			scatter_fullest_mean(fmin(words, s->at_once),
				(int) s->n_bank));
}

double l1_drawn_tagged(const struct device *dev, int elem_B, double lanes,
	double lines, double words)
{
	if (l1_has_tag_banks(dev))
		return fmax(words, lines / 2);
	return fmax(fmax(words, scatter_fullest_mean(lines, TAG_BANKS)),
		ceil(floor(lanes) * elem_B / (4 * dev->lsu_count)));
}

double l1_drawn_thin(const struct workings *m, const struct access *a,
	const struct l1_service *s, double lanes, double any, double *words)
{
	int elem_B = m->kernel->field[a->field].elem_B;
	double k = lanes * a->chance.p / any, cycles;
	struct requests r = scatter_request(m->dev, m->kernel, m->launch, a, k);

	*words = l1_drawn_words(m, a, s, k, r.lines,
		scatter_words(m->dev, m->kernel, m->launch, a, k, s->word_B));
	cycles = l1_drawn_tagged(m->dev, elem_B, k, r.lines, *words);
	*words /= cycles;
	return cycles;
}

/* Floats are updated in a loop of a load and a compare and swap, in which one
 * lane of each bank succeeds.
 *
 *	k			integers
 *	sum_{i<=k} 2 i = k (k + 1)	floats			  (21.4)
 */
double l1_drawn_atomic(enum atomic atomic, double fullest)
{
	return atomic == ATOMIC_FLOAT ? fullest * (fullest + 1) : fullest;
}

/* Lanes of a bank go one after the other, but for those that add 1 to one
 * word.
 */
static bool is_each(const struct shared_access *a)
{
	return a->atomic == ATOMIC_INT || a->atomic == ATOMIC_FLOAT;
}

bool l1_drawn_starts_alike(const struct workings *m,
	const struct shared_access *a)
{
	const int64_t *block = m->launch->block;
	int64_t point[N_QUASI_VAR] = { 0 }, first = 0, at;

	for (int64_t i = 0; i < (int64_t) m->dev->warp_size; ++i) {
		point[VAR_TX] = i % block[0];
		point[VAR_TX + 1] = i / block[0] % block[1];
		point[VAR_TX + 2] = i / block[0] / block[1];
		if (point[VAR_TX + 2] >= block[2])
			break;
		if (!quasi_eval(a->address, point, &at))
			return true;
		if (i == 0)
			first = at;
		else if (at != first)
			return false;
	}
	return a->together <= 1;
}

/* Lanes are served in groups of as many as a row of banks has room for, quarters
 * of a warp where a cell has 16 bytes:
 *
 *	ceil(l / g) E(fullest of n / w bins with the words that g lanes draw)	  (21.7)
 *
 *	l, g  lanes of a request, and of a group	s->at_once
 *	n     banks
 *	w     of them a cell takes; n / w		s->n_bank
 */
double l1_drawn_alike(const struct workings *m, const struct shared_access *a,
	const struct l1_service *s)
{
	double lanes = m->lanes / m->warps, group = fmin(lanes, s->at_once);
	double cells = (double) a->cells, banks = (double) s->n_bank;
	/* words of all cells, and those that a group draws, each counted once */
	double all = ceil(
		cells * fmin(1, (double) a->step_B / (double) s->word_B));
	double words = all * -expm1(group * log1p(-fmin(1 / all, 0.999999)));

	if (is_each(a))
		return fmax(1, a->elem_B / m->dev->shared_bank_B) *
			l1_drawn_atomic(a->atomic,
				scatter_fullest((int) lanes,
					(int) fmin(cells,
						m->dev->shared_banks)));
	return ceil(lanes / group) *
		(all <= banks ? 1 :
				scatter_fullest((int) round(words),
					(int) banks));
}

/* Most lanes whose words lie in one bank. */
static int most_of_bank(const struct warp_phase *p, const struct l1_service *s)
{
	int of[WARP_LANES] = { 0 }, most = 0;
	int64_t n_bank = integer_min(s->n_bank, WARP_LANES);

	for (int i = 0; i < p->n_lane; ++i) {
		int bank = (int) integer_mod(integer_floor(p->address[i],
						     s->word_B),
			n_bank);

		most = ++of[bank] > most ? of[bank] : most;
	}
	return most;
}

/* Lanes that start their draws in different places meet less often:
 *
 *	mean of c_data (4.1), or of the lanes of the fullest bank, over draws
 *	of the warp						  (21.5)
 */
double l1_drawn_cycles(const struct warp_phase *p,
	const struct shared_access *a, const struct l1_service *s)
{
	const struct draw draw = { .kind = SCATTER_RANDOM,
		.cells = a->cells,
		.step_B = a->step_B,
		.together = a->together };
	struct warp_phase drawn = *p;
	double sum = 0;

	for (int k = 0; k < DRAWS; ++k) {
		uint64_t key = draw_key(&draw, 0, k, NULL, 0);
		struct l1_lanes lanes;
		int beyond;

		for (int i = 0; i < p->n_lane; ++i) {
			int64_t cell;

			draw_indices(&draw, key, p->lane[i], 1, 0, 0, 1, &cell);
			drawn.address[i] = p->address[i] + cell * a->step_B;
		}
		l1_lanes_find(&lanes, &drawn);
		sum += is_each(a) ? most_of_bank(&drawn, s) :
				    l1_lanes_cycles(&lanes, 0, s, &beyond);
	}
	return l1_drawn_atomic(a->atomic, sum / DRAWS);
}
