/* Points of isl sets.  Coalescing is verified, because isl 0.25 can add
 * points.
 */

#include <limits.h>

#include <isl/options.h>
#include <isl/set.h>
#include <isl/val.h>
#include <isl/version.h>

#include "engine/base/heap.h"
#include "engine/count/count.h"
#include "engine/count/val.h"

isl_ctx *count_ctx_new(int64_t operations)
{
	isl_ctx *ctx = isl_ctx_alloc();

	if (!ctx) {
		heap_failed();
		return NULL;
	}
	isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
	isl_ctx_set_max_operations(ctx,
		(unsigned long) (operations < LONG_MAX ? operations :
							 LONG_MAX));
	return ctx;
}

/* isl does not terminate on an unbounded set and aborts on parameters. */
static isl_stat check_countable(__isl_keep isl_set *set)
{
	isl_bool bounded = isl_set_is_bounded(set);

	if (bounded < 0)
		return isl_stat_error;
	if (!bounded || isl_set_dim(set, isl_dim_param) != 0)
		isl_die(isl_set_get_ctx(set), isl_error_invalid,
			"cannot count a set without bounds",
			return isl_stat_error);
	return isl_stat_ok;
}

static isl_stat value_of(__isl_take isl_val *val, int64_t *n)
{
	isl_bool fits = val_read(val, n);

	isl_val_free(val);
	return fits == isl_bool_true ? isl_stat_ok : isl_stat_error;
}

/* isl_set_coalesce is verified: isl 0.25 joins { 0, 5 }, given by way of a
 * division, and { 0, 1 } to { 0, 1, 5, 6 }.
 */
__isl_give isl_set *count_coalesce(__isl_take isl_set *set)
{
	isl_set *fewer = isl_set_coalesce(isl_set_copy(set));

	if (isl_set_is_equal(fewer, set) == isl_bool_true) {
		isl_set_free(set);
		return fewer;
	}
	isl_set_free(fewer);
	return set;
}

isl_stat count_points(__isl_take isl_set *set, int64_t *n)
{
	isl_stat stat = check_countable(set);

	if (stat == isl_stat_ok) {
		set = isl_set_make_disjoint(count_coalesce(set));
		stat = value_of(isl_set_count_val(set), n);
	}
	isl_set_free(set);
	return stat;
}

const char *count_library(void)
{
	return isl_version();
}
