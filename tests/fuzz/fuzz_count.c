/* Closed forms, isl and enumeration count the same: the bytes choose
 * accesses, launch, sets of threads and granule.
 */

#include "tests/fuzz/fuzz.h"
#include "tests/prop/same_footprint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct toy t;
	int64_t number;

	random_follow(data, size);
	number = pick(0, 99);		/* one in five goes to isl */
	if (chance(50))
		random_affine(&t);
	else
		random_quasi_affine(&t);
	check_case(&t, number);
	check_warps(&t, number);
	toy_free(&t);
	require(n_failed == 0, "all ways of counting agree");
	return 0;
}
