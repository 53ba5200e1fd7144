/* The most that one thread executes: of two exclusive branches, the costlier
 * one.
 *
 * Each part of the work is a term with the conditions that it runs under.  The
 * condition that most terms share is the outermost; a term that has it
 * excludes a term that has its opposite.  The result depends only on the
 * parts, not on how the source nests them.
 */

#include <stdlib.h>

#include "engine/kernel/predicate.h"
#include "engine/model/instruction.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

/* A condition, or its opposite. */
struct atom {
	uint64_t hash;
	bool is_not;
};

struct term {
	int n_atom;
	struct atom *atom;
	uint64_t root; /* its condition that most terms share */
	struct work work;
};

/* The number of terms that have a condition. */
struct tally {
	uint64_t hash;
	int n;
};

static int count_atoms(const struct predicate *g)
{
	if (!g)
		return 0;
	return g->op == PREDICATE_AND ? count_atoms(g->a) + count_atoms(g->b) :
					1;
}

static void add_atoms(struct term *t, const struct predicate *g)
{
	bool is_not = false;

	if (g && g->op == PREDICATE_AND) {
		add_atoms(t, g->a);
		add_atoms(t, g->b);
		return;
	}
	for (; g && g->op == PREDICATE_NOT; g = g->a)
		is_not = !is_not;
	if (g)
		t->atom[t->n_atom++] = (struct atom) { predicate_hash(g),
			is_not };
}

static int compare_tallies(const void *x, const void *y)
{
	const struct tally *a = x, *b = y;

	return (a->hash > b->hash) - (a->hash < b->hash);
}

static int compare_roots(const void *x, const void *y)
{
	const struct term *a = x, *b = y;

	return (a->root > b->root) - (a->root < b->root);
}

/* The conditions of "n" terms with their frequencies, sorted. */
static struct tally *tally_atoms(const struct term *term, size_t n,
	size_t *n_tally)
{
	struct tally *t;
	size_t n_atom = 0, kept = 0;

	for (size_t i = 0; i < n; ++i)
		n_atom += (size_t) term[i].n_atom;
	t = memory_new((n_atom + 1) * sizeof(*t));
	n_atom = 0;
	for (size_t i = 0; i < n; ++i)
		for (int j = 0; j < term[i].n_atom; ++j)
			t[n_atom++] = (struct tally) { term[i].atom[j].hash,
				1 };
	qsort(t, n_atom, sizeof(*t), compare_tallies);
	for (size_t i = 0; i < n_atom; ++i)
		if (kept > 0 && t[kept - 1].hash == t[i].hash)
			++t[kept - 1].n;
		else
			t[kept++] = t[i];
	*n_tally = kept;
	return t;
}

static void find_roots(struct term *term, size_t n)
{
	size_t n_tally;
	struct tally *t = tally_atoms(term, n, &n_tally);

	for (size_t i = 0; i < n; ++i) {
		int most = 0;

		for (int j = 0; j < term[i].n_atom; ++j) {
			struct tally key = { term[i].atom[j].hash, 0 };
			const struct tally *found = bsearch(&key, t, n_tally,
				sizeof(*t), compare_tallies);

			if (found->n > most ||
				(found->n == most &&
					found->hash < term[i].root)) {
				most = found->n;
				term[i].root = found->hash;
			}
		}
	}
	free(t);
}

/* Removes the root from the term's conditions; true if the term had its
 * opposite.
 */
static bool take_root(struct term *t)
{
	bool is_not = false;
	int kept = 0;

	for (int j = 0; j < t->n_atom; ++j)
		if (t->atom[j].hash == t->root)
			is_not = t->atom[j].is_not;
		else
			t->atom[kept++] = t->atom[j];
	t->n_atom = kept;
	return is_not;
}

/* Puts terms without the opposite of their root first; returns their number. */
static size_t part_branches(struct term *term, size_t n)
{
	size_t n_then = 0;

	for (size_t i = 0; i < n; ++i)
		if (!take_root(&term[i])) {
			struct term swap = term[i];

			term[i] = term[n_then];
			term[n_then++] = swap;
		}
	return n_then;
}

static bool is_costlier(const struct work *a, const struct work *b)
{
	return a->flops != b->flops ? a->flops > b->flops :
				      instruction_all(a) > instruction_all(b);
}

static struct work costlier(struct term *term, size_t n)
{
	struct work sum = { 0 }, then, other;
	size_t left = 0;

	for (size_t i = 0; i < n; ++i)
		if (term[i].n_atom == 0)
			work_add(&sum, &term[i].work, 1);
		else
			term[left++] = term[i];
	if (left == 0)
		return sum;
	find_roots(term, left);
	qsort(term, left, sizeof(*term), compare_roots);
	for (size_t i = 0, end; i < left; i = end) {
		size_t n_then;

		for (end = i; end < left && term[end].root == term[i].root;)
			++end;
		n_then = part_branches(term + i, end - i);
		then = costlier(term + i, n_then);
		other = costlier(term + i + n_then, end - i - n_then);
		work_add(&sum, is_costlier(&other, &then) ? &other : &then, 1);
	}
	return sum;
}

/* True if some terms exclude each other: one has the opposite of a condition.
 */
static bool has_opposite(const struct atom *atom, size_t n)
{
	for (size_t i = 0; i < n; ++i)
		if (atom[i].is_not)
			return true;
	return false;
}

struct work lower_costlier(const struct lowering *l)
{
	const struct kernel *kernel = l->kernel;
	size_t n = (size_t) kernel->n_part, n_atom = 0;
	struct term *term = memory_new((n + 1) * sizeof(*term));
	struct atom *atom;
	struct work work;

	for (size_t i = 0; i < n; ++i)
		n_atom += (size_t) count_atoms(kernel->part[i].predicate);
	atom = memory_new((n_atom + 1) * sizeof(*atom));
	n_atom = 0;
	for (size_t i = 0; i < n; ++i) {
		const struct work_part *p = &kernel->part[i];

		term[i].atom = atom + n_atom;
		add_atoms(&term[i], p->predicate);
		n_atom += (size_t) term[i].n_atom;
		work_add(&term[i].work, &p->work,
			lower_turns(l, p->loop) * p->share);
	}
	if (!has_opposite(atom, n_atom))
		for (size_t i = 0; i < n; ++i)
			term[i].n_atom = 0; /* all add up */
	work = costlier(term, n);
	free(term);
	free(atom);
	return work;
}
