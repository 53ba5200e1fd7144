#ifndef ENGINE_COUNT_VAL_H
#define ENGINE_COUNT_VAL_H

/* Whole numbers of 64 bits as values of isl, whose own calls take a long: that
 * has 32 bits on some targets, such as WebAssembly.
 */

#include <stdint.h>

#include <isl/val.h>

__isl_give isl_val *val_of(isl_ctx *ctx, int64_t n);

/* isl_bool_false if "val" is no whole number, or does not fit. */
isl_bool val_read(__isl_keep isl_val *val, int64_t *n);

#endif
