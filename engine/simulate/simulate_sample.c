/* Volumes from a sample: simulate_sample.h.
 *
 * L1 belongs to an SM, so a few SMs stand for all: they run blocks from the
 * middle of the launch in the order of simulate_shuffle.c.  L2 belongs to all
 * of them, and reuse there may be far away; but lines do not disturb each
 * other except by their number.  So one line of r is followed through the
 * launch, in an L2 of 1/r of the size (Waldspurger et al. 2015).
 * simulate_find.c finds the touches of a line without a walk over the launch.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_cost.h"
#include "engine/simulate/simulate_doubt.h"
#include "engine/simulate/simulate_find.h"
#include "engine/simulate/simulate_l1.h"
#include "engine/simulate/simulate_range.h"
#include "engine/simulate/simulate_request.h"
#include "engine/simulate/simulate_run.h"
#include "engine/simulate/simulate_sample.h"
#include "engine/simulate/simulate_schedule.h"
#include "engine/simulate/simulate_sections.h"
#include "engine/simulate/simulate_share.h"
#include "engine/simulate/simulate_times.h"
#include "engine/simulate/simulate_whole.h"

/* A launch is followed as a whole if its data are at most so many L2s; else
 * L2 is filled as often by what is touched before counting starts.
 */
#define WHOLE  60.
#define FILLED 4.

/* Waves that are followed at least, lines that tell what others take, and touches
 * of one.
 */
#define WAVES	     3
#define PILOTS	     64
#define LINE_TOUCHES 20000

/* Share of its lines that a block has in common with others of its wave from
 * which on they keep each other in step (19.5).
 */
#define HELD 0.25

/* Launches after the first, in a row, until L2 holds what such launches leave.
 * Counters of the H200 settle by the fourth: 5.1 MB are loaded in that and in
 * the fifth of 37.9 MB (warm.csv), 3.5 and 4.8 in the second and third.
 */
#define FOLLOWING (FIND_LAUNCHES - 1)

/* Touches of L2 between two polls for a stop. */
#define POLL 65536

struct sampling {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct simulate_setup *setup;
	struct simulate_sample *sample;
	int64_t budget;
	double all; /* requests of the launch */
	double fresh_B;
	int64_t n_block, resident;   /* blocks: of the launch, at a time */
	int64_t first, counted, end; /* blocks that are followed */
	double l1_kept; /* durations of a block that L1 keeps a line */
	struct simulate_schedule schedule;
	bool is_apart; /* blocks run as in "schedule"; else in step */
	bool is_held;  /* in step: what blocks share keeps them there */
	bool is_late; /* stores come behind all loads before them, not at any time */
	struct find find;
	struct find_list list;
	struct find_drawn drawn;
	double *missed;	 /* by field: share of loads that L1 misses */
	int64_t touched; /* lines that have touches */
	struct simulate_traffic *traffic; /* of each line */
	struct simulate_sections l2;
	int nth; /* launch that is replayed, from 0 on */
	struct simulate_counts *counts;
	int64_t left_B;
	uint64_t random;
};

/* The last level has as many, at most as many as a byte counts. */
static int sections_in(const struct simulate_setup *s)
{
	return s->sections > 1 ? (int) integer_min(s->sections, 255) : 1;
}

static double chance(struct sampling *s)
{
	s->random ^= s->random << 13;
	s->random ^= s->random >> 7;
	s->random ^= s->random << 17;
	return (double) (s->random >> 11) * 0x1p-53;
}

/* -------------------------------------------------------------------- L1 */

/* Asked by a simulation now and then. */
static bool goes_on(void *user, double accesses)
{
	(void) accesses;
	return !launch_is_stopped(user);
}

static enum simulate_status sample_l1(struct sampling *s, char why[256])
{
	struct simulate_setup one = *s->setup;
	struct simulation r;
	enum simulate_status status;
	double per_block = s->all / (double) s->n_block, on_sm;

	one.watch = goes_on;
	one.user = (void *) s->launch;
	status = simulate_l1(s->kernel, s->launch, s->budget, s->all, &one,
		s->sample, &r, why);
	if (status != SIMULATE_OK)
		return status;
	on_sm = fmin((double) one.blocks_per_sm,
		ceil((double) s->n_block / (double) one.n_sm));
	s->l1_kept = r.l1_unused > 0 ? r.l1_unused / (on_sm * per_block) :
				       INFINITY;
	if (!schedule_init(&s->schedule, &r, s->n_block, one.n_sm,
		    (int64_t) on_sm))
		status = SIMULATE_MEMORY;
	simulate_clear(&r);
	return status;
}

/* -------------------------------------------------------------------- L2 */

/* The blocks to follow: all, or in the middle of the launch as many as fill L2
 * several times, and as many again to be counted.
 */
static void choose_window(struct sampling *s)
{
	double share = FILLED * (double) s->setup->level[1].size_B /
		fmax(1, s->fresh_B);
	double n = fmax(share * (double) s->n_block,
		WAVES * (double) s->resident);

	if (s->fresh_B <= WHOLE * (double) s->setup->level[1].size_B ||
		4 * n >= (double) s->n_block) {
		s->first = s->counted = 0;
		s->end = s->n_block;
		return;
	}
	s->first = (int64_t) (((double) s->n_block - 2 * n) / 2);
	s->counted = s->first + (int64_t) n;
	s->end = s->counted + (int64_t) n;
}

static bool is_all(const struct sampling *s)
{
	return s->end - s->first == s->n_block;
}

static struct times times_of(const struct sampling *s)
{
	return (struct times) { &s->find, &s->schedule, s->is_apart, s->is_held,
		s->is_late };
}

static double start_of(const struct sampling *s, int64_t block)
{
	struct times times = times_of(s);

	return times_start(&times, block);
}

static void set_times(const struct sampling *s, struct find_touch *t, int64_t n)
{
	struct times times = times_of(s);

	times_set(&times, t, n);
}

static int64_t sm_of(const struct sampling *s, int64_t block)
{
	if (block < s->resident)
		return block % s->setup->n_sm;
	return (int64_t) (schedule_chance(~((uint64_t) block +
				  (uint64_t) s->nth * (uint64_t) s->n_block)) *
		(double) s->setup->n_sm);
}

static int64_t line_B(const struct sampling *s)
{
	return s->setup->level[1].line_B;
}

static uint32_t sectors_of(const struct sampling *s, const struct find_touch *t)
{
	return simulate_request_sectors(t->bytes,
		integer_min(line_B(s), FIND_LINE_B),
		s->setup->level[1].sector_B);
}

/* Lines of a field that the followed blocks may touch: first .. end-1. */
static int64_t lines_of(struct sampling *s, int field, int64_t *first)
{
	int64_t base = s->kernel->field[field].base_B, lo, hi;

	if (!simulate_range(&s->find, field, &lo, &hi))
		return 0;
	*first = integer_floor(lo + base, line_B(s));
	return integer_floor(hi - 1 + base, line_B(s)) + 1 - *first;
}

struct held {
	double until; /* when L1 drops the line */
	int line;
	uint32_t sectors;
};

/* Is "t" part of the touch before it?  Lanes that move the address more than
 * their block does come apart.
 */
static bool is_same(const struct find_touch *before, const struct find_touch *t)
{
	return before->block == t->block && before->step == t->step &&
		before->access == t->access && before->warp == t->warp;
}

/* Join what belongs together, and remove the loads of one line that L1
 * serves.
 */
static void filter_l1(struct sampling *s, int64_t from, struct held *held)
{
	struct find_list *list = &s->list;
	struct times times = times_of(s);
	int64_t to = from;

	if (list->n == from)
		return;
	times_sort(list->touch + from, list->n - from);
	for (int64_t i = from; i < list->n; ++i) {
		struct find_touch *t = &list->touch[i];

		if (to > from && is_same(&list->touch[to - 1], t))
			for (int w = 0; w < FIND_LINE_B / 64; ++w)
				list->touch[to - 1].bytes[w] |= t->bytes[w];
		else
			list->touch[to++] = *t;
	}
	list->n = to;
	to = from;
	for (int64_t i = from; i < list->n; ++i) {
		struct find_touch *t = &list->touch[i];
		struct held *h = &held[sm_of(s, t->block)];
		const struct access *a = &s->kernel->access[t->access];
		uint32_t sectors;

		if (!a->is_store && !a->draw.kind && a->hint != HINT_NO_L1) {
			sectors = sectors_of(s, t);
			if (h->line != t->line + 1 || h->until < t->time)
				*h = (struct held) { 0, t->line + 1, 0 };
			h->until = t->time + times_kept(&times, t, s->l1_kept);
			if (!(sectors & ~h->sectors))
				continue;
			h->sectors |= sectors;
		}
		list->touch[to++] = *t;
	}
	list->n = to;
}

static bool follow_line(struct sampling *s, int field, int64_t line,
	struct held *held)
{
	int64_t from = s->list.n;
	int64_t at = line * line_B(s) - s->kernel->field[field].base_B;

	find_touches(&s->find, field, at, line_B(s), (int) s->sample->lines,
		LINE_TOUCHES, &s->list);
	find_drawn(&s->find, field, at, line_B(s), (int) s->sample->lines,
		&s->drawn, &s->list);
	if (s->find.is_short || s->find.is_stopped)
		return false;
	++s->sample->lines;
	s->sample->touches += s->list.n - from;
	s->touched += s->list.n > from;
	set_times(s, s->list.touch + from, s->list.n - from);
	filter_l1(s, from, held);
	return true;
}

static bool is_passed(const struct sampling *s, struct cost most)
{
	return s->sample->touches > most.touches ||
		s->find.effort > most.effort;
}

/* One line of each "stride", at random among them, until "most" is passed. */
static bool follow_lines(struct sampling *s, double stride, struct cost most,
	struct held *held)
{
	for (int f = 0; f < s->kernel->n_field; ++f) {
		int64_t first = 0;
		double n = (double) lines_of(s, f, &first);

		for (double i = 0; i < n; i += stride) {
			double at = floor(i + chance(s) * stride);

			if (at < n &&
				!follow_line(s, f, first + (int64_t) at, held))
				return false;
			if (launch_is_stopped(s->launch))
				return false;
			if (is_passed(s, most))
				return true;
		}
	}
	return true;
}

static void forget_lines(struct sampling *s, struct held *held)
{
	s->list.n = 0;
	s->sample->lines = 0;
	s->sample->touches = 0;
	s->find.effort = 0;
	s->touched = 0;
	memset(s->drawn.drawn, 0,
		2 * (size_t) s->kernel->n_field * sizeof(*s->drawn.drawn));
	memset(held, 0, (size_t) s->setup->n_sm * sizeof(*held));
}

/* A few lines tell how many touches a line has, and who shares them. */
static bool choose_lines(struct sampling *s, struct held *held)
{
	struct cost most = cost_of_sample(s->budget, s->setup->is_alone);
	double all = 0, per_line, touched, pilots, lines;

	for (int f = 0; f < s->kernel->n_field; ++f) {
		int64_t first;

		all += (double) lines_of(s, f, &first);
	}
	if (all < 1)
		return true;
	s->sample->stride = fmax(1, all / PILOTS);
	s->touched = 0;
	s->find.per_line = cost_of_pilot(most, all);
	if (!follow_lines(s, s->sample->stride, cost_of_pilots(s->budget),
		    held) &&
		!s->find.is_stopped)
		return false;
	pilots = fmax(1, (double) s->sample->lines);
	per_line = fmax(fmax(0.1, (double) s->sample->touches / pilots),
		(double) s->find.effort / pilots / COST_EFFORT);
	touched = fmax(1, (double) s->touched) / pilots;
	if (!simulate_share(s->kernel, &s->list, s->resident,
		    &s->sample->shared))
		return false;
	if (s->find.is_stopped)
		return false;
	s->is_held = s->sample->shared > HELD;
	s->find.per_line = COST_LINE;
	lines = cost_lines(s->budget, s->setup->is_alone, touched, per_line);
	s->sample->stride = fmax(1, all / lines);
	for (;; s->sample->stride *= 2) {
		if (all * touched / s->sample->stride <
			fmin(COST_FEWEST, all) * 0.99) {
			s->sample->lines = 0;
			return true;
		}
		forget_lines(s, held);
		if (!follow_lines(s, s->sample->stride, most, held))
			return false;
		if (!is_passed(s, most))
			return true;
	}
}

static void touch_l2(struct sampling *s, const struct find_touch *t)
{
	const struct access *a = &s->kernel->access[t->access];
	int section = t->section[s->nth];

	if (a->atomic)
		sections_update(&s->l2, t->home, t->line, t->sectors, t->bytes,
			a->field);
	else if (a->is_store)
		sections_store(&s->l2, t->home, section, t->line, t->sectors,
			t->bytes, a->field);
	else
		sections_load(&s->l2, t->home, section, t->line, t->sectors,
			a->field);
}

/* What all replays of a touch have in common. */
static void place_touches(struct sampling *s)
{
	int n = sections_in(s->setup);

	for (int64_t i = 0; i < s->list.n; ++i) {
		struct find_touch *t = &s->list.touch[i];

		t->sectors = sectors_of(s, t);
		t->home = (uint8_t) sections_home(n, t->line);
		for (s->nth = 0; s->nth <= (is_all(s) ? FOLLOWING : 0);
			++s->nth)
			t->section[s->nth] = (uint8_t) sections_of_sm(n,
				sm_of(s, t->block));
	}
	s->nth = 0;
}

static void replay_l2(struct sampling *s)
{
	double from = start_of(s, s->counted);
	size_t size = (size_t) s->kernel->n_field * sizeof(*s->counts);
	bool has_begun = is_all(s);

	for (int64_t i = 0; i < s->list.n; ++i) {
		const struct find_touch *t = &s->list.touch[i];

		if (!has_begun && t->time >= from) {
			memset(s->counts, 0, size);
			memset(s->traffic, 0,
				(size_t) s->sample->lines *
					sizeof(*s->traffic));
			has_begun = true;
		}
		/* later ones would miss the blocks that run beside them */
		if (!is_all(s) && t->time >= start_of(s, s->end))
			break;
		if (i % POLL == 0 && launch_is_stopped(s->launch))
			break;
		touch_l2(s, t);
	}
}

/* An L2 for the sample, "size" times as large as it is. */
static bool init_l2(struct sampling *s, double size)
{
	struct simulate_cache shape = s->setup->level[1];
	int n = sections_in(s->setup);
	int64_t size_B = n > 1 ? s->setup->section_B : shape.size_B;
	double lines = size * (double) (size_B / shape.line_B) /
		s->sample->stride;
	int64_t sets;

	shape.ways = sections_ways(&shape, fmax(1, lines), &sets);
	shape.size_B = sets * shape.ways * shape.line_B;
	shape.dirty_B = (int64_t) (size * (double) shape.dirty_B /
		(s->sample->stride * n));
	shape.parts_B = (int64_t) ((double) shape.parts_B /
		(s->sample->stride * n));
	shape.policy = SIMULATE_LRU;
	shape.evict = 1;
	return sections_init(&s->l2, n, &shape, s->counts, s->traffic,
		s->sample->lines, &s->left_B);
}

/* Share of followed draws that must miss for lines to be lost to others that
 * are drawn as often, rather than to what streams through L2.
 */
#define THRASHED 0.1

/* Of draws that are too many to follow, some were.  Where drawn lines replace
 * each other, the others have the same share of misses, but for those that
 * touch data first.
 */
static void make_up(const struct sampling *s, int f, double first_B, double *B)
{
	const struct find_drawn *d = &s->drawn;
	double followed_B = d->followed[f] * s->sample->stride *
		(double) s->setup->level[1].sector_B;

	if (*B - first_B > THRASHED * followed_B && followed_B > 0)
		*B = first_B + (*B - first_B) * d->drawn[f] / d->followed[f];
}

static void take_volumes(struct sampling *s, bool is_warm)
{
	double scale = s->sample->stride;

	if (!is_all(s))
		scale *= (double) s->n_block / (double) (s->end - s->counted);
	for (int f = 0; f < s->kernel->n_field; ++f) {
		const struct simulate_counts *n = &s->counts[f];
		struct sample_volume *v = &s->sample->volume[f];

		struct sample_traffic sum = {
			scale * (double) n->load_B,
			scale * (double) n->partial_B,
			scale * (double) n->store_B,
		};
		double first_B = scale *
			(double) (n->compulsory * s->setup->level[1].sector_B);

		make_up(s, f, first_B, &sum.load_B);
		make_up(s, f, v->stored_B, &sum.store_B);
		make_up(s, f, v->stored_B, &sum.partial_B);

		/* a launch that is followed in part has long forgotten how it
		 * started
		 */
		v->warm = sum;
		if (!is_warm)
			v->cold = sum;
	}
}

/* Bytes of the granules that have one of "bytes". */
static double touched_B(const struct simulate_cache *l2, const uint64_t *bytes,
	int64_t granule_B)
{
	return (double) (granule_B *
		simulate_request_granules(bytes,
			(int) (integer_min(l2->line_B, FIND_LINE_B) + 63) / 64,
			__builtin_ctzll((unsigned long long) granule_B)));
}

/* What the lines of the sample hold that loads or stores touch. */
static bool count_touched(struct sampling *s)
{
	const struct simulate_cache *l2 = &s->setup->level[1];
	struct {
		int field;
		uint64_t load[FIND_LINE_B / 64], store[FIND_LINE_B / 64];
	} *line = heap_clear((size_t) s->sample->lines + 1, sizeof(*line));

	if (!line)
		return false;
	for (int64_t i = 0; i < s->list.n; ++i) {
		const struct find_touch *t = &s->list.touch[i];
		const struct access *a = &s->kernel->access[t->access];

		line[t->line].field = a->field;
		for (int w = 0; w < FIND_LINE_B / 64; ++w)
			if (a->is_store)
				line[t->line].store[w] |= t->bytes[w];
		for (int w = 0; w < FIND_LINE_B / 64; ++w)
			if (!a->is_store || a->atomic)
				line[t->line].load[w] |= t->bytes[w];
	}
	for (int64_t i = 0; i < s->sample->lines; ++i) {
		struct sample_volume *v = &s->sample->volume[line[i].field];

		v->loaded_B += s->sample->stride *
			touched_B(l2, line[i].load, l2->fetch_B);
		v->stored_B += s->sample->stride *
			touched_B(l2, line[i].store, l2->write_B);
	}
	free(line);
	return true;
}

/* Again and again, with what the launch before has left in L2.  Each gives its
 * blocks to other SMs, which may be of another section than that which holds
 * their data.
 */
static void replay_warm(struct sampling *s)
{
	size_t size = (size_t) s->kernel->n_field * sizeof(*s->counts);
	struct simulate_traffic before,
		is = simulate_doubt_traffic(s->counts, s->kernel->n_field);

	for (s->nth = 1; s->nth <= FOLLOWING; ++s->nth) {
		before = is;
		memset(s->counts, 0, size);
		replay_l2(s);
		is = simulate_doubt_traffic(s->counts, s->kernel->n_field);
		if (is.load_B == before.load_B && is.store_B == before.store_B)
			break;
	}
	s->nth = 0;
}

/* The traffic in an L2 "size" times as large. */
static struct simulate_launches replay_in(struct sampling *s, double size)
{
	struct simulate_sections l2 = s->l2;
	struct simulate_counts *counts = s->counts;
	struct simulate_launches t = { .is_known = false };

	s->l2 = (struct simulate_sections) { 0 };
	s->counts = heap_clear((size_t) s->kernel->n_field + 1,
		sizeof(*s->counts));
	if (s->counts && init_l2(s, size)) {
		replay_l2(s);
		t.is_known = true;
		t.cold = simulate_doubt_traffic(s->counts, s->kernel->n_field);
		if (is_all(s)) {
			replay_warm(s);
			t.warm = simulate_doubt_traffic(s->counts,
				s->kernel->n_field);
		}
	}
	sections_clear(&s->l2);
	free(s->counts);
	s->l2 = l2;
	s->counts = counts;
	return t;
}

/* Blocks that were in step run as fast as their slots from now on, and stores
 * that came at any time come late; and the other way round.
 */
static void change_order(struct sampling *s)
{
	s->is_apart = !s->is_apart;
	s->is_late = !s->is_late;
	set_times(s, s->list.touch, s->list.n);
	times_sort(s->list.touch, s->list.n);
}

/* A block that takes twice as long finds in L2 what one half as large keeps. */
#define SLOWER 0.5

/* The least traffic: all data once. */
static struct simulate_traffic traffic_once(const struct sampling *s,
	const struct simulate_traffic *is)
{
	struct simulate_traffic once = { 0, 0 };
	double part = s->fresh_B / s->sample->stride *
		(double) (s->end - s->counted) / (double) s->n_block /
		fmax(1, is->load_B + is->store_B);

	if (!is_all(s))
		return (struct simulate_traffic) { part * is->load_B,
			part * is->store_B };
	for (int f = 0; f < s->kernel->n_field; ++f) {
		const struct sample_volume *v = &s->sample->volume[f];

		once.load_B += v->loaded_B / s->sample->stride;
		once.store_B += v->stored_B / s->sample->stride;
	}
	return once;
}

/* How far it is not known what L2 keeps of the lines of a block until it touches
 * them again (19.10).  False when memory runs out.
 */
static bool doubt_pace(struct sampling *s, const struct simulate_launches *is)
{
	struct simulate_launches slower, once;
	struct simulate_doubt d;

	if (!s->setup->varies_pace)
		return true;
	slower = replay_in(s, SLOWER);
	if (!slower.is_known)
		return false;
	once = simulate_doubt_least(traffic_once(s, &is->cold), is);
	d = simulate_doubt_between(&once, &slower, is);
	s->sample->pace = sqrt(fmax(d.all, fmax(d.load, d.store)));
	s->sample->slower_B = simulate_doubt_most(&slower) * s->sample->stride;
	return true;
}

/* How far what L2 keeps is not known: half of the difference that an L2 one
 * eighth smaller or larger makes, and half of that between blocks in step and
 * as the simulator has them (19.3).  False when memory runs out.
 */
static bool doubt_around(struct sampling *s, const struct simulate_launches *is,
	struct simulate_doubt *doubt)
{
	struct simulate_launches less = replay_in(s, 7. / 8), more, other;
	struct simulate_doubt of_size, of_order;
	bool is_warm = s->setup->is_warm && is_all(s);

	if (!less.is_known)
		return false;
	more = replay_in(s, 9. / 8);
	if (!more.is_known || !doubt_pace(s, is))
		return false;
	change_order(s);
	other = replay_in(s, 1);
	if (!other.is_known)
		return false;
	of_size = simulate_doubt_between(&less, &more, is);
	of_order = simulate_doubt_between(is, &other, is);
	simulate_doubt_add(doubt, &of_size);
	simulate_doubt_add(doubt, &of_order);
	s->sample->doubt_B = s->sample->stride *
		hypot(simulate_doubt_B(&less, &more, is_warm),
			simulate_doubt_B(is, &other, is_warm));
	return true;
}

/* Steps of all resident warps through which L2 surely keeps a line: each
 * touches a few.
 */
static double steps_kept(const struct sampling *s)
{
	const struct simulate_cache *l2 = &s->setup->level[1];
	double warps = (double) s->resident *
		(double) threads_warps_per_block(s->launch,
			s->setup->warp_size);

	return (double) (l2->size_B / l2->line_B) / (4 * warps);
}

/* Can the touches of a line be found?  Those of drawn cells cannot if the cells
 * move with the thread, those of an address that is inverted by its index cannot
 * outside of the field.
 */
static bool can_follow(struct sampling *s)
{
	for (int i = 0; i < s->kernel->n_access; ++i) {
		const struct access *a = &s->kernel->access[i];

		if (draw_moves(s->kernel, s->launch, a) ||
			(s->find.access[i].by_index &&
				simulate_range_leaves(&s->find, a->field)))
			return false;
	}
	return true;
}

static bool sample_l2(struct sampling *s)
{
	struct held *held = heap_clear((size_t) s->setup->n_sm, sizeof(*held));
	struct simulate_launches is = { .is_known = true };
	struct simulate_doubt doubt;
	bool ok;

	s->drawn.warp_size = s->setup->warp_size;
	s->drawn.line_B = s->setup->level[0].line_B;
	s->drawn.sector_B = (double) s->setup->level[0].sector_B;
	s->drawn.random = &s->random;
	for (int f = 0; f < s->kernel->n_field; ++f)
		s->drawn.missed[f] = s->sample->volume[f].l1_misses;
	choose_window(s);
	s->drawn.fills = s->fresh_B / (double) s->setup->level[1].size_B *
		(double) (s->end - s->first) / (double) s->n_block;
	s->sample->waves = (double) (s->end - s->first) / (double) s->resident;
	s->counts = heap_clear((size_t) s->kernel->n_field + 1,
		sizeof(*s->counts));
	ok = held && s->counts &&
		find_init(&s->find, s->kernel, s->launch, s->first, s->end,
			s->l1_kept * simulate_walk_steps(s->kernel),
			s->setup->warp_size) &&
		find_reduce(&s->find, s->setup->level[1].sector_B,
			steps_kept(s)) &&
		(!can_follow(s) || choose_lines(s, held));
	free(held);
	if (s->find.is_stopped) {
		s->sample->lines = 0; /* one of them takes too long */
		return true;
	}
	if (!ok || s->sample->lines == 0)
		return ok;
	if (s->list.n == 0) {
		s->sample->lines = 0; /* no line of the sample is touched */
		return true;
	}
	place_touches(s);
	times_sort(s->list.touch, s->list.n);
	s->traffic = heap_clear((size_t) s->sample->lines + 1,
		sizeof(*s->traffic));
	if (!s->traffic || !init_l2(s, 1) || (is_all(s) && !count_touched(s)))
		return false;
	replay_l2(s);
	take_volumes(s, false);
	doubt = (struct simulate_doubt) { 0, 0, 0 };
	if (s->sample->stride > 1)
		doubt = simulate_doubt_of_lines(s->traffic, s->sample->lines);
	is.cold = simulate_doubt_traffic(s->counts, s->kernel->n_field);
	if (is_all(s)) {
		replay_warm(s);
		take_volumes(s, true);
		is.warm = simulate_doubt_traffic(s->counts, s->kernel->n_field);
	}
	if (!doubt_around(s, &is, &doubt))
		return false;
	s->sample->error = sqrt(doubt.all);
	s->sample->worst = sqrt(fmax(doubt.all, fmax(doubt.load, doubt.store)));
	return !sections_are_short(&s->l2);
}

/* ----------------------------------------------------------------- sample */

enum simulate_status simulate_sample(const struct kernel *kernel,
	const struct launch *launch, const struct simulate_setup *setup,
	double fresh_B, int64_t requests, struct simulate_sample *sample,
	char why[256])
{
	struct sampling s = {
		.kernel = kernel,
		.launch = launch,
		.setup = setup,
		.sample = sample,
		.budget = requests,
		.fresh_B = fresh_B,
		.all = simulate_walk_steps(kernel) *
			threads_active_warps(kernel, launch, setup->warp_size),
		.n_block = launch_blocks(launch),
		.left_B = setup->max_B,
		.is_apart = !setup->in_step,
		.is_late = !setup->in_step,
		.random = setup->seed * 2 + UINT64_C(0x2545f4914f6cdd1d),
	};
	enum simulate_status status = SIMULATE_MEMORY;

	s.resident = setup->n_sm * setup->blocks_per_sm;
	if (s.resident > s.n_block)
		s.resident = s.n_block;
	*sample = (struct simulate_sample) { .n_field = kernel->n_field,
		.n_access = kernel->n_access };
	/* simulate() checks the levels that it runs, of which L2 is none */
	if (!simulate_check(&setup->level[1], why))
		return SIMULATE_IMPOSSIBLE;
	sample->volume = heap_clear((size_t) kernel->n_field + 1,
		sizeof(*sample->volume));
	sample->missed = heap_clear((size_t) kernel->n_access + 1,
		sizeof(*sample->missed));
	s.drawn.missed = heap_clear(4 * (size_t) kernel->n_field + 1,
		sizeof(*s.drawn.missed));
	if (!sample->volume || !sample->missed || !s.drawn.missed) {
		free(s.drawn.missed);
		simulate_sample_clear(sample);
		return status;
	}
	s.drawn.drawn = s.drawn.missed + kernel->n_field;
	s.drawn.followed = s.drawn.drawn + kernel->n_field;
	s.drawn.kept = s.drawn.followed + kernel->n_field;
	if (s.all <= (double) requests)
		status = simulate_whole(kernel, launch, setup, sample, why);
	else if ((status = sample_l1(&s, why)) == SIMULATE_OK)
		status = sample_l2(&s) ? SIMULATE_OK : SIMULATE_MEMORY;
	find_clear(&s.find);
	schedule_clear(&s.schedule);
	free(s.list.touch);
	sections_clear(&s.l2);
	free(s.counts);
	free(s.traffic);
	free(s.drawn.missed);
	if (launch_is_stopped(launch))
		status = SIMULATE_STOPPED;
	if (status != SIMULATE_OK)
		simulate_sample_clear(sample);
	return status;
}

void simulate_sample_clear(struct simulate_sample *sample)
{
	free(sample->volume);
	free(sample->missed);
	*sample = (struct simulate_sample) { 0 };
}
