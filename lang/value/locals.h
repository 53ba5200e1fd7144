#ifndef LANG_VALUE_LOCALS_H
#define LANG_VALUE_LOCALS_H

/* Names that are bound for a while, the innermost last: a stack, and a hash
 * table over it, so that a name is found in the same time among ten and
 * among ten thousand.
 *
 * It is no struct map: recursion binds one name thousands of times, and the
 * innermost binding must be found first and removed first.  So bindings of
 * one slot are a chain from the innermost outwards.  Names belong to the tree
 * and outlive their bindings.
 */

#include <stdint.h>

#include "lang/value/value.h"

struct local {
	const char *name;
	struct value value;
	uint32_t hash;
	int outer; /* next of the chain, -1: none */
};

struct locals {
	int n, n_slot;
	struct local *at;
	int *slot; /* the innermost of a chain, or -1 */
};

/* Takes the value. */
void locals_bind(struct locals *l, const char *name, struct value v);

/* Free all from "mark" on. */
void locals_unbind(struct locals *l, int mark);

/* Where the innermost binding of "name" from "base" on is; -1: nowhere. */
int locals_find(const struct locals *l, const char *name, int base);

void locals_clear(struct locals *l);

#endif
