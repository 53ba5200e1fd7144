/* Quasi-affine expressions in a normal form: terms are sorted by key, equal
 * terms are added, and multiples of a divisor are taken out of a floor.
 * Expressions of one kernel live in one pool.
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/kernel/grouping.h"
#include "engine/kernel/quasi.h"

#define CHUNK_B	   ((size_t) 16384)
#define QUASI_MOST ((INT64_C(1) << 61) - 1)

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(max_align_t) unsigned char data[];
};

struct quasi_pool {
	struct chunk *chunk;
	struct chunk *spare; /* of CHUNK_B, or NULL */
	size_t bytes;	     /* of the chunks */
};

struct quasi_pool *quasi_pool_new(void)
{
	return heap_clear(1, sizeof(struct quasi_pool));
}

void quasi_pool_free(struct quasi_pool *pool)
{
	struct chunk *next;

	if (!pool)
		return;
	for (struct chunk *c = pool->chunk; c; c = next) {
		next = c->next;
		free(c);
	}
	free(pool->spare);
	free(pool);
}

size_t quasi_pool_bytes(const struct quasi_pool *pool)
{
	return sizeof(*pool) + (pool->spare ? CHUNK_B : 0) + pool->bytes;
}

static struct chunk *chunk_new(struct quasi_pool *pool, size_t size)
{
	struct chunk *c = pool->spare;

	if (size < CHUNK_B)
		size = CHUNK_B;
	if (size > SIZE_MAX - sizeof(*c))
		return NULL;
	if (c && size == CHUNK_B)
		pool->spare = NULL;
	else
		c = heap_take(sizeof(*c) + size);
	if (!c)
		return NULL;
	c->used = 0;
	c->size = size;
	c->next = pool->chunk;
	pool->chunk = c;
	pool->bytes += sizeof(*c) + size;
	return c;
}

void *quasi_pool_take(struct quasi_pool *pool, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	struct chunk *c;
	void *p;

	if (!pool || size > SIZE_MAX - align)
		return NULL;
	size = (size + align - 1) / align * align;
	c = pool->chunk;
	if (!c || c->size - c->used < size)
		c = chunk_new(pool, size);
	if (!c)
		return NULL;
	p = c->data + c->used;
	c->used += size;
	return p;
}

void *quasi_pool_alloc(struct quasi_pool *pool, size_t size)
{
	void *p = quasi_pool_take(pool, size);

	return p ? memset(p, 0, size) : NULL;
}

struct quasi_mark quasi_pool_mark(const struct quasi_pool *pool)
{
	struct chunk *c = pool->chunk;

	return (struct quasi_mark) { c, c ? c->used : 0 };
}

void quasi_pool_release(struct quasi_pool *pool, struct quasi_mark mark)
{
	while (pool->chunk != mark.chunk) {
		struct chunk *c = pool->chunk;

		pool->chunk = c->next;
		pool->bytes -= sizeof(*c) + c->size;
		if (c->size == CHUNK_B && !pool->spare)
			pool->spare = c;
		else
			free(c);
	}
	if (pool->chunk)
		pool->chunk->used = mark.used;
}

/* A new expression with room for "n_term" terms. */
static struct quasi *quasi_new(struct quasi_pool *pool, int n_term)
{
	struct quasi *e = quasi_pool_alloc(pool, sizeof(*e));

	if (e && n_term > 0) {
		e->term = quasi_pool_alloc(pool,
			(size_t) n_term * sizeof(e->term[0]));
		if (!e->term)
			return NULL;
	}
	return e;
}

const struct quasi *quasi_constant(struct quasi_pool *pool, int64_t value)
{
	struct quasi *e = quasi_new(pool, 0);

	if (e)
		e->constant = value;
	return e;
}

const struct quasi *quasi_variable(struct quasi_pool *pool, enum quasi_var v)
{
	struct quasi *e = quasi_new(pool, 0);

	if (e)
		e->coef[v] = 1;
	return e;
}

static bool term_is_like(const struct quasi_term *s, const struct quasi_term *t)
{
	if (s->key != t->key || s->op != t->op)
		return false;
	if (s->op == QUASI_FLOOR)
		return s->divisor == t->divisor && quasi_equal(s->a, t->a);
	if (s->op == QUASI_TABLE)
		return s->table->hash == t->table->hash &&
			quasi_equal(s->a, t->a);
	return (quasi_equal(s->a, t->a) && quasi_equal(s->b, t->b)) ||
		(quasi_equal(s->a, t->b) && quasi_equal(s->b, t->a));
}

static bool has_term(const struct quasi *e, const struct quasi_term *t)
{
	for (int i = 0; i < e->n_term; ++i)
		if (e->term[i].coef == t->coef && term_is_like(&e->term[i], t))
			return true;
	return false;
}

bool quasi_is_shifted(const struct quasi *a, const struct quasi *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->n_term != b->n_term || a->n_node != b->n_node)
		return false;
	if (memcmp(a->coef, b->coef, sizeof(a->coef)) != 0)
		return false;
	for (int i = 0; i < a->n_term; ++i)
		if (!has_term(b, &a->term[i]))
			return false;
	return true;
}

bool quasi_equal(const struct quasi *a, const struct quasi *b)
{
	return quasi_is_shifted(a, b) && (a == b || a->constant == b->constant);
}

uint64_t quasi_hash(const struct quasi *e)
{
	uint64_t hash = map_mix(1, e->constant);

	for (int v = 0; v < N_QUASI_VAR; ++v)
		hash = map_mix(hash, e->coef[v]);
	for (int i = 0; i < e->n_term; ++i)
		hash += map_mix(e->term[i].key, e->term[i].coef);
	return hash;
}

/* Symmetric in "a" and "b". */
static uint64_t key_of(const struct quasi_term *t)
{
	uint64_t parts = quasi_hash(t->a);

	if (t->b)
		parts += quasi_hash(t->b);
	if (t->table)
		parts += t->table->hash;
	return map_mix(map_mix(t->op, t->divisor), (int64_t) parts);
}

bool quasi_is_affine(const struct quasi *e)
{
	return e->n_term == 0;
}

bool quasi_is_constant(const struct quasi *e)
{
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0)
			return false;
	return quasi_is_affine(e);
}

static int nodes_of(const struct quasi_term *t)
{
	return 1 + t->a->n_node + (t->b ? t->b->n_node : 0);
}

/* Order of terms: small divisors first, then by key.  Terms with equal keys
 * are compared in full where it matters.
 */
static int compare_terms(const struct quasi_term *s, const struct quasi_term *t)
{
	if (s->op != t->op)
		return s->op < t->op ? -1 : 1;
	if (s->divisor != t->divisor)
		return s->divisor < t->divisor ? -1 : 1;
	return (s->key > t->key) - (s->key < t->key);
}

static bool is_far(int64_t n)
{
	return n < -QUASI_LARGEST;
}

/* Add "factor" times "t" to the terms of "e", which has room for it. */
static bool add_term(struct quasi *e, const struct quasi_term *t,
	int64_t factor)
{
	struct quasi_term *term = (struct quasi_term *) e->term;
	int64_t coef;
	int order = 1, i = 0;

	if (__builtin_mul_overflow(t->coef, factor, &coef) || is_far(coef))
		return false;
	for (; i < e->n_term; ++i) {
		order = compare_terms(&term[i], t);
		if (order > 0 || (order == 0 && term_is_like(&term[i], t)))
			break;
	}
	if (i < e->n_term && order == 0) {
		if (__builtin_add_overflow(term[i].coef, coef, &coef) ||
			is_far(coef))
			return false;
		term[i].coef = coef;
		if (coef != 0)
			return true;
		e->n_node -= nodes_of(t);
		memmove(&term[i], &term[i + 1],
			(size_t) (--e->n_term - i) * sizeof(*term));
		return true;
	}
	if (coef == 0)
		return true;
	e->n_node += nodes_of(t);
	memmove(&term[i + 1], &term[i],
		(size_t) (e->n_term++ - i) * sizeof(*term));
	term[i] = *t;
	term[i].coef = coef;
	return e->n_node <= QUASI_NODES;
}

static bool add_scaled(int64_t *sum, int64_t value, int64_t factor)
{
	int64_t product;

	return !__builtin_mul_overflow(value, factor, &product) &&
		!__builtin_add_overflow(*sum, product, sum) && !is_far(*sum);
}

/* sum += factor * e; "sum" has room for the terms. */
static bool accumulate(struct quasi *sum, const struct quasi *e, int64_t factor)
{
	if (!add_scaled(&sum->constant, e->constant, factor))
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (!add_scaled(&sum->coef[v], e->coef[v], factor))
			return false;
	for (int i = 0; i < e->n_term; ++i)
		if (!add_term(sum, &e->term[i], factor))
			return false;
	return true;
}

static const struct quasi *combine(struct quasi_pool *pool,
	const struct quasi *a, const struct quasi *b, int64_t factor)
{
	struct quasi *e;

	if (!a || !b)
		return NULL;
	e = quasi_new(pool, a->n_term + b->n_term);
	if (!e || !accumulate(e, a, 1) || !accumulate(e, b, factor))
		return NULL;
	return e;
}

const struct quasi *quasi_add(struct quasi_pool *pool, const struct quasi *a,
	const struct quasi *b)
{
	return combine(pool, a, b, 1);
}

const struct quasi *quasi_scale(struct quasi_pool *pool, const struct quasi *a,
	int64_t factor)
{
	struct quasi *e;

	if (!a)
		return NULL;
	e = quasi_new(pool, a->n_term);
	if (!e || !accumulate(e, a, factor))
		return NULL;
	return e;
}

/* Move the multiples of "divisor" in "e" to "whole", divided. */
static bool take_whole(struct quasi *whole, struct quasi *e, int64_t divisor)
{
	struct quasi_term *term = (struct quasi_term *) e->term;
	int n = 0;

	whole->constant = integer_floor(e->constant, divisor);
	e->constant -= whole->constant * divisor;
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		whole->coef[v] = e->coef[v] / divisor;
		e->coef[v] %= divisor;
	}
	for (int i = 0; i < e->n_term; ++i) {
		struct quasi_term t = term[i];

		t.coef /= divisor;
		if (!add_term(whole, &t, 1))
			return false;
		term[n] = term[i];
		term[n].coef %= divisor;
		if (term[n].coef != 0)
			++n;
		else
			e->n_node -= nodes_of(&t);
	}
	e->n_term = n;
	return true;
}

/* Divide "e" and "divisor" by what all coefficients have in common; the
 * constant may be rounded down, since floor((k e + c) / (k d)) is
 * floor((e + floor(c / k)) / d).
 */
static void reduce(struct quasi *e, int64_t *divisor)
{
	struct quasi_term *term = (struct quasi_term *) e->term;
	int64_t k = *divisor;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		k = integer_gcd(k, e->coef[v]);
	for (int i = 0; i < e->n_term; ++i)
		k = integer_gcd(k, term[i].coef);
	*divisor /= k;
	e->constant = integer_floor(e->constant, k);
	for (int v = 0; v < N_QUASI_VAR; ++v)
		e->coef[v] /= k;
	for (int i = 0; i < e->n_term; ++i)
		term[i].coef /= k;
}

/* floor((floor(a / b) + c) / d) is floor((a + b c) / (b d)): is "e" of that
 * form?  Then make *e and *divisor those of the right side.
 */
static bool unnest(struct quasi_pool *pool, const struct quasi **e,
	int64_t *divisor)
{
	const struct quasi *f = *e;
	const struct quasi_term *t = f->term;
	int64_t c, d;

	if (f->n_term != 1 || t->op != QUASI_FLOOR || t->coef != 1)
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (f->coef[v] != 0)
			return false;
	if (__builtin_mul_overflow(f->constant, t->divisor, &c) ||
		__builtin_mul_overflow(*divisor, t->divisor, &d))
		return false;
	f = quasi_add(pool, t->a, quasi_constant(pool, c));
	if (!f)
		return false;
	*e = f;
	*divisor = d;
	return true;
}

const struct quasi *quasi_floor(struct quasi_pool *pool, const struct quasi *a,
	int64_t divisor)
{
	struct quasi *part, *whole;
	const struct quasi *inner;
	struct quasi_term term = { .coef = 1, .op = QUASI_FLOOR };

	if (!a || divisor <= 0)
		return NULL;
	while (unnest(pool, &a, &divisor))
		continue;
	part = quasi_new(pool, a->n_term);
	whole = quasi_new(pool, a->n_term + 1);
	if (!part || !whole || !accumulate(part, a, 1) ||
		!take_whole(whole, part, divisor))
		return NULL;
	reduce(part, &divisor);
	if (divisor == 1)
		return combine(pool, whole, part, 1);
	/* multiples of the divisor may have hidden a division in it */
	inner = part;
	if (unnest(pool, &inner, &divisor))
		return quasi_add(pool, whole,
			quasi_floor(pool, inner, divisor));
	term.divisor = divisor;
	term.a = part;
	term.key = key_of(&term);
	return add_term(whole, &term, 1) ? whole : NULL;
}

const struct quasi *quasi_mod(struct quasi_pool *pool, const struct quasi *a,
	int64_t divisor)
{
	const struct quasi *whole = quasi_floor(pool, a, divisor);

	if (!whole)
		return NULL;
	return quasi_add(pool, a, quasi_scale(pool, whole, -divisor));
}

static const struct quasi *pick(struct quasi_pool *pool, enum quasi_op op,
	const struct quasi *a, const struct quasi *b)
{
	const struct quasi *d;
	struct quasi *e;
	struct quasi_term term = { .coef = 1, .op = op };
	bool is_first;

	if (!a || !b)
		return NULL;
	d = combine(pool, a, b, -1);
	if (d && quasi_is_constant(d))
		return (d->constant < 0) == (op == QUASI_MIN) ? a : b;
	is_first = quasi_is_constant(a) != quasi_is_constant(b) ?
		quasi_is_constant(b) :
		quasi_hash(a) < quasi_hash(b);
	term.a = is_first ? a : b;
	term.b = is_first ? b : a;
	term.key = key_of(&term);
	e = quasi_new(pool, 1);
	return e && add_term(e, &term, 1) ? e : NULL;
}

const struct quasi *quasi_min(struct quasi_pool *pool, const struct quasi *a,
	const struct quasi *b)
{
	return pick(pool, QUASI_MIN, a, b);
}

const struct quasi *quasi_max(struct quasi_pool *pool, const struct quasi *a,
	const struct quasi *b)
{
	return pick(pool, QUASI_MAX, a, b);
}

/* ---------------------------------------------------------------- tables */

static void join_pair(struct quasi_table *t, int64_t k)
{
	t->least[k] = integer_min(t->least[2 * k], t->least[2 * k + 1]);
	t->most[k] = t->most[2 * k] > t->most[2 * k + 1] ? t->most[2 * k] :
							   t->most[2 * k + 1];
}

const struct quasi_table *quasi_table_new(struct quasi_pool *pool, int64_t n,
	const int64_t *value)
{
	struct quasi_table *t = quasi_pool_alloc(pool, sizeof(*t));
	int64_t *copy = quasi_pool_alloc(pool, (size_t) n * sizeof(*copy));

	if (!t || !copy)
		return NULL;
	t->n = n;
	t->value = memcpy(copy, value, (size_t) n * sizeof(*copy));
	t->least = quasi_pool_alloc(pool, 2 * (size_t) n * sizeof(*t->least));
	t->most = quasi_pool_alloc(pool, 2 * (size_t) n * sizeof(*t->most));
	if (!t->least || !t->most)
		return NULL;
	t->hash = map_mix(3, n);
	for (int64_t i = 0; i < n; ++i) {
		t->hash = map_mix(t->hash, value[i]);
		t->least[n + i] = t->most[n + i] = value[i];
	}
	for (int64_t k = n - 1; k > 0; --k)
		join_pair(t, k);
	return t;
}

int64_t quasi_entry(const struct quasi_table *t, int64_t i)
{
	return t->value[i < 0 ? 0 : i < t->n ? i : t->n - 1];
}

void quasi_entries(const struct quasi_table *t, int64_t lo, int64_t hi,
	int64_t *min, int64_t *max)
{
	lo = lo < 0 ? 0 : integer_min(lo, t->n - 1);
	hi = hi < 0 ? 0 : integer_min(hi, t->n - 1);
	*min = *max = t->value[lo];
	for (lo += t->n, hi += t->n + 1; lo < hi; lo /= 2, hi /= 2) {
		if (lo % 2) {
			*min = integer_min(*min, t->least[lo]);
			*max = *max > t->most[lo] ? *max : t->most[lo];
			++lo;
		}
		if (hi % 2) {
			--hi;
			*min = integer_min(*min, t->least[hi]);
			*max = *max > t->most[hi] ? *max : t->most[hi];
		}
	}
}

const struct quasi *quasi_lookup(struct quasi_pool *pool,
	const struct quasi_table *table, const struct quasi *index)
{
	struct quasi_term term = { .coef = 1, .op = QUASI_TABLE };
	struct quasi *e;

	if (!table || !index)
		return NULL;
	if (quasi_is_constant(index))
		return quasi_constant(pool,
			quasi_entry(table, index->constant));
	term.a = index;
	term.table = table;
	term.key = key_of(&term);
	e = quasi_new(pool, 1);
	return e && add_term(e, &term, 1) ? e : NULL;
}

const struct quasi *quasi_compose(struct quasi_pool *pool,
	const struct quasi *e, const struct quasi *const value[N_QUASI_VAR])
{
	const struct quasi *sum = e ? quasi_constant(pool, e->constant) : NULL;

	for (int v = 0; sum && v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0)
			sum = quasi_add(pool, sum,
				quasi_scale(pool,
					value[v] ? value[v] :
						   quasi_variable(pool,
							   (enum quasi_var) v),
					e->coef[v]));
	for (int k = 0; sum && k < e->n_term; ++k) {
		const struct quasi_term *t = &e->term[k];
		const struct quasi *a = quasi_compose(pool, t->a, value);
		const struct quasi *b = t->b ?
			quasi_compose(pool, t->b, value) :
			NULL;

		a = t->op == QUASI_FLOOR ? quasi_floor(pool, a, t->divisor) :
			t->op == QUASI_TABLE ? quasi_lookup(pool, t->table, a) :
			t->op == QUASI_MIN   ? quasi_min(pool, a, b) :
					       quasi_max(pool, a, b);
		sum = quasi_add(pool, sum, quasi_scale(pool, a, t->coef));
	}
	return sum;
}

bool quasi_has_table(const struct quasi *e)
{
	for (int i = 0; e && i < e->n_term; ++i)
		if (e->term[i].table || quasi_has_table(e->term[i].a) ||
			quasi_has_table(e->term[i].b))
			return true;
	return false;
}

/* ---------------------------------------------------------------- values */

static bool eval_term(const struct quasi_term *t, const int64_t *point,
	int64_t *value)
{
	int64_t b;

	if (!quasi_eval(t->a, point, value))
		return false;
	if (t->op == QUASI_FLOOR) {
		*value = integer_floor(*value, t->divisor);
		return true;
	}
	if (t->op == QUASI_TABLE) {
		*value = quasi_entry(t->table, *value);
		return true;
	}
	if (!quasi_eval(t->b, point, &b))
		return false;
	if ((b < *value) == (t->op == QUASI_MIN))
		*value = b;
	return true;
}

bool quasi_eval(const struct quasi *e, const int64_t *point, int64_t *value)
{
	int64_t sum = e->constant, t;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0 && !add_scaled(&sum, point[v], e->coef[v]))
			return false;
	for (int i = 0; i < e->n_term; ++i)
		if (!eval_term(&e->term[i], point, &t) ||
			!add_scaled(&sum, t, e->term[i].coef))
			return false;
	*value = sum;
	return true;
}

/* [*min, *max] += factor * [lo, hi] */
static bool add_range(int64_t *min, int64_t *max, int64_t lo, int64_t hi,
	int64_t factor)
{
	return add_scaled(min, factor < 0 ? hi : lo, factor) &&
		add_scaled(max, factor < 0 ? lo : hi, factor);
}

static bool bound_term(const struct quasi_term *t, const int64_t *lo,
	const int64_t *hi, int64_t *min, int64_t *max)
{
	int64_t b_min, b_max;

	if (!quasi_bounds(t->a, lo, hi, min, max))
		return false;
	if (t->op == QUASI_FLOOR) {
		*min = integer_floor(*min, t->divisor);
		*max = integer_floor(*max, t->divisor);
		return true;
	}
	if (t->op == QUASI_TABLE) {
		quasi_entries(t->table, *min, *max, min, max);
		return true;
	}
	if (!quasi_bounds(t->b, lo, hi, &b_min, &b_max))
		return false;
	if ((b_min < *min) == (t->op == QUASI_MIN))
		*min = b_min;
	if ((b_max < *max) == (t->op == QUASI_MIN))
		*max = b_max;
	return true;
}

bool quasi_bounds(const struct quasi *e, const int64_t *lo, const int64_t *hi,
	int64_t *min, int64_t *max)
{
	int64_t a = e->constant, b = e->constant, t_min, t_max;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (e->coef[v] != 0 &&
			!add_range(&a, &b, lo[v], hi[v], e->coef[v]))
			return false;
	for (int i = 0; i < e->n_term; ++i)
		if (!bound_term(&e->term[i], lo, hi, &t_min, &t_max) ||
			!add_range(&a, &b, t_min, t_max, e->term[i].coef))
			return false;
	*min = a;
	*max = b;
	return a >= -QUASI_MOST && b <= QUASI_MOST;
}

/* ------------------------------------------------------------------ runs */

/* Larger expressions are evaluated point by point: a run of a floor in a floor
 * needs memory for each of them.
 */
#define RUN_NODES 48

static void eval_run(const struct quasi *e, const int64_t *point,
	enum quasi_var var, int n, int64_t *value);

/* floor(value[i] / d) for the values first + i * step, without dividing */
static void floor_run(int64_t first, int64_t step, int64_t d, int n,
	int64_t *value)
{
	int64_t whole = integer_floor(first, d), rest = first - whole * d;
	int64_t by = integer_floor(step, d), more = step - by * d;

	for (int i = 0; i < n; ++i) {
		value[i] = whole;
		whole += by;
		rest += more;
		if (rest >= d) {
			rest -= d;
			++whole;
		}
	}
}

static int64_t affine_at(const struct quasi *e, const int64_t *point)
{
	int64_t sum = e->constant;

	for (int v = 0; v < N_QUASI_VAR; ++v)
		sum += e->coef[v] * point[v];
	return sum;
}

static void term_run(const struct quasi_term *t, const int64_t *point,
	enum quasi_var var, int n, int64_t *value)
{
	int64_t other[QUASI_RUN];

	if (t->op == QUASI_FLOOR && t->a->n_term == 0) {
		floor_run(affine_at(t->a, point), t->a->coef[var], t->divisor,
			n, value);
		return;
	}
	eval_run(t->a, point, var, n, value);
	if (t->b)
		eval_run(t->b, point, var, n, other);
	for (int i = 0; i < n; ++i)
		if (t->op == QUASI_FLOOR)
			value[i] = integer_floor(value[i], t->divisor);
		else if (t->op == QUASI_TABLE)
			value[i] = quasi_entry(t->table, value[i]);
		else if ((other[i] < value[i]) == (t->op == QUASI_MIN))
			value[i] = other[i];
}

/* value[i] = e at point[var] + i */
static void eval_run(const struct quasi *e, const int64_t *point,
	enum quasi_var var, int n, int64_t *value)
{
	int64_t first = affine_at(e, point), step = e->coef[var];
	int64_t term[QUASI_RUN];

	for (int i = 0; i < n; ++i)
		value[i] = first + i * step;
	for (int k = 0; k < e->n_term; ++k) {
		term_run(&e->term[k], point, var, n, term);
		for (int i = 0; i < n; ++i)
			value[i] += e->term[k].coef * term[i];
	}
}

bool quasi_run(const struct quasi *e, const int64_t *point, enum quasi_var var,
	int n, int64_t *value)
{
	if (e->n_node > RUN_NODES)
		return false;
	eval_run(e, point, var, n, value);
	return true;
}
