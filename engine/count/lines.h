#ifndef ENGINE_COUNT_LINES_H
#define ENGINE_COUNT_LINES_H

/* Expressions, predicates and granules as isl objects.
 *
 * "vars" defines the variables of an expression: a function
 *
 *	{ D[...] -> [threadIdx.x, ..., blockIdx.z, loop counters] }
 *
 * from any domain to N_QUASI_VAR values.
 */

#include <stdint.h>

#include <isl/aff_type.h>
#include <isl/set_type.h>

#include "engine/kernel/kernel.h"

/* { D[...] -> [e] } */
__isl_give isl_pw_aff *lines_expression(const struct quasi *e,
	__isl_keep isl_multi_aff *vars);

/* { D[...] : predicate }; all of D where "predicate" is NULL. */
__isl_give isl_set *lines_condition(const struct predicate *predicate,
	__isl_keep isl_multi_aff *vars);

/* Blocks of "block_B" bytes:
 *
 *	{ D[...] -> [a] }   becomes   { D[...] -> [floor(a / block_B)] }
 */
__isl_give isl_pw_aff *lines_of(__isl_take isl_pw_aff *address,
	int64_t block_B);

#endif
