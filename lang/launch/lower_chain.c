/* The chain of a thread: what its compiled trips execute besides their bodies,
 * and what a warp waits for (doc/MODEL.md, chapter 20).
 */

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "hw/fit.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* A compiled trip counts, compares and jumps, and moves the address of each
 * field; a loop that is unrolled as a whole does none of it.
 *
 *	(c + f F) / u						  (20.7)
 *
 * Where few trips are joined, the comparison that ends the loop is that of an
 * address, and nothing is left to count.  A counter that moves by a register is
 * never joined, and finds each address anew:
 *
 *	c + F							 (20.18)
 */
void lower_loop_work(const struct lowering *l, int loop, struct work *work)
{
	struct lower_run run = lower_run(l, loop);
	double joined = lower_run_joined(&run);
	double fields = l->trip[loop + 1].moved;

	if (run.n_size == 1 && joined > 1 && joined >= run.trips)
		return;
	if (l->trip[loop + 1].is_grid) {
		work->control += fits[FIT_loop_control].value;
		work->integer += fields;
		return;
	}
	if (options_strides_vary(l->o)) /* for fields see lower_addresses() */
		fields = 0;
	work->control += (fits[FIT_loop_control].value -
				 (joined <= 2 && fields > 0 ? 2 : 0)) /
		joined;
	work->integer += fits[FIT_loop_field].value * fields / joined;
}

/* A loop from the thread's place on: what begins it finds its first address and
 * how many trips are left, and a trip is that of a loop that joins none.
 *
 *	s + 1 + f F						  (20.13)
 */
static struct work stride_work(const struct kernel_region *r)
{
	struct work w = { 0 };

	w.integer = r->n_stride * fits[FIT_stride_start].value;
	if (r->is_stride) {
		w.control = fits[FIT_loop_control].value -
			(r->stride_fields > 0 ? 2 : 0);
		w.integer += fits[FIT_loop_field].value * r->stride_fields;
	}
	return w;
}

void lower_stride_work(const struct kernel_region *r, struct work *work)
{
	struct work w = stride_work(r);

	work->control += w.control;
	work->integer += w.integer;
}

static void lower_strides(struct lowering *l)
{
	for (int i = 0; i < l->k->n_region; ++i) {
		const struct kernel_region *r = &l->k->region[i];
		struct chain *c =
			&l->kernel->chain[kernel_loop_of(l->k, i) + 1];
		struct work w = stride_work(r);

		if (lower_never(lower_predicate(l, i)))
			continue;
		c->strided_waits += r->stride_waits;
		c->strided += w.control + w.integer;
	}
}

/* ------------------------------------------------------------- waits */

/* Loads of global memory of one trip, the units of KERNEL_FLIGHT and the words
 * that they take, and loads of shared memory.
 */
struct loads {
	int n, shared;
	double flight, words;
};

static void count_loads(const struct kernel *kernel, struct loads *loads)
{
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->is_store || a->is_strided)
			continue;
		++loads[a->loop + 1].n;
		loads[a->loop + 1].words += (1 - a->saved) *
			((kernel->field[a->field].elem_B + 3) / 4);
		loads[a->loop + 1].flight += (1 - a->saved) *
			kernel_flight(kernel->field[a->field].elem_B);
	}
	for (int i = 0; i < kernel->n_shared_access; ++i) {
		const struct shared_access *a = &kernel->shared_access[i];

		loads[a->loop + 1].shared += !a->is_store;
	}
}

/* Words of loads in flight beside stores of bytes, which hold back the loads of
 * later trips: nine listings by nvcc 13 for sm_90, 1.6 to 6.
 */
#define ROOM_BYTES 3.4

/* Words of loads in flight of a loop that moves values on in a queue: what those
 * that it carries leave of 32 registers, which compilers keep to if they can.
 * With QUEUE_MOST words they cannot.  Eight listings of marches by nvcc 13 for
 * sm_90.
 *
 *	max(3, 10 - carried)					 (20.37)
 */
#define QUEUE	    3 /* values that move on, at least */
#define QUEUE_ROOM  10
#define QUEUE_LEAST 3
#define QUEUE_MOST  12

static int carried_words(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	int words = 0;

	for (int i = 0; i < k->n_carried; ++i) {
		enum elem_type type = k->graph.node[k->carried[i].next].type;

		if (type == TYPE_OPEN)
			type = l->o->type;
		if (k->carried[i].loop == loop && type != TYPE_BOOL)
			words += (type_bytes(type) + 3) / 4;
	}
	return words * (int) (l->fold[0] * l->fold[1] * l->fold[2]);
}

static double queue_room(const struct lowering *l, int loop)
{
	int words;

	if (loop < 0 || l->trip[loop + 1].has_barrier ||
		lower_queue(l, loop) < QUEUE)
		return INFINITY;
	words = carried_words(l, loop);
	return words < QUEUE_MOST ?
		fmax(QUEUE_LEAST, QUEUE_ROOM - words) * kernel_flight(4) :
		INFINITY;
}

/* True if region "r", or a branch around it, is one that joined trips take one after
 * the other.
 */
static bool stands_apart(const struct kernel_def *k, int r, bool wide)
{
	for (; r > 0; r = k->region[r].parent) {
		if (k->region[r].waits_apart[wide] > 0)
			return true;
		if (k->region[r].kind == REGION_LOOP)
			return false;
	}
	return false;
}

/* Words of loads in flight of joined trips that load under several conditions, one
 * after the other, each of which holds the next one's loads back: 14 listings by
 * nvcc 13 for sm_90, 2.7 to 8.2 (20.65).
 */
#define ROOM_CONDITIONS 4.7

/* Conditions in a trip under which it loads from global memory; those of `else` are
 * those of their `if`, and branches that joined trips take one by one are left out.
 */
static int count_conditions(const struct lowering *l, int loop)
{
	const struct kernel_def *k = l->k;
	bool wide = l->o->type == TYPE_DOUBLE;
	int n = 0, last = -1;

	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];
		const struct kernel_region *r = &k->region[a->region];

		if (a->is_store || k->field[a->field].is_shared ||
			r->kind == REGION_LOOP || r->kind == REGION_ROOT ||
			k->loop[loop].body == a->region || r->is_stride ||
			kernel_loop_of(k, a->region) != loop ||
			r->condition == last ||
			stands_apart(k, a->region, wide))
			continue;
		last = r->condition;
		++n;
	}
	return n;
}

/* Joined trips keep the pointers that they move.  In a trip of its own, or one
 * that a barrier ends, an address is not needed any more once its load has been
 * issued.
 */
static double room(const struct lowering *l, int loop, double joined,
	double steps)
{
	const struct lower_trip *t = &l->trip[loop + 1];

	if (joined > 1 && steps <= 1 && t->stores_bytes && !t->has_barrier &&
		options_strides_vary(l->o))
		return ROOM_BYTES * kernel_flight(4);
	if (loop >= 0 && joined > 1 && steps <= 1 && !t->has_barrier &&
		count_conditions(l, loop) > 1)
		return ROOM_CONDITIONS * kernel_flight(4);
	return fmin(queue_room(l, loop),
		kernel_order_room(joined > 1 && !t->has_barrier ? t->pointers :
								  0,
			l->o->strides == STRIDES_INT64, t->stores > 0));
}

static double weight(const struct kernel_path *p)
{
	return p->fp32 + 2 * p->fp64;
}

static void add_path(struct chain *c, const struct kernel_path *p, double n)
{
	c->fp32 += n * p->fp32;
	c->fp64 += n * p->fp64;
	c->tensor += n * p->tensor;
}

/* ------------------------------------------------------------ copies */

static int compare_numbers(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

/* True if the sorted numbers are n / m numbers, and these plus d, 2 d, ...
 * (m - 1) d.
 */
static bool is_copied(const int64_t *sorted, size_t n, size_t m, int64_t d)
{
	size_t n_first = 0;

	for (size_t i = 0; i < n; ++i) {
		int64_t before;

		if (__builtin_sub_overflow(sorted[i], d, &before))
			return false;
		n_first += !bsearch(&before, sorted, n, sizeof(*sorted),
			compare_numbers);
	}
	return n_first * m == n;
}

/* Copies of the source's trip in one of compiled code: those of the field with
 * most loads, whose addresses advance by the trip's step over the copies.
 */
static int count_copies(const struct lowering *l, int loop)
{
	const struct kernel *kernel = l->kernel;
	int64_t *at = memory_new(((size_t) kernel->n_access + 1) * sizeof(*at));
	int *loads = memory_new(((size_t) kernel->n_field + 1) * sizeof(int));
	int var = VAR_LOOP0 + kernel_loops(kernel, loop) - 1, field = 0;
	size_t n = 0, copies = 1;
	int64_t step = 0;

	for (int i = 0; i < kernel->n_access; ++i)
		loads[kernel->access[i].field] += kernel->access[i].loop ==
				loop &&
			!kernel->access[i].is_store;
	for (int f = 1; f < kernel->n_field; ++f)
		field = loads[f] > loads[field] ? f : field;
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];

		if (a->loop != loop || a->is_store || a->field != field)
			continue;
		step = a->address->coef[var];
		at[n++] = a->address->constant;
	}
	qsort(at, n, sizeof(*at), compare_numbers);
	for (size_t m = n; m > 1 && copies == 1 && step != 0; --m)
		if (n % m == 0 && step % (int64_t) m == 0 &&
			is_copied(at, n, m, step / (int64_t) m))
			copies = m;
	free(at);
	free(loads);
	return (int) copies;
}

bool lower_is_apart(const struct lowering *l, int loop)
{
	const struct kernel_chain *c = &l->k->chain[loop + 1];

	return c->may_alias || c->has_swap ||
		c->has_call[l->o->type == TYPE_DOUBLE] ||
		l->trip[loop + 1].updates > 0;
}

/* Where loads wait for others, words in flight of a trip over those of all its
 * loads: an index makes room as soon as it is used.  Ten loops of sparse products
 * with 4 to 32 joined trips, floats and doubles, by nvcc 13 for sm_90.
 */
#define INDEX_REUSED (5. / 6)

/* How often a compiled trip of "joined" ones waits: once for what has room, and
 * for each of its steps.  Trips that have no room together take their steps one
 * after the other; what depends on nothing fills the gaps (20.1).
 */
static double waits_of(const struct lowering *l, int loop, double joined,
	struct loads loads, double steps)
{
	double share = joined * loads.flight / room(l, loop, joined, steps);
	double in_turn = joined * loads.words /
		lower_window(l, loop, joined, loads.words);

	return fmax(fmax(fmax(steps, ceil(share)), in_turn),
		round(steps * fmin(joined, share) * INDEX_REUSED));
}

static struct loads part_of(const struct loads *loads, double share)
{
	struct loads part = *loads;

	part.flight *= share;
	part.words *= share;
	return part;
}

/* The same in the mean of a run. */
static double trip_waits(const struct lowering *l, int loop,
	const struct lower_run *run, struct loads loads, double steps)
{
	double n = 0, waits = 0;

	for (int i = 0; i < run->n_size; ++i) {
		n += run->n[i];
		waits += run->n[i] *
			waits_of(l, loop, run->size[i], loads, steps);
	}
	return n > 0 ? waits / n : steps;
}

/* The path of joined trips that load from shared memory: one by one where a trip
 * stays behind the one before, else they overlap up to what is carried.
 *
 *	u P_t  or  P_t + (u - 1) P_c				 (20.25)
 */
static void add_shared(const struct lowering *l, int loop, struct chain *c)
{
	const struct kernel_chain *source = &l->k->chain[loop + 1];
	bool wide = l->o->type == TYPE_DOUBLE;
	bool behind = source->is_serial || source->has_call[wide] ||
		l->trip[loop + 1].has_barrier;
	struct chain path = { 0 };

	if (!source->has_shared)
		return;
	add_path(&path, &source->trip[wide], behind ? c->joined : 1);
	if (!behind)
		add_path(&path, &source->carried[wide], c->joined - 1);
	if (path.fp32 + 2 * path.fp64 > c->fp32 + 2 * c->fp64) {
		c->fp32 = path.fp32;
		c->fp64 = path.fp64;
	}
}

/* True if nothing holds up a trip: it loads nothing from global memory and meets
 * no barrier, nor does the code that it is a part of if all trips are joined.
 */
static bool is_steady(const struct lowering *l, int loop,
	const struct loads *loads)
{
	for (; loop >= 0; loop = l->kernel->loop[loop].parent) {
		if (loads[loop + 1].n > 0 || l->trip[loop + 1].has_barrier)
			return false;
		if (!lower_is_whole(l, loop))
			return true;
	}
	return false;
}

/* Words that loads of a trip have room for at least where others stay behind it:
 * (20.26).
 */
#define ROOM_APART 9

/* How often a trip waits that stays behind the one before: by room, where slow
 * paths or updates of rows hold it back.  A store that may alias stands behind
 * all loads of its trip.
 */
static double apart_waits(const struct lowering *l, int loop, double joined,
	const struct loads *loads, double steps)
{
	double share = loads->flight / room(l, loop, joined, steps);

	if (!l->k->chain[loop + 1].has_call[l->o->type == TYPE_DOUBLE] &&
		l->trip[loop + 1].updates == 0 && isinf(queue_room(l, loop)))
		return steps;
	if (isinf(queue_room(l, loop)))
		share = fmin(share, loads->words / ROOM_APART);
	return fmax(steps, ceil(share));
}

/* Lanes of a warp; of 64 hardly more warps enter a branch. */
#define LANES 32

/* Waits of a trip in branches that joined trips take one after the other, for the
 * warps that enter them, and the share of its loads that stand there.
 *
 *	sum over branches of s_b (1 - (1 - p_b)^32)		 (20.39)
 */
static double waits_in_branches(struct lowering *l, int loop, double *share)
{
	const struct kernel_def *k = l->k;
	bool wide = l->o->type == TYPE_DOUBLE;
	double waits = 0, n = 0, all = 0;

	for (int r = 0; r < k->n_region; ++r) {
		struct chance chance;

		if (kernel_loop_of(k, r) != loop ||
			k->region[r].waits_apart[wide] == 0 ||
			lower_never(lower_predicate(l, r)))
			continue;
		chance = lower_chance(l, r);
		waits += k->region[r].waits_apart[wide] *
			(chance.id ? -expm1(chance_groups(LANES,
						    chance.together) *
					     log1p(-fmin(chance.p, 0.999999))) :
				     1);
	}
	for (int i = 0; i < k->n_access; ++i) {
		const struct kernel_access *a = &k->access[i];

		if (a->is_store || kernel_loop_of(k, a->region) != loop)
			continue;
		all += 1;
		n += stands_apart(k, a->region, wide);
	}
	*share = all > 0 ? n / all : 0;
	return waits;
}

/* Cycles of an fma after which a float of shared memory has been updated for one of
 * the lanes that meet in a bank: 95 cycles of the load, the sum and the compare
 * and swap (tests/measured/h200/shared_updates.csv).
 */
#define SWAP_STEPS (95 / 4.48)

/* The loops that update floats of shared memory, one after the other.
 *
 *	sum over updates of 95 k cycles				 (21.8)
 */
static double swap_steps(const struct lowering *l, int loop)
{
	const struct kernel *kernel = l->kernel;
	double steps = 0;

	for (int i = 0; i < kernel->n_shared_access && loop >= 0; ++i) {
		const struct shared_access *a = &kernel->shared_access[i];

		if (a->loop == loop && a->atomic == ATOMIC_FLOAT &&
			!a->chance.id)
			steps += SWAP_STEPS * lower_fullest(a);
	}
	return steps;
}

/* Batches of a trip are told apart up to this number. */
#define MOST_BATCHES 32

static double flight_of(const struct kernel *kernel, const struct access *a)
{
	return (1 - a->saved) * kernel_flight(kernel->field[a->field].elem_B);
}

/* Which waits of a trip are for which loads: those of a step follow each other as
 * they stand in the source, and where a step waits several times, each wait has as
 * much of what is loaded (20.60).
 */
static void find_batches(struct lowering *l, int loop, struct chain *c)
{
	struct kernel *kernel = l->kernel;
	bool wide = l->o->type == TYPE_DOUBLE;
	int steps = l->k->chain[loop + 1].steps[wide];
	double *all, *at;

	if (steps != (int) c->levels)
		steps = 1;
	c->batches = (int) fmin(MOST_BATCHES,
		fmax(steps, floor(c->waits / fmax(1, c->joined))));
	if (c->batches <= 1)
		return;
	all = memory_new(((size_t) steps + 1) * sizeof(*all));
	at = memory_new(((size_t) steps + 1) * sizeof(*at));
	for (int pass = 0; pass < 2; ++pass)
		for (int i = 0; i < kernel->n_access; ++i) {
			struct access *a = &kernel->access[i];
			int level = l->k->access[a->label].level[wide] - 1;

			if (a->is_store || a->loop != loop)
				continue;
			if (level < 0 || level >= steps)
				level = 0;
			if (pass > 0)
				a->batch = (int) fmin(c->batches - 1,
					(level + at[level] / all[level]) *
						c->batches / steps);
			*(pass > 0 ? &at[level] : &all[level]) += fmax(1e-9,
				flight_of(kernel, a));
		}
	free(all);
	free(at);
}

static void lower_part_chain(struct lowering *l, int loop,
	const struct loads *loads, struct chain *c)
{
	const struct kernel_chain *source = &l->k->chain[loop + 1];
	bool wide = l->o->type == TYPE_DOUBLE;
	struct lower_run run = { 0 };
	double steps, in_branches = 0, share = 0;

	if (loop >= 0)
		run = lower_run(l, loop);
	c->joined = loop < 0 ? 1 : lower_run_joined(&run);
	c->of_strides = loop >= 0 && options_strides_vary(l->o) && loads->n > 0;
	steps = loads->n == 0		? 0 :
		source->steps[wide] > 0 ? source->steps[wide] :
					  1;
	if (loop >= 0)
		steps = fmax(steps, l->trip[loop + 1].updates);
	c->levels = l->k->by_address ? source->levels : steps;
	if (loop >= 0)
		in_branches = waits_in_branches(l, loop, &share);
	if (in_branches > 0)
		steps = fmax(source->front[wide], share < 1);
	c->waits = loop < 0 ?
		steps :
		lower_is_apart(l, loop) ?
		c->joined * apart_waits(l, loop, c->joined, loads, steps) :
		trip_waits(l, loop, &run, part_of(loads, 1 - share), steps);
	c->waits += c->joined * in_branches;
	c->is_parted = !isinf(queue_room(l, loop)) &&
		c->waits > c->joined * steps;
	if (run.has_table) {
		c->longest_rows = run.longest;
		c->most_joined = run.size[0];
		c->most_waits = lower_is_apart(l, loop) ?
			run.size[0] * steps :
			waits_of(l, loop, run.size[0],
				part_of(loads, 1 - share), steps);
		c->most_waits += run.size[0] * in_branches;
	}
	if (loop >= 0 && loads->n > 0 && l->trip[loop + 1].has_barrier)
		c->waits = fmax(c->waits,
			lower_barrier_ahead(l, loop) > 1 ?
				ceil(c->joined / KERNEL_AHEAD) :
				c->joined * steps);
	if (loop >= 0 && !l->k->has_flow && !l->k->by_address &&
		in_branches == 0)
		find_batches(l, loop, c);
	/* chains of joined trips that do not wait for each other overlap */
	c->uses = (double) (source->uses * l->fold[0] * l->fold[1] *
			  l->fold[2]) /
		fmax(1, loads->n + loads->shared);
	if (loop >= 0 && !lower_is_whole(l, loop))
		c->constant_B = c->joined * source->constant_B;
	add_path(c, &source->carried[wide], c->joined);
	if (l->k->has_flow) {
		c->waits = source->waits;
		c->copies = loop < 0 ? 1 : count_copies(l, loop);
		if (weight(&source->between) > c->fp32 + 2 * c->fp64) {
			c->fp32 = source->between.fp32;
			c->fp64 = source->between.fp64;
		}
	} else if (!source->has_call[wide] &&
		weight(&source->after_load[wide]) >
			weight(&source->carried[wide])) {
		add_path(c, &source->after_load[wide],
			c->waits / fmax(1, steps));
	}
	if (loop >= 0)
		add_shared(l, loop, c);
	c->fp32 += c->joined * swap_steps(l, loop);
}

/* What a kernel of addresses states of a trip replaces the estimate. */
static void take_given(const struct lowering *l, int loop, struct chain *c)
{
	const struct kernel_def *k = l->k;
	const double *given = loop < 0 ? k->given :
					 k->region[k->loop[loop].region].given;
	double *const of[] = { &c->waits, &c->levels, &c->fp32, &c->fp64,
		&c->tensor };
	static const enum kernel_given word[] = { GIVEN_WAITS, GIVEN_LEVELS,
		GIVEN_FP32_CHAIN, GIVEN_FP64_CHAIN, GIVEN_MMA_CHAIN };

	for (int i = 0; i < 5; ++i)
		if (given[word[i]] >= 0)
			*of[i] = given[word[i]];
	if (given[GIVEN_USES] >= 0)
		c->uses = given[GIVEN_USES];
	/* compiled code counts those of a trip */
	if (given[GIVEN_CONSTANTS] >= 0)
		c->constant_B = given[GIVEN_CONSTANTS] *
			(k->has_flow ? c->joined : 1);
	if (given[GIVEN_COPIES] >= 1)
		c->copies = (int) fmin(given[GIVEN_COPIES], 1024);
}

void lower_chain(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	struct loads *loads = memory_new(
		((size_t) kernel->n_loop + 1) * sizeof(*loads));

	count_loads(kernel, loads);
	kernel->chain = quasi_pool_alloc(l->pool,
		((size_t) kernel->n_loop + 1) * sizeof(*kernel->chain));
	if (!kernel->chain)
		memory_failed();
	for (int loop = -1; loop < kernel->n_loop; ++loop) {
		lower_part_chain(l, loop, &loads[loop + 1],
			&kernel->chain[loop + 1]);
		kernel->chain[loop + 1].is_steady = is_steady(l, loop, loads);
		if (l->k->by_address)
			take_given(l, loop, &kernel->chain[loop + 1]);
	}
	if (!l->k->by_address)
		lower_strides(l);
	free(loads);
}
