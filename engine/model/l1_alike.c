/* Accesses that make the same requests but for a shift (doc/MODEL.md,
 * chapter 4): grouped by a hash of what must be equal.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/integer.h"
#include "engine/kernel/predicate.h"
#include "engine/model/l1_alike.h"

/* Whether "a" and "b" differ by a constant at most. */
static bool same_but_constant(const struct quasi *a, const struct quasi *b)
{
	struct quasi x = *a, y = *b;

	x.constant = y.constant = 0;
	return memcmp(a->coef, b->coef, sizeof(a->coef)) == 0 &&
		a->n_term == b->n_term && quasi_equal(&x, &y);
}

struct listed {
	const struct kernel *kernel;
	const int *access;
};

static const struct access *listed_at(const void *user, int i)
{
	const struct listed *l = user;

	return &l->kernel->access[l->access[i]];
}

/* Whether two accesses make the same requests but for where they start. */
static bool is_alike(const void *user, int i, int j)
{
	const struct access *a = listed_at(user, i), *b = listed_at(user, j);

	return i == j ||
		(a->loop == b->loop && a->atomic == b->atomic &&
			a->chance.id == b->chance.id &&
			a->chance.is_not == b->chance.is_not &&
			predicate_equal(a->predicate, b->predicate) &&
			!a->draw.kind && !b->draw.kind &&
			same_but_constant(a->address, b->address));
}

static uint64_t hash_alike(const struct access *a, int i)
{
	uint64_t hash = map_mix(predicate_hash(a->predicate), a->loop);

	if (a->draw.kind)
		return map_mix(hash, i);
	hash = map_mix(hash, a->address->n_term);
	for (int v = 0; v < N_QUASI_VAR; ++v)
		hash = map_mix(hash, a->address->coef[v]);
	return hash;
}

static bool is_one_group(const struct listed *l, const struct access_list *list)
{
	for (int i = 1; list->uniform && i < list->n; ++i)
		if (listed_at(l, i)->loop != listed_at(l, 0)->loop)
			return false;
	return list->uniform != NULL;
}

bool l1_alike_group(struct workings *m, const struct access_list *list,
	struct grouping *g)
{
	struct listed listed = { m->kernel, list->access };
	uint64_t *hash;

	if (is_one_group(&listed, list))
		return grouping_of_all(g, m->pool, list->n);
	hash = quasi_pool_alloc(m->pool, (size_t) list->n * sizeof(*hash));
	for (int i = 0; hash && i < list->n; ++i)
		hash[i] = hash_alike(listed_at(&listed, i), i);
	return hash &&
		grouping_make(g, m->pool, list->n, hash, is_alike, &listed);
}

/* Past L1_SHIFTS, further ones count as the last. */
static void add_shift(struct l1_shift *shift, int *n, int64_t by_B,
	int64_t span_B)
{
	int i = 0;

	while (i < *n && (shift[i].by_B != by_B || shift[i].span_B != span_B))
		++i;
	if (i == L1_SHIFTS)
		--i;
	else if (i == *n)
		shift[(*n)++] = (struct l1_shift) { .by_B = by_B,
			.span_B = span_B };
	shift[i].n += 1;
}

/* The access in the group of "first" that starts before all others, so that
 * it does not matter which of them is listed first.
 */
int l1_alike_lowest(const struct workings *m, const struct access_list *list,
	const struct grouping *g, int first)
{
	const struct access *access = m->kernel->access;
	int lowest = list->access[first];

	for (int i = first; i >= 0; i = g->next[i])
		if (access[list->access[i]].address->constant <
			access[lowest].address->constant)
			lowest = list->access[i];
	return lowest;
}

/* Accesses that are neighbours count also together. */
bool l1_alike_shifts(struct workings *m, const struct access_list *list,
	const struct grouping *g, int first, int64_t step, double near_B,
	struct l1_shifts *s)
{
	int64_t from = m->kernel->access[l1_alike_lowest(m, list, g, first)]
			       .address->constant;
	int64_t *at;
	int n = 0;

	for (int i = first; i >= 0; i = g->next[i])
		++n;
	at = quasi_pool_alloc(m->pool, (size_t) n * sizeof(*at));
	n = 0;
	s->n = s->n_near = 0;
	if (!at)
		return false;
	for (int i = first; i >= 0; i = g->next[i])
		at[n++] = m->kernel->access[list->access[i]].address->constant;
	integer_sort(at, n);
	for (int i = 0, start = 0; i < n; ++i) {
		int64_t by_B = integer_mod(integer_mod(at[i], step) -
				integer_mod(from, step),
			step);

		add_shift(s->shift, &s->n, by_B, 0);
		if (!(near_B > 0) ||
			(i + 1 < n &&
				(double) at[i + 1] - (double) at[i] <= near_B))
			continue;
		by_B = integer_mod(integer_mod(at[start], step) -
				integer_mod(from, step),
			step);
		add_shift(s->near, &s->n_near, by_B, at[i] - at[start]);
		start = i + 1;
	}
	return true;
}
