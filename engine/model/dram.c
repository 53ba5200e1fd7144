/* Volumes between DRAM and L2 (doc/MODEL.md, chapter 6).  One wave in the
 * middle of the launch is counted, with the blocks before it whose data it may
 * find in L2; capacity curves say how much of that L2 still holds.
 */

#include <math.h>

#include "engine/model/capacity.h"
#include "engine/model/conditions.h"
#include "engine/model/dram.h"
#include "engine/model/l2.h"
#include "engine/model/reuse.h"
#include "hw/fit.h"

double dram_fill(const struct device *dev)
{
	return isnan(dev->l2_fill) ? 1 : dev->l2_fill;
}

double dram_mask(const struct device *dev)
{
	return isnan(dev->dram_mask) ? 0 : dev->dram_mask;
}

/* Granules touched by at least one of the sets in "some" (bits), by all
 * sets in "all", and by no set in "none".
 */
static double select_granules(const double *n, int n_set, unsigned some,
	unsigned all, unsigned none)
{
	double sum = 0;

	for (unsigned m = 1; m < 1u << n_set; ++m)
		if ((m & some) && (m & all) == all && !(m & none))
			sum += n[m];
	return sum;
}

/* The bits of the wave and its "n" nearest windows. */
static unsigned sets_up_to(int n)
{
	return (2u << n) - 1;
}

/* Bytes that loads and stores of a field touch from the sets in "some". */
static double touched_B(const struct workings *m, const struct field_counts *c,
	unsigned some)
{
	int n_set = 1 + m->wave.n_window;

	if (c->load.n > 0 && c->store.n > 0)
		return m->dev->dram_fetch_B *
			select_granules(c->both_wave, n_set, some, 0, 0);
	return m->dev->dram_fetch_B *
		select_granules(c->load_wave, n_set, some, 0, 0) +
		m->dev->dram_write_B *
		select_granules(c->store_wave, n_set, some, 0, 0);
}

static void count_wave(struct workings *m, struct field_counts *c)
{
	int n_set = 1 + m->wave.n_window;

	workings_count(m, m->kernel, &c->load, m->dev->dram_fetch_B, n_set,
		m->wave.set, c->load_wave);
	workings_count(m, m->kernel, &c->store, m->dev->dram_write_B, n_set,
		m->wave.set, c->store_wave);
	if (c->load.n > 0 && c->store.n > 0)
		workings_count(m, m->kernel, &c->both, m->dev->dram_fetch_B,
			n_set, m->wave.set, c->both_wave);
	c->wave_B = touched_B(m, c, 1);
	if (m->kernel->n_loop > 0)
		c->trip_wave = workings_count_one(m, &m->once, &c->load,
			m->dev->dram_fetch_B, m->wave.set);
	if (m->kernel->n_loop > 0)
		c->wave_B = fmin(c->wave_B,
			m->dev->dram_fetch_B *
				workings_count_one(m, &m->once, &c->both,
					m->dev->dram_fetch_B, m->wave.set));
	c->again_B = m->dev->dram_write_B *
		select_granules(c->store_wave, n_set, 1, 1, 0);
	if (m->kernel->n_loop > 0 && c->store.n > 0)
		c->again_B = fmin(c->again_B,
			m->dev->dram_write_B *
				workings_count_one(m, &m->again, &c->store,
					m->dev->dram_write_B, m->wave.set));
}

static void count_launch(struct workings *m, struct field_counts *c, int elem_B)
{
	double fetch_B = m->dev->dram_fetch_B, write_B = m->dev->dram_write_B;

	c->launch_load = workings_count_launch(m, &c->load, fetch_B);
	c->launch_store = workings_count_launch(m, &c->store, write_B);
	c->launch_stored_B = elem_B *
		workings_count_launch(m, &c->store, elem_B);
	c->launch_B = c->launch_load * fetch_B + c->launch_store * write_B;
	if (c->load.n > 0 && c->store.n > 0)
		c->launch_B = fetch_B *
			workings_count_launch(m, &c->both, fetch_B);
}

static void find_density(struct workings *m, struct field_counts *c)
{
	c->load_density = c->store_density = 1;
	if (!m->conditions)
		return;
	c->load_density = conditions_density(m, &c->load);
	c->store_density = conditions_density(m, &c->store);
}

void dram_count(struct workings *m)
{
	for (int f = 0; f < m->kernel->n_field; ++f) {
		count_wave(m, &m->count[f]);
		find_density(m, &m->count[f]);
		count_launch(m, &m->count[f], m->kernel->field[f].elem_B);
	}
	reuse_count(m);
}

/* Compulsory volume and what of it each window has loaded before.
 *
 *	V_comp = s |F(C)| / n					  (6.1)
 *	V_i    = s |F(C) & F(W_i) - F(W_1) - ... - F(W_i-1)| / n  (6.2)
 *	O_i    = |F and S of W_1 .. W_i| / L2, times (6.23)	  (6.3)
 *
 *	s     bytes of a granule		dev->dram_fetch_B
 *	C     blocks of the wave		wave.set[0]
 *	W_i   blocks of window i		wave.set[i]
 *	F, S  granules that loads, stores touch	count->load_wave, store_wave
 *	n     updates of the wave		m->wave_lup
 */
static void find_overlaps(struct workings *m)
{
	int n_window = m->wave.n_window;

	m->over_wave = m->over_launch = 0;
	for (int i = 0; i < n_window; ++i)
		m->over[i] = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];
		struct field_terms *t = &m->term[f];

		double scale = m->dev->dram_fetch_B / m->wave_lup *
			c->load_density;

		m->over_wave += c->wave_B / m->level.size_B;
		m->over_launch += c->launch_B / m->level.size_B;
		t->compulsory = scale *
			select_granules(c->load_wave, 1 + n_window, 1, 1, 0);
		t->fresh = scale * c->load_wave[1];
		for (int i = 0; i < n_window; ++i) {
			unsigned before = sets_up_to(i) & ~1u;

			t->overlap[i] = scale *
				select_granules(c->load_wave, 1 + n_window, 1,
					1u | 2u << i, before);
			m->over[i] += touched_B(m, c, sets_up_to(i + 1) & ~1u) /
				m->level.size_B;
		}
	}
	for (int i = 0; i < n_window; ++i)
		m->over[i] *= reuse_apart(m, m->wave.window[i].distance,
			m->wave.window[i].lead);
}

/* The granules that stores leave unfilled for good, at most one for each
 * element that nobody writes.  Where the field is loaded as well, or updated
 * sector by sector, what is missing is there.
 */
static double incomplete_B(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	double write_B = m->dev->dram_write_B;
	double missing = (c->launch_store * write_B - c->launch_stored_B) /
		m->kernel->field[f].elem_B;

	if (c->load.n > 0 || c->atomics.sectors > 0)
		return 0;
	return fmin(c->launch_store, fmax(0, missing)) * write_B;
}

/* Granules that all blocks ask of L2, never more than L1 loads.
 *
 *	V_up = min(s B / N V_L2 / V_L2comp, V_L2 max(1, s / s'))  (6.6)
 *
 *	B     granules of all blocks		count->block_fetches
 *	s'    sector of L1			dev->l1_sector_B
 */
static double asked_B(const struct workings *m, int f)
{
	const struct field_terms *t = &m->term[f];
	double fetch_B = m->dev->dram_fetch_B, sector_B = m->dev->l1_sector_B;
	double l2_load = l2_load_of(t);

	if (!(t->l2_compulsory > 0))
		return 0;
	return fmin(m->count[f].block_fetches * fetch_B / m->lup * l2_load /
			t->l2_compulsory,
		l2_load * fmax(1, fetch_B / sector_B));
}

/* What of the overlaps with windows is loaded again. */
static double lost_B(const struct workings *m, const struct field_terms *t)
{
	double lost = 0;

	for (int i = 0; i < m->wave.n_window; ++i)
		lost += t->overlap[i] * m->lost[i];
	return lost;
}

/* Data that the launch loads, but the wave in the middle does not.
 *
 *	V_start = min(V_first - V_new, V_up - V_wave), at least 0  (6.5)
 *
 *	V_first  s |F(all)| / N, N updates of the launch
 *	V_new    what no window has loaded before	t->fresh
 *	V_wave   V_new and all V_lost
 */
static double start_B(const struct workings *m, int f, double up)
{
	const struct field_terms *t = &m->term[f];
	double first = m->count[f].launch_load * m->dev->dram_fetch_B / m->lup;
	double start = fmin(first - t->fresh, up - t->fresh - lost_B(m, t));

	return start > 1e-9 * first ? start : 0;
}

/* Where cells of draws move with the thread, waves before this one have drawn
 * from some of its granules: what it loads first is its part of the launch, and
 * all else is as likely lost as what it draws again (13.28).
 */
static double first_drawn_B(const struct workings *m, int f)
{
	return reuse_moves(m, f) ?
		m->count[f].launch_load * m->dev->dram_fetch_B / m->lup :
		INFINITY;
}

/* Is what the launch touches of the field known?  Closed counts know of no
 * chance, and of no loads by atomic updates.
 */
static bool launch_is_known(const struct workings *m, int f)
{
	if (m->is_rough || m->is_by_share)
		return false;
	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];

		if (a->field == f && (a->chance.id || a->atomic))
			return false;
	}
	return true;
}

static void load_terms(struct workings *m, int f)
{
	struct field_terms *t = &m->term[f];
	double up = asked_B(m, f), most = fmin(up, first_drawn_B(m, f));
	double excess = t->compulsory > most ? most / t->compulsory : 1;
	double first = m->count[f].launch_load * m->dev->dram_fetch_B / m->lup;
	double beyond;

	t->compulsory *= excess;
	t->fresh *= excess;
	for (int i = 0; i < m->wave.n_window; ++i)
		t->overlap[i] *= excess;
	/* of waves before, for which the window that is furthest off stands */
	if (m->wave.n_window > 0 && launch_is_known(m, f)) {
		beyond = fmax(0, t->fresh - first);
		t->fresh -= beyond;
		t->overlap[m->wave.n_window - 1] += beyond;
	}
	t->start = start_B(m, f, up);
	t->first = t->fresh + t->start;
	t->again = fmax(0, up - t->compulsory - t->start);
	t->again_lost = reuse_lost_B(m, f, up);
}

/* Of the stores that touch a granule again in a later row or layer, those
 * that come too late.
 *
 *	V_late = sum_i V'_i (1 - q_i) R_L2(O_i)			  (6.12)
 *
 *	V'_i   overlap of the stores with window i
 */
static double late_stores_B(const struct workings *m,
	const struct field_counts *c)
{
	double scale = m->dev->dram_write_B / m->wave_lup * c->store_density;
	double late = 0;

	for (int i = 0; i < m->wave.n_window; ++i) {
		double overlap = scale *
			select_granules(c->store_wave, 1 + m->wave.n_window, 1,
				1u | 2u << i, sets_up_to(i) & ~1u);

		late += overlap * m->lost[i];
	}
	return late;
}

/* Terms of the stores of field f.
 *
 *	V_store = min(s |S(all)| / N, V'_up)			  (6.11)
 *	V_again = min(V_store, max(0, V'_up - max(V'_wave, V_store)))
 *	V_part  = V_again R_part(O_part) +
 *	          min(V_late, max(0, V'_wave - V_store))	  (6.13)
 *
 *	O_part   O_wave with stores once more, fit "partial_weight" times
 *	V'_up    granules that each block stores	count->block_stores
 *	V'_wave  s |S(C)| / n, at most V'_up: the wave may differ from others
 */
static void store_terms(struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	struct field_terms *t = &m->term[f];
	double write_B = m->dev->dram_write_B;
	double up = c->block_stores * write_B / m->lup;
	double in_wave = fmin(up,
		write_B / m->wave_lup * c->store_density *
			select_granules(c->store_wave, 1 + m->wave.n_window, 1,
				1, 0));

	t->stored = fmin(up, c->launch_store * write_B / m->lup);
	t->stored_again = fmin(t->stored,
		fmax(0, up - fmax(in_wave, t->stored)));
	t->stored_late = fmin(late_stores_B(m, c),
		fmax(0, in_wave - t->stored));
	t->stored_partial = t->stored_late +
		t->stored_again *
			capacity_lost(capacity_of_partial(m->dev),
				m->over_partial);
}

/* Add what L2 loads and stores for atomic updates, which L1 neither loads nor
 * stores.
 *
 *	V_once = min(V_A, s |S(all)| / N)
 *	V = V_once + (V_A - V_once) R_L2(O_launch)		  (6.22)
 *
 *	V_A   sectors of all updates		count->atomics.sectors
 */
static void atomic_terms(struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	struct field_terms *t = &m->term[f];
	double asked = c->atomics.sectors * m->dev->l1_sector_B / m->lup;
	double once = fmin(asked,
		c->launch_store * m->dev->dram_write_B / m->lup);
	double lost = (asked - once) *
		capacity_lost(m->level.curve, m->over_launch / m->level.n_part);

	t->first += once;
	t->again += asked - once;
	t->again_lost += lost;
	t->stored = fmax(t->stored, once + lost);
}

/* The terms of all fields together, those of l2_terms() too. */
static void sum_terms(struct workings *m)
{
	double *sum = (double *) &m->sum;

	for (int f = 0; f < m->kernel->n_field; ++f)
		for (size_t i = 0; i < sizeof(m->sum) / sizeof(*sum); ++i)
			sum[i] += ((const double *) &m->term[f])[i];
}

/* All that is loaded for a field but for lines that stores leave unfilled;
 * report_load() has it of all fields, as (6.10).
 */
static double load_of(const struct workings *m, const struct field_terms *t)
{
	return m->cold_share * t->first + t->again_lost +
		dram_fill(m->dev) * t->stored_partial + lost_B(m, t);
}

/* Sections that hold a line which n blocks ask for, its own and theirs. */
static double copies(const struct workings *m, double n)
{
	double sections = m->dev->l3_size_B > 0 ? 1 : m->dev->l2_sections;

	return 1 + (sections - 1) * (1 - pow(1 - 1 / sections, n));
}

/* What takes room in L2 of what is loaded and stored: lines that several blocks
 * load take more than others, and what is both takes it once.
 *
 *	V_pass = V_load c(n) / c(1) + V_store - V_both		  (6.14)
 *
 *	n	blocks that load a granule, the mean
 */
static double passing_B(const struct workings *m, int f)
{
	const struct field_counts *c = &m->count[f];
	double n = c->launch_load > 0 ? c->block_fetches / c->launch_load : 1;
	double load_B = m->lup * load_of(m, &m->term[f]) *
		copies(m, fmax(1, n)) / copies(m, 1);
	double store_B = m->lup * m->term[f].stored;
	double both_B = c->launch_load * m->dev->dram_fetch_B +
		c->launch_store * m->dev->dram_write_B - c->launch_B;

	return load_B + store_B - fmax(0, fmin(both_B, fmin(load_B, store_B)));
}

/* Bytes that the last wave stores behind its loads: blocks load when they start
 * and store before they end, those with a loop all the time.
 */
static double stored_last_B(const struct workings *m, double stored_B)
{
	if (m->kernel->n_loop > 0)
		return 0;
	return stored_B * fmin(1, (double) m->wave.n_block / m->n_block);
}

/* Granules that are stored in turn over those that wait, where a share c of
 * the stores finds its granule written: an antiderivative of 1 / (1 - c g^3).
 */
static double stored_for(double c)
{
	double b = cbrt(c), r = sqrt(3);

	return (log1p(b + b * b) / 2 - log1p(-b)) / (3 * b) +
		(atan((2 * b + 1) / r) - atan(1 / r)) / (r * b);
}

/* Share that is written early of "stored_B" which each launch stores again,
 * where "most_B" may wait: c of
 *
 *	int_0^1 dg / (1 - c g^3) = N V_store / (d L2)		  (6.24)
 */
static double written_early(double stored_B, double most_B)
{
	double from = 0, to = 1;

	if (stored_B <= most_B)
		return 0;
	for (int i = 0; i < 50; ++i) {
		double c = (from + to) / 2;

		*(stored_for(c) * most_B < stored_B ? &from : &to) = c;
	}
	return from;
}

/* Share of the stored data that has not left L2 when the launch ends or,
 * warm, is overwritten there by the next.  It needs no completing either.
 *
 *	cold: min(B_last + (h L2 - B_last) V_store / V_pass, d L2)
 *	      / (N V_store), at most 1				  (6.14)
 *	warm: min(1 - R_launch(O_launch), 1 - c)
 */
static void find_kept(struct workings *m)
{
	struct capacity_curve l2 = m->level.launch;
	double all_B = m->level.size_B * m->level.n_part;
	double over = m->over_launch / m->level.n_part;
	double passing = 0, stored_B = 0, last_B, kept_B, most_B;

	most_B = all_B *
		(m->dev->l3_size_B > 0 ?
				l2.half :
				fmin(l2.half, fit_value(m->dev, FIT_l2_dirty)));
	for (int f = 0; f < m->kernel->n_field; ++f) {
		passing += passing_B(m, f);
		stored_B += m->lup * m->term[f].stored;
	}
	if (!m->launch->cache_is_cold) {
		m->left_share = capacity_lost(l2, over);
		if (!(m->dev->l3_size_B > 0))
			m->left_share = fmax(m->left_share,
				written_early(stored_B, most_B));
		m->kept_share = 1 - m->left_share;
		return;
	}
	last_B = stored_last_B(m, stored_B);
	kept_B = last_B +
		(l2.half * all_B - last_B) * stored_B / fmax(1, passing);
	m->kept_share = stored_B > 0 ?
		fmin(1, fmin(kept_B, most_B) / stored_B) :
		1;
	m->left_share = 1 - m->kept_share;
}

/* Bytes that the stores of the wave fill until they come back to a line:
 * those of one trip where a loop goes along the line.
 */
static double stored_in_wave_B(const struct workings *m)
{
	double stored_B = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		stored_B += m->count[f].again_B;
	return stored_B;
}

/* Oversubscription of L2 by stores that fill a granule together.  L3 takes
 * partly written lines as DRAM does: D3Q19 in place is slow on RDNA.
 */
static void find_partial(struct workings *m)
{
	double wave_B = m->over_wave * m->level.size_B;

	m->over_stores = stored_in_wave_B(m) / m->dev->l2_size_B;
	m->over_partial = wave_B / m->dev->l2_size_B +
		m->over_stores * fit_value(m->dev, FIT_partial_weight);
}

/* Shares that all fields have in common, before their terms.
 *
 *	V_lost = V_i (1 - q_i) R_L2(O_i)			  (6.4)
 *
 *	q_i   share of blocks without such a past	m->early
 */
static void find_shares(struct workings *m)
{
	for (int i = 0; i < m->wave.n_window; ++i) {
		m->early[i] = (double) m->wave.window[i].distance / m->n_block;
		m->lost[i] = (1 - m->early[i]) *
			capacity_lost_after(&m->level, m->over[i],
				m->wave.window[i].distance);
	}
	reuse_overs(m);
	m->cold_share = m->launch->cache_is_cold ?
		1 :
		capacity_lost(m->level.launch,
			m->over_launch / m->level.n_part);
	find_partial(m);
}

/* Share of the stores that do not fill what they touch: what L2 writes more
 * than once was complete otherwise.  An atomic update leaves whole sectors.
 */
static double in_part(const struct field_counts *c)
{
	return c->stores.sectors > 0 && !(c->atomics.sectors > 0) ?
		1 - fmin(1, c->stores.filled / c->stores.sectors) :
		0;
}

/* Bytes that DRAM delivers for each that L1 asks for, at most: fetches of which
 * a request asks for a part.
 */
static double fetched_over_asked(const struct workings *m, int f)
{
	const struct requests *r = &m->count[f].loads;
	double most = fmax(1, m->dev->dram_fetch_B / m->dev->l1_sector_B);

	if (m->sample.is_whole || !(r->sectors > 0) ||
		m->count[f].atomics.sectors > 0)
		return most;
	return fmin(most,
		fmax(1,
			r->granules * m->dev->dram_fetch_B /
				(r->sectors * m->dev->l1_sector_B)));
}

/* The terms of field f as a simulation gives them: what it loads the first
 * time and again, what it loads to complete lines ("incomplete"), what it
 * stores more than once ("stored_partial").
 */
static void take_sampled(struct workings *m, int f)
{
	const struct sample_volume *v = &m->sampled[f];
	struct field_terms *t = &m->term[f];
	double first = m->count[f].launch_load * m->dev->dram_fetch_B / m->lup;
	double once = m->count[f].launch_store * m->dev->dram_write_B / m->lup;
	const struct sample_traffic *B = m->launch->cache_is_cold ? &v->cold :
								    &v->warm;
	/* what is touched at all is known: the sample tells how often */
	bool is_known = launch_is_known(m, f);
	double loads = v->loaded_B > 0 && is_known ? first / v->loaded_B :
						     1 / m->lup;
	double stores = v->stored_B > 0 && is_known ? once / v->stored_B :
						      1 / m->lup;
	double partial = B->partial_B * stores, store = B->store_B * stores;
	double load = fmax(0, B->load_B - B->partial_B) * loads;

	/* L1 and L2 have samples of their own */
	double atomic = m->count[f].atomics.sectors * m->dev->l1_sector_B /
		m->lup;
	double asked = (l2_load_of(t) + atomic) * fetched_over_asked(m, f);
	double stored = (t->l2_store + atomic) *
		fmax(1, m->dev->dram_write_B / m->dev->l1_store_B);

	if (!is_known && v->loaded_B > 0)
		first = v->loaded_B / m->lup;
	if (!is_known && v->stored_B > 0)
		once = v->stored_B / m->lup;
	/* lines that were followed in part of the launch only */
	if (is_known && !m->sample.is_whole && !(v->loaded_B > 0))
		load = fmax(load, first);
	if (is_known && !m->sample.is_whole && !(v->stored_B > 0))
		store = fmax(store, once);
	load = fmin(load, asked);
	store = fmin(store, stored);
	/* a sector is completed once for each store into it at most */
	partial = fmin(partial, stored);
	t->start = 0;
	t->first = fmin(load, first);
	t->again = t->again_lost = load - t->first;
	t->stored_late = t->stored_again = 0;
	t->stored_partial = fmax(0, store - once) * in_part(&m->count[f]);
	t->stored = fmax(once, store - t->stored_partial);
	t->incomplete = partial;
	m->report->field[f].dram_load_B = load + dram_fill(m->dev) * partial;
	m->report->field[f].dram_store_B = store;
}

static void sampled_terms(struct workings *m)
{
	double left = 0;

	find_shares(m);
	m->cold_share = 1;
	for (int i = 0; i < m->wave.n_window; ++i)
		m->lost[i] = 0; /* part of what is loaded again */
	for (int f = 0; f < m->kernel->n_field; ++f)
		take_sampled(m, f);
	sum_terms(m);
	for (int f = 0; f < m->kernel->n_field; ++f)
		left += m->report->field[f].dram_store_B -
			m->term[f].stored_partial;
	m->left_share = m->sum.stored > 0 ? fmin(1, left / m->sum.stored) : 1;
	m->kept_share = 1 - m->left_share;
}

/* Volumes below the cache of "level". */
static void find_volumes(struct workings *m)
{
	find_shares(m);
	for (int f = 0; f < m->kernel->n_field; ++f) {
		load_terms(m, f);
		store_terms(m, f);
		atomic_terms(m, f);
	}
	find_kept(m);
	for (int f = 0; f < m->kernel->n_field; ++f) {
		struct field_terms *t = &m->term[f];
		struct field_volume *volume = &m->report->field[f];

		t->incomplete = m->left_share * incomplete_B(m, f) / m->lup;
		volume->dram_load_B = load_of(m, t) +
			dram_fill(m->dev) * t->incomplete;
		volume->dram_store_B = m->left_share * t->stored +
			t->stored_partial;
	}
	sum_terms(m);
}

/* What passes between L2 and the cache on the side of the memory: what DRAM
 * would move without that cache.
 */
static void find_l3(struct workings *m)
{
	m->level = capacity_level_l2(m->dev);
	find_overlaps(m);
	find_volumes(m);
	m->l3_load_B = m->l3_store_B = 0;
	for (int f = 0; f < m->kernel->n_field; ++f) {
		m->l3_load_B += m->report->field[f].dram_load_B;
		m->l3_store_B += m->report->field[f].dram_store_B;
	}
	m->sum = (struct field_terms) { 0 };
}

void dram_terms(struct workings *m)
{
	if (m->dev->l3_size_B > 0)
		find_l3(m);
	m->level = capacity_level_of(m->dev);
	find_overlaps(m);
	if (m->sampled && m->has_dram)
		sampled_terms(m);
	else
		find_volumes(m);
}
