/* Sums over tiles: all tiles that begin at the same place of a granule
 * touch as many granules, so only those places are looked at.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/count/items.h"

void linear_phases_clear(struct linear_phases *p)
{
	free(p->phase);
	free(p->count);
	memset(p, 0, sizeof(*p));
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* Add "count" tiles at "phase"; phases below "n_dense" have a place each. */
static void phases_add(struct linear_phases *p, int64_t n_dense,
	int64_t phase, int64_t count)
{
	int at = n_dense ? (int) phase : p->n_phase++;

	p->phase[at] = phase;
	p->count[at] += count;
}

/* Leave out the phases that do not occur. */
static void phases_pack(struct linear_phases *p, int64_t n_dense)
{
	int n = 0;

	if (!n_dense)
		return;
	for (int i = 0; i < n_dense; ++i) {
		if (!p->count[i])
			continue;
		p->phase[n] = p->phase[i];
		p->count[n++] = p->count[i];
	}
	p->n_phase = n;
}

#define PHASES_DENSE	4096
#define PHASES_MOST	(1 << 22)

static bool phases_alloc(struct linear_phases *p, int64_t n)
{
	p->n_phase = 0;
	p->phase = NULL;
	p->count = NULL;
	if (n > PHASES_MOST)
		return false;
	p->phase = heap_clear(n, sizeof(*p->phase));
	p->count = heap_clear(n, sizeof(*p->count));
	if (p->phase && p->count)
		return true;
	linear_phases_clear(p);
	return false;
}

/* The phases of "from" after "n" steps more along an axis. */
static bool phases_step(struct linear_phases *p,
	const struct linear_phases *from, int64_t step, int64_t n,
	int64_t modulus)
{
	int64_t period = modulus / gcd(step, modulus), dense, most;

	if (period > n)
		period = n;
	dense = modulus <= PHASES_DENSE ? modulus : 0;
	if (period > PHASES_MOST)
		return false;
	most = dense ? dense : period * from->n_phase;
	if (!phases_alloc(p, most))
		return false;
	for (int64_t i = 0; i < period; ++i) {
		int64_t count = (n - i + modulus / gcd(step, modulus) - 1) /
			(modulus / gcd(step, modulus));
		int64_t move = i * step % modulus;

		for (int j = 0; j < from->n_phase; ++j)
			phases_add(p, dense,
				(from->phase[j] + move) % modulus,
				from->count[j] * count);
	}
	phases_pack(p, dense);
	return true;
}

enum footprint_status linear_phases_make(const int64_t coef[3],
	const struct linear_tiling *tiling, int64_t modulus,
	struct linear_phases *p)
{
	if (!phases_alloc(p, 1))
		return FOOTPRINT_MEMORY;
	phases_add(p, 0, 0, 1);
	for (int d = 0; d < 3; ++d) {
		int64_t step = floor_mod(floor_mod(coef[d], modulus) *
			(tiling->inner[d] % modulus), modulus);
		struct linear_phases more;
		bool ok = phases_step(&more, p, step, tiling->outer[d],
			modulus);

		linear_phases_clear(p);
		if (!ok)
			return FOOTPRINT_MEMORY;
		*p = more;
	}
	return FOOTPRINT_OK;
}

/* Intervals of bytes in rows that start at "phase", so many of each. */
struct stretch {
	int64_t lo, hi, phase, count;
};

struct stretches {
	int n, n_max;
	struct stretch *at;
};

#define STRETCH_LOOKBACK	12

static bool stretches_add(struct stretches *s, struct stretch x)
{
	for (int i = s->n - 1; i >= 0 && i >= s->n - STRETCH_LOOKBACK; --i) {
		if (s->at[i].lo == x.lo && s->at[i].hi == x.hi &&
		    s->at[i].phase == x.phase) {
			s->at[i].count += x.count;
			return true;
		}
	}
	if (s->n == s->n_max) {
		int n_max = s->n_max ? 2 * s->n_max : 32;
		struct stretch *at = heap_resize(s->at, n_max * sizeof(*at));

		if (!at)
			return false;
		s->at = at;
		s->n_max = n_max;
	}
	s->at[s->n++] = x;
	return true;
}

/* The items in the order of their intervals. */
static void order_items(const struct lattice *l, int *order)
{
	for (int i = 0; i < l->n_item; ++i) {
		int j = i;

		for (; j > 0 && l->item[order[j - 1]].lo > l->item[i].lo; --j)
			order[j] = order[j - 1];
		order[j] = i;
	}
}

/* Unite the intervals of the items in "mask": those not more than a granule
 * apart leave no granule out between them.
 */
static bool unite_row(const struct items *it, const int *order,
	const uint64_t *mask, int64_t phase, int64_t count,
	struct stretches *s)
{
	const struct lattice *l = &it->lattice;
	struct stretch x = { 0, 0, phase, count };
	bool is_open = false;

	for (int k = 0; k < l->n_item; ++k) {
		const struct lattice_item *item = &l->item[order[k]];
		int bit = it->bit[order[k]];

		if (!(mask[bit / 64] >> bit % 64 & 1))
			continue;
		if (is_open && item->lo - x.hi <= l->granule_B) {
			x.hi = item->hi > x.hi ? item->hi : x.hi;
			continue;
		}
		if (is_open && !stretches_add(s, x))
			return false;
		is_open = true;
		x.lo = item->lo;
		x.hi = item->hi;
	}
	return !is_open || stretches_add(s, x);
}

static bool unite_rows(const struct items *it, struct stretches *s)
{
	struct signature rows = { 0 };
	int *order = heap_take(it->lattice.n_item * sizeof(*order));
	bool ok = order && items_rows(it, &rows);

	if (ok)
		order_items(&it->lattice, order);
	for (int r = 0; ok && r < rows.n_kind; ++r)
		ok = unite_row(it, order,
			rows.mask + (size_t) r * it->n_word, rows.phase[r],
			rows.count[r], s);
	signature_clear(&rows);
	free(order);
	return ok;
}

/* A stretch of r bytes touches 1 + floor(r / g) granules, and one more where
 * it begins so late in a granule that the rest of r passes its end.
 */
static int64_t sum_stretches(const struct stretches *s,
	const struct linear_phases *p, int64_t origin, int64_t g)
{
	int64_t sum = 0;

	for (int i = 0; i < s->n; ++i) {
		const struct stretch *x = &s->at[i];
		int64_t lo = floor_mod(origin + x->phase + x->lo, g);
		int64_t whole = 1 + (x->hi - x->lo) / g, n = 0;
		int64_t late = g - (x->hi - x->lo) % g;

		for (int j = 0; j < p->n_phase; ++j) {
			int64_t at = lo + p->phase[j];

			at -= at >= g ? g : 0;
			n += p->count[j] * (whole + (at >= late));
		}
		sum += n * x->count;
	}
	return sum;
}

static struct thread_set tile_at(const struct linear_tiling *tiling,
	int64_t x, int64_t y, int64_t z)
{
	struct thread_set set = { .n_box = 1 };
	const int64_t at[3] = { x, y, z };

	for (int d = 0; d < 3; ++d) {
		set.box[0].lo[d] = at[d] * tiling->inner[d];
		set.box[0].hi[d] = set.box[0].lo[d] + tiling->inner[d];
	}
	return set;
}

static bool have_equal_coefs(const struct linear *f)
{
	for (int i = 1; i < f->n_access; ++i)
		if (memcmp(f->access[i].coef, f->access[0].coef,
		    sizeof(f->access[0].coef)))
			return false;
	return true;
}

/* Accesses that move differently from tile to tile: each tile by itself. */
static enum footprint_status sum_tiles(const struct linear *f,
	const struct linear_tiling *tiling, int64_t *n)
{
	for (int64_t z = 0; z < tiling->outer[2]; ++z) {
		for (int64_t y = 0; y < tiling->outer[1]; ++y) {
			for (int64_t x = 0; x < tiling->outer[0]; ++x) {
				struct thread_set set = tile_at(tiling,
					x, y, z);
				enum footprint_status status;
				int64_t in[2];

				status = linear_count(f, 1, &set, in);
				if (status != FOOTPRINT_OK)
					return status;
				*n += in[1];
			}
		}
	}
	return FOOTPRINT_OK;
}

/* Rows that do not keep apart wherever tiles begin: phase by phase. */
static enum footprint_status sum_each_phase(const struct linear *f,
	const struct thread_set *tile, const struct linear_phases *p,
	int64_t *n)
{
	struct linear_access *moved = heap_take(f->n_access * sizeof(*moved));
	struct linear there = { f->n_access, moved, f->granule_B };
	enum footprint_status status = FOOTPRINT_OK;

	if (!moved)
		return FOOTPRINT_MEMORY;
	for (int i = 0; status == FOOTPRINT_OK && i < p->n_phase; ++i) {
		int64_t in[2];

		memcpy(moved, f->access, f->n_access * sizeof(*moved));
		for (int a = 0; a < f->n_access; ++a)
			moved[a].constant += p->phase[i];
		status = linear_count(&there, 1, tile, in);
		*n += p->count[i] * in[1];
	}
	free(moved);
	return status;
}

static enum footprint_status sum_phases(const struct linear *f,
	const struct thread_set *tile, const struct linear_phases *p,
	int64_t *n)
{
	struct stretches s = { 0, 0, NULL };
	enum footprint_status status;
	struct items it;

	status = items_make(&it, f, 1, tile);
	if (status != FOOTPRINT_OK)
		return status;
	if (!items_lattice(&it, &status)) {
		if (status == FOOTPRINT_OK)
			status = sum_each_phase(f, tile, p, n);
	} else if (unite_rows(&it, &s)) {
		*n += sum_stretches(&s, p, it.lattice.origin, f->granule_B);
	} else {
		status = FOOTPRINT_MEMORY;
	}
	free(s.at);
	items_clear(&it);
	return status;
}

enum footprint_status linear_tiles(const struct linear *f,
	const struct linear_tiling *tiling, int64_t *n)
{
	struct thread_set tile = tile_at(tiling, 0, 0, 0);
	enum footprint_status status;
	struct linear_phases p;

	*n = 0;
	if (f->n_access == 0)
		return FOOTPRINT_OK;
	if (!have_equal_coefs(f))
		return sum_tiles(f, tiling, n);
	status = linear_phases_make(f->access[0].coef, tiling, f->granule_B,
		&p);
	if (status != FOOTPRINT_OK)
		return status;
	status = sum_phases(f, &tile, &p, n);
	linear_phases_clear(&p);
	return status;
}

/* The sum for a single access, found again where an earlier one had the same
 * coefficients and began at the same place of a granule.  "p" are the phases
 * of access "p_of".
 */
static enum footprint_status sum_alone(const struct linear *f, int i,
	const struct thread_set *tile, const struct linear_tiling *tiling,
	struct linear_phases *p, int *p_of, int64_t *sum)
{
	struct linear_access one = f->access[i];
	struct linear alone = { 1, &one, f->granule_B };
	enum footprint_status status;

	one.constant = floor_mod(one.constant, f->granule_B);
	for (int j = 0; j < i; ++j) {
		if (!memcmp(f->access[j].coef, one.coef, sizeof(one.coef)) &&
		    floor_mod(f->access[j].constant, f->granule_B) ==
		    one.constant) {
			sum[i] = sum[j];
			return FOOTPRINT_OK;
		}
	}
	if (*p_of < 0 || memcmp(f->access[*p_of].coef, one.coef,
	    sizeof(one.coef))) {
		*p_of = i;
		linear_phases_clear(p);
		status = linear_phases_make(one.coef, tiling, f->granule_B,
			p);
		if (status != FOOTPRINT_OK)
			return status;
	}
	sum[i] = 0;
	return sum_phases(&alone, tile, p, &sum[i]);
}

enum footprint_status linear_tiles_apart(const struct linear *f,
	const struct linear_tiling *tiling, int64_t *n)
{
	struct thread_set tile = tile_at(tiling, 0, 0, 0);
	struct linear_phases p = { 0, NULL, NULL };
	int p_of = -1;
	int64_t *sum = heap_take((f->n_access + 1) * sizeof(*sum));
	enum footprint_status status = sum ? FOOTPRINT_OK : FOOTPRINT_MEMORY;

	*n = 0;
	for (int i = 0; status == FOOTPRINT_OK && i < f->n_access; ++i) {
		status = sum_alone(f, i, &tile, tiling, &p, &p_of, sum);
		if (status == FOOTPRINT_OK)
			*n += sum[i];
	}
	linear_phases_clear(&p);
	free(sum);
	return status;
}

/* Can the tile at "at" and the tile at "other" have a granule in common?
 * "l" is the lattice of one tile.
 */
static bool may_meet(const struct linear *f, const struct lattice *l,
	const struct lattice_width *width, const int64_t at[3],
	const int64_t other[3])
{
	int64_t shift = 0;

	for (int d = 0; d < 3; ++d)
		shift += f->access[0].coef[d] * (other[d] - at[d]);
	return lattice_may_meet(l, width, shift);
}

static struct thread_set tile_from(const int64_t inner[3],
	const int64_t at[3])
{
	struct thread_set set = { .n_box = 1 };

	for (int d = 0; d < 3; ++d) {
		set.box[0].lo[d] = at[d];
		set.box[0].hi[d] = at[d] + inner[d];
	}
	return set;
}

enum footprint_status linear_common(const struct linear *f,
	const int64_t inner[3], const int64_t at[3], int n_other,
	const int64_t (*other)[3], int64_t *n)
{
	struct thread_set set[2] = { tile_from(inner, at) };
	enum footprint_status status;
	struct lattice_width width;
	bool is_lattice;
	struct items it;

	*n = 0;
	if (f->n_access == 0)
		return FOOTPRINT_OK;
	status = items_make(&it, f, 1, set);
	if (status != FOOTPRINT_OK)
		return status;
	is_lattice = items_lattice(&it, &status) && have_equal_coefs(f);
	if (is_lattice)
		lattice_measure(&it.lattice, &width);
	for (int i = 0; status == FOOTPRINT_OK && i < n_other; ++i) {
		int64_t in[4];

		if (is_lattice && !may_meet(f, &it.lattice, &width,
		    at, other[i]))
			continue;
		set[1] = tile_from(inner, other[i]);
		status = linear_count(f, 2, set, in);
		*n += in[3];
	}
	items_clear(&it);
	return status;
}
