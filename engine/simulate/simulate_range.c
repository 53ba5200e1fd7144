/* Where the accesses to a field lie: simulate_range.h. */

#include "engine/base/integer.h"
#include "engine/kernel/draw.h"
#include "engine/kernel/predicate.h"
#include "engine/simulate/simulate_range.h"
#include "engine/simulate/simulate_schedule.h"

/* Bytes before and behind a field that may be touched. */
#define OUTSIDE_B (INT64_C(1) << 20)

/* Threads and trips in which an access is looked at.  One that leaves the field
 * in a smaller share of them than 1 / TRIED may be cut off.
 */
#define TRIED 512

/* Number "i" of the threads and trips, as chance has it. */
static void choose_point(struct find *f, const struct find_access *x, int64_t i)
{
	for (int v = 0; v < N_QUASI_VAR; ++v)
		f->point[v] = x->lo[v] +
			(int64_t) (schedule_chance(i * N_QUASI_VAR + v) *
				(double) (x->hi[v] - x->lo[v] + 1));
}

/* Does the thread of f->point access bytes outside of lo .. hi-1? */
static bool is_outside(const struct find *f, const struct access *a, int64_t lo,
	int64_t hi)
{
	int64_t at, end;

	if (!find_in_domain(f) || !predicate_holds(a->predicate, f->point) ||
		!quasi_eval(a->address, f->point, &at))
		return false;
	end = at;
	if (a->draw.kind && !draw_reach(&a->draw, &end))
		return true;
	return at < lo || end >= hi;
}

static bool leaves(struct find *f, int field)
{
	int64_t lo = -OUTSIDE_B,
		hi = f->kernel->field[field].size_B + OUTSIDE_B;

	if (f->kernel->field[field].size_B <= 0)
		return false;
	for (int i = 0; i < f->kernel->n_access; ++i) {
		const struct find_access *x = &f->access[i];

		if (f->kernel->access[i].field != field ||
			(x->min >= lo && x->max < hi))
			continue;
		for (int64_t j = 0; j < TRIED; ++j) {
			choose_point(f, x, j);
			if (is_outside(f, &f->kernel->access[i], lo, hi))
				return true;
		}
	}
	return false;
}

bool simulate_range_leaves(struct find *f, int field)
{
	if (f->leaves[field] == 0)
		f->leaves[field] = leaves(f, field) ? 1 : -1;
	return f->leaves[field] > 0;
}

bool simulate_range(struct find *f, int field, int64_t *lo, int64_t *hi)
{
	int64_t size_B = f->kernel->field[field].size_B;

	if (!find_range(f, field, lo, hi))
		return false;
	if (size_B > 0 && !simulate_range_leaves(f, field)) {
		*lo = integer_max(*lo, -OUTSIDE_B);
		*hi = integer_min(*hi, size_B + OUTSIDE_B);
	}
	return *lo < *hi;
}
