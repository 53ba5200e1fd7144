/* Counts for accesses that are linear in the global thread index, made by
 * footprint_count(): the accesses become a kernel whose blocks are single
 * threads, so that blockIdx is the global index.  Sums over tiles count one
 * tile for each place in a granule at which tiles begin.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/linear.h"

#define PHASES_DENSE 4096      /* phases with a slot each */
#define PHASES_MOST  (1 << 22) /* of a list, 64 MiB */

/* The largest global index, below what footprint_count() can compute with. */
#define INDEX_MOST (INT64_C(1) << 61)

/* The accesses of a struct linear as accesses of a kernel. */
struct view {
	struct field field;
	struct kernel kernel;
	struct launch launch;
	struct footprint footprint;
	struct uniform uniform;
	/* One allocation, n_access of each. */
	struct access *access;
	struct quasi *address;
	int64_t *offset;
	int *number;
};

static bool have_equal_coefs(const struct linear *f)
{
	for (int i = 1; i < f->n_access; ++i)
		if (memcmp(f->access[i].coef, f->access[0].coef,
			    sizeof(f->access[0].coef)))
			return false;
	return true;
}

static void view_access(struct view *v, const struct linear_access *from, int i)
{
	struct quasi *e = &v->address[i];

	*e = (struct quasi) { .constant = from->constant };
	for (int d = 0; d < 3; ++d)
		e->coef[VAR_BX + d] = from->coef[d];
	v->access[i] = (struct access) { .address = e, .loop = -1 };
	v->offset[i] = from->constant;
	v->number[i] = i;
}

/* False when memory runs out. */
static bool view_make(struct view *v, const struct linear *f)
{
	size_t n = (size_t) f->n_access;

	memset(v, 0, sizeof(*v));
	v->access = heap_take(n *
			(sizeof(*v->access) + sizeof(*v->address) +
				sizeof(*v->offset) + sizeof(*v->number)) +
		1);
	if (!v->access)
		return false;
	v->address = (struct quasi *) (v->access + n);
	v->offset = (int64_t *) (v->address + n);
	v->number = (int *) (v->offset + n);
	for (int i = 0; i < f->n_access; ++i)
		view_access(v, &f->access[i], i);
	v->kernel.field = &v->field;
	v->kernel.access = v->access;
	for (int d = 0; d < 3; ++d) {
		v->kernel.domain[d] = INDEX_MOST;
		v->launch.block[d] = v->launch.fold[d] = 1;
	}
	v->footprint = (struct footprint) {
		.kernel = &v->kernel,
		.launch = &v->launch,
		.n_access = f->n_access,
		.access = v->number,
		.granule_B = f->granule_B,
	};
	if (n > 0 && have_equal_coefs(f)) {
		memcpy(v->uniform.stride, f->access[0].coef,
			sizeof(v->uniform.stride));
		integer_sort(v->offset, f->n_access);
		v->uniform.n_offset = f->n_access;
		v->uniform.offset = v->offset;
		v->footprint.uniform = &v->uniform;
	}
	return true;
}

static void view_clear(struct view *v)
{
	free(v->access);
}

/* Let the field begin "base_B" bytes past a granule. */
static void view_move(struct view *v, int64_t base_B)
{
	for (int i = 0; i < v->uniform.n_offset; ++i)
		v->offset[i] += base_B - v->field.base_B;
	v->field.base_B = base_B;
}

enum footprint_status linear_count(const struct linear *f, int n_set,
	const struct thread_set *set, int64_t *n)
{
	enum footprint_status status = FOOTPRINT_MEMORY;
	struct view v;

	if (view_make(&v, f))
		status = footprint_count(&v.footprint, n_set, set, n, NULL);
	view_clear(&v);
	return status;
}

void linear_phases_clear(struct linear_phases *p)
{
	free(p->phase);
	free(p->count);
	memset(p, 0, sizeof(*p));
}

static bool phases_alloc(struct linear_phases *p, int64_t n)
{
	memset(p, 0, sizeof(*p));
	if (n > PHASES_MOST)
		return false;
	p->phase = heap_clear(n, sizeof(*p->phase));
	p->count = heap_clear(n, sizeof(*p->count));
	return p->phase && p->count;
}

/* Leave out the phases that do not occur. */
static void phases_pack(struct linear_phases *p, int64_t n_slot)
{
	for (int i = 0; i < n_slot; ++i) {
		if (!p->count[i])
			continue;
		p->phase[p->n_phase] = p->phase[i];
		p->count[p->n_phase++] = p->count[i];
	}
}

/* The phases of "from" after 0 .. n-1 steps along an axis. */
static bool phases_step(struct linear_phases *p,
	const struct linear_phases *from, int64_t step, int64_t n,
	int64_t modulus)
{
	int64_t period = modulus / integer_gcd(step, modulus);
	int64_t most = period < n ? period : n;
	bool is_dense = modulus <= PHASES_DENSE;
	int64_t at = 0;

	if (most > PHASES_MOST ||
		!phases_alloc(p, is_dense ? modulus : most * from->n_phase))
		return false;
	for (int64_t i = 0; i < most; ++i) {
		int64_t times = (n - i - 1) / period + 1;

		for (int j = 0; j < from->n_phase; ++j) {
			int64_t phase = (from->phase[j] + i * step) % modulus;
			int64_t slot = is_dense ? phase : at++;

			p->phase[slot] = phase;
			p->count[slot] += from->count[j] * times;
		}
	}
	phases_pack(p, is_dense ? modulus : at);
	return true;
}

enum footprint_status linear_phases_make(const int64_t coef[3],
	const struct linear_tiling *tiling, int64_t modulus,
	struct linear_phases *p)
{
	bool ok = phases_alloc(p, 1);

	for (int d = 0; ok && d < 3; ++d) {
		int64_t step = integer_mod(coef[d], modulus) *
			(tiling->inner[d] % modulus) % modulus;
		struct linear_phases from = *p;

		if (d == 0)
			from.n_phase = (int) (from.count[0] = 1);
		ok = phases_step(p, &from, step, tiling->outer[d], modulus);
		linear_phases_clear(&from);
	}
	if (!ok)
		linear_phases_clear(p);
	return ok ? FOOTPRINT_OK : FOOTPRINT_MEMORY;
}

static struct thread_set tile_at(const int64_t inner[3], const int64_t at[3])
{
	struct thread_set set = { .n_box = 1 };

	for (int d = 0; d < 3; ++d) {
		set.box[0].lo[d] = at[d];
		set.box[0].hi[d] = at[d] + inner[d];
	}
	return set;
}

/* Accesses that move differently from tile to tile: each tile by itself. */
static enum footprint_status sum_tiles(struct view *v,
	const struct linear_tiling *t, int64_t *n)
{
	int64_t all = t->outer[0] * t->outer[1] * t->outer[2];
	enum footprint_status status = FOOTPRINT_OK;

	for (int64_t i = 0; status == FOOTPRINT_OK && i < all; ++i) {
		int64_t at[3] = { i % t->outer[0] * t->inner[0],
			i / t->outer[0] % t->outer[1] * t->inner[1],
			i / t->outer[0] / t->outer[1] * t->inner[2] };
		struct thread_set tile = tile_at(t->inner, at);
		int64_t in[2];

		status = footprint_count(&v->footprint, 1, &tile, in, NULL);
		*n += in[1];
	}
	return status;
}

/* Accesses that all move alike: one tile for each phase. */
static enum footprint_status sum_phases(struct view *v,
	const struct linear_tiling *t, int64_t *n)
{
	struct thread_set tile = tile_at(t->inner, (int64_t[3]) { 0 });
	enum footprint_status status;
	struct linear_phases p;

	status = linear_phases_make(v->uniform.stride, t,
		v->footprint.granule_B, &p);
	for (int i = 0; status == FOOTPRINT_OK && i < p.n_phase; ++i) {
		int64_t in[2];

		view_move(v, p.phase[i]);
		status = footprint_count(&v->footprint, 1, &tile, in, NULL);
		*n += p.count[i] * in[1];
	}
	linear_phases_clear(&p);
	return status;
}

enum footprint_status linear_tiles(const struct linear *f,
	const struct linear_tiling *tiling, int64_t *n)
{
	enum footprint_status status = FOOTPRINT_MEMORY;
	struct view v;

	*n = 0;
	if (view_make(&v, f))
		status = v.uniform.n_offset > 0 ? sum_phases(&v, tiling, n) :
						  sum_tiles(&v, tiling, n);
	view_clear(&v);
	return status;
}

/* The first access that touches as many granules as access "i" does. */
static int first_alike(const struct linear *f, int i)
{
	const struct linear_access *a = f->access;
	int j = 0;

	while (memcmp(a[j].coef, a[i].coef, sizeof(a[i].coef)) ||
		integer_mod(a[j].constant, f->granule_B) !=
			integer_mod(a[i].constant, f->granule_B))
		++j;
	return j;
}

enum footprint_status linear_tiles_apart(const struct linear *f,
	const struct linear_tiling *tiling, int64_t *n)
{
	int64_t *sum = heap_take((f->n_access + 1) * sizeof(*sum));
	enum footprint_status status = sum ? FOOTPRINT_OK : FOOTPRINT_MEMORY;

	*n = 0;
	for (int i = 0; status == FOOTPRINT_OK && i < f->n_access; ++i) {
		struct linear one = { 1, &f->access[i], f->granule_B };
		int j = first_alike(f, i);

		if (j == i)
			status = linear_tiles(&one, tiling, &sum[i]);
		else
			sum[i] = sum[j];
		*n += sum[i];
	}
	free(sum);
	return status;
}

/* How far two bytes of a tile can lie apart: width[i] steps of stride[i],
 * the longest stride first, and "rest" bytes.
 */
struct spread {
	int n;
	int64_t stride[3], width[3], rest;
};

/* Write the offsets of the accesses in steps of each stride in turn. */
static void spread_make(struct spread *s, const struct view *v,
	const int64_t inner[3])
{
	int64_t lo[3] = { 0 }, hi[3] = { 0 }, least = 0, most = 0;

	s->n = 0;
	for (int d = 0; d < 3; ++d) {
		int64_t stride = integer_abs(v->uniform.stride[d]);
		int i = s->n;

		if (stride == 0)
			continue;
		for (; i > 0 && s->stride[i - 1] < stride; --i) {
			s->stride[i] = s->stride[i - 1];
			s->width[i] = s->width[i - 1];
		}
		s->stride[i] = stride;
		s->width[i] = inner[d] - 1;
		++s->n;
	}
	for (int a = 0; a < v->uniform.n_offset; ++a) {
		int64_t rest = v->offset[a] - v->offset[0];

		for (int i = 0; i < s->n; ++i) {
			int64_t steps = integer_nearest(rest, s->stride[i]);

			rest -= steps * s->stride[i];
			lo[i] = steps < lo[i] ? steps : lo[i];
			hi[i] = steps > hi[i] ? steps : hi[i];
		}
		least = rest < least ? rest : least;
		most = rest > most ? rest : most;
	}
	for (int i = 0; i < s->n; ++i)
		s->width[i] += hi[i] - lo[i];
	s->rest = most - least + v->footprint.granule_B - 1;
}

/* Can two bytes lie "shift" apart in steps of stride[i] and later ones? */
static bool spread_holds(const struct spread *s, int i, int64_t shift)
{
	int64_t rest = s->rest, first, last;

	if (i == s->n)
		return integer_abs(shift) <= rest;
	for (int k = i + 1; k < s->n; ++k)
		rest += s->stride[k] * s->width[k];
	first = integer_ceil(shift - rest, s->stride[i]);
	last = integer_floor(shift + rest, s->stride[i]);
	first = first < -s->width[i] ? -s->width[i] : first;
	last = last > s->width[i] ? s->width[i] : last;
	for (; first <= last; ++first)
		if (spread_holds(s, i + 1, shift - first * s->stride[i]))
			return true;
	return false;
}

/* False if the tiles at "a" and "b" surely have no granule in common. */
static bool may_meet(const struct view *v, const struct spread *s,
	const int64_t a[3], const int64_t b[3])
{
	int64_t shift = 0;

	for (int d = 0; d < 3; ++d)
		shift += v->uniform.stride[d] * (b[d] - a[d]);
	return v->uniform.n_offset == 0 || spread_holds(s, 0, shift);
}

enum footprint_status linear_common(const struct linear *f,
	const int64_t inner[3], const int64_t at[3], int n_other,
	const int64_t (*other)[3], int64_t *n)
{
	struct thread_set set[FOOTPRINT_SETS] = { tile_at(inner, at) };
	enum footprint_status status = FOOTPRINT_MEMORY;
	struct spread spread;
	int n_set = 1;
	struct view v;

	*n = 0;
	if (view_make(&v, f))
		status = FOOTPRINT_OK;
	spread_make(&spread, &v, inner);
	for (int i = 0; status == FOOTPRINT_OK && i < n_other; ++i) {
		int64_t in[1 << FOOTPRINT_SETS];

		set[n_set] = tile_at(inner, other[i]);
		n_set += may_meet(&v, &spread, at, other[i]);
		if (n_set == 1 || (n_set < FOOTPRINT_SETS && i + 1 < n_other))
			continue;
		status = footprint_count(&v.footprint, n_set, set, in, NULL);
		for (int m = 3; m < 1 << n_set; m += 2)
			*n += (__builtin_popcount((unsigned) m) - 1) * in[m];
		n_set = 1;
	}
	view_clear(&v);
	return status;
}
