/* The sample of blocks that represents all: doc/MODEL.md, chapter 5.  Blocks
 * at the same phase of a granule that the domain cuts in the same way are of
 * one kind.
 */

#include "engine/base/integer.h"
#include "engine/count/sample.h"

/* The sample of a launch with a thread order: ORDERED_THREADS threads in all,
 * but at least ORDERED_FEWEST and at most ORDERED_BLOCKS blocks.
 */
#define ORDERED_THREADS 4096
#define ORDERED_FEWEST	8
#define ORDERED_BLOCKS	32

/* Limits of the kinds: whole blocks, and blocks that the domain cuts. */
#define WHOLE_KINDS 32
#define CUT_KINDS   4

/* The blocks along an axis that are whole, or those that are cut. */
struct range {
	int64_t first, n;
};

/* The blocks the domain leaves whole, or the last one if it is cut. */
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

/* Are the accesses of every block those of the first one, moved? */
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

/* Add a kind to kind[0 .. *n-1], or its weight to an equal one.  False when
 * there is no room.
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

/* Extend the kinds along "axis" by the blocks of "range", "step_B" bytes
 * apart.
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
			more.phase =
				(more.phase +
					step * ((range.first + j) % period)) %
				granule_B;
			if (!add_kind(kind, n, max, &more))
				return false;
		}
	return true;
}

/* The change of "e" from one block to the next, ignoring minima, maxima and
 * rounding.
 */
int64_t sample_step(const struct quasi *e)
{
	int64_t step = e->coef[VAR_BX];

	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];
		int64_t a, b;

		if (t->op == QUASI_FLOOR || t->op == QUASI_TABLE)
			continue;
		a = sample_step(t->a);
		b = sample_step(t->b);
		step += t->coef * (a > b ? a : b);
	}
	return step;
}

/* Do blocks of a one-dimensional launch get their cells by a thread order?
 * Then "e" divides the block index somewhere.
 */
static bool divides_blocks(const struct quasi *e)
{
	for (int i = 0; i < e->n_term; ++i) {
		const struct quasi_term *t = &e->term[i];

		if ((!t->b && sample_step(t->a) != 0) || divides_blocks(t->a) ||
			(t->b && divides_blocks(t->b)))
			return true;
	}
	return false;
}

bool sample_is_ordered(const struct launch *launch, const struct quasi *address)
{
	return launch->grid[1] == 1 && launch->grid[2] == 1 &&
		divides_blocks(address);
}

/* Sample a one-dimensional launch at the fractional parts of i / golden
 * ratio, a low-discrepancy sequence: it hits columns, their ends and row ends
 * as often as they occur.
 */
static int spread_evenly(const struct range *range, int64_t threads,
	struct sample_block *kind)
{
	const double ratio = 0.61803398874989485;
	int64_t most = ORDERED_THREADS / threads;
	int n;

	most = most < ORDERED_FEWEST  ? ORDERED_FEWEST :
		most > ORDERED_BLOCKS ? ORDERED_BLOCKS :
					most;
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

/* One block from the middle of the ranges represents all of them. */
static struct sample_block middle_of(const struct range *range)
{
	struct sample_block block = { .weight = 1 };

	for (int i = 0; i < 3; ++i) {
		block.at[i] = range[i].first + range[i].n / 2;
		block.weight *= (double) range[i].n;
	}
	return block;
}

/* Sample the blocks that are cut along the same axes. */
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
