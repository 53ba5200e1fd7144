#ifndef LANG_BASE_MAP_H
#define LANG_BASE_MAP_H

/* The hash map of the engine with the allocator of the language layer. It maps
 * hashes to positions in an array of the caller, who owns the keys and compares
 * them.
 *
 *	size_t at = 0;
 *
 *	while ((i = map_next(&map, hash, &at)) >= 0 && !same(item[i], key))
 *		continue;
 *	if (i < 0)
 *		map_add(&map, hash, n_item++);
 */

#include "engine/base/map.h"

void map_add(struct map *map, uint64_t hash, int64_t item);
struct map map_copy(const struct map *map);
void map_clear(struct map *map);

/* FNV-1a */
uint64_t map_hash(const void *bytes, size_t len);
uint64_t map_hash_text(const char *text);

#endif
