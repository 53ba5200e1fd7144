/* Allocation with one retry: before NULL is returned, the function of
 * heap_on_failure() may free memory.
 */

#include <stdatomic.h>
#include <stdlib.h>

#include "engine/base/heap.h"

static void (*_Atomic on_failure)(void);

void heap_on_failure(void (*make_room)(void))
{
	atomic_store(&on_failure, make_room);
}

void heap_failed(void)
{
	void (*make_room)(void) = atomic_load(&on_failure);

	if (make_room)
		make_room();
}

void *heap_take(size_t size)
{
	void *p = malloc(size);

	if (p)
		return p;
	heap_failed();
	return malloc(size);
}

void *heap_clear(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (p)
		return p;
	heap_failed();
	return calloc(n, size);
}

void *heap_resize(void *old, size_t size)
{
	void *p = realloc(old, size);

	if (p)
		return p;
	heap_failed();
	return realloc(old, size);
}
