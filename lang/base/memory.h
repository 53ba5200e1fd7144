#ifndef LANG_BASE_MEMORY_H
#define LANG_BASE_MEMORY_H

/* Allocation for the language layer.
 *
 * Callers check no allocation.  When memory runs out, a reserve is freed and
 * the account of the context is starved: work continues in the reserve up to
 * the next step of evaluation, which ends in an error.  If the reserve is not
 * enough, memory_guarded() returns at once and what the work held is lost;
 * outside of it, in the program alone, the process ends with a message and
 * status 1.
 */

#include <stdbool.h>
#include <stddef.h>

void *memory_new(size_t size); /* zeroed */
void *memory_resize(void *old, size_t size);
char *memory_copy_text(const char *text);
char *memory_copy_bytes(const char *text, size_t len); /* adds a NUL */

_Noreturn void memory_failed(void);

/* Make room for one more element: grows "array" of "n" elements by
 * doubling whenever n is a power of two (or zero).
 */
void *memory_grow(void *array, size_t n, size_t elem_size);

/* Whether a piece of this size can be had: asked before making what may be
 * larger than the reserve, and always true of what is much smaller.
 */
bool memory_has_room(size_t size);

/* Memory ran out: the context that works here is to end what it does, and
 * gets by with the reserve until then.
 */
void memory_let_go(void);

/* Have the reserve full again; false if there is no memory for it. */
bool memory_refill(void);

/* Run work(data); false if it was left because there was no memory, with
 * whatever it was changing half changed.
 */
bool memory_guarded(void (*work)(void *data), void *data);

/* Is this thread inside memory_guarded()? */
bool memory_is_guarded(void);

#endif
