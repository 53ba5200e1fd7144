/* The chain of a warp (doc/MODEL.md, chapter 20): waits for loads, dependent
 * arithmetic and barriers, summed over all trips of all loops.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/integer.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "engine/kernel/straight.h"
#include "engine/model/chain.h"
#include "engine/model/instruction.h"
#include "engine/model/turns.h"
#include "hw/fit.h"

/* The chain of "loop", or what is assumed of one that is not known. */
static struct chain chain_of(const struct kernel *kernel, int loop)
{
	struct chain c = { .joined = 1 };
	int loads = 0;

	if (kernel->chain)
		return kernel->chain[loop + 1];
	for (int i = 0; i < kernel->n_access; ++i)
		loads += !kernel->access[i].is_store &&
			kernel->access[i].loop == loop;
	if (loop >= 0)
		c.joined = fmax(1,
			fmin(CHAIN_JOINED, (double) kernel->loop[loop].trips));
	c.waits = loads > 0;
	return c;
}

/* Bytes by which a loop moves an access from trip to trip. */
static double stride_B(const struct kernel *kernel, const struct access *a)
{
	int depth = -1;

	for (int at = a->loop; at >= 0; at = kernel->loop[at].parent)
		++depth;
	return fabs((double) a->address->coef[VAR_LOOP0 + depth]);
}

/* True if no loop moves an access: all trips draw of the same cells. */
static bool is_in_place(const struct kernel *kernel, const struct access *a)
{
	for (int i = 0; i < kernel_loops(kernel, a->loop); ++i)
		if (a->address->coef[VAR_LOOP0 + i] != 0)
			return false;
	return true;
}

/* Lanes in granules of their own that come to the next one in different trips:
 * as many as there are places of lanes in a granule, a sector or what DRAM fetches.
 */
static double places(const struct access *a, double granule_B)
{
	int64_t size_B = (int64_t) granule_B;
	int64_t lane_B = llabs(a->address->coef[VAR_TX]);

	return lane_B < size_B || size_B < 1 ?
		1 :
		(double) (size_B / integer_gcd(lane_B, size_B));
}

/* The share of what loads of each field ask L1 for that they miss in its sample;
 * 0: no sample says it.
 */
static double *missed_shares(const struct workings *m)
{
	const struct kernel *kernel = m->kernel;
	size_t n_field = (size_t) kernel->n_field + 1;
	double *share = quasi_pool_alloc(m->pool, n_field * sizeof(*share));
	double *asked = quasi_pool_alloc(m->pool, n_field * sizeof(*asked));

	if (!share || !asked)
		return NULL;
	for (int i = 0; i < kernel->n_access && m->sample.missed; ++i) {
		const struct access *a = &kernel->access[i];
		double n = kernel_turns(kernel, a->loop);

		if (a->is_store)
			continue;
		share[a->field] += n * m->sample.missed[a->place].sectors;
		asked[a->field] += n * m->sample.missed[a->place].asked;
	}
	for (int f = 0; f < kernel->n_field; ++f)
		share[f] = asked[f] > 0 ? share[f] / asked[f] : 0;
	return share;
}

/* What load "a" misses in the sample of L1 over "share", that of its field. */
static double over_field(const struct workings *m, const struct access *a,
	double share)
{
	const struct sample_missed *missed;

	if (!(share > 0))
		return 1;
	missed = &m->sample.missed[a->place];
	return missed->asked > 0 ? missed->sectors / missed->asked / share : 1;
}

/* Adds the loads of "waits" waits in "loop" that may miss apart from each
 * other.  Trips that are waited for together miss or hit alike, unless they
 * pass along sectors; so do the copies of a trip in unrolled code.
 *
 *	A = 1 / n sum_l v_l p_l min(g, 1 / m_l),
 *	m_l = min(1, s_l / (n 32 B))				  (20.4)
 *
 *	g    trips of a wait, copies included
 *	n    copies
 *	s_l  stride_B()
 *	p_l  places(), of sectors, and of granules of DRAM
 *	v_l  over_field()
 */
static void add_apart(const struct workings *m, int loop, double g, double n,
	double waits, const double *share, struct chain_part *part,
	struct chain_load *load)
{
	const struct kernel *kernel = m->kernel;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		struct chain_load of = { 0 };
		double s;

		if (a->is_store || a->loop != loop)
			continue;
		s = loop < 0 ? 0 : stride_B(kernel, a) / n;
		part->loads = true;
		part->step_B[a->field] = fmax(part->step_B[a->field], s);
		of.over = over_field(m, a, share[a->field]);
		of.waits = waits / n * (loop < 0 ? 1 : fmin(1, g));
		if (s > 0)
			of.waits = waits / n *
				fmin(g, fmax(1, m->dev->l1_sector_B / s));
		of.far = of.waits;
		of.stays = is_in_place(kernel, a);
		if (s > 0) {
			of.waits *= places(a, m->dev->l1_sector_B);
			of.far *= places(a, m->dev->dram_fetch_B);
		}
		part->apart[a->field] += of.waits * of.over;
		part->far[a->field] += of.far * of.over;
		if (load)
			load[i] = of;
	}
}

/* Trips of a loop from the thread's place on compute their addresses. */
static bool is_trip(const struct kernel *kernel,
	const struct predicate *predicate)
{
	for (int i = 0; i < kernel->n_access; ++i)
		if (kernel->access[i].is_strided &&
			predicate_equal(kernel->access[i].predicate, predicate))
			return true;
	return false;
}

static bool is_predicated(const struct kernel *kernel,
	const struct predicate *predicate, bool *loads_alone)
{
	bool trip = is_trip(kernel, predicate), loads = false, stores = false;
	double n = 0;

	for (int i = 0; i < kernel->n_part; ++i) {
		const struct work *work = &kernel->part[i].work;

		if (!predicate_equal(kernel->part[i].predicate, predicate))
			continue;
		loads = loads || work->load > 0;
		stores = stores || work->store > 0;
		n += (instruction_all(work) -
			     (trip ? 0 :
				     fmax(0, work->integer - work->on_data))) /
			fmax(1, kernel->part[i].pieces);
	}
	*loads_alone = loads && !stores && !trip;
	return kernel->n_part > 0 &&
		n <= (loads && !stores && !trip && !kernel->is_stated ?
				     CHAIN_PREDICATED_LOADS :
				     CHAIN_PREDICATED);
}

bool chain_is_predicated(const struct kernel *kernel,
	const struct predicate *predicate)
{
	bool loads_alone;

	return is_predicated(kernel, predicate, &loads_alone);
}

/* Is a branch counted where the part begins?  The text of compiled code counts its
 * own jumps, which are shorter.
 */
static bool has_branch(const struct kernel *kernel,
	const struct predicate *predicate)
{
	for (int i = 0; i < kernel->n_part; ++i)
		if (predicate_equal(kernel->part[i].predicate, predicate) &&
			kernel->part[i].work.control >=
				fits[FIT_branch_control].value)
			return true;
	return false;
}

bool chain_loads_predicated(const struct kernel *kernel,
	const struct predicate *predicate)
{
	bool loads_alone;

	return !kernel->is_stated && has_branch(kernel, predicate) &&
		is_predicated(kernel, predicate, &loads_alone) && loads_alone;
}

static bool is_same_condition(const void *user, int i, int j)
{
	const struct kernel *kernel = user;
	const struct access *a = &kernel->access[i], *b = &kernel->access[j];

	return a->is_store == b->is_store &&
		predicate_equal(a->predicate, b->predicate);
}

/* Distinct conditions of loads: a warp with lanes on both sides executes them
 * one after the other.
 */
static int load_conditions(const struct kernel *kernel, struct quasi_pool *pool)
{
	int n = 0, n_access = kernel->n_access;
	uint64_t *hash;
	struct grouping g;

	while (n < n_access &&
		kernel->access[n].predicate == kernel->access[0].predicate)
		++n;
	if (n == n_access)
		return 1;
	hash = quasi_pool_alloc(pool, (size_t) n_access * sizeof(*hash));
	for (int i = 0; hash && i < n_access; ++i)
		hash[i] = map_mix(predicate_hash(kernel->access[i].predicate),
			kernel->access[i].is_store);
	if (!hash ||
		!grouping_make(&g, pool, n_access, hash, is_same_condition,
			kernel))
		return 1;
	n = 0;
	for (int i = 0; i < n_access; ++i)
		n += !kernel->access[i].is_store && g.first[i] == i &&
			!kernel->access[i].is_strided &&
			!chain_is_predicated(kernel,
				kernel->access[i].predicate);
	return n > 0 ? n : 1;
}

/* Instructions of one trip: all, those of functions, of indices, barriers, of
 * code that ran before.
 * Matrix instructions are waited for at the matrix units, which are a limit of
 * their own.
 */
struct issued {
	double all, functions, indices, barriers, repeated;
};

static void add_issued(struct issued *sum, const struct work *work)
{
	sum->all += instruction_all(work) - work->matrix;
	sum->functions += work->expanded;
	sum->indices += work->integer;
	sum->barriers += work->barrier;
	sum->repeated += work->repeated;
}

static struct issued issued_of(const struct kernel *kernel, int loop)
{
	struct issued sum = { 0 };

	if (kernel->n_part == 0 && loop < 0)
		add_issued(&sum, &kernel->work);
	for (int i = 0; i < kernel->n_part; ++i)
		if (kernel->part[i].loop == loop)
			add_issued(&sum, &kernel->part[i].work);
	return sum;
}

double chain_joined(const struct kernel *kernel, int loop)
{
	return loop < 0 ? 1 : chain_of(kernel, loop).joined;
}

double chain_code(const struct kernel *kernel, int loop)
{
	struct issued n = issued_of(kernel, loop);

	return chain_joined(kernel, loop) * fmax(0, n.all - n.repeated);
}

/* Lines of constant memory, and warps of an SM up to which all of them find one
 * in its caches after the first has.
 */
#define CONSTANT_LINE_B 64
#define CONSTANT_WARPS	32

/* Cycles that a warp waits where n warps of an SM crowd the cache of constants,
 * for all of them.
 *
 *	n c_c B / 64	n > 32					  (20.28)
 */
static double crowded_cycles(const struct workings *m, const struct chain *c)
{
	double warps = fmin(m->occupancy.warps_per_sm,
		m->warps / m->dev->sm_count);

	return warps > CONSTANT_WARPS ?
		warps * fit_value(m->dev, FIT_constant_crowd) * c->constant_B /
			CONSTANT_LINE_B :
		0;
}

/* What a trip waits for that walks on in constant memory.
 *
 *	c_w B / 64,  c_w = c_n, or c_f if caches are cold	  (20.27)
 */
static double constant_cycles(const struct workings *m, const struct chain *c)
{
	return fit_value(m->dev,
		       m->launch->cache_is_cold ? FIT_constant_far :
						  FIT_constant_near) *
		c->constant_B / CONSTANT_LINE_B +
		crowded_cycles(m, c);
}

/* Cycles of instructions of a compiled trip, which are in the instruction cache.
 * Half of what waits for each other is hidden; b barriers, and the jump of a loop
 * that goes on, part what is in turn.
 *
 *	max(l, e i + t (b + 1) + h l),  l = c_32 l_32 + c_64 l_64 + c_t l_t
 *								  (20.3)
 */
static double trip_cycles(const struct workings *m, int loop,
	const struct chain *c, const struct issued *issued)
{
	const struct device *dev = m->dev;
	bool goes_on = c->joined < (double) m->kernel->loop[loop].trips;
	double ends = goes_on + c->joined * issued->barriers;
	double path = c->fp32 * dev->fp32_latency_cyc +
		c->fp64 * dev->fp64_latency_cyc;

	if (c->tensor > 0)
		path += c->tensor * dev->tensor_latency_cyc;
	if (isnan(path)) /* nobody knows the latencies of this device */
		path = 0;
	return fmax(path,
		       fit_value(dev,
			       c->is_steady ? FIT_loop_pace_steady :
					      FIT_loop_pace) *
				       c->joined * issued->all +
			       fit_value(dev, FIT_loop_end) * ends +
			       fit_value(dev, FIT_loop_path) * path) +
		constant_cycles(m, c);
}

static double straight_waits(const struct workings *m, const struct chain *c)
{
	return straight_of(m->kernel, c, m->report->registers.n,
		fit_value(m->dev, FIT_batch))
		.waits;
}

/* Cycles of instructions that run once, "more" of them than it issues: d for
 * the first, or those of indices if these are more, which wait for each other,
 * e for the others, and e_x for the x of functions.  Where code loads in
 * batches, indices of its results do not wait for each other: c = c_0.  Code
 * that ran before takes as long as that of loops.
 *
 *	d min(n - x, c) + e max(0, n - x - c) + e_x x,  c = max(c_0, n_i)
 *								  (20.9)
 */
static double straight_cycles(const struct workings *m, const struct issued *w,
	double more, const struct chain *c)
{
	double again = c->strided + w->repeated;
	double plain = fmax(0, w->all + more - w->functions - again);
	double indices = straight_waits(m, c) > c->waits ? 0 :
							   w->indices - again;
	double first = fmin(plain,
		fmax(fit_value(m->dev, FIT_long_code), indices));

	return fit_value(m->dev, FIT_loop_inst_cycles) * again +
		fit_value(m->dev, FIT_inst_cycles) * first +
		fit_value(m->dev, FIT_long_inst_cycles) * (plain - first) +
		fit_value(m->dev, FIT_function_cycles) * w->functions;
}

/* Instructions that find the coordinates of a thread and the pointers of
 * fields wait for special registers and constants, few as they may be: they
 * take as long as CHAIN_PRELUDE, those of three dimensions and two fields.
 */
static double unhurried(const struct kernel *kernel, int loop)
{
	return loop < 0 && kernel->prelude > 0 ?
		fmax(0, CHAIN_PRELUDE - kernel->prelude) :
		0;
}

/* The shares of warps, and of blocks, that enter a loop at all: with the chance p
 * a lane does.
 *
 *	1 - (1 - p)^n						  (20.12)
 *
 *	n  lanes that decide by themselves, of a warp or of a block
 */
struct entered {
	double warps, blocks;
	double lanes; /* n of a warp */
};

static struct entered entered(const struct workings *m, int loop)
{
	double p = loop < 0 || m->kernel->n_part == 0, block;
	struct entered e = { 1, 1, 1 };
	int together = 1;

	for (int i = 0; i < m->kernel->n_part; ++i) {
		const struct work_part *part = &m->kernel->part[i];

		if (part->loop != loop || part->chance < p)
			continue;
		p = part->chance;
		together = part->together;
	}
	e.lanes = chance_groups(m->lanes / m->warps, together);
	block = chance_groups(m->lanes / m->warps *
			m->occupancy.warps_per_block,
		together);
	if (loop >= 0 && p > 0 && p < 1) {
		e.warps = -expm1(e.lanes * log1p(-p));
		e.blocks = -expm1(block * log1p(-p));
	}
	return e;
}

/* Of "n" instructions outside of loops, those that a launch waits for at its
 * start: code that computes comes ahead of its turn, that of accesses waits with
 * them.
 *
 *	min(n, c + e A)						  (7.25)
 *
 *	A  accesses to global memory outside of loops
 */
static double waited_code(const struct workings *m, double n)
{
	double accesses = 0;

	for (int i = 0; i < m->kernel->n_access; ++i)
		accesses += m->kernel->access[i].loop < 0;
	return fmin(n,
		fit_value(m->dev, FIT_code_first) +
			fit_value(m->dev, FIT_code_access) * accesses);
}

static struct chain_part *new_parts(const struct workings *m)
{
	size_t n = (size_t) m->kernel->n_loop + 1;
	size_t n_field = (size_t) m->kernel->n_field + 1;
	struct chain_part *part = quasi_pool_alloc(m->pool, n * sizeof(*part));
	double *of_field = quasi_pool_alloc(m->pool,
		3 * n * n_field * sizeof(*of_field));

	for (size_t i = 0; part && of_field && i < n; ++i) {
		part[i].apart = of_field + 3 * i * n_field;
		part[i].far = part[i].apart + n_field;
		part[i].step_B = part[i].far + n_field;
	}
	return of_field ? part : NULL;
}

/* The chain of a trip of the longest run. */
static struct chain longest_of(const struct chain *c)
{
	struct chain most = *c;

	if (c->most_joined > 0) {
		most.joined = c->most_joined;
		most.waits = c->most_waits;
		most.fp32 *= c->most_joined / c->joined;
		most.fp64 *= c->most_joined / c->joined;
		most.constant_B *= c->most_joined / c->joined;
	}
	return most;
}

/* True if "loop", or one around it, has a barrier: warps of a block are in the
 * same trip of it.
 */
static bool has_barrier(const struct kernel *kernel, int loop)
{
	for (; loop >= 0; loop = kernel->loop[loop].parent)
		if (issued_of(kernel, loop).barriers > 0)
			return true;
	return false;
}

/* Of "trips" trips that wait "waits" times, the waits in which a load misses, at
 * least, as the sample of L1 has them: trips in which one does, or the same share
 * of waits for several trips, where loads that wait for each other are part of
 * every k-th.  0: no sample says it.
 *
 *	sum_l y_l min(p / k, T)					  (20.41)
 *
 *	y_l  share of the requests of load l that are the first to miss in a trip
 */
static double missing_waits(const struct workings *m, int loop, double trips,
	double waits)
{
	const struct kernel *kernel = m->kernel;
	double first = 0;

	for (int i = 0; i < kernel->n_access && m->sample.missed; ++i)
		if (kernel->access[i].loop == loop &&
			!kernel->access[i].is_store)
			first +=
				m->sample.missed[kernel->access[i].place].first;
	return fmin(1, first) * fmin(waits, trips);
}

/* Adds what "waits" waits of a loop load, as far as it may miss apart. */
static void add_part(const struct workings *m, int loop, const struct chain *c,
	double waits, const double *share, struct chain_part *part,
	struct chain_load *load)
{
	double copies = c->copies > 1 ? c->copies : 1;
	int batches = c->batches > 1 ? c->batches : 1;
	double levels = loop < 0 ? 1 : fmax(1, c->levels);

	part->waits = waits;
	part->batches = batches;
	part->parted = loop >= 0 && c->is_parted;
	part->met = has_barrier(m->kernel, loop);
	add_apart(m, loop, copies * c->joined * levels / fmax(1e-9, c->waits),
		copies, loop < 0 ? fmin(1, waits) : waits / levels, share, part,
		load);
}

void chain_find(struct workings *m, struct warp_chain *w)
{
	const struct kernel *kernel = m->kernel;
	double straight = fit_value(m->dev, FIT_inst_cycles);
	double cycles = 0, all = 0, looped = 0, barriers = 0, longest = 0;
	double batched = 0, held = 0, met = 0, passed = 0, *share;

	*w = (struct warp_chain) { .longest_lanes = 1 };
	w->part = new_parts(m);
	w->longest_part = new_parts(m);
	w->load = quasi_pool_alloc(m->pool,
		((size_t) kernel->n_access + 1) * sizeof(*w->load));
	w->longest_load = quasi_pool_alloc(m->pool,
		((size_t) kernel->n_access + 1) * sizeof(*w->load));
	share = missed_shares(m);
	for (int loop = -1; loop < kernel->n_loop; ++loop) {
		struct chain c = chain_of(kernel, loop), most = longest_of(&c);
		double trips = kernel_turns(kernel, loop);
		double compiled = trips / c.joined;
		double strided = trips * c.strided_waits;
		double waits = strided +
			(loop < 0 ? straight_waits(m, &c) : compiled * c.waits);
		struct issued issued = issued_of(kernel, loop);
		double n = issued.all;
		struct entered in = entered(m, loop);
		double q = in.warps, some = fmin(1, q * m->warps);
		struct turns run = turns_of(m, loop);
		double run_most, issue, spent;

		if (q < 1)
			w->longest_lanes = fmax(1, in.lanes);
		q *= run.mean;
		some *= run.most;
		w->longest_rows = fmax(w->longest_rows, c.longest_rows);
		run_most = some *
			(loop < 0 ? waits :
				    strided + trips / most.joined * most.waits);
		w->longest += run_most;
		longest += some *
			(loop < 0 ? straight_cycles(m, &issued, 0, &c) :
				    trips / most.joined *
						trip_cycles(m, loop, &most,
							&issued));
		trips *= q;
		compiled *= q;
		waits *= q;
		w->waits += waits;
		held += waits * in.blocks / in.warps;
		looped += loop < 0 ? strided : waits;
		if (loop < 0)
			batched = fmax(0, waits - strided - fmax(1, c.waits));
		if (w->part && share)
			add_part(m, loop, &c, waits, share, &w->part[loop + 1],
				w->load);
		if (w->part && loop >= 0)
			w->part[loop + 1].missing = missing_waits(m, loop,
				trips, waits / fmax(1, c.levels));
		if (w->longest_part && share)
			add_part(m, loop, &most, run_most, share,
				&w->longest_part[loop + 1], w->longest_load);
		all += trips * n;
		w->code += loop < 0 ? fmax(0, n - issued.repeated) : 0;
		issue = loop < 0 ? straight_cycles(m, &issued,
					   unhurried(kernel, loop), &c) :
				   compiled * trip_cycles(m, loop, &c, &issued);
		cycles += issue;
		spent = issue + waits * m->dev->l2_latency_cyc;
		passed += spent;
		if (has_barrier(kernel, loop))
			met += spent;
		w->crowded += loop < 0 ? 0 : compiled * crowded_cycles(m, &c);
		barriers += trips * issued.barriers;
	}
	w->code = waited_code(m, w->code);
	w->longest_cycles = longest;
	w->mean_cycles = cycles;
	w->looped = w->waits > 0 ? looped / w->waits : 0;
	w->held = w->waits > 0 ? held / w->waits : 1;
	w->spread = w->waits > 0 ? (looped + batched) / w->waits : 0;
	w->met = passed > 0 ? met / passed : 0;
	w->batches = batched > 0 && kernel->n_loop == 0;
	if (w->waits > 0)
		w->waits += load_conditions(kernel, m->pool) - 1;
	w->each = all > 0 ? cycles / all : straight;
	w->sync = barriers *
		(fit_value(m->dev, FIT_barrier_cycles) +
			fit_value(m->dev, FIT_barrier_warp_cycles) *
				m->occupancy.warps_per_block);
}
