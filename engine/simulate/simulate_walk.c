/* Run the compiled program of a kernel for the lanes of a warp.  Values that
 * are equal for all lanes, or linear in the lane, are not computed lane by
 * lane.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/simulate/simulate_walk.h"

/* --------------------------------------------------------------- values */

static int64_t *row_of(struct simulate_walk *w, const struct walk_warp *warp,
	int node)
{
	const struct walk_node *n = &w->node[node];

	return (n->is_late ? w->late : warp->early) + n->row * w->width;
}

/* What is the same for all lanes. */
static int64_t common_part(const struct walk_expr *e,
	const struct walk_warp *warp)
{
	int64_t v = e->constant;

	for (int i = 0; i < 3; ++i)
		v += e->coef[VAR_BX + i] * warp->block[i];
	for (int i = 0; i < QUASI_LOOPS; ++i)
		v += e->coef[VAR_LOOP0 + i] * warp->counter[i];
	return v;
}

static void add_scaled(int64_t *out, const int64_t *in, int64_t factor,
	int from, int to)
{
	if (factor == 0)
		return;
	if (factor == 1) {
		for (int l = from; l < to; ++l)
			out[l] += in[l];
		return;
	}
	for (int l = from; l < to; ++l)
		out[l] += factor * in[l];
}

static void evaluate(struct simulate_walk *w, const struct walk_warp *warp,
	const struct walk_expr *e, int from, int to, int64_t *out)
{
	int64_t common = common_part(e, warp);

	if (warp->is_row) {
		int64_t at = common;

		for (int i = 0; i < 3; ++i)
			at += e->coef[i] * warp->t[i][0];
		at += from * e->coef[0];
		for (int l = from; l < to; ++l, at += e->coef[0])
			out[l] = at;
	} else {
		for (int l = from; l < to; ++l)
			out[l] = common;
		for (int i = 0; i < 3; ++i)
			add_scaled(out, warp->t[i], e->coef[i], from, to);
	}
	for (int i = 0; i < e->n_term; ++i)
		add_scaled(out, row_of(w, warp, e->term[i].node),
			e->term[i].coef, from, to);
}

static void divide(int64_t *v, const struct walk_node *n, int from, int to)
{
	if (n->shift >= 0) {
		/* an arithmetic shift, as gcc and clang have it, is a floor */
		for (int l = from; l < to; ++l)
			v[l] >>= n->shift;
		return;
	}
	for (int l = from; l < to; ++l)
		v[l] = integer_floor(v[l], n->divisor);
}

static void evaluate_node(struct simulate_walk *w, const struct walk_warp *warp,
	int node, int from, int to)
{
	const struct walk_node *n = &w->node[node];
	int64_t *out = row_of(w, warp, node), other[WALK_LANES];

	evaluate(w, warp, &n->a, from, to, out);
	if (n->op == QUASI_FLOOR) {
		divide(out, n, from, to);
		return;
	}
	if (n->op == QUASI_TABLE) {
		for (int l = from; l < to; ++l)
			out[l] = quasi_entry(n->table, out[l]);
		return;
	}
	evaluate(w, warp, &n->b, from, to, other);
	for (int l = from; l < to; ++l)
		if (n->op == QUASI_MIN ? other[l] < out[l] : other[l] > out[l])
			out[l] = other[l];
}

static void evaluate_late(struct simulate_walk *w, const struct walk_warp *warp,
	const struct walk_expr *e, int from, int to)
{
	for (int i = 0; i < e->n_late; ++i)
		evaluate_node(w, warp, e->late[i], from, to);
}

static uint64_t lanes_between(int from, int to)
{
	uint64_t below = to == 64 ? ~UINT64_C(0) : (UINT64_C(1) << to) - 1;

	return below & ~((UINT64_C(1) << from) - 1);
}

/* The lanes from .. to-1 where "at" + (l - from) "step" is not negative, or 0. */
static uint64_t linear_lanes(enum predicate_op op, int64_t at, int64_t step,
	int from, int to)
{
	int64_t last = at + (to - 1 - from) * step;

	if (op == PREDICATE_EQ) {
		if (step == 0)
			return at == 0 ? lanes_between(from, to) : 0;
		if (at % step != 0 || -at / step < 0 || -at / step >= to - from)
			return 0;
		return UINT64_C(1) << (from + -at / step);
	}
	if (at >= 0)
		return lanes_between(from,
			last >= 0 ? to : from + (int) (at / -step) + 1);
	return last < 0 ?
		0 :
		lanes_between(from + (int) integer_ceil(-at, step), to);
}

static bool is_linear(const struct walk_warp *warp, const struct walk_expr *e)
{
	return warp->is_row && e->n_term == 0;
}

/* In the lane "from", of a warp whose lanes are a row. */
static int64_t value_in_row(const struct walk_expr *e,
	const struct walk_warp *warp, int from)
{
	int64_t at = common_part(e, warp) + from * e->coef[VAR_TX];

	for (int i = 0; i < 3; ++i)
		at += e->coef[i] * warp->t[i][0];
	return at;
}

static uint64_t predicate_lanes(struct simulate_walk *w,
	const struct walk_warp *warp, int predicate, int from, int to)
{
	const struct walk_predicate *g = &w->predicate[predicate];
	int64_t v[WALK_LANES];
	uint64_t lanes = 0;

	switch (g->op) {
	case PREDICATE_GE:
	case PREDICATE_EQ:
		if (is_linear(warp, &g->e))
			return linear_lanes(g->op,
				value_in_row(&g->e, warp, from),
				g->e.coef[VAR_TX], from, to);
		evaluate_late(w, warp, &g->e, from, to);
		evaluate(w, warp, &g->e, from, to, v);
		for (int l = from; l < to; ++l)
			lanes |= (uint64_t) (g->op == PREDICATE_GE ? v[l] >= 0 :
								     v[l] == 0)
				<< l;
		return lanes;
	case PREDICATE_NOT:
		return lanes_between(from, to) &
			~predicate_lanes(w, warp, g->a, from, to);
	case PREDICATE_AND:
		lanes = predicate_lanes(w, warp, g->a, from, to);
		return lanes ?
			lanes & predicate_lanes(w, warp, g->b, from, to) :
			0;
	case PREDICATE_OR:
		return predicate_lanes(w, warp, g->a, from, to) |
			predicate_lanes(w, warp, g->b, from, to);
	}
	return 0;
}

/* The trips after which v + c k, v in this one, decides otherwise. */
static int64_t trips_until(enum predicate_op op, int64_t v, int64_t c)
{
	if (c == 0)
		return INT64_MAX;
	if (op == PREDICATE_EQ)
		return v == 0			 ? 1 :
			v % c == 0 && -v / c > 0 ? -v / c :
						   INT64_MAX;
	if (c > 0)
		return v < 0 ? integer_ceil(-v, c) : INT64_MAX;
	return v >= 0 ? v / -c + 1 : INT64_MAX;
}

/* The lanes of a predicate without counters in terms, and after how many trips of
 * the counter "deepest" they may be others.
 */
static uint64_t lanes_and_trips(struct simulate_walk *w,
	const struct walk_warp *warp, int predicate, int deepest,
	int64_t *trips)
{
	const struct walk_predicate *g = &w->predicate[predicate];
	int64_t v[WALK_LANES], c, other;
	uint64_t lanes = 0;

	switch (g->op) {
	case PREDICATE_GE:
	case PREDICATE_EQ:
		c = g->e.coef[VAR_LOOP0 + deepest];
		*trips = INT64_MAX;
		evaluate_late(w, warp, &g->e, 0, warp->n_lane);
		evaluate(w, warp, &g->e, 0, warp->n_lane, v);
		for (int l = 0; l < warp->n_lane; ++l) {
			lanes |= (uint64_t) (g->op == PREDICATE_GE ? v[l] >= 0 :
								     v[l] == 0)
				<< l;
			*trips = integer_min(*trips,
				trips_until(g->op, v[l], c));
		}
		return lanes;
	case PREDICATE_NOT:
		return lanes_between(0, warp->n_lane) &
			~lanes_and_trips(w, warp, g->a, deepest, trips);
	case PREDICATE_AND:
	case PREDICATE_OR:
		lanes = lanes_and_trips(w, warp, g->a, deepest, trips);
		if (g->op == PREDICATE_AND && !lanes)
			return 0;
		if (g->op == PREDICATE_AND)
			lanes &= lanes_and_trips(w, warp, g->b, deepest,
				&other);
		else
			lanes |= lanes_and_trips(w, warp, g->b, deepest,
				&other);
		*trips = integer_min(*trips, other);
		return lanes;
	}
	return 0;
}

static bool lasts(const struct walk_lasting *l, const struct walk_warp *warp,
	int deepest)
{
	for (int i = 0; i < QUASI_LOOPS; ++i)
		if (i != deepest && l->counter[i] != warp->counter[i])
			return false;
	return warp->counter[deepest] >= l->counter[deepest] &&
		warp->counter[deepest] < l->end;
}

/* The lanes of a predicate of all lanes.  Ends of rows are terms, and the lanes the
 * same for many trips.
 */
static uint64_t lanes_of_all(struct simulate_walk *w, struct walk_warp *warp,
	int predicate)
{
	const struct walk_predicate *g = &w->predicate[predicate];
	struct walk_lasting *l = &warp->lasting[predicate % WALK_LASTING];
	int64_t trips;

	if (!g->has_terms || g->is_in_loop || g->deepest < 0)
		return predicate_lanes(w, warp, predicate, 0, warp->n_lane);
	if (l->predicate == predicate + 1 && lasts(l, warp, g->deepest))
		return l->lanes;
	l->lanes = lanes_and_trips(w, warp, predicate, g->deepest, &trips);
	l->predicate = predicate + 1;
	memcpy(l->counter, warp->counter, sizeof(l->counter));
	l->end = trips == INT64_MAX ? trips : warp->counter[g->deepest] + trips;
	return l->lanes;
}

/* What a drawn index adds to the addresses. */
static void add_draw(const struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_access *access,
	int from, int to, int64_t *address)
{
	const struct launch *l = w->launch;
	int64_t index[WALK_LANES], block, first;

	block = warp->block[0] +
		l->grid[0] * (warp->block[1] + l->grid[1] * warp->block[2]);
	first = warp->t[0][0] +
		l->block[0] * (warp->t[1][0] + l->block[1] * warp->t[2][0]);
	draw_indices(access->draw,
		draw_key(access->draw, w->seed, block, warp->counter,
			access->draw_depth),
		first, warp->n_lane, w->line_B, from, to, index);
	add_scaled(address, index, access->draw->step_B, from, to);
}

/* Those of "lanes" that take one branch. */
static uint64_t branch_lanes(const struct simulate_walk *w,
	const struct walk_warp *warp, const struct chance *chance,
	uint64_t lanes)
{
	const struct launch *l = w->launch;
	int64_t block = warp->block[0] +
		l->grid[0] * (warp->block[1] + l->grid[1] * warp->block[2]);
	uint64_t key = draw_chance_key(chance, w->seed, block, warp->counter,
		kernel_loops(w->kernel, chance->loop));
	uint64_t taken = 0;

	for (; lanes; lanes &= lanes - 1) {
		int i = __builtin_ctzll(lanes);
		int64_t thread = warp->t[0][i] +
			l->block[0] *
				(warp->t[1][i] + l->block[1] * warp->t[2][i]);

		taken |= (uint64_t) draw_takes(chance, key, thread) << i;
	}
	return taken;
}

/* The lanes that take the branch of the access, and those around it. */
static uint64_t chance_lanes(const struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_access *access,
	uint64_t lanes)
{
	for (const struct chance *c = access->chance; c && lanes; c = c->outer)
		lanes = branch_lanes(w, warp, c, lanes);
	return lanes;
}

static uint64_t taken_lanes(struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_access *access,
	int from, int to)
{
	uint64_t lanes = warp->active & lanes_between(from, to);

	if (lanes && access->predicate >= 0)
		lanes &= access->predicate == warp->steady ?
			warp->steady_lanes :
			predicate_lanes(w, warp, access->predicate, from, to);
	if (lanes && access->chance)
		lanes = chance_lanes(w, warp, access, lanes);
	return lanes;
}

uint64_t simulate_walk_lanes(struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_access *access,
	int from, int to, int64_t *address)
{
	uint64_t lanes = taken_lanes(w, warp, access, from, to);

	if (!lanes)
		return 0;
	evaluate_late(w, warp, &access->address, from, to);
	evaluate(w, warp, &access->address, from, to, address);
	if (access->draw)
		add_draw(w, warp, access, from, to, address);
	return lanes;
}

void simulate_walk_addresses(struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_access *access,
	int64_t *address)
{
	evaluate_late(w, warp, &access->address, 0, warp->n_lane);
	evaluate(w, warp, &access->address, 0, warp->n_lane, address);
	if (access->draw)
		add_draw(w, warp, access, 0, warp->n_lane, address);
}

/* Find the lanes of a predicate that stay the same while the warp runs. */
static void find_steady(struct simulate_walk *w, struct walk_warp *warp,
	int predicate)
{
	if (predicate < 0 || predicate == warp->steady ||
		!w->predicate[predicate].is_steady)
		return;
	warp->steady_lanes = predicate_lanes(w, warp, predicate, 0,
		warp->n_lane);
	warp->steady = predicate;
}

/* As taken_lanes() of all lanes. */
static uint64_t taken_of_all(struct simulate_walk *w, struct walk_warp *warp,
	const struct walk_access *access)
{
	uint64_t lanes = warp->active;

	if (access->predicate >= 0)
		lanes &= access->predicate == warp->steady ?
			warp->steady_lanes :
			lanes_of_all(w, warp, access->predicate);
	if (lanes && access->chance)
		lanes = chance_lanes(w, warp, access, lanes);
	return lanes;
}

uint64_t simulate_walk_taken(struct simulate_walk *w, struct walk_warp *warp,
	const struct walk_access *access)
{
	struct walk_kept *kept = access->is_steady && warp->kept ?
		&warp->kept[access - w->access] :
		NULL;

	if (kept && kept->has_steady)
		return kept->steady;
	find_steady(w, warp, access->predicate);
	if (!kept)
		return taken_of_all(w, warp, access);
	kept->has_steady = true;
	kept->steady = taken_of_all(w, warp, access);
	return kept->steady;
}

bool simulate_walk_has_row(const struct walk_warp *warp,
	const struct walk_access *access)
{
	return is_linear(warp, &access->address) && !access->draw;
}

bool simulate_walk_has_rows(const struct walk_warp *warp,
	const struct walk_access *access)
{
	return warp->run > 0 && access->address.n_term == 0 && !access->draw;
}

int64_t simulate_walk_row(const struct walk_warp *warp,
	const struct walk_access *access, int r)
{
	const struct walk_expr *e = &access->address;
	int64_t start = common_part(e, warp);

	for (int i = 0; i < 3; ++i)
		start += e->coef[i] * warp->t[i][r * warp->run];
	return start;
}

int64_t simulate_walk_stride(const struct walk_access *access)
{
	return access->address.coef[0];
}

int64_t simulate_walk_moved(const struct walk_warp *warp,
	const struct walk_access *access)
{
	const int64_t *coef = access->address.coef + VAR_LOOP0;
	int64_t moved_B = 0;

	for (int i = 0; i < QUASI_LOOPS; ++i)
		moved_B += coef[i] * warp->counter[i];
	return moved_B;
}

static int nodes_of(const struct simulate_walk *w, int predicate)
{
	const struct walk_predicate *g = &w->predicate[predicate];

	switch (g->op) {
	case PREDICATE_GE:
	case PREDICATE_EQ: return 1 + g->e.n_late;
	case PREDICATE_NOT: return nodes_of(w, g->a);
	case PREDICATE_AND:
	case PREDICATE_OR: return nodes_of(w, g->a) + nodes_of(w, g->b);
	}
	return 0;
}

int simulate_walk_work(const struct simulate_walk *w,
	const struct walk_access *a)
{
	int n = 1 + a->address.n_late + (a->draw ? 2 : 0);

	if (a->predicate >= 0)
		n += nodes_of(w, a->predicate);
	for (const struct chance *c = a->chance; c; c = c->outer)
		n += 2;
	return n;
}

double simulate_walk_steps(const struct kernel *k)
{
	double n = 0;

	for (int i = 0; i < k->n_access; ++i)
		n += kernel_turns(k, k->access[i].loop);
	return n;
}

/* ---------------------------------------------------------------- warps */

static bool in_domain(const struct simulate_walk *w, const int64_t block[3],
	const int64_t t[3])
{
	for (int i = 0; i < 3; ++i)
		if ((block[i] * w->launch->block[i] + t[i]) *
				w->launch->fold[i] >=
			w->kernel->domain[i])
			return false;
	return true;
}

static void place_lanes(const struct simulate_walk *w, int64_t first,
	struct walk_warp *warp)
{
	const int64_t *size = w->launch->block;
	int64_t t[3] = { first % size[0], first / size[0] % size[1],
		first / size[0] / size[1] };

	for (int l = 0; l < warp->n_lane; ++l) {
		for (int i = 0; i < 3; ++i)
			warp->t[i][l] = t[i];
		if (in_domain(w, warp->block, t))
			warp->active |= UINT64_C(1) << l;
		if (++t[0] == size[0]) {
			t[0] = 0;
			if (++t[1] == size[1]) {
				t[1] = 0;
				++t[2];
			}
		}
	}
	warp->is_row = first % size[0] + warp->n_lane <= size[0];
	warp->run = warp->is_row ? warp->n_lane :
		first % size[0] == 0 && warp->n_lane % size[0] == 0 ?
				   (int) size[0] :
				   0;
}

bool simulate_walk_start(struct simulate_walk *w, const int64_t block[3],
	int64_t index, struct walk_warp *warp)
{
	int64_t left = launch_threads_per_block(w->launch) - index * w->width;

	memcpy(warp->block, block, sizeof(warp->block));
	memset(warp->counter, 0, sizeof(warp->counter));
	memset(warp->flight, 0, sizeof(warp->flight));
	warp->steady = -1;
	for (int i = 0; i < WALK_LASTING; ++i)
		warp->lasting[i].predicate = 0;
	for (int i = 0; warp->kept && i < w->kernel->n_access; ++i) {
		warp->kept[i].has_steady = false;
		warp->kept[i].n = warp->kept[i].n_lost = 0;
	}
	warp->active = 0;
	warp->at = 0;
	warp->n_lane = left < w->width ? (int) left : w->width;
	place_lanes(w, index * w->width, warp);
	if (!warp->active)
		return false;
	for (int i = 0; i < w->n_node; ++i)
		if (!w->node[i].is_late)
			evaluate_node(w, warp, i, 0, warp->n_lane);
	return true;
}

static bool is_entered(const struct simulate_walk *w,
	const struct walk_warp *warp, const struct walk_step *loop)
{
	return !loop->chance ||
		chance_lanes(w, warp, loop->chance, warp->active) != 0;
}

const struct walk_access *simulate_walk_next(const struct simulate_walk *w,
	struct walk_warp *warp)
{
	for (;;) {
		const struct walk_step *s = &w->step[warp->at];

		switch (s->op) {
		case WALK_ACCESS: ++warp->at; return &w->access[s->index];
		case WALK_LOOP:
			warp->counter[s->depth] = 0;
			warp->at = s->trips > 0 && is_entered(w, warp, s) ?
				warp->at + 1 :
				s->index + 1;
			break;
		case WALK_AGAIN:
			if (++warp->counter[s->depth] < s->trips) {
				warp->at = s->index + 1;
			} else {
				warp->counter[s->depth] = 0;
				++warp->at;
			}
			break;
		case WALK_END: return NULL;
		}
	}
}
