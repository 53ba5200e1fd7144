#ifndef LANG_BASE_MEMORY_H
#define LANG_BASE_MEMORY_H

/* Allocation for the language layer. Callers do not check the result.
 *
 * When malloc() fails, a reserve is freed and the open account is starved. Work
 * continues from the reserve until the next evaluation step, which ends in an
 * error. If the reserve is too small, memory_guarded() returns at once and
 * leaks what the work held. Outside of memory_guarded(), where only the
 * program wsp allocates, the process exits with a message and status 1.
 */

#include <stdbool.h>
#include <stddef.h>

void *memory_new(size_t size); /* zeroed */
void *memory_resize(void *old, size_t size);
char *memory_copy_text(const char *text);
char *memory_copy_bytes(const char *text, size_t len); /* adds a NUL */

_Noreturn void memory_failed(void);

/* Make room for one more element: doubles "array" of "n" elements whenever n is
 * zero or a power of two.
 */
void *memory_grow(void *array, size_t n, size_t elem_size);

/* True if "size" bytes can be allocated. Ask before an allocation that may
 * exceed the reserve; sizes far below the reserve always give true.
 */
bool memory_has_room(size_t size);

/* Release the reserve because memory ran out, and starve the open account so
 * that the context stops at its next step.
 */
void memory_let_go(void);

/* Allocate the reserve again; false if memory is still short. */
bool memory_refill(void);

/* Run work(data). Returns false if an allocation failed; the data that the work
 * was changing is then inconsistent.
 */
bool memory_guarded(void (*work)(void *data), void *data);

/* True if this thread is inside memory_guarded(). */
bool memory_is_guarded(void);

#endif
