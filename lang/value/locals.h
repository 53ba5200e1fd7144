#ifndef LANG_VALUE_LOCALS_H
#define LANG_VALUE_LOCALS_H

/* Local names: a stack of bindings, the innermost last, with a hash table over
 * it, so that lookup takes constant time.
 *
 * A struct map would not do: recursion binds one name thousands of times, and
 * the innermost binding must be found and removed first. So the bindings of one
 * hash slot form a chain from the innermost outwards. Names belong to the
 * syntax tree, which outlives the bindings.
 */

#include <stdint.h>

#include "lang/value/value.h"

struct local {
	const char *name;
	struct value value;
	uint32_t hash;
	int outer; /* next in the chain, or -1 */
};

struct locals {
	int n, n_slot;
	struct local *at;
	int *slot; /* head of each chain, or -1 */
};

/* Bind "name"; takes ownership of the value. */
void locals_bind(struct locals *l, const char *name, struct value v);

/* Remove and free all bindings from "mark" on. */
void locals_unbind(struct locals *l, int mark);

/* Index of the innermost binding of "name" at or after "base"; -1 if there is
 * none.
 */
int locals_find(const struct locals *l, const char *name, int base);

void locals_clear(struct locals *l);

#endif
