/* Comparisons of one residue, such as (3 x + y) % 7 < 3: along a run of threads
 * they repeat one sequence of bits, and the residue at the start of a run says
 * where in it the run begins.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/masks.h"
#include "engine/kernel/predicate.h"

/* Longer periods are evaluated thread by thread. */
#define MOST_PERIOD (1 << 16)

/* Words of the masks of all residues; more are not worth keeping. */
#define MOST_KEPT (1 << 14)

#define WORD	  64

/* Does e = A + c floor(a / d) depend on a mod d alone?  Then d A + c a is the
 * same everywhere.
 */
static bool is_by_residue(const struct quasi *e)
{
	const struct quasi_term *t = e->term;

	if (e->n_term != 1 || t->op != QUASI_FLOOR || !quasi_is_affine(t->a) ||
		t->divisor > MOST_PERIOD)
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		int64_t a, b;

		if (__builtin_mul_overflow(e->coef[v], t->divisor, &a) ||
			__builtin_mul_overflow(t->coef, t->a->coef[v], &b) ||
			__builtin_add_overflow(a, b, &a) || a != 0)
			return false;
	}
	return true;
}

/* The x with a x = 1 modulo d, which have no divisor in common. */
static int64_t inverse_of(int64_t a, int64_t d)
{
	int64_t r = d, x = 0, next = 1;

	while (a != 0) {
		int64_t q = r / a, old = a;

		a = r - q * a;
		r = old;
		old = next;
		next = x - q * next;
		x = old;
	}
	return integer_mod(x, d);
}

void masks_mod_add(struct masks_node *node, enum quasi_var var)
{
	const struct quasi_term *t = node->predicate->e->term;
	struct masks_mod *m = &node->mod;
	int64_t step, common;

	if (!is_by_residue(node->predicate->e))
		return;
	step = integer_mod(t->a->coef[var], t->divisor);
	common = integer_gcd(step, t->divisor);
	if (common > MASKS_SEQUENCES)
		return;
	m->inner = t->a;
	m->divisor = t->divisor;
	m->common = common;
	m->period = t->divisor / common;
	m->inverse = inverse_of(step / common, m->period);
	m->var = var;
}

/* Evaluate a sequence over its period, and on for "n" threads. */
static bool make_sequence(struct quasi_pool *pool,
	const struct masks_node *node, const int64_t *point, int64_t n,
	struct masks_sequence *s)
{
	const struct masks_mod *m = &node->mod;
	int64_t n_bit = m->period + n, at[N_QUASI_VAR];

	s->bits = quasi_pool_alloc(pool,
		(size_t) (n_bit / WORD + 2) * sizeof(uint64_t));
	if (!s->bits)
		return false;
	memcpy(at, point, sizeof(at));
	for (int64_t i = 0; i < m->period; i += WORD, at[m->var] += WORD)
		s->bits[i / WORD] = predicate_run(node->predicate, at, m->var,
			(int) integer_min(WORD, m->period - i));
	masks_repeat(s->bits, m->period, n_bit);
	return true;
}

int64_t masks_mod_residue(const struct masks_mod *m, const int64_t *point)
{
	int64_t a = m->inner->constant;

	for (int v = 0; v < VAR_LOOP0; ++v)
		a += m->inner->coef[v] * point[v];
	return integer_mod(a, m->divisor);
}

int64_t masks_mod_of_block(const struct masks_mod *m, const int64_t at[3])
{
	const int64_t *coef = &m->inner->coef[VAR_BX];

	return integer_mod(m->inner->constant + coef[0] * at[0] +
			coef[1] * at[1] + coef[2] * at[2],
		m->divisor);
}

bool masks_mod_is_kept(const struct masks_mod *m, int64_t n_word)
{
	return m->divisor * n_word <= MOST_KEPT;
}

static const uint64_t *find(struct quasi_pool *pool, struct masks_node *node,
	const int64_t *point, int64_t most, int64_t *from)
{
	struct masks_mod *m = &node->mod;
	int64_t residue = masks_mod_residue(m, point);
	struct masks_sequence *s = m->sequence;

	if (m->common > 1)
		s += residue % m->common;
	if (!s->bits) {
		s->residue = residue;
		if (!make_sequence(pool, node, point, most, s))
			return NULL;
	}
	residue -= s->residue;
	if (m->common > 1)
		residue /= m->common;
	*from = integer_mod(residue * m->inverse, m->period);
	return s->bits;
}

/* Put n bits, from bit "at" on, after "first" others. */
static void put_run(uint64_t *word, int64_t first, int64_t n,
	const uint64_t *bits, int64_t at)
{
	for (int64_t i = 0; i < n; i += WORD) {
		int k = (int) integer_min(WORD, n - i);

		masks_put(word, first + i, k, masks_bits(bits, at + i, k));
	}
}

bool masks_mod_block(struct quasi_pool *pool, struct masks_node *node,
	int64_t *point, const int64_t shape[3], int axis, uint64_t *word)
{
	const struct masks_mod *m = &node->mod;
	int64_t n = shape[axis], first = 0, from, step[3];
	int64_t n_y = axis < 1 ? shape[1] : 1, n_z = axis < 2 ? shape[2] : 1;
	const uint64_t *bits = find(pool, node, point, n, &from);

	if (!bits)
		return false;
	for (int d = 0; d < 3; ++d)
		step[d] = integer_mod(integer_mod(m->inner->coef[VAR_TX + d],
					      m->divisor) *
				m->inverse,
			m->period);
	for (int64_t z = 0; z < n_z; ++z) {
		int64_t at = from;

		for (int64_t y = 0; y < n_y; ++y, first += n) {
			if (m->common > 1) {
				point[VAR_TY] = y;
				point[VAR_TZ] = z;
				bits = find(pool, node, point, n, &at);
				if (!bits)
					return false;
			}
			put_run(word, first, n, bits, at);
			at += step[1];
			at -= at >= m->period ? m->period : 0;
		}
		from += step[2];
		from -= from >= m->period ? m->period : 0;
	}
	return true;
}

const uint64_t *masks_mod_row(struct quasi_pool *pool, struct masks_node *node,
	const int64_t *point, int64_t n, int64_t *from)
{
	return find(pool, node, point, n, from);
}
