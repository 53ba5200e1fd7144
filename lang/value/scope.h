#ifndef LANG_VALUE_SCOPE_H
#define LANG_VALUE_SCOPE_H

/* Names with values, both owned, in the order in which the names were first
 * bound.
 */

#include "lang/base/map.h"
#include "lang/value/value.h"

struct binding {
	char *name;
	struct value value;
};

struct scope {
	int n;
	struct binding *binding;
	struct map map; /* of the names */
};

/* The value bound to "name", or NULL; valid until the next change. */
struct value *scope_find(const struct scope *s, const char *name);

/* Bind "name", over what it was bound to; takes the value. */
void scope_set(struct scope *s, const char *name, struct value v);
void scope_clear(struct scope *s);

/* Another table with the same names and copies of their values. */
struct scope scope_copy(const struct scope *s);

#endif
