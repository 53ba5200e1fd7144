/* Accesses under a launch: boundaries, linear addresses, shared memory. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* ------------------------------------------------------------ accesses */

static const struct quasi *bounded(struct lowering *l, const struct quasi *e,
	enum boundary boundary, int64_t n)
{
	const struct quasi *last, *folded;

	switch (boundary) {
	case BOUNDARY_NONE: return e;
	case BOUNDARY_CLAMP:
		last = quasi_constant(l->pool, n - 1);
		e = quasi_max(l->pool, e, quasi_constant(l->pool, 0));
		return quasi_min(l->pool, e, last);
	case BOUNDARY_PERIODIC: return quasi_mod(l->pool, e, n);
	case BOUNDARY_MIRROR:
		folded = quasi_mod(l->pool, e, 2 * n);
		last = quasi_add(l->pool, quasi_scale(l->pool, folded, -1),
			quasi_constant(l->pool, 2 * n - 1));
		return quasi_min(l->pool, folded, last);
	}
	return NULL;
}

const struct quasi *lower_index(struct lowering *l,
	const struct kernel_access *a, int d)
{
	const struct kernel_field *f = &l->k->field[a->field];
	const struct quasi *e = l->node[a->index[d]];
	bool ok = true;
	int64_t n = lower_extent(l, f, d, &ok), offset;

	if (!e)
		return NULL;
	if (a->is_relative && d < l->k->dims) {
		e = quasi_add(l->pool, e, lower_cell(l, d));
		/* an offset of 0 is the thread's own cell, which is in the
		 * field
		 */
		if (graph_is_int(&l->k->graph, a->index[d], &offset) &&
			offset == 0 && n >= l->extent[d])
			return e;
	}
	/* drawn indices stay in the field */
	return !ok		     ? NULL :
		a->draw.scatter >= 0 ? e :
				       bounded(l, e, f->boundary, n);
}

/* elem_B * (i0 + n0 * (i1 + n1 * i2)), and the component */
static const struct quasi *linear(struct lowering *l,
	const struct kernel_access *a, const struct field *f,
	const struct quasi *const index[3])
{
	const struct kernel_field *kf = &l->k->field[a->field];
	const struct quasi *e = NULL, *component;
	int64_t per_component = f->elem_B;

	for (int d = a->n_index - 1; d >= 0; --d)
		e = e ? quasi_add(l->pool, index[d],
				quasi_scale(l->pool, e, f->extent[d])) :
			index[d];
	if (a->component < 0)
		return quasi_scale(l->pool, e, f->elem_B);
	component = l->node[a->component];
	if (kf->is_aos) {
		e = quasi_add(l->pool, component,
			quasi_scale(l->pool, e, f->n_component));
		return quasi_scale(l->pool, e, f->elem_B);
	}
	for (int d = 0; d < 3; ++d)
		if (__builtin_mul_overflow(per_component, f->extent[d],
			    &per_component))
			return NULL;
	return quasi_add(l->pool, quasi_scale(l->pool, e, f->elem_B),
		quasi_scale(l->pool, component, per_component));
}

/* c = part[0] + n0 * (part[1] + n1 * part[2]), each part as close to 0 as
 * possible
 */
static void split(int64_t c, const int64_t extent[3], int64_t part[3])
{
	int64_t plane;

	if (__builtin_mul_overflow(extent[0], extent[1], &plane))
		plane = INT64_MAX;
	part[2] = extent[2] > 1 ? integer_nearest(c, plane) : 0;
	c -= part[2] * plane;
	part[1] = extent[1] > 1 ? integer_nearest(c, extent[0]) : 0;
	part[0] = c - part[1] * extent[0];
}

/* The component that the constant "c" of an address, in elements, lies in;
 * subtracts its offset from c.
 */
static int64_t split_component(const struct field *f, bool is_aos, int64_t *c)
{
	int64_t n = f->n_component, cells, q;

	if (n <= 1)
		return 0;
	if (is_aos) {
		q = integer_mod(*c, n);
		*c = (*c - q) / n;
		return q;
	}
	if (__builtin_mul_overflow(f->extent[0] * f->extent[1], f->extent[2],
		    &cells))
		return 0;
	q = integer_nearest(*c, cells);
	q = q < 0 ? 0 : q >= n ? n - 1 : q;
	*c -= q * cells;
	return q;
}

/* Recovers cell coordinates from an address, for models that count row by
 * row.  Leaves them out if the address is not affine.
 */
static void recover_index(struct lowering *l, struct access *a,
	const struct field *f, bool is_aos)
{
	const struct quasi *e = a->address;
	/* elements between neighbouring cells */
	int64_t step = is_aos ? f->n_component : 1, first;
	struct quasi *index;
	int64_t part[3];

	if (!quasi_is_affine(e) || e->constant % f->elem_B != 0)
		return;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] % (f->elem_B * step) != 0)
			return;
	index = quasi_pool_alloc(l->pool, 3 * sizeof(*index));
	if (!index)
		memory_failed();
	first = e->constant / f->elem_B;
	a->component = (int) split_component(f, is_aos, &first);
	split(first, f->extent, part);
	for (int d = 0; d < 3; ++d)
		index[d].constant = part[d];
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		int64_t c = e->coef[v] / f->elem_B / step, per_block = 1, span;

		/* a block index counts blockDim threads */
		if (v >= VAR_BX && v <= VAR_BZ &&
			!__builtin_mul_overflow(e->coef[v - VAR_BX],
				l->launch->block[v - VAR_BX], &span) &&
			e->coef[v] == span) {
			per_block = l->launch->block[v - VAR_BX];
			c = e->coef[v - VAR_BX] / f->elem_B / step;
		}
		split(c, f->extent, part);
		for (int d = 0; d < 3; ++d)
			index[d].coef[v] = part[d] * per_block;
	}
	for (int d = 0; d < 3; ++d)
		a->index[d] = &index[d];
}

/* The first loop that counts like that of the load, if a compiler unrolls both
 * as a whole: what nothing can change is loaded in the first and kept.
 */
static int loading_loop(const struct lowering *l, const struct access *a)
{
	const struct kernel_field *f =
		&l->k->field[l->k->access[a->label].field];
	const struct kernel_loop *source = l->k->loop;
	const struct loop *loop = l->kernel->loop;
	int at = a->loop;

	if (at < 0 || a->is_store || !f->is_restrict || f->is_stored ||
		kernel_loop_varies(l->k, at) || !lower_is_whole(l, at))
		return at;
	for (int i = 0; i < at; ++i)
		if (loop[i].parent == loop[at].parent &&
			loop[i].trips == loop[at].trips &&
			source[i].lo == source[at].lo &&
			source[i].starts == source[at].starts &&
			source[i].step == source[at].step &&
			!kernel_loop_varies(l->k, i) && lower_is_whole(l, i))
			return i;
	return at;
}

static bool is_same(const void *user, int i, int j)
{
	const struct lowering *l = user;
	const struct access *a = &l->kernel->access[i];
	const struct access *b = &l->kernel->access[j];

	/* between loads of two versions a store may change what is loaded */
	if (!a->is_store &&
		l->k->access[a->label].version !=
			l->k->access[b->label].version)
		return false;
	return a->field == b->field &&
		loading_loop(l, a) == loading_loop(l, b) &&
		a->is_store == b->is_store && a->atomic == b->atomic &&
		a->hint == b->hint && !a->draw.kind && !b->draw.kind &&
		(a->is_store || a->chance.id == b->chance.id) &&
		quasi_equal(a->address, b->address) &&
		predicate_equal(a->predicate, b->predicate);
}

static bool is_under(const struct kernel_def *k, int r, int outer)
{
	while (r > outer)
		r = k->region[r].parent;
	return r == outer;
}

/* True if a thread runs one of the regions at most: they are branches of one
 * condition.
 */
static bool are_exclusive(const struct kernel_def *k, int a, int b)
{
	for (int then = 1; then < k->n_region; ++then) {
		int other = k->region[then].other;

		if (k->region[then].kind == REGION_THEN && other >= 0 &&
			((is_under(k, a, then) && is_under(k, b, other)) ||
				(is_under(k, b, then) &&
					is_under(k, a, other))))
			return true;
	}
	return false;
}

/* The store before store "i" that is the same in another branch of a
 * condition on data, or -1.  "into" has the store that each became part of.
 */
static int find_branch(const struct lowering *l, const struct grouping *g,
	const int *into, int i)
{
	const struct access *a = l->kernel->access;

	for (int j = g->first[i]; j < i && a[i].share < 1; ++j) {
		bool is_other = g->first[j] == g->first[i] && into[j] == j;

		for (int m = j; is_other && m < i; ++m)
			is_other = g->first[m] != g->first[i] || into[m] != j ||
				are_exclusive(l->k,
					l->k->access[a[m].label].region,
					l->k->access[a[i].label].region);
		if (is_other)
			return j;
	}
	return -1;
}

/* A store that both branches make: by chance of either. */
static void add_chance(struct chance *c, const struct chance *other)
{
	if (!c->id || !other->id || c->p + other->p > 1 - 1e-9) {
		*c = (struct chance) { 0 };
		return;
	}
	c->p += other->p;
	c->own += other->own;
	if (c->own > 1 - 1e-9 || c->id != other->id) {
		c->own = c->p;
		c->outer = NULL;
	}
}

/* Drops loads that several cells or loops of a thread share, and makes one store of
 * those that a thread makes in either branch of a condition on data: the
 * lanes that take them add up.  Completes l->place[n_place], where shared
 * accesses are -2 - i so far.
 */
static bool drop_repeated(struct lowering *l, size_t n_place)
{
	struct kernel *kernel = l->kernel;
	struct access *a = kernel->access;
	size_t n_access = (size_t) kernel->n_access + 1;
	uint64_t *hash = quasi_pool_alloc(l->pool, n_access * sizeof(*hash));
	int *into = quasi_pool_alloc(l->pool, n_access * sizeof(*into));
	struct grouping g;
	int n = 0;

	for (int i = 0; hash && i < kernel->n_access; ++i) {
		hash[i] = map_mix(quasi_hash(a[i].address), a[i].field);
		hash[i] = map_mix(hash[i], loading_loop(l, &a[i]));
		hash[i] = map_mix(hash[i], a[i].is_store);
	}
	if (!hash || !into ||
		!grouping_make(&g, l->pool, kernel->n_access, hash, is_same, l))
		memory_failed();
	for (int i = 0; i < kernel->n_access; ++i) {
		/* code that gives addresses loads as often as it says */
		int other = a[i].is_store ? find_branch(l, &g, into, i) :
			l->k->by_address  ? i :
					    g.first[i];

		if (!lower_goes_on(l))
			return false;
		into[i] = other < 0 ? i : other;
		if (a[i].is_store && into[i] != i) {
			a[into[i]].share += a[i].share;
			add_chance(&a[into[i]].chance, &a[i].chance);
			a[into[i]].issue = a[into[i]].chance;
		}
	}
	for (int i = 0; i < kernel->n_access; ++i)
		if (into[i] == i) {
			a[n] = a[i];
			into[i] = n++;
		} else {
			into[i] = into[into[i]];
		}
	for (size_t i = 0; i < n_place; ++i)
		l->place[i] = l->place[i] <= -2 ? n - 2 - l->place[i] :
			l->place[i] >= 0	? into[l->place[i]] :
						  -1;
	kernel->n_access = n;
	return true;
}

/* True if an index of "a" is divided by a number that is not above 0 in this
 * launch, which is *divisor.
 */
static bool find_divisor(const struct lowering *l,
	const struct kernel_access *a, int64_t *divisor)
{
	const struct graph *g = &l->k->graph;
	const int start[] = { a->component, a->address, a->index[0],
		a->index[1], a->index[2] };
	bool *used = memory_new((size_t) g->n_node + 1), found = false;

	for (int i = 0; i < 2 + a->n_index; ++i)
		if (start[i] >= 0)
			used[start[i]] = true;
	for (int i = g->n_node - 1; i >= 0 && !found; --i) {
		const struct graph_node *n = &g->node[i];
		const struct quasi *by;

		if (!used[i] || n->op == GRAPH_CARRIED)
			continue;
		if (n->a >= 0)
			used[n->a] = true;
		if (n->b >= 0)
			used[n->b] = true;
		if (n->op != GRAPH_DIV && n->op != GRAPH_FLOOR_DIV &&
			n->op != GRAPH_MOD)
			continue;
		by = l->node[n->b];
		found = by && quasi_is_constant(by) && by->constant <= 0;
		if (found)
			*divisor = by->constant;
	}
	free(used);
	return found;
}

bool lower_fail_access(struct lowering *l, const struct kernel_access *a)
{
	int64_t divisor;

	if (find_divisor(l, a, &divisor)) {
		diag_error(l->env->diag, a->loc, NULL,
			"this index of '%s' is divided by %lld",
			l->k->field[a->field].name, (long long) divisor);
		diag_note(l->env->diag,
			"'/' and '%%' in indices are by positive numbers: the "
			"values of arguments and the domain decide this one");
		return false;
	}
	diag_error(l->env->diag, a->loc, NULL,
		"this address of '%s' is not affine, or exceeds 2^63",
		l->k->field[a->field].name);
	diag_note(l->env->diag,
		"allowed are sums of coordinates and loop "
		"variables times constants, '/' and '%%' by positive "
		"constants, min and max");
	return false;
}

bool lower_shared_extent(const struct lowering *l, const struct kernel_field *f,
	int d, int64_t *n)
{
	*n = 1;
	return kernel_int_at(l->k, f->extent[d], l->extent, n) && *n > 0;
}

/* The cells of a shared array that a random index is one of; none without such
 * an index.
 */
static bool shared_cells(struct lowering *l, const struct kernel_access *a,
	struct draw *draw)
{
	const struct kernel_scatter *s = kernel_scatter_of(l->k, a);
	const struct kernel_field *f = &l->k->field[a->field];
	int64_t n, scale, *cells = &draw->cells;

	*draw = (struct draw) { 0 };
	if (!s)
		return true;
	if (!kernel_int_at(l->k, a->draw.scale, l->extent, &scale) ||
		(scale != 1 && a->address < 0))
		return diag_error(l->env->diag, a->loc, NULL,
			"a random index of shared memory has no factor");
	if (!kernel_int_at(l->k, s->n, l->extent, cells) || *cells < 1)
		return diag_error(l->env->diag, s->loc, NULL,
			"the number of cells must be a whole number of at "
			"least 1");
	if (!lower_shared_extent(l, f, a->draw.dim, &n) || *cells > n)
		return diag_error(l->env->diag, s->loc, NULL,
			"'%s' has fewer than %lld cells", f->name,
			(long long) *cells);
	draw->step_B = a->address >= 0 ? scale : type_bytes(lower_type(l, f));
	for (int d = 0; a->address < 0 && d < a->draw.dim; ++d) {
		lower_shared_extent(l, f, d, &n);
		if (__builtin_mul_overflow(draw->step_B, n, &draw->step_B))
			return lower_fail_access(l, a);
	}
	draw->together = lower_draw_together(l, s);
	return true;
}

static bool add_shared(struct lowering *l, int i, const struct quasi *address,
	int64_t base_B, const struct draw *draw)
{
	const struct kernel_access *a = &l->k->access[i];
	struct kernel *kernel = l->kernel;

	kernel->shared_access[kernel->n_shared_access++] =
		(struct shared_access) {
			.is_store = a->is_store,
			.elem_B = type_bytes(a->type ?
					a->type :
					lower_type(l, &l->k->field[a->field])),
			.address = address,
			.base_B = base_B,
			.atomic = lower_atomic(l, a, address, draw->cells,
				draw->together),
			.cells = draw->cells,
			.step_B = draw->step_B,
			.together = draw->together,
			.predicate = lower_predicate(l, a->region),
			.around = lower_around(l,
				kernel_loop_of(l->k, a->region)),
			.chance = lower_chance(l, a->region),
			.issue = lower_issue(l, a->region),
			.share = lower_share(l, a->region),
			.loop = kernel_loop_of(l->k, a->region),
			.label = i,
			.stall = { a->stall[LOADS_INLINE],
				a->stall[LOADS_FIRST] },
		};
	return a->mma == 0 ||
		lower_tile(l, a,
			&kernel->shared_access[kernel->n_shared_access - 1]);
}

/* The address of an access to shared memory, where arrays follow each other. */
static bool shared_address(struct lowering *l, const struct kernel_access *a,
	const struct quasi **address, int64_t *base_B)
{
	const struct kernel_field *f = &l->k->field[a->field];
	const struct quasi *e = NULL;
	int64_t first = 0, end = 0, n, bytes;

	for (int i = 0; i <= a->field; ++i) {
		const struct kernel_field *other = &l->k->field[i];

		if (!other->is_shared)
			continue;
		bytes = type_bytes(lower_type(l, other));
		for (int d = 0; d < other->n_dim; ++d) {
			if (!lower_shared_extent(l, other, d, &n))
				return diag_error(l->env->diag, a->loc, NULL,
					"the size of '%s' is not a positive "
					"whole number with this block",
					other->name);
			if (__builtin_mul_overflow(bytes, n, &bytes))
				return lower_fail_access(l, a);
		}
		if (__builtin_add_overflow(first, bytes, &end))
			return lower_fail_access(l, a);
		if (i < a->field)
			first = end;
	}
	if (end > l->kernel->shared_B)
		l->kernel->shared_B = end;
	for (int d = a->n_index - 1; d >= 0; --d) {
		lower_shared_extent(l, f, d, &n);
		e = e ? quasi_add(l->pool, l->node[a->index[d]],
				quasi_scale(l->pool, e, n)) :
			l->node[a->index[d]];
	}
	bytes = a->address >= 0 ? 1 : type_bytes(lower_type(l, f));
	if (a->address >= 0)
		e = l->node[a->address];
	*base_B = first;
	*address = quasi_add(l->pool, quasi_scale(l->pool, e, bytes),
		quasi_constant(l->pool, first));
	return *address ? true : lower_fail_access(l, a);
}

static bool lower_access(struct lowering *l, int i)
{
	const struct kernel_access *a = &l->k->access[i];
	struct kernel *kernel = l->kernel;
	struct access *out;
	const struct quasi *address = NULL;
	int64_t base_B = 0;
	struct draw draw;

	if (i == l->without || lower_never(lower_predicate(l, a->region)) ||
		lower_turns(l, kernel_loop_of(l->k, a->region)) == 0)
		return true;
	if (l->k->field[a->field].is_shared) {
		return shared_address(l, a, &address, &base_B) &&
			shared_cells(l, a, &draw) && lower_range_shared(l, a) &&
			add_shared(l, i, address, base_B, &draw);
	}
	out = &kernel->access[kernel->n_access];
	*out = (struct access) {
		.field = l->field[a->field],
		.is_store = a->is_store,
		.atomic = lower_atomic(l, a, NULL, 0, 0),
		.hint = a->hint,
		.saved = a->kept,
		.label = i,
		.component = 0,
	};
	out->predicate = lower_predicate(l, a->region);
	out->chance = lower_chance(l, a->region);
	out->issue = lower_issue(l, a->region);
	out->share = lower_share(l, a->region);
	out->loop = kernel_loop_of(l->k, a->region);
	out->is_strided = kernel_stride_of(l->k, a->region) >= 0;
	memcpy(out->stall, a->stall, sizeof(out->stall));
	if (kernel_scatter_of(l->k, a) && !lower_draw(l, a, out))
		return false;
	if (a->address >= 0) {
		out->address = l->node[a->address];
		if (out->address)
			recover_index(l, out, &kernel->field[out->field],
				l->k->field[a->field].is_aos);
	} else {
		int64_t q = 0;

		for (int d = 0; d < 3; ++d)
			out->index[d] = d < a->n_index ?
				lower_index(l, a, d) :
				quasi_constant(l->pool, 0);
		if (a->component >= 0)
			graph_is_int(&l->k->graph, a->component, &q);
		out->component = (int) q;
		for (int d = 0; d < 3; ++d)
			if (!out->index[d])
				return lower_fail_access(l, a);
		out->address = linear(l, a, &kernel->field[out->field],
			out->index);
	}
	if (!out->address)
		return lower_fail_access(l, a);
	out->atomic = lower_atomic(l, a, out->address, out->draw.cells,
		out->draw.together);
	if (l->env->warns && !out->draw.kind)
		lower_range_field(l, a, out->index);
	++kernel->n_access;
	return true;
}

/* Lowers access "i"; *place says where it went. */
static bool lower_placed(struct lowering *l, int i, int *place)
{
	int n = l->kernel->n_access, n_shared = l->kernel->n_shared_access;
	bool ok = lower_access(l, i);

	*place = l->kernel->n_access > n	      ? n :
		l->kernel->n_shared_access > n_shared ? -2 - n_shared :
							-1;
	return ok;
}

/* Accesses of a folded thread. One takes about 3 kB while it is lowered, and no
 * compiler keeps so many cells in registers.
 */
#define MOST_FOLDED (1 << 16)

bool lower_accesses(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	/* an address given by the kernel already covers all cells of the
	 * thread
	 */
	static const int64_t once[3] = { 1, 1, 1 };
	const int64_t *fold = l->k->by_address ? once : l->fold;
	int64_t cells = fold[0] * fold[1] * fold[2];
	size_t room = (size_t) cells * (size_t) l->k->n_access + 1;
	bool ok = true;

	if (cells > 1 && room > MOST_FOLDED)
		return diag_error(l->env->diag, l->loc, NULL,
			"with this fold a thread makes %lld accesses: %d are "
			"the most",
			(long long) room - 1, MOST_FOLDED);
	kernel->access = quasi_pool_alloc(l->pool,
		room * sizeof(*kernel->access));
	kernel->shared_access = quasi_pool_alloc(l->pool,
		room * sizeof(*kernel->shared_access));
	kernel->product = quasi_pool_alloc(l->pool,
		((size_t) cells * (size_t) l->k->n_mma + 1) *
			sizeof(*kernel->product));
	if (!kernel->access || !kernel->shared_access || !kernel->product)
		memory_failed();
	l->place = memory_new(room * sizeof(*l->place));
	room = 0;
	lower_mark(l);
	for (l->cell[2] = 0; ok && l->cell[2] < fold[2]; ++l->cell[2])
		for (l->cell[1] = 0; ok && l->cell[1] < fold[1]; ++l->cell[1])
			for (l->cell[0] = 0; ok && l->cell[0] < fold[0];
				++l->cell[0]) {
				lower_express(l);
				for (int i = 0; ok && i < l->k->n_access; ++i)
					ok = lower_goes_on(l) &&
						lower_placed(l, i,
							&l->place[room++]);
				if (ok)
					lower_part_cell(l);
			}
	if (!ok || !drop_repeated(l, room))
		return false;
	if (l->k->by_address)
		lower_draw_order(l);
	return true;
}
