#ifndef ENGINE_BASE_HEAP_H
#define ENGINE_BASE_HEAP_H

/* Memory of the engine: malloc(), calloc() and realloc(), and their free().
 *
 * Where there is none left, who set heap_on_failure() is told first, so that
 * it can let go of some, and it is tried once more; NULL after that.  So
 * whoever set it also knows of every failure, whatever the engine makes of
 * it.
 */

#include <stddef.h>

void *heap_take(size_t size);
void *heap_clear(size_t n, size_t size);
void *heap_resize(void *old, size_t size);

/* A library that the engine uses ran out of memory. */
void heap_failed(void);

/* The same function for all threads, called in the one that lacks memory. */
void heap_on_failure(void (*make_room)(void));

#endif
