/* The order of accesses on a real GPU, as far as it is known: doc/MODEL.md,
 * chapter 15.  Warps of an SM drift apart, old blocks go first, a miss delays
 * its warp where its program first waits for data, and a block starts where
 * another has ended.  SMs take turns.
 *
 * Where it is known how fast L1 serves an SM, time goes in cycles: a request waits
 * in a queue for L1, a sector that misses for the way from L2, and a warp for
 * what it loads where it first uses it.  Elsewhere time goes in rounds, one
 * request of each SM.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_made.h"
#include "engine/simulate/simulate_pacer.h"
#include "engine/simulate/simulate_run.h"
#include "engine/simulate/simulate_spread.h"

/* What a warp of the schedule has beside its place in the program. */
struct runner {
	bool is_alive, has_missed;
	int slot;	 /* of its block */
	int stall;	 /* interval of its last access, -1: none */
	int32_t counter; /* innermost loop counter then */
	/* the next access, which waits for loads before it; or NULL */
	const struct walk_access *waiting;
	int64_t accesses; /* made so far */
	double arrive;	  /* in cycles: when all that it loads is there */
	double words;	  /* of straight code that it loads without a wait */
	int loop;	  /* innermost around its last access, -1: none */
	int32_t turn;	  /* of it then */
	bool turn_missed; /* a load of that turn has missed */
};

#define NEVER INT64_MAX

/* Of an access, whatever warp makes it. */
struct step {
	int interval; /* of loads in flight together */
	int loop;     /* the innermost one around it; -1: none */
	int depth;    /* of that */
	double over;  /* trips that are one (trip_of()) */
	double words; /* that it adds to straight code; 0: none */
	int n;	      /* steps_of() */
	int work;     /* simulate_walk_work() */
};

/* Of a block. */
struct progress {
	int64_t began; /* round */
	int64_t requests;
	int64_t asked, missed; /* sectors of loads */
	int stage;	       /* that it is in */
	bool is_later, is_counted;
};

/* Slots of an SM by age: none of the first "n" has a warp that goes on before
 * "until".  Only the slot that follows changes, until a block starts.
 */
struct queue {
	int64_t n, until;
};

struct shuffle {
	struct simulate_run *run;
	struct walk_warp *warp;
	struct runner *runner;
	int64_t *ready; /* round in which a warp may go on; NEVER: it ended */
	int64_t *alive; /* warps of each slot */
	int64_t *turn;	/* in_turn: of each SM, the warp whose turn it is */
	int *by_age;	/* slots of each SM, the oldest block first */
	int64_t *idle;	/* of each slot: round before which no warp goes on */
	int64_t *first; /* of each slot: the warp that goes on then */
	struct queue *queue;	   /* of each SM, with "first" */
	struct progress *progress; /* of the block in each slot */
	struct progress *of_sm;	   /* asked and missed, of each SM */
	double stage;		   /* requests of a part of a block */
	int64_t n_sm, slots, per_block;
	struct simulate_kinds kinds; /* of SMs */
	int64_t first_later, end;    /* blocks after those of the first wave */
	int64_t later;		     /* of these, those that were given out */
	int64_t started, n_alive;
	struct pacer *pacer; /* of each SM; NULL: time goes in rounds */
	double *served;	     /* of all of them */
	int64_t steps, work; /* as max_steps and max_work count */
	int64_t counted;     /* blocks that had started when counts began; -1 */
	int64_t drift;	     /* accesses that barriers let a warp be ahead */
	/* drift: of each slot, the fewest accesses that a warp of it has made
	 * which has not ended, and how many made no more
	 */
	int64_t *fewest, *n_fewest;
	struct step *step; /* by access */
	bool keeps_first;  /* time goes in cycles, and no barrier holds warps */
	uint64_t random;
};

static void next_random(struct shuffle *s)
{
	s->random ^= s->random << 13;
	s->random ^= s->random >> 7;
	s->random ^= s->random << 17;
}

static uint64_t draw(struct shuffle *s, uint64_t n)
{
	next_random(s);
	return (s->random >> 11) % n;
}

static int64_t slots_of(const struct simulate_run *run)
{
	const struct simulate_setup *s = run->setup;
	int64_t turns = (launch_blocks(run->walk.launch) - 1) / s->n_sm + 1;

	return turns < s->blocks_per_sm ? turns : s->blocks_per_sm;
}

int64_t simulate_shuffle_warps(const struct simulate_run *run)
{
	return simulate_sms(run->setup) * slots_of(run) *
		threads_warps_per_block(run->walk.launch, run->walk.width);
}

static void find_fewest(struct shuffle *s, int64_t slot)
{
	int64_t first = slot * s->per_block;

	s->fewest[slot] = NEVER;
	s->n_fewest[slot] = 0;
	for (int64_t i = first; i < first + s->per_block; ++i) {
		int64_t n = s->runner[i].accesses;

		if (!s->runner[i].is_alive || n > s->fewest[slot])
			continue;
		s->n_fewest[slot] = n < s->fewest[slot] ? 1 :
							  s->n_fewest[slot] + 1;
		s->fewest[slot] = n;
	}
}

/* A warp that had made "n" accesses goes on, or has ended. */
static void leave_fewest(struct shuffle *s, int64_t i, int64_t n)
{
	int64_t slot = i / s->per_block;

	if (s->drift && n == s->fewest[slot] && --s->n_fewest[slot] == 0)
		find_fewest(s, slot);
}

static int64_t first_warp(const struct shuffle *s, int64_t sm, int64_t slot)
{
	return (sm * s->slots + slot) * s->per_block;
}

/* The block in a slot is the youngest of its SM. */
static void put_last(struct shuffle *s, int64_t sm, int64_t slot)
{
	int *by_age = s->by_age + sm * s->slots;
	int64_t i = 0;

	while (by_age[i] != slot)
		++i;
	for (; i + 1 < s->slots; ++i)
		by_age[i] = by_age[i + 1];
	by_age[i] = (int) slot;
	s->queue[sm] = (struct queue) { 0, NEVER };
}

/* In cycles, without barriers: which warp of a slot goes on before all others. */
static void find_first(struct shuffle *s, int64_t slot)
{
	int64_t from = slot * s->per_block, best = from;

	for (int64_t i = from + 1; i < from + s->per_block; ++i)
		best = s->ready[i] < s->ready[best] ? i : best;
	s->first[slot] = best;
	s->idle[slot] = s->ready[best];
}

/* The time from which a warp may go on has changed. */
static void set_ready(struct shuffle *s, int64_t slot, int64_t i, int64_t round)
{
	s->ready[i] = round;
	if (s->keeps_first)
		find_first(s, slot);
}

/* Start block "index" in a slot; false when no thread of it is in the
 * domain.
 */
static bool start_block(struct shuffle *s, int64_t sm, int64_t slot,
	int64_t index, int64_t round)
{
	int64_t first = first_warp(s, sm, slot), block[3], n = 0;

	simulate_run_block(s->run->walk.launch, index, block);
	for (int64_t i = 0; i < s->per_block; ++i) {
		struct runner *r = &s->runner[first + i];

		*r = (struct runner) { .slot = (int) slot, .stall = -1 };
		r->is_alive = simulate_walk_start(&s->run->walk, block, i,
			&s->warp[first + i]);
		s->ready[first + i] = r->is_alive ? round : NEVER;
		n += r->is_alive;
	}
	if (s->drift)
		find_fewest(s, first / s->per_block);
	put_last(s, sm, slot);
	s->idle[sm * s->slots + slot] = 0;
	if (s->keeps_first)
		find_first(s, sm * s->slots + slot);
	s->alive[sm * s->slots + slot] = n;
	s->progress[sm * s->slots + slot] = (struct progress) {
		.began = round,
		.is_later = s->started > s->n_sm * s->slots,
		.is_counted = s->counted >= 0,
	};
	s->n_alive += n;
	return n > 0;
}

/* The first of the blocks from which the sampled SMs get their n-th: all SMs get
 * n_sm blocks while they get s->n_sm.
 */
static int64_t nth(const struct shuffle *s, int64_t n)
{
	return s->first_later + n * s->run->setup->n_sm / s->n_sm;
}

/* Of few SMs, each block goes to one by a chance of its own, so that those that
 * follow each other meet on one with a chance of 1 / n_sm; with one block of each
 * n_sm / sampled_sm it is sampled_sm / n_sm^2.
 */
static bool deals_by_chance(const struct shuffle *s)
{
	return simulate_deals_few(s->run->setup) &&
		!s->run->setup->deals_evenly;
}

/* The next block of the launch that the sampled SMs get, or s->end: with all SMs
 * every one, with a few of them one of each n_sm / sampled_sm, which chance
 * decides, or each by a chance of its own.
 */
static int64_t next_block(struct shuffle *s)
{
	int64_t n_sm = s->run->setup->n_sm, index, among;

	if (deals_by_chance(s)) {
		do
			index = s->first_later + s->later++;
		while (index < s->end &&
			(int64_t) draw(s, (uint64_t) n_sm) >= s->n_sm);
		return integer_min(index, s->end);
	}
	index = nth(s, s->later);
	if (index >= s->end)
		return s->end;
	among = nth(s, ++s->later) - index;
	if (among > 1)
		index += (int64_t) draw(s, (uint64_t) among);
	return integer_min(index, s->end);
}

static bool start_next(struct shuffle *s, int64_t sm, int64_t slot,
	int64_t round)
{
	for (;;) {
		int64_t index = next_block(s);

		if (index >= s->end)
			return false;
		++s->started;
		if (start_block(s, sm, slot, index, round))
			return true;
	}
}

/* Barriers keep the warps of a block together: none is ahead of another by
 * more than one pass through the accesses.
 */
static bool is_ahead(const struct shuffle *s, int64_t i)
{
	return s->runner[i].accesses - s->drift > s->fewest[i / s->per_block];
}

/* Schedulers prefer old warps: one request in so many is of a warp that chance
 * chooses, the others are of the oldest block that has a warp which can go on.
 */
#define CHANCE 3

static bool can_go_on(const struct shuffle *s, int64_t i, int64_t round)
{
	return s->ready[i] <= round && !(s->drift && is_ahead(s, i));
}

/* A warp among first .. first + n - 1 that can go on: a random one, or the next
 * after it; -1 if there is none.
 */
static int64_t choose_among(struct shuffle *s, int64_t first, int64_t n,
	int64_t round)
{
	int64_t from = first + (int64_t) draw(s, (uint64_t) n);

	for (int64_t i = from; i < first + n; ++i)
		if (can_go_on(s, i, round))
			return i;
	for (int64_t i = first; i < from; ++i)
		if (can_go_on(s, i, round))
			return i;
	return -1;
}

/* The round in which the first warp of a block may go on. */
static int64_t first_ready(const struct shuffle *s, int64_t first)
{
	int64_t round = NEVER;

	for (int64_t i = first; i < first + s->per_block; ++i)
		round = integer_min(round, s->ready[i]);
	return round;
}

/* The warp after the one that went on last. */
static int64_t choose_next(struct shuffle *s, int64_t sm, int64_t round)
{
	int64_t first = first_warp(s, sm, 0), n = s->slots * s->per_block;

	for (int64_t i = 0, at = s->turn[sm]; i < n; ++i) {
		int64_t warp = first + at;

		at = at + 1 < n ? at + 1 : 0;
		if (can_go_on(s, warp, round)) {
			s->turn[sm] = at;
			return warp;
		}
	}
	return -1;
}

/* The warp of a block that could go on before all others of it; -1: none. */
static int64_t choose_first(const struct shuffle *s, int64_t first,
	int64_t round)
{
	int64_t best = -1;

	for (int64_t i = first; i < first + s->per_block; ++i)
		if (can_go_on(s, i, round) &&
			(best < 0 || s->ready[i] < s->ready[best]))
			best = i;
	return best;
}

/* The same where each slot knows its first warp. */
static int64_t choose_kept(const struct shuffle *s, int64_t sm, int64_t cycle)
{
	const int64_t *idle = s->idle + sm * s->slots;
	const int *by_age = s->by_age + sm * s->slots;
	struct queue *q = &s->queue[sm];

	if (cycle >= q->until)
		*q = (struct queue) { 0, NEVER };
	for (; q->n < s->slots; ++q->n) {
		int slot = by_age[q->n];

		if (cycle >= idle[slot])
			return s->first[sm * s->slots + slot];
		q->until = integer_min(q->until, idle[slot]);
	}
	return -1;
}

/* Of the oldest block that has a warp which can go on, and no other. */
static int64_t choose_oldest(struct shuffle *s, int64_t sm, int64_t cycle)
{
	for (int64_t k = 0; k < s->slots; ++k) {
		int slot = s->by_age[sm * s->slots + k];
		int64_t *idle = &s->idle[sm * s->slots + slot], i;

		if (cycle < *idle)
			continue;
		i = choose_first(s, first_warp(s, sm, slot), cycle);
		if (i >= 0)
			return i;
		*idle = first_ready(s, first_warp(s, sm, slot));
	}
	return -1;
}

static int64_t choose(struct shuffle *s, int64_t sm, int64_t round)
{
	if (s->run->setup->in_turn)
		return choose_next(s, sm, round);
	if (s->keeps_first)
		return choose_kept(s, sm, round);
	if (s->pacer)
		return choose_oldest(s, sm, round);
	if (draw(s, CHANCE) == 0)
		return choose_among(s, first_warp(s, sm, 0),
			s->slots * s->per_block, round);
	for (int64_t k = 0; k < s->slots; ++k) {
		int slot = s->by_age[sm * s->slots + k];
		int64_t *idle = &s->idle[sm * s->slots + slot], i;

		if (round < *idle) {
			next_random(s); /* as choose_among() does */
			continue;
		}
		i = choose_among(s, first_warp(s, sm, slot), s->per_block,
			round);
		if (i >= 0)
			return i;
		*idle = first_ready(s, first_warp(s, sm, slot));
	}
	return -1;
}

/* Trips whose loads are in flight together are one: those that the compiler joined,
 * over the waits of a trip of its code.
 */
static double joined_trips(const struct kernel *k, int loop)
{
	const struct chain *c = k->chain ? &k->chain[loop + 1] : NULL;

	return c && c->joined > 1 ? fmax(1, c->joined / fmax(1, c->waits)) : 1;
}

/* What an access costs, in steps of a warp whose lanes draw no numbers. */
#define DRAWN_STEPS  2
#define CHANCE_STEPS 2 /* more, behind branches that data decide */

static int steps_of(const struct walk_access *a)
{
	return (a->draw ? DRAWN_STEPS : 1) + (a->chance ? CHANCE_STEPS : 0);
}

static struct step *make_steps(const struct shuffle *s)
{
	const struct simulate_walk *w = &s->run->walk;
	const struct kernel *k = w->kernel;
	bool in_cycles = s->run->setup->pace.queue > 0;
	struct step *step = heap_clear((size_t) k->n_access + 1, sizeof(*step));

	for (int i = 0; step && i < k->n_access; ++i) {
		const struct walk_access *a = &w->access[i];
		int loop = k->access[i].loop;

		step[i] = (struct step) {
			.interval = in_cycles ? a->early : a->stall[WALK_RUN],
			.loop = loop,
			.depth = kernel_loops(k, loop) - 1,
			.over = in_cycles ? joined_trips(k, loop) : 1,
			.n = steps_of(a),
			.work = simulate_walk_work(w, a),
			.words = loop < 0 && !a->is_store ?
				ceil(a->elem_B / 4.) :
				0,
		};
	}
	return step;
}

static const struct step *step_of(const struct shuffle *s,
	const struct walk_access *access)
{
	return &s->step[access - s->run->walk.access];
}

static int32_t trip_of(const struct step *step, const struct walk_warp *warp)
{
	int64_t counter;

	if (step->depth < 0)
		return 0;
	counter = warp->counter[step->depth];
	return step->over > 1 ? (int32_t) ((double) counter / step->over) :
				(int32_t) counter;
}

/* Does the warp have to wait for earlier loads before this access?  It is in
 * another stall interval, or in another trip.
 */
static bool must_wait(const struct shuffle *s, const struct runner *r,
	const struct walk_warp *warp, const struct walk_access *access)
{
	const struct step *step = step_of(s, access);

	if (!r->has_missed || r->stall < 0 || s->run->setup->in_turn)
		return false;
	if (step->words > 0 && s->run->setup->pace.words > 0 &&
		r->words >= s->run->setup->pace.words)
		return true;
	return step->interval != r->stall ||
		(step->depth >= 0 && trip_of(step, warp) != r->counter);
}

/* A block makes one more request. */
static void add_progress(struct shuffle *s, int64_t sm, int slot, int64_t round)
{
	struct progress *p = &s->progress[sm * s->slots + slot];
	struct simulate_stage *stage;

	++p->requests;
	while (slot < SIMULATE_SLOTS && p->stage < SIMULATE_STAGES &&
		(double) p->requests >= (p->stage + 1) * s->stage) {
		stage = &s->run->result->stage[p->is_later][slot][p->stage++];
		stage->rounds += (double) (round - p->began);
		++stage->n;
	}
}

static void remember(struct shuffle *s, int64_t i,
	const struct walk_access *access)
{
	const struct step *step = step_of(s, access);
	struct runner *r = &s->runner[i];

	r->stall = step->interval;
	r->counter = trip_of(step, &s->warp[i]);
	r->words += step->words;
	++r->accesses;
	leave_fewest(s, i, r->accesses - 1);
}

/* True for the first miss in a turn of the innermost loop. */
static bool misses_first(struct runner *r, const struct step *step,
	const struct walk_warp *warp, int64_t missed)
{
	int32_t turn = step->depth < 0 ? 0 :
					 (int32_t) warp->counter[step->depth];
	bool had_missed = r->turn_missed && step->loop == r->loop &&
		turn == r->turn;

	r->loop = step->loop;
	r->turn = turn;
	r->turn_missed = had_missed || missed > 0;
	return missed > 0 && !had_missed;
}

/* A block has ended, from whose start on accesses counted; or an SM. */
static void add_block(struct simulate_blocks *n, const struct progress *p)
{
	double asked = (double) p->asked, missed = (double) p->missed;

	++n->n;
	n->asked += asked;
	n->missed += missed;
	n->asked_2 += asked * asked;
	n->missed_2 += missed * missed;
	n->both += asked * missed;
}

static void end_warp(struct shuffle *s, int64_t sm, int64_t i, int64_t round)
{
	int64_t slot = s->runner[i].slot;

	s->runner[i].is_alive = false;
	leave_fewest(s, i, s->runner[i].accesses);
	set_ready(s, sm * s->slots + slot, i, NEVER);
	--s->n_alive;
	if (--s->alive[sm * s->slots + slot] > 0)
		return;
	if (s->progress[sm * s->slots + slot].is_counted)
		add_block(&s->run->result->ended,
			&s->progress[sm * s->slots + slot]);
	start_next(s, sm, slot, round);
}

/* No warp can go on: the next one that may.  Without barriers, no block has one
 * before it is idle no longer.
 */
static void pass_time(const struct shuffle *s, int64_t sm, int64_t cycle)
{
	int64_t next = NEVER;

	if (s->keeps_first)
		next = s->queue[sm].until;
	for (int64_t i = first_warp(s, sm, 0);
		!s->keeps_first && i < first_warp(s, sm, s->slots); ++i)
		if (s->ready[i] > cycle)
			next = integer_min(next, s->ready[i]);
	s->pacer[sm].now = next == NEVER ? (double) cycle + 1 : (double) next;
}

/* A warp waits for its loads: in rounds for as many requests as the SM has warps,
 * more or less.
 */
static int64_t ready_after(struct shuffle *s, const struct runner *r,
	int64_t round)
{
	int64_t n = s->slots * s->per_block;

	if (s->pacer)
		return r->arrive > (double) round ? (int64_t) r->arrive + 1 :
						    round;
	return round + n / 2 + (int64_t) draw(s, (uint64_t) n + 1);
}

/* One access of the SM, if one of its warps can make it. */
static bool run_sm(struct shuffle *s, int64_t sm, int64_t round)
{
	struct simulate_run *run = s->run;
	int64_t i;
	const struct walk_access *access;
	const struct simulate_counts *count;
	struct progress *p;
	struct walk_warp *warp;
	struct runner *r;
	int64_t asked, missed;

	if (s->pacer)
		round = pacer_next(&s->pacer[sm]);
	i = choose(s, sm, round);
	if (i < 0) {
		if (s->pacer)
			pass_time(s, sm, round);
		return true;
	}
	r = &s->runner[i];
	warp = &s->warp[i];
	access = r->waiting;
	if (!access)
		access = simulate_walk_next(&run->walk, warp);
	if (!access) {
		end_warp(s, sm, i, round);
		return true;
	}
	if (must_wait(s, r, warp, access)) {
		r->waiting = access;
		r->has_missed = false;
		r->words = 0;
		set_ready(s, sm * s->slots + r->slot, i,
			ready_after(s, r, round));
		return true;
	}
	r->waiting = NULL;
	s->steps += step_of(s, access)->n;
	s->work += step_of(s, access)->work;
	remember(s, i, access);
	add_progress(s, sm, r->slot, round);
	p = &s->progress[sm * s->slots + r->slot];
	count = &run->result->counts[0][access->field];
	asked = count->requests;
	missed = count->misses;
	run->missed = false;
	run->lines = (struct simulate_lines) { 0 };
	if (s->pacer)
		pacer_tell(&s->pacer[sm], &run->first[sm]);
	if (!simulate_run_access(run, sm, warp, access, 0, warp->n_lane))
		return false;
	asked = count->requests - asked;
	missed = count->misses - missed;
	p->asked += asked;
	p->missed += missed;
	s->of_sm[sm].asked += asked;
	s->of_sm[sm].missed += missed;
	if (sm < s->kinds.simulated_more) {
		run->result->more[access->field].asked += asked;
		run->result->more[access->field].missed += missed;
	}
	simulate_made_add(run, access, asked, missed,
		misses_first(r, step_of(s, access), warp,
			access->is_store ? 0 : missed));
	r->has_missed |= s->pacer ? !access->is_store : run->missed;
	if (s->pacer)
		r->arrive = pacer_max(r->arrive,
			pacer_keep(&s->pacer[sm], &run->first[sm],
				access->is_store, asked, missed));
	return !run->tracing || simulate_trace_request(run, sm);
}

static int64_t sm_of_launch(const struct shuffle *s, int64_t sm)
{
	return simulate_spread(&s->kinds, sm, s->n_sm,
		integer_min(s->run->setup->n_sm,
			s->end - s->run->setup->first_block));
}

static void start_all(struct shuffle *s)
{
	const struct simulate_setup *setup = s->run->setup;

	for (int64_t slot = 0; slot < s->slots; ++slot)
		for (int64_t sm = 0; sm < s->n_sm; ++sm) {
			int64_t index = setup->first_block +
				slot * setup->n_sm + sm_of_launch(s, sm);

			if (index >= s->end)
				continue;
			++s->started;
			if (!start_block(s, sm, slot, index, 0))
				start_next(s, sm, slot, 0);
		}
}

static void make_pacers(struct shuffle *s)
{
	int64_t queue = s->run->setup->pace.queue;

	if (queue == 0)
		return;
	s->pacer = heap_clear((size_t) s->n_sm, sizeof(*s->pacer));
	s->served = heap_clear((size_t) (s->n_sm * queue), sizeof(*s->served));
	for (int64_t i = 0; s->pacer && s->served && i < s->n_sm; ++i)
		s->pacer[i] = (struct pacer) {
			.pace = &s->run->setup->pace,
			.served = s->served + i * queue,
		};
}

static bool make_shuffle(struct shuffle *s, struct simulate_run *run,
	struct walk_warp *warp)
{
	const struct simulate_setup *setup = run->setup;
	int64_t all = launch_blocks(run->walk.launch);
	int64_t n = simulate_shuffle_warps(run);

	*s = (struct shuffle) {
		.run = run,
		.warp = warp,
		.n_sm = simulate_sms(setup),
		.slots = slots_of(run),
		.kinds = simulate_run_kinds(run->walk.launch, setup),
		.per_block = threads_warps_per_block(run->walk.launch,
			run->walk.width),
		.end = all,
		.counted = setup->warm_blocks > 0 ? -1 : 0,
		.random = setup->seed * 2 + UINT64_C(0x9e3779b97f4a7c15),
		.drift = run->walk.kernel->work.barrier > 0 ?
			run->walk.kernel->n_access :
			0,
	};
	s->keeps_first = setup->pace.queue > 0 && !setup->in_turn && !s->drift;
	s->first_later = setup->first_block + setup->n_sm * s->slots;
	s->runner = heap_clear((size_t) n + 1, sizeof(*s->runner));
	s->ready = heap_clear((size_t) n + 1, sizeof(*s->ready));
	s->alive = heap_clear((size_t) (s->n_sm * s->slots), sizeof(*s->alive));
	s->turn = heap_clear((size_t) s->n_sm, sizeof(*s->turn));
	s->by_age = heap_clear((size_t) (s->n_sm * s->slots),
		sizeof(*s->by_age));
	s->idle = heap_clear((size_t) (s->n_sm * s->slots), sizeof(*s->idle));
	s->first = heap_clear((size_t) (s->n_sm * s->slots), sizeof(*s->first));
	s->queue = heap_clear((size_t) s->n_sm, sizeof(*s->queue));
	for (int64_t i = 0; s->ready && i < n; ++i)
		s->ready[i] = NEVER; /* not started */
	for (int64_t i = 0; s->idle && i < s->n_sm * s->slots; ++i)
		s->idle[i] = NEVER;
	for (int64_t i = 0; s->by_age && i < s->n_sm * s->slots; ++i)
		s->by_age[i] = (int) (i % s->slots);
	s->progress = heap_clear((size_t) (s->n_sm * s->slots),
		sizeof(*s->progress));
	s->of_sm = heap_clear((size_t) s->n_sm, sizeof(*s->of_sm));
	s->fewest = heap_clear((size_t) (s->n_sm * s->slots),
		sizeof(*s->fewest));
	s->n_fewest = heap_clear((size_t) (s->n_sm * s->slots),
		sizeof(*s->n_fewest));
	s->step = make_steps(s);
	make_pacers(s);
	s->stage = simulate_walk_steps(run->walk.kernel) *
		(double) s->per_block / SIMULATE_STAGES;
	return s->runner && s->ready && s->alive && s->turn && s->by_age &&
		s->idle && s->first && s->queue && s->progress && s->of_sm &&
		s->fewest && s->n_fewest && s->step &&
		(setup->pace.queue == 0 || (s->pacer && s->served));
}

/* Caches are warm: what was counted until now does not matter. */
static void count_from_here(struct shuffle *s)
{
	struct simulation *r = s->run->result;

	for (int i = 0; i < r->n_level; ++i) {
		size_t size = (size_t) r->n_field * sizeof(*r->counts[i]);

		memcpy(r->cold[i], r->counts[i], size);
		memset(r->counts[i], 0, size);
	}
	memset(s->of_sm, 0, (size_t) s->n_sm * sizeof(*s->of_sm));
	memset(r->more, 0, (size_t) r->n_field * sizeof(*r->more));
	memset(r->made, 0,
		(size_t) s->run->walk.kernel->n_access * sizeof(*r->made));
	r->warm_requests = r->requests;
	for (int64_t i = 0; i < s->n_sm; ++i)
		r->warm_lines += simulate_table_count(&s->run->first[i].table);
	r->accesses = 0;
	r->requests = r->looked_up = 0;
	r->blocks = -s->started;
	s->counted = s->started;
}

/* What an L1 holds it may find again: counts of one that is not full yet are
 * those of a start.
 */
static bool is_filled(const struct shuffle *s)
{
	if (s->run->result->requests >= s->run->setup->warm_requests)
		return true;
	for (int64_t i = 0; i < s->n_sm; ++i)
		if (s->run->first[i].n_evicted == 0)
			return false;
	return true;
}

static bool is_enough(const struct shuffle *s)
{
	const struct simulate_setup *setup = s->run->setup;
	struct simulation *r = s->run->result;

	if (setup->max_requests > 0 &&
		(r->requests >= setup->max_requests ||
			r->looked_up >= setup->max_looked_up))
		r->is_cut = true;
	if ((setup->max_steps > 0 && s->steps >= setup->max_steps) ||
		(setup->max_work > 0 && s->work >= setup->max_work))
		r->is_cut = true;
	return r->is_cut ||
		(setup->max_blocks > 0 && s->counted >= 0 &&
			s->started >= s->counted + setup->max_blocks);
}

/* SMs take turns.  Where time goes in cycles blocks of the same work end in the same
 * round, and the next ones go to other SMs each time, as on a GPU, whose order
 * nobody knows: in one order, SMs would have blocks at even distances, which
 * share more or less than others.  Those of a sample are given theirs.
 */
static void run_rounds(struct shuffle *s)
{
	int64_t warm = s->run->setup->warm_blocks, first = 0;
	bool is_whole = s->n_sm == s->run->setup->n_sm;

	for (int64_t round = 0; s->n_alive > 0 && !is_enough(s); ++round) {
		if (warm > 0 && s->started >= warm && is_filled(s)) {
			count_from_here(s);
			warm = 0;
		}
		if (s->pacer && is_whole)
			first = (int64_t) draw(s, (uint64_t) s->n_sm);
		for (int64_t i = first; i < s->n_sm; ++i)
			if (!run_sm(s, i, round))
				return;
		for (int64_t i = 0; i < first; ++i)
			if (!run_sm(s, i, round))
				return;
	}
}

/* Where no two blocks ended, those that run tell how far blocks differ. */
static void add_running(struct shuffle *s)
{
	if (s->run->result->ended.n >= 2)
		return;
	s->run->result->ended.is_running = s->n_alive > 0;
	for (int64_t i = 0; i < s->n_sm * s->slots; ++i)
		if (s->alive[i] > 0 && s->progress[i].is_counted)
			add_block(&s->run->result->ended, &s->progress[i]);
}

static void add_sms(struct shuffle *s)
{
	bool is_more = 2 * s->kinds.more > s->run->setup->n_sm;

	for (int64_t i = 0; i < s->n_sm; ++i)
		if (s->kinds.more == 0 ||
			is_more == (i < s->kinds.simulated_more))
			add_block(&s->run->result->sms, &s->of_sm[i]);
}

void simulate_shuffle(struct simulate_run *run, struct walk_warp *warp)
{
	struct shuffle s;

	if (make_shuffle(&s, run, warp)) {
		start_all(&s);
		run_rounds(&s);
		add_running(&s);
		add_sms(&s);
		run->result->blocks += s.started;
	} else {
		run->status = SIMULATE_MEMORY;
	}
	free(s.runner);
	free(s.ready);
	free(s.alive);
	free(s.turn);
	free(s.by_age);
	free(s.idle);
	free(s.first);
	free(s.queue);
	free(s.progress);
	free(s.of_sm);
	free(s.fewest);
	free(s.n_fewest);
	free(s.step);
	free(s.pacer);
	free(s.served);
}
