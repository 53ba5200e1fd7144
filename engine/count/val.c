/* Conversions between int64_t and isl_val.  What fits into a long goes there
 * directly; the rest as a magnitude of 64 bits and a sign.
 */

#include "engine/count/val.h"

__isl_give isl_val *val_of(isl_ctx *ctx, int64_t n)
{
	uint64_t magnitude = n < 0 ? -(uint64_t) n : (uint64_t) n;
	isl_val *val;

	if ((long) n == n)
		return isl_val_int_from_si(ctx, (long) n);
	val = isl_val_int_from_chunks(ctx, 1, sizeof(magnitude), &magnitude);
	return n < 0 ? isl_val_neg(val) : val;
}

isl_bool val_read(__isl_keep isl_val *val, int64_t *n)
{
	uint64_t magnitude = 0;
	isl_bool is_int = isl_val_is_int(val);
	isl_size n_chunk;

	if (is_int != isl_bool_true)
		return is_int;
	n_chunk = isl_val_n_abs_num_chunks(val, sizeof(magnitude));
	if (n_chunk < 0)
		return isl_bool_error;
	if (n_chunk > 1)
		return isl_bool_false;
	if (isl_val_get_abs_num_chunks(val, sizeof(magnitude), &magnitude) < 0)
		return isl_bool_error;
	if (magnitude > INT64_MAX)
		return isl_bool_false;
	*n = isl_val_is_neg(val) == isl_bool_true ? -(int64_t) magnitude :
						    (int64_t) magnitude;
	return isl_bool_true;
}
