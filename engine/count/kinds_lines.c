/* Lines of blocks: where all comparisons that are open in a box are affine and
 * move with the same a i + b j along two of its spans, blocks on one line
 *
 *	a i + b j = u,	0 <= i < n_i, 0 <= j < n_j
 *
 * have the same threads.  One of them represents the line, or some lines that
 * all comparisons decide alike (doc/MODEL.md, chapter 4).
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/kinds_finder.h"

/* More lines than this, or than one for two blocks: it is better to split. */
#define MOST_LINES 2048

/* Lines in a row that one block represents, if all are decided alike. */
#define MOST_JOINED 8

/* Steps of sequences that spread. */
#define GOLDEN	0.61803398874989485
#define PLASTIC 0.75487766624669276

/* How a comparison moves along the spans of a box: how many do, and the first
 * two of them.
 */
static int find_moves(const struct quasi *e, const struct blocks *b,
	int64_t *by, int span[2])
{
	int n = 0;

	for (int s = 0; s < b->n_span; ++s) {
		by[s] = e->coef[VAR_BX + b->span[s].axis] * b->span[s].step;
		if (by[s] != 0 && n < 2)
			span[n] = s;
		n += by[s] != 0;
	}
	return n;
}

/* The lines on which comparison i, whose value is v + by u, takes some threads
 * of a block: they add lo .. hi to it.
 */
static void add_open(const struct kinds_finder *f,
	const struct kinds_node *node, int i, int64_t by, struct kinds_lines *l)
{
	const struct predicate *g = f->q->masks->node[i].predicate;
	const struct kinds_reach *reach = &f->known[i].reach;
	struct blocks_form form;
	int64_t least, most;

	blocks_form_affine(&node->blocks, g->e, reach->lo[node->cut],
		reach->hi[node->cut], &form);
	least = -form.hi - form.at;
	most = -form.lo - form.at - (g->op == PREDICATE_GE);
	l->from[l->n_open] = by > 0 ? integer_ceil(least, by) :
				      integer_ceil(-most, -by);
	l->to[l->n_open++] = by > 0 ? integer_floor(most, by) :
				      integer_floor(-least, -by);
}

/* The common direction of all comparisons that are open in the box. */
static bool find_direction(struct kinds_finder *f, struct kinds_node *node,
	struct kinds_lines *l)
{
	const struct masks *masks = f->q->masks;

	l->n_open = 0;
	for (int i = 0; i < masks->n_node; ++i) {
		const struct masks_node *m = &masks->node[i];
		int64_t by[BLOCKS_SPANS], common;
		int span[2];

		if (m->a >= 0 || !kinds_is_open(f, node, i))
			continue;
		if (!f->known[i].is_affine || l->n_open == KINDS_OPEN ||
			find_moves(m->predicate->e, &node->blocks, by, span) !=
				2)
			return false;
		common = integer_gcd(by[span[0]], by[span[1]]);
		if (by[span[0]] < 0)
			common = -common;
		if (l->n_open > 0 &&
			(span[0] != l->span[0] || span[1] != l->span[1] ||
				by[span[0]] / common != l->a ||
				by[span[1]] / common != l->b))
			return false;
		l->span[0] = span[0];
		l->span[1] = span[1];
		l->a = by[span[0]] / common;
		l->b = by[span[1]] / common;
		add_open(f, node, i, common, l);
	}
	return l->n_open > 0;
}

/* Do the addresses of all blocks have one phase? */
static bool is_one_phase(struct kinds_finder *f, const struct kinds_node *node)
{
	struct blocks_split split;
	uint64_t places = 0;

	if (f->n_shape == 0)
		return true;
	if (!kinds_ask_shapes(f, node, &places, &split))
		return false;
	for (int s = 0; s < node->blocks.n_span; ++s)
		if (f->form[0].by[s] % f->q->period_B != 0)
			return false;
	return true;
}

bool kinds_are_lines(struct kinds_finder *f, struct kinds_node *node,
	struct kinds_lines *l)
{
	const struct blocks_span *span = node->blocks.span;
	double n_i, n_j, n_line;

	if (node->blocks.n_span < 2 || !find_direction(f, node, l))
		return false;
	n_i = (double) span[l->span[0]].n;
	n_j = (double) span[l->span[1]].n;
	n_line = (double) l->a * (n_i - 1) +
		(double) integer_abs(l->b) * (n_j - 1) + 1;
	return n_line <= MOST_LINES && 2 * n_line <= n_i * n_j &&
		is_one_phase(f, node);
}

/* The blocks of line u: *first, and every |b|th i after it; how many. */
static int64_t find_line(const struct kinds_lines *l, int64_t n_i, int64_t n_j,
	int64_t u, int64_t *first)
{
	int64_t b = integer_abs(l->b), reach = l->b * (n_j - 1);
	int64_t lo = integer_max(0,
		integer_ceil(integer_min(u, u - reach), l->a));
	int64_t hi = integer_min(n_i - 1,
		integer_floor(integer_max(u, u - reach), l->a));

	while (lo <= hi && (u - l->a * lo) % b != 0)
		++lo;
	*first = lo;
	return lo <= hi ? (hi - lo) / b + 1 : 0;
}

/* The last line up to "high" that all comparisons decide as they do line u, or
 * u where one is open.
 */
static int64_t end_of(const struct kinds_lines *l, int64_t u, int64_t high)
{
	for (int i = 0; i < l->n_open; ++i) {
		if (u >= l->from[i] && u <= l->to[i])
			return u;
		if (u < l->from[i])
			high = integer_min(high, l->from[i] - 1);
	}
	return high;
}

/* One block of the lines from .. to: *at, and how many they are.  Which one is
 * said by a sequence that spreads, so that samples of lines are samples of
 * places, too.
 */
static double find_block(const struct blocks *box, const struct kinds_lines *l,
	int64_t from, int64_t to, int64_t seed, int64_t at[3])
{
	const struct blocks_span *x = &box->span[l->span[0]];
	const struct blocks_span *y = &box->span[l->span[1]];
	int64_t n_line[MOST_JOINED], first[MOST_JOINED], n = 0, k, i, u = from;
	double place = ((double) seed + 0.5) * GOLDEN, move[BLOCKS_SPANS];

	for (; u <= to; ++u) {
		n_line[u - from] = find_line(l, x->n, y->n, u,
			&first[u - from]);
		n += n_line[u - from];
	}
	if (n == 0)
		return 0;
	place -= (double) (int64_t) place;
	k = (int64_t) (place * (double) n);
	for (u = from; k >= n_line[u - from]; ++u)
		k -= n_line[u - from];
	i = first[u - from] + integer_abs(l->b) * k;
	for (int s = 0; s < box->n_span; ++s) {
		move[s] = 0;
		if (s == l->span[0] || s == l->span[1])
			continue;
		move[s] = ((double) seed + 0.5) * PLASTIC;
		move[s] -= (double) (int64_t) move[s];
	}
	memcpy(at, box->at, sizeof(box->at));
	blocks_move(box->n_span, box->span, move, at);
	at[x->axis] += x->step * i;
	at[y->axis] += y->step * ((u - l->a * i) / l->b);
	return (double) n * blocks_number(box) / (double) x->n / (double) y->n;
}

bool kinds_look_at_lines(struct kinds_finder *f, const struct kinds_node *node,
	const struct kinds_lines *l, double weight)
{
	const struct blocks *box = &node->blocks;
	int64_t reach = l->b * (box->span[l->span[1]].n - 1);
	int64_t low = integer_min(0, reach), to;
	int64_t high = l->a * (box->span[l->span[0]].n - 1) +
		integer_max(0, reach);

	for (int64_t u = low; u <= high; u = to + 1) {
		int64_t at[3], end = end_of(l, u, high);
		int n_box = f->k->n_box;
		double n;

		to = integer_min(end, u + MOST_JOINED - 1);
		n = find_block(box, l, u, to, u - low, at);
		if (n == 0)
			continue;
		if (!kinds_look_at_one(f, node, at, weight * n))
			return false;
		if (f->k->n_box == n_box)
			to = end; /* no thread takes any of these */
	}
	return true;
}
