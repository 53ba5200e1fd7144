/* Compile a kernel into the program that simulate_walk.h runs: nodes for
 * nonlinear terms, a list of steps, and one address space.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/kernel/straight.h"
#include "engine/simulate/simulate_walk.h"

#define PAGE_B 4096

/* Compilation state: the terms that nodes were made of. */
struct compile {
	struct simulate_walk *w;
	const struct quasi_term **term;
	bool *in_loop;
	bool *done; /* accesses that are in the program */
	int *group; /* of each stall interval: join_intervals() */
	int n_room, predicate_room;
	bool keeps, failed;
};

static void *get(struct compile *c, size_t size)
{
	void *p = c->failed ? NULL : quasi_pool_alloc(c->w->pool, size);

	if (!p)
		c->failed = true;
	return p;
}

/* ----------------------------------------------------------- expressions */

static bool same_term(const struct quasi_term *a, const struct quasi_term *b)
{
	return a->key == b->key && a->op == b->op && a->divisor == b->divisor &&
		(!a->table || a->table->hash == b->table->hash) &&
		quasi_equal(a->a, b->a) && quasi_equal(a->b, b->b);
}

static int count_nodes(const struct quasi *e)
{
	return e ? e->n_node : 0;
}

static int predicate_nodes(const struct predicate *g)
{
	if (!g)
		return 0;
	return count_nodes(g->e) + predicate_nodes(g->a) +
		predicate_nodes(g->b);
}

static int predicate_size(const struct predicate *g)
{
	return g ? 1 + predicate_size(g->a) + predicate_size(g->b) : 0;
}

static void add_late(struct compile *c, bool *wanted, const struct walk_expr *e)
{
	for (int i = 0; i < e->n_term; ++i) {
		const struct walk_node *n = &c->w->node[e->term[i].node];

		if (!n->is_late || wanted[e->term[i].node])
			continue;
		wanted[e->term[i].node] = true;
		add_late(c, wanted, &n->a);
		add_late(c, wanted, &n->b);
	}
}

/* Nodes come after those that they are made of. */
static void find_late(struct compile *c, struct walk_expr *e)
{
	bool *wanted = heap_clear((size_t) c->w->n_node + 1, sizeof(*wanted));

	if (!wanted) {
		c->failed = true;
		return;
	}
	add_late(c, wanted, e);
	for (int i = 0; i < c->w->n_node; ++i)
		e->n_late += wanted[i];
	e->late = get(c, (size_t) (e->n_late + 1) * sizeof(*e->late));
	e->n_late = 0;
	for (int i = 0; e->late && i < c->w->n_node; ++i)
		if (wanted[i])
			e->late[e->n_late++] = i;
	free(wanted);
}

static int compile_term(struct compile *c, const struct quasi_term *t);

static struct walk_expr compile_expr(struct compile *c, const struct quasi *e)
{
	struct walk_expr x = { 0 };

	if (!e || c->failed)
		return x;
	x.constant = e->constant;
	memcpy(x.coef, e->coef, sizeof(x.coef));
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0)
			x.var[x.n_var++] = v;
	x.term = get(c, (size_t) (e->n_term + 1) * sizeof(*x.term));
	for (int i = 0; i < e->n_term && !c->failed; ++i) {
		int node = compile_term(c, &e->term[i]);

		x.term[x.n_term++] = (struct walk_term) { e->term[i].coef,
			node };
		x.in_loop |= c->in_loop[node];
	}
	return x;
}

static bool has_counter(const struct quasi *e)
{
	for (int i = VAR_LOOP0; e && i < N_QUASI_VAR; ++i)
		if (e->coef[i])
			return true;
	return false;
}

static int compile_term(struct compile *c, const struct quasi_term *t)
{
	struct simulate_walk *w = c->w;
	struct walk_node n = {
		.op = t->op,
		.divisor = t->divisor,
		.table = t->table,
		.shift = -1,
	};
	bool in_loop;

	for (int i = 0; i < w->n_node; ++i)
		if (same_term(c->term[i], t))
			return i;
	n.a = compile_expr(c, t->a);
	n.b = compile_expr(c, t->b);
	if (c->failed || w->n_node == c->n_room) {
		c->failed = true;
		return 0;
	}
	in_loop = n.a.in_loop || n.b.in_loop || has_counter(t->a) ||
		has_counter(t->b);
	if (t->op == QUASI_FLOOR && (t->divisor & (t->divisor - 1)) == 0)
		n.shift = __builtin_ctzll((unsigned long long) t->divisor);
	n.is_late = in_loop || !c->keeps;
	n.row = n.is_late ? w->n_late++ : w->n_early++;
	c->in_loop[w->n_node] = in_loop;
	c->term[w->n_node] = t;
	w->node[w->n_node] = n;
	return w->n_node++;
}

/* Terms, and the deepest counter: of an expression, or of two predicates. */
static void find_deepest(const struct simulate_walk *w,
	struct walk_predicate *x)
{
	const struct walk_predicate *part[] = {
		x->a < 0 ? NULL : &w->predicate[x->a],
		x->b < 0 ? NULL : &w->predicate[x->b],
	};

	x->deepest = -1;
	x->has_terms = x->e.n_term > 0;
	for (int i = 0; i < QUASI_LOOPS; ++i)
		if (x->e.coef[VAR_LOOP0 + i] != 0)
			x->deepest = i;
	for (int i = 0; i < 2; ++i)
		if (part[i]) {
			x->has_terms |= part[i]->has_terms;
			x->is_in_loop |= part[i]->is_in_loop;
			if (part[i]->deepest > x->deepest)
				x->deepest = part[i]->deepest;
		}
}

static int compile_predicate(struct compile *c, const struct predicate *g)
{
	struct simulate_walk *w = c->w;
	struct walk_predicate x = { .a = -1, .b = -1 };

	if (!g || c->failed)
		return -1;
	x.op = g->op;
	if (g->op == PREDICATE_GE || g->op == PREDICATE_EQ) {
		x.e = compile_expr(c, g->e);
		find_late(c, &x.e);
		x.is_in_loop = x.e.in_loop;
		x.is_steady = x.e.n_late == 0;
		for (int i = 0; i < QUASI_LOOPS; ++i)
			x.is_steady &= x.e.coef[VAR_LOOP0 + i] == 0;
	} else {
		x.a = compile_predicate(c, g->a);
		if (g->op != PREDICATE_NOT)
			x.b = compile_predicate(c, g->b);
		x.is_steady = (x.a < 0 || w->predicate[x.a].is_steady) &&
			(x.b < 0 || w->predicate[x.b].is_steady);
	}
	if (c->failed)
		return -1;
	find_deepest(w, &x);
	if (w->n_predicate == c->predicate_room)
		c->failed = true;
	if (c->failed)
		return -1;
	w->predicate[w->n_predicate] = x;
	return w->n_predicate++;
}

/* Compilers issue loads ahead of stores that cannot change what is loaded, but
 * not ahead of barriers.  A warp then waits once for the loads of a trip, or for
 * those outside of loops.
 */
static bool loads_first(const struct kernel *k, int loop)
{
	return k->chain && k->chain[loop + 1].waits <= 1 &&
		k->work.barrier == 0;
}

static int stall_of(const struct kernel *k, const struct access *a)
{
	return loads_first(k, a->loop) ?
		k->n_stall[LOADS_INLINE] + 2 * (a->loop + 1) + a->is_store :
		a->stall[LOADS_INLINE];
}

/* How often a warp waits for loads in a trip of the source. */
static double waits_of(const struct kernel *k, int loop)
{
	const struct chain *c = k->chain ? &k->chain[loop + 1] : NULL;

	return c ? c->waits / fmax(1, c->joined) : INFINITY;
}

/* What the intervals of a program have. */
struct interval_loads {
	bool any, drawn; /* loads; some of them at places that data decide */
};

static int count_loads(const struct interval_loads *has, int first, int end)
{
	int n = 0;

	for (int i = first; i < end; ++i)
		n += has[i].any;
	return n;
}

/* Intervals in which a warp would wait more often than its code does are joined,
 * for compilers move loads up as far as registers let them:
 *
 *     of n intervals with loads, interval i is in group floor(i * waits / n)
 */
static void join_part(struct compile *c, const struct interval_loads *has,
	int first, int end, double waits)
{
	int n = count_loads(has, first, end);

	for (int i = first, before = 0; waits < n && i < end; ++i) {
		int at = before - !has[i].any;

		before += has[i].any;
		c->group[i] = first + (int) (fmax(0, at) * waits / n);
	}
}

/* Loads at places that data decide come behind those of the data. */
static void join_loop(struct compile *c, const struct interval_loads *has,
	int first, int end)
{
	const struct kernel *k = c->w->kernel;
	double waits = fmax(1,
		ceil(waits_of(k, k->stall[LOADS_INLINE][first].loop)));
	int n = count_loads(has, first, end), middle = first;

	if (waits >= n || k->work.barrier > 0)
		return;
	while (middle < end && !has[middle].drawn)
		++middle;
	if (waits > 1 && middle < end && count_loads(has, first, middle) > 0) {
		double share = (double) count_loads(has, first, middle) / n;
		double ahead = fmin(fmax(1, round(share * waits)), waits - 1);

		join_part(c, has, first, middle, ahead);
		join_part(c, has, middle, end, waits - ahead);
		return;
	}
	join_part(c, has, first, end, waits);
}

static void join_intervals(struct compile *c)
{
	const struct kernel *k = c->w->kernel;
	const struct stall *stall = k->stall[LOADS_INLINE];
	int n_stall = k->n_stall[LOADS_INLINE], room = n_stall;
	struct interval_loads *has;

	for (int i = 0; i < k->n_access; ++i)
		if (k->access[i].stall[LOADS_INLINE] >= room)
			room = k->access[i].stall[LOADS_INLINE] + 1;
	c->group = get(c, (size_t) (room + 1) * sizeof(*c->group));
	has = get(c, (size_t) (room + 1) * sizeof(*has));
	if (c->failed)
		return;
	for (int i = 0; i < room; ++i) {
		c->group[i] = i;
		has[i] = (struct interval_loads) { 0 };
	}
	for (int i = 0; i < k->n_access; ++i) {
		const struct access *a = &k->access[i];

		has[a->stall[LOADS_INLINE]].any |= !a->is_store;
		has[a->stall[LOADS_INLINE]].drawn |= !a->is_store &&
			a->draw.kind;
	}
	for (int first = 0, i = 1; i <= n_stall; ++i)
		if (i == n_stall || stall[i].loop != stall[first].loop) {
			join_loop(c, has, first, i);
			first = i;
		}
}

/* The interval of an access where loads come as early as compilers have them: a
 * store waits for the loads before it, also for those of its group.
 */
static int early_of(const struct compile *c, const struct access *a)
{
	int stall = a->stall[LOADS_INLINE];
	bool is_behind = a->is_store && stall > 0 &&
		c->group[stall - 1] == c->group[stall];

	return 2 * c->group[stall] + is_behind;
}

static void compile_access(struct compile *c, int i)
{
	const struct access *a = &c->w->kernel->access[i];
	struct walk_access *x = &c->w->access[i];
	bool repeats = i > 0 && a[-1].predicate == a->predicate;

	x->field = a->field;
	x->is_store = a->is_store;
	x->is_atomic = a->atomic != ATOMIC_NONE;
	x->passes_l1 = a->hint == HINT_NO_L1;
	memcpy(x->stall, a->stall, sizeof(a->stall));
	x->stall[WALK_RUN] = stall_of(c->w->kernel, a);
	x->early = early_of(c, a);
	x->elem_B = c->w->kernel->field[a->field].elem_B;
	x->predicate = repeats ? x[-1].predicate :
				 compile_predicate(c, a->predicate);
	x->address = compile_expr(c, a->address);
	x->address.constant += c->w->space[a->field].origin;
	find_late(c, &x->address);
	for (int j = 0; j < 3 && x->address.n_term > 0; ++j)
		x->index[j] = compile_expr(c, a->index[j]);
	if (a->chance.id) {
		x->chance = &a->chance;
		x->chance_depth = kernel_loops(c->w->kernel, a->chance.loop);
	}
	if (a->draw.kind) {
		x->draw = &a->draw;
		x->draw_depth = draw_depth(c->w->kernel, &a->draw);
	}
	x->moves_together = a->loop >= 0 && !x->draw && x->address.n_late == 0;
	x->is_steady = !x->chance &&
		(x->predicate < 0 || c->w->predicate[x->predicate].is_steady);
}

/* --------------------------------------------------------------- program */

static void add_step(struct simulate_walk *w, struct walk_step s)
{
	w->step[w->n_step++] = s;
}

/* The chance that all accesses of loop "loop" at "depth" share, if it is decided
 * before the loop.
 */
static const struct walk_access *find_chance(const struct simulate_walk *w,
	int loop, int depth)
{
	const struct kernel *k = w->kernel;
	const struct walk_access *first = NULL;

	for (int i = 0; i < k->n_access; ++i) {
		const struct walk_access *x = &w->access[i];

		if (!kernel_is_within(k, k->access[i].loop, loop))
			continue;
		if (!x->chance || x->chance_depth > depth ||
			(first &&
				(first->chance->id != x->chance->id ||
					first->chance->is_not !=
						x->chance->is_not)))
			return NULL;
		first = first ? first : x;
	}
	return first;
}

/* Add the loads or the stores of loop "outer" from "from" on, up to "end". */
static void add_kind(struct compile *c, int outer, int depth, int from, int end,
	bool is_store)
{
	const struct kernel *k = c->w->kernel;

	for (int i = from; i < end; ++i) {
		if (c->done[i] || k->access[i].loop != outer ||
			k->access[i].is_store != is_store)
			continue;
		c->done[i] = true;
		add_step(c->w,
			(struct walk_step) { WALK_ACCESS, i, depth, 0, NULL });
	}
}

/* What a thread holds of its loads while straight code is added. */
struct holding {
	double held;   /* words */
	double passed; /* of these: words that the next store releases */
	int next;      /* access to look at for stores */
};

static bool is_straight_load(const struct kernel *k, int i)
{
	return k->access[i].loop < 0 && !k->access[i].is_store;
}

static double words_of(const struct kernel *k, int i)
{
	return ceil(k->field[k->access[i].field].elem_B / 4.);
}

static double words_from(const struct kernel *k, int from, int end)
{
	double words = 0;

	for (int i = from; i < end; ++i)
		if (is_straight_load(k, i))
			words += words_of(k, i);
	return words;
}

/* Add stores that stand before access "end", until "words" are released: a store
 * releases the loads between the store before it and itself.
 */
static void add_released(struct compile *c, struct holding *h, int end,
	double words)
{
	const struct kernel *k = c->w->kernel;
	double least = h->held - words;

	for (; h->next < end && h->held > least; ++h->next) {
		if (k->access[h->next].loop >= 0)
			continue;
		if (is_straight_load(k, h->next)) {
			h->passed += words_of(k, h->next);
			continue;
		}
		add_kind(c, -1, 0, h->next, h->next + 1, true);
		h->held -= h->passed;
		h->passed = 0;
	}
}

/* Add straight code whose loaded values have one use each: loads come first, but
 * a thread holds no more than STRAIGHT_AT_ONCE words of them.  Where the next load
 * finds no room, stores make some: for all loads that are left, or half of it.
 */
static void add_held(struct compile *c, int from, int end)
{
	const struct kernel *k = c->w->kernel;
	struct holding h = { .next = from };

	for (int i = from; i < end; ++i) {
		if (!is_straight_load(k, i))
			continue;
		if (h.held + words_of(k, i) > STRAIGHT_AT_ONCE)
			add_released(c, &h, i,
				fmin(words_from(k, i, end),
					STRAIGHT_AT_ONCE / 2));
		add_kind(c, -1, 0, i, i + 1, false);
		h.held += words_of(k, i);
	}
	add_kind(c, -1, 0, from, end, true);
}

/* The first access behind "from" that is in a loop inside of "outer". */
static int next_loop(const struct compile *c, int outer, int from)
{
	const struct kernel *k = c->w->kernel;

	for (int i = from; i < k->n_access; ++i)
		if (!c->done[i] && k->access[i].loop != outer &&
			kernel_is_within(k, k->access[i].loop, outer))
			return i;
	return k->n_access;
}

/* Add the loads of loop "outer" that stand among the accesses of "inner", from
 * "from" on: what they load does not change there, and they come before it.
 */
static void add_hoisted(struct compile *c, int outer, int depth, int inner,
	int from)
{
	const struct kernel *k = c->w->kernel;
	int end = from;

	for (int i = from; i < k->n_access; ++i)
		if (kernel_is_within(k, k->access[i].loop, inner))
			end = i;
	add_kind(c, outer, depth, from, end, false);
}

/* All accesses in loop "outer" from "from" on, a loop where its first
 * access stands.
 */
static void add_body(struct compile *c, int outer, int depth, int from)
{
	struct simulate_walk *w = c->w;
	const struct kernel *k = w->kernel;

	for (int i = from; i < k->n_access; ++i) {
		int loop = k->access[i].loop, head;

		if (c->done[i] || !kernel_is_within(k, loop, outer))
			continue;
		if (loop == outer) {
			int end = loads_first(k, outer) ?
				next_loop(c, outer, i) :
				i + 1;

			if (outer < 0 && loads_first(k, outer) &&
				k->chain[0].uses <= 1) {
				add_held(c, i, end);
				continue;
			}
			add_kind(c, outer, depth, i, end, false);
			add_kind(c, outer, depth, i, end, true);
			continue;
		}
		loop = kernel_child_towards(k, loop, outer);
		add_hoisted(c, outer, depth, loop, i);
		head = w->n_step;
		add_step(w,
			(struct walk_step) { WALK_LOOP, 0, depth,
				k->loop[loop].trips,
				find_chance(w, loop, depth) });
		add_body(c, loop, depth + 1, i);
		w->step[head].index = w->n_step;
		add_step(w,
			(struct walk_step) { WALK_AGAIN, head, depth,
				k->loop[loop].trips, NULL });
	}
}

static void add_program(struct compile *c)
{
	struct simulate_walk *w = c->w;
	const struct kernel *k = w->kernel;

	c->done = get(c, (size_t) k->n_access + 1);
	w->step = get(c,
		(size_t) (3 * k->n_access + 2 * k->n_loop + 1) *
			sizeof(*w->step));
	if (c->failed)
		return;
	add_body(c, -1, 0, 0);
	add_step(w, (struct walk_step) { .op = WALK_END });
}

/* ---------------------------------------------------------------- spaces */

static void counter_bounds(const struct kernel *k, int loop, int64_t *hi)
{
	int depth = kernel_loops(k, loop) - 1;

	for (; loop >= 0; loop = k->loop[loop].parent)
		hi[VAR_LOOP0 + depth--] = k->loop[loop].trips > 0 ?
			k->loop[loop].trips - 1 :
			0;
}

static bool predicate_fits(const struct predicate *g, const int64_t *lo,
	const int64_t *hi)
{
	int64_t min, max;

	return !g ||
		((!g->e || quasi_bounds(g->e, lo, hi, &min, &max)) &&
			predicate_fits(g->a, lo, hi) &&
			predicate_fits(g->b, lo, hi));
}

/* Boxes of threads that a search for an address looks at, at most. */
#define MOST_BOXES 100

struct extreme {
	const struct quasi *e;
	int64_t sign, best; /* sign 1: the greatest, -1: the least */
	int left;
};

/* Raise "best" to the greatest value of sign * e in a box, by branch and bound:
 * bounds of quasi-affine expressions are loose, by as much as a thread order
 * folds.
 */
static void search_box(struct extreme *x, const int64_t *lo, const int64_t *hi)
{
	int64_t part[N_QUASI_VAR], min, max, value, widest = 0;
	int v = 0;

	quasi_bounds(x->e, lo, hi, &min, &max);
	if (x->sign < 0)
		max = -min;
	if (max <= x->best)
		return;
	if (--x->left < 0) {
		x->best = max;
		return;
	}
	for (int i = 0; i < N_QUASI_VAR; ++i)
		if (hi[i] - lo[i] > widest) {
			widest = hi[i] - lo[i];
			v = i;
		}
	if (widest == 0) {
		if (quasi_eval(x->e, lo, &value) && x->sign * value > x->best)
			x->best = x->sign * value;
		return;
	}
	memcpy(part, lo, sizeof(part));
	part[v] = lo[v] + widest / 2 + 1;
	search_box(x, part, hi);
	memcpy(part, hi, sizeof(part));
	part[v] = lo[v] + widest / 2;
	search_box(x, lo, part);
}

/* Widen the space of its field by what access "a" can touch. */
static bool widen(struct simulate_walk *w, const struct access *a)
{
	int64_t lo[N_QUASI_VAR] = { 0 }, hi[N_QUASI_VAR] = { 0 }, min, max;
	int64_t elem_B = w->kernel->field[a->field].elem_B;
	struct walk_space *p = &w->space[a->field];
	struct extreme least = { a->address, -1, -p->lo, MOST_BOXES };
	struct extreme most = { a->address, 1, p->hi - elem_B, MOST_BOXES };

	for (int i = 0; i < 3; ++i) {
		hi[VAR_TX + i] = w->launch->block[i] - 1;
		hi[VAR_BX + i] = w->launch->grid[i] - 1;
	}
	counter_bounds(w->kernel, a->loop, hi);
	if (!quasi_bounds(a->address, lo, hi, &min, &max) ||
		!predicate_fits(a->predicate, lo, hi))
		return false;
	if (a->draw.kind && !draw_reach(&a->draw, &max))
		return false;
	if (!quasi_is_affine(a->address) && !a->draw.kind) {
		search_box(&least, lo, hi);
		search_box(&most, lo, hi);
		min = -least.best;
		max = most.best;
	}
	max += elem_B;
	p->lo = min < p->lo ? min : p->lo;
	p->hi = max > p->hi ? max : p->hi;
	return true;
}

/* Place the fields one after the other, each "base_B" past a page. */
static bool place_fields(struct simulate_walk *w)
{
	const struct kernel *k = w->kernel;
	int64_t at = 0;

	for (int i = 0; i < k->n_field; ++i)
		w->space[i] = (struct walk_space) { 0, 0, k->field[i].size_B };
	for (int i = 0; i < k->n_access; ++i)
		if (!widen(w, &k->access[i]))
			return false;
	for (int i = 0; i < k->n_field; ++i) {
		struct walk_space *p = &w->space[i];
		int64_t base = k->field[i].base_B;
		int64_t first = integer_floor(p->lo + base, PAGE_B) * PAGE_B;
		int64_t end = (integer_floor(p->hi + base - 1, PAGE_B) + 1) *
			PAGE_B;

		p->origin = at - first + base;
		if (__builtin_add_overflow(at, end - first, &at) ||
			at >= INT64_C(1) << 61)
			return false;
	}
	return true;
}

/* ----------------------------------------------------------------- whole */

static bool make_room(struct compile *c)
{
	struct simulate_walk *w = c->w;
	const struct kernel *k = w->kernel;

	for (int i = 0; i < k->n_access; ++i) {
		for (int j = 0; j < 3; ++j)
			c->n_room += count_nodes(k->access[i].index[j]);
		c->n_room += count_nodes(k->access[i].address) +
			predicate_nodes(k->access[i].predicate);
		c->predicate_room += predicate_size(k->access[i].predicate);
	}
	w->node = get(c, (size_t) (c->n_room + 1) * sizeof(*w->node));
	w->predicate = get(c,
		(size_t) (c->predicate_room + 1) * sizeof(*w->predicate));
	w->access = get(c, (size_t) (k->n_access + 1) * sizeof(*w->access));
	w->space = get(c, (size_t) (k->n_field + 1) * sizeof(*w->space));
	c->term = get(c, (size_t) (c->n_room + 1) * sizeof(*c->term));
	c->in_loop = get(c, (size_t) (c->n_room + 1) * sizeof(*c->in_loop));
	return !c->failed;
}

bool simulate_walk_init(struct simulate_walk *w, const struct kernel *kernel,
	const struct launch *launch, int width, bool keeps, char why[256])
{
	struct compile c = { .w = w, .keeps = keeps };

	*w = (struct simulate_walk) {
		.kernel = kernel,
		.launch = launch,
		.width = width,
		.pool = quasi_pool_new(),
	};
	c.failed = !w->pool;
	if (!make_room(&c))
		return false;
	if (!place_fields(w)) {
		snprintf(why, 256, "addresses or conditions of '%s' pass 2^61",
			kernel->name ? kernel->name : "the kernel");
		return false;
	}
	join_intervals(&c);
	for (int i = 0; i < kernel->n_access && !c.failed; ++i)
		compile_access(&c, i);
	add_program(&c);
	w->late = get(&c, (size_t) (w->n_late * width + 1) * sizeof(*w->late));
	return !c.failed;
}

void simulate_walk_clear(struct simulate_walk *w)
{
	if (w->pool)
		quasi_pool_free(w->pool);
	*w = (struct simulate_walk) { 0 };
}
