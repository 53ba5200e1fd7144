/* The exact simulator: doc/MODEL.md, chapter 15.  Sets up the caches of a
 * device, runs one or two launches, and collects the counts.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/registers.h"
#include "engine/kernel/straight.h"
#include "engine/simulate/simulate_run.h"
#include "hw/fit.h"

/* Limit of the node values kept for all warps that run together. */
#define KEPT_B (INT64_C(64) << 20)

/* ----------------------------------------------------------------- setup */

static bool is_power(int64_t n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

static bool check_sizes(const struct simulate_cache *c, char why[256])
{
	const struct {
		const char *what;
		int64_t B;
	} size[] = {
		{ "line", c->line_B },
		{ "sector", c->sector_B },
		{ "granule of fetches", c->fetch_B },
		{ "granule of stores", c->write_B },
	};

	for (size_t i = 0; i < sizeof(size) / sizeof(size[0]); ++i) {
		if (is_power(size[i].B) && size[i].B <= SIMULATE_LINE_B)
			continue;
		snprintf(why, 256,
			"a %s of %lld B: it must be a power of two "
			"and at most %d B",
			size[i].what, (long long) size[i].B, SIMULATE_LINE_B);
		return false;
	}
	if (c->line_B < 4) {
		snprintf(why, 256, "a line of %lld B: it must be 4 B or more",
			(long long) c->line_B);
		return false;
	}
	if (c->sector_B <= c->line_B &&
		c->line_B / c->sector_B <= SIMULATE_SECTORS)
		return true;
	snprintf(why, 256,
		"sectors of %lld B in a line of %lld B: a line has "
		"1 to %d of them",
		(long long) c->sector_B, (long long) c->line_B,
		SIMULATE_SECTORS);
	return false;
}

static bool check_ways(const struct simulate_cache *c, char why[256])
{
	int64_t lines = c->size_B / c->line_B;
	int64_t ways = c->ways ? c->ways : lines;

	if (ways < 0 || (c->sets == 0 && lines % ways != 0)) {
		snprintf(why, 256,
			"%lld ways do not divide the %lld lines of "
			"the cache",
			(long long) ways, (long long) lines);
		return false;
	}
	if (c->evict >= 1 && ways % c->evict == 0)
		return true;
	snprintf(why, 256,
		"groups of %lld lines do not divide the %lld "
		"places of a set",
		(long long) c->evict, (long long) ways);
	return false;
}

bool simulate_check(const struct simulate_cache *c, char why[256])
{
	if (!check_sizes(c, why))
		return false;
	if (c->size_B < c->line_B || c->size_B % c->line_B != 0) {
		snprintf(why, 256,
			"a cache of %lld B: it must have one or "
			"more whole lines of %lld B",
			(long long) c->size_B, (long long) c->line_B);
		return false;
	}
	if (c->size_B / c->line_B > INT32_MAX) {
		snprintf(why, 256,
			"a cache of %lld lines is too large: "
			"at most 2^31",
			(long long) (c->size_B / c->line_B));
		return false;
	}
	return check_ways(c, why);
}

static int64_t whole(double v, double fallback)
{
	return (int64_t) (isnan(v) ? fallback : v);
}

/* Whether the tags of L1 are known, which "l1.policy" says. */
static bool has_tags(const struct device *dev)
{
	return dev->l1_policy && strcmp(dev->l1_policy, "segmented") == 0 &&
		dev->l1_ways > 0 && dev->l1_sets >= 1;
}

/* L1 beside the shared memory in use, as (5.2) has it, in whole lines. */
static int64_t l1_left_B(const struct device *dev,
	const struct occupancy *occupancy)
{
	double left_B = dev->l1_size_B - occupancy_carved_B(occupancy, dev) -
		(has_tags(dev) && dev->l1_reserved_B > 0 ? dev->l1_reserved_B :
							   0);

	return (int64_t) fmax(1, floor(left_B / dev->l1_line_B)) *
		(int64_t) dev->l1_line_B;
}

static void leave_odd_ways(struct simulate_cache *c, int64_t lines)
{
	if (c->ways == 0 || lines % c->ways == 0)
		return;
	c->odd_ways = c->ways;
	c->ways = 0;
}

static struct simulate_cache l1_of(const struct device *dev,
	const struct occupancy *occupancy)
{
	int64_t size_B = l1_left_B(dev, occupancy);
	int64_t lines = size_B / (int64_t) dev->l1_line_B;
	struct simulate_cache c = {
		.size_B = size_B,
		.line_B = (int64_t) dev->l1_line_B,
		.sector_B = (int64_t) dev->l1_sector_B,
		.fetch_B = (int64_t) dev->l1_sector_B,
		.write_B = (int64_t) dev->l1_store_B,
		.ways = whole(dev->l1_ways, 0),
		.evict = whole(dev->l1_evict, 1),
		.is_through = true,
		.allocates = dev->l1_allocate == 1,
	};

	if (dev->l1_policy && strcmp(dev->l1_policy, "random") == 0)
		c.policy = SIMULATE_RANDOM;
	if (has_tags(dev)) {
		c.policy = SIMULATE_SEGMENTED;
		c.sets = (int64_t) exp2(floor(log2(dev->l1_sets)));
		return c;
	}
	/* a carveout may leave another number of lines than the vendor's */
	leave_odd_ways(&c, lines);
	if (c.evict > 1 && (c.ways ? c.ways : lines) % c.evict != 0)
		c.evict = 1;
	return c;
}

static struct simulate_cache l2_of(const struct device *dev)
{
	int64_t line_B = whole(dev->l2_line_B, dev->l1_line_B);
	int64_t lines = (int64_t) dev->l2_size_B / line_B;
	struct simulate_cache c = {
		.size_B = lines * line_B,
		.line_B = line_B,
		.sector_B = integer_min(whole(dev->l2_sector_B,
						dev->l1_sector_B),
			line_B),
		.fetch_B = integer_min((int64_t) dev->dram_fetch_B, line_B),
		.write_B = integer_min((int64_t) dev->dram_write_B, line_B),
		.dirty_B = (int64_t) (fit_value(dev, FIT_l2_dirty) *
			(double) dev->l2_size_B),
		.parts_B = (int64_t) (fit_value(dev, FIT_l2_parts) *
			(double) dev->l2_size_B),
		.ways = whole(dev->l2_ways, 0),
		.evict = 1,
		.is_masked = dev->l2_fill == 0,
	};

	leave_odd_ways(&c, lines);
	return c;
}

/* Requests that wait for L1, of each scheduler: l1_queue.csv of the H200. */
#define QUEUE 20

/* Words that a warp waits for together where its code loads in batches. */
static double words_at_once(const struct device *dev,
	const struct kernel *kernel, const struct launch *launch)
{
	struct straight s;

	if (!kernel->chain)
		return 0;
	s = straight_of(kernel, &kernel->chain[0],
		registers_on(kernel, launch, dev).n, fit_value(dev, FIT_batch));
	return s.waits > kernel->chain[0].waits ? s.words / s.waits : 0;
}

/* The order of requests was measured where the tags of L1 were. */
static struct simulate_pace pace_of(const struct device *dev,
	const struct kernel *kernel, const struct launch *launch)
{
	double cycles_per_s = dev->sm_count * dev->clock_Hz;

	if (!has_tags(dev) || isnan(dev->l1_B_per_s) || isnan(dev->l2_B_per_s))
		return (struct simulate_pace) { 0 };
	return (struct simulate_pace) {
		.queue = (int64_t) (QUEUE * dev->sm_schedulers),
		.l1_sectors = dev->l1_B_per_s /
			(cycles_per_s * dev->l1_sector_B),
		.l1_latency = dev->l1_latency_cyc,
		.l2_latency = dev->l2_latency_cyc,
		.l2_each = dev->l1_sector_B * cycles_per_s / dev->l2_B_per_s,
		.words = words_at_once(dev, kernel, launch),
	};
}

bool simulate_device(const struct device *dev, const struct kernel *kernel,
	const struct launch *launch, struct simulate_setup *setup,
	char why[256])
{
	struct occupancy occupancy;

	if (report_check(kernel, launch, dev, &occupancy, why) != ESTIMATE_OK)
		return false;
	*setup = (struct simulate_setup) {
		.n_level = 2,
		.level = { l1_of(dev, &occupancy), l2_of(dev) },
		.n_sm = (int64_t) dev->sm_count,
		.blocks_per_sm = occupancy.blocks_per_sm,
		.warp_size = (int) dev->warp_size,
		.interleave = SIMULATE_WAVES,
		.pace = pace_of(dev, kernel, launch),
		.is_warm = !launch->cache_is_cold,
	};
	return true;
}

double simulate_accesses(const struct kernel *kernel,
	const struct launch *launch)
{
	double threads = 1, each = 0;

	for (int i = 0; i < 3; ++i)
		threads *= ceil(
			(double) kernel->domain[i] / (double) launch->fold[i]);
	for (int i = 0; i < kernel->n_access; ++i)
		each += kernel_turns(kernel, kernel->access[i].loop);
	return threads * each;
}

/* True if a second launch is the first once more, provided that L2 keeps all:
 * no chance decides what L1 loses, and nobody looks at single requests.
 */
static bool is_repeated(const struct simulate_setup *s)
{
	return s->n_level == 2 && !s->has_trace &&
		s->level[0].policy != SIMULATE_RANDOM;
}

double simulate_stays_B(const struct simulate_cache *last)
{
	double dirty_B = last->dirty_B > 0 ? (double) last->dirty_B : INFINITY;

	return fmin((double) last->size_B, dirty_B);
}

/* Has the last level neither lost nor written any line? */
static bool is_held(const struct simulate_run *run)
{
	const struct simulation *r = run->result;
	int64_t store_B = 0;

	for (int f = 0; f < r->n_field; ++f)
		store_B += r->counts[1][f].store_B;
	return run->last.n_evicted == 0 && store_B == 0;
}

int simulate_launches(const struct kernel *kernel,
	const struct simulate_setup *setup)
{
	double size_B = 0;

	for (int f = 0; f < kernel->n_field; ++f)
		size_B += (double) kernel->field[f].size_B;
	return setup->is_warm &&
			!(is_repeated(setup) &&
				size_B < simulate_stays_B(&setup->level[1])) ?
		2 :
		1;
}

/* Threads outside of the domain make no access but are enumerated too. */
static double work_of(const struct kernel *kernel, const struct launch *launch,
	const struct simulate_setup *setup)
{
	double threads = 1;

	for (int i = 0; i < 3; ++i)
		threads *= (double) launch->grid[i] * (double) launch->block[i];
	return fmax(simulate_accesses(kernel, launch), threads) *
		simulate_launches(kernel, setup);
}

/* ------------------------------------------------------------------- run */

static bool init_counts(struct simulation *s, const struct kernel *kernel,
	int n_level)
{
	s->n_level = n_level;
	s->n_field = kernel->n_field;
	s->made = heap_clear((size_t) kernel->n_access + 1, sizeof(*s->made));
	s->more = heap_clear((size_t) kernel->n_field + 1, sizeof(*s->more));
	if (!s->made || !s->more)
		return false;
	for (int i = 0; i < n_level; ++i) {
		s->counts[i] = heap_clear((size_t) kernel->n_field + 1,
			sizeof(*s->counts[i]));
		s->cold[i] = heap_clear((size_t) kernel->n_field + 1,
			sizeof(*s->cold[i]));
		if (!s->counts[i] || !s->cold[i])
			return false;
	}
	return true;
}

static bool init_levels(struct simulate_run *run)
{
	const struct simulate_setup *s = run->setup;
	int64_t n_sm = simulate_sms(s);
	int64_t room = n_sm * (int64_t) sizeof(*run->first);

	run->left_B -= room;
	if (run->left_B < 0)
		return false;
	run->first = heap_clear((size_t) n_sm, sizeof(*run->first));
	if (!run->first)
		return false;
	for (int64_t i = 0; i < n_sm; ++i)
		if (!simulate_cache_init(&run->first[i], &s->level[0],
			    run->result->counts[0], s->seed + (uint64_t) i, 0,
			    &run->left_B))
			return false;
	return s->n_level == 1 ||
		simulate_cache_init(&run->last, &s->level[1],
			run->result->counts[1], ~s->seed, 0, &run->left_B);
}

static void clear_run(struct simulate_run *run)
{
	for (int64_t i = 0; run->first && i < simulate_sms(run->setup); ++i)
		simulate_cache_clear(&run->first[i]);
	free(run->first);
	simulate_cache_clear(&run->last);
	simulate_walk_clear(&run->walk);
	simulate_trace_clear(run);
	free(run->hint);
	free(run->lanes);
	free(run->address);
}

/* Do the values of all nodes of all warps of a wave fit in memory? */
static bool init_walk(struct simulate_run *run, const struct kernel *kernel,
	const struct launch *launch, char why[256])
{
	const struct simulate_setup *s = run->setup;
	int width = s->warp_size;
	double warps = s->interleave >= SIMULATE_WAVES ?
		(double) simulate_sms(s) * (double) s->blocks_per_sm *
			ceil((double) launch_threads_per_block(launch) /
				width) :
		1;

	if (!simulate_walk_init(&run->walk, kernel, launch, width, true, why))
		return false;
	if (warps * run->walk.n_early * width * 8 > (double) KEPT_B) {
		simulate_walk_clear(&run->walk);
		if (!simulate_walk_init(&run->walk, kernel, launch, width,
			    false, why))
			return false;
	}
	run->walk.seed = s->seed;
	run->walk.line_B = s->level[0].line_B;
	return true;
}

/* L1 starts empty with every launch; L2 keeps what the last one left. */
static void start_again(struct simulate_run *run)
{
	struct simulation *r = run->result;

	for (int64_t i = 0; i < simulate_sms(run->setup); ++i)
		if (run->setup->n_level == 2)
			simulate_cache_forget(&run->first[i]);
	for (int i = 0; i < r->n_level; ++i) {
		size_t size = (size_t) r->n_field * sizeof(*r->counts[i]);

		memcpy(r->cold[i], r->counts[i], size);
		memset(r->counts[i], 0, size);
	}
	simulate_trace_again(run);
	r->requests = 0;
	r->accesses = 0;
}

/* The counts of a second launch that finds all in L2. */
static void count_held(struct simulate_run *run)
{
	struct simulation *r = run->result;

	for (int i = 0; i < r->n_level; ++i)
		memcpy(r->cold[i], r->counts[i],
			(size_t) r->n_field * sizeof(*r->counts[i]));
	for (int f = 0; f < r->n_field; ++f)
		r->counts[1][f] = (struct simulate_counts) {
			.requests = r->counts[1][f].requests,
		};
}

static void add_counts(struct simulate_counts *sum,
	const struct simulate_counts *n)
{
	sum->requests += n->requests;
	sum->hits += n->hits;
	sum->misses += n->misses;
	sum->compulsory += n->compulsory;
	sum->capacity += n->capacity;
	sum->conflict += n->conflict;
	sum->load_B += n->load_B;
	sum->partial_B += n->partial_B;
	sum->store_B += n->store_B;
}

static void sum_up(struct simulate_run *run)
{
	struct simulation *r = run->result;
	int64_t unused = 0, n_evicted = 0;

	for (int i = 0; i < r->n_level; ++i)
		for (int f = 0; f < r->n_field; ++f) {
			struct simulate_counts *n = &r->counts[i][f];

			n->hits = n->requests - n->misses;
			add_counts(&r->all[i], n);
		}
	for (int64_t i = 0; i < simulate_sms(run->setup); ++i) {
		int64_t lines = simulate_table_count(&run->first[i].table);

		r->lines[0] += lines;
		r->most_lines = integer_max(r->most_lines, lines);
		unused += run->first[i].unused;
		n_evicted += run->first[i].n_evicted;
	}
	if (n_evicted > 0)
		r->l1_unused = (double) unused / (double) n_evicted;
	if (r->n_level == 2)
		r->lines[1] = simulate_table_count(&run->last.table);
}

static bool is_short(const struct simulate_run *run)
{
	for (int64_t i = 0; i < simulate_sms(run->setup); ++i)
		if (run->first[i].is_short)
			return true;
	return run->last.is_short;
}

static void run_all(struct simulate_run *run, const struct kernel *kernel,
	const struct launch *launch, char why[256])
{
	run->status = SIMULATE_MEMORY;
	if (!init_counts(run->result, kernel, run->setup->n_level) ||
		!init_levels(run))
		return;
	if (!init_walk(run, kernel, launch, why)) {
		if (why[0])
			run->status = SIMULATE_IMPOSSIBLE;
		return;
	}
	run->status = SIMULATE_OK;
	if (run->setup->has_trace && !simulate_trace_init(run, why))
		return;
	simulate_run_threads(run);
	if (run->setup->is_warm && run->status == SIMULATE_OK &&
		is_repeated(run->setup) && is_held(run)) {
		count_held(run);
	} else if (run->setup->is_warm && run->status == SIMULATE_OK) {
		start_again(run);
		simulate_run_threads(run);
	} else if (run->status == SIMULATE_OK && !run->setup->keeps_dirty) {
		simulate_cache_flush(
			run->setup->n_level == 2 ? &run->last : &run->first[0]);
	}
	if (is_short(run))
		run->status = SIMULATE_MEMORY;
	simulate_trace_end(run);
	if (run->status == SIMULATE_OK)
		sum_up(run);
}

static bool check_setup(const struct simulate_setup *s, char why[256])
{
	for (int i = 0; i < s->n_level; ++i)
		if (!simulate_check(&s->level[i], why))
			return false;
	if (s->n_sm < 1 || s->blocks_per_sm < 1 || s->warp_size < 1 ||
		s->warp_size > WALK_LANES) {
		snprintf(why, 256,
			"%lld SMs, %lld blocks on each and warps "
			"of %d threads cannot be simulated",
			(long long) s->n_sm, (long long) s->blocks_per_sm,
			s->warp_size);
		return false;
	}
	if (s->apart < 0 || s->apart > INT32_MAX) {
		snprintf(why, 256, "blocks cannot be %lld accesses apart",
			(long long) s->apart);
		return false;
	}
	if (s->n_level == 2 && !s->level[0].is_through) {
		snprintf(why, 256,
			"stores must pass through the first of two "
			"caches");
		return false;
	}
	if (s->n_level == 2 && s->level[0].write_B > s->level[1].line_B) {
		snprintf(why, 256,
			"stores of %lld B do not fit into lines of "
			"%lld B",
			(long long) s->level[0].write_B,
			(long long) s->level[1].line_B);
		return false;
	}
	return true;
}

enum simulate_status simulate(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	struct simulation *result, char why[256])
{
	struct simulate_run *run;
	enum simulate_status status = SIMULATE_MEMORY;
	double accesses = work_of(kernel, launch, setup);

	*result = (struct simulation) { 0 };
	why[0] = '\0';
	if (!launch_check(launch, kernel, why) || !check_setup(setup, why))
		return SIMULATE_IMPOSSIBLE;
	if (accesses > setup->max_accesses && !setup->sampled_sm) {
		result->accesses = accesses;
		return SIMULATE_ACCESSES;
	}
	run = heap_clear(1, sizeof(*run));
	if (run) {
		run->setup = setup;
		run->result = result;
		run->left_B = setup->max_B;
		run_all(run, kernel, launch, why);
		status = run->status;
		clear_run(run);
		free(run);
	}
	if (status != SIMULATE_OK)
		simulate_clear(result);
	return status;
}

void simulate_clear(struct simulation *s)
{
	for (int i = 0; i < SIMULATE_LEVELS; ++i) {
		free(s->counts[i]);
		free(s->cold[i]);
	}
	free(s->made);
	free(s->more);
	free(s->trace.rows);
	free(s->trace.cell);
	for (int i = 0; i < s->snapshot.n_field; ++i)
		free(s->snapshot.field[i].held);
	free(s->snapshot.field);
	*s = (struct simulation) { 0 };
}
