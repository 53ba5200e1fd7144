#ifndef LANG_VALUE_SCOPE_H
#define LANG_VALUE_SCOPE_H

/* A table of names and their values, which it owns, in the order in which the
 * names were first bound.
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
	struct map map; /* index over the names */
};

/* The value bound to "name", or NULL; valid until the next change. */
struct value *scope_find(const struct scope *s, const char *name);

/* Bind or rebind "name"; takes ownership of the value. */
void scope_set(struct scope *s, const char *name, struct value v);
void scope_clear(struct scope *s);

/* A copy with the same names and shared values. */
struct scope scope_copy(const struct scope *s);

#endif
