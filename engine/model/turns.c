/* Trips that a warp runs.  Bounds of loops are sums of coordinates, so that one
 * of the corners of the domain has most; where they are lengths of rows, the
 * longest row has all trips.
 */

#include <math.h>

#include "engine/base/integer.h"
#include "engine/count/footprint_paths.h"
#include "engine/count/footprint_warp.h"
#include "engine/kernel/predicate.h"
#include "engine/model/instruction.h"
#include "engine/model/turns.h"

/* The loops, one bit each, that the condition depends on. */
static unsigned loops_of(const struct predicate *predicate)
{
	static const struct quasi none;

	return predicate ? footprint_variables(&none, predicate) >> VAR_LOOP0 :
			   0;
}

/* True if a loop of the kernel itself decides: one over blocks ends at most one
 * trip earlier.
 */
static bool ends_early(const struct kernel *kernel,
	const struct predicate *predicate)
{
	return loops_of(predicate) >> kernel->is_persistent != 0;
}

/* The warp of the cell in a corner: bit d of "corner" is set if it is the last
 * along axis d.
 */
static struct warp_range warp_at(const struct workings *m, int corner)
{
	const struct launch *launch = m->launch;
	int64_t block = 0, thread = 0;

	for (int d = 2; d >= 0; --d) {
		int64_t n = integer_ceil(m->kernel->domain[d], launch->fold[d]);
		int64_t at = corner >> d & 1 ? n - 1 : 0;

		block = block * launch->grid[d] + at / launch->block[d];
		thread = thread * launch->block[d] + at % launch->block[d];
	}
	return (struct warp_range) { block, 1, (int) m->dev->warp_size,
		(int) (thread / m->dev->warp_size) + 1 };
}

/* How often the warp that does it most runs what stands under "predicate". */
static double most_turns(const struct workings *m,
	const struct predicate *predicate, int loop, double all)
{
	double most = 0;

	if (m->kernel->ordered || predicate_has_table(predicate))
		return all;
	for (int corner = 0; corner < 1 << m->kernel->dims; ++corner) {
		struct warp_range range = warp_at(m, corner);
		struct warp_sum sum;

		if (footprint_lanes(m->kernel, m->launch, predicate, loop,
			    &range, &sum) != FOOTPRINT_OK)
			return all;
		most = fmax(most, (double) sum.n_request);
	}
	return most;
}

/* Trips of the longest warp over the mean from which loops end at different
 * times.  Conditions on trips alone (the last of a pipeline, which loads nothing)
 * have 1, loops over the grid one trip in many more.
 */
#define UNEVEN 1.05

struct turns turns_of(struct workings *m, int loop)
{
	const struct kernel *kernel = m->kernel;
	struct turns t = { 0, 0 }, all = { 1, 1 };
	double turns = kernel_turns(kernel, loop);
	const struct predicate *last = NULL;
	bool is_early = false, is_looked_up = false;

	for (int i = 0; i < kernel->n_access; ++i) {
		const struct access *a = &kernel->access[i];
		double warps, lanes;

		if (a->is_store || a->loop != loop || a->predicate == last)
			continue;
		if (loops_of(a->predicate) == 0)
			return all;
		last = a->predicate;
		is_early |= ends_early(kernel, last);
		is_looked_up |= predicate_has_table(last);
		instruction_lanes(m, last, loop, &warps, &lanes);
		t.mean = fmax(t.mean, warps / (m->warps * turns));
		t.most = fmax(t.most, most_turns(m, last, loop, turns) / turns);
	}
	is_early = is_early && t.most > UNEVEN * t.mean;
	m->ends_early |= is_early;
	m->rises |= is_early && !is_looked_up;
	return t.most > 0 && m->warps > 0 ? t : all;
}
