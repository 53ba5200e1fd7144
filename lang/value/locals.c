/* The stack of local names and the hash table over it. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/value/locals.h"

/* Make binding i the head of its chain. */
static void chain(struct locals *l, int i)
{
	int *slot = &l->slot[l->at[i].hash & ((uint32_t) l->n_slot - 1)];

	l->at[i].outer = *slot;
	*slot = i;
}

static void grow(struct locals *l)
{
	size_t n = l->n_slot ? 2 * (size_t) l->n_slot : 64;
	int *slot = memory_new(n * sizeof(*slot));

	free(l->slot);
	l->slot = slot;
	l->n_slot = (int) n;
	for (int i = 0; i < l->n_slot; ++i)
		slot[i] = -1;
	for (int i = 0; i < l->n; ++i)
		chain(l, i);
}

void locals_bind(struct locals *l, const char *name, struct value v)
{
	l->at = memory_grow(l->at, (size_t) l->n, sizeof(*l->at));
	if (l->n >= l->n_slot)
		grow(l);
	l->at[l->n] = (struct local) {
		.name = name,
		.value = v,
		.hash = (uint32_t) map_hash_text(name),
	};
	chain(l, l->n++);
}

void locals_unbind(struct locals *l, int mark)
{
	while (l->n > mark) {
		struct local *local = &l->at[--l->n];

		l->slot[local->hash & ((uint32_t) l->n_slot - 1)] =
			local->outer;
		value_free(&local->value);
	}
}

int locals_find(const struct locals *l, const char *name, int base)
{
	uint32_t hash;
	int i;

	if (l->n <= base)
		return -1;
	hash = (uint32_t) map_hash_text(name);
	i = l->slot[hash & ((uint32_t) l->n_slot - 1)];
	for (; i >= base; i = l->at[i].outer)
		if (l->at[i].hash == hash && strcmp(l->at[i].name, name) == 0)
			return i;
	return -1;
}

void locals_clear(struct locals *l)
{
	locals_unbind(l, 0);
	free(l->at);
	free(l->slot);
	*l = (struct locals) { 0 };
}
