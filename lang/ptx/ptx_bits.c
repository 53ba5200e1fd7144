/* Bits of numbers: masks, and bits that are put into another number. */

#include "lang/ptx/ptx_value.h"

const struct ptx_value *ptx_bits_mask(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *y)
{
	int64_t n;

	x = ptx_value_beside(x, y, &n);
	if (!x)
		return NULL;
	/* all bits above those of a bounded number */
	if (x->kind == VALUE_IS_DATA && x->lo >= 0 && x->lo <= x->hi && n < 0 &&
		(x->hi & n) == 0)
		return ptx_value_int(v, 0);
	return ptx_value_mask(v, x, n);
}

/* bfi: the lowest "len" bits of a number become bits pos .. pos + len - 1 of
 * another one,
 *
 *	y - y mod 2^(pos + len) + y mod 2^pos + 2^pos (x mod 2^len)
 */
const struct ptx_value *ptx_bits_insert(struct ptx_values *v,
	const struct ptx_opcode *op, const struct ptx_value *const *arg,
	int64_t pos, int64_t len)
{
	int64_t bits = 8 * ptx_type_bytes(op->type[0]);
	const struct ptx_value *x = arg[0], *y = arg[1], *high = NULL, *low;

	if (pos < 0 || len < 1 || pos > 60 || len > 60)
		return NULL;
	/* what is shifted out is taken to be 0, as in a sum */
	if (pos + len < bits) {
		x = ptx_value_mod(v, x, (int64_t) 1 << len);
		high = ptx_value_mod(v, y, (int64_t) 1 << (pos + len));
		high = high ? ptx_value_add(v, y, high, -1) : NULL;
		if (!high)
			return NULL;
	}
	low = ptx_value_mod(v, y, (int64_t) 1 << pos);
	x = x ? ptx_value_mul(v, x, ptx_value_int(v, (int64_t) 1 << pos)) :
		NULL;
	x = x && low ? ptx_value_add(v, x, low, 1) : NULL;
	return x && high ? ptx_value_add(v, x, high, 1) : x;
}
