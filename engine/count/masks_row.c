/* Comparisons along rows of threads: a row is named by the residues with which
 * it begins, and evaluated over one period of them.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/masks.h"
#include "engine/kernel/predicate.h"

/* Longer periods are as good as none. */
#define MOST_PERIOD (1 << 16)

#define WORD	    64

/* The period P of "e", in which it grows by "rise"; 0 if it has none.  That of
 * floor(e / d) is P d / gcd(rise, d).
 */
static int64_t period_of(const struct quasi *e, enum quasi_var var,
	int64_t *rise)
{
	int64_t period = 1;

	*rise = e->coef[var];
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		int64_t up, turns, p = period_of(t->a, var, &up);

		if (p == 0 || t->op != QUASI_FLOOR)
			return 0;
		turns = t->divisor / integer_gcd(up, t->divisor);
		if (turns > MOST_PERIOD / p)
			return 0;
		up = up / integer_gcd(up, t->divisor);
		p *= turns;
		turns = p / integer_gcd(p, period);
		if (turns > MOST_PERIOD / period)
			return 0;
		period *= turns;
		if (__builtin_mul_overflow(*rise, turns, rise) ||
			__builtin_mul_overflow(up, period / p, &up) ||
			__builtin_mul_overflow(up, t->coef, &up) ||
			__builtin_add_overflow(*rise, up, rise))
			return 0;
	}
	return period;
}

void masks_row_add(const struct masks *m, struct masks_node *node)
{
	static const struct quasi nothing;
	struct access a = { .address = &nothing, .predicate = node->predicate };
	bool by_index[3];
	int64_t rise;

	footprint_by_index(m->launch, &a, by_index);
	node->by_index = by_index[0] && by_index[1] && by_index[2];
	node->period = period_of(node->predicate->e, m->index[m->axis], &rise);
	if (rise != 0 || !node->by_index)
		node->period = 0;
	if (node->by_index)
		masks_mod_add(node, m->index[m->axis]);
	node->is_affine = quasi_is_affine(node->predicate->e);
}

/* The value of "e" at "point"; the hash names how it goes on from there. */
static int64_t begin(const struct quasi *e, const int64_t *point,
	uint64_t *hash)
{
	int64_t sum = e->constant;

	for (int v = 0; v < VAR_LOOP0; ++v)
		sum += e->coef[v] * point[v];
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		int64_t a = begin(t->a, point, hash), b;

		if (t->op == QUASI_FLOOR) {
			b = integer_floor(a, t->divisor);
			*hash = blocks_mix(*hash,
				(uint64_t) (a - b * t->divisor));
			sum += t->coef * b;
			continue;
		}
		if (t->op == QUASI_TABLE) {
			*hash = blocks_mix(*hash, (uint64_t) a);
			sum += t->coef * quasi_entry(t->table, a);
			continue;
		}
		b = begin(t->b, point, hash);
		*hash = blocks_mix(*hash, (uint64_t) (a - b));
		sum += t->coef *
			(t->op == QUASI_MIN ? integer_min(a, b) :
					      integer_max(a, b));
	}
	return sum;
}

/* min <= e <= max */
static enum blocks_answer answer_of(enum predicate_op op, int64_t min,
	int64_t max)
{
	if (max < 0 || (op == PREDICATE_EQ && min > 0))
		return BLOCKS_NONE;
	if (min >= 0 && (op == PREDICATE_GE || max == 0))
		return BLOCKS_ALL;
	return BLOCKS_SOME;
}

struct blocks_known masks_row_known(const struct masks *m, int i)
{
	const struct predicate *g = m->node[i].predicate;
	enum quasi_var var = m->index[m->axis];
	const int64_t *point = m->start;
	int64_t last[N_QUASI_VAR], min, max;
	struct blocks_known known = { .answer = BLOCKS_SOME, .hash = 1 };

	if (!m->node[i].by_index) {
		known.hash = 0;
		return known;
	}
	if (m->node[i].period == 0) {
		memcpy(last, point, sizeof(last));
		last[var] += m->shape[m->axis] - 1;
		if (!quasi_bounds(g->e, point, last, &min, &max))
			min = INT64_MIN, max = INT64_MAX;
		known.answer = answer_of(g->op, min, max);
	}
	min = begin(g->e, point, &known.hash);
	known.hash = blocks_mix(known.hash, (uint64_t) min);
	return known;
}

/* Block by block. */
static void evaluate_blocks(const struct masks *m, const struct predicate *g,
	uint64_t *word)
{
	const int64_t *at = m->at[m->current], *block = m->launch->block;
	int64_t n = m->shape[m->axis], point[N_QUASI_VAR] = { 0 };

	for (int64_t i = 0, run; i < n; i += run) {
		for (int d = 0; d < 3; ++d) {
			int64_t global = at[d] + (d == m->axis ? i : 0);

			point[VAR_TX + d] = global % block[d];
			point[VAR_BX + d] = global / block[d];
		}
		run = block[m->axis] - point[VAR_TX + m->axis];
		run = integer_min(integer_min(run, n - i), WORD - i % WORD);
		word[i / WORD] |=
			predicate_run(g, point, VAR_TX + m->axis, (int) run)
			<< i % WORD;
	}
}

bool masks_row_evaluate(const struct masks *m, struct masks_node *node,
	uint64_t *word)
{
	const struct predicate *g = node->predicate;
	enum quasi_var var = m->index[m->axis];
	int64_t n = m->shape[m->axis], point[N_QUASI_VAR];
	int64_t period = node->period > 0 ? integer_min(node->period, n) : n;

	memset(word, 0, (size_t) m->n_word * sizeof(word[0]));
	if (!node->by_index) {
		evaluate_blocks(m, g, word);
		return true;
	}
	memcpy(point, m->start, sizeof(point));
	for (int64_t i = 0; i < period; i += WORD, point[var] += WORD)
		word[i / WORD] = predicate_run(g, point, var,
			(int) integer_min(WORD, period - i));
	masks_repeat(word, period, n);
	return true;
}

/* The first value of an affine comparison along the current row. */
static int64_t start_of(const struct masks *m, const struct quasi *e)
{
	int64_t sum = e->constant;

	for (int d = 0; d < 3; ++d)
		sum += e->coef[m->index[d]] * m->start[m->index[d]];
	return sum;
}

/* Two words at once, where the processor can. */
typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));

static pair pair_from(const uint64_t *bits, int shift)
{
	const pair *low = (const pair *) bits;
	const pair *high = (const pair *) (bits + 1);

	if (shift == 0)
		return *low;
	return *low >> shift | *high << (64 - shift);
}

void masks_and(uint64_t *restrict word, const uint64_t *restrict bits,
	int shift, int n, bool is_first)
{
	uint64_t last;
	int w = 0;

	if (is_first)
		for (; w + 1 < n; w += 2)
			*(pair *) &word[w] = pair_from(&bits[w], shift);
	else
		for (; w + 1 < n; w += 2)
			*(pair *) &word[w] &= pair_from(&bits[w], shift);
	if (w == n)
		return;
	last = bits[w] >> shift;
	if (shift > 0)
		last |= bits[w + 1] << (64 - shift);
	word[w] = is_first ? last : word[w] & last;
}

bool masks_row_and(const struct masks *m, struct masks_node *node,
	struct masks_part *part, uint64_t *word)
{
	const struct predicate *g = node->predicate;
	int64_t n = m->shape[m->axis], from, to;
	const uint64_t *bits;

	if (!node->mod.inner) {
		masks_range(g->op, start_of(m, g->e),
			g->e->coef[m->index[m->axis]], n, &from, &to);
		part->from = integer_max(part->from, from);
		part->to = integer_min(part->to, to);
		return true;
	}
	bits = masks_mod_row(m->pool, node, m->start, n, &from);
	if (!bits)
		return false;
	masks_and(word, bits + from / WORD, (int) (from % WORD), m->n_word,
		part->is_empty);
	part->is_empty = false;
	return true;
}
