/* Closed forms, isl and enumeration count the same: the bytes choose
 * accesses, launch, sets of threads and granule.
 *
 * Closed forms are compared with enumeration each time, and isl with both in
 * four cases of a thousand.
 */

#define KERNEL_LONGEST 300, 40, 9, 17, 6, 5
#define POINTS	       1500
#define BLOCKS	       6
#define ISL_BUDGET     4000

#include "tests/fuzz/fuzz.h"
#include "tests/prop/same_footprint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct toy t;

	random_follow(data, size);
	without_isl = !seldom(4);
	if (chance(50))
		random_affine(&t);
	else
		random_quasi_affine(&t);
	check_case(&t, 0);
	check_warps(&t, 0);
	toy_free(&t);
	require(n_failed == 0, "all ways of counting agree");
	return 0;
}
