/* Footprints along all paths, on random kernels.
 *
 * For random accesses, launches, thread sets and granules: closed forms and
 * isl give what plain enumeration gives.  Two kinds of cases: affine ones
 * (stencils, strides, folds, transposes, layouts, and random strides),
 * of which nearly all must have a closed form, and quasi-affine ones with
 * floors, minima, predicates and loops.
 *
 *	prop_footprint [SEED [CASES]]
 */

#include "tests/prop/same_footprint.h"

#define CASES 1500 /* of each kind */

/* Cases in a thousand that must have a closed form, at least. */
#define AFFINE_CLOSED 999
#define QUASI_CLOSED  980

/* isl is given ISL_BUDGET operations for a check, as its time grows
 * exponentially with floors and sets; a check past that says nothing.  Of a
 * thousand checks at most ISL_PAST may end there (with seed 1, 90 of the
 * affine and 230 of the quasi-affine ones do), or isl is tested too little.
 */
#define ISL_PAST 350

static void run(const char *what, uint64_t seed, int64_t cases,
	void (*make)(struct toy *t), int closed_per_mille)
{
	static struct toy t;
	int64_t total;

	memset(&seen, 0, sizeof(seen));
	for (int64_t i = 0; i < cases; ++i) {
		state = seed * UINT64_C(0x100000001) + (uint64_t) i;
		make(&t);
		check_case(&t, i);
		check_warps(&t, i);
		toy_free(&t);
	}
	total = seen.closed + seen.isl + seen.none;
	printf("%s: %d closed, %d isl, %d past the budget; isl checked "
	       "against enumeration %d times, past its budget %d times; "
	       "warps counted %d times, past the budget %d times\n",
		what, seen.closed, seen.isl, seen.none, seen.isl_checked,
		seen.isl_budget, seen.warps, seen.warps_budget);
	CHECK(seen.closed * INT64_C(1000) >= total * closed_per_mille);
	CHECK(seen.isl_budget * INT64_C(1000) <=
		ISL_PAST * (seen.isl_budget + INT64_C(1) + seen.isl_checked));
	CHECK(seen.warps * INT64_C(1000) >= total * QUASI_CLOSED);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	int64_t cases = argc > 2 ? strtoll(argv[2], NULL, 0) :
				   check_cases(CASES);

	printf("seed %" PRIu64 "\n", seed);
	run("affine", seed, cases, random_affine, AFFINE_CLOSED);
	run("quasi-affine", seed, cases, random_quasi_affine, QUASI_CLOSED);
	return check_done();
}
