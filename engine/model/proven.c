/* Closed forms where they are proven, a simulation where they are not
 * (doc/MODEL.md, chapter 19).
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/draw.h"
#include "engine/model/proven.h"
#include "engine/model/requests.h"
#include "engine/model/shares.h"
#include "engine/simulate/simulate_sample.h"
#include "hw/fit.h"

/* Cells of a thread from which on its loads are no longer in flight
 * together.
 */
#define FOLDED 8

/* Memory of a simulation. */
#define MOST_B (INT64_C(1) << 30)

/* Closed forms are for GPUs as they are built: on fewer SMs the blocks of an
 * SM are neighbours and share L1, in smaller caches it matters which line goes
 * first.
 */
#define LEAST_SMS  13
#define LEAST_L1_B 12288
#define LEAST_L2_B (1 << 20)

/* Share of a volume that depends on the middle of a capacity curve from which
 * on the report says so.
 */
#define NEAR 0.1

/* Share of what L2 delivers and takes below which DRAM does not matter. */
#define LITTLE 0.035

/* Lines of the smallest L1 that was measured: 28 KiB of an H200. */
#define MEASURED_LINES 224

static bool has_floor(const struct quasi *e)
{
	for (int i = 0; i < e->n_term; ++i)
		if (!e->term[i].b || has_floor(e->term[i].a) ||
			has_floor(e->term[i].b))
			return true;
	return false;
}

/* Do the lanes of a warp lie side by side, or all at one address? */
static bool is_side_by_side(const struct workings *m, const struct access *a)
{
	int64_t step = a->address->coef[VAR_TX];
	int elem_B = m->kernel->field[a->field].elem_B;

	return a->address->n_term > 0 || m->launch->block[0] == 1 ||
		step == elem_B * m->launch->fold[0];
}

/* Does a store write a cell once, so that every coordinate moves it? */
static bool is_one_sweep(const struct workings *m, const struct access *a)
{
	for (int i = 0; i < 3; ++i)
		if (m->launch->grid[i] > 1 && a->address->n_term == 0 &&
			a->address->coef[VAR_BX + i] == 0)
			return false;
	return true;
}

/* Do the cells of a folded thread lie a block apart? */
static bool is_interleaved(const struct workings *m, const struct access *a)
{
	for (int i = 0; i < 3; ++i) {
		int64_t step = a->address->coef[VAR_TX + i];

		if (m->launch->fold[i] > 1 && step != 0 &&
			a->address->coef[VAR_BX + i] !=
				step * m->launch->block[i])
			return true;
	}
	return false;
}

/* L1 may lose lines between the cells of a thread.  L2 does not: the cells are
 * loaded while the block runs, and blocks follow each other closely (6.7).
 */
static const char long_fold[] = "a long fold";
static const char structures[] = "structures";
static const char shared_l1[] = "blocks of an SM that share data";

/* Is L1 simulated and DRAM in closed form? */
static bool is_l1_alone(const char *lacks)
{
	return lacks == long_fold || lacks == shared_l1;
}

static const char *access_lacks(const struct workings *m,
	const struct access *a)
{
	if (a->loop >= 0)
		return "a loop";
	if (a->draw.kind)
		return "data-dependent addresses";
	if (a->atomic)
		return "atomic updates";
	if (a->chance.id)
		return "a branch that data decide";
	if (a->hint == HINT_NO_L1)
		return "loads past L1";
	if (has_floor(a->address))
		return "a floor or modulo in an index";
	if (m->kernel->field[a->field].is_interleaved &&
		m->kernel->field[a->field].n_component > 1)
		return structures;
	if (is_interleaved(m, a))
		return "interleaved cells";
	if (!is_side_by_side(m, a))
		return "lanes that do not lie side by side";
	if (!is_one_sweep(m, a))
		return "a cell that several threads use";
	return NULL;
}

/* Do two accesses of a field keep their distance from block to block?  a[x, y] and
 * a[x, ny - 1 - y] do not: all blocks but those in the middle are far from the
 * ones that touch the same cells.
 */
static bool keep_distance(const struct workings *m, const struct access *a,
	const struct access *b)
{
	for (int i = 0; i < 3; ++i)
		if (m->launch->grid[i] > 1 &&
			a->address->coef[VAR_BX + i] !=
				b->address->coef[VAR_BX + i])
			return false;
	return true;
}

/* Compare each access with the first one of its field. */
static bool has_distances(const struct workings *m)
{
	const struct kernel *k = m->kernel;

	for (int i = 0; i < k->n_access; ++i) {
		int first = 0;

		while (k->access[first].field != k->access[i].field)
			++first;
		if (!keep_distance(m, &k->access[first], &k->access[i]))
			return false;
	}
	return true;
}

static const char *kernel_lacks(const struct workings *m)
{
	for (int i = 0; i < m->kernel->n_access; ++i) {
		const char *what = access_lacks(m, &m->kernel->access[i]);

		if (what)
			return what;
	}
	if (!has_distances(m))
		return "accesses that move by different steps";
	return NULL;
}

bool proven_is_sweep(const struct workings *m)
{
	return !kernel_lacks(m);
}

const char *proven_lacks_closed(const struct workings *m)
{
	const int64_t *fold = m->launch->fold;
	const char *what = kernel_lacks(m);

	if (what)
		return what;
	if (fold[0] * fold[1] * fold[2] >= FOLDED)
		return long_fold;
	return NULL;
}

static bool is_small(const struct workings *m)
{
	return m->dev->sm_count < LEAST_SMS || m->l1_B < LEAST_L1_B ||
		m->dev->l2_size_B < LEAST_L2_B;
}

const char *proven_lacks(const struct workings *m)
{
	if (is_small(m))
		return "a device of few SMs or small caches";
	return proven_lacks_closed(m);
}

static void set_size(struct simulate_cache *c, double size_B)
{
	double lines = fmax(1, round(size_B / (double) c->line_B));

	if ((int64_t) lines == c->size_B / c->line_B)
		return;
	c->size_B = (int64_t) lines * c->line_B;
	c->ways = c->odd_ways = 0;
	c->evict = 1;
}

/* What loads in flight leave of L1, as in (5.3): each draw takes a line, so
 * that drawn data fills all of it.
 */
static double l1_left_B(const struct device *dev, double size_B)
{
	return fmax(size_B / 2,
		size_B / (1 + fit_value(dev, FIT_l1_in_flight) / size_B));
}

/* Bytes of all tables that are drawn from. */
static double tables_B(const struct kernel *kernel)
{
	double sum = 0;

	for (int f = 0; f < kernel->n_field; ++f) {
		double most = 0;

		for (int i = 0; i < kernel->n_access; ++i) {
			const struct draw *d = &kernel->access[i].draw;

			if (d->kind && kernel->access[i].field == f)
				most = fmax(most,
					(double) d->cells * (double) d->step_B);
		}
		sum += most;
	}
	return sum;
}

/* Lines of L2 that drawn data may lie in, as draws.csv of the H200 shows: of
 * tables of 24 and 28 MiB, L2 loses 5 and 11 % of the draws; without sets it
 * would lose 1 and 8.
 */
#define SET 32

static void set_sets(struct simulate_cache *c)
{
	int64_t lines = c->size_B / c->line_B;

	if (lines < SET)
		return; /* one set, of all */
	c->size_B = lines / SET * SET * c->line_B;
	c->ways = SET;
	c->is_hashed = true;
}

/* Caches hold less of drawn data than of other data; that matters where they
 * could keep a good part of it.
 */
bool proven_setup(const struct device *dev, const struct kernel *kernel,
	const struct launch *launch, struct simulate_setup *setup,
	char why[256])
{
	double drawn_B = tables_B(kernel);
	struct simulate_cache *l1, *l2;
	bool is_large;

	if (!simulate_device(dev, kernel, launch, setup, why))
		return false;
	l1 = &setup->level[0];
	l2 = &setup->level[1];
	is_large = 2 * drawn_B > (double) l2->size_B;
	if (drawn_B > 0 && drawn_B <= 4 * (double) l1->size_B && !l1->sets)
		set_size(l1, l1_left_B(dev, (double) l1->size_B));
	setup->sections = (int) dev->l2_sections;
	setup->section_B = l2->size_B;
	if (!is_large)
		set_size(l2, (double) l2->size_B * fit_value(dev, FIT_l2_half));
	l2->ways = l2->odd_ways = 0;
	l2->is_masked = false; /* limiter_part_B() needs what it leaves */
	if (is_large)
		set_sets(l2);
	setup->interleave = SIMULATE_SHUFFLED;
	setup->keeps_dirty = true;
	return true;
}

static double launch_B(const struct workings *m)
{
	double B = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		B += m->count[f].launch_B;
	return B;
}

/* A simulation of the whole launch has also counted what requests ask for,
 * which a thread order leaves to a sample of blocks.
 */
static void take_requests(struct workings *m)
{
	for (int f = 0; f < m->kernel->n_field; ++f) {
		struct field_counts *c = &m->count[f];

		if (c->loads.sectors > 0) {
			double made = c->loads.sectors /
				(c->loads.sectors + c->loads.kept);

			c->loads.sectors = made * m->sampled[f].requested;
			c->loads.kept = (1 - made) * m->sampled[f].requested;
		}
		if (c->stores.sectors > 0) {
			double sectors = m->sampled[f].stored_above_B /
				m->dev->l1_store_B;

			c->stores.joins *= sectors / c->stores.sectors;
			c->stores.mends *= sectors / c->stores.sectors;
			c->stores.sectors = sectors;
		}
	}
}

/* How many times its share of the launch a wave touches where its blocks were
 * taken to share nothing, and do.
 */
#define UNSHARED 1.5

/* Does the closed form lack what blocks of a wave share? */
static bool is_unshared(const struct workings *m)
{
	for (int f = 0; m->is_rough && f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];

		if (c->wave_B * m->lup > UNSHARED * c->launch_B * m->wave_lup)
			return true;
	}
	return false;
}

/* Requests of the sample; fewer where counts have taken long. */
#define FEWEST_OF 4

static int64_t requests_of(const struct workings *m)
{
	const struct effort *e = &m->effort;
	double requests = m->launch->requests > 0 ?
		(double) m->launch->requests :
		PROVEN_REQUESTS;
	double left = effort_left(e) / (double) e->most;

	return (int64_t) (e->is_cut || e->is_short ?
			fmax(1. / FEWEST_OF, left) * requests :
			requests);
}

void proven_count(struct workings *m)
{
	struct simulate_setup setup;
	struct simulate_sample sample;
	enum simulate_status status;
	struct sample_missed *missed;
	size_t size = sizeof(*m->sampled) * (size_t) (m->kernel->n_field + 1);
	char why[256];

	m->lacks = m->launch->counting == COUNTING_SIMULATED ?
		"the closed forms" :
		proven_lacks(m);
	if (!m->lacks && m->launch->counting != COUNTING_CLOSED && shares_l1(m))
		m->lacks = shared_l1;
	if (m->status != FOOTPRINT_OK || !m->lacks ||
		m->launch->counting == COUNTING_CLOSED ||
		m->kernel->n_access == 0 ||
		!proven_setup(m->dev, m->program, m->launch, &setup, why))
		return;
	if (m->dev->l3_size_B > 0) {
		setup.level[1].size_B = (int64_t) m->dev->l3_size_B;
		setup.level[1].dirty_B = setup.level[1].parts_B = 0;
	}
	if (m->dev->l3_size_B > 0 || is_small(m))
		setup.sections = 1;
	for (int i = 0; i < setup.n_level; ++i)
		setup.level[i].is_plain = true;
	setup.max_B = MOST_B;
	setup.max_accesses = INFINITY;
	setup.seed = 1;
	/* counters of the H200: passes_256 of users_fit.csv loads 14.1 B/LUP,
	 * 16.0 in step and 9.6 as the simulator has its blocks
	 */
	setup.in_step = !is_small(m);
	/* what L1 keeps of drawn data was fitted: l1_left_B() */
	setup.varies_l1 = !draw_is_any(m->program);
	setup.varies_whole = setup.varies_l1 && !is_small(m);
	setup.is_alone = is_unshared(m);
	setup.varies_pace = m->lacks == structures;
	status = simulate_sample(m->program, m->launch, &setup, launch_B(m),
		requests_of(m), &sample, why);
	if (status == SIMULATE_STOPPED)
		m->status = FOOTPRINT_STOPPED;
	if (status != SIMULATE_OK)
		return;
	m->sampled = quasi_pool_alloc(m->pool, size);
	missed = quasi_pool_alloc(m->pool,
		sizeof(*missed) * (size_t) (sample.n_access + 1));
	if (m->sampled)
		memcpy(m->sampled, sample.volume, size);
	if (missed)
		memcpy(missed, sample.missed,
			sizeof(*missed) * (size_t) sample.n_access);
	m->sample = sample;
	m->sample.volume = m->sampled;
	m->sample.missed = missed;
	if (sample.is_whole)
		take_requests(m);
	m->has_dram = sample.is_whole ||
		(sample.lines > 0 && !is_l1_alone(m->lacks));
	simulate_sample_clear(&sample);
}

bool proven_leaves_dram(const struct workings *m)
{
	return m->lacks && !is_l1_alone(m->lacks) && !m->has_dram;
}

/* Lanes so far apart are in rows of their own.  EARLY: a sample has the lines that
 * L2 keeps in part; of eight transposes of programs.csv, it lost 0.5 to 22 % of
 * the parts.
 */
#define APART_B 1024
#define EARLY	0.25

static bool is_apart(const struct workings *m, int f)
{
	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];

		if (a->field == f && a->is_store && !a->draw.kind &&
			m->launch->block[0] > 1 &&
			llabs(a->address->coef[VAR_TX]) >= APART_B)
			return true;
	}
	return false;
}

double proven_early_B(const struct workings *m)
{
	double sum = 0;

	if (m->sampled && m->has_dram)
		return 0;
	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct field_counts *c = &m->count[f];
		double parts = (c->stores.sectors - c->stores.filled) *
			m->dev->l1_store_B;

		if (is_apart(m, f))
			sum += fmax(0,
				parts - c->launch_store * m->dev->dram_write_B);
	}
	return EARLY * sum / m->lup;
}

/* What depends on the middle of a capacity curve, over all: where the share
 * that is lost is neither almost nothing nor almost all.
 */
static double in_between(double volume, double lost)
{
	return volume * fmin(lost, 1 - lost);
}

/* Part of what a launch that starts cold leaves in L2 that is not known: (6.14)
 * takes L2 to hold the last bytes that were moved.
 */
#define KEPT 0.5

/* Parts of granules that L2 may write before the rest of them is stored.  The
 * curve takes all that a wave moves to pass in the meantime; of a long fold, whose
 * stores follow each other, it may be a step.
 */
static double near_partial(const struct workings *m)
{
	if (m->lacks == long_fold)
		return m->sum.stored_partial;
	return fmin(m->sum.stored_partial,
		fmax(0,
			m->sum.stored_again + m->sum.stored_late -
				m->sum.stored_partial));
}

static double l2_traffic(const struct workings *m)
{
	double sum = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		sum += m->report->field[f].l2_load_B + m->term[f].l2_store;
	return sum;
}

/* What is in doubt, over what is left of a volume if all of that is too much. */
static double share_of(double doubt, double volume)
{
	return doubt > 0 ? doubt / fmax(volume - doubt, NEAR * doubt) : 0;
}

/* Of the loads from DRAM, what depends on whether L2 still holds data: of an
 * earlier wave, of the same one, or of the launch before.
 */
static double near_loads(const struct workings *m)
{
	double sum = fmin(m->sum.again_lost, m->sum.again - m->sum.again_lost);
	double load = 0;

	for (int i = 0; i < m->wave.n_window; ++i)
		sum += in_between(m->sum.overlap[i], m->lost[i]);
	sum += in_between(m->sum.first, m->cold_share) + near_partial(m);
	for (int f = 0; f < m->kernel->n_field; ++f)
		load += m->report->field[f].dram_load_B;
	load = fmax(load, LITTLE * l2_traffic(m));
	return share_of(sum, load);
}

/* Of the stores, what is still in L2 at the end. */
static double near_stores(const struct workings *m)
{
	double sum = m->launch->cache_is_cold ?
		KEPT * m->kept_share * m->sum.stored :
		in_between(m->sum.stored, m->left_share);
	double store = 0;

	sum += near_partial(m);
	for (int f = 0; f < m->kernel->n_field; ++f)
		store += m->report->field[f].dram_store_B;
	store = fmax(store, LITTLE * l2_traffic(m));
	return share_of(sum, store);
}

static double near_l2(const struct workings *m)
{
	return fmax(near_loads(m), near_stores(m));
}

/* Bytes per update that neighbours in a row load again.  (5.4) has them follow
 * each other closely enough to find their lines; where the lines of an SM's
 * blocks are more than L1 holds, that depends on the order of its warps.
 */
static double near_neighbours(const struct workings *m)
{
	double sectors = 0;

	if (shares_lines_over_l1(m) <= 1)
		return 0;
	for (int f = 0; f < m->kernel->n_field; ++f)
		sectors += m->count[f].loads.sectors;
	return fmax(0, sectors * m->dev->l1_sector_B / m->lup - m->sum.l2_near);
}

/* Bytes per update that blocks find in L1 since chance gave others to their SM, or
 * would if it gave blocks of a wave to any: SMs that take their blocks in turn, or
 * a grid whose rows they divide, make one or the other wrong.
 */
static double near_blocks(const struct workings *m)
{
	double before = 0, beside = 0;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		before += shares_by_chance_B(m, f);
		beside += shares_in_wave_B(m, f);
	}
	return fmax(before, beside);
}

/* Of the loads from L2, what depends on the middle of the curve of L1, and on which
 * blocks an SM runs; in an L1 that is smaller than any that was measured, all that
 * the curve says is lost.
 */
static double near_l1(const struct workings *m)
{
	double lost = capacity_lost(capacity_of_l1(m->dev), m->over_l1);
	double load = m->sum.l2_compulsory + m->sum.l2_capacity;
	double doubt = m->l1_B < MEASURED_LINES * m->dev->l1_line_B ?
		m->sum.l2_capacity :
		in_between(m->sum.l2_near - m->sum.l2_compulsory, lost);

	return share_of(doubt + near_neighbours(m) + near_blocks(m), load);
}

/* Of the loads from DRAM, those that complete what two warps of a block store of
 * a sector.  A sample takes the accesses of a block at a time; an L2 that has the
 * lines of a store of each resident warp keeps the first part until the second
 * comes.
 */
static double near_parts(const struct workings *m)
{
	double lines = fit_value(m->dev, FIT_l2_half) * m->dev->l2_size_B /
		m->dev->l1_line_B;
	double warps = m->occupancy.warps_per_sm * m->dev->sm_count;
	double parts_B = 0, load_B = 0;

	if (!m->has_dram || m->sample.is_whole)
		return 0;
	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *n = &m->count[f].stores;

		if (n->n > 0 && lines <= warps * fmax(1, n->lines / n->n))
			parts_B += (n->sectors - n->filled) *
				m->dev->dram_fetch_B / m->lup;
		load_B += m->report->field[f].dram_load_B;
	}
	return load_B > 0 ? parts_B / load_B : 0;
}

/* Trips by which the warps of a block drift apart in a loop, at most. */
#define DRIFT 8.

/* Loads that each warp makes, at most, before one asks for the rest of what the
 * field's loads fetched; 0 where data choose what is asked for.
 */
static double rest_after(const struct workings *m, int f)
{
	double after = 1;

	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];

		if (a->field != f || a->is_store)
			continue;
		if (a->draw.kind)
			return 0;
		if (a->loop >= 0 && is_side_by_side(m, a))
			after = DRIFT;
	}
	return after;
}

/* Of the loads from DRAM, parts of fetches that the next warp of a block asks
 * for, or a later trip.  All resident warps make a request in between, in loops up
 * to DRIFT; a sample takes a block at a time, and orders no single warps.  At most,
 * each sector from L2 is a fetch.  What the sample has lost of it may be found:
 * what DRAM loads beyond what L2 is asked for.
 */
static double near_rest(const struct workings *m)
{
	double lines = fit_value(m->dev, FIT_l2_half) * m->dev->l2_size_B /
		m->dev->l1_line_B;
	double warps = m->occupancy.warps_per_sm * m->dev->sm_count;
	double rest_B = 0, load_B = 0;

	if (!m->has_dram || m->sample.is_whole)
		return 0;
	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct requests *n = &m->count[f].loads;
		const struct field_volume *r = &m->report->field[f];
		double fetched_B = n->granules * m->dev->dram_fetch_B;
		double asked_B = n->sectors * m->dev->l1_sector_B;

		load_B += r->dram_load_B;
		if (n->n > 0 &&
			lines < rest_after(m, f) * warps * n->lines / n->n)
			rest_B += fmax(r->dram_load_B - r->l2_load_B,
				fmax(0,
					fmin((fetched_B - asked_B) / m->lup,
						r->l2_load_B * fetched_B /
								asked_B -
							r->dram_load_B)));
	}
	return load_B > 0 ? rest_B / load_B : 0;
}

/* Half of the interval that holds 90 %, in percent. */
static double percent(double error)
{
	return 164.5 * error;
}

/* Data of an SM that L1 keeps or not as its size and the order of warps are a
 * little different.
 */
static bool is_near_l1(const struct workings *m)
{
	return m->sampled && 1.645 * m->sample.l1_doubt > NEAR;
}

/* The error of what L1 misses.  Structures have d_pace of (19.10), between
 * all that L1 loses of a block's lines and nothing.
 */
static double l1_error(const struct workings *m)
{
	double load = 0, pace = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		load += m->report->field[f].l2_load_B;
	if (m->lacks == structures && load > 0)
		pace = fmax(0, load - m->sum.l2_compulsory) / (2 * load);
	return hypot(m->sample.l1_error, pace);
}

/* Where the doubt about what L2 keeps is larger than all traffic of DRAM, the
 * interval that holds 90 % of that; at most, all data are loaded and stored, or
 * what slower blocks move.
 */
static const char *dram_text(struct workings *m, const char *so_far)
{
	const struct simulate_sample *s = &m->sample;
	double is = 0, once = 0, all, doubt = 1.645 * s->doubt_B;

	for (int f = 0; f < m->kernel->n_field; ++f) {
		const struct sample_volume *v = &m->sampled[f];
		const struct sample_traffic *t = m->launch->cache_is_cold ?
			&v->cold :
			&v->warm;

		is += t->load_B + t->store_B;
		once += v->loaded_B + v->stored_B;
	}
	all = fmax(once, s->slower_B);
	if (!(doubt > is))
		return NULL;
	return report_text(m->report,
		"%s, +-%.1f %%, near what L2 can keep: DRAM 0 to %.2g B/LUP",
		so_far, percent(l1_error(m)),
		fmin(is + hypot(doubt, 1.645 * s->pace * is), fmax(is, all)) /
			m->lup);
}

static const char *sampled_text(struct workings *m)
{
	const struct simulate_sample *s = &m->sample;
	struct report *r = m->report;
	const char *near = is_near_l1(m) ? ", near what L1 can keep" :
		near_parts(m) > NEAR / 2 || near_rest(m) > NEAR ?
					   ", near what L2 can keep" :
					   "";
	const char *l2, *dram,
		*l1 = report_text(r, "sampled, %s: %lld SM%s", m->lacks,
			(long long) s->sms, s->sms == 1 ? "" : "s");

	if (is_l1_alone(m->lacks))
		return report_text(r, "%s, +-%.1f %%%s; DRAM in closed form%s",
			l1, percent(s->l1_error), near,
			near_l2(m) > NEAR ? ", near what L2 can keep" : "");
	if (s->lines == 0)
		return report_text(r, "%s%s; DRAM in closed form, not proven",
			l1, near);
	l2 = report_text(r, "%s, %lld lines of L2 in %.3g wave%s", l1,
		(long long) s->lines, s->waves, s->waves == 1 ? "" : "s");
	dram = dram_text(m, l2);
	return dram ?
		dram :
		report_text(r, "%s, +-%.1f %%%s", l2,
			percent(fmax(s->l1_error, hypot(s->worst, s->pace))),
			near);
}

/* A share below rounds to 0 %. */
#define NOTHING 0.005

/* How volumes in closed form were counted.  Granules are counted exactly; a
 * capacity curve decides what a cache keeps of them, unless its size leaves no
 * doubt.
 */
static const char *closed_text(struct workings *m)
{
	double l1 = near_l1(m), l2 = near_l2(m);

	if (l2 > NEAR)
		return "in closed form, near what L2 can keep";
	if (l1 > NEAR)
		return "in closed form, near what L1 can keep";
	if (m->is_sampled || m->is_rough)
		return "in closed form";
	if (fmax(l1, l2) < NOTHING)
		return "counted exactly";
	return report_text(m->report,
		"counted exactly but for %.0f %%, which %s may keep or lose",
		100 * fmax(l1, l2), l2 < l1 ? "L1" : "L2");
}

/* Share of the lines of a block that others of its wave load as well from which
 * on SMs ask for them together: of 66 sampled rows whose l2.load is a tenth too
 * high or more, 50 are above it, of 426 that are within a tenth 38; of 63 that
 * are simulated as a whole 11 of 17, and 3 of 46.
 */
#define JOINED 0.75

/* The same from which on nearly all that a wave loads is a table. */
#define TABLE 0.9

/* Share of what the blocks of a wave load from L2 that others of them load as
 * well.  Tables of few lines may have none in a sample.
 */
static double shared_in_wave(const struct workings *m)
{
	double touched = 0, load = 0, shared;

	if (!m->sample.is_whole &&
		(m->sample.shared > 0 || draw_is_any(m->program)))
		return m->sample.shared;
	for (int f = 0; f < m->kernel->n_field; ++f) {
		for (unsigned s = 1; s < 2u << m->wave.n_window; s += 2)
			touched += m->count[f].load_wave[s] *
				m->dev->dram_fetch_B;
		load += m->report->field[f].l2_load_B * m->wave_lup;
	}
	shared = load > 0 ? 1 - touched / load : 0;
	return m->sample.is_whole || shared > TABLE ? shared : 0;
}

/* Boards whose clusters nobody probed, which (5.13) has no figure for. */
static void note_joined(struct workings *m)
{
	double shared = m->sampled && !requests_are_measured(m->dev) ?
		shared_in_wave(m) :
		0;

	if (shared > JOINED)
		report_note(m->report, "l2.load may be less: SMs share loads",
			"%.0f %% of what a block loads, others load at about "
			"the same time: an H200 joins requests of SMs that "
			"meet, so counters of L2 may say 0.25 to 1 times this "
			"l2.load here, too",
			100 * shared);
}

void proven_report(struct workings *m)
{
	struct report *r = m->report;

	r->is_sampled = m->sampled && !m->sample.is_whole;
	if (m->effort.is_cut)
		report_note(r, "counts from few blocks",
			"counts of this kernel would take too long: fewer "
			"blocks and trips are sampled than usual, and single "
			"volumes may be far off (set isl_operations to more "
			"than %d to count more of them)",
			WORKINGS_OPERATIONS);
	note_joined(m);
	if (is_near_l1(m))
		report_caveat(r, "volumes near what L1 can keep");
	if (proven_leaves_dram(m))
		report_caveat(r,
			"volumes of DRAM in closed form, not proven "
			"for %s",
			m->lacks);
	else if (r->is_sampled)
		report_caveat(r, "volumes from a sample: %s", m->lacks);
	r->is_closed = !m->sampled;
	if (!m->lacks) {
		r->counted = closed_text(m);
		if (fmax(near_l1(m), near_l2(m)) > NEAR)
			report_caveat(r, "volumes %s", r->counted);
	} else if (!m->sampled)
		r->counted = report_text(r, "in closed form, not proven for %s",
			m->lacks);
	else if (m->sample.is_whole)
		r->counted = report_text(r, "by simulating the launch, %s%s",
			m->lacks,
			is_near_l1(m) ? ", near what L1 can keep" : "");
	else
		r->counted = sampled_text(m);
}
