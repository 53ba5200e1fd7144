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

static bool take_part_alike(const struct access *a, const struct access *b)
{
	return a->loop == b->loop && a->is_strided == b->is_strided &&
		a->chance.id == b->chance.id &&
		a->chance.is_not == b->chance.is_not;
}

/* Whether two accesses make the same requests but for where they start. */
static bool is_alike(const void *user, int i, int j)
{
	const struct access *a = listed_at(user, i), *b = listed_at(user, j);

	return i == j ||
		(take_part_alike(a, b) && a->atomic == b->atomic &&
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
		if (!take_part_alike(listed_at(l, i), listed_at(l, 0)))
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
	int64_t span_B, double share, double kept)
{
	int i = 0;

	while (i < *n && (shift[i].by_B != by_B || shift[i].span_B != span_B))
		++i;
	if (i == L1_SHIFTS)
		--i;
	else if (i == *n)
		shift[(*n)++] = (struct l1_shift) { .by_B = by_B,
			.span_B = span_B };
	shift[i].n += share;
	shift[i].kept += kept;
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

/* Whether "b" loads in a loop from the thread's place on, at a place that
 * differs from that of "a" by a constant.
 */
static bool is_trip_of(const struct access *a, const struct access *b)
{
	return b->is_strided && !b->is_store && !b->draw.kind &&
		a->loop == b->loop && same_but_constant(a->address, b->address);
}

/* Bytes from "from" to "at", modulo "step". */
static int64_t shift_of(int64_t at, int64_t from, int64_t step)
{
	return integer_mod(integer_mod(at, step) - integer_mod(from, step),
		step);
}

/* Trips of a loop from the thread's place on are joined by four, those beyond a
 * multiple of four come first, one by one (20.13).  So a load has its share of
 * the neighbours that it is joined with, though edges may give each trip a
 * condition of its own; "at" has room for all.
 */
static void add_trips(const struct workings *m, const struct access_list *list,
	const struct grouping *g, int first, int64_t from, int64_t step,
	double near_B, int64_t *at, struct l1_shifts *s)
{
	const struct access *access = m->kernel->access;
	int n = 0;

	for (int i = 0; i < list->n; ++i)
		if (is_trip_of(&access[list->access[first]],
			    &access[list->access[i]]))
			at[n++] = access[list->access[i]].address->constant;
	integer_sort(at, n);
	for (int i = first; i >= 0; i = g->next[i]) {
		int64_t own = access[list->access[i]].address->constant;
		int place = 0, start, end, single;

		while (at[place] < own)
			++place;
		for (start = place; start > 0 &&
			(double) at[start] - (double) at[start - 1] <= near_B;
			--start)
			;
		for (end = place + 1; end < n &&
			(double) at[end] - (double) at[end - 1] <= near_B;
			++end)
			;
		single = start + (end - start) % KERNEL_STRIDE_JOINED;
		start = place < single ?
			place :
			place - (place - single) % KERNEL_STRIDE_JOINED;
		end = place < single ? place : start + KERNEL_STRIDE_JOINED - 1;
		add_shift(s->near, &s->n_near, shift_of(at[start], from, step),
			at[end] - at[start], 1.0 / (end - start + 1), 0);
	}
}

/* Where an access starts, and the share of its trips that registers spare. */
struct start {
	int64_t at;
	double kept;
};

static int compare_starts(const void *x, const void *y)
{
	const struct start *a = x, *b = y;

	return a->at != b->at ? (a->at > b->at) - (a->at < b->at) :
				(a->kept > b->kept) - (a->kept < b->kept);
}

/* Accesses that are neighbours count also together; what a register keeps was
 * in L1 as well, so that they do as often as if none was kept.
 */
bool l1_alike_shifts(struct workings *m, const struct access_list *list,
	const struct grouping *g, int first, int64_t step, double near_B,
	struct l1_shifts *s)
{
	const struct access *a = &m->kernel->access[list->access[first]];
	bool is_trip = is_trip_of(a, a);
	int64_t from = m->kernel->access[l1_alike_lowest(m, list, g, first)]
			       .address->constant;
	int64_t *at = quasi_pool_alloc(m->pool, (size_t) list->n * sizeof(*at));
	struct start *start = quasi_pool_alloc(m->pool,
		(size_t) list->n * sizeof(*start));
	size_t n = 0;

	s->n = s->n_near = 0;
	if (!at || !start)
		return false;
	for (int i = first; i >= 0; i = g->next[i]) {
		a = &m->kernel->access[list->access[i]];
		start[n++] = (struct start) { a->address->constant, a->saved };
	}
	qsort(start, n, sizeof(*start), compare_starts);
	for (size_t i = 0, near = 0; i < n; ++i) {
		add_shift(s->shift, &s->n, shift_of(start[i].at, from, step), 0,
			1 - start[i].kept, start[i].kept);
		if (is_trip || !(near_B > 0) ||
			(i + 1 < n &&
				(double) start[i + 1].at -
						(double) start[i].at <=
					near_B))
			continue;
		add_shift(s->near, &s->n_near,
			shift_of(start[near].at, from, step),
			start[i].at - start[near].at, 1, 0);
		near = i + 1;
	}
	if (is_trip)
		add_trips(m, list, g, first, from, step, near_B, at, s);
	return true;
}

bool l1_alike_brings_lines(const struct workings *m, const struct access *a)
{
	int depth = kernel_loops(m->kernel, a->loop);

	return !a->is_store && depth > 0 && quasi_is_affine(a->address) &&
		(double) llabs(a->address->coef[VAR_LOOP0 + depth - 1]) >=
		m->dev->l1_line_B;
}
