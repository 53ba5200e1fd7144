/* Loads that joined trips share (doc/MODEL.md, chapter 20): what a trip loads
 * where one before it did, and nothing can change, is still in a register.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/count/footprint_paths.h"
#include "engine/kernel/predicate.h"
#include "lang/base/memory.h"
#include "lang/launch/lower_parts.h"

bool lower_is_read_only(const struct lowering *l, const struct kernel_access *a)
{
	const struct kernel_field *f = &l->k->field[a->field];

	return a->hint == HINT_READ_ONLY || (f->is_restrict && !f->is_stored);
}

/* Does the load run in every trip, at an address that moves by as much in each
 * of them?  "var" is the counter of the loop.
 */
static bool is_steady(const struct access *a, int var)
{
	struct quasi rest = *a->address;

	rest.coef[var] = 0;
	return !a->is_strided && !a->draw.kind && !a->chance.id &&
		!(footprint_variables(&rest, a->predicate) >> var & 1);
}

static bool may_share(const struct access *a, const struct access *b)
{
	return a != b && !b->is_store && a->field == b->field &&
		a->loop == b->loop && a->hint == b->hint;
}

/* Trips after which "a" loads what "b" does, or 0 if it never does. */
static int64_t trips_after(const struct access *a, const struct access *b,
	int var)
{
	struct quasi x = *a->address, y = *b->address;
	int64_t apart, step = x.coef[var];

	if (step == 0 ||
		__builtin_sub_overflow(y.constant, x.constant, &apart) ||
		apart % step != 0 || apart / step <= 0)
		return 0;
	x.constant = y.constant = 0;
	return quasi_equal(&x, &y) && is_steady(b, var) &&
			predicate_equal(a->predicate, b->predicate) ?
		apart / step :
		0;
}

/* The part of what u joined trips share that compilers see, where three loads or more
 * follow each other from trip to trip by strides in registers: they find addresses from
 * those of others, by sums of which the assembler does not know that two are equal.
 *
 *	s(2) = 1, s(3) = 3/4, s(4) = 2/3, else 1		 (20.40)
 */
static double seen(double u)
{
	return u == 3 ? 3. / 4 : u == 4 ? 2. / 3 : 1;
}

/* The share of its trips in which a load finds what one of d trips before it in
 * the same compiled trip has loaded:
 *
 *	sum_i n_i s_i max(0, u_i - d) / sum_i n_i u_i		 (20.23)
 *
 * s_i = 1 for two loads.
 */
static double share_after(const struct lower_run *run, double d, bool are_many)
{
	double kept = 0, all = 0;

	for (int i = 0; i < run->n_size; ++i) {
		double u = run->size[i];

		kept += run->n[i] * fmax(0, u - d) * (are_many ? seen(u) : 1);
		all += run->n[i] * u;
	}
	return all > 0 ? kept / all : 0;
}

/* True if a trip moves the address by rows whose length is an argument. */
static bool moves_by_register(const struct lowering *l, const struct access *a,
	int var)
{
	return options_strides_vary(l->o) && a->index[1] &&
		(a->index[1]->coef[var] != 0 || a->index[2]->coef[var] != 0);
}

/* What a load finds. */
struct found {
	int64_t trips; /* after which another has loaded it, the fewest; 0: never */
	int by;	       /* that other */
	bool is_next; /* a third one finds what this one loads */
};

static struct found soonest(const struct kernel *kernel, const struct access *a)
{
	int var = VAR_LOOP0 + kernel_loops(kernel, a->loop) - 1;
	struct found least = { .by = -1 };

	for (int i = 0; is_steady(a, var) && i < kernel->n_access; ++i)
		if (may_share(a, &kernel->access[i])) {
			int64_t d = trips_after(a, &kernel->access[i], var);

			if (d > 0 && (least.by < 0 || d < least.trips))
				least = (struct found) { d, i, false };
		}
	return least;
}

void lower_kept(struct lowering *l)
{
	struct kernel *kernel = l->kernel;
	struct found *found = memory_new(
		((size_t) kernel->n_access + 1) * sizeof(*found));

	for (int i = 0; i < kernel->n_access; ++i) {
		struct access *a = &kernel->access[i];

		if (!a->is_store && a->loop >= 0 &&
			lower_joined(l, a->loop) > 1 &&
			lower_is_read_only(l, &l->k->access[a->label]))
			found[i] = soonest(kernel, a);
	}
	for (int i = 0; i < kernel->n_access; ++i)
		if (found[i].trips > 0)
			found[found[i].by].is_next = true;
	for (int i = 0; i < kernel->n_access; ++i) {
		struct access *a = &kernel->access[i];

		if (found[i].trips > 0) {
			struct lower_run run = lower_run(l, a->loop);

			bool is_among = found[i].is_next ||
				found[found[i].by].trips > 0;
			int var = VAR_LOOP0 + kernel_loops(kernel, a->loop) - 1;

			a->saved = share_after(&run, (double) found[i].trips,
				is_among && moves_by_register(l, a, var));
		}
	}
	free(found);
}
