/* Indices out of range.  Beyond a shared array lies another array of the
 * block, so that is an error.  Stencils reach past the border of a field by
 * less than HALO cells, which a program allocates as halo whether or not the
 * kernel declares it; an index farther out is a mistake, and a warning.  Both are
 * exact over the active threads; where a condition depends on data, or the
 * search exceeds its budget, nothing is said.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/witness.h"
#include "engine/kernel/predicate.h"
#include "lang/launch/lower_parts.h"

/* The range of an index: slack cells on both sides are tolerated. */
struct bounds {
	const struct quasi *e;
	int64_t n, slack;
};

/* Cells around a field that declares no halo; as many as it has, if those are
 * fewer.  The widest stencil of a textbook reaches 8.
 */
#define HALO	    32

#define MOST_BOUNDS (3 + KERNEL_DEEP) /* indices and the component */

struct search {
	struct lowering *l;
	const struct kernel_access *a;
	int n;
	struct bounds bound[MOST_BOUNDS];
	int64_t point[N_QUASI_VAR]; /* of the first thread out of range */
};

static const struct predicate *at_least_0(struct lowering *l,
	const struct quasi *e)
{
	return e ? lower_predicate_new(l, PREDICATE_GE, e, NULL, NULL) : NULL;
}

/* { e >= n + slack or e < -slack }; NULL if that overflows. */
static const struct predicate *is_outside(struct lowering *l,
	const struct bounds *r)
{
	const struct predicate *above, *below;
	int64_t end;

	if (__builtin_add_overflow(r->n, r->slack, &end))
		return NULL;
	above = at_least_0(l,
		quasi_add(l->pool, r->e, quasi_constant(l->pool, -end)));
	below = at_least_0(l,
		quasi_add(l->pool, quasi_scale(l->pool, r->e, -1),
			quasi_constant(l->pool, -r->slack - 1)));
	return above && below ?
		lower_predicate_new(l, PREDICATE_OR, NULL, above, below) :
		NULL;
}

static const struct predicate *both(struct lowering *l,
	const struct predicate *a, const struct predicate *b)
{
	return !a  ? b :
		!b ? a :
		     lower_predicate_new(l, PREDICATE_AND, NULL, a, b);
}

/* The threads that compute a cell of the domain and take the condition of
 * the access; false if data decide that.
 */
static bool find_active(const struct search *s, const struct predicate **g)
{
	struct lowering *l = s->l;

	if (!lower_is_decided(l, s->a->region))
		return false;
	*g = lower_predicate(l, s->a->region);
	for (int d = 0; d < l->k->dims; ++d) {
		const struct quasi *left = quasi_add(l->pool,
			quasi_scale(l->pool, lower_cell(l, d), -1),
			quasi_constant(l->pool, l->extent[d] - 1));

		if (!left)
			return false;
		*g = both(l, *g, at_least_0(l, left));
	}
	return true;
}

/* Rows lie one behind the other, so that the last cell of the last rows reaches
 * farthest: where lengths of rows bound the loop, those of the last threads are
 * looked at.
 */
#define LAST_THREADS 1024

static bool find_last_row(struct search *s, const struct predicate *outside)
{
	struct lowering *l = s->l;
	int loop = kernel_loop_of(l->k, s->a->region);
	const int64_t *block = l->launch->block, *grid = l->launch->grid;
	int64_t threads = block[0] * block[1] * block[2], step, value;
	int64_t last = threads * grid[0] * grid[1] * grid[2] - 1;
	const struct quasi *left;

	if (loop < 0 || l->kernel->loop[loop].parent >= 0 ||
		!kernel_loop_varies(l->k, loop))
		return false;
	left = lower_left(l, loop, &step);
	if (!left || !quasi_has_table(left))
		return false;
	for (int64_t i = last; i >= 0 && i > last - LAST_THREADS; --i) {
		int64_t t = i % threads, b = i / threads, *p = s->point;

		memset(p, 0, sizeof(s->point));
		p[VAR_TX] = t % block[0];
		p[VAR_TY] = t / block[0] % block[1];
		p[VAR_TZ] = t / block[0] / block[1];
		p[VAR_BX] = b % grid[0];
		p[VAR_BY] = b / grid[0] % grid[1];
		p[VAR_BZ] = b / grid[0] / grid[1];
		if (!quasi_eval(left, p, &value) || value < 0)
			continue;
		p[VAR_LOOP0] = value / step;
		if (predicate_holds(outside, p))
			return true;
	}
	return false;
}

/* The first active thread with an index out of range. */
static bool find_first(struct search *s)
{
	const struct predicate *g, *outside = NULL;
	struct lowering *l = s->l;

	for (int i = 0; i < s->n; ++i) {
		const struct predicate *one = is_outside(l, &s->bound[i]);

		if (!one)
			return false;
		outside = outside ? lower_predicate_new(l, PREDICATE_OR, NULL,
					    outside, one) :
				    one;
	}
	if (!outside || lower_never(outside) || !find_active(s, &g))
		return false;
	return witness_find(l->kernel, l->launch, both(l, g, outside),
		       kernel_loop_of(l->k, s->a->region),
		       s->point) == WITNESS_FOUND ||
		find_last_row(s, both(l, g, outside));
}

static bool find_bounds(const struct search *s, const struct quasi *e,
	int64_t *min, int64_t *max)
{
	const struct lowering *l = s->l;

	return e &&
		witness_bounds(l->kernel, l->launch, l->pool, e,
			kernel_loop_of(l->k, s->a->region), min, max);
}

/* Is "e" within bounds, as far as bounds of all threads show?  Those that
 * compute a cell have it in the domain:
 *
 *	min(e - cell)  <=  e  <=  max(e - cell) + extent - 1
 */
static bool is_within(const struct search *s, const struct quasi *e, int64_t n,
	int64_t slack)
{
	struct lowering *l = s->l;
	int64_t min, max, low, high;

	if (!find_bounds(s, e, &min, &max))
		return false;
	for (int d = 0; d < l->k->dims; ++d) {
		const struct quasi *cell = lower_cell(l, d);

		if (min >= -slack && max - slack < n)
			return true;
		if (!find_bounds(s,
			    quasi_add(l->pool, e,
				    quasi_scale(l->pool, cell, -1)),
			    &low, &high))
			continue;
		min = integer_max(min, low);
		max = integer_min(max, high + l->extent[d] - 1);
	}
	return min >= -slack && max - slack < n;
}

static void add_bounds(struct search *s, const struct quasi *e, int64_t n,
	int64_t slack)
{
	/* most indices are within bounds, which is cheap to see */
	if (e && !is_within(s, e, n, slack))
		s->bound[s->n++] = (struct bounds) { e, n, slack };
}

/* -------------------------------------------------------------- words */

static int64_t value_at(const struct quasi *e, const int64_t *point)
{
	int64_t value = 0;

	quasi_eval(e, point, &value);
	return value;
}

static void add_tuple(struct buffer *out, int n, const int64_t *v)
{
	buffer_add(out, "(");
	for (int i = 0; i < n; ++i)
		buffer_printf(out, "%s%lld", i ? ", " : "", (long long) v[i]);
	buffer_add(out, ")");
}

/* Extent "dim" of the field as written, and the index of the access in it. */
static int64_t extent_at(const struct search *s, int dim, bool *ok)
{
	const struct kernel_field *f = &s->l->k->field[s->a->field];
	int64_t n;

	if (f->n_deep == 0 || dim < 2)
		return lower_extent(s->l, f, dim, ok);
	*ok = *ok && kernel_int_at(s->l->k, f->deep[dim - 2], s->l->extent, &n);
	return *ok ? n : 1;
}

static const struct quasi *index_at(const struct search *s, int dim)
{
	return s->a->n_deep > 0 && dim >= 2 ? s->l->node[s->a->deep[dim - 2]] :
					      lower_index(s->l, s->a, dim);
}

/* "s[108, 0]", with its component and, if it is in loops, "in trip k = 3". */
static void add_access(const struct search *s, struct buffer *out)
{
	struct lowering *l = s->l;
	const struct kernel_access *a = s->a;
	const char *gap = " in trip ";
	int loop = kernel_loop_of(l->k, a->region);

	buffer_add(out, l->k->field[a->field].name);
	if (a->component >= 0)
		buffer_printf(out, "[%lld]",
			(long long) value_at(l->node[a->component], s->point));
	for (int d = 0; d < kernel_access_dims(a); ++d)
		buffer_printf(out, "%s%lld", d ? ", " : "[",
			(long long) value_at(index_at(s, d), s->point));
	if (a->address >= 0)
		buffer_printf(out, " at byte %lld",
			(long long) value_at(l->node[a->address], s->point));
	else
		buffer_add(out, "]");
	for (; loop >= 0; loop = l->kernel->loop[loop].parent) {
		int starts = l->k->loop[loop].starts;
		int step = l->k->loop[loop].step;
		int64_t lo = 0, by = 1;

		if (starts >= 0)
			lo = value_at(l->node[starts], s->point);
		else
			kernel_int_at(l->k, l->k->loop[loop].lo, l->extent,
				&lo);
		if (step >= 0)
			kernel_int_at(l->k, step, l->extent, &by);
		buffer_printf(out, "%s%s = %lld", gap, l->k->loop[loop].name,
			(long long) (lo +
				by *
					s->point[VAR_LOOP0 +
						lower_depth(l->k, loop)]));
		gap = ", ";
	}
}

static void note_size(const struct search *s)
{
	const struct kernel_field *f = &s->l->k->field[s->a->field];
	struct buffer size = { 0 };
	bool ok = true;

	for (int d = 0; d < kernel_field_dims(f); ++d)
		buffer_printf(&size, "%s%lld", d ? " x " : "",
			(long long) extent_at(s, d, &ok));
	if (f->n_component > 0)
		buffer_printf(&size, " cells of %d components", f->n_component);
	else
		buffer_add(&size, " cells");
	diag_note(s->l->env->diag, "'%s' has %s", f->name, buffer_text(&size));
	buffer_free(&size);
}

bool lower_range_shared(struct lowering *l, const struct kernel_access *a)
{
	const struct kernel_field *f = &l->k->field[a->field];
	struct search s = { .l = l, .a = a };
	struct buffer text = { 0 };
	int64_t n, bytes = type_bytes(lower_type(l, f)), cells = 1;

	for (int d = 0; d < kernel_field_dims(f); ++d) {
		n = 1;
		kernel_int_at(l->k, kernel_field_extent(f, d), l->extent, &n);
		cells *= n;
		if (d < kernel_access_dims(a))
			add_bounds(&s, l->node[kernel_access_index(a, d)],
				n - lower_tile_extent(l, a, d) + 1, 0);
	}
	if (a->address >= 0)
		add_bounds(&s, l->node[a->address], (cells - 1) * bytes + 1, 0);
	if (s.n == 0 || !find_first(&s))
		return true;
	add_tuple(&text, l->k->dims, &s.point[VAR_TX]);
	buffer_add(&text, " of block ");
	add_tuple(&text, l->k->dims, &s.point[VAR_BX]);
	buffer_add(&text, " accesses ");
	add_access(&s, &text);
	diag_error(l->env->diag, a->loc, NULL,
		"an index of shared '%s' is out of range: thread %s", f->name,
		buffer_text(&text));
	buffer_free(&text);
	note_size(&s);
	return false;
}

/* A field with fewer cells than the domain is rather a table than one of
 * neighbours.
 */
static void note_relative(const struct search *s)
{
	const struct kernel_field *f = &s->l->k->field[s->a->field];
	bool is_smaller = false, ok = true;

	for (int d = 0; d < f->n_dim && d < s->l->k->dims; ++d)
		if (lower_extent(s->l, f, d, &ok) < s->l->extent[d])
			is_smaller = true;
	if (s->a->is_relative && is_smaller)
		diag_note(s->l->env->diag,
			"its indices mention no coordinate and count from the "
			"thread's cell; with %s[0*x + ...] they count from the "
			"first cell",
			f->name);
}

void lower_range_field(struct lowering *l, const struct kernel_access *a,
	const struct quasi *const index[3])
{
	const struct kernel_field *f = &l->k->field[a->field];
	struct search s = { .l = l, .a = a };
	struct buffer text = { 0 };
	uint64_t field = UINT64_C(1) << integer_min(a->field, 63);
	int64_t cell[3];
	bool ok = true;

	if (l->warned & field || f->boundary != BOUNDARY_NONE ||
		a->address >= 0)
		return;
	for (int d = 0; d < kernel_access_dims(a); ++d) {
		int64_t n = extent_at(&s, d, &ok);

		add_bounds(&s, a->n_deep > 0 ? index_at(&s, d) : index[d], n,
			f->halo[d] > 0 ? f->halo[d] : integer_min(n, HALO));
	}
	if (a->component >= 0)
		add_bounds(&s, l->node[a->component], f->n_component, 0);
	if (s.n == 0 || !ok || !find_first(&s))
		return;
	for (int d = 0; d < l->k->dims; ++d)
		cell[d] = value_at(lower_cell(l, d), s.point);
	add_tuple(&text, l->k->dims, cell);
	buffer_add(&text, " accesses ");
	add_access(&s, &text);
	diag_warning(l->env->diag, a->loc, NULL,
		"this access leaves the field '%s'", f->name);
	diag_note(l->env->diag, "cell %s", buffer_text(&text));
	note_size(&s);
	note_relative(&s);
	buffer_free(&text);
	l->warned |= field;
}
