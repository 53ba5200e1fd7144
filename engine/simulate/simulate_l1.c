/* What L1 misses, from a few SMs: simulate_l1.h.  An L1 belongs to an SM, so a
 * few of them stand for all: they run blocks from the middle of the launch in
 * the order of simulate_shuffle.c.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/simulate/simulate_cut.h"
#include "engine/simulate/simulate_fill.h"
#include "engine/simulate/simulate_l1.h"
#include "engine/simulate/simulate_run.h"

static double missed(const struct simulate_counts *n)
{
	return n->requests > 0 ? (double) n->misses / (double) n->requests : 1;
}

/* The share that loads of fields from .. to-1 miss, with SMs of both kinds as
 * frequent as in the launch:
 *
 *	m = sum_i w_i m_i / sum_i w_i r_i,  w_i = N_i / n_i	  (19.9)
 *
 *	r_i, m_i  sectors that SMs of kind i ask for and miss
 *	N_i, n_i  SMs of this kind, of the launch and simulated
 */
static double missed_by_kind(const struct launch *launch,
	const struct simulate_setup *one, const struct simulation *run,
	int from, int to)
{
	struct simulate_kinds k = simulate_run_kinds(launch, one);
	double more = 1, fewer = 1, asked = 0, misses = 0;

	if (k.more > 0) {
		more = (double) k.more / (double) k.simulated_more;
		fewer = (double) (one->n_sm - k.more) /
			(double) (simulate_sms(one) - k.simulated_more);
	}
	for (int f = from; f < to; ++f) {
		const struct simulate_counts *n = &run->counts[0][f];
		const struct simulate_more *of = &run->more[f];

		asked += more * (double) of->asked +
			fewer * (double) (n->requests - of->asked);
		misses += more * (double) of->missed +
			fewer * (double) (n->misses - of->missed);
	}
	return asked > 0 ? misses / asked : 1;
}

/* The standard deviation of the share that is missed, as n blocks of N tell it:
 *
 *	s^2 = (1 - n / N) sum (m_i - m r_i)^2 / (sum m_i)^2	  (19.4)
 *
 *	r_i, m_i  sectors that block i asks for and misses
 *	m         sum m_i / sum r_i
 */
static double error_of(const struct simulate_blocks *b, double all)
{
	double m = b->asked > 0 ? b->missed / b->asked : 0, sum;

	if (b->n < 2 || !(m > 0))
		return 0;
	sum = b->missed_2 - 2 * m * b->both + m * m * b->asked_2;
	return sqrt(fmax(0, (1 - b->n / all) * sum)) / b->missed;
}

/* The same with SMs for blocks. */
static double error_of_sms(const struct simulate_setup *one,
	const struct simulation *run)
{
	double n = run->sms.n;

	return n < 2 ?
		0 :
		sqrt(n / (n - 1)) * error_of(&run->sms, (double) one->n_sm);
}

/* Where all blocks start at once, block b on SM b mod n, those of an SM may be a
 * column of the grid, and all columns but the last alike: SMs tell more.
 */
static double error_of_sample(const struct simulate_setup *one,
	const struct simulation *run, double n_block)
{
	double blocks = error_of(&run->ended, n_block);

	return n_block > (double) (one->n_sm * one->blocks_per_sm) ?
		blocks :
		fmax(blocks, error_of_sms(one, run));
}

double simulate_l1_error(const struct simulate_setup *one,
	const struct simulation *run, double n_block)
{
	return fmax(error_of(&run->ended, n_block), error_of_sms(one, run));
}

/* ---------------------------------------------------------------- doubt */

/* Part of L1 that may be taken by what is on its way, or lost to sets. */
#define SMALLER (7. / 8)

static struct simulate_counts sum_of(const struct simulate_counts *field, int n)
{
	struct simulate_counts sum = { 0 };

	for (int f = 0; f < n; ++f) {
		sum.requests += field[f].requests;
		sum.misses += field[f].misses;
	}
	return sum;
}

static int64_t lines_of(const struct simulate_cache *l1)
{
	return l1->size_B / l1->line_B;
}

/* Where a smaller L1 still holds all that an SM ever loads, or nothing is
 * loaded twice, there is nothing to lose.
 */
static bool can_lose(const struct simulate_setup *one,
	const struct simulation *r)
{
	struct simulate_counts all = sum_of(r->counts[0], r->n_field);

	return all.misses < all.requests &&
		(double) r->most_lines >
		SMALLER * (double) lines_of(&one->level[0]);
}

/* Half of the SMs tell as much where all of them lose alike. */
static void halve(struct simulate_setup *s, bool has_kinds)
{
	int64_t sms = s->sampled_sm;

	if (sms < 2 || sms == s->n_sm || has_kinds)
		return;
	s->sampled_sm = sms / 2;
	s->warm_blocks = s->warm_blocks / sms * s->sampled_sm;
	s->warm_requests = s->warm_requests / sms * s->sampled_sm;
	s->max_blocks = s->max_blocks / sms * s->sampled_sm;
}

static struct simulate_setup other_than(const struct launch *launch,
	const struct simulate_setup *one)
{
	struct simulate_setup other = *one;
	struct simulate_cache *l1 = &other.level[0];

	other.n_level = 1;
	other.is_warm = false;
	other.loads_only = true;
	other.in_turn = true;
	halve(&other, simulate_run_kinds(launch, one).more > 0);
	if (!l1->ways || l1->sets)
		l1->size_B = (int64_t) fmax(1,
				     SMALLER * (double) lines_of(l1)) *
			l1->line_B;
	return other;
}

enum simulate_status simulate_l1_doubt(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *one,
	const struct simulation *run, double *doubt, char why[256])
{
	struct simulate_setup setup = other_than(launch, one);
	struct simulation r;
	double is, other;
	enum simulate_status status;

	*doubt = 0;
	if (!can_lose(one, run))
		return SIMULATE_OK;
	status = simulate(kernel, launch, &setup, &r, why);
	if (status != SIMULATE_OK)
		return status;
	is = missed_by_kind(launch, one, run, 0, run->n_field);
	other = missed_by_kind(launch, &setup, &r, 0, r.n_field);
	*doubt = fabs(other - is) / (2 * is);
	simulate_clear(&r);
	return SIMULATE_OK;
}

/* Where there is room for fewer lines than tags, sets give a line in turn, the
 * oldest they have, however young it is.  So each time that an L1 has taken as many
 * lines as it holds, it loses lines that are still in use, up to 0.4 of all in 15
 * stencils of three ranges.  A sample in which no L1 is full yet does not see it,
 * and half of that is in doubt where the launch fills L1:
 *
 *	d = 0.2 if N = n + (n - n_0) q' / q > L			  (19.12)
 *
 *	n_0, n  lines that an SM loads until the sample counts, and until it ends
 *	q, q'   requests that it counts, and those of the launch after it
 *	L       lines of L1
 */
#define TURN_LOST 0.2

static double turn_doubt(const struct simulate_setup *one,
	const struct simulation *run, double all)
{
	const struct simulate_cache *l1 = &one->level[0];
	struct simulate_counts n = sum_of(run->counts[0], run->n_field);
	double sms = (double) simulate_sms(one);
	double left = all * sms / (double) one->n_sm -
		(double) (run->warm_requests + run->requests);
	double grown = (double) (run->lines[0] - run->warm_lines), lines;

	if (!l1->sets || run->l1_unused > 0 || run->requests == 0 || left <= 0)
		return 0;
	lines = ((double) run->lines[0] +
			grown * left / (double) run->requests) /
		sms;
	return n.misses < n.requests && lines > (double) lines_of(l1) ?
		TURN_LOST :
		0;
}

/* What simulated SMs miss with blocks dealt evenly, over what they miss with blocks
 * dealt by chance; 1 where all blocks start at once, or there are many SMs.
 */
static enum simulate_status dealt_evenly(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *one,
	const struct simulation *run, double *over, char why[256])
{
	struct simulate_setup even = *one;
	struct simulation r;
	enum simulate_status status;
	double is = missed_by_kind(launch, one, run, 0, run->n_field);

	*over = 1;
	if (!simulate_deals_few(one) || !(is > 0) ||
		launch_blocks(launch) <= one->n_sm * one->blocks_per_sm)
		return SIMULATE_OK;
	even.deals_evenly = true;
	status = simulate(kernel, launch, &even, &r, why);
	if (status != SIMULATE_OK)
		return status;
	*over = missed_by_kind(launch, &even, &r, 0, r.n_field) / is;
	simulate_clear(&r);
	return SIMULATE_OK;
}

/* --------------------------------------------------------------- sample */

/* The share that loads of each field miss, and the doubt where blocks did not run
 * to their end.
 */
static bool take_cut(const struct kernel *kernel, const struct launch *launch,
	const struct simulate_setup *one, const struct simulation *run,
	struct simulate_sample *sample, double *doubt)
{
	double *share = heap_clear((size_t) kernel->n_field + 1,
		sizeof(*share));
	bool is_cut;

	if (!share)
		return false;
	is_cut = simulate_cut(kernel, launch, one, run, share, doubt);
	for (int f = 0; f < kernel->n_field; ++f)
		sample->volume[f].l1_misses = is_cut ?
			share[f] :
			missed_by_kind(launch, one, run, f, f + 1);
	free(share);
	return true;
}

/* Blocks of few SMs are dealt neither by chance nor evenly: in the middle, and half
 * of the difference is in doubt.
 *
 *	m = (1 + r) m_0 / 2,  d_deal = |r - 1| / (1 + r),  r = m_1 / m_0
 *								  (19.13)
 *
 *	m_0, m_1  shares that are missed with blocks dealt by chance, and evenly
 */
static double take_dealt(const struct kernel *kernel, double over,
	struct simulate_sample *sample)
{
	for (int f = 0; over != 1 && f < kernel->n_field; ++f) {
		double *m = &sample->volume[f].l1_misses;

		*m = fmin(1, *m * (1 + over) / 2);
	}
	return fabs(over - 1) / (1 + over);
}

/* An L1 misses more at first, and longer where it fills slowly, with data that
 * is drawn:
 *
 *	m = q m_0 + (1 - q) m_1					  (13.14)
 *
 *	q         share of the launch until L1 is full		started
 *	m_0, m_1  shares that it misses until then, and later
 */
enum simulate_status simulate_l1(const struct kernel *kernel,
	const struct launch *launch, int64_t budget, double all,
	struct simulate_setup *one, struct simulate_sample *sample,
	struct simulation *run, char why[256])
{
	double n_block = (double) launch_blocks(launch), started, doubt = 0;
	double cut = 0, over = 1;
	enum simulate_status status;

	one->n_level = 1;
	one->is_warm = false;
	one->loads_only = true;
	simulate_fill_choose(kernel, launch, budget, all / n_block, one);
	status = simulate(kernel, launch, one, run, why);
	if (status == SIMULATE_OK && one->varies_l1) {
		status = simulate_l1_doubt(kernel, launch, one, run, &doubt,
			why);
		doubt = hypot(doubt, turn_doubt(one, run, all));
		if (status == SIMULATE_OK)
			status = dealt_evenly(kernel, launch, one, run, &over,
				why);
		if (status != SIMULATE_OK)
			simulate_clear(run);
	}
	if (status != SIMULATE_OK)
		return status;
	started = fmin(1,
		(double) run->warm_requests * (double) one->n_sm /
			((double) one->sampled_sm * all));
	if (!take_cut(kernel, launch, one, run, sample, &cut)) {
		simulate_clear(run);
		return SIMULATE_MEMORY;
	}
	for (int f = 0; f < kernel->n_field; ++f)
		sample->volume[f].l1_misses = started *
				missed(&run->cold[0][f]) +
			(1 - started) * sample->volume[f].l1_misses;
	cut = hypot(cut, take_dealt(kernel, over, sample));
	sample->sms = one->sampled_sm;
	sample->blocks = (double) run->blocks;
	sample->is_cut = run->is_cut;
	simulate_sample_missed(sample, run);
	sample->l1_doubt = doubt;
	sample->l1_error = hypot(cut,
		hypot(error_of_sample(one, run, n_block), doubt));
	return SIMULATE_OK;
}
