/* Names with values, in the order they were bound. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/value/scope.h"

static int64_t find(const struct scope *s, const char *name, uint64_t hash)
{
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&s->map, hash, &at)) >= 0 &&
		strcmp(s->binding[i].name, name) != 0)
		continue;
	return i;
}

struct value *scope_find(const struct scope *s, const char *name)
{
	int64_t i = find(s, name, map_hash_text(name));

	return i >= 0 ? &s->binding[i].value : NULL;
}

void scope_set(struct scope *s, const char *name, struct value v)
{
	uint64_t hash = map_hash_text(name);
	int64_t i = find(s, name, hash);

	if (i >= 0) {
		struct value old = s->binding[i].value;

		s->binding[i].value = v;
		value_free(&old);
		return;
	}
	s->binding = memory_grow(s->binding, (size_t) s->n,
		sizeof(*s->binding));
	s->binding[s->n] = (struct binding) { memory_copy_text(name), v };
	map_add(&s->map, hash, s->n++);
}

void scope_clear(struct scope *s)
{
	for (int i = 0; i < s->n; ++i) {
		free(s->binding[i].name);
		value_free(&s->binding[i].value);
	}
	free(s->binding);
	map_clear(&s->map);
	*s = (struct scope) { 0 };
}

struct scope scope_copy(const struct scope *s)
{
	struct scope copy = { .map = map_copy(&s->map) };

	for (; copy.n < s->n; ++copy.n) {
		const struct binding *b = &s->binding[copy.n];

		copy.binding = memory_grow(copy.binding, (size_t) copy.n,
			sizeof(*b));
		copy.binding[copy.n] = (struct binding) {
			memory_copy_text(b->name), value_copy(&b->value)
		};
	}
	return copy;
}
