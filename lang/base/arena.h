#ifndef LANG_BASE_ARENA_H
#define LANG_BASE_ARENA_H

/* An arena: memory that is handed out piece by piece and freed all at once.
 *
 * Everything the parser builds from one source lives in the arena of that
 * source, so no node has an owner of its own and no node is freed alone.
 */

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);

/* Bytes of all that was handed out, and of what is left of the last block. */
size_t arena_bytes(const struct arena *arena);

/* "size" bytes, zeroed and aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size);

/* A NUL-terminated copy of the "len" bytes at "text". */
char *arena_copy(struct arena *arena, const char *text, size_t len);

/* Call release(object) when the arena is freed. */
void arena_defer(struct arena *arena, void (*release)(void *), void *object);

#endif
