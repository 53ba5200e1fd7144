/* Thread orders as quasi-affine expressions of the index: what order_cell()
 * computes for integers.
 *
 * A domain that is no multiple of a column or tile is split: an index below
 * the end of the whole ones is in the first part, any other in the second.
 */

#include "engine/base/integer.h"
#include "engine/kernel/order.h"

/* Rows of "w" cells, an index i from 0 on; odd rows backwards in zigzag:
 * with m = i mod 2 w, x = min(m, 2 w - 1 - m).
 */
static void express_rows(int64_t w, bool zigzag, struct quasi_pool *pool,
	const struct quasi *i, const struct quasi *cell[2])
{
	const struct quasi *m;

	cell[1] = quasi_floor(pool, i, w);
	if (!zigzag) {
		cell[0] = quasi_mod(pool, i, w);
		return;
	}
	if (w > INT64_MAX / 4) {
		cell[0] = NULL;
		return;
	}
	m = quasi_mod(pool, i, 2 * w);
	cell[0] = quasi_min(pool, m,
		quasi_add(pool, quasi_constant(pool, 2 * w - 1),
			quasi_scale(pool, m, -1)));
}

static void add_cells(struct quasi_pool *pool, int n, const struct quasi **sum,
	const struct quasi *const *more)
{
	for (int d = 0; d < n; ++d)
		sum[d] = quasi_add(pool, sum[d], more[d]);
}

/* An index below "end" belongs to the first part, min(i, end), any other to
 * the second, max(i - end, 0).  Each part contributes 0 where the other
 * applies, so that the two can be added.
 */
static void split_index(struct quasi_pool *pool, int64_t end,
	const struct quasi *i, const struct quasi *part[2])
{
	part[0] = quasi_min(pool, i, quasi_constant(pool, end));
	part[1] = quasi_max(pool,
		quasi_add(pool, i, quasi_constant(pool, -end)),
		quasi_constant(pool, 0));
}

/* With c whole columns, E = c w H cells are in them:
 *
 *	a = min(i, E), b = max(i - E, 0)
 *	x = w floor(a / (w H)) + a mod w + b mod w'
 *	y = floor((a mod w H) / w) + floor(b / w')
 */
static void express_columns(int64_t w, const int64_t extent[2], bool zigzag,
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[2])
{
	int64_t n = extent[0], high = extent[1], whole, rest;
	const struct quasi *part[2] = { i, NULL }, *more[2];

	w = integer_min(w, n);
	whole = n / w;
	rest = n % w;
	if (rest)
		split_index(pool, whole * w * high, i, part);
	express_rows(w, zigzag, pool,
		whole > 1 || rest ? quasi_mod(pool, part[0], w * high) :
				    part[0],
		cell);
	if (whole > 1 || rest)
		cell[0] = quasi_add(pool, cell[0],
			quasi_scale(pool, quasi_floor(pool, part[0], w * high),
				w));
	if (!rest)
		return;
	express_rows(rest, zigzag, pool, part[1], more);
	add_cells(pool, 2, cell, more);
}

/* A band of size[0] x size[1] x size[2] cells in columns of w. */
static void express_band(int64_t w, const int64_t size[3],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[3])
{
	int64_t flat[2] = { size[0], size[1] * size[2] };

	express_columns(w, flat, false, pool, i, cell);
	cell[2] = size[2] == 1 ? quasi_constant(pool, 0) :
				 quasi_floor(pool, cell[1], size[1]);
	if (size[2] > 1)
		cell[1] = quasi_mod(pool, cell[1], size[1]);
}

/* A slab of extent[0] x extent[1] x "thick" cells in bands of h rows. */
static void express_slab(int64_t w, int64_t h, const int64_t extent[3],
	int64_t thick, struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[3])
{
	int64_t band, whole = extent[1] / h, rest = extent[1] % h;
	int64_t size[3] = { extent[0], h, thick };
	const struct quasi *part[2] = { i, NULL }, *more[3];

	band = extent[0] * h * thick;
	if (rest)
		split_index(pool, whole * band, i, part);
	express_band(w, size, pool, quasi_mod(pool, part[0], band), cell);
	cell[1] = quasi_add(pool, cell[1],
		quasi_scale(pool, quasi_floor(pool, part[0], band), h));
	if (!rest)
		return;
	size[1] = rest;
	express_band(w, size, pool, part[1], more);
	add_cells(pool, 3, cell, more);
}

static void express_tiles(const int64_t tile[3], const int64_t extent[3],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[3])
{
	int64_t h = integer_min(tile[1], extent[1]);
	int64_t d = integer_min(tile[2], extent[2]);
	int64_t slab = extent[0] * extent[1] * d, whole = extent[2] / d;
	int64_t rest = extent[2] % d;
	const struct quasi *part[2] = { i, NULL }, *more[3];

	if (extent[2] == 1) {
		express_slab(tile[0], h, extent, 1, pool, i, cell);
		return;
	}
	if (rest)
		split_index(pool, whole * slab, i, part);
	express_slab(tile[0], h, extent, d, pool,
		quasi_mod(pool, part[0], slab), cell);
	cell[2] = quasi_add(pool, cell[2],
		quasi_scale(pool, quasi_floor(pool, part[0], slab), d));
	if (!rest)
		return;
	express_slab(tile[0], h, extent, rest, pool, part[1], more);
	add_cells(pool, 3, cell, more);
}

/* --------------------------------------------------------------- curves */

/* floor(i / 2^k), whose parity is bit k of i. */
static const struct quasi *from_bit(struct quasi_pool *pool,
	const struct quasi *i, int k)
{
	return quasi_floor(pool, i, INT64_C(1) << k);
}

/* e mod 2 between 0 and 1: bounds of e - 2 floor(e / 2) are as wide as those
 * of e, where a search for the threads that touch a line needs narrow ones.
 */
static const struct quasi *parity(struct quasi_pool *pool,
	const struct quasi *e)
{
	return quasi_min(pool, quasi_constant(pool, 1),
		quasi_max(pool, quasi_constant(pool, 0),
			quasi_mod(pool, e, 2)));
}

/* Bit k of i, where i has "n" bits. */
static const struct quasi *bit_of(struct quasi_pool *pool,
	const struct quasi *i, int k, int n)
{
	const struct quasi *e = from_bit(pool, i, k);

	return k + 1 < n ? parity(pool, e) : e;
}

static void spell_morton(int axes, int bits, struct quasi_pool *pool,
	const struct quasi *i, const struct quasi *cell[3])
{
	for (int d = 0; d < axes; ++d)
		cell[d] = quasi_constant(pool, 0);
	for (int k = 0; k < axes * bits; ++k)
		cell[k % axes] = quasi_add(pool, cell[k % axes],
			quasi_scale(pool, bit_of(pool, i, k, axes * bits),
				INT64_C(1) << k / axes));
}

/* Index bits that one entry of a table stands for: whole bits of 2 and of 3
 * coordinates.
 */
#define DIGIT_BITS 12

/* The bits d, d + axes, d + 2 axes, ... of each index of "bits" bits. */
static const struct quasi_table *gathered_bits(struct quasi_pool *pool,
	int axes, int bits, int d)
{
	int64_t n = INT64_C(1) << bits;
	int64_t *value = quasi_pool_alloc(pool, (size_t) n * sizeof(*value));

	for (int64_t i = 0; value && i < n; ++i)
		for (int b = d; b < bits; b += axes)
			value[i] |= (i >> b & 1) << b / axes;
	return value ? quasi_table_new(pool, n, value) : NULL;
}

/* The bits as entries of tables.  An expression has four terms for each bit,
 * and whoever evaluates it at a hundred thousand threads waits for them.
 */
static void look_up_morton(int axes, int bits, struct quasi_pool *pool,
	const struct quasi *i, const struct quasi *cell[3])
{
	int n = axes * bits, digit = n < DIGIT_BITS ? n : DIGIT_BITS;

	for (int d = 0; d < axes; ++d) {
		const struct quasi_table *table = gathered_bits(pool, axes,
			digit, d);

		cell[d] = quasi_constant(pool, 0);
		for (int at = 0; at < n; at += digit) {
			const struct quasi *e = from_bit(pool, i, at);

			if (at + digit < n)
				e = quasi_mod(pool, e, INT64_C(1) << digit);
			e = quasi_lookup(pool, table, e);
			cell[d] = quasi_add(pool, cell[d],
				quasi_scale(pool, e, INT64_C(1) << at / axes));
		}
	}
}

/* Hilbert's curve has no short quasi-affine form: every digit turns the ones
 * below it.  So x and y are entries of tables.  With more than LOW_BITS bits,
 * the high digits h of i = 4^b h + l have tables of their own, one of them for
 * the state that they leave the low ones in:
 *
 *	x = 2^b X(h) + x(4^b S(h) + l)
 */
#define LOW_BITS 6

struct curve {
	struct quasi_pool *pool;
	int64_t *value[3]; /* x, y, state */
};

/* Tables of 4^bits entries, for each of "states" states before them. */
static bool find_curve(struct curve *c, int bits, int states)
{
	int64_t n = INT64_C(1) << 2 * bits;

	for (int k = 0; k < 3; ++k) {
		c->value[k] = quasi_pool_take(c->pool,
			(size_t) (n * states) * sizeof(*c->value[k]));
		if (!c->value[k])
			return false;
	}
	for (int64_t i = 0; i < n * states; ++i) {
		int state = (int) (i / n);
		int64_t cell[2];

		order_curve(bits, i % n, &state, cell);
		c->value[0][i] = cell[0];
		c->value[1][i] = cell[1];
		c->value[2][i] = state;
	}
	return true;
}

static const struct quasi *on_curve(const struct curve *c, int k, int64_t n,
	const struct quasi *index)
{
	return quasi_lookup(c->pool, quasi_table_new(c->pool, n, c->value[k]),
		index);
}

static void express_hilbert(int bits, struct quasi_pool *pool,
	const struct quasi *i, const struct quasi *cell[3])
{
	int low = bits < LOW_BITS ? bits : LOW_BITS, high = bits - low;
	int64_t n_low = INT64_C(1) << 2 * low, n_high = INT64_C(1) << 2 * high;
	const struct quasi *h = quasi_floor(pool, i, n_low), *l = i;
	struct curve far = { .pool = pool }, near = { .pool = pool };

	cell[0] = cell[1] = NULL;
	if (!find_curve(&near, low, high ? 4 : 1) ||
		(high && !find_curve(&far, high, 1)))
		return;
	if (high)
		l = quasi_add(pool, quasi_mod(pool, i, n_low),
			quasi_scale(pool, on_curve(&far, 2, n_high, h), n_low));
	for (int d = 0; d < 2; ++d) {
		cell[d] = on_curve(&near, d, high ? 4 * n_low : n_low, l);
		if (high)
			cell[d] = quasi_add(pool, cell[d],
				quasi_scale(pool, on_curve(&far, d, n_high, h),
					INT64_C(1) << low));
	}
}

static void express_squares(const struct order *order, const int64_t extent[3],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[3])
{
	const struct quasi *square, *at;
	struct order_squares s;
	int64_t n;

	order_squares(order, extent, &s);
	n = INT64_C(1) << s.axes * s.bits;
	square = quasi_floor(pool, i, n);
	if (s.count[0] * s.count[1] * s.count[2] > 1)
		i = quasi_mod(pool, i, n);
	else
		square = quasi_constant(pool, 0);
	cell[2] = quasi_constant(pool, 0);
	if (order->kind == ORDER_HILBERT)
		express_hilbert(s.bits, pool, i, cell);
	else if (order->is_spelled || s.bits == 0)
		spell_morton(s.axes, s.bits, pool, i, cell);
	else
		look_up_morton(s.axes, s.bits, pool, i, cell);
	for (int d = 0; d < 3; ++d) {
		at = d < 2 ? quasi_mod(pool, square, s.count[d]) : square;
		cell[d] = quasi_add(pool, cell[d],
			quasi_scale(pool, at,
				INT64_C(1) << (d < s.axes ? s.bits : 0)));
		square = quasi_floor(pool, square, s.count[d]);
	}
}

/* ---------------------------------------------------------------- whole */

/* An order of (x, y'). */
static void express_folded(const struct order *order, const int64_t extent[3],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[3])
{
	int64_t folded[3] = { extent[0], extent[1] * extent[2], 1 };
	int64_t group[3] = { 1, order->size[0], 1 }, reach[3];
	const struct quasi *index[N_QUASI_VAR] = { [VAR_TX] = i };

	switch (order->kind) {
	case ORDER_ROWS:
	case ORDER_LINEAR:
		express_rows(extent[0], false, pool, i, cell);
		return;
	case ORDER_COLUMNS:
	case ORDER_ZIGZAG:
		express_columns(order->size[0], folded,
			order->kind == ORDER_ZIGZAG, pool, i, cell);
		return;
	case ORDER_GROUPED: express_tiles(group, folded, pool, i, cell); return;
	case ORDER_SWIZZLE:
		order_reach(order, extent, reach);
		folded[0] = reach[0];
		express_columns(order_swizzled(order->size[0], extent[0]),
			folded, false, pool, i, cell);
		return;
	case ORDER_OWN:
		for (int d = 0; d < order->n_own; ++d)
			cell[d] = quasi_compose(pool, order->own[d], index);
		return;
	case ORDER_TILES:
	case ORDER_MORTON:
	case ORDER_HILBERT:
	case ORDER_CLUSTERS: return;
	}
}

void order_express(const struct order *order, const int64_t extent[3],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[3])
{
	if (order->kind == ORDER_TILES || order->kind == ORDER_CLUSTERS) {
		express_tiles(order->size, extent, pool, i, cell);
		return;
	}
	if (order->kind == ORDER_MORTON || order->kind == ORDER_HILBERT) {
		express_squares(order, extent, pool, i, cell);
		return;
	}
	express_folded(order, extent, pool, i, cell);
	if (order->kind == ORDER_OWN && order->n_own == 3)
		return;
	cell[2] = extent[2] > 1 ? quasi_floor(pool, cell[1], extent[1]) :
				  quasi_constant(pool, 0);
	if (extent[2] > 1)
		cell[1] = quasi_mod(pool, cell[1], extent[1]);
}
