/* The inverse of addresses: simulate_find.h.
 *
 * With the variables v_1, v_2 ... of an affine address a in falling order of
 * |c_i|, and the bytes from .. to of the line,
 *
 *	v_i  >=  (from - sum_{j<i} c_j v_j - max sum_{j>i} c_j v_j) / c_i
 *
 * and likewise from above.  A variable within a floor, minimum, maximum or
 * table is bisected instead.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/kernel/predicate.h"
#include "engine/simulate/simulate_find.h"

/* --------------------------------------------------------------- prepare */

static void mark_variables(const struct quasi *e, bool *in)
{
	for (int v = 0; v < N_QUASI_VAR; ++v)
		in[v] |= e->coef[v] != 0;
	for (int i = 0; i < e->n_term; ++i) {
		mark_variables(e->term[i].a, in);
		if (e->term[i].b)
			mark_variables(e->term[i].b, in);
	}
}

static void mark_terms(const struct quasi *e, bool *in)
{
	for (int i = 0; i < e->n_term; ++i) {
		mark_variables(e->term[i].a, in);
		if (e->term[i].b)
			mark_variables(e->term[i].b, in);
	}
}

static void mark_predicate(const struct predicate *g, bool *in)
{
	if (!g)
		return;
	if (g->e)
		mark_variables(g->e, in);
	mark_predicate(g->a, in);
	mark_predicate(g->b, in);
}

/* The variables that decide whether a thread makes the access: by chance, all
 * lanes do, and loops in whose trips it is decided anew.
 */
static void mark_tested(const struct find *f, const struct access *a, bool *in)
{
	mark_predicate(a->predicate, in);
	if (!a->chance.id)
		return;
	for (int v = 0; v <= VAR_TZ; ++v)
		in[v] = true;
	for (int i = 0; i < kernel_loops(f->kernel, a->chance.loop); ++i)
		in[VAR_LOOP0 + i] = true;
}

/* The bounds of all variables; blocks as narrow as a box allows. */
static void bound_variables(const struct find *f, const struct access *a,
	struct find_access *x)
{
	const struct launch *l = f->launch;
	int64_t gx = l->grid[0], gy = l->grid[1];
	int64_t first = f->first_block, last = f->end_block - 1;
	int depth = kernel_loops(f->kernel, a->loop) - 1;

	for (int i = 0; i < 3; ++i) {
		x->hi[VAR_TX + i] = l->block[i] - 1;
		x->hi[VAR_BX + i] = l->grid[i] - 1;
	}
	x->lo[VAR_BZ] = first / (gx * gy);
	x->hi[VAR_BZ] = last / (gx * gy);
	if (x->lo[VAR_BZ] == x->hi[VAR_BZ]) {
		x->lo[VAR_BY] = first / gx % gy;
		x->hi[VAR_BY] = last / gx % gy;
		if (x->lo[VAR_BY] == x->hi[VAR_BY]) {
			x->lo[VAR_BX] = first % gx;
			x->hi[VAR_BX] = last % gx;
		}
	}
	for (int i = a->loop; i >= 0; i = f->kernel->loop[i].parent)
		x->hi[VAR_LOOP0 + depth--] = f->kernel->loop[i].trips - 1;
}

/* How far a variable moves the address when it goes through its range, over
 * that range.
 */
static double reach_of(const struct access *a, const struct find_access *x,
	int v)
{
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR], min, max;

	if (!x->in_term[v])
		return fabs((double) a->address->coef[v]);
	if (x->hi[v] == x->lo[v])
		return 0;
	memcpy(lo, x->lo, sizeof(lo));
	memcpy(hi, x->lo, sizeof(hi));
	hi[v] = x->hi[v];
	if (!quasi_bounds(a->address, lo, hi, &min, &max))
		return 0;
	return (double) (max - min) / (double) (hi[v] - lo[v]);
}

static void order_variables(const struct find *f, const struct access *a,
	struct find_access *x)
{
	double reach[N_QUASI_VAR];
	bool tested[N_QUASI_VAR] = { 0 };

	mark_tested(f, a, tested);
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		bool is_lane = v <= VAR_TZ;

		if (x->lo[v] == x->hi[v])
			continue;
		reach[v] = reach_of(a, x, v);
		if (a->address->coef[v] == 0 && !x->in_term[v]) {
			if (is_lane)
				continue;
			reach[v] = 0;
		}
		if (x->by_index && x->in_term[v]) {
			/* lanes last, so that those of a block come together */
			reach[v] = (1 + reach[v]) *
				(is_lane ? 0x1p64 : 0x1p128);
			++x->n_term;
		}
		x->order[x->n_order++] = v;
	}
	for (int i = 1; i < x->n_order; ++i)
		for (int j = i;
			j > 0 && reach[x->order[j]] > reach[x->order[j - 1]];
			--j) {
			int v = x->order[j];

			x->order[j] = x->order[j - 1];
			x->order[j - 1] = v;
		}
	x->n_firm = x->n_order;
	for (int v = VAR_TX; v <= VAR_TZ; ++v)
		if (tested[v] && a->address->coef[v] == 0 && !x->in_term[v] &&
			x->lo[v] < x->hi[v])
			x->order[x->n_order++] = v;
}

/* The innermost variable steps along a line, and nothing else depends on
 * it.
 */
static void find_run(const struct find *f, const struct access *a,
	struct find_access *x, double kept)
{
	bool tested[N_QUASI_VAR] = { 0 };
	int last = -1, v;

	x->run = -1;
	mark_tested(f, a, tested);
	for (int i = 0; i < x->n_firm; ++i)
		if (a->address->coef[x->order[i]] != 0)
			last = i;
	if (last < x->n_term || (a->address->n_term > 0 && !x->by_index))
		return;
	v = x->order[last];
	if (tested[v] || (v >= VAR_BX && v <= VAR_BZ))
		return;
	if (v >= VAR_LOOP0 && x->size[v - VAR_LOOP0] > kept)
		return;
	if (x->wait >= 0 && v != VAR_TX)
		return;
	if (fabs((double) a->address->coef[v]) < FIND_LINE_B)
		x->run = last;
	(void) f;
}

static int64_t element_at(const struct field *field, const int64_t *i)
{
	return i[0] + field->extent[0] * (i[1] + field->extent[1] * i[2]);
}

/* The bytes of the address at "point" that no coordinate adds. */
static bool shift_at(const struct find *f, const struct access *a,
	const int64_t *point, int64_t *shift)
{
	const struct field *field = &f->kernel->field[a->field];
	int64_t i[3] = { 0, 0, 0 }, address;

	for (int d = 0; d < 3; ++d)
		if (a->index[d] && !quasi_eval(a->index[d], point, &i[d]))
			return false;
	if (!quasi_eval(a->address, point, &address))
		return false;
	*shift = address - field->elem_B * element_at(field, i);
	return true;
}

/* Coordinates keep apart what the address mixes: a bound of x and one of y
 * exclude more than one of x + nx y.
 */
static void find_index(const struct find *f, const struct access *a,
	struct find_access *x)
{
	int64_t other;

	x->by_index = a->address->n_term > 0 && a->index[0] &&
		shift_at(f, a, x->lo, &x->shift) &&
		shift_at(f, a, x->hi, &other) && other == x->shift;
}

static void sum_bounds(const struct access *a, struct find_access *x)
{
	x->constant = a->address->constant;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (x->lo[v] == x->hi[v])
			x->constant += a->address->coef[v] * x->lo[v];
	for (int i = x->n_order - 1; i >= 0; --i) {
		int v = x->order[i];
		int64_t c = a->address->coef[v];

		x->sum_lo[i] = x->sum_lo[i + 1] +
			(c < 0 ? c * x->hi[v] : c * x->lo[v]);
		x->sum_hi[i] = x->sum_hi[i + 1] +
			(c < 0 ? c * x->lo[v] : c * x->hi[v]);
	}
}

static bool prepare(struct find *f, int i)
{
	const struct access *a = &f->kernel->access[i];
	struct find_access *x = &f->access[i];

	bound_variables(f, a, x);
	mark_terms(a->address, x->in_term);
	x->is_looked_up = predicate_has_table(a->predicate);
	if (!quasi_bounds(a->address, x->lo, x->hi, &x->min, &x->max) ||
		(a->draw.kind && !draw_reach(&a->draw, &x->max)))
		return false;
	memcpy(x->reach, x->hi, sizeof(x->reach));
	for (int v = 0; v < VAR_BX; ++v)
		if (!x->in_term[v] && a->address->coef[v] == 0)
			x->reach[v] = x->lo[v];
	find_index(f, a, x);
	order_variables(f, a, x);
	sum_bounds(a, x);
	return true;
}

static void mark_nodes(const struct simulate_walk *w, const struct walk_expr *e,
	bool *wanted)
{
	for (int i = 0; i < e->n_term; ++i) {
		int node = e->term[i].node;

		if (wanted[node])
			continue;
		wanted[node] = true;
		mark_nodes(w, &w->node[node].a, wanted);
		mark_nodes(w, &w->node[node].b, wanted);
	}
}

/* The nodes that each address needs; a node comes after those that it is made
 * of.
 */
static bool list_nodes(struct find *f)
{
	const struct simulate_walk *w = &f->walk;
	size_t n = (size_t) w->n_node;
	bool *wanted = heap_clear(n + 1, sizeof(*wanted));
	int *next;

	f->bounds = heap_clear(n + 1, sizeof(*f->bounds));
	next = f->nodes = heap_clear(n * (size_t) f->kernel->n_access + 1,
		sizeof(*f->nodes));
	for (int i = 0; wanted && next && i < f->kernel->n_access; ++i) {
		struct find_access *x = &f->access[i];

		memset(wanted, 0, n);
		mark_nodes(w, &w->access[i].address, wanted);
		for (int j = 0; j < 3; ++j)
			mark_nodes(w, &w->access[i].index[j], wanted);
		x->node = next;
		for (int j = 0; j < w->n_node; ++j)
			if (wanted[j])
				x->node[x->n_node++] = j;
		next += x->n_node;
	}
	free(wanted);
	return wanted && f->nodes && f->bounds;
}

bool find_init(struct find *f, const struct kernel *kernel,
	const struct launch *launch, int64_t first_block, int64_t end_block,
	double kept, int warp_size)
{
	char why[256];
	size_t n = (size_t) kernel->n_access + 1;
	bool ok;

	*f = (struct find) {
		.kernel = kernel,
		.launch = launch,
		.first_block = first_block,
		.end_block = end_block,
		.access = heap_clear(n, sizeof(*f->access)),
		.leaves = heap_clear((size_t) kernel->n_field + 1,
			sizeof(*f->leaves)),
		.warp_size = warp_size,
	};
	ok = f->access && f->leaves &&
		simulate_walk_init(&f->walk, kernel, launch, warp_size, true,
			why) &&
		list_nodes(f);
	for (int i = 0; ok && i < kernel->n_access; ++i)
		ok = prepare(f, i);
	if (ok)
		find_number(f);
	for (int i = 0; ok && i < kernel->n_access; ++i)
		find_run(f, &kernel->access[i], &f->access[i], kept);
	return ok;
}

void find_clear(struct find *f)
{
	free(f->access);
	free(f->leaves);
	free(f->nodes);
	free(f->bounds);
	simulate_walk_clear(&f->walk);
	*f = (struct find) { 0 };
}

bool find_range(const struct find *f, int field, int64_t *lo, int64_t *hi)
{
	bool is_any = false;

	for (int i = 0; i < f->kernel->n_access; ++i) {
		const struct find_access *x = &f->access[i];
		int64_t end = x->max + f->kernel->field[field].elem_B;

		if (f->kernel->access[i].field != field)
			continue;
		*lo = is_any ? integer_min(*lo, x->min) : x->min;
		*hi = is_any && *hi > end ? *hi : end;
		is_any = true;
	}
	return is_any;
}

/* ---------------------------------------------------------------- search */

bool find_in_domain(const struct find *f)
{
	const struct launch *l = f->launch;

	for (int i = 0; i < 3; ++i) {
		int64_t g = f->point[VAR_BX + i] * l->block[i] +
			f->point[VAR_TX + i];

		if (g * l->fold[i] >= f->kernel->domain[i])
			return false;
	}
	return true;
}

struct find_touch *find_add(struct find *f)
{
	struct find_list *list = f->list;

	if (list->n == list->room) {
		int64_t room = list->room ? 2 * list->room : 1024;
		struct find_touch *p = heap_resize(list->touch,
			(size_t) room * sizeof(*p));

		if (!p) {
			f->is_short = true;
			return NULL;
		}
		list->touch = p;
		list->room = room;
	}
	return &list->touch[list->n++];
}

void find_set_bytes(uint64_t *bytes, int64_t from, int64_t to)
{
	from = from < 0 ? 0 : from;
	to = to > FIND_LINE_B ? FIND_LINE_B : to;
	while (from < to) {
		int64_t end = integer_min(to, (from / 64 + 1) * 64);
		uint64_t ones = ~UINT64_C(0) >> (64 - (end - from));

		bytes[from / 64] |= ones << from % 64;
		from = end;
	}
}

/* The bytes of the values of the variable at "run", lanes outside of the
 * domain left out.
 */
static void set_run(const struct find *f, int64_t address, uint64_t *bytes)
{
	const struct launch *l = f->launch;
	int v = f->at->order[f->at->run];
	int64_t c = f->of->address->coef[v], last = f->run_to;
	int elem_B = f->kernel->field[f->of->field].elem_B;

	if (v <= VAR_TZ) {
		int64_t threads = (f->kernel->domain[v] - 1) / l->fold[v];

		last = integer_min(last,
			threads - f->point[VAR_BX + v] * l->block[v]);
	}
	for (int64_t i = f->run_from; i <= last; ++i) {
		int64_t at = address + c * (i - f->run_from) - f->line_from;

		find_set_bytes(bytes, at, at + elem_B);
	}
}

static bool takes_branch(const struct find *f, int64_t block)
{
	const struct chance *c = f->of->chance.id ? &f->of->chance : NULL;
	const int64_t *p = f->point, *size = f->launch->block;
	int64_t thread = p[VAR_TX] +
		size[0] * (p[VAR_TY] + size[1] * p[VAR_TZ]);

	for (; c; c = c->outer)
		if (!draw_takes(c,
			    draw_chance_key(c, f->walk.seed, block,
				    p + VAR_LOOP0,
				    kernel_loops(f->kernel, c->loop)),
			    thread))
			return false;
	return true;
}

/* All variables are known.  Lanes of one block in one step come one after the
 * other, unless a lane moves the address more than a block does.
 */
static bool found(struct find *f, int64_t address)
{
	const struct launch *l = f->launch;
	const int64_t *p = f->point;
	int64_t block = p[VAR_BX] +
		l->grid[0] * (p[VAR_BY] + l->grid[1] * p[VAR_BZ]);
	double step = f->at->step;
	struct find_touch *t = NULL;
	int elem_B = f->kernel->field[f->of->field].elem_B, warp = 0;

	if (block < f->first_block || block >= f->end_block ||
		!find_in_domain(f) || !predicate_holds(f->of->predicate, p) ||
		!takes_branch(f, block))
		return false;
	for (int i = 0; i < QUASI_LOOPS; ++i)
		step += (double) p[VAR_LOOP0 + i] * f->at->size[i];
	if (f->list->n > 0)
		t = &f->list->touch[f->list->n - 1];
	if (find_is_burst(f, f->now.access))
		warp = (int) ((p[VAR_TX] +
				      l->block[0] *
					      (p[VAR_TY] +
						      l->block[1] *
							      p[VAR_TZ])) /
			f->warp_size);
	if (!t || t->line != f->now.line || t->access != f->now.access ||
		t->block != block || t->step != step || t->warp != warp) {
		t = find_add(f);
		if (!t)
			return true;
		--f->left;
		*t = f->now;
		t->block = block;
		t->warp = warp;
		t->step = step;
	}
	if (f->at->run >= 0)
		set_run(f, address, t->bytes);
	else
		find_set_bytes(t->bytes, address - f->line_from,
			address - f->line_from + f->row_B + elem_B);
	return true;
}

static bool search(struct find *f, int level, int64_t sum);

/* Effort between two polls for a stop. */
#define POLL 4096

static bool stops(struct find *f)
{
	if (++f->effort % POLL == 0 && launch_is_stopped(f->launch))
		f->is_stopped = true;
	if (f->effort > f->most)
		f->is_stopped = true;
	return f->is_short || f->is_stopped || f->left <= 0;
}

/* Values first .. last of the variable of a level; true if any leads to a
 * touch.  Of lanes that only a predicate tests, one is enough.
 */
static bool try_values(struct find *f, int level, int64_t sum, int64_t first,
	int64_t last)
{
	int v = f->at->order[level];
	int64_t c = f->of->address->coef[v];
	bool is_any = false;

	for (int64_t i = first; i <= last && !stops(f); ++i) {
		f->point[v] = i;
		is_any |= search(f, level + 1, sum + c * i);
		if (is_any && level >= f->at->n_firm)
			break;
	}
	return is_any;
}

static struct find_bounds bounds_of(const struct find *f,
	const struct walk_expr *e, const int64_t *lo, const int64_t *hi)
{
	struct find_bounds b = { e->constant, e->constant };

	for (int i = 0; i < e->n_var; ++i) {
		int v = e->var[i];
		int64_t c = e->coef[v];

		b.lo += c < 0 ? c * hi[v] : c * lo[v];
		b.hi += c < 0 ? c * lo[v] : c * hi[v];
	}
	for (int i = 0; i < e->n_term; ++i) {
		const struct find_bounds *n = &f->bounds[e->term[i].node];
		int64_t c = e->term[i].coef;

		b.lo += c < 0 ? c * n->hi : c * n->lo;
		b.hi += c < 0 ? c * n->lo : c * n->hi;
	}
	return b;
}

static struct find_bounds bounds_of_node(const struct find *f,
	const struct walk_node *n, const int64_t *lo, const int64_t *hi)
{
	struct find_bounds a = bounds_of(f, &n->a, lo, hi), b;

	if (n->op == QUASI_FLOOR) {
		if (n->shift >= 0)
			return (struct find_bounds) { a.lo >> n->shift,
				a.hi >> n->shift };
		b.lo = integer_floor(a.lo, n->divisor);
		b.hi = a.hi - b.lo * n->divisor < n->divisor ?
			b.lo :
			integer_floor(a.hi, n->divisor);
		return b;
	}
	if (n->op == QUASI_TABLE) {
		quasi_entries(n->table, a.lo, a.hi, &a.lo, &a.hi);
		return a;
	}
	b = bounds_of(f, &n->b, lo, hi);
	if (n->op == QUASI_MIN)
		return (struct find_bounds) { integer_min(a.lo, b.lo),
			integer_min(a.hi, b.hi) };
	return (struct find_bounds) { a.lo > b.lo ? a.lo : b.lo,
		a.hi > b.hi ? a.hi : b.hi };
}

/* The pieces of the line, of those in "pieces" (bits), that a coordinate from
 * "min" to "max" along axis d meets.
 */
static unsigned pieces_met(const struct find *f, unsigned pieces, int d,
	int64_t min, int64_t max)
{
	for (int i = 0; i < f->n_piece; ++i) {
		const struct find_piece *p = &f->piece[i];
		int64_t from = d == 0 ? p->from : d == 1 ? p->y : p->z;
		int64_t to = d == 0 ? p->to : from;

		if (min > to || max < from)
			pieces &= ~(1u << i);
	}
	return pieces;
}

/* Can the element coordinates lie in a piece of the line?  Bounds of nodes are
 * known.
 */
static bool meets_piece(struct find *f, const int64_t *lo, const int64_t *hi)
{
	const struct walk_expr *index = f->walk.access[f->at - f->access].index;
	unsigned pieces = (1u << f->n_piece) - 1;

	for (int d = 0; d < 3 && pieces; ++d) {
		struct find_bounds b = bounds_of(f, &index[d], lo, hi);

		f->effort += f->of->index[d] != NULL;
		pieces = pieces_met(f, pieces, d, b.lo, b.hi);
	}
	return pieces;
}

/* Lowers the bounds of counters to what a predicate with tables allows: lengths of
 * rows are far apart, and few rows are as long as the longest.  Where e - c k >= 0
 * must hold,
 *
 *	k  <=  max e / c
 */
static void clip_counters(const struct predicate *g, const int64_t *lo,
	int64_t *hi)
{
	if (g->op == PREDICATE_AND) {
		clip_counters(g->a, lo, hi);
		clip_counters(g->b, lo, hi);
	}
	if (g->op != PREDICATE_GE)
		return;
	for (int v = VAR_LOOP0; v < N_QUASI_VAR; ++v) {
		bool in_term[N_QUASI_VAR] = { 0 };
		int64_t low[N_QUASI_VAR], high[N_QUASI_VAR], min, max;
		int64_t c = g->e->coef[v];

		if (c >= 0)
			continue;
		mark_terms(g->e, in_term);
		if (in_term[v])
			continue;
		memcpy(low, lo, sizeof(low));
		memcpy(high, hi, sizeof(high));
		low[v] = high[v] = 0;
		if (quasi_bounds(g->e, low, high, &min, &max))
			hi[v] = integer_min(hi[v], integer_floor(max, -c));
	}
}

static bool is_empty(const int64_t *lo, const int64_t *hi)
{
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (lo[v] > hi[v])
			return true;
	return false;
}

/* The bounds of the address with the variables below "level" known and the
 * one of "level" from lo to hi.
 */
static bool can_touch(struct find *f, int level, int64_t first, int64_t last,
	int64_t *min, int64_t *max)
{
	const struct find_access *x = f->at;
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR];
	struct find_bounds b;

	++f->effort;
	memcpy(lo, x->lo, sizeof(lo));
	memcpy(hi, x->reach, sizeof(hi));
	for (int i = 0; i < level; ++i)
		lo[x->order[i]] = hi[x->order[i]] = f->point[x->order[i]];
	if (level < x->n_order) {
		lo[x->order[level]] = first;
		hi[x->order[level]] = last;
	}
	if (x->is_looked_up) {
		++f->effort;
		clip_counters(f->of->predicate, lo, hi);
		if (is_empty(lo, hi))
			return false;
	}
	for (int i = 0; i < x->n_node; ++i)
		f->bounds[x->node[i]] = bounds_of_node(f,
			&f->walk.node[x->node[i]], lo, hi);
	b = bounds_of(f, &f->walk.access[x - f->access].address, lo, hi);
	*min = b.lo - f->walk.space[f->of->field].origin;
	*max = b.hi - f->walk.space[f->of->field].origin;
	return *min <= f->to && *max >= f->from &&
		(f->n_piece == 0 || level >= x->n_term ||
			meets_piece(f, lo, hi));
}

/* Are the addresses of lanes first .. last equal? */
static bool are_equal(struct find *f, int level, int64_t first, int64_t last)
{
	const struct find_access *x = f->at;
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR];
	struct find_bounds b;

	if (x->order[level] > VAR_TZ || f->of->predicate || f->of->chance.id)
		return false;
	++f->effort;
	memcpy(lo, x->lo, sizeof(lo));
	memcpy(hi, x->lo, sizeof(hi));
	for (int i = 0; i < level; ++i)
		lo[x->order[i]] = hi[x->order[i]] = f->point[x->order[i]];
	lo[x->order[level]] = first;
	hi[x->order[level]] = last;
	for (int i = 0; i < x->n_node; ++i)
		f->bounds[x->node[i]] = bounds_of_node(f,
			&f->walk.node[x->node[i]], lo, hi);
	b = bounds_of(f, &f->walk.access[x - f->access].address, lo, hi);
	return b.lo == b.hi;
}

/* Do the lanes first .. last, the only variable that is left, lie side by
 * side in the line?
 */
static bool is_row(const struct find *f, int level, int64_t n, int64_t min,
	int64_t max)
{
	const struct find_access *x = f->at;

	return level == x->n_order - 1 && x->order[level] <= VAR_TZ &&
		(x->wait < 0 || x->order[level] == VAR_TX) &&
		!f->of->predicate && !f->of->chance.id && min >= f->line_from &&
		max - min == (n - 1) * f->kernel->field[f->of->field].elem_B &&
		max <= f->to;
}

static bool bisect(struct find *f, int level, int64_t sum, int64_t first,
	int64_t last)
{
	int64_t middle = first + (last - first) / 2, min, max;
	bool is_any;

	if (stops(f) || !can_touch(f, level, first, last, &min, &max))
		return false;
	if (is_row(f, level, last - first + 1, min, max)) {
		f->point[f->at->order[level]] = last;
		if (find_in_domain(f)) {
			f->row_B = max - min;
			is_any = found(f, min);
			f->row_B = 0;
			return is_any;
		}
	}
	if (first == last || are_equal(f, level, first, last))
		return try_values(f, level, sum, first, first);
	is_any = bisect(f, level, sum, first, middle);
	return bisect(f, level, sum, middle + 1, last) || is_any;
}

static bool search(struct find *f, int level, int64_t sum)
{
	const struct find_access *x = f->at;
	const struct quasi *a = f->of->address;
	int64_t c, lo, hi;
	int v;

	if (level == x->n_order) {
		int64_t address = sum;

		if (a->n_term > 0 && (!x->by_index || x->n_term == level) &&
			!quasi_eval(a, f->point, &address))
			return false;
		if (address < f->from || address > f->to)
			return false;
		return found(f, address);
	}
	v = x->order[level];
	c = a->coef[v];
	if (level < x->n_term || (a->n_term > 0 && !x->by_index))
		return bisect(f, level, sum, x->lo[v], x->hi[v]);
	if (x->by_index && level == x->n_term) {
		for (int i = level; i < x->n_order; ++i)
			f->point[x->order[i]] = 0;
		if (!quasi_eval(a, f->point, &sum))
			return false;
	}
	lo = x->lo[v];
	hi = x->hi[v];
	if (c > 0) {
		int64_t least = -integer_floor(-(f->from - sum -
						       x->sum_hi[level + 1]),
			c);
		int64_t most = integer_floor(f->to - sum - x->sum_lo[level + 1],
			c);

		lo = least > lo ? least : lo;
		hi = most < hi ? most : hi;
	} else if (c < 0) {
		int64_t most = integer_floor(-(f->from - sum -
						     x->sum_hi[level + 1]),
			-c);
		int64_t least = -integer_floor(f->to - sum -
				x->sum_lo[level + 1],
			-c);

		lo = least > lo ? least : lo;
		hi = most < hi ? most : hi;
	}
	if (level == x->run && lo <= hi) {
		f->run_from = lo;
		f->run_to = hi;
		hi = lo;
	}
	return try_values(f, level, sum, lo, hi);
}

/* The rows of elements that a line has; none if there are too many. */
static void cut_line(struct find *f)
{
	const struct field *field = &f->kernel->field[f->of->field];
	int64_t from = integer_floor(f->from - f->at->shift + field->elem_B - 1,
		field->elem_B);
	int64_t to = integer_floor(f->to - f->at->shift, field->elem_B);

	f->n_piece = 0;
	if (!f->at->by_index ||
		to - from >= (FIND_PIECES - 1) * field->extent[0])
		return;
	while (from <= to) {
		int64_t row = integer_floor(from, field->extent[0]);
		int64_t end = integer_min(to, (row + 1) * field->extent[0] - 1);
		int64_t z = integer_floor(row, field->extent[1]);

		f->piece[f->n_piece++] = (struct find_piece) {
			from - row * field->extent[0],
			end - row * field->extent[0],
			row - z * field->extent[1],
			z,
		};
		from = end + 1;
	}
}

bool find_touches(struct find *f, int field, int64_t from, int64_t line_B,
	int line, int64_t most, struct find_list *list)
{
	const struct kernel *k = f->kernel;

	f->list = list;
	f->left = most;
	f->most = f->effort + f->per_line;
	for (int i = 0; i < k->n_access && !stops(f); ++i) {
		const struct access *a = &k->access[i];

		if (a->field != field || a->draw.kind ||
			f->access[i].is_left_out)
			continue;
		f->of = a;
		f->at = &f->access[i];
		f->line_from = from;
		f->from = from - k->field[field].elem_B + 1;
		f->to = from + line_B - 1;
		if (f->at->max < f->from || f->at->min > f->to)
			continue;
		memcpy(f->point, f->at->lo, sizeof(f->point));
		cut_line(f);
		f->now = (struct find_touch) { .line = line, .access = i };
		search(f, 0, f->at->constant);
	}
	return !f->is_short && !f->is_stopped && f->left > 0;
}
