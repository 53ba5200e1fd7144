#ifndef ENGINE_BASE_MAP_H
#define ENGINE_BASE_MAP_H

/* The hash map of the engine: from 64-bit hashes to numbers of items, which
 * the caller keeps in an array.
 *
 * Open addressing with linear probing; at most half of the slots are taken,
 * and nothing is ever removed.  The map compares hashes, the caller compares
 * items.  Memory is the caller's, because most maps live in a pool.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
	uint64_t hash;
	int64_t item; /* plus 1; 0: free */
};

/* All zero is an empty map. */
struct map {
	size_t n, size; /* size: a power of two */
	struct map_slot *slot;
};

/* The next item with "hash", -1 behind the last.  *at starts as 0. */
static inline int64_t map_next(const struct map *m, uint64_t hash, size_t *at)
{
	while (m->size > 0) {
		const struct map_slot *s =
			&m->slot[(hash + (*at)++) & (m->size - 1)];

		if (s->item == 0 || s->hash == hash)
			return s->item - 1;
	}
	return -1;
}

/* "hash" with one more value of a key.  From one hash, different values
 * give different hashes.
 */
static inline uint64_t map_mix(uint64_t hash, int64_t value)
{
	hash = (hash ^ (uint64_t) value) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

/* Must map_grow() come before map_put()? */
static inline bool map_is_full(const struct map *m)
{
	return 2 * m->n >= m->size;
}

/* Bytes that map_grow() needs for a map of "n" items and more. */
size_t map_grown_B(const struct map *m, size_t n);

/* Move the slots to "memory", which has room for map_grown_B() bytes.  The
 * old slots are not needed any more.  False if "memory" is NULL.
 */
bool map_grow(struct map *m, size_t n, void *memory);

/* Add an item; the map is not full. */
void map_put(struct map *m, uint64_t hash, int64_t item);

#endif
