/* Lattices: choose radices from the strides, then turn casts into bricks that
 * do not cross the end of a unit.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_lattice.h"

#define MOST_BRICKS  4096
#define MOST_STRIDES 16
#define MOST_TURNS   16 /* casts that one cast may become */
#define FEW_SHAPES   16 /* up to here, all pairs are tried as bridges */

/* A bridge: two shapes that a long enough cast joins into one. */
struct bridge {
	int from, to, level;
	int64_t units;
};

/* One bundle with its shapes on the lattice. */
struct laid {
	int n_shape, n_bridge;
	struct shape *shape;
	struct bridge *bridge;
	bool moves[REGION_DIMS];   /* more than one value in some cast */
	int level[REGION_DIMS];	   /* of the stride */
	int64_t step[REGION_DIMS]; /* stride = step * radix[level] */
};

/* One interval of bytes, repeated: len[0] bytes from "start" on, moved by 0
 * .. len[l]-1 times radix[l].
 */
struct piece {
	int set;
	int64_t start;
	int64_t len[LATTICE_LEVELS + 1];
};

struct layer {
	const struct bundles *b;
	int64_t granule_B;
	struct lattice *lattice;
	struct laid *laid;
	int n_piece;
	struct piece *piece;
	struct bricks *bricks;
};

static void add_stride(int64_t *stride, int *n, int64_t new)
{
	int i = *n;

	while (i > 0 && stride[i - 1] > new)
		--i;
	if ((i > 0 && stride[i - 1] == new) || *n == MOST_STRIDES)
		return;
	memmove(stride + i + 1, stride + i,
		(size_t) (*n - i) * sizeof(stride[0]));
	stride[i] = new;
	++*n;
}

/* The strides that are not part of the run of any shape. */
static int outer_strides(const struct layer *y, int64_t *stride)
{
	int n = 0;

	for (int i = 0; i < y->b->n_bundle; ++i) {
		const struct bundle *b = &y->b->bundle[i];
		const struct laid *laid = &y->laid[i];
		int n_inner = b->n_dim;

		for (int j = 0; j < laid->n_shape; ++j)
			if (laid->shape[j].n_inner < n_inner)
				n_inner = laid->shape[j].n_inner;
		for (int d = n_inner; d < b->n_dim; ++d)
			if (laid->moves[d])
				add_stride(stride, &n, b->stride[d]);
	}
	return n;
}

/* Choose the radices: the outer strides, or, with "refine", the gcd of
 * neighbours where one does not divide the next.
 */
static bool choose_radices(struct layer *y, bool refine)
{
	struct lattice *lattice = y->lattice;
	int64_t stride[MOST_STRIDES];
	bool is_apart[MOST_STRIDES] = { false };
	int n = outer_strides(y, stride), n_level = 0;

	if (n == MOST_STRIDES)
		return false;
	for (int i = n - 2; i >= 0; --i) {
		int64_t common = integer_gcd(stride[i + 1], stride[i]);

		if (common == stride[i])
			continue;
		if (refine && common > y->granule_B)
			stride[i] = common;
		else
			is_apart[i + 1] = true;
	}
	lattice->radix[0] = 1;
	for (int i = 0; i < n; ++i) {
		if (i > 0 && stride[i] == stride[i - 1])
			continue;
		if (n_level == LATTICE_LEVELS ||
			(i > 0 && stride[i] < stride[i - 1]))
			return false;
		lattice->radix[++n_level] = stride[i];
		lattice->is_apart[n_level] = is_apart[i];
	}
	lattice->n_level = n_level;
	return true;
}

/* The highest level of which "stride" is a multiple; 0: none. */
static int find_level(const struct lattice *lattice, int64_t stride)
{
	int l = lattice->n_level;

	while (l > 0 && stride % lattice->radix[l] != 0)
		--l;
	return l;
}

static void find_levels(struct layer *y)
{
	for (int i = 0; i < y->b->n_bundle; ++i) {
		const struct bundle *b = &y->b->bundle[i];
		struct laid *laid = &y->laid[i];

		for (int d = 0; d < b->n_dim; ++d) {
			int l = find_level(y->lattice, b->stride[d]);

			laid->level[d] = l;
			laid->step[d] = b->stride[d] / y->lattice->radix[l];
		}
	}
}

/* Offsets of shapes modulo the radices. */
struct residues {
	int64_t of[FEW_SHAPES][LATTICE_LEVELS + 1];
};

static void find_residues(const struct lattice *lattice,
	const struct laid *laid, struct residues *r)
{
	for (int i = 0; i < laid->n_shape; ++i)
		for (int l = 1; l <= lattice->n_level; ++l)
			r->of[i][l] = integer_mod(laid->shape[i].offset,
				lattice->radix[l]);
}

/* Shape "to" equals shape "from", "units" further along "level". */
static bool is_behind(const struct lattice *lattice, const struct laid *laid,
	const struct residues *r, struct bridge *bridge)
{
	const struct shape *from = &laid->shape[bridge->from];
	const struct shape *to = &laid->shape[bridge->to];
	const int64_t *at = r->of[bridge->from], *end = r->of[bridge->to];
	int level = lattice->n_level;

	if (from->width != to->width || to->offset <= from->offset)
		return false;
	while (level > 0 && at[level] != end[level])
		--level;
	for (int l = 1; l <= lattice->n_level; ++l)
		if (l != level && from->times[l] != to->times[l])
			return false;
	bridge->level = level;
	bridge->units = level > 0 ?
		(to->offset - from->offset) / lattice->radix[level] :
		0;
	return level > 0;
}

static bool find_bridges(struct layer *y, struct laid *laid)
{
	int n = laid->n_shape;
	struct residues r;

	laid->n_bridge = 0;
	if (n > FEW_SHAPES || y->lattice->n_level == 0)
		return true;
	laid->bridge = quasi_pool_take(y->b->pool,
		(size_t) (n * n) * sizeof(laid->bridge[0]));
	if (!laid->bridge)
		return false;
	find_residues(y->lattice, laid, &r);
	for (int i = 0; i < n; ++i)
		for (int j = 0; j < n; ++j) {
			struct bridge *b = &laid->bridge[laid->n_bridge];

			b->from = i;
			b->to = j;
			laid->n_bridge += is_behind(y->lattice, laid, &r, b);
		}
	return true;
}

static bool join_shapes(struct layer *y)
{
	for (int i = 0; i < y->b->n_bundle; ++i) {
		struct laid *laid = &y->laid[i];

		for (int l = 1; l <= y->lattice->n_level; ++l)
			laid->n_shape = footprint_join(laid->shape,
				laid->n_shape, l, y->lattice->radix[l]);
		if (!find_bridges(y, laid))
			return false;
	}
	return true;
}

/* Piece number n: the image of "shape" under "cast".  False if the steps of
 * the cast leave gaps on the lattice.
 */
static bool make_piece(struct layer *y, const struct cast *c,
	const struct shape *s)
{
	const struct bundle *b = &y->b->bundle[c->bundle];
	const struct laid *laid = &y->laid[c->bundle];
	struct piece *p = &y->piece[y->n_piece++];

	p->set = c->set;
	p->start = c->shift + s->offset;
	p->len[0] = footprint_run(b, c, s) + 1;
	for (int l = 1; l <= y->lattice->n_level; ++l)
		p->len[l] = s->times[l];
	for (int d = s->n_inner; d < b->n_dim; ++d) {
		int l = laid->level[d];

		if (c->n[d] == 1)
			continue;
		if (l == 0 || laid->step[d] > p->len[l])
			return false;
		p->len[l] += laid->step[d] * (c->n[d] - 1);
	}
	return true;
}

/* Join two pieces where a bridge allows it; the second one loses its set. */
static void cross(const struct lattice *lattice, const struct bridge *bridge,
	struct piece *from, struct piece *to)
{
	int l = bridge->level;

	if (from->set < 0 || to->set < 0 || bridge->units > from->len[l])
		return;
	for (int k = 0; k <= lattice->n_level; ++k)
		if (k != l && from->len[k] != to->len[k])
			return;
	if (bridge->units + to->len[l] > from->len[l])
		from->len[l] = bridge->units + to->len[l];
	to->set = -1;
}

static bool cast_pieces(struct layer *y, const struct cast *c)
{
	const struct laid *laid = &y->laid[c->bundle];
	struct piece *first = &y->piece[y->n_piece];
	int n = 0;

	for (int j = 0; j < laid->n_shape; ++j)
		if (!make_piece(y, c, &laid->shape[j]))
			return false;
	for (int i = 0; i < laid->n_bridge; ++i)
		cross(y->lattice, &laid->bridge[i],
			&first[laid->bridge[i].from],
			&first[laid->bridge[i].to]);
	for (int j = 0; j < laid->n_shape; ++j)
		if (first[j].set >= 0)
			first[n++] = first[j];
	y->n_piece += n - laid->n_shape;
	return true;
}

static bool make_pieces(struct layer *y)
{
	size_t n = 0;

	if (!join_shapes(y))
		return false;
	for (int i = 0; i < y->b->n_cast; ++i)
		n += (size_t) y->laid[y->b->cast[i].bundle].n_shape;
	if (n > MOST_BRICKS)
		return false;
	y->n_piece = 0;
	y->piece = quasi_pool_take(y->b->pool, n * sizeof(y->piece[0]));
	if (!y->piece)
		return false;
	for (int i = 0; i < y->b->n_cast; ++i)
		if (!cast_pieces(y, &y->b->cast[i]))
			return false;
	return true;
}

/* Last byte of "p" relative to its first, below level "level". */
static int64_t span(const struct lattice *lattice, const struct piece *p,
	int level)
{
	int64_t bytes = p->len[0] - 1;

	for (int l = 1; l < level; ++l)
		bytes += lattice->radix[l] * (p->len[l] - 1);
	return bytes;
}

struct arc {
	int64_t from, to;
};

static int compare_arcs(const void *p, const void *q)
{
	const struct arc *a = p, *b = q;

	return (a->from > b->from) - (a->from < b->from);
}

static int64_t lowest_start(const struct layer *y)
{
	int64_t start = y->piece[0].start;

	for (int i = 1; i < y->n_piece; ++i)
		if (y->piece[i].start < start)
			start = y->piece[i].start;
	return start;
}

/* Put the origin after the widest gap that all units of radix[level] have in
 * the same position, right before the first piece.  False if the gap is
 * narrower than a granule.
 */
static bool find_gap(struct layer *y, int level)
{
	int64_t radix = y->lattice->radix[level], reach = -radix, best = -1;
	int64_t lowest;
	struct arc *arc = quasi_pool_alloc(y->b->pool,
		(size_t) y->n_piece * sizeof(arc[0]));

	if (!arc)
		return false;
	for (int i = 0; i < y->n_piece; ++i) {
		const struct piece *p = &y->piece[i];

		arc[i].from = integer_mod(p->start, radix);
		arc[i].to = arc[i].from + span(y->lattice, p, level);
		if (arc[i].to - radix > reach)
			reach = arc[i].to - radix;
	}
	qsort(arc, (size_t) y->n_piece, sizeof(arc[0]), compare_arcs);
	lowest = lowest_start(y);
	for (int i = 0; i < y->n_piece; ++i) {
		if (arc[i].from - reach - 1 > best) {
			best = arc[i].from - reach - 1;
			y->lattice->origin = lowest -
				integer_mod(lowest - arc[i].from, radix);
		}
		if (arc[i].to > reach)
			reach = arc[i].to;
	}
	return best >= y->granule_B - 1;
}

/* Do all pieces keep away from the end of a unit of radix[level]? */
static bool stays_apart(const struct layer *y, int level)
{
	const struct lattice *lattice = y->lattice;
	int64_t radix = lattice->radix[level];

	for (int i = 0; i < y->n_piece; ++i) {
		const struct piece *p = &y->piece[i];
		int64_t from = p->start - lattice->origin;

		for (int l = lattice->n_level; l >= level; --l)
			from = integer_mod(from, lattice->radix[l]);
		if (from + span(lattice, p, level) >= radix - y->granule_B + 1)
			return false;
	}
	return true;
}

static bool choose_origin(struct layer *y, int64_t base_B)
{
	struct lattice *lattice = y->lattice;
	int64_t granule_B = y->granule_B;
	bool is_aligned = true;
	int lowest = 0;

	for (int l = lattice->n_level; l > 0; --l) {
		if (lattice->is_apart[l])
			lowest = l;
		if (lattice->radix[l] % granule_B != 0)
			is_aligned = false;
	}
	lattice->origin = base_B;
	if (lattice->n_level == 0) {
		lattice->origin = lowest_start(y);
		return true;
	}
	if (lowest == 0 && is_aligned) {
		lattice->origin -= base_B % granule_B;
		return true;
	}
	if (lowest == 0) {
		if (!find_gap(y, 1))
			lattice->origin = base_B;
		return true;
	}
	if (!find_gap(y, lowest))
		return false;
	for (int l = lowest; l <= lattice->n_level; ++l)
		if (lattice->is_apart[l] && !stays_apart(y, l))
			return false;
	return true;
}

static bool add_brick(struct layer *y, const struct brick *brick)
{
	struct bricks *bricks = y->bricks;

	if (bricks->n_brick == MOST_BRICKS)
		return false;
	if (bricks->n_brick == bricks->size) {
		int size = bricks->size ? 2 * bricks->size : 64;
		struct brick *new = quasi_pool_take(y->b->pool,
			(size_t) size * sizeof(new[0]));

		if (!new)
			return false;
		if (bricks->size > 0)
			memcpy(new, bricks->brick,
				(size_t) bricks->size * sizeof(new[0]));
		bricks->brick = new;
		bricks->size = size;
	}
	bricks->brick[bricks->n_brick++] = *brick;
	return true;
}

/* Move "brick" up by "lo" and its end by "hi" units of level "l". */
static void carry(struct brick *brick, int l, int64_t lo, int64_t hi)
{
	brick->lo[l] += lo;
	brick->hi[l] += hi;
}

/* Add "brick", whose digits below "l" are in range, as bricks that do not
 * cross the end of their units: a part of the first unit, whole units, and a
 * part of the last.
 */
static bool place(struct layer *y, struct brick brick, int l)
{
	const struct lattice *lattice = y->lattice;
	struct brick part;
	int64_t cap, rest, units;

	if (l == lattice->n_level)
		return add_brick(y, &brick);
	if (lattice->is_apart[l + 1])
		return place(y, brick, l + 1);
	cap = lattice->radix[l + 1] / lattice->radix[l];
	units = brick.lo[l] / cap;
	carry(&brick, l, -units * cap, -units * cap);
	carry(&brick, l + 1, units, units);
	if (brick.hi[l] <= cap)
		return place(y, brick, l + 1);
	rest = brick.hi[l] - cap;
	brick.hi[l] = cap;
	if (!place(y, brick, l + 1))
		return false;
	units = rest / cap;
	part = brick;
	part.lo[l] = 0;
	carry(&part, l + 1, 1, units);
	if (units > 0 && !place(y, part, l + 1))
		return false;
	part = brick;
	part.lo[l] = 0;
	part.hi[l] = rest % cap;
	carry(&part, l + 1, 1 + units, 1 + units);
	return part.hi[l] == 0 || place(y, part, l + 1);
}

static bool place_piece(struct layer *y, const struct piece *p)
{
	const struct lattice *lattice = y->lattice;
	struct brick brick = { .set = p->set };
	int64_t from = p->start - lattice->origin;

	for (int l = lattice->n_level; l >= 0; --l) {
		brick.lo[l] = integer_floor(from, lattice->radix[l]);
		brick.hi[l] = brick.lo[l] + p->len[l];
		from -= brick.lo[l] * lattice->radix[l];
	}
	return place(y, brick, 0);
}

static bool find_shapes(struct layer *y)
{
	for (int i = 0; i < y->b->n_bundle; ++i) {
		const struct bundle *b = &y->b->bundle[i];
		struct laid *laid = &y->laid[i];

		laid->shape = quasi_pool_take(y->b->pool,
			(size_t) b->n_offset * sizeof(laid->shape[0]));
		if (!laid->shape)
			return false;
		laid->n_shape = footprint_shapes(b, y->granule_B, laid->shape);
	}
	for (int i = 0; i < y->b->n_cast; ++i) {
		const struct cast *c = &y->b->cast[i];

		for (int d = 0; d < y->b->bundle[c->bundle].n_dim; ++d)
			if (c->n[d] > 1)
				y->laid[c->bundle].moves[d] = true;
	}
	return true;
}

/* Lay out "b".  Where a radix does not divide the next, refine it, or keep
 * the units apart.
 */
static bool try_lay(struct layer *y, const struct bundles *b, int64_t base_B,
	bool refine)
{
	y->b = b;
	y->laid = quasi_pool_alloc(b->pool,
		(size_t) b->n_bundle * sizeof(y->laid[0]));
	y->bricks->n_brick = 0;
	if (!y->laid || !find_shapes(y) || !choose_radices(y, refine))
		return false;
	find_levels(y);
	if (!make_pieces(y) || (y->n_piece > 0 && !choose_origin(y, base_B)))
		return false;
	for (int i = 0; i < y->n_piece; ++i)
		if (!place_piece(y, &y->piece[i]))
			return false;
	return true;
}

/* Make each outer stride a multiple of the one before by splitting its points
 * into residue classes: with 4 rows per thread and 514 rows per plane, every
 * other plane.  False if nothing is gained.
 */
static bool widen(const struct layer *y, struct bundles *wide)
{
	int64_t stride[MOST_STRIDES], below;
	int n = outer_strides(y, stride), turns = 1;

	*wide = *y->b;
	if (n == 0 || n == MOST_STRIDES)
		return false;
	below = stride[0];
	for (int i = 1; i < n; ++i) {
		int64_t common = integer_gcd(below, stride[i]);
		int64_t times = common > 0 ? below / common : 0;
		struct bundles narrow = *wide;

		if (times < 1 || times > MOST_TURNS / turns)
			return false;
		turns *= (int) times;
		below = times * stride[i];
		if (times > 1 &&
			!footprint_widen(&narrow, stride[i], times, wide))
			return false;
	}
	return turns > 1;
}

bool footprint_lay(const struct bundles *b, int64_t granule_B, int64_t base_B,
	struct bricks *bricks)
{
	struct layer y = {
		.granule_B = granule_B,
		.lattice = &bricks->lattice,
		.bricks = bricks,
	};
	struct bundles wide;

	*bricks = (struct bricks) { .n_brick = 0 };
	return try_lay(&y, b, base_B, true) ||
		(y.laid && widen(&y, &wide) &&
			try_lay(&y, &wide, base_B, true)) ||
		try_lay(&y, b, base_B, false);
}
