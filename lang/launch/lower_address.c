/* Integer instructions for addresses whose strides are known only at run time:
 * doc/MODEL.md, chapter 16.
 *
 * No immediate offset of a memory instruction reaches another row then, so
 * each row of each array needs its own address.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/kernel/grouping.h"
#include "engine/kernel/predicate.h"
#include "hw/fit.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* An access as shape + offset; the shape depends on the thread and on loops,
 * the offset is constant.
 */
struct point {
	const struct access *a;
	const struct quasi *shape[3];
	int64_t offset[3];
	int loop;      /* in which it is found: the innermost that changes it */
	int home;      /* the same, before what moves in it was taken out */
	bool moves;    /* from row to row, as far in each trip of "home" */
	bool is_later; /* of another cell of the thread than the first */
	bool is_split; /* the row has a second address */
	bool is_divided; /* "loop" changes a quotient of the thread in it */
	double saved;	 /* share of the trips in which no access needs it */
};

struct addresses {
	struct lowering *l;
	int width; /* 32-bit words of an index */
	int n;
	struct point *point;
	struct grouping shapes, rows, own; /* own: rows of one array */
};

/* ----------------------------------------------------------- grouping */

static bool same_place(const struct point *p, const struct point *q)
{
	return p->loop == q->loop &&
		predicate_equal(p->a->predicate, q->a->predicate);
}

static bool same_strides(const struct addresses *s, const struct point *p,
	const struct point *q)
{
	const struct field *f = &s->l->kernel->field[p->a->field];
	const struct field *g = &s->l->kernel->field[q->a->field];

	return f->extent[0] == g->extent[0] && f->extent[1] == g->extent[1];
}

static bool same_shape(const void *user, int i, int j)
{
	const struct addresses *s = user;
	const struct point *p = &s->point[i], *q = &s->point[j];

	for (int d = 0; d < 3; ++d)
		if (!quasi_equal(p->shape[d], q->shape[d]))
			return false;
	return same_strides(s, p, q);
}

static bool same_row(const void *user, int i, int j)
{
	const struct addresses *s = user;
	const struct point *p = &s->point[i], *q = &s->point[j];

	return s->shapes.first[i] == s->shapes.first[j] &&
		p->offset[1] == q->offset[1] && p->offset[2] == q->offset[2] &&
		same_place(p, q);
}

/* Components of a structure of arrays are separate arrays, those of an array
 * of structures are not.
 */
static bool same_array(const struct addresses *s, const struct point *p,
	const struct point *q)
{
	const struct kernel_def *k = s->l->k;

	return p->a->field == q->a->field &&
		(p->a->component == q->a->component ||
			k->field[k->access[p->a->label].field].is_aos);
}

static bool same_address(const void *user, int i, int j)
{
	const struct addresses *s = user;

	return s->rows.first[i] == s->rows.first[j] &&
		s->point[i].home == s->point[j].home &&
		same_array(s, &s->point[i], &s->point[j]);
}

static void group(struct addresses *s)
{
	struct quasi_pool *pool = s->l->pool;
	uint64_t *hash = quasi_pool_alloc(pool,
		((size_t) s->n + 1) * sizeof(*hash));
	bool ok = hash != NULL;

	for (int i = 0; ok && i < s->n; ++i)
		for (int d = 0; d < 3; ++d)
			hash[i] = map_mix(hash[i],
				(int64_t) quasi_hash(s->point[i].shape[d]));
	ok = ok && grouping_make(&s->shapes, pool, s->n, hash, same_shape, s);
	for (int i = 0; ok && i < s->n; ++i)
		for (int d = 1; d < 3; ++d)
			hash[i] = map_mix(hash[i], s->point[i].offset[d]);
	ok = ok && grouping_make(&s->rows, pool, s->n, hash, same_row, s);
	for (int i = 0; ok && i < s->n; ++i)
		hash[i] = map_mix(hash[i], s->point[i].a->field);
	ok = ok && grouping_make(&s->own, pool, s->n, hash, same_address, s);
	if (!ok)
		memory_failed();
}

/* ------------------------------------------------------------- points */

/* The innermost enclosing loop that changes the address of an access. */
static int home_loop(const struct lowering *l, const struct access *a)
{
	for (int loop = a->loop; loop >= 0; loop = l->kernel->loop[loop].parent)
		for (int d = 0; d < 3; ++d) {
			const struct quasi *e = a->index[d];
			int v = VAR_LOOP0 + lower_depth(l->k, loop);

			if (v >= N_QUASI_VAR || lower_uses(e, v))
				return loop;
		}
	return -1;
}

/* True if the indices change by as much in each trip of the loop: none of their
 * quotients and remainders depends on it.
 */
static bool is_even(const struct lowering *l, const struct access *a, int loop)
{
	int v = VAR_LOOP0 + lower_depth(l->k, loop);

	if (lower_is_divided(l, &l->k->access[a->label], loop))
		return false;

	for (int d = 0; d < 3; ++d)
		for (int i = 0; i < a->index[d]->n_term; ++i) {
			const struct quasi_term *t = &a->index[d]->term[i];

			if (v >= N_QUASI_VAR || lower_uses(t->a, v) ||
				lower_uses(t->b, v))
				return false;
		}
	return true;
}

/* What changes by as much in each trip is found before the loop, and moved in
 * it: along a row by the offsets of joined trips, from row to row by a sum.
 */
static void hoist(const struct addresses *s, struct point *p)
{
	const struct quasi *const *index = p->a->index;
	int v;

	p->home = p->loop;
	p->is_divided = p->loop >= 0 &&
		lower_is_divided(s->l, &s->l->k->access[p->a->label], p->loop);
	if (p->loop < 0 || !is_even(s->l, p->a, p->loop))
		return;
	v = VAR_LOOP0 + lower_depth(s->l->k, p->loop);
	p->moves = v < N_QUASI_VAR &&
		(index[1]->coef[v] != 0 || index[2]->coef[v] != 0);
	while (p->loop >= 0 && is_even(s->l, p->a, p->loop))
		p->loop = s->l->kernel->loop[p->loop].parent;
}

/* Bounded indices and random accesses are counted elsewhere. */
static bool is_plain(struct lowering *l, const struct access *a)
{
	const struct kernel_field *f =
		&l->k->field[l->k->access[a->label].field];

	return !a->draw.kind && a->index[0] && lower_draw_known(l, a) < 0 &&
		(f->boundary == BOUNDARY_NONE ||
			(quasi_is_affine(a->index[0]) &&
				quasi_is_affine(a->index[1]) &&
				quasi_is_affine(a->index[2])));
}

static void find_points(struct addresses *s)
{
	const struct kernel *kernel = s->l->kernel;
	struct quasi_pool *pool = s->l->pool;

	s->point = quasi_pool_alloc(pool,
		((size_t) kernel->n_access + 1) * sizeof(*s->point));
	if (!s->point)
		memory_failed();
	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		struct point *p = &s->point[s->n];

		if (!is_plain(s->l, a))
			continue;
		*p = (struct point) { .a = a,
			.loop = home_loop(s->l, a),
			.saved = a->saved };
		hoist(s, p);
		for (int d = 0; d < 3; ++d) {
			p->offset[d] = a->index[d]->constant;
			p->shape[d] = quasi_add(pool, a->index[d],
				quasi_constant(pool, -p->offset[d]));
			if (!p->shape[d])
				memory_failed();
		}
		++s->n;
	}
}

/* Marks the accesses of later cells along y and z: another cell has the same
 * access a row or a layer before.
 */
static void mark_later(struct addresses *s)
{
	size_t n = (size_t) s->l->k->n_access + 1;
	int64_t(*least)[3] = memory_new(n * sizeof(*least));
	bool *seen = memory_new(n);

	for (int i = 0; i < s->n; ++i) {
		const struct point *p = &s->point[i];
		int64_t *of = least[p->a->label];

		for (int d = 1; d < 3; ++d)
			if (!seen[p->a->label] || p->offset[d] < of[d])
				of[d] = p->offset[d];
		seen[p->a->label] = true;
	}
	for (int i = 0; i < s->n; ++i)
		for (int d = 1; d < 3; ++d)
			s->point[i].is_later |= s->point[i].offset[d] >
				least[s->point[i].a->label][d];
	free(least);
	free(seen);
}

/* ----------------------------------------------------------- counting */

/* What stands before a loop does so without the conditions in it. */
static void count(struct addresses *s, const struct point *p, double n)
{
	lower_part_integer(s->l, p->loop == p->home ? p->a : NULL, p->loop, n);
}

/* Finds the share of trips whose loads of a row are all kept in registers. */
static void find_saved(struct addresses *s)
{
	for (int i = 0; i < s->n; ++i) {
		struct point *first = &s->point[s->own.first[i]];

		first->saved = fmin(first->saved, s->point[i].a->saved);
	}
}

/* An index of another shape than the first: one product per dimension that
 * differs, or just a sum if only the row differs.  A 64-bit product takes four
 * instructions.
 */
static double shape_work(const struct addresses *s, int i)
{
	int products = 0;

	for (int d = 1; d < 3; ++d)
		products += !quasi_equal(s->point[i].shape[d],
			s->point[0].shape[d]);
	return products == 0  ? s->width :
		s->width == 1 ? products :
				4 * products;
}

/* A trip that changes quotients finds its row anew, by a product for each dimension
 * and a sum with the column.  Products that the first shape does not have are
 * those of shape_work().
 */
static double divided_work(const struct addresses *s, int i)
{
	const struct point *p = &s->point[i];
	int products = 0;

	if (!p->is_divided)
		return 0;
	for (int d = 1; d < 3 && i == 0; ++d)
		products += !quasi_is_constant(p->shape[d]);
	return s->width == 1 ? products + 1 : 4 * products + 2;
}

/* True if row i of an array is one stride beyond another row of the array,
 * along one axis and away from the cell, or as that of the cell before.
 */
static bool is_next(const struct addresses *s, int i)
{
	const struct point *p = &s->point[i];
	int d = p->offset[1] != 0 ? 1 : 2;
	int64_t to = p->offset[d] > 0 ? -1 : 1;

	if (p->is_later)
		return true;
	if (p->offset[3 - d] != 0 || p->offset[d] * -to < 2)
		return false;
	for (int j = 0; j < s->n; ++j) {
		const struct point *q = &s->point[j];

		if (q->offset[d] == p->offset[d] + to &&
			q->offset[3 - d] == 0 && same_array(s, p, q) &&
			s->shapes.first[i] == s->shapes.first[j] &&
			same_place(p, q))
			return true;
	}
	return false;
}

/* A compiler moves a constant out of a 32-bit sum, but not out of a difference
 * that might wrap around.  Columns of rows before the cell therefore need
 * their own address and index.
 */
static bool is_split(const struct addresses *s, const struct point *p)
{
	return s->width == 1 && p->offset[0] != 0 &&
		(p->offset[1] < 0 || p->offset[2] < 0);
}

/* The index of a row is one sum, shared by all arrays.  If several arrays use
 * a 64-bit index, it is also scaled to bytes; for one array the address
 * computation does that.
 */
static void count_index(struct addresses *s, const struct point *p, int *users)
{
	if (++*users == 1)
		count(s, p, s->width);
	else if (*users == 2 && s->width == 2)
		count(s, p, 2);
}

/* Addresses of bytes are sums of two words, others wide products. */
static bool has_bytes(const struct addresses *s, const struct point *p)
{
	return s->l->kernel->field[p->a->field].elem_B == 1;
}

/* An address moves on by one instruction, by two if it is one of bytes or the step
 * is one of 64 bits: a stride, or a product of strides.
 */
static void count_move(struct addresses *s, const struct point *p)
{
	int v = VAR_LOOP0 + lower_depth(s->l->k, p->home);

	if (p->a->index[2]->coef[v] == 0 && s->width == 1 && !has_bytes(s, p))
		lower_part_wide(s->l, p->a, p->home, 1 - p->saved);
	else
		lower_part_integer(s->l, p->a, p->home, 2 * (1 - p->saved));
}

/* A pointer that a trip moves takes registers.  Those that all threads of a block
 * share are kept in uniform registers, and go through one pair when they are loaded
 * from: they count as one (20.68).
 */
static void count_pointer(struct lower_trip *t, const struct point *p)
{
	const struct access *a = p->a;
	bool is_uniform = !a->draw.kind && a->address->n_term == 0 &&
		a->address->coef[VAR_TX] == 0 &&
		a->address->coef[VAR_TY] == 0 && a->address->coef[VAR_TZ] == 0;

	if (p->saved != 0 || (is_uniform && t->has_uniform))
		return;
	++t->pointers;
	t->has_uniform |= is_uniform;
}

/* What the compiled trip of each loop has besides: steps that are joined, and
 * the addresses that move along rows.
 *
 *	(m + f F) / u						 (20.17)
 */
static void count_loops(struct addresses *s)
{
	const struct lowering *l = s->l;
	struct lower_trip *trip = l->trip;
	bool *moves = memory_new((size_t) l->kernel->n_loop + 1);

	for (int i = 0; i < s->n; ++i) {
		const struct point *p = &s->point[i];
		struct lower_run run;
		double joined;

		if (p->home < 0 || p->loop == p->home || s->own.first[i] != i)
			continue;
		count_pointer(&trip[p->home + 1], p);
		run = lower_run(l, p->home);
		joined = lower_run_joined(&run);
		if (trip[p->home + 1].is_grid ||
			(run.n_size == 1 && joined >= run.trips))
			continue;
		if (!p->moves)
			lower_part_integer(s->l, p->a, p->home,
				fits[FIT_loop_field].value / joined);
		else if (!moves[p->home])
			lower_part_integer(s->l, p->a, p->home,
				(3 * s->width - 1) / joined);
		moves[p->home] |= p->moves;
	}
	free(moves);
}

/* Rows of a field that a trip has stored to since it last waited for a load of
 * another of them: none, one, or several.
 */
enum { NO_ROW = -1, SEVERAL_ROWS = -2 };

/* Finds loops that load and store a field in rows that no compiler knows to be
 * different ones, and how often a trip loads from one after a store to another:
 * such a load waits for what is stored.  Several loops may store to a field.
 */
static void find_updates(struct addresses *s)
{
	struct lower_trip *trip = s->l->trip;
	size_t n_loop = (size_t) s->l->kernel->n_loop + 1;
	size_t n = ((size_t) s->l->kernel->n_field + 1) * n_loop;
	bool *is_stored = memory_new(n);
	int *row = memory_new(n * sizeof(*row));

	for (size_t i = 0; i < n; ++i)
		row[i] = NO_ROW;
	for (int i = 0; i < s->n; ++i) {
		const struct point *p = &s->point[i];

		if (p->moves && p->a->is_store)
			is_stored[(size_t) p->a->field * n_loop +
				(size_t) (p->home + 1)] = true;
	}
	for (int i = 0; i < s->n; ++i) {
		const struct point *p = &s->point[i];
		size_t at = (size_t) p->a->field * n_loop +
			(size_t) (p->home + 1);
		int own = s->own.first[i];

		if (!p->moves || !is_stored[at])
			continue;
		if (p->a->is_store) {
			row[at] = row[at] == NO_ROW || row[at] == own ?
				own :
				SEVERAL_ROWS;
			continue;
		}
		trip[p->home + 1].updates += trip[p->home + 1].updates == 0;
		if (row[at] == NO_ROW || row[at] == own)
			continue;
		++trip[p->home + 1].updates;
		row[at] = NO_ROW;
	}
	free(is_stored);
	free(row);
}

/* An address is base + index * element size: one wide product with 32 bits, but
 * of bytes, and with 64 bits, a two-word sum.
 */
static void count_address(struct addresses *s, const struct point *p)
{
	if (s->width == 1 && !has_bytes(s, p))
		lower_part_wide(s->l, p->loop == p->home ? p->a : NULL, p->loop,
			1);
	else
		count(s, p, 2);
}

/* A 64-bit address that is one stride beyond a known
 * address needs no index.
 */
static void count_addresses(struct addresses *s)
{
	int *users = quasi_pool_alloc(s->l->pool,
		((size_t) s->n + 1) * sizeof(*users));
	bool is_scaled[3] = { 0 };

	if (!users)
		memory_failed();
	for (int i = 0; i < s->n; ++i) {
		struct point *p = &s->point[i];
		struct point *first = &s->point[s->own.first[i]];
		bool is_own = p->offset[1] == 0 && p->offset[2] == 0;

		if (is_split(s, p) && !first->is_split) {
			first->is_split = true;
			count(s, p, has_bytes(s, p) ? 3 : 2);
		}
		if (s->own.first[i] != i)
			continue;
		count_address(s, p);
		if (p->moves)
			count_move(s, p);
		if (s->width == 2 && is_next(s, i))
			is_scaled[p->offset[1] != 0 ? 1 : 2] = true;
		else if (!is_own)
			count_index(s, p, &users[s->rows.first[i]]);
	}
	lower_part_integer(s->l, NULL, -1, 2 * (is_scaled[1] + is_scaled[2]));
}

/* The start of each component of a structure of arrays, computed once. */
static double component_work(const struct addresses *s)
{
	int n = 0;

	for (int i = 0; i < s->n; ++i) {
		int j = 0;

		while (!same_array(s, &s->point[j], &s->point[i]))
			++j;
		n += j == i && s->point[i].a->component > 0;
	}
	return s->width * n;
}

void lower_addresses(struct lowering *l)
{
	struct addresses s = { .l = l, .width = l->o->strides };
	double once;

	find_points(&s);
	if (s.n == 0)
		return;
	if (l->fold[1] * l->fold[2] > 1)
		mark_later(&s);
	group(&s);
	find_saved(&s);
	count_addresses(&s);
	count_loops(&s);
	find_updates(&s);
	for (int i = 0; i < s.n; ++i)
		if (s.shapes.first[i] == i)
			count(&s, &s.point[i],
				(i > 0 ? shape_work(&s, i) : 0) +
					divided_work(&s, i));
	/* 64 bits: extended coordinates, three more words per product, and the
	 * scaled index
	 */
	once = component_work(&s) +
		(s.width == 2 ? l->k->dims + 3 * (l->k->dims - 1) + 2 : 0);
	lower_part_integer(l, NULL, -1, once);
}
