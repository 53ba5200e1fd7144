/* Affine comparisons: along a run of threads they hold from one of them to
 * another.
 */

#include "engine/base/integer.h"
#include "engine/count/masks.h"

#define WORD 64

/* The bits from .. to-1 that lie in the word of "from". */
static uint64_t bits_of(int64_t from, int64_t to)
{
	int64_t left = to - from / WORD * WORD;

	return ~UINT64_C(0) << from % WORD &
		~UINT64_C(0) >> (left < WORD ? WORD - left : 0);
}

void masks_set(uint64_t *word, int64_t from, int64_t to)
{
	for (; from < to; from = (from / WORD + 1) * WORD)
		word[from / WORD] |= bits_of(from, to);
}

void masks_clear(uint64_t *word, int64_t from, int64_t to)
{
	for (; from < to; from = (from / WORD + 1) * WORD)
		word[from / WORD] &= ~bits_of(from, to);
}

void masks_range(enum predicate_op op, int64_t c, int64_t k, int64_t n,
	int64_t *from, int64_t *to)
{
	*from = 0;
	*to = n;
	if (k == 0) {
		if (op == PREDICATE_GE ? c < 0 : c != 0)
			*to = 0;
	} else if (op == PREDICATE_EQ) {
		*from = *to = 0;
		if (c % k == 0 && -c / k >= 0 && -c / k < n) {
			*from = -c / k;
			*to = *from + 1;
		}
	} else if (c >= 0 && c + k * (n - 1) >= 0) {
		return;
	} else if (c < 0 && c + k * (n - 1) < 0) {
		*to = 0;
	} else if (k > 0) {
		*from = integer_ceil(-c, k);
	} else {
		*to = integer_floor(c, -k) + 1;
	}
}

void masks_affine_block(const struct masks *m, const struct predicate *g,
	int axis, uint64_t *word)
{
	const int64_t *at = m->at[m->current];
	const int64_t *coef = &g->e->coef[VAR_TX], *shape = m->shape;
	int64_t n = shape[axis], c = g->e->constant, first = 0;
	int64_t n_y = axis < 1 ? shape[1] : 1, n_z = axis < 2 ? shape[2] : 1;

	for (int d = 0; d < 3; ++d)
		c += g->e->coef[VAR_BX + d] * at[d];
	for (int64_t z = 0; z < n_z; ++z)
		for (int64_t y = 0; y < n_y; ++y, first += n) {
			int64_t from, to;

			masks_range(g->op, c + coef[1] * y + coef[2] * z,
				coef[axis], n, &from, &to);
			masks_set(word, first + from, first + to);
		}
}
