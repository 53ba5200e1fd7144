/* Allocation for hash maps, and the hash of a string. */

#include <stdlib.h>
#include <string.h>

#include "lang/base/map.h"
#include "lang/base/memory.h"

void map_add(struct map *map, uint64_t hash, int64_t item)
{
	struct map_slot *old = map->slot;

	if (map_is_full(map)) {
		map_grow(map, map->n, memory_new(map_grown_B(map, map->n)));
		free(old);
	}
	map_put(map, hash, item);
}

struct map map_copy(const struct map *map)
{
	struct map copy = *map;
	size_t size = map->size * sizeof(*map->slot);

	if (size > 0)
		copy.slot = memcpy(memory_new(size), map->slot, size);
	return copy;
}

void map_clear(struct map *map)
{
	free(map->slot);
	*map = (struct map) { 0 };
}

/* Offset basis and prime of FNV-1a with 64 bits. */
#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

uint64_t map_hash(const void *bytes, size_t len)
{
	const unsigned char *b = bytes;
	uint64_t hash = FNV_START;

	while (len-- > 0)
		hash = (hash ^ *b++) * FNV_PRIME;
	return hash;
}

uint64_t map_hash_text(const char *text)
{
	uint64_t hash = FNV_START;

	while (*text)
		hash = (hash ^ (unsigned char) *text++) * FNV_PRIME;
	return hash;
}
