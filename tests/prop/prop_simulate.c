/* The simulator against the naive one of naive_cache.h, and the counts of the
 * analytical model against the simulator.
 */

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/integer.h"
#include "engine/model/layers.h"
#include "engine/simulate/simulate_part.h"
#include "tests/prop/naive_cache.h"
#include "tests/prop/random_kernel.h"
#include "tests/unit/check.h"
#include "tests/unit/kernels.h"

#define CASES	      700
#define MOST_ACCESSES 4000
#define MOST_MEMORY_B (1 << 22)

static struct {
	int naive, two_levels, warm, parts, footprints, blocks, layers;
} seen;

/* ------------------------------------------------------- random caches */

static struct simulate_cache random_cache(void)
{
	struct simulate_cache c = { .evict = 1 };
	int64_t lines;

	c.line_B = ONE_OF(4, 16, 32, 64, 128, 128);
	do {
		c.sector_B = ONE_OF(4, 16, 32, 32, 64, 128);
	} while (c.sector_B > c.line_B || c.line_B / c.sector_B > 32);
	c.fetch_B = chance(70) ? c.sector_B : c.line_B;
	c.write_B = chance(70) ? c.sector_B : c.line_B;
	c.policy = (enum simulate_policy) pick(0, 2);
	if (chance(30))
		c.evict = ONE_OF(2, 4);
	c.ways = chance(40) ? 0 : c.evict * pick(1, 4);
	lines = (c.ways ? c.ways : c.evict) * pick(1, 16);
	c.size_B = lines * c.line_B;
	c.is_through = chance(30);
	c.allocates = c.is_through && chance(50);
	return c;
}

static struct simulate_setup random_setup(void)
{
	struct simulate_setup s = {
		.n_level = (int) pick(1, 2),
		.n_sm = pick(1, 3),
		.blocks_per_sm = pick(1, 3),
		.apart = pick(0, 5),
		.warp_size = (int) ONE_OF(32, 32, 64, 1, 7),
		.interleave = (enum simulate_interleave) pick(0, 2),
		.seed = next_random(),
		.is_warm = chance(30),
		.max_accesses = 1e9,
		.max_B = INT64_C(1) << 30,
	};

	for (int i = 0; i < s.n_level; ++i)
		s.level[i] = random_cache();
	if (s.n_level == 1) {
		s.n_sm = 1;
		return s;
	}
	s.level[0].is_through = true;
	s.level[0].allocates = chance(50);
	s.level[1].is_through = s.level[1].allocates = false;
	if (s.level[0].write_B > s.level[1].line_B)
		s.level[0].write_B = s.level[1].line_B;
	return s;
}

/* ------------------------------------------------------- the plain walk */

struct thread {
	int64_t point[N_QUASI_VAR];
	bool is_active;
};

struct plain {
	const struct toy *t;
	const struct simulate_setup *s;
	struct naive_cache *first[8], *last;
	int64_t origin, memory_B;
	double accesses;
};

static bool predicate_holds(const struct predicate *g, const int64_t *point)
{
	int64_t v = 0;

	if (!g)
		return true;
	switch (g->op) {
	case PREDICATE_GE: quasi_eval(g->e, point, &v); return v >= 0;
	case PREDICATE_EQ: quasi_eval(g->e, point, &v); return v == 0;
	case PREDICATE_NOT: return !predicate_holds(g->a, point);
	case PREDICATE_AND:
		return predicate_holds(g->a, point) &&
			predicate_holds(g->b, point);
	case PREDICATE_OR:
		return predicate_holds(g->a, point) ||
			predicate_holds(g->b, point);
	}
	return false;
}

/* Lines of "line_B" that bytes lie in, in the order of their first one. */
struct bytes {
	int n;
	int64_t at[64 * 16];
};

/* bool per byte of the line that byte "at" lies in, for all of "b" */
static void mark_line(const struct bytes *b, int64_t line, int64_t line_B,
	int64_t unit, bool *mark)
{
	memset(mark, 0, SIMULATE_LINE_B);
	for (int i = 0; i < b->n; ++i)
		if (b->at[i] / line_B == line) {
			int64_t u = b->at[i] % line_B / unit * unit;

			for (int64_t j = u; j < u + unit; ++j)
				mark[j] = true;
		}
}

/* The lines that "b" lies in, by their first byte. */
static int lines_of(const struct bytes *b, int64_t line_B, int64_t *line)
{
	int n = 0;

	for (int i = 0; i < b->n; ++i) {
		int j = n - 1;

		while (j >= 0 && line[j] != b->at[i] / line_B)
			--j;
		if (j < 0)
			line[n++] = b->at[i] / line_B;
	}
	return n;
}

static void load_level(struct plain *p, struct naive_cache *c, int64_t sm,
	const struct bytes *b, bool has_below)
{
	int64_t line_B = c->shape.line_B, line[64 * 16];
	int n = lines_of(b, line_B, line);

	for (int i = 0; i < n; ++i) {
		bool want[SIMULATE_LINE_B], missing[SIMULATE_LINE_B];
		bool fetched[SIMULATE_LINE_B];
		struct bytes below = { .n = 0 };

		mark_line(b, line[i], line_B, c->shape.sector_B, want);
		naive_load(c, line[i], want, missing, fetched);
		for (int64_t j = 0; has_below && j < line_B; ++j)
			if (fetched[j])
				below.at[below.n++] = line[i] * line_B + j;
		if (below.n > 0)
			load_level(p, p->last, sm, &below, false);
	}
}

static void load_bytes(struct plain *p, int64_t sm, const struct bytes *b)
{
	load_level(p, p->first[sm], sm, b, p->s->n_level == 2);
}

static void pass_bytes(struct naive_cache *c, const struct bytes *b)
{
	int64_t line_B = c->shape.line_B, line[64 * 16];
	int n = lines_of(b, line_B, line);

	for (int i = 0; i < n; ++i) {
		bool mark[SIMULATE_LINE_B];

		mark_line(b, line[i], line_B, c->shape.sector_B, mark);
		naive_pass(c, line[i], mark);
	}
}

static void store_bytes(struct plain *p, int64_t sm, const struct bytes *b)
{
	struct naive_cache *c = p->first[sm];
	struct naive_cache *last = p->s->n_level == 2 ? p->last : c;
	int64_t line_B = last->shape.line_B, line[64 * 16];
	int n = lines_of(b, line_B, line);

	if (c->shape.allocates)
		pass_bytes(c, b);
	for (int i = 0; i < n; ++i) {
		bool mark[SIMULATE_LINE_B];

		mark_line(b, line[i], line_B, 1, mark);
		if (c->shape.is_through)
			c->n.store_B += naive_granules(last, mark,
				c->shape.write_B);
		if (!last->shape.is_through)
			naive_store(last, line[i], mark);
	}
}

static void access_lanes(struct plain *p, int64_t sm, struct thread *lane,
	int n, const int64_t *counter, const struct access *a)
{
	struct bytes b = { .n = 0 };

	for (int l = 0; l < n; ++l) {
		int64_t at;

		memcpy(&lane[l].point[VAR_LOOP0], counter,
			QUASI_LOOPS * sizeof(*counter));
		if (!lane[l].is_active ||
			!predicate_holds(a->predicate, lane[l].point))
			continue;
		p->accesses += 1;
		quasi_eval(a->address, lane[l].point, &at);
		for (int i = 0; i < p->t->field.elem_B; ++i)
			b.at[b.n++] = at + p->origin + i;
	}
	if (b.n > 0 && a->is_store)
		store_bytes(p, sm, &b);
	else if (b.n > 0)
		load_bytes(p, sm, &b);
}

/* The accesses of a thread in order, as (access, counters). */
struct script {
	int n, room;
	struct {
		int access;
		int64_t counter[QUASI_LOOPS];
	} * step;
};

static void write_step(int access, const int64_t *counter, bool *done,
	struct script *s)
{
	done[access] = true;
	if (s->n == s->room) {
		s->room = 2 * s->room + 64;
		s->step = realloc(s->step, (size_t) s->room * sizeof(*s->step));
	}
	s->step[s->n].access = access;
	memcpy(s->step[s->n++].counter, counter,
		QUASI_LOOPS * sizeof(*counter));
}

/* Loads that stand in the loop inside "loop" but are not in it come before it. */
static void write_hoisted(const struct toy *t, int loop, int from,
	const int64_t *counter, bool *done, struct script *s)
{
	int end = from;

	for (int i = from; i < t->kernel.n_access; ++i)
		if (t->access[i].loop > loop)
			end = i;
	for (int i = from; i < end; ++i)
		if (!done[i] && t->access[i].loop == loop &&
			!t->access[i].is_store)
			write_step(i, counter, done, s);
}

/* Loops of random kernels lie one in the other: loop i is at depth i. */
static void write_script(const struct toy *t, int loop, int64_t *counter,
	bool *done, struct script *s)
{
	for (int i = 0; i < t->kernel.n_access; ++i) {
		int64_t trips;
		bool before[TOY_ACCESSES];

		if (done[i] || t->access[i].loop < loop)
			continue;
		if (t->access[i].loop == loop) {
			write_step(i, counter, done, s);
			continue;
		}
		write_hoisted(t, loop, i, counter, done, s);
		trips = t->loop[loop + 1].trips;
		memcpy(before, done, sizeof(before));
		for (int j = i; trips == 0 && j < t->kernel.n_access; ++j)
			done[j] |= t->access[j].loop > loop;
		for (int64_t k = 0; k < trips; ++k) {
			memcpy(done, before, sizeof(before));
			counter[loop + 1] = k;
			write_script(t, loop + 1, counter, done, s);
		}
		counter[loop + 1] = 0;
	}
}

static int make_warp(const struct plain *p, int64_t block, int64_t warp,
	struct thread *lane)
{
	const struct launch *l = &p->t->launch;
	int64_t size = l->block[0] * l->block[1] * l->block[2];
	int n = 0;

	for (int64_t i = warp * p->s->warp_size;
		i < size && n < p->s->warp_size; ++i) {
		int64_t t[3] = { i % l->block[0], i / l->block[0] % l->block[1],
			i / l->block[0] / l->block[1] };
		int64_t b[3] = { block % l->grid[0],
			block / l->grid[0] % l->grid[1],
			block / l->grid[0] / l->grid[1] };

		lane[n] = (struct thread) { .is_active = true };
		for (int d = 0; d < 3; ++d) {
			lane[n].point[VAR_TX + d] = t[d];
			lane[n].point[VAR_BX + d] = b[d];
			lane[n].is_active &= (b[d] * l->block[d] + t[d]) *
					l->fold[d] <
				p->t->kernel.domain[d];
		}
		++n;
	}
	return n;
}

static void run_part(struct plain *p, const struct script *s, int64_t sm,
	struct thread *lane, int n, int from, int to)
{
	for (int i = from; i < to && i < s->n; ++i)
		access_lanes(p, sm, lane, n, s->step[i].counter,
			&p->t->access[s->step[i].access]);
}

static void run_wave(struct plain *p, const struct script *s, int64_t first,
	int64_t n_block, int64_t n_warp)
{
	static struct thread lane[64];
	int64_t n_sm = p->s->n_sm, apart = p->s->apart;
	int n_step = s->n + (int) (p->s->blocks_per_sm * apart);

	for (int step = 0; step < n_step; ++step)
		for (int64_t turn = 0; turn < p->s->blocks_per_sm; ++turn)
			for (int64_t w = 0; w < n_warp; ++w)
				for (int64_t sm = 0; sm < n_sm; ++sm) {
					int64_t b = turn * n_sm + sm;
					int at = step - (int) (turn * apart);

					if (b >= n_block || at < 0)
						continue;
					run_part(p, s, sm, lane,
						make_warp(p, first + b, w,
							lane),
						at, at + 1);
				}
}

static void run_plain(struct plain *p, const struct script *s)
{
	static struct thread lane[64];
	int64_t n_block = launch_blocks(&p->t->launch);
	int64_t n_warp = (launch_threads_per_block(&p->t->launch) - 1) /
			p->s->warp_size +
		1;
	int64_t wave = p->s->n_sm * p->s->blocks_per_sm;

	if (p->s->interleave == SIMULATE_WAVES) {
		for (int64_t b = 0; b < n_block; b += wave)
			run_wave(p, s, b,
				n_block - b < wave ? n_block - b : wave,
				n_warp);
		return;
	}
	for (int64_t b = 0; b < n_block; ++b)
		for (int64_t w = 0; w < n_warp; ++w) {
			int n = make_warp(p, b, w, lane);

			if (p->s->interleave == SIMULATE_WARPS) {
				run_part(p, s, b % p->s->n_sm, lane, n, 0,
					s->n);
				continue;
			}
			for (int l = 0; l < n; ++l)
				run_part(p, s, b % p->s->n_sm, &lane[l], 1, 0,
					s->n);
		}
}

/* The one field starts at its lowest page, as the simulator puts it. */
static bool find_memory(struct plain *p)
{
	const struct toy *t = p->t;
	int64_t lo = 0, hi = t->field.size_B;

	for (int i = 0; i < t->kernel.n_access; ++i) {
		int64_t from[N_QUASI_VAR] = { 0 }, to[N_QUASI_VAR] = { 0 };
		int64_t min, max;

		for (int d = 0; d < 3; ++d) {
			to[VAR_TX + d] = t->launch.block[d] - 1;
			to[VAR_BX + d] = t->launch.grid[d] - 1;
		}
		for (int d = 0; d <= t->access[i].loop; ++d)
			to[VAR_LOOP0 + d] = t->loop[d].trips > 0 ?
				t->loop[d].trips - 1 :
				0;
		if (!quasi_bounds(t->access[i].address, from, to, &min, &max))
			return false;
		lo = min < lo ? min : lo;
		hi = max + t->field.elem_B > hi ? max + t->field.elem_B : hi;
	}
	p->origin = t->field.base_B -
		integer_floor(lo + t->field.base_B, 4096) * 4096;
	p->memory_B = hi + p->origin + 4096;
	return p->memory_B <= MOST_MEMORY_B;
}

/* ---------------------------------------------------------- comparison */

static void sum_naive(struct plain *p, int level, struct simulate_counts *n)
{
	*n = (struct simulate_counts) { 0 };
	for (int64_t i = 0; i < (level ? 1 : p->s->n_sm); ++i) {
		const struct simulate_counts *c = level ? &p->last->n :
							  &p->first[i]->n;

		n->requests += c->requests;
		n->hits += c->hits;
		n->misses += c->misses;
		n->compulsory += c->compulsory;
		n->capacity += c->capacity;
		n->conflict += c->conflict;
		n->load_B += c->load_B;
		n->partial_B += c->partial_B;
		n->store_B += c->store_B;
	}
}

static void print_counts(const char *who, const struct simulate_counts *n)
{
	printf("    %s: %" PRId64 " requests, %" PRId64 " misses, %" PRId64
	       " + %" PRId64 " + %" PRId64 ", load %" PRId64
	       ", partial %" PRId64 ", store %" PRId64 "\n",
		who, n->requests, n->misses, n->compulsory, n->capacity,
		n->conflict, n->load_B, n->partial_B, n->store_B);
}

static void clear_naive(struct plain *p)
{
	for (int64_t i = 0; i < p->s->n_sm; ++i) {
		if (p->s->n_level == 2)
			naive_forget(p->first[i], p->memory_B);
		p->first[i]->n = (struct simulate_counts) { 0 };
	}
	if (p->last)
		p->last->n = (struct simulate_counts) { 0 };
	p->accesses = 0;
}

static bool is_ideal(const struct simulate_cache *c)
{
	return (c->ways == 0 || c->ways == c->size_B / c->line_B) &&
		c->evict == 1 && c->policy == SIMULATE_LRU;
}

static void compare(struct plain *p, const struct script *script,
	int64_t number)
{
	const struct simulate_setup *s = p->s;
	struct simulation result;
	char why[256];

	for (int64_t i = 0; i < s->n_sm; ++i)
		p->first[i] = naive_new(&s->level[0], s->seed + (uint64_t) i,
			p->memory_B, !is_ideal(&s->level[0]));
	if (s->n_level == 2)
		p->last = naive_new(&s->level[1], ~s->seed, p->memory_B,
			!is_ideal(&s->level[1]));
	run_plain(p, script);
	if (s->is_warm) {
		clear_naive(p);
		run_plain(p, script);
	} else {
		naive_flush(p->last ? p->last : p->first[0]);
	}
	CHECK(simulate(&p->t->kernel, &p->t->launch, s, &result, why) ==
		SIMULATE_OK);
	for (int i = 0; i < s->n_level && result.n_level; ++i) {
		struct simulate_counts n;

		sum_naive(p, i, &n);
		CHECK(memcmp(&n, &result.all[i], sizeof(n)) == 0);
		if (memcmp(&n, &result.all[i], sizeof(n)) != 0) {
			printf("  case %" PRId64 ", level %d\n", number, i);
			print_counts("simulator", &result.all[i]);
			print_counts("plain", &n);
		}
	}
	CHECK(result.accesses == p->accesses);
	simulate_clear(&result);
	for (int64_t i = 0; i < s->n_sm; ++i)
		naive_free(p->first[i]);
	naive_free(p->last);
}

static void finish_kernel(struct toy *t)
{
	t->field.elem_B = (int) ONE_OF(1, 2, 4, 4, 8, 8, 16);
	t->field.size_B = t->field.elem_B;
	t->kernel.updates = 1;
	for (int i = 0; i < t->kernel.n_access; ++i)
		t->access[i].is_store = chance(20);
}

static void check_naive(struct toy *t, int64_t number)
{
	struct simulate_setup s = random_setup();
	struct plain p = { .t = t, .s = &s };
	struct script script = { 0 };
	int64_t counter[QUASI_LOOPS] = { 0 };
	bool done[TOY_ACCESSES] = { false };

	finish_kernel(t);
	if (simulate_accesses(&t->kernel, &t->launch) > MOST_ACCESSES ||
		!find_memory(&p))
		return;
	write_script(t, -1, counter, done, &script);
	compare(&p, &script, number);
	free(script.step);
	++seen.naive;
	seen.two_levels += s.n_level == 2;
	seen.warm += s.is_warm;
}

/* ------------------------------------------------------- a part of the SMs */

static bool is_sum(const struct simulate_counts *n)
{
	return n->requests == n->hits + n->misses &&
		n->misses == n->compulsory + n->capacity + n->conflict;
}

/* All SMs as a part are the launch, and one of them has counts that add up. */
static void check_part(struct toy *t, int64_t number)
{
	struct simulate_setup s = random_setup();
	struct simulate_part part;
	struct simulation whole, r;
	char why[256];

	finish_kernel(t);
	s.interleave = SIMULATE_SHUFFLED;
	s.is_warm = s.keeps_dirty = true;
	if (s.n_level < 2 || s.level[0].policy == SIMULATE_RANDOM ||
		simulate_accesses(&t->kernel, &t->launch) > MOST_ACCESSES)
		return;
	s.level[1].size_B = s.level[1].line_B << 24;
	s.level[1].ways = 0;
	s.level[1].evict = 1;
	CHECK(simulate(&t->kernel, &t->launch, &s, &whole, why) == SIMULATE_OK);
	CHECK(simulate_part(&t->kernel, &t->launch, &s, s.n_sm, &part, &r,
		      why) == SIMULATE_OK);
	if (memcmp(&whole.all[0], &r.all[0], sizeof(r.all[0])) != 0)
		printf("case %" PRId64 ": all SMs as a part\n", number);
	CHECK(memcmp(&whole.all[0], &r.all[0], sizeof(r.all[0])) == 0);
	CHECK(part.is_held && r.all[1].load_B == 0);
	simulate_clear(&r);
	CHECK(simulate_part(&t->kernel, &t->launch, &s, 1, &part, &r, why) ==
		SIMULATE_OK);
	CHECK(is_sum(&r.all[0]) && r.all[1].misses == 0);
	simulate_clear(&r);
	simulate_clear(&whole);
	++seen.parts;
}

/* ------------------------------------------- footprints and first loads */

static struct simulate_setup endless(int64_t granule_B)
{
	return (struct simulate_setup) {
		.n_level = 1, .n_sm = 1, .blocks_per_sm = 1, .warp_size = 32,
		.interleave = SIMULATE_WARPS, .max_accesses = 1e9,
		.max_B = INT64_C(1) << 30, .seed = 1,
		.level[0] = { .size_B = granule_B << 30, .line_B = granule_B,
			.sector_B = granule_B, .fetch_B = granule_B,
			.write_B = granule_B, .evict = 1,
			.is_through = true, },
	};
}

/* A cache without end loads each granule of the footprint once; and with a
 * cache for each block, each granule of each block.
 */
static void check_footprint(struct toy *t, int64_t number)
{
	int64_t granule_B = ONE_OF(32, 64, 128, 4, 1024), n[2] = { 0, 0 };
	struct footprint f = toy_footprint(t, granule_B);
	struct simulate_setup s = endless(granule_B);
	int64_t blocks = launch_blocks(&t->launch), sum = 0;
	struct thread_set set;
	struct simulation r;
	char why[256];

	t->field.elem_B = 1;
	t->kernel.updates = 1;
	if (simulate_accesses(&t->kernel, &t->launch) > 100 * MOST_ACCESSES)
		return;
	threads_of_blocks(&t->launch, 0, blocks, &set);
	if (footprint_count(&f, 1, &set, n, NULL) != FOOTPRINT_OK)
		return;
	CHECK(simulate(&t->kernel, &t->launch, &s, &r, why) == SIMULATE_OK);
	CHECK(r.all[0].misses == n[1] && r.all[0].compulsory == n[1] &&
		r.lines[0] == n[1] && r.all[0].load_B == n[1] * granule_B);
	if (r.all[0].misses != n[1])
		printf("  case %" PRId64 ": %" PRId64
		       " granules simulated, %" PRId64 " counted\n",
			number, r.all[0].misses, n[1]);
	simulate_clear(&r);
	++seen.footprints;
	if (blocks > 60)
		return;
	s.n_sm = blocks;
	for (int64_t b = 0; b < blocks; ++b) {
		threads_of_blocks(&t->launch, b, 1, &set);
		if (footprint_count(&f, 1, &set, n, NULL) != FOOTPRINT_OK)
			return;
		sum += n[1];
	}
	CHECK(simulate(&t->kernel, &t->launch, &s, &r, why) == SIMULATE_OK);
	CHECK(r.all[0].misses == sum && r.all[0].compulsory == sum);
	simulate_clear(&r);
	++seen.blocks;
}

/* ----------------------------------------------------- layer conditions */

/* Bytes that a cache of "size_B" loads for the case, cell by cell. */
static double loads_B(const struct test_case *c, int64_t size_B)
{
	struct simulate_setup s = endless(32);
	struct simulation r;
	char why[256];
	double load_B;

	s.level[0].size_B = (size_B + 31) / 32 * 32;
	s.interleave = SIMULATE_SEQUENTIAL;
	CHECK(simulate(&c->kernel, &c->launch, &s, &r, why) == SIMULATE_OK);
	load_B = (double) r.all[0].load_B;
	simulate_clear(&r);
	return load_B;
}

/* The condition that `layers` finds for rows (or layers) is where loads
 * turn: with a few lines more than it asks for every byte is loaded once,
 * with a tenth less nearly all rows but one are loaded again.
 */
static void check_layers(void)
{
	const int64_t one[3] = { 1, 1, 1 };
	int dims = (int) pick(2, 3), range = (int) pick(1, 3);
	int64_t domain[3] = { 16 * pick(6, 12),
		dims == 2 ? pick(20, 60) : pick(16, 24),
		dims == 2 ? 1 : pick(8, 16) };
	static struct test_case c;
	struct layers layers;
	struct device dev;
	int64_t set_B, slack_B;
	double once;
	char why[256];

	CHECK(case_init(&c, dims, domain, one, one));
	case_star(&c, 8, range);
	dev = test_device(1 << 20);
	CHECK(layers_find(&c.kernel, &c.launch, &dev, &layers, why) ==
		ESTIMATE_OK);
	set_B = (int64_t) layers.layer[dims - 1].sequential_B;
	/* lines cut at either end of every row that is in use */
	slack_B = 64 * (2 * range + 1) * (2 * range + 1);
	once = loads_B(&c, INT64_C(1) << 30);
	CHECK(loads_B(&c, set_B + slack_B) == once);
	CHECK(loads_B(&c, set_B - set_B / 10) > 1.5 * once);
	case_clear(&c);
	++seen.layers;
}

/* ----------------------------------------------------------------- main */

static void run(uint64_t seed, int64_t cases, void (*make)(struct toy *t))
{
	static struct toy t;

	for (int64_t i = 0; i < cases; ++i) {
		state = seed * UINT64_C(0x100000001) + (uint64_t) i;
		make(&t);
		check_naive(&t, i);
		toy_free(&t);
		make(&t);
		check_part(&t, i);
		toy_free(&t);
		make(&t);
		check_footprint(&t, i);
		toy_free(&t);
	}
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	int64_t cases = argc > 2 ? strtoll(argv[2], NULL, 0) :
				   check_cases(CASES);

	printf("seed %" PRIu64 "\n", seed);
	run(seed, cases, random_affine);
	run(seed, cases, random_quasi_affine);
	state = seed;
	for (int64_t i = 0; i < cases / 50; ++i)
		check_layers();
	printf("%d launches as the plain simulator has them (%d with two "
	       "levels, %d warm), %d by part, %d footprints of launches, %d of all their "
	       "blocks, %d layer conditions\n",
		seen.naive, seen.two_levels, seen.warm, seen.parts,
		seen.footprints, seen.blocks, seen.layers);
	CHECK(seen.naive * 3 > cases && seen.parts * 10 > cases &&
		seen.footprints > cases);
	return check_done();
}
