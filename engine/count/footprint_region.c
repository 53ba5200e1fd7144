/* Regions: evaluate quasi-affine expressions on a box, and where a floor,
 * minimum or maximum is not affine there, find the split that makes it so.
 */

#include <string.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_region.h"

struct region region_origin(void)
{
	struct region r;

	r.active = r.idle = 0;
	r.n_dim = 0;
	memset(r.at, 0, sizeof(r.at));
	return r;
}

void region_extend(struct region *r, enum quasi_var var, int64_t step,
	int64_t n)
{
	if (n <= 1)
		return;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		r->by[v][r->n_dim] = 0;
	r->by[var][r->n_dim] = step;
	r->n[r->n_dim++] = n;
}

static void bounds(const struct region *r, const struct affine *f, int64_t *min,
	int64_t *max)
{
	*min = *max = f->at;
	for (int i = 0; i < r->n_dim; ++i) {
		int64_t reach = f->by[i] * (r->n[i] - 1);

		*(reach < 0 ? min : max) += reach;
	}
}

static int n_moving(const struct region *r, const struct affine *f, int *last)
{
	int n = 0;

	for (int i = 0; i < r->n_dim; ++i)
		if (f->by[i] != 0) {
			*last = i;
			++n;
		}
	return n;
}

static void cut(struct region_split *split, int dim, int64_t at)
{
	*split = (struct region_split) { .dim = dim, .at = at };
}

/* Halve the shortest dimension that "f" depends on. */
static void halve(const struct region *r, const struct affine *f,
	struct region_split *split)
{
	int best = -1;

	for (int i = 0; i < r->n_dim; ++i)
		if (f->by[i] != 0 && (best < 0 || r->n[i] < r->n[best]))
			best = i;
	cut(split, best, r->n[best] / 2);
}

/* Write "dim" in digits of base "base" if it is longer; a remainder is cut
 * off first.
 */
static void digits(const struct region *r, int dim, int64_t base,
	struct region_split *split)
{
	int64_t rest = r->n[dim] % base;

	cut(split, dim, rest ? r->n[dim] - rest : base);
	split->digits = rest == 0;
}

/* Move the multiples of d in f to "whole": the old *f is *whole * d + *f. */
static void take_whole(const struct region *r, struct affine *f, int64_t d,
	struct affine *whole)
{
	whole->at = integer_floor(f->at, d);
	f->at -= whole->at * d;
	for (int i = 0; i < r->n_dim; ++i) {
		whole->by[i] = f->by[i] / d;
		f->by[i] %= d;
	}
}

/* Drop terms of f that cannot change floor(f / d): if the other coefficients
 * and d are multiples of g, and the terms with coefficients below "least"
 * plus the constant modulo g stay within 0 .. g-1, these terms have no
 * effect.
 */
static void drop_below(const struct region *r, struct affine *f, int64_t d,
	int64_t least)
{
	int64_t g = d, min, max;
	struct affine low = { .at = 0 };

	for (int i = 0; i < r->n_dim; ++i)
		if (integer_abs(f->by[i]) >= least)
			g = integer_gcd(g, f->by[i]);
		else
			low.by[i] = f->by[i];
	low.at = f->at - integer_floor(f->at, g) * g;
	bounds(r, &low, &min, &max);
	if (min < 0 || max >= g)
		return;
	f->at -= low.at;
	for (int i = 0; i < r->n_dim; ++i)
		f->by[i] -= low.by[i];
}

static void drop_small(const struct region *r, struct affine *f, int64_t d)
{
	for (int i = 0; i < r->n_dim; ++i)
		if (f->by[i] != 0)
			drop_below(r, f, d, integer_abs(f->by[i]));
}

/* floor((at + c k) / d) over { k : 0 <= k < n }, one dimension alone: cut at
 * the first step, or write k in digits where the steps are periodic.
 */
static void split_steps(const struct region *r, const struct affine *f,
	int64_t d, int dim, struct region_split *split)
{
	int64_t c = f->by[dim], n = r->n[dim], first;
	int64_t round = d / integer_gcd(c, d);

	if (c > 0)
		first = integer_ceil(d - f->at, c);
	else
		first = f->at / -c + 1;
	if (n <= round || (integer_abs(c) * round == d && first != round))
		cut(split, dim, first);
	else
		digits(r, dim, round, split);
}

/* The same with several dimensions: first reduce the one with the shortest
 * period to one period, then enumerate it.
 */
static void split_mixed(const struct region *r, const struct affine *f,
	int64_t d, struct region_split *split)
{
	int best = -1;
	int64_t least = 0;

	for (int i = 0; i < r->n_dim; ++i) {
		int64_t round;

		if (f->by[i] == 0)
			continue;
		round = d / integer_gcd(f->by[i], d);
		if (r->n[i] > round && (best < 0 || round < least)) {
			best = i;
			least = round;
		}
	}
	if (best >= 0)
		digits(r, best, least, split);
	else
		halve(r, f, split);
}

/* floor(f / d), in place */
static enum region_answer take_floor(const struct region *r, struct affine *f,
	int64_t d, struct region_split *split)
{
	struct affine whole;
	int64_t min, max;
	int dim = -1;

	take_whole(r, f, d, &whole);
	drop_small(r, f, d);
	bounds(r, f, &min, &max);
	if (integer_floor(min, d) == integer_floor(max, d)) {
		whole.at += integer_floor(min, d);
		*f = whole;
		return REGION_YES;
	}
	if (n_moving(r, f, &dim) == 1)
		split_steps(r, f, d, dim, split);
	else
		split_mixed(r, f, d, split);
	return REGION_SPLIT;
}

/* Is f >= 0? */
static enum region_answer is_positive(const struct region *r,
	const struct affine *f, struct region_split *split)
{
	int64_t min, max;
	int dim = -1;

	bounds(r, f, &min, &max);
	if (min >= 0)
		return REGION_YES;
	if (max < 0)
		return REGION_NO;
	if (n_moving(r, f, &dim) > 1)
		halve(r, f, split);
	else if (f->by[dim] > 0)
		cut(split, dim, integer_ceil(-f->at, f->by[dim]));
	else
		cut(split, dim, f->at / -f->by[dim] + 1);
	return REGION_SPLIT;
}

/* Is f == 0? */
static enum region_answer is_zero(const struct region *r,
	const struct affine *f, struct region_split *split)
{
	int64_t min, max, g = 0, root;
	int dim = -1;

	bounds(r, f, &min, &max);
	if (min > 0 || max < 0)
		return REGION_NO;
	if (min == max)
		return REGION_YES;
	for (int i = 0; i < r->n_dim; ++i)
		g = integer_gcd(g, f->by[i]);
	if (g == 0 || f->at % g != 0)
		return REGION_NO;
	if (n_moving(r, f, &dim) > 1) {
		halve(r, f, split);
	} else {
		root = -f->at / f->by[dim];
		cut(split, dim, root > 0 ? root : 1);
	}
	return REGION_SPLIT;
}

/* The entry at f, in place: where f moves, only if all of them are the same. */
static enum region_answer take_entry(const struct region *r, struct affine *f,
	const struct quasi_table *table, struct region_split *split)
{
	int64_t min, max, from, to;

	bounds(r, f, &from, &to);
	quasi_entries(table, from, to, &min, &max);
	if (min != max) {
		halve(r, f, split);
		return REGION_SPLIT;
	}
	f->at = min;
	for (int i = 0; i < r->n_dim; ++i)
		f->by[i] = 0;
	return REGION_YES;
}

/* sum + factor v, modulo 2^64: addresses fit, but not the slope of one along
 * a dimension of one step, which counts nothing.
 */
static int64_t plus(int64_t sum, int64_t factor, int64_t v)
{
	return (int64_t) ((uint64_t) sum + (uint64_t) factor * (uint64_t) v);
}

static void add_form(const struct region *r, struct affine *sum,
	const struct affine *f, int64_t factor)
{
	sum->at = plus(sum->at, factor, f->at);
	for (int i = 0; i < r->n_dim; ++i)
		sum->by[i] = plus(sum->by[i], factor, f->by[i]);
}

static enum region_answer affine_term(const struct region *r,
	const struct quasi_term *t, struct affine *form,
	struct region_split *split)
{
	struct affine b, difference;
	enum region_answer answer;

	answer = region_affine(r, t->a, form, split);
	if (answer == REGION_SPLIT)
		return answer;
	if (t->op == QUASI_FLOOR)
		return take_floor(r, form, t->divisor, split);
	if (t->op == QUASI_TABLE)
		return take_entry(r, form, t->table, split);
	answer = region_affine(r, t->b, &b, split);
	if (answer == REGION_SPLIT)
		return answer;
	difference = b;
	add_form(r, &difference, form, -1);
	answer = is_positive(r, &difference, split);
	if (answer == REGION_SPLIT)
		return answer;
	if ((answer == REGION_YES) == (t->op == QUASI_MAX))
		*form = b;
	return REGION_YES;
}

enum region_answer region_affine(const struct region *r, const struct quasi *e,
	struct affine *form, struct region_split *split)
{
	struct affine term;

	form->at = e->constant;
	for (int i = 0; i < r->n_dim; ++i)
		form->by[i] = 0;
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		if (e->coef[v] == 0)
			continue;
		form->at = plus(form->at, e->coef[v], r->at[v]);
		for (int i = 0; i < r->n_dim; ++i)
			form->by[i] = plus(form->by[i], e->coef[v],
				r->by[v][i]);
	}
	for (int i = 0; i < e->n_term; ++i) {
		if (affine_term(r, &e->term[i], &term, split) == REGION_SPLIT)
			return REGION_SPLIT;
		add_form(r, form, &term, e->term[i].coef);
	}
	return REGION_YES;
}

static enum region_answer predicate_pair(const struct region *r,
	const struct predicate *g, struct region_split *split)
{
	enum region_answer decisive = g->op == PREDICATE_AND ? REGION_NO :
							       REGION_YES;
	struct region_split split_b;
	enum region_answer a, b;

	a = region_predicate(r, g->a, split);
	if (a == decisive)
		return a;
	b = region_predicate(r, g->b, &split_b);
	if (b == decisive || a != REGION_SPLIT) {
		if (b == REGION_SPLIT)
			*split = split_b;
		return b;
	}
	return REGION_SPLIT;
}

enum region_answer region_predicate(const struct region *r,
	const struct predicate *g, struct region_split *split)
{
	enum region_answer answer;
	struct affine f;

	if (!g)
		return REGION_YES;
	switch (g->op) {
	case PREDICATE_GE:
	case PREDICATE_EQ:
		answer = region_affine(r, g->e, &f, split);
		if (answer == REGION_SPLIT)
			return answer;
		return g->op == PREDICATE_GE ? is_positive(r, &f, split) :
					       is_zero(r, &f, split);
	case PREDICATE_NOT:
		answer = region_predicate(r, g->a, split);
		if (answer == REGION_SPLIT)
			return answer;
		return answer == REGION_YES ? REGION_NO : REGION_YES;
	case PREDICATE_AND:
	case PREDICATE_OR: return predicate_pair(r, g, split);
	}
	return REGION_NO;
}

static void remove_dim(struct region *r, int dim)
{
	--r->n_dim;
	for (int i = dim; i < r->n_dim; ++i)
		r->n[i] = r->n[i + 1];
	for (int v = 0; v < N_QUASI_VAR; ++v)
		for (int i = dim; i < r->n_dim; ++i)
			r->by[v][i] = r->by[v][i + 1];
}

static void shorten(struct region *r, int dim, int64_t n)
{
	r->n[dim] = n;
	if (n == 1)
		remove_dim(r, dim);
}

/* k = base * hi + lo: "dim" becomes lo, a new dimension hi. */
static bool write_digits(struct region *r, int dim, int64_t base)
{
	int hi = r->n_dim;

	if (hi == REGION_DIMS)
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		r->by[v][hi] = r->by[v][dim] * base;
	r->n[hi] = r->n[dim] / base;
	++r->n_dim;
	shorten(r, dim, base);
	return true;
}

bool region_refine(struct region *r, int *n_part,
	enum region_answer (*visit)(const struct region *r, void *user,
		struct region_split *split),
	void *user)
{
	struct region_split split;

	for (;;) {
		struct region head;
		enum region_answer answer = visit(r, user, &split);

		if (answer != REGION_SPLIT)
			return answer == REGION_YES;
		r->active = split.active;
		r->idle = split.idle;
		if (split.digits) {
			if (!write_digits(r, split.dim, split.at))
				return false;
			continue;
		}
		if (--*n_part < 0)
			return false;
		head = *r;
		shorten(&head, split.dim, split.at);
		if (!region_refine(&head, n_part, visit, user))
			return false;
		for (int v = 0; v < N_QUASI_VAR; ++v)
			r->at[v] += r->by[v][split.dim] * split.at;
		shorten(r, split.dim, r->n[split.dim] - split.at);
	}
}
