/* Distinct granules under conditions, where no closed form holds
 * (doc/MODEL.md, chapter 6).  Memory is cut into strips of granules.  The rows
 * of threads that touch a strip follow from its addresses, and rows of bits
 * (masks.h) tell which of them are active.  A launch of few strips is counted
 * whole; of others, strips are drawn by the accesses that they have.
 */

#include <math.h>
#include <string.h>

#include "engine/base/bits.h"
#include "engine/base/integer.h"
#include "engine/model/strips.h"

/* The budget of a count in rows: of an estimate, and of one of many.  Launches
 * of at most WHOLE times as many rows are counted whole.
 */
#define MOST_ROWS 1500
#define FEW_ROWS  300
#define WHOLE	  6

/* Strips that are drawn of each set by their accesses: the fewest at first, and
 * where these leave an error above ENOUGH, as many as the budget allows, or MORE
 * times as many.  Half as many are drawn evenly.
 */
#define FEWEST_DRAWN 20
#define MOST_DRAWN   48
#define ENOUGH	     0.02
#define MORE	     2
#define DRAWN_OVER   1.5

/* A sample that spares less than this is not worth its error. */
#define SPARED 4

static bool count_all(struct strips *t, int64_t first, int64_t n_strip,
	double *n)
{
	t->is_drawn = false;
	for (int c = 1; c < 1 << t->n_set; ++c)
		n[c] = 0;
	for (int64_t i = 0; i < n_strip && !t->failed; ++i) {
		double here[1 << FOOTPRINT_SETS];

		strips_count(t, first + i, here);
		for (int c = 1; c < 1 << t->n_set; ++c)
			n[c] += here[c];
	}
	return !t->failed;
}

/* How the strips of a set are drawn: n_touch by accesses, of which there are
 * n_access; n_even evenly from n_strip strips.
 */
struct quota {
	double n_touch, n_access, n_even, n_strip;
	int64_t first;
};

/* Sums over drawn strips: granules beside accesses, and beside strips, each over
 * the number of times that the strip is expected to be drawn.
 */
struct sums {
	const struct quota *quota; /* of each set */
	double granules[1 << FOOTPRINT_SETS];
	struct conditions_sums accesses, strips;
};

static void add_ratio(struct conditions_sums *sums, double g, double by)
{
	sums->c += g;
	sums->l += by;
	sums->cc += g * g;
	sums->cl += g * by;
	sums->ll += by * by;
}

/* Add a strip w.
 *
 *	|F| = t sum_w (g_w / E_w) / sum_w (t_w / E_w)		  (6.18)
 *	E_w = sum over sets i of n_i t_iw / t_i + n'_i / N_i, where w is one
 *	      of the N_i strips of set i
 *
 *	g_w, t_iw   granules of w that are touched, accesses of set i to it
 *	t_w, t      accesses of all sets to it, to all strips
 */
static void draw_strip(struct strips *t, int64_t strip, struct sums *sums)
{
	double here[1 << FOOTPRINT_SETS], expected = 0, touches = 0, g = 0;

	strips_count(t, strip, here);
	for (int i = 0; i < t->n_set; ++i) {
		const struct quota *d = &sums->quota[i];

		touches += t->n_touch[i];
		if (d->n_access > 0)
			expected += d->n_touch * t->n_touch[i] / d->n_access;
		if (strip >= d->first &&
			(double) (strip - d->first) < d->n_strip)
			expected += d->n_even / d->n_strip;
	}
	if (!(expected > 0))
		return;
	for (int c = 1; c < 1 << t->n_set; ++c) {
		sums->granules[c] += here[c] / expected;
		g += here[c] / expected;
	}
	add_ratio(&sums->accesses, g, touches / expected);
	add_ratio(&sums->strips, g, 1 / expected);
}

/* The strip of the active access of a block that "share" of its accesses come
 * before.
 */
static void draw_access(struct strips *t, const int64_t block[3],
	const struct kinds_pattern *p, double lanes, double share,
	struct sums *sums)
{
	const int64_t *size = t->m->launch->block;
	int64_t left = (int64_t) (share * lanes), point[N_QUASI_VAR] = { 0 };

	memcpy(&point[VAR_BX], block, 3 * sizeof(block[0]));
	masks_limit(t->masks, p->limit);
	masks_go(t->masks, block);
	for (int i = 0; i < t->n_inverse; ++i) {
		const uint64_t *word = masks_find(t->masks, t->inverse[i].node);

		t->failed |= !word;
		for (int w = 0; word && w < t->masks->n_word; ++w) {
			const struct strips_inverse *v = &t->inverse[i];
			const struct quasi *e = v->access->address;
			uint64_t bits = word[w] & t->masks->domain[w];
			int n = bits_sum(bits);
			int64_t base_B = v->constant - e->constant;
			int64_t thread, address;

			if (left >= n) {
				left -= n;
				continue;
			}
			for (; left > 0; --left)
				bits &= bits - 1;
			thread = (int64_t) w * 64 + __builtin_ctzll(bits);
			point[VAR_TX] = thread % size[0];
			point[VAR_TY] = thread / size[0] % size[1];
			point[VAR_TZ] = thread / size[0] / size[1];
			if (quasi_eval(e, point, &address))
				draw_strip(t, strips_find(t, address + base_B),
					sums);
			return;
		}
	}
}

static double fraction(double x)
{
	return x - floor(x);
}

/* Systematic sampling: blocks at equal steps of the cumulated lanes of boxes,
 * placed within a box by a Kronecker sequence (powers of the inverse plastic
 * constant, as in workings_count.c).
 */
static void draw_strips(struct strips *t, const struct kinds *k,
	const double *lanes, double all, int n_draw, struct sums *sums)
{
	static const double place[3] = { 0.81917251339616443,
		0.67104360670378921, 0.54970047790197026 };
	double step = all / n_draw, next = step / 2, before = 0;
	int n = 0;

	for (int i = 0; i < k->n_box; ++i) {
		const struct kinds_box *b = &k->box[i];
		double here = lanes[b->pattern];

		before += here * b->weight;
		for (; before > next; next += step) {
			double to[BLOCKS_SPANS];
			int64_t at[3] = { b->at[0], b->at[1], b->at[2] };

			++n;
			for (int s = 0; s < BLOCKS_SPANS; ++s) {
				int round = 1 + s / 3;

				to[s] = fraction(
					0.5 + n * place[s % 3] * round);
			}
			blocks_move(b->n_span, b->span, to, at);
			draw_access(t, at, &k->pattern[b->pattern], here,
				fraction(n * 0.61803398874989485), sums);
		}
	}
}

/* Strips of a set evenly, one of each of as many parts. */
static void draw_evenly(struct strips *t, const struct quota *d,
	struct sums *sums)
{
	for (int i = 0; i < (int) d->n_even; ++i) {
		double to = i + fraction((i + 1) * 0.61803398874989485);

		draw_strip(t,
			d->first + (int64_t) (to * d->n_strip / d->n_even),
			sums);
	}
}

static double *lanes_of(struct strips *t, const struct kinds *k,
	const struct access_list *list, double *all)
{
	double *lanes = quasi_pool_alloc(t->m->pool,
		((size_t) k->n_pattern + 1) * sizeof(double));

	*all = 0;
	for (int i = 0; lanes && i < k->n_pattern; ++i) {
		lanes[i] = conditions_of_list(k, list, &k->pattern[i]);
		*all += lanes[i] * k->pattern[i].weight;
	}
	return lanes;
}

/* The granules by (6.18), and their relative standard error.  Strips of few
 * accesses may be missing from the sample: then the mean of drawn strips, times
 * their number, says something else, and half of what the two are apart beyond
 * twice their errors counts.
 */
static void take_sums(const struct strips *t, const struct sums *s, double *n,
	double *error)
{
	double access = 0, scale, other;

	if (!(s->accesses.l > 0))
		return;
	for (int i = 0; i < t->n_set; ++i)
		access += s->quota[i].n_access;
	scale = access / s->accesses.l;
	*error = conditions_ratio_error(&s->accesses, 0);
	if (t->n_set == 1) {
		other = s->quota[0].n_strip / s->strips.l;
		*error = fmax(*error,
			fabs(other - scale) / (other + scale) -
				hypot(*error,
					conditions_ratio_error(&s->strips, 0)));
	}
	for (int c = 1; c < 1 << t->n_set; ++c)
		n[c] = s->granules[c] * scale;
}

/* Draw about n_draw strips of each set by their accesses, and half as many
 * evenly: strips of few accesses have granules, too.
 */
static bool draw_sets(struct strips *t, const struct kinds *by_set,
	const struct access_list *list, int n_draw, double *n, double *error)
{
	struct quota quota[FOOTPRINT_SETS];
	struct sums sums = { .quota = quota };
	double *lanes[FOOTPRINT_SETS];

	for (int i = 0; i < t->n_set; ++i) {
		struct quota *d = &quota[i];

		lanes[i] = lanes_of(t, &by_set[i], list, &d->n_access);
		if (!lanes[i])
			return false;
		d->n_strip = d->n_access > 0 ? strips_range(t, i, &d->first) :
					       0;
		d->n_touch = n_draw;
		d->n_even = (int) fmin(d->n_strip, n_draw / 2);
	}
	for (int i = 0; i < t->n_set && !t->failed; ++i) {
		if (!(quota[i].n_access > 0))
			continue;
		draw_strips(t, &by_set[i], lanes[i], quota[i].n_access, n_draw,
			&sums);
		draw_evenly(t, &quota[i], &sums);
	}
	take_sums(t, &sums, n, error);
	return !t->failed;
}

static void note_error(struct workings *m, double error)
{
	m->is_sampled = true;
	m->sample_error = fmax(m->sample_error, error);
}

/* Large granules such as pages are few: each is searched for an access.  Past
 * the budget, those that were searched represent all; steps of about the
 * golden ratio spread them over the launch.
 */
static bool search_granules(struct strips *t, double *n, double budget)
{
	int64_t first, step, n_granule, i = 0;
	double range, found = 0;

	t->is_any = true;
	t->n_granule = 1;
	range = strips_range_all(t, &first);
	if (!(range < 0x1p40) || t->n_set != 1)
		return false;
	n_granule = (int64_t) range;
	step = 1 + (int64_t) (range * 0.61803398874989485);
	while (integer_gcd(step, integer_max(1, n_granule)) != 1)
		++step;
	for (; i < n_granule && t->n_row < budget && !t->failed; ++i)
		found += strips_touch(t, first + i * step % n_granule);
	n[1] = found;
	if (i == n_granule || t->failed)
		return !t->failed;
	n[1] = fmax(1, found * range / (double) i);
	note_error(t->m, sqrt((1 - found / (double) i) / fmax(1, found)));
	return true;
}

/* Draw strips; their relative standard error is in *error. */
static bool draw(struct strips *t, const struct access_list *list,
	const struct kinds *by_set, double n_draw, double *n, double *error)
{
	t->is_drawn = true;
	*error = 0;
	if (by_set == t->m->conditions->wave &&
		!conditions_find_wave(t->m, t->n_set))
		return false;
	return draw_sets(t, by_set, list, (int) n_draw, n, error);
}

/* Draw strips, and more of them where their error is large: as many as will make
 * it small, or as the budget allows.  All are counted if that is not much more.
 */
static bool draw_enough(struct strips *t, const struct access_list *list,
	const struct kinds *by_set, double budget, double *n, double *error)
{
	bool is_one = !t->m->launch->figures_only;
	double per_draw = t->n_set * t->rows;
	double most = fmin(MOST_DRAWN, fmax(FEWEST_DRAWN, budget / per_draw));
	int64_t first;
	double rows = strips_range_all(t, &first) * t->rows;

	if (!draw(t, list, by_set, FEWEST_DRAWN, n, error))
		return false;
	if (!(*error > ENOUGH))
		return true;
	if (is_one && rows <= MORE * WHOLE * budget)
		return count_all(t, first, (int64_t) (rows / t->rows), n);
	if (is_one && most * per_draw <= budget &&
		*error > ENOUGH * sqrt(most / FEWEST_DRAWN))
		most *= MORE;
	return most == FEWEST_DRAWN || draw(t, list, by_set, most, n, error);
}

/* Sets of few strips are counted whole; where all else is sampled, of so few
 * that drawing them would not be faster.
 */
static bool count_strips(struct strips *t, const struct access_list *list,
	const struct kinds *by_set, double budget, double *n)
{
	double range, drawn, error, whole;
	int64_t first;

	strips_cut(t);
	range = strips_range_all(t, &first);
	drawn = DRAWN_OVER * t->n_set * t->rows *
		fmin(MOST_DRAWN,
			fmax(FEWEST_DRAWN, budget / t->rows / t->n_set));
	whole = t->m->conditions->is_exact ?
		fmax(WHOLE * budget, SPARED * drawn) :
		fmin(WHOLE * budget, 2 * drawn);
	if (range * t->rows <= whole)
		return count_all(t, first, (int64_t) range, n);
	if (!draw_enough(t, list, by_set, budget, n, &error))
		return false;
	if (!t->is_drawn)
		return true;
	/* the lanes of a wave cancel in (4.11) */
	if (by_set == &t->m->conditions->kinds)
		error = hypot(error, conditions_error(by_set, list));
	note_error(t->m, error);
	return true;
}

/* Does each thread of the launch touch a granule of its own? */
static bool has_own_granules(const struct strips *t, const struct kinds *by_set)
{
	const struct strips_inverse *v = &t->inverse[0];

	return t->n_inverse == 1 && by_set == &t->m->conditions->kinds &&
		t->granule_B <= v->stride[v->n_digit - 1];
}

bool conditions_granules(struct workings *m, const struct access_list *list,
	double granule_B, int n_set, const struct thread_set *set,
	const struct kinds *by_set, double *n)
{
	double budget = conditions_effort(m) *
		(m->launch->figures_only ? FEW_ROWS : MOST_ROWS);
	struct strips *t = quasi_pool_take(m->pool, sizeof(*t));

	if (!t)
		return false;
	*t = (struct strips) {
		.m = m,
		.masks = &m->conditions->masks,
		.granule_B = (int64_t) granule_B,
		.n_set = n_set,
		.set = set,
		.n_inverse = list->n,
	};
	t->inverse = quasi_pool_alloc(m->pool,
		(size_t) (list->n + 1) * sizeof(t->inverse[0]));
	if (!t->inverse)
		return false;
	for (int i = 0; i < list->n; ++i)
		if (!strips_invert(t, &m->kernel->access[list->access[i]],
			    &t->inverse[i]))
			return false;
	strips_start_at_zero(t);
	for (int i = 0; i < 1 << n_set; ++i)
		n[i] = 0;
	if (has_own_granules(t, by_set)) {
		n[1] = conditions_of_list(by_set, list, NULL);
		if (conditions_error(by_set, list) > 0)
			note_error(m, conditions_error(by_set, list));
		return true;
	}
	if (t->granule_B > STRIPS_THREADS *
			t->inverse[0].stride[t->inverse[0].n_digit - 1])
		return search_granules(t, n, budget);
	return count_strips(t, list, by_set, budget, n);
}
