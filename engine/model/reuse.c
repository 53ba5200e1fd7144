/* Reuse between the blocks of a wave (doc/MODEL.md, chapter 6).  The data of D
 * consecutive blocks lies between two uses that are D blocks apart; how many
 * granules a block finds at which distance follows from how the footprint of
 * a run of blocks grows with its length.
 */

#include <math.h>

#include "engine/kernel/draw.h"
#include "engine/model/capacity.h"
#include "engine/model/l2.h"
#include "engine/model/reuse.h"
#include "hw/fit.h"

/* Oversubscription by a wave below which L2 loses nothing within it. */
#define NOTHING_LOST 0.25

/* Part of a wave by which blocks drift apart where they run through loops: of
 * sparse matrices on an H200, users_fit.csv, little is lost at O_wave = 1.
 */
#define LOOPS_DRIFT 0.8

/* All of the wave's data over the smallest cache. */
static double over_wave(const struct workings *m)
{
	double wave_B = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		wave_B += m->count[f].wave_B;
	return wave_B / m->dev->l2_size_B;
}

static void count_loads(struct workings *m, struct field_counts *c, int elem_B)
{
	c->block_B = elem_B *
		l2_sum_blocks(m, m->kernel, &c->load, elem_B, elem_B);
	for (int i = 0; i < m->wave.n_near; ++i) {
		struct thread_set set;

		if (m->wave.near[i] == 1)
			continue;
		threads_of_blocks(m->launch, m->wave.first, m->wave.near[i],
			&set);
		c->near_load[i] = workings_count_one(m, m->kernel, &c->load,
			m->dev->dram_fetch_B, &set);
	}
}

void reuse_count(struct workings *m)
{
	double write_B = m->dev->dram_write_B;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		struct field_counts *c = &m->count[f];

		c->block_stores = c->stores.granules;
		if (c->stores.granules > c->launch_store)
			c->block_stores = fmin(c->stores.granules,
				l2_sum_blocks(m, m->kernel, &c->store, write_B,
					write_B));
	}
	m->is_far = over_wave(m) > NOTHING_LOST && m->wave.n_block > 1;
	for (int f = 0; m->is_far && f < m->kernel->n_field; ++f)
		count_loads(m, &m->count[f], m->kernel->field[f].elem_B);
}

/* Granules of a field in a run of blocks: "i" is an index into the distances
 * of the wave, past them the wave itself.
 */
static double granules_of(const struct workings *m,
	const struct field_counts *c, int i)
{
	double wave = 0;

	if (i < m->wave.n_near)
		return m->wave.near[i] == 1 ? c->block_fetches / m->n_block :
					      c->near_load[i];
	for (unsigned set = 1; set < 2u << m->wave.n_window; set += 2)
		wave += c->load_wave[set];
	return wave;
}

static double blocks_of(const struct workings *m, int i)
{
	return (double) (i < m->wave.n_near ? m->wave.near[i] :
					      m->wave.n_block);
}

/*	|D - s n_W l| / D					  (6.23)
 *
 *	s    share of its life in which a block makes its loads
 *	n_W  blocks of the wave
 *	l    lead of two uses D blocks apart: wave.h
 *
 * Blocks start one after the other, n_W of them in the life of one, so that s l
 * of a life is worth s l n_W blocks; less than one is none.  Of loads in loops
 * the order is not known.
 */
double reuse_apart(const struct workings *m, int64_t distance, double lead)
{
	double blocks = (double) distance;
	double early = fit_value(m->dev, FIT_load_span) * lead *
		(double) m->wave.n_block;

	if (m->kernel->n_loop > 0 || early < 1)
		return 1;
	return fabs(blocks - early) / blocks;
}

/*	O_D = sum_f |F and S of D blocks| / L2			  (6.7)
 *
 * What a field stores grows with the blocks, what it loads as counted.
 */
void reuse_overs(struct workings *m)
{
	for (int i = 0; m->is_far && i < m->wave.n_near; ++i) {
		double over = 0;

		for (int f = 0; f < m->kernel->n_field; ++f) {
			const struct field_counts *c = &m->count[f];
			double all = granules_of(m, c, m->wave.n_near);

			over += c->wave_B *
				(all > 0 ? granules_of(m, c, i) / all :
					   blocks_of(m, i) /
							(double) m->wave
								.n_block);
		}
		m->over_near[i] = over / m->level.size_B *
			reuse_apart(m, m->wave.near[i], m->wave.near_lead[i]);
	}
}

/* New granules of a block, if the D_i blocks before it are kept: the growth
 * of the footprint between this distance and the next.
 */
static double fresh_of(const struct workings *m, const struct field_counts *c,
	int i)
{
	double n = blocks_of(m, i + 1) - blocks_of(m, i);

	return n > 0 ?
		fmax(0, granules_of(m, c, i + 1) - granules_of(m, c, i)) / n :
		0;
}

/* The share of a granule that a block leaves out.  A block that is narrower
 * than a granule needs as many more requests for its data, and its neighbours
 * drift apart by that part of the wave.
 */
static double drift(const struct workings *m, const struct field_counts *c)
{
	double fetched_B = c->block_fetches * m->dev->dram_fetch_B;

	if (m->kernel->n_loop > 0)
		return LOOPS_DRIFT;
	return fetched_B > c->block_B ? 1 - c->block_B / fetched_B : 0;
}

/* Data between two uses that are meant to be "near" apart and drift by "u" of
 * what the wave has more.
 */
static double over_of(const struct workings *m, double near, double u)
{
	return near + u * fmax(0, m->over_wave - near);
}

/* Cells that a loop moves are drawn from in one trip of it, not at any time. */
static bool is_of_trip(const struct access *a)
{
	for (int v = VAR_LOOP0; v < N_QUASI_VAR; ++v)
		if (a->address->coef[v] != 0)
			return true;
	return !quasi_is_affine(a->address);
}

/* True if loads of the list draw at any time while a block runs. */
static bool is_drawn(const struct workings *m, const struct access_list *list)
{
	bool is = false;

	for (int i = 0; i < list->n; ++i) {
		const struct access *a = &m->kernel->access[list->access[i]];

		if (a->draw.kind && is_of_trip(a))
			return false;
		is = is || a->draw.kind;
	}
	return is;
}

bool reuse_moves(const struct workings *m, int f)
{
	const struct access_list *list = &m->count[f].load;

	for (int i = 0; i < list->n && is_drawn(m, list); ++i)
		if (draw_moves(m->kernel, m->launch,
			    &m->kernel->access[list->access[i]]))
			return true;
	return false;
}

/* All that a wave touches while its blocks run, over L2. */
static double over_life(const struct workings *m)
{
	double sum = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		for (unsigned set = 1; set < 2u << m->wave.n_window; set += 2)
			sum += m->dev->dram_fetch_B *
					m->count[f].load_wave[set] +
				m->dev->dram_write_B *
					m->count[f].store_wave[set];
	return sum / m->level.size_B;
}

/* Share that L2 loses between two draws of a granule, which come at any time
 * in the life of a wave:
 *
 *	e^(-h r / O_life)					  (13.28)
 *
 *	r  requests for a granule in that time: of all blocks over what the
 *	   wave touches
 *	h  oversubscription at which half of the reuse is lost
 */
static double lost_drawn(const struct workings *m, int f, double up)
{
	const struct field_counts *c = &m->count[f];
	double touched_B = m->dev->dram_fetch_B *
		granules_of(m, c, m->wave.n_near);
	double lost;

	if (!(touched_B > 0))
		return 0;
	lost = exp(-m->level.curve.half * up * m->wave_lup / touched_B /
		over_life(m));
	/* at a byte an update, less than one byte of the launch is none */
	return lost * m->lup < 1 ? 0 : lost;
}

/*	V_cap = V_own R_L2(u O_wave) +
 *		V_other sum_D w_D R_L2(O_D + u (O_wave - O_D)) / sum_D w_D  (6.7)
 *
 *	V_own    requested again by the same block
 *	V_other  requested again by another block
 *	w_D      granules that a block finds D blocks ago, but not later, times
 *		 the blocks of the wave that have such a past in it
 *	u        drift()
 */
double reuse_lost_B(const struct workings *m, int f, double up)
{
	const struct field_counts *c = &m->count[f];
	const struct capacity_level *level = &m->level;
	double again = m->term[f].again, own, weights = 0, sum = 0;
	double u = drift(m, c), before = c->block_fetches / m->n_block;

	if (!m->is_far || !(again > 0))
		return 0;
	if (is_drawn(m, &c->load))
		return again * lost_drawn(m, f, up);
	own = fmin(again,
		fmax(0, up - c->block_fetches * m->dev->dram_fetch_B / m->lup));
	for (int i = 0; i < m->wave.n_near; ++i) {
		double fresh = fmin(before, fresh_of(m, c, i));
		double w = (before - fresh) *
			((double) m->wave.n_block - blocks_of(m, i));

		weights += w;
		sum += w *
			capacity_lost_after(level,
				over_of(m, m->over_near[i], u),
				m->wave.near[i]);
		before = fresh;
	}
	return own * capacity_lost_after(level, over_of(m, 0, u), 0) +
		(weights > 0 ? (again - own) * sum / weights :
			       (again - own) *
					capacity_lost_after(level, m->over_wave,
						0));
}
