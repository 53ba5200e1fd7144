/* Which blocks stand for all: doc/MODEL.md, chapter 5. */

#include "engine/base/integer.h"
#include "engine/count/sample.h"

/* Blocks looked at in an order other than rows: of so many threads in all,
 * within bounds.
 */
#define ORDERED_THREADS	4096
#define ORDERED_FEWEST	8
#define ORDERED_BLOCKS	32

/* Kinds of blocks kept: of those the domain does not cut, and of others. */
#define WHOLE_KINDS	32
#define CUT_KINDS	4

/* The blocks along an axis that are alike in being cut or not. */
struct range {
	int64_t first, n;
};

/* Those the domain leaves whole, or the last one if it is cut. */
static struct range range_of(const struct kernel *kernel,
	const struct launch *launch, int axis, bool is_cut)
{
	int64_t threads = (kernel->domain[axis] - 1) / launch->fold[axis] + 1;
	int64_t whole = threads / launch->block[axis];
	struct range range = { whole, launch->grid[axis] - whole };

	if (!is_cut)
		range = (struct range) { 0, whole };
	return range;
}

/* Whether the accesses of a block are those of any other, moved. */
static bool is_regular(const struct kernel *kernel, int n_access,
	const int *access)
{
	const struct access *first = &kernel->access[access[0]];

	for (int i = 0; i < n_access; ++i) {
		const struct access *a = &kernel->access[access[i]];

		if (a->predicate || !quasi_is_affine(a->address))
			return false;
		for (int v = VAR_BX; v <= VAR_BZ; ++v)
			if (a->address->coef[v] != first->address->coef[v])
				return false;
	}
	return true;
}

/* Put one more kind among kind[0 .. *n-1], or add to the one it equals.
 * False when there is no room.
 */
static bool add_kind(struct sample_block *kind, int *n, int max,
	const struct sample_block *more)
{
	for (int i = 0; i < *n; ++i) {
		if (kind[i].phase != more->phase)
			continue;
		kind[i].weight += more->weight;
		return true;
	}
	if (*n == max)
		return false;
	kind[(*n)++] = *more;
	return true;
}

/* The kinds of blocks that come of "kind" when the blocks of "range" along
 * "axis" stand beside each other, "step_B" bytes apart.
 */
static bool spread(struct sample_block *kind, int *n, int max, int axis,
	struct range range, int64_t step_B, int64_t granule_B)
{
	int64_t step = (step_B % granule_B + granule_B) % granule_B;
	int64_t period = granule_B / integer_gcd(step, granule_B);
	struct sample_block before[WHOLE_KINDS];
	int n_before = *n;

	for (int i = 0; i < n_before; ++i)
		before[i] = kind[i];
	*n = 0;
	for (int i = 0; i < n_before; ++i)
		for (int64_t j = 0; j < period && j < range.n; ++j) {
			struct sample_block more = before[i];
			int64_t alike = (range.n - j - 1) / period + 1;

			more.at[axis] = range.first + j;
			more.weight *= (double) alike;
			more.phase = (more.phase + step *
				((range.first + j) % period)) % granule_B;
			if (!add_kind(kind, n, max, &more))
				return false;
		}
	return true;
}

/* How far "e" moves from a block to the next where minima and maxima do not
 * hold it and nothing is rounded.
 */
int64_t sample_step(const struct quasi *e)
{
	int64_t step = e->coef[VAR_BX];

	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		int64_t a, b;

		if (t->op == QUASI_FLOOR)
			continue;
		a = sample_step(t->a);
		b = sample_step(t->b);
		step += t->coef * (a > b ? a : b);
	}
	return step;
}

/* Whether blocks of a line are given cells in an order of their own: their
 * number is divided somewhere in "e".
 */
static bool divides_blocks(const struct quasi *e)
{
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];

		if ((t->op == QUASI_FLOOR && sample_step(t->a) != 0) ||
		    divides_blocks(t->a) || (t->b && divides_blocks(t->b)))
			return true;
	}
	return false;
}

bool sample_is_ordered(const struct launch *launch,
	const struct quasi *address)
{
	return launch->grid[1] == 1 && launch->grid[2] == 1 &&
	       divides_blocks(address);
}

/* Blocks all over a line: the places i / golden ratio modulo 1 meet columns,
 * their ends and what straddles rows as often as these are there.
 */
static int spread_evenly(const struct range *range, int64_t threads,
	struct sample_block *kind)
{
	const double ratio = 0.61803398874989485;
	int64_t most = ORDERED_THREADS / threads;
	int n;

	most = most < ORDERED_FEWEST ? ORDERED_FEWEST :
		most > ORDERED_BLOCKS ? ORDERED_BLOCKS : most;
	n = (int) (range->n < most ? range->n : most);
	for (int i = 0; i < n; ++i) {
		double place = (i + 0.5) * ratio;

		place = range->n <= most ? (double) i / n :
			place - (double) (int) place;
		kind[i] = (struct sample_block) {
			.at = { range->first +
				(int64_t) (place * (double) range->n) },
			.weight = (double) range->n / n,
		};
	}
	return n;
}

/* One block from the middle of the ranges, for all of them. */
static struct sample_block middle_of(const struct range *range)
{
	struct sample_block block = { .weight = 1 };

	for (int i = 0; i < 3; ++i) {
		block.at[i] = range[i].first + range[i].n / 2;
		block.weight *= (double) range[i].n;
	}
	return block;
}

/* Blocks of one way of being cut. */
static void sample_ranges(const struct launch *launch,
	const struct access *first, bool is_regular, bool is_ordered,
	const struct range *range, int max, int64_t granule_B,
	struct sample *sample)
{
	struct sample_block *kind = &sample->block[sample->n];
	bool fits = is_regular;
	int n = 1;

	kind[0] = (struct sample_block) { .weight = 1 };
	for (int i = 0; fits && i < 3; ++i)
		fits = spread(kind, &n, max, i, range[i],
			first->address->coef[VAR_BX + i], granule_B);
	if (!fits) {
		n = 1;
		kind[0] = middle_of(range);
		sample->is_exact = false;
		if (is_ordered && range[0].n > 1)
			n = spread_evenly(&range[0],
				launch_threads_per_block(launch), kind);
	}
	sample->n += n;
}

void sample_blocks(const struct kernel *kernel, const struct launch *launch,
	int n_access, const int *access, int64_t granule_B,
	struct sample *sample)
{
	const struct access *first = &kernel->access[access[0]];
	bool regular = is_regular(kernel, n_access, access);
	bool ordered = false;

	for (int i = 0; i < n_access; ++i)
		ordered |= sample_is_ordered(launch,
			kernel->access[access[i]].address);
	sample->n = 0;
	sample->is_exact = true;
	for (int cut = 0; cut < 8; ++cut) {
		struct range range[3];
		int64_t n = 1;

		for (int i = 0; i < 3; ++i) {
			range[i] = range_of(kernel, launch, i, cut >> i & 1);
			n = range[i].n ? n : 0;
		}
		if (n)
			sample_ranges(launch, first, regular, ordered, range,
				cut ? CUT_KINDS : WHOLE_KINDS, granule_B,
				sample);
	}
}
