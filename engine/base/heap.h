#ifndef ENGINE_BASE_HEAP_H
#define ENGINE_BASE_HEAP_H

/* Memory of the engine: malloc(), calloc() and realloc(), freed with free().
 *
 * When memory runs out, the function set with heap_on_failure() is called, so
 * that it can free some; then the allocation is tried once more, and NULL is
 * returned if that fails too.  So whoever sets the function learns of every
 * failure, whatever the engine does about it.
 */

#include <stddef.h>

void *heap_take(size_t size);
void *heap_clear(size_t n, size_t size);
void *heap_resize(void *old, size_t size);

/* Report that a library the engine uses ran out of memory. */
void heap_failed(void);

/* Set the function for all threads; it is called in the thread that lacks
 * memory.
 */
void heap_on_failure(void (*make_room)(void));

#endif
