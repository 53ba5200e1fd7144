#ifndef LANG_VALUE_SCOPE_H
#define LANG_VALUE_SCOPE_H

/* Names with values: a hash table that owns both. */

#include <stdint.h>

#include "lang/value/value.h"

struct binding {
	char *name;
	struct value value;
};

struct scope {
	int n, n_slot;
	struct binding *slot;		/* empty: name is NULL */
};

/* A hash of a name, for tables of names. */
uint32_t scope_hash(const char *name);

/* The value bound to "name", or NULL; valid until the next change. */
struct value *scope_find(const struct scope *s, const char *name);

/* Bind "name", over what it was bound to; takes the value. */
void scope_set(struct scope *s, const char *name, struct value v);
void scope_clear(struct scope *s);

/* Another table with the same names and copies of their values. */
struct scope scope_copy(const struct scope *s);

#endif
