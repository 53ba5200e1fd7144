/* Touches of a line by drawn addresses: simulate_find.h.
 *
 * Any thread may draw any line, so there is nothing to invert.  Draws are
 * independent and each hits the line with a small chance p: of n draws, a
 * Poisson number with the mean n p does, and who they are is as likely as
 * anyone else.
 *
 * Accesses with the same draw touch their lines together, and a warp that
 * gathers takes several cells at once.  Such a unit of cells is drawn as one.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/kernel/predicate.h"
#include "engine/kernel/threads.h"
#include "engine/simulate/simulate_find.h"

/* Touches of a line, and touches while other data fills L2 once, from which on
 * more of them tell nothing: no cache loses a line that is in use as often,
 * unless to lines that are in use as often, and how many of these it keeps
 * does not depend on the pace.
 */
#define DENSE	   400.
#define DENSE_FILL 30.

/* Trips of loops within the trip of a draw that are followed. */
#define INNER 64

/* Lanes of a warp, on any board. */
#define LANES 64

/* Parts of a unit that lie apart, as rows around a cell do; more are one. */
#define PIECES 16

/* Bytes that a unit may touch, from the leader's address on. */
struct piece {
	int64_t lo, hi;
};

/* A unit of cells that is drawn at once. */
struct unit {
	const struct access *leader;
	int64_t step_B, n; /* distance of units, and how many there are */
	int64_t run;	   /* cells of it that are touched, at most */
	double lanes;	   /* that share it, in the mean */
	int64_t slots;	   /* places that they have in the unit */
	double draws;	   /* of a block in one trip */
	/* first bytes that it touches, from the leader's address on, in pieces
	 * that no line touches two of
	 */
	struct piece piece[PIECES];
	int n_piece;
	double requested, distinct; /* sectors of a unit */
	/* bit i: member i of the unit has the leader's address but for the
	 * constant, in one trip
	 */
	uint64_t shifted;
	bool is_even; /* each lane adds the same to the one before, anywhere */
};

static double chance(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double) (*state >> 11) * 0x1p-53;
}

static int64_t below(uint64_t *state, int64_t n)
{
	return (int64_t) (chance(state) * (double) n);
}

/* Poisson: by products of chances, or as the normal distribution. */
static int64_t poisson(uint64_t *state, double mean)
{
	double limit = exp(-mean), product = 1;
	int64_t n = -1;

	if (mean > 50) {
		double sum = -6; /* twelve chances have the variance 1 */

		for (int i = 0; i < 12; ++i)
			sum += chance(state);
		return (int64_t) fmax(0, round(mean + sqrt(mean) * sum));
	}
	do {
		product *= chance(state);
		++n;
	} while (product > limit);
	return n;
}

static bool is_member(const struct access *a, const struct access *leader)
{
	return a->draw.kind && a->field == leader->field &&
		a->is_store == leader->is_store &&
		a->chance.id == leader->chance.id &&
		a->draw.id == leader->draw.id &&
		a->draw.step_B == leader->draw.step_B;
}

static bool has_leader(const struct kernel *k, int i)
{
	for (int j = 0; j < i; ++j)
		if (is_member(&k->access[j], &k->access[i]))
			return true;
	return false;
}

static int depth_of(const struct kernel *k, int loop)
{
	int depth = 0;

	for (; loop >= 0; loop = k->loop[loop].parent)
		++depth;
	return depth;
}

/* The i-th trip of the loops within that of the draw, as counters; false
 * behind the last.
 */
static bool inner_trip(const struct kernel *k, const struct access *a,
	int64_t i, int64_t *point)
{
	int depth = depth_of(k, a->loop);

	for (int l = a->loop; l >= 0 && l != a->draw.loop;
		l = k->loop[l].parent) {
		int64_t trips = k->loop[l].trips;

		point[VAR_LOOP0 + --depth] = i % trips;
		i /= trips;
	}
	return i == 0;
}

/* One access of a unit in one trip, whose counters "point" has: where its address
 * lies, seen from that of the leader in its first trip.
 */
typedef void visit_fn(int64_t at, int access, const int64_t *point, void *user);

static double step_at(const struct find *f, int access, const int64_t *point)
{
	const struct find_access *x = &f->access[access];
	double step = x->step;

	for (int d = 0; d < QUASI_LOOPS; ++d)
		step += (double) point[VAR_LOOP0 + d] * x->size[d];
	return step;
}

/* The members that lie at a fixed distance from the leader: most of a unit, and
 * each address that need not be evaluated counts.
 */
static uint64_t find_shifted(const struct kernel *k,
	const struct access *leader)
{
	uint64_t shifted = 0;

	for (int i = 0, n = 0; i < k->n_access && n < 64; ++i) {
		const struct access *a = &k->access[i];

		if (!is_member(a, leader))
			continue;
		if (a->loop == a->draw.loop && leader->loop == a->loop &&
			quasi_is_shifted(a->address, leader->address))
			shifted |= UINT64_C(1) << n;
		++n;
	}
	return shifted;
}

/* Visits all accesses of the unit that the thread of f->point draws. */
static void visit_members(struct find *f, const struct unit *u, visit_fn *visit,
	void *user)
{
	const struct kernel *k = f->kernel;
	int64_t origin = u->leader->address->constant, first, at;

	if (!quasi_eval(u->leader->address, f->point, &first))
		return;
	for (int i = 0, n = 0; i < k->n_access; ++i) {
		const struct access *a = &k->access[i];
		int64_t point[N_QUASI_VAR];

		if (!is_member(a, u->leader))
			continue;
		if (n < 64 && u->shifted >> n++ & 1) {
			visit(a->address->constant - origin, i, f->point, user);
			continue;
		}
		memcpy(point, f->point, sizeof(point));
		for (int64_t t = 0; t < INNER && inner_trip(k, a, t, point);
			++t)
			if (quasi_eval(a->address, point, &at))
				visit(at - first, i, point, user);
	}
}

/* ----------------------------------------------------------------- units */

struct extent {
	int64_t lo, hi;
	double n;
	int64_t at[64];
	int n_at;
};

static void widen(int64_t at, int access, const int64_t *point, void *user)
{
	struct extent *e = user;

	(void) access;
	(void) point;
	e->lo = integer_min(e->lo, at);
	e->hi = integer_max(e->hi, at);
	e->n += 1;
	if (e->n_at < 64)
		e->at[e->n_at++] = at;
}

static int compare_at(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

/* The pieces of a unit whose members all lie at fixed distances, "apart" or
 * further from each other, else one.
 */
static void find_pieces(struct unit *u, struct extent *e, int64_t apart)
{
	bool fixed = e->n <= 64 &&
		(e->n == 64 ? u->shifted == UINT64_MAX :
			      u->shifted == (UINT64_C(1) << (int) e->n) - 1);

	qsort(e->at, (size_t) e->n_at, sizeof(e->at[0]), compare_at);
	u->n_piece = 0;
	for (int i = 0; fixed && i < e->n_at; ++i) {
		struct piece *last = u->n_piece > 0 ?
			&u->piece[u->n_piece - 1] :
			NULL;

		if (last && e->at[i] - last->hi < apart)
			last->hi = e->at[i];
		else if (u->n_piece == PIECES)
			fixed = false;
		else
			u->piece[u->n_piece++] = (struct piece) { e->at[i],
				e->at[i] };
	}
	if (!fixed || u->n_piece == 0) {
		u->piece[0] = (struct piece) { e->lo, e->hi };
		u->n_piece = 1;
	}
}

/* Is threadIdx.x part of a floor, a minimum or a table? */
static bool is_within_terms(const struct quasi *e, bool within)
{
	if (!e)
		return false;
	if (within && e->coef[VAR_TX] != 0)
		return true;
	for (int i = 0; i < e->n_term; ++i)
		if (is_within_terms(e->term[i].a, true) ||
			is_within_terms(e->term[i].b, true))
			return true;
	return false;
}

/* What the first "lanes" lanes add to the address, seen from that of f->point:
 * at most LANES.
 */
static void find_lanes(const struct find *f, const struct unit *u,
	int64_t lanes, int64_t adds[LANES])
{
	const struct access *a = u->leader;
	int64_t point[N_QUASI_VAR], here = 0, there;
	bool is_known;

	for (int64_t i = 0; u->is_even && i < lanes; ++i)
		adds[i] = i * a->address->coef[VAR_TX];
	if (u->is_even)
		return;
	if (lanes > 1 &&
		quasi_run(a->address, f->point, VAR_TX, (int) lanes, adds)) {
		for (int64_t i = lanes - 1; i >= 0; --i)
			adds[i] -= adds[0];
		return;
	}
	is_known = quasi_eval(a->address, f->point, &here);
	memcpy(point, f->point, sizeof(point));
	adds[0] = 0;
	for (int64_t i = 1; i < lanes; ++i) {
		++point[VAR_TX];
		adds[i] = is_known && quasi_eval(a->address, point, &there) ?
			there - here :
			0;
	}
}

/* The unit of a warp that gathers from "lines" lines, or of one lane. */
static void make_unit(struct find *f, const struct access *a, double lines,
	const struct find_drawn *with, struct unit *u)
{
	const struct draw *d = &a->draw;
	double threads = (double) launch_threads_per_block(f->launch);
	double width = fmin(with->warp_size, threads), apart;
	int elem_B = f->kernel->field[a->field].elem_B;
	struct extent e = { 0 };
	int64_t lo = 0, hi = 0, slots_B, adds[LANES];

	*u = (struct unit) {
		.leader = a,
		.step_B = d->step_B,
		.n = d->cells,
		.run = 1,
		.lanes = 1,
		.slots = 1,
		.draws = threads,
	};
	u->shifted = find_shifted(f->kernel, a);
	u->is_even = !is_within_terms(a->address, false) &&
		llabs(a->address->coef[VAR_TX]) < INT64_MAX / LANES;
	if (d->kind == SCATTER_GATHER) {
		int64_t per = draw_per_line(d, with->line_B);
		double k = fmin(lines, width);

		u->step_B *= per;
		u->n = (d->cells + per - 1) / per;
		k = fmin(k, (double) u->n);
		u->run = draw_run(d, with->line_B, width, k);
		u->lanes = width / k;
		u->slots = per / u->run;
		u->draws = ceil(threads / with->warp_size) * k;
	}
	u->lanes = fmin(u->lanes, LANES);
	find_lanes(f, u, (int64_t) u->lanes, adds);
	for (int64_t i = 1; i < (int64_t) u->lanes; ++i) {
		lo = integer_min(lo, adds[i]);
		hi = integer_max(hi, adds[i]);
	}
	visit_members(f, u, widen, &e);
	slots_B = (u->slots * u->run - 1) * d->step_B;
	find_pieces(u, &e,
		with->line_B + elem_B + u->step_B + hi - lo + slots_B);
	apart = (double) (hi - lo + (u->run - 1) * d->step_B + elem_B);
	u->requested = e.n * ceil(apart / with->sector_B);
	for (int i = 0; i < u->n_piece; ++i) {
		struct piece *p = &u->piece[i];

		u->distinct += ceil(
			((double) (p->hi - p->lo) + apart) / with->sector_B);
		p->lo += lo;
		p->hi += hi + slots_B;
	}
	u->distinct = fmin(u->requested, u->distinct);
}

/* Lanes of a warp that draw the same sector, with the chance "hit" each, ask for
 * it once: requests over draws.
 */
static double merged(double lanes, double hit)
{
	hit = fmin(hit, 1 - 1e-9);
	return hit > 0 ? -expm1(lanes * log1p(-hit)) / lanes / hit : 1;
}

static double lanes_of(const struct find *f, const struct find_drawn *with)
{
	return fmin(with->warp_size,
		(double) launch_threads_per_block(f->launch));
}

/* The chance that a draw hits a sector; "hit" is that of the line. */
static double sector_hit(const struct unit *u, const struct find_drawn *with,
	double hit, int64_t line_B)
{
	double n = fmax(1,
		(double) u->n * fmin(1, (double) u->step_B / with->sector_B));

	if (!(u->leader->draw.power > 1))
		return 1 / n;
	return hit *
		fmin(1,
			fmax((double) u->step_B, with->sector_B) /
				(double) line_B);
}

/* How long L1 keeps lines, in draws: where lines are not as likely as each
 * other, those that are drawn often are in L1 more often.  With lines l that a
 * draw hits with chance h_l, and r_l, the chance that a warp asks for one,
 *
 *	sum_l r_l e^(-h_l K) = m sum_l r_l			  (13.22)
 */
static double find_kept(const struct find *f, const struct unit *u,
	const struct find_drawn *with, int64_t line_B)
{
	const struct draw *d = &u->leader->draw;
	int field = u->leader->field;
	double lanes = lanes_of(f, with), missed = with->missed[field];
	struct draw_share share[DRAW_SHARES];
	int n = draw_shares(d, (double) f->kernel->field[field].base_B,
		(double) line_B, share);
	double lo = 0, hi = 1e15;

	for (int i = 0; i < 100; ++i) {
		double k = sqrt((lo + 1e-3) * hi), sum = 0, all = 0;

		for (int j = 0; j < n; ++j) {
			double r = share[j].n * share[j].hit *
				merged(lanes, share[j].hit);

			sum += r * exp(-share[j].hit * k);
			all += r;
		}
		*(sum > missed * all ? &lo : &hi) = k;
	}
	return hi;
}

/* The share of a unit's sectors that L2 is asked for; above 1 where L1 loses
 * them between two accesses of the unit.  "hit" is the chance that a draw hits
 * the line.
 */
static double asked_below(const struct find *f, const struct unit *u,
	const struct find_drawn *with, double hit, int64_t line_B)
{
	int field = u->leader->field;
	double missed = with->missed[field], together = 1;

	if (u->leader->is_store)
		return u->requested / u->distinct;
	if (u->leader->draw.kind == SCATTER_RANDOM)
		together = merged(lanes_of(f, with),
			sector_hit(u, with, hit, line_B));
	if (u->leader->draw.power > 1) {
		if (with->kept[field] == 0)
			with->kept[field] = find_kept(f, u, with, line_B);
		missed = exp(-hit * with->kept[field]);
	}
	return missed * together * u->requested / u->distinct;
}

/* ----------------------------------------------------------------- draws */

/* A thread that makes the draw, with the counters of its trip, in f->point. */
static bool choose_thread(struct find *f, const struct unit *u,
	uint64_t *random, int64_t *block)
{
	const struct launch *l = f->launch;
	const struct kernel *k = f->kernel;
	int depth = depth_of(k, u->leader->draw.loop);
	int64_t *p = f->point;

	memset(p, 0, sizeof(f->point));
	*block = f->first_block + below(random, f->end_block - f->first_block);
	p[VAR_BX] = *block % l->grid[0];
	p[VAR_BY] = *block / l->grid[0] % l->grid[1];
	p[VAR_BZ] = *block / l->grid[0] / l->grid[1];
	for (int i = 0; i < 3; ++i)
		p[VAR_TX + i] = below(random, l->block[i]);
	for (int i = u->leader->draw.loop; i >= 0; i = k->loop[i].parent)
		p[VAR_LOOP0 + --depth] = below(random, k->loop[i].trips);
	return find_in_domain(f) && predicate_holds(u->leader->predicate, p);
}

/* The touches of a line that one unit makes: one, or one for each access that
 * L1 does not serve, as "alone" has their chance.
 */
struct touching {
	struct find *find;
	const struct unit *unit;
	int64_t at, line_B;  /* where the leader's address lies in the line */
	int64_t lanes;	     /* that draw together */
	int64_t adds[LANES]; /* what each adds to the address */
	int64_t lo, hi;	     /* of these and of the cells of a run */
	double alone;	     /* 0: all together */
	uint64_t *random;
	bool is_any;
	struct find_touch touch;
};

static void add_touch(struct touching *t)
{
	struct find_touch *to = t->is_any ? find_add(t->find) : NULL;

	if (to)
		*to = t->touch;
	memset(t->touch.bytes, 0, sizeof(t->touch.bytes));
	t->is_any = false;
}

static void mark(int64_t at, int access, const int64_t *point, void *user)
{
	struct touching *t = user;
	const struct access *a = t->unit->leader;
	int elem_B = t->find->kernel->field[a->field].elem_B;
	bool is_near = t->at + at + t->lo < t->line_B &&
		t->at + at + t->hi + elem_B > 0;

	if (t->alone > 0 && chance(t->random) >= t->alone)
		return;
	for (int64_t i = 0; is_near && i < t->lanes; ++i) {
		int64_t from = t->at + at + t->adds[i] +
			i % t->unit->run * a->draw.step_B;

		if (from + elem_B <= 0 || from >= t->line_B)
			continue;
		t->is_any = true;
		find_set_bytes(t->touch.bytes, from, from + elem_B);
	}
	if (t->alone > 0 ? t->is_any : t->touch.step < 0)
		t->touch.step = step_at(t->find, access, point);
	if (t->alone > 0)
		add_touch(t);
}

/* The first of the units that may hit the line from "from" on by a piece. */
static int64_t first_unit(const struct find *f, const struct unit *u, int piece,
	int64_t from, int64_t address)
{
	int elem_B = f->kernel->field[u->leader->field].elem_B;

	return integer_ceil(from - address - u->piece[piece].hi - elem_B + 1,
		u->step_B);
}

/* How many may. */
static int64_t units_of(const struct find *f, const struct unit *u, int piece,
	int64_t line_B)
{
	int elem_B = f->kernel->field[u->leader->field].elem_B;

	return (line_B - 1 + u->piece[piece].hi - u->piece[piece].lo + elem_B -
		       1) /
		u->step_B +
		1;
}

static void find_reach(struct touching *t)
{
	int64_t run = (t->unit->run - 1) * t->unit->leader->draw.step_B;

	t->lo = t->hi = 0;
	for (int64_t i = 1; i < t->lanes; ++i) {
		t->lo = integer_min(t->lo, t->adds[i]);
		t->hi = integer_max(t->hi, t->adds[i]);
	}
	t->lo += integer_min(0, run);
	t->hi += integer_max(0, run);
}

/* A unit that hits the line, one of "w" that may. */
static void draw_unit(struct touching *t, int64_t from, int64_t w)
{
	struct find *f = t->find;
	const struct unit *u = t->unit;
	int64_t address, i;
	int piece = 0;

	if (!choose_thread(f, u, t->random, &t->touch.block))
		return;
	t->lanes = (int64_t) fmin(LANES, u->lanes + chance(t->random));
	f->point[VAR_TX] -= f->point[VAR_TX] % t->lanes;
	if (!quasi_eval(u->leader->address, f->point, &address))
		return;
	i = below(t->random, w);
	while (piece < u->n_piece - 1 && i >= units_of(f, u, piece, t->line_B))
		i -= units_of(f, u, piece++, t->line_B);
	i += first_unit(f, u, piece, from, address);
	if (i < 0 || i >= u->n)
		return;
	t->at = address + i * u->step_B - from +
		below(t->random, u->slots) * u->run * u->leader->draw.step_B;
	t->touch.step = -1;
	find_lanes(f, u, t->lanes, t->adds);
	find_reach(t);
	visit_members(f, u, mark, t);
	add_touch(t);
}

/* The chance that a draw is one of the "w" units that may hit the line.  Where
 * units are not as likely as each other, the address without the draw is taken
 * to be the same for all threads.
 */
static double chance_of(struct find *f, const struct unit *u, int64_t from,
	int64_t line_B, int64_t w)
{
	const struct draw *d = &u->leader->draw;
	double sum = 0;
	int64_t address, i;

	if (!(d->power > 1) ||
		!quasi_eval(u->leader->address, f->point, &address))
		return (double) w / (double) u->n;
	for (int piece = 0; piece < u->n_piece; ++piece) {
		i = first_unit(f, u, piece, from, address);
		w = units_of(f, u, piece, line_B);
		sum += draw_below(d, (double) (i + w)) -
			draw_below(d, (double) i);
	}
	return sum;
}

/* The touches of a line by one unit; "share" of the draws are such. */
static void add_unit(struct find *f, const struct unit *u,
	const struct find_drawn *with, double share, int64_t from,
	struct touching *t)
{
	const struct kernel *k = f->kernel;
	int field = u->leader->field;
	int64_t w = 0, n;
	double hit, asked, mean, most;

	for (int piece = 0; piece < u->n_piece; ++piece)
		w += units_of(f, u, piece, t->line_B);
	hit = chance_of(f, u, from, t->line_B, w);
	asked = asked_below(f, u, with, hit, t->line_B);
	t->unit = u;
	t->alone = asked > 1 ? fmin(1, asked * u->distinct / u->requested) : 0;
	if (u->leader->chance.id)
		share *= u->leader->chance.p;
	mean = share * (double) (f->end_block - f->first_block) * u->draws *
		kernel_turns(k, u->leader->draw.loop) * hit * fmin(1, asked);
	most = (DENSE + DENSE_FILL * with->fills) / fmax(1, asked);
	with->drawn[field] += mean;
	with->followed[field] += fmin(mean, most);
	n = poisson(with->random, fmin(mean, most));
	for (int64_t j = 0; j < n; ++j)
		draw_unit(t, from, w);
}

void find_drawn(struct find *f, int field, int64_t from, int64_t line_B,
	int line, const struct find_drawn *with, struct find_list *list)
{
	const struct kernel *k = f->kernel;
	double lines = 1, share = 1;

	f->list = list;
	for (int i = 0; i < k->n_access && !f->is_short; ++i) {
		const struct access *a = &k->access[i];
		struct touching t = {
			.find = f,
			.line_B = line_B,
			.random = with->random,
			.touch = { .line = line, .access = i },
		};
		struct unit u;
		bool is_list = a->draw.n_each > 0;
		int first = is_list ?
			(int) below(with->random, a->draw.n_each) :
			0;

		if (a->field != field || !a->draw.kind || has_leader(k, i))
			continue;
		/* of a list of warps, one stands for all */
		for (int j = first; j <= (is_list ? first : 1); ++j) {
			if (a->draw.kind == SCATTER_GATHER ?
					!draw_lines(&a->draw, j, &lines,
						&share) :
					j > 0)
				break;
			memcpy(f->point, f->access[i].lo, sizeof(f->point));
			make_unit(f, a, lines, with, &u);
			add_unit(f, &u, with, is_list ? 1 : share, from, &t);
		}
	}
}
