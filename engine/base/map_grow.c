/* Growth of the hash map: by a factor of four, so that an item is moved
 * rarely.
 */

#include <string.h>

#include "engine/base/map.h"

#define LEAST_SLOTS 64

static size_t grown_size(const struct map *m, size_t n)
{
	size_t size = m->size ? 4 * m->size : LEAST_SLOTS;

	while (size < 2 * n)
		size *= 2;
	return size;
}

size_t map_grown_B(const struct map *m, size_t n)
{
	return grown_size(m, n) * sizeof(m->slot[0]);
}

bool map_grow(struct map *m, size_t n, void *memory)
{
	struct map new = { .size = grown_size(m, n), .slot = memory };

	if (!memory)
		return false;
	memset(memory, 0, map_grown_B(m, n));
	for (size_t i = 0; i < m->size; ++i)
		if (m->slot[i].item)
			map_put(&new, m->slot[i].hash, m->slot[i].item - 1);
	*m = new;
	return true;
}

void map_put(struct map *m, uint64_t hash, int64_t item)
{
	size_t i = hash & (m->size - 1);

	while (m->slot[i].item)
		i = (i + 1) & (m->size - 1);
	m->slot[i] = (struct map_slot) { hash, item + 1 };
	++m->n;
}
