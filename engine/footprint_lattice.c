#include <stdlib.h>
#include <string.h>

#include "engine/footprint_lattice.h"

#define MOST_BRICKS	4096
#define MOST_STRIDES	16

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static int64_t floor_mod(int64_t a, int64_t b)
{
	int64_t r = a % b;

	return r < 0 ? r + b : r;
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

int footprint_shapes(const struct bundle *b, int64_t granule_B,
	struct shape *shape)
{
	int n = 0;

	for (int i = 0; i < b->n_offset; ++i) {
		struct shape *last = &shape[n - 1];

		if (n > 0 && b->offset[i] - last->offset <=
			     last->width + granule_B) {
			last->width = b->offset[i] - last->offset;
			continue;
		}
		shape[n].offset = b->offset[i];
		shape[n].width = 0;
		for (int l = 0; l <= LATTICE_LEVELS; ++l)
			shape[n].times[l] = 1;
		++n;
	}
	for (int i = 0; i < n; ++i) {
		struct shape *s = &shape[i];

		s->n_inner = 0;
		while (s->n_inner < b->n_dim &&
		       b->stride[s->n_inner] <= s->width + granule_B)
			++s->n_inner;
	}
	return n;
}

int64_t footprint_run(const struct bundle *b, const struct cast *c,
	const struct shape *s)
{
	int64_t run = s->width;

	for (int i = 0; i < s->n_inner; ++i)
		run += b->stride[i] * (c->n[i] - 1);
	return run;
}

/* One bundle with its shapes on the lattice. */
struct laid {
	int n_shape;
	struct shape *shape;
	bool moves[REGION_DIMS];	/* more than one value in some cast */
	int level[REGION_DIMS];		/* of the stride */
	int64_t step[REGION_DIMS];	/* stride = step * radix[level] */
};

/* One run of bytes, repeated: from "start" on, len[0] bytes, moved by
 * 0 .. len[l]-1 times radix[l].
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

/* The strides that no shape's run takes up. */
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

/* Choose the radices: the outer strides, or, if "refine", what they have in
 * common with the next where they do not divide it.
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
		int64_t common = gcd(stride[i + 1], stride[i]);

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

static bool find_level(const struct lattice *lattice, int64_t stride,
	int *level, int64_t *step)
{
	for (int l = lattice->n_level; l > 0; --l)
		if (stride % lattice->radix[l] == 0) {
			*level = l;
			*step = stride / lattice->radix[l];
			return true;
		}
	return false;
}

static bool find_levels(struct layer *y)
{
	for (int i = 0; i < y->b->n_bundle; ++i) {
		const struct bundle *b = &y->b->bundle[i];
		struct laid *laid = &y->laid[i];

		for (int d = 0; d < b->n_dim; ++d) {
			laid->level[d] = 0;
			if (laid->moves[d] &&
			    b->stride[d] > y->granule_B)
				find_level(y->lattice, b->stride[d],
					&laid->level[d], &laid->step[d]);
		}
	}
	return true;
}

/* Order in which shapes that may become one along a level are neighbours;
 * "times[0]" holds the offset modulo the radix.
 */
static int compare_shapes(const void *p, const void *q)
{
	const struct shape *a = p, *b = q;

	if (a->width != b->width)
		return a->width < b->width ? -1 : 1;
	for (int l = 0; l <= LATTICE_LEVELS; ++l)
		if (a->times[l] != b->times[l])
			return a->times[l] < b->times[l] ? -1 : 1;
	return (a->offset > b->offset) - (a->offset < b->offset);
}

static void sort_shapes(struct shape *shape, int n)
{
	if (n > 32) {
		qsort(shape, (size_t) n, sizeof(shape[0]), compare_shapes);
		return;
	}
	for (int i = 1; i < n; ++i) {
		struct shape s = shape[i];
		int j = i;

		for (; j > 0 && compare_shapes(&shape[j - 1], &s) > 0; --j)
			shape[j] = shape[j - 1];
		shape[j] = s;
	}
}

/* Make one of shapes that follow each other along level "l". */
static void join_shapes(struct laid *laid, const struct lattice *lattice,
	int l)
{
	int64_t radix = lattice->radix[l];
	int n = 0;

	for (int i = 0; i < laid->n_shape; ++i) {
		struct shape *s = &laid->shape[i];

		s->times[0] = floor_mod(s->offset, radix);
		s->times[l] = 1;
	}
	sort_shapes(laid->shape, laid->n_shape);
	for (int i = 0; i < laid->n_shape; ++i) {
		struct shape *s = &laid->shape[i], *last = &laid->shape[n - 1];
		int64_t far = n > 0 ? s->offset - last->offset : 0;
		bool joins = n > 0 && last->width == s->width &&
			     far <= last->times[l] * radix;

		for (int k = 0; joins && k <= LATTICE_LEVELS; ++k)
			joins = k == l || last->times[k] == s->times[k];
		if (joins)
			last->times[l] = far / radix + 1;
		else
			laid->shape[n++] = *s;
	}
	laid->n_shape = n;
}

/* Piece number n: what "cast" makes of "shape".  False if the steps of the
 * cast leave gaps on the lattice.
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

static bool make_pieces(struct layer *y)
{
	size_t n = 0;

	for (int i = 0; i < y->b->n_bundle; ++i)
		for (int l = 1; l <= y->lattice->n_level; ++l)
			join_shapes(&y->laid[i], y->lattice, l);
	for (int i = 0; i < y->b->n_cast; ++i)
		n += (size_t) y->laid[y->b->cast[i].bundle].n_shape;
	if (n > MOST_BRICKS)
		return false;
	y->n_piece = 0;
	y->piece = quasi_pool_alloc(y->b->pool, n * sizeof(y->piece[0]));
	if (!y->piece)
		return false;
	for (int i = 0; i < y->b->n_cast; ++i) {
		const struct cast *c = &y->b->cast[i];
		const struct laid *laid = &y->laid[c->bundle];

		for (int j = 0; j < laid->n_shape; ++j)
			if (!make_piece(y, c, &laid->shape[j]))
				return false;
	}
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

/* Put the origin behind the widest gap that all units of radix[level] have
 * at one place; false if it is so narrow that a granule spans it.
 */
static bool find_gap(struct layer *y, int level)
{
	int64_t radix = y->lattice->radix[level], reach = -radix, best = -1;
	struct arc *arc = quasi_pool_alloc(y->b->pool,
		(size_t) y->n_piece * sizeof(arc[0]));

	if (!arc)
		return false;
	for (int i = 0; i < y->n_piece; ++i) {
		const struct piece *p = &y->piece[i];

		arc[i].from = floor_mod(p->start, radix);
		arc[i].to = arc[i].from + span(y->lattice, p, level);
		if (arc[i].to - radix > reach)
			reach = arc[i].to - radix;
	}
	qsort(arc, (size_t) y->n_piece, sizeof(arc[0]), compare_arcs);
	for (int i = 0; i < y->n_piece; ++i) {
		if (arc[i].from - reach - 1 > best) {
			best = arc[i].from - reach - 1;
			y->lattice->origin = arc[i].from;
		}
		if (arc[i].to > reach)
			reach = arc[i].to;
	}
	return best >= y->granule_B - 1;
}

/* Does no piece come near the end of a unit of radix[level]? */
static bool stays_apart(const struct layer *y, int level)
{
	const struct lattice *lattice = y->lattice;
	int64_t radix = lattice->radix[level];

	for (int i = 0; i < y->n_piece; ++i) {
		const struct piece *p = &y->piece[i];
		int64_t from = p->start - lattice->origin;

		for (int l = lattice->n_level; l >= level; --l)
			from = floor_mod(from, lattice->radix[l]);
		if (from + span(lattice, p, level) >=
		    radix - y->granule_B + 1)
			return false;
	}
	return true;
}

static int64_t lowest_start(const struct layer *y)
{
	int64_t start = y->piece[0].start;

	for (int i = 1; i < y->n_piece; ++i)
		if (y->piece[i].start < start)
			start = y->piece[i].start;
	return start;
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
		struct brick *new = quasi_pool_alloc(y->b->pool,
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

/* Add "brick", whose digits below "l" are in order, as bricks that do not
 * run over the end of their units: a part of the first unit, whole units,
 * and a part of the last.
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
		brick.lo[l] = floor_div(from, lattice->radix[l]);
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

		laid->shape = quasi_pool_alloc(y->b->pool,
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

static bool try_lay(struct layer *y, int64_t base_B, bool refine)
{
	y->laid = quasi_pool_alloc(y->b->pool,
		(size_t) y->b->n_bundle * sizeof(y->laid[0]));
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

bool footprint_lay(const struct bundles *b, int64_t granule_B, int64_t base_B,
	struct bricks *bricks)
{
	struct layer y = {
		.b = b, .granule_B = granule_B, .lattice = &bricks->lattice,
		.bricks = bricks,
	};

	*bricks = (struct bricks) { .n_brick = 0 };
	return try_lay(&y, base_B, true) || try_lay(&y, base_B, false);
}
