/* Thread orders twice: as a function on integers, and as quasi-affine
 * expressions for the engine.  The property tests hold one against the other.
 */

#include "engine/base/integer.h"
#include "engine/kernel/order.h"

void order_fold(const int64_t domain[3], int64_t extent[2])
{
	extent[0] = domain[0];
	extent[1] = domain[1] * domain[2];
}

/* -------------------------------------------------------------- a cell */

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

/* Tiles are columns of bands of h rows, the last band lower. */
static void cell_of_tile(const struct order *order, const int64_t extent[2],
	int64_t i, int64_t cell[2])
{
	int64_t h = integer_min(order->height, extent[1]);
	int64_t band = i / (extent[0] * h);
	int64_t part[2] = { extent[0], integer_min(h, extent[1] - band * h) };

	cell_of_column(order->width, part, false, i - band * extent[0] * h,
		cell);
	cell[1] += band * h;
}

bool order_cell(const struct order *order, const int64_t extent[2], int64_t i,
	int64_t cell[2])
{
	int64_t point[N_QUASI_VAR] = { [VAR_TX] = i };

	switch (order->kind) {
	case ORDER_ROWS:
		cell[0] = i % extent[0];
		cell[1] = i / extent[0];
		return true;
	case ORDER_COLUMNS:
	case ORDER_ZIGZAG:
		cell_of_column(order->width, extent,
			order->kind == ORDER_ZIGZAG, i, cell);
		return true;
	case ORDER_TILES: cell_of_tile(order, extent, i, cell); return true;
	case ORDER_OWN:
		return quasi_eval(order->own[0], point, &cell[0]) &&
			quasi_eval(order->own[1], point, &cell[1]);
	}
	return false;
}

/* ---------------------------------------------------------- expressions */

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

static void add_cells(struct quasi_pool *pool, const struct quasi *sum[2],
	const struct quasi *const more[2])
{
	for (int d = 0; d < 2; ++d)
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

/* As cell_of_column().  With c whole columns, E = c w H cells are in them:
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
	add_cells(pool, cell, more);
}

static void express_tiles(const struct order *order, const int64_t extent[2],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[2])
{
	int64_t h = integer_min(order->height, extent[1]), band = extent[0] * h;
	int64_t whole = extent[1] / h, rest = extent[1] % h;
	int64_t size[2] = { extent[0], h };
	const struct quasi *part[2] = { i, NULL }, *more[2];

	if (rest)
		split_index(pool, whole * band, i, part);
	express_columns(order->width, size, false, pool,
		quasi_mod(pool, part[0], band), cell);
	cell[1] = quasi_add(pool, cell[1],
		quasi_scale(pool, quasi_floor(pool, part[0], band), h));
	if (!rest)
		return;
	size[1] = rest;
	express_columns(order->width, size, false, pool, part[1], more);
	add_cells(pool, cell, more);
}

/* "e" with the index put in for VAR_TX, its only variable. */
static const struct quasi *put_in(struct quasi_pool *pool,
	const struct quasi *e, const struct quasi *i)
{
	const struct quasi *sum = quasi_add(pool,
		quasi_constant(pool, e->constant),
		quasi_scale(pool, i, e->coef[VAR_TX]));

	for (int k = 0; k < e->n_term; ++k) {
		const struct quasi_term *t = &e->term[k];
		const struct quasi *a = put_in(pool, t->a, i);
		const struct quasi *b = t->b ? put_in(pool, t->b, i) : NULL;

		a = t->op == QUASI_FLOOR   ? quasi_floor(pool, a, t->divisor) :
			t->op == QUASI_MIN ? quasi_min(pool, a, b) :
					     quasi_max(pool, a, b);
		sum = quasi_add(pool, sum, quasi_scale(pool, a, t->coef));
	}
	return sum;
}

void order_express(const struct order *order, const int64_t extent[2],
	struct quasi_pool *pool, const struct quasi *i,
	const struct quasi *cell[2])
{
	switch (order->kind) {
	case ORDER_ROWS: express_rows(extent[0], false, pool, i, cell); return;
	case ORDER_COLUMNS:
	case ORDER_ZIGZAG:
		express_columns(order->width, extent,
			order->kind == ORDER_ZIGZAG, pool, i, cell);
		return;
	case ORDER_TILES: express_tiles(order, extent, pool, i, cell); return;
	case ORDER_OWN:
		cell[0] = put_in(pool, order->own[0], i);
		cell[1] = put_in(pool, order->own[1], i);
		return;
	}
}

/* ---------------------------------------------------------------- cost */

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

/* Two remainders, col_off, the two steps of col_tw, x and y. */
#define COLUMN_WORK (2 * RUNTIME_DIVISION + 7)
/* Whether y is odd, col_tw - 1 - x, the choice. */
#define ZIGZAG_WORK 3
/* The band, its remainder, its height in two steps, its start. */
#define BAND_WORK (RUNTIME_DIVISION + 4)

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

double order_instructions(const struct order *order,
	const struct quasi *const cell[2])
{
	struct seen seen = { .n = 0 };

	switch (order->kind) {
	case ORDER_ROWS: return 0;
	case ORDER_COLUMNS: return COLUMN_WORK;
	case ORDER_ZIGZAG: return COLUMN_WORK + ZIGZAG_WORK;
	case ORDER_TILES: return COLUMN_WORK + BAND_WORK;
	case ORDER_OWN:
		return work_of(cell[0], &seen) + work_of(cell[1], &seen);
	}
	return 0;
}
