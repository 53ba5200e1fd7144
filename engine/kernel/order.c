/* Thread orders as functions on integers, and what their index arithmetic
 * costs.  order_express.c has the same functions as quasi-affine expressions;
 * the property tests hold one against the other.
 */

#include <math.h>

#include "engine/base/integer.h"
#include "engine/kernel/order.h"

bool order_is_of_blocks(const struct order *order)
{
	return order->kind == ORDER_GROUPED || order->kind == ORDER_SWIZZLE ||
		order->kind == ORDER_CLUSTERS;
}

/* --------------------------------------------------------------- squares */

/* Squares may cover this many times the cells of the domain. */
#define MOST_COVERED 1.25

/* Tables of deeper squares would be large. */
#define MOST_BITS 12

/* Cells that squares with a side of 2^bits cover; "count" of them along each
 * axis.
 */
static double cover(const int64_t extent[3], int axes, int bits,
	int64_t count[3])
{
	double covered = 1;

	for (int d = 0; d < 3; ++d) {
		int64_t side = d < axes ? INT64_C(1) << bits : 1;

		count[d] = (extent[d] - 1) / side + 1;
		covered *= (double) count[d] * (double) side;
	}
	return covered;
}

/* The largest power of two that squares can have as their side: they cover
 * little more than the domain, or no more than squares of two cells do, which
 * small domains with an odd extent have at least.
 */
void order_squares(const struct order *order, const int64_t extent[3],
	struct order_squares *s)
{
	int64_t least = INT64_MAX;
	double cells, most;

	s->axes = order->kind == ORDER_MORTON && extent[2] > 1 ? 3 : 2;
	for (int d = 0; d < s->axes; ++d)
		least = integer_min(least, extent[d]);
	cells = cover(extent, s->axes, 0, s->count);
	most = MOST_COVERED * cells;
	if (least > 1)
		most = fmax(most, cover(extent, s->axes, 1, s->count));
	for (s->bits = 0; s->bits < MOST_BITS && INT64_C(1) << s->bits < least;)
		++s->bits;
	while (cover(extent, s->axes, s->bits, s->count) > most)
		--s->bits;
}

int64_t order_swizzled(int64_t most, int64_t n)
{
	return most >= 8 && n >= 6  ? 8 :
		most >= 4 && n >= 3 ? 4 :
		most >= 2 && n >= 2 ? 2 :
				      1;
}

static void reach_squares(const struct order *order, const int64_t extent[3],
	int64_t reach[3])
{
	struct order_squares s;

	order_squares(order, extent, &s);
	for (int d = 0; d < 3; ++d)
		reach[d] = s.count[d] << (d < s.axes ? s.bits : 0);
}

bool order_reach(const struct order *order, const int64_t extent[3],
	int64_t reach[3])
{
	int64_t n = 1, w;

	for (int d = 0; d < 3; ++d)
		reach[d] = extent[d];
	if (order->kind == ORDER_MORTON || order->kind == ORDER_HILBERT) {
		reach_squares(order, extent, reach);
	} else if (order->kind == ORDER_SWIZZLE) {
		w = order_swizzled(order->size[0], extent[0]);
		reach[0] = ((extent[0] - 1) / w + 1) * w;
	}
	for (int d = 0; d < 3; ++d)
		if (__builtin_mul_overflow(n, reach[d], &n))
			return false;
	return n < INT64_C(1) << 62;
}

/* ---------------------------------------------------------------- a cell */

/* Columns of w cells in rows of n, H rows high.  The first c = floor(n / w)
 * of them are whole, the last has w' = n - c w cells in a row:
 *
 *	o  = w floor(i / (w H))			start of the column
 *	w' = min(w, n - o)			its width
 *	i' = i - o H				index in the column
 *	x  = o + i' mod w',  y = floor(i' / w')
 *
 * In zigzag, odd rows have w' - 1 - i' mod w'.
 */
static void cell_of_column(int64_t w, const int64_t extent[2], bool zigzag,
	int64_t i, int64_t cell[2])
{
	int64_t n = extent[0], high = extent[1], column, width, in;

	w = integer_min(w, n);
	column = i / (w * high);
	width = integer_min(w, n - column * w);
	in = i - column * w * high;
	cell[1] = in / width;
	cell[0] = in % width;
	if (zigzag && cell[1] % 2)
		cell[0] = width - 1 - cell[0];
	cell[0] += column * w;
}

/* Tiles are columns of bands of h rows, the last band lower, and bands of
 * slabs of d layers, the last slab thinner.
 */
static void cell_of_tile(const int64_t size[3], const int64_t extent[3],
	int64_t i, int64_t cell[3])
{
	int64_t h = integer_min(size[1], extent[1]);
	int64_t d = integer_min(size[2], extent[2]);
	int64_t slab = i / (extent[0] * extent[1] * d);
	int64_t thick = integer_min(d, extent[2] - slab * d), band, high;
	int64_t part[2], at[2];

	i -= slab * extent[0] * extent[1] * d;
	band = i / (extent[0] * h * thick);
	high = integer_min(h, extent[1] - band * h);
	i -= band * extent[0] * h * thick;
	part[0] = extent[0];
	part[1] = high * thick;
	cell_of_column(size[0], part, false, i, at);
	cell[0] = at[0];
	cell[1] = band * h + at[1] % high;
	cell[2] = slab * d + at[1] / high;
}

/* From the highest digit of i to base 4 down.  A digit has the quadrant (0, 0),
 * (0, 1), (1, 1), (1, 0); 0 and 3 transpose the quadrants below them, 3 also
 * turns them.
 */
void order_curve(int bits, int64_t i, int *state, int64_t cell[2])
{
	cell[0] = cell[1] = 0;
	for (int b = bits - 1; b >= 0; --b) {
		int digit = (int) (i >> 2 * b & 3);
		bool x = digit >= 2, y = digit == 1 || digit == 2;
		bool swaps = *state & 1, turns = *state & 2;

		cell[swaps] |= (int64_t) (x != turns) << b;
		cell[!swaps] |= (int64_t) (y != turns) << b;
		*state ^= digit == 0 ? 1 : digit == 3 ? 3 : 0;
	}
}

static void cell_of_morton(int axes, int bits, int64_t i, int64_t cell[3])
{
	for (int d = 0; d < axes; ++d)
		cell[d] = 0;
	for (int b = 0; b < bits * axes; ++b)
		cell[b % axes] |= (i >> b & 1) << b / axes;
}

static void cell_of_square(const struct order *order, const int64_t extent[3],
	int64_t i, int64_t cell[3])
{
	struct order_squares s;
	int64_t square, in;
	int state = 0;

	order_squares(order, extent, &s);
	square = i >> s.axes * s.bits;
	in = i - (square << s.axes * s.bits);
	cell[2] = 0;
	if (order->kind == ORDER_HILBERT)
		order_curve(s.bits, in, &state, cell);
	else
		cell_of_morton(s.axes, s.bits, in, cell);
	for (int d = 0; d < 3; ++d) {
		int64_t at = d < 2 ? square % s.count[d] : square;

		cell[d] += at << (d < s.axes ? s.bits : 0);
		square /= s.count[d];
	}
}

static bool cell_of_own(const struct order *order, int64_t i, int64_t cell[3])
{
	int64_t point[N_QUASI_VAR] = { [VAR_TX] = i };

	for (int d = 0; d < order->n_own; ++d)
		if (!quasi_eval(order->own[d], point, &cell[d]))
			return false;
	return true;
}

static void cell_of_folded(const struct order *order, const int64_t extent[3],
	int64_t i, int64_t cell[3])
{
	int64_t folded[3] = { extent[0], extent[1] * extent[2], 1 };
	int64_t group[3] = { 1, order->size[0], 1 };

	switch (order->kind) {
	case ORDER_ROWS:
	case ORDER_LINEAR:
		cell[0] = i % extent[0];
		cell[1] = i / extent[0];
		return;
	case ORDER_COLUMNS:
	case ORDER_ZIGZAG:
		cell_of_column(order->size[0], folded,
			order->kind == ORDER_ZIGZAG, i, cell);
		return;
	case ORDER_GROUPED: cell_of_tile(group, folded, i, cell); return;
	case ORDER_SWIZZLE:
		order_reach(order, extent, folded);
		folded[1] = extent[1] * extent[2];
		cell_of_column(order_swizzled(order->size[0], extent[0]),
			folded, false, i, cell);
		return;
	case ORDER_TILES:
	case ORDER_MORTON:
	case ORDER_HILBERT:
	case ORDER_CLUSTERS:
	case ORDER_OWN: return;
	}
}

bool order_cell(const struct order *order, const int64_t extent[3], int64_t i,
	int64_t cell[3])
{
	switch (order->kind) {
	case ORDER_TILES:
	case ORDER_CLUSTERS:
		cell_of_tile(order->size, extent, i, cell);
		return true;
	case ORDER_MORTON:
	case ORDER_HILBERT: cell_of_square(order, extent, i, cell); return true;
	case ORDER_OWN:
		if (!cell_of_own(order, i, cell))
			return false;
		if (order->n_own == 3)
			return true;
		break;
	case ORDER_ROWS:
	case ORDER_LINEAR:
	case ORDER_COLUMNS:
	case ORDER_ZIGZAG:
	case ORDER_GROUPED:
	case ORDER_SWIZZLE: cell_of_folded(order, extent, i, cell); break;
	}
	cell[2] = extent[2] > 1 ? integer_floor(cell[1], extent[1]) : 0;
	cell[1] -= cell[2] * extent[1];
	return true;
}

/* ------------------------------------------------------------------ cost */

static bool is_power_of_two(int64_t v)
{
	return v > 0 && (v & (v - 1)) == 0;
}

/* Instructions of a division by a constant: multiply-high, shift and
 * correction, or a shift alone for a power of two.  Listing 5 of the source
 * divides by values known at run time only: col_size and col_tw.
 */
#define CONSTANT_DIVISION 4
#define RUNTIME_DIVISION  14

/* One quotient, the remainder from it. */
#define LINEAR_WORK (RUNTIME_DIVISION + 1)
/* Two remainders, col_off, the two steps of col_tw, x and y. */
#define COLUMN_WORK (2 * RUNTIME_DIVISION + 7)
/* Whether y is odd, col_tw - 1 - x, the choice. */
#define ZIGZAG_WORK 3
/* The band, its remainder, its height in two steps, its start. */
#define BAND_WORK (RUNTIME_DIVISION + 4)
/* Five steps of shift and LOP3 gather every second bit of a word, and a mask;
 * a coordinate but the first shifts the word before.
 */
#define GATHER_WORK 11
/* Two digits, the comparison, two differences, two swaps by three selects,
 * two sums, the next digit and the branch.
 */
#define HILBERT_WORK 15
/* Mask, shift, shift and sum: columns are powers of two. */
#define SWIZZLE_WORK 4

struct seen {
	int n;
	const struct quasi_term *term[64];
};

static bool is_seen(struct seen *seen, const struct quasi_term *t)
{
	for (int i = 0; i < seen->n; ++i) {
		const struct quasi_term *s = seen->term[i];

		if (s->op == t->op && s->divisor == t->divisor &&
			quasi_equal(s->a, t->a) &&
			(!s->b || !t->b || quasi_equal(s->b, t->b)))
			return true;
	}
	if (seen->n < 64)
		seen->term[seen->n++] = t;
	return false;
}

/* A multiply-add for each term, and what the term itself takes. */
static double work_of(const struct quasi *e, struct seen *seen)
{
	double work = 0;

	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];

		++work;
		if (is_seen(seen, t))
			continue;
		work += t->op != QUASI_FLOOR	    ? 1 :
			is_power_of_two(t->divisor) ? 1 :
						      CONSTANT_DIVISION;
		work += work_of(t->a, seen);
		if (t->b)
			work += work_of(t->b, seen);
	}
	return work;
}

/* Squares are numbered in rows: with more than one row of them, x and y of a
 * square are a quotient and a remainder.
 */
static double work_of_squares(const struct order *order,
	const int64_t extent[3])
{
	struct order_squares s;
	double work;

	order_squares(order, extent, &s);
	work = order->kind == ORDER_HILBERT ? HILBERT_WORK * s.bits :
					      s.axes * (GATHER_WORK + 1) - 1;
	if (s.count[0] * s.count[1] * s.count[2] > 1)
		work += 2 + s.axes; /* shift and mask, sums */
	if (s.count[0] > 1 && s.count[1] * s.count[2] > 1)
		work += LINEAR_WORK;
	if (s.count[1] > 1 && s.count[2] > 1)
		work += LINEAR_WORK;
	return work;
}

double order_instructions(const struct order *order, const int64_t extent[3],
	const struct quasi *const cell[3])
{
	struct seen seen = { .n = 0 };

	switch (order->kind) {
	case ORDER_ROWS:
	case ORDER_CLUSTERS: return 0; /* by the hardware */
	case ORDER_LINEAR: return LINEAR_WORK;
	case ORDER_COLUMNS:
	case ORDER_GROUPED: return COLUMN_WORK;
	case ORDER_ZIGZAG: return COLUMN_WORK + ZIGZAG_WORK;
	case ORDER_TILES:
		return COLUMN_WORK +
			(order->size[2] > 1 && extent[2] > 1 ? 2 : 1) *
			BAND_WORK;
	case ORDER_SWIZZLE: return SWIZZLE_WORK;
	case ORDER_MORTON:
	case ORDER_HILBERT: return work_of_squares(order, extent);
	case ORDER_OWN:
		return work_of(cell[0], &seen) + work_of(cell[1], &seen) +
			(order->n_own == 3 ? work_of(cell[2], &seen) : 0);
	}
	return 0;
}
