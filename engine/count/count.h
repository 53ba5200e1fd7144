#ifndef ENGINE_COUNT_COUNT_H
#define ENGINE_COUNT_COUNT_H

/* The number of integer points of an isl set, under a limit on operations.
 *
 * isl enumerates all dimensions of a set except the last, which it counts in
 * one step: make the longest dimension the last.
 */

#include <stdint.h>

#include <isl/ctx.h>
#include <isl/set_type.h>

/* A context for one computation of at most "operations" isl operations.
 * Errors are never printed.  NULL when memory runs out.
 */
isl_ctx *count_ctx_new(int64_t operations);

/* "set" in fewer pieces if isl finds some that belong together. */
__isl_give isl_set *count_coalesce(__isl_take isl_set *set);

/* The number of points of "set", which must be bounded and free of
 * parameters.  isl_stat_error as well when the number passes 2^63.
 */
isl_stat count_points(__isl_take isl_set *set, int64_t *n);

/* The name and version of isl, one line. */
const char *count_library(void);

#endif
