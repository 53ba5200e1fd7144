/* Classes of blocks under predicates that repeat: (a bx + b by + c bz) mod m is
 * the same for all blocks of a class, and how many of them a box has is a
 * convolution along its spans (doc/MODEL.md, chapter 4).
 */

#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/count/kinds_finder.h"
#include "engine/kernel/predicate.h"

/* Limit of the sums of residues that are formed for a box. */
#define MOST_SUMS (1 << 14)

/* Does "e" stay the same, but for its residues, from block to block?  With
 * D the product of the divisors,
 *
 *	D coef + sum_i coef_i (D / d_i) inner_i = 0   along each axis
 */
static bool is_periodic(const struct quasi *e)
{
	int64_t product = 1;

	for (int i = 0; i < e->n_term; ++i)
		if (e->term[i].op != QUASI_FLOOR ||
			!quasi_is_affine(e->term[i].a) ||
			__builtin_mul_overflow(product, e->term[i].divisor,
				&product))
			return false;
	for (int v = VAR_BX; v <= VAR_BZ; ++v) {
		int64_t sum, part;

		if (__builtin_mul_overflow(e->coef[v], product, &sum))
			return false;
		for (int i = 0; i < e->n_term; ++i) {
			const struct quasi_term *t = &e->term[i];

			if (__builtin_mul_overflow(product / t->divisor,
				    t->coef, &part) ||
				__builtin_mul_overflow(part, t->a->coef[v],
					&part) ||
				__builtin_add_overflow(sum, part, &sum))
				return false;
		}
		if (sum != 0)
			return false;
	}
	return e->n_term > 0;
}

/* Note the residues of "e"; false if there is no room. */
static bool add_residues(struct kinds_finder *f, const struct quasi *e)
{
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		struct kinds_residue r = { .divisor = t->divisor };
		int j = 0;

		for (int d = 0; d < 3; ++d)
			r.coef[d] = integer_mod(t->a->coef[VAR_BX + d],
				t->divisor);
		while (j < f->n_residue &&
			memcmp(&f->residue[j], &r, sizeof(r)) != 0)
			++j;
		if (j == KINDS_RESIDUES || t->divisor > INT32_MAX)
			return false;
		f->residue[j] = r;
		f->n_residue = j == f->n_residue ? j + 1 : f->n_residue;
	}
	return true;
}

void kinds_find_residues(struct kinds_finder *f)
{
	const struct masks *masks = f->q->masks;

	f->has_masks = true;
	for (int g = 0; g < f->k->n_predicate; ++g)
		if (f->k->predicate[g].predicate && f->k->predicate[g].node < 0)
			f->has_masks = false;
	/* products of residues and indices then stay below 2^62 */
	f->is_by_residues = f->has_masks;
	for (int d = 0; d < 3; ++d)
		f->is_by_residues &= f->q->launch->grid[d] <= INT32_MAX;
	for (int i = 0; i < masks->n_node; ++i) {
		const struct masks_node *node = &masks->node[i];
		const struct quasi *e = node->predicate->e;

		if (!e)
			continue;
		f->known[i].repeats = is_periodic(e) && add_residues(f, e);
		f->known[i].is_affine = quasi_is_affine(e);
		if (!f->known[i].repeats || !node->mod.inner)
			f->is_by_residues = false;
	}
}

uint64_t kinds_hash_residues(const struct kinds_finder *f, unsigned cut,
	const int64_t at[3])
{
	uint64_t hash = blocks_mix(3, cut);

	for (int i = 0; i < f->n_residue; ++i) {
		const struct kinds_residue *r = &f->residue[i];

		hash = blocks_mix(hash,
			((uint64_t) (r->coef[0] * at[0]) +
				(uint64_t) (r->coef[1] * at[1]) +
				(uint64_t) (r->coef[2] * at[2])) %
				(uint64_t) r->divisor);
	}
	return hash;
}

/* Blocks with the same residues; "at" is one of them, drawn at random. */
struct class
{
	int64_t residue[KINDS_RESIDUES + 1];
	double weight;
	int64_t at[3];
};

struct classes {
	int n_residue;
	int64_t divisor[KINDS_RESIDUES + 1];
	int n, size;
	struct class *class;
	struct map map;
	uint64_t seed;
};

static double random_of(struct classes *c)
{
	c->seed = blocks_mix(c->seed, 1);
	return (double) (c->seed >> 11) * 0x1p-53;
}

static uint64_t hash_of(const struct classes *c, const struct class *x)
{
	uint64_t hash = 1;

	for (int i = 0; i < c->n_residue; ++i)
		hash = blocks_mix(hash, (uint64_t) x->residue[i]);
	return hash;
}

static bool add_class(struct classes *c, const struct class *new)
{
	uint64_t hash = hash_of(c, new);
	size_t at = 0, size = (size_t) c->n_residue * sizeof(new->residue[0]);
	int i;

	while ((i = (int) map_next(&c->map, hash, &at)) >= 0) {
		struct class *old = &c->class[i];

		if (memcmp(old->residue, new->residue, size) != 0)
			continue;
		old->weight += new->weight;
		if (random_of(c) * old->weight < new->weight)
			memcpy(old->at, new->at, sizeof(old->at));
		return true;
	}
	if (c->n == c->size)
		return false;
	c->class[c->n] = *new;
	map_put(&c->map, hash, c->n++);
	return true;
}

static bool classes_init(struct classes *c, int size, const struct classes *as)
{
	size_t memory;

	*c = *as;
	c->n = 0;
	c->size = size;
	c->map = (struct map) { 0 };
	memory = map_grown_B(&c->map, (size_t) size);
	c->class = heap_take((size_t) size * sizeof(c->class[0]));
	return c->class && map_grow(&c->map, (size_t) size, heap_take(memory));
}

static void classes_clear(struct classes *c)
{
	free(c->class);
	free(c->map.slot);
}

/* After how many steps along a span all residues come back, at most "most". */
static int64_t round_of(const struct classes *c, const int64_t *by,
	int64_t most)
{
	int64_t round = 1;

	for (int i = 0; i < c->n_residue && round < most; ++i) {
		int64_t turns = c->divisor[i] /
			integer_gcd(by[i], c->divisor[i]);
		int64_t more = turns / integer_gcd(turns, round);

		round = more > most / round ? most : round * more;
	}
	return integer_min(round, most);
}

/* Extend the classes "from" along a span that adds "by" to the residues with
 * each step; false if there are too many.
 */
static bool extend(struct classes *to, struct classes *from,
	const struct blocks_span *s, const int64_t *by)
{
	int64_t round = round_of(from, by, s->n);

	if ((double) from->n * (double) round > MOST_SUMS)
		return false;
	for (int i = 0; i < from->n; ++i) {
		struct class c = from->class[i];

		for (int64_t j = 0; j < round; ++j) {
			int64_t turns = (s->n - j - 1) / round + 1;
			struct class new = c;

			new.weight *= (double) turns;
			new.at[s->axis] += s->step *(j +
				round *
					(int64_t) (random_of(to) *
						(double) turns));
			if (!add_class(to, &new))
				return false;
			for (int r = 0; r < from->n_residue; ++r) {
				c.residue[r] += by[r];
				if (c.residue[r] >= from->divisor[r])
					c.residue[r] -= from->divisor[r];
			}
		}
	}
	return true;
}

/* All residues stay the same along a span. */
static void stretch(struct classes *c, const struct blocks_span *s)
{
	for (int i = 0; i < c->n; ++i) {
		struct class *class = &c->class[i];

		class->weight *= (double) s->n;
		class->at[s->axis] += s->step *
			(int64_t) (random_of(c) * (double) s->n);
	}
}

/* The first block of a box, and the changes of its residues along span s. */
static void start_classes(const struct kinds_finder *f,
	const struct kinds_node *node, struct classes *c,
	int64_t by[][KINDS_RESIDUES + 1])
{
	const struct blocks *b = &node->blocks;
	int64_t period = f->q->period_B;

	c->n_residue = f->n_residue;
	for (int i = 0; i < f->n_residue; ++i) {
		const struct kinds_residue *r = &f->residue[i];

		c->divisor[i] = r->divisor;
		for (int s = 0; s < b->n_span; ++s)
			by[s][i] = integer_mod(r->coef[b->span[s].axis] *
					(b->span[s].step % r->divisor),
				r->divisor);
	}
	if (f->n_shape > 0) {
		for (int s = 0; s < b->n_span; ++s)
			by[s][c->n_residue] = integer_mod(f->form[0].by[s],
				period);
		c->divisor[c->n_residue++] = period;
	}
}

/* The classes along the first span are as many as its steps until all residues
 * come back: too many, together with those of the second?
 */
static bool are_too_many(const struct classes *c, const struct blocks *b,
	int64_t by[][KINDS_RESIDUES + 1])
{
	double sums = 1;

	for (int s = 0; s < b->n_span && s < 2; ++s)
		sums *= (double) round_of(c, by[s], b->span[s].n);
	return sums > MOST_SUMS;
}

bool kinds_look_at_classes(struct kinds_finder *f,
	const struct kinds_node *node)
{
	const struct blocks *b = &node->blocks;
	int64_t by[BLOCKS_SPANS][KINDS_RESIDUES + 1];
	struct classes c = { .seed = 1 }, next = { 0 };
	struct class first = { .weight = 1 };
	bool fits = true, is_right;

	memcpy(first.at, b->at, sizeof(first.at));
	start_classes(f, node, &c, by);
	if (are_too_many(&c, b, by))
		return kinds_add_node(f, &f->vast, &f->n_vast, &f->vast_size,
			node);
	if (!classes_init(&c, f->q->most_classes, &c) ||
		!add_class(&c, &first)) {
		classes_clear(&c);
		return kinds_fail(f, KINDS_MEMORY);
	}
	for (int s = 0; s < b->n_span && fits; ++s) {
		if (round_of(&c, by[s], b->span[s].n) == 1) {
			stretch(&c, &b->span[s]);
			continue;
		}
		if (!classes_init(&next, f->q->most_classes, &c)) {
			classes_clear(&next);
			classes_clear(&c);
			return kinds_fail(f, KINDS_MEMORY);
		}
		fits = extend(&next, &c, &b->span[s], by[s]);
		classes_clear(&c);
		c = next;
	}
	is_right = fits ||
		kinds_add_node(f, &f->vast, &f->n_vast, &f->vast_size, node);
	for (int i = 0; fits && is_right && i < c.n; ++i)
		is_right = kinds_look_at_one(f, node, c.class[i].at,
			c.class[i].weight);
	classes_clear(&c);
	return is_right;
}
