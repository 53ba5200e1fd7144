#ifndef LANG_VALUE_APART_H
#define LANG_VALUE_APART_H

/* Cells of a thread that lie a block apart: `4 by block`, an extent of a fold.
 * `(4, 1) interleaved` is `(4 by block, 1)`.
 */

#include "lang/value/value.h"

/* The value of `n by block`; n itself if it is 1, which lies nowhere apart. */
struct value apart_value(int64_t n);

/* True if "v" is `n by block`. */
bool apart_of(const struct value *v, int64_t *n);

/* The operators OP_BY_BLOCK, of a number, and OP_INTERLEAVED, of a number or a
 * tuple of one to three; report what is neither.
 */
bool apart_apply(struct diag *diag, struct loc loc, int op,
	const struct value *a, struct value *result);

#endif
