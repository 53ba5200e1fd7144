#ifndef LANG_MEMORY_H
#define LANG_MEMORY_H

/* Allocation for the language layer.
 *
 * There is no failed allocation to check for: when memory runs out the
 * program ends with a message (memory_failed).
 */

#include <stddef.h>

void *memory_new(size_t size);			/* zeroed */
void *memory_resize(void *old, size_t size);
char *memory_copy_text(const char *text);
char *memory_copy_bytes(const char *text, size_t len);	/* adds a NUL */

_Noreturn void memory_failed(void);

/* Make room for one more element: grows "array" of "n" elements by
 * doubling whenever n is a power of two (or zero).
 */
void *memory_grow(void *array, size_t n, size_t elem_size);

#endif
