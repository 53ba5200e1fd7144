#ifndef LANG_LAUNCH_ORDER_VALUE_H
#define LANG_LAUNCH_ORDER_VALUE_H

/* Orders as values: rows, linear, columns(w) and the others of engine/kernel/
 * order.h, and functions of an index, def f(i) = (x, y) or (x, y, z).
 *
 * A function is evaluated once, on a symbol, and the session keeps it as a
 * pair of expressions.  Equal functions share one pair, so that two struct
 * order are the same order if their bytes are equal.
 */

#include "engine/kernel/order.h"
#include "lang/eval/eval.h"

/* The order that "v" denotes; false, with an error at "loc", if it denotes
 * none.
 */
bool order_of(struct eval *ev, const struct value *v, struct loc loc,
	struct order *order);

/* The order as a value, and back. */
struct value order_value(const struct order *order);

/* True if "order" is a bijection on "extent" cells or blocks ("what" says
 * which); reports an error if not.  Safe to call from many threads at once.
 */
bool order_fits(struct diag *diag, const struct order *order,
	const int64_t extent[3], const char *what, struct loc loc);

/* "columns(32)", or the name of the function */
void order_name(const struct order *order, struct buffer *out);

#endif
