/* Lanes of one block that a predicate of one loop counter leaves, trip by trip:
 * the trips of a lane are a few intervals, and a warp makes a request in those
 * of any lane.  Where the predicate looks up tables, as on Hilbert's curve,
 * bounds decide whole ranges of trips, and only trips in which the block
 * crosses an edge are evaluated.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_trips.h"
#include "engine/kernel/predicate.h"

#define MOST_SPANS 256 /* of a warp */

/* Trips from .. end-1. */
struct span {
	int64_t from, end;
};

struct spans {
	const struct warp_walk *w;
	enum quasi_var counter;
	bool is_interval; /* of each lane */
	int n;
	struct span span[MOST_SPANS];
};

/* The only counter that the predicate sees; false if there are others. */
static bool find_counter(const struct warp_walk *w, enum quasi_var *counter)
{
	unsigned loops = w->vars >> VAR_LOOP0;

	if (!loops || loops & (loops - 1))
		return false;
	*counter = VAR_LOOP0;
	while (!(w->vars >> *counter & 1))
		++*counter;
	return true;
}

static enum region_answer visit_trips(const struct region *r, void *user,
	struct region_split *split)
{
	struct spans *s = user;
	enum region_answer holds = region_predicate(r, s->w->a->predicate,
		split);
	int64_t from = r->at[s->counter], n = 1;

	if (holds == REGION_SPLIT)
		return REGION_SPLIT;
	if (holds == REGION_NO)
		return REGION_YES;
	for (int i = 0; i < r->n_dim; ++i) {
		if (r->by[s->counter][i] != n)
			return REGION_NO; /* trips that do not follow each other */
		n *= r->n[i];
	}
	if (s->n == MOST_SPANS)
		return REGION_NO;
	s->span[s->n++] = (struct span) { from, from + n };
	return REGION_YES;
}

/* By insertion: the spans of lanes side by side mostly start together. */
static void sort_spans(struct span *span, int n)
{
	for (int i = 1; i < n; ++i) {
		struct span x = span[i];
		int j = i;

		for (; j > 0 && span[j - 1].from > x.from; --j)
			span[j] = span[j - 1];
		span[j] = x;
	}
}

static void add_spans(struct spans *s, struct warp_sum *sum)
{
	int64_t end = 0;

	sort_spans(s->span, s->n);
	for (int i = 0; i < s->n; ++i) {
		const struct span *p = &s->span[i];
		int64_t from = p->from > end ? p->from : end;

		sum->n_lane += p->end - p->from;
		if (p->end > from)
			sum->n_request += p->end - from;
		end = p->end > end ? p->end : end;
	}
}

/* Does "v" change the value of a term? */
static bool is_in_terms(const struct quasi *e, enum quasi_var v, bool within)
{
	if (!e)
		return false;
	if (within && e->coef[v] != 0)
		return true;
	for (int i = 0; i < e->n_term; ++i)
		if (is_in_terms(e->term[i].a, v, true) ||
			is_in_terms(e->term[i].b, v, true))
			return true;
	return false;
}

/* Is the predicate one interval of the counter for each lane? */
static bool is_interval(const struct predicate *g, enum quasi_var v)
{
	switch (g->op) {
	case PREDICATE_GE:
	case PREDICATE_EQ: return !is_in_terms(g->e, v, false);
	case PREDICATE_AND: return is_interval(g->a, v) && is_interval(g->b, v);
	case PREDICATE_OR:
	case PREDICATE_NOT: return false;
	}
	return false;
}

/* Keep the trips of *s where e + c k, the value in trip k, makes the predicate
 * hold.
 */
static void keep(enum predicate_op op, int64_t e, int64_t c, struct span *s)
{
	if (c == 0) {
		if (op == PREDICATE_GE ? e < 0 : e != 0)
			s->end = s->from;
	} else if (op == PREDICATE_EQ) {
		if (e % c != 0) {
			s->end = s->from;
		} else {
			s->from = integer_max(s->from, -e / c);
			s->end = integer_min(s->end, -e / c + 1);
		}
	} else if (c > 0) {
		s->from = integer_max(s->from,
			c == 1 ? -e : integer_ceil(-e, c));
	} else {
		s->end = integer_min(s->end,
			(c == -1 ? e : integer_floor(e, -c)) + 1);
	}
}

/* The same for n threads side by side, the first of which is at "point", whose
 * counter is 0.  False where a value overflows or is too large an expression.
 */
static bool keep_trips(const struct predicate *g, enum quasi_var v,
	const int64_t *point, int n, struct span *span)
{
	int64_t e[QUASI_RUN];

	if (g->op == PREDICATE_AND)
		return keep_trips(g->a, v, point, n, span) &&
			keep_trips(g->b, v, point, n, span);
	if (n == 1 ? !quasi_eval(g->e, point, e) :
		     !quasi_run(g->e, point, VAR_TX, n, e))
		return false;
	for (int i = 0; i < n; ++i) {
		if (e[i] == INT64_MIN)
			return false;
		keep(g->op, e[i], g->e->coef[v], &span[i]);
	}
	return true;
}

/* Bounds of the predicate cost some thousand steps a lane. */
static bool add_lane(struct spans *s, const struct region *r)
{
	int64_t point[N_QUASI_VAR] = { 0 };
	struct span span = { 0, s->w->trips[s->counter - VAR_LOOP0] };

	if (!s->is_interval || s->n == MOST_SPANS)
		return false;
	for (int v = VAR_TX; v <= VAR_BZ; ++v)
		point[v] = r->at[v];
	if (!keep_trips(s->w->a->predicate, s->counter, point, 1, &span))
		return false;
	if (span.from < span.end)
		s->span[s->n++] = span;
	return true;
}

/* All lanes at once, where they lie side by side. */
static bool add_lanes(struct spans *s)
{
	const struct warp_walk *w = s->w;
	int64_t point[N_QUASI_VAR] = { 0 };
	struct span span[QUASI_RUN];
	int n_active;

	if (!s->is_interval || w->width > QUASI_RUN ||
		w->a->launch->block[0] % w->width != 0)
		return false;
	if (!footprint_walk_lane(w, 0, &point[VAR_TX]))
		return true;
	n_active = (int) integer_min(w->width, w->limit[0] - point[VAR_TX]);
	for (int i = 0; i < 3; ++i)
		point[VAR_BX + i] = w->first[i];
	for (int i = 0; i < w->width; ++i)
		span[i] = (struct span) { 0, w->trips[s->counter - VAR_LOOP0] };
	if (!keep_trips(w->a->predicate, s->counter, point, w->width, span))
		return false;
	for (int i = 0; i < n_active; ++i)
		if (span[i].from < span[i].end)
			s->span[s->n++] = span[i];
	return true;
}

static bool add_warp(struct spans *s, struct warp_sum *sum)
{
	struct warp_walk w = *s->w;

	s->n = 0;
	if (add_lanes(s)) {
		add_spans(s, sum);
		return true;
	}
	for (int lane = 0; lane < w.width; ++lane) {
		struct region r = region_origin();

		for (int i = 0; i < 3; ++i)
			r.at[VAR_BX + i] = w.first[i];
		if (!footprint_walk_lane(s->w, lane, &r.at[VAR_TX]))
			continue;
		if (add_lane(s, &r))
			continue;
		region_extend(&r, s->counter, 1,
			w.trips[s->counter - VAR_LOOP0]);
		if (!region_refine(&r, &w.n_part, visit_trips, s))
			return false;
	}
	add_spans(s, sum);
	return true;
}

/* The threads of the block that are in the domain. */
static struct warp_sum all_lanes(struct warp_walk *w, int64_t n_warp)
{
	struct warp_sum all = { 0, 0 };
	int64_t at[3];

	for (w->warp = 0; w->warp < n_warp; ++w->warp) {
		int64_t before = all.n_lane;

		for (int lane = 0; lane < w->width; ++lane)
			all.n_lane += footprint_walk_lane(w, lane, at);
		all.n_request += all.n_lane > before;
	}
	return all;
}

/* One trip, warp by warp. */
static void evaluate_trip(struct warp_walk *w, int64_t *point, int64_t n_warp,
	struct warp_sum *sum)
{
	for (w->warp = 0; w->warp < n_warp; ++w->warp) {
		int64_t before = sum->n_lane, at[3];
		uint64_t bits;

		footprint_walk_lane(w, 0, &point[VAR_TX]);
		bits = predicate_lanes(w->a->predicate, w->a->launch->block,
			point, w->width);
		for (int lane = 0; lane < w->width; ++lane)
			sum->n_lane += (bits >> lane & 1) &&
				footprint_walk_lane(w, lane, at);
		sum->n_request += sum->n_lane > before;
	}
}

struct tabled {
	struct warp_walk *w;
	enum quasi_var counter;
	int64_t n_warp;
	struct warp_sum all; /* of one trip */
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR];
};

/* Trips from .. end-1. */
static bool add_trips(struct tabled *t, int64_t from, int64_t end,
	struct warp_sum *sum)
{
	const struct predicate *g = t->w->a->predicate;
	int64_t point[N_QUASI_VAR];

	if (--t->w->n_part < 0 || launch_is_stopped(t->w->a->launch))
		return false;
	t->lo[t->counter] = from;
	t->hi[t->counter] = end - 1;
	if (!predicate_may_be(g, t->lo, t->hi, true))
		return true;
	if (!predicate_may_be(g, t->lo, t->hi, false)) {
		sum->n_lane += (end - from) * t->all.n_lane;
		sum->n_request += (end - from) * t->all.n_request;
		return true;
	}
	if (end - from > 1)
		return add_trips(t, from, (from + end) / 2, sum) &&
			add_trips(t, (from + end) / 2, end, sum);
	memcpy(point, t->lo, sizeof(point));
	evaluate_trip(t->w, point, t->n_warp, sum);
	return true;
}

static bool count_tabled(struct warp_walk *w, enum quasi_var counter,
	int64_t n_warp, struct warp_sum *sum)
{
	struct tabled t = { .w = w, .counter = counter, .n_warp = n_warp };

	for (int i = 0; i < 3; ++i) {
		t.lo[VAR_BX + i] = t.hi[VAR_BX + i] = w->first[i];
		t.hi[VAR_TX + i] = w->limit[i] - 1;
	}
	t.all = all_lanes(w, n_warp);
	return add_trips(&t, 0, w->trips[counter - VAR_LOOP0], sum);
}

static bool count_spans(struct spans *s, struct warp_walk *w, int64_t n_warp,
	struct warp_sum *sum)
{
	s->is_interval = w->a->predicate &&
		is_interval(w->a->predicate, s->counter);
	/* footprint_walk_any() ends at once where the budget is spent */
	for (w->warp = 0; w->warp < n_warp; ++w->warp)
		if (launch_is_stopped(w->a->launch) || !add_warp(s, sum))
			return false;
	return true;
}

/* Does "v" decide which entry of a table is part of "e"? */
static bool chooses_entry(const struct quasi *e, enum quasi_var v, bool within)
{
	if (!e)
		return false;
	if (within && e->coef[v] != 0)
		return true;
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		bool inside = within || t->op == QUASI_TABLE;

		if (chooses_entry(t->a, v, inside) ||
			chooses_entry(t->b, v, inside))
			return true;
	}
	return false;
}

static bool looks_up(const struct predicate *g, enum quasi_var v)
{
	return g &&
		(chooses_entry(g->e, v, false) || looks_up(g->a, v) ||
			looks_up(g->b, v));
}

bool footprint_trips_count(struct warp_walk *w, struct warp_sum *sum)
{
	int64_t n_warp = threads_warps_per_block(w->a->launch, w->width);
	struct spans s = { .w = w };
	struct warp_sum one = { 0, 0 };

	if (w->a->trip || w->only || !find_counter(w, &s.counter) ||
		w->n_block[0] * w->n_block[1] * w->n_block[2] != 1)
		return false;
	if (looks_up(w->a->predicate, s.counter) ?
			!count_tabled(w, s.counter, n_warp, &one) :
			!count_spans(&s, w, n_warp, &one))
		return false;
	sum->n_request += w->repeat * one.n_request;
	sum->n_lane += w->repeat * one.n_lane;
	return true;
}
