#ifndef LANG_EVAL_H
#define LANG_EVAL_H

/* The evaluator: a session with its names, settings and budgets, and what
 * runs statements in it.
 *
 * Errors are reported to the session's diag where they happen and functions
 * return false; a session is usable after any error.
 */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "lang/ast.h"
#include "lang/diag.h"
#include "lang/value.h"

struct eval;

/* A call of a function value from a built-in (map, filter, sort). */
bool eval_apply(struct eval *ev, const struct value *fn, int n,
	const struct value *arg, struct loc loc, struct value *result);

/* Count n steps of work against the budget and look for an interrupt;
 * false, with an error at "loc", if it is time to stop.
 */
bool eval_step(struct eval *ev, int64_t n, struct loc loc);

/* Count bytes of memory that a value is about to take. */
bool eval_reserve(struct eval *ev, int64_t bytes, struct loc loc);

#endif
