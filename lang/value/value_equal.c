/* Equality and hashes of values. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/value/value.h"

/* A work list of pairs still to be compared. Values may nest arbitrarily deep,
 * so the list replaces the C stack. A list or record may be shared many times,
 * so compared pairs of shared ones are remembered.
 */
struct pair {
	const void *a, *b;
};

struct pairs {
	size_t n_todo, n_seen;
	struct pair *todo; /* of struct value */
	struct pair *seen; /* sequences or records already compared */
	struct map map;	   /* index over "seen" */
};

static void add_pair(struct pairs *pairs, const struct value *a,
	const struct value *b)
{
	pairs->todo = memory_grow(pairs->todo, pairs->n_todo,
		sizeof(struct pair));
	pairs->todo[pairs->n_todo++] = (struct pair) { a, b };
}

/* True if this pair of shared lists or records was compared before. */
static bool is_seen(struct pairs *pairs, struct pair p, int refs_a, int refs_b)
{
	uint64_t hash = map_mix(map_mix(1, (uintptr_t) p.a), (uintptr_t) p.b);
	size_t at = 0;
	int64_t i;

	if (refs_a == 1 || refs_b == 1)
		return false;
	while ((i = map_next(&pairs->map, hash, &at)) >= 0)
		if (pairs->seen[i].a == p.a && pairs->seen[i].b == p.b)
			return true;
	pairs->seen = memory_grow(pairs->seen, pairs->n_seen, sizeof(p));
	pairs->seen[pairs->n_seen] = p;
	map_add(&pairs->map, hash, (int64_t) pairs->n_seen++);
	return false;
}

static bool numbers_equal(const struct number *a, const struct number *b)
{
	int order;

	return number_compare(a, b, &order) == NUMBER_OK && order == 0;
}

static bool records_equal(const struct value *a, const struct value *b,
	struct pairs *pairs)
{
	const struct record *r = a->u.record, *s = b->u.record;
	const struct value *other;

	if (r->n != s->n)
		return false;
	if (r == s || is_seen(pairs, (struct pair) { r, s }, r->refs, s->refs))
		return true;
	for (int i = 0; i < r->n; ++i) {
		other = value_get(b, r->member[i].name);
		if (!other)
			return false;
		add_pair(pairs, &r->member[i].value, other);
	}
	return true;
}

/* Compare two ranges, or a range and a list, element by element. */
static bool ranges_equal(const struct value *a, const struct value *b)
{
	int64_t n = value_length(a);
	bool equal = n == value_length(b);

	if (equal)
		account_work(n * (int64_t) sizeof(struct value));
	for (int64_t i = 0; equal && i < n; ++i) {
		struct value x = value_item(a, i), y = value_item(b, i);

		equal = x.kind == y.kind && x.kind == VALUE_NUMBER &&
			numbers_equal(&x.u.number, &y.u.number);
		value_free(&x);
		value_free(&y);
		/* two ranges of equal length, start and step */
		if (i == 1 && a->kind == VALUE_RANGE && b->kind == VALUE_RANGE)
			break;
	}
	return equal;
}

static bool objects_equal(const struct object *a, const struct object *b)
{
	if (a == b)
		return true;
	return a->type == b->type && a->type->equal && a->type->equal(a, b);
}

static bool leaves_equal(const struct value *a, const struct value *b)
{
	switch (a->kind) {
	case VALUE_BOOL: return a->u.boolean == b->u.boolean;
	case VALUE_NUMBER: return numbers_equal(&a->u.number, &b->u.number);
	case VALUE_STRING:
		account_work((int64_t) a->u.string->len);
		return a->u.string->len == b->u.string->len &&
			memcmp(a->u.string->text, b->u.string->text,
				a->u.string->len) == 0;
	case VALUE_RANGE: return ranges_equal(a, b);
	case VALUE_SYMBOL: return strcmp(a->u.symbol, b->u.symbol) == 0;
	case VALUE_FUNCTION: return a->u.function == b->u.function;
	case VALUE_BUILTIN: return a->u.builtin == b->u.builtin;
	case VALUE_OBJECT: return objects_equal(a->u.object, b->u.object);
	default: return true;
	}
}

static bool is_nest(const struct value *v)
{
	return v->kind == VALUE_TUPLE || v->kind == VALUE_LIST ||
		v->kind == VALUE_RECORD;
}

static bool kinds_fit(const struct value *a, const struct value *b)
{
	return a->kind == b->kind ||
		(a->kind == VALUE_RANGE && b->kind == VALUE_LIST) ||
		(a->kind == VALUE_LIST && b->kind == VALUE_RANGE);
}

/* Compare lists or tuples; nested pairs are added to the work list. */
static bool sequences_equal(const struct sequence *a, const struct sequence *b,
	struct pairs *pairs)
{
	if (a->n != b->n)
		return false;
	if (a == b || is_seen(pairs, (struct pair) { a, b }, a->refs, b->refs))
		return true;
	account_work(a->n * (int64_t) sizeof(*a->item));
	for (int64_t i = 0; i < a->n; ++i) {
		const struct value *x = &a->item[i], *y = &b->item[i];

		if (!kinds_fit(x, y))
			return false;
		if (is_nest(x) || is_nest(y))
			add_pair(pairs, x, y);
		else if (!leaves_equal(x, y))
			return false;
	}
	return true;
}

/* False if a and b differ; nested pairs that remain to be compared are added to
 * "pairs".
 */
static bool heads_equal(const struct value *a, const struct value *b,
	struct pairs *pairs)
{
	if (!kinds_fit(a, b))
		return false;
	if (a->kind != b->kind)
		return ranges_equal(a, b);
	if (a->kind == VALUE_RECORD)
		return records_equal(a, b, pairs);
	if (is_nest(a))
		return sequences_equal(a->u.sequence, b->u.sequence, pairs);
	return leaves_equal(a, b);
}

bool value_equal(const struct value *a, const struct value *b)
{
	struct pairs pairs = { 0 };
	bool equal = heads_equal(a, b, &pairs);

	while (equal && pairs.n_todo > 0) {
		struct pair p = pairs.todo[--pairs.n_todo];

		equal = heads_equal(p.a, p.b, &pairs);
	}
	free(pairs.todo);
	free(pairs.seen);
	map_clear(&pairs.map);
	return equal;
}

/* Hash the nearest double, since exact numbers and doubles may compare equal.
 */
static uint64_t hash_number(uint64_t hash, const struct number *n)
{
	double d = number_to_double(n) + 0.0;
	uint64_t bits;

	memcpy(&bits, &d, sizeof(bits));
	return map_mix(map_mix(hash, bits),
		map_hash(n->dim.exp, sizeof(n->dim.exp)));
}

/* Only the first elements and levels enter a hash, so that hashing costs O(1).
 * Larger limits give fewer collisions between long lists.
 */
#define HASH_ITEMS 16
#define HASH_DEPTH 3

static uint64_t hash_value(uint64_t hash, const struct value *v, int depth);

/* The order of members does not matter, so their hashes are added. */
static uint64_t hash_record(const struct record *r, int depth)
{
	uint64_t sum = (uint64_t) r->n;

	for (int i = 0; depth > 0 && r->n <= HASH_ITEMS && i < r->n; ++i)
		sum += hash_value(map_hash_text(r->member[i].name),
			&r->member[i].value, depth - 1);
	return sum;
}

/* Objects of one kind have one hash if they can be equal without being the
 * same.
 */
static uint64_t hash_object(const struct object *o)
{
	return o->type->equal ? (uintptr_t) o->type : (uintptr_t) o;
}

static uint64_t hash_value(uint64_t hash, const struct value *v, int depth)
{
	int64_t n;

	switch (v->kind) {
	case VALUE_BOOL: return map_mix(hash, v->u.boolean);
	case VALUE_NUMBER: return hash_number(hash, &v->u.number);
	case VALUE_STRING:
		account_work((int64_t) v->u.string->len);
		return map_mix(hash,
			map_hash(v->u.string->text, v->u.string->len));
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_RANGE:
		n = value_length(v);
		hash = map_mix(hash, (uint64_t) n + (v->kind == VALUE_TUPLE));
		for (int64_t i = 0; depth > 0 && i < n && i < HASH_ITEMS; ++i) {
			struct value item = value_item(v, i);

			hash = hash_value(hash, &item, depth - 1);
			value_free(&item);
		}
		return hash;
	case VALUE_RECORD:
		return map_mix(hash, hash_record(v->u.record, depth));
	case VALUE_SYMBOL: return map_mix(hash, map_hash_text(v->u.symbol));
	case VALUE_FUNCTION: return map_mix(hash, (uintptr_t) v->u.function);
	case VALUE_BUILTIN: return map_mix(hash, (uintptr_t) v->u.builtin);
	case VALUE_OBJECT: return map_mix(hash, hash_object(v->u.object));
	case VALUE_NONE:
	case VALUE_UNKNOWN: return map_mix(hash, v->kind);
	}
	return hash;
}

uint64_t value_hash(const struct value *v)
{
	return hash_value(1, v, HASH_DEPTH);
}
