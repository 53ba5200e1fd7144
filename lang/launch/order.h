#ifndef LANG_LAUNCH_ORDER_H
#define LANG_LAUNCH_ORDER_H

/* Orders as values: rows, columns(w), zigzag(w), tiles(w, h), and functions
 * of an index, def f(i) = (x, y).
 *
 * A function is run once, on a symbol, and kept by the session as a pair of
 * expressions; equal ones are one, so that two struct order are the same
 * launch if their bytes are.
 */

#include "engine/kernel/order.h"
#include "lang/eval/eval.h"

/* The order that "v" denotes; false, reported at "loc", if it is none. */
bool order_of(struct eval *ev, const struct value *v, struct loc loc,
	struct order *order);

/* Is "order" a bijection on "extent" cells, or blocks, as "what" says?
 * Reported if not.  Safe to call from many threads at once.
 */
bool order_fits(struct diag *diag, const struct order *order,
	const int64_t extent[2], const char *what, struct loc loc);

/* "columns(32)", or the name of the function */
void order_name(const struct order *order, struct buffer *out);

#endif
