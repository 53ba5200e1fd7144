/* Expressions and predicates on sets of blocks: split off the part that
 * depends on the block alone, hash the rest, and name a split where neither
 * is possible.
 */

#include "engine/base/integer.h"
#include "engine/count/blocks.h"

double blocks_number(const struct blocks *b)
{
	double n = 1;

	for (int i = 0; i < b->n_span; ++i)
		n *= (double) b->span[i].n;
	return n;
}

void blocks_move(int n_span, const struct blocks_span *span, const double *to,
	int64_t at[3])
{
	for (int i = 0; i < n_span; ++i)
		at[span[i].axis] += span[i].step *
			(int64_t) (to[i] * (double) span[i].n);
}

/* Bounds of at + by k over the spans. */
static void bounds(const struct blocks *b, const struct blocks_form *f,
	int64_t *min, int64_t *max)
{
	*min = *max = f->at;
	for (int i = 0; i < b->n_span; ++i) {
		int64_t reach = f->by[i] * (b->span[i].n - 1);

		*(reach < 0 ? min : max) += reach;
	}
}

/* The number of spans that change "f"; *widest is the one that changes it
 * most.
 */
static int n_moving(const struct blocks *b, const struct blocks_form *f,
	int *widest)
{
	int64_t most = 0;
	int n = 0;

	for (int i = 0; i < b->n_span; ++i) {
		int64_t reach = integer_abs(f->by[i]) * (b->span[i].n - 1);

		n += reach > 0;
		if (reach > most) {
			most = reach;
			*widest = i;
		}
	}
	return n;
}

static void cut(struct blocks_split *split, int span, int64_t at)
{
	*split = (struct blocks_split) { .span = span, .at = at };
}

void blocks_ask(const struct blocks *b, int span, int64_t by, int64_t divisor,
	struct blocks_split *split)
{
	int64_t round = divisor / integer_gcd(by, divisor);
	int64_t n = b->span[span].n, rest = n % round;

	if (n <= round || b->n_span == BLOCKS_SPANS) {
		cut(split, span, n / 2);
		return;
	}
	cut(split, span, rest ? n - rest : round);
	split->digits = rest == 0;
}

/* Cut where a form that depends on one span enters or leaves lo .. hi; cut in
 * half if it does neither.
 */
static void ask_at(const struct blocks *b, const struct blocks_form *f,
	int span, int64_t lo, int64_t hi, struct blocks_split *split)
{
	int64_t by = f->by[span], n = b->span[span].n, enters, leaves;

	if (by > 0) {
		enters = integer_ceil(lo - f->at, by);
		leaves = integer_floor(hi - f->at, by) + 1;
	} else {
		enters = integer_ceil(f->at - hi, -by);
		leaves = integer_floor(f->at - lo, -by) + 1;
	}
	cut(split, span,
		enters > 0 && enters < n	 ? enters :
			leaves > 0 && leaves < n ? leaves :
						   n / 2);
}

/* Ask for a split unless the bounds of "f" lie on one side of lo .. hi. */
static void ask_about(const struct blocks *b, const struct blocks_form *f,
	int64_t lo, int64_t hi, struct blocks_split *split)
{
	int widest = 0;

	if (n_moving(b, f, &widest) == 1)
		ask_at(b, f, widest, lo, hi, split);
	else
		cut(split, widest, b->span[widest].n / 2);
}

static void add_form(const struct blocks *b, struct blocks_form *sum,
	const struct blocks_form *f, int64_t factor)
{
	sum->at += factor * f->at;
	for (int i = 0; i < b->n_span; ++i)
		sum->by[i] += factor * f->by[i];
	sum->lo += factor * (factor < 0 ? f->hi : f->lo);
	sum->hi += factor * (factor < 0 ? f->lo : f->hi);
	sum->hash = blocks_mix(sum->hash, f->hash);
}

/* The span whose residues modulo "d" have the shortest period within it, or
 * the last that has any residues; -1 if none has.
 */
static int soonest(const struct blocks *b, const struct blocks_form *rest,
	int64_t d)
{
	int64_t least = INT64_MAX;
	int best = -1;

	for (int i = 0; i < b->n_span; ++i) {
		int64_t round = d / integer_gcd(rest->by[i], d);

		if (round == 1 || (best >= 0 && b->span[i].n <= round))
			continue;
		if (b->span[i].n > round && round >= least)
			continue;
		if (b->span[i].n > round)
			least = round;
		best = i;
	}
	return best;
}

/* floor(f / d), in place:
 *
 *	floor((c + f) / d) = floor(c / d) + floor((c mod d + f) / d)
 */
static bool take_floor(const struct blocks *b, struct blocks_form *f, int64_t d,
	struct blocks_split *split)
{
	struct blocks_form rest = *f;
	int64_t min, max;
	int moves;

	f->at = integer_floor(f->at, d);
	rest.at -= f->at * d;
	for (int i = 0; i < b->n_span; ++i) {
		f->by[i] = rest.by[i] / d;
		rest.by[i] %= d;
	}
	bounds(b, &rest, &min, &max);
	if (integer_floor(min + f->lo, d) == integer_floor(max + f->hi, d)) {
		f->at += integer_floor(min + f->lo, d);
		f->lo = f->hi = 0;
		f->hash = 1;
		return true;
	}
	moves = soonest(b, &rest, d);
	if (moves >= 0) {
		blocks_ask(b, moves, rest.by[moves], d, split);
		return false;
	}
	f->lo = integer_floor(rest.at + f->lo, d);
	f->hi = integer_floor(rest.at + f->hi, d);
	f->hash = blocks_mix(f->hash, (uint64_t) rest.at);
	return true;
}

/* The entry at f, in f: blocks whose entries may differ are apart. */
static bool take_entry(const struct blocks *b, struct blocks_form *f,
	const struct quasi_table *table, struct blocks_split *split)
{
	int64_t min, max, least, most;
	int widest = -1;

	bounds(b, f, &min, &max);
	quasi_entries(table, min + f->lo, max + f->hi, &least, &most);
	if (least != most && n_moving(b, f, &widest) > 0) {
		cut(split, widest, b->span[widest].n / 2);
		return false;
	}
	f->hash = least == most ?
		1 :
		blocks_mix(blocks_mix(f->hash, table->hash), (uint64_t) f->at);
	*f = (struct blocks_form) { .at = least,
		.hi = most - least,
		.hash = f->hash };
	return true;
}

/* min(f, g) or max(f, g), in f */
static bool take_extreme(const struct blocks *b, struct blocks_form *f,
	const struct blocks_form *g, bool is_max, struct blocks_split *split)
{
	struct blocks_form d = *g;
	int64_t min, max;

	add_form(b, &d, f, -1);
	bounds(b, &d, &min, &max);
	if (min + d.lo >= 0 || max + d.hi <= 0) {
		bool is_g = (min + d.lo >= 0) == is_max;

		if (is_g)
			*f = *g;
		f->hash = blocks_mix(f->hash, is_g ? 2 : 1);
		return true;
	}
	if (min != max) {
		ask_about(b, &d, -d.hi, -d.lo, split);
		return false;
	}
	f->hash = blocks_mix(blocks_mix(f->hash, g->hash), (uint64_t) d.at);
	if ((d.at + g->lo > f->lo) == is_max)
		f->lo = d.at + g->lo;
	if ((d.at + g->hi > f->hi) == is_max)
		f->hi = d.at + g->hi;
	return true;
}

static bool form_of_term(const struct blocks *b, const struct blocks_threads *t,
	const struct quasi_term *term, struct blocks_form *form,
	struct blocks_split *split)
{
	struct blocks_form other;

	if (!blocks_form(b, t, term->a, form, split))
		return false;
	if (term->op == QUASI_FLOOR)
		return take_floor(b, form, term->divisor, split);
	if (term->op == QUASI_TABLE)
		return take_entry(b, form, term->table, split);
	return blocks_form(b, t, term->b, &other, split) &&
		take_extreme(b, form, &other, term->op == QUASI_MAX, split);
}

void blocks_reach(const struct blocks_threads *t, const struct quasi *e,
	int64_t *lo, int64_t *hi)
{
	*lo = *hi = 0;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (v < VAR_BX || v > VAR_BZ)
			*(e->coef[v] < 0 ? lo : hi) += e->coef[v] * t->most[v];
}

bool blocks_form(const struct blocks *b, const struct blocks_threads *t,
	const struct quasi *e, struct blocks_form *form,
	struct blocks_split *split)
{
	int64_t lo, hi;

	blocks_reach(t, e, &lo, &hi);
	blocks_form_affine(b, e, lo, hi, form);
	for (int i = 0; i < e->n_term; ++i) {
		struct blocks_form term;

		if (!form_of_term(b, t, &e->term[i], &term, split))
			return false;
		add_form(b, form, &term, e->term[i].coef);
	}
	return true;
}

bool blocks_apart(const struct blocks *b, const struct blocks_form *f,
	const struct blocks_form *g, int64_t reach, uint64_t *hash,
	struct blocks_split *split)
{
	struct blocks_form d = *g;
	int64_t min, max;

	add_form(b, &d, f, -1);
	bounds(b, &d, &min, &max);
	if (min + d.lo > reach || max + d.hi < -reach) {
		*hash = blocks_mix(*hash, 1);
		return true;
	}
	if (min != max) {
		ask_about(b, &d, -d.hi - reach, -d.lo + reach, split);
		return false;
	}
	*hash = blocks_mix(blocks_mix(*hash, 2), (uint64_t) d.at);
	return true;
}

/* e >= 0, or e == 0 */
void blocks_compare(const struct blocks *b, enum predicate_op op,
	const struct blocks_form *f, struct blocks_known *known)
{
	int64_t min, max;

	bounds(b, f, &min, &max);
	if (max + f->hi < 0 || (op == PREDICATE_EQ && min + f->lo > 0)) {
		known->answer = BLOCKS_NONE;
	} else if (op == PREDICATE_GE ? min + f->lo >= 0 :
					min + f->lo == 0 && max + f->hi == 0) {
		known->answer = BLOCKS_ALL;
	} else if (min != max) {
		ask_about(b, f, -f->hi,
			op == PREDICATE_GE ? -f->lo - 1 : -f->lo,
			&known->split);
		known->answer = BLOCKS_SPLIT;
	} else {
		known->hash = blocks_mix(f->hash, (uint64_t) f->at);
		known->answer = BLOCKS_SOME;
	}
}

bool blocks_decides(enum predicate_op op, enum blocks_answer answer)
{
	return op == PREDICATE_NOT ||
		answer == (op == PREDICATE_AND ? BLOCKS_NONE : BLOCKS_ALL);
}

void blocks_join(enum predicate_op op, const struct blocks_known *a,
	const struct blocks_known *b, struct blocks_known *known)
{
	if (blocks_decides(op, a->answer)) {
		*known = *a;
		if (op == PREDICATE_NOT && a->answer == BLOCKS_NONE)
			known->answer = BLOCKS_ALL;
		else if (op == PREDICATE_NOT && a->answer == BLOCKS_ALL)
			known->answer = BLOCKS_NONE;
		return;
	}
	if (blocks_decides(op, b->answer) || a->answer == BLOCKS_SPLIT) {
		/* a place to split comes before residues */
		bool is_second = blocks_decides(op, b->answer) ||
			(b->answer == BLOCKS_SPLIT && a->split.span < 0);

		*known = is_second ? *b : *a;
		return;
	}
	*known = *b;
	if (b->answer == BLOCKS_SPLIT)
		return;
	/* which side selects some threads is part of the answer */
	if (a->answer == BLOCKS_SOME)
		*known = *a;
	if (a->answer == BLOCKS_SOME && b->answer == BLOCKS_SOME)
		known->hash = blocks_mix(a->hash, b->hash);
	known->hash = blocks_mix(known->hash,
		4 * (uint64_t) a->answer + (uint64_t) b->answer);
}

void blocks_predicate(const struct blocks *b, const struct blocks_threads *t,
	const struct predicate *g, struct blocks_known *known)
{
	struct blocks_known one, other;
	struct blocks_form f;

	known->answer = BLOCKS_ALL;
	if (!g)
		return;
	if (g->op == PREDICATE_GE || g->op == PREDICATE_EQ) {
		known->answer = BLOCKS_SPLIT;
		if (blocks_form(b, t, g->e, &f, &known->split))
			blocks_compare(b, g->op, &f, known);
		return;
	}
	blocks_predicate(b, t, g->a, &one);
	if (!blocks_decides(g->op, one.answer))
		blocks_predicate(b, t, g->b, &other);
	blocks_join(g->op, &one, &other, known);
}

static void shorten(struct blocks *b, int span, int64_t n)
{
	b->span[span].n = n;
	if (n > 1)
		return;
	--b->n_span;
	for (int i = span; i < b->n_span; ++i)
		b->span[i] = b->span[i + 1];
}

bool blocks_part(struct blocks *b, const struct blocks_split *split,
	struct blocks *head)
{
	struct blocks_span *s = &b->span[split->span];

	if (split->digits) {
		b->span[b->n_span++] = (struct blocks_span) { s->axis,
			s->step * split->at, s->n / split->at };
		shorten(b, split->span, split->at);
		return false;
	}
	blocks_copy(head, b);
	shorten(head, split->span, split->at);
	b->at[s->axis] += s->step * split->at;
	shorten(b, split->span, s->n - split->at);
	return true;
}
