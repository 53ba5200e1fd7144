/* Requests of warps to L1 and to shared memory (doc/MODEL.md, chapter 4).
 * Accesses of a stencil differ by a shift, and warps repeat with the period of
 * the banks: few kinds of requests stand for all.
 */

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/footprint_warp.h"
#include "engine/count/sample.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "engine/model/atomics.h"
#include "engine/model/chain.h"
#include "engine/model/conditions.h"
#include "engine/model/instruction.h"
#include "engine/model/l1.h"
#include "engine/model/l1_alike.h"
#include "engine/model/l1_drawn.h"
#include "engine/model/l1_idle.h"
#include "engine/model/l1_lanes.h"
#include "engine/model/scatter.h"
#include "hw/fit.h"

/* Limits of the sample of blocks, where requests have no period. */
#define SAMPLED_BLOCKS	16
#define SPREAD_BLOCKS	64
#define SPREAD_PARTS	256 /* of one of these */
#define SAMPLED_THREADS 2048
#define FEWEST_BLOCKS	3
#define SAMPLED_TRIPS	16

#define OF_BLOCKS	1u /* the loop of a persistent launch, as a bit */

/* Launches of at most this many blocks are counted whole. */
#define FEW_BLOCKS 256

/* The banks of shared memory: a word that is wider takes several of them. */
struct l1_service l1_shared_service(const struct device *dev, int elem_B,
	bool is_store)
{
	double bank_B = dev->shared_bank_B;
	struct l1_service s = {
		.word_B = elem_B > bank_B ? elem_B : (int64_t) bank_B,
		.line_B = 1,
		.pairs = !is_store,
	};

	s.n_bank = (int64_t) fmax(1,
		dev->shared_banks * bank_B / (double) s.word_B);
	s.at_once = s.n_bank < WARP_LANES ? (int) s.n_bank : WARP_LANES;
	return s;
}

/* Where nobody measured better: at least half a warp at once. */
static void serve_halves(const struct device *dev, struct l1_service *s)
{
	s->pairs = false;
	s->at_once = (int) fmin(fmax((double) s->n_bank, dev->warp_size / 2),
		WARP_LANES);
}

/* The banks of L1, whose row of l1.bank bytes holds words of 4 B or more. */
struct l1_service l1_service(const struct device *dev, int elem_B)
{
	int64_t row_B = (int64_t) dev->l1_bank_B;
	struct l1_service s = {
		.word_B = elem_B < 4 ? 4 : elem_B,
		.line_B = (int64_t) dev->l1_line_B,
		.sector_B = (int64_t) dev->l1_sector_B,
	};

	s.n_bank = row_B > s.word_B ? row_B / s.word_B : 1;
	s.at_once = s.n_bank < WARP_LANES ? (int) s.n_bank : WARP_LANES;
	return s;
}

/* Cycles of a request on an NVIDIA GPU.
 *
 *	c = max(c_data, c_tags, ceil(w e / (4 u)))		  (4.2)
 *
 *	c_tags  most lines in a bank of tags	tags
 *	w  lanes of the request			lanes
 *	e  bytes of an element			elem_B
 *	u  load/store units			dev->lsu_count
 */
static double nv_cycles(const struct device *dev, int elem_B, int lanes,
	double tags, double data)
{
	double lsu = ceil(lanes * elem_B / (4 * dev->lsu_count));

	return fmax(fmax(data, tags), lsu);
}

/* Cycles in which L1 delivers a row of its banks. */
static double row_cycles(const struct device *dev)
{
	return dev->l1_row_cyc > 0 ? dev->l1_row_cyc : 1;
}

bool l1_has_tag_banks(const struct device *dev)
{
	return dev->l1_model && strcmp(dev->l1_model, "nv") != 0;
}

/* A kind of request, and its costs for all accesses of the group. */
struct kind {
	struct warp_phase phase;
	struct requests of_all;
};

#define MAX_KINDS 32

/* Sums over the requests of similar accesses.  Kinds of requests repeat, so
 * the last MAX_KINDS are cached.
 */
struct visit {
	void (*count)(const struct warp_phase *p, void *visit,
		struct requests *one);
	const struct device *dev;
	int elem_B;
	bool is_store;
	bool is_new; /* a load whose trips are a line apart or more */
	enum atomic atomic;
	const struct chance *chance; /* of a lane to take part, or NULL */
	const struct shared_access *drawn;
	double line_cycles; /* for each line beyond one a cycle */
	struct l1_service service;
	struct l1_shifts shifts;
	struct requests sum;
	bool samples_trips;    /* those of a persistent launch are too many */
	int n_kind, next_kind; /* next_kind: to be replaced */
	struct kind kind[MAX_KINDS];
};

static double request_cycles(const struct visit *v, const struct l1_lanes *l,
	int64_t shift, int *beyond, double *words)
{
	const struct device *dev = v->dev;
	double data = l1_lanes_cycles(l, shift, &v->service, beyond) *
		row_cycles(dev),
	       tags;

	*words = nv_cycles(dev, v->elem_B, l->phase->n_lane, 1, data);
	if (!l1_has_tag_banks(dev))
		return l1_lanes_tags(l, shift, (int64_t) dev->l1_line_B,
			*words);
	*beyond = 0;
	tags = l1_lanes_conflicts(l, shift, (int64_t) dev->l1_line_B, 2);
	if (strcmp(dev->l1_model, "cdna") == 0 && v->elem_B > 4)
		data = fmax(data, dev->warp_size / 16 * 4);
	return *words = fmax(data, tags);
}

static struct requests request_of(const struct visit *v,
	const struct l1_lanes *l, int64_t shift)
{
	const struct device *dev = v->dev;
	double sector_B = v->is_store ? dev->l1_store_B : dev->l1_sector_B;
	double granule_B = v->is_store ? dev->dram_write_B : dev->dram_fetch_B;
	int lines = l1_lanes_granules(l, shift, (int64_t) dev->l1_line_B);
	int beyond, tags = 1 + lines / 4;
	double words, cycles = request_cycles(v, l, shift, &beyond, &words);

	/* lanes of one address go one after the other */
	if (v->atomic)
		cycles = fmax(cycles,
			l1_lanes_same(l, v->atomic == ATOMIC_WARP));
	return (struct requests) {
		.n = 1,
		.lines = lines,
		.cycles = cycles + v->line_cycles * beyond,
		.beyond = beyond,
		.stalls = tags > 1 && tags >= cycles,
		.tags = cycles - words,
		.sectors = l1_lanes_granules(l, shift, (int64_t) sector_B),
		.granules = l1_lanes_granules(l, shift, (int64_t) granule_B),
		.packets = v->atomic ?
			l1_lanes_packets(l, shift, (int64_t) dev->l1_sector_B,
				v->atomic == ATOMIC_WARP) :
			0,
		.passes = v->atomic ?
			l1_lanes_packets(l, shift, (int64_t) dev->l1_line_B,
				v->atomic == ATOMIC_WARP) :
			0,
		.filled = !v->is_store ? 0 :
					 l1_lanes_filled(l, shift, v->elem_B,
						 (int64_t) dev->l1_store_B),
		.whole = !v->is_store ? 0 :
					l1_lanes_filled(l, shift, v->elem_B,
						(int64_t) dev->l1_line_B),
	};
}

static bool is_same_kind(const struct warp_phase *a, const struct warp_phase *b)
{
	size_t n = (size_t) a->n_lane;

	return a->n_lane == b->n_lane && a->address[0] == b->address[0] &&
		memcmp(a->address, b->address, n * sizeof(a->address[0])) ==
		0 &&
		memcmp(a->lane, b->lane, n * sizeof(a->lane[0])) == 0;
}

/* What is left of requests where each of their lanes takes part by chance: a
 * request, a sector or a wavefront of k lanes with the chance
 *
 *	1 - (1 - p)^k						  (21.3)
 *
 * with k their mean, and of sectors each with its own where lanes were looked at.
 * Of t lanes that decide alike, k / t do, but one at least.
 */
static double left_of(double n, double lanes, const struct chance *c)
{
	double k = n > 0 ? chance_groups(lanes / n, c->together) : 0;

	return n * -expm1(k * log1p(-fmin(c->p, 1 - 1e-12)));
}

/* The share of n requests all of whose lanes take part. */
static double full_of(double n, double lanes, const struct chance *c)
{
	return n > 0 ? pow(c->p, chance_groups(lanes / n, c->together)) : 0;
}

/* Of n warps, those that issue a predicated request without a lane in it. */
static double idle_of(double n, double lanes, const struct chance *chance,
	const struct chance *issue)
{
	double issued = issue->id ? left_of(n, lanes, issue) : n;

	return fmax(0, issued - left_of(n, lanes, chance));
}

static void requests_thin(struct requests *r, const struct chance *chance,
	const struct chance *issue, double lanes_per_warp)
{
	double lanes = r->n * lanes_per_warp, sectors, idle;

	if (!chance->id)
		return;
	idle = idle_of(r->n, lanes, chance, issue);
	sectors = r->left > 0 ? r->left : left_of(r->sectors, lanes, chance);
	r->near = r->sectors > 0 ? r->near * sectors / r->sectors : 0;
	r->filled *= full_of(r->sectors, lanes, chance);
	r->whole *= full_of(r->lines, lanes, chance);
	r->joins = r->mends = r->tags = 0; /* not known */
	r->stalls *= chance->p;
	r->beyond *= chance->p;
	r->matched *= chance->p;
	r->packets = left_of(r->packets, lanes, chance);
	r->passes = left_of(r->passes, lanes, chance);
	r->sectors = sectors;
	r->lines = left_of(r->lines, lanes, chance);
	r->granules = left_of(r->granules, lanes, chance);
	r->cycles = left_of(r->cycles, lanes, chance) + idle;
	r->n = left_of(r->n, lanes, chance);
}

/* The sums that requests of an access belong to. */
static struct requests *sums_of(struct workings *m, const struct access *a)
{
	struct field_counts *c = &m->count[a->field];

	return a->atomic ? &c->atomics : a->is_store ? &c->stores : &c->loads;
}

/* Stores side by side that follow each other, as one: requests_joined_B(). */
static void join_stores(const struct visit *v, const struct l1_lanes *lanes,
	struct requests *all)
{
	int64_t sector_B = (int64_t) v->dev->l1_store_B;
	double together = 0, filled = 0;

	for (int i = 0; i < v->shifts.n_near; ++i) {
		const struct l1_shift *s = &v->shifts.near[i];

		together += s->n *
			l1_lanes_reach(lanes, s->by_B,
				s->span_B + v->elem_B - 1, sector_B);
		filled += s->n *
			l1_lanes_filled(lanes, s->by_B,
				(int) s->span_B + v->elem_B, sector_B);
	}
	all->joins = fmax(0, all->sectors - together);
	all->mends = fmax(0, all->sectors - all->filled - (together - filled));
}

/* Lines that conflict in all accesses: rows start within lines, so that the
 * request which brought them was one of two lines, whose slots match.
 */
static double matched_lines(const struct visit *v, const struct l1_lanes *lanes,
	double least)
{
	bool is_row = lanes->rises && lanes->n_run == 1 &&
		lanes->run[0].step == v->elem_B;
	double n = 0;

	for (int i = 0; i < v->shifts.n; ++i)
		n += v->shifts.shift[i].n;
	return v->is_new && is_row ? n * least : 0;
}

/* A request of each of the accesses. */
static void count_global(const struct warp_phase *p, void *visit,
	struct requests *all)
{
	const struct visit *v = visit;
	struct l1_lanes lanes;
	double least = INFINITY;

	*all = (struct requests) { 0 };
	l1_lanes_find(&lanes, p);
	for (int i = 0; i < v->shifts.n; ++i) {
		const struct l1_shift *s = &v->shifts.shift[i];
		struct requests one = request_of(v, &lanes, s->by_B);

		least = fmin(least, one.beyond);

		if (v->chance)
			one.left = l1_lanes_thin(&lanes, s->by_B,
				(int64_t) v->dev->l1_sector_B, v->chance);
		workings_add_requests(all, &one, s->n);
		all->kept += s->kept * one.sectors;
	}
	all->matched = matched_lines(v, &lanes, least);
	if (v->is_store && v->shifts.n_near > 0)
		join_stores(v, &lanes, all);
	for (int i = 0; !v->is_store && i < v->shifts.n_near; ++i)
		all->near += v->shifts.near[i].n *
			l1_lanes_reach(&lanes, v->shifts.near[i].by_B,
				v->shifts.near[i].span_B,
				(int64_t) v->dev->l1_sector_B);
}

static void keep_phase(struct warp_phase *to, const struct warp_phase *p)
{
	size_t n = (size_t) p->n_lane;

	to->n_request = p->n_request;
	to->n_lane = p->n_lane;
	memcpy(to->lane, p->lane, n * sizeof(p->lane[0]));
	memcpy(to->address, p->address, n * sizeof(p->address[0]));
}

static const struct kind *find_kind(struct visit *v, const struct warp_phase *p)
{
	struct kind *k = v->kind;

	for (; k < v->kind + v->n_kind; ++k)
		if (is_same_kind(p, &k->phase))
			return k;
	k = &v->kind[v->next_kind];
	keep_phase(&k->phase, p);
	v->count(p, v, &k->of_all);
	if (v->n_kind < MAX_KINDS)
		++v->n_kind;
	v->next_kind = (v->next_kind + 1) % MAX_KINDS;
	return k;
}

/* This is where counts of requests become doubles. */
static bool visit_phase(const struct warp_phase *p, void *user)
{
	struct visit *v = user;

	workings_add_requests(&v->sum, &find_kind(v, p)->of_all,
		(double) p->n_request);
	return true;
}

/* The first blocks of the wave, and how many times the launch is as large. */
static struct warp_range sample_range(const struct workings *m, int64_t n_block,
	double *scale)
{
	struct warp_range range = { m->wave.first, n_block,
		(int) m->dev->warp_size, 0 };
	struct thread_set set;
	double cells;

	if (n_block > m->wave.n_block)
		range.n_block = m->wave.n_block;
	threads_of_blocks(m->launch, range.first_block, range.n_block, &set);
	cells = wave_cells(m->kernel, m->launch, &set) * m->kernel->updates;
	*scale = cells > 0 ? m->lup / cells : 1;
	return range;
}

/* In a thread order, a few rows of a column show every way in which warps
 * straddle them.
 */
static int64_t blocks_to_look_at(const struct workings *m,
	const struct warp_access *a)
{
	int64_t n = SAMPLED_THREADS / launch_threads_per_block(m->launch);

	if (!sample_is_ordered(m->launch, a->address) || n >= SAMPLED_BLOCKS)
		return SAMPLED_BLOCKS;
	return n < FEWEST_BLOCKS ? FEWEST_BLOCKS : n;
}

/* True if all blocks can be enumerated by phase: the address is affine, or
 * does not depend on the block.
 */
static bool are_alike(const struct warp_access *a)
{
	const unsigned blocks = 1u << VAR_BX | 1u << VAR_BY | 1u << VAR_BZ;

	return quasi_is_affine(a->address) ||
		!(footprint_variables(a->address, a->predicate) & blocks);
}

#define FEWEST_SAMPLES 4 /* of a launch that takes too long */

/* Steps of all lanes of one trip in a block, and of their requests. */
static double steps_of_block(const struct workings *m,
	const struct warp_access *a)
{
	return (double) launch_threads_per_block(m->launch) *
		(8. + 4. * a->address->n_node);
}

/* Of the requests of "range", those in some trips: of the loops in "sampled"
 * (bits) those that the access depends on are sampled, each at steps of a
 * golden ratio of its own.  With "by_blocks", one of the blocks goes with each.
 */
static void visit_some_trips(struct workings *m, const struct warp_access *a,
	const struct warp_range *range, int64_t period, unsigned sampled,
	bool by_blocks, struct visit *v)
{
	static const double step[] = { 0.6180339887, 0.7548776662,
		0.5698402910 };
	static const double step_block = 0.8191725134;
	enum { N_STEP = sizeof(step) / sizeof(step[0]) };
	struct warp_range blocks = *range;
	int n = effort_samples(m->launch->effort,
		by_blocks && sampled != OF_BLOCKS ? SPREAD_BLOCKS :
						    SAMPLED_TRIPS,
		FEWEST_SAMPLES, steps_of_block(m, a));
	unsigned loops = footprint_variables(a->address, a->predicate) >>
			VAR_LOOP0 &
		sampled;
	struct warp_access one = *a;
	int64_t trips[QUASI_LOOPS], trip[QUASI_LOOPS] = { 0 };
	struct requests part[SPREAD_BLOCKS], sum = { 0 };
	double weight = 1. / n, off = 0, half[2] = { 0, 0 };
	double most = 0;

	footprint_trips(a->kernel, a->loop, trips);
	weight *= by_blocks ? (double) range->n_block : 1;
	for (int d = 0; d < QUASI_LOOPS; ++d)
		weight *= loops >> d & 1 ? (double) trips[d] : 1;
	one.trip = trip;
	m->status = FOOTPRINT_OK;
	for (int i = 0; i < n && m->status == FOOTPRINT_OK; ++i) {
		for (int d = 0; d < QUASI_LOOPS; ++d) {
			double where = 0.5 + i * step[d % N_STEP];

			trip[d] = sampled >> d & 1 ?
				(int64_t) ((where - floor(where)) *
					(double) trips[d]) :
				-1;
		}
		if (by_blocks) {
			double where = 0.5 + i * step_block;

			blocks.n_block = 1;
			blocks.first_block = range->first_block +
				(int64_t) ((where - floor(where)) *
					(double) range->n_block);
		}
		v->sum = (struct requests) { 0 };
		m->status = footprint_warp_phases(&one, &blocks, period,
			visit_phase, v);
		part[i] = v->sum;
		half[i % 2] += v->sum.n;
		most = fmax(most, v->sum.n);
		workings_add_requests(&sum, &v->sum, weight);
	}
	for (int i = 0; i < n && sum.n > 0; ++i)
		off += pow(weight *
				(part[i].sectors -
					part[i].n * sum.sectors / sum.n),
			2);
	m->is_sampled = true;
	if (sum.sectors > 0)
		m->sample_error = fmax(m->sample_error,
			hypot(sqrt(off) / sum.sectors,
				kinds_trips_error(half, most)));
	v->sum = sum;
}

/* Does the loop of a persistent launch lead the access to blocks of an order?
 * Its trips are blocks, and a sample of them is as good as one of blocks.
 */
static bool is_by_trips(const struct workings *m, const struct warp_access *a)
{
	return m->kernel->is_persistent && a->loop >= 0 &&
		!quasi_is_affine(a->address) &&
		footprint_variables(a->address, NULL) >> VAR_LOOP0 & 1;
}

/* Visit the requests of the blocks of "range". */
static void visit_range(struct workings *m, const struct warp_access *a,
	const struct warp_range *range, int64_t period, struct visit *v)
{
	bool by_trips = is_by_trips(m, a);
	double warps = (double) range->n_block *
		(double) threads_warps_per_block(m->launch, range->width);

	v->sum = (struct requests) { 0 };
	m->status = by_trips && v->samples_trips ?
		FOOTPRINT_BUDGET :
		footprint_warp_phases_within(a, range, period,
			by_trips ?
				(int) fmin(INT_MAX, 2 * SAMPLED_TRIPS * warps) :
				INT_MAX,
			visit_phase, v);
	if (by_trips && m->status == FOOTPRINT_BUDGET) {
		v->samples_trips = true;
		visit_some_trips(m, a, range, period, OF_BLOCKS, true, v);
	}
	if (m->status == FOOTPRINT_BUDGET && a->loop >= 0 &&
		!warp_access_is_plain(a))
		visit_some_trips(m, a, range, period, ~0u, false, v);
}

/* Visit the kinds of blocks that conditions make. */
static void visit_kinds(struct workings *m, const struct warp_access *a,
	int64_t period, struct visit *v)
{
	const struct kinds *k = &m->conditions->kinds;
	const struct kinds_sample *sample = &m->conditions->sample;
	const int64_t *grid = m->launch->grid;
	int g = kinds_predicate(k, a->predicate, a->loop);
	struct requests sum = { 0 }, none = { 0 };
	struct effort_sample part = effort_sample(m->launch->effort);

	for (int i = 0; i < sample->n && m->status == FOOTPRINT_OK; ++i) {
		const struct kinds_kind *kind = &k->kind[sample->block[i].kind];
		struct warp_range range = { kind->at[0] +
				grid[0] * (kind->at[1] + grid[1] * kind->at[2]),
			1, (int) m->dev->warp_size, 0 };
		double lanes, weight = sample->block[i].weight;

		if (g < 0 || !(k->pattern[kind->pattern].lanes[g] > 0))
			continue;
		lanes = weight * k->pattern[kind->pattern].lanes[g];
		if (!effort_takes(&part, sample->n - i, lanes, &weight))
			continue;
		visit_range(m, a, &range, period, v);
		workings_add_requests(&sum, &v->sum, sample->scale[g] * weight);
	}
	workings_add_requests(&none, &sum, effort_scale(&part));
	v->sum = none;
}

/* Visit the requests of single blocks all over the launch, and scale them to all.
 * Rows of a field may start anywhere in a sector, so blocks side by side do not
 * tell: c[x/2, y/2] with rows of 253 doubles asks for 4 sectors in one row of four
 * and for 5 in the others.  The golden ratio spreads the blocks evenly.  Where a
 * block takes too long, there is one trip of each.
 */
static void visit_spread(struct workings *m, const struct warp_access *a,
	int64_t period, struct visit *v)
{
	bool has_trips = a->loop >= 0 && !warp_access_is_plain(a);
	double all = (double) launch_blocks(m->launch), cells = 0;
	struct requests sum = { 0 };
	struct effort_sample part = effort_sample(m->launch->effort);

	v->sum = (struct requests) { 0 };
	for (int i = 0; i < SPREAD_BLOCKS && m->status == FOOTPRINT_OK; ++i) {
		double weight = 1;

		double at = 0.5 + i * 0.6180339887498949;
		struct warp_range range = { (int64_t) (all * (at - floor(at))),
			1, (int) m->dev->warp_size, 0 };
		struct thread_set set;

		if (!effort_takes(&part, SPREAD_BLOCKS - i, 1, &weight))
			continue;
		threads_of_blocks(m->launch, range.first_block, 1, &set);
		cells += wave_cells(m->kernel, m->launch, &set) *
			m->kernel->updates;
		m->status = footprint_warp_phases_within(a, &range, period,
			has_trips ? SPREAD_PARTS : INT_MAX, visit_phase, v);
	}
	if (has_trips && m->status == FOOTPRINT_BUDGET) {
		struct warp_range range = { 0, launch_blocks(m->launch),
			(int) m->dev->warp_size, 0 };

		visit_some_trips(m, a, &range, period, ~0u, true, v);
		return;
	}
	workings_add_requests(&sum, &v->sum, cells > 0 ? m->lup / cells : 1);
	v->sum = sum;
}

/* Is the address that of a thread order, of which blocks side by side tell most?
 * x % n has one floor alone, and may start again elsewhere in a sector.
 */
static bool is_ordered(const struct workings *m, const struct warp_access *a)
{
	const struct quasi *e = a->address;

	return sample_is_ordered(m->launch, e) &&
		!(e->n_term == 1 && quasi_is_affine(e->term[0].a));
}

/* Visit the requests of all blocks by phase, or of a sample of blocks where
 * addresses have no period.
 */
static void visit_requests(struct workings *m, const struct warp_access *a,
	int64_t period, struct visit *v)
{
	bool is_whole = are_alike(a) || m->n_block <= FEW_BLOCKS;
	bool by_trips = is_by_trips(m, a);
	const int64_t n_block[] = { 0,
		by_trips ? m->wave.n_block : blocks_to_look_at(m, a), 1 };

	if (m->status != FOOTPRINT_OK)
		return;
	if (a->predicate && m->conditions) {
		if (!conditions_requests(m, a, period, v->count, v, &v->sum))
			visit_kinds(m, a, period, v);
		return;
	}
	if (!is_whole && !by_trips && !is_ordered(m, a)) {
		visit_spread(m, a, period, v);
		if (m->status != FOOTPRINT_BUDGET)
			return;
		m->status = FOOTPRINT_OK;
	}
	for (int i = is_whole && !by_trips ? 0 : 1; i < 3; ++i) {
		double scale = 1;
		struct warp_range range = { 0, launch_blocks(m->launch),
			(int) m->dev->warp_size, 0 };
		struct requests none = { 0 };

		if (n_block[i])
			range = sample_range(m, n_block[i], &scale);
		if (i < 2 && !by_trips) {
			v->sum = none;
			m->status = footprint_warp_phases(a, &range, period,
				visit_phase, v);
		} else {
			visit_range(m, a, &range, period, v);
		}
		workings_add_requests(&none, &v->sum, scale);
		v->sum = none;
		if (m->status != FOOTPRINT_BUDGET)
			return;
	}
}

/* The distances that the accesses of two blocks may have, modulo the
 * period: multiples of this.  Blocks are spread evenly over them where the
 * grid is large.
 */
static int64_t common_step(const struct workings *m, const struct quasi *a,
	int64_t period)
{
	int64_t step = period;

	for (int i = 0; quasi_is_affine(a) && i < 3; ++i)
		if (m->launch->grid[i] > 1)
			step = integer_gcd(step, a->coef[VAR_BX + i]);
	return m->n_block * (double) step >= 64.0 * (double) period ? step :
								      period;
}

/* How far from each other neighbours start: loads share sectors, stores that
 * are joined leave no gap.
 */
static double near_B(const struct device *dev, const struct access *a,
	int elem_B)
{
	if (!a->is_store)
		return dev->l1_sector_B;
	return a->loop >= 0 || a->atomic || l1_has_tag_banks(dev) ? 0 : elem_B;
}

/* The requests of all accesses of "list" in the group of "first". */
static void count_alike(struct workings *m, const struct access_list *list,
	const struct grouping *g, int first, struct visit *v)
{
	int access = l1_alike_lowest(m, list, g, first);
	const struct access *a = &m->kernel->access[access];
	struct warp_access w = warp_access_global(m->kernel, m->launch, access);
	int64_t period = l1_service_period(m->dev, &v->service);
	int64_t step = a->predicate || m->conditions ?
		period :
		common_step(m, a->address, period);

	w.left = a->predicate && m->conditions ? NULL : &m->left;
	w.scratch = m->pool;
	v->n_kind = v->next_kind = 0;
	v->chance = a->chance.id ? &a->chance : NULL;
	v->is_new = l1_alike_brings_lines(m, a);
	if (!l1_alike_shifts(m, list, g, first, step,
		    near_B(m->dev, a, v->elem_B), &v->shifts))
		m->status = FOOTPRINT_MEMORY;
	visit_requests(m, &w, period, v);
	requests_thin(&v->sum, &a->chance, &a->issue, m->lanes / m->warps);
	workings_add_requests(sums_of(m, a), &v->sum, 1);
}

/* Requests of a scattered access: lines fall into banks at random; lanes that
 * share a line read it side by side.
 */
static void count_scattered(struct workings *m, const struct access *a)
{
	const struct device *dev = m->dev;
	int elem_B = m->kernel->field[a->field].elem_B;
	struct l1_service s = l1_service(dev, elem_B);
	double lanes, n, words;
	struct requests r;

	instruction_lanes(m, a->predicate, a->loop, &n, &lanes);
	if (!(n > 0) || m->status != FOOTPRINT_OK)
		return;
	lanes /= n;
	r = scatter_request(dev, m->kernel, m->launch, a, lanes);
	words = l1_drawn_words(m, a, &s, lanes, floor(r.lines),
		scatter_words(dev, m->kernel, m->launch, a, lanes, s.word_B));
	r.cycles = l1_drawn_tagged(dev, elem_B, lanes, floor(r.lines), words);
	if (a->atomic && a->draw.kind == SCATTER_GATHER &&
		a->draw.together == 0) {
		r.packets = r.sectors;
		r.passes = r.lines;
		r.cycles = fmax(r.cycles,
			scatter_fullest((int) lanes,
				(int) fmin((double) a->draw.cells, 1 << 20)));
	} else if (a->atomic) {
		atomics_drawn(m, a, lanes, &r);
	}
	words /= r.cycles;
	requests_thin(&r, &a->chance, &a->issue, lanes);
	if (a->chance.id && a->draw.kind == SCATTER_RANDOM && !a->atomic)
		r.cycles = r.n *
			l1_drawn_thin(m, a, &s, lanes,
				left_of(1, lanes, &a->chance), &words);
	workings_add_requests(sums_of(m, a), &r, n);
	if (a->is_store || a->atomic || a->draw.kind != SCATTER_RANDOM)
		return;
	workings_add_requests(&m->count[a->field].drawn, &r, n);
	m->count[a->field].drawn_words += n * words * r.cycles;
}

static void count_list(struct workings *m, const struct access_list *list)
{
	struct visit v;
	struct grouping g;

	v.dev = m->dev;
	v.count = count_global;
	v.samples_trips = false;
	if (list->n == 0 || m->status != FOOTPRINT_OK)
		return;
	if (!l1_alike_group(m, list, &g)) {
		m->status = FOOTPRINT_MEMORY;
		return;
	}
	for (int i = 0; i < list->n && m->status == FOOTPRINT_OK; ++i) {
		const struct access *a = &m->kernel->access[list->access[i]];

		if (a->draw.kind) {
			count_scattered(m, a);
			continue;
		}
		if (g.first[i] != i)
			continue;
		v.elem_B = m->kernel->field[a->field].elem_B;
		v.is_store = a->is_store;
		v.atomic = a->atomic;
		v.line_cycles = a->hint == HINT_READ_ONLY ?
			fit_value(m->dev, FIT_read_only_cycles) :
			0;
		v.service = l1_service(m->dev, v.elem_B);
		count_alike(m, list, &g, i, &v);
	}
	l1_idle_loads(m, list);
}

static void count_drawn_cycles(const struct warp_phase *p, void *visit,
	struct requests *one)
{
	const struct visit *v = visit;

	*one = (struct requests) { .n = 1,
		.cycles = l1_drawn_cycles(p, v->drawn, &v->service) };
}

static void count_bank_cycles(const struct warp_phase *p, void *visit,
	struct requests *one)
{
	const struct visit *v = visit;
	struct l1_lanes lanes;
	int beyond;
	double cycles;

	l1_lanes_find(&lanes, p);
	cycles = l1_lanes_cycles(&lanes, 0, &v->service, &beyond);
	if (v->atomic == ATOMIC_INT || v->atomic == ATOMIC_FLOAT)
		cycles = l1_drawn_atomic(v->atomic,
			fmax(cycles, l1_lanes_same(&lanes, false)));
	*one = (struct requests) { .n = 1, .cycles = cycles };
}

/* Rows of shared memory that requests of whole warps take without conflicts. */
static double fewest_rows(const struct device *dev, const struct visit *v)
{
	return v->sum.n *
		fmax(1,
			dev->warp_size * v->elem_B /
				(dev->shared_banks * dev->shared_bank_B));
}

/* How many loads an access is.  A group reads its factors once, and a warp as
 * often as its instructions need them in different lanes.
 */
static double loads_of(const struct device *dev, const struct shared_access *a)
{
	if (!(a->tiles > 0))
		return 1;
	return a->is_group ? a->tiles : a->tiles * dev->tensor_copies;
}

/* Cycles of shared memory, which has the banks of (4.1) and no tags. */
static void count_shared(struct workings *m)
{
	if (!(m->dev->shared_banks > 0 && m->dev->shared_bank_B > 0))
		return;
	for (int i = 0; i < m->kernel->n_shared_access; ++i) {
		const struct shared_access *a = &m->kernel->shared_access[i];
		struct warp_access w = warp_access_shared(m->kernel, m->launch,
			i);
		struct visit v = {
			.count = a->cells > 0 ? count_drawn_cycles :
						count_bank_cycles,
			.drawn = a,
			.elem_B = a->wide_B ? a->wide_B : a->elem_B,
			.atomic = a->atomic,
		};

		if (a->saved == 1)
			continue;
		v.service = l1_shared_service(m->dev, v.elem_B, a->is_store);
		if (l1_has_tag_banks(m->dev))
			serve_halves(m->dev, &v.service);
		if (a->cells > 0 && l1_drawn_starts_alike(m, a)) {
			v.sum.n = m->warps * kernel_turns(m->kernel, a->loop);
			v.sum.cycles = v.sum.n *
				l1_drawn_alike(m, a, &v.service);
		} else {
			visit_requests(m, &w,
				v.service.word_B * v.service.n_bank, &v);
		}
		requests_thin(&v.sum, &a->chance, &a->issue,
			m->lanes / m->warps);
		v.sum.cycles += l1_idle_shared(m, a, v.sum.n);
		v.sum.lines = fewest_rows(m->dev, &v);
		workings_add_requests(a->is_store ? &m->shared_stores :
						    &m->shared_loads,
			&v.sum, (1 - a->saved) * loads_of(m->dev, a));
		if (a->tiles > 0)
			m->factor_cycles += v.sum.cycles * (1 - a->saved) *
				loads_of(m->dev, a);
	}
}

/* Warps with at least one thread in the domain, and their lanes in use. */
static void count_warps(struct workings *m)
{
	struct warp_range range = { 0, launch_blocks(m->launch),
		(int) m->dev->warp_size, 0 };
	struct warp_sum sum = { 0 };

	if (m->status == FOOTPRINT_OK)
		m->status = footprint_lanes(m->kernel, m->launch, NULL, -1,
			&range, &sum);
	m->warps = (double) sum.n_request;
	m->lanes = (double) sum.n_lane;
}

void l1_count(struct workings *m)
{
	count_warps(m);
	for (int f = 0; f < m->kernel->n_field; ++f) {
		count_list(m, &m->count[f].load);
		count_list(m, &m->count[f].store);
	}
	count_shared(m);
}
