/* Blocks of a sample that did not run to their end: simulate_cut.h.
 *
 * The first half of a block is not like the second: a pass over data misses
 * what the next pass finds.  So accesses are counted one by one and weighed by
 * the requests that whole blocks make of each.  What is left of an access goes
 * on as it went last; what was not reached may hit or miss.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/base/map.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_cut.h"
#include "engine/simulate/simulate_run.h"

/* 1 where nothing was asked for. */
static double share(double part, double of)
{
	return of > 0 ? part / of : 1;
}

/* Share of the sectors that the last half or more of the requests missed. */
static double missed_late(const struct simulate_made *m)
{
	return share((double) (m->all.missed - m->before.missed),
		(double) (m->all.asked - m->before.asked));
}

/* What is known of the blocks. */
struct cut {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct simulate_setup *setup;
	const struct simulation *run;
	double slots, warps; /* blocks of an SM at a time, warps of a block */
	/* the loads that were reached, by what they ask for */
	int n_reached;
	struct reached {
		uint64_t hash;
		int access;
	} * reached;
};

/* Sectors of loads, per warp of a whole block. */
struct weighed {
	double asked, missed;
	double changed; /* difference that the late part makes to "missed" */
	double turns, unseen; /* requests, and those of accesses not reached */
};

/* Did the SMs end as many blocks as they run at a time? */
static bool is_whole(const struct cut *c)
{
	return !c->run->is_cut ||
		(!c->run->ended.is_running &&
			c->run->ended.n >=
				c->slots * (double) simulate_sms(c->setup));
}

/* Are there loops that a warp may not enter?  Then no one knows how many
 * requests are left.
 */
static bool has_chances(const struct kernel *k)
{
	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].chance.id && k->access[i].loop >= 0)
			return true;
	return false;
}

/* Bytes that access "i" of all warps of an SM brings into L1 while its loops run
 * once.
 */
static double passed_B(const struct cut *c, int i)
{
	const struct simulate_made *n = &c->run->made[i];

	return c->slots * c->warps *
		kernel_turns(c->kernel, c->kernel->access[i].loop) *
		(double) (n->all.missed - n->before.missed) /
		(double) (n->all.requests - n->before.requests) *
		(double) c->setup->level[0].sector_B;
}

/* L1s full of other data that surely replace all that an LRU cache holds. */
#define REPLACED 2

/* Do loads a and b ask for the same, each in a loop of its own? */
static bool is_like(const struct kernel *k, const struct access *a,
	const struct access *b)
{
	return !b->is_store && b->field == a->field && b->hint == a->hint &&
		!a->draw.kind && !b->draw.kind && !a->predicate &&
		!b->predicate &&
		kernel_loops(k, a->loop) == kernel_loops(k, b->loop) &&
		quasi_equal(a->address, b->address);
}

static uint64_t hash_load(const struct access *a)
{
	return a->draw.kind ? 0 : map_mix(quasi_hash(a->address), a->field);
}

static int compare_reached(const void *x, const void *y)
{
	const struct reached *a = x, *b = y;

	return a->hash != b->hash ? (a->hash > b->hash) - (a->hash < b->hash) :
				    a->access - b->access;
}

/* False when memory runs out. */
static bool find_reached(struct cut *c)
{
	int n = 0;

	c->reached = heap_take(
		((size_t) c->kernel->n_access + 1) * sizeof(*c->reached));
	if (!c->reached)
		return false;
	for (int i = 0; i < c->kernel->n_access; ++i)
		if (c->run->made[i].all.requests > 0 &&
			!c->kernel->access[i].is_store)
			c->reached[n++] = (struct reached) {
				hash_load(&c->kernel->access[i]), i
			};
	qsort(c->reached, (size_t) n, sizeof(*c->reached), compare_reached);
	c->n_reached = n;
	return true;
}

/* The place of the first reached load with "hash" or a larger one. */
static int place_of(const struct cut *c, uint64_t hash)
{
	int from = 0, to = c->n_reached;

	while (from < to) {
		int middle = from + (to - from) / 2;

		if (c->reached[middle].hash < hash)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* The access that tells what load "i" misses: itself.  If it was not reached,
 * one like it, if so much passes through L1 in the loop of that one that nothing
 * is left of it; or -1.
 */
static int find_like(const struct cut *c, int i)
{
	const struct access *a = &c->kernel->access[i];
	uint64_t hash = hash_load(a);

	if (c->run->made[i].all.requests > 0)
		return i;
	if (a->draw.kind)
		return -1;
	for (int at = place_of(c, hash);
		at < c->n_reached && c->reached[at].hash == hash; ++at) {
		int j = c->reached[at].access;

		if (is_like(c->kernel, a, &c->kernel->access[j]) &&
			passed_B(c, j) >
				REPLACED * (double) c->setup->level[0].size_B)
			return j;
	}
	return -1;
}

static void add_load(const struct cut *c, int i, struct weighed *w)
{
	double turns = kernel_turns(c->kernel, c->kernel->access[i].loop);
	int like = find_like(c, i);
	const struct simulate_made *n = &c->run->made[like < 0 ? i : like];
	double seen, ran, asked, so_far, late;

	w->turns += turns;
	if (like < 0) {
		w->unseen += turns;
		return;
	}
	seen = (double) n->all.requests;
	ran = fmin(1,
		seen / fmax(1, turns * c->warps * (double) c->run->blocks));
	asked = turns * (double) n->all.asked / seen;
	so_far = share((double) n->all.missed, (double) n->all.asked);
	late = missed_late(n);
	w->asked += asked;
	w->missed += asked * (ran * so_far + (1 - ran) * late);
	w->changed += asked * (1 - ran) * fabs(late - so_far);
}

bool simulate_cut(const struct kernel *kernel, const struct launch *launch,
	const struct simulate_setup *setup, const struct simulation *run,
	double *missed, double *doubt)
{
	struct cut c = { kernel, launch, setup, run,
		.slots = fmin((double) setup->blocks_per_sm,
			ceil((double) launch_blocks(launch) /
				(double) setup->n_sm)),
		.warps = (double) threads_warps_per_block(launch,
			setup->warp_size) };
	struct weighed all = { 0 };
	double m;

	if (is_whole(&c) || has_chances(kernel) || !find_reached(&c))
		return false;
	for (int f = 0; f < kernel->n_field; ++f) {
		struct weighed w = all;

		for (int i = 0; i < kernel->n_access; ++i)
			if (kernel->access[i].field == f &&
				!kernel->access[i].is_store)
				add_load(&c, i, &w);
		missed[f] = share(w.missed - all.missed, w.asked - all.asked);
		all = w;
	}
	m = share(all.missed, all.asked);
	*doubt = 0;
	if (m > 0 && all.turns > 0)
		*doubt = hypot(all.changed / all.missed,
			all.unseen / all.turns * fmax(m, 1 - m) / m);
	free(c.reached);
	return true;
}
