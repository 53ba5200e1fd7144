#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/value/scope.h"

uint32_t scope_hash(const char *name)
{
	uint32_t h = 2166136261u;

	while (*name)
		h = (h ^ (unsigned char) *name++) * 16777619u;
	return h ^ h >> 15;
}

static struct binding *slot_of(const struct scope *s, const char *name)
{
	uint32_t mask = (uint32_t) s->n_slot - 1, at = scope_hash(name) & mask;

	while (s->slot[at].name && strcmp(s->slot[at].name, name) != 0)
		at = (at + 1) & mask;
	return &s->slot[at];
}

struct value *scope_find(const struct scope *s, const char *name)
{
	struct binding *b;

	if (!s->n_slot)
		return NULL;
	b = slot_of(s, name);
	return b->name ? &b->value : NULL;
}

static void grow(struct scope *s)
{
	struct scope old = *s;
	int i;

	s->n_slot = old.n_slot ? 2 * old.n_slot : 64;
	s->slot = memory_new((size_t) s->n_slot * sizeof(struct binding));
	for (i = 0; i < old.n_slot; ++i)
		if (old.slot[i].name)
			*slot_of(s, old.slot[i].name) = old.slot[i];
	free(old.slot);
}

void scope_set(struct scope *s, const char *name, struct value v)
{
	struct binding *b;

	if (2 * s->n >= s->n_slot)
		grow(s);
	b = slot_of(s, name);
	if (b->name) {
		struct value old = b->value;

		b->value = v;
		value_free(&old);
		return;
	}
	b->name = memory_copy_text(name);
	b->value = v;
	++s->n;
}

void scope_clear(struct scope *s)
{
	int i;

	for (i = 0; i < s->n_slot; ++i) {
		if (!s->slot[i].name)
			continue;
		free(s->slot[i].name);
		value_free(&s->slot[i].value);
	}
	free(s->slot);
	*s = (struct scope) { 0 };
}

struct scope scope_copy(const struct scope *s)
{
	struct scope copy = *s;
	int i;

	copy.slot = memory_new((size_t) s->n_slot * sizeof(*copy.slot));
	for (i = 0; i < s->n_slot; ++i)
		if (s->slot[i].name)
			copy.slot[i] = (struct binding) {
				memory_copy_text(s->slot[i].name),
				value_copy(&s->slot[i].value),
			};
	return copy;
}
