/* Matrix products under a launch: how lanes load the factors from shared
 * memory, and the registers of factors and sums (doc/MODEL.md, chapter 22).
 */

#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* A load of a factor: 16 rows of 32 bytes for all lanes of a warp, each lane
 * with the address of 16 bytes.  That is ldmatrix.x4 of the PTX ISA, or 64
 * lanes of 8 bytes.
 */
#define LOAD_B	  512
#define LOAD_ROWS 16
#define LANE_B	  16

/* The extents of a factor in its array: bytes of a row, rows. */
struct tile {
	int64_t row_B, rows, pitch_B;
};

/* Rows of the array run along k if the factor fits so, or else along m (n). */
static bool find_tile(const struct lowering *l, const struct kernel_access *a,
	struct tile *t)
{
	const struct kernel_mma *mma = &l->k->mma[a->mma - 1];
	const struct kernel_field *f = &l->k->field[a->field];
	int64_t bytes = type_bytes(lower_type(l, f)), n, rows;
	int64_t elem_B = (int64_t) tensors[mma->type].elem_B;
	int64_t other = a == &l->k->access[mma->factor[0]] ? mma->m : mma->n;

	if (!lower_shared_extent(l, f, 0, &n) ||
		!lower_shared_extent(l, f, 1, &rows))
		return false;
	*t = (struct tile) { mma->k * elem_B, other, n * bytes };
	if (t->row_B <= t->pitch_B && t->rows <= rows)
		return true;
	*t = (struct tile) { other * elem_B, mma->k, n * bytes };
	return t->row_B <= t->pitch_B && t->rows <= rows;
}

int64_t lower_tile_extent(const struct lowering *l,
	const struct kernel_access *a, int d)
{
	const struct kernel_field *f = &l->k->field[a->field];
	int64_t bytes = type_bytes(lower_type(l, f));
	struct tile t;

	if (a->mma == 0 || !find_tile(l, a, &t))
		return 1;
	return d == 0 ? (t.row_B + bytes - 1) / bytes : d == 1 ? t.rows : 1;
}

/* The number of a thread in its block, as warps count. */
static const struct quasi *thread_number(struct lowering *l)
{
	struct quasi_pool *pool = l->pool;
	const int64_t *block = l->launch->block;
	const struct quasi *e = quasi_variable(pool, VAR_TX);

	e = quasi_add(pool, e,
		quasi_scale(pool, quasi_variable(pool, VAR_TY), block[0]));
	return quasi_add(pool, e,
		quasi_scale(pool, quasi_variable(pool, VAR_TZ),
			block[0] * block[1]));
}

/* The loads of a factor differ by multiples of rows and of 32 bytes, so that
 * one stands for all.  A group reads it once, by rows that hardware spreads
 * over all banks.
 *
 *	a = corner + (t mod r) pitch + 16 (floor(t / r) mod c)	  (22.2)
 *
 *	t  number of the thread
 *	r  rows of a load, min(16, rows)
 *	c  lanes of a row, min(row_B, 512 / r) / 16
 */
bool lower_tile(struct lowering *l, const struct kernel_access *a,
	struct shared_access *out)
{
	struct quasi_pool *pool = l->pool;
	bool is_group = l->k->mma[a->mma - 1].is_group;
	const struct quasi *t = thread_number(l), *row, *column;
	int64_t rows, wide_B;
	struct tile tile;

	if (!find_tile(l, a, &tile))
		return diag_error(l->env->diag, a->loc, NULL,
			"a factor of this product is larger than '%s'",
			l->k->field[a->field].name);
	rows = tile.rows < LOAD_ROWS ? tile.rows : LOAD_ROWS;
	wide_B = LOAD_B / rows < tile.row_B ? LOAD_B / rows : tile.row_B;
	if (wide_B < LANE_B)
		wide_B = LANE_B;
	out->tiles = (double) ((tile.rows * tile.row_B + LOAD_B - 1) / LOAD_B);
	out->is_group = is_group;
	out->wide_B = LANE_B;
	if (is_group) {
		out->tiles /= KERNEL_GROUP;
		rows = 1;
		wide_B = LOAD_B;
	}
	row = quasi_scale(pool, quasi_mod(pool, t, rows), tile.pitch_B);
	column = quasi_scale(pool,
		quasi_mod(pool, quasi_floor(pool, t, rows), wide_B / LANE_B),
		LANE_B);
	out->address = quasi_add(pool, out->address,
		quasi_add(pool, row, column));
	return out->address ? true : lower_fail_range(l, a->loc);
}

/* 32-bit words of a warp for factors and sums: a step of 32 bytes along k of
 * the largest factors, and the sums of each product of the source.
 *
 *	W = max_p 8 (m + n) + sum_p s m n / 4			  (22.3)
 *
 *	s  bytes of a sum
 */
int lower_tile_words(const struct kernel_def *k)
{
	int factors = 0, sums = 0;

	for (int i = 0; i < k->n_mma; ++i) {
		const struct kernel_mma *p = &k->mma[i];
		int words = p->m * p->n * p->sum_B / 4;

		if (p->sums == i)
			sums += p->is_group ? words / KERNEL_GROUP : words;
		if (!p->is_group && 8 * (p->m + p->n) > factors)
			factors = 8 * (p->m + p->n);
	}
	return factors + sums;
}
